"""Files that are spoiled as a whole: one plain sentence with the line, exit code 1, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import run

TAB = mail.HEAD + "orders:\n\tmovement: []\n"
QUOTED = "On Monday the umpire wrote:\n> turn: 2\n> side: axis\n" + mail.GOOD
MARK = "\ufeff"
SPOILED = {
    "duplicate key": (mail.GOOD + "orders: {}\n", ":9:1: unreadable 'orders' is given twice: at line 6 and again at "),
    "duplicate key inside": (mail.HEAD + "orders: {movement: [{move: 36tb, move: 12tb}]}\n", "'move' is given twice"),
    "tab": (TAB, ":7:1: unreadable tab"),
    "quoted mail": (QUOTED, "quoted mail"),
    "byte-order mark inside": (mail.HEAD + MARK + "orders: {}\n", ":6:1: unreadable invisible byte-order mark"),
    "empty": ("", "no orders document found"),
    "comment only": ("# turn 1, I will send orders tomorrow\n---\n", "no orders document found"),
    "two documents": (mail.GOOD + "---\n" + mail.GOOD, "a second document begins at line 10"),
    "no kind": (mail.GOOD.replace("kind: orders\n", ""), "missing field 'kind'"),
    "other kind": (mail.GOOD.replace("kind: orders", "kind: orrders"), ":2:7: unreadable 'kind' must be one of"),
    "wrong game": (mail.GOOD.replace("demo", "dmeo"), ":1:7: unreadable the file is for the game 'dmeo', this is 'd"),
    "earlier turn": (mail.GOOD.replace("turn: 1", "turn: 0"), ":3:7: unreadable orders are for turn 0, the game is at"),
    "later turn": (mail.GOOD.replace("turn: 1", "turn: 2"), ":3:7: unreadable orders are for turn 2, the game is at"),
    "wrong side": (mail.GOOD.replace("soviet", "german"), ":4:7: unreadable there is no side 'german'; the sides are"),
    "wrong position": (mail.GOOD.replace("any", "abcdef"), ":5:11: unreadable the file was written for position a"),
    "short position": (mail.GOOD.replace("any", "ab"), ":5:11: unreadable"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_file_is_refused_with_its_line(fresh: Path, name: str) -> None:
    text, sentence = SPOILED[name]
    (fresh / "sent.yaml").write_text(text, encoding="utf-8")
    checked = run("check", "sent.yaml", cwd=fresh)
    assert checked.code == 1
    assert f"sent.yaml{sentence}" in checked.out if sentence.startswith(":") else sentence in checked.out
    assert checked.err == ""
    submitted = run("submit", "sent.yaml", cwd=fresh)
    assert submitted.code == 1
    assert list((fresh / "orders").iterdir()) == []


def test_a_spoiled_file_does_not_keep_the_others_from_being_checked(fresh: Path) -> None:
    for name, (text, _) in enumerate(SPOILED.values()):
        (fresh / f"sent{name}.yaml").write_text(text, encoding="utf-8")
    (fresh / "good.yaml").write_text(mail.GOOD, encoding="utf-8")
    ran = run("check", *[f"sent{name}.yaml" for name in range(len(SPOILED))], "good.yaml", cwd=fresh)
    assert ran.code == 1
    assert ran.out.count(": refused") == len(SPOILED)
    assert ran.out.endswith("good.yaml: ok, 1 order\n")


@pytest.mark.parametrize(
    "text",
    [
        mail.GOOD.replace("\n", "\r\n"),
        "\ufeff" + mail.GOOD,
        mail.GOOD + "---\n",
        "# hello\n" + mail.GOOD,
        mail.GOOD.replace("1709", '"1709"'),
    ],
)
def test_what_does_no_harm_is_accepted(fresh: Path, text: str) -> None:
    assert run("check", "-", cwd=fresh, stdin=text).code == 0


def test_a_folder_is_no_file(fresh: Path) -> None:
    ran = run("check", "orders", cwd=fresh)
    assert (ran.code, ran.out) == (2, "")
    assert "is a folder" in ran.err


def test_bytes_that_are_no_text(fresh: Path) -> None:
    ran = run("check", "-", cwd=fresh, stdin=b"game: \xff\xfe\x00demo")
    assert ran.code == 1
    assert "is not UTF-8" in ran.out


def test_the_position_may_be_any_from_which_nothing_was_decided(fresh: Path) -> None:
    before = run("status", cwd=fresh).out.split("position ")[1][:6]
    assert run("resolve", cwd=fresh).code == 4
    after = run("status", cwd=fresh).out.split("position ")[1][:6]
    assert before != after
    for position in (before, after):
        assert run("check", "-", cwd=fresh, stdin=mail.GOOD.replace("any", position)).code == 0
