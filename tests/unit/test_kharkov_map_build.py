"""The Kharkov map as files: its schema, and the tool that builds it from coordinates."""

import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "scenarios" / "kharkov"
MAP: dict[str, Any] = YAML(typ="safe", pure=True).load((FOLDER / "map.yaml").read_text(encoding="utf-8"))
SCHEMA: dict[str, Any] = json.loads((ROOT / "schemas" / "map.schema.json").read_text(encoding="utf-8"))


def test_the_map_satisfies_its_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert [error.message for error in validator.iter_errors(MAP)] == []
    unquoted = copy.deepcopy(MAP)
    unquoted["places"][0]["hex"] = 215
    assert validator.is_valid(unquoted)


@pytest.mark.parametrize(
    ("where", "key", "value"),
    [
        ((), "rivers", []),
        (("grid",), "orientation", "round"),
        (("places", 0), "hex", "02155"),
        (("places", 0), "source", "somebody said so"),
        (("hexsides", 0, "hexsides"), 0, "0113-0114"),
        (("networks", 0), "hexagons", []),
        (("terrain",), "Forest", ["0618"]),
        (("cities", 0, "hexes"), "819", {"source": "case 15.33"}),
        (("areas", "soviet_side", "rows"), "01", ["1-13"]),
    ],
)
def test_the_schema_refuses(where: tuple[Any, ...], key: Any, value: Any) -> None:
    spoiled = copy.deepcopy(MAP)
    part: Any = spoiled
    for step in where:
        part = part[step]
    part[key] = value
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(spoiled)


def run_builder(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "build_map.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_map_is_what_the_geography_says() -> None:
    result = run_builder(FOLDER, "--check")
    assert (result.returncode, result.stdout, result.stderr) == (0, "map.yaml is up to date\n", "")


def test_the_check_notices_a_corrected_coordinate(tmp_path: Path) -> None:
    for name in ("build_map.py", "yaml_text.py", "geography.yaml", "map.yaml"):
        shutil.copy(FOLDER / name, tmp_path / name)
    geography = tmp_path / "geography.yaml"
    text = geography.read_text(encoding="utf-8")
    assert text.count("{name: Izyum, modern: Izium, at: [49.207, 37.277]") == 1
    geography.write_text(text.replace("at: [49.207, 37.277]", "at: [49.207, 37.477]"), encoding="utf-8")
    result = run_builder(tmp_path, "--check")
    assert result.returncode == 1
    assert "differs from geography.yaml" in result.stdout
