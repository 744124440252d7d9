"""What never changes during a game of Platoon Commander: map, ground, sight, counters, tables, options, morale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from adjudicator.model.map import GameMap
from adjudicator.model.units import Counter
from adjudicator.rulesets.options import Options
from adjudicator.rulesets.platoon.ground import Ground
from adjudicator.rulesets.platoon.sight import SightTable, find_sight, sight_table
from adjudicator.rulesets.platoon.tables import Tables

LEG = "leg"
AFV = "afv"
AP, HE, ASSAULT = 0, 1, 2
"""Places of the firepowers and of the Close Assault Factor on the face of a counter (1.2)."""


@dataclass(frozen=True)
class Arrival:
    """Where reinforcements come on from their turn on: over the ``edge``, into one of ``hexes``."""

    turn: int
    edge: str
    hexes: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Setting:
    """The fixed part of a game.

    ``map`` is staggered as the option says (10.0); ``sides`` are in the order of the scenario, two of them; ``morale``
    is per side (2.3); ``first_initiative`` the side that has it on the first turn, empty when it is rolled for (2.1);
    ``arrivals`` per reinforcement; ``ridden`` the units that may carry tank riders (5.1.5); ``objective`` the side that
    must control all of ``objective_hexes``.
    """

    map: GameMap
    ground: Ground
    counters: Mapping[str, Counter]
    tables: Tables
    options: Options
    sides: tuple[str, ...]
    morale: Mapping[str, int]
    first_initiative: str
    arrivals: Mapping[str, Arrival]
    ridden: frozenset[str]
    objective: str
    objective_hexes: tuple[int, ...]
    last_turn: int

    def enemy_of(self, side: str) -> str:
        """The other side."""
        return self.sides[1 - self.sides.index(side)]

    @cached_property
    def sight(self) -> SightTable:
        """All lines of sight of the map (6.0), made at the first asking."""
        return sight_table(self.ground)

    def sees(self, a: int, b: int) -> bool:
        """Whether a unit in one hex sees another hex (6.0): found pair by pair, since few orders ask for many."""
        if (a, b) not in self._seen:
            self._seen[a, b] = find_sight(self.ground, a, b).is_clear
        return self._seen[a, b]

    @cached_property
    def _seen(self) -> dict[tuple[int, int], bool]:
        return {}

    @cached_property
    def units_of_side(self) -> Mapping[str, tuple[str, ...]]:
        """Per side the ids of its counters, in counter-sheet order."""
        return {side: tuple(c.id for c in self.counters.values() if c.side == side) for side in self.sides}

    def class_of(self, unit_id: str) -> str:
        """``leg`` or ``afv``; trucks and horse teams are vehicles (1.4)."""
        return self.counters[unit_id].kind

    def is_leg(self, unit_id: str) -> bool:
        """Whether a unit is a Leg unit (1.4)."""
        return self.counters[unit_id].kind == LEG

    def is_soft(self, unit_id: str) -> bool:
        """Whether a unit is a truck or a horse team (1.4)."""
        return "soft" in self.counters[unit_id].traits

    def is_transport(self, unit_id: str) -> bool:
        """Whether a circle lets the unit carry a Leg unit (5.1)."""
        return "transport" in self.counters[unit_id].traits

    def is_mortar(self, unit_id: str) -> bool:
        """Whether a unit is a mortar (8.1.1)."""
        return "mortar" in self.counters[unit_id].traits
