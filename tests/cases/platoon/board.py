"""Small positions for tests of cases: a few units on Map A or on drawn ground, and a table with loaded dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from adjudicator.engine.steps import Choice, Resolution, Roll, Table
from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.events import Event
from adjudicator.model.orders import Order
from adjudicator.model.units import Unit
from adjudicator.rulesets.options import choose_options
from adjudicator.rulesets.platoon.opening import build_setting, open_game
from adjudicator.rulesets.platoon.position import ABOARD, INITIATIVE, Position, Positions
from adjudicator.rulesets.platoon.setting import Setting
from tests.cases.loaded import LoadedTable

SCENARIO = "platoon/take-the-high-ground"


@cache
def _setting(ground: str, options: tuple[tuple[str, str], ...], ridden: tuple[str, ...]) -> Setting:
    scenario = load_scenario(SCENARIO)
    game_map = scenario.map
    if ground != "map a":
        terrain, levels = ["open"] * game_map.grid.size, [0] * game_map.grid.size
        for part in filter(None, ground.split(", ")):
            word, *numbers = part.split(" ")
            for number in numbers:
                if word.startswith("level"):
                    levels[game_map.grid.hex(number)] = int(word.removeprefix("level"))
                else:
                    terrain[game_map.grid.hex(number)] = word
        game_map = replace(game_map, terrain=tuple(terrain), levels=tuple(levels), networks={}, features={})
    setting = build_setting(replace(scenario, map=game_map), choose_options("platoon", scenario.options, dict(options)))
    return replace(setting, ridden=frozenset(ridden))


def setting_of(ground: str = "map a", options: Mapping[str, str] | None = None, ridden: Sequence[str] = ()) -> Setting:
    """The setting of the scenario with these options, on Map A or on ground such as ``forest B3 C4, level1 D4``."""
    return _setting(ground, tuple(sorted((options or {}).items())), tuple(ridden))


def board(
    units: Mapping[str, str],
    *,
    ground: str = "",
    turn: int = 1,
    phase: str = "both/fire",
    options: Mapping[str, str] | None = None,
    hex_marks: Mapping[str, Sequence[str]] | None = None,
    flags: Mapping[str, str] | None = None,
    ridden: Sequence[str] = (),
) -> Position:
    """A position with just these units, on open ground unless told otherwise (``map a``): ``F5``, ``F5 fired``,
    ``F5 reduced disrupted``, ``on de-sdkfz251-1``, ``turn/2``. The German side has the initiative."""
    setting = setting_of(ground, options, ridden)
    opening = open_game("test", load_scenario(SCENARIO), setting)
    placed = {unit_id: unit.in_box("not_in_play") for unit_id, unit in opening.units.items()}
    for unit_id, text in units.items():
        placed[unit_id] = _place(setting, placed[unit_id], text)
    marks = {setting.map.grid.hex(number): frozenset(words) for number, words in (hex_marks or {}).items()}
    game = replace(
        opening, turn=turn, phase=phase, units=placed, hex_marks=marks, flags={INITIATIVE: "german", **(flags or {})}
    )
    return Positions(setting).of(game)


def _place(setting: Setting, unit: Unit, text: str) -> Unit:
    place, *words = text.split()
    steps = len(setting.counters[unit.id].faces)
    if place == "on":
        unit = unit.in_box(ABOARD + words.pop(0))
    elif "/" in place:
        unit = unit.in_box(place)
    else:
        unit = unit.at(setting.map.grid.hex(place))
    markers = frozenset(words) - {"reduced"}
    return replace(unit, steps=steps - ("reduced" in words), markers=markers)


@dataclass
class Outcome:
    """What came of a resolution: events, the position afterwards, the dice and the choices that were put."""

    events: list[Event]
    position: Position
    asked: list[Choice] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)

    def of_kind(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def look(self, unit_id: str) -> str:
        """What has become of a unit: ``steps``, then its status markers."""
        unit = self.position.unit(unit_id)
        status = sorted(word for word in unit.markers if not word.startswith("shot_from"))
        return " ".join([str(unit.steps), *status]) if unit.box != "eliminated" else "eliminated"


def run(
    position: Position,
    rule: Callable[[Table, Positions], Resolution],
    rolls: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
) -> Outcome:
    """Run a rule: ``rolls`` are used in order, ``answers`` by kind of choice."""
    table, positions, given = LoadedTable(position.game), Positions(position.setting), answers or {}
    table.play(
        rule(table, positions), rolls, lambda choice: given.get(choice.kind, choice.options[choice.default].value)
    )
    return Outcome(table.events, positions.of(table.game), table.asked, table.thrown)


def order(side: str, section: str, data: Mapping[str, Any], number: int = 1) -> Order:
    """An order as written."""
    return Order(side, section, number, data)
