"""Cases, options and rulings of Platoon Commander: three lists that must tell the same story."""

from pathlib import Path
from typing import Any

import pytest

from adjudicator.files.scenario_file import load_cases, load_options
from tests.unit.rulings import (
    assert_cases_say_something,
    assert_index_lists_every_ruling,
    assert_option_agrees,
    assert_ruling_is_whole,
    read_ruling,
    rulings_of,
)

FILES = rulings_of("platoon")
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


def test_cases_are_those_of_the_rulebook_in_its_order() -> None:
    expected = [f"{section}.{number}" for section, numbers in SECTIONS.items() for number in numbers.split()]
    assert len(expected) == 53
    assert list(STATUS_OF) == expected


def test_every_case_says_something_and_has_its_place() -> None:
    assert_cases_say_something(load_cases("platoon"))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda row: row["option"])
def test_option_is_of_one_shape_and_agrees_with_its_ruling(option: dict[str, Any]) -> None:
    assert_option_agrees("platoon", option, option["built"] == "true")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ruling_is_whole(path: Path) -> None:
    assert_ruling_is_whole(path, STATUS_OF, [row["ruling"] for row in OPTIONS])
    assert path.stem.partition("-")[0] == read_ruling(path)[0]["cases"][0]


def test_index_lists_every_ruling_once_as_it_is() -> None:
    assert_index_lists_every_ruling("platoon")
