"""9.1 and 9.2: who may attack whom, and how often."""

from __future__ import annotations

import pytest

from .board import board
from .fights import attack_of, codes, fight, judge, odds, strengths, where

BASE = {"44id": "1628", "13grd": "1627", "226rd": "1528 4-5", "hq-6a": "1625"}
"""A German division with two Soviet ones beside it, all in supply on clear ground."""


@pytest.mark.case("kharkov", "9.11")
def test_only_adjacent_units_attack() -> None:
    position = board({**BASE, "38rd": "1526 2-3"})
    findings = judge(position, "1628", ["38rd", "13grd"])
    assert codes(findings) == ["not-adjacent"]
    assert findings[0].unit == "38rd"
    assert findings[0].cases == ("9.11",)
    assert findings[0].at == ("with", 0)
    assert findings[0].notes == ("1526 is 3 hexes from 1628",)


@pytest.mark.case("kharkov", "9.11")
def test_an_empty_hex_or_one_of_ones_own_is_no_target() -> None:
    position = board(BASE)
    assert codes(judge(position, "1629", ["13grd"])) == ["no-enemy", "not-adjacent"]
    assert codes(judge(position, "1528", ["13grd"])) == ["no-enemy"]


@pytest.mark.case("kharkov", "9.12")
@pytest.mark.case("kharkov", "9.22")
def test_units_that_take_no_part_are_never_hit() -> None:
    position = board({**BASE, "38rd": "1627 2-3", "hq-28a": "1627"}, turn=5)
    outcome = fight(position, "1628", ["38rd"], [6])
    assert outcome.of_kind("result")[0].values["cell"] == "Ae"
    assert where(outcome.position, "38rd") == "eliminated"
    for unit in ("13grd", "226rd", "hq-28a"):
        assert outcome.position.unit(unit) == position.unit(unit)


@pytest.mark.case("kharkov", "9.22")
def test_units_of_one_hex_may_attack_different_hexes() -> None:
    position = board({**BASE, "38rd": "1627 2-3", "71id": "1728"}, turn=5)
    first = fight(position, "1628", ["13grd"], [3])
    assert judge(first.position, "1728", ["38rd"]) == []


@pytest.mark.case("kharkov", "9.13")
def test_all_six_hexes_may_join() -> None:
    ring = {"38rd": "1528 4-4", "41rd": "1627 4-4", "47rd": "1728 4-4", "51rd": "1729 4-4", "76rd": "1629 4-4"}
    position = board({**BASE, **ring, "81rd": "1529 4-4"}, turn=5)
    outcome = fight(position, "1628", [*ring, "81rd"], [1])
    assert len(strengths(outcome, "attack")) == 6


@pytest.mark.case("kharkov", "9.14")
def test_no_unit_attacks_twice_in_a_phase() -> None:
    position = board({**BASE, "71id": "1728"}, turn=5)
    outcome = fight(position, "1628", ["13grd"], [3], {"retreat_or_lose": "lose"})
    findings = judge(outcome.position, "1728", ["13grd"])
    assert codes(findings) == ["attacked-already"]
    assert (findings[0].unit, findings[0].cases) == ("13grd", ("9.14",))


@pytest.mark.case("kharkov", "9.14")
def test_no_unit_is_attacked_twice_in_a_phase() -> None:
    outcome = fight(board(BASE, turn=5), "1628", ["13grd"], [3])
    findings = judge(outcome.position, "1628", ["226rd"])
    assert codes(findings) == ["attacked-already"]
    assert (findings[0].hex, findings[0].at) == ("1628", ("attack",))


@pytest.mark.case("kharkov", "9.14")
def test_a_unit_that_retreated_from_one_attack_is_not_attacked_again_elsewhere() -> None:
    position = board({"44id": "1538 steps=2", "13grd": "1539", "38rd": "1437 4-4", "hq-6a": "1539"}, turn=5)
    retreated = fight(position, "1538", ["13grd"], [3], {"retreat_path": ["1537"]})
    assert where(retreated.position, "44id") == "1537"
    assert codes(judge(retreated.position, "1537", ["38rd"])) == ["attacked-already"]


