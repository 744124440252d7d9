"""A log that was changed: ``verify`` exits 1 and names the line; other commands could not run."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.cli.main import run as run_here
from tests.acceptance.command import run

Verify = Callable[[list[str]], tuple[int, str]]


@pytest.fixture
def verify(played: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """What ``verify`` says of the played game with these lines as its log."""

    def with_lines(lines: list[str]) -> tuple[int, str]:
        (played / "log.jsonl").write_text("".join(lines), encoding="utf-8")
        code = run_here(["verify", "--game", str(played)])
        return code, capsys.readouterr().out

    return with_lines


@pytest.fixture
def lines(played: Path) -> list[str]:
    """The lines of the played game's log."""
    return (played / "log.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


def test_one_digit_in_any_line(verify: Verify, lines: list[str]) -> None:
    dice = random.Random(9)
    for index, line in enumerate(lines):
        places = [match.start() for match in re.finditer("[0-9]", line)]
        place = dice.choice(places)
        changed = line[:place] + str((int(line[place]) + 1) % 10) + line[place + 1 :]
        code, out = verify([*lines[:index], changed, *lines[index + 1 :]])
        assert code == 1
        assert out.startswith(f"log.jsonl:{index + 1}: "), (changed, out)


def test_any_line_dropped(verify: Verify, lines: list[str]) -> None:
    for index in range(len(lines)):
        code, out = verify(lines[:index] + lines[index + 1 :])
        assert code == 1
        assert out.startswith(f"log.jsonl:{index + 1}: ")


def test_any_two_neighbours_swapped(verify: Verify, lines: list[str]) -> None:
    for index in range(len(lines) - 1):
        code, out = verify([*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]])
        assert code == 1
        assert out.startswith(f"log.jsonl:{index + 1}: ")


@pytest.mark.parametrize("line", ["{}\n", "[1]\n", "nonsense\n", '"text"\n', "[" * 5000 + "\n", "\n"])
def test_a_line_of_something_else(verify: Verify, lines: list[str], line: str) -> None:
    code, out = verify([*lines[:10], line, *lines[11:]])
    assert code == 1
    assert out.startswith("log.jsonl:11: ")


def test_the_whole_log_is_what_was_written(verify: Verify, lines: list[str]) -> None:
    code, out = verify(lines)
    assert code == 0
    assert f"{len(lines)} lines, all as they must be" in out


def test_a_chain_made_anew_does_not_hide_another_die(played: Path) -> None:
    from adjudicator.files.log import Log, parse_log, render_log

    path = played / "log.jsonl"
    log = parse_log(path.read_text(encoding="utf-8"))
    entries = [dict(entry) for entry in log.entries]
    index = next(i for i, entry in enumerate(entries) if entry.get("kind") == "rolled")
    values = entries[index]["values"]
    entries[index]["values"] = {**values, "value": values["value"] % values["sides"] + 1}
    path.write_text(render_log(Log().extended(entries)), encoding="utf-8")
    ran = run("verify", "--game", played)
    assert ran.code == 1
    assert ran.out.startswith(f"log.jsonl:{index + 1}: ")


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("rolled", "value", None),
        ("revealed", "steps", "nonsense"),
        ("marked", "marker", None),
        ("marked", "marker", {}),
        ("moved", "path", []),
        ("attack_declared", "defenders", -7),
    ],
)
def test_a_chain_made_anew_over_nonsense_is_damage_not_a_fault_of_the_program(
    played: Path, kind: str, field: str, value: object
) -> None:
    from adjudicator.files.log import Log, parse_log, render_log

    path = played / "log.jsonl"
    entries = [dict(entry) for entry in parse_log(path.read_text(encoding="utf-8")).entries]
    index = next(i for i, entry in enumerate(entries) if entry.get("kind") == kind)
    entries[index]["values"] = {**entries[index]["values"], field: value}
    path.write_text(render_log(Log().extended(entries)), encoding="utf-8")
    codes = set()
    for arguments in (("status",), ("resolve",), ("report",), ("report", "--format", "json"), ("show", "units")):
        ran = run(*arguments, "--game", played)
        codes.add(ran.code)
        assert ran.code in (0, 2, 4)
        assert ran.code != 2 or ran.err.startswith(f"adjudicator: log.jsonl:{index + 1}: ") or "verify" in ran.err
    assert 2 in codes
    assert not list(played.glob("adjudicator-fault-*"))
    assert run("verify", "--game", played).out.startswith(f"log.jsonl:{index + 1}: ")


def test_other_commands_could_not_run_on_a_damaged_log(played: Path) -> None:
    path = played / "log.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("36tb", "35tb", 1), encoding="utf-8")
    for arguments in (("status",), ("resolve",), ("report",), ("show", "units"), ("submit", "-"), ("check", "-")):
        ran = run(*arguments, "--game", played, stdin="game: demo\n")
        assert (ran.code, ran.out) == (2, "")
        assert "log.jsonl:" in ran.err


@pytest.mark.parametrize("name", ["game.yaml", "log.jsonl"])
@pytest.mark.parametrize("text", [b"", b"game: [", b"\xff\xff", b"a: 1\n"])
def test_a_file_that_is_nothing_is_said_in_a_sentence(played: Path, name: str, text: bytes) -> None:
    (played / name).write_bytes(text)
    ran = run("status", "--game", played)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    for arguments in (("status",), ("resolve",), ("verify",), ("reveal",), ("report",), ("show", "log")):
        ran = run(*arguments, "--game", tmp_path / "nowhere")
        assert (ran.code, ran.out) == (2, "")
        assert "there is no game in" in ran.err
    shutil.rmtree(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("commitment: ", "commitment: 00", "dice, commitment is "),
        ("seed: ", "seed: x", "is not the one the game committed to"),
        (
            "options: {}",
            "options: {setup: players}",
            'options, setup is "players"; in the log\'s first line it is missing',
        ),
        ("undecided: default", "undecided: ask", 'policy, undecided is "ask"'),
        ("game: demo", "game: other", 'game is "other"'),
        ("ruleset_version: ", "ruleset_version: 9", "ruleset_version is "),
        ("ruleset_version: ", "rv: ", "ruleset_version is missing"),
        ("scenario: ", "scenario: x", "scenario is "),
        ("sides:", "sides: [axis]\nother:", "sides is "),
    ],
)
def test_a_changed_setting_is_named(played: Path, old: str, new: str, words: str) -> None:
    path = played / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    ran = run("verify", "--game", played)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("game.yaml: ")
    assert words in ran.out
    path.write_text(text, encoding="utf-8")
    assert run("verify", "--game", played).code == 0


def test_status_says_that_a_log_is_cut_off(played: Path, lines: list[str]) -> None:
    assert run("status", "--game", played).err == ""
    (played / "log.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
    assert "the log is cut off" in run("status", "--game", played).err


def test_a_game_of_one_line_is_verified_in_good_grammar(fresh: Path) -> None:
    assert "demo: 1 line, as it must be, position " in run("verify", "--game", fresh).out
