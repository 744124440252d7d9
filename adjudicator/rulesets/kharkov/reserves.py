"""Army Reserves: their counters and boxes, where units are placed, and release by an approach (6.7, 6.55)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.engine.steps import Choice, Option, Resolution, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.rulesets.kharkov import sector
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.movers import describe_zone, names_of
from adjudicator.rulesets.kharkov.position import BEGAN_SOUTH, Position, Positions
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET

ARMIES = ("28a", "6a", "57a", "9a")
"""The armies that have a reserve (6.71): a counter ``res-28a`` on the map, and its units in the box ``reserve/28a``."""
NINTH = "9a"
COUNTER = "res-"
BOX = "reserve/"
COMMITTED = "committed"
"""Box of a counter whose units have all been committed (6.73); pool that counts those of this phase by army (6.74)."""


@dataclass(frozen=True)
class Fault:
    """Why no unit of a reserve may be placed in a hex: ``why`` ends the sentence that begins with unit and hex."""

    code: str
    why: str
    cases: tuple[str, ...]
    note: str = ""


def reason_to_skip(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """Why there is nothing to commit, with its cases; None while a unit waits in the box of a counter (6.73)."""
    waiting = sorted({unit.box.removeprefix(BOX) for unit in game.units.values() if unit.box.startswith(BOX)})
    if not waiting:
        return "no unit is left in reserve", ("6.73",)
    if all(game.units[COUNTER + army].hex is None for army in waiting):
        return "no Army Reserve counter is left that units could be placed by", ("6.73",)
    return None


def army_of(box: str) -> str:
    """The army in whose reserve a unit waits; empty when its box is no reserve box."""
    return box.removeprefix(BOX) if box.startswith(BOX) else ""


def find_units(position: Position, army: str) -> tuple[str, ...]:
    """The units in the reserve box of an army, in counter-sheet order (6.71)."""
    units = position.game.units
    return tuple(unit_id for unit_id in position.setting.units_of_side[SOVIET] if units[unit_id].box == BOX + army)


def find_fault(position: Position, army: str, hex_: int) -> Fault | None:
    """Why no unit of a reserve may be placed in a hex, stacking aside (6.73; option ``commit_in_enemy_zone``)."""
    centre = position.unit(COUNTER + army).hex
    if centre is None:
        return Fault("no-counter", f"{COUNTER}{army} is not on the map", ("6.73",))
    apart, limit = position.grid.distance(centre, hex_), position.setting.tables.reserves.placement
    if apart > limit:
        why = f"it is {apart} hexes from {COUNTER}{army} in {position.number(centre)}"
        return Fault("too-far", why, ("6.73",), f"committed units are placed within {limit} hexes of the counter")
    if position.has_enemy_unit(SOVIET, hex_):
        return Fault("enemy-hex", f"it holds {names_of(position.units_of(AXIS, hex_))}", ("6.73", "6.22"))
    if hex_ in ground_of(position, SOVIET).closed:
        return Fault("garrison", f"its garrison of {position.garrison_in(hex_)} holds out", ("6.73", "15.3"))
    allowed = position.setting.options.is_on("commit_in_enemy_zone")
    if not allowed and position.is_enemy_zone(SOVIET, hex_):
        note = describe_zone(position, SOVIET, hex_)
        return Fault("enemy-zone", "it is in an enemy zone of control", ("6.73",), note)
    return None


def count_stack(position: Position, hex_: int, units: Iterable[str], leaving: Iterable[str]) -> int:
    """How many combat units would stack in a hex with these placed there and those counters gone (6.73, 8.1)."""
    there = [unit_id for unit_id in position.combat_units_of(SOVIET, hex_) if unit_id not in leaving]
    return len(there) + sum(position.setting.is_combat_unit(unit_id) for unit_id in units)


def find_places(position: Position, army: str, unit_id: str) -> tuple[int, ...]:
    """Where a unit of a reserve may be placed, the hexes nearest to the counter first, then by number (6.73)."""
    centre = position.unit(COUNTER + army).hex
    if centre is None:
        return ()
    leaving = (COUNTER + army,) if find_units(position, army) == (unit_id,) else ()
    limit = position.setting.tables.stack
    found = [
        hex_
        for hex_ in position.grid.within(centre, position.setting.tables.reserves.placement)
        if find_fault(position, army, hex_) is None and count_stack(position, hex_, (unit_id,), leaving) <= limit
    ]
    return tuple(sorted(found, key=lambda hex_: (position.grid.distance(centre, hex_), position.number(hex_))))


def events_of_placing(position: Position, army: str, unit_id: str, hex_: int, case: str) -> list[Event]:
    """A unit of a reserve put on the map; like its counter it may count as one that began in the south (6.73, 6.77)."""
    events = [Event("placed", unit_id, {"hex": position.number(hex_)}, (case, "6.73"))]
    if position.unit(COUNTER + army).has(BEGAN_SOUTH) and not position.unit(unit_id).has(BEGAN_SOUTH):
        events.append(Event("marked", unit_id, {"marker": BEGAN_SOUTH}, ("6.77",)))
    return events


def events_of_emptying(army: str) -> list[Event]:
    """A counter whose units have all been released leaves the map (6.73)."""
    return [Event("removed", COUNTER + army, {"box": COMMITTED, "why": "all its units are committed"}, ("6.73",))]


def events_of_ninth(position: Position, army: str) -> list[Event]:
    """What committing a unit of an army's reserve sets off in the south (6.55)."""
    if army != NINTH or position.game.turn >= position.setting.tables.reserves.south_safe:
        return []
    return sector.activate(position, "6.55", "units of the 9th Army Reserve are committed")


