"""Flanking fire by hexside and spine (4.5)."""

from dataclasses import replace

import pytest

from adjudicator.engine.threads import entry_of
from adjudicator.rulesets.platoon import phases
from adjudicator.rulesets.platoon.column import reckon
from adjudicator.rulesets.platoon.flanking import ENTRIES, are_adjacent
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.sequence import phases_of
from adjudicator.rulesets.platoon.shot import Attack
from tests.cases.platoon.board import board, run, setting_of
from tests.cases.platoon.moving import field, go
from tests.cases.platoon.shooting import columns, shoot

# Around E6, in the order of the clock; columns B, D .. lie half a hex lower.
RING = {"NE": "F5", "SE": "F6", "S": "E7", "SW": "D6", "NW": "D5", "N": "E5"}


def ring(*firers: str, **more) -> Position:
    """A German target in E6 and Soviet riflemen at hexsides of it."""
    names = [f"su-rifle-{number}" for number in range(1, 5)]
    units = {name: RING.get(side, side) for name, side in zip(names, firers, strict=False)}
    return board({"de-inf-1": "E6", **units, **more.pop("units", {})}, **more)


@pytest.mark.case("platoon", "4.5")
def test_the_ring_lies_as_the_clock_says() -> None:
    grid = setting_of("").map.grid
    for place, (side, number) in enumerate(RING.items()):
        assert grid.is_adjacent(grid.hex(number), grid.hex("E6"))
        assert entry_of(grid, grid.hex(number), grid.hex("E6")) == 2 * place
        assert ENTRIES[2 * place] == f"shot_from_{side}"


@pytest.mark.case("platoon", "4.5")
@pytest.mark.parametrize(
    ("second", "is_flank"), [("N", False), ("NE", False), ("SE", False), ("S", True), ("SW", True), ("NW", True)]
)
def test_a_second_shot_by_a_hexside_that_is_not_adjacent_flanks(second: str, is_flank: bool) -> None:
    position = board({"de-inf-1": "E6", "su-rifle-1": RING["NE"], "su-rifle-2": RING[second]})
    position = shoot(position, (9,), "E6", "su-rifle-1").position
    assert not position.unit("de-inf-1").has("flanked")
    shifts = columns(position, "E6", "su-rifle-2")[1]
    assert (("flanking fire", 1) in shifts) is is_flank
    outcome = shoot(position, (9,), "E6", "su-rifle-2")
    assert outcome.position.unit("de-inf-1").has("flanked") is is_flank


@pytest.mark.case("platoon", "4.5")
def test_once_flanked_all_later_shots_are_shifted_until_the_phase_ends() -> None:
    position = ring("N", "S", "N")
    position = shoot(position, (9,), "E6", "su-rifle-1").position
    position = shoot(position, (9,), "E6", "su-rifle-2").position
    assert ("flanking fire", 1) in columns(position, "E6", "su-rifle-3")[1]
    ended = end_of_fire(position)
    assert ended.unit("de-inf-1").markers == frozenset()
    assert ("flanking fire", 1) not in columns(ended, "E6", "su-rifle-3")[1]


def end_of_fire(position: Position) -> Position:
    fire = next(phase for phase in phases_of(("soviet", "german"), setting_of("").options) if phase.name == "both/fire")
    return run(position, lambda table, positions: phases.end(table, positions, fire)).position


@pytest.mark.case("platoon", "4.5")
def test_a_pair_is_shifted_when_one_of_those_aimed_at_is_flanked() -> None:
    position = board({"de-inf-1": "E6 flanked", "de-inf-2": "E6", "de-pz4-1": "D8", "su-rifle-1": "E5"})
    assert ("flanking fire", 1) in columns(position, "E6", "su-rifle-1")[1]


SIDES = (0, 2, 4, 6, 8, 10)


@pytest.mark.case("platoon", "4.5")
@pytest.mark.parametrize("reading", ["clock", "touching", "spine_is_both_sides"])
def test_adjacent_places_by_each_reading(reading: str) -> None:
    for a in range(12):
        for b in range(12):
            apart = min((a - b) % 12, (b - a) % 12)
            expected = {
                "clock": apart <= 2,
                "touching": apart <= 1 or (apart == 2 and a in SIDES),
                "spine_is_both_sides": apart <= 2 + (a not in SIDES) + (b not in SIDES),
            }[reading]
            assert are_adjacent(a, b, reading) is expected, (a, b)


