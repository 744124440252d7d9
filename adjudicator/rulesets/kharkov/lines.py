"""How lines of supply and communications are traced: what bars them, the Donets, the search (8.25, 11.1, 11.34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.model.hexes import hexside
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import AXIS, Setting, enemy_of

PLAIN, EXCUSED, OUT, BACK = range(4)
"""Kinds of step: no Donets; over the Donets by 11.35 or 11.36; over it to the east; over it to the west."""
FREE, ACROSS, SPENT, BROKEN, CLEARED, DEAD = range(6)
"""What a line has done about 11.34: nothing; it stands one hex across; it has been across and is back; it broke the
limit; it is free of the limit; there is no such line."""
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
class Passage:
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


def donets_limit(setting: Setting) -> Limit:
    """The limit at the Donets, by options ``donets_limit`` and ``donets_exempt`` (11.34-11.36)."""
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


def passage_of(position: Position, side: str) -> Passage:
    """Where a side may trace: not through enemies, through an enemy zone only where a friendly unit stands (11.1)."""

    def work() -> Passage:
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
        barred = blocked | (position.zone_of(enemy_of(side)) - negating)
        return Passage(_all_hexes(setting) - barred, frozenset(own) - blocked, frozenset(blocked))

    return position.once_for_layout(("passage", side), work)


@lru_cache(maxsize=8)
def _all_hexes(setting: Setting) -> frozenset[int]:
    return frozenset(setting.map.grid.hexes)


@lru_cache(maxsize=8)
def ways_of(setting: Setting) -> Ways:
    """Per hex its neighbours with the kind of step that leads there (Dnieper by option ``trace_across_dnieper``)."""
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
    if row <= setting.tables.donets_free_row or hexside(a, b) in setting.roads:
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


def trace(setting: Setting, passage: Passage, starts: Mapping[int, int], *, is_bound: bool = False) -> Lines:
    """All lines from all starts at once, each start with the number of steps that its lines may take; ``is_bound``
    says whether the limit at the Donets holds for them (11.34)."""
    return _trace(setting, passage, tuple(sorted(starts.items())), is_bound)


@lru_cache(maxsize=128)
def _trace(setting: Setting, passage: Passage, starts: tuple[tuple[int, int], ...], is_bound: bool) -> Lines:
    """Hexes are reached with the most steps still to go, so that one visit to each hex and state is enough. Positions
    come back (a phase is played again after each question), so the last searches are kept."""
    limit = donets_limit(setting) if is_bound else UNBOUND
    waiting: dict[int, list[int]] = {}
    for hex_, steps in starts:
        waiting.setdefault(steps, []).append(hex_)
    reached: dict[int, Key] = {}
    before: dict[Key, Key | None] = {}
    frontier: list[Key] = []
    left = max(waiting, default=-1)
    while left >= 0 and (frontier or waiting):
        for hex_ in waiting.pop(left, ()):
            # A line from elsewhere may have ended here without going on; this start still sends out its own.
            if (hex_, FREE) not in before or hex_ not in passage.through:
                before[hex_, FREE] = None
                reached.setdefault(hex_, (hex_, FREE))
                frontier.append((hex_, FREE))
        frontier = _step_on(ways_of(setting), passage, limit, frontier, reached, before) if left else []
        left -= 1
    return Lines(reached, before)


def _step_on(
    ways: Ways,
    passage: Passage,
    limit: Limit,
    frontier: list[Key],
    reached: dict[int, Key],
    before: dict[Key, Key | None],
) -> list[Key]:
    new: list[Key] = []
    for key in frontier:
        hex_, state = key
        if before[key] is not None and hex_ not in passage.through:
            continue
        for n, kind in ways[hex_]:
            after = limit[state][kind]
            if after == DEAD or (n, after) in before or not (n in passage.through or n in passage.end):
                continue
            before[n, after] = key
            new.append((n, after))
            if after != BROKEN:
                reached.setdefault(n, (n, after))
    return new
