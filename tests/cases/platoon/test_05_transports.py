"""Loading, unloading and tank riders on the move (5.1, 5.1.1, 5.1.2, 5.1.5)."""

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.rulesets.platoon.position import Positions
from adjudicator.rulesets.platoon.setting import Arrival
from tests.cases.platoon.moving import after, costs, field, go, judge, place, verdict, with_lines

TRACK, INF = "de-sdkfz251-1", "de-inf-1"
BOTH = {TRACK: "C8", INF: "C8"}
LOADED = {TRACK: "C8", INF: f"on {TRACK}"}


@pytest.mark.case("platoon", "5.1.1", "5.1")
def test_who_begins_in_one_hex_loads_and_goes_half_the_movement_of_the_carrier() -> None:
    path: list[Any] = [{"load": INF}, "C7", "C6", "C5", "C4"]
    outcome = go(field(BOTH), move=TRACK, path=path)
    assert (place(outcome, INF), place(outcome, TRACK)) == (f"on {TRACK}", "C4")
    assert (outcome.look(INF), outcome.look(TRACK)) == ("2 moved", "2 moved")
    (found,) = judge(field(BOTH), move=TRACK, path=[*path, "C3"])
    assert (found.code, found.cases) == ("movement-points", ("5.0", "5.1.1"))
    assert found.notes[1] == f"{TRACK} loads: half of its movement factor of 9, fractions dropped"
    assert verdict(field(BOTH), move=[TRACK, INF], path=path) == []


@pytest.mark.case("platoon", "5.1.1")
def test_loading_where_both_are_has_an_order_of_its_own() -> None:
    outcome = go(field(BOTH), load=INF, on=TRACK)
    assert (place(outcome, INF), place(outcome, TRACK)) == (f"on {TRACK}", "C8")
    assert verdict(field(BOTH), load=INF) == ["no-carrier"]
    assert verdict(after(field(BOTH), load=INF, on=TRACK), move=TRACK, path=["C7"]) == ["not-eligible"]


@pytest.mark.case("platoon", "5.1.1")
def test_who_begins_apart_goes_half_to_meet_and_no_farther() -> None:
    apart = field({"de-truck-1": "C12", INF: "C6"})
    path: list[Any] = ["C11", "C10", "C9", "C8", "C7", {"load": INF, "path": ["C7"]}]
    outcome = go(apart, move="de-truck-1", path=path)
    assert (place(outcome, INF), place(outcome, "de-truck-1")) == ("on de-truck-1", "C7")
    assert costs(outcome, INF) == [1]
    assert "moves-on" in verdict(apart, move="de-truck-1", path=[*path, "C6"])
    too_far = field({"de-truck-1": "C12", INF: "C5"})
    (found,) = judge(too_far, move="de-truck-1", path=[*path[:5], {"load": INF, "path": ["C6", "C7"]}])
    assert (found.unit, found.notes[0]) == (INF, "needs 2, has 1: C6 open 1 + C7 open 1")
    assert verdict(apart, move="de-truck-1", path=["C11", {"load": INF, "path": ["C7"]}]) == ["not-together"]
    stays = go(apart, move="de-truck-1", path=["C11", "C10", "C9", "C8", "C7", {"load": INF, "path": ["C7"]}])
    assert stays.look("de-truck-1") == "2 moved"


@pytest.mark.case("platoon", "5.1.1")
def test_the_carrier_may_wait_or_do_all_the_driving() -> None:
    near = field({TRACK: "C8", INF: "C7"})
    assert place(go(near, move=TRACK, path=[{"load": INF, "path": ["C8"]}]), INF) == f"on {TRACK}"
    assert place(go(near, move=TRACK, path=["C7", {"load": INF}]), INF) == f"on {TRACK}"
    assert "moves-on" in verdict(near, move=TRACK, path=["C7", {"load": INF}, "C6"])


