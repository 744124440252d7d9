"""Section 11: lines of supply, their sources and lengths, and units without them."""

from __future__ import annotations

import pytest

from adjudicator.engine.sequence import Phase
from adjudicator.rulesets.kharkov import lines, phases
from adjudicator.rulesets.kharkov.position import UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.supply import in_supply, supply_of
from tests.cases.kharkov.board import board, run, setting_of

KHARKOV = ("0818", "0819", "0919", "0920")
OTHER_CITIES = ("1537", "1637", "3632", "3732", "3733")
ENTERED = ("soviet_entered",)
NO_OTHER_CITIES = dict.fromkeys(OTHER_CITIES, ENTERED)
NO_CITIES = dict.fromkeys(KHARKOV + OTHER_CITIES, ENTERED)
ENTRIES_HELD = {"90tb": "1640", "91tb": "2440", "114tb": "3340", "131tb": "3932"}
"""Soviet units on the four hexes where supply roads enter the map: no road hex is a source."""
BRIDGES_HELD = {"90tb": "0714", "91tb": "1214", "114tb": "1517", "131tb": "2703"}
BRIDGE = {"130tb": "2308"}
"""Soviet units on the eastern ends of the roads over the Donets."""


def phase_named(name: str) -> Phase:
    return next(phase for phase in PHASES if phase.name == name)


def cordon(centre: str) -> list[str]:
    """Three hexes two away from a hex whose zones of control cover its six neighbours."""
    grid = setting_of().map.grid
    hex_ = grid.hex(centre)
    six = grid.neighbours[hex_]
    shared = [set(grid.adjacent[six[i]]) & set(grid.adjacent[six[i + 1]]) - {hex_} for i in (0, 2, 4)]
    return [grid.number(found) for found in (hexes.pop() for hexes in shared)]


def cut_off(centre: str, ids: tuple[str, ...] = ("44id", "71id", "79id")) -> dict[str, str]:
    return dict(zip(ids, cordon(centre), strict=True))


def numbers(position: Position, unit_id: str) -> list[str]:
    return [position.number(hex_) for hex_ in supply_of(position, unit_id).line]


@pytest.mark.case("kharkov", "11.0")
@pytest.mark.case("kharkov", "11.41")
@pytest.mark.parametrize("name", ["axis/movement", "axis/mechanized"])
def test_supply_is_judged_at_the_beginning_of_each_movement_phase(name: str) -> None:
    far = board({"44id": "0240", "71id": "0820"}, hex_marks=NO_CITIES, phase=name)
    outcome = run(far, lambda table, positions: phases.begin(table, positions, phase_named(name)))
    [judged] = outcome.of_kind("supply_judged")
    assert judged.values["out"] == ["44id"]
    assert outcome.position.unit("44id").has(UNSUPPLIED)
    assert not outcome.position.unit("71id").has(UNSUPPLIED)


@pytest.mark.case("kharkov", "11.41")
def test_supply_lost_or_found_for_a_phase_ends_with_it() -> None:
    far = board({"44id": "0240"}, phase="axis/movement", markers={"44id": [UNSUPPLIED]}, hex_marks=NO_CITIES)
    outcome = run(far, lambda table, positions: phases.end(table, positions, phase_named("axis/movement")))
    assert not outcome.position.unit("44id").has(UNSUPPLIED)


@pytest.mark.case("kharkov", "11.1")
@pytest.mark.case("kharkov", "8.25")
def test_enemy_zone_bars_a_line_unless_a_friendly_unit_is_there() -> None:
    closed = cut_off("2214")
    assert not in_supply(board({"hq-6a": "2214", **closed}), "hq-6a")
    grid = setting_of().map.grid
    gate = grid.number(grid.neighbours[grid.hex("2214")][1])
    assert in_supply(board({"hq-6a": "2214", "226rd": gate, **closed}), "hq-6a")
    # 8.25: units, an HQ among them, negate zones; friendly zones do not.
    assert in_supply(board({"hq-6a": "2214", "hq-9a": gate, **closed}), "hq-6a")
    only_combat_units = {"hq_negates_ezoc": "false"}
    assert not in_supply(board({"hq-6a": "2214", "hq-9a": gate, **closed}, options=only_combat_units), "hq-6a")
    assert not in_supply(board({"hq-6a": "2214", "226rd": "2212", **closed}), "hq-6a")


@pytest.mark.case("kharkov", "11.1")
def test_line_may_not_pass_an_enemy_unit() -> None:
    grid = setting_of().map.grid
    six = grid.neighbours[grid.hex("2214")]
    gate, beyond = six[1], (set(grid.adjacent[six[1]]) & set(grid.adjacent[six[2]])) - {grid.hex("2214")}
    units = {"hq-6a": "2214", "226rd": grid.number(gate), **cut_off("2214")}
    [way_out] = beyond
    assert supply_of(board(units), "hq-6a").line.count(way_out) == 1
    assert not in_supply(board({**units, "hq-rum6": grid.number(way_out)}), "hq-6a")


