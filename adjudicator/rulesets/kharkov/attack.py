"""Attacks (9.1, 9.2): which are legal, and one attack from its declaration to the last advance (9.0, 13.12, 12.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from adjudicator.engine.steps import Resolution, Table, roll
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import air, garrisons, headquarters, sector, strongpoints, supply, untried
from adjudicator.rulesets.kharkov.advance import FREE_HEXES, advance
from adjudicator.rulesets.kharkov.combat import Combat, combat_of, events_of_going, find_gap, is_enemy_held
from adjudicator.rulesets.kharkov.odds import has_morale_bonus, reckon
from adjudicator.rulesets.kharkov.orders import Attack
from adjudicator.rulesets.kharkov.position import ADVANCED, ATTACKED, DISRUPTED, RETREATED_IN, Position, Positions
from adjudicator.rulesets.kharkov.results import ENGAGED, carry_out_result, die_of, part_of, throw
from adjudicator.rulesets.kharkov.setting import enemy_of
from adjudicator.rulesets.kharkov.telling import declare, explain, explain_shifts

UNKNOWN_ODDS = "unknown odds"
"""What the defender is told before untried units are revealed (13.11)."""
NEAREST = 2


def judge_attack(position: Position, attack: Attack) -> list[Finding]:
    """What is wrong with an attack in this position: its targets, its units, its Air Point, its wishes."""
    return [
        *chain.from_iterable(_judge_target(position, attack, hex_) for hex_ in attack.targets),
        *chain.from_iterable(_judge_unit(position, attack, unit_id) for unit_id in attack.units),
        *_judge_air(position, attack),
        *_judge_wishes(position, attack),
    ]


def carry_out_attack(table: Table, positions: Positions, attack: Attack) -> Resolution:
    """A legal attack: Air Points, untried units, odds, die, defender's result, attacker's, advance (9.0, 12.0)."""
    position = positions.of(table.game)
    combat = combat_of(position, attack)
    yield declare(position, attack.order.name, combat)
    yield from strongpoints.events_of_attacking(position, combat.attacker.hexes)
    yield from sector.events_of_attack(position, combat.defender.hexes)
    if attack.air:
        yield from air.spend(position, combat.targets, combat.attacker.side, "attacker")
    known = _odds_face_up(positions.of(table.game), attack, combat)
    defender_air = yield from air.ask_defender(table, positions, combat.targets, known)
    yield from untried.reveal(table, positions, (*combat.attacker.hexes, *combat.defender.hexes), combat.subject)

    # 11.42: supply is that of this instant, and so are strengths.
    position = positions.of(table.game)
    first = reckon(position, attack.units, combat.targets, attack.air, defender_air)
    yield from explain(position, combat.subject, first)
    final = first
    if has_morale_bonus(position, combat.attacker.side):
        die = yield from roll(die_of(combat, "morale", ("9.82", "9.85")))
        bonus = position.setting.tables.morale[table.game.turn - 1][die - 1]
        final = reckon(position, attack.units, combat.targets, attack.air, defender_air, bonus)
        yield from explain_shifts(combat.subject, final.shifts[len(first.shifts) :])
    cell = yield from throw(position, combat, final)

    ways = yield from carry_out_result(table, positions, combat, cell)
    yield from _mark(positions.of(table.game), combat)
    if cell == ENGAGED:
        return
    attacker, defender = combat.attacker, combat.defender
    if part_of(cell, "D"):
        yield from advance(table, positions, attacker, ways[defender.side], combat.targets)
    else:
        held = sorted(set(attacker.hexes.values()))
        yield from advance(table, positions, defender, ways[attacker.side], held)


def suppose_attack(position: Position, attack: Attack, succeeds: bool) -> Iterator[Event]:
    """What an attack leaves for the orders after it, in a check: the markers and the Air Point; if it succeeds, the
    defenders and garrisons are gone and units that are ordered to advance have done so."""
    combat = combat_of(position, attack)
    yield from strongpoints.events_of_attacking(position, combat.attacker.hexes)
    if attack.air:
        yield from air.spend(position, combat.targets, combat.attacker.side, "attacker")
    yield from sector.events_of_attack(position, combat.defender.hexes)
    yield from _mark(position, combat)
    if not succeeds:
        return
    for unit_id in (*combat.defender.hexes, *combat.doomed):
        yield Event("removed", unit_id, {"box": "elsewhere", "why": "supposed to be gone"}, ("9.7",))
    for hex_ in combat.targets:
        yield from garrisons.destroy(position, hex_, False, "De")
    for unit_id, path in _advances_wished(position, attack):
        if path and not any(is_enemy_held(position, attack.order.side, h) for h in path if h not in combat.targets):
            yield from events_of_going(position, unit_id, path, "advance", ("9.71",))


def _advances_wished(position: Position, attack: Attack) -> Iterable[tuple[str, Sequence[int]]]:
    """Who is ordered to advance, each with its path: where all are, the first units for whom there is room (8.1)."""
    if not attack.wishes.all_advance:
        return (attack.wishes.advance or {}).items()
    room = dict.fromkeys(sorted(attack.targets, key=position.number), position.setting.tables.stack)
    found: dict[str, Sequence[int]] = {}
    for unit_id in attack.units:
        near = [hex_ for hex_ in room if room[hex_] and hex_ in position.grid.adjacent[position.hex_of(unit_id)]]
        if near:
            room[near[0]] -= 1
            found[unit_id] = near[:1]
    return found.items()


def _odds_face_up(position: Position, attack: Attack, combat: Combat) -> str:
    """The column before Air Points of the defender, if every strength is known."""
    everyone = (*combat.attacker.hexes, *combat.defender.hexes)
    if any(untried.is_untried(position, unit_id) for unit_id in everyone):
        return UNKNOWN_ODDS
    return reckon(position, attack.units, combat.targets, attack.air).final


def _mark(position: Position, combat: Combat) -> Iterable[Event]:
    """The marks of 9.14 on the units of the combat that are left on the map, and on the hexes attacked."""
    for unit_id in chain(combat.attacker.hexes, combat.defender.hexes, combat.doomed):
        if position.unit(unit_id).hex is not None and not position.unit(unit_id).has(ATTACKED):
            yield Event("marked", unit_id, {"marker": ATTACKED}, ("9.14",))
    for hex_ in combat.targets:
        yield Event("hex_marked", position.number(hex_), {"mark": ATTACKED}, ("9.14",))


def _judge_target(position: Position, attack: Attack, hex_: int) -> Iterator[Finding]:
    side, number = attack.order.side, position.number(hex_)

    def illegal(code: str, message: str, *cases: str) -> Finding:
        return Finding("illegal", code, message, hex=number, cases=cases, at=("attack",))

    enemies = position.units_of(enemy_of(side), hex_)
    # Nobody enters an attacked hex in this phase who was not in combat too: the mark alone decides, emptied or not.
    if position.game.has_mark(hex_, ATTACKED):
        yield illegal("attacked-already", f"{number} cannot be attacked: it was attacked this phase", "9.14")
    elif not is_enemy_held(position, side, hex_):
        yield illegal("no-enemy", f"{number} cannot be attacked: no enemy unit is in it", "9.11")
    elif spent := [unit_id for unit_id in enemies if _is_beyond_attack(position, unit_id, hex_)]:
        names = ", ".join(spent)
        if any(position.unit(unit_id).has(ADVANCED) for unit_id in spent):
            yield illegal(
                "advanced", f"{number} cannot be attacked: {names} advanced into it this phase", "9.73", "9.21"
            )
        else:
            yield illegal("attacked-already", f"{number} cannot be attacked: {names} was attacked this phase", "9.14")


def _is_beyond_attack(position: Position, unit_id: str, hex_: int) -> bool:
    """Whether a unit was attacked or advanced, so that it, and its hex with it, is attacked no more (9.14, 9.21, 9.73);
    not so units that retreated in (9.65), nor HQs beside combat units."""
    unit = position.unit(unit_id)
    if position.setting.is_hq(unit_id) and position.combat_units_of(position.side_of(unit_id), hex_):
        return False
    return unit.has(ADVANCED) or (unit.has(ATTACKED) and not unit.has(RETREATED_IN))


def _judge_unit(position: Position, attack: Attack, unit_id: str) -> Iterator[Finding]:
    setting, unit, here = position.setting, position.unit(unit_id), position.hex_of(unit_id)
    number = position.number(here)
    at = ("with", attack.units.index(unit_id)) if isinstance(attack.order.data.get("with"), list) else ("with",)

    def illegal(code: str, message: str, *cases: str, notes: tuple[str, ...] = ()) -> Finding:
        return Finding("illegal", code, message, unit=unit_id, hex=number, cases=cases, notes=notes, at=at)

    with_it = [u for u in attack.units if position.unit(u).hex == here and setting.is_combat_unit(u)]
    if setting.is_hq(unit_id) and not with_it:
        yield illegal(
            "headquarters", f"{unit_id} may not attack from {number}: no unit with it attacks", "10.14", "10.13"
        )
    if setting.counters[unit_id].kind == "reserve":
        yield illegal("no-strength", f"{unit_id} may not attack: an Army Reserve counter has no strength", "6.72")
    if unit.has(DISRUPTED):
        yield illegal("disrupted", f"{unit_id} may not attack from {number}: it is disrupted", "7.32")
    if unit.has(ADVANCED):
        yield illegal("advanced", f"{unit_id} may not attack from {number}: it advanced this phase", "9.73", "9.14")
    elif unit.has(ATTACKED):
        yield illegal("attacked-already", f"{unit_id} may not attack from {number}: it attacked this phase", "9.14")
    if position.is_frozen(unit_id):
        message = f"{unit_id} may not attack from {number}: the Axis units south of the Sector Line are not active"
        yield illegal("frozen", message, "6.51")
    for target in attack.targets:
        goal, apart = position.number(target), position.grid.distance(here, target)
        if apart != 1:
            cases = ("9.11", "9.23") if len(attack.targets) > 1 else ("9.11",)
            notes = (f"{number} is {apart} hexes from {goal}",)
            yield illegal("not-adjacent", f"{unit_id} in {number} is not adjacent to {goal}", *cases, notes=notes)
        elif setting.is_barred(here, target):
            yield illegal("dnieper", f"{unit_id} may not attack {goal} from {number} across the Dnieper", "6.3")
    if setting.is_combat_unit(unit_id) and not supply.has_communications(position, unit_id):
        message = f"{unit_id} may not attack from {number}: no Line of Communications from an active HQ reaches it"
        yield illegal("no-communications", message, "9.15", "10.21", notes=_headquarters_notes(position, unit_id))


def _headquarters_notes(position: Position, unit_id: str) -> tuple[str, ...]:
    """How far the nearest active HQs of a unit's nation are, for a unit that none of them reaches."""
    here = position.hex_of(unit_id)
    found = []
    for hq in headquarters.find_headquarters(position, position.counter(unit_id).nation):
        if headquarters.is_active(position, hq):
            place, radius = position.hex_of(hq), position.counter(hq).numbers["radius"]
            apart = position.grid.distance(here, place)
            reach = "the way is barred" if apart <= radius else f"its radius is {radius}"
            found.append((apart, f"{hq} in {position.number(place)} is {apart} hexes away: {reach}"))
    return tuple(note for _, note in sorted(found)[:NEAREST]) or ("no HQ on the map is active",)


