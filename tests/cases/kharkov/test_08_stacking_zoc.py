"""Section 8: stacking and zones of control, as they bear on movement."""

import pytest

from adjudicator.rulesets.kharkov import stacking
from adjudicator.rulesets.kharkov.ground import exerters_on
from adjudicator.rulesets.kharkov.position import Position

from .board import Several, board, order, run
from .marching import codes, judge, march, reach

AXIS, SOVIET = "axis/movement", "soviet/movement"
FOUR = {"44id": "1622", "71id": "1521", "79id": "1521", "297id": "1521"}


def zone(position: Position, side: str) -> set[str]:
    return {position.number(hex_) for hex_ in position.zones[side]}


@pytest.mark.case("kharkov", "8.1")
def test_the_last_order_that_overfills_a_hex_is_to_blame() -> None:
    position = board({**FOUR, "297id": "1520"}, phase=AXIS)
    written = [{"move": "297id", "path": ["1521"]}, {"move": "44id", "path": ["1522", "1521"]}]
    _, position = march(position, written[0])
    assert stacking.judge_stacks(position, "axis", [order("axis", "movement", 1, written[0])]) == []
    _, position = march(position, written[1])
    orders = [order("axis", "movement", number, data) for number, data in enumerate(written, 1)]
    (finding,) = stacking.judge_stacks(position, "axis", orders)
    assert (finding.code, finding.kind, finding.cases) == ("overstacked", "illegal", ("8.1",))
    assert (finding.order, finding.unit, finding.hex, finding.at) == ("axis movement 2", "44id", "1521", ("move",))
    assert finding.notes == ("4 would be there: 44id, 71id, 79id and 297id",)


@pytest.mark.case("kharkov", "8.1")
def test_stacks_are_passed_through_and_may_change_places() -> None:
    position = board(FOUR, phase=AXIS)
    assert judge(position, {"move": "44id", "path": ["1522", "1521", "1520"]}) == []
    written = [{"move": "44id", "path": ["1522", "1521"]}, {"move": "71id", "path": ["1520"]}]
    for data in written:
        _, position = march(position, data)
    orders = [order("axis", "movement", number, data) for number, data in enumerate(written, 1)]
    assert stacking.judge_stacks(position, "axis", orders) == []


@pytest.mark.case("kharkov", "8.1")
def test_headquarters_and_markers_do_not_count() -> None:
    units = ["226rd", "38rd", "41rd"]
    hqs = ["hq-6a", "hq-9a"]
    position = board(dict.fromkeys(units + hqs, "1409"), phase=SOVIET, markers={"226rd": ["disrupted"]})
    assert stacking.find_overstacked(position, "soviet") == []
    full = board(dict.fromkeys([*units, "47rd"], "1409"), phase=SOVIET)
    assert stacking.find_overstacked(full, "soviet") == [full.grid.hex("1409")]


@pytest.mark.case("kharkov", "8.1")
@pytest.mark.case("kharkov", "15.33")
def test_a_garrison_does_not_count() -> None:
    position = board(dict.fromkeys(["44id", "71id", "79id"], "0819"), phase=AXIS)
    assert position.garrison_in(position.grid.hex("0819")) == 1
    assert stacking.find_overstacked(position, "axis") == []


@pytest.mark.case("kharkov", "8.1")
def test_reserve_counters_count_by_option() -> None:
    units = dict.fromkeys(["226rd", "38rd", "41rd", "res-6a"], "1409")
    for value, over in (("true", 1), ("false", 0)):
        position = board(units, phase=SOVIET, options={"reserve_is_combat_unit": value})
        assert len(stacking.find_overstacked(position, "soviet")) == over


@pytest.mark.case("kharkov", "8.1")
def test_units_in_excess_are_eliminated_by_their_owners_choice() -> None:
    units = dict.fromkeys(["44id", "71id", "79id", "297id", "294id"], "1521")
    position = board({**units, "hq-rum6": "1521"}, phase=AXIS)
    outcome = run(
        position,
        lambda table, positions: stacking.remove_excess(table, positions, "axis"),
        answers={"overstack": Several(["71id", "297id"])},
    )
    assert [(event.subject, event.cases) for event in outcome.of_kind("removed")] == [
        ("71id", ("8.1",)),
        ("297id", ("8.1",)),
    ]
    assert [(choice.side, choice.subject) for choice in outcome.asked] == [("axis", "1521")] * 2
    assert outcome.position.combat_units_of("axis", position.grid.hex("1521")) == ("44id", "79id", "294id")
    assert outcome.position.unit("hq-rum6").hex is not None


