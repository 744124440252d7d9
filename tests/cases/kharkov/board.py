"""Small positions for tests of cases: a few units on the real map, and a table with loaded dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from adjudicator.engine.steps import Choice, Resolution, Table
from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.events import Event
from adjudicator.model.orders import Order
from adjudicator.model.units import Unit
from adjudicator.rulesets.kharkov.movers import note_breakouts
from adjudicator.rulesets.kharkov.opening import build_setting, choose_options, open_game
from adjudicator.rulesets.kharkov.position import IN_ZONE, INACTIVE, Position, Positions
from adjudicator.rulesets.kharkov.setting import Setting
from tests.cases.loaded import LoadedTable


@cache
def _setting(options: tuple[tuple[str, str], ...]) -> Setting:
    scenario = load_scenario("kharkov/campaign")
    return build_setting(scenario, choose_options(scenario.options, dict(options)))


def setting_of(options: Mapping[str, str] | None = None) -> Setting:
    """The campaign's setting with these options."""
    return _setting(tuple(sorted((options or {}).items())))


def board(
    units: Mapping[str, str],
    *,
    turn: int = 1,
    phase: str = "soviet/combat",
    options: Mapping[str, str] | None = None,
    markers: Mapping[str, Sequence[str]] | None = None,
    hex_marks: Mapping[str, Sequence[str]] | None = None,
    flags: Mapping[str, str] | None = None,
    pools: Mapping[str, Mapping[str, int]] | None = None,
) -> Position:
    """A position with just these units on the map: ``1318``, ``1318 4-5``, ``2214 inactive``, ``1418 steps=2``; and in
    boxes: ``turn/4``. A Soviet Movement Phase begins with it."""
    setting = setting_of(options)
    opening = open_game("test", load_scenario("kharkov/campaign"), setting)
    placed = {unit_id: unit.in_box("elsewhere") for unit_id, unit in opening.units.items()}
    for unit_id, text in units.items():
        placed[unit_id] = _place(setting, placed[unit_id], text, frozenset((markers or {}).get(unit_id, ())))
    game = replace(
        opening,
        turn=turn,
        phase=phase,
        units=placed,
        hex_marks={setting.map.grid.hex(h): frozenset(words) for h, words in (hex_marks or {}).items()},
        flags=dict(flags or {}),
        pools={**opening.pools, "air": {"soviet": 1, "axis": 1}, **(pools or {})},
    )
    return as_begun(Positions(setting).of(game))


def as_begun(position: Position) -> Position:
    """The position with who may break out noted, as if the Soviet Movement Phase began with it (6.8)."""
    if position.game.phase != "soviet/movement" or IN_ZONE in position.game.flags:
        return position
    return position.after(note_breakouts(position))


def _place(setting: Setting, unit: Unit, text: str, marks: frozenset[str]) -> Unit:
    number, *words = text.split()
    if "/" in number:
        return unit.in_box(number)
    counter = setting.counters[unit.id]
    steps = len(counter.faces) or 1
    face = ""
    for word in words:
        if word == "inactive":
            marks |= {INACTIVE}
        elif word.startswith("steps="):
            steps = int(word.removeprefix("steps="))
        elif word != "active":
            face = word
            steps = 2 if int(face.split("-")[1]) >= setting.tables.two_steps_from else 1
    return Unit(unit.id, setting.map.grid.hex(number), "", steps, face, marks)


@dataclass
class Outcome:
    """What came of a resolution: events, the position afterwards, the choices that were put."""

    events: list[Event]
    position: Position
    asked: list[Choice] = field(default_factory=list)

    def of_kind(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]


def run(
    position: Position,
    rule: Callable[[Table, Positions], Resolution],
    rolls: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
) -> Outcome:
    """Run a rule: ``rolls`` are used in order, ``answers`` by kind of choice (``Several``: one after the other)."""
    table, positions = LoadedTable(position.game), Positions(position.setting)
    queues = {kind: list(given) if isinstance(given, Several) else given for kind, given in (answers or {}).items()}
    table.play(rule(table, positions), rolls, lambda choice: _answer(choice, queues))
    return Outcome(table.events, positions.of(table.game), table.asked)


class Several(list[Any]):
    """Answers to several choices of one kind, in order."""


def _answer(choice: Choice, queues: dict[str, Any]) -> Any:
    values = [option.value for option in choice.options]
    if choice.kind not in queues:
        return values[choice.default]
    given = queues[choice.kind]
    is_queue = isinstance(given, list) and _is_queue(given, values)
    return given.pop(0) if is_queue else given


def _is_queue(given: list[Any], values: list[Any]) -> bool:
    return given not in values


def order(side: str, section: str, number: int, data: Mapping[str, Any]) -> Order:
    """An order as written."""
    return Order(side, section, number, data)
