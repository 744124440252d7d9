"""The only writer: an event and a game make the next game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from adjudicator.model.events import Event
from adjudicator.model.game import ELIMINATED, Game
from adjudicator.model.units import Unit


def apply(game: Game, event: Event) -> Game:
    """The game after an event. Kinds without an effect explain and leave the game as it is.

    Raises KeyError for a unit or hex that does not exist: that is a fault of the ruleset or a damaged log.
    """
    effect = EFFECTS.get(event.kind)
    return effect(game, event) if effect else game


def fold(game: Game, events: Iterable[Event]) -> Game:
    """The game after all events in order."""
    for event in events:
        game = apply(game, event)
    return game


def _with_unit(game: Game, unit: Unit) -> Game:
    units = dict(game.units)
    if unit.id not in units:
        raise KeyError(unit.id)
    units[unit.id] = unit
    return replace(game, units=units)


def _phase_begun(game: Game, event: Event) -> Game:
    return replace(game, turn=event.values["turn"], phase=event.subject)


def _phase_ended(game: Game, event: Event) -> Game:
    return replace(game, phase="", done=event.subject)


def _moved(game: Game, event: Event) -> Game:
    return _with_unit(game, game.units[event.subject].at(game.map.grid.hex(event.values["path"][-1])))


def _placed(game: Game, event: Event) -> Game:
    unit = game.units[event.subject].at(game.map.grid.hex(event.values["hex"]))
    return _with_unit(game, replace(unit, face=event.values.get("face", unit.face)))


def _removed(game: Game, event: Event) -> Game:
    unit = game.units[event.subject]
    box = event.values.get("box", ELIMINATED)
    steps = 0 if box == ELIMINATED else event.values.get("steps", unit.steps)
    return _with_unit(game, replace(unit.in_box(box), steps=steps))


def _steps(game: Game, event: Event) -> Game:
    return _with_unit(game, replace(game.units[event.subject], steps=event.values["to"]))


def _revealed(game: Game, event: Event) -> Game:
    values = event.values
    unit = replace(game.units[event.subject], face=values["face"], steps=values["steps"])
    return _pool(_with_unit(game, unit), Event("pool", values["pool"], {"item": values["face"], "change": -1}))


def _marked(game: Game, event: Event) -> Game:
    unit = game.units[event.subject]
    return _with_unit(game, replace(unit, markers=unit.markers | {event.values["marker"]}))


def _unmarked(game: Game, event: Event) -> Game:
    unit = game.units[event.subject]
    return _with_unit(game, replace(unit, markers=unit.markers - {event.values["marker"]}))


def _hex_marked(game: Game, event: Event) -> Game:
    return _set_hex_marks(game, event, game.hex_marks.get(_hex(game, event), frozenset()) | {event.values["mark"]})


def _hex_unmarked(game: Game, event: Event) -> Game:
    return _set_hex_marks(game, event, game.hex_marks.get(_hex(game, event), frozenset()) - {event.values["mark"]})


def _hex(game: Game, event: Event) -> int:
    return game.map.grid.hex(event.subject)


def _set_hex_marks(game: Game, event: Event, marks: frozenset[str]) -> Game:
    hex_marks = {**game.hex_marks, _hex(game, event): marks}
    return replace(game, hex_marks={hex_: words for hex_, words in sorted(hex_marks.items()) if words})


def _pool(game: Game, event: Event) -> Game:
    pool = dict(game.pools.get(event.subject, {}))
    item = event.values["item"]
    pool[item] = pool.get(item, 0) + event.values["change"]
    if pool[item] < 0:
        raise KeyError(f"pool {event.subject} has no {item} left")
    return replace(game, pools={**game.pools, event.subject: pool})


def _flag(game: Game, event: Event) -> Game:
    flags = {**game.flags, event.subject: event.values["to"]}
    return replace(game, flags={name: word for name, word in sorted(flags.items()) if word})


def _scored(game: Game, event: Event) -> Game:
    side = event.subject
    return replace(game, score={**game.score, side: game.score.get(side, 0) + event.values["points"]})


EFFECTS: Mapping[str, Callable[[Game, Event], Game]] = {
    "phase_begun": _phase_begun,
    "phase_ended": _phase_ended,
    "moved": _moved,
    "placed": _placed,
    "removed": _removed,
    "steps": _steps,
    "revealed": _revealed,
    "marked": _marked,
    "unmarked": _unmarked,
    "hex_marked": _hex_marked,
    "hex_unmarked": _hex_unmarked,
    "pool": _pool,
    "flag": _flag,
    "scored": _scored,
}
