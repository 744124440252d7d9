"""From a map file's data to a map."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from adjudicator.model.hexes import Grid, Hexside, hexside
from adjudicator.model.map import City, Feature, Front, GameMap, Line, Network, Place


def build_map(data: Mapping[str, Any]) -> GameMap:
    """The map of a map file's data (scalars as text). Raises ValueError naming the entry for a hex that the grid lacks,
    a hexside between hexes that do not touch, or a road that jumps."""
    grid = _build_grid(data["grid"])
    reader = _Reader(grid)
    return GameMap(
        name=data["map"],
        title=data["title"],
        grid=grid,
        terrain=reader.terrain(data["terrain"]),
        features=reader.features(data.get("hexsides", [])),
        networks=reader.networks(data.get("networks", [])),
        places=tuple(Place(p["name"], reader.hex(p["hex"], p["name"]), p["class"]) for p in data.get("places", [])),
        cities=tuple(reader.city(city) for city in data.get("cities", [])),
        fronts={name: reader.front(name, front) for name, front in data.get("lines", {}).items()},
        areas={name: reader.area(name, area) for name, area in data.get("areas", {}).items()},
        crossings={name: frozenset(reader.sides(sides, name)) for name, sides in data.get("crossings", {}).items()},
        levels=reader.levels(data.get("levels", [])),
        entries=tuple(reader.hex(entry["hex"], "supply_entries") for entry in data.get("supply_entries", [])),
    )


def _build_grid(data: Mapping[str, Any]) -> Grid:
    return Grid(
        data["orientation"],
        int(data["rows"]),
        int(data["columns"]),
        data["numbering"],
        data["rows_from"],
        data["columns_from"],
        data["shifted"],
        frozenset(data.get("missing", ())),
    )


class _Reader:
    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def hex(self, number: str, what: str) -> int:
        hex_ = self.grid.find(number)
        if hex_ is None:
            raise ValueError(f"{what}: there is no hex {number} on this grid")
        return hex_

    def side(self, text: str, what: str) -> Hexside:
        first, _, second = text.partition("/")
        a, b = self.hex(first, what), self.hex(second, what)
        if not self.grid.is_adjacent(a, b):
            raise ValueError(f"{what}: {text} is not a hexside, its hexes do not touch")
        return hexside(a, b)

    def sides(self, texts: list[str], what: str) -> list[Hexside]:
        return [self.side(text, what) for text in texts]

    def terrain(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        words = [data["default"]] * self.grid.size
        for word, numbers in data.items():
            if word != "default":
                # A list of hexes, or with the source of just these: hexes and source.
                for number in numbers["hexes"] if isinstance(numbers, Mapping) else numbers:
                    words[self.hex(number, word)] = word
        return tuple(words)

    def levels(self, data: list[Any]) -> tuple[int, ...]:
        found = [0] * self.grid.size if data else []
        for entry in data:
            for number in entry["hexes"]:
                hex_ = self.hex(number, f"level {entry['level']}")
                if found[hex_]:
                    raise ValueError(f"level {entry['level']}: hex {number} has a level already")
                found[hex_] = int(entry["level"])
        return tuple(found)

    def features(self, data: list[Any]) -> dict[Hexside, tuple[Feature, ...]]:
        found: dict[Hexside, list[Feature]] = {}
        for entry in data:
            optional = entry.get("optional", "false") == "true"
            feature = Feature(entry["kind"], entry["name"], entry.get("class", ""), optional)
            for side in self.sides(entry["hexsides"], entry["name"]):
                lying = found.setdefault(side, [])
                if feature not in lying:
                    lying.append(feature)
        return {side: tuple(features) for side, features in sorted(found.items())}

    def networks(self, data: list[Any]) -> dict[str, Network]:
        lines: dict[str, list[Line]] = {}
        for entry in data:
            hexes = tuple(self.hex(number, entry["id"]) for number in entry["hexes"])
            exits = {edge: self.hex(number, entry["id"]) for edge, number in entry.get("exits", {}).items()}
            for a, b in pairwise(hexes):
                if not self.grid.is_adjacent(a, b):
                    raise ValueError(f"{entry['id']}: {self.grid.number(a)} and {self.grid.number(b)} do not touch")
            lines.setdefault(entry["kind"], []).append(Line(entry["id"], entry["name"], hexes, exits))
        return {kind: _network(kind, tuple(found)) for kind, found in lines.items()}

    def city(self, data: Mapping[str, Any]) -> City:
        return City(
            data["name"],
            {self.hex(number, data["name"]): int(entry["garrison"]) for number, entry in data["hexes"].items()},
        )

    def front(self, name: str, data: Mapping[str, Any]) -> Front:
        pairs = []
        for text in data["pairs"]:
            self.side(text, name)
            first, _, second = text.partition("/")
            pairs.append((self.grid.hex(first), self.grid.hex(second)))
        first_side, second_side = data["sides"]
        points = {point: int(index) for point, index in data["points"].items()}
        return Front((first_side, second_side), tuple(pairs), points)

    def area(self, name: str, data: Mapping[str, Any]) -> frozenset[int]:
        if "rows_from" in data:
            first = int(data["rows_from"])
            return frozenset(hex_ for hex_ in self.grid.hexes if self.grid.printed_row(hex_) >= first)
        if "hexes" in data:
            return frozenset(self.hex(number, name) for number in data["hexes"])
        inside: dict[int, list[tuple[int, int]]] = {}
        for row, spans in data["rows"].items():
            ends = [span.partition("-") for span in spans]
            inside[int(row)] = [(int(first), int(last or first)) for first, _, last in ends]
        return frozenset(
            hex_
            for hex_ in self.grid.hexes
            if any(
                first <= self.grid.printed_column(hex_) <= last
                for first, last in inside.get(self.grid.printed_row(hex_), [])
            )
        )


def _network(kind: str, lines: tuple[Line, ...]) -> Network:
    hexes = frozenset(hex_ for line in lines for hex_ in line.hexes)
    links = frozenset(hexside(a, b) for line in lines for a, b in pairwise(line.hexes))
    return Network(kind, lines, hexes, links)
