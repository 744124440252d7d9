"""Overrun (7.0): who may overrun whom (7.1), how it is resolved (7.2), and disruption (7.3)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

from adjudicator.engine.steps import Step, Table
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.findings import Step as Place
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov import cities, command, garrisons, sector, strongpoints, untried
from adjudicator.rulesets.kharkov.combat import Combat, is_enemy_held, numbers_of, overrun_of
from adjudicator.rulesets.kharkov.going import Going, left_of
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.odds import reckon_overrun
from adjudicator.rulesets.kharkov.position import DISRUPTED, UNSUPPLIED, Position, Positions
from adjudicator.rulesets.kharkov.results import ENGAGED, carry_out_result, throw
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of
from adjudicator.rulesets.kharkov.telling import declare, explain
from adjudicator.rulesets.kharkov.terrain import points_text


def judge_overrun(
    position: Position, units: tuple[str, ...], going: Going, target: int, at: tuple[Place, ...]
) -> list[Finding]:
    """What forbids units, where they are now, to overrun a hex (7.1): empty when nothing does."""
    if going.doors:
        number = position.number(target)
        message = f"{names_of(units)} may not overrun {number} from off the map: an overrun strikes an adjacent hex"
        return [Finding("illegal", "not-on-map", message, unit=units[0], hex=number, cases=("7.0", "16.0"), at=at)]
    return [*_judge_target(position, units, going, target, at), *_judge_units(position, units, going, at)]


def carry_out_overrun(
    table: Table, positions: Positions, order: Order, units: Sequence[str], going: Going, target: int
) -> Generator[Step, Any, bool]:
    """A legal overrun: strengths, die, result, disruption; if it succeeds the units enter the hex. ``order`` has the
    wishes for it as its data. Returns whether they did (7.2)."""
    position = positions.of(table.game)
    combat = overrun_of(position, order, units, target)
    yield declare(position, order.name, combat)
    yield from command.events_of_supervision(position, going)
    yield from strongpoints.events_of_attacking(position, combat.attacker.hexes)
    yield from sector.events_of_attack(position, combat.defender.hexes)
    yield from untried.reveal(table, positions, (*combat.attacker.hexes, *combat.defender.hexes), combat.subject)

    # 7.22: the defender's supply is that of this instant.
    before = positions.of(table.game)
    reckoning = reckon_overrun(before, units, target)
    yield from explain(before, combat.subject, reckoning)
    cell = yield from throw(before, combat, reckoning)
    yield from carry_out_result(table, positions, combat, cell)
    if cell != ENGAGED:
        yield from _disrupt(before, positions.of(table.game), combat)

    position = positions.of(table.game)
    if _has_suffered(before, position, units) or is_enemy_held(position, order.side, target):
        return False
    yield from events_of_success(position, units, target)
    return True


def suppose_overrun(
    position: Position, units: Sequence[str], going: Going, target: int, succeeds: bool
) -> Iterator[Event]:
    """What an overrun leaves for the orders after it, in a check: whether it succeeds or not, it has been made."""
    yield from command.events_of_supervision(position, going)
    if succeeds:
        yield from suppose_success(position, units, going.side, target)
    else:
        yield from sector.events_of_attack(position, position.units_of(enemy_of(going.side), target))


def suppose_success(position: Position, units: Sequence[str], side: str, target: int) -> Iterator[Event]:
    """What a successful overrun leaves, for orders after it, in a check: the defenders gone, the units in the hex."""
    defenders = position.units_of(enemy_of(side), target)
    yield from sector.events_of_attack(position, defenders)
    for unit_id in defenders:
        yield Event("removed", unit_id, {"box": "elsewhere", "why": "supposed to be gone"}, ("7.25",))
    yield from garrisons.destroy(position, target, False, "De")
    yield from events_of_success(position, units, target)


def events_of_success(position: Position, units: Sequence[str], target: int) -> Iterator[Event]:
    """The units that overran a hex enter it (7.25), with what entering it brings about."""
    side, cost = position.side_of(units[0]), position.setting.tables.overrun_cost
    path = numbers_of(position, (position.hex_of(units[0]), target))
    for unit_id in units:
        yield Event("moved", unit_id, {"path": path, "how": "overrun", "cost": cost}, ("7.0", "7.25"))
    yield from cities.events_of_entry(position, side, (target,))
    yield from sector.events_of_entry(position, side, (target,))


def _judge_target(
    position: Position, units: Sequence[str], going: Going, target: int, at: tuple[Place, ...]
) -> Iterator[Finding]:
    side, here, number = going.side, going.start, position.number(target)
    who = names_of(units)

    def illegal(code: str, message: str, *cases: str, notes: tuple[str, ...] = ()) -> Finding:
        return Finding("illegal", code, message, unit=units[0], hex=number, cases=cases, notes=notes, at=at)

    if not position.grid.is_adjacent(here, target):
        apart = position.grid.distance(here, target)
        notes = (f"it would be in {position.number(here)}, {apart} hexes away",)
        yield illegal("not-adjacent", f"{who} may not overrun {number}: it is not adjacent", "7.0", notes=notes)
    elif position.setting.is_barred(here, target):
        message = f"{who} may not overrun {number} from {position.number(here)} across the Dnieper"
        yield illegal("dnieper", message, "6.3", notes=("the Dnieper is crossed at a road only",))
    if not is_enemy_held(position, side, target):
        yield illegal("no-enemy", f"{who} cannot overrun {number}: no enemy unit is in it", "7.0", "7.14")
    elif not position.has_enemy_unit(side, target) and not position.setting.options.is_on("overrun_garrison"):
        yield illegal("garrison", f"{who} may not overrun {number}: only a garrison holds it", "7.0", "15.32")
    if going.kept_south and target not in position.setting.south:
        message = f"{who} may not overrun {number}: what began south of the Sector Line goes north by rail only"
        yield illegal("sector-line", message, "6.77")


def _judge_units(position: Position, units: Sequence[str], going: Going, at: tuple[Place, ...]) -> Iterator[Finding]:
    setting, number = position.setting, position.number(going.start)

    def illegal(code: str, message: str, *cases: str, unit: str = units[0], notes: tuple[str, ...] = ()) -> Finding:
        return Finding("illegal", code, message, unit=unit, hex=number, cases=cases, notes=notes, at=at)

    if not any(setting.is_combat_unit(unit_id) for unit_id in units):
        yield illegal("headquarters", f"{names_of(units)} may not overrun: no combat unit is with it", "10.14", "7.0")
    for unit_id in units:
        if setting.counters[unit_id].kind == "reserve":
            message = f"{unit_id} may not overrun: an Army Reserve counter has no strength"
            yield illegal("no-strength", message, "6.72", unit=unit_id)
        if position.unit(unit_id).has(UNSUPPLIED):
            message = f"{unit_id} may not overrun: it was out of supply when the Movement Phase began"
            cases = ("7.12", "11.41") if position.counter(unit_id).nation == "german" else ("7.12", "10.26", "11.41")
            yield illegal("unsupplied", message, *cases, unit=unit_id)
        left, cost = left_of(position, going, unit_id), setting.tables.overrun_cost
        if left < cost:
            message = f"{unit_id} may not overrun: that takes {points_text(cost)} Movement Points"
            cases = ("7.0", "6.12", "11.41") if position.unit(unit_id).has(UNSUPPLIED) else ("7.0", "6.12")
            notes = (f"{unit_id} has {points_text(left)} left",)
            yield illegal("movement-points", message, *cases, unit=unit_id, notes=notes)
    if going.progress.began is None and not going.progress.overruns and len(units) > 1:
        message = f"{names_of(units)} may not overrun together: they did not begin the phase stacked in one hex"
        yield illegal("not-a-stack", message, "7.13", "16.0")
    if _must_cease(position, going):
        message = f"{names_of(units)} may not overrun: after a disengagement an enemy zone of control ends its movement"
        yield illegal("ceases", message, "6.63")
    if going.side == SOVIET:
        yield from command.judge_supervision(position, units, going, at)


def _must_cease(position: Position, going: Going) -> bool:
    """Whether units have got away by a disengagement and have moved into an enemy zone since (6.63, option
    ``overrun_after_disengaging``)."""
    progress = going.progress
    if position.setting.options.is_on("overrun_after_disengaging"):
        return False
    return progress.has_got_away and not progress.is_chased and position.is_enemy_zone(going.side, going.start)


def _has_suffered(before: Position, after: Position, units: Iterable[str]) -> bool:
    """Whether any of the units has lost a step or retreated (7.24)."""
    return any(_is_hit(before, after, unit_id) for unit_id in units)


def _is_hit(before: Position, after: Position, unit_id: str) -> bool:
    was, is_ = before.unit(unit_id), after.unit(unit_id)
    return was.hex != is_.hex or was.steps != is_.steps


def _disrupt(before: Position, after: Position, combat: Combat) -> Iterator[Event]:
    """The defenders that are disrupted: who has lost a step or retreated, or by option ``disruption_scope`` the whole
    stack (7.31); never HQs (7.34)."""
    units = [u for u in combat.defender.hexes if before.setting.is_combat_unit(u)]
    hit = [unit_id for unit_id in units if _is_hit(before, after, unit_id)]
    if hit and before.setting.options["disruption_scope"] == "stack":
        hit = units
    for unit_id in hit:
        unit = after.unit(unit_id)
        if unit.hex is not None and not unit.has(DISRUPTED):
            yield Event("marked", unit_id, {"marker": DISRUPTED}, ("7.31",))
