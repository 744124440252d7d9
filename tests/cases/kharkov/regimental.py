"""Orders about divisions, regiments and strongpoints in tests: judged by the whole rules, or carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import phases
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.setting import Setting

from .board import Outcome, board, order, run

MOVEMENT = "axis/movement"
PHASE = {phase.name: phase for phase in PHASES}


@cache
def rules_of(setting: Setting) -> KharkovRules:
    """The rules of a setting."""
    return KharkovRules(setting)


def axis_board(units: Mapping[str, str], **more: Any) -> Position:
    """A position in the Initial Movement Phase of Game-Turn 3; the regiment counters not named are free, and a value
    with a slash or none but letters is a box, such as ``broken steps=3``."""
    boxes = {unit_id: text.split() for unit_id, text in units.items() if not text[:1].isdigit()}
    more = {"turn": 3, "phase": MOVEMENT, **more}
    position = board({unit_id: text for unit_id, text in units.items() if unit_id not in boxes}, **more)
    placed = dict(position.game.units)
    for unit_id, unit in placed.items():
        if unit.hex is None and position.setting.is_regiment(unit_id):
            placed[unit_id] = unit.in_box("regiments")
    for unit_id, (box, *words) in boxes.items():
        unit = placed[unit_id].in_box(box)
        steps = 0 if box == "eliminated" else unit.steps
        for word in words:
            steps = int(word.removeprefix("steps="))
        placed[unit_id] = replace(unit, steps=steps)
    return Positions(position.setting).of(replace(position.game, units=placed))


def judge(position: Position, data: Mapping[str, Any], side: str = "axis") -> list[Finding]:
    """The findings on an order of the open phase."""
    section = position.game.phase.partition("/")[2]
    return rules_of(position.setting).judge(position.game, order(side, section, 1, data))


def codes(position: Position, data: Mapping[str, Any], side: str = "axis") -> list[str]:
    """Their codes."""
    return [finding.code for finding in judge(position, data, side)]


def carry_out(position: Position, *orders: Mapping[str, Any]) -> Position:
    """The position after legal orders, each judged in its turn; the check supposes the same events of each."""
    for data in orders:
        assert judge(position, data) == []
        written = order("axis", position.game.phase.partition("/")[2], 1, data)
        rules = rules_of(position.setting)
        supposed = list(rules.suppose(position.game, written, True))
        outcome = run(position, lambda table, _, o=written, r=rules: r.carry_out(table, o))  # type: ignore[misc]
        assert outcome.events == supposed
        position = outcome.position
    return position


def end(position: Position) -> Outcome:
    """The end of the open phase."""
    phase = PHASE[position.game.phase]
    return run(position, lambda table, positions: phases.end(table, positions, phase))


def faces(position: Position, hex_: str) -> list[tuple[str, str]]:
    """The units in a hex with the face they show."""
    return [(unit_id, position.unit(unit_id).face) for unit_id in position.game.units_in(position.grid.hex(hex_))]
