"""Flanking fire: where shots have entered a hex in this Fire Phase, and which hexsides and spines adjoin (4.5)."""

from __future__ import annotations

from adjudicator.engine.threads import CLOCK

_HEXSIDES = ("NE", "SE", "S", "SW", "NW", "N")
ENTRIES = tuple(
    f"shot_from_{_HEXSIDES[place // 2]}"
    + ("" if place % 2 == 0 else f"_{_HEXSIDES[(place // 2 + 1) % len(_HEXSIDES)]}")
    for place in range(CLOCK)
)
"""The word for each place of entry on the clock of ``engine.threads.entry_of``: a hexside, or the spine between two. It
stands on a unit, or by option on a hex, until the Fire Phase ends."""
