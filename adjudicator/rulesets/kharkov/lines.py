"""How lines of supply and communications are traced: what bars them, the Donets, the search (8.25, 11.1, 11.34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from adjudicator.engine.masks import Shifts, first_of, mask_of, shifts_of, step_back, step_on
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
Moves = Sequence[Sequence[tuple[int, Shifts]]]
"""Per state the states that a step may lead to, each with the steps that do."""


@dataclass(frozen=True)
class Passage:
    """Where a side's lines may go, as masks: ``through`` hexes, and hexes where they may ``end`` but for ``blocked``
    ones."""

    through: int
    end: int
    blocked: int


@dataclass(frozen=True)
class Ring:
    """What a search came to with one number of steps to go: the hexes newly ``reached`` per state, and those where
    lines ``begun`` with just as many."""

    reached: Sequence[int]
    begun: int


@dataclass(frozen=True)
class Lines:
    """All lines of one search: ``hexes`` are those that one reaches. The lines themselves are found when asked for."""

    setting: Setting
    passage: Passage
    is_bound: bool
    rings: Sequence[Ring]
    hexes: int

    def reach(self, hex_: int) -> bool:
        """Whether a line reaches a hex."""
        return bool(self.hexes >> hex_ & 1)

    def line_to(self, hex_: int) -> tuple[int, ...]:
        """The hexes from a source to the hex, both included; KeyError when no line reaches it.

        Of the lines with the most steps still to go it is the one from the source with the most steps, then from the
        first one, then the one that turns first into the direction that comes first.
        """
        if not self.reach(hex_):
            raise KeyError(hex_)
        goal = 1 << hex_
        last = next(n for n, ring in enumerate(self.rings) if goal & (ring.begun | _standing(ring.reached)))
        line, state = self._first_line(*self._lead_back(goal, last))
        # A source is its own, though a line from elsewhere came there first and ended.
        is_source = state == FREE and any(goal & ring.begun for ring in self.rings)
        return (hex_,) if is_source else line

    def _lead_back(self, goal: int, last: int) -> tuple[list[int], list[list[int]]]:
        """Per ring up to the last the sources of lines to the goal, and per state the hexes by which they go on."""
        moves = moves_of(self.setting, self.is_bound)
        ring = self.rings[last]
        by = [goal & hexes if state != BROKEN else 0 for state, hexes in enumerate(ring.reached)]
        sources, between = [0 if any(by) else goal], [by]
        for ring in reversed(self.rings[:last]):
            onward = [_origins(moves_of_state, between[-1]) for moves_of_state in moves]
            able = [hexes & origins for hexes, origins in zip(_able(self.passage, ring), onward, strict=True)]
            sources.append(able[FREE] & ring.begun)
            able[FREE] &= ~ring.begun
            between.append(able)
        return sources[::-1], between[::-1]

    def _first_line(self, sources: Sequence[int], between: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], int]:
        """The first of these lines, and the state in which it ends."""
        ways, limit = ways_of(self.setting), _limit_of(self.setting, self.is_bound)
        first = next(n for n, hexes in enumerate(sources) if hexes)
        line, state = [first_of(sources[first])], FREE
        for hexes in between[first + 1 :]:
            onward = ((n, limit[state][kind]) for n, kind in ways[line[-1]])
            n, state = next((n, after) for n, after in onward if after != DEAD and hexes[after] >> n & 1)
            line.append(n)
        return tuple(line), state


def _standing(reached: Sequence[int]) -> int:
    """The hexes reached by lines that may end there."""
    return reduce(or_, (hexes for state, hexes in enumerate(reached) if state != BROKEN), 0)


def _able(passage: Passage, ring: Ring) -> list[int]:
    """Per state the hexes of a ring from which lines go on."""
    able = [hexes & passage.through for hexes in ring.reached]
    able[FREE] |= ring.begun
    return able


def _origins(moves: Sequence[tuple[int, Shifts]], towards: Sequence[int]) -> int:
    """The hexes from which one of these moves leads towards the goal."""
    return reduce(or_, (step_back(towards[after], shifts) for after, shifts in moves), 0)


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
        blocked, friendly = position.standing(enemy_of(side)), position.standing(side)
        negating = friendly
        if not setting.options.is_on("hq_negates_ezoc"):
            negating = mask_of(position.combat_hexes[side])
        garrisons = mask_of(hex_ for hex_ in setting.garrisons if position.garrison_in(hex_))
        if side == AXIS:
            negating |= garrisons
        elif setting.options.is_on("garrison_blocks_trace"):
            blocked |= garrisons
        barred = blocked | (position.zone_mask(enemy_of(side)) & ~negating)
        return Passage(_everywhere(setting) & ~barred, friendly & ~blocked, blocked)

    return position.once_for_layout(("passage", side), work)


@lru_cache(maxsize=8)
def _everywhere(setting: Setting) -> int:
    return mask_of(setting.map.grid.hexes)


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
    return frozenset(grid.hexes) - west


@lru_cache(maxsize=16)
def moves_of(setting: Setting, is_bound: bool) -> Moves:
    """The steps of lines, sorted by what they do about the limit of 11.34."""
    kinds: list[list[tuple[int, int]]] = [[], [], [], []]
    for hex_, open_to in enumerate(ways_of(setting)):
        for n, kind in open_to:
            kinds[kind].append((hex_, n))
    limit = _limit_of(setting, is_bound)
    return [_moves_in(kinds, limit[state]) if state in limit else () for state in range(_count_states(limit))]


def _limit_of(setting: Setting, is_bound: bool) -> Limit:
    return donets_limit(setting) if is_bound else UNBOUND


def _count_states(limit: Limit) -> int:
    return 1 + max(after for afters in limit.values() for after in afters if after != DEAD)


def _moves_in(kinds: Sequence[Sequence[tuple[int, int]]], afters: Sequence[int]) -> Sequence[tuple[int, Shifts]]:
    """The moves of one state, of which ``afters`` tells the states after steps of each kind."""
    found: dict[int, list[tuple[int, int]]] = {}
    for steps, after in zip(kinds, afters, strict=True):
        if after != DEAD:
            found.setdefault(after, []).extend(steps)
    return [(after, shifts_of(steps)) for after, steps in found.items()]


def trace(setting: Setting, passage: Passage, starts: Mapping[int, int], *, is_bound: bool = False) -> Lines:
    """All lines from all starts at once: ``starts`` has per number of steps that lines may take the mask of their
    sources; ``is_bound`` says whether the limit at the Donets holds for them (11.34).

    Hexes are reached with the most steps still to go, so that one visit to each hex and state is enough.
    """
    moves = moves_of(setting, is_bound)
    known = [0] * len(moves)
    ring = Ring(known, 0)
    rings: list[Ring] = []
    left = max(starts, default=-1)
    while left >= 0:
        reached = [0] * len(moves)
        for state, hexes in enumerate(_able(passage, ring)):
            for after, shifts in moves[state] if hexes else ():
                reached[after] |= step_on(hexes, shifts)
        reached = [hexes & (passage.through | passage.end) & ~known[state] for state, hexes in enumerate(reached)]
        known = [old | new for old, new in zip(known, reached, strict=True)]
        # A line from elsewhere may have ended at a start without going on; the start still sends out its own.
        ring = Ring(reached, starts.get(left, 0) & ~(known[FREE] & passage.through))
        known[FREE] |= ring.begun
        rings.append(ring)
        left = left - 1 if any(reached) or ring.begun else max((steps for steps in starts if steps < left), default=-1)
    return Lines(setting, passage, is_bound, rings, _standing(known))
