"""What holds for the rulings and options of every ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rulings"
STATUSES = {"enforced", "resolved", "data", "setup", "option", "not a rule", "open"}
PLACELESS = {"not a rule", "open"}
HEADINGS = ["## Question", "## Readings", "## Our choice", "## Why", "## Switch"]
SAME = ("option", "cases", "default", "values")
_FRONT_MATTER = re.compile(r"---\n(.*?)\n---\n(.*)", re.DOTALL)


def rulings_of(ruleset: str) -> list[Path]:
    """The files of a ruleset's rulings."""
    return sorted(path for path in (DOCS / ruleset).glob("*.md") if path.name != "README.md")


def read_ruling(path: Path) -> tuple[dict[str, Any], str]:
    """The front matter and the text of a ruling."""
    match = _FRONT_MATTER.fullmatch(path.read_text(encoding="utf-8"))
    assert match, f"{path.name} has no front matter"
    return YAML(typ="safe", pure=True).load(match[1]), match[2]


def assert_cases_say_something(rows: Sequence[Mapping[str, Any]]) -> None:
    """Every case has a title of its own, says something, and has its place."""
    assert len({row["title"] for row in rows}) == len(rows)
    for row in rows:
        assert list(row) == ["case", "title", "says", "status", "where"], row["case"]
        assert row["status"] in STATUSES, row["case"]
        assert len(row["title"]) <= 40, row["case"]
        assert len(row["says"]) > 20, row["case"]
        assert row["says"].endswith("."), row["case"]
        assert row["status"] in PLACELESS or row["where"], row["case"]


def assert_option_agrees(ruleset: str, option: Mapping[str, Any], is_built: bool) -> None:
    """An option has its shape, and its ruling tells the same of it."""
    assert list(option) == ["option", "cases", "default", "values", "ruling", "built", "what"]
    assert all(isinstance(value, str) for value in option["values"])
    assert option["default"] == option["values"][0]
    assert len(set(option["values"])) == len(option["values"]) >= 2
    front, text = read_ruling(DOCS / ruleset / option["ruling"])
    assert {key: front[key] for key in SAME} == {key: option[key] for key in SAME}
    assert (front["status"] == "built") is is_built
    for value in option["values"]:
        assert f"- `{value}`: " in text


def assert_ruling_is_whole(path: Path, status_of: Mapping[str, str], rulings_of_options: Sequence[str]) -> None:
    """A ruling has its parts, and stands as open or built as the case that it settles does."""
    front, text = read_ruling(path)
    assert front["id"] == path.stem
    assert path.stem.partition("-")[0] in front["cases"]
    assert all(case in status_of for case in front["cases"])
    assert [line for line in text.splitlines() if line.startswith("## ")] == HEADINGS
    # The first case is the one the ruling settles; the others only bear on it.
    assert front["status"] == ("open" if status_of[front["cases"][0]] == "open" else "built")
    assert (front["option"] is None) == text.endswith("## Switch\n\nNone.\n")
    assert front["option"] is None or path.name in rulings_of_options


def assert_index_lists_every_ruling(ruleset: str) -> None:
    """The index has each ruling once, as it is."""
    index = (DOCS / ruleset / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[.+?\]\((.+?)\) \| (.+)$", index, re.MULTILINE)
    assert sorted(name for name, _ in rows) == [path.name for path in rulings_of(ruleset)]
    for name, rest in rows:
        front, _ = read_ruling(DOCS / ruleset / name)
        cells = [cell.strip().strip("`") for cell in rest.rstrip("|").split("|")]
        expected = [", ".join(front["cases"]), front["option"] or "", front.get("default", ""), front["status"]]
        assert cells == expected, name
