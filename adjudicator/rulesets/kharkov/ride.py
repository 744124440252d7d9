"""A rail move carried out, on the map or onto it, and what the enemy does in the midst of it (6.4, 6.75, 16.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov import cities, rail, sector
from adjudicator.rulesets.kharkov.combat import numbers_of
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.march import halted
from adjudicator.rulesets.kharkov.movers import Doors, names_of
from adjudicator.rulesets.kharkov.orders import Enter, Rail
from adjudicator.rulesets.kharkov.position import ARRIVED, MOVED, Position, Positions
from adjudicator.rulesets.kharkov.reserves import Alarm


def carry_out_ride(
    table: Table, positions: Positions, ride: Rail | Enter, gates: Doors | None = None, is_supposed: bool = False
) -> Resolution:
    """A legal ride: each unit moved, marked, and counted against the capacity (6.41, 6.45). It ends where the enemy
    has committed a reserve in its way; in a check he commits none."""
    position, side = positions.of(table.game), ride.order.side
    route = rail.route_of(position, ride, gates)
    alarm = Alarm(table, positions, side)
    done = 0
    while done < len(route):
        end = len(route) if is_supposed else alarm.find_pause(route, done, len(route))
        yield from _events_of_leg(positions.of(table.game), ride, route[done:end], gates if not done else None)
        done = end
        is_changed = not is_supposed and (yield from alarm.sound(route[done - 1]))
        if is_changed and done < len(route):
            position = positions.of(table.game)
            barred = _find_bar(position, side, route[done:])
            if barred is not None:
                number = position.number(barred)
                reason = f"{names_of(ride.units)} may not enter {number} by rail: it is enemy-controlled"
                yield halted(position, ride, route[done - 1], route[done:], [reason], ("6.43", "6.75"))
                break
    yield from rail.count_units(position, side, ride.units)
    for unit_id in ride.units:
        yield Event("marked", unit_id, {"marker": MOVED}, ("6.0", "6.41"))
        if gates:
            yield Event("marked", unit_id, {"marker": ARRIVED}, ("16.0",))


def _events_of_leg(position: Position, ride: Rail | Enter, path: Sequence[int], gates: Doors | None) -> Iterator[Event]:
    side = ride.order.side
    for unit_id in ride.units:
        if gates:
            values = {"path": numbers_of(position, path), "how": "enter", "by": "rail"}
            yield Event("moved", unit_id, values, (*gates.cases, "6.44"))
        else:
            numbers = numbers_of(position, (position.hex_of(unit_id), *path))
            yield Event("moved", unit_id, {"path": numbers, "how": "rail"}, ("6.41", "6.44"))
    yield from cities.events_of_entry(position, side, path)
    yield from sector.events_of_entry(position, side, path)


def _find_bar(position: Position, side: str, path: Sequence[int]) -> int | None:
    """The first hex of a path that units may not enter by rail any more (6.43)."""
    ground = ground_of(position, side)
    return next((hex_ for hex_ in path if hex_ in ground.closed or hex_ in ground.zone), None)