def find_alarmed(position: Position, hex_: int) -> tuple[str, ...]:
    """The Army Reserve counters that an Axis unit alarms by moving into a hex, in counter-sheet order: those within
    three hexes of it that have units left (6.75; on Game-Turn One by option ``release_turn_one``)."""
    if position.game.turn == 1 and not position.setting.options.is_on("release_turn_one"):
        return ()
    return position.once_for(SOVIET, "alarm", lambda: _alarm(position)).get(hex_, ())


def _alarm(position: Position) -> Mapping[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for unit_id in position.setting.units_of_side[SOVIET]:
        centre = position.unit(unit_id).hex
        if position.counter(unit_id).kind != "reserve" or centre is None:
            continue
        if find_units(position, unit_id.removeprefix(COUNTER)):
            for hex_ in position.grid.within(centre, position.setting.tables.reserves.trigger):
                found[hex_] = (*found.get(hex_, ()), unit_id)
    return found


@dataclass
class Alarm:
    """What the moves of a side set off among the reserves that they approach (6.75)."""

    table: Table
    positions: Positions
    side: str

    def find(self, hex_: int) -> tuple[str, ...]:
        """The counters that a move into a hex alarms."""
        return find_alarmed(self.positions.of(self.table.game), hex_) if self.side == AXIS else ()

    def find_pause(self, path: Sequence[int], begin: int, end: int) -> int:
        """The place in a path, from ``begin`` on, behind the first hex that alarms a counter; else ``end``."""
        return next((place + 1 for place in range(begin, end) if self.find(path[place])), end)

    def sound(self, hex_: int) -> Generator[Step, Any, bool]:
        """The answer to the move into a hex; returns whether units have come onto the map."""
        is_changed = False
        for counter_id in self.find(hex_):
            army = counter_id.removeprefix(COUNTER)
            before = find_units(self.positions.of(self.table.game), army)
            yield from release(self.table, self.positions, counter_id)
            is_changed |= before != find_units(self.positions.of(self.table.game), army)
        return is_changed


def release(table: Table, positions: Positions, counter_id: str) -> Resolution:
    """The Soviet Player may commit all units of a reserve at once, now that it is approached: he is asked whether, and
    for each unit where (6.75). A unit for which there is no room stays in the box."""
    position, army = positions.of(table.game), counter_id.removeprefix(COUNTER)
    units = find_units(position, army)
    if not any(find_places(position, army, unit_id) for unit_id in units):
        return
    answer = yield from choose(_ask_release(position, counter_id, units))
    if answer != "yes":
        return
    for unit_id in units:
        position = positions.of(table.game)
        places = find_places(position, army, unit_id)
        if places:
            number = yield from choose(_ask_place(position, counter_id, unit_id, places))
            hex_ = position.grid.hex(str(number))
            yield from events_of_placing(position, army, unit_id, hex_, "6.75")
            yield from events_of_ninth(position, army)
    if not find_units(positions.of(table.game), army):
        yield from events_of_emptying(army)


def _ask_release(position: Position, counter_id: str, units: tuple[str, ...]) -> Choice:
    number, trigger = position.number(position.hex_of(counter_id)), position.setting.tables.reserves.trigger
    about = (
        f"Axis units have moved to within {trigger} hexes of {counter_id} in {number}. "
        f"Are all its units committed now? In its box: {names_of(units)}."
    )
    options = (Option("no", f"hold the units of {counter_id}"), Option("yes", f"commit all units of {counter_id}"))
    facts = {"unit": counter_id, "hex": number}
    return Choice("release", SOVIET, counter_id, about, options, cases=("6.75",), facts=facts)


def _ask_place(position: Position, counter_id: str, unit_id: str, places: tuple[int, ...]) -> Choice:
    number, within = position.number(position.hex_of(counter_id)), position.setting.tables.reserves.placement
    about = f"{unit_id} is committed within {within} hexes of {counter_id} in {number}: where is it placed?"
    options = tuple(Option(goal, f"in {goal}") for goal in map(position.number, places))
    facts = {"units": [unit_id, counter_id], "hex": number}
    return Choice("placement", SOVIET, unit_id, about, options, cases=("6.73", "6.75"), facts=facts)
