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
    COMMANDED,
    DISRUPTED,
    GARRISON_LOST,
    IN_ZONE,
    INACTIVE,
    MOVED,
    OVERRAN,
    REFORMING,
    RETREATED_IN,
    SOUTH_ACTIVE,
    SOVIET_ENTERED,
    SOVIET_HELD,
    SPENT,
    STOPPED,
    STRONGPOINT,
    SUPERVISED,
    UNSUPPLIED,
)
from adjudicator.rulesets.kharkov.rail import RAIL
from adjudicator.rulesets.kharkov.regiments import BROKEN, GOING, face_of
from adjudicator.rulesets.kharkov.reserves import ARMIES, COMMITTED
from adjudicator.rulesets.kharkov.setting import SIDES

DRAWN_STEPS = 2
"""Steps of an untried unit at most (9.53)."""

WORDS = Words(
    markers=frozenset(
        {
            *(DISRUPTED, MOVED, UNSUPPLIED, ATTACKED, ADVANCED, RETREATED_IN, STRONGPOINT, INACTIVE, STOPPED),
            *(BEGAN_SOUTH, DISPLACED, DELAYED, REFORMING, ARRIVED, AIR_SUPPLIED, OVERRAN),
        }
    ),
    marks=frozenset({ATTACKED, GARRISON_LOST, SOVIET_ENTERED, AXIS_HELD, SOVIET_HELD}),
    flags=frozenset({SOUTH_ACTIVE, IN_ZONE, COMMANDED, SUPERVISED, SPENT}),
    pools={RAIL: SIDES, COMMITTED: ARMIES},
    boxes=frozenset({BROKEN, GOING.rstrip("/"), COMMITTED}),
    steps=DRAWN_STEPS,
    faces={"infantry": (face_of(2), face_of(1))},
)
