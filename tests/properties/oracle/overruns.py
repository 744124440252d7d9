"""Overruns: who may overrun whom, with which strengths, and one HQ for each of the Soviets (7.0, 7.1, 7.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from tests.properties.oracle import fight
from tests.properties.oracle.land import neighbours, row_of
from tests.properties.oracle.scene import ARMOR, Piece, Scene, other
from tests.properties.oracle.start import Start
from tests.properties.oracle.walk import SECTOR_ROW

COST = 6
"""Half Movement Points."""


def supervisors(start: Start, began: str) -> set[str]:
    """The HQs within whose Command Radius units began the phase in a hex."""
    return {hq for hq, hexes in start.commanded.items() if began in hexes}


def can_assign(overruns: list[set[str]]) -> bool:
    """Whether each overrun can have an HQ of its own: every assignment tried."""
    return any(len(set(chosen)) == len(overruns) for chosen in product(*overruns))


def may_overrun(
    scene: Scene, start: Start, units: list[Piece], way: tuple[str, str], began: str, earlier: list[set[str]]
) -> bool:
    """Whether units may overrun, points aside, on the way from a hex into the next. ``began``: where they began the
    phase; ``earlier``: of each Soviet overrun of this phase the HQs that it may count on."""
    side, (here, target) = units[0].side, way
    if not any(scene.fights(unit) for unit in units):
        return False
    if scene.phase not in (f"{side}/movement", "axis/mechanized"):
        return False
    if not all(is_able(scene, unit, began) for unit in units):
        return False
    if target not in neighbours(here) or scene.land.is_closed(here, target) or not is_target(scene, side, target):
        return False
    if side == "axis":
        return True
    leaves_south = not scene.south_active and row_of(here) >= SECTOR_ROW > row_of(target)
    if leaves_south and any("began_south" in unit.markers for unit in units):
        return False
    return can_assign([*earlier, supervisors(start, began)])


def is_able(scene: Scene, piece: Piece, began: str) -> bool:
    """Whether a unit that began the phase in a hex may take part in an overrun (6.51, 6.72, 7.0, 7.12, 7.32)."""
    if piece.kind == "reserve" or piece.markers & {"disrupted", "moved", "unsupplied"}:
        return False
    if piece.side == "axis" and row_of(began) >= SECTOR_ROW and not scene.south_active:
        return False
    return scene.phase != "axis/mechanized" or piece.kind in ("panzer", "panzergrenadier")


def is_target(scene: Scene, side: str, number: str) -> bool:
    """Whether there is an enemy to overrun in a hex (7.0; garrisons alone by option)."""
    if scene.enemies(side, number):
        return True
    return side == "soviet" and scene.garrison(number) > 0 and scene.is_on("overrun_garrison")


def after(scene: Scene, units: list[Piece], target: str) -> Scene:
    """The scene when an overrun has succeeded: the defenders gone, the units in their hex (7.25)."""
    side = units[0].side
    ids = {unit.id for unit in units}
    pieces = {}
    for piece in scene.pieces.values():
        if piece.hex != target or piece.side == side:
            pieces[piece.id] = replace(piece, hex=target) if piece.id in ids else piece
    stacks: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        stacks.setdefault(piece.hex, []).append(piece)
    marks = {**scene.marks, target: scene.marks.get(target, set()) | ({"garrison_lost"} if side == "soviet" else set())}
    wakes = side == "soviet" and row_of(target) >= SECTOR_ROW
    woken = scene.woken or scene.turn * wakes
    return replace(scene, pieces=pieces, stacks=stacks, marks=marks, woken=woken, known={})


@dataclass
class Overrun:
    """An overrun before the dice; ``total`` is what is left of ``sum`` when it is halved."""

    sum: Fraction
    total: int
    defence: Fraction
    column: str
    final: str
    die_modifier: int


def reckon(scene: Scene, attackers: list[str], target: str) -> Overrun:
    """The odds of a legal overrun: its units are in supply throughout the phase (7.12, 11.41)."""
    pieces = [scene.pieces[unit_id] for unit_id in attackers]
    foe = other(pieces[0].side)
    across = fight.crossings(scene, pieces[0], [target])
    whole = Fraction(0)
    for piece in pieces:
        strength = Fraction(piece.attack)
        if fight.is_integrated_attacking(scene, piece, attackers):
            strength *= 2
        if "major" in across:
            strength /= 2
        if scene.options["min_one"] == "always" and 0 < strength < 1:
            strength = Fraction(1)
        whole += strength
    total = int(whole / 2)
    if scene.is_on("overrun_min_one"):
        total = max(1, total)
    defence = sum(fight.defence_strengths(scene, foe, target).values(), Fraction(0))
    bare = fight.column_of_ratio(Fraction(total), defence)
    shift = any(piece.kind in ARMOR for piece in pieces) - any(p.kind in ARMOR for p in scene.friends(foe, target))
    final = max(0, min(len(fight.COLUMNS) - 1, bare + shift))
    modifier = int("minor" in across and scene.is_on("overrun_minor_river_drm"))
    return Overrun(whole, total, defence, fight.COLUMNS[bare], fight.COLUMNS[final], modifier)
