"""Section 6.4: movement by rail."""

import pytest

from adjudicator.rulesets.kharkov import rail

from .board import board
from .marching import codes, judge, march, reach

AXIS, SOVIET, MECHANIZED = "axis/movement", "soviet/movement", "axis/mechanized"

LINE = ["1620", "1521", "1421", "1321", "1221", "1121", "1020", "0920", "0819"]
TO_CHUGUEV = ["0919", "0918", "1017", "1016", "1116", "1115"]
FROM_POLTAVA = ["1640", "1639", "1638", "1637", "1537", "1536", "1535", "1434", "1433", "1333", "1332", "1231", "1230"]
TO_KHARKOV = ["1130", "1129", "1028", "1027", "1026", "0926", "0925", "0924", "0923", "0922", "0921", "0820", "0819"]


@pytest.mark.case("kharkov", "6.41")
def test_a_unit_rides_along_a_railroad() -> None:
    events, after = march(board({"44id": "1720"}, phase=AXIS), {"rail": "44id", "path": LINE})
    assert events[0].values == {"path": ["1720", *LINE], "how": "rail"}
    assert after.number(after.hex_of("44id")) == "0819"
    assert after.unit("44id").has("moved")


@pytest.mark.case("kharkov", "6.41")
def test_the_shortest_way_by_rail_is_found() -> None:
    events, _ = march(board({"44id": "1720"}, phase=AXIS), {"rail": "44id", "to": "0819"})
    assert events[0].values["path"] == ["1720", *LINE]


@pytest.mark.case("kharkov", "6.41")
def test_rail_is_the_whole_move_of_the_phase() -> None:
    _, ridden = march(board({"44id": "1720"}, phase=AXIS), {"rail": "44id", "path": ["1620"]})
    assert codes(ridden, {"move": "44id", "path": ["1520"]}) == ["moved-already"]
    assert codes(ridden, {"rail": "44id", "path": ["1521"]}) == ["moved-already"]
    _, walked = march(board({"44id": "1721"}, phase=AXIS), {"move": "44id", "path": ["1720"]})
    assert codes(walked, {"rail": "44id", "path": ["1620"]}) == ["moved-already"]


@pytest.mark.case("kharkov", "6.41")
def test_the_ride_starts_stays_and_ends_on_the_railroad() -> None:
    (start,) = judge(board({"44id": "1621"}, phase=AXIS), {"rail": "44id", "path": ["1620"]})
    assert (start.code, start.hex, start.cases, start.at) == ("not-a-rail-hex", "1621", ("6.41", "6.42"), ("rail",))
    assert "no railroad runs through it" in start.message
    position = board({"44id": "1720"}, phase=AXIS)
    (end,) = judge(position, {"rail": "44id", "path": ["1620", "1520"]})
    assert (end.code, end.hex, end.at) == ("not-a-rail-hex", "1520", ("path", 1))
    assert codes(position, {"rail": "44id", "path": ["1620", "1421"]}) == ["gap"]
    assert codes(position, {"rail": "44id", "to": "1520"}) == ["not-a-rail-hex"]


@pytest.mark.case("kharkov", "6.41")
def test_rail_hexes_must_be_connected() -> None:
    position = board({"44id": "0920"}, phase=AXIS)
    (finding,) = judge(position, {"rail": "44id", "path": ["0919"]})
    assert (finding.code, finding.cases) == ("not-connected", ("6.41",))
    events, _ = march(position, {"rail": "44id", "to": "0919"})
    assert events[0].values["path"] == ["0920", "0819", "0919"]


@pytest.mark.case("kharkov", "6.41")
def test_a_unit_out_of_supply_may_use_rail() -> None:
    position = board({"44id": "1720"}, phase=AXIS, markers={"44id": ["unsupplied"]})
    assert judge(position, {"rail": "44id", "path": LINE}) == []


@pytest.mark.case("kharkov", "6.42")
def test_the_front_line_of_the_start_says_whose_railroad_it_is() -> None:
    over = {"rail": "44id", "path": ["2019", "2119"]}
    (finding,) = judge(board({"44id": "1920"}, phase=AXIS), over)
    assert (finding.code, finding.at) == ("not-a-rail-hex", ("path", 1))
    assert "the Soviet side of the front line of 12 May" in finding.message
    soviet = board({"226rd": "2218"}, phase=SOVIET)
    assert judge(soviet, {"rail": "226rd", "path": ["2119"]}) == []
    assert codes(soviet, {"rail": "226rd", "path": ["2119", "2019"]}) == ["not-a-rail-hex"]
    assert codes(board({"226rd": "2019"}, phase=SOVIET), {"rail": "226rd", "path": ["1920"]}) == ["not-a-rail-hex"] * 2


