"""Section 6.5: the southern sector, what activates the Axis units there, and their supply on that Game-Turn."""

from __future__ import annotations

import pytest

from adjudicator.engine.apply import fold
from adjudicator.rulesets.kharkov import phases, sector
from adjudicator.rulesets.kharkov.position import SOUTH_ACTIVE, Position, Positions
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.supply import in_supply, supply_of

from .board import Outcome, board, run
from .fights import fight, where
from .marching import closed, codes, march, reach

PHASE = {phase.name: phase for phase in PHASES}


def begin(position: Position, name: str) -> Outcome:
    return run(position, lambda table, positions: phases.begin(table, positions, PHASE[name]))


def end(position: Position, name: str) -> Outcome:
    return run(position, lambda table, positions: phases.end(table, positions, PHASE[name]))


def activated(outcome_or_position: Outcome | Position) -> str:
    position = outcome_or_position.position if isinstance(outcome_or_position, Outcome) else outcome_or_position
    return position.game.flags.get(SOUTH_ACTIVE, "")


def covered_front() -> dict[str, str]:
    """Soviet rifle divisions on every other hex of the southern front, so that each hex is held or controlled."""
    setting = board({}).setting
    front = setting.map.fronts["front"]
    beside = list(dict.fromkeys(h for h, _ in front.pairs if h in setting.south))
    rifles = [c.id for c in setting.counters.values() if c.kind == "rifle"]
    return {unit: setting.map.grid.number(hex_) for unit, hex_ in zip(rifles, beside[::2] + beside[-1:], strict=False)}


@pytest.mark.case("kharkov", "6.51")
def test_axis_units_in_the_south_may_not_move_until_activated() -> None:
    frozen = board({"298id": "2623"}, phase="axis/movement")
    assert codes(frozen, {"move": "298id", "path": ["2723"]}) == ["frozen"]
    free = board({"298id": "2623"}, phase="axis/movement", flags={SOUTH_ACTIVE: "2"}, turn=3)
    assert codes(free, {"move": "298id", "path": ["2723"]}) == []
    north = board({"298id": "2423"}, phase="axis/movement")
    assert codes(north, {"move": "298id", "path": ["2323"]}) == []


@pytest.mark.case("kharkov", "6.52")
def test_an_attack_on_a_unit_in_the_south_activates_all() -> None:
    outcome = fight(board({"298id": "2622", "13grd": "2621", "hq-6a": "2620"}), "2622", ["13grd"], rolls=[6, 1])
    assert activated(outcome) == "1"
    (event,) = outcome.of_kind("flag")
    assert "6.52" in event.cases


@pytest.mark.case("kharkov", "6.52")
def test_an_attack_in_the_north_activates_nobody() -> None:
    outcome = fight(board({"44id": "1312", "13grd": "1311", "hq-6a": "1409"}), "1312", ["13grd"], rolls=[6, 6])
    assert activated(outcome) == ""


@pytest.mark.case("kharkov", "6.53")
@pytest.mark.parametrize(
    ("start", "path", "expected"), [("2521", ["2522"], "1"), ("2421", ["2422"], ""), ("2621", ["2521"], "")]
)
def test_a_soviet_move_west_of_the_front_in_the_south_activates_all(start: str, path: list[str], expected: str) -> None:
    events, after = march(board({"150rd": start}, phase="soviet/movement"), {"move": "150rd", "path": path})
    assert activated(after) == expected
    assert [event.kind for event in events].count("flag") == (1 if expected else 0)


@pytest.mark.case("kharkov", "6.54")
def test_a_hole_in_the_soviet_front_at_the_end_of_the_player_turn_activates_all() -> None:
    whole = board(covered_front(), phase="soviet/removal")
    assert sector.find_gaps(whole) == ()
    assert activated(end(whole, "soviet/removal")) == ""
    units = covered_front()
    units.pop(next(unit for unit, number in units.items() if number == "3120"))
    outcome = end(board(units, phase="soviet/removal"), "soviet/removal")
    assert activated(outcome) == "1"
    assert outcome.of_kind("flag")[0].cases == ("6.54", "6.5")


