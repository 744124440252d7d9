"""Random Fire Phases on Map A: no exception, positions that the rules allow after every event, the same game again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.referee import Referee, canonical
from adjudicator.model.events import Event
from adjudicator.model.game import ELIMINATED, Game
from adjudicator.rulesets.platoon.orders import parse_order
from adjudicator.rulesets.platoon.position import ABOARD, Position
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import board, order
from tests.toy.play import Desk

STATUS = ("", "", "", "", " disrupted", " reduced", " reduced disrupted")
TURNS = 2


def draw_position(dice: random.Random, options: dict[str, str]) -> Position:
    """A dozen units of each side, two a hex at most, with passengers and riders."""
    empty = board({}, ground="map a", options=options)
    hexes = [empty.number(hex_) for hex_ in empty.grid.hexes]
    dice.shuffle(hexes)
    units: dict[str, str] = {}
    for side in empty.setting.sides:
        ids = [unit for unit in empty.setting.units_of_side[side] if not empty.setting.is_mortar(unit)]
        dice.shuffle(ids)
        own, hexes = hexes[:9], hexes[9:]
        for unit_id, here in zip(ids, dice.sample(own * 2, 12), strict=False):
            units[unit_id] = here + dice.choice(STATUS)
    for carrier in [unit for unit in units if empty.setting.class_of(unit) == "afv"]:
        legs = [u for u in units if empty.setting.is_leg(u) and empty.side_of(u) == empty.side_of(carrier)]
        riders = [u for u in legs if not units[u].startswith("on") and "disrupted" not in units[u]]
        if riders and dice.random() < 0.4 and "disrupted" not in units[carrier]:
            units[dice.choice(riders)] = f"on {carrier}"
    return board(units, ground="map a", options=options)


def draw_fires(dice: random.Random, position: Position, rules: PlatoonRules, side: str) -> list[dict[str, Any]]:
    """Legal orders to fire, in random order: a unit may be named in several."""
    enemies = list(position.stacks[position.setting.enemy_of(side)])
    found = []
    for stack in position.stacks[side].values():
        for target in enemies:
            lead, *rest = dice.sample(stack, len(stack))
            data: dict[str, Any] = {"fire": position.number(target), "with": [lead, *rest[: dice.randint(0, 1)]]}
            data |= dice.choice([{}, {"at": "leg"}, {"at": "afv"}])
            data |= dice.choice([{}, {}, {"when": {"disrupted": "no"}}, {"when": {"flanking": "yes", "column": "0"}}])
            if not rules.judge(position.game, order(side, "fire", data)):
                found.append(data)
    return dice.sample(found, len(found))


def check(game: Game, event: Event) -> None:
    """What holds after every event."""
    stacks: dict[int, list[str]] = {}
    for unit in game.units.values():
        if unit.hex is not None:
            stacks.setdefault(unit.hex, []).append(unit.id)
        assert (unit.steps == 0) == (unit.box == ELIMINATED), (event, unit)
        if unit.box.startswith(ABOARD) and event.kind == "phase_ended":
            carrier = game.units[unit.box.removeprefix(ABOARD)]
            assert carrier.hex is not None, (event, unit)
            if "transport" in game.counters[carrier.id].traits:
                assert unit.has("disrupted") == carrier.has("disrupted"), (event, unit)
            else:
                assert not unit.has("disrupted"), (event, unit)
    for units in stacks.values():
        assert len(units) <= 2, (event, units)
        assert len({game.side_of(unit_id) for unit_id in units}) == 1, (event, units)


def play(seed: int, options: dict[str, str]) -> Referee:
    """Two turns of fire from a random position."""
    dice = random.Random(seed)
    position = draw_position(dice, options)
    rules = PlatoonRules(position.setting)
    sections = {}
    for turn in range(1, TURNS + 1):
        for side in rules.sides:
            sections[turn, side, "fire", 1] = draw_fires(dice, position, rules, side)
            sections[turn, side, "movement", 1] = []
    game = replace(position.game, phase="", done="", turn=1)
    desk = Desk(sections, blind=("fire",))
    throw = Dice(secret_of_seed(str(seed)), "random fire").roll
    referee = Referee(rules, game, desk, throw, take_defaults=True, watch=check)
    stop = referee.run()
    assert (stop.kind, referee.game.turn) == ("orders", TURNS + 1)
    again = Referee(rules, game, desk, None, logged=referee.entries, take_defaults=True)
    again.run()
    assert [canonical(entry) for entry in again.entries] == [canonical(entry) for entry in referee.entries]
    dice_names = [entry["subject"] for entry in referee.entries if entry.get("kind") == "rolled"]
    assert len(set(dice_names)) == len(dice_names)
    return referee


READINGS = {
    "fire_soft_vehicle": "as_afv",
    "fire_rider_with_leg": "separate",
    "hits_overflow": "spill",
    "hits_passenger_step": "lose",
    "hits_rider_effect": "same_result",
    "fire_after_pass": "no",
    "fire_when_unmet": "dropped",
    "flank_compare": "any_previous",
    "flank_track": "hex",
    "flank_adjacency": "touching",
    "fire_below_table": "virtual",
    "fire_shift": "net",
    "flanked_is_status": "yes",
    "rally_hill": "if_all_lower",
}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("readings", [{}, READINGS], ids=["as written", "other readings"])
def test_random_fire_phases(seed: int, readings: dict[str, str]) -> None:
    referee = play(seed, readings)
    kinds = {entry.get("kind") for entry in referee.entries}
    assert {"attack_declared", "result", "saves", "rally", "passed"} <= kinds


@pytest.mark.soak
def test_many_random_fire_phases() -> None:
    for seed in range(300):
        play(1000 + seed, READINGS if seed % 2 else {})


def test_orders_drawn_are_understood() -> None:
    dice = random.Random(7)
    position = draw_position(dice, {})
    drawn = draw_fires(dice, position, PlatoonRules(position.setting), "german")
    assert drawn
    assert all(parse_order(position, order("german", "fire", data))[0] for data in drawn)
