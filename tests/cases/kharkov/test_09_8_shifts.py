"""9.8, 9.9 and 13.1: column shifts by morale, armor and Air Points."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.kharkov.odds import reckon

from .board import board
from .fights import fight, kinds, odds, shifts, strengths

THREE_TO_ONE = {"44id": "1628 steps=2", "13grd": "1627", "hq-6a": "1625"}
"""A 6 against a 2."""


@pytest.mark.case("kharkov", "9.85")
@pytest.mark.case("kharkov", "9.82")
def test_a_four_on_game_turn_one_makes_three_to_one_five_to_one() -> None:
    outcome = fight(board(THREE_TO_ONE, turn=1), "1628", ["13grd"], [4, 1])
    assert odds(outcome) == ("6-2", "3-1", "5-1")
    assert shifts(outcome) == [("Soviet morale", 2)]


@pytest.mark.case("kharkov", "9.81")
@pytest.mark.case("kharkov", "9.84")
@pytest.mark.parametrize(("turn", "column"), [(1, "6-1"), (2, "5-1"), (3, "5-1"), (4, "4-1")])
def test_the_bonus_fades_over_four_game_turns(turn: int, column: str) -> None:
    assert odds(fight(board(THREE_TO_ONE, turn=turn), "1628", ["13grd"], [2, 1]))[2] == column


@pytest.mark.case("kharkov", "9.84")
@pytest.mark.case("kharkov", "9.81")
def test_no_morale_die_from_game_turn_five_nor_for_the_axis() -> None:
    assert odds(fight(board(THREE_TO_ONE, turn=5), "1628", ["13grd"], [1]))[2] == "3-1"
    axis = board(THREE_TO_ONE, turn=1, phase="axis/combat")
    assert shifts(fight(axis, "1627", ["44id"], [1])) == []


@pytest.mark.case("kharkov", "9.83")
def test_a_ratio_of_one_to_fifteen_shifted_once_is_one_to_two() -> None:
    units = {"44id": "1628", "71id": "1628 steps=3", "257id": "1628 steps=2", "226rd": "1627 1-1", "hq-6a": "1625"}
    outcome = fight(board(units, turn=4), "1628", ["226rd"], [1, 1])
    assert odds(outcome) == ("1-15", "1-3", "1-2")


@pytest.mark.case("kharkov", "9.83")
@pytest.mark.parametrize(("manner", "column"), [("stepwise", "9-1"), ("net", "10-1"), ("morale_last", "10-1")])
def test_shifts_beyond_the_table_are_cut_off_as_they_come(manner: str, column: str) -> None:
    # 18-1 is 10-1 from the start; then the attacker's air and the defender's.
    units = {"44id": "1628 steps=1", "13grd": "1627", "14grd": "1627", "15grd": "1627", "hq-6a": "1625"}
    position = board(units, turn=5, options={"shift_order": manner})
    found = reckon(position, ["13grd", "14grd", "15grd"], [position.grid.hex("1628")], True, True)
    assert (found.column, found.final) == ("10-1", column)


@pytest.mark.case("kharkov", "9.83")
@pytest.mark.parametrize(("manner", "column"), [("stepwise", "3-1"), ("net", "1-1"), ("morale_last", "3-1")])
def test_morale_lifts_from_the_lowest_column(manner: str, column: str) -> None:
    # Two shifts to the left of 1-3 are lost, or are made good first.
    units = {"44id": "1628", "23pz-201": "1628", "226rd": "1627 4-4", "hq-6a": "1625"}
    position = board(units, turn=1, options={"shift_order": manner})
    found = reckon(position, ["226rd"], [position.grid.hex("1628")], False, True, 4)
    assert found.column == "1-3"
    assert [shift.columns for shift in found.shifts] == [-1, -1, 4]
    assert found.final == column


@pytest.mark.case("kharkov", "9.9")
def test_two_9_8_divisions_against_a_tank_brigade_drop_to_two_to_one() -> None:
    units = {"44id": "1628", "71id": "1628", "1tb": "1627 5-5", "hq-6a": "1625"}
    tank = next(c.id for c in board({}).setting.counters.values() if c.kind == "tank")
    units[tank] = units.pop("1tb")
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id", "71id"], [1])
    assert odds(outcome) == ("18-5", "3-1", "2-1")
    assert shifts(outcome) == [("defender's armor", -1)]


@pytest.mark.case("kharkov", "9.9")
def test_armor_on_both_sides_shifts_nothing_and_cavalry_is_no_armor() -> None:
    counters = board({}).setting.counters.values()
    tank = next(c.id for c in counters if c.kind == "tank")
    horse = next(c.id for c in counters if c.kind == "cavalry")
    hq = {"hq-6a": "1625"}
    both = board({"23pz-201": "1628", tank: "1627 2-2", **hq}, turn=5, phase="axis/combat")
    assert shifts(fight(both, "1627", ["23pz-201"], [1])) == []
    against_horse = board({"23pz-126": "1628", horse: "1627 2-2", **hq}, turn=5, phase="axis/combat")
    assert shifts(fight(against_horse, "1627", ["23pz-126"], [1])) == [("attacker's armor", 1)]


@pytest.mark.case("kharkov", "9.65")
@pytest.mark.case("kharkov", "9.9")
def test_armor_that_retreated_in_brings_no_superiority() -> None:
    tank = next(c.id for c in board({}).setting.counters.values() if c.kind == "tank")
    units = {"44id": "1628", "226rd": "1627 4-3", tank: "1627 5-5", "hq-6a": "1625"}
    marks = {tank: ["retreated_in", "attacked"]}
    outcome = fight(board(units, turn=5, phase="axis/combat", markers=marks), "1627", ["44id"], [1])
    assert shifts(outcome) == []
    assert strengths(outcome, "defence") == {"226rd": "3", tank: "0"}


@pytest.mark.case("kharkov", "13.14")
@pytest.mark.case("kharkov", "13.12")
@pytest.mark.parametrize(
    ("air", "answer", "column"), [("1", "no", "3-1"), ("1", "yes", "2-1"), ("0", "yes", "1-1"), ("0", "no", "2-1")]
)
def test_air_points_shift_one_column_each(air: str, answer: str, column: str) -> None:
    units = {"44id": "1628 steps=2", "226rd": "1627 4-4", "hq-6a": "1625"}
    position = board(units, turn=5)
    outcome = fight(position, "1628", ["226rd"], [1], {"air": answer}, air=air)
    assert odds(outcome)[1:] == ("2-1", column)
    left = outcome.position.game.pools["air"]
    assert (left["soviet"], left["axis"]) == (1 - int(air), 1 - (answer == "yes"))


@pytest.mark.case("kharkov", "12.0")
@pytest.mark.case("kharkov", "13.11")
@pytest.mark.case("kharkov", "9.82")
def test_the_order_is_air_reveal_strengths_shifts_morale_die() -> None:
    units = {"44id": "1628", "38rd": "1627", "hq-6a": "1625"}
    outcome = fight(board(units, turn=1), "1628", ["38rd"], [1, 6, 1], {"air": "yes"}, air="1")
    order = [k for k in kinds(outcome.events) if k not in ("pool", "moved", "marked", "hex_marked", "removed")]
    assert order[:10] == [
        "attack_declared",
        "air_assigned",
        "air_assigned",
        "revealed",
        "strengths",
        "strengths",
        "odds",
        "shift",
        "shift",
        "shift",
    ]
    assert order[10] == "result"
    assert [choice.facts["odds"] for choice in outcome.asked if choice.kind == "air"] == ["unknown odds"]


@pytest.mark.case("kharkov", "12.0")
def test_defenders_are_revealed_too_and_stay_revealed() -> None:
    units = {"44id": "1628", "38rd": "1627", "41rd": "1627", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [1, 1, 3])
    assert [event.subject for event in outcome.of_kind("revealed")] == ["38rd", "41rd"]
    assert outcome.position.unit("38rd").face == "1-2"
