"""The games in ``examples/``: rebuilt byte for byte, verified, and full enough to show the game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.main import run
from adjudicator.files.game_folder import GameFolder
from examples import demo
from tests.golden import EXAMPLES, GAMES, Golden, build, files_of

FOLDERS = sorted(path.parent.name for path in EXAMPLES.glob("*/log.jsonl"))


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_rebuilding_gives_what_is_committed(golden: Golden, tmp_path: Path) -> None:
    built, committed = files_of(build(golden, tmp_path)), files_of(golden.folder)
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_every_example_verifies(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--game", str(EXAMPLES / name)]) == 0
    assert "all as they must be" in capsys.readouterr().out


def test_every_golden_game_is_committed() -> None:
    assert FOLDERS == sorted(golden.name for golden in GAMES)


def test_the_demo_plays_the_example(tmp_path: Path) -> None:
    for _ in range(2):  # the second time it clears away the first
        done = subprocess.run(
            [sys.executable, demo.__file__], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "$ adjudicator report --turn 1 --format text" in done.stdout
        assert "Combat Phase" in done.stdout
        assert "all as they must be" in done.stdout
    assert files_of(tmp_path / demo.FOLDER) == files_of(EXAMPLES / demo.GAME)


def test_the_demo_leaves_a_stranger_alone(tmp_path: Path) -> None:
    kept = tmp_path / demo.FOLDER / "notes.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("mine", encoding="utf-8")
    done = subprocess.run([sys.executable, demo.__file__], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert kept.read_text(encoding="utf-8") == "mine"


class TestKharkovFirstDays:
    """What the example has to show, counted in its log."""

    folder = GameFolder.open(EXAMPLES / demo.GAME)

    def entries(self, type_: str) -> list[Any]:
        return [entry for entry in self.folder.log.entries if entry["type"] == type_]

    def events(self, kind: str) -> list[Any]:
        return [entry for entry in self.entries("event") if entry["kind"] == kind]

    def moved(self, *how: str) -> list[Any]:
        return [event for event in self.events("moved") if event["values"]["how"] in how]

    @pytest.mark.parametrize("side", ["soviet", "axis"])
    def test_moves(self, side: str) -> None:
        moves = [event for event in self.moved("move", "rail") if self.folder.game.side_of(event["subject"]) == side]
        assert len(moves) >= 25
        assert [event for event in moves if event["values"]["how"] == "rail"]

    def test_attacks(self) -> None:
        attacks = self.events("attack_declared")
        assert len(attacks) >= 14
        assert {event["values"]["side"] for event in attacks} == {"soviet", "axis"}

    def test_retreats_and_advances(self) -> None:
        sides = {self.folder.game.side_of(event["subject"]) for event in self.moved("retreat")}
        assert sides == {"soviet", "axis"}
        assert {self.folder.game.side_of(event["subject"]) for event in self.moved("advance")} == {"soviet", "axis"}

    def test_retreats_refused(self) -> None:
        decided = {(e["side"], e["answer"]) for e in self.entries("answer") if "/retreat_or_lose/" in e["question"]}
        assert {("soviet", "lose"), ("soviet", "retreat"), ("axis", "lose"), ("axis", "retreat")} <= decided

    def test_a_question_is_asked_and_answered(self) -> None:
        asked = [entry["question"] for entry in self.entries("question")]
        by_file = [entry["question"] for entry in self.entries("answer") if entry["by"] == "answers"]
        assert asked
        assert by_file == asked

    def test_air_points_and_untried_units(self) -> None:
        spent = {event["values"]["item"] for event in self.events("pool") if event["subject"] == "air"}
        assert spent == {"soviet", "axis"}
        assert self.events("revealed")

    def test_standing_orders_are_replaced(self) -> None:
        versions = [entry["side"] for entry in self.entries("standing")]
        assert min(versions.count("soviet"), versions.count("axis")) >= 2

    def test_a_phase_is_left_open(self) -> None:
        parts = [entry for entry in self.entries("orders") if entry["orders"] and entry["orders"][-1] == "more"]
        assert len(parts) == 1
