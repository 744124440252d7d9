"""What a combat tells on its way: the events that explain it and change nothing (9.0, 9.3, 9.83)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from adjudicator.model.events import Event, Json
from adjudicator.rulesets.kharkov.combat import Combat
from adjudicator.rulesets.kharkov.odds import Line, Reckoning, Shift, total_of
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import AXIS


def declare(position: Position, order_name: str, combat: Combat) -> Event:
    """Who attacks whom, and from where."""
    everyone = (*combat.defender.hexes, *combat.doomed)
    garrisons_held = {
        position.number(hex_): position.garrison_in(hex_)
        for hex_ in combat.targets
        if combat.defender.side == AXIS and position.garrison_in(hex_)
    }
    values = {
        "order": order_name,
        "attackers": [{"unit": u, "hex": position.number(h)} for u, h in combat.attacker.hexes.items()],
        "targets": [position.number(hex_) for hex_ in combat.targets],
        "defenders": [{"unit": u, "hex": position.number(position.hex_of(u))} for u in everyone],
        "garrisons": garrisons_held,
    }
    if combat.is_overrun:
        return Event("attack_declared", combat.subject, {**values, "how": "overrun"}, ("7.0", "7.14"))
    several = ("9.23",) if len(combat.targets) > 1 else ()
    return Event("attack_declared", combat.subject, values, ("9.0", "9.11", "9.21", *several))


def explain(position: Position, subject: str, reckoning: Reckoning) -> Iterator[Event]:
    """Strengths line by line, the ratio and its column, and the shifts reckoned so far."""
    yield _strengths(position, subject, "attack", reckoning.attack, reckoning.attack_total)
    yield _strengths(position, subject, "defence", reckoning.defence, reckoning.defence_total)
    attack, defence = str(reckoning.attack_total), str(reckoning.defence_total)
    values = {"attack": attack, "defence": defence, "ratio": f"{attack}-{defence}", "column": reckoning.column}
    yield Event("odds", subject, values, ("9.0",))
    yield from explain_shifts(subject, reckoning.shifts)


def _strengths(position: Position, subject: str, of: str, lines: Sequence[Line], total: Fraction) -> Event:
    listed = [
        {
            "unit": line.unit,
            "hex": position.number(line.hex),
            "printed": line.printed,
            "effects": [{"what": e.what, "case": e.case, "change": e.change} for e in line.effects],
            "strength": str(line.strength),
        }
        for line in lines
    ]
    cases = dict.fromkeys(effect.case for line in lines for effect in line.effects)
    if "11.43" in cases:
        cases["11.42"] = None
    values: dict[str, Json] = {"of": of, "lines": listed, "total": str(total)}
    if total != total_of(lines):
        values["sum"] = str(total_of(lines))
        cases["7.0"] = None
    return Event("strengths", subject, values, ("9.0", *cases))


def explain_shifts(subject: str, shifts: Iterable[Shift]) -> Iterator[Event]:
    """Column shifts one by one."""
    for shift in shifts:
        values = {"what": shift.what, "columns": shift.columns, "from": shift.before, "to": shift.after}
        yield Event("shift", subject, values, shift.cases)
