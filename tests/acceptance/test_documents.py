"""The examples in the documents are what they say: files that the command accepts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.acceptance.command import run
from tests.acceptance.conftest import begin

ROOT = Path(__file__).resolve().parent.parent.parent
README, BY_MAIL = ROOT / "README.md", ROOT / "docs" / "playing-by-mail.md"
SIGHT = ROOT / "docs" / "line-of-sight.md"


def blocks(path: Path, kind: str) -> list[str]:
    """The YAML blocks of a document that are files of this kind."""
    found = re.findall(r"(?ms)^```yaml\n(.*?)^```$", path.read_text(encoding="utf-8"))
    return [text for text in found if f"kind: {kind}\n" in text]


def shown_runs(path: Path) -> list[tuple[str, str]]:
    """The commands of a document that are shown with what they print."""
    return re.findall(r"(?ms)^```\n\$ adjudicator (.*?)\n(.*?)^```$", path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def izyum(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of the documents, in which nothing has happened."""
    return begin(tmp_path_factory.mktemp("documents"), name="izyum")


def test_the_orders_in_the_readme_are_legal_in_a_new_game(izyum: Path) -> None:
    (text,) = blocks(README, "orders")
    ran = run("check", "-", "--game", izyum, stdin=text)
    assert ran.code == 0, ran.out
    assert ran.out.endswith("<stdin>: ok, 4 orders\n")
    assert ran.out.count(" advice ") == 2


def test_the_orders_by_mail_name_units_and_hexes_that_are_there(izyum: Path) -> None:
    (text,) = blocks(BY_MAIL, "orders")
    as_sent_now = re.sub(r"(?m)^position: .*$", "position: any", re.sub(r"(?m)^turn: .*$", "turn: 1", text))
    ran = run("check", "-", "--game", izyum, stdin=as_sent_now)
    assert ran.code == 0, ran.out


def test_the_standing_orders_by_mail_are_accepted(izyum: Path) -> None:
    (text,) = blocks(BY_MAIL, "standing")
    ran = run("check", "-", "--game", izyum, stdin=text)
    assert ran.code == 0, ran.out


def test_the_orders_about_overruns_and_chases_by_mail_are_read(izyum: Path) -> None:
    head = "game: izyum\nkind: orders\nturn: 1\nside: axis\nposition: any\norders:\n  movement:\n"
    text = BY_MAIL.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "overrun: 1627" in line or "if_chased: stop}" in line]
    assert len(lines) == 2
    ran = run("check", "-", "--game", izyum, stdin=head + "\n".join(lines) + "\n")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "<stdin>: ok, 2 orders")
    standing = next(block for block in re.findall(r"(?ms)^```yaml\n(.*?)^```$", text) if "chase: no" in block)
    ran = run("check", "-", "--game", izyum, stdin=f"game: izyum\nkind: standing\nside: soviet\n{standing}")
    assert ran.code == 0, ran.out


def test_the_lines_of_sight_are_those_that_the_command_prints() -> None:
    runs = shown_runs(SIGHT)
    assert [command.split()[:2] for command, _ in runs] == [["show", "los"]] * 3
    for command, printed in runs:
        ran = run(*command.split())
        assert (ran.code, ran.err, ran.out) == (0, "", printed)
