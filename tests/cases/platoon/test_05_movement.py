"""Movement: costs, limits, stacks, the minimum move, zones of control (1.3, 1.5, 5.0, 5.2, 5.3)."""

from typing import Any

import pytest

from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import board, order
from tests.cases.platoon.moving import after, costs, field, go, judge, place, verdict, way, with_lines

TANK = {"de-pz4-1": "C8"}
INF = {"de-inf-1": "C8"}


@pytest.mark.case("platoon", "5.0", "2.5")
def test_a_unit_moves_up_to_its_movement_factor_and_is_marked_moved() -> None:
    position = field(INF)
    assert verdict(position, move="de-inf-1", path=["C7", "C6", "C5", "C4"]) == ["movement-points"]
    outcome = go(position, move="de-inf-1", path=["C8", "C7", "C6", "C5"])
    assert (place(outcome, "de-inf-1"), outcome.look("de-inf-1"), costs(outcome, "de-inf-1")) == ("C5", "2 moved", [3])
    assert [event.kind for event in outcome.events] == ["moved", "marked"]


@pytest.mark.case("platoon", "5.0")
def test_the_arithmetic_of_a_move_that_is_too_dear_is_told() -> None:
    position = field({"de-inf-1": "C8", "su-rifle-1": "C5"}, ground="city C7, level1 C6")
    (found,) = judge(position, move="de-inf-1", path=["C7", "C6"])
    assert found.message == "de-inf-1 cannot reach C6: not enough Movement Points"
    assert found.notes == ("needs 5, has 3: C7 city 2 + C6 open 1, uphill 1, zone of control 1",)
    assert (found.cases, found.at) == (("5.0", "5.3"), ("path", 1))


@pytest.mark.case("platoon", "5.0")
@pytest.mark.parametrize(
    ("ground", "leg", "afv"),
    [("open", 1, 1), ("rolling", 1, 1), ("forest", 1, 2), ("town", 1, 2), ("city", 2, 3), ("cultivated", 1, 2)],
)
def test_what_terrain_costs(ground: str, leg: int, afv: int) -> None:
    position = field({**TANK, **INF}, ground="" if ground == "open" else f"{ground} C7")
    assert costs(go(position, move="de-inf-1", path=["C7"]), "de-inf-1") == [leg]
    assert costs(go(position, move="de-pz4-1", path=["C7"]), "de-pz4-1") == [afv]


@pytest.mark.case("platoon", "5.0")
@pytest.mark.parametrize("unit", ["de-pz4-1", "de-inf-1"])
def test_a_lake_is_prohibited(unit: str) -> None:
    position = field({unit: "C8"}, ground="lake C7")
    (found,) = judge(position, move=unit, path=["C7"])
    assert (found.code, found.hex) == ("prohibited", "C7")
    assert verdict(position, move=unit, to="C7") == ["movement-points"]
    assert "C8-B7-B6-C6" in way(position, move=unit, to="C6")


@pytest.mark.case("platoon", "5.0")
@pytest.mark.parametrize(("option", "cost"), [("flat", 2), ("per_level", 3)])
def test_two_levels_uphill(option: str, cost: int) -> None:
    position = field(INF, ground="level2 C7", options={"move_hill_up": option})
    assert costs(go(position, move="de-inf-1", path=["C7"]), "de-inf-1") == [cost]


@pytest.mark.case("platoon", "5.0")
def test_downhill_and_along_a_hill_cost_nothing_more() -> None:
    position = field(INF, ground="level2 C8, level1 C7 C6")
    assert costs(go(position, move="de-inf-1", path=["C7", "C6", "C5"]), "de-inf-1") == [3]


@pytest.mark.case("platoon", "5.0")
@pytest.mark.parametrize(("option", "cost"), [("add", 2), ("road_only", 1)])
def test_a_road_uphill(option: str, cost: int) -> None:
    position = field(TANK, ground="forest C7, level1 C7", options={"move_road_hill": option})
    position = with_lines(position, ["C8", "C7"])
    assert costs(go(position, move="de-pz4-1", path=["C7"]), "de-pz4-1") == [cost]