@pytest.mark.case("kharkov", "8.1")
def test_by_default_the_last_unit_of_the_counter_sheet_goes() -> None:
    position = board(dict.fromkeys(["44id", "71id", "79id", "297id"], "1521"), phase=AXIS)
    outcome = run(position, lambda table, positions: stacking.remove_excess(table, positions, "axis"))
    last = position.combat_units_of("axis", position.grid.hex("1521"))[-1]
    assert [event.subject for event in outcome.of_kind("removed")] == [last]
    other = run(position, lambda table, positions: stacking.remove_excess(table, positions, "soviet"))
    assert other.events == []


@pytest.mark.case("kharkov", "8.0")
def test_a_zone_is_the_six_hexes_around() -> None:
    assert zone(board({"44id": "1522"}), "axis") == {"1421", "1422", "1521", "1523", "1621", "1622"}
    assert zone(board({"44id": "1622"}), "axis") == {"1522", "1523", "1621", "1623", "1722", "1723"}


@pytest.mark.case("kharkov", "8.0")
def test_zones_across_the_dnieper_by_option() -> None:
    for value, covered in (("true", True), ("false", False)):
        position = board({"226rd": "3731"}, phase=AXIS, options={"zoc_across_dnieper": value})
        assert ("3732" in zone(position, "soviet")) is covered
        assert bool(exerters_on(position, "axis", position.grid.hex("3732"))) is covered
        assert "3630" in zone(position, "soviet")


@pytest.mark.case("kharkov", "8.21")
def test_every_combat_unit_exerts_a_zone_and_no_headquarters_does() -> None:
    for unit_id, marks in (("226rd", []), ("226rd", ["disrupted"]), ("226rd", ["unsupplied"]), ("13grd", [])):
        assert "1521" in zone(board({unit_id: "1420"}, markers={unit_id: marks}), "soviet")
    position = board({"hq-6a": "1420", "44id": "1622"}, phase=AXIS)
    assert zone(position, "soviet") == set()
    assert judge(position, {"move": "44id", "path": ["1522", "1421", "1321"]}) == []


@pytest.mark.case("kharkov", "8.22")
def test_entering_an_enemy_zone_costs_nothing_extra() -> None:
    alone = reach(board({"44id": "1622"}, phase=AXIS), "44id")
    opposed = reach(board({"44id": "1622", "226rd": "1420"}, phase=AXIS), "44id")
    assert opposed["1521"] == alone["1521"] == 4
    events, _ = march(board({"44id": "1622", "226rd": "1420"}, phase=AXIS), {"move": "44id", "path": ["1522", "1521"]})
    assert [event.values["cost"] for event in events if event.kind == "moved"] == [4]


@pytest.mark.case("kharkov", "8.23")
def test_only_breakout_leaves_an_enemy_zone_so_far() -> None:
    units = {"226rd": "1420", "44id": "1521"}
    assert codes(board(units, turn=2, phase=SOVIET), {"move": "226rd", "path": ["1320"]}) == []
    (soviet,) = judge(board(units, turn=3, phase=SOVIET), {"move": "226rd", "path": ["1320"]})
    (axis,) = judge(board(units, turn=3, phase=AXIS), {"move": "44id", "path": ["1522"]})
    assert "8.23" in soviet.cases
    assert "8.23" in axis.cases


@pytest.mark.case("kharkov", "8.24")
def test_several_zones_are_like_one_and_friendly_zones_like_none() -> None:
    one = reach(board({"44id": "1622", "226rd": "1420"}, phase=AXIS), "44id")
    two = reach(board({"44id": "1622", "226rd": "1420", "38rd": "1420", "71id": "1722"}, phase=AXIS), "44id")
    assert one == two


@pytest.mark.case("kharkov", "8.25")
def test_a_friendly_unit_does_not_negate_an_enemy_zone_for_movement() -> None:
    position = board({"44id": "1622", "71id": "1521", "226rd": "1420"}, phase=AXIS)
    assert codes(position, {"move": "44id", "path": ["1522", "1521", "1520"]}) == ["moves-on-in-enemy-zone"]
    assert codes(position, {"move": "71id", "path": ["1522"]}) == ["leaves-enemy-zone"]