@pytest.mark.case("kharkov", "9.14")
def test_a_garrison_is_not_attacked_twice() -> None:
    position = board({"38rd": "1638 1-1", "13grd": "1738", "hq-6a": "1738"}, turn=5)
    outcome = fight(position, "1637", ["38rd"], [5], {"retreat_or_lose": "lose"})
    assert outcome.position.garrison_in(position.grid.hex("1637")) == 2
    assert codes(judge(outcome.position, "1637", ["13grd"])) == ["attacked-already"]


@pytest.mark.case("kharkov", "9.15")
@pytest.mark.case("kharkov", "10.21")
def test_soviet_units_need_a_line_from_an_active_headquarters() -> None:
    far = judge(board({**BASE, "hq-6a": "1620"}), "1628", ["13grd"])
    assert codes(far) == ["no-communications"]
    assert far[0].notes == ("hq-6a in 1620 is 7 hexes away: its radius is 5",)
    asleep = judge(board({**BASE, "hq-6a": "1625 inactive"}), "1628", ["13grd"])
    assert asleep[0].cases == ("9.15", "10.21")
    assert asleep[0].notes == ("no HQ on the map is active",)
    assert judge(board(BASE), "1628", ["13grd"]) == []


@pytest.mark.case("kharkov", "9.21")
def test_all_units_in_a_hex_defend_together() -> None:
    position = board({**BASE, "71id": "1628", "97le": "1628"}, turn=5)
    outcome = fight(position, "1628", ["13grd"], [1])
    assert strengths(outcome, "defence") == {"44id": "9", "71id": "9", "97le": "7"}


@pytest.mark.case("kharkov", "9.23")
@pytest.mark.case("kharkov", "9.24")
def test_one_attack_on_two_hexes_counts_each_strength_once() -> None:
    position = board({**BASE, "71id": "1728 steps=2"}, turn=5)
    outcome = fight(position, ["1728", "1628"], ["13grd"], [1])
    assert outcome.of_kind("attack_declared")[0].subject == "1628+1728"
    assert odds(outcome)[:2] == ("6-11", "1-2")


@pytest.mark.case("kharkov", "9.23")
def test_every_attacker_must_be_adjacent_to_every_hex_attacked() -> None:
    position = board({**BASE, "71id": "1728"})
    findings = judge(position, ["1628", "1728"], ["13grd", "226rd"])
    assert codes(findings) == ["not-adjacent"]
    assert findings[0].message == "226rd in 1528 is not adjacent to 1728"
    assert "9.23" in findings[0].cases


@pytest.mark.case("kharkov", "6.3")
def test_no_attack_across_the_dnieper_but_at_the_road() -> None:
    lost = {number: ["garrison_lost"] for number in ("3632", "3732", "3733")}
    active = {"south_active": "5"}
    units = {"44id": "3632", "13grd": "3732", "226rd": "3733 4-4", "hq-6a": "3732"}
    position = board(units, flags=active, hex_marks=lost)
    findings = judge(position, "3632", ["13grd", "226rd"])
    assert [(f.code, f.unit, f.cases) for f in findings] == [("dnieper", "226rd", ("6.3",))]


@pytest.mark.case("kharkov", "6.51")
def test_axis_units_in_the_frozen_south_do_not_attack() -> None:
    units = {"44id": "2622", "13grd": "2621", "hq-6a": "2620"}
    findings = judge(board(units, phase="axis/combat"), "2621", ["44id"])
    assert [(f.code, f.cases) for f in findings] == [("frozen", ("6.51",))]
    assert judge(board(units, phase="axis/combat", flags={"south_active": "5"}), "2621", ["44id"]) == []


@pytest.mark.case("kharkov", "7.32")
def test_disrupted_units_do_not_attack() -> None:
    findings = judge(board(BASE, markers={"13grd": ["disrupted"]}), "1628", ["13grd"])
    assert [(f.code, f.cases) for f in findings] == [("disrupted", ("7.32",))]


@pytest.mark.case("kharkov", "10.14")
@pytest.mark.case("kharkov", "6.72")
def test_headquarters_alone_and_reserve_counters_do_not_attack() -> None:
    position = board({**BASE, "hq-28a": "1728", "res-6a": "1627"})
    assert codes(judge(position, "1628", ["hq-28a"])) == ["headquarters"]
    assert codes(judge(position, "1628", ["res-6a"])) == ["no-strength"]