@pytest.mark.case("kharkov", "6.56")
def test_all_are_activated_on_game_turn_five_at_the_latest() -> None:
    assert activated(begin(board({}, turn=4, phase="soviet/movement"), "soviet/movement")) == ""
    assert activated(begin(board({}, turn=5, phase="soviet/movement"), "soviet/movement")) == "5"
    earlier = board({}, turn=5, phase="soviet/movement", flags={SOUTH_ACTIVE: "3"})
    assert activated(begin(earlier, "soviet/movement")) == "3"


@pytest.mark.case("kharkov", "6.57")
def test_units_in_the_south_are_in_supply_on_the_game_turn_of_activation() -> None:
    cut_off = {"298id": "2912", "150rd": "2911", "99rd": "2913", "44id": "2013", "248rd": "2012", "270rd": "2014"}
    before = board(cut_off, turn=3)
    assert not in_supply(before, "298id")
    now = board(cut_off, turn=3, flags={SOUTH_ACTIVE: "3"})
    assert supply_of(now, "298id").cases == ("6.57",)
    assert not in_supply(now, "44id")
    assert not in_supply(board(cut_off, turn=4, flags={SOUTH_ACTIVE: "3"}), "298id")


@pytest.mark.case("kharkov", "6.57")
@pytest.mark.parametrize(("value", "expected"), [("now", False), ("flag", True)])
def test_deployed_south_by_where_a_unit_is_or_by_where_it_began(value: str, expected: bool) -> None:
    position = board(
        {"298id": "2013", "248rd": "2012", "270rd": "2014"},
        turn=3,
        flags={SOUTH_ACTIVE: "3"},
        options={"deployed_south": value},
        markers={"298id": ["began_south"]},
    )
    assert in_supply(position, "298id") == expected


@pytest.mark.case("kharkov", "6.77")
def test_after_activation_units_that_began_south_may_go_north() -> None:
    units, marks = {"150rd": "2521"}, {"150rd": ["began_south"]}
    free = board(units, phase="soviet/movement", markers=marks, flags={SOUTH_ACTIVE: "1"})
    assert codes(free, {"move": "150rd", "path": ["2421"]}) == []


@pytest.mark.case("kharkov", "6.77")
def test_units_that_began_south_go_north_by_rail_and_move_normally_there() -> None:
    marks = {"150rd": ["began_south"]}
    south = board({"150rd": "2519"}, phase="soviet/movement", markers=marks)
    assert codes(south, {"move": "150rd", "to": "2418"}) == ["sector-line"]
    assert not any(south.grid.hex(number) not in south.setting.south for number in reach(south, "150rd"))
    events, north = march(south, {"rail": "150rd", "path": ["2418"]})
    assert [event.values["path"] for event in events if event.kind == "moved"] == [["2519", "2418"]]
    _, north = march(closed(north), {"move": "150rd", "path": ["2417"]})
    assert where(north, "150rd") == "2417"
    assert "2417" in reach(board({"150rd": "2418"}, phase="soviet/movement", markers=marks), "150rd")


@pytest.mark.case("kharkov", "6.77")
def test_a_stack_is_bound_to_the_south_by_one_unit_that_began_there() -> None:
    units = {"150rd": "2521", "6gtb": "2521"}
    position = board(units, phase="soviet/movement", markers={"150rd": ["began_south"]})
    for stack in (["150rd", "6gtb"], ["6gtb", "150rd"]):
        assert codes(position, {"move": stack, "path": ["2421"]}) == ["sector-line"]
    assert codes(position, {"move": "6gtb", "path": ["2421"]}) == []


@pytest.mark.case("kharkov", "6.77")
@pytest.mark.case("kharkov", "6.41")
def test_a_goal_north_of_the_line_is_reached_by_rail() -> None:
    south = board({"150rd": "2519"}, phase="soviet/movement", markers={"150rd": ["began_south"]})
    assert codes(south, {"rail": "150rd", "to": "2418"}) == []


def test_activation_happens_once() -> None:
    position = board({}, flags={SOUTH_ACTIVE: "2"}, turn=3)
    assert sector.activate(position, "6.52", "again") == []
    after = Positions(position.setting).of(fold(position.game, sector.activate(board({}), "6.52", "now")))
    assert activated(after) == "1"
