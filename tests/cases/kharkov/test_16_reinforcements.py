"""Section 16: reinforcements, when, where and how they enter the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import attack, phases, stacking
from adjudicator.rulesets.kharkov.odds import reckon
from adjudicator.rulesets.kharkov.opening import open_game
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Attack
from adjudicator.rulesets.kharkov.position import ARRIVED, MOVED, STOPPED, UNSUPPLIED, Position, Positions
from adjudicator.rulesets.kharkov.reinforcements import doors_of, find_entries, gates_of
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.setting import Setting
from adjudicator.rulesets.kharkov.supply import has_communications, supply_of

from .board import board, order, run, setting_of
from .marching import cases_of, codes, judge, march

AXIS, SOVIET, MECHANIZED = "axis/movement", "soviet/movement", "axis/mechanized"
PHASE = {phase.name: phase for phase in PHASES}
FOURTH_CORPS = ["22pz-203", "22pz-129", "22pz-140", "75id", "76id", "94id", "376id"]
SCHEDULE = {
    "soviet": {"6gtb": 1, "57tb": 1, "133tb": 2, "168tb": 2, "21mrb": 3, "22mrb": 3, "23mrb": 4, "156tb": 5}
    | {"158tb": 6, "1mrb": 7},
    "axis": {"168id": 2, "88id": 4, "57id": 6, "62id": 8} | dict.fromkeys(FOURTH_CORPS, 5),
}


def entries(position: Position, *units: str, by_rail: bool = False) -> dict[str, int]:
    """Where units can go from beyond the edge: printed number to cost."""
    return {position.number(hex_): found.cost for hex_, found in find_entries(position, units, by_rail).items()}


def doors(position: Position, unit_id: str) -> list[str]:
    return [position.number(hex_) for hex_ in doors_of(position, unit_id).hexes]


def judge_as_game(position: Position, section: str, data: Mapping[str, Any]) -> list[Finding]:
    """What the whole ruleset says of an order of the side that has the phase."""
    side = position.game.phase.split("/")[0]
    return KharkovRules(position.setting).judge(position.game, order(side, section, 1, data))


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "16.21")
@pytest.mark.parametrize("side", ["soviet", "axis"])
def test_reinforcements_wait_for_their_game_turn(side: str) -> None:
    setting: Setting = setting_of()
    game = open_game("test", load_scenario("kharkov/campaign"), setting)
    waiting = {unit.id: unit.box for unit in game.units.values() if unit.box.startswith("turn/")}
    own = {unit_id: box for unit_id, box in waiting.items() if setting.counters[unit_id].side == side}
    assert own == {unit_id: f"turn/{turn}" for unit_id, turn in SCHEDULE[side].items()}


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.parametrize(("turn", "expected"), [(2, ["too-early"]), (3, []), (9, [])])
def test_a_reinforcement_enters_on_its_game_turn_or_later(turn: int, expected: list[str]) -> None:
    position = board({"21mrb": "turn/3"}, turn=turn, phase=SOVIET)
    found = judge(position, {"enter": "21mrb", "path": ["0501"]})
    assert [finding.code for finding in found] == expected
    assert bool(entries(position, "21mrb")) is not bool(expected)
    for finding in found:
        assert (finding.unit, finding.at, finding.cases) == ("21mrb", ("enter",), ("16.0", "16.1"))
        assert finding.message == "21mrb may not enter yet: it arrives on Game-Turn 3"


@pytest.mark.case("kharkov", "16.0")
def test_an_entry_puts_the_units_on_the_map_for_the_price_of_all_hexes() -> None:
    events, after = march(
        board({"6gtb": "turn/1", "57tb": "turn/1"}, phase=SOVIET), {"enter": ["6gtb", "57tb"], "path": ["0501", "0502"]}
    )
    moved = [event for event in events if event.kind == "moved"]
    assert [event.subject for event in moved] == ["6gtb", "57tb"]
    assert moved[0].values == {"path": ["0501", "0502"], "how": "enter", "cost": 4}
    assert moved[0].cases == ("16.0", "16.1")
    for unit_id in ("6gtb", "57tb"):
        unit = after.unit(unit_id)
        assert (after.number(after.hex_of(unit_id)), unit.box, unit.markers) == ("0502", "", {MOVED, ARRIVED})
    assert codes(after, {"move": "6gtb", "path": ["0503"]}) == ["moved-already"]
    assert codes(after, {"enter": "6gtb", "path": ["0501"]}) == ["not-a-reinforcement"]


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.12")
def test_the_first_hex_is_paid_for() -> None:
    position = board({"168id": "turn/2"}, turn=2, phase=AXIS)
    down = [f"{row:02}24" for row in range(1, 9)]
    assert codes(position, {"enter": "168id", "path": down}) == []
    (finding,) = judge(position, {"enter": "168id", "path": [*down, "0924"]})
    assert (finding.code, finding.at, finding.hex) == ("movement-points", ("path", 8), "0924")
    assert finding.notes[0].startswith("needs 9, has 8: 0124 clear 1 + ")
    assert entries(position, "168id")["0824"] == 16


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.3")
@pytest.mark.parametrize(("value", "expected"), [("true", 1), ("false", 2)])
def test_entry_road_rate_option(value: str, expected: int) -> None:
    units = {"22pz-203": "turn/5", "76id": "turn/5"}
    position = board(units, turn=5, phase=AXIS, options={"entry_road_rate": value})
    assert entries(position, "22pz-203")["3932"] == expected
    assert entries(position, "22pz-203")["3931"] == 2
    assert entries(position, "76id")["3932"] == 2
    events, _ = march(position, {"enter": "22pz-203", "path": ["3932"]})
    assert events[0].values["cost"] == expected


@pytest.mark.case("kharkov", "16.1")
@pytest.mark.case("kharkov", "16.0")
def test_soviet_reinforcements_enter_on_the_east_edge() -> None:
    position = board({"6gtb": "turn/1"}, phase=SOVIET)
    assert doors(position, "6gtb") == [f"{row:02}01" for row in range(1, 40)]
    for number in ("0101", "2001", "3901"):
        assert codes(position, {"enter": "6gtb", "path": [number]}) == []
    (finding,) = judge(position, {"enter": "6gtb", "path": ["0102", "0202"]})
    assert (finding.code, finding.at, finding.cases) == ("wrong-entry", ("path", 0), ("16.0", "16.1"))
    assert finding.message == "6gtb may not enter the map in 0102: only on the east edge"


@pytest.mark.case("kharkov", "16.21")
@pytest.mark.case("kharkov", "16.0")
def test_fourth_corps_enters_on_the_south_edge() -> None:
    units = dict.fromkeys(FOURTH_CORPS, "turn/5")
    position = board(units, turn=5, phase=AXIS, flags={"south_active": "5"})
    for unit_id in FOURTH_CORPS:
        assert doors(position, unit_id) == [f"39{column:02}" for column in range(40, 0, -1)]
    assert codes(position, {"enter": FOURTH_CORPS[:3], "path": ["3920", "3820"]}) == []
    assert codes(position, {"enter": FOURTH_CORPS[:3], "path": ["3820", "3720"]}) == ["wrong-entry"]
    early = board(units, turn=4, phase=AXIS)
    assert codes(early, {"enter": FOURTH_CORPS[:3], "path": ["3920"]}) == ["too-early"] * 3


@pytest.mark.case("kharkov", "16.22")
@pytest.mark.case("kharkov", "16.0")
def test_other_axis_reinforcements_enter_on_the_north_edge_west_of_the_front() -> None:
    position = board(dict.fromkeys(["168id", "88id", "57id", "62id"], "turn/2"), turn=8, phase=AXIS)
    for unit_id in ("168id", "88id", "57id", "62id"):
        assert doors(position, unit_id) == [f"01{column:02}" for column in range(40, 16, -1)]
    assert codes(position, {"enter": "168id", "path": ["0117", "0116"]}) == []
    (finding,) = judge(position, {"enter": "168id", "path": ["0116"]})
    assert (finding.code, finding.cases) == ("wrong-entry", ("16.0", "16.22"))
    assert finding.message.endswith("only on the north edge west of 0116")


@pytest.mark.case("kharkov", "16.22")
@pytest.mark.parametrize(
    ("value", "soviets", "west_of"),
    [
        ("west_of_0116", {}, "0116"),
        ("west_of_0116", {"226rd": "0125"}, "0116"),
        ("front", {}, "0116"),
        ("front", {"226rd": "0125"}, "0126"),
        ("front", {"226rd": "0220"}, "0121"),
        ("front", {"hq-28a": "0119"}, "0119"),
        ("front", {"226rd": "0110"}, "0111"),
    ],
)
def test_north_entry_option(value: str, soviets: dict[str, str], west_of: str) -> None:
    position = board({"168id": "turn/2", **soviets}, turn=2, phase=AXIS, options={"north_entry": value})
    assert doors(position, "168id")[-1] == f"01{int(west_of[2:]) + 1:02}"
    assert doors_of(position, "168id").what == f"on the north edge west of {west_of}"


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.22")
@pytest.mark.case("kharkov", "6.23")
def test_enemies_bar_the_edge_and_their_zones_end_the_move() -> None:
    position = board({"168id": "turn/2", "226rd": "0122"}, turn=2, phase=AXIS)
    assert codes(position, {"enter": "168id", "path": ["0122"]}) == ["enemy-hex"]
    assert codes(position, {"enter": "168id", "path": ["0123"]}) == []
    assert codes(position, {"enter": "168id", "path": ["0123", "0223"]}) == ["moves-on-in-enemy-zone"]
    assert "0122" not in entries(position, "168id")
    assert codes(position, {"enter": "168id", "to": "0122"}) == ["enemy-hex"]


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.23")
def test_armor_that_enters_a_zone_is_stopped_for_the_turn_by_option() -> None:
    for value, expected in (("turn", True), ("phase", False)):
        position = board({"22pz-203": "turn/5", "226rd": "3920"}, turn=5, phase=AXIS, options={"zoc_stop_scope": value})
        _, after = march(position, {"enter": "22pz-203", "path": ["3921"]})
        assert after.unit("22pz-203").has(STOPPED) is expected


@pytest.mark.case("kharkov", "16.0")
def test_a_goal_is_reached_by_the_cheapest_way_from_any_door() -> None:
    position = board({"22pz-203": "turn/5", "76id": "turn/5"}, turn=5, phase=AXIS, flags={"south_active": "5"})
    events, after = march(position, {"enter": ["22pz-203", "76id"], "to": "3732"})
    path = events[0].values["path"]
    assert (path[0][:2], path[-1]) == ("39", "3732")
    assert codes(position, {"enter": ["22pz-203", "76id"], "path": path}) == []
    assert entries(position, "22pz-203", "76id")["3732"] == max(e.values["cost"] for e in events if e.kind == "moved")
    assert codes(position, {"enter": "76id", "to": "3001"}) == ["movement-points"]
    assert after.number(after.hex_of("76id")) == "3732"


@pytest.mark.case("kharkov", "16.0")
def test_a_goal_that_no_door_leads_to() -> None:
    rifles = [counter.id for counter in setting_of().counters.values() if counter.kind == "rifle"]
    walled = {unit: f"01{column:02}" for unit, column in zip(rifles, range(17, 41), strict=False)}
    position = board({"168id": "turn/2", **walled}, turn=2, phase=AXIS)
    (finding,) = judge(position, {"enter": "168id", "to": "0325"})
    assert finding.code == "no-way"
    assert finding.message == "no way leads 168id from any hex on the north edge west of 0116 to 0325"


@pytest.mark.case("kharkov", "16.0")
def test_units_of_two_edges_do_not_enter_together() -> None:
    position = board({"88id": "turn/4", "76id": "turn/5"}, turn=5, phase=AXIS)
    (finding,) = judge(position, {"enter": ["88id", "76id"], "path": ["0120"]})
    assert (finding.code, finding.unit, finding.at) == ("not-a-stack", "76id", ("enter", 1))
    assert entries(position, "88id", "76id") == {}


@pytest.mark.case("kharkov", "16.0")
def test_only_reinforcements_enter() -> None:
    position = board({"44id": "1418", "71id": "eliminated/", "23pz-201": "reserve/x"}, turn=5, phase=AXIS)
    for unit_id in ("44id", "71id", "23pz-201"):
        (finding,) = judge(position, {"enter": unit_id, "path": ["0120"]})
        assert (finding.code, finding.cases) == ("not-a-reinforcement", ("16.0",))
    assert codes(position, {"enter": "6gtb", "path": ["0501"]}) == ["not-your-unit"]
    assert codes(position, {"enter": "168id"}) == ["not-a-reinforcement", "no-path"]


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "4.2")
def test_reinforcements_enter_in_the_initial_movement_phase_only() -> None:
    for phase in (MECHANIZED, "axis/combat", SOVIET):
        position = board({"22pz-203": "turn/5"}, turn=5, phase=phase)
        assert codes(position, {"enter": "22pz-203", "path": ["3920"]}, "axis") == ["wrong-phase"]
        assert entries(position, "22pz-203") == {}
    late = board({"22pz-203": "turn/5"}, turn=5, phase=MECHANIZED)
    (finding,) = judge_as_game(late, "mechanized", {"enter": "22pz-203", "path": ["3920"]})
    assert (finding.code, finding.cases, finding.at) == ("wrong-phase", ("16.0",), ("enter",))


@pytest.mark.case("kharkov", "16.0")
def test_armor_that_has_entered_moves_again_in_the_mechanized_phase() -> None:
    position = board({"22pz-203": "3920"}, turn=5, phase=MECHANIZED, markers={"22pz-203": [ARRIVED]})
    assert codes(position, {"move": "22pz-203", "path": ["3820"]}, "axis") == ["frozen"]
    active = board(
        {"22pz-203": "3920"}, turn=5, phase=MECHANIZED, markers={"22pz-203": [ARRIVED]}, flags={"south_active": "5"}
    )
    assert codes(active, {"move": "22pz-203", "path": ["3820"]}) == []


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.44")
def test_rail_from_the_edge_counts_the_hex_of_entry() -> None:
    position = board({"168id": "turn/2"}, turn=2, phase=AXIS)
    assert [position.number(hex_) for hex_ in gates_of(position, "168id").hexes] == ["0131", "0119"]
    events, after = march(position, {"enter": "168id", "by": "rail", "to": "0819"})
    way = ["0119", "0219", "0320", "0420", "0521", "0620", "0720", "0819"]
    assert events[0].values == {"path": way, "how": "enter", "by": "rail"}
    assert events[0].cases == ("16.0", "16.22", "6.41", "6.44")
    assert after.unit("168id").markers == {MOVED, ARRIVED}
    costs = entries(position, "168id", by_rail=True)
    assert (costs["0119"], costs["0819"], max(costs.values())) == (1, 8, 40)


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.41")
def test_rail_enters_only_where_a_railroad_comes_in() -> None:
    axis = board({"168id": "turn/2", "76id": "turn/2"}, turn=2, phase=AXIS)
    assert codes(axis, {"enter": "168id", "by": "rail", "path": ["0120"]}) == ["wrong-entry", "not-a-rail-hex"]
    assert codes(axis, {"enter": "76id", "by": "rail", "path": ["3928"]}) == ["wrong-entry"]
    assert codes(axis, {"enter": "76id", "by": "rail", "path": ["3927", "3928"]}) == []
    assert codes(axis, {"enter": "168id", "by": "rail", "path": ["0119", "0218"]}) == ["not-a-rail-hex"]
    assert codes(axis, {"enter": "168id", "by": "rail", "to": "0220"}) == ["not-a-rail-hex"]
    soviet = board({"6gtb": "turn/1"}, phase=SOVIET)
    assert codes(soviet, {"enter": "6gtb", "by": "rail", "path": ["0701"]}) == []
    assert codes(soviet, {"enter": "6gtb", "by": "rail", "path": ["0801"]}) == ["wrong-entry", "not-a-rail-hex"]


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.43")
def test_rail_does_not_enter_a_zone() -> None:
    position = board({"168id": "turn/2", "226rd": "0120"}, turn=2, phase=AXIS)
    assert codes(position, {"enter": "168id", "by": "rail", "path": ["0119"]}) == ["rail-into-zone"]
    assert "0119" not in entries(position, "168id", by_rail=True)
    assert codes(position, {"enter": "168id", "path": ["0119"]}) == []


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "6.45")
def test_entering_by_rail_uses_the_capacity() -> None:
    units = {"168id": "turn/2", "88id": "turn/4", "44id": "1720"}
    full = board(units, turn=4, phase=AXIS, pools={"rail": {"axis": 2}})
    assert codes(full, {"enter": ["168id", "88id"], "by": "rail", "to": "0819"}) == ["rail-capacity"]
    _, after = march(full, {"enter": "168id", "by": "rail", "to": "0819"})
    assert after.game.pools["rail"] == {"axis": 3}
    assert codes(after, {"rail": "44id", "path": ["1620"]}) == ["rail-capacity"]
    assert codes(after, {"enter": "88id", "by": "rail", "to": "0819"}) == ["rail-capacity"]
    assert codes(after, {"enter": "88id", "to": "0120"}) == []


CUT_OFF = {"99rd": "0121", "226rd": "0221", "248rd": "0220", "270rd": "0219", "150rd": "0118"}
"""Soviet divisions around 0119 and 0120."""


@pytest.mark.case("kharkov", "16.0")
def test_arrivals_are_in_supply_for_their_player_turn_only() -> None:
    cut_off = board({"168id": "0120", **CUT_OFF}, turn=2, phase="axis/combat")
    assert not supply_of(cut_off, "168id").in_supply
    arrived = board({"168id": "0120", **CUT_OFF}, turn=2, phase="axis/combat", markers={"168id": [ARRIVED]})
    found = supply_of(arrived, "168id")
    assert (found.in_supply, found.cases) == (True, ("16.0",))
    mechanized = run(arrived, lambda table, positions: phases.begin(table, positions, PHASE[MECHANIZED]))
    assert not mechanized.position.unit("168id").has(UNSUPPLIED)
    outcome = run(arrived, lambda table, positions: phases.end(table, positions, PHASE["axis/removal"]))
    assert not supply_of(outcome.position, "168id").in_supply
    (lifted,) = outcome.of_kind("unmarked")
    assert (lifted.subject, lifted.values, lifted.cases) == ("168id", {"marker": ARRIVED}, ("16.0",))


@pytest.mark.case("kharkov", "16.0")
def test_the_player_turn_of_a_side_ends_with_its_own_removal_phase() -> None:
    both = board({"168id": "0120", "6gtb": "0501"}, turn=2, markers={"168id": [ARRIVED], "6gtb": [ARRIVED]})
    for name, left in (("soviet/removal", "168id"), ("axis/removal", "6gtb")):
        after = run(both, lambda table, positions, name=name: phases.end(table, positions, PHASE[name])).position
        assert [unit.id for unit in after.game.units.values() if unit.has(ARRIVED)] == [left]
    for name in (SOVIET, AXIS, "soviet/combat", "axis/combat"):
        after = run(both, lambda table, positions, name=name: phases.end(table, positions, PHASE[name])).position
        assert [unit.id for unit in after.game.units.values() if unit.has(ARRIVED)] == ["168id", "6gtb"]


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "10.21")
def test_soviet_arrivals_still_need_a_headquarters_to_attack() -> None:
    lone = {"6gtb": "1520", "44id": "1521"}
    for units, expected in ((lone, False), ({**lone, "hq-6a": "1516"}, True)):
        position = board(units, turn=5, markers={"6gtb": [ARRIVED]})
        assert supply_of(position, "6gtb").in_supply
        assert has_communications(position, "6gtb") is expected
        parsed, _ = parse_order(position, order("soviet", "combat", 1, {"attack": "1521", "with": ["6gtb"]}))
        assert isinstance(parsed, Attack)
        assert ("10.21" in cases_of(attack.judge_attack(position, parsed))) is not expected


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "9.11")
def test_who_has_entered_attacks_in_the_combat_phase_at_full_strength() -> None:
    position = board({"168id": "turn/2", **CUT_OFF, "99rd": "0121 4-5"}, turn=2, phase=AXIS)
    _, entered = march(position, {"enter": "168id", "path": ["0120"]})
    ended = run(entered, lambda table, positions: phases.end(table, positions, PHASE[AXIS])).position
    position = Positions(ended.setting).of(replace(ended.game, phase="axis/combat"))
    data = {"attack": "0121", "with": ["168id"]}
    assert judge_as_game(position, "combat", data) == []
    parsed, _ = parse_order(position, order("axis", "combat", 1, data))
    assert isinstance(parsed, Attack)
    assert reckon(position, parsed.units, parsed.targets).attack_total == 9


@pytest.mark.case("kharkov", "16.0")
@pytest.mark.case("kharkov", "8.1")
def test_an_entry_that_overstacks_is_to_blame() -> None:
    entered = order("axis", "movement", 2, {"enter": FOURTH_CORPS[:4], "path": ["3920"]})
    moved = order("axis", "movement", 1, {"move": "44id", "path": ["1417"]})
    position = board({**dict.fromkeys(FOURTH_CORPS[:4], "3920"), "44id": "1417"}, turn=5, phase=AXIS)
    (finding,) = stacking.judge_stacks(position, "axis", [moved, entered])
    assert (finding.code, finding.order, finding.at) == ("overstacked", "axis movement 2", ("enter", 3))


@pytest.mark.case("kharkov", "16.0")
def test_later_sections_may_name_units_that_enter_before() -> None:
    rules = KharkovRules(setting_of())
    data = {"attack": "1318", "with": ["168id"]}
    later = board({"168id": "turn/2"}, turn=2, phase="soviet/combat")
    assert rules.judge_words(later.game, order("axis", "combat", 1, data)) == []
    for turn, box in ((1, "turn/2"), (2, "eliminated/")):
        never = board({"168id": box}, turn=turn, phase="soviet/combat")
        found = rules.judge_words(never.game, order("axis", "combat", 1, data))
        assert [finding.code for finding in found] == ["unit-off-map"]


@pytest.mark.case("kharkov", "16.0")
def test_the_way_found_for_a_goal_is_told() -> None:
    position = board({"168id": "turn/2"}, turn=2, phase=AXIS)
    rules = KharkovRules(position.setting)
    for data, expected in (
        ({"to": "0225"}, "168id goes 0125-0225 for 2 Movement Points"),
        ({"to": "0219", "by": "rail"}, "168id goes by rail 0119-0219 over 2 rail hexes"),
    ):
        (told,) = rules.remark(position.game, order("axis", "movement", 1, {"enter": "168id", **data}))
        assert told.message == expected
