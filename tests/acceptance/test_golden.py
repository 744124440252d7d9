"""The games in ``examples/``: rebuilt byte for byte, verified, and full enough to show the game."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.main import run
from adjudicator.files.game_folder import GameFolder
from adjudicator.files.log import parse_log
from examples import demo
from tests import campaign
from tests.golden import EXAMPLES, GAMES, Golden, build, files_of

FOLDERS = sorted(path.parent.name for path in EXAMPLES.glob("*/log.jsonl"))


@pytest.mark.parametrize("golden", [game for game in GAMES if not game.is_whole], ids=lambda golden: golden.name)
def test_rebuilding_gives_what_is_committed(golden: Golden, tmp_path: Path) -> None:
    _rebuild(golden, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("golden", [game for game in GAMES if game.is_whole], ids=lambda golden: golden.name)
def test_rebuilding_a_whole_game_gives_what_is_committed(golden: Golden, tmp_path: Path) -> None:
    _rebuild(golden, tmp_path)


def _rebuild(golden: Golden, tmp_path: Path) -> None:
    built, committed = files_of(build(golden, tmp_path)), files_of(golden.folder)
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_every_example_verifies(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--game", str(EXAMPLES / name)]) == 0
    assert "all as they must be" in capsys.readouterr().out


@pytest.mark.parametrize("turn", range(1, 11))
def test_the_reports_of_the_campaign_are_those_of_its_log(turn: int, capsys: pytest.CaptureFixture[str]) -> None:
    folder = EXAMPLES / campaign.GAME
    for side in (None, "soviet", "axis"):
        of_side = [] if side is None else ["--side", side]
        assert run(["report", "--turn", str(turn), "--format", "md", *of_side, "--game", str(folder)]) == 0
        written = folder / "reports" / f"t{turn:02}{f'-{side}' if side else ''}.md"
        assert capsys.readouterr().out == written.read_text(encoding="utf-8")


def test_the_reports_of_the_scenario_are_those_of_its_log(capsys: pytest.CaptureFixture[str]) -> None:
    folder = EXAMPLES / "take-the-high-ground"
    for written in sorted((folder / "reports").glob("t*.md")):
        turn, _, side = written.stem.partition("-")
        of_side = ["--side", side] if side else []
        assert run(["report", "--turn", str(int(turn[1:])), "--format", "md", *of_side, "--game", str(folder)]) == 0
        assert capsys.readouterr().out == written.read_text(encoding="utf-8")


def test_every_golden_game_is_committed() -> None:
    assert sorted(golden.name for golden in GAMES) == FOLDERS


def test_the_demo_plays_the_example(tmp_path: Path) -> None:
    old = tmp_path / demo.FOLDER
    shutil.copytree(EXAMPLES / demo.GAME, old)
    (old / "reports" / "t09.md").write_text("of an old demo", encoding="utf-8")
    done = _run_demo(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for shown in ("$ adjudicator report --turn 1 --format text", "Final column 5-1", "all as they must be"):
        assert shown in done.stdout
    assert files_of(tmp_path / demo.FOLDER) == files_of(EXAMPLES / demo.GAME)


def test_the_demo_leaves_a_stranger_alone(tmp_path: Path) -> None:
    kept = tmp_path / demo.FOLDER / "notes.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("mine", encoding="utf-8")
    assert _run_demo(tmp_path).returncode == 1
    assert kept.read_text(encoding="utf-8") == "mine"


def _run_demo(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, demo.__file__]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


class TestKharkovFirstDays:
    """What the example has to show, counted in its log."""

    @cached_property
    def folder(self) -> GameFolder:
        return GameFolder.open(EXAMPLES / demo.GAME)

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
        assert {event["values"]["order"].split(" ")[0] for event in attacks} == {"soviet", "axis"}

    def test_retreats_and_advances(self) -> None:
        sides = {self.folder.game.side_of(event["subject"]) for event in self.moved("retreat")}
        assert sides == {"soviet", "axis"}
        assert {self.folder.game.side_of(event["subject"]) for event in self.moved("advance")} == {"soviet", "axis"}

    def test_retreats_refused(self) -> None:
        chosen = [e["values"] for e in self.events("chosen") if e["values"]["kind"] == "retreat_or_lose"]
        decided = {(values["side"], values["value"]) for values in chosen}
        assert decided == {("soviet", "lose"), ("soviet", "retreat"), ("axis", "lose"), ("axis", "retreat")}

    def test_a_question_is_asked_and_answered(self) -> None:
        asked = [entry["question"] for entry in self.entries("question")]
        assert asked
        assert [entry["question"] for entry in self.entries("answer")] == asked

    def test_air_points_and_untried_units(self) -> None:
        spent = [(event["values"]["side"], event["values"]["as"]) for event in self.events("air_assigned")]
        assert spent == [("soviet", "attacker"), ("soviet", "attacker"), ("axis", "defender")]
        assert self.events("revealed")

    def test_standing_orders_are_replaced(self) -> None:
        versions = [entry["side"] for entry in self.entries("standing")]
        assert min(versions.count("soviet"), versions.count("axis")) >= 2

    def test_a_phase_is_left_open(self) -> None:
        parts = [entry for entry in self.entries("orders") if entry["orders"] and entry["orders"][-1] == "more"]
        assert len(parts) == 1


def test_the_example_of_platoon_commander_shows_what_it_is_about() -> None:
    log = parse_log((EXAMPLES / "take-the-high-ground" / "log.jsonl").read_text(encoding="utf-8"))
    kinds = Counter(entry.get("kind", entry["type"]) for entry in log.entries)
    shown = ("loaded", "unloaded", "wire", "saves", "shift", "void", "passed", "rally", "stopped", "answer", "standing")
    assert [kind for kind in shown if not kinds[kind]] == []
    sections = [(entry["side"], entry["part"]) for entry in log.entries if entry.get("section") == "fire"]
    assert ("soviet", 2) in sections, "a list that ends in more is gone on with"
