"""From firepower to a column of the Fire Results Table: armour, range, shifts, die modifiers (4.0, 4.0.1, 4.4-4.6)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.rulesets.platoon.cover import Shift, cover_of
from adjudicator.rulesets.platoon.flanking import find_flanked
from adjudicator.rulesets.platoon.fortifications import wire_shift
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.setting import AFV
from adjudicator.rulesets.platoon.shot import CLOSE, FACTORS, LONG, NORMAL, Attack, aim_of, band_of, targets_of
from adjudicator.rulesets.platoon.tables import Tables

NAMES = {word: f"{name} Firepower" for word, _, name in FACTORS.values()}
WIDTH = 2
"""Firepower between two columns where the table does not print them."""


@dataclass(frozen=True)
class Step:
    """A shift with the places of the columns before and after it."""

    shift: Shift
    before: int
    after: int


@dataclass(frozen=True)
class Reckoning:
    """How the column of an attack comes about.

    ``firepower`` is that of the lead unit and ``colour`` its range colour, ``armour`` the best armour in the hex and
    ``armour_of`` the unit whose it is (empty: none counts), ``column`` the place of the first column and ``final``
    that of the last, 0 being the leftmost printed one; ``die`` are die modifiers (4.0.1).
    """

    at: str
    targets: tuple[str, ...]
    firepower: int
    colour: str
    distance: int
    band: str
    armour: int
    armour_of: str
    column: int
    steps: tuple[Step, ...]
    die: tuple[Shift, ...]

    @property
    def final(self) -> int:
        """The place of the column that is consulted; below zero there is none, and no effect."""
        return self.steps[-1].after if self.steps else self.column

    @property
    def value(self) -> int:
        """Firepower less armour."""
        return self.firepower - self.armour

    @property
    def die_modifier(self) -> int:
        """What is added to the die."""
        return sum(modifier.columns for modifier in self.die)


def reckon(position: Position, attack: Attack) -> Reckoning:
    """The column of a legal attack, with all that leads to it."""
    at, targets = aim_of(position, attack), targets_of(position, attack)
    word, place, _ = FACTORS[at]
    here = position.hex_of(attack.lead)
    distance = position.grid.distance(here, attack.target)
    firepower = position.value_of(attack.lead, place)
    armoured = _best_armoured(position, targets) if at == AFV else ""
    armour = position.counter(armoured).numbers.get("armour", 0) if armoured else 0
    band = band_of(position, attack.lead, at, distance)
    column = column_of(position.setting.tables, firepower - armour)
    shifts = list(_shifts(position, attack, targets, band))
    is_off = column < 0 and position.setting.options["fire_below_table"] == "no_effect"
    return Reckoning(
        at=at,
        targets=targets,
        firepower=firepower,
        colour=position.counter(attack.lead).words[word],
        distance=distance,
        band=band,
        armour=armour,
        armour_of=armoured,
        column=column,
        steps=() if is_off else tuple(_walk(position, column, shifts)),
        die=tuple(_die_modifiers(position, attack.lead, word, armoured)),
    )


def column_of(tables: Tables, value: int) -> int:
    """The place of the rightmost column that is not above a value; below the table columns go on by twos (4.0)."""
    if value < tables.columns[0]:
        return (value - tables.columns[0]) // WIDTH
    return bisect_right(tables.columns, value) - 1


def label_of(tables: Tables, column: int) -> str:
    """What is printed over a column, or would be."""
    if column < 0:
        return str(tables.columns[0] + WIDTH * column)
    last = len(tables.columns) - 1
    return str(tables.columns[min(column, last)] + WIDTH * max(0, column - last))


def _best_armoured(position: Position, targets: Sequence[str]) -> str:
    """The unit with the highest armour; of equal ones by ``fire_armour_tie_usm`` the one whose die modifier is better
    for the defender, or for the attacker (4.0, 4.0.1)."""
    sign = 1 if position.setting.options["fire_armour_tie_usm"] == "best_for_defender" else -1

    def worth(unit_id: str) -> tuple[int, int]:
        numbers = position.counter(unit_id).numbers
        return numbers.get("armour", 0), sign * numbers.get("armour_die", 0)

    return max(targets, key=worth)


def _shifts(position: Position, attack: Attack, targets: Sequence[str], band: str) -> Iterator[Shift]:
    tables = position.setting.tables
    here = position.hex_of(attack.lead)
    if tables.range_shift[band]:
        names = {CLOSE: "close range", NORMAL: "normal range", LONG: "long range"}
        yield Shift(names[band], tables.range_shift[band], "4.0")
    for unit_id in attack.units[1:]:
        yield Shift(f"{unit_id} assists", tables.assisting_shift, "4.6")
    if attack.can_flank and find_flanked(position, here, attack.target, targets):
        yield Shift("flanking fire", tables.flanking_shift, "4.5")
    if attack.explosion:
        yield Shift("moving fire", tables.moving_fire[attack.explosion], "4.4")
    yield from _cover(position, attack.target, targets, position.setting.ground.levels[here])


def _cover(position: Position, hex_: int, targets: Sequence[str], level: int) -> Iterator[Shift]:
    """The cover of the targets, and what wire does to fire at those whose cover it is; where they differ that of the
    one that is best, or by option worst, for the defender."""
    pick = min if position.setting.options["fire_mixed_cover"] == "best" else max
    covers = {unit_id: cover_of(position, unit_id, hex_, level) for unit_id in targets}
    worth = {unit_id: sum(shift.columns for shift in shifts) for unit_id, shifts in covers.items()}
    setting_it = [unit_id for unit_id in targets if worth[unit_id] == pick(worth.values())]
    yield from covers[setting_it[0]]
    yield from wire_shift(position, hex_, setting_it)


def _walk(position: Position, column: int, shifts: Sequence[Shift]) -> Iterator[Step]:
    """Shifts to the right before those to the left (4.0). By ``fire_shift`` the right edge of the table stops the first
    before the second are made, or only at the end."""
    last = len(position.setting.tables.columns) - 1
    is_stopped = position.setting.options["fire_shift"] == "right_then_left"
    ordered = sorted(shifts, key=lambda shift: shift.columns < 0)
    column = min(column, last)
    for number, shift in enumerate(ordered, 1):
        after = column + shift.columns
        if is_stopped or number == len(ordered):
            after = min(after, last)
        yield Step(shift, column, after)
        column = after


def _die_modifiers(position: Position, lead: str, word: str, armoured: str) -> Iterator[Shift]:
    """The small figures beside the factors that are used (4.0.1)."""
    named = [(lead, f"{word}_die")] + ([(armoured, "armour_die")] if armoured else [])
    for unit_id, name in named:
        change = position.counter(unit_id).numbers.get(name, 0)
        if change:
            what = "armor" if name == "armour_die" else NAMES[word]
            yield Shift(f"{what} of {unit_id}", change, "4.0.1")
