"""Streams and exit codes: results and talk apart, no escape codes, closed pipes, faults of ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import CLEAN, command_line, run, run_process

ESC = "\x1b"
NOT_YET = ("moves", "odds", "view", "template", "what-if", "fmt", "diff", "amend", "undo")


def test_version_imports_nothing_but_click_and_ours() -> None:
    code = (
        "import sys; from adjudicator.cli.main import run; run(['--version']);"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'rich', 'ruamel', 'jsonschema'}));"
        "print(sorted(name for name in sys.modules if name.startswith('adjudicator')))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=CLEAN)
    assert ended.stdout.splitlines() == [
        "adjudicator 0.1.0",
        "[]",
        "['adjudicator', 'adjudicator.cli', 'adjudicator.cli.main']",
    ]


@pytest.mark.parametrize("name", NOT_YET)
def test_a_command_that_is_not_there_yet_says_so(name: str) -> None:
    for arguments in ((), ("44id", "--side", "axis", "--help")):
        ran = run(name, *arguments)
        assert (ran.code, ran.out, ran.err) == (2, "", f"adjudicator {name} is not there yet\n")


def test_usage_errors_exit_2() -> None:
    for arguments in ((), ("chekc",), ("--nonsense",), ("status", "extra"), ("check", "--format", "xml", "f")):
        assert run(*arguments).code == 2
    assert run("--help").code == 0
    assert run("check", "--help").code == 0


@pytest.mark.fault("H25")
def test_no_escape_codes_unless_asked_for(fresh: Path) -> None:
    (fresh / "bad.yaml").write_text(mail.BAD, encoding="utf-8")
    for env in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"}):
        for arguments in (("check", "bad.yaml"), ("status",), ("report",), ("submit", "bad.yaml")):
            assert ESC not in run(*arguments, cwd=fresh, env=env).both
    for arguments in (("--color", "always", "check", "bad.yaml"), ("check", "bad.yaml", "--color=always")):
        assert ESC in run(*arguments, cwd=fresh).out
        assert ESC in run(*arguments, cwd=fresh, env={"NO_COLOR": "1"}).out
    assert ESC not in run("check", "bad.yaml", "--color=never", cwd=fresh).out


def test_escape_bytes_of_a_player_are_shown_escaped(fresh: Path) -> None:
    text = mail.BAD.replace("0101", '"\\e[31m0101\\x9b"').replace("36tb", '"\\e]0;x\\a"')
    named = fresh / f"{ESC}[31mred.yaml"
    named.write_text(text, encoding="utf-8")
    for form in ("text", "json", "jsonl", "github"):
        ran = run("check", named.name, "--format", form, cwd=fresh)
        assert ran.code == 1
        assert not {ESC, "\x9b", "\a"} & set(ran.both)
    assert "\\x1b" in run("check", named.name, cwd=fresh).out
    ran = run("check", f"{ESC}[31m.yaml", cwd=fresh)
    assert ran.code == 2


def test_no_file_of_ours_holds_escape_bytes(fresh: Path) -> None:
    text = mail.GOOD.replace("game: demo", "# \ngame: demo") + '    - {move: "\\e[31m36tb", to: 1709}\n'
    assert run("submit", "-", cwd=fresh, stdin=text).code == 1
    assert run("resolve", "--pass", "soviet", cwd=fresh).code == 4
    for path in fresh.rglob("*"):
        if path.is_file():
            assert ESC.encode() not in path.read_bytes()


def test_a_closed_pipe_ends_quietly(played: Path) -> None:
    for arguments in (("rules", "kharkov", "--format", "json"), ("show", "map"), ("show", "log")):
        env = {**CLEAN, "ADJUDICATOR_GAME": str(played)}
        process = subprocess.Popen(
            command_line(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, text=True
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        process.stderr.close()
        assert process.wait() in (0, 141)


def test_output_that_cannot_be_written_is_said(played: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            command_line("show", "map", "--game", played), stdout=full, stderr=subprocess.PIPE, env=CLEAN, check=False
        )
    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr
    assert ended.stderr.count(b"\n") == 1


def test_a_narrow_encoding_does_no_harm(played: Path) -> None:
    ran = run_process("report", "--turn", 1, "--game", played, env={"PYTHONIOENCODING": "ascii"})
    assert ran.code == 0


def test_a_process_says_the_same_as_a_run_inside_one(played: Path) -> None:
    (played / "bad.yaml").write_text(mail.BAD, encoding="utf-8")
    for arguments, stdin in (
        (("--version",), ""),
        (("status",), ""),
        (("check", "bad.yaml", "-", "nothing.yaml"), mail.GOOD),
        (("show", "hex", "815"), ""),
    ):
        assert run_process(*arguments, cwd=played, stdin=stdin) == run(*arguments, cwd=played, stdin=stdin)


def test_a_fault_of_ours_is_one_sentence_and_a_file(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from adjudicator.cli import status
    from adjudicator.cli.main import run as run_here

    def fail(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(status, "status_of", fail)
    assert run_here(["status", "--game", str(played)]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    (saved,) = played.glob("adjudicator-fault-*.txt")
    assert said.err == f"adjudicator: this is a fault of the program, not yours; the details were saved in {saved}\n"
    assert "on purpose" in saved.read_text(encoding="utf-8")
