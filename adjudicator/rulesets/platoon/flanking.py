"""Flanking fire: where shots have entered a hex in this Fire Phase, and which hexsides and spines adjoin (4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.threads import CLOCK, entry_of
from adjudicator.model.events import Event
from adjudicator.rulesets.platoon.position import FLANKED, Position

_HEXSIDES = ("NE", "SE", "S", "SW", "NW", "N")
ENTRIES = tuple(
    f"shot_from_{_HEXSIDES[place // 2]}" + ("" if place % 2 == 0 else f"_{_HEXSIDES[(place // 2 + 1) % 6]}")
    for place in range(CLOCK)
)
"""The word for each place of entry on the clock of ``engine.threads.entry_of``: a hexside, or the spine between two. It
stands on a unit, or by option on a hex, until the Fire Phase ends."""


def are_adjacent(a: int, b: int, reading: str) -> bool:
    """Whether two places of entry are next to each other or the same, by a value of ``flank_adjacency`` (4.5).

    ``clock``: at most two twelfths apart; ``touching``: they share a point; ``spine_is_both_sides``: a spine counts as
    both the hexsides that it parts.
    """
    if reading == "spine_is_both_sides":
        return any(_apart(one, other) <= 2 for one in _sides_of(a) for other in _sides_of(b))
    is_side = a % 2 == 0
    return _apart(a, b) <= (2 if reading == "clock" or is_side else 1)


def _apart(a: int, b: int) -> int:
    return min((a - b) % CLOCK, (b - a) % CLOCK)


def _sides_of(place: int) -> tuple[int, ...]:
    return (place,) if place % 2 == 0 else ((place - 1) % CLOCK, (place + 1) % CLOCK)


def find_flanked(position: Position, firer: int, target: int, units: Sequence[str]) -> tuple[str, ...]:
    """Those of the units that fire from one hex at another finds flanked: they were before, or are by this shot."""
    entry = entry_of(position.grid, firer, target)
    reading = position.setting.options["flank_adjacency"]

    def is_flanked(unit_id: str) -> bool:
        before = _entries(position, target, unit_id)
        return position.unit(unit_id).has(FLANKED) or any(not are_adjacent(entry, other, reading) for other in before)

    return tuple(unit_id for unit_id in units if is_flanked(unit_id))


def _entries(position: Position, target: int, unit_id: str) -> list[int]:
    is_of_hex = position.setting.options["flank_track"] == "hex"
    words = position.game.hex_marks.get(target, frozenset()) if is_of_hex else position.unit(unit_id).markers
    return [place for place, word in enumerate(ENTRIES) if word in words]


def events_of_shot(position: Position, firer: int, target: int, units: Sequence[str]) -> Iterator[Event]:
    """Who is flanked by a shot, and where it came from, for the shots that follow (4.5). By ``flank_compare`` only the
    first shot is remembered, or all are."""
    for unit_id in find_flanked(position, firer, target, units):
        if not position.unit(unit_id).has(FLANKED):
            yield Event("marked", unit_id, {"marker": FLANKED}, ("4.5",))
    word = ENTRIES[entry_of(position.grid, firer, target)]
    keeps_all = position.setting.options["flank_compare"] == "any_previous"
    if position.setting.options["flank_track"] == "hex":
        if keeps_all or not _entries(position, target, ""):
            yield Event("hex_marked", position.number(target), {"mark": word}, ("4.5",))
        return
    for unit_id in units:
        if keeps_all or not _entries(position, target, unit_id):
            yield Event("marked", unit_id, {"marker": word}, ("4.5",))
