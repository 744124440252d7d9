"""Combat results (9.4, 9.5): reading a cell, retreat or step losses, Engaged, and what befalls HQs and garrisons."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.steps import Option, Resolution, Roll, Step, Table, choose, roll
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov import garrisons, headquarters, strongpoints, untried
from adjudicator.rulesets.kharkov.combat import Combat, Party, ask, numbers_of
from adjudicator.rulesets.kharkov.odds import Reckoning
from adjudicator.rulesets.kharkov.position import DISRUPTED, Position, Positions
from adjudicator.rulesets.kharkov.retreat import Path, can_all_retreat, retreat

ENGAGED = "Eng"
ALL = "e"
RETREAT = "retreat"
LOSE = "lose"
DIE = 6


def part_of(cell: str, letter: str) -> str:
    """What a cell does to the attacker (``A``) or defender (``D``): ``1``, ``2``, ``e``, or the empty string (9.55)."""
    return next((part[1:] for part in cell.split("/") if cell != ENGAGED and part[0] == letter), "")


def die_of(combat: Combat, purpose: str, cases: tuple[str, ...]) -> Roll:
    """A die of a combat or overrun: its name says who rolls it for what."""
    kind = "overrun" if combat.is_overrun else "combat"
    return Roll(kind, min(combat.attacker.hexes), combat.subject, purpose, DIE, cases)


def find_cells(position: Position, reckoning: Reckoning) -> list[str]:
    """The cell that each face of the die leads to, in order (9.0, 9.33, 9.4)."""
    tables = position.setting.tables
    column = tables.columns.index(reckoning.final)
    return [tables.results[min(die + reckoning.die_modifier, DIE) - 1][column] for die in range(1, DIE + 1)]


def throw(position: Position, combat: Combat, reckoning: Reckoning) -> Generator[Step, Any, str]:
    """The die of the Combat Results Table, and the cell it leads to (9.0, 9.33, 9.4)."""
    die = yield from roll(die_of(combat, "crt", ("9.0", "9.4")))
    if reckoning.die_modifier:
        values = {"what": "across a Minor River", "change": reckoning.die_modifier}
        yield Event("die_modifier", combat.subject, values, ("9.33",))
    modified = min(die + reckoning.die_modifier, DIE)
    cell = find_cells(position, reckoning)[die - 1]
    values = {"die": die, "modified": modified, "column": reckoning.final, "cell": cell}
    yield Event("result", combat.subject, values, ("9.4", "9.55", *(("9.58",) if "/" in cell else ())))
    return cell


def carry_out_result(
    table: Table, positions: Positions, combat: Combat, cell: str
) -> Generator[Step, Any, dict[str, list[Path]]]:
    """A cell of the Combat Results Table carried out, the defender's part first (9.58).

    Returns the ways of the units that retreated, by side.
    """
    ways: dict[str, list[Path]] = {}
    if cell == ENGAGED or part_of(cell, "D"):
        # 9.65: they fall with any result, so they can neither bear the loss nor retreat again.
        for unit_id in combat.doomed:
            yield Event("removed", unit_id, {"why": f"retreated into this combat: {cell}"}, ("9.65",))
    for letter, party in (("D", combat.defender), ("A", combat.attacker)):
        part, hit = part_of(cell, letter), party
        ways[party.side] = []
        if party is combat.defender and (part or cell == ENGAGED):
            hit = yield from _spare_disrupted(positions.of(table.game), combat, cell)
        if part == ALL:
            yield from _lose_all(positions.of(table.game), hit, cell)
            yield from _displace(table, positions, _left_alone(positions.of(table.game), party))
        elif part or cell == ENGAGED:
            if party is combat.defender:
                concerned, hit = hit, strongpoints.exposed(positions.of(table.game), hit)
                yield from strongpoints.events_of_holding(combat, concerned, hit, cell)
            if cell == ENGAGED:
                yield from _lose_engaged(table, positions, combat, hit)
            elif hit.hexes:
                ways[party.side] = yield from _retreat_or_lose(table, positions, combat, hit, int(part), cell)
        yield from _displace(table, positions, _bereft(positions.of(table.game), party))
        if letter == "D":
            yield from _destroy_garrisons(table, positions, combat, cell)
    return ways


def _spare_disrupted(position: Position, combat: Combat, cell: str) -> Generator[Step, Any, Party]:
    """The defenders whom a result concerns: by option ``disrupted_results`` not those that are disrupted (7.32)."""
    party = combat.defender
    if combat.is_overrun or position.setting.options["disrupted_results"] == "normal":
        return party
    spared = [unit_id for unit_id in party.hexes if position.unit(unit_id).has(DISRUPTED)]
    if spared:
        yield Event("unaffected", combat.subject, {"units": spared, "result": cell}, ("7.32",))
    return replace(party, hexes={u: h for u, h in party.hexes.items() if u not in spared})


def _retreat_or_lose(
    table: Table, positions: Positions, combat: Combat, party: Party, count: int, cell: str
) -> Generator[Step, Any, list[Path]]:
    position = positions.of(table.game)
    units = party.combat_units(position)
    may_retreat = can_all_retreat(position, party, count)
    steps = "1 step" if count == 1 else f"{count} steps"
    options = []
    if may_retreat:
        options.append(Option(RETREAT, f"retreat all units {count} hex{'es' if count > 1 else ''}"))
    if units:
        options.append(Option(LOSE, f"lose {steps} and stay"))
    if not may_retreat and (units or party.headquarters(position)):
        yield Event("no_retreat", combat.subject, {"side": party.side, "hexes": count}, ("9.56", "9.61", "9.64"))
    if not options:
        yield from _displace(table, positions, _left_alone(position, party))
        return []
    about = f"{cell} on the attack on {combat.subject}: the {party.side.capitalize()} units retreat, or lose {steps}?"
    facts = {"hexes": _hexes_of(position, party), "units": list(units), "result": cell}
    choice = ask(party, "retreat_or_lose", combat.subject, about, options, ("9.56", "9.57", "9.61"), **facts)
    chosen = yield from choose(choice)
    if chosen == RETREAT:
        ways = yield from retreat(table, positions, party, count, marks_arrival=_is_marked(combat, party))
        yield from _displace(table, positions, _left_alone(positions.of(table.game), party))
        return ways
    yield from _lose_steps(table, positions, combat, party, count, cell)
    return []


def _lose_steps(table: Table, positions: Positions, combat: Combat, party: Party, count: int, cell: str) -> Resolution:
    """Steps lost one by one from units of the owner's choice, all of them if there are fewer (9.57)."""
    hit = ""
    for number in range(count):
        position = positions.of(table.game)
        units = party.combat_units(position)
        if not units:
            return
        if position.setting.options["two_step_loss"] == "one_unit":
            enough = [unit_id for unit_id in units if position.unit(unit_id).steps >= count - number]
            units = (hit,) if hit in units else tuple(enough) or units
        hit = yield from _choose_loss(position, combat, party, units, cell)
        yield _lose_step(position, hit, cell)


