"""A game played at random from a seed, as a record that can be kept and verified like any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.referee import Stop
from adjudicator.engine.self_play import Tally, play_at_random
from adjudicator.engine.sequence import Rules
from adjudicator.files.game_folder import GameFolder, NewGame, create_game, draft_game
from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.game import Game
from adjudicator.rulesets.registry import load_rules, new_game, new_player

OVER = Stop("over")


@dataclass(frozen=True)
class RandomGame:
    """A game from ``seed``: its folder (in memory only, unless it is kept), its rules, its last position, and what was
    counted."""

    seed: int
    folder: GameFolder
    rules: Rules
    game: Game
    tally: Tally


def play_random_game(
    scenario: str, options: Mapping[str, str], seed: int, turns: int = 0, keep: Path | None = None
) -> RandomGame:
    """The random game of a seed, to its end or of so many Game-Turns; ``keep`` is where its log is written.

    Raises NoSuchScenario, BadOption, FileExistsError when a game lies there already, or RuntimeError naming the seed
    of a game that cannot go on.
    """
    new = NewGame(f"random-{seed}", scenario, options, seed=str(seed))
    secret = secret_of_seed(str(seed))
    folder = draft_game(Path(), new, secret) if keep is None else create_game(keep, new)
    rules = _rules_of(scenario, tuple(sorted(options.items())))
    start = new_game(rules, folder.scenario, folder.id)
    try:
        played = play_at_random(rules, new_player(rules), start, str(seed), Dice(secret, folder.id).roll, turns)
    except Exception as error:
        raise RuntimeError(f"the random game of seed {seed} breaks off: {error}") from error
    if keep is None:
        folder = GameFolder(folder.path, folder.settings, folder.log.extended(played.entries))
    else:
        folder = folder.commit(played.entries)
    return RandomGame(seed, folder, rules, played.game, played.tally)


@lru_cache(maxsize=4)
def _rules_of(scenario: str, options: tuple[tuple[str, str], ...]) -> Rules:
    """The rules of all games played under the same options, whose tables are slow to make."""
    return load_rules(load_scenario(scenario), dict(options))
