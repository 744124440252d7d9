"""Section 10: headquarters, their lines of communications, their activation and displacement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.rulesets.kharkov import headquarters, phases
from adjudicator.rulesets.kharkov.headquarters import DELAYED, DISPLACED, displace, find_refuges, is_active
from adjudicator.rulesets.kharkov.position import INACTIVE, UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.supply import find_communications, has_communications, in_supply, supply_of
from adjudicator.rulesets.kharkov.wishes import advise
from tests.cases.kharkov.board import Outcome, board, run, setting_of
from tests.cases.kharkov.fights import fight, gone, judge, moves, odds, where
from tests.cases.kharkov.marching import carry_out, codes, reach, walked
from tests.cases.kharkov.test_11_supply import NO_CITIES, cordon, cut_off


def begin(position: Position, name: str, answers: Mapping[str, Any] | None = None) -> Outcome:
    phase = next(phase for phase in PHASES if phase.name == name)
    return run(position, lambda table, positions: phases.begin(table, positions, phase), answers=answers)


def line_of(position: Position, unit_id: str) -> tuple[str, list[str]] | None:
    found = find_communications(position, unit_id)
    return found and (found[0], [position.number(hex_) for hex_ in found[1]])


@pytest.mark.case("kharkov", "10.1")
@pytest.mark.case("kharkov", "10.11")
@pytest.mark.parametrize(("face", "works"), [("active", True), ("inactive", False)])
def test_only_an_active_hq_lets_units_attack_and_keeps_them_in_supply(face: str, works: bool) -> None:
    position = board({"226rd": "2216", "hq-6a": f"2214 {face}"})
    assert is_active(position, "hq-6a") is works
    assert has_communications(position, "226rd") is works
    assert in_supply(position, "226rd") is works


@pytest.mark.case("kharkov", "10.12")
@pytest.mark.case("kharkov", "6.11")
def test_an_hq_walks_as_infantry_drives_on_roads_and_hardly_moves_while_not_active() -> None:
    # 1121-1020 follows a road; 1519 is a forest, and the Donets lies between it and 1518.
    for start, path, cost in (("1121", ["1020"], 1), ("1520", ["1519"], 2), ("1519", ["1518"], 4)):
        outcome = carry_out(board({"hq-6a": start}, phase="soviet/movement"), {"move": "hq-6a", "path": path})
        assert walked(outcome) == [("hq-6a", "move", "-".join([start, *path]), cost)]
    for face, points in (("active", 11), ("inactive", 5)):
        position = board({"hq-6a": f"1010 {face}"}, phase="soviet/movement")
        assert max(reach(position, "hq-6a").values()) == 2 * points
    # It may use rail, however little it moves otherwise.
    far = board({"hq-6a": "0701 inactive"}, phase="soviet/movement")
    assert codes(far, {"rail": "hq-6a", "to": "1409"}) == []


@pytest.mark.case("kharkov", "10.15")
@pytest.mark.case("kharkov", "10.16")
def test_hq_has_no_zone_and_does_not_count_in_a_stack() -> None:
    position = board({"hq-6a": "2214"})
    assert position.zones["soviet"] == frozenset()
    full = board({"hq-6a": "2214", "hq-9a": "2214", "226rd": "2214", "227rd": "2214", "13grd": "2214"})
    assert len(full.combat_units_of("soviet", full.grid.hex("2214"))) == full.setting.tables.stack


@pytest.mark.case("kharkov", "10.21")
@pytest.mark.case("kharkov", "10.23")
@pytest.mark.parametrize(("where", "reaches"), [("2214", True), ("2219", True), ("2220", False)])
def test_line_is_as_long_as_the_radius_the_units_hex_counted(where: str, reaches: bool) -> None:
    position = board({"226rd": where, "hq-6a": "2214"})
    assert position.counter("hq-6a").numbers["radius"] == 5
    assert has_communications(position, "226rd") is reaches


@pytest.mark.case("kharkov", "10.23")
def test_line_of_communications_is_counted_the_same_whatever_the_count_of_supply_lines() -> None:
    for count in ("steps", "both_ends", "between"):
        position = board({"226rd": "2219", "227rd": "2220", "hq-6a": "2214"}, options={"trace_count": count})
        assert has_communications(position, "226rd")
        assert not has_communications(position, "227rd")


@pytest.mark.case("kharkov", "10.21")
def test_line_to_attack_does_not_ask_whether_the_hq_is_supplied() -> None:
    ring = cut_off("2214")
    position = board({"226rd": "2214", "hq-6a": "2214", **ring})
    assert has_communications(position, "226rd")
    assert not in_supply(position, "226rd")


@pytest.mark.case("kharkov", "10.23")
def test_line_is_barred_by_an_enemy_zone_but_for_its_ends() -> None:
    ring = cut_off("2214")
    outside = {"226rd": "2218", "hq-6a": "2214", **ring}
    assert not has_communications(board(outside), "226rd")
    grid = setting_of().map.grid
    edge = grid.number(grid.neighbours[grid.hex("2214")][0])
    assert line_of(board({"226rd": edge, "hq-6a": "2214", **ring}), "226rd") == ("hq-6a", ["2214", edge])
    alone = {"hq-9a": edge, "hq-6a": "2214", **ring}
    found = find_communications(board(alone, options={"hq_negates_ezoc": "false"}), "hq-9a")
    assert found is not None


@pytest.mark.case("kharkov", "10.23")
@pytest.mark.case("kharkov", "15.3")
def test_garrison_bars_a_soviet_line_by_option() -> None:
    units = {"226rd": "3834", "hq-6a": "3633", "227rd": "3735"}
    straight = board(units, options={"garrison_blocks_trace": "false"})
    assert line_of(straight, "226rd") is not None
    held = board(units)
    line = line_of(held, "226rd")
    assert line is None or not {"3632", "3732", "3733"} & set(line[1])
    blocked = {"226rd": "0819", "hq-6a": "0918"}
    through = board({**blocked, "44id": "0716"}, options={"garrison_blocks_trace": "false"})
    assert has_communications(through, "226rd")


@pytest.mark.case("kharkov", "10.23")
def test_line_crosses_the_dnieper_unless_the_option_forbids_it() -> None:
    units = {"226rd": "3538", "hq-6a": "3536"}
    straight = line_of(board(units), "226rd")
    assert straight == ("hq-6a", ["3536", "3537", "3538"])
    assert not has_communications(board(units, options={"trace_across_dnieper": "false"}), "226rd")


@pytest.mark.case("kharkov", "10.22")
@pytest.mark.case("kharkov", "10.25")
def test_supply_needs_a_line_from_an_active_hq_that_is_itself_in_supply() -> None:
    judged = supply_of(board({"226rd": "2216", "hq-6a": "2214"}), "226rd")
    assert judged.in_supply
    assert judged.hq == "hq-6a"
    assert judged.line[-1] == setting_of().map.grid.hex("2216")
    without = supply_of(board({"226rd": "2220", "hq-6a": "2214"}), "226rd")
    assert not without.in_supply
    assert "10.25" in without.cases
    # Another HQ, in supply, does what the nearer one cannot.
    both = {"226rd": "2214", "hq-6a": "2214", **cut_off("2214")}
    grid = setting_of().map.grid
    gate = grid.number(grid.neighbours[grid.hex("2214")][1])
    assert in_supply(board({**both, "227rd": gate, "hq-9a": "2211"}), "226rd")


@pytest.mark.case("kharkov", "10.24")
def test_one_hq_reaches_any_number_of_units_and_a_unit_takes_any_hq() -> None:
    soviets = [u for u, counter in setting_of().counters.items() if counter.kind in ("rifle", "cavalry")][:40]
    around = setting_of().map.grid.within(setting_of().map.grid.hex("1505"), 3)
    units = {unit_id: setting_of().map.grid.number(hex_) for unit_id, hex_ in zip(soviets, around, strict=False)}
    position = board({**units, "hq-57a": "1505"})
    assert len(units) > 30
    assert all(has_communications(position, unit_id) for unit_id in units)
    assert all(in_supply(position, unit_id) for unit_id in units)


@pytest.mark.case("kharkov", "10.24")
@pytest.mark.parametrize(("near", "far"), [("hq-6a", "hq-57a"), ("hq-57a", "hq-6a")])
def test_every_active_hq_serves_the_units_about_it(near: str, far: str) -> None:
    position = board({"226rd": "2216", near: "2214", "227rd": "1506", far: "1505"})
    assert line_of(position, "226rd") == (near, ["2214", "2215", "2216"])
    assert line_of(position, "227rd") == (far, ["1505", "1506"])
    assert [supply_of(position, unit_id).hq for unit_id in ("226rd", "227rd")] == [near, far]
    assert in_supply(position, "226rd")
    assert in_supply(position, "227rd")


@pytest.mark.case("kharkov", "10.26")
def test_soviet_and_rumanian_units_without_a_line_are_known_from_the_start_of_the_phase() -> None:
    soviet = begin(
        board({"226rd": "2216", "227rd": "2225", "hq-6a": "2214"}, turn=3, phase="soviet/movement"), "soviet/movement"
    )
    assert soviet.of_kind("supply_judged")[0].values == {"out": ["227rd"]}
    assert soviet.position.unit("227rd").has(UNSUPPLIED)
    assert not soviet.position.unit("226rd").has(UNSUPPLIED)
    rumanian = begin(
        board({"20rum": "2921", "2rum": "3026", "hq-rum6": "2822"}, phase="axis/movement"), "axis/movement"
    )
    assert rumanian.of_kind("supply_judged")[0].values["out"] == ["2rum"]


@pytest.mark.case("kharkov", "10.27")
def test_rumanian_hq_keeps_no_german_unit_in_supply_and_soviet_hqs_no_rumanian() -> None:
    far = board({"44id": "0837", "hq-rum6": "0834", "20rum": "0837"}, hex_marks=NO_CITIES)
    assert in_supply(far, "hq-rum6")
    assert in_supply(far, "20rum")
    assert not in_supply(far, "44id")
    assert has_communications(far, "44id"), "a German unit needs no headquarters to attack"
    assert not has_communications(board({"20rum": "2822", "hq-6a": "2720"}), "20rum")
    assert not has_communications(board({"20rum": "2822", "hq-rum6": "2822 inactive"}), "20rum")


ACTIVATIONS: Mapping[int, tuple[str, tuple[str, ...]]] = {
    1: ("10.32", ("hq-6a", "hq-28a")),
    2: ("10.33", ("hq-57a",)),
    5: ("10.34", ("hq-9a", "hq-37a", "hq-38a")),
}
SOVIET_HQS = ("hq-6a", "hq-28a", "hq-57a", "hq-9a", "hq-38a", "hq-37a")


@pytest.mark.case("kharkov", "10.32")
@pytest.mark.case("kharkov", "10.33")
@pytest.mark.case("kharkov", "10.34")
@pytest.mark.parametrize("turn", range(1, 11))
def test_soviet_hqs_are_activated_by_schedule(turn: int) -> None:
    everyone = {hq: f"150{number} inactive" for number, hq in enumerate(SOVIET_HQS, 1)}
    outcome = begin(board(everyone, turn=turn, phase="soviet/movement"), "soviet/movement")
    case, hqs = ACTIVATIONS.get(turn, ("", ()))
    turned = {event.subject for event in outcome.of_kind("unmarked") if event.values["marker"] == INACTIVE}
    assert turned == set(hqs)
    assert all(case in event.cases for event in outcome.of_kind("unmarked"))
    assert [hq for hq in SOVIET_HQS if is_active(outcome.position, hq)] == [hq for hq in SOVIET_HQS if hq in hqs]


@pytest.mark.case("kharkov", "10.33")
@pytest.mark.parametrize(
    ("turn", "south", "asked"),
    [(1, False, ["none", "hq-57a"]), (1, True, ["none", "hq-57a"]), (2, False, []), (3, True, ["none", "hq-6a"])],
)
def test_added_activations_option(turn: int, south: bool, asked: list[str]) -> None:
    units = {"hq-57a": "1501 inactive", "hq-6a": "1502 inactive", "hq-9a": "1503 inactive"}
    marks = {"hq-9a": ["inactive", "displaced"]}
    flags = {"south_active": "1"} if south else {}
    if turn > 1:
        units = {"hq-6a": "1502 inactive", "hq-9a": "1503 inactive"}
    for value in ("false", "true"):
        options = {"added_activations": value}
        position = board(units, turn=turn, phase="soviet/movement", options=options, markers=marks, flags=flags)
        chosen = asked[-1:] or ["none"]
        outcome = begin(position, "soviet/movement", {"activate": chosen[0]})
        found = [[option.value for option in choice.options] for choice in outcome.asked if choice.kind == "activate"]
        assert found == ([asked] if value == "true" and asked else [])
        if found:
            assert is_active(outcome.position, chosen[0])
            choice = next(choice for choice in outcome.asked if choice.kind == "activate")
            advice = advise(outcome.position, choice, {"default": {"activate": chosen}})
            assert advice is not None
            assert advice.value == chosen[0]


@pytest.mark.case("kharkov", "10.32")
@pytest.mark.case("kharkov", "11.0")
def test_hq_is_activated_before_supply_is_judged() -> None:
    outcome = begin(board({"226rd": "2216", "hq-6a": "2214 inactive"}, phase="soviet/movement"), "soviet/movement")
    assert outcome.of_kind("supply_judged")[0].values == {"out": []}


@pytest.mark.case("kharkov", "10.17")
def test_displaced_hq_goes_to_the_nearest_hex_with_a_friendly_combat_unit() -> None:
    position = board({"hq-6a": "2214", "hq-9a": "2213", "226rd": "2217", "227rd": "2220", "44id": "2215"})
    outcome = run(position, lambda table, positions: displace(table, positions, "hq-6a"))
    assert outcome.asked == []
    [moved] = outcome.of_kind("moved")
    assert moved.values == {"path": ["2214", "2217"], "how": "displaced"}
    assert outcome.position.number(outcome.position.hex_of("hq-6a")) == "2217"
    assert not is_active(outcome.position, "hq-6a")


@pytest.mark.case("kharkov", "10.17")
def test_owner_chooses_among_equally_near_hexes() -> None:
    position = board({"hq-6a": "2214", "226rd": "2217", "227rd": "2211", "13grd": "2510"})
    assert [position.number(hex_) for hex_ in find_refuges(position, "hq-6a")] == ["2211", "2217"]
    outcome = run(position, lambda table, positions: displace(table, positions, "hq-6a"), answers={"displace": "2217"})
    [choice] = outcome.asked
    assert (choice.side, choice.subject) == ("soviet", "hq-6a")
    assert [option.value for option in choice.options] == ["2211", "2217"]
    assert choice.default == 0
    assert outcome.position.number(outcome.position.hex_of("hq-6a")) == "2217"


@pytest.mark.case("kharkov", "10.17")
@pytest.mark.case("kharkov", "4.2")
@pytest.mark.parametrize(("hq", "side", "other"), [("hq-6a", "soviet", "axis"), ("hq-rum6", "axis", "soviet")])
def test_displaced_hq_is_active_again_from_its_next_removal_phase(hq: str, side: str, other: str) -> None:
    position = board({hq: "2214", "226rd": "2216", "44id": "2210"}, turn=3, phase=f"{other}/combat")
    after = run(position, lambda table, positions: displace(table, positions, hq)).position
    assert not is_active(begin(after, f"{other}/removal").position, hq)
    assert not is_active(begin(after, f"{side}/movement").position, hq)
    restored = begin(after, f"{side}/removal").position
    assert is_active(restored, hq)
    assert restored.unit(hq).markers == frozenset()


@pytest.mark.case("kharkov", "10.17")
def test_hq_that_was_never_active_is_not_activated_by_being_displaced() -> None:
    waiting = board({"hq-9a": "2214 inactive", "226rd": "2216"}, turn=2, phase="axis/combat")
    after = run(waiting, lambda table, positions: displace(table, positions, "hq-9a")).position
    assert after.unit("hq-9a").markers == {INACTIVE, DELAYED}
    later = begin(after, "soviet/removal").position
    assert later.unit("hq-9a").markers == {INACTIVE}


@pytest.mark.case("kharkov", "10.17")
@pytest.mark.case("kharkov", "10.33")
def test_displaced_hq_whose_schedule_comes_waits_for_the_removal_phase() -> None:
    waiting = board({"hq-57a": "2214 inactive", "226rd": "2216"}, turn=1, phase="axis/combat")
    after = run(waiting, lambda table, positions: displace(table, positions, "hq-57a")).position
    turn_two = board(
        {"hq-57a": "2216 inactive", "226rd": "2216"},
        turn=2,
        phase="soviet/movement",
        markers={"hq-57a": sorted(after.unit("hq-57a").markers)},
    )
    scheduled = begin(turn_two, "soviet/movement").position
    assert not is_active(scheduled, "hq-57a")
    assert scheduled.unit("hq-57a").has(DISPLACED)
    assert is_active(begin(scheduled, "soviet/removal").position, "hq-57a")


@pytest.mark.case("kharkov", "10.17")
@pytest.mark.case("kharkov", "10.34")
def test_hq_displaced_twice_is_activated_once() -> None:
    position = board({"hq-6a": "2214", "226rd": "2216"}, turn=5, phase="axis/combat")
    once = run(position, lambda table, positions: displace(table, positions, "hq-6a")).position
    twice = run(once, lambda table, positions: displace(table, positions, "hq-6a"))
    assert twice.of_kind("marked") == []
    assert headquarters.activate(twice.position) == []
    assert is_active(begin(twice.position, "soviet/removal").position, "hq-6a")


@pytest.mark.case("kharkov", "10.18")
def test_hq_is_eliminated_only_when_no_friendly_combat_unit_is_left() -> None:
    alone = board({"hq-6a": "2214", "hq-9a": "2213", "44id": "2215"})
    outcome = run(alone, lambda table, positions: displace(table, positions, "hq-6a"))
    [removed] = outcome.of_kind("removed")
    assert (removed.subject, removed.cases) == ("hq-6a", ("10.18",))
    far = board({"hq-6a": "2214", "226rd": "0101", "44id": "2215"})
    outcome = run(far, lambda table, positions: displace(table, positions, "hq-6a"))
    assert outcome.position.number(outcome.position.hex_of("hq-6a")) == "0101"


@pytest.mark.case("kharkov", "10.23")
def test_cordon_of_the_tests_covers_all_neighbours() -> None:
    grid = setting_of().map.grid
    position = board(dict(zip(("44id", "71id", "79id"), cordon("2214"), strict=True)))
    assert set(grid.adjacent[grid.hex("2214")]) <= position.zones["axis"]


GERMANS = {"44id": "1522", "71id": "1522", "79id": "1522"}
NO_AIR = {"air": {"soviet": 0, "axis": 0}}


@pytest.mark.case("kharkov", "10.13")
def test_hq_adds_nothing_and_is_displaced_when_the_units_with_it_are_lost() -> None:
    position = board(
        {**GERMANS, "226rd": "1521 1-1", "hq-6a": "1521", "227rd": "1518"}, phase="axis/combat", pools=NO_AIR
    )
    outcome = fight(position, "1521", list(GERMANS), [1], {"advance": []})
    assert odds(outcome)[0] == "27-1"
    assert gone(outcome) == ["226rd"]
    assert moves(outcome, "displaced") == {"hq-6a": ["1521", "1518"]}
    assert not is_active(outcome.position, "hq-6a")


@pytest.mark.case("kharkov", "10.13")
def test_hq_retreats_with_the_units_it_is_stacked_with() -> None:
    position = board({"44id": "1522", "226rd": "1521 3-3", "hq-6a": "1521"}, phase="axis/combat", pools=NO_AIR)
    outcome = fight(position, "1521", ["44id"], [3], {"retreat_or_lose": "retreat", "advance": []})
    assert set(moves(outcome, "retreat")) == {"226rd", "hq-6a"}
    assert is_active(outcome.position, "hq-6a")


@pytest.mark.case("kharkov", "10.14")
def test_headquarters_alone_never_attack_and_defend_as_one() -> None:
    position = board({"44id": "1522", "hq-6a": "1521", "hq-9a": "1521", "226rd": "1515"}, pools=NO_AIR)
    findings = judge(position, "1522", ["hq-6a"])
    assert [finding for finding in findings if "10.14" in finding.cases]
    attacked = board({"44id": "1522", "hq-6a": "1521", "hq-9a": "1521"}, phase="axis/combat", pools=NO_AIR)
    assert odds(fight(attacked, "1521", ["44id"], [4], {"advance": []}))[0] == "9-1"


@pytest.mark.case("kharkov", "10.14")
def test_hq_alone_retreats_and_is_displaced_only_where_it_cannot_or_on_de() -> None:
    alone = {"44id": "1522", "hq-6a": "1521", "226rd": "1515"}
    retreats = fight(board(alone, phase="axis/combat", pools=NO_AIR), "1521", ["44id"], [6], {"advance": []})
    assert where(retreats.position, "hq-6a") != "1515"
    assert list(moves(retreats, "retreat")) == ["hq-6a"]
    assert is_active(retreats.position, "hq-6a")
    eliminated = fight(board(alone, phase="axis/combat", pools=NO_AIR), "1521", ["44id"], [1], {"advance": []})
    assert where(eliminated.position, "hq-6a") == "1515"
    ring = cut_off("1521", ("71id", "79id", "111id"))
    surrounded = board({**alone, **ring}, phase="axis/combat", pools=NO_AIR)
    displaced = fight(surrounded, "1521", ["44id"], [6], {"advance": []})
    assert where(displaced.position, "hq-6a") == "1515"
    assert not is_active(displaced.position, "hq-6a")


@pytest.mark.case("kharkov", "10.14")
@pytest.mark.parametrize(("doubled", "ratio"), [("true", "9-2"), ("false", "9-1")])
def test_hq_alone_in_a_forest_by_option(doubled: str, ratio: str) -> None:
    units = {"44id": "1518", "hq-6a": "1519", "226rd": "1515"}
    position = board(units, phase="axis/combat", pools=NO_AIR, options={"hq_alone_doubled": doubled})
    assert odds(fight(position, "1519", ["44id"], [6], {"advance": []}))[0].split("-")[1] == ratio.split("-")[1]
