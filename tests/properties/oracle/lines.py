"""Lines of communications and of supply (10.2, 11.0)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.properties.oracle.land import column_of, neighbours, row_of
from tests.properties.oracle.scene import Piece, Scene, other

CITY_LENGTH = 15
ROAD_LENGTH = 5
LAST_FREE_ROW = 14
SECTOR_ROW = 25


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
    return not scene.land.is_closed(a, b) or scene.is_on("trace_across_dnieper")


def free_hexes(scene: Scene, side: str) -> set[str]:
    """All hexes that a line may pass. One in which nothing stands, and beside which nothing stands, is free."""
    known = scene.known.setdefault("free", {})
    if side not in known:
        near = {number for hex_ in scene.stacks for number in (hex_, *neighbours(hex_))} | set(scene.land.garrisons)
        known[side] = set(scene.land.terrain) - {number for number in near if not is_free(scene, side, number)}
    free: set[str] = known[side]
    return free


def reaches(scene: Scene, start: str, goal: str, side: str, length: int | None) -> bool:
    """Whether a line of at most ``length`` steps leads from a hex to a hex; the two ends are never barred (10.23)."""
    free = free_hexes(scene, side)
    reached, ring, steps = {start}, {start}, 0
    while ring and goal not in reached and (length is None or steps < length):
        steps_on = [(a, b) for a in ring for b in neighbours(a) if b not in reached]
        ring = {b for a, b in steps_on if (b == goal or b in free) and can_step(scene, a, b)}
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
    if is_fresh(scene, piece):
        return True
    if piece.nation == "german":
        return has_german_line(scene, piece.hex)
    if piece.is_hq and (piece.active or scene.options["inactive_hq_supply"] == "line"):
        return _is_hq_supplied(scene, piece)
    return any(
        _commands(scene, hq, piece) and _is_hq_supplied(scene, hq)
        for hq in headquarters(scene, piece.nation)
        if hq.id != unit_id
    )


def is_fresh(scene: Scene, piece: Piece) -> bool:
    """Whether a unit is in supply because the south was activated on this Game-Turn (6.57, option deployed_south)."""
    if piece.side != "axis" or scene.woken != scene.turn:
        return False
    if scene.options["deployed_south"] == "flag":
        return "began_south" in piece.markers
    return row_of(piece.hex) >= SECTOR_ROW


def _is_hq_supplied(scene: Scene, hq: Piece) -> bool:
    if is_fresh(scene, hq):
        return True
    if hq.side == "axis":
        return has_german_line(scene, hq.hex)
    return has_soviet_line(scene, hq.hex)


def is_source(scene: Scene, side: str, number: str) -> bool:
    """Whether a hex can be the first of a line that goes on from it (11.1, 11.21, 11.31; source_must_be_open)."""
    if is_held(scene, side, number):
        return False
    return not scene.is_on("source_must_be_open") or number in free_hexes(scene, side)


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
    free = free_hexes(scene, "soviet")
    waiting = [number for number in scene.land.terrain if column_of(number) == 1 and is_source(scene, "soviet", number)]
    reached = set(waiting)
    while waiting:
        a = waiting.pop()
        for b in neighbours(a):
            if b not in reached and b in free and can_step(scene, a, b):
                reached.add(b)
                waiting.append(b)
    return reached


def road_sources(scene: Scene) -> set[str]:
    """Road hexes to which a supply road leads from the map's edge (11.33)."""
    entries = set(scene.land.entries)
    if scene.options["west_entries"] == "column40":
        entries = {number for number in scene.land.road_hexes if column_of(number) == 40} | {"3932"}
    free = free_hexes(scene, "axis")
    found: set[str] = set()
    waiting = [number for number in sorted(entries) if number in free]
    while waiting:
        a = waiting.pop()
        found.add(a)
        for b in neighbours(a):
            if b in found or b not in free:
                continue
            joined = frozenset((a, b)) in scene.land.roads
            if scene.options["road_trace"] == "adjacent":
                joined = b in scene.land.road_hexes and can_step(scene, a, b)
            if joined:
                waiting.append(b)
    return found


def is_city_source(scene: Scene, number: str) -> bool:
    """Whether a hex is a City hex in which no Soviet unit has ever been (11.31)."""
    return scene.is_city(number) and "soviet_entered" not in scene.marks.get(number, set())


def city_sources(scene: Scene) -> set[str]:
    """City hexes that supply Germans in other hexes (11.31)."""
    land = scene.land
    cities = [number for number in {*land.garrisons, *land.minor_cities} if is_city_source(scene, number)]
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
    """All places that lines from some sources reach: per state of the line and hex the fewest steps.

    Bound by 11.34 the state is how a line may go on: ``any`` way, only ``back`` over the Donets, never east again but
    where excused (``spent``), or not at all (``end``). Not bound it is whether the line has used an excused crossing:
    ``yes`` or ``no``; only ``yes`` will do.
    """

    places: dict[str, dict[str, int]]
    length: int
    bound: bool


def flood(scene: Scene, sources: set[str], length: int, bound: bool) -> Flood:
    """Lines of at most ``length`` steps through free hexes, one ring after the other."""
    free, land = free_hexes(scene, "axis"), scene.land
    states = ("any", "back", "spent", "end") if bound else ("no", "yes")
    places: dict[str, dict[str, int]] = {state: {} for state in states}
    places[states[0]] = dict.fromkeys(sources, 0)
    ring = {states[0]: sources}
    for steps in range(1, length + 1):
        following: dict[str, set[str]] = {}
        for state, hexes in ring.items():
            if state_on_land(state):
                following.setdefault(state, set()).update(b for a in hexes for b in land.dry[a])
            crossings = [(a, b) for a in hexes for b in land.wet[a] if b in free]
            for start, end in crossings:
                following.setdefault(state_over_water(scene, start, end, state, bound), set()).add(end)
        ring = {state: (following.get(state, set()) & free) - set(places[state]) for state in states}
        for state, hexes in ring.items():
            places[state] |= dict.fromkeys(hexes, steps)
    return Flood(places, length, bound)


def arrives(scene: Scene, found: Flood, user: str) -> bool:
    """Whether a line reaches a unit's hex, which as its end is never barred by a zone."""
    ends = {state for state, hexes in found.places.items() if user in hexes}
    for state, hexes in found.places.items():
        for number in neighbours(user):
            if hexes.get(number, found.length) < found.length:
                is_wet = number in scene.land.wet[user]
                over = state_over_water(scene, number, user, state, found.bound) if is_wet else state_on_land(state)
                ends.add(over)
    return bool(ends - {"", "no"})


def state_on_land(state: str) -> str:
    """The state of a line after a step over no Major River, or nothing when the step is not allowed."""
    return "" if state in ("end", "back") else state


def state_over_water(scene: Scene, a: str, b: str, state: str, bound: bool) -> str:
    """The state of a line after a step over a Major River, or nothing when the step is not allowed."""
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
    free = "any" if state == "any" else "spent"
    if not crosses or is_excused(scene, a, b):
        return free
    eastward = scene.land.bank(b, "Donets") == scene.land.bank("0101", "Donets")
    limit = scene.options["donets_limit"]
    if limit == "either_final" or (limit == "east_final" and eastward):
        return "end"
    if eastward:
        return "" if state == "spent" else "back"
    return free
