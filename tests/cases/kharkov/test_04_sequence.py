"""Section 4: the sequence of play, and what happens by itself in its phases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.engine.sequence import Phase
from adjudicator.engine.steps import Resolution, Table
from adjudicator.rulesets.kharkov import phases
from adjudicator.rulesets.kharkov.position import (
    ADVANCED,
    ATTACKED,
    DISRUPTED,
    MOVED,
    RETREATED_IN,
    STOPPED,
    UNSUPPLIED,
    Position,
    Positions,
)
from adjudicator.rulesets.kharkov.sequence import PHASES
from tests.cases.kharkov.board import Outcome, board, run, setting_of

ORDER = [
    ("soviet/reserves", "reserves"),
    ("soviet/movement", "movement"),
    ("soviet/combat", "combat"),
    ("soviet/removal", ""),
    ("axis/movement", "movement"),
    ("axis/combat", "combat"),
    ("axis/mechanized", "mechanized"),
    ("axis/removal", ""),
    ("axis/air_supply", "air_supply"),
    ("turn/points", ""),
]
Rule = Callable[[Table, Positions, Phase], Resolution]


def phase_named(name: str) -> Phase:
    return next(phase for phase in PHASES if phase.name == name)


def play(position: Position, rule: Rule, name: str, answers: dict[str, str] | None = None) -> Outcome:
    return run(position, lambda table, positions: rule(table, positions, phase_named(name)), answers=answers)


@pytest.mark.case("kharkov", "4.1")
@pytest.mark.case("kharkov", "4.2")
def test_game_turn_is_the_soviet_player_turn_then_the_axis_player_turn() -> None:
    assert [(phase.name, phase.section) for phase in PHASES] == ORDER
    assert [phase.side for phase in PHASES] == ["soviet"] * 4 + ["axis"] * 5 + ["turn"]


@pytest.mark.case("kharkov", "4.1")
def test_only_the_phasing_player_orders_and_nobody_in_a_removal_phase() -> None:
    for phase in PHASES:
        assert phase.sides == (() if phase.name.endswith(("/removal", "/points")) else (phase.side,))


@pytest.mark.case("kharkov", "6.14")
@pytest.mark.case("kharkov", "4.2")
def test_attacks_belong_to_combat_phases_and_moves_to_movement_phases() -> None:
    assert [phase.name for phase in PHASES if "attack" in phase.kinds] == ["soviet/combat", "axis/combat"]
    assert [phase.name for phase in PHASES if "move" in phase.kinds] == [
        "soviet/movement",
        "axis/movement",
        "axis/mechanized",
    ]
    assert [phase.name for phase in PHASES if "rail" in phase.kinds] == ["soviet/movement", "axis/movement"]


@pytest.mark.case("kharkov", "4.2")
@pytest.mark.case("kharkov", "6.58")
@pytest.mark.parametrize("turn", [1, 2, 9, 10])
def test_phases_that_do_not_take_place(turn: int) -> None:
    game = board({}, turn=turn).game
    skipped = {phase.name: phases.reason_to_skip(setting_of(), game, phase) for phase in PHASES}
    reasons = {name: reason[1] for name, reason in skipped.items() if reason}
    expected = {"soviet/reserves": ("4.2", "6.7") if turn == 1 else ("6.73",)}
    if turn == 10:
        expected |= {"axis/mechanized": ("6.58",), "axis/air_supply": ("4.2", "13.2")}
    assert reasons == expected


@pytest.mark.case("kharkov", "4.2")
@pytest.mark.case("kharkov", "7.33")
@pytest.mark.parametrize(("side", "own", "other"), [("soviet", "226rd", "44id"), ("axis", "44id", "226rd")])
def test_disruption_is_lifted_in_the_own_removal_phase(side: str, own: str, other: str) -> None:
    position = board({"226rd": "1318", "44id": "1618"}, markers={"226rd": [DISRUPTED], "44id": [DISRUPTED]})
    after = play(position, phases.begin, f"{side}/removal").position
    assert not after.unit(own).has(DISRUPTED)
    assert after.unit(other).has(DISRUPTED)


@pytest.mark.case("kharkov", "4.2")
@pytest.mark.case("kharkov", "9.14")
def test_marks_of_a_combat_phase_end_with_it() -> None:
    marks = [ATTACKED, ADVANCED, RETREATED_IN]
    position = board(
        {"226rd": "1318", "44id": "1418"},
        markers={"226rd": marks, "44id": [*marks, DISRUPTED]},
        hex_marks={"1318": [ATTACKED, "soviet_entered"]},
    )
    after = play(position, phases.end, "soviet/combat").position
    assert after.unit("226rd").markers == frozenset()
    assert after.unit("44id").markers == {DISRUPTED}
    assert after.game.hex_marks == {after.grid.hex("1318"): frozenset({"soviet_entered"})}


@pytest.mark.case("kharkov", "4.2")
@pytest.mark.case("kharkov", "6.23")
@pytest.mark.parametrize(
    ("name", "left"), [("axis/movement", {STOPPED}), ("axis/mechanized", set()), ("soviet/movement", {STOPPED, MOVED})]
)
def test_marks_of_a_movement_phase_end_with_it(name: str, left: set[str]) -> None:
    position = board({"23pz-201": "1318"}, phase=name, markers={"23pz-201": [MOVED, STOPPED]})
    assert play(position, phases.end, name).position.unit("23pz-201").markers == left


@pytest.mark.case("kharkov", "6.45")
@pytest.mark.case("kharkov", "4.2")
def test_rail_capacity_is_whole_again_in_the_next_phase() -> None:
    position = board({"44id": "1318"}, phase="axis/movement", pools={"rail": {"axis": 3}})
    assert play(position, phases.end, "axis/movement").position.game.pools["rail"] == {"axis": 0}


@pytest.mark.case("kharkov", "8.1")
@pytest.mark.case("kharkov", "4.2")
def test_excess_units_go_at_the_end_of_the_movement_phase() -> None:
    four = dict.fromkeys(["226rd", "227rd", "38rd", "41rd"], "1318")
    outcome = play(
        board({**four, "hq-6a": "1318"}, phase="soviet/movement"), phases.end, "soviet/movement", {"overstack": "38rd"}
    )
    assert [event.subject for event in outcome.of_kind("removed")] == ["38rd"]


@pytest.mark.case("kharkov", "11.41")
@pytest.mark.case("kharkov", "4.2")
def test_supply_of_the_other_side_is_not_touched() -> None:
    position = board({"226rd": "1318", "44id": "0240"}, turn=3, phase="soviet/movement")
    after = play(position, phases.begin, "soviet/movement").position
    assert after.unit("226rd").has(UNSUPPLIED)
    assert after.unit("44id").markers == frozenset()