@pytest.mark.case("kharkov", "11.2")
@pytest.mark.case("kharkov", "11.42")
def test_soviet_unit_needs_a_line_to_an_active_hq_and_the_hq_a_line_to_a_source() -> None:
    supplied = supply_of(board({"226rd": "2216", "hq-6a": "2214"}), "226rd")
    assert supplied.in_supply
    assert supplied.hq == "hq-6a"
    assert not in_supply(board({"226rd": "2216", "hq-6a": "2214 inactive"}), "226rd")
    assert not in_supply(board({"226rd": "2216"}), "226rd")
    ring = cut_off("2214")
    surrounded = board({"226rd": "2214", "hq-6a": "2214", **ring})
    assert not in_supply(surrounded, "226rd")
    judged = supply_of(surrounded, "226rd")
    assert not judged.in_supply
    assert "hq-6a" in judged.why


@pytest.mark.case("kharkov", "11.21")
@pytest.mark.case("kharkov", "11.23")
def test_soviet_hq_is_supplied_from_any_eastern_hex_at_any_length() -> None:
    position = board({"hq-6a": "2039", "hq-9a": "0101"})
    assert numbers(position, "hq-6a")[0].endswith("01")
    assert len(numbers(position, "hq-6a")) == 39
    assert numbers(position, "hq-9a") == ["0101"]


@pytest.mark.case("kharkov", "11.1")
@pytest.mark.case("kharkov", "11.21")
def test_source_in_an_enemy_zone_starts_no_line() -> None:
    grid = setting_of().map.grid
    axis = [
        "9id",
        "44id",
        "71id",
        "79id",
        "111id",
        "113id",
        "257id",
        "260id",
        "294id",
        "295id",
        "297id",
        "298id",
        "305id",
    ]
    wall = dict(zip(axis, [f"{row:02}02" for row in range(2, 40, 3)], strict=True))
    corner = {"hq-6a": "0303", **wall}
    assert {grid.number(h) for h in grid.edge("east")} >= {"0101", "3901"}
    assert not in_supply(board(corner), "hq-6a")
    assert in_supply(board({"hq-6a": "0101", **wall}), "hq-6a")
    assert not in_supply(board(corner, options={"source_must_be_open": "false"}), "hq-6a")
    assert in_supply(board({"hq-6a": "0303", "9id": "0102"}), "hq-6a")


@pytest.mark.case("kharkov", "11.2")
def test_hq_that_is_not_active_needs_a_line_only_or_an_active_hq_by_option() -> None:
    units = {"hq-9a": "2501 inactive", "hq-6a": "2214"}
    assert in_supply(board(units), "hq-9a")
    assert not in_supply(board(units, options={"inactive_hq_supply": "needs_active"}), "hq-9a")
    near = {"hq-9a": "2501 inactive", "hq-6a": "2504"}
    assert in_supply(board(near, options={"inactive_hq_supply": "needs_active"}), "hq-9a")


@pytest.mark.case("kharkov", "11.22")
@pytest.mark.case("kharkov", "11.24")
def test_rumanian_hq_has_german_sources_and_lengths() -> None:
    near = board({"hq-rum6": "0834", "20rum": "0835"}, hex_marks=NO_CITIES)
    assert in_supply(near, "hq-rum6")
    assert in_supply(near, "20rum")
    far = board({"hq-rum6": "0836", "20rum": "0835"}, hex_marks=NO_CITIES)
    assert not in_supply(far, "hq-rum6")
    assert not in_supply(far, "20rum")


@pytest.mark.case("kharkov", "11.2")
@pytest.mark.case("kharkov", "10.27")
def test_rumanian_unit_needs_its_active_hq_and_a_line_to_it_from_the_west() -> None:
    units = {"20rum": "0822", "44id": "0823"}
    assert in_supply(board({**units, "hq-rum6": "0821"}), "20rum")
    alone = board({**units, "hq-rum6": "0821 inactive"})
    assert not in_supply(alone, "20rum")
    assert in_supply(alone, "44id")
    # What supplies Soviet units, a line from the eastern edge, does not supply Rumanians.
    east = {**ENTRIES_HELD, "20rum": "0803", "hq-rum6": "0802", "226rd": "0805", "hq-28a": "0804"}
    position = board(east, hex_marks=NO_CITIES)
    assert in_supply(position, "226rd")
    assert not in_supply(position, "20rum")


