"""The map, counters, tables and scenario of Platoon Commander, checked on the files alone."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from adjudicator.files.map_file import build_map
from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.schemas import load_schema

ROOT = Path(__file__).parents[2]
FILES = [("map", "map-a"), ("counters", "counters"), ("tables", "tables"), ("scenario", "take-the-high-ground")]
THE_HILL = ["D5", "E3", "E4", "E5", "F3", "F4", "F5", "G3", "G4", "H3"]


@cache
def load(name: str) -> Any:
    return YAML(typ="safe", pure=True).load(ROOT / "scenarios" / "platoon" / f"{name}.yaml")


def sources_of(data: Any, within: str = "") -> list[tuple[str, bool]]:
    """Every mapping that holds values of its own, by its path, and whether it or a mapping around it has a source."""
    found = []
    if isinstance(data, dict):
        found += (
            [(within, "source" in data)] if any(not isinstance(value, dict | list) for value in data.values()) else []
        )
        for key, value in data.items():
            found += sources_of(value, f"{within}/{key}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += sources_of(value, f"{within}/{index}")
    return found


@pytest.mark.parametrize(("schema", "name"), FILES)
def test_file_has_the_form_of_its_schema(schema: str, name: str) -> None:
    errors = [error.message for error in Draft202012Validator(load_schema(schema)).iter_errors(load(name))]
    assert errors == []


@pytest.mark.case("platoon", "1.4", "10.3")
def test_the_scenario_loads_with_its_map_and_counters() -> None:
    scenario = load_scenario("platoon/take-the-high-ground")
    assert (len(scenario.map.grid.hexes), scenario.map.grid.number(131)) == (132, "K12")
    assert {counter.kind for counter in scenario.counters.values()} == {"leg", "afv"}
    soft = {counter.id for counter in scenario.counters.values() if "soft" in counter.traits}
    assert soft == {"de-truck-1", "de-truck-2", "su-horses-1", "su-horses-2"}
    assert all(counter.kind == "afv" for counter in scenario.counters.values() if counter.id in soft)


@pytest.mark.case("platoon", "10.2")
def test_the_hill_is_the_ten_hexes_of_the_rulebook_and_all_of_it_is_high() -> None:
    game_map = load_scenario("platoon/take-the-high-ground").map
    hill = {game_map.grid.hex(number) for number in THE_HILL}
    assert game_map.areas["the_hill"] == hill == {hex_ for hex_ in game_map.grid.hexes if game_map.levels[hex_]}
    assert set(game_map.levels) == {0, 1, 2}


@pytest.mark.case("platoon", "4.0.1")
def test_values_of_the_printed_examples() -> None:
    counters = load_scenario("platoon/take-the-high-ground").counters
    t34, t70 = counters["su-t34-1"], counters["su-t70-1"]
    mark4, tiger = counters["de-pz4-1"].numbers, counters["de-tiger-1"].numbers
    assert (t34.faces[0][0] - mark4["armour"], mark4["armour_die"]) == (4, -1)
    assert (t70.faces[0][0] - tiger["armour"], tiger["armour_die"]) == (-4, 1)


def test_reduced_faces_are_six_tenths_rounded_up() -> None:
    for name, entry in load("counters")["types"].items():
        full, reduced = entry["steps"]
        assert reduced == [-(-6 * value // 10) for value in full], name


def test_every_firepower_has_a_colour_and_every_colour_a_range() -> None:
    colours = load("tables")["charts"]["ranges"]["rows"]
    for name, entry in load("counters")["types"].items():
        words = entry.get("words", {})
        for place, firepower in enumerate(("ap", "he")):
            assert (entry["steps"][0][place] > 0) == (words.get(firepower) in colours), name
        assert words.get("moving_fire", "blue") in load("tables")["values"]["moving_fire_shift"]["value"], name


@pytest.mark.parametrize("chart", ["fire_results", "close_assault"])
def test_charts_never_get_worse_to_the_right_or_better_downward(chart: str) -> None:
    table = load("tables")["charts"][chart]
    rows = [table["rows"][str(die)] for die in range(10)]
    assert all(len(row) == len(table["columns"]) for row in rows)
    worth = [[_worth(str(cell)) for cell in row] for row in rows]
    assert all(left <= right for row in worth for left, right in pairwise(row))
    assert all(above >= below for upper, lower in pairwise(worth) for above, below in zip(upper, lower, strict=True))


def _worth(cell: str) -> int:
    if cell == "NE":
        return 0
    inflicted, _, suffered = cell.partition("/")
    return int(inflicted) - int(suffered or 0)


def test_every_unit_of_the_scenario_exists_and_has_one_place() -> None:
    scenario, counters = load("take-the-high-ground"), load_scenario("platoon/take-the-high-ground").counters
    placed = [unit for units in scenario["deployment"]["soviet"].values() for unit in units]
    arriving = [unit for entry in scenario["reinforcements"] for unit in entry["units"]]
    assert len(set(placed + arriving)) == len(placed + arriving)
    assert sorted(placed) == sorted(unit for group in scenario["groups"] for unit in group["units"])
    assert {counters[unit].side for unit in placed} == {"soviet"}
    assert {counters[unit].side for unit in arriving} == {"german"}
    assert set(scenario["deployment"]["soviet"]) <= set(THE_HILL)


@pytest.mark.parametrize("name", [name for _, name in FILES])
def test_every_entry_says_where_it_comes_from(name: str) -> None:
    """A line of a chart, a cost or a figure stands inside an entry with a source."""
    with_source = {path for path, has_source in sources_of(load(name)) if has_source}
    for path, _ in sources_of(load(name)):
        around = path
        while around and around not in with_source:
            around = around.rpartition("/")[0]
        assert around or path.count("/") < 2 or path.startswith("/sides/"), path


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"levels": [{"level": 1, "hexes": ["L1"]}]}, "there is no hex L1"),
        ({"levels": [{"level": 1, "hexes": ["A1"]}, {"level": 2, "hexes": ["A1"]}]}, "has a level already"),
        ({"terrain": {"default": "open", "forest": {"hexes": ["A13"]}}}, "there is no hex A13"),
        ({"areas": {"somewhere": {"hexes": ["Z9"]}}}, "there is no hex Z9"),
    ],
)
def test_a_map_that_names_hexes_it_lacks_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        build_map(load("map-a") | change)
