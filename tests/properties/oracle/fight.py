"""Odds: strengths with all that changes them, ratio, column, shifts, die (9.0-9.3, 9.8, 9.9, 10.1, 11.4, 14)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.properties.oracle.land import neighbours
from tests.properties.oracle.lines import in_supply
from tests.properties.oracle.scene import ARMOR, Piece, Scene

COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1"]
DOUBLING = {"forest", "major_city"}


@dataclass
class Odds:
    """What is known before the dice. ``column`` is that of the bare ratio, ``final`` after all shifts but morale."""

    attack: Fraction
    defence: Fraction
    column: str
    final: str
    die_modifier: int
    strengths: dict[str, Fraction]


def _division(scene: Scene, piece: Piece) -> list[Piece]:
    """The three units of a division, or nothing when one is not on the map (14.32)."""
    ids = sorted(scene.divisions.get(piece.division, set()))
    if len(ids) != 3 or any(unit_id not in scene.pieces for unit_id in ids):
        return []
    return [scene.pieces[unit_id] for unit_id in ids]


def is_integrated_attacking(scene: Scene, piece: Piece, attackers: list[str]) -> bool:
    """Whether a unit's strength is doubled in attack (14.1)."""
    units = _division(scene, piece)
    if not units or len({unit.hex for unit in units}) != 1:
        return False
    return not scene.is_on("integration_all_attack") or all(unit.id in attackers for unit in units)


def is_integrated_defending(scene: Scene, piece: Piece) -> bool:
    """Whether a unit's strength is doubled in defence (14.1, 14.2)."""
    units = _division(scene, piece)
    if not units:
        return False
    if len({unit.hex for unit in units}) == 1:
        return True
    strangers = [unit for unit in units if any(_is_stranger(scene, piece, p) for p in scene.friends("axis", unit.hex))]
    return not strangers and all(_has_partner(scene, unit, units) for unit in units)


def _is_stranger(scene: Scene, piece: Piece, candidate: Piece) -> bool:
    counts = scene.is_on("integration_hq_counts") or not candidate.is_hq
    return candidate.division != piece.division and counts


def _has_partner(scene: Scene, unit: Piece, units: list[Piece]) -> bool:
    """Whether another unit of the division is at most two steps away along hexes without strangers."""
    between = [
        number
        for number in neighbours(unit.hex)
        if not scene.enemies("axis", number)
        and not any(_is_stranger(scene, unit, piece) for piece in scene.friends("axis", number))
    ]
    for partner in units:
        if partner.id == unit.id:
            continue
        near = partner.hex == unit.hex or partner.hex in neighbours(unit.hex)
        if near or any(partner.hex in neighbours(number) for number in between):
            return True
    return False


def crossings(scene: Scene, piece: Piece, targets: list[str]) -> set[str]:
    """Grades of the rivers across which a unit attacks (9.23, 9.32, 9.33; options multi_hex_river, double_river)."""
    sides = []
    for target in targets:
        grades = set(scene.land.grades(piece.hex, target))
        if "major" in grades and scene.options["double_river"] == "max":
            grades = {"major"}
        sides.append(grades)
    if scene.options["multi_hex_river"] == "any":
        return set().union(*sides)
    return set.intersection(*sides)


