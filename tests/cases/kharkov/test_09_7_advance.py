"""9.7: who may advance after combat, along which hexes, and where Soviet units stop."""

from __future__ import annotations

import pytest

from adjudicator.engine.apply import fold
from adjudicator.rulesets.kharkov.attack import suppose_attack
from adjudicator.rulesets.kharkov.position import Positions

from .board import Several, board
from .fights import answers_of, attack_of, cell, fight, gone, judge, moves, where
from .marching import carry_out, opened

SOVIET = {"44id": "1628 steps=3", "13grd": "1627", "226rd": "1528 4-3", "hq-6a": "1625"}
AXIS = {"44id": "1628", "71id": "1628", "226rd": "1627 1-4", "hq-6a": "1625", "38rd": "1621 1-1"}


@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "9.75")
def test_victors_follow_the_path_as_far_as_the_enemy_went() -> None:
    two = fight(board(SOVIET, turn=5), "1628", ["13grd", "226rd"], [1], {"retreat_path": ["1629", "1630"]})
    assert cell(two) == "D2"
    assert answers_of(two, "advance") == [[[], ["1628"], ["1628", "1629"]]] * 2
    one = fight(board(SOVIET, turn=5), "1628", ["13grd", "226rd"], [2], {"retreat_path": ["1629"]})
    assert cell(one) == "D1"
    assert answers_of(one, "advance") == [[[], ["1628"]]] * 2


@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "9.73")
def test_each_victor_advances_or_stays_as_its_owner_likes() -> None:
    answers = {"retreat_path": ["1629", "1630"], "advance": Several([["1628", "1629"], []])}
    outcome = fight(board(SOVIET, turn=5), "1628", ["13grd", "226rd"], [1], answers)
    assert moves(outcome, "advance") == {"13grd": ["1627", "1628", "1629"]}
    assert where(outcome.position, "226rd") == "1528"
    assert outcome.position.unit("13grd").has("advanced")
    assert judge(outcome.position, "1630", ["13grd"])[0].code == "attacked-already"
    assert "advanced" in [finding.code for finding in judge(outcome.position, "1630", ["13grd"])]


@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "9.12")
def test_who_took_no_part_in_the_attack_does_not_advance() -> None:
    position = board({**SOVIET, "38rd": "1627 4-3", "41rd": "1528 4-3"}, turn=5)
    outcome = fight(position, "1628", ["13grd", "226rd"], [2], {"retreat_path": ["1629"], "advance": ["1628"]})
    assert cell(outcome) == "D1"
    assert [choice.facts["unit"] for choice in outcome.asked if choice.kind == "advance"] == ["13grd", "226rd"]
    assert moves(outcome, "advance").keys() == {"13grd", "226rd"}


@pytest.mark.case("kharkov", "9.71")
def test_units_that_retreated_on_different_paths_leave_two_paths() -> None:
    units = {**SOVIET, "44id": "1628 steps=1", "71id": "1628 steps=1"}
    paths = Several([["1629", "1630"], ["1729", "1730"]])
    outcome = fight(board(units, turn=5), "1628", ["13grd", "226rd"], [1], {"retreat_path": paths})
    assert cell(outcome) == "D2"
    assert answers_of(outcome, "advance")[0] == [[], ["1628"], ["1628", "1629"], ["1628", "1729"]]


@pytest.mark.case("kharkov", "9.71")
def test_no_advance_into_a_hex_that_is_still_held() -> None:
    outcome = fight(board(SOVIET, turn=5), "1628", ["13grd", "226rd"], [2], {"retreat_or_lose": "lose"})
    assert cell(outcome) == "D1"
    assert answers_of(outcome, "advance") == []


@pytest.mark.case("kharkov", "9.72")
def test_soviet_units_stop_in_the_first_axis_zone() -> None:
    back = {"retreat_path": ["1629", "1630"]}
    far = fight(board({**SOVIET, "257id": "1731"}, turn=5), "1628", ["13grd", "226rd"], [1], back)
    assert answers_of(far, "advance") == [[[], ["1628"], ["1628", "1629"]]] * 2
    near = fight(board({**SOVIET, "257id": "1729"}, turn=5), "1628", ["13grd", "226rd"], [1], back)
    assert answers_of(near, "advance") == [[[], ["1628"]]] * 2


