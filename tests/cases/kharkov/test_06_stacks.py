"""Stacks that move together: each unit pays its own prices against its own allowance."""

import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.engine.paths import find_cheapest, find_together
from adjudicator.rulesets.kharkov import movement
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.position import UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.setting import Class
from adjudicator.rulesets.kharkov.terrain import cost_of_step, steps_of, steps_together

from .board import board, setting_of
from .marching import CLEAR_ROW, codes, judge, march, reach

AXIS, SOVIET = "axis/movement", "soviet/movement"


def stack(number: str, *units: str, others: dict[str, str] | None = None, supplied: bool = False) -> Position:
    """Soviet units of one hex on the third Game-Turn, out of supply unless told."""
    markers = {} if supplied else {unit_id: [UNSUPPLIED] for unit_id in units}
    placed = {**dict.fromkeys(units, number), **(others or {})}
    return board(placed, turn=3, phase=SOVIET, markers=markers)


@pytest.mark.case("kharkov", "6.11")
@pytest.mark.case("kharkov", "6.12")
def test_each_unit_of_a_stack_pays_its_own_price() -> None:
    position = board({"44id": "1622", "3pz-6": "1622"}, phase=AXIS)
    events, _ = march(position, {"move": ["3pz-6", "44id"], "path": CLEAR_ROW})
    assert [(e.subject, e.values["cost"]) for e in events if e.kind == "moved"] == [("3pz-6", 10), ("44id", 8)]
    assert reach(position, "3pz-6", "44id")["1519"] == 10


@pytest.mark.case("kharkov", "6.11")
@pytest.mark.case("kharkov", "6.12")
@pytest.mark.parametrize(
    ("units", "costs"),
    [(["226rd", "5gcd"], [6, 8]), (["5gcd", "226rd"], [8, 6]), (["38rd", "38tb", "hq-6a"], [6, 8, 6])],
)
def test_the_dearest_price_is_not_held_against_the_least_allowance(units: list[str], costs: list[int]) -> None:
    position = stack("1617", *units)
    for way in ({"path": ["1717", "1816"]}, {"to": "1816"}):
        events, _ = march(position, {"move": units, **way})
        moved = [event for event in events if event.kind == "moved"]
        assert [event.subject for event in moved] == units
        assert [event.values["cost"] for event in moved] == costs
        assert {tuple(event.values["path"]) for event in moved} == {("1617", "1717", "1816")}
    assert reach(position, *units)["1816"] == max(costs)


@pytest.mark.case("kharkov", "6.12")
def test_a_unit_gives_none_of_its_points_to_another_of_its_class() -> None:
    position = board({"44id": "1622", "71id": "1622"}, phase=AXIS, markers={"71id": [UNSUPPLIED]})
    ways = ({"path": ["1623", "1724", "1824", "1925"]}, {"to": "1925"})
    for way in ways:
        assert codes(position, {"move": "44id", **way}) == []
        (finding,) = judge(position, {"move": ["44id", "71id"], **way})
        assert (finding.code, finding.unit) == ("movement-points", "71id")
    assert reach(position, "44id", "71id") == reach(position, "71id")


@pytest.mark.case("kharkov", "6.11")
@pytest.mark.case("kharkov", "6.26")
def test_only_the_units_that_fall_short_are_reckoned_up() -> None:
    position = stack("1617", "226rd", "5gcd")
    (finding,) = judge(position, {"move": ["5gcd", "226rd"], "path": ["1616", "1617", "1616"]})
    assert (finding.code, finding.unit, finding.hex) == ("movement-points", "5gcd", "1616")
    assert finding.notes == (
        "5gcd needs 5, has 4: 1616 forest 2 + 1617 clear 1 + 1616 forest 2",
        "5gcd is out of supply: its allowance of 8 is halved to 4",
    )
    (slow,) = judge(position, {"move": ["5gcd", "226rd"], "path": ["1518", "1617", "1518", "1617"]})
    assert (slow.unit, slow.hex) == ("226rd", "1617")
    assert all(note.startswith("226rd ") for note in slow.notes)


@pytest.mark.case("kharkov", "6.11")
def test_units_that_fall_short_alike_share_a_reckoning() -> None:
    position = board(dict.fromkeys(["44id", "71id", "3pz-6"], "1622"), phase=AXIS)
    path = [*CLEAR_ROW, "1520", "1519", "1520", "1519", "1520"]
    (finding,) = judge(position, {"move": ["3pz-6", "44id", "71id"], "path": path})
    assert finding.unit == "44id"
    assert finding.cases == ("6.11", "6.12")
    (note,) = finding.notes
    assert note.startswith("44id and 71id need 9 each, have 8: 1522 clear 1 + ")


