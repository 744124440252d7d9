"""Lines of communications and of supply (10.2, 11.0)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.properties.oracle.land import column_of, neighbours, row_of
from tests.properties.oracle.scene import Piece, Scene, other

CITY_LENGTH = 15
ROAD_LENGTH = 5
LAST_FREE_ROW = 14


def is_held(scene: Scene, side: str, number: str) -> bool:
    """Whether an enemy stands in a hex as far as lines go: any unit; a garrison against Soviet lines by option."""
    if scene.enemies(side, number):
        return True
    return side == "soviet" and scene.is_on("garrison_blocks_trace") and scene.garrison(number) > 0


def is_free(scene: Scene, side: str, number: str) -> bool:
    """Whether a line may pass a hex (10.23, 11.1, 8.25, 15.31)."""
    if is_held(scene, side, number):
        return False
    if not scene.controllers(other(side), number):
        return True
    if side == "axis" and scene.garrison(number):
        return True
    friends = scene.friends(side, number) if scene.is_on("hq_negates_ezoc") else scene.fighters(side, number)
    return bool(friends)


def can_step(scene: Scene, a: str, b: str) -> bool:
    """Whether a line may go from a hex to the next (option trace_across_dnieper)."""
    return (a, b) not in scene.land.watery or scene.is_on("trace_across_dnieper") or not scene.land.is_closed(a, b)


class Free:
    """Answers of ``is_free`` for one side, each hex asked once."""

    def __init__(self, scene: Scene, side: str) -> None:
        self.scene = scene
        self.side = side
        self.known: dict[str, bool] = scene.known.setdefault(f"free {side}", {})

    def __call__(self, number: str) -> bool:
        if number not in self.known:
            self.known[number] = is_free(self.scene, self.side, number)
        return self.known[number]


def reaches(scene: Scene, start: str, goal: str, side: str, length: int | None) -> bool:
    """Whether a line of at most ``length`` steps leads from a hex to a hex; the two ends are never barred (10.23)."""
    free = Free(scene, side)
    reached, ring, steps = {start}, {start}, 0
    while ring and goal not in reached and (length is None or steps < length):
        steps_on = [(a, b) for a in ring for b in neighbours(a) if b not in reached]
        ring = {b for a, b in steps_on if (b == goal or free(b)) and can_step(scene, a, b)}
        reached |= ring
        steps += 1
    return goal in reached


def headquarters(scene: Scene, nation: str) -> list[Piece]:
    """The active headquarters of a nation on the map (10.11, 10.27)."""
    return [piece for piece in scene.pieces.values() if piece.is_hq and piece.active and piece.nation == nation]


def has_communications(scene: Scene, unit_id: str) -> bool:
    """Whether an active HQ of its nation can trace a Line of Communications to a unit (10.21, 10.23)."""
    piece = scene.pieces[unit_id]
    return any(_commands(scene, hq, piece) for hq in headquarters(scene, piece.nation) if hq.id != unit_id)


def _commands(scene: Scene, hq: Piece, piece: Piece) -> bool:
    return reaches(scene, hq.hex, piece.hex, piece.side, hq.radius)


def in_supply(scene: Scene, unit_id: str) -> bool:
    """Whether a unit is in supply (11.2, 11.3)."""
    piece = scene.pieces[unit_id]
    if piece.nation == "german":
        return has_german_line(scene, piece.hex)
    if piece.is_hq and (piece.active or scene.options["inactive_hq_supply"] == "line"):
        return _is_hq_supplied(scene, piece)
    return any(
        _commands(scene, hq, piece) and _is_hq_supplied(scene, hq)
        for hq in headquarters(scene, piece.nation)
        if hq.id != unit_id
    )


def _is_hq_supplied(scene: Scene, hq: Piece) -> bool:
    if hq.side == "axis":
        return has_german_line(scene, hq.hex)
    return has_soviet_line(scene, hq.hex)


def is_source(scene: Scene, side: str, number: str) -> bool:
    """Whether a hex can be the first of a line that goes on from it (11.1, 11.21, 11.31; source_must_be_open)."""
    if is_held(scene, side, number):
        return False
    return not scene.is_on("source_must_be_open") or Free(scene, side)(number)


def has_soviet_line(scene: Scene, user: str) -> bool:
    """Whether a line of supply of any length leads from the eastern edge to a hex (11.21, 11.23)."""
    if "soviet" not in scene.known:
        scene.known["soviet"] = dict.fromkeys(_soviet_flood(scene), True)
    reached = scene.known["soviet"]
    if user in reached or column_of(user) == 1:
        return True
    return any(number in reached and can_step(scene, number, user) for number in neighbours(user))


def _soviet_flood(scene: Scene) -> set[str]:
    """Hexes that lines from the eastern edge pass or start in."""
    free = Free(scene, "soviet")
    waiting = [number for number in scene.land.terrain if column_of(number) == 1 and is_source(scene, "soviet", number)]
    reached = set(waiting)
    while waiting:
        a = waiting.pop()
        for b in neighbours(a):
            if b not in reached and free(b) and can_step(scene, a, b):
                reached.add(b)
                waiting.append(b)
    return reached


def road_sources(scene: Scene) -> set[str]:
    """Road hexes to which a supply road leads from the map's edge (11.33)."""
    entries = set(scene.land.entries)
    if scene.options["west_entries"] == "column40":
        entries = {number for number in scene.land.road_hexes if column_of(number) == 40} | {"3932"}
    free = Free(scene, "axis")
    found: set[str] = set()
    waiting = [number for number in sorted(entries) if free(number)]
    while waiting:
        a = waiting.pop()
        found.add(a)
        for b in neighbours(a):
            joined = frozenset((a, b)) in scene.land.roads
            if scene.options["road_trace"] == "adjacent":
                joined = b in scene.land.road_hexes and can_step(scene, a, b)
            if joined and b not in found and free(b):
                waiting.append(b)
    return found


