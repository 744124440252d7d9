"""Standing orders of Platoon Commander: what is wrong with them whatever happens, and what can never be of use."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.events import Json
from adjudicator.model.findings import Finding
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.setting import LEG
from adjudicator.rulesets.platoon.shot import FACTORS
from adjudicator.rulesets.standing import StandingReader, scopes_of


def judge_standing(position: Position, side: str, standing: Mapping[str, Json]) -> list[Finding]:
    """Unknown units and hexes; advice on what is wished of units that never do it (4.3, 5.1.5)."""
    reader = StandingReader(position.game, side)
    for scope in scopes_of(standing):
        reader.read_names(scope, (), ("displace",))
        wish = scope.wishes.get("opportunity")
        if scope.place == "units" and isinstance(wish, Mapping) and "hold" in wish:
            at = (*scope.at, "opportunity", "hold")
            reader.advise("hold is never used for one unit: it counts in default only", at, scope.name, ("4.3",))
        is_known = scope.name in position.setting.counters
        if (
            scope.place == "units"
            and is_known
            and wish not in (None, "no")
            and (why := _why_silent(position, scope.name))
        ):
            message = f"opportunity is never used: {scope.name} {why}"
            reader.advise(message, (*scope.at, "opportunity"), scope.name, ("4.3",))
        column, last = wish.get("column", "") if isinstance(wish, Mapping) else "", position.setting.tables.columns[-1]
        if str(column).isdigit() and int(str(column)) > last:
            at = (*scope.at, "opportunity", "column")
            reader.advise(f"opportunity is never used: the last column is {last}", at, scope.name, ("4.0", "4.3"))
        if "displace" in scope.wishes and is_known and position.setting.class_of(scope.name) != LEG:
            message = f"displace is never used: {scope.name} is no Leg unit and rides on nothing"
            reader.advise(message, (*scope.at, "displace"), scope.name, ("5.1.5",))
    return reader.findings


def _why_silent(position: Position, unit_id: str) -> str:
    """Why a unit never fires, as far as this is built; empty when it may."""
    if position.setting.is_mortar(unit_id):
        return "is a mortar: their fire is not built yet (8.1.1)"
    face = position.counter(unit_id).faces[0]
    return "" if any(face[place] for _, place, _ in FACTORS.values()) else "has no firepower"
