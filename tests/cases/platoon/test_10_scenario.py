"""Scenario 1: control of The Hill, who has won, the opening (10.1, 10.2)."""

from dataclasses import replace

import pytest

from adjudicator.engine.apply import apply
from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.control import controller_of, declare_winner, watch
from adjudicator.rulesets.platoon.opening import open_game
from tests.cases.platoon.board import SCENARIO, board, run, setting_of

SETTING = setting_of("map a")
HILL = ("D5", "E3", "E4", "E5", "F3", "F4", "F5", "G3", "G4", "H3")


def opening() -> Game:
    return open_game("test", load_scenario(SCENARIO), SETTING)


def after(game: Game, *events: Event) -> Game:
    """A position after events, with the changes of control that they bring."""
    position = board({}, ground="map a")
    start = replace(position.game, units=game.units, hex_marks=game.hex_marks, turn=game.turn)
    position = type(position)(position.setting, start)
    return run(position, lambda table, _: watch(SETTING, table, (event for event in events))).position.game


def moved(unit_id: str, *path: str) -> Event:
    return Event("moved", unit_id, {"path": list(path), "how": "move"})


def who(game: Game, number: str) -> str:
    return controller_of(SETTING, game, game.map.grid.hex(number))


@pytest.mark.case("platoon", "10.0", "10.2")
def test_the_opening_stands_as_the_scenario_says() -> None:
    game = opening()
    units = {unit.id: game.map.grid.number(unit.hex) for unit in game.units.values() if unit.hex is not None}
    assert len(units) == 6
    assert set(units.values()) <= set(HILL)
    waiting = [unit.id for unit in game.units.values() if unit.box == "turn/1"]
    assert len(waiting) == 14
    assert all(SETTING.arrivals[unit_id].edge == "south" for unit_id in waiting)
    assert {unit.box for unit in game.units.values()} == {"", "turn/1", "not_in_play"}


@pytest.mark.case("platoon", "10.1", "10.2")
def test_a_side_controls_at_first_where_it_could_set_up() -> None:
    game = opening()
    assert {who(game, number) for number in HILL} == {"soviet"}
    assert who(game, "F6") == ""


@pytest.mark.case("platoon", "10.1")
def test_the_last_side_to_have_a_unit_in_a_hex_controls_it() -> None:
    game = after(opening(), moved("de-pz4-1", "F6", "F5", "F4", "F5", "G5"))
    assert [who(game, number) for number in ("F5", "F4", "E4", "G5")] == ["german", "german", "soviet", ""]
    game = after(game, moved("su-rifle-1", "D5", "E5", "F5"))
    assert [who(game, number) for number in ("F5", "F4")] == ["soviet", "german"]
    assert who(after(game, Event("placed", "de-inf-1", {"hex": "H3"})), "H3") == "german"


@pytest.mark.case("platoon", "10.1", "10.2")
@pytest.mark.parametrize(("missing", "winner"), [((), "german"), (("H3",), "soviet"), (HILL, "soviet")])
def test_the_german_side_wins_with_all_of_the_hill(missing: tuple[str, ...], winner: str) -> None:
    game = opening()
    for number in HILL:
        if number not in missing:
            game = apply(game, Event("hex_unmarked", number, {"mark": "held_by_soviet"}))
            game = apply(game, Event("hex_marked", number, {"mark": "held_by_german"}))
    assert list(declare_winner(SETTING, replace(game, turn=7))) == []
    (event,) = declare_winner(SETTING, replace(game, turn=8))
    assert event.values["winner"] == winner
    assert event.values["why"] == f"the German side controls {10 - len(missing)} of 10 hexes"