def _choose_loss(
    position: Position, combat: Combat, party: Party, units: Sequence[str], cell: str
) -> Generator[Step, Any, str]:
    """The unit that loses a step; the default is the weakest (9.57)."""
    weakest_first = sorted(units, key=lambda unit_id: (sum(untried.values_of(position, unit_id)), unit_id))
    options = [Option(unit_id, _loss_text(position, unit_id)) for unit_id in weakest_first]
    about = f"{cell} on the attack on {combat.subject}: which unit loses a step?"
    facts = {"hexes": _hexes_of(position, party), "result": cell}
    choice = ask(party, "lose_step", combat.subject, about, options, ("9.57",), **facts)
    return str((yield from choose(choice)))


def _loss_text(position: Position, unit_id: str) -> str:
    steps = position.unit(unit_id).steps
    number = position.number(position.hex_of(unit_id))
    return f"{unit_id} in {number}, " + ("its last step" if steps == 1 else f"one of {steps} steps")


def _lose_step(position: Position, unit_id: str, cell: str) -> Event:
    steps = position.unit(unit_id).steps
    cases = ("9.59" if cell == ENGAGED else "9.57", _steps_case(position, unit_id))
    if steps > 1:
        return Event("steps", unit_id, {"from": steps, "to": steps - 1, "why": cell}, cases)
    return Event("removed", unit_id, {"why": f"lost its last step: {cell}"}, cases)


def _steps_case(position: Position, unit_id: str) -> str:
    """The case that gives a unit its steps."""
    counter = position.counter(unit_id)
    if position.setting.is_regiment(unit_id):
        return "15.14"
    if counter.side == "axis":
        return "9.54" if counter.nation == "german" else "9.51"
    return "9.53" if position.unit(unit_id).steps > 1 or len(counter.faces) > 1 else "9.52"


def _lose_engaged(table: Table, positions: Positions, combat: Combat, party: Party) -> Resolution:
    """Each side loses a step, or by option each unit does (9.59)."""
    position = positions.of(table.game)
    if position.setting.options["engaged_loss"] == "one":
        yield from _lose_steps(table, positions, combat, party, 1, ENGAGED)
        return
    for unit_id in party.combat_units(position):
        yield _lose_step(position, unit_id, ENGAGED)


def _lose_all(position: Position, party: Party, cell: str) -> Iterable[Event]:
    for unit_id in party.combat_units(position):
        yield Event("removed", unit_id, {"why": f"eliminated: {cell}"}, ("9.55",))


def _left_alone(position: Position, party: Party) -> list[str]:
    """HQs of the party that are alone in the hex where the result met them: displaced if they can neither retreat nor
    outlive De (10.14)."""
    return [hq for hq in party.headquarters(position) if not position.combat_units_of(party.side, party.hexes[hq])]


def _bereft(position: Position, party: Party) -> list[str]:
    """HQs in hexes whose combat units have been eliminated, all of them (10.13); units that took no part count too."""
    fallen = sorted({hex_ for unit_id, hex_ in party.hexes.items() if position.unit(unit_id).hex is None})
    empty = [hex_ for hex_ in fallen if not position.combat_units_of(party.side, hex_)]
    return [unit_id for hex_ in empty for unit_id in position.units_of(party.side, hex_)]


def _displace(table: Table, positions: Positions, hqs: Sequence[str]) -> Resolution:
    for hq in hqs:
        yield from headquarters.displace(table, positions, hq)


def _destroy_garrisons(table: Table, positions: Positions, combat: Combat, cell: str) -> Resolution:
    held = set(combat.defender.hexes.values())
    for hex_ in combat.targets:
        yield from garrisons.destroy(positions.of(table.game), hex_, hex_ in held, cell)


def _is_marked(combat: Combat, party: Party) -> bool:
    """Whether those who end a retreat in a friendly hex are marked for 9.65, which does not know overruns."""
    return party.side == combat.defender.side and not combat.is_overrun


def _hexes_of(position: Position, party: Party) -> list[str]:
    return sorted(set(numbers_of(position, list(party.hexes.values()))))