@pytest.mark.case("kharkov", "9.72")
@pytest.mark.case("kharkov", "9.74")
def test_axis_units_ignore_zones_and_take_a_free_second_hex_after_elimination() -> None:
    units = {**AXIS, "226rd": "1627 1-1", "41rd": "1726 1-1"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id", "71id"], [1])
    assert cell(outcome) == "De"
    second = [path[1] for path in answers_of(outcome, "advance")[0] if len(path) == 2]
    assert second == ["1527", "1528", "1626", "1727", "1728"]
    assert "1628" not in second
    assert answers_of(outcome, "advance")[0][:2] == [[], ["1627"]]


@pytest.mark.case("kharkov", "9.74")
@pytest.mark.case("kharkov", "9.72")
def test_soviet_units_lose_the_second_hex_if_the_first_is_in_a_zone() -> None:
    weak = {**SOVIET, "44id": "1628 steps=1"}
    free = fight(board(weak, turn=5), "1628", ["13grd", "226rd"], [1])
    assert cell(free) == "De"
    assert ["1628", "1629"] in answers_of(free, "advance")[0]
    held = fight(board({**weak, "257id": "1729"}, turn=5), "1628", ["13grd", "226rd"], [1])
    assert answers_of(held, "advance")[0] == [[], ["1628"]]


@pytest.mark.case("kharkov", "9.74")
def test_after_elimination_two_hexes_are_the_most_and_the_second_is_vacant_or_friendly() -> None:
    units = {"44id": "1628", "71id": "1727", "226rd": "1627 1-1", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id"], [1])
    assert cell(outcome) == "De"
    second = [path[1:] for path in answers_of(outcome, "advance")[0] if path]
    # 1727 holds a friendly division.
    assert second == [[], ["1527"], ["1528"], ["1626"], ["1727"], ["1728"]]
    held = fight(board({**units, "41rd": "1626 1-1"}, turn=5, phase="axis/combat"), "1627", ["44id"], [1])
    assert ["1627", "1626"] not in answers_of(held, "advance")[0]
    assert ["1627", "1527"] in answers_of(held, "advance")[0]


@pytest.mark.case("kharkov", "9.74")
@pytest.mark.case("kharkov", "9.75")
def test_no_free_second_hex_where_units_have_retreated() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 1-3", "38rd": "1627 1-3", "hq-6a": "1625"}
    answers = {"retreat_or_lose": "retreat", "retreat_path": ["1626"]}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id", "71id"], [3], answers)
    assert cell(outcome) == "D1"
    assert gone(outcome) == []
    assert answers_of(outcome, "advance") == [[[], ["1627"]]] * 2


@pytest.mark.case("kharkov", "9.74")
@pytest.mark.case("kharkov", "6.3")
@pytest.mark.parametrize(("option", "crosses"), [("true", False), ("false", True)])
def test_the_dnieper_stays_closed_to_the_second_hex(option: str, crosses: bool) -> None:
    units = {"44id": "3633 steps=1", "13grd": "3533", "hq-6a": "3433"}
    flags = {"south_active": "5"}
    position = board(units, turn=5, flags=flags, options={"advance_dnieper": option})
    outcome = fight(position, "3633", ["13grd"], [3])
    assert cell(outcome) == "D2"
    outcome = fight(
        board({**units, "14grd": "3534"}, turn=5, flags=flags, options={"advance_dnieper": option}),
        "3633",
        ["13grd", "14grd"],
        [1],
    )
    assert cell(outcome) == "De"
    assert (["3633", "3734"] in answers_of(outcome, "advance")[0]) == crosses


@pytest.mark.case("kharkov", "9.7")
@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "9.74")
def test_defenders_advance_when_the_attackers_leave_a_hex() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 6-4", "hq-6a": "1625"}
    outcome = fight(
        board(units, turn=5),
        "1628",
        ["226rd"],
        [3],
        {"retreat_or_lose": "lose", "advance": Several([["1627", "1626"], []])},
    )
    assert cell(outcome) == "A1"
    assert gone(outcome) == ["226rd"]
    assert [choice.side for choice in outcome.asked if choice.kind == "advance"] == ["axis", "axis"]
    assert moves(outcome, "advance") == {"44id": ["1628", "1627", "1626"]}


@pytest.mark.case("kharkov", "9.73")
def test_a_defender_that_advanced_is_not_attacked_nor_is_the_hex_it_shares() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 6-4", "38rd": "1526 4-4", "257id": "1626"}
    units |= {"hq-6a": "1627", "hq-28a": "1525"}
    answers = {"retreat_or_lose": "lose", "advance": Several([["1627", "1626"], []])}
    outcome = fight(board(units, turn=5), "1628", ["226rd"], [3], answers)
    assert where(outcome.position, "44id") == "1626"
    findings = judge(outcome.position, "1626", ["38rd"])
    assert [(f.code, f.cases) for f in findings] == [("advanced", ("9.73", "9.21"))]


@pytest.mark.case("kharkov", "9.71")
def test_a_hex_with_units_that_took_no_part_is_not_left_vacant() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 6-4", "38rd": "1627 1-1", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5), "1628", ["226rd"], [3], {"retreat_or_lose": "lose"})
    assert gone(outcome) == ["226rd"]
    assert answers_of(outcome, "advance") == []


@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "8.1")
def test_no_more_than_three_end_an_advance_in_a_hex() -> None:
    soviets = {"13grd": "1627", "14grd": "1627", "226rd": "1528 4-3", "38rd": "1528 4-3", "hq-6a": "1625"}
    position = board({"44id": "1628", **soviets}, turn=5)
    outcome = fight(position, "1628", list(soviets)[:4], [2], {"advance": ["1628"], "retreat_path": ["1629"]})
    assert cell(outcome) == "D1"
    assert list(moves(outcome, "advance")) == ["13grd", "14grd", "226rd"]
    assert where(outcome.position, "38rd") == "1528"