@pytest.mark.case("platoon", "5.1.1")
@pytest.mark.parametrize(("option", "codes"), [("no", ["cannot-meet"]), ("yes", [])])
def test_a_gun_without_a_movement_factor(option: str, codes: list[str]) -> None:
    options = {"transport_meet_zero_mf": option}
    beside = field({"de-truck-1": "C8", "de-pak43-1": "C7"}, options=options)
    assert verdict(beside, move="de-truck-1", path=["C7", {"load": "de-pak43-1"}]) == codes
    together = field({"de-truck-1": "C8", "de-pak43-1": "C8"}, options=options)
    assert verdict(together, move="de-truck-1", path=[{"load": "de-pak43-1"}, "C7"]) == []


@pytest.mark.case("platoon", "5.1.1", "4.1")
def test_a_disrupted_unit_does_not_load_nor_one_that_has_fired() -> None:
    (found,) = judge(field({TRACK: "C8", INF: "C8 disrupted"}), move=TRACK, path=[{"load": INF}])
    assert (found.code, found.cases) == ("disrupted", ("5.1.1", "4.1"))
    assert verdict(field({TRACK: "C8", INF: "C8 fired"}), move=TRACK, path=[{"load": INF}]) == ["not-eligible"]
    assert verdict(field({TRACK: "C8 disrupted", INF: "C8"}), move=TRACK, path=[{"load": INF}]) == ["not-eligible"]


@pytest.mark.case("platoon", "5.1", "5.1.1")
def test_a_transport_carries_one_leg_unit() -> None:
    assert verdict(field({"de-pz4-1": "C8", INF: "C8"}), load=INF, on="de-pz4-1") == ["cannot-carry"]
    assert verdict(field({TRACK: "C8", "de-pz4-1": "C8"}), load="de-pz4-1", on=TRACK) == ["cannot-carry"]
    assert verdict(field({**LOADED, "de-inf-2": "C8"}), load="de-inf-2", on=TRACK) == ["carrier-full"]
    two = field({**LOADED, "de-truck-1": "C8"})
    assert verdict(two, load=INF, on="de-truck-1") == ["carried"]


@pytest.mark.case("platoon", "5.1", "1.4")
def test_a_horse_team_goes_as_a_vehicle() -> None:
    team = field({"su-horses-1": "C8", "su-gun76-1": "C8"}, ground="forest C7")
    outcome = go(team, side="soviet", move="su-horses-1", path=[{"load": "su-gun76-1"}, "C7"])
    assert costs(outcome, "su-horses-1") == [2]
    assert verdict(team, "soviet", move="su-horses-1", path=[{"load": "su-gun76-1"}, "C7", "C6"]) == ["movement-points"]


@pytest.mark.case("platoon", "5.1")
def test_a_passenger_goes_with_its_carrier_and_gives_no_orders_of_its_own() -> None:
    outcome = go(field(LOADED), move=TRACK, path=["C7", "C6", "C5", "C4", "C3", "C2", "C1"])
    assert (place(outcome, TRACK), outcome.look(INF)) == ("C1", "2 moved")
    assert outcome.position.hex_of(INF) == outcome.position.hex_of(TRACK)
    assert verdict(field(LOADED), move=INF, path=["C7"]) == ["carried"]


@pytest.mark.case("platoon", "5.1.2")
def test_a_carrier_goes_half_and_unloads_in_its_hex_or_the_next() -> None:
    way = ["C7", "C6", "C5", "C4"]
    outcome = go(field(LOADED), move=TRACK, path=[*way, {"unload": INF}])
    assert (place(outcome, INF), outcome.look(INF)) == ("C4", "2 moved")
    assert place(go(field(LOADED), move=TRACK, path=[*way, {"unload": INF, "into": "C3"}]), INF) == "C3"
    assert verdict(field(LOADED), move=TRACK, path=[*way, {"unload": INF, "into": "C2"}]) == ["not-adjacent"]
    (found,) = judge(field(LOADED), move=TRACK, path=[*way, "C3", {"unload": INF}])
    assert (found.code, found.cases) == ("movement-points", ("5.0", "5.1.2"))
    assert verdict(field(LOADED), move=TRACK, path=["C7", {"unload": INF}, "C6"]) == ["moves-on"]


