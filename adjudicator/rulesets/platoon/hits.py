"""What becomes of hits: saves, even distribution, disruption, steps, wrecks, passengers and riders (4.0, 4.1, 5.1)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.engine.steps import Choice, Option, Resolution, Roll, Step, Table, choose, roll
from adjudicator.model.events import Event
from adjudicator.rulesets.platoon.dice import is_even, throw
from adjudicator.rulesets.platoon.fortifications import spare, spare_each
from adjudicator.rulesets.platoon.position import DISRUPTED, WRECK, Position, Positions
from adjudicator.rulesets.platoon.setting import AFV, LEG

LAST_STEP = "lost its last step"


def save(
    position: Position, kind: str, subject: str, target: str, side: str, possible: int
) -> Generator[Step, Any, int]:
    """Saving rolls: how many of the possible hits are not negated by a roll of morale or less (4.0). ``kind``,
    ``subject`` and ``target`` name the dice."""
    morale = position.setting.morale[side]
    rolls = []
    for _ in range(possible):
        rolls.append((yield from throw(position, kind, subject, target, "save", ("1.1", "4.0"))))
    hits = sum(value > morale for value in rolls)
    yield Event("saves", target, {"side": side, "morale": morale, "rolls": rolls, "hits": hits}, ("4.0",))
    return hits


def distribute(
    position: Position, kind: str, subject: str, hex_: int, units: Sequence[str], hits: int
) -> Generator[Step, Any, Mapping[str, int]]:
    """How many hits each unit of a hex receives: what those dug in do not ignore (9.2), evenly, and who gets an odd one
    by a die (4.0). Hits beyond what a unit can take are lost, or by ``hits_overflow`` go to the others."""
    target = position.number(hex_)
    hits = yield from spare(position, hex_, hits)
    share, odd = divmod(hits, len(units))
    drawn_for: list[str] = []
    waiting = list(units)
    for _ in range(odd):
        drawn = 1
        if len(waiting) > 1:
            drawn = yield from roll(Roll(kind, subject, target, "odd-hit", len(waiting), ("4.0",)))
        drawn_for.append(waiting.pop(drawn - 1))
    even = {unit_id: share + (unit_id in drawn_for) for unit_id in units}
    given = yield from spare_each(position, hex_, even)
    if position.setting.options["hits_overflow"] == "spill":
        given = _spilled(position, given)
    left = {unit_id: count for unit_id, count in given.items() if count}
    if left:
        yield Event("hits", target, {"units": left}, ("4.0",))
    return given


def _spilled(position: Position, given: Mapping[str, int]) -> dict[str, int]:
    room = {unit_id: (not position.unit(unit_id).has(DISRUPTED)) + position.unit(unit_id).steps for unit_id in given}
    taken = {unit_id: min(count, room[unit_id]) for unit_id, count in given.items()}
    over = sum(given.values()) - sum(taken.values())
    for unit_id in given:
        more = min(over, room[unit_id] - taken[unit_id])
        taken[unit_id] += more
        over -= more
    return taken


def suffer(table: Table, positions: Positions, kind: str, subject: str, given: Mapping[str, int]) -> Resolution:
    """The units of a hex receive their hits: the first disrupts, the next reduces, the next eliminates (4.1). What they
    carry shares their fate (5.1.4, 5.1.5). Riders dismount when all have suffered, into whatever room is left."""
    riders: list[tuple[str, int]] = []
    for unit_id, hits in given.items():
        if hits:
            riders += yield from _suffer(table, positions, kind, subject, unit_id, hits)
    for rider, hex_ in riders:
        yield from dismount(table, positions, rider, hex_)


def _suffer(
    table: Table, positions: Positions, kind: str, subject: str, unit_id: str, hits: int
) -> Generator[Step, Any, list[tuple[str, int]]]:
    """The hits of one unit; returns who has to dismount in which hex."""
    position = positions.of(table.game)
    hex_ = position.hex_of(unit_id)
    passenger = position.passenger_of(unit_id)
    was_carried = bool(position.carrier_of(unit_id))
    rides = bool(passenger) and position.is_rider(passenger)
    before = table.game.units[unit_id]
    for _ in range(hits):
        if _is_gone(table, unit_id):
            break
        yield from _hit(table, unit_id, ("4.1",))
        if passenger and not rides:
            yield from _share(table, positions, kind, subject, unit_id, passenger, hex_)
    if _is_gone(table, unit_id) and position.setting.class_of(unit_id) == AFV and not table.game.has_mark(hex_, WRECK):
        yield Event("hex_marked", position.number(hex_), {"mark": WRECK}, ("4.1",))
    if rides:
        yield from _hit_rider(table, positions, unit_id, passenger, hits, before.steps)
        return [] if _is_gone(table, passenger) else [(passenger, hex_)]
    is_off = was_carried and table.game.units[unit_id].has(DISRUPTED) and not _is_gone(table, unit_id)
    return [(unit_id, hex_)] if is_off else []


def _is_gone(table: Table, unit_id: str) -> bool:
    return not table.game.units[unit_id].steps


def _hit(table: Table, unit_id: str, cases: tuple[str, ...]) -> Iterator[Event]:
    if table.game.units[unit_id].has(DISRUPTED):
        yield from _lose_step(table, unit_id, cases)
    else:
        yield Event("marked", unit_id, {"marker": DISRUPTED}, cases)


def _lose_step(table: Table, unit_id: str, cases: tuple[str, ...]) -> Iterator[Event]:
    steps = table.game.units[unit_id].steps
    if steps > 1:
        yield Event("steps", unit_id, {"from": steps, "to": steps - 1}, cases)
    else:
        yield Event("removed", unit_id, {"why": LAST_STEP}, cases)


def _share(
    table: Table, positions: Positions, kind: str, subject: str, carrier: str, passenger: str, hex_: int
) -> Resolution:
    """What the last hit on a transport does to its passenger (5.1.4)."""
    unit, cases = table.game.units[passenger], ("5.1.4",)
    if _is_gone(table, carrier):
        yield from _escape(table, positions, kind, subject, passenger, hex_)
        return
    if _is_gone(table, passenger):
        return
    if not unit.has(DISRUPTED):
        yield Event("marked", passenger, {"marker": DISRUPTED}, cases)
    position = positions.of(table.game)
    if position.is_reduced(carrier) and table.game.units[carrier].has(DISRUPTED):
        loses_again = position.setting.options["hits_passenger_step"] == "lose"
        if unit.has(DISRUPTED) and (loses_again or not position.is_reduced(passenger)):
            yield from _lose_step(table, passenger, cases)


def _escape(table: Table, positions: Positions, kind: str, subject: str, passenger: str, hex_: int) -> Resolution:
    """A transport is destroyed: an even roll saves its passenger, reduced and disrupted (5.1.4)."""
    if _is_gone(table, passenger):
        return
    position = positions.of(table.game)
    value = yield from throw(position, kind, subject, passenger, "passenger", ("1.1", "5.1.4"))
    survives = is_even(value)
    yield Event("passenger", passenger, {"value": value, "survives": survives}, ("1.1", "5.1.4"))
    if not survives:
        yield Event("removed", passenger, {"why": "its transport is destroyed"}, ("5.1.4",))
        return
    yield Event("placed", passenger, {"hex": position.number(hex_)}, ("5.1.4",))
    if not position.is_reduced(passenger):
        yield from _lose_step(table, passenger, ("5.1.4",))
    if not position.unit(passenger).has(DISRUPTED):
        yield Event("marked", passenger, {"marker": DISRUPTED}, ("5.1.4",))


def _hit_rider(table: Table, positions: Positions, tank: str, rider: str, hits: int, steps: int) -> Iterator[Event]:
    """Riders suffer with their tank: as many hits as it received, or by ``hits_rider_effect`` what became of it
    (5.1.5)."""
    cases = ("5.1.5",)
    lost = steps - table.game.units[tank].steps
    if positions.setting.options["hits_rider_effect"] == "same_hits":
        for _ in range(hits):
            if not _is_gone(table, rider):
                yield from _hit(table, rider, cases)
    else:
        if not table.game.units[rider].has(DISRUPTED):
            yield Event("marked", rider, {"marker": DISRUPTED}, cases)
        for _ in range(table.game.units[rider].steps if _is_gone(table, tank) else lost):
            if not _is_gone(table, rider):
                yield from _lose_step(table, rider, cases)


def dismount(table: Table, positions: Positions, rider: str, hex_: int) -> Resolution:
    """Riders dismount into the hex of their tank, or into one next to it that their owner chooses when that would
    overstack it; they are lost when there is none (5.1.5)."""
    position = positions.of(table.game)
    side = position.side_of(rider)
    hexes = [hex_] if position.has_room(side, hex_) else find_dismount_hexes(position, side, hex_)
    if not hexes:
        yield Event("removed", rider, {"why": "no hex to dismount into"}, ("5.1.5",))
        return
    options = tuple(Option(position.number(near), f"dismount into {position.number(near)}") for near in hexes)
    about = f"{rider} has to dismount in {position.number(hex_)}, which is full. Into which hex?"
    choice = Choice("dismount", side, rider, about, options, 0, ("5.1.5",), facts={"unit": rider})
    chosen = yield from choose(choice)
    yield Event("placed", rider, {"hex": chosen, "how": "dismount"}, ("5.1.5",))


def find_dismount_hexes(position: Position, side: str, hex_: int) -> list[int]:
    """The hexes next to a full one into which riders may dismount (5.1.5)."""
    costs = position.setting.tables.costs
    return [
        near
        for near in position.grid.adjacent[hex_]
        if costs[position.setting.map.terrain[near]][LEG] is not None
        and not position.enemies_of(side, near)
        and not position.is_enemy_zone(side, near)
        and position.has_room(side, near)
    ]
