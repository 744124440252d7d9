"""Section 6 but rail: movement of units and stacks, terrain, zones of control, rivers, breakout mobility."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.rulesets.kharkov import going, movement
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.movers import is_breaking_out
from adjudicator.rulesets.kharkov.opening import open_game
from adjudicator.rulesets.kharkov.position import Position, Positions
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


@pytest.mark.case("kharkov", "6.22")
@pytest.mark.parametrize("enemy", ["226rd", "hq-6a"])
def test_no_unit_enters_an_enemy_hex(enemy: str) -> None:
    position = board({"44id": "1622", enemy: "1521"}, phase=AXIS)
    found = judge(position, {"move": "44id", "path": ["1621", "1521"]})
    assert "enemy-hex" in [finding.code for finding in found]
    assert [f.at for f in found if f.code == "enemy-hex"] == [("path", 1)]
    assert "enemy-hex" in codes(position, {"move": "44id", "to": "1521"})
    assert "1521" not in reach(position, "44id")


@pytest.mark.case("kharkov", "6.22")
def test_an_hq_alone_bars_its_hex_but_stops_nobody() -> None:
    position = board({"44id": "1622", "hq-6a": "1521"}, phase=AXIS)
    assert judge(position, {"move": "44id", "path": ["1522", "1421", "1420"]}) == []


@pytest.mark.case("kharkov", "15.3")
def test_a_garrison_bars_soviet_units_only() -> None:
    position = board({"226rd": "0720"}, phase=SOVIET)
    (finding,) = judge(position, {"move": "226rd", "path": ["0819"]})
    assert (finding.code, finding.cases) == ("garrison", ("15.3",))
    assert judge(board({"44id": "0720"}, phase=AXIS), {"move": "44id", "path": ["0819"]}) == []
    taken = board({"226rd": "0720"}, phase=SOVIET, hex_marks={"0819": ["garrison_lost"]})
    assert judge(taken, {"move": "226rd", "path": ["0819"]}) == []


@pytest.mark.case("kharkov", "11.31")
def test_city_hexes_entered_by_soviet_units_are_remembered() -> None:
    lost = {"0819": ["garrison_lost"], "0920": ["garrison_lost", "soviet_entered"]}
    events, after = march(
        board({"226rd": "0720"}, phase=SOVIET, hex_marks=lost), {"move": "226rd", "path": ["0819", "0920", "0820"]}
    )
    entered = [e.subject for e in events if e.kind == "hex_marked" and e.values["mark"] == "soviet_entered"]
    assert entered == ["0819"]
    assert after.game.has_mark(after.grid.hex("0819"), "soviet_entered")
    events, _ = march(board({"44id": "0720"}, phase=AXIS), {"move": "44id", "path": ["0819"]})
    assert [e.values["mark"] for e in events if e.kind == "hex_marked"] == ["axis_held"]


@pytest.mark.case("kharkov", "6.23")
def test_entering_an_enemy_zone_ends_the_move() -> None:
    position = board({"44id": "1622", "226rd": "1420"}, turn=2, phase=AXIS)
    assert judge(position, {"move": "44id", "path": ["1522", "1521"]}) == []
    (finding,) = judge(position, {"move": "44id", "path": ["1522", "1521", "1620"]})
    assert (finding.code, finding.cases, finding.hex, finding.at) == (
        "moves-on-in-enemy-zone",
        ("6.23",),
        "1521",
        ("path", 2),
    )
    assert finding.notes == ("1521 is in the zone of control of 226rd in 1420",)


@pytest.mark.case("kharkov", "6.23")
def test_the_search_goes_around_enemy_zones() -> None:
    position = board({"44id": "1622", "226rd": "1420"}, phase=AXIS)
    events, _ = march(position, {"move": "44id", "to": "1520"})
    path = events[0].values["path"]
    assert "1521" not in path
    assert path == ["1622", "1621", "1620", "1520"]


@pytest.mark.case("kharkov", "6.23")
def test_friendly_zones_do_not_matter() -> None:
    with_friends = board({"44id": "1622", "71id": "1420", "79id": "1619"}, phase=AXIS)
    assert reach(with_friends, "44id") == reach(board({"44id": "1622"}, phase=AXIS), "44id")


@pytest.mark.case("kharkov", "6.23")
def test_zoc_stop_scope_option() -> None:
    units = {"3pz-6": "1622", "226rd": "1420"}
    for value, stopped in (("phase", False), ("turn", True)):
        position = board(units, turn=2, phase=AXIS, options={"zoc_stop_scope": value})
        _, after = march(position, {"move": "3pz-6", "path": ["1522", "1521"]})
        assert after.unit("3pz-6").has("stopped") is stopped
    free = board({"3pz-6": "1521"}, phase=MECHANIZED, markers={"3pz-6": ["stopped"]})
    assert codes(free, {"move": "3pz-6", "path": ["1520"]}) == ["stopped"]


@pytest.mark.case("kharkov", "6.24")
@pytest.mark.case("kharkov", "8.23")
def test_no_unit_leaves_an_enemy_zone() -> None:
    position = board({"44id": "1419", "226rd": "1318"}, phase=AXIS)
    assert judge(position, {"move": "44id", "path": ["1420"]}) == []
    position = board({"44id": "1419", "226rd": "1319"}, phase=AXIS)
    (finding,) = judge(position, {"move": "44id", "path": ["1420"]})
    assert finding.message == "44id may not leave 1419: it is in an enemy zone of control"
    assert finding.cases == ("6.24", "8.23", "6.64")
    assert finding.notes[0] == "1419 is in the zone of control of 226rd in 1319"
    assert codes(position, {"move": "44id", "to": "1522"}) == ["leaves-enemy-zone"]
    assert reach(position, "44id") == {}


@pytest.mark.case("kharkov", "6.24")
def test_why_a_unit_may_not_disengage_is_told() -> None:
    position = board({"44id": "1419", "226rd": "1319", "20rum": "1419"}, turn=2, phase=AXIS)
    (german,) = judge(position, {"move": "44id", "path": ["1420"]})
    assert german.cases == ("6.24", "8.23", "6.61")
    assert german.notes[1] == "it may not disengage: 44id began the phase in no enemy zone of control"
    (rumanian,) = judge(position, {"move": "20rum", "path": ["1420"]})
    assert rumanian.cases == ("6.24", "8.23", "6.6")
    assert rumanian.notes[1] == "it may not disengage: only German units disengage, not 20rum"


@pytest.mark.case("kharkov", "6.25")
@pytest.mark.parametrize(
    ("guard", "barred"),
    [
        ("1517", {"same_river", "far_bank"}),
        ("1417", {"same_river"}),
    ],
)
def test_a_guarded_major_river_is_not_crossed(guard: str, barred: set[str]) -> None:
    for value in ("same_river", "far_bank", "hexside"):
        position = board({"44id": "1519", "226rd": guard}, phase=AXIS, options={"major_river_exerter": value})
        found = judge(position, {"move": "44id", "path": ["1518"]})
        assert [f.code for f in found] == ["guarded-river"] * (value in barred)
        assert (reach(position, "44id").get("1518") == 4) is (value not in barred)
        if found:
            assert (found[0].cases, found[0].at) == (("6.25",), ("path", 0))
            assert f"226rd in {guard}" in found[0].notes[0]


@pytest.mark.case("kharkov", "6.25")
@pytest.mark.parametrize("value", ["same_river", "far_bank", "hexside"])
def test_a_guard_beside_the_very_hexside_bars_it_under_every_reading(value: str) -> None:
    options = {"major_river_exerter": value, "breakout_6_25": "bound"}
    position = board({"226rd": "1518", "44id": "1418"}, phase=SOVIET, options=options)
    assert codes(position, {"move": "226rd", "path": ["1519"]}) == ["guarded-river"]


@pytest.mark.case("kharkov", "6.25")
def test_what_lifts_the_bar_of_a_guarded_river() -> None:
    plain = {"44id": "1519", "226rd": "1517"}
    assert codes(board(plain, phase=AXIS), {"move": "44id", "path": ["1518"]}) == ["guarded-river"]
    for friend in ("71id", "hq-rum6"):
        position = board({**plain, friend: "1518"}, phase=AXIS)
        assert judge(position, {"move": "44id", "path": ["1518"]}) == []
    away_from_the_river = board({"226rd": "0213", "44id": "0315"}, turn=5, phase=SOVIET)
    assert judge(away_from_the_river, {"move": "226rd", "path": ["0214"]}) == []


@pytest.mark.case("kharkov", "6.25")
def test_a_guarded_minor_river_may_be_crossed() -> None:
    position = board({"44id": "1419", "226rd": "1218"}, phase=AXIS)
    assert judge(position, {"move": "44id", "path": ["1319"]}) == []


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


@pytest.mark.case("kharkov", "6.8")
def test_breakout_mobility_leaves_a_zone_for_any_hex_without_enemies() -> None:
    units = {"226rd": "1419", "44id": "1319", "71id": "1320"}
    for turn in (1, 2):
        position = board(units, turn=turn, phase=SOVIET)
        assert judge(position, {"move": "226rd", "path": ["1420"]}) == []
        assert judge(position, {"move": "226rd", "path": ["1519", "1619", "1719"]}) == []
        (finding,) = judge(position, {"move": "226rd", "path": ["1420", "1520"]})
        assert (finding.code, finding.cases) == ("moves-on-in-enemy-zone", ("6.23", "6.8"))
        assert "enemy-hex" in codes(position, {"move": "226rd", "path": ["1319"]})
    (late,) = judge(board(units, turn=3, phase=SOVIET), {"move": "226rd", "path": ["1420"]})
    assert (late.code, late.cases) == ("leaves-enemy-zone", ("6.24", "8.23", "6.8"))
    assert late.notes[1] == "breakout mobility ended with Game-Turn 2"


@pytest.mark.case("kharkov", "6.8")
def test_headquarters_and_axis_units_have_no_breakout_mobility() -> None:
    position = board({"226rd": "1419", "hq-6a": "1419", "44id": "1319"}, phase=SOVIET)
    (finding,) = judge(position, {"move": ["226rd", "hq-6a"], "path": ["1519"]})
    assert finding.code == "leaves-enemy-zone"
    assert finding.notes[1] == "breakout mobility is for combat units, not for hq-6a"
    assert reach(position, "hq-6a") == {}
    assert "1519" in reach(position, "226rd")
    axis = board({"226rd": "1419", "44id": "1319"}, phase=AXIS)
    assert codes(axis, {"move": "44id", "path": ["1219"]}) == ["leaves-enemy-zone"]


@pytest.mark.case("kharkov", "6.8")
def test_breakout_stop_option() -> None:
    units = {"226rd": "1419", "44id": "1319"}
    within_one_zone = {"move": "226rd", "path": ["1420", "1521"]}
    units_by_zone = {"226rd": "1419", "44id": "1319", "71id": "1321"}
    for value, stops in (("hex", True), ("unit", False)):
        options = {"breakout_stop": value}
        along = {"move": "226rd", "path": ["1418", "1518"]}
        assert codes(board(units, phase=SOVIET, options=options), along) == ["moves-on-in-enemy-zone"] * stops
        other = board(units_by_zone, phase=SOVIET, options=options)
        assert codes(other, within_one_zone) == ["moves-on-in-enemy-zone"]


@pytest.mark.case("kharkov", "6.8")
@pytest.mark.case("kharkov", "6.25")
def test_breakout_across_a_guarded_river_option() -> None:
    for value, found, cheapest in (("exempt", [], 4), ("bound", ["guarded-river"], 6)):
        options = {"breakout_6_25": value}
        position = board({"226rd": "1518", "44id": "1418"}, phase=SOVIET, options=options)
        assert codes(position, {"move": "226rd", "path": ["1519"]}) == found
        assert reach(position, "226rd")["1519"] == cheapest


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


def opening(phase: str, turn: int = 1) -> Position:
    setting = setting_of()
    game = open_game("test", load_scenario("kharkov/campaign"), setting)
    return Positions(setting).of(replace(game, turn=turn, phase=phase))


@pytest.mark.parametrize(("side", "turn"), [("soviet", 1), ("soviet", 3), ("axis", 2)])
def test_every_reach_listed_is_a_legal_move(side: str, turn: int) -> None:
    position = opening(f"{side}/movement", turn)
    units = [unit for unit in position.game.units.values() if unit.hex and position.side_of(unit.id) == side]
    listed = 0
    for unit in random.Random(6).sample(units, 25):
        for hex_, found in movement.find_reach(position, [unit.id]).items():
            listed += 1
            path = [position.number(step) for step in found.path]
            assert judge(position, {"move": unit.id, "path": path}) == []
            assert judge(position, {"move": unit.id, "to": position.number(hex_)}) == []
    assert listed > 100


@pytest.mark.parametrize(("side", "turn"), [("soviet", 2), ("axis", 2)])
def test_every_reach_listed_for_a_stack_is_a_legal_move(side: str, turn: int) -> None:
    position = opening(f"{side}/movement", turn)
    stacks = [units for units in position.stacks[side].values() if len(units) > 1]
    movable = [[unit_id for unit_id in units if movement.find_reach(position, [unit_id])] for units in stacks]
    listed = 0
    for units in filter(None, movable):
        for found in movement.find_reach(position, units).values():
            listed += 1
            assert judge(position, {"move": units, "path": [position.number(step) for step in found.path]}) == []
    assert listed > 20


@pytest.mark.parametrize(("side", "turn"), [("soviet", 1), ("soviet", 3), ("axis", 2)])
def test_reach_agrees_with_a_slow_search(side: str, turn: int) -> None:
    position = opening(f"{side}/movement", turn)
    units = [unit for unit in position.game.units.values() if unit.hex and position.side_of(unit.id) == side]
    for unit in random.Random(21).sample(units, 20):
        listed = {hex_: found.cost for hex_, found in movement.find_reach(position, [unit.id]).items()}
        assert listed == slow_reach(position, unit.id)


def slow_reach(position: Position, unit_id: str) -> dict[int, int]:
    """Costs by plain repetition: every step from every hex reached, until nothing gets cheaper."""
    side, start = position.side_of(unit_id), position.hex_of(unit_id)
    free = is_breaking_out(position, unit_id)
    if position.is_frozen(unit_id):
        return {}
    axis = position.stacks["axis"] if position.counter(unit_id).kind == "reserve" else ()
    costs = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(costs):
            may_go_on = free if here == start else True
            if position.is_enemy_zone(side, here) and not (here == start and may_go_on):
                continue
            for there in position.grid.adjacent[here]:
                step = cost_of_step(position.setting, position.setting.class_of(unit_id), here, there)
                if step is None or position.has_enemy_unit(side, there) or there in ground_of(position, side).closed:
                    continue
                if _goes_north(position, unit_id, there):
                    continue
                if any(position.grid.distance(there, hex_) <= 3 for hex_ in axis):
                    continue
                if (here, there) in ground_of(position, side).guarded and not (free and here == start):
                    continue
                total = costs[here] + step
                if total <= going.allowance_of(position, unit_id) and total < costs.get(there, total + 1):
                    costs[there] = total
                    changed = True
    del costs[start]
    return costs


def _goes_north(position: Position, unit_id: str, there: int) -> bool:
    south = position.setting.south
    return position.unit(unit_id).has("began_south") and position.hex_of(unit_id) in south and there not in south


@pytest.mark.parametrize("start", ["1522", "1622"])
def test_one_step_reaches_the_six_neighbours(start: str) -> None:
    position = board({"44id": start}, phase=AXIS)
    around = {"1522": {"1421", "1422", "1521", "1523", "1621", "1622"}, "1622": {"1522", "1523", "1621", "1623"}}
    around["1622"] |= {"1722", "1723"}
    near = {number for number, cost in reach(position, "44id").items() if cost == 2}
    assert near == around[start]


def test_paths_in_reach_are_connected() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    for hex_, found in movement.find_reach(position, ["44id"]).items():
        steps = [position.hex_of("44id"), *found.path]
        assert steps[-1] == hex_
        assert all(position.grid.is_adjacent(a, b) for a, b in pairwise(steps))


@pytest.mark.case("kharkov", "6.77")
def test_a_unit_that_began_south_is_refused_the_way_north() -> None:
    position = board({"150rd": "2521"}, phase="soviet/movement", markers={"150rd": ["began_south"]})
    found = judge(position, {"move": "150rd", "path": ["2421"]})
    assert [(finding.code, finding.cases) for finding in found] == [("sector-line", ("6.77",))]
    free = board({"150rd": "2521"}, phase="soviet/movement")
    assert judge(free, {"move": "150rd", "path": ["2421"]}) == []
