"""The words that positions of Kharkov are written in, for those who read them from a file."""

from __future__ import annotations

from adjudicator.engine.sequence import Words
from adjudicator.rulesets.kharkov.headquarters import DELAYED, DISPLACED
from adjudicator.rulesets.kharkov.position import (
    ADVANCED,
    AIR_SUPPLIED,
    ARRIVED,
    ATTACKED,
    AXIS_HELD,
    BEGAN_SOUTH,
    DISRUPTED,
    GARRISON_LOST,
    INACTIVE,
    MOVED,
    REFORMING,
    RETREATED_IN,
    SOUTH_ACTIVE,
    SOVIET_ENTERED,
    SOVIET_HELD,
    STOPPED,
    STRONGPOINT,
    UNSUPPLIED,
)
from adjudicator.rulesets.kharkov.rail import RAIL
from adjudicator.rulesets.kharkov.regiments import BROKEN, face_of
from adjudicator.rulesets.kharkov.setting import SIDES

DRAWN_STEPS = 2
"""Steps of an untried unit at most (9.53)."""

WORDS = Words(
    markers=frozenset(
        {
            *(DISRUPTED, MOVED, UNSUPPLIED, ATTACKED, ADVANCED, RETREATED_IN, STRONGPOINT, INACTIVE, STOPPED),
            *(BEGAN_SOUTH, DISPLACED, DELAYED, REFORMING, ARRIVED, AIR_SUPPLIED),
        }
    ),
    marks=frozenset({ATTACKED, GARRISON_LOST, SOVIET_ENTERED, AXIS_HELD, SOVIET_HELD}),
    flags=frozenset({SOUTH_ACTIVE}),
    pools={RAIL: SIDES},
    steps=DRAWN_STEPS,
    boxes=frozenset({BROKEN}),
    faces={"infantry": (face_of(2), face_of(1))},
)