def _judge_air(position: Position, attack: Attack) -> Iterator[Finding]:
    side = attack.order.side
    written = str(attack.order.data.get("air", ""))
    if written.isdecimal() and int(written) > 1:
        message = f"{written} Air Points are too many for one attack: one a side"
        yield Finding("illegal", "too-many-air-points", message, cases=("13.13",), at=("air",))
    elif attack.air and not air.points_of(position, side):
        given = position.setting.air[side][position.game.turn - 1]
        message = f"the {side.capitalize()} Player has no Air Point left for this attack"
        notes = (f"Game-Turn {position.game.turn} gave {given}",)
        yield Finding("illegal", "no-air-point", message, cases=("13.11", "13.0"), notes=notes, at=("air",))


def _judge_wishes(position: Position, attack: Attack) -> Iterator[Finding]:
    wishes = attack.wishes

    def illegal(code: str, message: str, unit_id: str, field: str, *cases: str, hex_: str = "") -> Finding:
        return Finding("illegal", code, message, unit=unit_id, hex=hex_, cases=cases, at=(field, unit_id))

    named = [("lose", u) for u in wishes.lose] + [("retreat", u) for u in wishes.retreat]
    for field, unit_id in named + [("advance", u) for u in wishes.advance or {}]:
        if unit_id not in attack.units:
            message = f"{field}: {unit_id} takes no part in this attack"
            yield illegal("not-in-attack", message, unit_id, field, "9.12")
    for unit_id, path in (wishes.advance or {}).items():
        if unit_id in attack.units and (fault := _fault_of_advance(position, attack.targets, path)):
            number, why = fault
            message = f"{unit_id} cannot advance {_dashed(position, path)}: {why}"
            yield illegal("not-an-advance", message, unit_id, "advance", "9.71", "9.74", hex_=number)
    for unit_id, paths in wishes.retreat.items():
        for path in paths if unit_id in attack.units else ():
            way = (position.hex_of(unit_id), *path)
            if gap := find_gap(position, way):
                message = f"{unit_id} cannot retreat {_dashed(position, way)}: {gap[1]}"
                yield illegal("gap", message, unit_id, "retreat", "9.6", hex_=gap[0])


def _fault_of_advance(position: Position, targets: Sequence[int], path: Sequence[int]) -> tuple[str, str] | None:
    """The hex at which a path can be no advance after an attack on these hexes, and why; None for one that can."""
    if not path:
        return None
    numbers = [position.number(hex_) for hex_ in path]
    if path[0] not in targets:
        return numbers[0], f"an advance begins in a hex attacked, and {numbers[0]} is none"
    if gap := find_gap(position, path):
        return gap
    if len(path) > FREE_HEXES:
        return numbers[FREE_HEXES], f"{numbers[FREE_HEXES]} is more than one hex beyond the hex attacked"
    return None


def _dashed(position: Position, path: Sequence[int]) -> str:
    return "-".join(position.number(hex_) for hex_ in path)
