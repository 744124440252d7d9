"""Random legal play through the public way: nothing legal is refused, nothing breaks, every game verifies."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.properties.random_play import describe, play_game

TURNS = 3


@pytest.mark.parametrize("seed", range(1, 21))
def test_a_random_game_of_three_turns_holds_together(seed: int, tmp_path: Path) -> None:
    played = play_game(tmp_path / "game", seed, TURNS)
    assert played.kinds["attack_declared"] > 10
    assert played.folder.game.turn == TURNS + 1


def test_a_game_goes_the_same_way_by_command(tmp_path: Path) -> None:
    played = play_game(tmp_path / "game", 4, 1, by_command=True)
    assert played.kinds["attack_declared"] > 3


@pytest.mark.soak
def test_a_hundred_random_games_hold_together(tmp_path: Path) -> None:
    games = [play_game(tmp_path / str(seed) / "game", seed, 2 + seed % 9) for seed in range(100, 200)]
    sys.stdout.write(describe(games) + "\n")
    assert len(games) == 100
