"""Fortifications: dug-in positions, and what wire does to fire and to those who enter it (9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.engine.steps import Step, Table
from adjudicator.model.events import Event
from adjudicator.rulesets.platoon.cover import Shift
from adjudicator.rulesets.platoon.dice import throw
from adjudicator.rulesets.platoon.position import DISRUPTED, DUG_IN, WIRE, Position, Positions

KIND = "wire"
"""What the dice of units in wire are called."""


def spare(position: Position, hex_: int, hits: int) -> Generator[Step, Any, int]:
    """How many hits of an attack on a hex are left when units dug in there have ignored the first (9.2); by
    ``hits_dug_in`` it is not the attack's first, but each unit's."""
    if not hits or not _is_dug_in(position, hex_, "per_attack"):
        return hits
    yield Event("dug_in", position.number(hex_), {"ignored": 1}, ("9.2",))
    return hits - 1


def spare_each(position: Position, hex_: int, given: Mapping[str, int]) -> Generator[Step, Any, Mapping[str, int]]:
    """What is left of the hits given to units dug in in a hex when each has ignored its first (9.2)."""
    units = [unit_id for unit_id, count in given.items() if count]
    if not units or not _is_dug_in(position, hex_, "per_unit"):
        return given
    yield Event("dug_in", position.number(hex_), {"ignored": len(units), "units": units}, ("9.2",))
    return {unit_id: max(count - 1, 0) for unit_id, count in given.items()}


def _is_dug_in(position: Position, hex_: int, manner: str) -> bool:
    return position.game.has_mark(hex_, DUG_IN) and position.setting.options["hits_dug_in"] == manner


def wire_shift(position: Position, hex_: int, units: Sequence[str]) -> Iterator[Shift]:
    """The shift of fire at a hex with wire: only if all units that set the cover are Leg units (9.3)."""
    if position.game.has_mark(hex_, WIRE) and all(map(position.setting.is_leg, units)):
        yield Shift("wire", position.setting.tables.wire_shift, "9.3")


def enter_wire(table: Table, positions: Positions, units: Sequence[str]) -> Generator[Step, Any, list[str]]:
    """Each of the units that have entered a hex with wire rolls its morale or less, or is disrupted with what it
    carries (9.3, 5.1.4). Returns who is; nobody where there is no wire."""
    caught = []
    for unit_id in units:
        position = positions.of(table.game)
        hex_ = position.hex_of(unit_id)
        if not position.game.has_mark(hex_, WIRE):
            continue
        value = yield from throw(position, KIND, unit_id, position.number(hex_), "morale", ("1.1", "9.3"))
        morale = position.morale_of(unit_id)
        values = {"hex": position.number(hex_), "morale": morale, "value": value, "succeeds": value <= morale}
        yield Event("wire", unit_id, values, ("9.3",))
        if value > morale:
            caught.append(unit_id)
            yield from _disrupt(position, unit_id)
    return caught


def _disrupt(position: Position, unit_id: str) -> Iterator[Event]:
    if not position.unit(unit_id).has(DISRUPTED):
        yield Event("marked", unit_id, {"marker": DISRUPTED}, ("9.3",))
    passenger = position.passenger_of(unit_id)
    if passenger and not position.is_rider(passenger) and not position.unit(passenger).has(DISRUPTED):
        yield Event("marked", passenger, {"marker": DISRUPTED}, ("5.1.4",))
