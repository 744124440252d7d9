"""The rulebook, traceable: statuses, tests and citations agree, both ways."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adjudicator.files.scenario_file import load_cases
from tests.case_index import ROOT, find_marks, index_path, marks_of, render_index

RULESETS = ("kharkov", "platoon")
CASES = {ruleset: {entry["case"]: entry for entry in load_cases(ruleset)} for ruleset in RULESETS}
ALL_CASES = [(ruleset, case) for ruleset in RULESETS for case in CASES[ruleset]]
MARKS = find_marks()
CITED = re.compile(r"^\d{1,2}(\.\d{1,2}){1,2}[a-z]?$")
BUILT_SECTIONS = re.compile(r"^(4|8|9|10|11|12|13|14|15|16|17)\.|^5\.|^6\.(?!6)")


@pytest.mark.parametrize(
    ("ruleset", "case"),
    [(ruleset, case) for ruleset, case in ALL_CASES if CASES[ruleset][case]["status"] in ("enforced", "resolved")],
)
def test_every_case_that_is_enforced_or_resolved_has_a_test(ruleset: str, case: str) -> None:
    assert MARKS[ruleset].get(case), f"no test names {case} ({CASES[ruleset][case]['title']})"


def test_no_built_section_has_an_open_case() -> None:
    kharkov = CASES["kharkov"]
    assert [case for case in kharkov if BUILT_SECTIONS.match(case) and kharkov[case]["status"] == "open"] == []


def test_tests_name_only_cases_that_exist() -> None:
    assert [(ruleset, case) for ruleset in RULESETS for case in MARKS[ruleset] if case not in CASES[ruleset]] == []


def test_no_test_names_more_than_three_cases() -> None:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                assert len(marks_of(function)) <= 3, f"{path.name}::{function.name}"


MODULES = sorted(path for ruleset in RULESETS for path in (ROOT / "adjudicator" / "rulesets" / ruleset).glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_code_cites_only_cases_that_exist(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITED.match(node.value):
            assert node.value in CASES[path.parent.name], f"{path.name}:{node.lineno} cites {node.value}"


@pytest.mark.parametrize(
    ("ruleset", "case"), [(ruleset, case) for ruleset, case in ALL_CASES if CASES[ruleset][case]["where"]]
)
def test_where_a_case_lives_exists(ruleset: str, case: str) -> None:
    where = CASES[ruleset][case]["where"]
    module = ROOT / "adjudicator" / "rulesets" / ruleset / f"{where}.py"
    assert module.exists() or (ROOT / where).exists(), where


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_index_of_tests_is_up_to_date(ruleset: str) -> None:
    assert index_path(ruleset).read_text(encoding="utf-8") == render_index(ruleset), "run: python -m tests.case_index"
