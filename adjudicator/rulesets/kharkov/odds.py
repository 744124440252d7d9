"""The odds of an attack (9.0, 9.3, 9.8, 9.9): strengths unit by unit in exact fractions, column, shifts, die modifier.

Nothing is rolled or changed here: what-if questions may ask the same as the resolution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from adjudicator.rulesets.kharkov import integration, supply, untried
from adjudicator.rulesets.kharkov.combat import hqs_last
from adjudicator.rulesets.kharkov.position import RETREATED_IN, Position
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of
from adjudicator.rulesets.kharkov.tables import Tables

HALF = Fraction(1, 2)
HQ_DEFENCE = Fraction(1)


@dataclass(frozen=True)
class Effect:
    """Something that changes a unit's strength: ``change`` is ``x2``, ``x1/2``, ``=0`` or ``=1``."""

    what: str
    case: str
    change: str


@dataclass(frozen=True)
class Line:
    """The strength of one unit (or ``garrison``) in a combat; ``halved`` whether supply has yet to halve it (11.43)."""

    unit: str
    hex: int
    printed: int
    effects: tuple[Effect, ...]
    strength: Fraction
    division: str = ""
    halved: bool = False

    def times(self, factor: Fraction | int, what: str, case: str) -> Line:
        """The line with its strength multiplied."""
        return replace(self, effects=(*self.effects, Effect(what, case, f"x{factor}")), strength=self.strength * factor)

    def at(self, strength: Fraction, what: str, case: str, change: str) -> Line:
        """The line with another strength."""
        return replace(self, effects=(*self.effects, Effect(what, case, change)), strength=strength)


@dataclass(frozen=True)
class Shift:
    """One column shift: signed, to the right positive; ``before`` and ``after`` are columns."""

    what: str
    columns: int
    before: str
    after: str
    cases: tuple[str, ...]


@dataclass(frozen=True)
class Reckoning:
    """How the column of an attack or overrun comes about: ``column`` before and ``final`` after all shifts;
    ``attack_total`` is what is left of the attackers' sum, in an overrun half (7.0)."""

    attack: tuple[Line, ...]
    attack_total: Fraction
    defence: tuple[Line, ...]
    column: str
    shifts: tuple[Shift, ...]
    final: str
    die_modifier: int

    @property
    def defence_total(self) -> Fraction:
        """The defender's strength."""
        return total_of(self.defence)


def reckon(
    position: Position,
    attackers: Sequence[str],
    targets: Sequence[int],
    attacker_air: bool = False,
    defender_air: bool = False,
    morale: int | None = None,
) -> Reckoning:
    """The odds of an attack now. ``morale`` is the shift of the Soviet Morale Bonus Table, None before its die. The
    strengths of all units must be known (12.0)."""
    side = position.side_of(attackers[0])
    fighters = [unit_id for unit_id in attackers if position.setting.is_combat_unit(unit_id)]
    attack = _settle_supply(position, [_attack_line(position, unit_id, fighters, targets) for unit_id in fighters])
    defence = _settle_supply(position, [line for h in targets for line in _defence_lines(position, enemy_of(side), h)])
    column = column_of(position.setting.tables, total_of(attack), total_of(defence))
    wanted = _armor_shift(position, fighters, defence)
    if attacker_air:
        wanted.append(("attacker's Air Point", 1, ("13.14", "13.13")))
    if defender_air:
        wanted.append(("defender's Air Point", -1, ("13.14", "13.13")))
    if morale is not None:
        wanted.append(("Soviet morale", morale, ("9.82", "9.83", "9.85")))
    shifts, final = _shift_all(position, column, wanted)
    modifier = int(_is_across_minor_rivers(position, fighters, targets))
    return Reckoning(attack, total_of(attack), defence, column, shifts, final, modifier)


