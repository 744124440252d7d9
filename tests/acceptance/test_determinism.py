"""The same game gives the same bytes, whatever the hash seed, the files' names, their order, comments and line ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import CLEAN, contents


def rolled(game: Path) -> dict[str, int]:
    """Every die of a game by its name."""
    entries = [json.loads(line) for line in (game / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    return {entry["subject"]: entry["values"]["value"] for entry in entries if entry.get("kind") == "rolled"}


PLAY = """\
import json, sys
from adjudicator.cli.main import run
for arguments, code in json.loads(sys.argv[1]):
    assert run(arguments) == code, arguments
"""


def play(place: Path, name: str, texts: list[str], seed: str = "random") -> Path:
    """A game of that name, played as far as the texts go, in a process with this hash seed."""
    place.mkdir()
    game = place / name
    new = ["new", "kharkov/campaign", str(game), "--seed", "spring", "--undecided", "default"]
    commands: list[tuple[list[str], int]] = [(new, 0)]
    for number, text in enumerate(texts):
        sent = place / f"sent{len(texts) - number}.txt"
        sent.write_bytes(text.replace("game: demo", f"game: {name}").encode())
        commands.append((["submit", str(sent), "--game", str(game)], 0))
    commands.append((["resolve", "--game", str(game)], 4))
    process = [sys.executable, "-c", PLAY, json.dumps(commands)]
    ended = subprocess.run(process, env={**CLEAN, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return game


def test_hash_seeds_names_order_comments_and_line_ends_change_nothing(played: Path, tmp_path: Path) -> None:
    expected = contents(played)
    texts = [mail.SOVIET, mail.AXIS, mail.STANDING]
    dressed = ["# dear umpire\r\n" + text.replace("\n", "   # yes\r\n") for text in reversed(texts)]
    for seed, sent in (("0", texts), ("1", dressed), ("2", texts[1:] + texts[:1])):
        game = play(tmp_path / seed, "demo", sent, seed)
        assert contents(game) == expected, f"PYTHONHASHSEED={seed}"


def test_games_have_dice_of_their_own(played: Path, tmp_path: Path) -> None:
    other = play(tmp_path / "other", "other", [mail.SOVIET, mail.AXIS, mail.STANDING])
    mine, theirs = rolled(played), rolled(other)
    common = sorted(mine.keys() & theirs.keys())
    assert len(common) > 5
    assert [mine[name] for name in common] != [theirs[name] for name in common]


def test_several_games_in_one_process_do_not_touch_each_other(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from adjudicator.cli.main import run as run_here

    games = []
    for number, name in enumerate(("other", "demo", "third")):
        game = tmp_path / str(number) / name
        game.parent.mkdir()
        assert run_here(["new", "kharkov/campaign", str(game), "--seed", "spring", "--undecided", "default"]) == 0
        for kind, text in (("s", mail.SOVIET), ("a", mail.AXIS), ("st", mail.STANDING)):
            sent = tmp_path / f"{name}-{kind}.yaml"
            sent.write_text(text.replace("game: demo", f"game: {name}"), encoding="utf-8")
            assert run_here(["submit", str(sent), "--game", str(game)]) == 0
        games.append(game)
    for game in reversed(games):
        assert run_here(["resolve", "--game", str(game)]) == 4
    capsys.readouterr()
    assert contents(games[1]) == contents(played)
