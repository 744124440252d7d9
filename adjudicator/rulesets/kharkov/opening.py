"""From a scenario's data to the setting and the opening position (5.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.model.game import Game
from adjudicator.model.scenario import Scenario
from adjudicator.model.units import Unit
from adjudicator.rulesets.kharkov.orders import UNPLACED
from adjudicator.rulesets.kharkov.position import BEGAN_SOUTH, INACTIVE
from adjudicator.rulesets.kharkov.regiments import REGIMENTS
from adjudicator.rulesets.kharkov.setting import SIDES, Arrival, Setting, is_regiment
from adjudicator.rulesets.kharkov.tables import read_pools, read_tables
from adjudicator.rulesets.options import Options
from adjudicator.rulesets.options import choose_options as choose


def choose_options(known: tuple[Mapping[str, Any], ...], chosen: Mapping[str, str]) -> Options:
    """The options of a game: the defaults with what was chosen. Raises BadOption in plain words."""
    return choose("kharkov", known, chosen)


def build_setting(scenario: Scenario, options: Options) -> Setting:
    """The fixed part of a game of this scenario."""
    turns = scenario.data["turns"]
    cut_off = scenario.data["victory"]["cut_off_roads"]["hexes_of"]
    activations: dict[int, list[str]] = {}
    for entry in scenario.data["headquarters"]:
        if "activates" in entry:
            activations.setdefault(int(entry["activates"]), []).append(entry["id"])
    return Setting(
        map=scenario.map,
        counters=scenario.counters,
        tables=read_tables(scenario.tables),
        options=options,
        air={side: tuple(int(turn["air"][side]) for turn in turns) for side in SIDES},
        activations={turn: tuple(ids) for turn, ids in activations.items()},
        arrivals=_arrivals(scenario),
        last_turn=len(turns),
        cut_off_roads=tuple(road for road in scenario.map.networks["road"].lines if road.id in cut_off),
        groups=tuple(scenario.data["groups"]),
        places=_places(scenario, options),
    )


def open_game(game_id: str, scenario: Scenario, setting: Setting) -> Game:
    """The opening position of the scenario: each counter on the map, in a reserve box, or waiting for its turn; where
    the players set up, those that belong on the map wait for that."""
    waits = setting.options["setup"] == "players"
    inactive = {entry["id"] for entry in scenario.data["headquarters"] if entry["face"] == "inactive"}
    grid = scenario.map.grid
    units = {}
    for unit_id, counter in scenario.counters.items():
        place = setting.places[unit_id]
        if waits and grid.find(place) is not None:
            place = UNPLACED
        hex_ = grid.find(place)
        marks = {INACTIVE} if unit_id in inactive else set()
        if hex_ is not None and hex_ in setting.south:
            marks.add(BEGAN_SOUTH)
        steps = len(counter.faces) or 1
        units[unit_id] = Unit(unit_id, hex_, "" if hex_ is not None else place, steps, "", frozenset(marks))
    pools: dict[str, Mapping[str, int]] = {**read_pools(scenario.tables), "air": dict.fromkeys(SIDES, 0)}
    score = dict.fromkeys(SIDES, 0)
    return Game(game_id, scenario.name, 1, "", "", units, scenario.map, scenario.counters, pools, score=score)


def _arrivals(scenario: Scenario) -> dict[str, Arrival]:
    arrivals: dict[str, Arrival] = {}
    for entry in scenario.data["reinforcements"]:
        west_of = scenario.map.grid.hex(entry["or_west_of"]) if "or_west_of" in entry else None
        arrival = Arrival(entry["edge"], west_of, entry["source"].removeprefix("case "))
        arrivals |= dict.fromkeys(entry["units"], arrival)
    return arrivals


def _places(scenario: Scenario, options: Options) -> dict[str, str]:
    data = scenario.data
    places = {unit_id: REGIMENTS for unit_id, counter in scenario.counters.items() if is_regiment(counter)}
    for side in SIDES:
        for number, unit_ids in data["deployment"][side].items():
            places |= dict.fromkeys(unit_ids, number)
    for reserve, unit_ids in data["reserves"].items():
        if reserve != "source":
            places |= dict.fromkeys(unit_ids, f"reserve/{reserve}")
    for entry in data["reinforcements"]:
        places |= dict.fromkeys(entry["units"], f"turn/{entry['turn']}")
    if options["hq37"] == "corrected":
        places["hq-37a"] = "2606"
    return places
