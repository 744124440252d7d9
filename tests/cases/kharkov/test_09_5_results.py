"""9.5: steps, the choice between loss and retreat, split and engaged results, headquarters and garrisons."""

from __future__ import annotations

from typing import Any

import pytest

from .board import Several, board
from .fights import answers_of, cell, fight, gone, judge, kinds, moves, where

ATTACK = {"13grd": "1627", "226rd": "1528 4-3", "hq-6a": "1625"}
LOSE = {"retreat_or_lose": "lose"}


def axis_loses(units: dict[str, str], roll: int, answers: dict[str, Any], **board_options: Any) -> Any:
    """10 Soviet points against whatever stands in 1628."""
    position = board({**units, **ATTACK}, turn=5, **board_options)
    return fight(position, "1628", ["13grd", "226rd"], [roll], answers)


@pytest.mark.case("kharkov", "9.51")
@pytest.mark.case("kharkov", "9.54")
def test_a_german_division_goes_down_its_levels() -> None:
    one = axis_loses({"44id": "1628"}, 1, LOSE)
    assert cell(one) == "D1"
    assert one.of_kind("steps")[0].values == {"from": 4, "to": 3, "why": "D1"}
    two = axis_loses({"44id": "1628 steps=3"}, 1, LOSE)
    assert cell(two) == "D2"
    assert two.position.unit("44id").steps == 1


@pytest.mark.case("kharkov", "9.51")
@pytest.mark.parametrize(("steps", "roll", "result"), [(1, 6, "D2"), (2, 3, "D2")])
def test_a_german_division_without_a_step_left_is_eliminated(steps: int, roll: int, result: str) -> None:
    outcome = axis_loses({"44id": f"1628 steps={steps}"}, roll, LOSE)
    assert cell(outcome) == result
    assert gone(outcome) == ["44id"]
    assert where(outcome.position, "44id") == "eliminated"


@pytest.mark.case("kharkov", "9.54")
@pytest.mark.parametrize(
    ("unit", "steps"),
    [("44id", 4), ("97le", 3), ("1mt", 3), ("454si", 1), ("23pz-201", 2), ("60pg-92", 2), ("20rum", 1)],
)
def test_steps_by_class(unit: str, steps: int) -> None:
    assert board({unit: "1628"}).unit(unit).steps == steps


@pytest.mark.case("kharkov", "9.52")
@pytest.mark.case("kharkov", "9.57")
def test_a_soviet_unit_of_one_step_is_eliminated() -> None:
    units = {"44id": "1628", "226rd": "1627 4-3", "38rd": "1627 4-2", "41rd": "1627 4-4", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [1], {**LOSE, "lose_step": "41rd"})
    assert cell(outcome) == "D1"
    assert gone(outcome) == ["41rd"]
    assert where(outcome.position, "226rd") == where(outcome.position, "38rd") == "1627"


@pytest.mark.case("kharkov", "9.53")
def test_two_step_soviet_units_are_reduced_first() -> None:
    for unit, text in (("13grd", "1627"), ("226rd", "1627 4-6")):
        units = {"44id": "1628", unit: text, "hq-6a": "1625"}
        outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [1], LOSE)
        assert outcome.of_kind("steps")[0].values["to"] == 1
        assert outcome.of_kind("steps")[0].cases == ("9.57", "9.53")
        assert where(outcome.position, unit) == "1627"


@pytest.mark.case("kharkov", "9.55")
def test_de_takes_every_step_and_asks_nothing() -> None:
    outcome = axis_loses({"44id": "1628 steps=1"}, 1, {})
    assert cell(outcome) == "De"
    assert gone(outcome) == ["44id"]
    assert [choice.kind for choice in outcome.asked] == ["air", "advance", "advance"]


@pytest.mark.case("kharkov", "9.55")
def test_ae_takes_every_attacker() -> None:
    units = {"44id": "1628", "71id": "1628", "13grd": "1627", "226rd": "1528 1-1", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5), "1628", ["13grd", "226rd"], [6])
    assert cell(outcome) == "Ae"
    assert gone(outcome) == ["13grd", "226rd"]


@pytest.mark.case("kharkov", "9.56")
@pytest.mark.case("kharkov", "9.57")
def test_the_example_of_three_units_one_step_or_all_retreat() -> None:
    units = {"226rd": "1627 1-3", "38rd": "1627 1-3", "41rd": "1627 1-3", "44id": "1628", "hq-6a": "1625"}
    position = board(units, turn=5, phase="axis/combat")
    lost = fight(position, "1627", ["44id"], [1], {**LOSE, "lose_step": "38rd"})
    assert cell(lost) == "D1"
    assert gone(lost) == ["38rd"]
    assert moves(lost, "retreat") == {}
    back = fight(position, "1627", ["44id"], [1], {"retreat_or_lose": "retreat", "retreat_path": ["1626"]})
    assert moves(back, "retreat") == {unit: ["1627", "1626"] for unit in ("38rd", "41rd", "226rd")}
    assert gone(back) == []


