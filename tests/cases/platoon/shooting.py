"""Shots for tests of fire: an order, its verdict, its column, its outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.model.findings import Finding
from adjudicator.rulesets.platoon.column import Reckoning, label_of, reckon
from adjudicator.rulesets.platoon.fire import attack_of, carry_out_fire, find_wait, judge_fire
from adjudicator.rulesets.platoon.orders import Fire, parse_order
from adjudicator.rulesets.platoon.position import Position
from tests.cases.platoon.board import Outcome, order, run


def fire_of(position: Position, target: str, *units: str, **more: Any) -> Fire:
    """An order to fire by units, the lead unit first; ``at`` and ``when`` as written."""
    side = position.side_of(units[0])
    data: Mapping[str, Any] = {"fire": target, "with": list(units), **more}
    parsed, findings = parse_order(position, order(side, "fire", data))
    assert isinstance(parsed, Fire), findings
    return parsed


def verdict(position: Position, target: str, *units: str, **more: Any) -> list[str]:
    """The codes of what is wrong with such an order."""
    return [finding.code for finding in judge(position, target, *units, **more)]


def judge(position: Position, target: str, *units: str, **more: Any) -> list[Finding]:
    """What is wrong with such an order."""
    return judge_fire(position, fire_of(position, target, *units, **more))


def wait(position: Position, target: str, *units: str, **more: Any) -> str:
    """What such an order waits for."""
    found = find_wait(position, fire_of(position, target, *units, **more))
    return found.message if found else ""


def reckoned(position: Position, target: str, *units: str, **more: Any) -> Reckoning:
    """How the column of a legal shot comes about."""
    assert judge(position, target, *units, **more) == []
    return reckon(position, attack_of(position, fire_of(position, target, *units, **more)))


def columns(position: Position, target: str, *units: str, **more: Any) -> tuple[str, list[tuple[str, int]], str]:
    """First column, shifts, final column of a legal shot."""
    found = reckoned(position, target, *units, **more)
    tables = position.setting.tables
    shifts = [(step.shift.what, step.shift.columns) for step in found.steps]
    return label_of(tables, found.column), shifts, label_of(tables, found.final)


def shoot(position: Position, rolls: Sequence[int], target: str, *units: str, **more: Any) -> Outcome:
    """A legal shot, resolved: die, then saving rolls, then others."""
    fire = fire_of(position, target, *units, **more)
    assert judge_fire(position, fire) == []
    answers = more.pop("answers", None)
    return run(position, lambda table, positions: carry_out_fire(table, positions, fire), rolls, answers)
