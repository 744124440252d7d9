"""Cases, options and rulings of Kharkov: three lists that must tell the same story."""

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
RULESET = ROOT / "adjudicator" / "rulesets" / "kharkov"
RULINGS = ROOT / "docs" / "rulings" / "kharkov"

# The second number of every case, section by section: "5 51-53" stands for x.5, x.51, x.52, x.53.
SECTIONS = {
    1: "0",
    2: "0",
    3: "0 1 2 21-23 3 4",
    4: "0 1 2",
    5: "0 1 11-15 2 3",
    6: "0 1 11-14 2 21-26 3 4 41-46 5 51-58 6 61-64 7 71-77 8",
    7: "0 1 11-17 2 21-26 3 31-35",
    8: "0 1 2 21-25",
    9: "0 1 11-15 2 21-24 3 31-35 4 5 51-59 6 61-65 7 71-76 8 81-85 9",
    10: "0 1 11-18 2 21-27 3 31-34",
    11: "0 1 2 21-24 3 31-37 4 41-44",
    12: "0",
    13: "0 1 11-15 2",
    14: "0 1 2 3 31-32",
    15: "0 1 11-15 2 21-25 3 31-34",
    16: "0 1 2 21-22",
    17: "0 1 11-13 2 21-25 3",
    18: "0",
}
STATUSES = {"enforced", "resolved", "data", "setup", "option", "not a rule", "open"}
PLACELESS = {"not a rule", "open"}
OPEN = re.compile(r"none")
FRONT_MATTER = re.compile(r"---\n(.*?)\n---\n(.*)", re.DOTALL)
HEADINGS = ["## Question", "## Readings", "## Our choice", "## Why", "## Switch"]


def read_list(name: str) -> list[dict[str, Any]]:
    """Return the list of mappings in one of the ruleset's YAML files."""
    rows = YAML(typ="safe", pure=True).load((RULESET / name).read_text(encoding="utf-8"))[name.removesuffix(".yaml")]
    assert isinstance(rows, list)
    return rows


def read_ruling(path: Path) -> tuple[dict[str, Any], str]:
    """Return the front matter and the text of a ruling."""
    match = FRONT_MATTER.fullmatch(path.read_text(encoding="utf-8"))
    assert match, f"{path.name} has no front matter"
    return YAML(typ="safe", pure=True).load(match[1]), match[2]


def spell_out(section: int, spans: str) -> list[str]:
    """Return the case numbers that one line of SECTIONS stands for."""
    numbers = []
    for span in spans.split():
        first, _, last = span.partition("-")
        numbers += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return numbers


CASES = read_list("cases.yaml")
OPTIONS = read_list("options.yaml")
RULING_FILES = sorted(path for path in RULINGS.glob("*.md") if path.name != "README.md")
STATUS_OF = {row["case"]: row["status"] for row in CASES}


def test_cases_are_those_of_the_rulebook_in_its_order() -> None:
    expected = [number for section, spans in SECTIONS.items() for number in spell_out(section, spans)]
    assert len(expected) == 239
    assert [row["case"] for row in CASES] == expected


def test_every_case_says_something_and_has_its_place() -> None:
    titles = [row["title"] for row in CASES]
    assert len(set(titles)) == len(titles)
    for row in CASES:
        assert list(row) == ["case", "title", "says", "status", "where"], row["case"]
        assert row["status"] in STATUSES, row["case"]
        assert len(row["title"]) <= 40, row["case"]
        assert len(row["says"]) > 20, row["case"]
        assert row["says"].endswith("."), row["case"]
        assert row["status"] in PLACELESS or row["where"], row["case"]


def test_open_cases_are_the_sections_not_built_yet() -> None:
    assert [case for case, status in STATUS_OF.items() if status == "open"] == [
        case for case in STATUS_OF if OPEN.fullmatch(case)
    ]


def test_options_are_unique_and_of_one_shape() -> None:
    names = [row["option"] for row in OPTIONS]
    assert len(set(names)) == len(names)
    for row in OPTIONS:
        assert list(row) == ["option", "cases", "default", "values", "ruling", "built", "what"], row["option"]
        assert all(isinstance(value, str) for value in row["values"]), row["option"]
        assert row["default"] == row["values"][0], row["option"]
        assert len(set(row["values"])) == len(row["values"]) >= 2, row["option"]
        assert isinstance(row["built"], bool), row["option"]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda row: row["option"])
def test_option_agrees_with_its_ruling(option: dict[str, Any]) -> None:
    front, text = read_ruling(RULINGS / option["ruling"])
    assert {key: front[key] for key in ("option", "cases", "default", "values")} == {
        key: option[key] for key in ("option", "cases", "default", "values")
    }
    assert (front["status"] == "built") is option["built"]
    for value in option["values"]:
        assert f"- `{value}`: " in text


@pytest.mark.parametrize("path", RULING_FILES, ids=lambda path: path.stem)
def test_ruling_is_whole(path: Path) -> None:
    front, text = read_ruling(path)
    assert front["id"] == path.stem
    assert path.stem.partition("-")[0] in front["cases"]
    assert all(case in STATUS_OF for case in front["cases"])
    assert [line for line in text.splitlines() if line.startswith("## ")] == HEADINGS
    # The first case is the one the ruling settles; the others only bear on it.
    assert front["status"] == ("open" if STATUS_OF[front["cases"][0]] == "open" else "built")
    assert (front["option"] is None) == text.endswith("## Switch\n\nNone.\n")
    if front["option"] is not None:
        assert path.name in [row["ruling"] for row in OPTIONS]


def test_links_in_rulings_lead_to_rulings() -> None:
    names = {path.name for path in RULING_FILES}
    for path in RULING_FILES:
        links = re.findall(r"\]\(([^)]+\.md)\)", path.read_text(encoding="utf-8"))
        assert set(links) <= names, path.name


def test_index_lists_every_ruling_once_as_it_is() -> None:
    rows = re.findall(
        r"^\| \[.+?\]\((.+?)\) \| (.+)$", (RULINGS / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(name for name, _ in rows) == [path.name for path in RULING_FILES]
    for name, rest in rows:
        front, _ = read_ruling(RULINGS / name)
        cells = [cell.strip().strip("`") for cell in rest.rstrip("|").split("|")]
        assert cells == [", ".join(front["cases"]), front["option"] or "", front.get("default", ""), front["status"]], (
            name
        )
