"""Counters (what is printed) and units (where a counter is and what has become of it)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Counter:
    """The printed matter of one unit.

    ``faces`` are the printed values per step, the full-strength face first (attack, defence); empty for a
    unit whose strength is drawn or that has none. ``numbers`` are further printed figures by name (radius,
    move_inactive), ``words`` printed words (the colour of a range), ``traits`` what else the rules know it
    by; ``division`` is the parent formation's id, ``size`` the word of its size symbol (``division``,
    ``regiment``); ``pool`` the pool an untried unit is drawn from.
    """

    id: str
    name: str
    side: str
    kind: str
    nation: str = ""
    move: int = 0
    faces: tuple[tuple[int, ...], ...] = ()
    division: str = ""
    size: str = ""
    pool: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit in play.

    ``hex`` is an index, or None when the unit is off the map; then ``box`` says where (``eliminated``,
    ``reserve/28a``, ``turn/5``). ``steps`` counts what is left; ``face`` is the strength that shows where the
    counter alone does not tell it (``4-6``): drawn for a unit that was once untried, empty until then, or chosen
    when a counter with two faces is placed. ``markers`` are words such as ``disrupted``.
    """

    id: str
    hex: int | None = None
    box: str = ""
    steps: int = 1
    face: str = ""
    markers: frozenset[str] = frozenset()

    def at(self, hex_: int) -> Unit:
        """The unit in a hex of the map."""
        return replace(self, hex=hex_, box="")

    def in_box(self, box: str) -> Unit:
        """The unit off the map."""
        return replace(self, hex=None, box=box)

    def has(self, marker: str) -> bool:
        """Whether the unit bears a marker."""
        return marker in self.markers