@pytest.mark.case("kharkov", "11.3")
@pytest.mark.case("kharkov", "11.31")
@pytest.mark.parametrize(
    ("count", "at_15", "at_16"), [("steps", True, False), ("both_ends", False, False), ("between", True, True)]
)
def test_city_supplies_fifteen_hexes_away(count: str, at_15: bool, at_16: bool) -> None:
    units = {**ENTRIES_HELD, "44id": "0231", "71id": "0232"}
    position = board(units, hex_marks=NO_OTHER_CITIES, options={"trace_count": count})
    assert in_supply(position, "44id") is at_15
    assert in_supply(position, "71id") is at_16


@pytest.mark.case("kharkov", "11.31")
def test_city_hex_once_occupied_by_soviets_is_no_source() -> None:
    units = {**ENTRIES_HELD, "44id": "0822"}
    assert supply_of(board(units), "44id").source is not None
    assert not in_supply(board(units, hex_marks=NO_CITIES), "44id")
    # Soviet units that stand in a city occupy it, marked or not.
    inside = {**units, "226rd": "0819", "124rd": "0818", "47rd": "0919", "38rd": "0920"}
    assert not in_supply(board(inside, hex_marks=NO_OTHER_CITIES), "44id")


@pytest.mark.case("kharkov", "11.31")
def test_minor_city_is_a_source_by_option_only() -> None:
    units = {**ENTRIES_HELD, "44id": "0527"}
    assert not in_supply(board(units, hex_marks=NO_CITIES), "44id")
    with_minor = board(units, hex_marks=NO_CITIES, options={"city_includes_minor": "true"})
    assert numbers(with_minor, "44id") == ["0527"]


@pytest.mark.case("kharkov", "11.1")
@pytest.mark.case("kharkov", "15.31")
def test_garrison_keeps_its_city_hex_open_in_a_soviet_zone() -> None:
    units = {**ENTRIES_HELD, "226rd": "0817", "44id": "0819"}
    held = board(units, hex_marks=NO_OTHER_CITIES | dict.fromkeys(["0819", "0919", "0920"], ENTERED))
    assert numbers(held, "44id")[0] == "0818"
    marks = {**NO_OTHER_CITIES, **dict.fromkeys(["0819", "0919", "0920"], ENTERED), "0818": ("garrison_lost",)}
    assert not in_supply(board(units, hex_marks=marks), "44id")
    open_source = board(units, hex_marks=marks, options={"source_must_be_open": "false"})
    assert numbers(open_source, "44id")[0] == "0818"


@pytest.mark.case("kharkov", "11.32")
@pytest.mark.case("kharkov", "11.3")
@pytest.mark.parametrize(
    ("count", "at_5", "at_6"), [("steps", True, False), ("both_ends", False, False), ("between", True, True)]
)
def test_road_supplies_five_hexes_away(count: str, at_5: bool, at_6: bool) -> None:
    position = board({"44id": "0834", "71id": "0836"}, hex_marks=NO_CITIES, options={"trace_count": count})
    assert in_supply(position, "44id") is at_5
    assert in_supply(position, "71id") is at_6


@pytest.mark.case("kharkov", "11.33")
def test_soviet_unit_or_zone_on_the_road_cuts_all_beyond() -> None:
    south_only = {"90tb": "1640", "91tb": "2440", "114tb": "3340"}
    marks = NO_CITIES | dict.fromkeys(OTHER_CITIES, ("soviet_entered", "garrison_lost"))
    open_road = board({**south_only, "44id": "2829"}, hex_marks=marks)
    assert numbers(open_road, "44id") == ["2829"]
    # 3732 is the one way over the Dnieper from 3932.
    on_road = board({**south_only, "44id": "2829", "226rd": "3831"}, hex_marks=marks)
    assert not in_supply(on_road, "44id")
    in_zone = {**south_only, "44id": "2829", "226rd": "3830"}
    assert not in_supply(board(in_zone, hex_marks=marks), "44id")
    assert in_supply(board({**in_zone, "71id": "3831", "79id": "3732"}, hex_marks=marks), "44id")


@pytest.mark.case("kharkov", "11.33")
def test_supply_roads_enter_where_the_map_says_or_anywhere_on_the_west_by_option() -> None:
    units = {**ENTRIES_HELD, "44id": "2829"}
    assert not in_supply(board(units, hex_marks=NO_CITIES), "44id")
    assert in_supply(board(units, hex_marks=NO_CITIES, options={"west_entries": "column40"}), "44id")


@pytest.mark.case("kharkov", "11.33")
def test_path_of_road_hexes_follows_the_road_or_jumps_to_the_next_one_by_option() -> None:
    units = {"226rd": "2805", "44id": "3201"}
    assert numbers(board(units, hex_marks=NO_CITIES), "44id") != ["3201"]
    assert numbers(board(units, hex_marks=NO_CITIES, options={"road_trace": "adjacent"}), "44id") == ["3201"]


