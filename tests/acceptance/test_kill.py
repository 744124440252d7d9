"""SIGKILL at random moments of ``resolve``: the folder is the whole old or the whole new position."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.acceptance.command import CLEAN, command_line, contents, run, run_process
from tests.acceptance.conftest import Copy


def kill_at_random_moments(filed: Copy, played: Path, times: int, seed: int) -> int:
    """Kill ``resolve`` so many times and look at what is left; returns how often it was killed before it ended."""
    dice = random.Random(seed)
    expected = contents(played)
    game = filed()
    original = game.parent / "original"
    shutil.copytree(game, original)
    started = time.monotonic()
    assert run_process("resolve", "--game", game).code == 4
    whole = time.monotonic() - started
    killed = 0
    for _ in range(times):
        shutil.rmtree(game)
        shutil.copytree(original, game)
        process = subprocess.Popen(
            command_line("resolve", "--game", game), env=CLEAN, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(dice.uniform(0.3, 1.0) * whole)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        log = (game / "log.jsonl").read_bytes()
        assert log in ((original / "log.jsonl").read_bytes(), expected["log.jsonl"])
        status = run("status", "--game", game)
        assert status.code in (0, 4), status.both
        assert run("resolve", "--game", game).code == 4
        assert contents(game) == expected
        assert run("verify", "--game", game).code == 0
    return killed


def test_a_killed_resolve_leaves_the_old_or_the_new_position(filed: Copy, played: Path) -> None:
    assert kill_at_random_moments(filed, played, times=3, seed=1) >= 1


@pytest.mark.soak
def test_a_killed_resolve_leaves_the_old_or_the_new_position_many_times(filed: Copy, played: Path) -> None:
    assert kill_at_random_moments(filed, played, times=20, seed=2) >= 5


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(filed: Copy) -> None:
    game = filed()
    (game / "reports").rmdir()
    (game / "reports").write_text("in the way", encoding="utf-8")
    before = (game / "state.yaml").read_bytes()
    ran = run("resolve", "--game", game)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert (game / "state.yaml").read_bytes() == before
    (game / "reports").unlink()
    (game / "reports").mkdir()
    again = run("resolve", "--game", game)
    assert again.code == 4
    assert "have been rebuilt" in again.err
