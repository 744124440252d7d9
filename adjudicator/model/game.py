"""A game position: immutable; ``engine.apply`` makes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adjudicator.model.map import GameMap
from adjudicator.model.units import Counter, Unit

ELIMINATED = "eliminated"


@dataclass(frozen=True)
class Game:
    """One position of one game.

    ``turn`` counts from 1; ``phase`` is the name of the phase that is open, or empty between phases; ``done`` the last
    phase that ended. ``pools`` hold counted things (``untried/guns`` -> face -> count, ``air`` -> side -> points).
    ``hex_marks`` are words per hex (``garrison_lost``); ``flags`` words per name; ``score`` points
    per side. ``map`` and ``counters`` never change during a game and are not compared.
    """

    id: str
    scenario: str
    turn: int
    phase: str
    done: str
    units: Mapping[str, Unit]
    map: GameMap = field(compare=False, repr=False)
    counters: Mapping[str, Counter] = field(compare=False, repr=False)
    pools: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    hex_marks: Mapping[int, frozenset[str]] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    score: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def stacks(self) -> Mapping[int, tuple[str, ...]]:
        """Ids of the units in each occupied hex, in the order of the counter sheet."""
        found: dict[int, list[str]] = {}
        for unit in self.units.values():
            if unit.hex is not None:
                found.setdefault(unit.hex, []).append(unit.id)
        return {hex_: tuple(ids) for hex_, ids in sorted(found.items())}

    def units_in(self, hex_: int) -> tuple[str, ...]:
        """Ids of the units in a hex, of whichever side."""
        return self.stacks.get(hex_, ())

    def side_of(self, unit_id: str) -> str:
        """The side a unit belongs to."""
        return self.counters[unit_id].side

    def has_mark(self, hex_: int, mark: str) -> bool:
        """Whether a hex bears a mark."""
        return mark in self.hex_marks.get(hex_, frozenset())
