"""Stacking (8.1): three combat units to a hex at the end of a Movement Phase and throughout the Combat Phase."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.steps import Choice, Option, Resolution, Table, choose
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov.movers import at_unit, names_of
from adjudicator.rulesets.kharkov.position import Position, Positions


def find_overstacked(position: Position, side: str) -> list[int]:
    """Hexes with more of a side's combat units than may stack, by number (8.1; garrisons never count, 15.33)."""
    limit = position.setting.tables.stack
    over = [hex_ for hex_ in position.combat_hexes[side] if len(position.combat_units_of(side, hex_)) > limit]
    return sorted(over, key=position.number)


def judge_stacks(position: Position, side: str, orders: Sequence[Order]) -> list[Finding]:
    """The orders that leave too many units in a hex, ``position`` being the one after all of them: the last to bring a
    combat unit there is to blame. Where no order brought a unit nobody is to blame."""
    findings = []
    limit = position.setting.tables.stack
    for hex_ in find_overstacked(position, side):
        units, number = position.combat_units_of(side, hex_), position.number(hex_)
        blamed = next((found for order in reversed(orders) if (found := _brought(order, units)) is not None), None)
        if blamed is not None:
            order, verb, unit_id = blamed
            message = f"{unit_id} may not end its move in {number}: no more than {limit} combat units stack in a hex"
            finding = Finding(
                "illegal",
                "overstacked",
                message,
                unit=unit_id,
                hex=number,
                cases=("8.1",),
                notes=(f"{len(units)} would be there: {names_of(units)}",),
                at=at_unit(order, verb, unit_id),
            )
            findings.append(finding.of_order(order.name))
    return findings


def remove_excess(table: Table, positions: Positions, side: str) -> Resolution:
    """The units in excess of the limit are eliminated, one at a time, the owner choosing (8.1)."""
    for hex_ in find_overstacked(positions.of(table.game), side):
        while hex_ in find_overstacked(positions.of(table.game), side):
            position = positions.of(table.game)
            units, number = position.combat_units_of(side, hex_), position.number(hex_)
            unit_id = yield from choose(_choice(position, side, number, units))
            yield Event("removed", str(unit_id), {"why": "overstacked"}, ("8.1",))


def _brought(order: Order, units: Sequence[str]) -> tuple[Order, str, str] | None:
    """The last of ``units`` that an order moves, with the order and its verb; None when it moves none of them."""
    for verb in ("move", "rail", "enter"):
        written = order.data.get(verb, [])
        for text in reversed(written if isinstance(written, list) else [written]):
            if str(text) in units:
                return order, verb, str(text)
    return None


def _choice(position: Position, side: str, number: str, units: Sequence[str]) -> Choice:
    limit = position.setting.tables.stack
    about = f"{number} holds {len(units)} combat units, {limit} may stay: {names_of(units)}. One must be eliminated."
    options = tuple(Option(unit_id, f"eliminate {unit_id}") for unit_id in units)
    facts = {"hex": number, "units": list(units)}
    return Choice("overstack", side, number, about, options, len(units) - 1, ("8.1",), facts=facts)