@pytest.mark.case("platoon", "5.1.2")
def test_a_gun_that_cannot_move_is_set_down_next_door_too() -> None:
    outcome = go(field({TRACK: "C8", "de-pak43-1": f"on {TRACK}"}), unload="de-pak43-1", into="C7")
    assert (place(outcome, "de-pak43-1"), outcome.look("de-pak43-1")) == ("C7", "2 moved")


@pytest.mark.case("platoon", "5.1.2")
def test_a_unit_unloads_first_and_its_carrier_then_goes_half() -> None:
    way = ["C7", "C6", "C5", "C4"]
    outcome = go(field(LOADED), move=TRACK, path=[{"unload": INF, "into": "D8"}, *way])
    assert (place(outcome, INF), place(outcome, TRACK)) == ("D8", "C4")
    assert verdict(field(LOADED), move=TRACK, path=[{"unload": INF}, *way, "C3"]) == ["movement-points"]
    left = after(field(LOADED), move=TRACK, path=[{"unload": INF}, *way])
    assert verdict(left, move=INF, path=["D8"]) == ["not-eligible"]


@pytest.mark.case("platoon", "5.1.2", "5.3")
def test_nobody_unloads_into_a_zone() -> None:
    position = field({**LOADED, "su-rifle-1": "C5"})
    (found,) = judge(position, move=TRACK, path=["C7", {"unload": INF, "into": "C6"}])
    assert (found.code, found.cases) == ("unloads-into-zone", ("5.1.2", "5.3"))
    assert verdict(position, move=TRACK, path=["C7", "C6", {"unload": INF}]) == ["unloads-into-zone"]
    assert verdict(position, move=TRACK, path=["C7", {"unload": INF}]) == []


@pytest.mark.case("platoon", "5.1.2", "5.0")
def test_the_hex_to_unload_into_must_be_open_to_the_unit() -> None:
    assert verdict(field(LOADED, ground="lake C7"), unload=INF, into="C7") == ["prohibited"]
    assert verdict(with_lines(field(LOADED), river=[("C8", "C7")]), unload=INF, into="C7") == ["prohibited"]
    assert verdict(field({**LOADED, "su-rifle-1": "C7 disrupted"}), unload=INF, into="C7") == ["enemy-hex"]
    full = field({**LOADED, "de-pz4-1": "C7", "de-pz3-1": "C7"})
    assert verdict(full, unload=INF, into="C7") == ["stacking"]
    assert verdict(field(BOTH), unload=INF) == ["not-aboard"]


@pytest.mark.case("platoon", "5.1.2")
def test_loading_and_unloading_in_one_move_is_not_offered() -> None:
    assert verdict(field(BOTH), move=TRACK, path=[{"load": INF}, "C7", {"unload": INF}]) == ["loaded-now"]


@pytest.mark.case("platoon", "5.1.2", "4.1")
def test_a_disrupted_unit_unloads_where_its_carrier_is() -> None:
    position = field({TRACK: "C8 disrupted", INF: f"on {TRACK} disrupted"})
    assert place(go(position, unload=INF), INF) == "C8"
    (found,) = judge(position, unload=INF, into="C7")
    assert (found.code, found.cases) == ("disrupted", ("5.1.2",))
    assert verdict(position, move=TRACK, path=[{"unload": INF}, "C7"]) == ["not-eligible"]


@pytest.mark.case("platoon", "5.1.2", "1.5")
@pytest.mark.parametrize(("option", "codes"), [("no", ["not-eligible"]), ("yes", [])])
def test_unloading_from_a_transport_that_fired(option: str, codes: list[str]) -> None:
    options = {"transport_marked_unload": option}
    fired = field({TRACK: "C8 fired", INF: f"on {TRACK}"}, options=options)
    assert verdict(fired, unload=INF, into="C7") == codes
    assert verdict(fired, move=TRACK, path=[{"unload": INF}, "C7"]) == ["not-eligible"]
    moved = field({TRACK: "C8 moved", INF: f"on {TRACK} moved"}, options=options)
    assert verdict(moved, unload=INF) == ["not-eligible"]


