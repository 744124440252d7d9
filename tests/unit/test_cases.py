"""The rulebook, traceable: statuses, tests and citations agree, both ways."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adjudicator.files.scenario_file import load_cases
from tests.case_index import ROOT, find_marks, index_path, marks_of, render_index

CASES = {entry["case"]: entry for entry in load_cases("kharkov")}
MARKS = find_marks()["kharkov"]
CITED = re.compile(r"^\d{1,2}\.\d{1,2}$")
BUILT_SECTIONS = re.compile(r"^(4|8|9|10|11|12|13|14|15|16|17)\.|^5\.|^6\.(?!6)")


@pytest.mark.parametrize("case", [case for case, entry in CASES.items() if entry["status"] in ("enforced", "resolved")])
def test_every_case_that_is_enforced_or_resolved_has_a_test(case: str) -> None:
    assert MARKS.get(case), f"no test names {case} ({CASES[case]['title']})"


def test_no_built_section_has_an_open_case() -> None:
    assert [case for case, entry in CASES.items() if BUILT_SECTIONS.match(case) and entry["status"] == "open"] == []


def test_tests_name_only_cases_that_exist() -> None:
    assert [case for case in MARKS if case not in CASES] == []


def test_no_test_names_more_than_three_cases() -> None:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                assert len(marks_of(function)) <= 3, f"{path.name}::{function.name}"


MODULES = sorted((ROOT / "adjudicator" / "rulesets" / "kharkov").glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.name)
def test_code_cites_only_cases_that_exist(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITED.match(node.value):
            assert node.value in CASES, f"{path.name}:{node.lineno} cites {node.value}"


@pytest.mark.parametrize("case", [case for case, entry in CASES.items() if entry.get("where")])
def test_where_a_case_lives_exists(case: str) -> None:
    where = CASES[case]["where"]
    module = ROOT / "adjudicator" / "rulesets" / "kharkov" / f"{where}.py"
    assert module.exists() or (ROOT / where).exists(), where


def test_the_index_of_tests_is_up_to_date() -> None:
    assert index_path("kharkov").read_text(encoding="utf-8") == render_index("kharkov"), (
        "run: python -m tests.case_index"
    )
