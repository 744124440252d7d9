"""6.0-6.3 and what forbids to move at all: units and stacks, paths, terrain, allowances."""

import pytest

from adjudicator.rulesets.kharkov import going
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.terrain import cost_of_step, points_text

from .board import board, setting_of
from .marching import CLEAR_ROW, cases_of, codes, judge, march, reach

AXIS, SOVIET, MECHANIZED = "axis/movement", "soviet/movement", "axis/mechanized"


def cost(class_: str, a: str, b: str, **options: str) -> int | None:
    setting = setting_of(options)
    return cost_of_step(setting, class_, setting.map.grid.hex(a), setting.map.grid.hex(b))  # type: ignore[arg-type]


@pytest.mark.case("kharkov", "6.0")
def test_a_unit_moves_hex_by_hex() -> None:
    events, after = march(board({"44id": "1622"}, phase=AXIS), {"move": "44id", "path": CLEAR_ROW})
    assert events[0].subject == "44id"
    assert events[0].values == {"path": ["1622", *CLEAR_ROW], "how": "move", "cost": 8}
    assert after.number(after.hex_of("44id")) == "1519"


@pytest.mark.case("kharkov", "6.0")
@pytest.mark.case("kharkov", "6.12")
@pytest.mark.case("kharkov", "6.11")
def test_a_unit_is_moved_once_in_a_phase() -> None:
    _, after = march(board({"44id": "1622"}, phase=AXIS), {"move": "44id", "path": ["1522"]})
    (finding,) = judge(after, {"move": "44id", "path": ["1521"]})
    assert finding.code == "moved-already"
    assert "6.12" in finding.cases
    assert reach(after, "44id") == {}


@pytest.mark.case("kharkov", "6.0")
def test_a_path_has_no_gap_and_does_not_stand_still() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    (finding,) = judge(position, {"move": "44id", "path": ["1522", "1520", "1519"]})
    assert (finding.code, finding.hex, finding.at, finding.unit) == ("gap", "1520", ("path", 1), "44id")
    assert "1520 is not adjacent to 1522" in finding.message
    assert finding.notes == ("they are 2 hexes apart",)
    assert codes(position, {"move": "44id", "path": ["1522", "1522"]}) == ["stays-in-hex"]
    assert judge(position, {"move": "44id", "path": ["1522", "1521", "1522"]}) == []


@pytest.mark.case("kharkov", "6.0")
def test_a_path_may_begin_with_the_hex_the_unit_is_in() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    (finding,) = judge(position, {"move": "44id", "path": ["1622", "1522", "1419"]})
    assert (finding.code, finding.at) == ("gap", ("path", 2))


@pytest.mark.case("kharkov", "6.0")
def test_units_of_two_hexes_are_no_stack() -> None:
    (finding,) = judge(board({"44id": "1622", "71id": "1522"}, phase=AXIS), {"move": ["44id", "71id"], "to": "1521"})
    assert (finding.code, finding.unit, finding.at) == ("not-a-stack", "71id", ("move", 1))


@pytest.mark.case("kharkov", "6.0")
@pytest.mark.case("kharkov", "4.2")
def test_only_panzer_and_panzergrenadier_units_move_in_the_mechanized_phase() -> None:
    units = {"44id": "1622", "3pz-6": "1622", "60pg-92": "1622", "hq-rum6": "1622"}
    position = board(units, phase=MECHANIZED)
    assert codes(position, {"move": "44id", "path": ["1522"]}) == ["not-mechanized"]
    assert codes(position, {"move": "hq-rum6", "path": ["1522"]}) == ["not-mechanized"]
    assert judge(position, {"move": ["3pz-6", "60pg-92"], "path": ["1522"]}) == []
    (finding,) = judge(position, {"move": ["3pz-6", "44id"], "path": ["1522"]})
    assert (finding.unit, finding.at) == ("44id", ("move", 1))


@pytest.mark.case("kharkov", "4.2")
def test_nobody_moves_outside_movement_phases() -> None:
    for phase in ("axis/combat", "axis/removal", "soviet/reserves", ""):
        position = board({"44id": "1622"}, phase=phase)
        assert codes(position, {"move": "44id", "path": ["1522"]}, "axis") == ["wrong-phase"]
        assert reach(position, "44id") == {}


