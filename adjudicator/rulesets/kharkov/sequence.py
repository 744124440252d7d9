"""The sequence of play of a Game-Turn (4.1, 4.2)."""

from __future__ import annotations

from adjudicator.engine.sequence import Phase
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET

PHASES: tuple[Phase, ...] = (
    Phase(
        "soviet/reserves",
        "Soviet Reserve Commitment Phase",
        "reserves",
        (SOVIET,),
        kinds=("commit",),
        cases=("4.2", "6.7"),
    ),
    Phase(
        "soviet/movement",
        "Soviet Movement Phase",
        "movement",
        (SOVIET,),
        kinds=("move", "rail", "enter"),
        cases=("4.2", "6.0"),
    ),
    Phase("soviet/combat", "Soviet Combat Phase", "combat", (SOVIET,), kinds=("attack",), cases=("4.2", "9.0")),
    Phase("soviet/removal", "Soviet Disruption Removal Phase", cases=("4.2", "7.33")),
    Phase(
        "axis/movement",
        "Axis Initial Movement Phase",
        "movement",
        (AXIS,),
        kinds=("move", "rail", "enter", "breakdown", "reform", "trade", "strongpoint"),
        cases=("4.2", "6.0"),
    ),
    Phase("axis/combat", "Axis Combat Phase", "combat", (AXIS,), kinds=("attack",), cases=("4.2", "9.0")),
    Phase(
        "axis/mechanized",
        "Axis Mechanized Movement Phase",
        "mechanized",
        (AXIS,),
        kinds=("move",),
        cases=("4.2", "6.0"),
    ),
    Phase("axis/removal", "Axis Disruption Removal Phase", cases=("4.2", "7.33")),
    Phase("axis/air_supply", "Axis Air Supply Phase", "air_supply", (AXIS,), kinds=("airdrop",), cases=("4.2", "13.2")),
    Phase("turn/points", "Game-Turn Indication", cases=("4.2", "17.0")),
)
"""The phases of a Game-Turn in order: the Soviet Player-Turn, the Axis Player-Turn, and the count of points."""
