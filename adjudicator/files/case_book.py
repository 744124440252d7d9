"""The cases of a ruleset with what bears on them: where they live, their tests, the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator.files.data import find_data
from adjudicator.files.scenario_file import RULESETS, load_cases
from adjudicator.files.yaml_reader import parse_yaml, read_yaml


@cache
def load_case_book(ruleset: str) -> tuple[Mapping[str, Any], ...]:
    """Every case in the order of the rulebook: case, title, says, status, where, tests, rulings."""
    tests = _load_tests(ruleset)
    rulings = _load_rulings(ruleset)
    return tuple(
        {
            "case": case["case"],
            "title": case["title"],
            "says": case.get("says") or "",
            "status": case["status"],
            "where": case.get("where"),
            "tests": tests.get(case["case"], []),
            "rulings": rulings.get(case["case"], []),
        }
        for case in load_cases(ruleset)
    )


def load_ruling(ruleset: str, name: str) -> str:
    """The text of a ruling (Markdown) without its head."""
    text = find_data("rulings", ruleset, f"{name}.md").read_text(encoding="utf-8")
    return text.split("---\n", 2)[2].lstrip("\n")


def _load_tests(ruleset: str) -> Mapping[str, list[str]]:
    path = RULESETS / ruleset / "case_tests.yaml"
    tests: Mapping[str, list[str]] = read_yaml(path, what="data").data["tests"]
    return tests


def _load_rulings(ruleset: str) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(find_data("rulings", ruleset).glob("[0-9]*.md")):
        head = path.read_text(encoding="utf-8").split("---\n", 2)[1]
        data = parse_yaml(head, path.name, what="ruling").data
        for case in data["cases"]:
            found.setdefault(case, []).append(data["id"])
    return found
