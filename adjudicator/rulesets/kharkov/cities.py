"""Cities: what entering their hexes sets off (11.31, 17.21, 17.22), and who controls them (17.11-17.13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.model.events import Event
from adjudicator.model.map import City
from adjudicator.rulesets.kharkov.position import AXIS_HELD, SOVIET_ENTERED, SOVIET_HELD, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SIDES, SOVIET, enemy_of
from adjudicator.rulesets.kharkov.supply import is_hex_supplied

HELD_BY = {SOVIET: SOVIET_HELD, AXIS: AXIS_HELD}


@dataclass(frozen=True)
class Control:
    """Who controls a city, the empty string for nobody, and hex by hex why."""

    side: str
    why: str
    cases: tuple[str, ...]


def events_of_entry(position: Position, side: str, path: Iterable[int]) -> list[Event]:
    """What units of a side set off in the City hexes of a path: the mark of 11.31, that of who was there last (17.11,
    17.12), and six Victory Points when Soviet units are in a hex for the first time (17.21, 17.22)."""
    return [event for hex_ in dict.fromkeys(path) for event in _events_in(position, side, hex_)]


def events_of_presence(position: Position) -> list[Event]:
    """The same for units that stand in City hexes without having entered them by a move, as after the set-up."""
    return [event for side in SIDES for event in events_of_entry(position, side, position.stacks[side])]


def _events_in(position: Position, side: str, hex_: int) -> Iterable[Event]:
    setting, game, number = position.setting, position.game, position.number(hex_)
    is_new = side == SOVIET and not game.has_mark(hex_, SOVIET_ENTERED)
    if is_new and (hex_ in setting.garrisons or _is_minor_source(position, hex_)):
        yield Event("hex_marked", number, {"mark": SOVIET_ENTERED}, ("11.31",))
    if hex_ not in setting.garrisons:
        return
    own, other = HELD_BY[side], HELD_BY[enemy_of(side)]
    if game.has_mark(hex_, other):
        yield Event("hex_unmarked", number, {"mark": other}, ("17.11", "17.12"))
    if not game.has_mark(hex_, own):
        yield Event("hex_marked", number, {"mark": own}, ("17.11", "17.12"))
    if is_new:
        why = f"Soviet units enter {number}, a hex of {city_of(position, hex_).name}, for the first time"
        values = {"points": setting.tables.points["city_hex"], "item": "city_hex", "why": why}
        yield Event("scored", SOVIET, values, ("17.21", "17.22"))


def _is_minor_source(position: Position, hex_: int) -> bool:
    if not position.setting.options.is_on("city_includes_minor"):
        return False
    return any(place.hex == hex_ and place.grade == "minor_city" for place in position.setting.map.places)


def city_of(position: Position, hex_: int) -> City:
    """The city of a City hex; StopIteration for another hex."""
    return next(city for city in position.setting.map.cities if hex_ in city.garrisons)


def holder_of(position: Position, hex_: int) -> str:
    """The side whose units are in a City hex or were the last to be there; empty when no unit ever was."""
    for side in SIDES:
        if hex_ in position.stacks[side]:
            return side
    return next((side for side in SIDES if position.game.has_mark(hex_, HELD_BY[side])), "")


def find_control(position: Position, city: City) -> Control:
    """Who controls a city now (17.11-17.13)."""
    hexes = sorted(city.garrisons, key=position.number)
    cases: tuple[str, ...]
    if all(_is_kept(position, SOVIET, hex_) for hex_ in hexes):
        side, cases = SOVIET, ("17.1", "17.12")
    elif _is_axis(position, hexes):
        side, cases = AXIS, ("17.1", "17.11")
    else:
        side, cases = "", ("17.13",)
    return Control(side, ", ".join(_describe(position, hex_) for hex_ in hexes), cases)


def _is_axis(position: Position, hexes: Iterable[int]) -> bool:
    """Axis control: garrison or last Axis-held and in supply, hex by hex or all alike (17.11, ``axis_city_mixed``)."""
    garrisoned = [position.garrison_in(hex_) > 0 for hex_ in hexes]
    kept = [_is_kept(position, AXIS, hex_) for hex_ in hexes]
    if position.setting.options.is_on("axis_city_mixed"):
        return all(one or other for one, other in zip(garrisoned, kept, strict=True))
    return all(garrisoned) or all(kept)


def _is_kept(position: Position, side: str, hex_: int) -> bool:
    return holder_of(position, hex_) == side and is_hex_supplied(position, side, hex_)


def _describe(position: Position, hex_: int) -> str:
    holder = holder_of(position, hex_)
    parts = ["garrison"] if position.garrison_in(hex_) else []
    if holder:
        verb = "held" if hex_ in position.stacks[holder] else "last held"
        supply = "in supply" if is_hex_supplied(position, holder, hex_) else "out of supply"
        parts += [f"{verb} by {holder.capitalize()} units", supply]
    elif not parts:
        parts.append("garrison lost, no unit has been in it")
    return f"{position.number(hex_)} ({', '.join(parts)})"
