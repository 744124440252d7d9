"""What a side has written about a choice: its standing orders (2.5, 4.3, 5.1.5)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.steps import Advice, Choice
from adjudicator.model.events import Json
from adjudicator.rulesets.platoon import opportunity
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.standing import listed


def advise(position: Position, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
    """The answer to a choice that standing orders give, if they do."""
    if choice.kind == "move_first":
        wish = str((standing.get("default") or {}).get("move_first", ""))
        sides = {"self": choice.side, "other": position.setting.enemy_of(choice.side)}
        return Advice(sides[wish], "standing") if wish in sides else None
    if choice.kind == opportunity.KIND:
        return opportunity.advise_fire(position, choice, standing)
    if choice.kind == "dismount":
        wishes = (standing.get("units") or {}).get(choice.subject, {}).get("displace")
        legal = [option.value for option in choice.options]
        found = next((str(number) for number in listed(wishes) if str(number) in legal), None)
        return None if found is None else Advice(found, "standing")
    return None
