"""German infantry divisions and their regiments: breaking down, re-forming, trading (15.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.model.game import ELIMINATED
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.orders import EXCHANGES, Exchange, where_off_map
from adjudicator.rulesets.kharkov.position import AIR_SUPPLIED, DISRUPTED, REFORMING, Position
from adjudicator.rulesets.kharkov.setting import Setting
from adjudicator.rulesets.kharkov.untried import values_of

REGIMENTS = "regiments"
"""Box of the regiment counters that are not in use (15.1)."""
BROKEN = "broken"
"""Box of the divisions that are broken down, each with the steps it had (15.1)."""
GOING = "reforming/"
"""Box of a division that returns to the hex behind the slash when all movement is over (15.12)."""


def line_of(setting: Setting, unit_id: str, strength: int) -> tuple[int, ...]:
    """The strengths of the regiments of a division of this strength; empty when it cannot be broken down (15.11;
    options mountain_breakdown, security_breakdown)."""
    counter, kind = setting.counters[unit_id], setting.counters[unit_id].kind
    if counter.nation != "german" or counter.size != "division":
        return ()
    if kind == "mountain" and setting.options.is_on("mountain_breakdown"):
        kind = "light"
    if kind == "security" and setting.options.is_on("security_breakdown"):
        kind = "infantry"
    return setting.tables.breakdown.get((kind, strength), ())


def face_of(strength: int) -> str:
    """The face of a regiment counter: attack and defence are one figure."""
    return f"{strength}-{strength}"


def find_free(position: Position) -> list[str]:
    """The regiment counters that are not in use, in counter-sheet order (15.15)."""
    return [unit.id for unit in position.game.units.values() if unit.box == REGIMENTS]


def judge_exchange(position: Position, exchange: Exchange) -> list[Finding]:
    """What is wrong with breaking down, re-forming or trading a division now (15.11-15.15)."""
    judges = {"breakdown": _judge_breakdown, "reform": _judge_reform, "trade": _judge_trade}
    return list(judges[exchange.verb](position, exchange))


def events_of_exchange(position: Position, exchange: Exchange) -> list[Event]:
    """The events of a legal exchange. Re-forming comes into effect at the end of the phase (15.12)."""
    events = {"breakdown": _break_down, "reform": _prepare, "trade": _trade}
    return list(events[exchange.verb](position, exchange))


def events_of_substitution(position: Position) -> Iterator[Event]:
    """The divisions that are re-formed take the place of their regiments, now that all movement is over (15.12)."""
    for division in position.game.units.values():
        if not division.box.startswith(GOING):
            continue
        number = division.box.removeprefix(GOING)
        units = position.game.units_in(position.grid.hex(number))
        regiments = [unit_id for unit_id in units if position.unit(unit_id).has(REFORMING)]
        yield _told(position, "reform", division.id, number, regiments, ("15.12",))
        for unit_id in regiments:
            yield Event("unmarked", unit_id, {"marker": REFORMING}, ("15.12",))
            values = {"box": REGIMENTS, "why": f"re-formed into {division.id}", "quiet": True}
            yield Event("removed", unit_id, values, ("15.12",))
        yield Event("placed", division.id, {"hex": number, "quiet": True}, ("15.12",))
        if any(position.unit(unit_id).has(DISRUPTED) for unit_id in regiments):
            yield Event("marked", division.id, {"marker": DISRUPTED}, ("15.12", "7.32"))
        if all(position.unit(unit_id).has(AIR_SUPPLIED) for unit_id in regiments):
            yield Event("marked", division.id, {"marker": AIR_SUPPLIED}, ("15.12", "13.2"))


def _line_now(position: Position, division: str) -> tuple[int, ...]:
    return line_of(position.setting, division, values_of(position, division)[0])


def _chosen(position: Position, exchange: Exchange) -> tuple[str, ...]:
    """The regiments that a breakdown brings: those named, else the first free ones."""
    return exchange.regiments or tuple(find_free(position)[: len(_line_now(position, exchange.division))])


def _break_down(position: Position, exchange: Exchange) -> Iterator[Event]:
    division, number = exchange.division, position.number(position.hex_of(exchange.division))
    regiments = _chosen(position, exchange)
    borne = position.unit(division).markers
    faces = dict(zip(regiments, map(face_of, _line_now(position, division)), strict=True))
    yield _told(position, "breakdown", division, number, faces, ("15.1", "15.11"))
    values = {"box": BROKEN, "why": f"broken down into {names_of(regiments)}", "quiet": True}
    yield Event("removed", division, values, ("15.1", "15.11"))
    for unit_id, face in faces.items():
        yield Event("placed", unit_id, {"hex": number, "face": face, "quiet": True}, ("15.11", "15.14"))
        marks = position.unit(unit_id).markers
        for word in sorted(marks - borne):
            yield Event("unmarked", unit_id, {"marker": word}, ("15.11",))
        for word in sorted(borne - marks):
            yield Event("marked", unit_id, {"marker": word}, ("15.11",))


def _prepare(position: Position, exchange: Exchange) -> Iterator[Event]:
    number = position.number(position.hex_of(exchange.regiments[0]))
    values = {"box": GOING + number, "why": f"returns to {number} after all movement", "quiet": True}
    yield Event("removed", exchange.division, values, ("15.12",))
    for unit_id in exchange.regiments:
        yield Event("marked", unit_id, {"marker": REFORMING}, ("15.12",))


def _trade(position: Position, exchange: Exchange) -> Iterator[Event]:
    division, regiments = exchange.division, exchange.regiments
    yield _told(position, "trade", division, "", regiments, ("15.15",))
    values = {"why": f"traded for {names_of(regiments)}", "quiet": True}
    yield Event("removed", division, values, ("15.15",))
    for unit_id in regiments:
        values = {"box": REGIMENTS, "steps": 1, "why": f"traded against {division}", "quiet": True}
        yield Event("removed", unit_id, values, ("15.15",))


def _told(
    position: Position, verb: str, division: str, number: str, regiments: Iterable[str], cases: tuple[str, ...]
) -> Event:
    values = {"verb": verb, "hex": number, "strength": values_of(position, division)[0], "regiments": list(regiments)}
    return Event("exchange", division, values, cases)


def _judge_breakdown(position: Position, exchange: Exchange) -> Iterator[Finding]:
    division, unit = exchange.division, position.unit(exchange.division)
    if unit.hex is None:
        message = f"{division} may not be broken down: {where_off_map(unit.box)}"
        yield _illegal(exchange, "unit-off-map", message, ("15.1",))
        return
    number, line = position.number(unit.hex), _line_now(position, division)
    if position.has_moved(division):
        message = f"{division} may not be broken down in {number}: it has moved in this phase"
        yield _illegal(exchange, "moved-already", message, ("15.11",), number)
    if not line:
        message = f"{division} may not be broken down: no line of 15.11 is for {_describe(position, division)}"
        yield _illegal(exchange, "no-breakdown", message, ("15.11",), number)
        return
    free = find_free(position)
    if len(exchange.regiments) not in (0, len(line)):
        yield _wrong_number(position, exchange, line)
    elif len(free) < len(line):
        message = f"{division} may not be broken down: {len(line)} regiments are needed, {len(free)} counters are left"
        yield _illegal(exchange, "no-regiments", message, ("15.15",), number)
    for unit_id in exchange.regiments:
        if unit_id not in free:
            message = f"{unit_id} is no regiment counter that is free: {_why_not_free(position, unit_id)}"
            yield _illegal(exchange, "regiment-not-free", message, ("15.15", "15.1"), unit=unit_id)
    stack = position.combat_units_of(exchange.order.side, unit.hex)
    count, limit = len(stack) - 1 + len(line), position.setting.tables.stack
    if count > limit:
        message = f"{division} may not be broken down in {number}: no more than {limit} combat units stack in a hex"
        notes = (f"{count} would be there: {len(line)} regiments and {len(stack) - 1} of {names_of(stack)}",)
        yield _illegal(exchange, "overstacked", message, ("15.13", "8.1"), number, notes)


def _why_not_free(position: Position, unit_id: str) -> str:
    unit = position.unit(unit_id)
    if not position.setting.is_regiment(unit_id):
        return "it is no counter that a division is broken down into"
    return where_off_map(unit.box) if unit.hex is None else f"it is in {position.number(unit.hex)} already"


def _judge_reform(position: Position, exchange: Exchange) -> Iterator[Finding]:
    division, regiments = exchange.division, exchange.regiments
    line = _line_now(position, division)
    yield from _judge_boxed(position, exchange)
    fit = [unit_id for unit_id in regiments if position.setting.is_regiment(unit_id)]
    for unit_id in regiments:
        unit = position.unit(unit_id)
        if unit_id not in fit or unit.hex is None:
            message = f"{unit_id} cannot be re-formed into {division}: it is no regiment on the map"
            yield _illegal(exchange, "no-regiment", message, ("15.12",), unit=unit_id)
        elif unit.has(REFORMING):
            message = f"{unit_id} cannot be re-formed into {division}: another division takes its place"
            yield _illegal(exchange, "reforming", message, ("15.12",), unit=unit_id)
    placed = [unit_id for unit_id in fit if position.unit(unit_id).hex is not None]
    hexes = sorted({position.number(position.hex_of(unit_id)) for unit_id in placed})
    if len(hexes) > 1:
        message = f"{division} cannot be re-formed: {names_of(placed)} are in several hexes, {names_of(hexes)}"
        yield _illegal(exchange, "not-a-stack", message, ("15.12",))
    if len(placed) < len(regiments):
        return
    has = sorted(values_of(position, unit_id)[0] for unit_id in placed)
    if line and has != sorted(line):
        message = f"{division} cannot be re-formed from {names_of(regiments) if regiments else 'nothing'}"
        notes = (f"{_describe(position, division)} takes {_listed(line)}, there are {_listed(has)}",)
        yield _illegal(exchange, "wrong-regiments", message, ("15.12", "15.11"), notes=notes)
    for number in hexes[:1]:
        stack = position.combat_units_of(exchange.order.side, position.grid.hex(number))
        limit = position.setting.tables.stack
        if len(stack) > limit:
            message = f"{division} may not be re-formed in {number}: no more than {limit} combat units stack in a hex"
            notes = (f"{len(stack)} are there: {names_of(stack)}",)
            yield _illegal(exchange, "overstacked", message, ("15.13", "8.1"), number, notes)


def _judge_trade(position: Position, exchange: Exchange) -> Iterator[Finding]:
    line = _line_now(position, exchange.division)
    yield from _judge_boxed(position, exchange)
    for unit_id in exchange.regiments:
        if not position.setting.is_regiment(unit_id) or position.unit(unit_id).box != ELIMINATED:
            message = f"{unit_id} cannot be traded: it is no eliminated regiment"
            yield _illegal(exchange, "not-eliminated", message, ("15.15",), unit=unit_id)
    if line and len(exchange.regiments) != len(line):
        yield _wrong_number(position, exchange, line)


def _judge_boxed(position: Position, exchange: Exchange) -> Iterator[Finding]:
    division = exchange.division
    if position.unit(division).box != BROKEN:
        case = "15.12" if exchange.verb == "reform" else "15.15"
        what = "re-formed" if exchange.verb == "reform" else "traded"
        message = f"{division} cannot be {what}: it is not among the divisions that are broken down"
        yield _illegal(exchange, "not-broken-down", message, (case,))


def _wrong_number(position: Position, exchange: Exchange, line: Sequence[int]) -> Finding:
    count = len(exchange.regiments)
    message = (
        f"{EXCHANGES[exchange.verb]} names {count} regiment{'' if count == 1 else 's'}: "
        f"{exchange.division}, {_describe(position, exchange.division)}, takes {len(line)}"
    )
    return _illegal(exchange, "wrong-regiments", message, ("15.15" if exchange.verb == "trade" else "15.11",))


def _describe(position: Position, unit_id: str) -> str:
    """A unit by what its counter shows: ``a 9-8 infantry division``."""
    counter = position.counter(unit_id)
    strength = values_of(position, unit_id)[0]
    return f"a {strength}-{counter.move} {counter.nation} {counter.kind} {counter.size}".replace(" german", "")


def _listed(strengths: Iterable[int]) -> str:
    """``2, 2, 1``, strongest first; ``none``."""
    return ", ".join(map(str, sorted(strengths, reverse=True))) or "none"


def _illegal(
    exchange: Exchange,
    code: str,
    message: str,
    cases: tuple[str, ...],
    hex_: str = "",
    notes: tuple[str, ...] = (),
    unit: str = "",
) -> Finding:
    at: tuple[Step, ...] = (exchange.verb,)
    if unit:
        word = EXCHANGES[exchange.verb]
        is_list = isinstance(exchange.order.data[word], list)
        at = (word, exchange.regiments.index(unit)) if is_list else (word,)
    unit = unit or exchange.division
    return Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, notes=notes, at=at)
