"""Fire combat: orders to fire, and an attack from its declaration to its hits (2.4, 4.0)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.platoon.column import NAMES, Reckoning, label_of, reckon
from adjudicator.rulesets.platoon.dice import throw
from adjudicator.rulesets.platoon.flanking import events_of_shot, find_flanked
from adjudicator.rulesets.platoon.hits import distribute, save, suffer
from adjudicator.rulesets.platoon.orders import Fire
from adjudicator.rulesets.platoon.position import DISRUPTED, FIRED, MOVED, Position, Positions
from adjudicator.rulesets.platoon.setting import AFV
from adjudicator.rulesets.platoon.shot import FACTORS, Attack, judge_attack, marker_of, targets_of

KIND = "fire"
"""What the dice of fire combat are called."""


def attack_of(position: Position, fire: Fire) -> Attack:
    """The attack that an order of the Fire Phase asks for; by ``fire_assistant_out`` those who have been put out drop
    out of it, the first of the others leading, unless nobody would be left (4.6)."""
    units = fire.units
    if position.setting.options["fire_assistant_out"] == "drops_out":
        there = tuple(unit_id for unit_id in units if not _is_gone(position, unit_id))
        units = tuple(unit_id for unit_id in there if not _is_put_out(position, unit_id)) or there
    return Attack(fire.order.side, units, fire.target, fire.at, fire.order.name)


def _is_gone(position: Position, unit_id: str) -> bool:
    return not position.unit(unit_id).steps


def _is_put_out(position: Position, unit_id: str) -> bool:
    """Whether the enemy keeps a unit from firing. Who has fired has spent himself."""
    unit = position.unit(unit_id)
    return unit.hex is not None and not (unit.has(FIRED) or unit.has(MOVED) or position.is_eligible(unit_id))


def _missing(position: Position, fire: Fire) -> Iterator[tuple[str, str]]:
    """The units of an order that drop out of its attack, each with why."""
    left = attack_of(position, fire).units
    for unit_id in (unit_id for unit_id in fire.units if unit_id not in left):
        is_gone = _is_gone(position, unit_id)
        yield unit_id, "it has been eliminated" if is_gone else f"it is marked {marker_of(position, unit_id)}"


def judge_fire(position: Position, fire: Fire) -> list[Finding]:
    """What is wrong with an order to fire (4.0)."""
    return judge_attack(position, attack_of(position, fire))


def find_wait(position: Position, fire: Fire) -> Finding | None:
    """What a legal order to fire still waits for by its ``when`` (2.4)."""
    why = next(_unmet(position, fire), None)
    return None if why is None else Finding("illegal", "waits", why, cases=("2.4",), at=("when",))


def _unmet(position: Position, fire: Fire) -> Iterator[str]:
    when, attack = fire.when, attack_of(position, fire)
    number, targets = position.number(fire.target), targets_of(position, attack)
    for unit_id in when.fired:
        if position.unit(unit_id).hex is not None and not position.unit(unit_id).has(FIRED):
            yield f"{unit_id} has not fired"
    if when.disrupted is not None and not any(position.unit(u).has(DISRUPTED) == when.disrupted for u in targets):
        yield f"no unit there in {number} is {'' if when.disrupted else 'not '}disrupted"
    if when.flanking is not None:
        here = position.hex_of(attack.lead)
        if bool(find_flanked(position, here, fire.target, targets)) != when.flanking:
            yield f"fire at {number} is {'not ' if when.flanking else ''}flanking fire"
    if when.column is not None:
        tables, final = position.setting.tables, reckon(position, attack).final
        if int(label_of(tables, final)) < when.column:
            yield f"the column would be {label_of(tables, final)}, not {when.column} or better"


def remark_fire(position: Position, fire: Fire) -> list[Finding]:
    """Advice on who will not assist, and on the column of a fire as things stand (4.0, 4.6)."""
    attack, number = attack_of(position, fire), position.number(fire.target)
    found = []
    for unit_id, why in _missing(position, fire):
        message = f"{unit_id} does not fire: {why}; the others of this order fire without it"
        found.append(Finding("advice", "drops-out", message, unit=unit_id, cases=("4.6",), at=("with",)))
    found += _remark_when(position, fire)
    reckoning, tables = reckon(position, attack), position.setting.tables
    label = label_of(tables, reckoning.final)
    if reckoning.final < 0:
        message = f"fire at {number} has no effect: column {label} is left of the table"
        found.append(Finding("advice", "no-effect", message, unit=attack.lead, cases=("4.0",), at=("fire",)))
    else:
        steps = [f"{step.shift.what} {step.shift.columns:+}" for step in reckoning.steps]
        steps += [f"{modifier.what} {modifier.columns:+} to the die" for modifier in reckoning.die]
        why = ", ".join([f"{NAMES[FACTORS[reckoning.at][0]]} {reckoning.firepower}", *_armour(reckoning), *steps])
        message = f"fire at {number} is on column {label} now: {why}"
        found.append(Finding("advice", "column", message, unit=attack.lead, hex=number, cases=("4.0",), at=("fire",)))
    return found


def _remark_when(position: Position, fire: Fire) -> Iterator[Finding]:
    """Advice on conditions that hold already, or never will (2.4)."""
    for unit_id in fire.when.fired:
        if position.unit(unit_id).hex is None and not position.carrier_of(unit_id):
            message = f"{unit_id} is not on the map: nothing has to be waited for"
            yield Finding("advice", "when-met", message, unit=unit_id, cases=("2.4",), at=("when", "fired"))
    last = position.setting.tables.columns[-1]
    if fire.when.column is not None and fire.when.column > last:
        message = f"the last column is {last}: this waits for ever"
        yield Finding("advice", "when-never", message, cases=("2.4", "4.0"), at=("when", "column"))


def _armour(reckoning: Reckoning) -> Iterator[str]:
    if reckoning.armour:
        yield f"armor {-reckoning.armour:+}"


def suppose_fire(position: Position, fire: Fire, succeeds: bool) -> Iterator[Event]:
    """The events of an order for a check: it is carried out, or comes to nothing and its units are free for another
    order, which makes that one a second thought."""
    if succeeds:
        for unit_id in attack_of(position, fire).units:
            yield Event("marked", unit_id, {"marker": FIRED}, ("4.0",))


def carry_out_fire(table: Table, positions: Positions, fire: Fire) -> Resolution:
    """A legal order to fire, resolved (2.4, 4.0); that somebody has dropped out of it only its side is told (4.6)."""
    position = positions.of(table.game)
    for unit_id, why in _missing(position, fire):
        yield Event("not_done", unit_id, {"what": "fire", "why": why}, ("4.6",), (fire.order.side,))
    yield from carry_out_attack(table, positions, attack_of(position, fire))


def carry_out_attack(table: Table, positions: Positions, attack: Attack) -> Resolution:
    """A legal attack: declared, column found, die thrown, hits saved, distributed and suffered (4.0). Returns nothing:
    who was hit is seen on the units afterwards."""
    position = positions.of(table.game)
    number, subject = position.number(attack.target), attack.subject
    reckoning = reckon(position, attack)
    yield from _declare(position, attack, reckoning)
    if attack.can_flank:
        here = position.hex_of(attack.lead)
        yield from events_of_shot(position, here, attack.target, reckoning.targets)
    yield from _explain(position, number, reckoning)
    tables = position.setting.tables
    if reckoning.final < 0:
        why = f"column {label_of(tables, reckoning.final)} is left of the table"
        yield Event("nothing_happened", number, {"why": why}, ("4.0",))
        return
    die = yield from throw(position, KIND, subject, number, "frt", ("1.1", "4.0"))
    low, high = tables.die
    modified = min(max(die + reckoning.die_modifier, low), high)
    possible = tables.results[modified - low][reckoning.final]
    yield _result(number, die, modified, label_of(tables, reckoning.final), possible)
    if not possible:
        return
    enemy = position.setting.enemy_of(attack.side)
    hits = yield from save(position, KIND, subject, number, enemy, possible)
    given = yield from distribute(position, KIND, subject, attack.target, reckoning.targets, hits)
    yield from suffer(table, positions, KIND, subject, given)


def _declare(position: Position, attack: Attack, reckoning: Reckoning) -> Iterator[Event]:
    number = position.number(attack.target)
    here = position.number(position.hex_of(attack.lead))
    values = {
        "order": attack.order,
        "how": "fire",
        "attackers": [{"unit": unit_id, "hex": here} for unit_id in attack.units],
        "targets": [number],
        "defenders": [{"unit": unit_id, "hex": number} for unit_id in reckoning.targets],
    }
    several = ("4.6",) if len(attack.units) > 1 else ()
    yield Event("attack_declared", number, values, ("4.0", *several))
    for unit_id in attack.units:
        yield Event("marked", unit_id, {"marker": FIRED}, ("4.0", *several))


def _explain(position: Position, number: str, reckoning: Reckoning) -> Iterator[Event]:
    """The factor with its armour and range, each shift, each die modifier."""
    tables = position.setting.tables
    values = {
        "factor": "Armor Piercing" if reckoning.at == AFV else "High Explosive",
        "firepower": reckoning.firepower,
        "armor": reckoning.armour,
        "armor_of": reckoning.armour_of,
        "colour": reckoning.colour,
        "distance": reckoning.distance,
        "band": reckoning.band,
        "column": label_of(tables, reckoning.column),
    }
    is_soft = any(position.setting.is_soft(unit_id) for unit_id in reckoning.targets)
    yield Event("firepower", number, values, ("4.0", "1.4") if is_soft else ("4.0",))
    for step in reckoning.steps:
        shift = {"what": step.shift.what, "columns": step.shift.columns}
        ends = {"from": label_of(tables, step.before), "to": label_of(tables, step.after)}
        yield Event("shift", number, shift | ends, (step.shift.case,))
    for modifier in reckoning.die:
        yield Event("die_modifier", number, {"what": modifier.what, "change": modifier.columns}, (modifier.case,))


def _result(number: str, die: int, modified: int, column: str, possible: int) -> Event:
    cell = f"{possible} possible hit{'' if possible == 1 else 's'}" if possible else "no effect"
    return Event("result", number, {"die": die, "modified": modified, "column": column, "cell": cell}, ("4.0",))
