"""What can be wrong with standing orders whatever happens: units of the other side, hexes that are not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.files.sheet import Sheet
from adjudicator.files.text import quote
from adjudicator.model.findings import Finding, Step
from adjudicator.model.game import Game
from adjudicator.model.near import find_near

_UNIT_LISTS = ("lose", "activate")
_HEX_LISTS = ("retreat", "advance", "displace")


def judge_standing(sheet: Sheet, game: Game) -> list[Finding]:
    """The units and hexes of standing orders that do not exist or belong to the other side, each with its place."""
    standing = sheet.standing
    findings = []
    for number in standing.get("hexes") or {}:
        findings += _judge_hex(game, number, ("standing", "hexes", number))
    for unit_id in standing.get("units") or {}:
        findings += _judge_unit(game, sheet.side, unit_id, ("standing", "units", unit_id))
    for key, value, at in _leaves(standing, ("standing",)):
        if key in _UNIT_LISTS:
            findings += _judge_unit(game, sheet.side, value, at)
        elif key in _HEX_LISTS:
            findings += _judge_hex(game, value, at)
    document = sheet.document
    return [finding.placed(document.path, *document.position(finding.at, key=True)) for finding in findings]


def _leaves(value: Any, at: tuple[Step, ...], key: str = "", in_list: bool = False) -> Iterator[tuple[str, Any, Any]]:
    """The items of all lists, with the field that holds the list and the place."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, (*at, name), name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*at, index), key, in_list=True)
    elif in_list:
        yield key, value, at


def _judge_hex(game: Game, number: str, at: tuple[Step, ...]) -> list[Finding]:
    if game.map.grid.find(number) is not None:
        return []
    return [Finding("illegal", "unknown-hex", f"there is no hex {quote(number)} on the map", hex=number, at=at)]


def _judge_unit(game: Game, side: str, unit_id: str, at: tuple[Step, ...]) -> list[Finding]:
    counter = game.counters.get(unit_id)
    if counter is not None and counter.side == side:
        return []
    if counter is not None:
        message = f"{unit_id} is a unit of the {counter.side.capitalize()} Player"
        return [Finding("illegal", "not-your-unit", message, unit=unit_id, at=at)]
    own = [known for known in game.counters if game.side_of(known) == side]
    near = find_near(unit_id, own)
    hint = f"; did you mean {near}?" if near else ""
    return [Finding("illegal", "unknown-unit", f"there is no unit {quote(unit_id)}{hint}", unit=unit_id, at=at)]
