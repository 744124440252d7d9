"""Attacks in small positions: order, judge, carry out, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov.attack import carry_out_attack, judge_attack
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Attack
from adjudicator.rulesets.kharkov.position import Position

from .board import Outcome, order, run


def attack_of(position: Position, targets: str | Sequence[str], units: Sequence[str], **wishes: Any) -> Attack:
    """The attack as its order says; the side is that of the first unit."""
    listed = list(targets) if not isinstance(targets, str) else targets
    data = {"attack": listed, "with": list(units), **wishes}
    parsed, findings = parse_order(position, order(position.side_of(units[0]), "combat", 1, data))
    assert not findings, findings
    assert isinstance(parsed, Attack)
    return parsed


def judge(position: Position, targets: str | Sequence[str], units: Sequence[str], **wishes: Any) -> list[Finding]:
    """The findings on an attack."""
    return judge_attack(position, attack_of(position, targets, units, **wishes))


def codes(findings: Sequence[Finding]) -> list[str]:
    """Their codes."""
    return [finding.code for finding in findings]


def fight(
    position: Position,
    targets: str | Sequence[str],
    units: Sequence[str],
    rolls: Sequence[int],
    answers: Mapping[str, Any] | None = None,
    **wishes: Any,
) -> Outcome:
    """A legal attack carried out."""
    attack = attack_of(position, targets, units, **wishes)
    assert judge_attack(position, attack) == []
    return run(position, lambda table, positions: carry_out_attack(table, positions, attack), rolls, answers)


def strengths(outcome: Outcome, of: str) -> dict[str, str]:
    """Strength per unit of the ``attack`` or the ``defence``."""
    event = next(event for event in outcome.of_kind("strengths") if event.values["of"] == of)
    return {line["unit"]: line["strength"] for line in event.values["lines"]}


def effects(outcome: Outcome, of: str, unit: str) -> list[tuple[str, str]]:
    """Case and change of each effect on a unit's strength."""
    event = next(event for event in outcome.of_kind("strengths") if event.values["of"] == of)
    line = next(line for line in event.values["lines"] if line["unit"] == unit)
    return [(effect["case"], effect["change"]) for effect in line["effects"]]


def odds(outcome: Outcome) -> tuple[str, str, str]:
    """Ratio, column before the shifts, and column of the result."""
    event = outcome.of_kind("odds")[0]
    return event.values["ratio"], event.values["column"], outcome.of_kind("result")[0].values["column"]


def cell(outcome: Outcome) -> str:
    """The cell of the table."""
    return str(outcome.of_kind("result")[0].values["cell"])


def shifts(outcome: Outcome) -> list[tuple[str, int]]:
    """What shifted the column, and how far."""
    return [(event.values["what"], event.values["columns"]) for event in outcome.of_kind("shift")]


def where(position: Position, unit: str) -> str:
    """Printed number of a unit's hex, or its box."""
    found = position.unit(unit)
    return found.box if found.hex is None else position.number(found.hex)


def moves(outcome: Outcome, how: str) -> dict[str, list[str]]:
    """Path per unit that moved in this way."""
    return {e.subject: e.values["path"] for e in outcome.of_kind("moved") if e.values["how"] == how}


def gone(outcome: Outcome) -> list[str]:
    """Units removed."""
    return [event.subject for event in outcome.of_kind("removed")]


def answers_of(outcome: Outcome, kind: str) -> list[list[Any]]:
    """The legal answers of each choice of a kind."""
    return [[option.value for option in choice.options] for choice in outcome.asked if choice.kind == kind]


def kinds(events: Sequence[Event]) -> list[str]:
    """Kinds in order."""
    return [event.kind for event in events]
