"""From a scenario's data to the setting and the opening position (10.0)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.model.game import Game
from adjudicator.model.hexes import Grid
from adjudicator.model.scenario import Scenario
from adjudicator.model.units import Unit
from adjudicator.rulesets.options import Options
from adjudicator.rulesets.platoon.ground import build_ground, stagger_map
from adjudicator.rulesets.platoon.position import HELD_BY
from adjudicator.rulesets.platoon.setting import Arrival, Setting
from adjudicator.rulesets.platoon.tables import read_tables

NOT_IN_PLAY = "not_in_play"
"""The box of counters that the scenario does not use."""


def build_setting(scenario: Scenario, options: Options) -> Setting:
    """The fixed part of a game of this scenario."""
    data = scenario.data
    values = {name: entry["value"] for name, entry in data["values"].items()}
    game_map = stagger_map(scenario.map, options)
    control = data["victory"]["control"]
    return Setting(
        map=game_map,
        ground=build_ground(game_map, scenario.tables, options),
        counters=scenario.counters,
        tables=read_tables(scenario.tables),
        options=options,
        sides=tuple(entry["id"] for entry in data["sides"]),
        morale={side: int(morale) for side, morale in values["morale"].items()},
        first_initiative=values.get("first_initiative", ""),
        arrivals=_arrivals(scenario, game_map.grid),
        ridden=frozenset(values.get("tank_riders", ())),
        objective=control["side"],
        objective_hexes=tuple(sorted(game_map.areas[control["area"]])),
        last_turn=len(data["turns"]),
    )


def open_game(game_id: str, scenario: Scenario, setting: Setting) -> Game:
    """The opening position of the scenario: each counter on the map, waiting for its turn, or not in play."""
    grid = setting.map.grid
    places = {unit_id: f"turn/{arrival.turn}" for unit_id, arrival in setting.arrivals.items()}
    hexes = {
        unit_id: grid.hex(number)
        for side in setting.sides
        for number, unit_ids in scenario.data["deployment"].get(side, {}).items()
        for unit_id in unit_ids
    }
    units = {}
    for unit_id, counter in scenario.counters.items():
        unit = Unit(unit_id, box=places.get(unit_id, NOT_IN_PLAY), steps=len(counter.faces))
        units[unit_id] = unit.at(hexes[unit_id]) if unit_id in hexes else unit
    marks: dict[int, frozenset[str]] = {}
    for entry in scenario.data.get("marks", ()):
        for number in entry["hexes"]:
            hex_ = grid.hex(number)
            marks[hex_] = marks.get(hex_, frozenset()) | {entry["mark"]}
    for hex_ in setting.objective_hexes:
        holder = HELD_BY + setting.enemy_of(setting.objective)
        marks[hex_] = marks.get(hex_, frozenset()) | {holder}
    opening = Game(game_id, scenario.name, 1, "", "", units, setting.map, scenario.counters)
    return replace(opening, hex_marks=dict(sorted(marks.items())), score=dict.fromkeys(setting.sides, 0))


def _arrivals(scenario: Scenario, grid: Grid) -> dict[str, Arrival]:
    arrivals: dict[str, Arrival] = {}
    for entry in scenario.data.get("reinforcements", ()):
        arrival = Arrival(int(entry["turn"]), entry["edge"], tuple(grid.hex(number) for number in entry["hexes"]))
        arrivals |= dict.fromkeys(entry["units"], arrival)
    return arrivals
