"""6.6: German tactical disengagement: who, when, where to, at what price. The chase has a file of its own."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.kharkov.rules import KharkovRules

from . import regimental
from .board import board, order
from .fights import where
from .marching import carry_out, closed, codes, judge, opened, reach, walked

AXIS, MECHANIZED = "axis/movement", "axis/mechanized"
FIELD = {"44id": "1628", "226rd": "1627 4-5", "hq-6a": "1625"}
"""44id in the open, a Soviet division north of it: 1528 and 1728 are in its zone, 1529, 1629 and 1729 are not."""


@pytest.mark.case("kharkov", "6.6")
@pytest.mark.case("kharkov", "6.61")
def test_a_german_unit_leaves_an_enemy_zone_for_three_points() -> None:
    position = opened(board(FIELD, turn=2, phase=AXIS))
    outcome = carry_out(position, {"move": "44id", "path": ["1628", "1629", "1630", "1631"]}, answers={"chase": "no"})
    assert walked(outcome) == [("44id", "move", "1628-1629", 6), ("44id", "move", "1629-1630-1631", 4)]
    assert outcome.of_kind("moved")[0].cases == ("6.0", "6.21", "6.6", "6.61")
    assert outcome.of_kind("moved")[1].cases == ("6.0", "6.21")
    assert outcome.position.unit("44id").has("moved")


@pytest.mark.case("kharkov", "6.6")
@pytest.mark.parametrize(("value", "costs"), [("total", [6, 6, 6]), ("plus_terrain", [8, 8, 10])])
def test_disengage_cost_option(value: str, costs: list[int]) -> None:
    options = {"disengage_cost": value}
    position = opened(board(FIELD, turn=2, phase=AXIS, options=options))
    found = reach(position, "44id")
    assert [found["1629"], found["1729"]] == costs[:2]
    assert found["1630"] == costs[0] + 2
    assert found["1528"] == costs[0] + 2, "not at once, but by 1529 (6.63)"
    wood = opened(board({"44id": "1418", "226rd": "1417 4-5", "hq-6a": "1413"}, turn=2, phase=AXIS, options=options))
    assert reach(wood, "44id")["1319"] == costs[2], "clear 1, the Mzha 1"


@pytest.mark.case("kharkov", "6.6")
@pytest.mark.case("kharkov", "6.12")
def test_the_price_is_reckoned_with_the_rest_of_the_way() -> None:
    position = opened(board(FIELD, turn=2, phase=AXIS))
    away = ["1629", "1630", "1631", "1632", "1633", "1634", "1635"]
    (finding,) = judge(position, {"move": "44id", "path": away})
    assert finding.code == "movement-points"
    assert finding.notes[0].startswith("needs 9, has 8: 1629 disengagement 3 + 1630 clear 1 + 1631 clear 1")
    dear = opened(board(FIELD, turn=2, phase=AXIS, options={"disengage_cost": "plus_terrain"}))
    (finding,) = judge(dear, {"move": "44id", "path": away[:-1]})
    assert "needs 9, has 8: 1629 disengagement and clear 4 + " in finding.notes[0]


@pytest.mark.case("kharkov", "6.6")
@pytest.mark.case("kharkov", "6.26")
def test_a_unit_out_of_supply_pays_the_same_out_of_half_its_points() -> None:
    position = board(FIELD, turn=2, phase=AXIS, markers={"44id": ["unsupplied"]}, flags={"in_zone": "1628"})
    found = reach(position, "44id")
    assert (found["1629"], found["1630"]) == (6, 8)
    assert "1631" not in found


@pytest.mark.case("kharkov", "6.6")
def test_only_german_units_disengage() -> None:
    mixed = {**FIELD, "20rum": "1628", "hq-rum6": "1628"}
    position = opened(board(mixed, turn=2, phase=AXIS))
    for units, others in (("20rum", "20rum"), (["44id", "20rum"], "20rum"), ("hq-rum6", "hq-rum6")):
        (finding,) = judge(position, {"move": units, "path": ["1629"]})
        assert finding.code == "leaves-enemy-zone"
        assert finding.cases == ("6.24", "8.23", "6.6")
        assert finding.notes[1] == f"it may not disengage: only German units disengage, not {others}"
    assert judge(position, {"move": "44id", "path": ["1629"]}) == []
    soviet = opened(board({"226rd": "1627 4-5", "44id": "1628", "hq-6a": "1625"}, turn=3, phase="soviet/movement"))
    (finding,) = judge(soviet, {"move": "226rd", "path": ["1626"]})
    assert (finding.code, "6.6" in finding.cases) == ("leaves-enemy-zone", False)


@pytest.mark.case("kharkov", "6.61")
@pytest.mark.case("kharkov", "6.24")
def test_a_unit_disengages_only_out_of_all_soviet_zones() -> None:
    position = opened(board(FIELD, turn=2, phase=AXIS))
    for there in ("1528", "1728"):
        (finding,) = judge(position, {"move": "44id", "path": [there]})
        assert (finding.code, finding.cases, finding.at) == ("disengages-into-zone", ("6.61", "6.24"), ("path", 0))
        assert finding.notes == (f"{there} is in the zone of control of 226rd in 1627",)
    occupied = opened(board({**FIELD, "71id": "1528"}, turn=2, phase=AXIS))
    assert codes(occupied, {"move": "44id", "path": ["1528"]}) == ["disengages-into-zone"], "friends lift no zone"
    around = opened(board({**FIELD, "248rd": "1630 4-5"}, turn=2, phase=AXIS))
    assert codes(around, {"move": "44id", "path": ["1629"]}) == ["disengages-into-zone"]
    assert judge(around, {"move": "44id", "path": ["1529"]}) == []
    shut = opened(board({**FIELD, "248rd": "1630 4-5", "41rd": "1429 4-5", "47rd": "1829 4-5"}, turn=2, phase=AXIS))
    assert reach(shut, "44id") == {}
    assert "no way leads 44id" in judge(shut, {"move": "44id", "to": "1632"})[0].message


@pytest.mark.case("kharkov", "6.61")
@pytest.mark.case("kharkov", "6.23")
def test_who_comes_into_a_zone_in_the_phase_does_not_disengage_in_it() -> None:
    position = opened(board({**FIELD, "44id": "1629"}, turn=2, phase=AXIS))
    assert codes(position, {"move": "44id", "path": ["1628", "1528"]}) == ["moves-on-in-enemy-zone"]
    arrived = carry_out(position, {"move": "44id", "path": ["1628"]}).position
    assert codes(arrived, {"move": "44id", "path": ["1629"]}) == ["leaves-enemy-zone", "moved-already"][::-1]
    # A chase may carry a zone over units that began the phase outside all of them.
    beside = opened(board({**FIELD, "71id": "1629"}, turn=2, phase=AXIS))
    chased = carry_out(beside, {"move": "44id", "path": ["1529"]}, answers={"chase": "yes"}).position
    assert where(chased, "226rd") == "1628"
    (finding,) = judge(chased, {"move": "71id", "path": ["1630"]})
    assert finding.cases == ("6.24", "8.23", "6.61")
    assert finding.notes[1] == "it may not disengage: 71id began the phase in no enemy zone of control"


@pytest.mark.case("kharkov", "6.61")
@pytest.mark.case("kharkov", "15.11")
def test_regiments_of_a_division_broken_down_in_a_zone_disengage() -> None:
    position = opened(regimental.axis_board(FIELD))
    after = regimental.carry_out(position, {"breakdown": "44id", "into": ["rg-01", "rg-02", "rg-03"]})
    assert judge(after, {"move": ["rg-01", "rg-02", "rg-03"], "path": ["1629"]}) == []


@pytest.mark.case("kharkov", "6.63")
@pytest.mark.case("kharkov", "6.23")
def test_a_disengaged_unit_that_enters_another_zone_must_stop() -> None:
    position = opened(board({**FIELD, "248rd": "1632 4-5"}, turn=2, phase=AXIS))
    outcome = carry_out(position, {"move": "44id", "path": ["1629", "1630", "1631"]}, answers={"chase": "no"})
    assert where(outcome.position, "44id") == "1631"
    (finding,) = judge(position, {"move": "44id", "path": ["1629", "1630", "1631", "1531"]})
    assert (finding.code, finding.at, finding.hex) == ("moves-on-in-enemy-zone", ("path", 3), "1631")


@pytest.mark.case("kharkov", "6.63")
@pytest.mark.parametrize(("value", "expected"), [("false", ["ceases"]), ("true", [])])
def test_overrun_after_disengaging_option(value: str, expected: list[str]) -> None:
    units, options = {**FIELD, "41rd": "1631 1-1"}, {"overrun_after_disengaging": value}
    way = ["1629", "1630", {"overrun": "1631"}]
    away = opened(board(units, turn=2, phase=AXIS, options=options))
    assert codes(away, {"move": "44id", "path": way}) == expected
    # Who had no zone to leave has not disengaged.
    free = opened(board({**units, "44id": "1629"}, turn=2, phase=AXIS, options=options))
    assert codes(free, {"move": "44id", "path": way[1:]}) == []


@pytest.mark.case("kharkov", "6.64")
def test_nobody_disengages_on_game_turn_one() -> None:
    for turn, expected in ((1, ["leaves-enemy-zone"]), (2, []), (9, [])):
        position = opened(board(FIELD, turn=turn, phase=AXIS))
        assert codes(position, {"move": "44id", "path": ["1629"]}) == expected
    (finding,) = judge(opened(board(FIELD, turn=1, phase=AXIS)), {"move": "44id", "path": ["1629"]})
    assert finding.cases == ("6.24", "8.23", "6.64")
    assert finding.notes[1] == "it may not disengage: there is no disengagement on Game-Turn 1"


@pytest.mark.case("kharkov", "6.64")
def test_nobody_disengages_across_the_donets() -> None:
    units = {"44id": "1617", "226rd": "1517 4-5", "hq-6a": "1413"}
    position = opened(board(units, turn=2, phase=AXIS))
    for there in ("1718", "1618"):
        (finding,) = judge(position, {"move": "44id", "path": [there]})
        assert (finding.code, finding.cases) == ("disengages-over-river", ("6.64",))
        assert finding.message.endswith(f"from 1617 into {there} across the Donets")
        assert reach(position, "44id").get(there) != 6
    # The Mzha is a Minor River and bars nobody.
    minor = opened(board({"44id": "1418", "226rd": "1417 4-5", "hq-6a": "1413"}, turn=2, phase=AXIS))
    assert judge(minor, {"move": "44id", "path": ["1319"]}) == []


@pytest.mark.case("kharkov", "6.6")
@pytest.mark.case("kharkov", "6.61")
def test_disengage_mech_phase_option() -> None:
    units = {"23pz-201": "1628", "44id": "1628", "226rd": "1627 4-5", "hq-6a": "1625"}
    free = opened(board(units, turn=2, phase=MECHANIZED))
    assert judge(free, {"move": "23pz-201", "path": ["1629"]}) == []
    assert "not-mechanized" in codes(free, {"move": "44id", "path": ["1629"]})
    barred = opened(board(units, turn=2, phase=MECHANIZED, options={"disengage_mech_phase": "false"}))
    (finding,) = judge(barred, {"move": "23pz-201", "path": ["1629"]})
    assert finding.cases == ("6.24", "8.23", "6.61")
    assert finding.notes[1].endswith("there is no disengagement in the Mechanized Movement Phase")
    both = opened(board(units, turn=2, phase=AXIS, options={"disengage_mech_phase": "false"}))
    assert judge(both, {"move": "23pz-201", "path": ["1629"]}) == []


@pytest.mark.case("kharkov", "6.61")
def test_the_zones_of_a_phase_are_forgotten_at_its_end() -> None:
    position = opened(board(FIELD, turn=2, phase=AXIS))
    assert position.game.flags["in_zone"] == "1628"
    assert not closed(position).game.flags.get("in_zone")


@pytest.mark.case("kharkov", "6.6")
@pytest.mark.case("kharkov", "6.12")
def test_the_check_tells_the_whole_way_of_a_goal() -> None:
    position = opened(board(FIELD, turn=2, phase=AXIS))
    (advice,) = KharkovRules(position.setting).remark(
        position.game, order("axis", "movement", 1, {"move": "44id", "to": "1631"})
    )
    assert advice.message == "44id goes 1628-1629-1630-1631 for 5 Movement Points"