def _halved(scene: Scene, strength: Fraction) -> Fraction:
    """A strength out of supply (11.43)."""
    if strength == 0:
        return strength
    half = Fraction(strength // 2)
    if scene.options["min_one"] == "not_below_before" and strength < 1:
        return strength
    return max(Fraction(1), half)


def _strengths(scene: Scene, pieces: list[Piece], full: dict[str, Fraction], doubled: set[str]) -> dict[str, Fraction]:
    """Strengths after supply; an integrated division out of supply is one strength by option (oos_rounding)."""
    found: dict[str, Fraction] = {}
    together: dict[str, list[Piece]] = {}
    for piece in pieces:
        strength = full[piece.id]
        if not in_supply(scene, piece.id):
            if scene.options["oos_rounding"] == "division" and piece.id in doubled:
                together.setdefault(piece.division, []).append(piece)
                continue
            strength = _halved(scene, strength)
        if scene.options["min_one"] == "always" and strength > 0:
            strength = max(Fraction(1), strength)
        found[piece.id] = strength
    for division, units in together.items():
        found[division] = _halved(scene, sum((full[unit.id] for unit in units), Fraction(0)))
    return found


def attack_strengths(scene: Scene, attackers: list[str], targets: list[str]) -> dict[str, Fraction]:
    """Strength of each attacking unit (9.32, 9.35, 11.43, 14.1)."""
    pieces = [scene.pieces[unit_id] for unit_id in attackers]
    doubled = {piece.id for piece in pieces if is_integrated_attacking(scene, piece, attackers)}
    full = {}
    for piece in pieces:
        strength = Fraction(piece.attack * (2 if piece.id in doubled else 1))
        if "major" in crossings(scene, piece, targets):
            strength /= 2
        full[piece.id] = strength
    return _strengths(scene, pieces, full, doubled)


def _defenders(scene: Scene, side: str, number: str) -> list[Piece]:
    """Units that defend a hex with their strength: no headquarters, none that retreated in (9.65, 10.13)."""
    return [p for p in scene.friends(side, number) if not p.is_hq and "retreated_in" not in p.markers]


def defence_strengths(scene: Scene, side: str, number: str) -> dict[str, Fraction]:
    """Strength of each unit in a hex, of headquarters alone and of the garrison (9.31, 10.14, 11.43, 14, 15.32)."""
    factor = 2 if scene.land.terrain[number] in DOUBLING else 1
    pieces = _defenders(scene, side, number)
    doubled = {piece.id for piece in pieces if is_integrated_defending(scene, piece)}
    full = {piece.id: Fraction(piece.defence * factor * (2 if piece.id in doubled else 1)) for piece in pieces}
    found = _strengths(scene, pieces, full, doubled)
    friends = scene.friends(side, number)
    if friends and all(piece.is_hq for piece in friends):
        found["headquarters"] = Fraction(factor if scene.is_on("hq_alone_doubled") else 1)
    if side == "axis" and scene.garrison(number):
        found["garrison"] = Fraction(scene.garrison(number))
    return found


def column_of_ratio(attack: Fraction, defence: Fraction) -> int:
    """Index of the column of a ratio, rounded in favour of the defender (9.0)."""
    if attack == 0:
        return 0
    if defence == 0:
        return len(COLUMNS) - 1
    if attack >= defence:
        return COLUMNS.index(f"{min(10, attack // defence)}-1")
    return COLUMNS.index(f"1-{min(3, -(-defence // attack))}")


def _clamped(column: int) -> int:
    return max(0, min(len(COLUMNS) - 1, column))


def reckon(scene: Scene, attackers: list[str], targets: list[str], attacker_air: bool, defender_air: bool) -> Odds:
    """The odds of an attack before morale."""
    side = scene.pieces[attackers[0]].side
    foe = "axis" if side == "soviet" else "soviet"
    strengths = attack_strengths(scene, attackers, targets)
    attack = sum(strengths.values(), Fraction(0))
    defence = Fraction(0)
    for target in targets:
        defending = defence_strengths(scene, foe, target)
        strengths |= {f"{target} {name}": strength for name, strength in defending.items()}
        defence += sum(defending.values(), Fraction(0))
    bare = column_of_ratio(attack, defence)
    attacker_armor = any(scene.pieces[unit_id].kind in ARMOR for unit_id in attackers)
    defender_armor = any(piece.kind in ARMOR for target in targets for piece in _defenders(scene, foe, target))
    shifts = [int(attacker_armor) - int(defender_armor), int(attacker_air), -int(defender_air)]
    if scene.options["shift_order"] == "stepwise":
        column = bare
        for shift in shifts:
            column = _clamped(column + shift)
    else:
        column = _clamped(bare + sum(shifts))
    across = [crossings(scene, scene.pieces[unit_id], targets) for unit_id in attackers]
    modifier = int(all(across) and any("minor" in grades for grades in across))
    return Odds(attack, defence, COLUMNS[bare], COLUMNS[column], modifier, strengths)