@pytest.mark.case("kharkov", "11.34")
@pytest.mark.case("kharkov", "11.36")
def test_line_goes_one_hex_beyond_the_donets_but_over_a_bridge_without_limit() -> None:
    units = {**BRIDGES_HELD, "44id": "2604", "71id": "2504"}
    closed = board({**units, **BRIDGE}, hex_marks=NO_CITIES)
    assert numbers(closed, "44id") == ["2805", "2705", "2604"]
    assert not in_supply(closed, "71id")
    open_bridge = board(units, hex_marks=NO_CITIES)
    assert in_supply(open_bridge, "71id")


@pytest.mark.case("kharkov", "11.35")
def test_line_over_the_northern_donets_has_no_limit_beyond() -> None:
    north = board({**BRIDGES_HELD, **BRIDGE, "44id": "0712"}, hex_marks=NO_CITIES)
    assert in_supply(north, "44id")


@pytest.mark.case("kharkov", "11.34")
def test_line_that_comes_back_over_the_donets_by_option() -> None:
    units = {**BRIDGES_HELD, **BRIDGE, "44id": "2212"}
    assert in_supply(board(units, hex_marks=NO_CITIES), "44id")
    for limit in ("east_final", "either_final"):
        assert not in_supply(board(units, hex_marks=NO_CITIES, options={"donets_limit": limit}), "44id")


def walk(options: dict[str, str], kinds: list[int]) -> bool:
    """Whether a line that takes these steps, from the western bank, is within the limit."""
    limit = lines.donets_limit(setting_of(options))
    state = lines.FREE
    for kind in kinds:
        if state != lines.DEAD:
            state = limit[state][kind]
    return state not in (lines.DEAD, lines.BROKEN)


PLAIN, EXCUSED, OUT, BACK = lines.PLAIN, lines.EXCUSED, lines.OUT, lines.BACK


@pytest.mark.case("kharkov", "11.34")
@pytest.mark.case("kharkov", "11.35")
@pytest.mark.case("kharkov", "11.36")
@pytest.mark.parametrize(
    ("kinds", "one_hex", "east_final", "either_final", "whole_line"),
    [
        ([PLAIN, OUT], True, True, True, True),
        ([OUT, PLAIN], False, False, False, False),
        ([OUT, BACK, PLAIN], True, False, False, True),
        ([OUT, BACK, OUT], False, False, False, False),
        ([BACK], True, True, True, True),
        ([BACK, PLAIN], True, True, False, True),
        ([EXCUSED, PLAIN, PLAIN], True, True, True, True),
        ([EXCUSED, PLAIN, BACK, PLAIN], True, True, False, True),
        ([EXCUSED, PLAIN, BACK, OUT, PLAIN], False, False, False, True),
        ([OUT, PLAIN, EXCUSED, PLAIN], False, False, False, True),
    ],
)
def test_the_limit_at_the_donets_step_by_step(
    kinds: list[int], one_hex: bool, east_final: bool, either_final: bool, whole_line: bool
) -> None:
    assert walk({}, kinds) is one_hex
    assert walk({"donets_limit": "east_final"}, kinds) is east_final
    assert walk({"donets_limit": "either_final"}, kinds) is either_final
    assert walk({"donets_exempt": "line"}, kinds) is whole_line


@pytest.mark.case("kharkov", "11.35")
@pytest.mark.parametrize(("reading", "kind"), [("both", OUT), ("either", EXCUSED)])
def test_a_crossing_from_row_14_into_row_15_by_option(reading: str, kind: int) -> None:
    setting = setting_of({"donets_row14": reading})
    grid = setting.map.grid
    steps = dict(lines.ways_of(setting)[grid.hex("1418")])
    assert steps[grid.hex("1518")] == kind
    assert dict(lines.ways_of(setting)[grid.hex("1416")])[grid.hex("1417")] == EXCUSED


@pytest.mark.case("kharkov", "11.1")
def test_lines_cross_the_dnieper_unless_the_option_forbids_it() -> None:
    grid = setting_of().map.grid
    across = (grid.hex("3437"), grid.hex("3438"))
    assert across[1] in dict(lines.ways_of(setting_of())[across[0]])
    obeying = lines.ways_of(setting_of({"trace_across_dnieper": "false"}))
    assert across[1] not in dict(obeying[across[0]])
    assert grid.hex("3732") in dict(obeying[grid.hex("3632")])


@pytest.mark.case("kharkov", "11.44")
def test_nobody_is_lost_for_want_of_supply() -> None:
    far = board({"44id": "0240"}, hex_marks=NO_CITIES, phase="axis/movement")
    for name in ("axis/movement", "axis/mechanized", "axis/removal"):
        for rule in (phases.begin, phases.end):
            outcome = run(far, lambda table, positions, rule=rule, name=name: rule(table, positions, phase_named(name)))
            assert not outcome.of_kind("removed")
            far = outcome.position
    assert far.unit("44id").steps == 4