@pytest.mark.case("platoon", "5.0")
def test_a_road_counts_where_the_hexside_carries_it_and_gives_a_point_when_all_of_the_way_is_along_it() -> None:
    position = field(TANK, ground="forest C7 C6 C5 C4 C3 C2 C1 D7")
    road = with_lines(position, ["D8", "C8", "C7", "C6", "C5", "C4", "C3", "C2", "C1"])
    assert costs(go(road, move="de-pz4-1", path=["D7", "C7"]), "de-pz4-1") == [4]
    inf = with_lines(field(INF), ["C8", "C7", "C6", "C5", "C4", "C3"])
    assert costs(go(inf, move="de-inf-1", path=["C7", "C6", "C5", "C4"]), "de-inf-1") == [4]
    assert verdict(inf, move="de-inf-1", path=["C7", "C6", "C5", "C4", "C3"]) == ["movement-points"]
    assert verdict(inf, move="de-inf-1", path=["C7", "C6", "C5", "D4"]) == ["movement-points"]
    assert way(inf, move="de-inf-1", to="C4") == "de-inf-1 goes C8-C7-C6-C5-C4 for 4 Movement Points"


@pytest.mark.case("platoon", "5.0")
def test_a_river_is_crossed_by_a_bridge_only() -> None:
    position = field(INF)
    (found,) = judge(with_lines(position, river=[("C8", "C7")]), move="de-inf-1", path=["C7"])
    assert found.message == "de-inf-1 may not enter C7: the Pena has no bridge there"
    on_road = with_lines(position, ["C8", "C7"], river=[("C8", "C7")])
    assert verdict(on_road, move="de-inf-1", path=["C7"]) == ["prohibited"]
    bridged = with_lines(position, river=[("C8", "C7")], bridge=[("C8", "C7")])
    assert verdict(bridged, move="de-inf-1", path=["C7"]) == []


@pytest.mark.case("platoon", "5.0")
def test_an_enemy_hex_is_not_entered_whatever_stands_there() -> None:
    position = field({**TANK, "su-rifle-1": "C7 disrupted"})
    (found,) = judge(position, move="de-pz4-1", path=["C7"])
    assert (found.code, found.message) == ("enemy-hex", "de-pz4-1 may not enter C7: it holds su-rifle-1")
    assert verdict(position, move="de-pz4-1", to="C7") == ["enemy-hex"]


@pytest.mark.case("platoon", "5.0")
@pytest.mark.parametrize(
    ("path", "codes"),
    [
        (["C6"], ["gap"]),
        (["C7", "C7"], ["stays-in-hex"]),
        (["C8"], ["no-path"]),
        (["Z9"], ["unknown-hex"]),
        (["C8", "Z9"], ["unknown-hex"]),
    ],
)
def test_paths_that_are_none(path: list[str], codes: list[str]) -> None:
    assert verdict(field(TANK), move="de-pz4-1", path=path) == codes


@pytest.mark.case("platoon", "1.5", "5.0")
@pytest.mark.parametrize("marker", ["fired", "moved", "disrupted"])
def test_only_eligible_units_move(marker: str) -> None:
    (found,) = judge(field({"de-pz4-1": f"C8 {marker}"}), move="de-pz4-1", path=["C7"])
    assert (found.code, found.message) == (
        "not-eligible",
        f"de-pz4-1 may not move: it is marked {marker.capitalize()}",
    )


@pytest.mark.case("platoon", "5.0")
def test_no_unit_moves_twice() -> None:
    position = after(field(TANK), move="de-pz4-1", path=["C7"])
    assert verdict(position, move="de-pz4-1", path=["C6"]) == ["not-eligible"]


@pytest.mark.case("platoon", "5.0")
def test_a_stack_moves_together_each_at_its_own_price() -> None:
    position = field({**TANK, **INF}, ground="forest C7")
    outcome = go(position, move=["de-pz4-1", "de-inf-1"], path=["C7", "C6", "C5"])
    assert (costs(outcome, "de-pz4-1"), costs(outcome, "de-inf-1")) == ([4], [3])
    (found,) = judge(position, move=["de-pz4-1", "de-inf-1"], path=["C7", "C6", "C5", "C4"])
    assert found.unit == "de-inf-1"
    assert way(position, move=["de-pz4-1", "de-inf-1"], to="C5").startswith("de-pz4-1 and de-inf-1 go C8-")
    apart = field({**TANK, "de-inf-1": "C7"})
    assert verdict(apart, move=["de-pz4-1", "de-inf-1"], path=["C6"]) == ["not-stacked"]


