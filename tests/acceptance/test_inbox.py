"""What is told of files on file: how many orders, what a newer one drops, and when nothing can come any more."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import run
from tests.acceptance.conftest import begin, submit
from tests.golden import GAMES

MOVES = "    - {move: 36tb, to: 1709}\n    - {move: 199rd, path: [1210]}\n"
COMBAT = "  combat:\n    - {attack: 0815, with: [13grd, 226rd]}\n"
OPEN = mail.HEAD + "orders:\n  movement:\n" + MOVES + "    - more\n"


def advice(*arguments: object, stdin: str) -> list[tuple[str, str]]:
    """Code and sentence of the advice on a file, besides the ways found."""
    (file,) = json.loads(run("check", "-", "--format", "json", *arguments, stdin=stdin).out)["files"]
    found = [finding for finding in file["findings"] if finding["code"] != "way-found"]
    assert {finding["kind"] for finding in found} <= {"advice"}
    return [(finding["code"], finding["message"]) for finding in found]


def test_a_newer_file_that_leaves_out_sections_is_told_so(fresh: Path) -> None:
    submit(fresh, mail.HEAD + "orders:\n  movement:\n" + MOVES + COMBAT)
    before = run("status", "--game", fresh).out
    only_moves = mail.HEAD + "orders:\n  movement:\n" + MOVES
    ((code, message),) = advice("--game", fresh, stdin=only_moves)
    assert code == "sections-dropped"
    assert message.startswith("this drops combat (1 order) of orders/t01-soviet-orders-001.yaml")
    ((_, both),) = advice("--game", fresh, stdin=mail.HEAD + "orders: {}\n")
    assert both.startswith("this drops movement (2 orders), combat (1 order) of ")
    assert advice("--game", fresh, stdin=only_moves + "  combat: []\n") == []
    assert advice("--state", fresh / "state.yaml", stdin=only_moves) == []
    assert run("status", "--game", fresh).out == before
    ran = run("submit", "-", "--game", fresh, stdin=only_moves)
    assert ran.code == 0
    assert "advice this drops combat (1 order)" in ran.out


def test_what_is_carried_out_is_not_dropped(fresh: Path) -> None:
    submit(fresh, OPEN)
    assert run("resolve", "--game", fresh).code == 4
    further = mail.HEAD + "orders:\n  combat: []\n"
    assert advice("--game", fresh, stdin=further) == []


def test_more_is_not_counted_as_an_order(fresh: Path) -> None:
    submit(fresh, OPEN)
    assert run("resolve", "--game", fresh).code == 4
    assert "(movement: 2 carried out)" in run("status", "--game", fresh).out
    told = json.loads(run("status", "--game", fresh, "--format", "json").out)
    assert told["sides"]["soviet"]["sections"] == {"movement": 2}


def test_receipt_and_log_give_an_order_the_same_number(tmp_path: Path) -> None:
    game = begin(tmp_path, "--illegal", "forfeit")
    submit(game, OPEN)
    assert run("resolve", "--game", game).code == 4
    moves = "    - {move: 38cd, path: [2014, 2013]}\n    - {move: 175rd, path: [0101]}\n"
    ran = run("submit", "-", "--game", game, stdin=mail.HEAD + "orders:\n  movement:\n" + moves)
    assert "  order soviet movement 4, unit 175rd" in ran.out
    assert "   3 move 38cd" in ran.out
    run("resolve", "--game", game)
    entries = [json.loads(line) for line in (game / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [entry["subject"] for entry in entries if entry.get("kind") == "refused"] == ["soviet movement 4"]


@pytest.mark.parametrize("turn", [9, 10, 11])
def test_after_the_end_the_game_is_over(tmp_path: Path, turn: int) -> None:
    original = next(golden for golden in GAMES if golden.is_whole).folder
    game = tmp_path / original.name
    shutil.copytree(original, game)
    for kind, rest in (("orders", "orders: {movement: []}"), ("answers", "answers: [{question: x, answer: y}]")):
        text = f"game: {game.name}\nkind: {kind}\nturn: {turn}\nside: axis\nposition: any\n{rest}\n"
        ran = run("check", "-", "--game", game, stdin=text)
        assert ran.code == 1
        assert [line for line in ran.out.splitlines() if "illegal" in line or "unreadable" in line] == [
            "<stdin>:2:7: illegal the game is over: nothing more is carried out"
        ]
        assert run("submit", "-", "--game", game, stdin=text).code == 1


def test_a_unit_in_capitals_is_recognised(fresh: Path) -> None:
    text = mail.GOOD.replace("36tb", "36TB")
    assert "there is no unit '36TB'; did you mean 36tb?" in run("check", "-", "--game", fresh, stdin=text).out
    standing = "game: demo\nkind: standing\nside: soviet\nstanding:\n  units: {36TB: {chase: no}}\n"
    assert "did you mean 36tb?" in run("check", "-", "--game", fresh, stdin=standing).out
    assert "did you mean 36tb?" in run("show", "unit", "36TB", "--game", fresh).err


def test_more_that_is_not_in_a_list_gets_its_brackets(fresh: Path) -> None:
    ran = run("check", "-", "--game", fresh, stdin=mail.HEAD + "orders: {movement: more}\n")
    assert ran.code == 1
    assert "; write [more]" in ran.out
    assert "write [more]" not in run("check", "-", "--game", fresh, stdin=mail.HEAD + "orders: {movement: x}\n").out


def test_a_key_given_twice_on_one_line_is_found_by_its_columns(fresh: Path) -> None:
    ran = run("check", "-", "--game", fresh, stdin=mail.HEAD + "orders: {combat: [], combat: []}\n")
    assert "'combat' is given twice: at line 6, column 10 and again at column 22; keep one" in ran.out


def test_a_device_without_end_is_too_big(fresh: Path) -> None:
    ran = run("check", "/dev/zero", "--game", fresh)
    assert "the file is more than 4 MB" in ran.out


def test_a_new_game_is_open_or_sealed(tmp_path: Path) -> None:
    ran = run("new", "kharkov/campaign", tmp_path / "g", "--seed", "a", "--sealed")
    assert ran.code == 2
    assert "give --seed or --sealed, not both" in ran.err
    assert run("new", "kharkov/campaign", tmp_path / "g").code == 2
    assert not (tmp_path / "g").exists()


def test_a_new_game_says_that_its_folder_was_not_empty(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    ran = run("new", "kharkov/campaign", tmp_path, "--seed", "a", "--id", "demo")
    assert ran.code == 0
    assert ran.err == f"{tmp_path} was not empty: the game now lies beside notes.txt\n"
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_between_two_turns_nothing_of_the_next_is_taken_yet(fresh: Path) -> None:
    for until in ("axis/combat", "soviet/reserves"):
        assert run("resolve", "--pass", "soviet", "--pass", "axis", "--until", until, cwd=fresh).code in (0, 4)
    text = "game: demo\nkind: orders\nturn: 2\nside: soviet\nposition: any\norders:\n  movement: []\n  combat: []\n"
    ran = run("check", "-", cwd=fresh, stdin=text)
    assert ran.code == 0, ran.out
    assert "carried out already" not in ran.out
    assert "frozen" not in ran.out
