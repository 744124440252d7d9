"""What is listed as in reach is legal, and a slow search finds the same."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.rulesets.kharkov import going, movement
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.movers import is_breaking_out
from adjudicator.rulesets.kharkov.opening import open_game
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.terrain import cost_of_step

from .board import board, setting_of
from .marching import judge, reach

AXIS = "axis/movement"


def opening(phase: str, turn: int = 1) -> Position:
    setting = setting_of()
    game = open_game("test", load_scenario("kharkov/campaign"), setting)
    return Positions(setting).of(replace(game, turn=turn, phase=phase))


@pytest.mark.parametrize(("side", "turn"), [("soviet", 1), ("soviet", 3), ("axis", 2)])
def test_every_reach_listed_is_a_legal_move(side: str, turn: int) -> None:
    position = opening(f"{side}/movement", turn)
    units = [unit for unit in position.game.units.values() if unit.hex and position.side_of(unit.id) == side]
    listed = 0
    for unit in random.Random(6).sample(units, 25):
        for hex_, found in movement.find_reach(position, [unit.id]).items():
            listed += 1
            path = [position.number(step) for step in found.path]
            assert judge(position, {"move": unit.id, "path": path}) == []
            assert judge(position, {"move": unit.id, "to": position.number(hex_)}) == []
    assert listed > 100


@pytest.mark.parametrize(("side", "turn"), [("soviet", 2), ("axis", 2)])
def test_every_reach_listed_for_a_stack_is_a_legal_move(side: str, turn: int) -> None:
    position = opening(f"{side}/movement", turn)
    stacks = [units for units in position.stacks[side].values() if len(units) > 1]
    movable = [[unit_id for unit_id in units if movement.find_reach(position, [unit_id])] for units in stacks]
    listed = 0
    for units in filter(None, movable):
        for found in movement.find_reach(position, units).values():
            listed += 1
            assert judge(position, {"move": units, "path": [position.number(step) for step in found.path]}) == []
    assert listed > 20


@pytest.mark.parametrize(("side", "turn"), [("soviet", 1), ("soviet", 3), ("axis", 2)])
def test_reach_agrees_with_a_slow_search(side: str, turn: int) -> None:
    position = opening(f"{side}/movement", turn)
    units = [unit for unit in position.game.units.values() if unit.hex and position.side_of(unit.id) == side]
    for unit in random.Random(21).sample(units, 20):
        listed = {hex_: found.cost for hex_, found in movement.find_reach(position, [unit.id]).items()}
        assert listed == slow_reach(position, unit.id)


def slow_reach(position: Position, unit_id: str) -> dict[int, int]:
    """Costs by plain repetition: every step from every hex reached, until nothing gets cheaper."""
    side, start = position.side_of(unit_id), position.hex_of(unit_id)
    free = is_breaking_out(position, unit_id)
    if position.is_frozen(unit_id):
        return {}
    axis = position.stacks["axis"] if position.counter(unit_id).kind == "reserve" else ()
    costs = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(costs):
            may_go_on = free if here == start else True
            if position.is_enemy_zone(side, here) and not (here == start and may_go_on):
                continue
            for there in position.grid.adjacent[here]:
                step = cost_of_step(position.setting, position.setting.class_of(unit_id), here, there)
                if step is None or position.has_enemy_unit(side, there) or there in ground_of(position, side).closed:
                    continue
                if _goes_north(position, unit_id, there):
                    continue
                if any(position.grid.distance(there, hex_) <= 3 for hex_ in axis):
                    continue
                if (here, there) in ground_of(position, side).guarded and not (free and here == start):
                    continue
                total = costs[here] + step
                if total <= going.allowance_of(position, unit_id) and total < costs.get(there, total + 1):
                    costs[there] = total
                    changed = True
    del costs[start]
    return costs


def _goes_north(position: Position, unit_id: str, there: int) -> bool:
    south = position.setting.south
    return position.unit(unit_id).has("began_south") and position.hex_of(unit_id) in south and there not in south


@pytest.mark.parametrize("start", ["1522", "1622"])
def test_one_step_reaches_the_six_neighbours(start: str) -> None:
    position = board({"44id": start}, phase=AXIS)
    around = {"1522": {"1421", "1422", "1521", "1523", "1621", "1622"}, "1622": {"1522", "1523", "1621", "1623"}}
    around["1622"] |= {"1722", "1723"}
    near = {number for number, cost in reach(position, "44id").items() if cost == 2}
    assert near == around[start]


def test_paths_in_reach_are_connected() -> None:
    position = board({"44id": "1622"}, phase=AXIS)
    for hex_, found in movement.find_reach(position, ["44id"]).items():
        steps = [position.hex_of("44id"), *found.path]
        assert steps[-1] == hex_
        assert all(position.grid.is_adjacent(a, b) for a, b in pairwise(steps))
