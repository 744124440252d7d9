"""German divisions and regiments: breaking down, re-forming, trading, strongpoints (15.1, 15.2)."""

from __future__ import annotations

from tests.properties.oracle.boxes import Counter
from tests.properties.oracle.scene import Scene

STACK = 3
INHERITED = {"disrupted", "unsupplied", "began_south", "air_supplied"}
Counters = dict[str, Counter]
Named = list[str] | None
"""The regiments that an order names, if it names any."""


def line_of(scene: Scene, division: Counter) -> list[int]:
    """Strengths of the regiments that a division breaks down into, nothing when it cannot (15.11)."""
    if not division.is_german or division.is_regiment:
        return []
    if division.kind == "infantry":
        return {9: [2, 2, 2], 4: [1, 1, 1], 2: [1, 1]}.get(division.strength, [])
    if division.kind == "light" or (division.kind == "mountain" and scene.is_on("mountain_breakdown")):
        return {7: [2, 2, 1], 3: [1, 1]}.get(division.strength, [])
    if division.kind == "security" and scene.is_on("security_breakdown"):
        return [1, 1]
    return []


def free(counters: Counters) -> list[str]:
    """The regiment counters that are not in use (15.15)."""
    return [c.id for c in counters.values() if c.is_regiment and c.box == "regiments"]


def eliminated(counters: Counters) -> list[str]:
    return [c.id for c in counters.values() if c.is_regiment and c.box == "eliminated"]


def can_break_down(scene: Scene, counters: Counters, division: Counter, named: Named) -> bool:
    """Whether a division may be broken down now (15.1, 15.11, 15.13, 15.15)."""
    line = line_of(scene, division)
    if scene.phase != "axis/movement" or not division.hex or not line:
        return False
    if division.markers & {"moved", "overran"}:
        return False
    if named is None:
        enough = len(free(counters)) >= len(line)
    else:
        enough = len(named) == len(line) and all(unit_id in free(counters) for unit_id in named)
    return enough and len(scene.fighters("axis", division.hex)) - 1 + len(line) <= STACK


def can_reform(scene: Scene, counters: Counters, division: Counter, named: list[str]) -> bool:
    """Whether a division may be re-formed of these regiments (15.12, 15.13)."""
    if scene.phase != "axis/movement" or division.box != "broken" or not line_of(scene, division):
        return False
    regiments = [counters[unit_id] for unit_id in named]
    if len({regiment.hex for regiment in regiments}) != 1 or not regiments[0].hex:
        return False
    if any("reforming" in regiment.markers for regiment in regiments):
        return False
    if len(scene.fighters("axis", regiments[0].hex)) > STACK:
        return False
    return sorted(regiment.strength for regiment in regiments) == sorted(line_of(scene, division))


def can_trade(scene: Scene, counters: Counters, division: Counter, named: list[str]) -> bool:
    """Whether a division in the box may be given up for eliminated regiments (15.15)."""
    line = line_of(scene, division)
    if scene.phase != "axis/movement" or division.box != "broken" or not line:
        return False
    return len(named) == len(line) and all(unit_id in eliminated(counters) for unit_id in named)


def can_fortify(scene: Scene, counters: Counters, unit_id: str) -> bool:
    """Whether a regiment may form a strongpoint now (15.21, 15.22, 7.35)."""
    regiment = counters[unit_id]
    if scene.phase != "axis/movement" or not regiment.is_regiment or not regiment.hex:
        return False
    if regiment.markers & {"moved", "overran", "disrupted", "strongpoint"}:
        return False
    return len(scene.friends("axis", regiment.hex)) == 1


def concerned(scene: Scene, ids: list[str]) -> list[str]:
    """The defenders that a result other than De concerns (15.2, 15.25)."""
    return [unit_id for unit_id in ids if "strongpoint" not in scene.pieces[unit_id].markers]


def exerts_zone(scene: Scene, side: str, number: str) -> bool:
    """Whether a side's units in a hex exert a zone of control (8.21, 15.24)."""
    return any("strongpoint" not in piece.markers for piece in scene.fighters(side, number))
