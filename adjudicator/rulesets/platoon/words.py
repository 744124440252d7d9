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

MOVERS = ("turn/order", "turn/housekeeping")
"""The phases between which it is known who moves first and second."""


def words_of(setting: Setting) -> Words:
    """The words of a game."""
    # Where more may be in a hex for a moment, a decision may be asked at that moment.
    is_strict = setting.options["move_stacking"] == "always" and setting.options["transport_crowding"] == "strict"
    return Words(
        markers=frozenset({FIRED, MOVED, DISRUPTED, FLANKED, *ENTRIES}),
        marks=frozenset({WRECK, DUG_IN, WIRE, MINEFIELD, *ENTRIES, *(HELD_BY + side for side in setting.sides)}),
        flags=frozenset({INITIATIVE, FIRST_MOVER, SECOND_MOVER}),
        pools={},
        steps=2,
        boxes=frozenset(ABOARD + u for u in setting.counters if setting.is_transport(u) or u in setting.ridden),
        leaders={INITIATIVE: ("turn/initiative", ""), FIRST_MOVER: MOVERS, SECOND_MOVER: MOVERS},
        stack=setting.tables.stack if is_strict else 0,
    )