@pytest.mark.case("platoon", "1.3", "5.1.1")
@pytest.mark.parametrize(("option", "codes"), [("strict", ["stacking"]), ("after_action", [])])
def test_a_third_unit_in_the_hex_while_one_loads(option: str, codes: list[str]) -> None:
    options = {"transport_crowding": option}
    walks = field({TRACK: "C8", "de-pz4-1": "C8", INF: "C7"}, options=options)
    assert verdict(walks, move=TRACK, path=[{"load": INF, "path": ["C8"]}]) == codes
    drives = field({TRACK: "C8", "de-pz4-1": "C7", INF: "C7"}, options=options)
    assert verdict(drives, move=TRACK, path=["C7", {"load": INF}]) == codes
    if not codes:
        assert place(go(drives, move=TRACK, path=["C7", {"load": INF}]), INF) == f"on {TRACK}"
        assert place(go(walks, move=TRACK, path=[{"load": INF, "path": ["C8"]}]), INF) == f"on {TRACK}"


@pytest.mark.case("platoon", "1.3", "5.1.2")
@pytest.mark.parametrize(("option", "codes"), [("strict", ["stacking"]), ("after_action", [])])
def test_a_third_unit_in_the_hex_while_one_unloads(option: str, codes: list[str]) -> None:
    position = field({**LOADED, "de-pz4-1": "C8"}, options={"transport_crowding": option})
    assert verdict(position, move=TRACK, path=[{"unload": INF}, "C7"]) == codes
    assert verdict(position, unload=INF) == ["stacking"]
    if not codes:
        assert place(go(position, move=TRACK, path=[{"unload": INF}, "C7"]), INF) == "C8"


@pytest.mark.case("platoon", "5.1.1", "5.0")
@pytest.mark.parametrize(("option", "reach"), [("none", 2), ("after_halving", 3), ("before_halving", 3)])
def test_the_road_bonus_in_half_a_move(option: str, reach: int) -> None:
    units = {"su-horses-1": "C8", "su-gun76-1": "on su-horses-1"}
    road = ["C8", "C7", "C6", "C5", "C4"]
    position = with_lines(field(units, options={"move_road_bonus_half": option}), road)
    for hexes in (2, 3, 4):
        path = [*road[1 : hexes + 1], {"unload": "su-gun76-1"}]
        assert (verdict(position, "soviet", move="su-horses-1", path=path) == []) is (hexes <= reach)


@pytest.mark.case("platoon", "5.1.1", "5.2")
@pytest.mark.parametrize(("option", "codes"), [("no", ["movement-points"]), ("yes", [])])
def test_the_minimum_move_within_half_a_move(option: str, codes: list[str]) -> None:
    units = {"de-truck-1": "C8", "de-pak40-1": "D8"}
    position = field(units, options={"move_minimum_half": option})
    assert verdict(position, move="de-truck-1", path=[{"load": "de-pak40-1", "path": ["C8"]}]) == codes


@pytest.mark.case("platoon", "5.1.5", "5.1")
def test_tank_riders_mount_and_dismount_where_the_scenario_lets_tanks_carry() -> None:
    units = {"su-t34-1": "C8", "su-smg-1": "C8"}
    assert verdict(field(units), "soviet", load="su-smg-1", on="su-t34-1") == ["cannot-carry"]
    position = field(units, ridden=["su-t34-1"])
    path: list[Any] = [{"load": "su-smg-1"}, "C7", "C6", "C5", "C4"]
    outcome = go(position, side="soviet", move="su-t34-1", path=path)
    assert (place(outcome, "su-smg-1"), place(outcome, "su-t34-1")) == ("on su-t34-1", "C4")
    assert verdict(position, "soviet", move="su-t34-1", path=[*path, "C3"]) == ["movement-points"]
    riding = field({"su-t34-1": "C8", "su-smg-1": "on su-t34-1"}, ridden=["su-t34-1"])
    assert place(go(riding, side="soviet", unload="su-smg-1", into="C7"), "su-smg-1") == "C7"


