"""German disengagement: who may leave an enemy zone of control, where to, at what price; and the chase (6.6)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.steps import Choice, Option, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import cities, sector
from adjudicator.rulesets.kharkov.movers import MECHANIZED, hexes_in_zone, names_of
from adjudicator.rulesets.kharkov.orders import Move
from adjudicator.rulesets.kharkov.position import (
    BEGAN_SOUTH,
    DISRUPTED,
    IN_ZONE,
    SOUTH_ACTIVE,
    Position,
    Positions,
)
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET
from adjudicator.rulesets.kharkov.terrain import Price

GERMAN = "german"
YES, NO = "yes", "no"


def note_hexes_in_zone(position: Position) -> list[Event]:
    """The hexes of German units in an enemy zone of control as an Axis Movement Phase starts: who has not left one of
    them may disengage, regiments broken down there included (6.61, 15.11)."""
    if not _is_time(position):
        return []
    caught = [
        position.number(hex_)
        for hex_, units in position.stacks[AXIS].items()
        if position.is_enemy_zone(AXIS, hex_) and any(position.counter(u).nation == GERMAN for u in units)
    ]
    return [Event("flag", IN_ZONE, {"to": " ".join(caught)}, ("6.61",))] if caught else []


def can_disengage(position: Position, units: Sequence[str], is_under_way: bool, is_chased: bool) -> bool:
    """Whether units that stand in an enemy zone of control may be disengaged now (6.6, 6.61, 6.63, 6.64)."""
    return not find_obstacles(position, units, is_under_way, is_chased)


def find_obstacles(
    position: Position, units: Sequence[str], is_under_way: bool, is_chased: bool
) -> list[tuple[str, str]]:
    """Why units may not be disengaged, each reason with its case; empty when they may."""
    others = [unit_id for unit_id in units if position.counter(unit_id).nation != GERMAN]
    if others:
        return [(f"only German units disengage, not {names_of(others)}", "6.6")]
    turn = position.game.turn
    if turn in position.setting.tables.disengagement_barred:
        return [(f"there is no disengagement on Game-Turn {turn}", "6.64")]
    if not _is_time(position):
        return [("there is no disengagement in the Mechanized Movement Phase", "6.61")]
    if is_chased:
        again = position.setting.options.is_on("redisengage_after_chase")
        return [] if again else [("it has disengaged in this phase already", "6.61")]
    if is_under_way:
        return [("it has left the hex where it began the phase", "6.61")]
    if position.number(position.hex_of(units[0])) in hexes_in_zone(position):
        return []
    return [(f"{names_of(units)} began the phase in no enemy zone of control", "6.61")]


def remark_chase(position: Position, move: Move) -> list[Finding]:
    """Advice on a move that says what to do when it is chased, though it can be no disengagement."""
    if "if_chased" not in move.order.data:
        return []
    obstacles = find_obstacles(position, move.units, is_under_way=False, is_chased=False)
    return [
        Finding("advice", "never-used", f"if_chased is never used: {why}", cases=(case,), at=("if_chased",))
        for why, case in obstacles[:1]
    ]


def exits_of(position: Position, start: int) -> Iterator[int]:
    """The neighbours into which no Major River bars a disengagement (6.64)."""
    return (hex_ for hex_ in position.grid.adjacent[start] if not position.setting.has_major_river(start, hex_))


def price_of_exit(position: Position, price: Price | None) -> Price | None:
    """What the step out costs, given what it would cost otherwise (6.6, option ``disengage_cost``)."""
    if price is None:
        return None
    cost = position.setting.tables.disengagement_cost
    if position.setting.options["disengage_cost"] == "total":
        return Price(cost, "disengagement")
    return replace(price, entry=cost + price.entry, ground=f"disengagement and {price.ground}")


def find_chasers(position: Position, left: int) -> list[str]:
    """The Soviet units that may advance into a hex that a disengagement has just emptied (6.62, 6.3, 6.77, 7.32)."""
    setting = position.setting
    if position.stacks[AXIS].get(left) or position.garrison_in(left):
        return []
    return [
        unit_id
        for hex_ in position.grid.adjacent[left]
        if not setting.is_barred(hex_, left)
        for unit_id in position.units_of(SOVIET, hex_)
        if _may_chase(position, unit_id, left)
    ]


def chase(table: Table, positions: Positions, units: Sequence[str], left: int) -> Generator[Step, Any, list[str]]:
    """The chase after units that have disengaged from a hex: its owner asked unit by unit; returns who chased."""
    position = positions.of(table.game)
    number, gone = position.number(left), names_of(units)
    chasing: list[str] = []
    for unit_id in find_chasers(position, left):
        if position.setting.is_combat_unit(unit_id) and _is_full(position, chasing):
            continue
        here = position.number(position.hex_of(unit_id))
        choice = Choice(
            "chase",
            SOVIET,
            unit_id,
            f"{gone} disengaged from {number}: does {unit_id} in {here} chase into {number}?",
            (Option(NO, "stay"), Option(YES, f"advance into {number}")),
            cases=("6.62",),
            facts={"unit": unit_id, "hexes": [number, here]},
        )
        if (yield from choose(choice)) == YES:
            chasing.append(unit_id)
            yield Event("moved", unit_id, {"path": [here, number], "how": "chase"}, ("6.62", "6.63"))
    if chasing:
        position = positions.of(table.game)
        yield from cities.events_of_entry(position, SOVIET, (left,))
        yield from sector.events_of_entry(position, SOVIET, (left,))
    return chasing


def _is_time(position: Position) -> bool:
    """Whether there is disengagement in this phase at all (6.61, 6.64)."""
    if position.game.turn in position.setting.tables.disengagement_barred:
        return False
    return position.game.phase != MECHANIZED or position.setting.options.is_on("disengage_mech_phase")


def _may_chase(position: Position, unit_id: str, left: int) -> bool:
    unit = position.unit(unit_id)
    if unit.has(DISRUPTED) or position.counter(unit_id).kind == "reserve":
        return False
    is_bound = unit.has(BEGAN_SOUTH) and unit.hex in position.setting.south
    return not is_bound or left in position.setting.south or bool(position.game.flags.get(SOUTH_ACTIVE))


def _is_full(position: Position, chasing: Sequence[str]) -> bool:
    count = sum(position.setting.is_combat_unit(unit_id) for unit_id in chasing)
    return count >= position.setting.tables.stack
