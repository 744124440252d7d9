"""Which units may move at all in the open phase, on foot or by rail (4.2, 6.0, 6.13, 6.51, 6.72, 6.8, 7.32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov.ground import exerters_on
from adjudicator.rulesets.kharkov.position import DISRUPTED, IN_ZONE, MOVED, OVERRAN, REFORMING, STOPPED, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, enemy_of

MECHANIZED = "axis/mechanized"
HOPELESS = frozenset({"no-units", "wrong-phase", "not-a-stack", "case-open"})
"""Codes of findings after which there is no sense in judging the way."""


@dataclass(frozen=True)
class Doors:
    """Where units may enter the map: the ``hexes``, what they are (``on the east edge``), and the cases."""

    hexes: tuple[int, ...]
    what: str
    cases: tuple[str, ...]


def beyond(position: Position) -> int:
    """The start of the way of units that enter the map: an index next to no hex, for they stand in none (16.0)."""
    return position.grid.size


def judge_movers(
    position: Position, side: str, units: tuple[str, ...], by_rail: bool = False, is_overrun: bool = False
) -> list[Finding]:
    """What forbids these units of ``side`` to move now, as one stack, or to begin with an overrun: empty when nothing
    does."""
    phase = position.game.phase
    if not units:
        return [Finding("illegal", "no-units", "the order names no unit", cases=("6.0",))]
    if phase != f"{side}/movement" and (phase != MECHANIZED or side == SOVIET):
        case = "4.2" if phase.startswith(side) else "6.13"
        message = f"{names_of(units)} may not move now: the {side.capitalize()} Player has no Movement Phase"
        return [Finding("illegal", "wrong-phase", message, unit=units[0], cases=(case, "6.0"))]
    return list(_apart(position, units)) + [
        finding for unit_id in units for finding in _judge_unit(position, unit_id, by_rail, is_overrun)
    ]


def is_breaking_out(position: Position, unit_id: str) -> bool:
    """Whether a unit that has not moved yet may leave its hex by Soviet breakout mobility (6.8): it stands in an enemy
    zone of control, and did so when the phase began."""
    return (
        position.side_of(unit_id) == SOVIET
        and position.game.turn <= position.setting.tables.breakout_turns
        and position.setting.is_combat_unit(unit_id)
        and position.is_enemy_zone(SOVIET, position.hex_of(unit_id))
        and position.number(position.hex_of(unit_id)) in hexes_in_zone(position)
    )


def note_breakouts(position: Position) -> list[Event]:
    """The hexes of Soviet combat units in an enemy zone of control as the Soviet Movement Phase starts, on the
    Game-Turns of breakout mobility: a zone that comes over a unit later in the phase does not give it that (6.8)."""
    if position.game.turn > position.setting.tables.breakout_turns:
        return []
    hexes = sorted(position.combat_hexes[SOVIET] & position.zone_of(AXIS))
    return [Event("flag", IN_ZONE, {"to": " ".join(map(position.number, hexes))}, ("6.8",))] if hexes else []


def hexes_in_zone(position: Position) -> list[str]:
    """The hexes noted as this Movement Phase began: units there were in an enemy zone of control (6.61, 6.8)."""
    return str(position.game.flags.get(IN_ZONE, "")).split()


def names_of(units: Sequence[str]) -> str:
    """Units in a sentence: ``44id``, ``44id and 71id``."""
    return " and ".join(filter(None, [", ".join(units[:-1]), units[-1]]))


def describe_zone(position: Position, side: str, hex_: int) -> str:
    """Whose zone of control ``side`` meets in a hex: ``1419 is in the zone of control of 226rd in 1318``."""
    enemy = enemy_of(side)
    named = [
        f"{names_of(position.combat_units_of(enemy, guard))} in {position.number(guard)}"
        for guard in exerters_on(position, side, hex_)
    ]
    return f"{position.number(hex_)} is in the zone of control of {'; '.join(named)}"


def at_unit(order: Order, verb: str, unit_id: str) -> tuple[Step, ...]:
    """The place of a unit inside an order."""
    written = order.data[verb]
    if isinstance(written, list) and unit_id in map(str, written):
        return verb, [str(text) for text in written].index(unit_id)
    return (verb,)


def at_way(order: Order, path: Sequence[int], index: int) -> tuple[Step, ...]:
    """The place inside an order of the ``index``-th hex entered; the path as written may begin with the start hex."""
    written = order.data["path"]
    return ("path", index + len(written) - len(path)) if isinstance(written, list) else ("path",)


def at_goal(order: Order) -> tuple[Step, ...]:
    """The place inside an order of where it goes: its ``to``, or a path that names nothing but the start hex."""
    return ("path",) if "path" in order.data else ("to",)


def _apart(position: Position, units: tuple[str, ...]) -> Iterator[Finding]:
    start = position.hex_of(units[0])
    for unit_id in units:
        hex_ = position.hex_of(unit_id)
        if hex_ != start:
            number = position.number(hex_)
            message = f"{unit_id} in {number} is not stacked with {units[0]} in {position.number(start)}"
            help_ = "give it an order of its own"
            yield Finding("illegal", "not-a-stack", message, unit=unit_id, hex=number, cases=("6.0",), help=help_)


def _judge_unit(position: Position, unit_id: str, by_rail: bool, is_overrun: bool) -> Iterator[Finding]:
    unit = position.unit(unit_id)
    number = position.number(position.hex_of(unit_id))

    def illegal(code: str, message: str, *cases: str) -> Finding:
        return Finding("illegal", code, message, unit=unit_id, hex=number, cases=cases)

    if by_rail and position.counter(unit_id).kind == "reserve":
        yield illegal("reserve-by-rail", f"{unit_id} is an Army Reserve counter and never moves by rail", "6.72")
    if position.game.phase == MECHANIZED and not position.setting.is_mechanized(unit_id):
        what = "only panzer and panzergrenadier units move in the Mechanized Movement Phase"
        yield illegal("not-mechanized", f"{unit_id} may not move: {what}", "4.2", "6.0")
    if position.is_frozen(unit_id) and not unit.has(OVERRAN):
        what = f"it is in {number}, south of the Sector Line, and not activated"
        yield illegal("frozen", f"{unit_id} may not move: {what}", "6.51")
    if unit.has(DISRUPTED):
        yield illegal("disrupted", f"{unit_id} may not move: it is disrupted", "7.32")
    if unit.has(MOVED) or (by_rail and position.has_moved(unit_id)):
        yield illegal("moved-already", f"{unit_id} may not move: it has moved in this phase already", "6.0", "6.12")
    if unit.has(REFORMING):
        yield illegal("reforming", f"{unit_id} may not move: it is about to be re-formed into its division", "15.12")
    if unit.has(STOPPED) and not unit.has(OVERRAN) and not is_overrun:
        what = "it entered an enemy zone of control earlier this Game-Turn"
        yield illegal("stopped", f"{unit_id} may not move: {what}", "6.23")
