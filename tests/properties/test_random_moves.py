"""Random Movement Phases on Map A under fire: no exception, positions the rules allow, the same game again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.referee import Referee, canonical
from adjudicator.rulesets.platoon.going import find_reach
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import order
from tests.properties.test_random_fire import check, draw_position
from tests.toy.play import Desk

STANDING = ({"default": {"opportunity": "yes"}}, {"default": {"opportunity": {"column": "2", "hold": "1"}}})
READINGS = {
    "move_hill_up": "per_level",
    "move_road_hill": "road_only",
    "move_road_bonus_half": "after_halving",
    "move_minimum_half": "yes",
    "move_minimum_zoc": "no",
    "transport_meet_zero_mf": "yes",
    "transport_marked_unload": "yes",
}


def draw_path(dice: random.Random, position: Position, start: int, length: int) -> list[str]:
    """A random walk."""
    path, here = [], start
    for _ in range(length):
        here = dice.choice(position.grid.adjacent[here])
        path.append(position.number(here))
    return path


def draw_moves(dice: random.Random, position: Position, rules: PlatoonRules, side: str) -> list[dict[str, Any]]:
    """Orders that are legal in the position at hand, each unit in several: later ones come to nothing."""
    found: list[dict[str, Any]] = []
    game = replace(position.game, phase="first/movement")
    enemies = [position.number(hex_) for hex_ in position.stacks[position.setting.enemy_of(side)]]
    for hex_, stack in position.stacks[side].items():
        near = [u for here in (hex_, *position.grid.adjacent[hex_]) for u in position.units_of(side, here)]
        legs = [unit_id for unit_id in near if position.setting.is_leg(unit_id)] or near
        for _ in range(8):
            units = dice.sample(stack, dice.randint(1, len(stack)))
            path: list[Any] = list(draw_path(dice, position, hex_, dice.randint(0, 4)))
            for step in (
                {"fire": dice.choice(enemies)} if enemies else None,
                {"load": dice.choice(legs)},
                {"load": dice.choice(legs), "path": [position.number(hex_)]},
                {"unload": position.passenger_of(units[0])} if position.passenger_of(units[0]) else None,
                {"split": units[-1], "path": draw_path(dice, position, hex_, 1)} if len(units) > 1 else None,
            ):
                if step and dice.random() < 0.35:
                    path.insert(dice.choice([0, len(path), dice.randint(0, len(path))]), step)
            data: dict[str, Any] = {"move": units, "path": path}
            if path and not rules.judge(game, order(side, "movement", data)):
                found.append(data)
        for carrier in filter(position.setting.is_transport, stack):
            for leg in legs:
                waits = {"load": leg} if leg in stack else {"load": leg, "path": [position.number(hex_)]}
                data = {"move": carrier, "path": [waits, *draw_path(dice, position, hex_, leg in stack)]}
                if not rules.judge(game, order(side, "movement", data)):
                    found.append(data)
        reach = sorted(find_reach(position, stack)) if all(map(position.is_eligible, stack)) else []
        if reach:
            data = {"move": list(stack), "to": position.number(dice.choice(reach))}
            assert rules.judge(game, order(side, "movement", data)) == [], data
            found.append(data)
    return dice.sample(found, len(found))


def play(seed: int, options: dict[str, str]) -> Referee:
    """A turn of movement from a random position."""
    dice = random.Random(seed)
    position = draw_position(dice, options)
    rules = PlatoonRules(position.setting)
    sections: dict[Any, Any] = {}
    for side in rules.sides:
        sections[1, side, "fire", 1] = []
        sections[1, side, "movement", 1] = draw_moves(dice, position, rules, side)
    game = replace(position.game, phase="", done="turn/rally", turn=1)
    standing = {side: dice.choice(STANDING) for side in rules.sides}
    desk = Desk(sections, standing, blind=("movement",))
    referee = Referee(rules, game, desk, Dice(secret_of_seed(str(seed)), "moves").roll, take_defaults=True, watch=check)
    referee.run("turn/housekeeping")
    again = Referee(rules, game, desk, None, logged=referee.entries, take_defaults=True)
    again.run("turn/housekeeping")
    assert [canonical(entry) for entry in again.entries] == [canonical(entry) for entry in referee.entries]
    assert referee.game.done in ("second/movement", "turn/close_assault")
    return referee


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("readings", [{}, READINGS], ids=["as written", "other readings"])
def test_random_movement_phases(seed: int, readings: dict[str, str]) -> None:
    kinds = {entry.get("kind") for entry in play(seed, readings).entries}
    assert {"moved", "marked", "chosen", "attack_declared"} <= kinds


@pytest.mark.soak
def test_many_random_movement_phases() -> None:
    for seed in range(300):
        play(1000 + seed, READINGS if seed % 2 else {})


def test_the_kinds_of_orders_are_all_drawn() -> None:
    steps: set[str] = set()
    for seed in range(20):
        dice = random.Random(seed)
        position = draw_position(dice, {})
        for side in position.setting.sides:
            for data in draw_moves(dice, position, PlatoonRules(position.setting), side):
                steps |= {key for step in data.get("path", ()) if isinstance(step, dict) for key in step}
    assert {"fire", "load", "unload", "split"} <= steps