WAITING = {TRACK: "turn/1", INF: "turn/1"}
LOAD = {"load": INF}


def entry(units: dict[str, str], option: str = "mounted") -> Any:
    return field(units, options={"enter_loaded": option})


@pytest.mark.case("platoon", "5.1", "5.1.1", "10.0")
def test_reinforcements_come_on_loaded_with_all_their_movement() -> None:
    path: list[Any] = [LOAD, "C12", "C11", "C10", "C9", "C8", "C7", "C6", "C5", "C4"]
    outcome = go(entry(WAITING), enter=TRACK, path=path)
    assert (place(outcome, TRACK), place(outcome, INF)) == ("C4", f"on {TRACK}")
    assert (outcome.look(TRACK), outcome.look(INF), costs(outcome, TRACK)) == ("2 moved", "2 moved", [9])
    assert [(event.subject, event.cases) for event in outcome.of_kind("loaded")] == [(INF, ("5.1", "10.0"))]
    assert [event.subject for event in outcome.of_kind("moved")] == [TRACK]
    assert verdict(entry(WAITING), enter=TRACK, path=[*path, "C3"]) == ["movement-points"]
    assert verdict(entry(WAITING), enter=[TRACK, INF], path=path) == []
    supposed = after(entry(WAITING), enter=TRACK, path=path)
    assert (place(supposed, TRACK), place(supposed, INF)) == ("C4", f"on {TRACK}")
    assert field(WAITING).setting.options["enter_loaded"] == "mounted"


@pytest.mark.case("platoon", "5.1.1", "10.0")
def test_by_option_they_load_as_they_come_on_and_go_half() -> None:
    path: list[Any] = [LOAD, "C12", "C11", "C10", "C9"]
    outcome = go(entry(WAITING, "half"), enter=TRACK, path=path)
    assert (place(outcome, TRACK), place(outcome, INF)) == ("C9", f"on {TRACK}")
    assert outcome.of_kind("loaded")[0].cases == ("5.1.1", "10.0")
    (found,) = judge(entry(WAITING, "half"), enter=TRACK, path=[*path, "C8"])
    assert (found.code, found.cases) == ("movement-points", ("5.0", "5.1.1"))


@pytest.mark.case("platoon", "5.1.1", "10.0")
def test_by_option_they_come_on_unloaded() -> None:
    (found,) = judge(entry(WAITING, "no"), enter=TRACK, path=[LOAD, "C12"])
    assert (found.code, found.unit, found.cases) == ("enters-unloaded", INF, ("5.1", "10.0"))
    assert found.message == f"{INF} cannot be loaded yet: reinforcements come on unloaded"


@pytest.mark.case("platoon", "5.1.1", "10.0")
def test_a_gun_without_a_movement_factor_comes_on_behind_a_truck() -> None:
    position = field({"de-truck-1": "turn/1", "de-pak43-1": "turn/1"})
    arrivals = dict.fromkeys(("de-truck-1", "de-pak43-1"), position.setting.arrivals[TRACK])
    setting = replace(position.setting, arrivals=arrivals)
    position = Positions(setting).of(position.game)
    assert verdict(position, enter="de-pak43-1", path=["C12"]) == ["movement-points"]
    outcome = go(position, enter="de-truck-1", path=[{"load": "de-pak43-1"}, "C12"])
    assert place(outcome, "de-pak43-1") == "on de-truck-1"


@pytest.mark.case("platoon", "5.1.2", "10.0")
def test_who_came_on_loaded_may_get_off_after_half_the_movement() -> None:
    off: dict[str, Any] = {"unload": INF, "into": "C8"}
    path: list[Any] = [LOAD, "C12", "C11", "C10", "C9", off]
    outcome = go(entry(WAITING), enter=TRACK, path=path)
    assert (place(outcome, TRACK), place(outcome, INF)) == ("C9", "C8")
    assert "movement-points" in verdict(entry(WAITING), enter=TRACK, path=[*path[:5], "C8", {"unload": INF}])
    assert verdict(entry(WAITING, "half"), enter=TRACK, path=path) == ["loaded-now"]
    assert verdict(entry(WAITING), enter=TRACK, path=[LOAD, {"unload": INF}, "C12"]) == ["off-map"]