def reckon_overrun(position: Position, attackers: Sequence[str], target: int) -> Reckoning:
    """The odds of an overrun now: the attackers' sum halved, no Air Points and no morale (7.0, 7.21, 13.15). Who may
    overrun is in supply throughout the phase (7.12, 11.41); for the defender supply is that of this instant (7.22)."""
    setting, side = position.setting, position.side_of(attackers[0])
    fighters = [unit_id for unit_id in attackers if setting.is_combat_unit(unit_id)]
    attack = _settle_supply(
        position, [replace(_attack_line(position, u, fighters, (target,)), halved=False) for u in fighters]
    )
    defence = _settle_supply(position, _defence_lines(position, enemy_of(side), target))
    least = int(setting.options.is_on("overrun_min_one"))
    total = Fraction(max(floor(total_of(attack) * setting.tables.overrun_part), least))
    column = column_of(setting.tables, total, total_of(defence))
    shifts, final = _shift_all(position, column, _armor_shift(position, fighters, defence))
    has_modifier = setting.options.is_on("overrun_minor_river_drm")
    modifier = int(has_modifier and _is_across_minor_rivers(position, fighters, (target,)))
    return Reckoning(attack, total, defence, column, shifts, final, modifier)


def has_morale_bonus(position: Position, side: str) -> bool:
    """Whether an attack of a side gains the Soviet Breakthrough Morale Bonus (9.81, 9.84)."""
    return side == SOVIET and position.game.turn <= len(position.setting.tables.morale)


def column_of(tables: Tables, attack: Fraction, defence: Fraction) -> str:
    """The odds column: the ratio rounded in the defender's favour, an outermost column beyond the table (9.0, 9.83)."""
    if attack <= 0:
        return tables.columns[0]
    if defence <= 0:
        return tables.columns[-1]
    if attack >= defence:
        name = f"{floor(attack / defence)}-1"
        return name if name in tables.columns else tables.columns[-1]
    name = f"1-{ceil(defence / attack)}"
    return name if name in tables.columns else tables.columns[0]


def total_of(lines: Iterable[Line]) -> Fraction:
    """The sum of the strengths."""
    return sum((line.strength for line in lines), Fraction(0))


def is_across(position: Position, unit_id: str, targets: Sequence[int], grade: str) -> bool:
    """Whether a unit attacks across a ``major`` or ``minor`` river (9.32, 9.33; option multi_hex_river)."""
    here = position.hex_of(unit_id)
    has_river = position.setting.has_major_river if grade == "major" else position.setting.has_minor_river
    crossed = [has_river(here, target) for target in targets]
    return all(crossed) if position.setting.options["multi_hex_river"] == "all" else any(crossed)


def _attack_line(position: Position, unit_id: str, attackers: Sequence[str], targets: Sequence[int]) -> Line:
    line = _line(position, unit_id, untried.values_of(position, unit_id)[0])
    if integration.is_integrated_attacking(position, unit_id, attackers):
        line = replace(line.times(2, "division together", "14.1"), division=position.counter(unit_id).division)
    if is_across(position, unit_id, targets, "major"):
        line = line.times(HALF, f"across the {_major_river(position, unit_id, targets)}", "9.32")
    return line


def _defence_lines(position: Position, side: str, hex_: int) -> list[Line]:
    lines = []
    units = position.units_of(side, hex_)
    fresh = [unit_id for unit_id in units if not position.unit(unit_id).has(RETREATED_IN)]
    for unit_id in units:
        if not position.setting.is_combat_unit(unit_id):
            continue
        line = _line(position, unit_id, untried.values_of(position, unit_id)[1])
        if unit_id not in fresh:
            lines.append(replace(line.at(Fraction(0), "retreated into this hex", "9.65", "=0"), halved=False))
            continue
        if integration.is_integrated_defending(position, unit_id):
            case = (
                "14.1"
                if len({position.hex_of(u) for u in integration.find_division(position, unit_id)}) == 1
                else "14.2"
            )
            line = replace(line.times(2, "division together", case), division=position.counter(unit_id).division)
        lines.append(_double_for_terrain(position, line))
    # 10.13 over 10.14: beside a unit that retreated in an HQ is not alone.
    if units and all(position.setting.is_hq(unit_id) for unit_id in units):
        alone = Line("+".join(hqs_last(position, fresh)), hex_, 0, (), HQ_DEFENCE)
        alone = replace(alone, effects=(Effect("headquarters alone", "10.14", "=1"),))
        doubled = position.setting.options.is_on("hq_alone_doubled")
        lines.append(_double_for_terrain(position, alone) if doubled else alone)
    garrison = position.garrison_in(hex_)
    if garrison and side != SOVIET:
        effect = Effect("garrison, not doubled", "15.32", f"={garrison}")
        lines.append(Line("garrison", hex_, garrison, (effect,), Fraction(garrison)))
    return lines


