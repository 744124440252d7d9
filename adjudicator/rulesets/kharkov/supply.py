"""Lines of supply and of communications, found once per position for all units (8.25, 10.2, 11.1, 11.2, 11.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.model.hexes import hexside
from adjudicator.rulesets.kharkov.headquarters import find_headquarters, is_active, needs_headquarters
from adjudicator.rulesets.kharkov.position import SOVIET_ENTERED, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, Setting, enemy_of

FREE_ROWS = 14
"""The last hexrow north of which a crossing of the Donets is excused (11.35)."""
COUNT_CORRECTION = {"steps": 0, "both_ends": -1, "between": 1}
"""How many steps more a line of a given length may take, by option ``trace_count``."""

PLAIN, EXCUSED, OUT, BACK = range(4)
"""Kinds of step: no Donets; over the Donets by 11.35 or 11.36; over it to the east; over it to the west."""
FREE, ACROSS, SPENT, BROKEN, CLEARED, DEAD = range(6)
"""What a line has done about 11.34: nothing; it stands one hex across; it has been across and is back; it broke the limit;
it is free of the limit; there is no such line."""
Limit = Mapping[int, tuple[int, int, int, int]]
"""Per state the state after a step of each kind."""
UNBOUND: Limit = {FREE: (FREE, FREE, FREE, FREE)}
DONETS_LIMITS: Mapping[str, Limit] = {
    "east_one_hex": {
        FREE: (FREE, FREE, ACROSS, FREE),
        ACROSS: (DEAD, SPENT, DEAD, SPENT),
        SPENT: (SPENT, SPENT, DEAD, SPENT),
    },
    "east_final": {FREE: (FREE, FREE, ACROSS, FREE), ACROSS: (DEAD, DEAD, DEAD, DEAD)},
    "either_final": {FREE: (FREE, FREE, ACROSS, ACROSS), ACROSS: (DEAD, DEAD, DEAD, DEAD)},
}
"""The limit of 11.34 by option ``donets_limit``, each crossing judged by itself."""

Ways = tuple[tuple[tuple[int, int], ...], ...]
Key = tuple[int, int]
"""A hex and a state: a line that has come there and what it has done about 11.34."""


@dataclass(frozen=True)
class Supply:
    """Whether a unit is in supply and why. ``line`` runs from the source to the unit, by way of its HQ if it needs one;
    ``source`` is its first hex and ``hq`` that HQ."""

    in_supply: bool
    why: str
    line: tuple[int, ...] = ()
    source: int | None = None
    hq: str = ""
    cases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ground:
    """Where a side's lines may go: ``through`` hexes, and hexes where they may ``end`` but for ``blocked`` ones."""

    through: frozenset[int]
    end: frozenset[int]
    blocked: frozenset[int]


@dataclass(frozen=True)
class Lines:
    """All lines of one search: ``reached`` has per hex the best way to stand there, ``before`` the step before each."""

    reached: Mapping[int, Key]
    before: Mapping[Key, Key | None]

    def line_to(self, hex_: int) -> tuple[int, ...]:
        """The hexes from a source to the hex, both included; KeyError when no line reaches it."""
        line = []
        key: Key | None = self.reached[hex_]
        while key is not None:
            line.append(key[0])
            key = self.before[key]
        return tuple(reversed(line))


def in_supply(position: Position, unit_id: str) -> bool:
    """Whether a unit on the map is in supply in this position (11.2, 11.3)."""
    return supply_of(position, unit_id).in_supply


def supply_of(position: Position, unit_id: str) -> Supply:
    """The supply of a unit on the map, HQs and reserve counters included (10.22, 11.2, 11.3). KeyError off the map."""
    return position.once(("supply", unit_id), lambda: _supply_of(position, unit_id))


def has_communications(position: Position, unit_id: str) -> bool:
    """Whether a unit may attack as far as 10.21 goes: a line reaches it from an active HQ, or it is German."""
    return not needs_headquarters(position, unit_id) or find_communications(position, unit_id) is not None


