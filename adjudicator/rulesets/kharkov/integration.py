"""German mechanized divisions: when the strength of their three units is doubled (14.0)."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import SIDES

UNITS_OF_A_DIVISION = 3


def find_division(position: Position, unit_id: str) -> tuple[str, ...]:
    """The three units of a unit's mechanized division; empty when it has none or one of them is off the map (14.32)."""
    division = position.counter(unit_id).division
    if not division or not position.setting.is_mechanized(unit_id):
        return ()
    counters = position.setting.counters
    units = tuple(counter.id for counter in counters.values() if counter.division == division)
    is_whole = len(units) == UNITS_OF_A_DIVISION and all(position.unit(u).hex is not None for u in units)
    return units if is_whole else ()


def is_integrated_attacking(position: Position, unit_id: str, attackers: Collection[str]) -> bool:
    """Whether an attacking unit is doubled: its division is stacked whole, and all of it attacks together (14.1)."""
    division = find_division(position, unit_id)
    if not division or not _is_stacked(position, division):
        return False
    needs_all = position.setting.options.is_on("integration_all_attack")
    return not needs_all or all(unit in attackers for unit in division)


def is_integrated_defending(position: Position, unit_id: str) -> bool:
    """Whether a defending unit is doubled: its division stacked whole (14.1) or near enough together (14.2)."""
    division = find_division(position, unit_id)
    if not division:
        return False
    return position.once(
        ("integrated", division), lambda: _is_stacked(position, division) or _is_mobile(position, division)
    )


def _is_stacked(position: Position, division: Collection[str]) -> bool:
    return len({position.hex_of(unit) for unit in division}) == 1


def _is_mobile(position: Position, division: tuple[str, ...]) -> bool:
    hexes = {unit: position.hex_of(unit) for unit in division}
    if any(_has_others(position, hex_, division) for hex_ in hexes.values()):
        return False
    return all(
        any(_is_linked(position, hexes[unit], hexes[other], division) for other in division if other != unit)
        for unit in division
    )


def _is_linked(position: Position, a: int, b: int, division: tuple[str, ...]) -> bool:
    """Whether a line of at most two hexes leads from one unit to another, clear of units of others (14.2 b, c)."""
    adjacent = position.grid.adjacent
    if a == b or b in adjacent[a]:
        return True
    between = [hex_ for hex_ in adjacent[a] if b in adjacent[hex_]]
    return any(not _has_others(position, hex_, division) for hex_ in between)


def _has_others(position: Position, hex_: int, division: tuple[str, ...]) -> bool:
    """Whether a hex holds an enemy unit, or a friendly one that is not of the division (HQs by option)."""
    setting = position.setting
    counts_hq = setting.options.is_on("integration_hq_counts")
    own_side = position.side_of(division[0])
    return any(
        unit_id not in division and (side != own_side or counts_hq or not setting.is_hq(unit_id))
        for side in SIDES
        for unit_id in position.units_of(side, hex_)
    )
