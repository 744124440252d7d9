"""Section 17: Victory Points as they are won, those of the end, and the level of victory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from adjudicator.engine.apply import fold
from adjudicator.model.events import Event
from adjudicator.model.map import City
from adjudicator.model.units import Counter, Unit
from adjudicator.rulesets.kharkov import cities, front, phases, victory
from adjudicator.rulesets.kharkov.combat import events_of_going
from adjudicator.rulesets.kharkov.position import (
    AXIS_HELD,
    GARRISON_LOST,
    SOVIET_ENTERED,
    SOVIET_HELD,
    STRONGPOINT,
    Position,
    Positions,
)
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.supply import in_supply, is_hex_supplied

from .board import Outcome, board, run, setting_of
from .fights import fight
from .marching import march

PHASE = {phase.name: phase for phase in PHASES}
KHARKOV = ("0818", "0819", "0919", "0920")
TAKEN = (GARRISON_LOST, SOVIET_ENTERED)
RETAKEN = {number: [*TAKEN, AXIS_HELD] for number in KHARKOV}
SOVIET_CITY = {number: [*TAKEN, SOVIET_HELD] for number in KHARKOV}
CUT = {"13grd": "1023", "14grd": "1221"}
AXIS_HEX_BY_HEX = {"0818": [], "0819": [*TAKEN, AXIS_HELD], "0919": [], "0920": []}


def begin(position: Position, name: str) -> Outcome:
    return run(position, lambda table, positions: phases.begin(table, positions, PHASE[name]))


def city(position: Position, name: str) -> City:
    return next(one for one in position.setting.map.cities if one.name == name)


def controller(position: Position, name: str = "Kharkov") -> str:
    return cities.find_control(position, city(position, name)).side


def points(events: Iterable[Event]) -> dict[str, int]:
    """Victory Points by item."""
    found: dict[str, int] = {}
    for event in events:
        if event.kind == "scored":
            found[event.values["item"]] = found.get(event.values["item"], 0) + event.values["points"]
    return found


def ring(*kinds: str) -> dict[str, str]:
    """Units of these kinds in every hex that is two hexes from Kharkov."""
    setting = setting_of()
    grid = setting.map.grid
    centre = [grid.hex(number) for number in KHARKOV]
    away = {h: min(grid.distance(h, c) for c in centre) for h in grid.hexes}
    hexes = [grid.number(h) for h, hexes in away.items() if hexes == 2]
    units = [c.id for c in setting.counters.values() if c.kind in kinds]
    assert len(units) >= len(hexes)
    return dict(zip(units, hexes, strict=False))


def lost(position: Position, *unit_ids: str) -> Position:
    """The position after units have been eliminated."""
    gone = [Event("removed", unit_id, {"why": "eliminated"}, ("9.5",)) for unit_id in unit_ids]
    return Positions(position.setting).of(fold(position.game, gone))


@pytest.mark.case("kharkov", "17.21")
def test_a_soviet_move_into_a_city_hex_scores_six_points_at_once() -> None:
    start = board({"150rd": "0817"}, phase="soviet/movement", hex_marks={"0818": [GARRISON_LOST]})
    events, after = march(start, {"move": "150rd", "path": ["0818"]})
    assert points(events) == {"city_hex": 6}
    assert after.game.score == {"soviet": 6, "axis": 0}


@pytest.mark.case("kharkov", "17.21")
def test_a_soviet_advance_into_a_city_hex_scores_six_points_at_once() -> None:
    start = board({"13grd": "0817", "14grd": "0718", "hq-28a": "0716"})
    outcome = fight(start, "0818", ["13grd", "14grd"], rolls=[1, 1], answers={"advance": ["0818"]})
    assert outcome.position.has_enemy_unit("axis", outcome.position.grid.hex("0818"))
    assert points(outcome.events) == {"city_hex": 6}


@pytest.mark.case("kharkov", "17.21")
@pytest.mark.parametrize("how", ["retreat", "advance"])
def test_every_way_into_a_city_hex_counts_and_every_hex_on_it(how: str) -> None:
    marks = {number: [GARRISON_LOST] for number in KHARKOV}
    start = board({"150rd": "0817"}, hex_marks=marks)
    path = [start.grid.hex(number) for number in ("0818", "0819")]
    assert points(events_of_going(start, "150rd", path, how, ("9.61",))) == {"city_hex": 12}


@pytest.mark.case("kharkov", "17.21")
def test_no_points_for_other_hexes_nor_for_axis_units() -> None:
    start = board({"150rd": "0817", "44id": "0820"}, hex_marks={"0819": [GARRISON_LOST]})
    grid = start.grid
    assert points(cities.events_of_entry(start, "soviet", [grid.hex("0817")])) == {}
    assert points(cities.events_of_entry(start, "axis", [grid.hex("0819")])) == {}


@pytest.mark.case("kharkov", "17.22")
def test_a_city_hex_scores_once_though_it_is_lost_and_taken_again() -> None:
    position = board({"150rd": "0817", "44id": "0820"}, hex_marks={"0818": [GARRISON_LOST], "0819": [GARRISON_LOST]})
    total: dict[str, int] = {}
    for side, number in [("soviet", "0818"), ("axis", "0818"), ("soviet", "0818"), ("soviet", "0819")]:
        events = cities.events_of_entry(position, side, [position.grid.hex(number)])
        position = Positions(position.setting).of(fold(position.game, events))
        total[number] = total.get(number, 0) + sum(points(events).values())
    assert total == {"0818": 6, "0819": 6}


@pytest.mark.case("kharkov", "17.11")
@pytest.mark.case("kharkov", "17.12")
def test_the_last_side_in_a_city_hex_is_remembered() -> None:
    position = board({"150rd": "0817", "44id": "0820"}, hex_marks={"0818": [GARRISON_LOST]})
    hex_ = position.grid.hex("0818")
    assert cities.holder_of(position, hex_) == ""
    for side in ("soviet", "axis", "soviet"):
        events = cities.events_of_entry(position, side, [hex_])
        position = Positions(position.setting).of(fold(position.game, events))
        assert cities.holder_of(position, hex_) == side


@pytest.mark.case("kharkov", "17.11")
def test_axis_units_set_up_in_a_city_are_remembered_when_they_leave() -> None:
    outcome = begin(board({"44id": "0819"}, phase="soviet/movement"), "soviet/movement")
    assert outcome.position.game.has_mark(outcome.position.grid.hex("0819"), AXIS_HELD)


@pytest.mark.case("kharkov", "17.11")
@pytest.mark.case("kharkov", "17.1")
def test_garrisons_in_each_hex_give_the_axis_its_cities() -> None:
    start = board({})
    assert points(victory.score_cities(start)) == {"kharkov": 25, "poltava": 10, "dnepropetrovsk": 10}
    assert [event.subject for event in victory.score_cities(start)] == ["axis"] * 3


@pytest.mark.case("kharkov", "17.11")
def test_last_held_hexes_in_supply_give_the_axis_a_city() -> None:
    assert controller(board({}, hex_marks=RETAKEN)) == "axis"
    assert controller(board(ring("rifle"), hex_marks=RETAKEN)) == ""
    assert controller(board({"13grd": "0819"}, hex_marks=RETAKEN)) == ""


@pytest.mark.case("kharkov", "17.11")
@pytest.mark.parametrize(("mixed", "expected"), [("true", "axis"), ("false", "")])
def test_a_city_held_partly_by_garrisons(mixed: str, expected: str) -> None:
    options = {"axis_city_mixed": mixed}
    assert controller(board({}, hex_marks=AXIS_HEX_BY_HEX, options=options)) == expected
    assert controller(board({}, options=options)) == "axis"
    assert controller(board({}, hex_marks=RETAKEN, options=options)) == "axis"


@pytest.mark.case("kharkov", "17.11")
@pytest.mark.case("kharkov", "17.12")
def test_an_enemy_zone_in_a_city_hex_does_not_cut_it_off_but_an_enemy_in_it_does() -> None:
    beside = board({"13grd": "0719"}, hex_marks=RETAKEN)
    hex_ = beside.grid.hex("0819")
    assert beside.is_enemy_zone("axis", hex_)
    assert is_hex_supplied(beside, "axis", hex_)
    assert not is_hex_supplied(board({"13grd": "0819"}, hex_marks=RETAKEN), "axis", hex_)
    facing = board({"44id": "0719"}, hex_marks=SOVIET_CITY)
    assert is_hex_supplied(facing, "soviet", hex_)
    assert not is_hex_supplied(board({"44id": "0819"}, hex_marks=SOVIET_CITY), "soviet", hex_)


@pytest.mark.case("kharkov", "17.12")
def test_soviet_control_needs_every_hex_and_a_line_from_the_east() -> None:
    start = board({}, hex_marks=SOVIET_CITY)
    assert controller(start) == "soviet"
    (scored, *_) = victory.score_cities(start)
    assert (scored.subject, scored.values["points"], scored.cases) == ("soviet", 25, ("17.1", "17.12"))
    assert controller(board({}, hex_marks={**SOVIET_CITY, "0920": [*TAKEN, AXIS_HELD]})) == ""
    assert controller(board(ring("panzer", "panzergrenadier"), hex_marks=SOVIET_CITY)) == ""


@pytest.mark.case("kharkov", "17.12")
def test_a_line_from_another_edge_gives_no_soviet_control() -> None:
    setting = setting_of()
    divisions = [c.id for c in setting.counters.values() if c.side == "axis" and c.kind == "infantry"]
    wall = dict(zip(divisions, [f"{row:02}02" for row in range(2, 40, 3)], strict=False))
    start = board(wall, hex_marks=SOVIET_CITY)
    edges = {edge: {start.grid.number(hex_) for hex_ in start.grid.edge(edge)} for edge in ("east", "west")}
    assert not edges["west"] & set(wall.values())
    assert controller(start) == ""
    wall.pop(divisions[6])
    assert controller(board(wall, hex_marks=SOVIET_CITY)) == "soviet"


@pytest.mark.case("kharkov", "17.13")
def test_a_city_that_nobody_controls_scores_for_nobody() -> None:
    start = board({}, hex_marks={"1637": [GARRISON_LOST]})
    assert controller(start, "Poltava") == ""
    events = list(victory.score_cities(start))
    assert points(events) == {"kharkov": 25, "dnepropetrovsk": 10}
    (unscored,) = [event for event in events if event.kind == "unscored"]
    assert (unscored.subject, unscored.cases) == ("Poltava", ("17.13",))
    assert "1637 (garrison lost, no unit has been in it)" in unscored.values["why"]


@pytest.mark.case("kharkov", "17.23")
@pytest.mark.parametrize(
    ("units", "roads", "expected"),
    [
        ({}, "both", 0),
        (CUT, "both", 3),
        ({"13grd": "1023"}, "both", 0),
        ({"13grd": "1221"}, "both", 0),
        ({"13grd": "1023"}, "either", 3),
        ({"13grd": "1221"}, "either", 3),
        ({"13grd": "1022"}, "either", 0),
    ],
)
def test_kharkov_is_cut_off_on_both_roads_or_on_either(units: Mapping[str, str], roads: str, expected: int) -> None:
    start = board(units, options={"cut_off_roads": roads})
    assert sum(points(victory.score_kharkov(start)).values()) == expected


@pytest.mark.case("kharkov", "17.23")
@pytest.mark.parametrize(("counted", "expected"), [("false", 0), ("true", 3)])
def test_a_city_hex_at_the_end_of_the_roads(counted: str, expected: int) -> None:
    options = {"cut_off_city_hexes": counted}
    start = board({"13grd": "0819"}, options=options, hex_marks={"0819": [*TAKEN, SOVIET_HELD]})
    assert sum(points(victory.score_kharkov(start)).values()) == expected


@pytest.mark.case("kharkov", "17.23")
@pytest.mark.case("kharkov", "17.12")
def test_kharkov_held_scores_as_kharkov_cut_off_and_once_only() -> None:
    (held,) = victory.score_kharkov(board({}, hex_marks=SOVIET_CITY))
    assert (held.values["points"], held.cases) == (3, ("17.23", "17.12"))
    (both,) = victory.score_kharkov(board(CUT, hex_marks=SOVIET_CITY))
    assert both.values["points"] == 3


@pytest.mark.case("kharkov", "17.23")
def test_the_reason_names_the_units_on_the_roads() -> None:
    (scored,) = victory.score_kharkov(board(CUT))
    assert scored.values["why"] == (
        "Kharkov is cut off by 13grd in 1023 on the road to Poltava, 14grd in 1221 on the road to Dnepropetrovsk"
    )


def links(position: Position) -> list[str]:
    return [position.number(hex_) for hex_ in front.find_front(position).chain]


@pytest.mark.case("kharkov", "17.24")
def test_units_and_zones_make_a_front_from_the_north_to_the_east_edge() -> None:
    whole = board({"44id": "0104", "71id": "0302"})
    assert links(whole) == ["0103", "0202", "0201"]
    assert list(victory.score_front(whole)) == []
    broken = board({"44id": "0105", "71id": "0302"})
    (scored,) = victory.score_front(broken)
    assert (scored.subject, scored.values["points"], scored.cases) == ("soviet", 2, ("17.24",))
    assert scored.values["why"].endswith("reach from the north edge to 0204 only")


@pytest.mark.case("kharkov", "17.24")
def test_a_front_runs_from_the_north_to_the_south_edge() -> None:
    setting = setting_of()
    divisions = [c.id for c in setting.counters.values() if c.side == "axis" and c.kind == "infantry"]
    rows = [f"{row:02}20" for row in range(2, 40, 3)]
    assert len(divisions) >= len(rows)
    column = dict(zip(divisions, rows, strict=False))
    assert front.find_front(board(column)).is_whole
    for gap in (divisions[0], divisions[6], divisions[len(rows) - 1]):
        assert not front.find_front(board({u: h for u, h in column.items() if u != gap})).is_whole


@pytest.mark.case("kharkov", "17.24")
@pytest.mark.parametrize(("excluded", "expected"), [("true", []), ("false", ["0103", "0202", "0201"])])
def test_a_soviet_unit_in_an_axis_zone_is_a_hole_in_the_front(excluded: str, expected: list[str]) -> None:
    units = {"44id": "0104", "71id": "0302", "13grd": "0202", "14grd": "0303"}
    assert links(board(units, options={"front_excludes_soviet_hexes": excluded})) == expected


@pytest.mark.case("kharkov", "17.24")
def test_headquarters_and_strongpoints_are_links_without_zones_and_garrisons_are_none() -> None:
    assert links(board({"hq-rum6": "0101"})) == ["0101"]
    assert links(board({"hq-rum6": "0102"})) == []
    assert links(board({"44id": "0102"})) == ["0101"]
    assert links(board({"44id": "0102"}, markers={"44id": [STRONGPOINT]})) == []
    assert front.links_of(board({})) == frozenset()
    (scored,) = victory.score_front(board({}))
    assert scored.values["why"].endswith("no Axis unit or zone of control is on the north edge")


@pytest.mark.case("kharkov", "17.25")
def test_the_note_nine_points_for_three_divisions_and_twelve_for_one() -> None:
    three = lost(board({}), "3pz-6", "14pz-103", "23pz-128")
    assert points(victory.score_axis_losses(three)) == {"mechanized_regiment": 9}
    one = lost(board({}), "23pz-201", "23pz-126", "23pz-128")
    assert points(victory.score_axis_losses(one)) == {"panzer_division": 12}
    both = lost(one, "3pz-6", "3pz-3")
    assert points(victory.score_axis_losses(both)) == {"panzer_division": 12, "mechanized_regiment": 6}


@pytest.mark.case("kharkov", "17.25")
@pytest.mark.parametrize(
    ("whole", "expected"), [("true", {"panzer_division": 12}), ("false", {"mechanized_regiment": 9})]
)
def test_the_panzergrenadier_division(whole: str, expected: dict[str, int]) -> None:
    start = board({}, options={"vp_panzergrenadier_division": whole})
    assert points(victory.score_axis_losses(lost(start, "60pg-160", "60pg-92", "60pg-120"))) == expected
    assert points(victory.score_axis_losses(lost(start, "60pg-160"))) == {"mechanized_regiment": 3}


@pytest.mark.case("kharkov", "17.25")
def test_infantry_light_and_mountain_divisions_score_three_the_small_ones_one() -> None:
    gone = lost(board({}), "44id", "97le", "1mt", "454si", "20rum", "hq-rum6")
    infantry, minor = victory.score_axis_losses(gone)
    assert (infantry.values["points"], infantry.values["units"]) == (9, ["44id", "97le", "1mt"])
    assert (minor.values["points"], minor.values["units"]) == (2, ["454si", "20rum"])
    assert infantry.values["why"] == "3 x 3, destroyed: 44id, 97le, 1mt"


@pytest.mark.case("kharkov", "17.25")
def test_a_regiment_counter_scores_one() -> None:
    plain = board({})
    counter = Counter("reg-1", "1st Regiment", "axis", "infantry", "german", 8, ((2, 2),))
    setting = replace(plain.setting, counters={**plain.setting.counters, "reg-1": counter})
    units = {**plain.game.units, "reg-1": Unit("reg-1", None, "eliminated", 0)}
    game = replace(plain.game, units=units, counters=setting.counters)
    assert points(victory.score_axis_losses(Positions(setting).of(game))) == {"minor_unit": 1}


@pytest.mark.case("kharkov", "17.25")
def test_units_that_left_the_map_otherwise_do_not_score() -> None:
    assert list(victory.score_axis_losses(board({"44id": "1318 steps=1"}))) == []


@pytest.mark.case("kharkov", "17.3")
def test_guards_divisions_score_three_all_other_soviet_units_one() -> None:
    gone = lost(board({}), "13grd", "14grd", "150rd", "5gtb", "5gcd")
    guards, others = victory.score_soviet_losses(gone)
    assert (guards.subject, guards.values["points"], guards.values["units"]) == ("axis", 6, ["13grd", "14grd"])
    assert (others.values["points"], sorted(others.values["units"])) == (3, ["150rd", "5gcd", "5gtb"])


@pytest.mark.case("kharkov", "17.3")
def test_soviet_units_out_of_supply_count_as_destroyed() -> None:
    start = board({"13grd": "0803", "150rd": "0804", "14grd": "1520", "226rd": "1521", "hq-28a": "0802"})
    assert in_supply(start, "13grd")
    assert not in_supply(start, "226rd")
    guards, others = victory.score_soviet_losses(start)
    assert guards.values["why"] == "1 x 3, out of supply at the end: 14grd"
    assert others.values["why"] == "1 x 1, out of supply at the end: 226rd"


SURROUNDED = {"hq-28a": "1520", "44id": "1420", "71id": "1519", "294id": "1620"}


@pytest.mark.case("kharkov", "17.3")
@pytest.mark.case("kharkov", "10.18")
@pytest.mark.parametrize(("counts", "expected"), [("false", {}), ("true", {"soviet_unit": 1})])
def test_an_unsupplied_headquarters(counts: str, expected: dict[str, int]) -> None:
    start = board(SURROUNDED, options={"vp_hq_counts": counts})
    assert not in_supply(start, "hq-28a")
    assert points(victory.score_soviet_losses(start)) == expected
    assert points(victory.score_soviet_losses(lost(start, "hq-28a"))) == {"soviet_unit": 1}


@pytest.mark.case("kharkov", "17.3")
@pytest.mark.parametrize(("counts", "expected"), [("false", {}), ("true", {"soviet_unit": 1})])
def test_an_unsupplied_reserve_counter(counts: str, expected: dict[str, int]) -> None:
    start = board({"res-6a": "1520"}, options={"vp_reserve_counts": counts})
    assert points(victory.score_soviet_losses(start)) == expected
    assert points(victory.score_soviet_losses(lost(start, "res-6a"))) == {}


@pytest.mark.case("kharkov", "17.0")
@pytest.mark.parametrize(
    ("margin", "level"),
    [
        (0, "draw"),
        (10, "draw"),
        (11, "marginal"),
        (25, "marginal"),
        (26, "substantive"),
        (50, "substantive"),
        (51, "decisive"),
        (200, "decisive"),
    ],
)
@pytest.mark.parametrize("ahead", ["soviet", "axis"])
def test_levels_of_victory_at_their_bounds(margin: int, level: str, ahead: str) -> None:
    start = board({})
    score = {"soviet": 7, "axis": 7}
    score[ahead] += margin
    event = victory.judge_level(Positions(start.setting).of(replace(start.game, score=score)))
    assert (event.values["level"], event.values["margin"]) == (level, margin)
    assert event.values["winner"] == ("" if level == "draw" else ahead)


@pytest.mark.case("kharkov", "17.0")
@pytest.mark.case("kharkov", "4.2")
@pytest.mark.case("kharkov", "17.1")
@pytest.mark.parametrize("turn", [1, 9, 10])
def test_points_are_counted_after_the_axis_player_turn_and_the_game_ends_with_turn_ten(turn: int) -> None:
    start = lost(board(CUT, turn=turn, phase="turn/points"), "44id", "150rd")
    outcome = begin(start, "turn/points")
    each_turn = {"kharkov_cut_off": 3, "front_broken": 2}
    at_end = {"kharkov": 25, "poltava": 10, "dnepropetrovsk": 10, "german_infantry": 3, "soviet_unit": 1, "guards": 6}
    assert points(outcome.events) == (each_turn | at_end if turn == 10 else each_turn)
    verdicts = [event.values for event in outcome.of_kind("victory")]
    expected = {"winner": "axis", "soviet": 8, "axis": 52, "margin": 44, "level": "substantive"}
    assert verdicts == ([expected] if turn == 10 else [])
    assert PHASES[-1].name == "turn/points"
