"""Army Reserves: who is alarmed, and where units are placed (6.73, 6.75)."""

from __future__ import annotations

from tests.properties.oracle.land import all_hexes, distance
from tests.properties.oracle.scene import Scene

ALARM = 3
PLACING = 2
STACK = 3
Boxes = dict[str, list[str]]


def counter_of(army: str) -> str:
    return f"res-{army}"


def find_alarmed(scene: Scene, boxes: Boxes, number: str) -> set[str]:
    """The counters that an Axis unit alarms by moving into a hex (6.75)."""
    if scene.turn == 1 and not scene.is_on("release_turn_one"):
        return set()
    counters = [counter_of(army) for army, units in boxes.items() if units]
    on_map = [scene.pieces[counter] for counter in counters if counter in scene.pieces]
    return {counter.id for counter in on_map if distance(counter.hex, number) <= ALARM}


def find_places(scene: Scene, boxes: Boxes, army: str, is_hq: bool) -> list[str]:
    """Where a unit of a reserve may be placed, the nearest hexes first (6.73)."""
    counter = scene.pieces.get(counter_of(army))
    if counter is None:
        return []
    found = []
    zone = scene.zone("axis")
    for number in all_hexes():
        if distance(counter.hex, number) > PLACING or scene.enemies("soviet", number) or scene.garrison(number):
            continue
        if number in zone and not scene.is_on("commit_in_enemy_zone"):
            continue
        stacked = [piece for piece in scene.fighters("soviet", number) if piece.id != counter.id or len(boxes[army]) > 1]
        if is_hq or len(stacked) < STACK:
            found.append(number)
    return sorted(found, key=lambda number: (distance(counter.hex, number), number))
