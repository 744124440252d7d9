"""Whole moves of a stack: disengagement, steps, overruns one after the other, as if all went well (6.1-6.6, 7.0)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.properties.oracle import overruns
from tests.properties.oracle.land import neighbours, row_of
from tests.properties.oracle.scene import Piece, Scene, other
from tests.properties.oracle.start import Start
from tests.properties.oracle.walk import (
    LAST_BREAKOUT_TURN,
    SECTOR_ROW,
    allowance_of,
    can_move,
    class_of,
    cost_of_step,
    is_guarded,
    may_enter,
)

DISENGAGEMENT = 6
Step = tuple[str, str]
"""``step`` or ``overrun``, and the hex."""


def can_disengage(
    scene: Scene, start: Start, units: list[Piece], is_under_way: bool = False, is_chased: bool = False
) -> bool:
    """Whether units that stand in a Soviet zone may disengage now (6.6, 6.61, 6.63, 6.64)."""
    if any(unit.nation != "german" or unit.id not in start.in_zone for unit in units) or scene.turn == 1:
        return False
    if scene.phase == "axis/mechanized" and not scene.is_on("disengage_mech_phase"):
        return False
    return not is_under_way or (is_chased and scene.is_on("redisengage_after_chase"))


def may_disengage_into(scene: Scene, a: str, b: str) -> bool:
    """Whether units may be disengaged from a hex into the next (6.22, 6.61, 6.64)."""
    if b not in neighbours(a) or "major" in scene.land.grades(a, b):
        return False
    return not scene.enemies("axis", b) and not scene.controllers("soviet", b)


def price_of_disengagement(scene: Scene, piece: Piece, a: str, b: str) -> int:
    """Half points that the step out costs (option disengage_cost)."""
    if scene.options["disengage_cost"] == "total":
        return DISENGAGEMENT
    return DISENGAGEMENT + (cost_of_step(scene, class_of(scene, piece), a, b) or 0)


def can_break_out(scene: Scene, start: Start, units: list[Piece]) -> bool:
    """Whether units may leave a zone of control by Soviet breakout mobility (6.8)."""
    if scene.turn > LAST_BREAKOUT_TURN:
        return False
    return all(unit.side == "soviet" and scene.fights(unit) and unit.id in start.in_zone for unit in units)


@dataclass
class March:
    """A stack on its way. ``spent`` half points per unit; ``held`` are the hexes whose zones it broke out of."""

    scene: Scene
    start: Start
    ids: list[str]
    began: str
    earlier: list[set[str]]
    here: str = ""
    spent: dict[str, int] = field(default_factory=dict)
    is_under_way: bool = False
    overran: int = 0
    disengaged: bool = False
    held: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.here = self.began
        self.spent = dict.fromkeys(self.ids, 0)

    def units(self) -> list[Piece]:
        """The units; where they have come to only ``here`` says."""
        return [self.scene.pieces[unit_id] for unit_id in self.ids]

    def cost_of(self, b: str) -> dict[str, int] | None:
        """What a step costs each unit, in half points; None when it is forbidden."""
        scene, a, units = self.scene, self.here, self.units()
        foe = other(units[0].side)
        holding = scene.controllers(foe, a)
        if b not in neighbours(a) or scene.land.is_closed(a, b):
            return None
        if any(not may_enter(scene, unit, a, b) for unit in units):
            return None
        breaks_out = False
        is_same_zone = self.is_under_way and scene.options["breakout_stop"] == "unit" and holding <= self.held
        if holding and not is_same_zone:
            if not self.is_under_way and can_break_out(scene, self.start, units):
                breaks_out, self.held = True, holding
            elif can_disengage(scene, self.start, units, self.is_under_way) and may_disengage_into(scene, a, b):
                self.disengaged = True
                return {unit.id: price_of_disengagement(scene, unit, a, b) for unit in units}
            else:
                return None
        is_exempt = breaks_out and scene.options["breakout_6_25"] == "exempt"
        if not is_exempt and any(is_guarded(scene, unit, a, b) for unit in units):
            return None
        return {unit.id: cost_of_step(scene, class_of(scene, unit), a, b) or 0 for unit in units}

    def pay(self, costs: dict[str, int]) -> bool:
        """Spend points; whether all units have them."""
        for unit in self.units():
            self.spent[unit.id] += costs[unit.id]
        return all(self.spent[unit.id] <= allowance_of(self.scene, unit) for unit in self.units())

    def step(self, b: str) -> bool:
        """Go to the next hex; whether that is allowed."""
        costs = self.cost_of(b)
        if costs is None or not self.pay(costs):
            return False
        self.here, self.is_under_way = b, True
        return True

    def overrun(self, b: str) -> bool:
        """Overrun the next hex and succeed; whether that is allowed."""
        units = self.units()
        if units[0].side == "soviet" and self.overran:
            return False
        is_spent = self.disengaged and not self.scene.is_on("overrun_after_disengaging")
        if is_spent and self.scene.controllers(other(units[0].side), self.here):
            return False
        if not overruns.may_overrun(self.scene, self.start, units, (self.here, b), self.began, self.earlier):
            return False
        if not self.pay(dict.fromkeys(self.ids, overruns.COST)):
            return False
        self.scene = overruns.after(self.scene, units, b)
        self.here, self.is_under_way, self.held = b, True, set()
        self.overran += 1
        return True


def is_legal(scene: Scene, start: Start, ids: list[str], path: list[Step], earlier: list[set[str]]) -> bool:
    """Whether units of one hex may go a path, every overrun on it succeeding."""
    units = [scene.pieces[unit_id] for unit_id in ids]
    if path[0][0] == "step" and not all(can_move(scene, unit) for unit in units):
        return False
    march = March(scene, start, ids, units[0].hex, earlier)
    return all(march.step(b) if kind == "step" else march.overrun(b) for kind, b in path)


def find_reach(scene: Scene, start: Start, ids: list[str]) -> dict[str, int]:
    """Hexes that units of one hex and one class can move to, with the least cost in half points."""
    units = [scene.pieces[unit_id] for unit_id in ids]
    if not all(can_move(scene, unit) for unit in units):
        return {}
    origin = units[0].hex
    allowance = min(allowance_of(scene, unit) for unit in units)
    march = March(scene, start, ids, origin, [])
    least: dict[str, int] = {}
    waiting = [(origin, 0)]
    while waiting:
        march.here, spent = waiting.pop(0)
        march.is_under_way = march.here != origin
        for b in neighbours(march.here):
            costs = march.cost_of(b)
            if costs is None or b == origin:
                continue
            cost = spent + max(costs.values())
            if cost <= allowance and cost < least.get(b, allowance + 1):
                least[b] = cost
                waiting.append((b, cost))
    return least


def find_chasers(scene: Scene, left: str) -> set[str]:
    """The Soviet units that may advance into a hex that a disengagement has emptied (6.62)."""
    found: set[str] = set()
    if scene.garrison(left):
        return found
    for a in neighbours(left):
        if scene.land.is_closed(a, left):
            continue
        for unit in scene.friends("soviet", a):
            bound = not scene.south_active and "began_south" in unit.markers
            stays = bound and row_of(a) >= SECTOR_ROW > row_of(left)
            if unit.kind != "reserve" and "disrupted" not in unit.markers and not stays:
                found.add(unit.id)
    return found
