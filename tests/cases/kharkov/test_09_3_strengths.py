"""9.0 and 9.3: strengths unit by unit, terrain, rivers, supply, division, garrison, and the ratio."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.rulesets.kharkov.odds import column_of, reckon

from .board import board, setting_of
from .fights import cell, effects, fight, odds, strengths

BASE = {"44id": "1628", "13grd": "1627", "226rd": "1528 4-5", "hq-6a": "1625"}
ACROSS = {"44id": "1417", "226rd": "1517 5-1", "38rd": "1317 8-1", "hq-6a": "1316"}
"""44id is attacked by a 5 across the Donets and an 8 that has no river before it."""
PANZER = ["23pz-201", "23pz-126", "23pz-128"]


@pytest.mark.case("kharkov", "9.0")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (29, 10, "2-1"),
        (10, 10, "1-1"),
        (19, 10, "1-1"),
        (20, 10, "2-1"),
        (9, 10, "1-2"),
        (5, 10, "1-2"),
        (4, 10, "1-3"),
        (1, 10, "1-3"),
        (100, 10, "10-1"),
        (99, 10, "9-1"),
        (250, 10, "10-1"),
        (0, 10, "1-3"),
        (5, 0, "10-1"),
    ],
)
def test_the_ratio_is_rounded_in_the_defenders_favour(attack: int, defence: int, column: str) -> None:
    assert column_of(setting_of().tables, Fraction(attack), Fraction(defence)) == column


@pytest.mark.case("kharkov", "9.0")
def test_a_half_point_is_neither_lost_nor_gained_in_the_ratio() -> None:
    tables = setting_of().tables
    assert column_of(tables, Fraction(41, 2), Fraction(10)) == "2-1"
    assert column_of(tables, Fraction(39, 2), Fraction(10)) == "1-1"
    assert column_of(tables, Fraction(1, 2), Fraction(1)) == "1-2"
    assert column_of(tables, Fraction(19, 2), Fraction(10)) == "1-2"


@pytest.mark.case("kharkov", "9.0")
@pytest.mark.parametrize(("die", "result"), [(1, "D2"), (2, "D1"), (4, "D1/A1"), (5, "Eng"), (6, "A1")])
def test_all_attack_strengths_against_all_defence_strengths_and_the_line_of_the_die(die: int, result: str) -> None:
    attackers = {"44id": "1628", "71id": "1628", "257id": "1628", "295id": "1728 steps=2"}
    units = {**attackers, "226rd": "1627 3-4", "38rd": "1627 4-6", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", list(attackers), [die])
    assert strengths(outcome, "attack") == {"44id": "9", "71id": "9", "257id": "9", "295id": "2"}
    assert strengths(outcome, "defence") == {"38rd": "6", "226rd": "4"}
    assert odds(outcome) == ("29-10", "2-1", "2-1")
    assert cell(outcome) == result


@pytest.mark.case("kharkov", "9.31")
def test_a_four_in_the_forest_of_0618_defends_with_eight() -> None:
    position = board({"44id": "0617", "226rd": "0618 2-4", "hq-28a": "0718"}, turn=5, phase="axis/combat")
    outcome = fight(position, "0618", ["44id"], [1])
    assert strengths(outcome, "defence") == {"226rd": "8"}
    assert effects(outcome, "defence", "226rd") == [("9.31", "x2")]


@pytest.mark.case("kharkov", "9.31")
def test_terrain_doubles_no_attacker() -> None:
    position = board({"44id": "0617", "226rd": "0618 2-4", "hq-28a": "0718"}, turn=5)
    assert strengths(fight(position, "0617", ["226rd"], [1]), "attack") == {"226rd": "2"}


@pytest.mark.case("kharkov", "9.32")
def test_five_across_the_donets_and_eight_beside_it_are_ten_and_a_half() -> None:
    outcome = fight(board(ACROSS, turn=5), "1417", ["226rd", "38rd"], [1])
    assert strengths(outcome, "attack") == {"226rd": "5/2", "38rd": "8"}
    assert effects(outcome, "attack", "226rd") == [("9.32", "x1/2")]
    assert odds(outcome) == ("21/2-9", "1-1", "1-1")


@pytest.mark.case("kharkov", "9.32")
def test_the_dnieper_road_halves_too() -> None:
    marks = {"3632": ["garrison_lost"], "3732": ["garrison_lost"]}
    units = {"44id": "3632", "13grd": "3732", "hq-6a": "3732"}
    position = board(units, turn=5, flags={"south_active": "5"}, hex_marks=marks)
    assert strengths(fight(position, "3632", ["13grd"], [1]), "attack") == {"13grd": "3"}


@pytest.mark.case("kharkov", "9.33")
@pytest.mark.parametrize(
    ("units", "change"),
    [
        (["38rd"], 1),  # 1318/1418 is the Mzha
        (["226rd"], 0),  # 1518/1418 is the Donets
        (["38rd", "226rd"], 1),
        (["38rd", "51rd"], 0),  # nothing between 1419 and 1418
    ],
)
def test_one_is_added_when_all_attack_across_rivers_one_of_them_minor(units: list[str], change: int) -> None:
    soviets = {"226rd": "1518 4-4", "38rd": "1318 4-4", "51rd": "1419 4-4", "hq-6a": "1418"}
    position = board({"44id": "1418", **soviets, "hq-6a": "1518", "hq-28a": "1318"}, turn=5)
    outcome = fight(position, "1418", units, [3])
    assert sum(event.values["change"] for event in outcome.of_kind("die_modifier")) == change
    assert outcome.of_kind("result")[0].values["modified"] == 3 + change


@pytest.mark.case("kharkov", "9.33")
def test_a_six_stays_a_six() -> None:
    position = board({"44id": "1418", "38rd": "1318 4-4", "hq-28a": "1318"}, turn=5)
    outcome = fight(position, "1418", ["38rd"], [6])
    assert outcome.of_kind("result")[0].values["modified"] == 6
    assert cell(outcome) == "Ae"


@pytest.mark.case("kharkov", "9.23")
@pytest.mark.parametrize(("option", "strength"), [("any", "3"), ("all", "6")])
def test_attacking_two_hexes_one_across_the_donets(option: str, strength: str) -> None:
    units = {"44id": "1417", "71id": "1416", "13grd": "1317", "hq-6a": "1317"}
    position = board(units, turn=5, options={"multi_hex_river": option})
    assert strengths(fight(position, ["1416", "1417"], ["13grd"], [1]), "attack") == {"13grd": strength}


@pytest.mark.case("kharkov", "9.34")
@pytest.mark.case("kharkov", "9.35")
@pytest.mark.case("kharkov", "14.1")
def test_doublings_multiply_before_anything_is_halved() -> None:
    units = dict.fromkeys(PANZER, "1616") | {"226rd": "1615 4-4", "hq-6a": "1514"}
    position = board(units, turn=5)
    assert position.setting.map.terrain[position.grid.hex("1616")] == "forest"
    whole = reckon(position, ["226rd"], [position.grid.hex("1616")]).defence
    assert [[effect.change for effect in line.effects] for line in whole] == [["x2", "x2"]] * 3
    assert [str(line.strength) for line in whole] == ["16", "8", "8"]
    ring = board({**units, "38rd": "1617 1-1"}, turn=5)
    halved = reckon(ring, ["226rd"], [position.grid.hex("1616")]).defence
    assert [[effect.case for effect in line.effects] for line in halved] == [["14.1", "9.31", "11.43"]] * 3
    assert [str(line.strength) for line in halved] == ["8", "4", "4"]


@pytest.mark.case("kharkov", "11.42")
@pytest.mark.case("kharkov", "11.43")
def test_a_unit_out_of_supply_is_halved_on_both_sides() -> None:
    cut_off = {**BASE, "226rd": "1629 1-1"}
    outcome = fight(board(cut_off, turn=5), "1628", ["13grd"], [1])
    assert strengths(outcome, "defence") == {"44id": "4"}
    assert effects(outcome, "defence", "44id") == [("11.43", "x1/2"), ("11.43", "=4")]
    outcome = fight(board(cut_off, turn=5, phase="axis/combat"), "1627", ["44id"], [1])
    assert strengths(outcome, "attack") == {"44id": "4"}


@pytest.mark.case("kharkov", "11.42")
def test_supply_is_judged_at_the_instant_of_each_combat() -> None:
    units = {"44id": "1628", "13grd": "1627", "71id": "1629 steps=1", "38rd": "1630 9-9", "hq-6a": "1625"}
    position = board({**units, "hq-28a": "1631"}, turn=5)
    assert str(reckon(position, ["13grd"], [position.grid.hex("1628")]).defence_total) == "9"
    cut = fight(position, "1629", ["38rd"], [1], {"advance": ["1629"]}).position
    assert strengths(fight(cut, "1628", ["13grd"], [1]), "defence") == {"44id": "4"}


@pytest.mark.case("kharkov", "11.43")
@pytest.mark.case("kharkov", "9.32")
@pytest.mark.parametrize(
    ("option", "supplied", "unsupplied"),
    [("supply", "1/2", "1"), ("always", "1", "1"), ("not_below_before", "1/2", "1/2")],
)
def test_no_strength_below_one(option: str, supplied: str, unsupplied: str) -> None:
    units = {"44id": "1417 steps=1", "226rd": "1517 3-3", "hq-6a": "1516"}
    free = board(units, phase="axis/combat", turn=5, options={"min_one": option})
    assert str(reckon(free, ["44id"], [free.grid.hex("1517")]).attack_total) == supplied
    cut = board({**units, "13grd": "1318"}, phase="axis/combat", turn=5, options={"min_one": option})
    assert str(reckon(cut, ["44id"], [cut.grid.hex("1517")]).attack_total) == unsupplied


@pytest.mark.case("kharkov", "11.43")
def test_supply_never_takes_the_last_point() -> None:
    outcome = fight(board({**BASE, "44id": "1628 steps=1", "226rd": "1629 1-1"}, turn=5), "1628", ["13grd"], [1])
    assert effects(outcome, "defence", "44id") == [("11.43", "x1/2"), ("11.43", "=1")]
    assert strengths(outcome, "defence") == {"44id": "1"}


@pytest.mark.case("kharkov", "11.43")
@pytest.mark.parametrize(("option", "total"), [("unit", "3"), ("division", "2")])
def test_a_division_out_of_supply_is_rounded_by_unit_or_as_one(option: str, total: str) -> None:
    soviets = {"226rd": "1815 3-3", "38rd": "1714 1-1", "41rd": "1716 1-1"}
    units = {**dict.fromkeys(PANZER, "1715 steps=1"), **soviets}
    position = board(units, phase="axis/combat", turn=5, options={"oos_rounding": option})
    reckoning = reckon(position, PANZER, [position.grid.hex("1815")])
    assert [line.effects[0].change for line in reckoning.attack] == ["x2"] * 3
    assert [line.effects[1].case for line in reckoning.attack] == ["9.32"] * 3
    assert str(reckoning.attack_total) == total


@pytest.mark.case("kharkov", "10.13")
@pytest.mark.case("kharkov", "10.14")
@pytest.mark.parametrize(("option", "strength"), [("true", "2"), ("false", "1")])
def test_headquarters_alone_defend_with_one_in_all(option: str, strength: str) -> None:
    units = {"44id": "0619", "hq-6a": "0618", "hq-28a": "0618"}
    position = board(units, turn=5, phase="axis/combat", options={"hq_alone_doubled": option})
    outcome = fight(position, "0618", ["44id"], [1])
    assert strengths(outcome, "defence") == {"hq-6a+hq-28a": strength}


@pytest.mark.case("kharkov", "15.33")
@pytest.mark.case("kharkov", "15.32")
def test_a_9_8_in_0819_defends_with_nineteen() -> None:
    position = board({"44id": "0819", "13grd": "0719", "hq-28a": "0718"}, turn=5)
    outcome = fight(position, "0819", ["13grd"], [1])
    assert strengths(outcome, "defence") == {"44id": "18", "garrison": "1"}
    assert outcome.of_kind("strengths")[1].values["total"] == "19"
    assert outcome.of_kind("attack_declared")[0].values["garrisons"] == {"0819": 1}


@pytest.mark.case("kharkov", "15.31")
def test_a_garrison_alone_defends_with_the_printed_number() -> None:
    position = board({"13grd": "1638", "hq-6a": "1738"}, turn=5)
    outcome = fight(position, "1637", ["13grd"], [1])
    assert strengths(outcome, "defence") == {"garrison": "2"}
    assert odds(outcome) == ("6-2", "3-1", "3-1")
