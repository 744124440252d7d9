"""Retreats (9.6): where units may go, whether all of a combat can go together, and their going."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.engine.steps import Option, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.combat import Party, ask, events_of_going, is_enemy_held, numbers_of
from adjudicator.rulesets.kharkov.position import RETREATED_IN, Position, Positions

Path = tuple[int, ...]
Room = Mapping[int, int]
"""Combat units of the same combat that have already retreated into a hex."""


@dataclass(frozen=True)
class Ground:
    """The hexes as a side sees them in retreat; ``leaving`` are its units that retreat from this combat and so occupy
    nothing any more. Negated zones: 9.61 and 15.31; vacant hexes: 9.64."""

    position: Position
    side: str
    leaving: frozenset[str]

    def staying_in(self, hex_: int) -> int:
        """Friendly combat units in a hex that are not leaving."""
        return sum(unit_id not in self.leaving for unit_id in self.position.combat_units_of(self.side, hex_))

    def is_open(self, hex_: int, arrived: Room, moving: int) -> bool:
        """Whether ``moving`` combat units together may enter a hex in retreat (9.61, 9.64, 15.3)."""
        position = self.position
        staying, garrison = self.staying_in(hex_), position.garrison_in(hex_)
        if is_enemy_held(position, self.side, hex_):
            return False
        if position.is_enemy_zone(self.side, hex_) and not staying and not garrison:
            return False
        return not moving or staying + arrived.get(hex_, 0) + moving <= position.setting.tables.stack

    def is_vacant(self, hex_: int) -> bool:
        """Whether a hex counts as vacant: no friendly unit stays in it, or it is a City hex (9.64)."""
        staying = [u for u in self.position.units_of(self.side, hex_) if u not in self.leaving]
        return not staying or _is_city(self.position, hex_)


def find_retreats(
    position: Position,
    unit_ids: Sequence[str],
    from_hexes: Sequence[int],
    hexes: int,
    leaving: Collection[str] = (),
    arrived: Room | None = None,
) -> list[Path]:
    """All legal retreats (9.61-9.64) of units that stand in one hex and keep together, sorted by printed numbers.

    A path is the ``hexes`` hexes entered. ``from_hexes`` are the original hexes of the opponents, ``leaving`` all units
    that retreat from the same combat, ``arrived`` how many of them are already in which hex.
    """
    side, start = position.side_of(unit_ids[0]), position.hex_of(unit_ids[0])
    ground = Ground(position, side, frozenset(leaving) | frozenset(unit_ids))
    moving = sum(position.setting.is_combat_unit(unit_id) for unit_id in unit_ids)
    paths: list[Path] = [()]
    for _ in range(hexes):
        paths = [(*path, hex_) for path in paths for hex_ in _next_hexes(ground, start, path, arrived or {}, moving)]
    legal = [path for path in paths if leads_away(position, (start, *path), from_hexes, hexes)]
    return sorted(_prefer_vacant(ground, legal), key=lambda path: numbers_of(position, path))


def can_all_retreat(position: Position, party: Party, hexes: int) -> bool:
    """Whether every combat unit of a party can retreat that far, stacking counted together (9.56); for HQs alone,
    whether one of them can."""
    units = party.combat_units(position)
    if units:
        return _Together(position, party, hexes).can_follow(0, {})
    return any(find_retreats(position, [hq], party.opposing, hexes) for hq in party.headquarters(position))


def retreat(
    table: Table, positions: Positions, party: Party, hexes: int, marks_arrival: bool
) -> Generator[Step, Any, list[Path]]:
    """All units of a party retreat, each along a legal path of its owner's choice (9.62); returns each unit's way, the
    hex it left first. ``marks_arrival``: who ends in a friendly hex is marked for 9.65. HQs go with their stack
    (10.13); one that cannot go stays where it is."""
    position = positions.of(table.game)
    together = _Together(position, party, hexes)
    arrived: dict[int, int] = {}
    ways: list[Path] = []
    gone: dict[int, list[Path]] = {}
    for index, unit_id in enumerate(together.units):
        path = yield from _choose_path(position, party, unit_id, together.open_paths(index, arrived))
        arrived[path[-1]] = arrived.get(path[-1], 0) + 1
        gone.setdefault(party.hexes[unit_id], []).append(path)
        ways.append((party.hexes[unit_id], *path))
        yield from events_of_going(positions.of(table.game), unit_id, path, "retreat", ("9.61", "9.63", "9.64"))
        if marks_arrival and not together.is_free_of_friends(path[-1]):
            yield Event("marked", unit_id, {"marker": RETREATED_IN}, ("9.65",))
    for hq in party.headquarters(position):
        start = party.hexes[hq]
        paths = sorted(set(gone.get(start, ()))) or find_retreats(
            position, [hq], party.opposing, hexes, together.leaving
        )
        if paths:
            path = yield from _choose_path(position, party, hq, paths)
            ways.append((start, *path))
            yield from events_of_going(positions.of(table.game), hq, path, "retreat", ("9.62", "10.13", "10.14"))
    return ways


class _Together:
    """The retreat of all combat units of a party, one after the other, so that the last ones still find room."""

    def __init__(self, position: Position, party: Party, hexes: int) -> None:
        self.position = position
        self.party = party
        self.hexes = hexes
        self.units = party.combat_units(position)
        self.leaving = frozenset(self.units) | frozenset(party.headquarters(position))
        self._known: dict[tuple[int, tuple[tuple[int, int], ...]], bool] = {}

    def open_paths(self, index: int, arrived: Room) -> list[Path]:
        """The legal paths of the unit at ``index`` after which all later ones can still retreat."""
        return [p for p in self._paths(index, arrived) if self.can_follow(index + 1, _with_one(arrived, p[-1]))]

    def can_follow(self, index: int, arrived: Room) -> bool:
        """Whether the units from ``index`` on can all retreat."""
        if index == len(self.units):
            return True
        key = (index, tuple(sorted(arrived.items())))
        if key not in self._known:
            ends = sorted({path[-1] for path in self._paths(index, arrived)})
            self._known[key] = any(self.can_follow(index + 1, _with_one(arrived, end)) for end in ends)
        return self._known[key]

    def is_free_of_friends(self, hex_: int) -> bool:
        """Whether no friendly unit outside this retreat is in a hex."""
        return all(unit_id in self.leaving for unit_id in self.position.units_of(self.party.side, hex_))

    def _paths(self, index: int, arrived: Room) -> list[Path]:
        unit_id = self.units[index]
        return find_retreats(self.position, [unit_id], self.party.opposing, self.hexes, self.leaving, arrived)


def _with_one(arrived: Room, hex_: int) -> Room:
    return {**arrived, hex_: arrived.get(hex_, 0) + 1}


def _choose_path(position: Position, party: Party, unit_id: str, paths: Sequence[Path]) -> Generator[Step, Any, Path]:
    options = [
        Option(numbers_of(position, path), "retreat to " + ", ".join(numbers_of(position, path))) for path in paths
    ]
    start = position.number(party.hexes[unit_id])
    about = f"{unit_id} retreats from {start}"
    choice = ask(party, "retreat_path", unit_id, about, options, ("9.62", "9.63", "9.64"), unit=unit_id, hex=start)
    value = yield from choose(choice)
    return tuple(position.grid.hex(number) for number in value)


def _next_hexes(ground: Ground, start: int, path: Path, arrived: Room, moving: int) -> Iterable[int]:
    here = path[-1] if path else start
    for hex_ in ground.position.grid.adjacent[here]:
        if hex_ == start or hex_ in path or ground.position.setting.is_barred(here, hex_):
            continue
        if ground.is_open(hex_, arrived, moving):
            yield hex_


def leads_away(position: Position, way: Path, from_hexes: Sequence[int], hexes: int) -> bool:
    """Whether a way, its start first, takes a unit away from the opponents by so many hexes (9.63)."""
    metric = position.setting.options["retreat_metric"]
    distance, start, end = position.grid.distance, way[0], way[-1]
    if metric == "none":
        return True
    if metric == "origin":
        return distance(start, end) == hexes
    grown = [distance(end, h) - (distance(start, h) if metric == "plus" else 0) >= hexes for h in from_hexes]
    return all(grown) if position.setting.options["retreat_from"] == "all" else any(grown)


def _prefer_vacant(ground: Ground, paths: list[Path]) -> list[Path]:
    """Of the legal paths those that 9.64 leaves: into vacant hexes if possible."""
    occupied = {path: [not ground.is_vacant(hex_) for hex_ in path] for path in paths}
    manner = ground.position.setting.options["retreat_vacancy"]
    if manner == "step":
        kept = paths
        for place in range(max(map(len, paths), default=0)):
            free = {path[:place] for path in kept if not occupied[path][place]}
            kept = [path for path in kept if path[:place] not in free or not occupied[path][place]]
        return kept
    fewest = min((sum(found) for found in occupied.values()), default=0)
    if manner == "path" and fewest:
        return paths
    return [path for path in paths if sum(occupied[path]) == fewest]


def _is_city(position: Position, hex_: int) -> bool:
    setting = position.setting
    if hex_ in setting.garrisons:
        return True
    minor = setting.options.is_on("city_includes_minor")
    return minor and any(place.hex == hex_ and place.grade == "minor_city" for place in setting.map.places)