@pytest.mark.case("kharkov", "6.43")
def test_no_rail_into_an_enemy_zone() -> None:
    position = board({"44id": "1720", "226rd": "1422"}, phase=AXIS)
    (finding,) = judge(position, {"rail": "44id", "path": LINE[:3]})
    assert (finding.code, finding.hex, finding.cases, finding.at) == (
        "rail-into-zone",
        "1421",
        ("6.43",),
        ("path", 2),
    )
    assert finding.notes == ("1421 is in the zone of control of 226rd in 1422",)
    assert codes(position, {"rail": "44id", "to": "0819"}) == ["no-way"]
    assert judge(position, {"rail": "44id", "path": LINE[:2]}) == []


@pytest.mark.case("kharkov", "6.43")
def test_a_friendly_unit_does_not_open_an_enemy_zone_to_rail() -> None:
    position = board({"44id": "1720", "71id": "1421", "226rd": "1422"}, phase=AXIS)
    assert codes(position, {"rail": "44id", "path": LINE[:3]}) == ["rail-into-zone"]
    for goal, code in (("1421", "rail-into-zone"), ("0819", "no-way")):
        assert codes(position, {"rail": "44id", "to": goal}) == [code]


@pytest.mark.case("kharkov", "6.22")
def test_no_rail_through_an_enemy_unit() -> None:
    position = board({"44id": "1720", "hq-6a": "1421"}, phase=AXIS)
    assert codes(position, {"rail": "44id", "path": LINE}) == ["enemy-hex"]


@pytest.mark.case("kharkov", "6.44")
def test_forty_hexes_and_no_more() -> None:
    line = [*FROM_POLTAVA, *TO_KHARKOV]
    position = board({"44id": "1640"}, phase=AXIS)
    assert len(line) == 26
    path = [*line[1:], *TO_CHUGUEV, *TO_CHUGUEV[-2::-1], "0819", "0920", "1020", "1121"]
    (finding,) = judge(position, {"rail": "44id", "path": [*path[:40], path[38]]})
    assert (finding.code, finding.cases, finding.at) == ("rail-range", ("6.44",), ("path", 40))
    assert finding.notes == ("goes 41 rail hexes, may go 40",)
    assert judge(position, {"rail": "44id", "path": path[:40]}) == []


@pytest.mark.case("kharkov", "6.44")
def test_the_search_for_a_way_ends_at_forty_hexes() -> None:
    position = board({"44id": "1640"}, phase=AXIS)
    found = {position.number(hex_): way.cost for hex_, way in rail.find_rail(position, ["44id"]).items()}
    assert found["0819"] == 25
    assert max(found.values()) <= 40
    assert all(judge(position, {"rail": "44id", "to": number}) == [] for number in found)


@pytest.mark.case("kharkov", "6.45")
def test_the_axis_moves_three_units_by_rail() -> None:
    units = ["44id", "71id", "79id", "hq-rum6"]
    position = board(dict.fromkeys(units, "1720"), phase=AXIS)
    (finding,) = judge(position, {"rail": units, "path": LINE})
    assert (finding.code, finding.cases, finding.at) == ("rail-capacity", ("6.45",), ("rail", 0))
    assert finding.notes == ("moved by rail already 0, in this order 4",)
    _, after = march(position, {"rail": units[:2], "path": LINE})
    _, after = march(after, {"rail": "79id", "path": LINE})
    (finding,) = judge(after, {"rail": "hq-rum6", "path": LINE})
    assert finding.notes == ("moved by rail already 3, in this order 1",)


