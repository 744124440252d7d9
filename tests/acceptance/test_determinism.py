"""The same game gives the same bytes, whatever the hash seed, the files' names, their order, comments and line ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import contents, run
from tests.acceptance.conftest import begin


def rolled(game: Path) -> dict[str, int]:
    """Every die of a game by its name."""
    entries = [json.loads(line) for line in (game / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    return {entry["subject"]: entry["values"]["value"] for entry in entries if entry.get("kind") == "rolled"}


def play(place: Path, name: str, texts: list[str], **env: str) -> Path:
    """A game of that name, played as far as the texts go."""
    place.mkdir()
    game = begin(place, "--undecided", "default", name=name)
    for number, text in enumerate(texts):
        sent = place / f"sent{len(texts) - number}.txt"
        sent.write_bytes(text.replace("game: demo", f"game: {name}").encode())
        ran = run("submit", sent, "--game", game, env=env)
        assert ran.code == 0, ran.both
    assert run("resolve", "--game", game, env=env).code == 4
    return game


def test_hash_seeds_names_order_comments_and_line_ends_change_nothing(played: Path, tmp_path: Path) -> None:
    expected = contents(played)
    texts = [mail.SOVIET, mail.AXIS, mail.STANDING]
    dressed = ["# dear umpire\r\n" + text.replace("\n", "   # yes\r\n") for text in reversed(texts)]
    for seed, sent in (("0", texts), ("1", dressed), ("2", texts[1:] + texts[:1])):
        game = play(tmp_path / seed, "demo", sent, PYTHONHASHSEED=seed)
        assert contents(game) == expected, f"PYTHONHASHSEED={seed}"


def test_games_have_dice_of_their_own(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
