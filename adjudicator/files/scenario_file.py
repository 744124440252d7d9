"""Scenarios as they lie in ``scenarios/``: found, read, and turned into maps and counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.files.data import find_data
from adjudicator.files.map_file import build_map
from adjudicator.files.yaml_reader import read_yaml
from adjudicator.model.scenario import Scenario
from adjudicator.model.units import Counter

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
_KNOWN = ("id", "name", "side", "kind", "nation", "steps", "division", "untried", "move", "type", "source", "size")


class NoSuchScenario(Exception):  # noqa: N818
    """There is no scenario of that name; ``known`` are those there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no scenario '{name}'; there is {', '.join(known)}")
        self.known = known


@cache
def scenario_files() -> Mapping[str, Path]:
    """Every scenario file by the name of its scenario (``kharkov/campaign``)."""
    found = {}
    for path in sorted(find_data("scenarios").glob("*/*.yaml")):
        with path.open(encoding="utf-8") as stream:
            line = next((line for line in stream if line.startswith(("scenario:", "map:", "tables:"))), "")
        if line.startswith("scenario:"):
            found[line.partition(":")[2].strip()] = path
    return found


def list_scenarios() -> dict[str, str]:
    """The title of every scenario by its name."""
    return {name: str(_read(path)["title"]) for name, path in scenario_files().items()}


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = read_yaml(path, what="data").data
    return data


@cache
def load_scenario(name: str) -> Scenario:
    """A scenario by name, with the ruleset's options. Raises NoSuchScenario, or UnreadableFile for a broken file."""
    path = scenario_files().get(name)
    if path is None:
        raise NoSuchScenario(name, tuple(scenario_files()))
    data = _read(path)
    ruleset = data["ruleset"]
    return Scenario(
        name=name,
        title=data["title"],
        ruleset=ruleset,
        map=build_map(_read(path.parent / data["map"])),
        counters=_build_counters(_read(path.parent / data["counters"])),
        data=data,
        tables=_read(path.parent / data["tables"]),
        options=tuple(load_options(ruleset)),
    )


@cache
def load_options(ruleset: str) -> tuple[Mapping[str, Any], ...]:
    """The switches of a ruleset as written in its ``options.yaml``."""
    return tuple(_read(RULESETS / ruleset / "options.yaml")["options"])


@cache
def load_cases(ruleset: str) -> tuple[Mapping[str, Any], ...]:
    """The cases of a ruleset as written in its ``cases.yaml``, in the order of the rulebook."""
    return tuple(_read(RULESETS / ruleset / "cases.yaml")["cases"])


def _build_counters(data: Mapping[str, Any]) -> dict[str, Counter]:
    return {entry["id"]: _build_counter({**data["types"][entry["type"]], **entry}) for entry in data["units"]}


def _build_counter(entry: Mapping[str, Any]) -> Counter:
    return Counter(
        id=entry["id"],
        name=entry["name"],
        side=entry["side"],
        kind=entry["kind"],
        nation=entry.get("nation", ""),
        move=int(entry.get("move", 0)),
        faces=tuple(tuple(int(value) for value in face) for face in entry.get("steps", [])),
        division=entry.get("division", ""),
        size=entry.get("size", ""),
        pool=entry.get("untried", ""),
        numbers={
            **{key: int(value) for key, value in entry.items() if key not in _KNOWN and str(value).isdigit()},
            **{key: int(value) for key, value in entry.get("values", {}).items()},
        },
        words=entry.get("words", {}),
        traits=frozenset(entry.get("traits", ())),
    )
