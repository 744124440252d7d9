"""City garrisons: what destroys them (15.3). Their strength is ``Position.garrison_in``."""

from __future__ import annotations

from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.position import GARRISON_LOST, Position
from adjudicator.rulesets.kharkov.setting import AXIS


def can_destroy(cell: str) -> bool:
    """Whether a cell of the Combat Results Table requires a retreat or a step loss of the defender (15.32)."""
    return "D" in cell or cell == "Eng"


def destroy(position: Position, hex_: int, had_units: bool, cell: str) -> list[Event]:
    """The loss of the garrison of an attacked hex, judged after the defending units have taken the result.

    A garrison alone falls to any result against the defender (15.32); beside units (``had_units`` before the combat) it
    falls only when all of them have been eliminated or have left (15.33). It never comes back (15.34).
    """
    if not position.garrison_in(hex_) or not can_destroy(cell):
        return []
    if had_units and position.units_of(AXIS, hex_):
        return []
    cases = ("15.33", "15.34") if had_units else ("15.32", "15.34")
    return [Event("hex_marked", position.number(hex_), {"mark": GARRISON_LOST}, cases)]
