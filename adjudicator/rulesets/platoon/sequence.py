"""The sequence of play of a turn (2.0)."""

from __future__ import annotations

from adjudicator.engine.sequence import Phase
from adjudicator.rulesets.options import Options
from adjudicator.rulesets.platoon.position import FIRST_MOVER, INITIATIVE, SECOND_MOVER

MOVES = ("move", "enter", "load", "unload")
"""Verbs of the Movement Phase (5.0)."""


def phases_of(sides: tuple[str, ...], options: Options) -> tuple[Phase, ...]:
    """The phases of a turn in order (2.1-2.9). Who moves first and second is decided in play (2.5); two options say how
    the lists of the Fire Phase alternate (2.4)."""
    return (
        Phase("turn/initiative", "Initiative", cases=("2.1",)),
        Phase("turn/cards", "Action Card Phase", cases=("2.2",)),
        Phase("turn/rally", "Rally Phase", cases=("2.3",)),
        Phase(
            "both/fire",
            "Fire Phase",
            "fire",
            sides,
            "alternating",
            ("fire",),
            ("2.4", "4.0"),
            INITIATIVE,
            pass_is_final=options["fire_after_pass"] == "no",
            waits_once=options["fire_when_unmet"] == "dropped",
        ),
        Phase("turn/order", "Order of Movement", cases=("2.5",)),
        Phase(
            "first/movement", "First Movement Phase", "movement", sides, "single", MOVES, ("2.5", "5.0"), FIRST_MOVER
        ),
        Phase(
            "second/movement", "Second Movement Phase", "movement", sides, "single", MOVES, ("2.5", "5.0"), SECOND_MOVER
        ),
        Phase("turn/close_assault", "Close Assault Phase", cases=("2.6",)),
        Phase("turn/housekeeping", "Housekeeping Phase", cases=("2.7",)),
        Phase("turn/aid", "Aid and Focus Phase", cases=("2.8",)),
        Phase("turn/advance", "End of the Turn", cases=("2.9",)),
    )
