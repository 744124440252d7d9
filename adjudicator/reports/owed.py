"""Who owes what after a stop, in sentences for reports and ``status``."""

from __future__ import annotations

from adjudicator.engine.referee import Stop
from adjudicator.files.sheet import DEPLOYMENT
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import capital, listed


def owed_lines(stop: Stop, naming: Naming, turn: int, phase: str) -> tuple[str, ...]:
    """One sentence for each side that owes something; ``turn`` and ``phase`` are those in which the game stands."""
    where = f"{naming.phase(phase)} of Game-Turn {turn}"
    if stop.kind == "over":
        return ("The game is over",)
    if stop.kind == "until":
        return (f"Next is the {naming.phase(stop.section)}",)
    if stop.kind == "question":
        return tuple(
            f"{capital(naming.side(side))} owes an answer to `{stop.question['question']}`" for side in stop.sides
        )
    if stop.kind == "refused":
        orders = listed(dict.fromkeys(finding.order for finding in stop.findings))
        return (f"Orders for the {where} need correcting: {orders}",)
    if stop.section == DEPLOYMENT:
        return tuple(f"{capital(naming.side(side))} owes a deployment: the {where}" for side in stop.sides)
    again = "further orders" if stop.part > 1 else "orders"
    return tuple(f"{capital(naming.side(side))} owes {again} for the {where}" for side in stop.sides)
