"""Army Reserves: who is alarmed, and where units are placed (6.73, 6.75)."""

from __future__ import annotations

from tests.properties.oracle.land import distance, neighbours
from tests.properties.oracle.scene import Scene

ALARM = 3
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
    """Where a unit of a reserve may be placed: at most two hexes from the counter, the nearest first (6.73)."""
    counter = scene.pieces.get(counter_of(army))
    if counter is None:
        return []
    found = []
    zone = scene.zone("axis")
    for number in {far for near in (counter.hex, *neighbours(counter.hex)) for far in (near, *neighbours(near))}:
        if scene.enemies("soviet", number) or scene.garrison(number):
            continue
        if number in zone and not scene.is_on("commit_in_enemy_zone"):
            continue
        stacked = {piece.id for piece in scene.fighters("soviet", number)}
        # The counter of an emptied box leaves the map.
        if len(boxes[army]) == 1:
            stacked -= {counter.id}
        if is_hq or len(stacked) < STACK:
            found.append(number)
    return sorted(found, key=lambda number: (distance(counter.hex, number), number))
