"""Imports point downward, and the lower rooms know no ruleset, no file and no terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "adjudicator"
LOWER = sorted((*PACKAGE.glob("engine/*.py"), *PACKAGE.glob("model/*.py")))
RULESET_WORDS = re.compile(
    r"kharkov|kursk|platoon|soviet|axis|german|russian|romanian|italian|hungarian|panzer|rifle|tank|donets",
    re.IGNORECASE,
)
CASE_NUMBER = re.compile(r"[\"'(]\d{1,2}\.\d{1,2}[\"',)]")


def relative(path):
    return str(path.relative_to(PACKAGE))


def test_there_is_something_to_look_at():
    assert {"engine/referee.py", "engine/dice.py", "model/hexes.py"} <= {relative(path) for path in LOWER}


@pytest.mark.parametrize("path", LOWER, ids=relative)
def test_model_and_engine_hold_no_word_of_a_ruleset(path):
    text = path.read_text(encoding="utf-8")
    found = [line for line in text.splitlines() if RULESET_WORDS.search(line) or CASE_NUMBER.search(line)]
    assert found == []


@pytest.mark.parametrize("path", LOWER, ids=relative)
def test_model_and_engine_read_nothing_from_the_world(path):
    text = path.read_text(encoding="utf-8")
    modules = re.findall(r"^\s*(?:from|import) ([\w.]+)", text, re.MULTILINE)
    assert {"random", "time", "datetime", "os", "sys", "pathlib", "secrets", "locale"}.isdisjoint(modules)
    assert re.findall(r"\b(?:print|open|input|float)\(", text) == []


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("rulesets/**/*.py")), ids=relative)
def test_rules_print_nothing_and_read_no_file(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"\b(?:print|open|input)\(|^\s*(?:from|import) (?:random|time|os)\b", text, re.MULTILINE) == []


def test_imports_point_downward():
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
