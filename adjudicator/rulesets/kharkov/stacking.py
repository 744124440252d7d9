"""Stacking (8.1): three combat units to a hex at the end of a Movement Phase and throughout the Combat Phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine.steps import Choice, Option, Resolution, Table, choose
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov.movers import at_unit, names_of
from adjudicator.rulesets.kharkov.position import Position, Positions


def find_overstacked(position: Position, side: str) -> list[int]:
    """Hexes with more of a side's combat units than the limit, by printed number (8.1; garrisons never count, 15.33)."""
    limit = position.setting.tables.stack
    over = [hex_ for hex_ in position.combat_hexes[side] if len(position.combat_units_of(side, hex_)) > limit]
    return sorted(over, key=position.number)


def judge_stacks(position: Position, side: str, orders: Sequence[Order]) -> list[Finding]:
    """The orders that leave too many units in a hex once all of a section are carried out: the last one to bring a combat
    unit there is to blame. ``position`` is the one afterwards. A hex no order brought a unit to has nobody to blame."""
    findings = []
    limit = position.setting.tables.stack
    for hex_ in find_overstacked(position, side):
        units, number = position.combat_units_of(side, hex_), position.number(hex_)
        for order, verb, unit_id in reversed(_brought(orders)):
            if unit_id in units:
                message = f"{unit_id} may not end its move in {number}: {limit} combat units may stack in a hex"
                note = f"{len(units)} would be there: {names_of(units)}"
                at = at_unit(order, verb, unit_id)
                finding = Finding("illegal", "overstacked", message, unit=unit_id, hex=number, at=at, notes=(note,))
                findings.append(_with_case(finding, order))
                break
    return findings


def remove_excess(table: Table, positions: Positions, side: str) -> Resolution:
    """The units in excess of the limit are eliminated, one at a time, the owner choosing (8.1)."""
    for hex_ in find_overstacked(positions.of(table.game), side):
        while hex_ in find_overstacked(positions.of(table.game), side):
            position = positions.of(table.game)
            units, number = position.combat_units_of(side, hex_), position.number(hex_)
            unit_id = yield from choose(_choice(position, side, number, units))
            yield Event("removed", str(unit_id), {"why": "overstacked"}, ("8.1",))
