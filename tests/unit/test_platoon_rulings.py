"""Cases, options and rulings of Platoon Commander: three lists that must tell the same story."""

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from adjudicator.files.scenario_file import load_cases, load_options

RULINGS = Path(__file__).resolve().parents[2] / "docs" / "rulings" / "platoon"
FILES = sorted(path for path in RULINGS.glob("*.md") if path.name != "README.md")
STATUSES = {"enforced", "resolved", "data", "setup", "option", "not a rule", "open"}
PLACELESS = {"not a rule", "open"}
# Cases below each section, the section's own number included: the rulebook has no 4.2 and two of 8.1.1.
SECTIONS = {
    1: "0 1 2 3 4 5 6",
    2: "0 1 2 3 4 5 6 7 8 9",
    3: "0 1 2 3",
    4: "0 0.1 1 3 4 5 6",
    5: "0 1 1.1 1.2 1.3 1.4 1.5 2 3",
    6: "0",
    7: "0 1",
    8: "0 1 1.1 1.1b 2",
    9: "0 1 2 3",
    10: "0 1 2 3",
}
STATUS_OF = {row["case"]: row["status"] for row in load_cases("platoon")}
OPTIONS = load_options("platoon")
HEADINGS = ["## Question", "## Readings", "## Our choice", "## Why", "## Switch"]


def read_ruling(path: Path) -> tuple[dict[str, Any], str]:
    """The front matter and the text of a ruling."""
    match = re.fullmatch(r"---\n(.*?)\n---\n(.*)", path.read_text(encoding="utf-8"), re.DOTALL)
    assert match, f"{path.name} has no front matter"
    return YAML(typ="safe", pure=True).load(match[1]), match[2]


def test_cases_are_those_of_the_rulebook_in_its_order() -> None:
    expected = [f"{section}.{number}" for section, numbers in SECTIONS.items() for number in numbers.split()]
    assert len(expected) == 53
    assert list(STATUS_OF) == expected


def test_every_case_says_something_and_has_its_place() -> None:
    rows = load_cases("platoon")
    assert len({row["title"] for row in rows}) == len(rows)
    for row in rows:
        assert list(row) == ["case", "title", "says", "status", "where"], row["case"]
        assert row["status"] in STATUSES, row["case"]
        assert len(row["title"]) <= 40, row["case"]
        assert len(row["says"]) > 20, row["case"]
        assert row["says"].endswith("."), row["case"]
        assert row["status"] in PLACELESS or row["where"], row["case"]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda row: row["option"])
def test_option_is_of_one_shape_and_agrees_with_its_ruling(option: dict[str, Any]) -> None:
    assert list(option) == ["option", "cases", "default", "values", "ruling", "built", "what"]
    assert option["default"] == option["values"][0]
    assert len(set(option["values"])) == len(option["values"]) >= 2
    front, text = read_ruling(RULINGS / option["ruling"])
    same = ("option", "cases", "default", "values")
    assert {key: front[key] for key in same} == {key: option[key] for key in same}
    assert (front["status"] == "built") is (option["built"] == "true")
    for value in option["values"]:
        assert f"- `{value}`: " in text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ruling_is_whole(path: Path) -> None:
    front, text = read_ruling(path)
    assert front["id"] == path.stem
    assert path.stem.partition("-")[0] == front["cases"][0]
    assert all(case in STATUS_OF for case in front["cases"])
    assert [line for line in text.splitlines() if line.startswith("## ")] == HEADINGS
    assert front["status"] == ("open" if STATUS_OF[front["cases"][0]] == "open" else "built")
    assert (front["option"] is None) == text.endswith("## Switch\n\nNone.\n")
    assert front["option"] is None or path.name in [row["ruling"] for row in OPTIONS]


def test_index_lists_every_ruling_once_as_it_is() -> None:
    index = (RULINGS / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[.+?\]\((.+?)\) \| (.+)$", index, re.MULTILINE)
    assert sorted(name for name, _ in rows) == [path.name for path in FILES]
    for name, rest in rows:
        front, _ = read_ruling(RULINGS / name)
        cells = [cell.strip().strip("`") for cell in rest.rstrip("|").split("|")]
        expected = [", ".join(front["cases"]), front["option"] or "", front.get("default", ""), front["status"]]
        assert cells == expected, name