@pytest.mark.case("platoon", "5.0")
def test_a_stack_parts_anywhere_on_its_way() -> None:
    position = field({**TANK, **INF})
    path: list[Any] = ["C7", {"split": "de-inf-1", "path": ["D7"]}, "C6", "C5"]
    outcome = go(position, move=["de-pz4-1", "de-inf-1"], path=path)
    assert (place(outcome, "de-inf-1"), place(outcome, "de-pz4-1")) == ("D7", "C5")
    outcome = go(position, move=["de-pz4-1", "de-inf-1"], path=["C7", {"split": "de-inf-1"}, "C6"])
    assert (place(outcome, "de-inf-1"), outcome.look("de-inf-1")) == ("C7", "2 moved")
    assert verdict(position, move="de-pz4-1", path=["C7", {"split": "de-inf-1"}]) == ["not-stacked"]
    too_far = ["C7", {"split": "de-inf-1", "path": ["C6", "C5", "C4"]}]
    (found,) = judge(position, move=["de-pz4-1", "de-inf-1"], path=too_far)
    assert (found.code, found.at) == ("movement-points", ("path", 1, "path", 2))


@pytest.mark.case("platoon", "1.3", "5.0")
@pytest.mark.parametrize(("option", "codes"), [("always", ["stacking"]), ("at_end", [])])
def test_stacking_while_passing_through(option: str, codes: list[str]) -> None:
    units = {**TANK, "de-pz3-1": "C7", "de-pz3-2": "C7"}
    position = field(units, options={"move_stacking": option})
    assert verdict(position, move="de-pz4-1", path=["C7", "C6"]) == codes
    assert verdict(position, move="de-pz4-1", path=["C7"]) == ["stacking"]
    assert verdict(position, move="de-pz4-1", to="C7") == ["stacking"]
    assert ("C8-C7-C6" in way(position, move="de-pz4-1", to="C6")) is (option == "at_end")


@pytest.mark.case("platoon", "1.3")
def test_a_stack_needs_room_for_all_and_a_hex_that_was_left_has_room() -> None:
    position = field({**TANK, **INF, "de-pz3-1": "C7", "de-pz3-2": "D9"})
    assert verdict(position, move=["de-pz4-1", "de-inf-1"], path=["C7"]) == ["stacking"]
    assert verdict(position, move="de-pz4-1", path=["C7"]) == []
    assert verdict(position, move="de-pz3-2", path=["D8", "C8"]) == ["stacking"]
    left = after(position, move="de-pz4-1", path=["C7"])
    assert verdict(left, move="de-pz3-2", path=["D8", "C8"]) == []


@pytest.mark.case("platoon", "5.3")
def test_a_zone_costs_one_point_for_each_hex_entered_once() -> None:
    enemies = {"su-rifle-1": "C5", "su-rifle-2": "D5"}
    outcome = go(field({**TANK, **enemies}), move="de-pz4-1", path=["C7", "C6", "D6"])
    assert sum(costs(outcome, "de-pz4-1")) == 5


@pytest.mark.case("platoon", "5.3")
def test_friendly_units_do_not_negate_a_zone_disrupted_and_carried_ones_exert_none() -> None:
    for enemies, cost in (
        ({"su-rifle-1": "C6"}, 2),
        ({"su-rifle-1": "C6 disrupted"}, 1),
        ({"su-rifle-1": "C6", "de-inf-1": "C7"}, 2),
        ({"su-t34-1": "C6 disrupted", "su-rifle-1": "on su-t34-1 disrupted"}, 1),
    ):
        outcome = go(field({**TANK, **enemies}), move="de-pz4-1", path=["C7"])
        assert costs(outcome, "de-pz4-1") == [cost], enemies


@pytest.mark.case("platoon", "5.3")
def test_a_zone_reaches_across_a_river() -> None:
    position = with_lines(field({**TANK, "su-rifle-1": "C6"}), river=[("C7", "C6")])
    assert costs(go(position, move="de-pz4-1", path=["C7"]), "de-pz4-1") == [2]


@pytest.mark.case("platoon", "5.2")
def test_the_minimum_move_takes_all_of_the_movement_factor() -> None:
    gun = field({"su-gun45-1": "C8"}, ground="city C7, level1 C7")
    outcome = go(gun, side="soviet", move="su-gun45-1", path=["C7"])
    assert costs(outcome, "su-gun45-1") == [1]
    assert verdict(gun, "soviet", move="su-gun45-1", to="C7") == []
    assert verdict(gun, "soviet", move="su-gun45-1", path=["D8", "D7"]) == ["movement-points"]
    assert verdict(field({"de-pak43-1": "C8"}), move="de-pak43-1", path=["C7"]) == ["movement-points"]
    lake = field({"su-gun45-1": "C8"}, ground="lake C7")
    assert verdict(lake, "soviet", move="su-gun45-1", path=["C7"]) == ["prohibited"]


