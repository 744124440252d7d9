"""Random legal play: nothing legal is refused, nothing breaks, every game verifies."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.properties.by_mail import play_by_mail
from tests.properties.random_play import describe, play_game

TURNS = 3


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_random_game_of_three_turns_holds_together(seed: int, tmp_path: Path) -> None:
    played = play_game(tmp_path / "game", seed, TURNS)
    assert played.kinds["attack_declared"] > 10
    assert played.folder.game.turn == TURNS


@pytest.mark.parametrize("seed", [10, 13])
def test_a_random_game_by_mail_holds_together(seed: int, tmp_path: Path) -> None:
    assert play_by_mail(tmp_path / "game", seed, 1).kinds["attack_declared"] > 3


def test_a_game_goes_the_same_way_by_command(tmp_path: Path) -> None:
    assert play_by_mail(tmp_path / "game", 4, 1, by_command=True).kinds["attack_declared"] > 3


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_two_hundred_random_games_hold_together(block: int, tmp_path: Path) -> None:
    games = [play_game(tmp_path / str(seed), seed) for seed in range(1 + 20 * block, 21 + 20 * block)]
    sys.stdout.write(describe(games) + "\n")
    assert all(played.folder.game.turn == 10 for played in games)


@pytest.mark.soak
def test_random_games_by_mail_hold_together(tmp_path: Path) -> None:
    games = [play_by_mail(tmp_path / str(seed) / "game", seed, 2 + seed % 3) for seed in range(100, 120)]
    sys.stdout.write(describe(games) + "\n")
    assert len(games) == 20
