"""Advance after combat (9.7): the paths open to the victors, and their going."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from adjudicator.engine.steps import Option, Resolution, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.combat import Party, ask, events_of_going, is_enemy_held, numbers_of
from adjudicator.rulesets.kharkov.position import ADVANCED, Position, Positions
from adjudicator.rulesets.kharkov.retreat import Path
from adjudicator.rulesets.kharkov.setting import SOVIET

FREE_HEXES = 2
"""How far victors may go when all units in a hex have been eliminated (9.74)."""


def advance(
    table: Table, positions: Positions, victors: Party, ways: Sequence[Path], hexes: Sequence[int]
) -> Resolution:
    """Each victorious unit advances or stays, one after the other, HQs last and only along with their stack (9.71).

    ``ways`` are those of the losers that retreated, the hex they left first; ``hexes`` those that the losers held.
    """
    taken: dict[int, set[Path]] = {}
    for unit_id in victors.hexes:
        position = positions.of(table.game)
        if not victors.is_in_place(position, unit_id):
            continue
        start = victors.hexes[unit_id]
        paths = find_advances(position, unit_id, ways, hexes)
        if position.setting.is_hq(unit_id):
            paths = [path for path in paths if path in taken.get(start, ())]
        path = yield from _choose_path(position, victors, unit_id, paths)
        if not path:
            continue
        taken.setdefault(start, set()).add(path)
        yield from events_of_going(position, unit_id, path, "advance", _cases_of(ways, path))
        yield Event("marked", unit_id, {"marker": ADVANCED}, ("9.73",))


def find_advances(position: Position, unit_id: str, ways: Sequence[Path], hexes: Sequence[int]) -> list[Path]:
    """All paths along which a victorious unit may advance, sorted by printed numbers: along a Path of Retreat (9.71,
    9.75), or two hexes where all units were eliminated (9.74); Soviet units stop in an Axis zone of control (9.72)."""
    found = set()
    for hex_ in hexes:
        left = [way for way in ways if way[0] == hex_]
        routes = [way[:-1] for way in left] if left else _free_routes(position, unit_id, hex_)
        found |= {path for route in routes for path in _stretches(position, unit_id, route)}
    return sorted(found, key=lambda path: numbers_of(position, path))


def _free_routes(position: Position, unit_id: str, first: int) -> list[Path]:
    """The hex of the eliminated units alone and with each second hex (9.74)."""
    start = position.hex_of(unit_id)
    closed = position.setting.barred if position.setting.options.is_on("advance_dnieper") else frozenset()
    second = [h for h in position.grid.adjacent[first] if h != start and (min(first, h), max(first, h)) not in closed]
    return [(first, hex_) for hex_ in second] or [(first,)]


def _stretches(position: Position, unit_id: str, route: Path) -> Iterable[Path]:
    """The beginnings of a route at whose end a unit may stop."""
    side = position.side_of(unit_id)
    counts = position.setting.is_combat_unit(unit_id)
    for length, hex_ in enumerate(route, 1):
        if is_enemy_held(position, side, hex_):
            return
        if not counts or len(position.combat_units_of(side, hex_)) < position.setting.tables.stack:
            yield route[:length]
        if side == SOVIET and position.is_enemy_zone(side, hex_):
            return


def _choose_path(position: Position, party: Party, unit_id: str, paths: Sequence[Path]) -> Generator[Step, Any, Path]:
    start = position.number(party.hexes[unit_id])
    options = [Option([], f"stay in {start}")]
    options += [Option(numbers_of(position, p), "advance to " + ", ".join(numbers_of(position, p))) for p in paths]
    about = f"{unit_id} may advance from {start} after combat"
    cases = ("9.71", "9.72", "9.73")
    choice = ask(party, "advance", unit_id, about, options, cases, unit=unit_id, hex=start)
    value = yield from choose(choice)
    return tuple(position.grid.hex(number) for number in value)


def _cases_of(ways: Sequence[Path], path: Path) -> tuple[str, ...]:
    return ("9.71", "9.75") if any(way[0] == path[0] for way in ways) else ("9.71", "9.74")