@pytest.mark.case("kharkov", "6.11")
def test_a_goal_is_reached_by_a_dearer_way_when_the_cheapest_asks_too_much_of_one() -> None:
    units = ["38rd", "38tb", "hq-6a"]
    position = stack("0814", *units, supplied=True)
    road = ["0815", "0816", "0817", "0718", "0719", "0619", "0519", "0418"]
    (finding,) = judge(position, {"move": units, "path": road})
    assert (finding.code, finding.unit) == ("movement-points", "38rd")
    events, _ = march(position, {"move": units, "to": "0418"})
    assert events[0].values["path"] == ["0814", "0815", "0816", "0717", "0617", "0518", "0418"]


@pytest.mark.case("kharkov", "6.0")
def test_a_path_to_the_own_hex_is_judged_as_that_goal() -> None:
    position = board({"44id": "1622", "71id": "1720"}, phase=AXIS)
    (by_path,) = judge(position, {"move": "44id", "path": ["1622"]})
    (by_goal,) = judge(position, {"move": "44id", "to": "1622"})
    assert (by_path.code, by_path.cases, by_path.message) == ("already-there", ("6.0",), by_goal.message)
    assert (by_path.at, by_goal.at) == (("path",), ("to",))
    assert "already-there" in codes(position, {"rail": "71id", "path": ["1720"]})
    assert codes(position, {"move": "44id", "path": []}) == ["no-path"]


@pytest.mark.case("kharkov", "3.1")
def test_a_hex_that_lost_its_zero_is_guessed() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    (finding,) = judge(position, {"move": "44id", "path": ["1522", 513]})
    assert (finding.code, finding.hex, finding.at) == ("unknown-hex", "513", ("path", 1))
    assert finding.message == "there is no hex 513 on the map; did you mean 0513?"
    (hopeless,) = judge(position, {"move": "44id", "to": "9999"})
    assert hopeless.message == "there is no hex 9999 on the map"


@pytest.mark.case("kharkov", "6.11")
@pytest.mark.case("kharkov", "6.12")
@pytest.mark.parametrize("seed", range(12))
def test_reach_of_a_stack_agrees_with_trying_every_path(seed: int) -> None:
    dice = random.Random(seed)
    units = dice.choice([["226rd", "5gcd"], ["38rd", "38tb", "hq-6a"], ["5gcd", "hq-28a"], ["226rd", "hq-28a", "14cd"]])
    grid = setting_of().map.grid
    centre = grid.hex(dice.choice(["1617", "1312", "2214", "0814"]))
    near = [grid.number(hex_) for hex_ in grid.within(centre, 3) if grid.distance(centre, hex_) > 1]
    position = stack(grid.number(centre), *units, others=dict(zip(["44id", "71id"], dice.sample(near, 2), strict=True)))
    found = {hex_: (r.cost, r.path) for hex_, r in movement.find_reach(position, units).items()}
    assert found == try_every_path(position, units)
    assert len(found) > 5
    for _, path in found.values():
        assert judge(position, {"move": units, "path": [position.number(hex_) for hex_ in path]}) == []


def try_every_path(position: Position, units: Sequence[str]) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The preferred path to each hex and what its dearest unit pays, out of all that every unit can pay."""
    start = position.hex_of(units[0])
    best: dict[int, tuple[int, int, list[str], int, tuple[int, ...]]] = {}
    for path, costs in walk_on(position, units, start, (), [0] * len(units)):
        classes = {position.setting.class_of(unit_id): cost for unit_id, cost in zip(units, costs, strict=True)}
        numbers = [position.number(hex_) for hex_ in path]
        label = (sum(classes.values()), len(path), numbers, max(costs), path)
        best[path[-1]] = min(label, best.get(path[-1], label))
    best.pop(start, None)
    return {hex_: label[3:] for hex_, label in best.items()}


def walk_on(
    position: Position, units: Sequence[str], here: int, path: tuple[int, ...], paid: list[int]
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """All ways on from a hex, loops included, with what each unit has paid."""
    if position.is_enemy_zone("soviet", here):
        return
    ground = ground_of(position, "soviet")
    for there in position.grid.adjacent[here]:
        steps = [cost_of_step(position.setting, position.setting.class_of(unit_id), here, there) for unit_id in units]
        if there in ground.closed or (here, there) in ground.guarded:
            continue
        sums = [total + step for total, step in zip(paid, steps, strict=True) if step is not None]
        if len(sums) < len(units):
            continue
        if all(total <= movement.allowance_of(position, unit_id) for total, unit_id in zip(sums, units, strict=True)):
            yield (*path, there), sums
            yield from walk_on(position, units, there, (*path, there), sums)


@pytest.mark.parametrize("class_", ["foot", "other", "hq"])
def test_for_one_mover_both_searches_find_the_same(class_: Class) -> None:
    setting = setting_of()
    start, classes = setting.map.grid.hex("1617"), (class_,)
    alone = find_cheapest(setting.map.grid, steps_of(setting, classes), start, 16)
    together = find_together(setting.map.grid, steps_together(setting, classes), start, (16,))
    assert together == alone
    assert len(alone) > 100