@pytest.mark.case("kharkov", "10.13")
def test_an_hq_advances_only_along_with_its_stack() -> None:
    position = board({**SOVIET, "hq-28a": "1627"}, turn=5)
    answers = {"retreat_path": ["1629"], "advance": ["1628"]}
    outcome = fight(position, "1628", ["13grd", "226rd", "hq-28a"], [2], answers)
    assert set(moves(outcome, "advance")) == {"13grd", "226rd", "hq-28a"}
    alone = fight(position, "1628", ["13grd", "226rd", "hq-28a"], [2], {"retreat_path": ["1629"]})
    assert len(answers_of(alone, "advance")) == 2


@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "15.32")
def test_the_hex_of_a_fallen_garrison_is_open_and_remembered() -> None:
    position = board({"13grd": "1638", "hq-6a": "1738"}, turn=5)
    outcome = fight(position, "1637", ["13grd"], [3], {"advance": ["1637"]})
    assert where(outcome.position, "13grd") == "1637"
    assert outcome.position.game.has_mark(position.grid.hex("1637"), "soviet_entered")
    assert ["1637", "1537"] not in answers_of(outcome, "advance")[0]


@pytest.mark.case("kharkov", "9.14")
@pytest.mark.case("kharkov", "9.73")
def test_a_check_supposes_success_or_failure() -> None:
    position = board(SOVIET, turn=5)
    attack = attack_of(position, "1628", ["13grd", "226rd"], air="1", advance={"13grd": ["1628"]})
    for succeeds in (True, False):
        game = fold(position.game, suppose_attack(position, attack, succeeds))
        after = Positions(position.setting).of(game)
        assert after.unit("226rd").has("attacked")
        assert game.pools["air"]["soviet"] == 0
        assert (after.unit("44id").hex is None) == succeeds
        assert where(after, "13grd") == ("1628" if succeeds else "1627")
        assert game.has_mark(position.grid.hex("1628"), "attacked")
        assert judge(after, "1628", ["226rd"])[0].cases == ("9.14",)


@pytest.mark.case("kharkov", "9.73")
@pytest.mark.case("kharkov", "8.1")
def test_a_check_supposes_that_all_advance_for_whom_there_is_room() -> None:
    units = ["13grd", "226rd", "38rd", "41rd"]
    places = dict(zip(units, ("1627", "1627", "1627", "1528"), strict=True))
    position = board({**SOVIET, **places}, turn=5)
    attack = attack_of(position, "1628", units, advance="yes")
    after = Positions(position.setting).of(fold(position.game, suppose_attack(position, attack, True)))
    assert [where(after, unit) for unit in units] == ["1628", "1628", "1628", "1528"]


@pytest.mark.case("kharkov", "9.76")
def test_an_overrun_is_no_combat_that_anybody_could_advance_after() -> None:
    weak = opened(board({**SOVIET, "44id": "1628 steps=1"}, turn=5, phase="soviet/movement"))
    overrun = {"move": "13grd", "path": [{"overrun": "1628"}]}
    won = carry_out(weak, overrun, [1], {"retreat_or_lose": "retreat"})
    assert moves(won, "retreat").keys() == {"44id"}
    assert moves(won, "advance") == {}
    assert answers_of(won, "advance") == []
    assert moves(won, "overrun") == {"13grd": ["1627", "1628"]}
    strong = opened(board(SOVIET, turn=5, phase="soviet/movement"))
    lost = carry_out(strong, overrun, [5], {"retreat_or_lose": "retreat"})
    assert moves(lost, "retreat").keys() == {"13grd"}
    assert answers_of(lost, "advance") == []
    assert where(lost.position, "44id") == "1628"
