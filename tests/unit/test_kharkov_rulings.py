"""Cases, options and rulings of Kharkov: three lists that must tell the same story."""

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.unit.rulings import (
    assert_cases_say_something,
    assert_index_lists_every_ruling,
    assert_option_agrees,
    assert_ruling_is_whole,
    rulings_of,
)

ROOT = Path(__file__).resolve().parents[2]
RULESET = ROOT / "adjudicator" / "rulesets" / "kharkov"

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
OPEN = re.compile(r"none")


def read_list(name: str) -> list[dict[str, Any]]:
    """Return the list of mappings in one of the ruleset's YAML files."""
    rows = YAML(typ="safe", pure=True).load((RULESET / name).read_text(encoding="utf-8"))[name.removesuffix(".yaml")]
    assert isinstance(rows, list)
    return rows


def spell_out(section: int, spans: str) -> list[str]:
    """Return the case numbers that one line of SECTIONS stands for."""
    numbers = []
    for span in spans.split():
        first, _, last = span.partition("-")
        numbers += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return numbers


CASES = read_list("cases.yaml")
OPTIONS = read_list("options.yaml")
RULING_FILES = rulings_of("kharkov")
STATUS_OF = {row["case"]: row["status"] for row in CASES}


def test_cases_are_those_of_the_rulebook_in_its_order() -> None:
    expected = [number for section, spans in SECTIONS.items() for number in spell_out(section, spans)]
    assert len(expected) == 239
    assert [row["case"] for row in CASES] == expected


def test_every_case_says_something_and_has_its_place() -> None:
    assert_cases_say_something(CASES)


def test_open_cases_are_the_sections_not_built_yet() -> None:
    assert [case for case, status in STATUS_OF.items() if status == "open"] == [
        case for case in STATUS_OF if OPEN.fullmatch(case)
    ]


def test_options_are_unique() -> None:
    names = [row["option"] for row in OPTIONS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda row: row["option"])
def test_option_agrees_with_its_ruling(option: dict[str, Any]) -> None:
    assert isinstance(option["built"], bool)
    assert_option_agrees("kharkov", option, option["built"])


@pytest.mark.parametrize("path", RULING_FILES, ids=lambda path: path.stem)
def test_ruling_is_whole(path: Path) -> None:
    assert_ruling_is_whole(path, STATUS_OF, [row["ruling"] for row in OPTIONS])


def test_links_in_rulings_lead_to_rulings() -> None:
    names = {path.name for path in RULING_FILES}
    for path in RULING_FILES:
        links = re.findall(r"\]\(([^)]+\.md)\)", path.read_text(encoding="utf-8"))
        assert set(links) <= names, path.name


def test_index_lists_every_ruling_once_as_it_is() -> None:
    assert_index_lists_every_ruling("kharkov")
