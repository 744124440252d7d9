"""Reinforcements: who may enter the map when, where and how, and what comes of it (16.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.paths import Reach
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import movement, rail
from adjudicator.rulesets.kharkov.going import find_ways, going_in
from adjudicator.rulesets.kharkov.march import carry_out_march
from adjudicator.rulesets.kharkov.movers import Doors, at_unit, beyond, names_of
from adjudicator.rulesets.kharkov.orders import Enter, turn_of
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.ride import carry_out_ride
from adjudicator.rulesets.kharkov.setting import SOVIET


def find_entries(position: Position, units: Sequence[str], by_rail: bool = False) -> Mapping[int, Reach]:
    """The hexes where these reinforcements may end a move onto the map together now, the first hex of each path being
    the one where they enter; costs in half points, by rail in hexes. Empty when one of them may not enter."""
    if _judge_units(position, position.side_of(units[0]), tuple(units), by_rail):
        return {}
    return _find(position, tuple(units), by_rail)


def doors_of(position: Position, unit_id: str) -> Doors:
    """Where a reinforcement may enter the map (16.1, 16.21, 16.22; option ``north_entry``)."""
    arrival = position.setting.arrivals[unit_id]
    edge, what = position.grid.edge(arrival.edge), f"on the {arrival.edge} edge"
    bound = arrival.west_of
    if bound is None:
        return Doors(edge, what, ("16.0", arrival.case))
    if position.setting.options["north_entry"] == "front":
        # Hexes of an edge are in order from west to east.
        held = (hex_ for hex_ in edge if hex_ in position.stacks[SOVIET] or hex_ in position.zone_of(SOVIET))
        bound = next(held, bound)
    return Doors(edge[: edge.index(bound)], f"{what} west of {position.number(bound)}", ("16.0", arrival.case))


def gates_of(position: Position, unit_id: str) -> Doors:
    """Where a reinforcement may enter the map by rail: where a railroad leads over its edge (16.0, 6.41)."""
    doors, edge = doors_of(position, unit_id), position.setting.arrivals[unit_id].edge
    ends = {line.exits[edge] for line in position.setting.map.networks["rail"].lines if edge in line.exits}
    what = f"where a railroad comes in {doors.what}"
    return Doors(tuple(hex_ for hex_ in doors.hexes if hex_ in ends), what, (*doors.cases, "6.41"))


def judge_enter(position: Position, enter: Enter) -> list[Finding]:
    """What is wrong with an entry: its units, then its way from the edge, as for any move (16.0, 6.0)."""
    findings = [
        replace(finding, at=at_unit(enter.order, "enter", finding.unit))
        for finding in _judge_units(position, enter.order.side, enter.units, enter.by_rail)
    ]
    if findings:
        return findings
    if enter.by_rail:
        return rail.judge_ride(position, enter, gates_of(position, enter.units[0]))
    return movement.judge_way(position, enter, going_in(position, enter.units, doors_of(position, enter.units[0])))


def carry_out_enter(table: Table, positions: Positions, enter: Enter, succeeds: bool | None = None) -> Resolution:
    """A legal entry: each unit on the map, in supply for this Player-Turn, and moved (16.0). ``succeeds`` as in
    ``march``."""
    position = positions.of(table.game)
    if enter.by_rail:
        gates = gates_of(position, enter.units[0])
        yield from carry_out_ride(table, positions, enter, gates, is_supposed=succeeds is not None)
    else:
        yield from carry_out_march(table, positions, enter, doors_of(position, enter.units[0]), succeeds)


def _find(position: Position, units: tuple[str, ...], by_rail: bool) -> Mapping[int, Reach]:
    if by_rail:
        gates = gates_of(position, units[0]).hexes
        return rail.find_rides(position, position.side_of(units[0]), beyond(position), gates)
    return find_ways(position, going_in(position, units, doors_of(position, units[0])))


def _judge_units(position: Position, side: str, units: tuple[str, ...], by_rail: bool) -> list[Finding]:
    """What forbids units to enter now, as one stack: empty when nothing does."""
    if not units:
        return [Finding("illegal", "no-units", "the order names no unit", cases=("16.0",))]
    if position.game.phase != f"{side}/movement":
        message = f"{names_of(units)} may not enter now: reinforcements enter in the Initial Movement Phase"
        return [Finding("illegal", "wrong-phase", message, unit=units[0], cases=("16.0", "4.2"))]
    findings = []
    doors = doors_of(position, units[0])
    for unit_id in units:
        turn, own = turn_of(position.unit(unit_id).box), doors_of(position, unit_id)
        if turn > position.game.turn:
            message = f"{unit_id} may not enter yet: it arrives on Game-Turn {turn}"
            findings.append(Finding("illegal", "too-early", message, unit=unit_id, cases=own.cases))
        if own != doors:
            message = f"{unit_id} enters {own.what}, {units[0]} {doors.what}"
            help_ = "give it an order of its own"
            found = Finding("illegal", "not-a-stack", message, unit=unit_id, cases=own.cases, help=help_)
            findings.append(found)
    return findings + (rail.judge_capacity(position, side, units) if by_rail else [])
