"""Orders of movement in tests: judged, or carried out, on a small position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.engine.apply import fold
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import movement, rail, reinforcements
from adjudicator.rulesets.kharkov.orders import Enter, Move, Rail, parse_order
from adjudicator.rulesets.kharkov.position import Position, Positions

from .board import order

CLEAR_ROW = ["1522", "1521", "1520", "1519"]


def judge(position: Position, data: Mapping[str, Any], side: str = "") -> list[Finding]:
    """The findings of a movement order, of the side that has the phase unless told."""
    side = side or position.game.phase.split("/")[0]
    parsed, findings = parse_order(position, order(side, "movement", 1, data))
    if isinstance(parsed, Rail):
        return rail.judge_rail(position, parsed)
    if isinstance(parsed, Enter):
        return reinforcements.judge_enter(position, parsed)
    return movement.judge_move(position, parsed) if isinstance(parsed, Move) else findings


def codes(position: Position, data: Mapping[str, Any], side: str = "") -> list[str]:
    """The codes of the findings of a movement order."""
    return [finding.code for finding in judge(position, data, side)]


def march(position: Position, data: Mapping[str, Any]) -> tuple[list[Event], Position]:
    """A legal movement order carried out: its events and the position afterwards."""
    assert judge(position, data) == []
    side = position.game.phase.split("/")[0]
    parsed, _ = parse_order(position, order(side, "movement", 1, data))
    if isinstance(parsed, Rail):
        events = rail.events_of_rail(position, parsed)
    elif isinstance(parsed, Enter):
        events = reinforcements.events_of_enter(position, parsed)
    else:
        assert isinstance(parsed, Move)
        events = movement.events_of_move(position, parsed)
    return events, Positions(position.setting).of(fold(position.game, events))


def reach(position: Position, *units: str) -> dict[str, int]:
    """Where units can go together by ordinary movement: printed number to cost in half points."""
    return {position.number(hex_): found.cost for hex_, found in movement.find_reach(position, units).items()}


def cases_of(findings: Sequence[Finding]) -> set[str]:
    """All cases that findings cite."""
    return {case for finding in findings for case in finding.cases}
