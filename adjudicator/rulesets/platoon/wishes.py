"""What a side has written about a choice: its standing orders (2.5)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.steps import Advice, Choice
from adjudicator.model.events import Json
from adjudicator.rulesets.platoon.position import Position


def advise(position: Position, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
    """The answer to a choice that standing orders give, if they do."""
    if choice.kind == "move_first":
        wish = str((standing.get("default") or {}).get("move_first", ""))
        sides = {"self": choice.side, "other": position.setting.enemy_of(choice.side)}
        return Advice(sides[wish], "standing") if wish in sides else None
    return None