def find_communications(position: Position, unit_id: str) -> tuple[str, tuple[int, ...]] | None:
    """An active HQ with a Line of Communications to the unit, and the line from it; None when there is none (10.23)."""
    return _communications(position, unit_id, supplied=False)


def _supply_of(position: Position, unit_id: str) -> Supply:
    if not needs_headquarters(position, unit_id):
        return _by_line(position, unit_id)
    if position.setting.is_hq(unit_id):
        needs_other = position.setting.options["inactive_hq_supply"] == "needs_active"
        if is_active(position, unit_id) or not needs_other:
            return _by_line(position, unit_id)
    found = _communications(position, unit_id, supplied=True)
    if found is not None:
        hq, line = found
        to_hq = _by_line(position, hq)
        why = f"{hq} {_length(line)}, itself supplied from {_number(position, to_hq.source)}"
        return Supply(True, why, to_hq.line + line[1:], to_hq.source, hq, ("10.22", "10.23", "11.2"))
    cut_off = _communications(position, unit_id, supplied=False)
    if cut_off is not None:
        why = f"the line reaches back to {cut_off[0]}, which is out of supply itself"
        return Supply(False, why, hq=cut_off[0], cases=("10.22", "11.2"))
    return Supply(False, "no Line of Communications from an active HQ", cases=("10.22", "10.23", "10.25"))


def _by_line(position: Position, unit_id: str) -> Supply:
    """Supply by a line from a source to the unit's hex, which is all that HQs and German units need."""
    hex_ = position.hex_of(unit_id)
    if position.side_of(unit_id) == SOVIET:
        lines, general = _soviet_lines(position), ("11.2", "11.21", "11.23")
    elif position.setting.is_hq(unit_id):
        lines, general = _german_lines(position), ("11.2", "11.22", "11.24")
    else:
        lines, general = _german_lines(position), ("11.3",)
    if hex_ not in lines.reached:
        return Supply(False, f"no line of supply reaches {_number(position, hex_)}", cases=general)
    line = lines.line_to(hex_)
    cases = general
    if position.side_of(unit_id) == AXIS:
        cases += ("11.31",) if line[0] in _city_sources(position) else ("11.32", "11.33")
    return Supply(True, f"{_number(position, line[0])} {_length(line)}", line, line[0], cases=cases)


def _length(line: tuple[int, ...]) -> str:
    steps = len(line) - 1
    return "in the same hex" if steps == 0 else f"{steps} hex{'es' if steps > 1 else ''} away"


def _number(position: Position, hex_: int | None) -> str:
    return "" if hex_ is None else position.number(hex_)


def _communications(position: Position, unit_id: str, supplied: bool) -> tuple[str, tuple[int, ...]] | None:
    nation = position.counter(unit_id).nation
    lines, hq_in = position.once(
        ("communications", nation, supplied), lambda: _communication_lines(position, nation, supplied)
    )
    hex_ = position.hex_of(unit_id)
    if hex_ not in lines.reached:
        return None
    line = lines.line_to(hex_)
    return hq_in[line[0]], line


def _communication_lines(position: Position, nation: str, supplied: bool) -> tuple[Lines, Mapping[int, str]]:
    """The lines from a nation's active HQs, each as long as its Command Radius, and the HQ that commands from each hex."""
    starts: dict[int, int] = {}
    hq_in: dict[int, str] = {}
    for hq in find_headquarters(position, nation):
        if not is_active(position, hq) or (supplied and not _by_line(position, hq).in_supply):
            continue
        hex_, radius = position.hex_of(hq), position.counter(hq).numbers["radius"]
        if radius > starts.get(hex_, -1):
            starts[hex_], hq_in[hex_] = radius, hq
    side = SOVIET if nation == SOVIET else AXIS
    return _trace(_ways(position.setting), _ground(position, side), starts, UNBOUND), hq_in


