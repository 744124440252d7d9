"""Section 13: Air Points in combat, and supply from the air."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from adjudicator.engine.steps import Step, Table
from adjudicator.files.schemas import validator_of
from adjudicator.rulesets.kharkov import air, phases
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Airdrop
from adjudicator.rulesets.kharkov.position import AIR_SUPPLIED, UNSUPPLIED, Position, Positions
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.supply import in_supply, supply_of
from tests.cases.kharkov.board import Outcome, board, order, run, setting_of
from tests.cases.kharkov.fights import fight, judge, kinds, shifts
from tests.cases.kharkov.marching import carry_out, opened

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
@pytest.mark.case("kharkov", "7.21")
def test_air_point_on_an_overrun_is_refused() -> None:
    position = board({"44id": "1318", "226rd": "1319"}, phase="axis/movement")
    plain = {"move": "44id", "path": [{"overrun": "1319"}]}
    assert parse_order(position, order("axis", "movement", 1, plain))[1] == []
    file = {"game": "g", "kind": "orders", "turn": 3, "side": "axis", "position": "any"}
    for written in ({**plain, "air": 1}, {"move": "44id", "path": [{"overrun": "1319", "air": 1}]}):
        parsed, findings = parse_order(position, order("axis", "movement", 1, written))
        assert parsed is None
        assert [(f.code, f.cases, f.at) for f in findings] == [("air-in-overrun", ("13.15", "7.21"), ("path", 0))]
        # The schema knows no such field either, so that an editor marks it.
        assert list(validator_of("orders").iter_errors({**file, "orders": {"movement": [written]}}))
    assert not list(validator_of("orders").iter_errors({**file, "orders": {"movement": [plain]}}))


@pytest.mark.case("kharkov", "13.15")
@pytest.mark.case("kharkov", "7.21")
def test_nobody_is_asked_for_air_points_in_an_overrun() -> None:
    units = {"44id": "1628", "226rd": "1627 1-1", "hq-6a": "1625"}
    position = opened(board(units, turn=3, phase="axis/movement", pools={"air": {"soviet": 2, "axis": 2}}))
    outcome = carry_out(position, {"move": "44id", "path": [{"overrun": "1627"}]}, [1])
    assert "air" not in [choice.kind for choice in outcome.asked]
    assert outcome.of_kind("air_assigned") == []
    assert outcome.position.game.pools["air"] == {"soviet": 2, "axis": 2}


AIR_SUPPLY = next(phase for phase in PHASES if phase.name == "axis/air_supply")
REMOVAL = PHASES.index(AIR_SUPPLY) - 1
CUT_OFF = {"44id": "1418", "71id": "1418", "226rd": "1318", "248rd": "1419", "270rd": "1317", "150rd": "1519"}
"""Two German divisions with Soviet divisions around them."""


def drop(position: Position, hexes: str | list[str]) -> tuple[list[str], Outcome]:
    """The codes of the findings on an air drop, and what it brings about."""
    rules = KharkovRules(position.setting)
    written = order("axis", "air_supply", 1, {"airdrop": hexes})
    found = [finding.code for finding in rules.judge(position.game, written)]
    return found, run(position, lambda table, positions: rules.carry_out(table, written))


def cut_off(turn: int = 3, left: int = 2, **extra: str) -> Position:
    units, pools = {**CUT_OFF, **extra}, {"air": {"soviet": 0, "axis": left}}
    return board(units, turn=turn, phase="axis/air_supply", pools=pools)


@pytest.mark.case("kharkov", "13.2")
@pytest.mark.case("kharkov", "11.37")
def test_an_air_point_supplies_all_axis_units_in_a_hex() -> None:
    position = cut_off()
    assert not in_supply(position, "44id")
    found, outcome = drop(position, "1418")
    assert found == []
    assert outcome.position.game.pools["air"] == {"soviet": 0, "axis": 1}
    assert [event.kind for event in outcome.events] == ["pool", "air_assigned", "marked", "marked"]
    assert outcome.events[1].values == {"side": "axis", "as": "supply"}
    for unit_id in ("44id", "71id"):
        supplied = supply_of(outcome.position, unit_id)
        assert (supplied.in_supply, supplied.cases) == (True, ("11.37", "13.2"))


@pytest.mark.case("kharkov", "13.2")
def test_only_units_there_at_the_moment_are_supplied_wherever_they_go() -> None:
    marked = {"44id": [AIR_SUPPLIED], "79id": [AIR_SUPPLIED]}
    elsewhere = {"79id": "2912", "294id": "2912", "99rd": "2913", "38rd": "2911"}
    position = board({**CUT_OFF, **elsewhere}, turn=4, markers=marked)
    assert [in_supply(position, unit_id) for unit_id in ("44id", "71id", "79id", "294id")] == [True, False, True, False]


@pytest.mark.case("kharkov", "13.2")
@pytest.mark.case("kharkov", "11.37")
def test_supply_from_the_air_lasts_for_the_next_game_turn() -> None:
    _, outcome = drop(cut_off(turn=3), "1418")
    position = outcome.position
    position = run(position, lambda table, positions: phases.end(table, positions, AIR_SUPPLY)).position
    assert position.unit("44id").has(AIR_SUPPLIED)
    for phase in PHASES[:REMOVAL]:
        outcome = run(position, lambda table, positions, p=phase: phases.begin(table, positions, p))
        assert not outcome.position.unit("44id").has(UNSUPPLIED), phase.name
        outcome = run(outcome.position, lambda table, positions, p=phase: phases.end(table, positions, p))
        position = outcome.position
        assert in_supply(position, "44id"), phase.name
    over = run(position, lambda table, positions: phases.end(table, positions, PHASES[REMOVAL]))
    assert not in_supply(over.position, "44id")
    assert {event.subject for event in over.of_kind("unmarked")} == {"44id", "71id"}
    assert {event.cases for event in over.of_kind("unmarked")} == {("13.2",)}


@pytest.mark.case("kharkov", "13.2")
@pytest.mark.case("kharkov", "10.22")
def test_divisions_are_supplied_by_a_headquarters_that_is_supplied_from_the_air() -> None:
    units = {**CUT_OFF, "hq-rum6": "1418", "4rum": "1418"}
    before = board(units, turn=4)
    assert [in_supply(before, unit_id) for unit_id in ("hq-rum6", "4rum")] == [False, False]
    now = Positions(before.setting).of(board(units, turn=4, markers={"hq-rum6": [AIR_SUPPLIED]}).game)
    now.follow(before)
    assert in_supply(now, "hq-rum6")
    assert supply_of(now, "4rum").hq == "hq-rum6"


@pytest.mark.case("kharkov", "13.2")
def test_each_hex_takes_a_point_that_is_left() -> None:
    two = cut_off(left=2, **{"79id": "0819", "294id": "0620"})
    found, outcome = drop(two, ["1418", "0819"])
    assert found == []
    assert outcome.position.game.pools["air"]["axis"] == 0
    assert outcome.position.unit("79id").has(AIR_SUPPLIED)
    rules = KharkovRules(two.setting)
    (finding,) = rules.judge(two.game, order("axis", "air_supply", 1, {"airdrop": ["1418", "0819", "0620"]}))
    assert (finding.code, finding.hex, finding.at) == ("no-air-point", "0620", ("airdrop", 2))
    assert finding.notes == ("3 wanted, 2 left in this Game-Turn",)
    assert finding.cases == ("13.2",)


@pytest.mark.case("kharkov", "13.2")
def test_points_are_not_dropped_on_nobody_or_twice() -> None:
    position = cut_off()
    rules = KharkovRules(position.setting)
    for hexes, expected in (
        ("1521", ["no-units"]),
        ("1318", ["no-units"]),
        ("0819", ["no-units"]),
        (["1418", "1418"], ["supplied-already"]),
        ("9999", ["unknown-hex"]),
    ):
        found = rules.judge(position.game, order("axis", "air_supply", 1, {"airdrop": hexes}))
        assert [finding.code for finding in found] == expected, hexes
    _, outcome = drop(position, "1418")
    again = rules.judge(outcome.position.game, order("axis", "air_supply", 2, {"airdrop": "1418"}))
    assert [finding.code for finding in again] == ["supplied-already"]


@pytest.mark.case("kharkov", "13.2")
@pytest.mark.case("kharkov", "4.2")
def test_air_drops_belong_to_the_air_supply_phase() -> None:
    position = board(CUT_OFF, turn=3, phase="axis/combat")
    rules = KharkovRules(position.setting)
    (finding,) = rules.judge(position.game, order("axis", "combat", 1, {"airdrop": "1418"}))
    assert (finding.code, finding.cases) == ("wrong-phase", ("13.2",))
    parsed, _ = parse_order(position, order("axis", "air_supply", 1, {"airdrop": ["1418"]}))
    assert parsed == Airdrop(order("axis", "air_supply", 1, {"airdrop": ["1418"]}), (position.grid.hex("1418"),))


@pytest.mark.case("kharkov", "13.2")
@pytest.mark.parametrize(
    ("turn", "left", "reason"),
    [
        (3, 1, ""),
        (9, 3, ""),
        (3, 0, "no Axis Air Point is left"),
        (10, 3, "no Game-Turn follows that units could be supplied for"),
    ],
)
def test_the_air_supply_phase_takes_place_when_points_are_left_and_a_turn_follows(
    turn: int, left: int, reason: str
) -> None:
    position = cut_off(turn=turn, left=left)
    skip = phases.reason_to_skip(position.setting, position.game, AIR_SUPPLY)
    assert (skip[0] if skip else "") == reason
    assert skip is None or skip[1] == ("4.2", "13.2")
