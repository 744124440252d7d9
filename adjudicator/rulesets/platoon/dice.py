"""Ten-sided dice (1.1)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from adjudicator.engine.steps import Roll, Step, roll
from adjudicator.rulesets.platoon.position import Position


def throw(
    position: Position, kind: str, subject: str, target: str, what: str, cases: tuple[str, ...]
) -> Generator[Step, Any, int]:
    """A ten-sided die, which shows 0 to 9 (1.1); the words make its name, see ``engine.steps.Roll``."""
    low, high = position.setting.tables.die
    return (yield from roll(Roll(kind, subject, target, what, high - low + 1, cases, low)))


def is_even(value: int) -> bool:
    """Whether a roll is even; 0 is (1.1)."""
    return value % 2 == 0