def _soviet_lines(position: Position) -> Lines:
    """The lines from the eastern edge, of any length (11.21, 11.23)."""

    def work() -> Lines:
        ground = _ground(position, SOVIET)
        starts = dict.fromkeys(_open(position, ground, position.grid.edge("east")), position.grid.size)
        return _trace(_ways(position.setting), ground, starts, UNBOUND)

    return position.once("soviet lines", work)


def _german_lines(position: Position) -> Lines:
    """The lines from cities and supply roads, within their lengths and the limit at the Donets (11.31-11.36)."""

    def work() -> Lines:
        setting = position.setting
        ground = _ground(position, AXIS)
        correction = COUNT_CORRECTION[setting.options["trace_count"]]
        starts = dict.fromkeys(_road_sources(position), setting.tables.road_line + correction)
        cities = _open(position, ground, sorted(_city_sources(position)))
        starts |= dict.fromkeys(cities, setting.tables.city_line + correction)
        return _trace(_ways(setting), ground, starts, _donets_limit(setting))

    return position.once("german lines", work)


def _donets_limit(setting: Setting) -> Limit:
    limit = DONETS_LIMITS[setting.options["donets_limit"]]
    if setting.options["donets_exempt"] == "crossing":
        return limit
    # One excused crossing, before or after, frees the whole line: a line that breaks the limit goes on in hope of one.
    hopeful: dict[int, tuple[int, int, int, int]] = {
        state: (_or_broken(plain), CLEARED, _or_broken(out), _or_broken(back))
        for state, (plain, _, out, back) in limit.items()
    }
    return hopeful | {BROKEN: (BROKEN, CLEARED, BROKEN, BROKEN), CLEARED: (CLEARED, CLEARED, CLEARED, CLEARED)}


def _or_broken(state: int) -> int:
    return BROKEN if state == DEAD else state


def _city_sources(position: Position) -> frozenset[int]:
    """City hexes that no Soviet unit has ever occupied (11.31)."""

    def work() -> frozenset[int]:
        setting = position.setting
        cities = set(setting.garrisons)
        if setting.options.is_on("city_includes_minor"):
            cities |= {place.hex for place in setting.map.places if place.grade == "minor_city"}
        entered = {hex_ for hex_ in cities if position.game.has_mark(hex_, SOVIET_ENTERED)}
        return frozenset(cities - entered - set(position.stacks[SOVIET]))

    return position.once("city sources", work)


def _road_sources(position: Position) -> tuple[int, ...]:
    """Road hexes with an open road from the western edge or from 3932 (11.33)."""
    setting, grid = position.setting, position.grid
    through = _ground(position, AXIS).through
    entries = set(setting.map.entries)
    if setting.options["west_entries"] == "column40":
        entries |= setting.road_hexes.intersection(grid.edge("west"))
    along = setting.options["road_trace"] == "connected"
    found = entries & through
    frontier = sorted(found)
    ways = _ways(setting)
    while frontier:
        reached = {
            n
            for hex_ in frontier
            for n, _ in ways[hex_]
            if n in setting.road_hexes and n in through and (not along or hexside(hex_, n) in setting.roads)
        }
        frontier = sorted(reached - found)
        found |= reached
    return tuple(sorted(found))


def _open(position: Position, ground: Ground, sources: Iterable[int]) -> list[int]:
    """The sources from which a line may start (11.1, option ``source_must_be_open``)."""
    if position.setting.options.is_on("source_must_be_open"):
        return [hex_ for hex_ in sources if hex_ in ground.through]
    return [hex_ for hex_ in sources if hex_ not in ground.blocked]


def _ground(position: Position, side: str) -> Ground:
    """Where a side may trace: not through enemies, through an enemy zone only where a friendly unit stands (8.25, 11.1)."""

    def work() -> Ground:
        setting = position.setting
        blocked = set(position.stacks[enemy_of(side)])
        own = position.stacks[side]
        negating = set(own)
        if not setting.options.is_on("hq_negates_ezoc"):
            negating = {hex_ for hex_ in own if not all(setting.is_hq(unit_id) for unit_id in own[hex_])}
        garrisons = {hex_ for hex_ in setting.garrisons if position.garrison_in(hex_)}
        if side == AXIS:
            negating |= garrisons
        elif setting.options.is_on("garrison_blocks_trace"):
            blocked |= garrisons
        barred = blocked | (position.zones[enemy_of(side)] - negating)
        return Ground(_all_hexes(setting) - barred, frozenset(own) - blocked, frozenset(blocked))

    return position.once(("ground", side), work)