@pytest.mark.case("kharkov", "6.11")
@pytest.mark.case("kharkov", "6.12")
def test_a_move_beyond_the_allowance_is_reckoned_up() -> None:
    position = board({"226rd": "1622"}, phase=SOVIET)
    path = ["1522", "1521", "1520", "1519", "1518", "1517"]
    assert judge(position, {"move": "226rd", "path": path}) == []
    (finding,) = judge(position, {"move": "226rd", "path": [*path, "1516"]})
    assert finding.code == "movement-points"
    assert finding.cases == ("6.11", "6.12")
    assert (finding.hex, finding.at) == ("1516", ("path", 6))
    reckoning = "1522 clear 1 + 1521 clear 1 + 1520 clear 1 + 1519 forest 1 + 1518 Donets 1+1 + 1517 forest 1"
    assert finding.notes == (f"needs 8, has 7: {reckoning} + 1516 clear 1",)


@pytest.mark.case("kharkov", "6.11")
def test_halves_of_points_add_up_exactly() -> None:
    position = board({"3pz-6": "0720"}, phase=AXIS)
    path = ["0819", *["0720", "0721"] * 6]
    (finding,) = judge(position, {"move": "3pz-6", "path": path})
    assert finding.notes[0].startswith("needs 12½, has 12: 0819 major city ½ + 0720 clear 1 + 0721 clear 1 + ")
    events, _ = march(position, {"move": "3pz-6", "path": path[:-1]})
    assert events[0].values["cost"] == 23


@pytest.mark.case("kharkov", "6.12")
def test_a_unit_may_spend_fewer_points_than_it_has() -> None:
    assert reach(board({"44id": "1622"}, phase=AXIS), "44id")["1522"] == 2


@pytest.mark.case("kharkov", "6.13")
def test_no_enemy_unit_is_moved_and_none_in_the_enemys_phase() -> None:
    position = board({"44id": "1622", "226rd": "1010"}, phase=AXIS)
    (foreign,) = judge(position, {"move": "226rd", "path": ["1011"]}, "axis")
    assert (foreign.code, foreign.cases) == ("not-your-unit", ("6.13",))
    (early,) = judge(position, {"move": "226rd", "path": ["1011"]}, "soviet")
    assert (early.code, early.cases[0]) == ("wrong-phase", "6.13")


@pytest.mark.case("kharkov", "6.14")
def test_no_attack_belongs_to_a_movement_phase() -> None:
    kinds = {phase.name: phase.kinds for phase in PHASES}
    for name in (SOVIET, AXIS, MECHANIZED):
        assert "move" in kinds[name]
        assert "attack" not in kinds[name]


@pytest.mark.case("kharkov", "6.21")
@pytest.mark.case("kharkov", "6.3")
@pytest.mark.parametrize(
    ("class_", "a", "b", "half_points"),
    [
        ("foot", "1621", "1622", 2),
        ("other", "1621", "1622", 2),
        ("hq", "1621", "1622", 2),
        ("foot", "1520", "1519", 2),
        ("other", "1520", "1519", 4),
        ("hq", "1520", "1519", 2),
        ("foot", "0720", "0819", 2),
        ("other", "0720", "0819", 1),
        ("hq", "0720", "0819", 2),
        ("foot", "1519", "1518", 4),
        ("other", "1519", "1518", 6),
        ("hq", "1519", "1518", 4),
        ("foot", "1419", "1319", 4),
        ("other", "1419", "1319", 4),
        ("hq", "1419", "1319", 4),
        ("foot", "1121", "1020", 2),
        ("other", "1121", "1020", 1),
        ("hq", "1121", "1020", 1),
        ("foot", "3632", "3732", 2),
        ("other", "3632", "3732", 1),
        ("hq", "3632", "3732", 1),
        ("other", "1417", "1517", 5),
        ("foot", "1417", "1517", 4),
        ("foot", "3732", "3731", None),
        ("other", "3632", "3733", None),
        ("hq", "3831", "3830", None),
    ],
)
def test_terrain_effects_chart(class_: str, a: str, b: str, half_points: int | None) -> None:
    assert cost(class_, a, b) == half_points