@pytest.mark.case("kharkov", "6.45")
def test_the_soviets_move_five_units_and_any_headquarters_by_rail() -> None:
    units = ["226rd", "38rd", "41rd", "47rd", "51rd", "76rd"]
    hqs = ["hq-6a", "hq-9a", "hq-28a"]
    position = board(dict.fromkeys(units + hqs, "1409"), phase=SOVIET)
    way = ["1408", "1407"]
    assert codes(position, {"rail": units, "path": way}) == ["rail-capacity"]
    _, after = march(position, {"rail": [*units[:5], "hq-6a"], "path": way})
    assert codes(after, {"rail": "76rd", "path": way}) == ["rail-capacity"]
    _, after = march(after, {"rail": ["hq-9a", "hq-28a"], "path": way})
    assert after.game.pools["rail"] == {"soviet": 5}


@pytest.mark.case("kharkov", "6.45")
def test_no_rail_in_the_mechanized_phase() -> None:
    position = board({"3pz-6": "1720"}, phase=MECHANIZED)
    (finding,) = judge(position, {"rail": "3pz-6", "path": LINE})
    assert (finding.code, finding.cases) == ("rail-in-mechanized-phase", ("6.45", "4.2"))
    assert rail.find_rail(position, ["3pz-6"]) == {}


@pytest.mark.case("kharkov", "6.46")
def test_a_railroad_does_not_help_a_unit_that_marches() -> None:
    along = reach(board({"3pz-6": "0720"}, phase=AXIS), "3pz-6")
    assert along["0620"] == 2
    over_the_udy = reach(board({"44id": "1116"}, phase=AXIS), "44id")
    assert over_the_udy["1115"] == 2
    assert reach(board({"44id": "1021"}, phase=AXIS), "44id")["1121"] == 2
    over_the_donets = board({"44id": "1115"}, phase=AXIS)
    assert reach(over_the_donets, "44id")["1214"] == 4


@pytest.mark.case("kharkov", "6.46")
@pytest.mark.case("kharkov", "6.3")
def test_rail_dnieper_option() -> None:
    for value, expected in (("true", []), ("false", ["dnieper"])):
        position = board(
            {"44id": "3631"}, phase=AXIS, options={"rail_dnieper": value}, flags={"south_active": "turn-1"}
        )
        assert codes(position, {"rail": "44id", "path": ["3732"]}) == expected
        ways = rail.find_rail(position, ["44id"])
        assert (position.grid.hex("3732") in ways) is not bool(expected)
        assert "dnieper" in codes(position, {"move": "44id", "path": ["3732"]})


@pytest.mark.case("kharkov", "6.24")
@pytest.mark.case("kharkov", "6.8")
def test_leaving_an_enemy_zone_by_rail() -> None:
    for value, expected in (("never", ["leaves-enemy-zone"]), ("breakout", [])):
        options = {"rail_leave_ezoc": value}
        units = {"226rd": "1813", "hq-6a": "1409", "44id": "1410"}
        position = board({"226rd": "1409", "44id": "1510"}, phase=SOVIET, options=options)
        assert codes(position, {"rail": "226rd", "path": ["1408"]}) == expected
        late = board({"226rd": "1409", "44id": "1510"}, turn=3, phase=SOVIET, options=options)
        assert codes(late, {"rail": "226rd", "path": ["1408"]}) == ["leaves-enemy-zone"]
        hq = board(units, phase=SOVIET, options=options)
        assert codes(hq, {"rail": "hq-6a", "path": ["1408"]}) == ["leaves-enemy-zone"]


@pytest.mark.case("kharkov", "6.51")
@pytest.mark.case("kharkov", "7.32")
@pytest.mark.case("kharkov", "6.72")
def test_units_that_may_not_move_may_not_ride() -> None:
    frozen = board({"298id": "2621"}, phase=AXIS)
    assert codes(frozen, {"rail": "298id", "path": ["2522"]})[0] == "frozen"
    disrupted = board({"44id": "1720"}, phase=AXIS, markers={"44id": ["disrupted"]})
    assert codes(disrupted, {"rail": "44id", "path": LINE}) == ["disrupted"]
    reserve = board({"res-6a": "1409"}, phase=SOVIET)
    assert codes(reserve, {"rail": "res-6a", "path": ["1408"]}) == ["reserve-by-rail"]


@pytest.mark.case("kharkov", "6.41")
def test_units_of_two_hexes_do_not_ride_together() -> None:
    position = board({"44id": "1720", "71id": "1620"}, phase=AXIS)
    assert codes(position, {"rail": ["44id", "71id"], "path": LINE}) == ["not-a-stack"]
    assert codes(position, {"rail": "44id", "to": "1720"}) == ["already-there"]
