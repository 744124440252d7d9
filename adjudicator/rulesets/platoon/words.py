"""The words that positions of Platoon Commander are written in, for those who read them from a file."""

from __future__ import annotations

from adjudicator.engine.sequence import Words
from adjudicator.rulesets.platoon.flanking import ENTRIES
from adjudicator.rulesets.platoon.position import (
    ABOARD,
    DISRUPTED,
    DUG_IN,
    FIRED,
    FIRST_MOVER,
    FLANKED,
    HELD_BY,
    INITIATIVE,
    MINEFIELD,
    MOVED,
    SECOND_MOVER,
    WIRE,
    WRECK,
)
from adjudicator.rulesets.platoon.setting import Setting


def words_of(setting: Setting) -> Words:
    """The words of a game."""
    return Words(
        markers=frozenset({FIRED, MOVED, DISRUPTED, FLANKED, *ENTRIES}),
        marks=frozenset({WRECK, DUG_IN, WIRE, MINEFIELD, *ENTRIES, *(HELD_BY + side for side in setting.sides)}),
        flags=frozenset({INITIATIVE, FIRST_MOVER, SECOND_MOVER}),
        pools={},
        steps=2,
        boxes=frozenset(ABOARD + unit_id for unit_id in setting.counters),
    )
