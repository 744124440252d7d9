"""Whole games of random legal play, each judged: the invariants, every form of a file, a replay in a fresh process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from adjudicator.cli.publish import publish
from adjudicator.engine.sequence import Rules
from adjudicator.files.game_folder import GameFolder
from adjudicator.files.random_game import OVER, play_random_game
from adjudicator.files.resolve_game import verify_folder
from adjudicator.files.scenario_file import load_cases
from adjudicator.files.schemas import validator_of
from adjudicator.files.state_file import build_state
from adjudicator.files.yaml_reader import parse_yaml
from adjudicator.model.game import Game
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.properties.invariants import Watcher
from tests.properties.platoon_invariants import PlatoonWatcher
from tests.properties.positions import options_of
from tests.properties.watcher import GameWatcher

SCENARIO = "kharkov/campaign"
HIGH_GROUND = "platoon/take-the-high-ground"
SAMPLE = 7
"""Of the events of a log, one in so many is held against the schema; of other lines each one."""
_REPLAY = """
import sys
from pathlib import Path
from adjudicator.engine.sequence import Rules
from adjudicator.files.game_folder import GameFolder
from adjudicator.files.resolve_game import verify_folder
folder = GameFolder.open(Path(sys.argv[1]))
verdict = verify_folder(folder)
is_same = folder.state_text() == (folder.path / "state.yaml").read_text()
sys.stdout.write(f"{verdict.line} {verdict.dice_checked} {folder.log.head} {is_same}")
"""


@dataclass(frozen=True)
class Played:
    """What became of a game: how often each case was cited, by an event or a refusal, and each kind of event and stop
    came up."""

    folder: GameFolder
    cases: Counter[str]
    kinds: Counter[str]
    stops: Counter[str]


@cache
def cases_of(ruleset: str) -> Mapping[str, str]:
    """The status of each case of a rulebook."""
    return {entry["case"]: entry["status"] for entry in load_cases(ruleset)}


def new_watcher(rules: Rules, start: Game) -> GameWatcher:
    """What watches a game by these rules."""
    if isinstance(rules, PlatoonRules):
        return PlatoonWatcher(rules, start, cases_of(rules.name))
    return Watcher(cast(KharkovRules, rules), start, cases_of(rules.name))


def play_game(place: Path, seed: int, turns: int = 0, scenario: str = SCENARIO) -> Played:
    """The random game of a seed in a new folder, to its end or of so many Game-Turns, then judged; every fourth is
    played under options of its own."""
    options = options_of(seed, scenario) if seed % 4 == 3 else {}
    game = play_random_game(scenario, options, seed, turns, place)
    game.folder.__dict__["rules"] = game.rules
    publish(game.folder, OVER, since=1)
    played = judge_game(place, game.rules, Counter())
    return Played(played.folder, game.tally.cases, played.kinds, played.stops)


def judge_game(place: Path, rules: Rules, stops: Counter[str]) -> Played:
    """A game opened anew, but for its rules. Raises AssertionError for whatever is wrong with it."""
    folder = GameFolder.open(place)
    folder.__dict__["rules"] = rules
    watcher = new_watcher(folder.rules, folder.start)
    verdict = verify_folder(folder, watcher)
    assert (verdict.line, verdict.dice_checked) == (0, True), f"{folder.id}: {verdict}"
    _judge_files(folder)
    _replay_elsewhere(folder)
    return Played(folder, watcher.cases, watcher.kinds, stops)


def _judge_files(folder: GameFolder) -> None:
    lines = (folder.path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    for index, entry in enumerate(entries):
        if entry["type"] != "event" or index % SAMPLE == 0:
            validator_of("log").validate(entry)
    data = parse_yaml((folder.path / "state.yaml").read_bytes(), "state.yaml", what="state").data
    validator_of("state").validate(data)
    state = build_state(data, folder.start)
    assert state.game == folder.game
    assert (state.log, state.options) == (folder.log.head, folder.header["options"])


def _replay_elsewhere(folder: GameFolder) -> None:
    command = [sys.executable, "-c", _REPLAY, str(folder.path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.stdout == f"0 True {folder.log.head} True", found.stdout + found.stderr


def describe(games: Sequence[Played]) -> str:
    """What a number of games exercised, and which cases that are enforced or resolved never came up."""
    cases, kinds, stops = (
        sum((getattr(played, name) for played in games), Counter[str]()) for name in ("cases", "kinds", "stops")
    )
    statuses = cases_of(games[0].folder.rules.name)
    never = [c for c, status in statuses.items() if status in ("enforced", "resolved") and c not in cases]
    return "\n".join(
        [
            f"{len(games)} games, {sum(len(played.folder.log.entries) for played in games)} lines of log",
            "events: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())),
            "stops and verdicts: " + ", ".join(f"{kind} {count}" for kind, count in sorted(stops.items())),
            "cases: " + ", ".join(f"{case} {cases[case]}" for case in statuses if case in cases),
            "enforced or resolved, never cited: " + ", ".join(never),
        ]
    )
