"""6.22-6.25, 6.8: enemy units, their zones of control, guarded rivers, breakout mobility."""

import pytest

from .board import board
from .marching import codes, judge, march, reach

AXIS, SOVIET, MECHANIZED = "axis/movement", "soviet/movement", "axis/mechanized"


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
