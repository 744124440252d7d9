"""Section 13.1: Air Points in combat."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from adjudicator.engine.steps import Step, Table
from adjudicator.rulesets.kharkov import air, phases
from adjudicator.rulesets.kharkov.orders import parse_order
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.sequence import PHASES
from tests.cases.kharkov.board import Outcome, board, order, run, setting_of
from tests.cases.kharkov.fights import fight, judge, kinds, shifts

SOVIET_MOVEMENT = next(phase for phase in PHASES if phase.name == "soviet/movement")
AXIS_POINTS = (0, 1, 1, 2, 4, 3, 3, 3, 3, 3)


def ask(position: Position, answer: str = "no") -> tuple[Outcome, list[bool]]:
    said: list[bool] = []

    def rule(table: Table, positions: Positions) -> Generator[Step, Any, None]:
        said.append((yield from air.ask_defender(table, positions, [table.game.map.grid.hex("1318")], "3-1")))

    return run(position, rule, answers={"air": answer}), said


@pytest.mark.case("kharkov", "13.0")
@pytest.mark.parametrize("turn", range(1, 11))
def test_air_points_are_counted_anew_each_game_turn(turn: int) -> None:
    assert setting_of().air == {"soviet": (1,) * 10, "axis": AXIS_POINTS}
    for left in ({"soviet": 0, "axis": 4}, {"soviet": 1, "axis": 0}):
        position = board({}, turn=turn, phase="soviet/movement", pools={"air": left})
        outcome = run(position, lambda table, positions: phases.begin(table, positions, SOVIET_MOVEMENT))
        assert outcome.position.game.pools["air"] == {"soviet": 1, "axis": AXIS_POINTS[turn - 1]}


@pytest.mark.case("kharkov", "13.11")
@pytest.mark.case("kharkov", "13.12")
def test_defender_is_asked_after_the_attacker_and_before_the_odds() -> None:
    position = board({"44id": "1318"}, pools={"air": {"soviet": 1, "axis": 2}})
    outcome, said = ask(position, "yes")
    [choice] = outcome.asked
    assert (choice.kind, choice.side, choice.subject) == ("air", "axis", "1318")
    assert choice.facts == {"targets": ["1318"], "odds": "3-1", "left": 2}
    assert choice.options[choice.default].value == "no"
    assert said == [True]
    assert outcome.position.game.pools["air"] == {"soviet": 1, "axis": 1}
    assert outcome.of_kind("air_assigned")[0].values == {"side": "axis", "as": "defender"}


@pytest.mark.case("kharkov", "13.11")
def test_defender_may_keep_his_points_and_is_not_asked_without_any() -> None:
    outcome, said = ask(board({"44id": "1318"}))
    assert (said, outcome.events) == ([False], [])
    without, said = ask(board({"44id": "1318"}, pools={"air": {"soviet": 1, "axis": 0}}))
    assert (said, without.asked) == ([False], [])


@pytest.mark.case("kharkov", "13.13")
def test_one_point_a_side_goes_to_a_combat() -> None:
    position = board({"44id": "1318"}, pools={"air": {"soviet": 1, "axis": 4}})
    outcome, _ = ask(position, "yes")
    assert [event.values["change"] for event in outcome.of_kind("pool")] == [-1]
    spent = air.spend(position, [position.grid.hex("1318")], "soviet", "attacker")
    assert [event.values for event in spent if event.kind == "pool"] == [{"item": "soviet", "change": -1}]


UNTRIED_ATTACK = {"226rd": "1520", "hq-6a": "1516", "44id": "1521"}


@pytest.mark.case("kharkov", "13.12")
@pytest.mark.case("kharkov", "12.0")
@pytest.mark.case("kharkov", "13.14")
def test_attacker_then_defender_assign_then_units_are_revealed_then_odds_are_reckoned() -> None:
    position = board(UNTRIED_ATTACK, turn=5, pools={"air": {"soviet": 1, "axis": 4}})
    answers = {"air": "yes", "retreat_or_lose": "lose", "advance": []}
    outcome = fight(position, "1521", ["226rd"], [1, 1], answers, air="1")
    steps = [kind for kind in kinds(outcome.events) if kind in ("air_assigned", "revealed", "odds")]
    assert steps == ["air_assigned", "air_assigned", "revealed", "odds"]
    assigned = [event.values["as"] for event in outcome.of_kind("air_assigned")]
    assert assigned == ["attacker", "defender"]
    assert [columns for _, columns in shifts(outcome)] == [1, -1]


@pytest.mark.case("kharkov", "13.13")
@pytest.mark.case("kharkov", "13.11")
def test_air_point_that_is_not_there_cannot_be_assigned() -> None:
    position = board(UNTRIED_ATTACK, turn=5, pools={"air": {"soviet": 0, "axis": 4}})
    assert judge(position, "1521", ["226rd"]) == []
    [finding] = judge(position, "1521", ["226rd"], air="1")
    assert finding.cases[0].startswith("13.")


@pytest.mark.case("kharkov", "13.15")
def test_air_point_on_an_overrun_is_refused() -> None:
    position = board({"44id": "1318", "226rd": "1319"}, phase="axis/movement")
    overrun = order("axis", "movement", 1, {"move": "44id", "path": [{"overrun": "1319"}], "air": "1"})
    parsed, findings = parse_order(position, overrun)
    assert parsed is None
    assert findings[0].cases == ("7.0",)
