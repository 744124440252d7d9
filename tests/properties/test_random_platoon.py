"""Random legal play of Platoon Commander: whole games of the scenario, and fights from random positions on Map A with
passengers and tank riders. No exception, positions that the rules allow after every event, the same game again."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.referee import NoInput, Referee, canonical
from adjudicator.engine.self_play import play_at_random
from adjudicator.rulesets.platoon.player import new_player
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import board
from tests.properties.positions import options_of
from tests.properties.random_play import HIGH_GROUND, cases_of, describe, new_watcher, play_game

STATUS = ("", "", "", "", " disrupted", " reduced", " reduced disrupted")
TURNS = 2


def draw_position(dice: random.Random, options: Mapping[str, str]) -> Position:
    """A dozen units of each side, two a hex at most, with passengers and riders; half of the hexes of each side dug in,
    some with wire, wire elsewhere too."""
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
    vehicles = [unit for unit in units if not empty.setting.is_leg(unit)]
    for carrier in vehicles:
        legs = [u for u in units if empty.setting.is_leg(u) and empty.side_of(u) == empty.side_of(carrier)]
        riders = [u for u in legs if not units[u].startswith("on") and "disrupted" not in units[u]]
        if riders and dice.random() < 0.4 and "disrupted" not in units[carrier]:
            units[dice.choice(riders)] = f"on {carrier}"
    held = sorted({here.split()[0] for here in units.values() if not here.startswith("on")})
    marks = {number: [dice.choice(("dug_in", "wire"))] for number in dice.sample(held, len(held) // 2)}
    marks |= {number: ["wire"] for number in dice.sample(hexes, len(hexes) // 4)}
    return board(units, ground="map a", options=options, ridden=vehicles, hex_marks=marks)


def play(seed: int, options: Mapping[str, str]) -> Counter[str]:
    """Two turns from a random position, judged and played again from the log; what kinds of events and which cases came
    up, cases by refusals too."""
    position = draw_position(random.Random(seed), options)
    rules = PlatoonRules(position.setting)
    start = replace(position.game, phase="", done="", turn=1)
    throw = Dice(secret_of_seed(str(seed)), "random").roll
    played = play_at_random(rules, new_player(rules), start, str(seed), throw, TURNS)
    watcher = new_watcher(rules, start)
    again = Referee(rules, start, NoInput(), None, logged=played.entries, watch=watcher)
    again.run(turns=TURNS)
    assert [canonical(entry) for entry in again.entries] == [canonical(entry) for entry in played.entries]
    assert again.game == played.game
    return watcher.kinds + played.tally.cases


@pytest.mark.parametrize("seed", range(1, 4))
def test_a_random_game_of_the_scenario_holds_together(seed: int, tmp_path: Path) -> None:
    played = play_game(tmp_path / "game", seed, scenario=HIGH_GROUND)
    assert played.kinds["attack_declared"] > 10
    assert played.kinds["victory"] == 1


@pytest.mark.parametrize("seed", range(12))
def test_a_random_fight_holds_together(seed: int) -> None:
    kinds = play(seed, options_of(seed, HIGH_GROUND) if seed % 2 else {})
    assert min(kinds[kind] for kind in ("attack_declared", "saves", "moved", "rally")) > 0


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_three_hundred_random_games_hold_together(block: int, tmp_path: Path) -> None:
    seeds = range(1 + 30 * block, 31 + 30 * block)
    games = [play_game(tmp_path / str(seed), seed, scenario=HIGH_GROUND) for seed in seeds]
    sys.stdout.write(describe(games) + "\n")
    assert all(played.folder.game.turn == 8 for played in games)


@pytest.mark.soak
def test_three_hundred_random_fights_come_to_every_case() -> None:
    found = sum(
        (play(1000 + seed, options_of(seed, HIGH_GROUND) if seed % 2 else {}) for seed in range(300)), Counter()
    )
    done = [case for case, status in cases_of("platoon").items() if status in ("enforced", "resolved")]
    sys.stdout.write(", ".join(f"{name} {count}" for name, count in sorted(found.items())) + "\n")
    assert [case for case in done if not found[case]] == []
