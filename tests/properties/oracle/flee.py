"""Retreats: every legal path, found by trying all (9.6)."""

from __future__ import annotations

from tests.properties.oracle.land import distance, neighbours
from tests.properties.oracle.scene import Scene, other

STACK = 3
Path = tuple[str, ...]


def may_pass(scene: Scene, side: str, count: int, number: str) -> bool:
    """Whether ``count`` combat units of a side may retreat into or through a hex (9.61, 9.64, 15.3, 15.31)."""
    if scene.enemies(side, number) or (side == "soviet" and scene.garrison(number)):
        return False
    fighters = scene.fighters(side, number)
    if len(fighters) + count > STACK:
        return False
    own_garrison = side == "axis" and scene.garrison(number) > 0
    return not scene.controllers(other(side), number) or bool(fighters) or own_garrison


def is_vacant(scene: Scene, side: str, number: str) -> bool:
    """Whether a hex is as good as vacant for a retreat (9.64)."""
    return not scene.friends(side, number) or scene.is_city(number)


def all_paths(scene: Scene, side: str, count: int, start: str, steps: int) -> list[Path]:
    """Every chain of ``steps`` hexes from a hex that units may retreat through, never twice through one hex."""
    chains: list[Path] = [()]
    for _ in range(steps):
        longer = []
        for chain in chains:
            last = chain[-1] if chain else start
            for number in neighbours(last):
                if number == start or number in chain or scene.land.is_closed(last, number):
                    continue
                if may_pass(scene, side, count, number):
                    longer.append((*chain, number))
        chains = longer
    return chains


def leads_away(scene: Scene, start: str, end: str, opponents: list[str], steps: int) -> bool:
    """Whether a retreat leads far enough away (9.63; options retreat_metric and retreat_from)."""
    metric = scene.options["retreat_metric"]
    if metric == "none":
        return True
    if metric == "origin":
        return distance(start, end) == steps
    base = {opponent: distance(start, opponent) if metric == "plus" else 0 for opponent in opponents}
    far = [distance(end, opponent) >= base[opponent] + steps for opponent in opponents]
    return any(far) if scene.options["retreat_from"] == "any" else all(far)


def find_retreats(scene: Scene, unit_ids: list[str], opponents: list[str], steps: int) -> set[Path]:
    """All legal retreats of units of one hex that keep together; each path without the hex they leave."""
    pieces = [scene.pieces[unit_id] for unit_id in unit_ids]
    start, side = pieces[0].hex, pieces[0].side
    count = sum(scene.fights(piece) for piece in pieces)
    legal = [
        path
        for path in all_paths(scene, side, count, start, steps)
        if leads_away(scene, start, path[-1], opponents, steps)
    ]
    rule = scene.options["retreat_vacancy"]
    if rule == "step":
        return {path for path in legal if _takes_vacant_hexes(scene, side, path, legal)}
    occupied = {path: sum(not is_vacant(scene, side, number) for number in path) for path in legal}
    fewest = min(occupied.values(), default=0)
    if rule == "path" and fewest > 0:
        return set(legal)
    return {path for path in legal if occupied[path] == fewest}


def _takes_vacant_hexes(scene: Scene, side: str, path: Path, legal: list[Path]) -> bool:
    """Whether at every step a vacant hex was taken if the retreat could be completed from one."""
    for index, number in enumerate(path):
        branches = {other_path[index] for other_path in legal if other_path[:index] == path[:index]}
        if not is_vacant(scene, side, number) and any(is_vacant(scene, side, branch) for branch in branches):
            return False
    return True