def is_city_source(scene: Scene, number: str) -> bool:
    """Whether a hex is a City hex in which no Soviet unit has ever been (11.31)."""
    return scene.is_city(number) and "soviet_entered" not in scene.marks.get(number, set())


def city_sources(scene: Scene) -> set[str]:
    """City hexes that supply Germans in other hexes (11.31)."""
    cities = [number for number in scene.land.terrain if is_city_source(scene, number)]
    return {number for number in cities if is_source(scene, "axis", number)}


def has_german_line(scene: Scene, user: str) -> bool:
    """Whether a line of supply leads to a hex from a city or a road source (11.31-11.36)."""
    if is_city_source(scene, user):
        return True
    floods: dict[str, Flood] = scene.known.setdefault("german", {})
    if not floods:
        extra = {"steps": 0, "both_ends": -1, "between": 1}[scene.options["trace_count"]]
        for bound in (True, False) if scene.options["donets_exempt"] == "line" else (True,):
            floods[f"road {bound}"] = flood(scene, road_sources(scene), ROAD_LENGTH + extra, bound)
            floods[f"city {bound}"] = flood(scene, city_sources(scene), CITY_LENGTH + extra, bound)
    return any(arrives(scene, found, user) for found in floods.values())


def is_excused(scene: Scene, a: str, b: str) -> bool:
    """Whether a crossing of the Donets is free of the limit of 11.34 (11.35, 11.36)."""
    north = [row_of(number) <= LAST_FREE_ROW for number in (a, b)]
    is_north = all(north) if scene.options["donets_row14"] == "both" else any(north)
    return is_north or frozenset((a, b)) in scene.land.roads


@dataclass
class Flood:
    """All places that lines from some sources reach: per (hex, state) the fewest steps.

    Bound by 11.34 the state is how a line may go on: ``any`` way, only ``back`` over the Donets, or not at all
    (``end``). Not bound it is whether the line has used an excused crossing: ``yes`` or ``no``; only ``yes`` will do.
    """

    places: dict[tuple[str, str], int]
    length: int
    bound: bool


def flood(scene: Scene, sources: set[str], length: int, bound: bool) -> Flood:
    """Lines of at most ``length`` steps through free hexes, one ring after the other."""
    free = Free(scene, "axis")
    places = {(number, "any" if bound else "no"): 0 for number in sources}
    ring = list(places)
    for steps in range(1, length + 1):
        following = []
        for a, state in ring:
            for b in neighbours(a):
                if (b, state) in places and (a, b) not in scene.land.watery:
                    continue
                new = free(b) and state_after(scene, a, b, state, bound)
                if new and (b, new) not in places:
                    places[b, new] = steps
                    following.append((b, new))
        ring = following
    return Flood(places, length, bound)


def arrives(scene: Scene, found: Flood, user: str) -> bool:
    """Whether a line reaches a unit's hex, which as its end is never barred by a zone."""
    states = ("any", "back", "end", "yes", "no")
    ends = {state for state in states if (user, state) in found.places}
    for number in neighbours(user):
        for state in states:
            if found.places.get((number, state), found.length) < found.length:
                ends.add(state_after(scene, number, user, state, found.bound))
    return bool(ends - {"", "no"})


def state_after(scene: Scene, a: str, b: str, state: str, bound: bool) -> str:
    """The state of a line after a step, or nothing when the step is not allowed."""
    if (a, b) not in scene.land.watery:
        return "" if state in ("end", "back") else state
    if not can_step(scene, a, b):
        return ""
    return _state_after(scene, a, b, state) if bound else _unbound_after(scene, a, b, state)


def _unbound_after(scene: Scene, a: str, b: str, state: str) -> str:
    return "yes" if "Donets" in scene.land.names(a, b) and is_excused(scene, a, b) else state


def _state_after(scene: Scene, a: str, b: str, state: str) -> str:
    """The state after a step, or nothing when the step is not allowed."""
    crosses = "Donets" in scene.land.names(a, b)
    if state == "end" or (state == "back" and not crosses):
        return ""
    if not crosses or is_excused(scene, a, b):
        return "any"
    eastward = scene.land.bank(b, "Donets") == scene.land.bank("0101", "Donets")
    limit = scene.options["donets_limit"]
    if limit == "either_final" or (limit == "east_final" and eastward):
        return "end"
    return "back" if eastward else "any"
