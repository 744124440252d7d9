"""Movement of one unit: what a step costs, where the unit can go (6.1-6.3, 6.7, 6.8). No disengagement, no overrun."""

from __future__ import annotations

from heapq import heappop, heappush

from tests.properties.oracle.land import distance, neighbours, row_of
from tests.properties.oracle.lines import SECTOR_ROW
from tests.properties.oracle.scene import ARMOR, Piece, Scene, other

LAST_BREAKOUT_TURN = 2
RESERVE_DISTANCE = 3

HEX_COSTS = {
    "foot": {"clear": 2, "forest": 2, "major_city": 2, "road": 2},
    "hq": {"clear": 2, "forest": 2, "major_city": 2, "road": 1},
    "other": {"clear": 2, "forest": 4, "major_city": 1, "road": 1},
}
DONETS_COSTS = {"foot": 2, "hq": 2, "other": 4}
MINOR_COST = 2
"""Half Movement Points, as printed in 6.3; ``hq`` is foot that takes roads at one half (10.12)."""


def class_of(scene: Scene, piece: Piece) -> str:
    """The column of the Terrain Effects Chart that a unit uses."""
    if piece.is_hq:
        return "hq"
    if piece.kind == "cavalry":
        return {"all_others": "other", "infantry": "foot", "infantry_road": "hq"}[scene.options["cavalry"]]
    return "other" if piece.kind in ARMOR else "foot"


def cost_of_step(scene: Scene, class_: str, a: str, b: str) -> int | None:
    """Half points to go from a hex into the next, enemies aside; None across the Dnieper where no road crosses it."""
    options = scene.options
    reading = (class_, options["road_rate"], options["road_bridge"], options["double_river"])
    costs = scene.land.costs.setdefault(reading, {})
    if (a, b) not in costs:
        costs[a, b] = _cost_of_step(scene, class_, a, b)
    return costs[a, b]


def _cost_of_step(scene: Scene, class_: str, a: str, b: str) -> int | None:
    land = scene.land
    if land.is_closed(a, b):
        return None
    follows = frozenset((a, b)) in land.roads
    at_rate = {
        "connected": follows,
        "adjacent": a in land.road_hexes and b in land.road_hexes,
        "hex": b in land.road_hexes,
    }[scene.options["road_rate"]]
    cost = HEX_COSTS[class_]["road" if at_rate else land.terrain[b]]
    if follows and scene.options["road_bridge"] == "negate":
        return cost
    extras = [0]
    for name, grade in sorted(land.rivers.get(frozenset((a, b)), set())):
        if name == "Donets":
            extras.append(DONETS_COSTS[class_])
        elif grade == "minor":
            extras.append(MINOR_COST)
    return cost + (sum(extras) if scene.options["double_river"] == "sum" else max(extras))


def allowance_of(scene: Scene, piece: Piece) -> int:
    """Half points that a unit may spend in this phase (6.26, 11.41)."""
    points = piece.move
    if "unsupplied" in piece.markers:
        points = points // 2 if scene.options["oos_movement_round"] == "down" else (points + 1) // 2
    return 2 * points


def can_move(scene: Scene, piece: Piece) -> bool:
    """Whether a unit may move at all in this phase (6.0, 6.23, 6.51, 7.32). A unit bears ``stopped`` as long as the
    zone that it entered holds it: how long that is (option zoc_stop_scope) is for those who lift the marker."""
    if piece.markers & {"disrupted", "moved", "stopped"}:
        return False
    if piece.side == "axis" and row_of(piece.hex) >= SECTOR_ROW and not scene.south_active:
        return False
    return scene.phase != "axis/mechanized" or piece.kind in ("panzer", "panzergrenadier")


def is_guarded(scene: Scene, piece: Piece, a: str, b: str) -> bool:
    """Whether a step is barred by an enemy at a Major River (6.25)."""
    if b in scene.land.dry[a]:
        return False
    rivers = [name for name, grade in sorted(scene.land.rivers.get(frozenset((a, b)), set())) if grade == "major"]
    if not rivers or scene.friends(piece.side, b):
        return False
    for river in rivers:
        for guard in scene.controllers(other(piece.side), b):
            at_river = scene.land.touches(guard, river)
            on_bank = at_river and scene.land.bank(guard, river) == scene.land.bank(b, river)
            at_side = guard in neighbours(a) and guard in neighbours(b)
            if {"same_river": at_river, "far_bank": on_bank, "hexside": at_side}[scene.options["major_river_exerter"]]:
                return True
    return False


def may_enter(scene: Scene, piece: Piece, a: str, b: str) -> bool:
    """Whether a unit may step from a hex into the next as far as enemies, garrisons and the Sector Line go."""
    if scene.enemies(piece.side, b) or (piece.side == "soviet" and scene.garrison(b)):
        return False
    if piece.kind == "reserve":
        foes = [foe.hex for foe in scene.pieces.values() if foe.side == "axis"]
        if any(distance(b, foe) <= RESERVE_DISTANCE for foe in foes):
            return False
    if piece.side == "axis" or scene.south_active:
        return True
    return not (row_of(a) >= SECTOR_ROW > row_of(b) and "began_south" in piece.markers)


def find_reach(scene: Scene, unit_id: str) -> dict[str, int]:
    """Hexes that a unit can move to, with the least cost in half points: every path that is cheaper than those before,
    the cheap ones first."""
    piece = scene.pieces[unit_id]
    if not can_move(scene, piece):
        return {}
    foe = other(piece.side)
    allowance = allowance_of(scene, piece)
    class_ = class_of(scene, piece)
    held = scene.controllers(foe, piece.hex)
    breaks_out = piece.side == "soviet" and scene.fights(piece) and scene.turn <= LAST_BREAKOUT_TURN
    if held and not breaks_out:
        return {}
    least: dict[str, int] = {}
    waiting = [(0, piece.hex)]
    while waiting:
        spent, a = heappop(waiting)
        for b in neighbours(a):
            cost = cost_of_step(scene, class_, a, b)
            if cost is None or spent + cost > allowance or spent + cost >= least.get(b, allowance + 1):
                continue
            if not may_enter(scene, piece, a, b):
                continue
            is_breakout = bool(held) and a == piece.hex
            exempt = is_breakout and scene.options["breakout_6_25"] == "exempt"
            if not exempt and is_guarded(scene, piece, a, b):
                continue
            least[b] = spent + cost
            controllers = scene.controllers(foe, b)
            if held and scene.options["breakout_stop"] == "unit":
                controllers -= held
            if not controllers:
                heappush(waiting, (spent + cost, b))
    least.pop(piece.hex, None)
    return least
