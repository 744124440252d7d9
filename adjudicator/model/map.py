"""A map: hexes with terrain, hexsides with rivers, road and rail networks, places, lines and areas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.model.hexes import Grid, Hexside


@dataclass(frozen=True)
class Feature:
    """Something that lies on hexsides: ``kind`` (river), ``name``, ``grade`` (major, minor)."""

    kind: str
    name: str
    grade: str = ""
    optional: bool = False


@dataclass(frozen=True)
class Line:
    """One road or railroad: its hexes in order, and the edges of the map over which it leaves."""

    id: str
    name: str
    hexes: tuple[int, ...]
    exits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Network:
    """All lines of one kind: the hexes they touch and the hexsides they cross."""

    kind: str
    lines: tuple[Line, ...]
    hexes: frozenset[int]
    links: frozenset[Hexside]


@dataclass(frozen=True)
class Place:
    """A named town in a hex; ``grade`` is major_city, minor_city or village."""

    name: str
    hex: int
    grade: str


@dataclass(frozen=True)
class City:
    """A city of one or several hexes, each with the garrison strength printed in it."""

    name: str
    garrisons: Mapping[int, int]


@dataclass(frozen=True)
class Front:
    """A line between two sides: pairs (hex of the first side, hex of the second), and named points as positions
    in the chain of pairs."""

    sides: tuple[str, str]
    pairs: tuple[tuple[int, int], ...]
    points: Mapping[str, int]


@dataclass(frozen=True)
class GameMap:
    """A whole map. ``terrain`` is a word per hex index; ``features`` what lies on each hexside that carries any;
    ``levels`` the height of the ground per hex index in steps, 0 the lowest, and empty where all of it is level."""

    name: str
    title: str
    grid: Grid
    terrain: tuple[str, ...]
    features: Mapping[Hexside, tuple[Feature, ...]]
    networks: Mapping[str, Network]
    places: tuple[Place, ...]
    cities: tuple[City, ...]
    fronts: Mapping[str, Front]
    areas: Mapping[str, frozenset[int]]
    crossings: Mapping[str, frozenset[Hexside]]
    entries: tuple[int, ...]
    levels: tuple[int, ...] = ()

    def name_of(self, hex_: int) -> str:
        """Name of the place in a hex, or the empty string."""
        return next((place.name for place in self.places if place.hex == hex_), "")
