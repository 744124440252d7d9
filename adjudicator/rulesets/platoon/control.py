"""Who controls the hexes that the scenario is about, and who has won (10.1, scenario 1)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import steps
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.position import HELD_BY
from adjudicator.rulesets.platoon.setting import Setting


def watch(setting: Setting, table: Table, resolution: Resolution) -> Resolution:
    """A resolution with the change of control after every step of a unit: a side controls a hex that it was the last
    to have a unit in (10.1)."""
    return steps.watch(resolution, lambda event: events_of_step(setting, table.game, event))


def events_of_step(setting: Setting, game: Game, event: Event) -> Iterator[Event]:
    """What an event changes in the control of hexes; ``game`` is the position after it."""
    entered = {"moved": event.values.get("path", ())[1:], "placed": [event.values.get("hex", "")]}.get(event.kind, ())
    for number in entered:
        hex_ = game.map.grid.hex(str(number))
        side = game.side_of(event.subject)
        if hex_ in setting.objective_hexes and controller_of(setting, game, hex_) != side:
            other = setting.enemy_of(side)
            if game.has_mark(hex_, HELD_BY + other):
                yield Event("hex_unmarked", str(number), {"mark": HELD_BY + other}, ("10.1",))
            yield Event("hex_marked", str(number), {"mark": HELD_BY + side}, ("10.1",))


def controller_of(setting: Setting, game: Game, hex_: int) -> str:
    """The side that controls a hex of the objective, or the empty string (10.1)."""
    return next((side for side in setting.sides if game.has_mark(hex_, HELD_BY + side)), "")


def declare_winner(setting: Setting, game: Game) -> Iterator[Event]:
    """After the last turn: the side that needs all hexes of the objective wins when it controls them, else the other
    (10.1, 10.2)."""
    if game.turn < setting.last_turn:
        return
    side = setting.objective
    held = [hex_ for hex_ in setting.objective_hexes if controller_of(setting, game, hex_) == side]
    winner = side if len(held) == len(setting.objective_hexes) else setting.enemy_of(side)
    why = f"the {side.capitalize()} side controls {len(held)} of {len(setting.objective_hexes)} hexes"
    yield Event("victory", winner, {"winner": winner, "why": why}, ("10.1", "10.2"))
