"""Streams that are closed, output that goes nowhere, a disk that is full: a sentence or silence, and nothing lost."""

from __future__ import annotations

import resource
import subprocess
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import CLEAN, command_line, contents, run
from tests.acceptance.conftest import Copy

FULL = Path("/dev/full")


def shell(redirections: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command with redirections as a shell makes them."""
    line = ["sh", "-c", f'exec "$@" {redirections}', "sh", *command_line(*arguments)]
    ended = subprocess.run(line, capture_output=True, text=True, env=CLEAN, check=False, stdin=subprocess.DEVNULL)
    assert "Traceback" not in ended.stdout + ended.stderr
    return ended


@pytest.mark.parametrize("redirections", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_a_closed_stream_changes_no_exit_code(played: Path, tmp_path: Path, redirections: str) -> None:
    (tmp_path / "bad.yaml").write_text(mail.BAD.replace("turn: 1", "turn: 2"), encoding="utf-8")
    for code, arguments in (
        (0, ("report",)),
        (1, ("check", tmp_path / "bad.yaml")),
        (1, ("submit", tmp_path / "bad.yaml")),
        (4, ("status",)),
        (2, ("report", "--turn", 9)),
        (2, ("check", "nothing.yaml")),
    ):
        assert shell(redirections, *arguments, "--game", played).returncode == code, arguments
    assert not list(played.glob("adjudicator-fault-*"))


def test_what_is_printed_to_a_closed_stream_gets_into_no_file(filed: Copy, played: Path) -> None:
    game = filed()
    assert shell(">&- 2>&-", "resolve", "--game", game).returncode == 4
    assert contents(game) == contents(played)


@pytest.mark.parametrize("command", ["check", "submit"])
def test_no_standard_input_is_said(fresh: Path, command: str) -> None:
    ended = shell("<&-", command, "-", "--game", fresh)
    assert ended.returncode == 2
    assert "no standard input" in ended.stderr
    assert not list(fresh.glob("adjudicator-fault-*"))


def test_standard_input_that_cannot_be_read_is_said(fresh: Path) -> None:
    ended = shell("0>/dev/null", "check", "-", "--game", fresh)
    assert ended.returncode == 2
    assert "standard input cannot be read" in ended.stderr
    assert not list(fresh.glob("adjudicator-fault-*"))


def test_a_lost_receipt_says_that_the_file_is_filed(fresh: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text(mail.GOOD, encoding="utf-8")
    ended = shell(f">{FULL}", "submit", tmp_path / "o.yaml", "--game", fresh)
    assert ended.returncode == 0
    assert ended.stderr.splitlines() == [
        "adjudicator: standard output: No space left on device; only this output is lost: "
        "the file is filed as orders/t01-soviet-orders-001.yaml"
    ]
    assert (fresh / "orders" / "t01-soviet-orders-001.yaml").read_text(encoding="utf-8") == mail.GOOD


def test_a_lost_story_says_how_far_the_game_has_gone(filed: Copy, played: Path) -> None:
    game = filed()
    ended = shell(f">{FULL}", "resolve", "--game", game)
    assert ended.returncode == 4
    (line,) = ended.stderr.splitlines()
    assert contents(game) == contents(played)
    position = next(text for text in run("status", "--game", game).out.splitlines()).split("position ")[1]
    assert line.endswith(f"only this output is lost: the game has gone on to position {position}")


def test_a_new_game_whose_output_is_lost_is_there(tmp_path: Path) -> None:
    ended = shell(f">{FULL}", "new", "kharkov/campaign", tmp_path / "g", "--seed", "a")
    assert ended.returncode == 0
    assert f"the game is in {tmp_path / 'g'}" in ended.stderr
    assert run("verify", "--game", tmp_path / "g").code == 0


def resolve_with_room_for(size: int, game: Path) -> subprocess.CompletedProcess[str]:
    """``resolve`` where no file may grow beyond so many bytes."""
    return subprocess.run(
        command_line("resolve", "--game", game),
        capture_output=True,
        text=True,
        env=CLEAN,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )


def test_a_full_disk_names_the_file_and_leaves_nothing_half_written(filed: Copy) -> None:
    game = filed()
    before = contents(game)
    ended = resolve_with_room_for(2000, game)
    assert ended.returncode == 2
    assert ended.stderr == f"adjudicator: {game / 'log.jsonl'}: File too large\n"
    assert contents(game) == before
    assert not list(game.rglob(".*.new"))


def test_a_disk_that_fills_up_after_the_log_says_where_the_game_is(filed: Copy, played: Path) -> None:
    game = filed()
    # Room for the log, none for a report.
    (game / "reports").rmdir()
    ended = run("resolve", "--game", game)
    assert ended.code == 2
    assert ended.err.startswith(f"adjudicator: {game / 'reports'}")
    assert "the game has gone on to position" in ended.err
    (game / "reports").mkdir()
    assert run("resolve", "--game", game).code == 4
    assert contents(game) == contents(played)