@pytest.mark.case("platoon", "4.5")
@pytest.mark.parametrize(("option", "is_flank"), [("clock", False), ("touching", True), ("spine_is_both_sides", False)])
def test_two_neighbouring_spines(option: str, is_flank: bool) -> None:
    # From G6 by the spine between NE and SE, from F7 by the one between SE and S.
    position = board({"de-pz4-1": "E6", "su-t34-1": "G6", "su-t34-2": "F7"}, options={"flank_adjacency": option})
    grid = position.grid
    assert [entry_of(grid, grid.hex(number), grid.hex("E6")) for number in ("G6", "F7")] == [1, 3]
    position = shoot(position, (9,), "E6", "su-t34-1").position
    assert (("flanking fire", 1) in columns(position, "E6", "su-t34-2")[1]) is is_flank


@pytest.mark.case("platoon", "4.5")
@pytest.mark.parametrize(("option", "is_flank"), [("original", False), ("any_previous", True)])
def test_what_a_third_shot_is_compared_with(option: str, is_flank: bool) -> None:
    position = ring("NE", "SE", "N", options={"flank_compare": option})
    for firer in ("su-rifle-1", "su-rifle-2"):
        position = shoot(position, (9,), "E6", firer).position
    assert (("flanking fire", 1) in columns(position, "E6", "su-rifle-3")[1]) is is_flank


@pytest.mark.case("platoon", "4.5")
@pytest.mark.parametrize(("option", "is_flank"), [("unit", False), ("hex", True)])
def test_the_first_shot_at_a_unit_or_at_a_hex(option: str, is_flank: bool) -> None:
    position = ring("N", "S", units={"de-pz4-1": "E6"}, options={"flank_track": option})
    position = shoot(position, (9,), "E6", "su-rifle-1", at="leg").position
    assert (("flanking fire", 1) in columns(position, "E6", "su-rifle-2", at="afv")[1]) is is_flank
    ended = end_of_fire(position)
    assert ended.game.hex_marks == {}


@pytest.mark.case("platoon", "4.5")
def test_opportunity_fire_is_not_compared() -> None:
    position = board({"de-inf-1": "E6 flanked", "su-rifle-1": "E5"})
    attack = Attack("soviet", ("su-rifle-1",), position.grid.hex("E6"))
    assert [step.shift.what for step in reckon(position, attack).steps] == ["close range", "flanking fire"]
    assert [step.shift.what for step in reckon(position, replace(attack, can_flank=False)).steps] == ["close range"]


@pytest.mark.case("platoon", "4.5", "4.3")
@pytest.mark.parametrize("track", ["unit", "hex"])
def test_opportunity_fire_flanks_nobody_and_is_forgotten(track: str) -> None:
    guns = {"su-gun45-1": "C4", "su-gun76-1": "C12"}
    position = field({"de-pz4-1": "B8", "de-pz4-2": "D8", **guns}, options={"flank_track": track})
    for tank, gun in (("de-pz4-1", "su-gun45-1"), ("de-pz4-2", "su-gun76-1")):
        outcome = go(position, (9,), {"opportunity_fire": f"{gun} at afv"}, move=tank, path=["C8"])
        position = outcome.position
        assert "flanking fire" not in [event.values["what"] for event in outcome.of_kind("shift")]
        assert position.unit(tank).markers == {"moved"}
    assert position.game.hex_marks == {}


@pytest.mark.case("platoon", "4.5", "4.4")
def test_moving_fire_flanks_nobody_and_is_forgotten() -> None:
    position = field({"de-pz4-1": "C10", "de-pz4-2": "C2", "su-t34-1": "C6 fired"})
    for tank, step in (("de-pz4-1", "C9"), ("de-pz4-2", "C3")):
        outcome = go(position, (9,), move=tank, path=[step, {"fire": "C6"}])
        position = outcome.position
        assert "flanking fire" not in [event.values["what"] for event in outcome.of_kind("shift")]
        assert position.unit("su-t34-1").markers == {"fired"}