@pytest.mark.case("kharkov", "6.3")
@pytest.mark.parametrize(
    ("rate", "along", "beside", "into"), [("connected", 1, 2, 2), ("adjacent", 1, 1, 2), ("hex", 1, 1, 1)]
)
def test_road_rate_option(rate: str, along: int, beside: int, into: int) -> None:
    assert cost("other", "1121", "1020", road_rate=rate) == along
    assert cost("other", "1318", "1417", road_rate=rate) == beside
    assert cost("other", "1419", "1418", road_rate=rate) == into
    assert cost("foot", "1419", "1418", road_rate=rate) == 2


@pytest.mark.case("kharkov", "6.3")
def test_river_options() -> None:
    assert cost("other", "1121", "1221") == 3
    assert cost("other", "1121", "1221", road_bridge="negate") == 1
    assert cost("other", "1012", "1011") == 6
    assert cost("other", "1012", "1011", double_river="sum") == 8
    assert cost("foot", "1012", "1011") == 4
    assert cost("foot", "0618", "0617") == 4
    assert cost("foot", "0618", "0617", optional_rivers="false") == 2


@pytest.mark.case("kharkov", "6.3")
@pytest.mark.parametrize(
    ("cavalry", "forest", "road"), [("all_others", 4, 1), ("infantry", 2, 2), ("infantry_road", 2, 1)]
)
def test_cavalry_option(cavalry: str, forest: int, road: int) -> None:
    setting = setting_of({"cavalry": cavalry})
    unit_id = next(counter.id for counter in setting.counters.values() if counter.kind == "cavalry")
    position = board({unit_id: "1520"}, phase=SOVIET, options={"cavalry": cavalry})
    assert reach(position, unit_id)["1519"] == forest
    on_road = board({unit_id: "1121"}, phase=SOVIET, options={"cavalry": cavalry})
    assert reach(on_road, unit_id)["1020"] == road


@pytest.mark.case("kharkov", "6.3")
def test_the_dnieper_is_crossed_at_a_road_only() -> None:
    position = board({"44id": "3631", "71id": "3632"}, phase=AXIS, flags={"south_active": "turn-1"})
    (finding,) = judge(position, {"move": "44id", "path": ["3732"]})
    assert (finding.code, finding.cases, finding.at) == ("dnieper", ("6.3",), ("path", 0))
    assert judge(position, {"move": "71id", "path": ["3732"]}) == []
    assert reach(position, "44id")["3732"] == 4


@pytest.mark.case("kharkov", "6.21")
def test_the_cheapest_path_is_found_and_shown() -> None:
    position = board({"3pz-6": "1520"}, phase=AXIS)
    events, _ = march(position, {"move": "3pz-6", "to": "1618"})
    assert events[0].values == {"path": ["1520", "1619", "1618"], "how": "move", "cost": 4}


@pytest.mark.case("kharkov", "6.21")
def test_equally_cheap_paths_are_settled_by_hex_numbers() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    events, _ = march(position, {"move": "44id", "to": "1620"})
    assert events[0].values["path"] == ["1622", "1621", "1620"]
    events, _ = march(position, {"move": "44id", "to": "1521"})
    assert events[0].values["path"] == ["1622", "1522", "1521"]


@pytest.mark.case("kharkov", "6.11")
def test_a_goal_out_of_reach_is_reckoned_along_the_cheapest_way() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    (finding,) = judge(position, {"move": "44id", "to": "0819"})
    assert (finding.code, finding.at) == ("movement-points", ("to",))
    assert finding.notes[0].startswith("needs 10, has 8: 1522 clear 1 + ")
    assert "1220 forest, Mzha 1+1" in finding.notes[0]
    assert codes(position, {"move": "44id", "to": "1622"}) == ["already-there"]


@pytest.mark.case("kharkov", "6.22")
def test_friendly_units_do_not_impede() -> None:
    crowd = {"71id": "1521", "79id": "1521", "297id": "1521"}
    assert reach(board({"44id": "1622", **crowd}, phase=AXIS), "44id") == reach(
        board({"44id": "1622"}, phase=AXIS), "44id"
    )


