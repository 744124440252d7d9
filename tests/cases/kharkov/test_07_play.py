"""Marches through the referee: wishes and standing orders asked in the midst of a move, and the log played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from adjudicator.engine.referee import NoInput, Referee, Stop
from adjudicator.engine.sequence import Rules
from adjudicator.model.game import Game
from adjudicator.rulesets.kharkov.rules import KharkovRules
from tests.toy.play import Desk, Loaded, of_kind

from .board import board

FIELD = {"44id": "1628", "226rd": "1627 4-5", "hq-6a": "1625", "71id": "1530"}
OUT = {"move": "44id", "path": ["1629", "1630", "1631"]}


def before(phase: str, units: Mapping[str, str], after: str) -> Game:
    """A position of Game-Turn 2 between two phases, the one ``after`` done."""
    return replace(board(units, turn=2, phase=phase).game, phase="", done=after)


def play(game: Game, desk: Desk, dice: Loaded | None = None, **more: Any) -> tuple[Stop, Referee]:
    """The game played on until the next phase but one."""
    rules = KharkovRules(board({}).setting)
    referee = Referee(cast(Rules, rules), game, desk, dice or Loaded(), **more)
    return referee.run("axis/combat"), referee


def went(referee: Referee, how: str) -> list[tuple[str, str]]:
    """Who went that way, and along which hexes."""
    moved = of_kind(referee.entries, "moved")
    return [(e["subject"], "-".join(e["values"]["path"])) for e in moved if e["values"]["how"] == how]


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.63")
def test_standing_orders_chase_again_and_again() -> None:
    game = before("axis/movement", FIELD, "soviet/removal")
    standing = {"soviet": {"default": {"chase": "yes"}}}
    desk = Desk({("axis", "movement", 1): [{**OUT, "if_chased": "go-on"}]}, standing)
    stop, referee = play(game, desk)
    assert stop.kind == "until"
    assert went(referee, "chase") == [("226rd", "1627-1628"), ("226rd", "1628-1629")]
    names = [entry["subject"] for entry in of_kind(referee.entries, "chosen")]
    assert names == [
        "T02/axis/movement/chase/226rd/1",
        "T02/axis/movement/if_chased/44id/1",
        "T02/axis/movement/chase/226rd/2",
    ]
    assert [entry["subject"] for entry in of_kind(referee.entries, "halted")] == ["axis movement 1"]
    again = Referee(referee.rules, game, NoInput(), None, logged=referee.entries)
    assert again.run("axis/combat").kind in ("until", "orders")
    assert again.entries == referee.entries


@pytest.mark.case("kharkov", "6.62")
def test_without_standing_orders_the_game_waits_for_the_other_side() -> None:
    game = before("axis/movement", FIELD, "soviet/removal")
    desk = Desk({("axis", "movement", 1): [{**OUT, "if_chased": "stop"}]})
    stop, referee = play(game, desk)
    assert (stop.kind, stop.sides) == ("question", ("soviet",))
    assert stop.question["question"] == "T02/axis/movement/chase/226rd/1"
    desk.answers[str(stop.question["question"])] = "yes"
    stop, resumed = play(game, desk, logged=referee.entries[:-1])
    assert stop.kind == "until"
    assert went(resumed, "chase") == [("226rd", "1627-1628")]
    assert went(resumed, "move") == [("44id", "1628-1629")]


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "7.25")
def test_an_order_that_hung_on_an_overrun_is_judged_by_what_came_of_it() -> None:
    units = {"44id": "1628", "71id": "1628", "79id": "1528", "226rd": "1627 4-6", "hq-6a": "1625"}
    game = before("axis/movement", units, "soviet/removal")
    orders = [
        {"move": ["44id", "71id"], "path": [{"overrun": "1627"}]},
        {"move": "79id", "path": ["1627"]},
    ]
    standing = {"soviet": {"default": {"prefer": "lose"}}}
    desk = Desk({("axis", "movement", 1): orders}, standing)
    _, held = play(game, desk, Loaded({"overrun": [1]}))
    assert [entry["values"]["cell"] for entry in of_kind(held.entries, "result")] == ["D1"]
    (void,) = of_kind(held.entries, "void")
    assert void["subject"] == "axis movement 2"
    assert "79id may not enter 1627: it holds 226rd" in void["values"]["reasons"]
    assert held.game.units["226rd"].has("disrupted")
    assert of_kind(held.entries, "rolled")[0]["subject"] == "T02/axis/movement/overrun/44id/1627/1/crt"
    standing["soviet"] = {"default": {"prefer": "retreat"}, "units": {"226rd": {"retreat": ["1626"]}}}
    _, won = play(game, Desk({("axis", "movement", 1): orders}, standing), Loaded({"overrun": [1]}))
    assert of_kind(won.entries, "void") == []
    assert {won.game.units[unit].hex for unit in ("44id", "71id", "79id")} == {game.map.grid.hex("1627")}
    assert not won.game.flags.get("spent")
    assert not won.game.units["44id"].has("overran")
