"""Orders of movement in tests: judged, or carried out, on a small position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from adjudicator.engine.check import Lines, check_orders
from adjudicator.engine.sequence import Rules
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import movement, phases, rail, reinforcements
from adjudicator.rulesets.kharkov.march import carry_out_march
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Enter, Move, Rail
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.ride import carry_out_ride
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.sequence import PHASES

from .board import Outcome, order, run

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


def march(
    position: Position, data: Mapping[str, Any], rolls: Sequence[int] = (), answers: Mapping[str, Any] | None = None
) -> tuple[list[Event], Position]:
    """A legal movement order carried out: its events and the position afterwards."""
    outcome = carry_out(position, data, rolls, answers)
    return outcome.events, outcome.position


def carry_out(
    position: Position, data: Mapping[str, Any], rolls: Sequence[int] = (), answers: Mapping[str, Any] | None = None
) -> Outcome:
    """A legal movement order carried out, with these dice and answers of the enemy."""
    assert judge(position, data) == []
    side = position.game.phase.split("/")[0]
    parsed, _ = parse_order(position, order(side, "movement", 1, data))

    def rule(table: Table, positions: Positions) -> Resolution:
        if isinstance(parsed, Rail):
            yield from carry_out_ride(table, positions, parsed)
        elif isinstance(parsed, Enter):
            yield from reinforcements.carry_out_enter(table, positions, parsed)
        else:
            assert isinstance(parsed, Move)
            yield from carry_out_march(table, positions, parsed)

    return run(position, rule, rolls, answers)


def reach(position: Position, *units: str) -> dict[str, int]:
    """Where units can go together by ordinary movement: printed number to cost in half points."""
    return {position.number(hex_): found.cost for hex_, found in movement.find_reach(position, units).items()}


def cases_of(findings: Sequence[Finding]) -> set[str]:
    """All cases that findings cite."""
    return {case for finding in findings for case in finding.cases}


def opened(position: Position) -> Position:
    """The position once its phase has begun: supply judged, zones and command noted (6.61, 7.17, 11.41)."""
    phase = next(phase for phase in PHASES if phase.name == position.game.phase)
    return run(position, lambda table, positions: phases.begin(table, positions, phase)).position


def closed(position: Position) -> Position:
    """The position once its phase has ended."""
    phase = next(phase for phase in PHASES if phase.name == position.game.phase)
    return run(position, lambda table, positions: phases.end(table, positions, phase)).position


def walked(outcome: Outcome) -> list[tuple[str, str, str, int]]:
    """Each going of a unit: who, how, along which hexes, at what cost in half points (0 where nothing is paid)."""
    return [
        (event.subject, str(event.values["how"]), "-".join(event.values["path"]), int(event.values.get("cost", 0)))
        for event in outcome.of_kind("moved")
    ]


def checked(position: Position, *orders: Mapping[str, Any]) -> tuple[list[Finding], Position, Position]:
    """Orders of the open phase in a check: the findings, and where the hoped and the bare line lead."""
    phase = next(phase for phase in PHASES if phase.name == position.game.phase)
    written = [order(phase.side, phase.section, number, data) for number, data in enumerate(orders, 1)]
    rules = KharkovRules(position.setting)
    findings, _, lines = check_orders(cast(Rules, rules), Lines.of(position.game), phase, written)
    return findings, rules.position(lines.hoped), rules.position(lines.bare)