@pytest.mark.case("kharkov", "6.26")
@pytest.mark.case("kharkov", "11.41")
def test_lack_of_supply_halves_the_allowance() -> None:
    units = {"226rd": "1010", "44id": "1622", "hq-6a": "1009 inactive", "hq-28a": "1008"}
    marks = {unit_id: ["unsupplied"] for unit_id in units}
    for value, expected in (("down", [3, 4, 2, 5]), ("up", [4, 4, 3, 6])):
        position = board(units, phase=SOVIET, markers=marks, options={"oos_movement_round": value})
        assert [going.allowance_of(position, unit_id) // 2 for unit_id in units] == expected
    supplied = board(units, phase=SOVIET)
    assert [going.allowance_of(supplied, unit_id) // 2 for unit_id in units] == [7, 8, 5, 11]


@pytest.mark.case("kharkov", "6.26")
@pytest.mark.case("kharkov", "11.41")
def test_a_halved_allowance_is_named() -> None:
    position = board({"44id": "1622"}, phase=AXIS, markers={"44id": ["unsupplied"]})
    (finding,) = judge(position, {"move": "44id", "path": [*CLEAR_ROW, "1418"]})
    assert finding.cases == ("6.11", "6.12", "6.26", "11.41")
    assert finding.notes[1] == "44id is out of supply: its allowance of 8 is halved to 4"
    events, _ = march(position, {"move": "44id", "path": CLEAR_ROW})
    assert "11.41" in events[0].cases


@pytest.mark.case("kharkov", "7.32")
def test_a_disrupted_unit_does_not_move() -> None:
    position = board({"44id": "1622", "71id": "1622"}, phase=AXIS, markers={"71id": ["disrupted"]})
    (finding,) = judge(position, {"move": ["44id", "71id"], "path": ["1522"]})
    assert (finding.unit, finding.cases, finding.at) == ("71id", ("7.32",), ("move", 1))
    assert judge(position, {"move": "44id", "path": ["1522"]}) == []
    assert reach(position, "44id", "71id") == {}


@pytest.mark.case("kharkov", "6.51")
def test_frozen_axis_units_do_not_move() -> None:
    for flags, expected in (({}, ["frozen"]), ({"south_active": "turn-3"}, [])):
        position = board({"298id": "2822"}, phase=AXIS, flags=flags)
        found = judge(position, {"move": "298id", "path": ["2823"]})
        assert [finding.code for finding in found] == expected
        assert cases_of(found) == ({"6.51"} if expected else set())


@pytest.mark.case("kharkov", "6.0")
@pytest.mark.case("kharkov", "6.22")
@pytest.mark.case("kharkov", "6.23")
def test_all_faults_of_an_order_are_told_at_once() -> None:
    units = {"44id": "1622", "71id": "1622", "226rd": "1420", "hq-6a": "1320"}
    position = board(units, phase=AXIS, markers={"71id": ["moved", "disrupted"]})
    path = ["1522", "1521", "1420", "1320", "1121", "1120", "1219", "1318", "1417", "1416"]
    found = judge(position, {"move": ["44id", "71id"], "path": path})
    assert [(finding.code, finding.at) for finding in found] == [
        ("disrupted", ("move", 1)),
        ("moved-already", ("move", 1)),
        ("moves-on-in-enemy-zone", ("path", 2)),
        ("enemy-hex", ("path", 2)),
        ("enemy-hex", ("path", 3)),
        ("moves-on-in-enemy-zone", ("path", 4)),
        ("gap", ("path", 4)),
        ("gap", ("path", 7)),
        ("movement-points", ("path", 9)),
    ]
    assert found[-1].notes[0].startswith("44id and 71id need at least 9 each, have 8: ")
    assert all(finding.cases and finding.hex and finding.unit for finding in found)


def test_points_are_printed_as_on_the_chart() -> None:
    assert [points_text(half) for half in (0, 1, 2, 3, 14)] == ["0", "½", "1", "1½", "7"]


@pytest.mark.case("kharkov", "6.77")
def test_a_unit_that_began_south_is_refused_the_way_north() -> None:
    position = board({"150rd": "2521"}, phase="soviet/movement", markers={"150rd": ["began_south"]})
    found = judge(position, {"move": "150rd", "path": ["2421"]})
    assert [(finding.code, finding.cases) for finding in found] == [("sector-line", ("6.77",))]
    free = board({"150rd": "2521"}, phase="soviet/movement")
    assert judge(free, {"move": "150rd", "path": ["2421"]}) == []
