"""Standing orders of Kharkov: what is wrong with them whatever happens, and what in them can never be of use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from adjudicator.model.events import Json
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov.orders import UNPLACED
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.reserves import BOX
from adjudicator.rulesets.kharkov.setting import SOVIET
from adjudicator.rulesets.standing import Scope, StandingReader, items_of, scopes_of

UNIT_FIELDS = ("lose", "activate")
HEX_FIELDS = ("retreat", "advance", "displace", "place")
PATHS = ("retreat", "advance")
"""Fields whose hexes are a way, each next to the one before."""
SOVIET_ONLY: Mapping[str, tuple[str, str]] = {
    "chase": ("only Soviet units chase who disengages", "6.62"),
    "release": ("only the Soviet Player has Army Reserves", "6.75"),
    "place": ("only the Soviet Player has Army Reserves", "6.75"),
    "activate": ("only Soviet headquarters are activated", "10.33"),
}


def judge_standing(position: Position, side: str, standing: Mapping[str, Json]) -> list[Finding]:
    """Unknown units and hexes, ways with a gap (9.6, 9.71); advice on what is wished of units that never do it."""
    reader = StandingReader(position.game, side)
    for scope in scopes_of(standing):
        # The advance of a hex or by default is yes or no; that of a unit is a way.
        hex_fields = [name for name in HEX_FIELDS if name != "advance" or scope.place == "units"]
        reader.read_names(scope, UNIT_FIELDS, hex_fields)
        for name in PATHS:
            _judge_ways(reader, position, scope, name)
        for name, message, cases in _find_useless(position, side, scope):
            unit = scope.name if scope.place == "units" else ""
            reader.advise(message, (*scope.at, name), unit, cases)
        _judge_activated(reader, position, scope)
    return reader.findings


def _judge_ways(reader: StandingReader, position: Position, scope: Scope, name: str) -> None:
    verb, case = ("retreat", "9.6") if name == "retreat" else ("advance", "9.71")
    for path, at in reader.paths_of(scope, name):
        start = [(scope.name, scope.at)] if scope.place == "hexes" and name == "retreat" else []
        for (first, _), (second, place) in pairwise([*start, *items_of(path, at)]):
            a, b = position.grid.find(first), position.grid.find(second)
            if a is not None and b is not None and b not in position.grid.adjacent[a]:
                message = f"nobody can {verb} that way: {second} is not next to {first}"
                reader.illegal("gap", message, place, scope.name * (scope.place == "units"), second, (case,))


def _find_useless(position: Position, side: str, scope: Scope) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The fields of a scope that can never answer anything, each with the reason and its cases."""
    unit_id, setting = scope.name, position.setting
    if scope.place == "units" and (unit_id not in setting.counters or setting.counters[unit_id].side != side):
        return
    for name in scope.wishes:
        if side != SOVIET and name in SOVIET_ONLY:
            why, case = SOVIET_ONLY[name]
            yield name, f"{name} is never used: {why}", (case,)
    if scope.place != "units":
        return
    is_reserve = setting.counters[unit_id].kind == "reserve"
    if "displace" in scope.wishes and not setting.is_hq(unit_id):
        yield "displace", f"displace is never used: {unit_id} is no headquarters", ("10.17",)
    if side != SOVIET:
        return
    if "release" in scope.wishes and not is_reserve:
        yield "release", f"release is never used: {unit_id} is no Army Reserve counter", ("6.75",)
    box = position.unit(unit_id).box
    if "place" in scope.wishes and not (is_reserve or box.startswith(BOX) or box == UNPLACED):
        yield "place", f"place is never used: {unit_id} is not in reserve", ("6.75",)


def _judge_activated(reader: StandingReader, position: Position, scope: Scope) -> None:
    counters = position.setting.counters
    for unit_id, at in items_of(scope.wishes.get("activate"), (*scope.at, "activate")):
        if unit_id in counters and counters[unit_id].side == SOVIET and not position.setting.is_hq(unit_id):
            reader.advise(f"activate is never used: {unit_id} is no headquarters", at, unit_id, ("10.33",))