@pytest.mark.case("platoon", "5.1", "1.3")
def test_two_transports_come_on_together_each_with_its_passenger() -> None:
    units = {**WAITING, "de-sdkfz251-2": "turn/1", "de-mg-1": "turn/1"}
    path: list[Any] = [{"load": INF, "on": TRACK}, {"load": "de-mg-1", "on": "de-sdkfz251-2"}, "C12", "C11"]
    outcome = go(entry(units), enter=[TRACK, "de-sdkfz251-2"], path=path)
    assert (place(outcome, INF), place(outcome, "de-mg-1")) == (f"on {TRACK}", "on de-sdkfz251-2")
    assert place(outcome, "de-sdkfz251-2") == "C11"
    twice = [{"load": INF, "on": TRACK}, {"load": "de-mg-1", "on": TRACK}, "C12"]
    assert verdict(entry(units), enter=TRACK, path=twice) == ["carrier-full"]


@pytest.mark.case("platoon", "5.1", "10.0")
@pytest.mark.parametrize(
    ("units", "path", "codes"),
    [
        ({TRACK: "turn/1", INF: "turn/2"}, [LOAD, "C12"], ["not-a-reinforcement"]),
        ({TRACK: "turn/1", INF: "C10"}, [LOAD, "C12"], ["not-together"]),
        (WAITING, ["C12", LOAD], ["not-together"]),
        (WAITING, [LOAD], ["no-entry"]),
        (WAITING, [LOAD, "C11"], ["wrong-entry"]),
        ({"de-pz4-1": "turn/1", INF: "turn/1"}, [LOAD, "C12"], ["cannot-carry"]),
    ],
)
def test_what_cannot_come_on_loaded(units: dict[str, str], path: list[Any], codes: list[str]) -> None:
    carrier = next(iter(units))
    assert verdict(entry(units), enter=carrier, path=path) == codes


@pytest.mark.case("platoon", "5.1", "10.0")
def test_a_passenger_or_companion_comes_on_over_its_own_edge_only() -> None:
    position = entry(WAITING)
    west = Arrival(1, "west", (position.grid.hex("A5"),))
    setting = replace(position.setting, arrivals={**position.setting.arrivals, INF: west})
    position = Positions(setting).of(position.game)
    (found,) = judge(position, enter=TRACK, path=[LOAD, "C12"])
    assert (found.code, found.message) == (
        "wrong-entry",
        f"{INF} may not enter the map in C12: only over the west edge",
    )
    (found,) = judge(position, enter=[TRACK, INF], path=["C12"])
    assert (found.code, found.unit) == ("wrong-entry", INF)


@pytest.mark.case("platoon", "5.1.1", "10.0")
@pytest.mark.parametrize("option", ["mounted", "half", "no"])
def test_who_comes_on_apart_may_meet_on_the_map(option: str) -> None:
    path: list[Any] = ["C12", {"load": INF, "path": ["C12"]}]
    outcome = go(entry(WAITING, option), enter=TRACK, path=path)
    assert (place(outcome, TRACK), place(outcome, INF)) == ("C12", f"on {TRACK}")
    assert verdict(entry(WAITING, option), enter=TRACK, path=[*path, "C11"]) == ["moves-on"]


@pytest.mark.case("platoon", "4.3", "5.1.4")
def test_who_comes_on_loaded_under_fire_shares_the_fate_of_the_transport() -> None:
    position = entry({**WAITING, "su-gun45-1": "C8"})
    path: list[Any] = [LOAD, "C12", "C11", "C10"]
    outcome = go(position, (4, 9), {"opportunity_fire": "su-gun45-1 at afv"}, enter=TRACK, path=path)
    assert (outcome.look(TRACK), outcome.look(INF)) == ("2 disrupted moved", "2 disrupted moved")
    assert place(outcome, TRACK) == "C12"
