"""What never changes during a game of Kharkov: map, counters, tables, options, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from adjudicator.model.hexes import Hexside, hexside
from adjudicator.model.map import Feature, GameMap, Line
from adjudicator.model.units import Counter
from adjudicator.rulesets.kharkov.tables import Tables
from adjudicator.rulesets.options import Options

SOVIET = "soviet"
AXIS = "axis"
SIDES = (SOVIET, AXIS)
ARMORED = frozenset({"tank", "panzer", "panzergrenadier"})
Class = Literal["foot", "other", "hq"]


def enemy_of(side: str) -> str:
    """The other side."""
    return AXIS if side == SOVIET else SOVIET


def is_regiment(counter: Counter) -> bool:
    """Whether a counter is one of the German Regimental Breakdown Units (15.1)."""
    return counter.kind == "infantry" and counter.size == "regiment"


@dataclass(frozen=True)
class Arrival:
    """Where a reinforcement enters the map (16.1, 16.2): on an ``edge``, where told ``west_of`` a hex of that edge;
    ``case`` says so."""

    edge: str
    west_of: int | None
    case: str


@dataclass(frozen=True, eq=False)
class Setting:
    """The fixed part of a game. ``air`` maps side to Air Points per Game-Turn (13.0); ``activations`` maps a Game-Turn
    to the HQs activated at its start (10.32-10.34); ``last_turn`` is the number of Game-Turns; ``cut_off_roads`` are
    the roads of 17.23; ``groups`` are the lists of 5.2 and 5.3, scalars as text, and ``places`` where the scenario puts
    each unit: a hex number or a box."""

    map: GameMap
    counters: Mapping[str, Counter]
    tables: Tables
    options: Options
    air: Mapping[str, tuple[int, ...]]
    activations: Mapping[int, tuple[str, ...]]
    arrivals: Mapping[str, Arrival]
    last_turn: int
    cut_off_roads: tuple[Line, ...]
    groups: tuple[Mapping[str, Any], ...]
    places: Mapping[str, str]

    @cached_property
    def rivers(self) -> Mapping[Hexside, tuple[Feature, ...]]:
        """The rivers on each hexside; optional ones only when the option ``optional_rivers`` is on."""
        keep = self.options.is_on("optional_rivers")
        found = {
            side: tuple(f for f in features if f.kind == "river" and (keep or not f.optional))
            for side, features in self.map.features.items()
        }
        return {side: features for side, features in found.items() if features}

    def rivers_between(self, a: int, b: int) -> tuple[Feature, ...]:
        """The rivers on the hexside between two adjacent hexes."""
        return self.rivers.get(hexside(a, b), ())

    def has_major_river(self, a: int, b: int) -> bool:
        """Whether the Donets or the Dnieper lies between two adjacent hexes (6.3)."""
        return any(river.grade == "major" for river in self.rivers_between(a, b))

    def has_minor_river(self, a: int, b: int) -> bool:
        """Whether a Minor River lies between two adjacent hexes (6.3); beside a major one only by ``double_river``."""
        grades = {river.grade for river in self.rivers_between(a, b)}
        return "minor" in grades and ("major" not in grades or self.options["double_river"] == "sum")

    def is_barred(self, a: int, b: int) -> bool:
        """Whether the hexside is one of the Dnieper without a road, across which nobody moves or attacks (6.3)."""
        return hexside(a, b) in self.barred

    @cached_property
    def barred(self) -> frozenset[Hexside]:
        """Hexsides of the Dnieper that no road crosses (6.3)."""
        dnieper = {side for side, rivers in self.rivers.items() if any(river.name == "Dnieper" for river in rivers)}
        return frozenset(dnieper - self.map.crossings["dnieper"])

    @cached_property
    def roads(self) -> frozenset[Hexside]:
        """Hexsides that a road crosses."""
        return self.map.networks["road"].links

    @cached_property
    def road_hexes(self) -> frozenset[int]:
        """Hexes with a road."""
        return self.map.networks["road"].hexes

    @cached_property
    def garrisons(self) -> Mapping[int, int]:
        """Garrison strength printed in each Major City hex (15.31)."""
        return {hex_: strength for city in self.map.cities for hex_, strength in sorted(city.garrisons.items())}

    @cached_property
    def soviet_side(self) -> frozenset[int]:
        """Hexes on the Soviet side of the front line of 12 May 1942."""
        return self.map.areas["soviet_side"]

    @cached_property
    def south(self) -> frozenset[int]:
        """Hexes south of the North-South Sector Line (6.51)."""
        return self.map.areas["south"]

    @cached_property
    def units_of_side(self) -> Mapping[str, tuple[str, ...]]:
        """Per side the ids of its counters, in counter-sheet order."""
        return {side: tuple(c.id for c in self.counters.values() if c.side == side) for side in SIDES}

    def is_mechanized(self, unit_id: str) -> bool:
        """Whether a unit may move in the Mechanized Movement Phase (6.0)."""
        return self.counters[unit_id].kind in ("panzer", "panzergrenadier")

    def is_armored(self, unit_id: str) -> bool:
        """Whether a unit counts as armor (9.9)."""
        return self.counters[unit_id].kind in ARMORED

    def is_hq(self, unit_id: str) -> bool:
        """Whether a unit is a headquarters (10.0)."""
        return self.counters[unit_id].kind == "hq"

    def is_combat_unit(self, unit_id: str) -> bool:
        """Whether a unit exerts a ZOC and counts for stacking: all but HQs; reserve counters by option (6.72)."""
        kind = self.counters[unit_id].kind
        return kind != "hq" and (kind != "reserve" or self.options.is_on("reserve_is_combat_unit"))

    def is_regiment(self, unit_id: str) -> bool:
        """Whether a unit is one of the German Regimental Breakdown Units (15.1)."""
        return is_regiment(self.counters[unit_id])

    def class_of(self, unit_id: str) -> Class:
        """The movement class of a unit: ``foot``, ``other`` or ``hq`` (6.3, 10.12; cavalry by option)."""
        kind = self.counters[unit_id].kind
        if kind == "hq":
            return "hq"
        if kind in ARMORED:
            return "other"
        if kind == "cavalry":
            by_option: Mapping[str, Class] = {"all_others": "other", "infantry": "foot", "infantry_road": "hq"}
            return by_option[self.options["cavalry"]]
        return "foot"
