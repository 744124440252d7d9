"""Orders that commit reserves in the Reserve Commitment Phase (4.2, 6.73, 6.74, 6.76)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.orders import Commit, where_off_map
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.reserves import (
    COMMITTED,
    COUNTER,
    army_of,
    count_stack,
    events_of_emptying,
    events_of_ninth,
    events_of_placing,
    find_fault,
    find_units,
)
from adjudicator.rulesets.kharkov.setting import SOVIET


def judge_commit(position: Position, commit: Commit) -> list[Finding]:
    """What is wrong with committing these units: the Game-Turn, each unit and its hex, stacks, the limit of 6.74."""
    return [
        *_judge_turn(position),
        *(finding for unit_id, hex_ in commit.places.items() for finding in _judge_unit(position, unit_id, hex_)),
        *_judge_stacks(position, commit),
        *_judge_limit(position, commit),
    ]


def events_of_commit(position: Position, commit: Commit) -> list[Event]:
    """The events of a legal commitment: units placed and counted, the south alarmed, empty counters gone."""
    case = "6.74" if position.game.turn in position.setting.tables.reserves.limited else "6.76"
    events = []
    for unit_id, hex_ in commit.places.items():
        events += events_of_placing(position, army_of(position.unit(unit_id).box), unit_id, hex_, case)
    armies = _armies(position, commit)
    for army in dict.fromkeys(armies.values()):
        count = sum(of == army for of in armies.values())
        events.append(Event("pool", COMMITTED, {"item": army, "change": count}, (case,)))
        events += events_of_ninth(position, army)
    for counter_id in _leaving(position, commit):
        events += events_of_emptying(counter_id.removeprefix(COUNTER))
    return events


def _armies(position: Position, commit: Commit) -> dict[str, str]:
    """The army of each unit that waits in a reserve box."""
    found = {unit_id: army_of(position.unit(unit_id).box) for unit_id in commit.places}
    return {unit_id: army for unit_id, army in found.items() if army}


def _leaving(position: Position, commit: Commit) -> list[str]:
    """The counters that this order leaves without a unit (6.73)."""
    armies = dict.fromkeys(_armies(position, commit).values())
    return [COUNTER + army for army in armies if set(find_units(position, army)) <= commit.places.keys()]


def _judge_turn(position: Position) -> Iterator[Finding]:
    if position.game.turn == 1:
        message = "no reserves may be committed on Game-Turn One"
        yield Finding("illegal", "too-early", message, cases=("4.2", "6.74"), at=("commit",))


def _judge_unit(position: Position, unit_id: str, hex_: int) -> Iterator[Finding]:
    unit, number, at = position.unit(unit_id), position.number(hex_), ("commit", unit_id)
    army = army_of(unit.box)
    if not army:
        where = where_off_map(unit.box) if unit.hex is None else f"it is in {position.number(unit.hex)} already"
        message = f"{unit_id} may not be committed: {where}"
        yield Finding("illegal", "not-in-reserve", message, unit=unit_id, hex=number, cases=("6.73",), at=at)
        return
    fault = find_fault(position, army, hex_)
    if fault is not None:
        message = f"{unit_id} may not be placed in {number}: {fault.why}"
        notes = (fault.note,) if fault.note else ()
        yield Finding("illegal", fault.code, message, unit=unit_id, hex=number, cases=fault.cases, notes=notes, at=at)


def _judge_stacks(position: Position, commit: Commit) -> Iterator[Finding]:
    """The hexes in which too many units would stack when all are placed; the last one placed there is to blame."""
    leaving, limit, waiting = _leaving(position, commit), position.setting.tables.stack, _armies(position, commit)
    for hex_ in dict.fromkeys(commit.places.values()):
        units = [unit_id for unit_id in waiting if commit.places[unit_id] == hex_]
        combat_units = [unit_id for unit_id in units if position.setting.is_combat_unit(unit_id)]
        count = count_stack(position, hex_, units, leaving)
        if count > limit and combat_units:
            number, last = position.number(hex_), combat_units[-1]
            there = [unit_id for unit_id in position.combat_units_of(SOVIET, hex_) if unit_id not in leaving]
            message = f"{last} may not be placed in {number}: no more than {limit} combat units stack in a hex"
            notes = (f"{count} would be there: {names_of([*there, *combat_units])}",)
            at = ("commit", last)
            yield Finding(
                "illegal", "overstacked", message, unit=last, hex=number, cases=("6.73", "8.1"), notes=notes, at=at
            )


def _judge_limit(position: Position, commit: Commit) -> Iterator[Finding]:
    """The units beyond what 6.74 lets be committed this Game-Turn, of each reserve or in all (``reserve_limit``)."""
    numbers, turn = position.setting.tables.reserves, position.game.turn
    if turn not in numbers.limited:
        return
    is_each = position.setting.options["reserve_limit"] == "each"
    used = dict(position.game.pools.get(COMMITTED, {}))
    for unit_id, army in _armies(position, commit).items():
        used[army] = used.get(army, 0) + 1
        count = used[army] if is_each else sum(used.values())
        if count > numbers.limit:
            of = f" of {COUNTER}{army}" if is_each else ""
            message = f"{unit_id} may not be committed: on Game-Turn {turn} no more than {numbers.limit} units{of} may"
            notes = (f"it would be number {count}",)
            at = ("commit", unit_id)
            yield Finding("illegal", "reserve-limit", message, unit=unit_id, cases=("6.74",), notes=notes, at=at)