@lru_cache(maxsize=8)
def _all_hexes(setting: Setting) -> frozenset[int]:
    return frozenset(setting.map.grid.hexes)


@lru_cache(maxsize=8)
def _ways(setting: Setting) -> Ways:
    """Per hex its neighbours with the kind of step that leads there; barred Dnieper hexsides left out if lines obey them."""
    grid = setting.map.grid
    obeys = not setting.options.is_on("trace_across_dnieper")
    east = _eastern_bank(setting)
    ways: list[tuple[tuple[int, int], ...]] = [()] * grid.size
    for hex_ in grid.hexes:
        open_to = [n for n in grid.adjacent[hex_] if not (obeys and setting.is_barred(hex_, n))]
        ways[hex_] = tuple((n, _kind_of_step(setting, east, hex_, n)) for n in open_to)
    return tuple(ways)


def _kind_of_step(setting: Setting, east: frozenset[int], a: int, b: int) -> int:
    if not _is_donets(setting, a, b):
        return PLAIN
    rows = [setting.map.grid.printed_row(hex_) for hex_ in (a, b)]
    row = max(rows) if setting.options["donets_row14"] == "both" else min(rows)
    if row <= FREE_ROWS or hexside(a, b) in setting.roads:
        return EXCUSED
    return OUT if b in east and a not in east else BACK


def _is_donets(setting: Setting, a: int, b: int) -> bool:
    return any(river.name == "Donets" for river in setting.rivers_between(a, b))


def _eastern_bank(setting: Setting) -> frozenset[int]:
    """The hexes that cannot be reached from the supply entries without crossing the Donets."""
    grid = setting.map.grid
    west = set(setting.map.entries)
    frontier = list(west)
    while frontier:
        hex_ = frontier.pop()
        reached = [n for n in grid.adjacent[hex_] if n not in west and not _is_donets(setting, hex_, n)]
        west.update(reached)
        frontier += reached
    return _all_hexes(setting) - west


def _trace(ways: Ways, ground: Ground, starts: Mapping[int, int], limit: Limit) -> Lines:
    """All lines from all starts at once, each start with the number of steps that its lines may take.

    Hexes are reached with the most steps still to go, so that one visit to each hex and state is enough.
    """
    waiting: dict[int, list[int]] = {}
    for hex_, steps in sorted(starts.items()):
        waiting.setdefault(steps, []).append(hex_)
    reached: dict[int, Key] = {}
    before: dict[Key, Key | None] = {}
    frontier: list[Key] = []
    left = max(waiting, default=-1)
    while left >= 0 and (frontier or waiting):
        for hex_ in waiting.pop(left, ()):
            if (hex_, FREE) not in before:
                before[hex_, FREE] = None
                reached.setdefault(hex_, (hex_, FREE))
                frontier.append((hex_, FREE))
        frontier = _step_on(ways, ground, limit, frontier, reached, before) if left else []
        left -= 1
    return Lines(reached, before)


def _step_on(
    ways: Ways,
    ground: Ground,
    limit: Limit,
    frontier: list[Key],
    reached: dict[int, Key],
    before: dict[Key, Key | None],
) -> list[Key]:
    new: list[Key] = []
    for key in frontier:
        hex_, state = key
        if before[key] is not None and hex_ not in ground.through:
            continue
        for n, kind in ways[hex_]:
            after = limit[state][kind]
            if after == DEAD or (n, after) in before or not (n in ground.through or n in ground.end):
                continue
            before[n, after] = key
            new.append((n, after))
            if after != BROKEN:
                reached.setdefault(n, (n, after))
    return new
