"""``resolve --undecided``: for one run, decisions that nobody answered take their default, or are asked."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance import mail
from tests.acceptance.command import contents, run
from tests.acceptance.conftest import Copy


def entries_of(game: Path) -> list[dict[str, object]]:
    """The entries of a game's log."""
    return [json.loads(line) for line in (game / "log.jsonl").read_text(encoding="utf-8").splitlines()]


def test_an_open_question_takes_its_default_for_one_run(asked: Path) -> None:
    (question,) = (entry for entry in entries_of(asked) if entry["type"] == "question")
    ran = run("resolve", "--undecided", "default", "--game", asked)
    assert ran.code == 4, ran.both
    assert list((asked / "questions").iterdir()) == []
    assert run("verify", "--game", asked).code == 0
    chosen = [entry for entry in entries_of(asked) if entry.get("kind") == "chosen"]
    assert chosen[0]["subject"] == question["question"]
    assert chosen[0]["values"]["by"] == "default"  # type: ignore[index]
    assert entries_of(asked)[0]["policy"] == {"illegal": "refuse", "undecided": "ask"}
    assert [entry for entry in entries_of(asked) if entry["type"] in ("question", "answer")] == [question]
    before = contents(asked)
    assert run("resolve", "--game", asked).code == 4
    assert contents(asked) == before


def test_a_run_by_default_is_the_game_that_always_takes_defaults(filed: Copy, played: Path, tmp_path: Path) -> None:
    assert run("new", "kharkov/campaign", tmp_path / "demo", "--seed", "spring").code == 0
    for text in (mail.SOVIET, mail.AXIS, mail.STANDING):
        assert run("submit", "-", "--game", tmp_path / "demo", stdin=text).code == 0
    assert run("resolve", "--undecided", "default", "--game", tmp_path / "demo").code == 4
    assert entries_without_hash(tmp_path / "demo") == entries_without_hash(played)


def entries_without_hash(game: Path) -> list[dict[str, object]]:
    """The entries after the first, which holds the settings."""
    return [{**entry, "hash": ""} for entry in entries_of(game)[1:]]


def test_a_game_that_takes_defaults_can_be_made_to_ask(filed: Copy) -> None:
    game = filed()
    ran = run("resolve", "--undecided", "ask", "--game", game)
    assert ran.code == 4
    assert len(list((game / "questions").iterdir())) == 1
    assert run("verify", "--game", game).code == 0
    assert run("resolve", "--game", game).code == 4
    assert list((game / "questions").iterdir()) == []
    assert run("verify", "--game", game).code == 0


def test_an_answer_goes_before_the_default(asked: Path) -> None:
    (path,) = (asked / "questions").iterdir()
    (question,) = (entry for entry in entries_of(asked) if entry["type"] == "question")
    others = [option["answer"] for option in question["options"] if option["answer"] != question["default"]]  # type: ignore[attr-defined]
    written = path.read_text(encoding="utf-8")
    line = next(text for text in written.splitlines() if text.startswith("    answer: "))
    answer = written.replace(line, f"    answer: {json.dumps(others[0])}")
    assert run("submit", "-", "--game", asked, stdin=answer).code == 0
    assert run("resolve", "--undecided", "default", "--game", asked).code == 4
    chosen = [entry for entry in entries_of(asked) if entry.get("kind") == "chosen"]
    assert chosen[0]["values"]["by"] == "answer"  # type: ignore[index]
    assert run("verify", "--game", asked).code == 0


def test_bare_files_take_defaults_too(fresh: Path, tmp_path: Path) -> None:
    for name, text in {"s": mail.SOVIET, "a": mail.AXIS}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    bare = ("--state", fresh / "state.yaml", "--seed", "spring", "--out", "o.yaml", "--orders", "s.yaml")
    asked = run("resolve", *bare, "--orders", "a.yaml", cwd=tmp_path)
    assert "# yaml-language-server" in asked.out
    ran = run("resolve", *bare, "--orders", "a.yaml", "--undecided", "default", cwd=tmp_path)
    assert ran.code == 4
    assert "# yaml-language-server" not in ran.out
