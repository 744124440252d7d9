"""One file a side with every mistake a single order can have: all are listed in one run, with their arithmetic."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.state_file import State, render_state
from adjudicator.model.game import Game
from adjudicator.rulesets.registry import load_rules, new_game
from tests.acceptance.command import Ran, run

SCENARIO = load_scenario("kharkov/campaign")

SOVIET_ORDERS = """\
game: mistakes
kind: orders
turn: 3
side: soviet
position: any
orders:
  movement:
    - {move: 44id, to: 1411}
    - {move: 999rd, path: [1409]}
    - {move: 38tb, path: [9999]}
    - {move: 38cd, path: [2014, 2012]}
    - {move: 36tb, path: [1807, 1806, 1805, 1804, 1803]}
    - {move: 175rd, path: [0414]}
    - {move: 270rd, path: [2221]}
    - {move: 199rd, path: [1409]}
    - {rail: 13tb, path: [1311, 1312]}
    - {move: 26cd, path: [3635]}
    - {move: 28cd, path: [{overrun: 2421}]}
    - {commit: {15grd: 0409}}
  combat:
    - {attack: 1312, with: [253rd]}
    - {attack: 0515, with: [175rd]}
    - {attack: 0515, with: [175rd]}
    - {attack: 0616, with: [169rd]}
    - {attack: 2622, with: [150rd]}
    - {attack: 0815, with: [13grd], air: 1}
    - {attack: 0515, with: [227rd], air: 1}
"""

AXIS_ORDERS = """\
game: mistakes
kind: orders
turn: 3
side: axis
position: any
orders:
  movement:
    - {move: 226rd, path: [0716]}
    - {move: 44if, path: [1419]}
    - {move: 298id, path: [2522]}
    - {move: 305id, to: 1720}
    - {move: 260id, path: [1918]}
    - {move: 9id, path: [3635]}
    - {rail: 113id, to: 2319}
    - {breakdown: 4rum}
    - {move: 79id, path: [0215, 0216, 0217, 0218, 0219, 0220, 0221, 0222, 0223]}
  combat:
    - {attack: 1311, with: [44id, 71id]}
    - {attack: 3120, with: [4rum]}
"""

MOVED_UNITS = {
    "44id": "1312",
    "300rd": "1409",
    "304rd": "1409",
    "337rd": "1409",
    "199rd": "1408",
    "13tb": "1410",
    "253rd": "1311",
    "26cd": "3535",
    "28cd": "2321",
    "9id": "3634",
    "9le": "",
}


def state_text(phase_done: str) -> str:
    rules = load_rules(SCENARIO, {})
    game: Game = new_game(rules, SCENARIO, "mistakes")
    units = dict(game.units)
    for unit_id, number in MOVED_UNITS.items():
        if unit_id in units:
            units[unit_id] = units[unit_id].at(game.map.grid.hex(number))
    for hq in ("hq-6a", "hq-28a"):
        units[hq] = replace(units[hq], markers=frozenset())
    game = replace(game, units=units, turn=3, done=phase_done, pools={**game.pools, "air": {"soviet": 1, "axis": 1}})
    return render_state(State(game, "0" * 64, {}), rules.sides)


def check(folder: Path, phase_done: str, orders: str, form: str) -> Ran:
    (folder / "state.yaml").write_text(state_text(phase_done), encoding="utf-8")
    (folder / "orders.yaml").write_text(orders, encoding="utf-8")
    return run("check", "--state", "state.yaml", "--format", form, "orders.yaml", cwd=folder)


EXPECTED_SOVIET = {
    "soviet movement 1": {"6.13"},
    "soviet movement 2": {"3.2"},
    "soviet movement 3": {"3.1"},
    "soviet movement 4": {"6.0"},
    "soviet movement 5": {"6.12"},
    "soviet movement 6": {"6.24"},
    "soviet movement 7": {"6.22"},
    "soviet movement 8": {"8.1"},
    "soviet movement 9": {"6.43"},
    "soviet movement 10": {"6.3"},
    "soviet movement 11": {"7.0"},
    "soviet movement 12": {"6.73"},
    "soviet combat 1": {"9.15"},
    "soviet combat 3": {"9.14"},
    "soviet combat 4": {"9.11"},
    "soviet combat 5": {"9.11"},
    "soviet combat 7": {"13.11", "9.14"},
}
EXPECTED_AXIS = {
    "axis movement 1": {"6.13"},
    "axis movement 2": {"3.2"},
    "axis movement 3": {"6.51"},
    "axis movement 4": {"6.12"},
    "axis movement 5": {"6.22"},
    "axis movement 6": {"6.51"},
    "axis movement 7": {"6.43"},
    "axis movement 8": {"15.11"},
    "axis movement 9": {"6.12"},
    "axis combat 1": {"9.11"},
    "axis combat 2": {"6.51"},
}
SIDES = [
    pytest.param("soviet/reserves", SOVIET_ORDERS, EXPECTED_SOVIET, id="soviet"),
    pytest.param("soviet/removal", AXIS_ORDERS, EXPECTED_AXIS, id="axis"),
]


@pytest.mark.parametrize(("done", "orders", "expected"), SIDES)
def test_every_mistake_is_listed_in_one_run(
    tmp_path: Path, done: str, orders: str, expected: Mapping[str, set[str]]
) -> None:
    result = check(tmp_path, done, orders, "json")
    assert result.code == 1, result.err
    (file,) = json.loads(result.out)["files"]
    found: dict[str, set[str]] = {}
    for finding in file["findings"]:
        found.setdefault(finding["order"], set()).update(finding["cases"])
        assert finding["line"] > 0, finding
        assert finding["column"] > 0, finding
    for order, cases in expected.items():
        assert cases <= found.get(order, set()), f"{order}: {found.get(order)}"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["orders.yaml", "state.yaml"]


@pytest.mark.parametrize(("done", "orders", "expected"), SIDES)
def test_the_text_says_the_same(tmp_path: Path, done: str, orders: str, expected: Mapping[str, set[str]]) -> None:
    result = check(tmp_path, done, orders, "text")
    lines = result.out.splitlines()
    assert result.code == 1
    for order, cases in expected.items():
        number = orders.splitlines().index(line_of(orders, order)) + 1
        said = [line for line in lines if line.startswith(f"orders.yaml:{number}:")]
        for case in cases:
            assert any(f"kharkov:{case}" in line for line in said) or any(case in line for line in lines), (order, said)


def line_of(orders: str, order: str) -> str:
    _, section, number = order.split(" ")
    after = orders.split(f"  {section}:\n", 1)[1].splitlines()
    return after[int(number) - 1]


def test_too_few_movement_points_come_with_the_arithmetic(tmp_path: Path) -> None:
    result = check(tmp_path, "soviet/removal", AXIS_ORDERS, "text")
    assert "needs" in result.out
    assert "has 8: 0215 clear 1 + 0216 clear 1" in result.out
