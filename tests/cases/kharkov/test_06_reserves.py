"""Section 6.7 and case 6.55: Army Reserves, their counters, commitment by order and release by an approach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.apply import fold
from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import commitment, movement, phases, reserves
from adjudicator.rulesets.kharkov.opening import open_game
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Commit
from adjudicator.rulesets.kharkov.position import BEGAN_SOUTH, SOUTH_ACTIVE, UNSUPPLIED, Position, Positions
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.supply import in_supply

from .board import Outcome, board, order, run, setting_of
from .marching import judge as judge_move
from .marching import march, reach

RESERVES, SOVIET, AXIS = "soviet/reserves", "soviet/movement", "axis/movement"
PHASE = {phase.name: phase for phase in PHASES}
NINTH = {"14grd": "reserve/9a", "216rd": "reserve/9a", "5gtb": "reserve/9a", "6tb": "reserve/9a"}
TWENTY_EIGHTH = {"15grd": "reserve/28a", "162rd": "reserve/28a", "90tb": "reserve/28a"}


def reserve(units: Mapping[str, str], turn: int = 2, phase: str = RESERVES, **kwargs: Any) -> Position:
    """A position of the Reserve Commitment Phase unless told."""
    return board(units, turn=turn, phase=phase, **kwargs)


def judge(position: Position, places: Any) -> list[Finding]:
    parsed, findings = parse_order(position, order("soviet", "reserves", 1, {"commit": places}))
    return commitment.judge_commit(position, parsed) if isinstance(parsed, Commit) else findings


def codes(position: Position, places: Any) -> list[str]:
    return [finding.code for finding in judge(position, places)]


def commit(position: Position, places: Mapping[str, str]) -> Position:
    """The position after a legal commitment."""
    assert judge(position, places) == []
    rules = KharkovRules(position.setting)
    written = order("soviet", "reserves", 1, {"commit": places})
    events = list(rules.suppose(position.game, written, True))
    return Positions(position.setting).of(fold(position.game, events))


def release(position: Position, counter_id: str = "res-9a", **answers: Any) -> Outcome:
    return run(position, lambda table, positions: reserves.release(table, positions, counter_id), answers=answers)


def opening(turn: int, phase: str) -> Position:
    game = open_game("test", load_scenario("kharkov/campaign"), setting_of())
    return Positions(setting_of()).of(replace(game, turn=turn, phase=phase))


# 6.71, 6.72: the counters


@pytest.mark.case("kharkov", "6.71")
def test_four_counters_stand_for_the_units_in_their_boxes() -> None:
    position = opening(2, RESERVES)
    counters = [c.id for c in position.setting.counters.values() if c.kind == "reserve"]
    assert sorted(counters) == sorted(reserves.COUNTER + army for army in reserves.ARMIES)
    assert {army: len(reserves.find_units(position, army)) for army in reserves.ARMIES} == {
        "28a": 6,
        "6a": 9,
        "57a": 7,
        "9a": 12,
    }


@pytest.mark.case("kharkov", "6.72")
@pytest.mark.case("kharkov", "6.26")
def test_a_counter_moves_as_infantry_with_four_points() -> None:
    far = reach(reserve({"res-6a": "1617"}, phase=SOVIET), "res-6a")
    rifles = reach(reserve({"226rd": "1617"}, phase=SOVIET), "226rd")
    assert far == {number: cost for number, cost in rifles.items() if cost <= 8}
    unsupplied = reserve({"res-6a": "1617"}, phase=SOVIET, markers={"res-6a": [UNSUPPLIED]})
    assert max(reach(unsupplied, "res-6a").values()) == 4


@pytest.mark.case("kharkov", "6.72")
@pytest.mark.parametrize(
    ("enemy", "path", "apart"),
    [
        ("1622", ["1618", "1619"], 3),
        ("1622", ["1618"], 0),
        ("1621", ["1618"], 3),
        ("1622", ["1618", "1619", "1618"], 3),
    ],
)
def test_a_counter_never_moves_to_within_three_hexes(enemy: str, path: list[str], apart: int) -> None:
    position = reserve({"res-6a": "1617", "44id": enemy}, phase=SOVIET)
    found = judge_move(position, {"move": "res-6a", "path": path})
    assert [(f.code, f.cases, f.unit) for f in found] == ([("near-axis", ("6.72",), "res-6a")] if apart else [])
    if apart:
        assert found[0].message.endswith(f"it is {apart} hexes from 44id in {enemy}")


@pytest.mark.case("kharkov", "6.72")
def test_a_counter_too_near_moves_away_by_far_hexes_only() -> None:
    at_three = reserve({"res-6a": "1617", "44id": "1620"}, phase=SOVIET)
    assert judge_move(at_three, {"move": "res-6a", "path": ["1616"]}) == []
    at_two = reserve({"res-6a": "1617", "44id": "1619"}, phase=SOVIET)
    assert [f.code for f in judge_move(at_two, {"move": "res-6a", "path": ["1616"]})] == ["near-axis"]
    assert reach(at_two, "res-6a") == {}


@pytest.mark.case("kharkov", "6.72")
def test_reach_keeps_every_hex_of_the_way_clear_of_the_axis() -> None:
    position = reserve({"res-6a": "1617", "44id": "1622", "hq-rum6": "1222"}, phase=SOVIET)
    grid = position.grid
    enemies = [grid.hex("1622"), grid.hex("1222")]
    found = movement.find_reach(position, ["res-6a"])
    assert found
    for way in found.values():
        assert all(grid.distance(hex_, enemy) > 3 for hex_ in way.path for enemy in enemies)
    alone = movement.find_reach(reserve({"res-6a": "1617"}, phase=SOVIET), ["res-6a"])
    assert set(found) < set(alone)
    nearer = judge_move(position, {"move": "res-6a", "to": "1619"})
    assert [f.code for f in nearer] == ["near-axis"]


@pytest.mark.case("kharkov", "6.72")
def test_a_stack_with_a_counter_keeps_away_too_and_others_do_not() -> None:
    position = reserve({"res-6a": "1617", "226rd": "1617", "44id": "1622"}, phase=SOVIET)
    found = judge_move(position, {"move": ["226rd", "res-6a"], "path": ["1618", "1619"]})
    assert [(f.code, f.unit) for f in found] == [("near-axis", "res-6a")]
    assert judge_move(position, {"move": "226rd", "path": ["1618", "1619"]}) == []


@pytest.mark.case("kharkov", "6.72")
@pytest.mark.parametrize(("value", "exerts"), [("true", True), ("false", False)])
def test_a_counter_exerts_a_zone_by_option(value: str, exerts: bool) -> None:
    position = reserve({"res-6a": "1617"}, options={"reserve_is_combat_unit": value})
    assert position.is_enemy_zone("axis", position.grid.hex("1618")) == exerts


@pytest.mark.case("kharkov", "6.72")
@pytest.mark.case("kharkov", "6.73")
def test_without_its_counter_a_reserve_is_out_of_the_game() -> None:
    position = reserve({**NINTH, "15grd": "reserve/28a", "res-28a": "0409"}, turn=4)
    (finding,) = judge(position, {"14grd": "2501"})
    assert (finding.code, finding.cases) == ("no-counter", ("6.73",))
    assert reserves.find_places(position, "9a", "14grd") == ()
    assert phases.reason_to_skip(position.setting, position.game, PHASE[RESERVES]) is None
    nothing = reserve(NINTH, turn=4)
    assert phases.reason_to_skip(nothing.setting, nothing.game, PHASE[RESERVES]) == (
        "no Army Reserve counter is left that units could be placed by",
        ("6.73",),
    )


# 6.73: units in boxes, and how they are placed


@pytest.mark.case("kharkov", "6.73")
def test_the_order_of_the_units_in_an_order_does_not_matter() -> None:
    # A log keeps no order among the keys of a mapping: playing it again would give other events.
    position = reserve({"14grd": "reserve/9a", "5gtb": "reserve/9a", "res-9a": "2501"}, turn=4)
    rules = KharkovRules(position.setting)
    ways = [{"14grd": "2501", "5gtb": "2502"}, {"5gtb": "2502", "14grd": "2501"}]
    first, second = (
        list(rules.suppose(position.game, order("soviet", "reserves", 1, {"commit": places}), True)) for places in ways
    )
    assert first == second
    assert [event.subject for event in first if event.kind == "placed"] == ["14grd", "5gtb"]


@pytest.mark.case("kharkov", "6.73")
def test_units_stay_in_their_box_until_committed() -> None:
    position = reserve({**NINTH, "res-9a": "2501"}, phase=SOVIET)
    (finding,) = judge_move(position, {"move": "14grd", "path": ["2501"]})
    assert (finding.code, finding.cases) == ("unit-off-map", ("6.73",))
    assert finding.message == "14grd is not on the map: it is in the reserve box of 9a until it is committed"


@pytest.mark.case("kharkov", "6.73")
def test_a_unit_on_the_map_and_a_lost_one_cannot_be_committed() -> None:
    position = reserve({"226rd": "2501", "res-9a": "2502", "270rd": "eliminated/"}, turn=4)
    found = judge(position, {"226rd": "2502", "270rd": "2502"})
    assert [(f.code, f.unit, f.at) for f in found] == [
        ("not-in-reserve", "226rd", ("commit", "226rd")),
        ("not-in-reserve", "270rd", ("commit", "270rd")),
    ]
    assert "it is in 2501 already" in found[0].message


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.parametrize(("apart", "expected"), [(0, []), (1, []), (2, []), (3, ["too-far"])])
def test_units_are_placed_within_two_hexes_of_their_own_counter(apart: int, expected: list[str]) -> None:
    position = reserve({**NINTH, "res-9a": "1617", "res-28a": "1620"}, turn=4)
    number = {0: "1617", 1: "1616", 2: "1615", 3: "1614"}[apart]
    assert position.grid.distance(position.grid.hex("1617"), position.grid.hex(number)) == apart
    found = judge(position, {"14grd": number})
    assert [f.code for f in found] == expected
    if expected:
        assert found[0].message == "14grd may not be placed in 1614: it is 3 hexes from res-9a in 1617"
        assert found[0].notes == ("committed units are placed within 2 hexes of the counter",)


@pytest.mark.case("kharkov", "6.73")
def test_no_unit_is_placed_where_the_axis_is() -> None:
    position = reserve({**NINTH, "res-9a": "1617", "44id": "1618", "hq-rum6": "1516"}, turn=4)
    assert codes(position, {"14grd": "1618", "216rd": "1516"}) == ["enemy-hex", "enemy-hex"]
    garrison = reserve({**NINTH, "res-9a": "0818"}, turn=4)
    (finding,) = judge(garrison, {"14grd": "0819"})
    assert (finding.code, finding.cases) == ("garrison", ("6.73", "15.3"))


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.parametrize(("value", "expected"), [("true", []), ("false", ["enemy-zone"])])
def test_placing_in_an_enemy_zone_by_option(value: str, expected: list[str]) -> None:
    units = {**NINTH, "res-9a": "1617", "44id": "1619"}
    position = reserve(units, turn=4, options={"commit_in_enemy_zone": value})
    found = judge(position, {"14grd": "1618"})
    assert [f.code for f in found] == expected
    assert all("zone of control of 44id in 1619" in f.notes[0] for f in found)
    places = reserves.find_places(position, "9a", "14grd")
    assert (position.grid.hex("1618") in places) == (not expected)


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.case("kharkov", "8.1")
def test_no_more_than_three_units_stack_where_they_are_placed() -> None:
    position = reserve({**NINTH, "res-9a": "1617", "226rd": "1616", "hq-9a": "1616"}, turn=4)
    assert codes(position, {"14grd": "1616", "216rd": "1616"}) == []
    (finding,) = judge(position, {"14grd": "1616", "216rd": "1616", "5gtb": "1616"})
    assert (finding.code, finding.unit, finding.cases) == ("overstacked", "5gtb", ("6.73", "8.1"))
    assert finding.notes[0].startswith("4 would be there: 226rd")
    elsewhere = commit(position, {"14grd": "1616", "216rd": "1616"})
    assert codes(elsewhere, {"5gtb": "1616"}) == ["overstacked"]
    assert codes(elsewhere, {"5gtb": "1615"}) == []


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.case("kharkov", "8.1")
@pytest.mark.parametrize(("value", "expected"), [("true", ["overstacked"]), ("false", [])])
def test_the_counter_counts_in_its_hex_by_option(value: str, expected: list[str]) -> None:
    units = {**NINTH, "res-9a": "1617"}
    position = reserve(units, turn=4, options={"reserve_is_combat_unit": value})
    assert codes(position, {"14grd": "1617", "216rd": "1617", "5gtb": "1617"}) == expected


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.case("kharkov", "8.1")
def test_a_counter_that_leaves_makes_room() -> None:
    units = {unit_id: box for unit_id, box in NINTH.items() if unit_id != "6tb"}
    position = reserve({**units, "res-9a": "1617"}, turn=4)
    after = commit(position, {"14grd": "1617", "216rd": "1617", "5gtb": "1617"})
    assert after.units_of("soviet", after.grid.hex("1617")) == ("14grd", "216rd", "5gtb")
    assert (after.unit("res-9a").hex, after.unit("res-9a").box) == (None, "committed")


@pytest.mark.case("kharkov", "6.73")
def test_the_counter_stays_while_a_unit_is_left() -> None:
    position = reserve({**TWENTY_EIGHTH, "res-28a": "0409"}, turn=2)
    some = commit(position, {"15grd": "0409", "90tb": "0410"})
    assert some.unit("res-28a").hex is not None
    assert reserves.find_units(some, "28a") == ("162rd",)
    done = commit(some, {"162rd": "0410"})
    assert done.unit("res-28a").hex is None
    assert phases.reason_to_skip(done.setting, done.game, PHASE[RESERVES]) == (
        "no unit is left in reserve",
        ("6.73",),
    )


@pytest.mark.case("kharkov", "6.73")
def test_committed_units_move_on_their_game_turn() -> None:
    after = commit(reserve({**NINTH, "res-9a": "1617"}, turn=4), {"14grd": "1616"})
    moving = Positions(after.setting).of(replace(after.game, phase=SOVIET))
    _, there = march(moving, {"move": "14grd", "path": ["1615", "1614"]})
    assert there.number(there.hex_of("14grd")) == "1614"


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.case("kharkov", "11.2")
@pytest.mark.parametrize(("hq", "expected"), [("1613", True), ("1613 inactive", False), ("1601", False)])
def test_committed_units_are_supplied_by_an_active_headquarters_in_reach(hq: str, expected: bool) -> None:
    after = commit(reserve({**NINTH, "res-9a": "1617", "hq-9a": hq}, turn=4), {"14grd": "1616"})
    assert in_supply(after, "14grd") == expected


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.case("kharkov", "11.2")
def test_committed_units_are_out_of_supply_with_a_headquarters_that_is() -> None:
    ring = {"44id": "1612", "71id": "1614", "79id": "1518", "297id": "1714", "294id": "1513"}
    after = commit(reserve({**NINTH, "res-9a": "1616", "hq-9a": "1613", **ring}, turn=4), {"14grd": "1616"})
    assert not in_supply(after, "hq-9a")
    assert not in_supply(after, "14grd")


@pytest.mark.parametrize("written", ["14grd", ["14grd"], {}])
def test_an_order_without_hexes_is_refused(written: Any) -> None:
    assert codes(reserve({**NINTH, "res-9a": "1617"}), written) == ["no-hex"]


def test_words_that_an_order_gets_wrong() -> None:
    position = reserve({**NINTH, "res-9a": "1617"})
    found = judge(position, {"14gr": "1616", "44id": "1616", "216rd": "9999"})
    assert [(f.code, f.at) for f in found] == [
        ("unknown-unit", ("commit", "14gr")),
        ("unknown-hex", ("commit", "216rd")),
        ("not-your-unit", ("commit", "44id")),
    ]


# 6.74, 6.76: when and how many


@pytest.mark.case("kharkov", "6.74")
@pytest.mark.case("kharkov", "4.2")
def test_nothing_is_committed_on_game_turn_one() -> None:
    position = opening(1, RESERVES)
    assert phases.reason_to_skip(position.setting, position.game, PHASE[RESERVES]) == (
        "no reserves are committed on Game-Turn One",
        ("4.2", "6.7"),
    )
    assert codes(position, {"15grd": "0409"}) == ["too-early"]
    later = opening(2, RESERVES)
    assert phases.reason_to_skip(later.setting, later.game, PHASE[RESERVES]) is None


@pytest.mark.case("kharkov", "6.73")
@pytest.mark.case("kharkov", "4.2")
def test_commitment_has_a_phase_of_its_own() -> None:
    assert [phase.name for phase in PHASES if "commit" in phase.kinds] == [RESERVES]
    position = reserve({**NINTH, "res-9a": "1617"}, phase=SOVIET)
    rules = KharkovRules(position.setting)
    (finding,) = rules.judge(position.game, order("soviet", "movement", 1, {"commit": {"14grd": "1616"}}))
    assert (finding.code, finding.cases) == ("wrong-phase", ("6.73",))


@pytest.mark.case("kharkov", "6.74")
@pytest.mark.parametrize("turn", [2, 3])
@pytest.mark.parametrize(("value", "expected"), [("all", ["reserve-limit"]), ("each", [])])
def test_three_units_in_all_or_of_each_reserve_by_option(turn: int, value: str, expected: list[str]) -> None:
    units = {**NINTH, **TWENTY_EIGHTH, "res-9a": "1617", "res-28a": "0409"}
    position = reserve(units, turn=turn, options={"reserve_limit": value})
    three = {"14grd": "1616", "216rd": "1616", "5gtb": "1615"}
    assert codes(position, three) == []
    assert codes(position, {**three, "6tb": "1615"}) == ["reserve-limit"]
    found = judge(position, {**three, "15grd": "0409"})
    assert [f.code for f in found] == expected
    assert all((f.unit, f.cases) == ("5gtb", ("6.74",)) for f in found)


@pytest.mark.case("kharkov", "6.74")
@pytest.mark.parametrize(("value", "expected"), [("all", ["reserve-limit"]), ("each", [])])
def test_orders_of_one_phase_are_counted_together(value: str, expected: list[str]) -> None:
    units = {**NINTH, **TWENTY_EIGHTH, "res-9a": "1617", "res-28a": "0409"}
    position = reserve(units, options={"reserve_limit": value})
    after = commit(commit(position, {"14grd": "1616"}), {"216rd": "1616", "5gtb": "1615"})
    assert codes(after, {"6tb": "1615"}) == ["reserve-limit"]
    assert codes(after, {"15grd": "0409"}) == expected


@pytest.mark.case("kharkov", "6.74")
def test_three_more_may_come_on_the_next_game_turn() -> None:
    position = reserve({**NINTH, "res-9a": "1617"})
    after = commit(position, {"14grd": "1616", "216rd": "1616", "5gtb": "1615"})
    ended = run(after, lambda table, positions: phases.end(table, positions, PHASE[RESERVES])).position
    third = Positions(ended.setting).of(replace(ended.game, turn=3))
    assert codes(third, {"6tb": "1615"}) == []


@pytest.mark.case("kharkov", "6.76")
@pytest.mark.parametrize("turn", [4, 7])
@pytest.mark.parametrize("value", ["all", "each"])
def test_all_units_may_be_committed_from_game_turn_four_on(turn: int, value: str) -> None:
    units = {**NINTH, **TWENTY_EIGHTH, "res-9a": "1617", "res-28a": "0409"}
    position = reserve(units, turn=turn, options={"reserve_limit": value})
    ninth = {"14grd": "1616", "216rd": "1616", "5gtb": "1615", "6tb": "1615"}
    after = commit(position, {**ninth, "15grd": "0409", "162rd": "0409", "90tb": "0410"})
    assert [after.unit(counter).box for counter in ("res-9a", "res-28a")] == ["committed", "committed"]
    assert reserves.reason_to_skip(after.game) is not None


# 6.55, 6.77: the south


@pytest.mark.case("kharkov", "6.55")
@pytest.mark.parametrize(("turn", "expected"), [(2, "2"), (3, "3"), (4, ""), (5, "")])
def test_committing_ninth_army_early_activates_the_south(turn: int, expected: str) -> None:
    after = commit(reserve({**NINTH, "res-9a": "2501"}, turn=turn), {"14grd": "2501"})
    assert after.game.flags.get(SOUTH_ACTIVE, "") == expected


@pytest.mark.case("kharkov", "6.55")
def test_committing_another_reserve_activates_nobody() -> None:
    after = commit(reserve({**TWENTY_EIGHTH, **NINTH, "res-28a": "0409", "res-9a": "2501"}), {"15grd": "0409"})
    assert SOUTH_ACTIVE not in after.game.flags


@pytest.mark.case("kharkov", "6.55")
@pytest.mark.case("kharkov", "6.75")
@pytest.mark.parametrize(("answer", "turn", "expected"), [("yes", 2, "2"), ("no", 2, ""), ("yes", 4, "")])
def test_releasing_ninth_army_early_activates_the_south_once(answer: str, turn: int, expected: str) -> None:
    outcome = release(reserve({**NINTH, "res-9a": "2501"}, turn=turn, phase=AXIS), release=answer)
    assert outcome.position.game.flags.get(SOUTH_ACTIVE, "") == expected
    flags = outcome.of_kind("flag")
    assert [event.cases for event in flags] == ([("6.55", "6.5")] if expected else [])


@pytest.mark.case("kharkov", "6.77")
@pytest.mark.parametrize("mark", [[BEGAN_SOUTH], []])
def test_units_of_a_southern_reserve_began_in_the_south(mark: list[str]) -> None:
    units = {**TWENTY_EIGHTH, "res-28a": "2501"}
    after = commit(reserve(units, markers={"res-28a": mark}), {"15grd": "2501"})
    moving = Positions(after.setting).of(replace(after.game, phase=SOVIET))
    found = judge_move(moving, {"move": "15grd", "path": ["2401"]})
    assert [f.code for f in found] == (["sector-line"] if mark else [])