@pytest.mark.case("kharkov", "9.56")
@pytest.mark.case("kharkov", "9.57")
def test_two_steps_may_come_from_two_units() -> None:
    units = {"44id": "1628 steps=2", "71id": "1628 steps=1"}
    free = axis_loses(units, 1, {**LOSE, "lose_step": Several(["44id", "71id"])})
    assert cell(free) == "D2"
    assert free.position.unit("44id").steps == 1
    assert gone(free) == ["71id"]
    bound = axis_loses(units, 1, LOSE, options={"two_step_loss": "one_unit"})
    assert answers_of(bound, "lose_step") == []
    assert gone(bound) == ["44id"]


@pytest.mark.case("kharkov", "9.57")
def test_when_fewer_steps_exist_all_are_lost() -> None:
    outcome = axis_loses({"20rum": "1628", "hq-rum6": "1629"}, 1, LOSE)
    assert cell(outcome) == "D2"
    assert gone(outcome) == ["20rum"]


@pytest.mark.case("kharkov", "9.57")
def test_the_default_is_the_weakest_unit() -> None:
    outcome = axis_loses({"44id": "1628 steps=3", "71id": "1628 steps=1"}, 1, LOSE)
    assert gone(outcome) == ["71id"]


@pytest.mark.case("kharkov", "9.61")
def test_retreat_is_never_forced_but_may_be_impossible() -> None:
    ring = {"38rd": "1729 1-1", "hq-28a": "1729"}
    outcome = axis_loses({"44id": "1628 steps=3", **ring}, 5, {})
    assert cell(outcome) == "D1"
    assert answers_of(outcome, "retreat_or_lose") == []
    assert outcome.of_kind("no_retreat")[0].values == {"side": "axis", "hexes": 1}
    assert outcome.position.unit("44id").steps == 2


@pytest.mark.case("kharkov", "9.58")
def test_a_split_result_hits_the_defender_first() -> None:
    outcome = axis_loses({"44id": "1628"}, 2, {})
    assert cell(outcome) == "D1/A1"
    order = [choice.kind for choice in outcome.asked if choice.kind != "air"]
    assert order[:2] == ["retreat_or_lose", "retreat_path"]
    assert [choice.side for choice in outcome.asked if choice.kind == "retreat_or_lose"] == ["axis", "soviet"]


@pytest.mark.case("kharkov", "9.58")
def test_attackers_that_paid_may_advance_and_those_that_retreated_may_not() -> None:
    stayed = axis_loses({"44id": "1628"}, 2, {"retreat_or_lose": Several(["retreat", "lose"]), "advance": ["1628"]})
    assert cell(stayed) == "D1/A1"
    assert where(stayed.position, "13grd") == "1628"
    left = axis_loses({"44id": "1628"}, 2, {"retreat_or_lose": "retreat"})
    assert set(moves(left, "retreat")) == {"44id", "13grd", "226rd"}
    assert answers_of(left, "advance") == []


@pytest.mark.case("kharkov", "9.58")
def test_the_defender_never_advances_in_a_split_result() -> None:
    answers = {"retreat_or_lose": Several(["lose", "retreat"])}
    outcome = axis_loses({"44id": "1628"}, 2, answers)
    assert set(moves(outcome, "retreat")) == {"13grd", "226rd"}
    assert answers_of(outcome, "advance") == []


@pytest.mark.case("kharkov", "9.59")
def test_engaged_costs_each_side_a_step_and_nobody_moves() -> None:
    outcome = axis_loses({"44id": "1628"}, 4, {"lose_step": Several(["13grd"])})
    assert cell(outcome) == "Eng"
    assert [(e.subject, e.values["to"]) for e in outcome.of_kind("steps")] == [("44id", 3), ("13grd", 1)]
    assert not {"retreat_or_lose", "advance"} & {choice.kind for choice in outcome.asked}


@pytest.mark.case("kharkov", "9.59")
def test_engaged_by_option_costs_each_unit_a_step() -> None:
    outcome = axis_loses({"44id": "1628"}, 4, {}, options={"engaged_loss": "each_unit"})
    assert [event.subject for event in outcome.of_kind("steps")] == ["44id", "13grd"]
    assert gone(outcome) == ["226rd"]


@pytest.mark.case("kharkov", "9.59")
def test_no_advance_after_engaged_even_into_an_empty_hex() -> None:
    outcome = fight(board({"454si": "1628", **ATTACK}, turn=5), "1628", ["13grd"], [6])
    assert cell(outcome) == "Eng"
    assert gone(outcome) == ["454si"]
    assert answers_of(outcome, "advance") == []


@pytest.mark.case("kharkov", "10.13")
@pytest.mark.case("kharkov", "10.17")
def test_an_hq_whose_units_are_eliminated_is_displaced() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 1-1", "hq-6a": "1627", "38rd": "1624 2-2"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id", "71id"], [1])
    assert cell(outcome) == "De"
    assert moves(outcome, "displaced") == {"hq-6a": ["1627", "1624"]}
    assert outcome.position.unit("hq-6a").has("inactive")


