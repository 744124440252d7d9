"""The printed map: numbers, neighbours, terrain, rivers, roads (1.0, 3.1, 6.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from adjudicator.model.map import GameMap

ROWS = 39
COLUMNS = 40
Side = frozenset[str]


def all_hexes() -> list[str]:
    """Every printed number, row by row."""
    return [f"{row:02}{column:02}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]


def row_of(number: str) -> int:
    return int(number[:2])


def column_of(number: str) -> int:
    return int(number[2:])


@cache
def neighbours(number: str) -> tuple[str, ...]:
    """The hexes around a hex. Columns count from the east, so one column less is one hex east; odd rows lie half a hex
    farther east than even ones."""
    row, column = row_of(number), column_of(number)
    eastern, western = (column - 1, column) if row % 2 else (column, column + 1)
    around = [
        (row - 1, eastern),
        (row - 1, western),
        (row, column - 1),
        (row, column + 1),
        (row + 1, eastern),
        (row + 1, western),
    ]
    return tuple(f"{r:02}{c:02}" for r, c in around if 1 <= r <= ROWS and 1 <= c <= COLUMNS)


def distance(first: str, second: str) -> int:
    """Steps between two hexes over the open grid: go diagonally through the rows, then along the row."""
    row, goal = row_of(first), row_of(second)
    low = high = column_of(first)
    steps = 0
    while row != goal:
        # The two columns that a diagonal step can reach from a column differ with the row one starts in.
        low, high = (low - 1, high) if row % 2 else (low, high + 1)
        row += 1 if goal > row else -1
        steps += 1
    column = column_of(second)
    return steps + max(0, low - column, column - high)


@dataclass
class Land:
    """The map by printed numbers. ``rivers`` maps a hexside to the names and grades of its rivers; ``dry`` are per hex
    the neighbours with no Major River between, ``wet`` the others; ``closed`` are the steps over the Dnieper where no
    road crosses it. ``costs`` keeps what steps cost under one reading."""

    terrain: dict[str, str]
    rivers: dict[Side, set[tuple[str, str]]]
    roads: set[Side]
    road_hexes: set[str]
    garrisons: dict[str, int]
    minor_cities: set[str]
    bridges: set[Side]
    entries: set[str]
    soviet_side: set[str]
    banks: dict[str, dict[str, int]] = field(default_factory=dict)
    closed: set[tuple[str, str]] = field(init=False)
    dry: dict[str, list[str]] = field(init=False)
    wet: dict[str, list[str]] = field(init=False)
    costs: dict[tuple[str, ...], dict[tuple[str, str], int | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.closed = set()
        self.dry, self.wet = {}, {}
        for a in all_hexes():
            self.wet[a] = [b for b in neighbours(a) if "major" in self.grades(a, b)]
            self.dry[a] = [b for b in neighbours(a) if b not in self.wet[a]]
            self.closed |= {(a, b) for b in self.wet[a] if self._is_closed(a, b)}

    def names(self, a: str, b: str) -> set[str]:
        """Names of the rivers between two adjacent hexes."""
        return {name for name, _ in self.rivers.get(frozenset((a, b)), ())}

    def grades(self, a: str, b: str) -> set[str]:
        """Grades (major, minor) of the rivers between two adjacent hexes."""
        return {grade for _, grade in self.rivers.get(frozenset((a, b)), ())}

    def is_closed(self, a: str, b: str) -> bool:
        """Whether the Dnieper lies between two adjacent hexes and no road crosses it there (6.3)."""
        return (a, b) in self.closed

    def _is_closed(self, a: str, b: str) -> bool:
        return "Dnieper" in self.names(a, b) and frozenset((a, b)) not in self.bridges

    def touches(self, number: str, river: str) -> bool:
        """Whether a hex has a hexside of a river."""
        return any(river in self.names(number, other) for other in neighbours(number))

    def bank(self, number: str, river: str) -> int:
        """Which bank of a river a hex lies on: hexes that can be reached from each other without crossing it share a
        number; the bank of hex 0101 is 0."""
        if river not in self.banks:
            self.banks[river] = self._flood(river)
        return self.banks[river][number]

    def _flood(self, river: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for start in all_hexes():
            if start in found:
                continue
            bank = len(set(found.values()))
            waiting = [start]
            while waiting:
                number = waiting.pop()
                if number not in found:
                    found[number] = bank
                    waiting += [n for n in neighbours(number) if river not in self.names(number, n)]
        return found


def read_land(game_map: GameMap, with_optional_rivers: bool) -> Land:
    """The map as text."""
    say = game_map.grid.number
    rivers: dict[Side, set[tuple[str, str]]] = {}
    for (a, b), features in game_map.features.items():
        lying = {(f.name, f.grade) for f in features if f.kind == "river" and (with_optional_rivers or not f.optional)}
        if lying:
            rivers[frozenset((say(a), say(b)))] = lying
    roads: set[Side] = set()
    road_hexes: set[str] = set()
    for line in game_map.networks["road"].lines:
        numbers = [say(hex_) for hex_ in line.hexes]
        road_hexes |= set(numbers)
        roads |= {frozenset(pair) for pair in pairwise(numbers)}
    return Land(
        terrain={number: game_map.terrain[index] for index, number in enumerate(game_map.grid.numbers)},
        rivers=rivers,
        roads=roads,
        road_hexes=road_hexes,
        garrisons={say(hex_): strength for city in game_map.cities for hex_, strength in city.garrisons.items()},
        minor_cities={say(place.hex) for place in game_map.places if place.grade == "minor_city"},
        bridges={frozenset((say(a), say(b))) for a, b in game_map.crossings["dnieper"]},
        entries={say(hex_) for hex_ in game_map.entries},
        soviet_side={say(hex_) for hex_ in game_map.areas["soviet_side"]},
    )
