"""Who may move, carry, be carried and be set down (1.5, 5.0-5.1.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.model.findings import Finding, Step
from adjudicator.rulesets.platoon.actions import Load, Move, Unload
from adjudicator.rulesets.platoon.going import OBSTACLES, count_others, start_of
from adjudicator.rulesets.platoon.position import DISRUPTED, FIRED, FLANKED, MOVED, Position
from adjudicator.rulesets.platoon.terrain import find_bar


def names_of(units: Sequence[str]) -> str:
    """Units in words."""
    return " and ".join(filter(None, (", ".join(units[:-1]), units[-1])))


def illegal(
    code: str, message: str, cases: tuple[str, ...], at: tuple[Step, ...], unit: str = "", hex_: str = ""
) -> Finding:
    """A finding that makes an order illegal."""
    return Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, at=at)


def judge_movers(position: Position, move: Move) -> Iterator[Finding]:
    """What is wrong with the units that an order names: not eligible, carried, not in one hex (1.5, 5.0)."""
    at: tuple[Step, ...] = (move.verb,)
    for unit_id in move.units:
        if position.carrier_of(unit_id):
            message = f"{unit_id} goes where {position.carrier_of(unit_id)} goes, which carries it, until it unloads"
            yield illegal("carried", message, ("5.1",), at, unit_id)
        elif not move.is_entry and not _may_act(position, move, unit_id):
            message = f"{unit_id} may not move: it is marked {_marker_of(position, unit_id)}"
            yield illegal("not-eligible", message, ("1.5", "5.0"), at, unit_id)
        elif start_of(position, unit_id) != start_of(position, move.units[0]):
            message = f"{unit_id} may not move with {move.units[0]}: they do not begin in one hex"
            yield illegal("not-stacked", message, ("5.0",), at, unit_id)


def _marker_of(position: Position, unit_id: str) -> str:
    unit = position.unit(unit_id)
    return next(word for word in (DISRUPTED, FIRED, MOVED, FLANKED) if unit.has(word)).capitalize()


def _may_act(position: Position, move: Move, unit_id: str) -> bool:
    """Whether a unit is eligible, or stands still while a passenger gets off that may: one that is disrupted, or any
    by the option ``transport_marked_unload`` (5.1.2)."""
    if position.is_eligible(unit_id):
        return True
    passenger = position.passenger_of(unit_id)
    only_unloads = bool(move.path) and all(isinstance(action, Unload) for action in move.path)
    if not passenger or not only_unloads:
        return False
    return position.unit(passenger).has(DISRUPTED) or position.setting.options["transport_marked_unload"] == "yes"


def judge_entry(position: Position, units: Sequence[str], hex_: int, at: tuple[Step, ...]) -> Iterator[Finding]:
    """Why units may not enter a hex, whatever it costs: enemy units, what is not built (5.0, 9.1)."""
    number = position.number(hex_)
    enemies = position.enemies_of(position.side_of(units[0]), hex_)
    if enemies:
        message = f"{names_of(units)} may not enter {number}: it holds {names_of(enemies)}"
        yield illegal("enemy-hex", message, ("5.0",), at, units[0], number)
    for mark, (what, case) in OBSTACLES.items():
        if position.game.has_mark(hex_, mark):
            message = f"{number} holds {what}: what it does to units that enter is not built yet"
            yield illegal("case-open", message, (case,), at, units[0], number)


def judge_stack(position: Position, units: Sequence[str], hex_: int, at: tuple[Step, ...]) -> Iterator[Finding]:
    """Whether units would be too many with the others of their side in a hex (1.3)."""
    others, limit = count_others(position, units, hex_), position.setting.tables.stack
    if others + len(units) > limit:
        number = position.number(hex_)
        message = f"{names_of(units)} cannot be in {number}: {others + len(units)} units there, {limit} may stack"
        yield illegal("stacking", message, ("1.3",), at, units[0], number)


def can_carry(position: Position, carrier: str, leg: str) -> bool:
    """Whether a unit is a transport or a tank that may be ridden, and the other a Leg unit (5.1, 5.1.5)."""
    setting = position.setting
    return (setting.is_transport(carrier) or carrier in setting.ridden) and setting.is_leg(leg)


def judge_load(position: Position, carrier: str, load: Load) -> Iterator[Finding]:
    """What is wrong with a Leg unit and what is to carry it, wherever they are (5.1, 5.1.1)."""
    leg, at = load.leg, (*load.at, "load")
    if not can_carry(position, carrier, leg):
        what = "carries no units" if position.setting.is_leg(leg) else f"carries Leg units only, not {leg}"
        yield illegal("cannot-carry", f"{carrier} {what}", ("5.1",), at, carrier)
    elif position.passenger_of(carrier):
        message = f"{carrier} has no room for {leg}: it carries {position.passenger_of(carrier)}"
        yield illegal("carrier-full", message, ("5.1",), at, carrier)
    elif position.carrier_of(leg):
        message = f"{leg} cannot load: {position.carrier_of(leg)} carries it"
        yield illegal("carried", message, ("5.1.1",), at, leg)
    elif position.unit(leg).has(DISRUPTED):
        yield illegal("disrupted", f"{leg} is disrupted and does not load", ("5.1.1", "4.1"), at, leg)
    elif position.unit(leg).hex is not None and not position.is_eligible(leg):
        message = f"{leg} may not load: it is marked {_marker_of(position, leg)}"
        yield illegal("not-eligible", message, ("1.5", "5.1.1"), at, leg)


def judge_unload(
    position: Position, carrier: str, leg: str, into: int, at: tuple[Step, ...], is_crowd_legal: bool = False
) -> Iterator[Finding]:
    """What is wrong with setting a passenger down in a hex; ``is_crowd_legal`` leaves stacking to later (5.1.2)."""
    here, number = position.hex_of(carrier), position.number(into)
    if position.unit(leg).has(MOVED):
        yield illegal("not-eligible", f"{leg} has moved in this turn", ("1.5", "5.1.2"), at, leg)
    if into != here:
        if not position.grid.is_adjacent(here, into):
            message = f"{leg} cannot unload into {number}: it is not next to {position.number(here)}"
            yield illegal("not-adjacent", message, ("5.1.2",), at, leg, number)
            return
        if position.unit(leg).has(DISRUPTED):
            message = f"{leg} is disrupted and unloads only where {carrier} is, in {position.number(here)}"
            yield illegal("disrupted", message, ("5.1.2",), at, leg, number)
        bar = find_bar(position.setting, position.setting.class_of(leg), here, into)
        if bar:
            yield illegal("prohibited", f"{leg} may not enter {number}: {bar}", ("5.0", "5.1.2"), at, leg, number)
        yield from judge_entry(position, (leg,), into, at)
    if position.is_enemy_zone(position.side_of(leg), into):
        message = f"{leg} cannot unload into {number}: it is in an enemy zone of control"
        yield illegal("unloads-into-zone", message, ("5.1.2", "5.3"), at, leg, number)
    if not is_crowd_legal:
        yield from judge_stack(position, (leg,), into, at)