@pytest.mark.case("kharkov", "10.13")
def test_an_hq_retreats_with_its_stack() -> None:
    units = {"44id": "1628", "226rd": "1627 4-4", "hq-6a": "1627"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [2], {"retreat_path": ["1626"]})
    assert moves(outcome, "retreat") == {"226rd": ["1627", "1626"], "hq-6a": ["1627", "1626"]}


@pytest.mark.case("kharkov", "10.14")
def test_an_hq_alone_retreats_if_it_can_and_is_never_asked_to_lose() -> None:
    units = {"44id": "1628 steps=2", "hq-6a": "1627", "38rd": "1624 2-2"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [2], {"retreat_path": ["1626"]})
    assert cell(outcome) == "D1"
    assert moves(outcome, "retreat") == {"hq-6a": ["1627", "1626"]}
    assert answers_of(outcome, "retreat_or_lose") == []


@pytest.mark.case("kharkov", "10.14")
@pytest.mark.case("kharkov", "10.17")
def test_an_hq_alone_is_displaced_when_it_cannot_retreat_and_on_de() -> None:
    hemmed = {"44id": "1628 steps=2", "71id": "1626", "hq-6a": "1627", "38rd": "1623 2-2"}
    outcome = fight(board(hemmed, turn=5, phase="axis/combat"), "1627", ["44id"], [3], {"retreat_or_lose": "lose"})
    assert moves(outcome, "displaced") == {"hq-6a": ["1627", "1623"]}
    units = {"44id": "1628", "hq-6a": "1627", "38rd": "1624 2-2"}
    de = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [1])
    assert cell(de) == "De"
    assert moves(de, "displaced") == {"hq-6a": ["1627", "1624"]}


@pytest.mark.case("kharkov", "10.14")
@pytest.mark.case("kharkov", "9.59")
def test_engaged_leaves_an_hq_alone_where_it_is() -> None:
    units = {"44id": "1628 steps=2", "hq-6a": "1627", "38rd": "1624 2-2"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [5])
    assert cell(outcome) == "Eng"
    assert where(outcome.position, "hq-6a") == "1627"
    assert [event.subject for event in outcome.of_kind("steps")] == ["44id"]


@pytest.mark.case("kharkov", "10.15")
def test_an_hq_alone_bars_no_retreat() -> None:
    units = {"44id": "1628", "hq-28a": "1730", "13grd": "1627", "hq-6a": "1625"}
    outcome = fight(board({**units, "226rd": "1528 4-3"}, turn=5), "1628", ["13grd", "226rd"], [1])
    assert ["1629"] in answers_of(outcome, "retreat_path")[0]


@pytest.mark.case("kharkov", "15.32")
@pytest.mark.case("kharkov", "15.34")
def test_a_garrison_alone_falls_to_any_result_against_the_defender() -> None:
    for roll, text in ((3, "D1"), (4, "D1/A1"), (6, "Eng")):
        units = {"13grd": "1638", "hq-6a": "1738"}
        outcome = fight(board(units, turn=5), "1637", ["13grd"], [roll], LOSE)
        assert cell(outcome) == text
        assert outcome.position.game.has_mark(outcome.position.grid.hex("1637"), "garrison_lost")
        assert "no_retreat" not in kinds(outcome.events)


@pytest.mark.case("kharkov", "15.32")
def test_a_garrison_outlives_results_against_the_attacker() -> None:
    position = board({"226rd": "1638 2-2", "hq-6a": "1738"}, turn=5)
    outcome = fight(position, "1637", ["226rd"], [5], LOSE)
    assert cell(outcome) == "A1"
    assert outcome.position.garrison_in(position.grid.hex("1637")) == 2


@pytest.mark.case("kharkov", "15.33")
def test_beside_units_a_garrison_falls_only_when_all_are_gone() -> None:
    units = {"44id": "1637 steps=2", "13grd": "1638", "226rd": "1738 6-4", "hq-6a": "1738"}
    position = board(units, turn=5)
    hex_ = position.grid.hex("1637")
    stays = fight(position, "1637", ["13grd", "226rd"], [2], LOSE)
    assert cell(stays) == "D1"
    assert stays.position.garrison_in(hex_) == 2
    back = fight(position, "1637", ["13grd", "226rd"], [2], {"retreat_or_lose": "retreat"})
    assert back.position.garrison_in(hex_) == 0


@pytest.mark.case("kharkov", "15.3")
@pytest.mark.case("kharkov", "9.64")
def test_the_soviet_side_never_stops_before_a_living_garrison() -> None:
    # The garrisons of Poltava negate Soviet zones for the Axis and bar Soviet units.
    units = {"44id": "1637 steps=2", "13grd": "1638", "226rd": "1738 6-4", "hq-6a": "1738"}
    outcome = fight(board(units, turn=5), "1637", ["13grd", "226rd"], [2], {"retreat_path": ["1537"]})
    assert where(outcome.position, "44id") == "1537"
    assert all(path[0] == "1637" for paths in answers_of(outcome, "advance") for path in paths if path)
    assert judge(outcome.position, "1537", ["13grd"])[0].code == "attacked-already"