@pytest.mark.case("kharkov", "10.13")
def test_an_hq_goes_along_with_the_unit_it_is_stacked_with_and_adds_nothing() -> None:
    position = board({**BASE, "hq-28a": "1627"}, turn=5)
    assert judge(position, "1628", ["13grd", "hq-28a"]) == []
    outcome = fight(position, "1628", ["13grd", "hq-28a"], [1])
    assert strengths(outcome, "attack") == {"13grd": "6"}
    assert strengths(outcome, "defence") == {"44id": "9"}


@pytest.mark.case("kharkov", "9.73")
def test_units_that_advanced_do_not_attack() -> None:
    position = board({**BASE, "71id": "1629 steps=1"}, turn=5, markers={"13grd": ["advanced", "attacked"]})
    findings = judge(position, "1628", ["13grd"])
    assert [(f.code, f.cases) for f in findings] == [("advanced", ("9.73", "9.14"))]


@pytest.mark.case("kharkov", "13.11")
def test_an_air_point_must_be_there() -> None:
    position = board(BASE, pools={"air": {"soviet": 0, "axis": 1}})
    findings = judge(position, "1628", ["13grd"], air="1")
    assert [(f.code, f.at) for f in findings] == [("no-air-point", ("air",))]
    assert judge(position, "1628", ["13grd"]) == []


@pytest.mark.case("kharkov", "13.13")
def test_no_more_than_one_air_point_a_side() -> None:
    position = board(BASE, pools={"air": {"soviet": 3, "axis": 3}}, turn=5)
    findings = judge(position, "1628", ["13grd"], air="2")
    assert [(f.code, f.cases, f.at) for f in findings] == [("too-many-air-points", ("13.13",), ("air",))]
    outcome = fight(position, "1628", ["13grd"], [1], {"air": "yes"}, air="1")
    assert outcome.position.game.pools["air"] == {"soviet": 2, "axis": 2}


@pytest.mark.case("kharkov", "9.12")
@pytest.mark.case("kharkov", "9.71")
def test_wishes_must_be_about_this_attack() -> None:
    position = board(BASE)
    assert codes(judge(position, "1628", ["13grd"], lose=["226rd"])) == ["not-in-attack"]
    assert codes(judge(position, "1628", ["13grd"], advance={"226rd": ["1628"]})) == ["not-in-attack"]
    assert codes(judge(position, "1628", ["13grd"], advance={"13grd": ["1728"]})) == ["not-an-advance"]
    assert codes(judge(position, "1628", ["13grd"], advance={"13grd": ["1628", "1630"]})) == ["not-an-advance"]
    assert codes(judge(position, "1628", ["13grd"], retreat={"13grd": [["1625"]]})) == ["gap"]
    assert judge(position, "1628", ["13grd"], lose=["13grd"], retreat={"13grd": ["1626"]}, advance={}) == []


@pytest.mark.case("kharkov", "9.74")
@pytest.mark.case("kharkov", "9.75")
def test_an_advance_of_more_than_two_hexes_cannot_be_ordered() -> None:
    position = board(BASE)
    assert judge(position, "1628", ["13grd"], advance={"13grd": ["1628", "1629"]}) == []
    (finding,) = judge(position, "1628", ["13grd"], advance={"13grd": ["1628", "1629", "1630"]})
    assert (finding.code, finding.hex, finding.cases) == ("not-an-advance", "1630", ("9.71", "9.74"))


@pytest.mark.case("kharkov", "9.0")
def test_all_faults_of_an_attack_are_listed_at_once() -> None:
    position = board({**BASE, "38rd": "1526 2-3"}, markers={"13grd": ["disrupted", "attacked"]})
    found = judge(position, "1628", ["38rd", "13grd"], air="1", lose=["226rd"])
    assert codes(found) == ["not-adjacent", "disrupted", "attacked-already", "not-in-attack"]
    assert attack_of(position, "1628", ["38rd", "13grd"]).units == ("38rd", "13grd")
