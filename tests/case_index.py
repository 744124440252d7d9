"""Which tests name which case: read from the tests' marks, kept in the package so that ``rules`` can tell."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from adjudicator.files.yaml_writer import render_yaml

ROOT = Path(__file__).resolve().parent.parent
PARTS = re.compile(r"(\d+)([a-z]*)")
RULESETS = ("kharkov", "platoon")


def find_marks() -> dict[str, dict[str, list[str]]]:
    """Per ruleset and case the tests that name it, as ``tests/cases/kharkov/test_09_odds.py::test_rounding``."""
    found: dict[str, dict[str, list[str]]] = {ruleset: {} for ruleset in RULESETS}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for ruleset, case in marks_of(function):
                    name = f"{path.relative_to(ROOT).as_posix()}::{function.name}"
                    found[ruleset].setdefault(case, []).append(name)
    return found


def marks_of(function: ast.FunctionDef) -> list[tuple[str, str]]:
    """The (ruleset, case) pairs of a test function's marks."""
    marks = []
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.case":
            ruleset, *cases = (ast.literal_eval(argument) for argument in decorator.args)
            marks += [(ruleset, case) for case in cases]
    return marks


def index_path(ruleset: str) -> Path:
    """The file that holds the index of a ruleset."""
    return ROOT / "adjudicator" / "rulesets" / ruleset / "case_tests.yaml"


def render_index(ruleset: str) -> str:
    """The text of that file as it should be now."""
    marks = find_marks()[ruleset]
    order = sorted(marks, key=lambda case: [(int(number), rest) for number, rest in PARTS.findall(case)])
    head = "# Made by python -m tests.case_index from the marks of the tests: do not edit.\n"
    return head + render_yaml({"tests": {case: sorted(marks[case]) for case in order}})


def main() -> None:
    """Write the index of every ruleset."""
    for ruleset in RULESETS:
        index_path(ruleset).write_text(render_index(ruleset), encoding="utf-8")


if __name__ == "__main__":
    main()