def _line(position: Position, unit_id: str, printed: int) -> Line:
    halved = not supply.in_supply(position, unit_id)
    return Line(unit_id, position.hex_of(unit_id), printed, (), Fraction(printed), halved=halved)


def _double_for_terrain(position: Position, line: Line) -> Line:
    terrain = position.setting.map.terrain[line.hex]
    if terrain not in position.setting.tables.doubling_terrain:
        return line
    return line.times(2, "city" if terrain == "major_city" else terrain, "9.31")


def _settle_supply(position: Position, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with 11.43 applied, last of all effects (9.35)."""
    settled = []
    for line in lines:
        if line.halved and line.strength > 0 and not _is_rounded_with_division(position, line):
            line = _halve(position, line, [line])
        elif line.halved and line.strength > 0:
            others = [other for other in lines if other.division == line.division and other.halved]
            line = (
                line.times(HALF, "out of supply", "11.43") if line is not others[-1] else _halve(position, line, others)
            )
        elif line.strength > 0 and position.setting.options["min_one"] == "always" and line.strength < 1:
            line = line.at(Fraction(1), "never below one", "11.43", "=1")
        settled.append(line)
    return tuple(settled)


def _is_rounded_with_division(position: Position, line: Line) -> bool:
    return bool(line.division) and position.setting.options["oos_rounding"] == "division"


def _halve(position: Position, line: Line, together: Sequence[Line]) -> Line:
    """The line out of supply, bearing what rounding costs or gives to all those rounded ``together``."""
    whole = total_of(together)
    # 9.32 may have left less than one already; only one reading lets 11.43 raise it.
    least = min(whole, Fraction(1)) if position.setting.options["min_one"] == "not_below_before" else Fraction(1)
    rounded = max(Fraction(floor(whole * HALF)), least)
    others = (whole - line.strength) * HALF
    exact = line.times(HALF, "out of supply", "11.43")
    if rounded - others == exact.strength:
        return exact
    change = f"={rounded - others}"
    return exact.at(
        rounded - others, "fraction dropped" if rounded < whole * HALF else "never below one", "11.43", change
    )


def _armor_shift(
    position: Position, attackers: Sequence[str], defence: Sequence[Line]
) -> list[tuple[str, int, tuple[str, ...]]]:
    """Armor superiority (9.9); units that retreated in bring no armor (9.65)."""
    setting = position.setting
    ours = any(setting.is_armored(unit_id) for unit_id in attackers)
    defenders = [u for line in defence if line.unit in setting.counters for u in [line.unit]]
    theirs = any(setting.is_armored(u) and not position.unit(u).has(RETREATED_IN) for u in defenders)
    if ours == theirs:
        return []
    return [("attacker's armor", 1, ("9.9",))] if ours else [("defender's armor", -1, ("9.9",))]


def _shift_all(
    position: Position, column: str, wanted: Sequence[tuple[str, int, tuple[str, ...]]]
) -> tuple[tuple[Shift, ...], str]:
    """The shifts one after the other and the column they lead to (9.83; option shift_order)."""
    columns = position.setting.tables.columns
    manner = position.setting.options["shift_order"]

    def clamped(place: int) -> int:
        return min(max(place, 0), len(columns) - 1)

    shifts = []
    place = columns.index(column)
    for what, count, cases in wanted:
        if manner == "stepwise" or (manner == "morale_last" and "9.85" in cases):
            place = clamped(place)
        before = columns[clamped(place)]
        place += count
        shifts.append(Shift(what, count, before, columns[clamped(place)], cases))
    return tuple(shifts), columns[clamped(place)]


def _is_across_minor_rivers(position: Position, attackers: Sequence[str], targets: Sequence[int]) -> bool:
    """Whether all attack across rivers, at least one of them across a Minor River (9.33)."""
    minor = [is_across(position, unit_id, targets, "minor") for unit_id in attackers]
    major = [is_across(position, unit_id, targets, "major") for unit_id in attackers]
    return any(minor) and all(a or b for a, b in zip(minor, major, strict=True))


def _major_river(position: Position, unit_id: str, targets: Sequence[int]) -> str:
    here = position.hex_of(unit_id)
    rivers = [river for target in targets for river in position.setting.rivers_between(here, target)]
    return next(river.name for river in rivers if river.grade == "major")