@pytest.mark.case("platoon", "5.2", "5.3")
@pytest.mark.parametrize(("option", "codes"), [("yes", []), ("no", ["movement-points"])])
def test_the_minimum_move_into_a_zone(option: str, codes: list[str]) -> None:
    position = field({"de-pak40-1": "C8", "su-rifle-1": "C6"}, options={"move_minimum_zoc": option})
    assert verdict(position, move="de-pak40-1", path=["C7"]) == codes
    assert verdict(position, move="de-pak40-1", to="C7") == codes


@pytest.mark.case("platoon", "5.0", "5.2")
def test_a_hex_that_the_point_for_a_road_pays_is_no_minimum_move_and_costs_its_price() -> None:
    position = with_lines(field({"de-pak40-1": "C8", "su-rifle-1": "C6 fired"}), road=["C8", "C7"])
    assert way(position, move="de-pak40-1", to="C7") == "de-pak40-1 goes C8-C7 for 2 Movement Points"
    outcome = go(position, move="de-pak40-1", path=["C7"])
    assert costs(outcome, "de-pak40-1") == [2]
    assert outcome.of_kind("moved")[0].cases == ("5.0", "5.3")


@pytest.mark.case("platoon", "5.2", "5.1.1")
def test_a_minimum_move_within_half_a_move_takes_all_of_the_movement_factor_too() -> None:
    units = {"de-truck-1": "C8", "de-inf-1": "D8"}
    position = field(units, ground="city C8", options={"move_minimum_half": "yes"})
    outcome = go(position, move="de-truck-1", path=[{"load": "de-inf-1", "path": ["C8"]}])
    assert costs(outcome, "de-inf-1") == [3]
    assert outcome.of_kind("moved")[0].cases == ("5.0", "5.2")


@pytest.mark.case("platoon", "9.1")
def test_minefields_are_not_built_and_not_entered() -> None:
    position = field(TANK, hex_marks={"C7": ["minefield"]})
    (found,) = judge(position, move="de-pz4-1", path=["C7"])
    assert (found.code, found.cases) == ("case-open", ("9.1",))


@pytest.mark.case("platoon", "10.0", "5.0")
def test_reinforcements_enter_over_their_edge_and_pay_for_the_first_hex() -> None:
    position = board({"de-inf-1": "turn/1", "de-pz4-1": "turn/1", "de-pz4-2": "turn/2"}, phase="first/movement")
    outcome = go(position, enter=["de-pz4-1", "de-inf-1"], path=["C12", "C11", {"split": "de-inf-1"}, "C10"])
    assert (place(outcome, "de-inf-1"), place(outcome, "de-pz4-1")) == ("C11", "C10")
    assert outcome.of_kind("moved")[0].values["path"] == ["C12", "C11"]
    assert verdict(position, enter="de-inf-1", path=["C11"]) == ["wrong-entry"]
    assert verdict(position, enter="de-inf-1", path=["C12", "C11", "C10", "C9"]) == ["movement-points"]
    assert way(position, enter="de-inf-1", to="C10") == "de-inf-1 goes C12-C11-C10 for 3 Movement Points"
    assert verdict(position, enter="de-pz4-2", path=["C12"]) == ["not-a-reinforcement"]
    assert verdict(position, move="de-inf-1", path=["C12"]) == ["unit-off-map"]


@pytest.mark.case("platoon", "5.0")
def test_what_is_wrong_with_a_move_whatever_the_others_do() -> None:
    units = {"de-inf-1": "C8 disrupted", "de-pz4-1": "C7", "de-pz4-2": "C7", "su-rifle-1": "C6", "de-inf-2": "C12"}
    position = field(units, ground="lake D8")

    def words(**data: Any) -> list[str]:
        rules = PlatoonRules(position.setting)
        return [f.code for f in rules.judge_words(position.game, order("german", "movement", data))]

    assert words(move="de-inf-1", path=["C7", "C6", "C5"]) == [], "enemies and friends may go, the unit may rally"
    assert words(move="de-inf-1", path=["C7", "C6", "C5", "C4"]) == ["movement-points"]
    assert words(move="de-inf-1", path=["D8"]) == ["prohibited"]
    assert words(move="de-inf-1", path=["C6"]) == ["gap"]
    assert words(move="de-inf-1", to="C1") == ["movement-points"]
    assert words(move="de-inf-1", to="C6") == []
    assert words(move=["de-inf-1", "de-inf-2"], path=["C9"]) == ["not-stacked"]
    assert words(move="de-pz4-1", path=[{"fire": "C6", "at": "leg"}, "D6"]) == []
    assert words(move="de-inf-1", path=[{"fire": "C6", "at": "leg"}, "C7"]) == ["no-moving-fire"]
