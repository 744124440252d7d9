"""Line of sight (6.0, 4.0): what stands between two hexes, hills, crest lines, woods and rolling ground.

One sentence of 6.0 needs no code: a hill of the attacker's level between a hill and ground level always has a crest
line on the way down from it, next to neither unit's own hex, which blocks already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from adjudicator.engine.threads import Thread, entry_of, hexes_between, stretch_thread
from adjudicator.model.hexes import OFF_MAP
from adjudicator.rulesets.platoon.ground import Ground

Sentence = Literal["woods", "hill", "rolling", "crest", "woods_on_level", "behind_woods", "edge"]

SAYS: Mapping[Sentence, str] = {
    "woods": "a unit on the ground does not see past {hexes}",
    "hill": "a unit on the ground does not see past the hill in {hexes}",
    "rolling": "rolling ground in {hexes}, two hexes running, hides ground level from ground level",
    "crest": "the thread crosses the crest line {hexes}, and no unit stands at it on its higher side",
    "woods_on_level": "{hexes}, on the same level of hill, stands between two hills",
    "behind_woods": "a unit on a hill does not see a lower one right behind {hexes}",
    "edge": "the edge of the map counts as blocking",
}
"""What each sentence of 6.0 that can block says, in our words; ``{hexes}`` are the hexes that it is about."""


@dataclass(frozen=True)
class Obstacle:
    """What blocks: the sentence of 6.0 that says so, and the hexes that it is about: one, the two sides of a crest
    line or of a split, or those of two stretches of rolling ground (``OFF_MAP`` beyond the edge)."""

    sentence: Sentence
    hexes: tuple[int, ...]


@dataclass(frozen=True)
class Sight:
    """One line of sight with all that a drawing or a report of it needs.

    ``thread`` holds the two ends and what lies between; ``obstacle`` what blocks, None when the line is clear;
    ``entry`` the hexside or spine by which it enters the target's hex (4.5), a place on a clock of twelve as in
    ``engine.threads.entry_of``, and -1 when both ends are the same hex. ``mirrored`` says that it is judged as the
    higher unit sees it (option ``los_symmetry``).
    """

    thread: Thread
    obstacle: Obstacle | None
    entry: int
    why: str
    cases: tuple[str, ...]
    mirrored: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether fire is not blocked."""
        return self.obstacle is None

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes that the thread passes or meets between its ends, in order."""
        return self.thread.hexes


@dataclass(frozen=True, eq=False)
class SightTable:
    """All lines of sight of a map: bit ``b`` of ``rows[a]`` says whether hex ``a`` sees hex ``b``. A hex sees
    itself."""

    ground: Ground
    rows: tuple[int, ...]

    def is_clear(self, a: int, b: int) -> bool:
        """Whether a unit in hex ``a`` sees hex ``b``."""
        return bool(self.rows[a] >> b & 1)

    def seen_from(self, a: int) -> tuple[int, ...]:
        """The hexes that a unit in hex ``a`` sees: its field of view, its own hex included, by index."""
        return tuple(b for b in self.ground.grid.hexes if self.is_clear(a, b))


def find_sight(ground: Ground, a: int, b: int) -> Sight:
    """The line of sight of a unit in hex ``a`` to hex ``b``, with the reason (6.0)."""
    grid = ground.grid
    thread = stretch_thread(grid, a, b)
    mirrored = _is_mirrored(ground, a, b)
    judged = stretch_thread(grid, b, a) if mirrored else thread
    obstacle = _find_obstacle(ground, judged)
    entry = entry_of(grid, a, b) if a != b else -1
    cases = ("6.0", "4.0") if thread.hexsides or not thread.stretches else ("6.0",)
    return Sight(thread, obstacle, entry, _why(ground, judged, obstacle), cases, mirrored)


def sight_table(ground: Ground) -> SightTable:
    """All lines of sight of the map (6.0). A thread that meets neither hill nor woods nor rolling ground is clear, as
    a crest line can then only lie at the feet of a unit; all others are judged one by one."""
    between, obstacles = hexes_between(ground.grid), ground.obstacles
    edge_is_clear = ground.options["los_offmap_side"] == "clear"
    rows = [0] * ground.grid.size
    for a in ground.grid.hexes:
        for b in ground.grid.hexes:
            if (edge_is_clear and not between[a][b] & obstacles) or _is_clear(ground, a, b):
                rows[a] |= 1 << b
    return SightTable(ground, tuple(rows))


def find_one_way(ground: Ground, a: int, b: int) -> Sight | None:
    """The blocked one of the two lines of sight between two hexes when just one is: its obstacle names the sentence
    that is not the same both ways."""
    there, back = find_sight(ground, a, b), find_sight(ground, b, a)
    if there.is_clear == back.is_clear:
        return None
    return back if there.is_clear else there


def _is_clear(ground: Ground, a: int, b: int) -> bool:
    start, end = (b, a) if _is_mirrored(ground, a, b) else (a, b)
    return _find_obstacle(ground, stretch_thread(ground.grid, start, end)) is None


def _is_mirrored(ground: Ground, a: int, b: int) -> bool:
    return ground.options["los_symmetry"] == "mirror_up" and ground.levels[a] < ground.levels[b]


def _find_obstacle(ground: Ground, thread: Thread) -> Obstacle | None:
    """The first thing that blocks a thread: hexes that block by themselves, then crest lines, then rolling ground."""
    found = _find_blocking_hexes(ground, thread)
    if found is None and ground.levels[thread.start]:
        return _find_crest(ground, thread)
    if found is None and not ground.levels[thread.end]:
        return _find_rolling(ground, thread)
    return found


def _find_blocking_hexes(ground: Ground, thread: Thread) -> Obstacle | None:
    """A hex that the thread passes through, or both sides of a hexside along which it runs (4.0, 6.0)."""
    on_side: list[dict[Sentence, int]] = [{}, {}]
    for stretch in thread.stretches:
        sentences = [_sentence_of(ground, thread, hex_) for hex_ in stretch]
        blocking = [sentence for sentence in sentences if sentence is not None]
        if len(blocking) == len(stretch):
            return Obstacle(min(blocking, key=list(SAYS).index), stretch)
        if len(stretch) == 2 and ground.options["los_both_sides"] == "anywhere":
            for sentence, hex_, seen in zip(sentences, stretch, on_side, strict=True):
                if sentence is not None:
                    seen.setdefault(sentence, hex_)
            if all(on_side):
                sentence, hex_ = next(iter(on_side[0].items()))
                return Obstacle(sentence, (hex_, next(iter(on_side[1].values()))))
    if ground.options["los_vertex_touch"] == "block":
        for hex_ in thread.touched:
            touched = _sentence_of(ground, thread, hex_)
            if touched is not None:
                return Obstacle(touched, (hex_,))
    return None


def _sentence_of(ground: Ground, thread: Thread, hex_: int) -> Sentence | None:
    """The sentence by which a hex between blocks the thread by itself, if it does."""
    if hex_ == OFF_MAP:
        return "edge" if ground.options["los_offmap_side"] == "block" else None
    firer, target, here = ground.levels[thread.start], ground.levels[thread.end], ground.levels[hex_]
    is_woods = ground.is_blocking(hex_)
    if not firer:
        if is_woods:
            return "woods"
        is_hill = here > 0 and (ground.options["los_hill_blocks_ground"] == "any" or here >= target)
        return "hill" if is_hill else None
    if not is_woods:
        return None
    if target < firer and ground.grid.is_adjacent(hex_, thread.end):
        any_level = ground.options["los_behind_woods_level"] == "any"
        if any_level or here >= target:
            return "behind_woods"
    return "woods_on_level" if target and _is_on_level(ground, firer, target, here) else None


def _is_on_level(ground: Ground, firer: int, target: int, here: int) -> bool:
    """Whether woods between two hills are on the same level of hill as whom the option names (6.0)."""
    match ground.options["los_same_level_woods"]:
        case "attacker":
            return here == firer
        case "target":
            return here == target
        case "either":
            return here in (firer, target)
        case _:
            return here == firer == target


def _find_crest(ground: Ground, thread: Thread) -> Obstacle | None:
    """A crest line between a unit on a hill and its target, at neither of which a unit stands on the higher side; by
    option only one that is not wholly below the attacker (6.0)."""
    ends = ((thread.start,), *thread.stretches, (thread.end,))
    firer = ground.levels[thread.start]
    last = len(ends) - 2
    for place, (here, there) in enumerate(pairwise(ends)):
        before, after = _level_along(ground, here), _level_along(ground, there)
        at_unit = (place == 0 and before > after) or (place == last and after > before)
        is_below = ground.options["los_crest_scope"] == "not_below_attacker" and max(before, after) < firer
        if before != after and not at_unit and not is_below:
            return Obstacle("crest", (_first_at(ground, here, before), _first_at(ground, there, after)))
    return None


def _level_along(ground: Ground, stretch: tuple[int, ...]) -> int:
    choose = min if ground.options["los_crest_along_side"] == "min" else max
    return choose(ground.level_of(hex_) for hex_ in stretch)


def _first_at(ground: Ground, stretch: tuple[int, ...], level: int) -> int:
    return next(hex_ for hex_ in stretch if ground.level_of(hex_) == level)


def _find_rolling(ground: Ground, thread: Thread) -> Obstacle | None:
    """Two hexes of rolling ground running between two units on the ground (6.0)."""
    before: tuple[int, ...] = ()
    for stretch, is_rolling in _rolling_stretches(ground, thread):
        if is_rolling and len(stretch) == 2 and ground.options["los_rolling_side"] == "two":
            return Obstacle("rolling", stretch)
        if is_rolling and before:
            return Obstacle("rolling", (*before, *stretch))
        before = stretch if is_rolling else ()
    return None


def _rolling_stretches(ground: Ground, thread: Thread) -> Iterator[tuple[tuple[int, ...], bool]]:
    for stretch in thread.stretches:
        if len(stretch) == 1 or ground.options["los_rolling_side"] != "ignore":
            yield stretch, all(ground.is_rolling(hex_) for hex_ in stretch)


def _why(ground: Ground, thread: Thread, obstacle: Obstacle | None) -> str:
    if not thread.stretches:
        return "adjacent hexes always see each other" if thread.start != thread.end else "the same hex"
    if obstacle is None:
        return "nothing blocks" + _along(ground, thread)
    hexes = [ground.grid.number(hex_) for hex_ in obstacle.hexes if hex_ != OFF_MAP]
    if obstacle.sentence in ("woods", "woods_on_level", "behind_woods"):
        hexes = [_with_terrain(ground, hex_) for hex_ in obstacle.hexes if hex_ != OFF_MAP]
    joined = "/".join(hexes) if obstacle.sentence == "crest" else " and ".join(hexes)
    return SAYS[obstacle.sentence].format(hexes=joined) + _along(ground, thread)


def _with_terrain(ground: Ground, hex_: int) -> str:
    word = ground.terrain[hex_] if ground.is_blocking(hex_) else "hill"
    return f"{word} {ground.grid.number(hex_)}"


def _along(ground: Ground, thread: Thread) -> str:
    """The hexsides along which the thread runs and on which something stands on a side, named for the reader."""
    names = []
    for stretch in thread.hexsides:
        blocking = [hex_ for hex_ in stretch if _sentence_of(ground, thread, hex_) is not None]
        if blocking:
            numbers = "/".join("edge" if hex_ == OFF_MAP else ground.grid.number(hex_) for hex_ in stretch)
            on = "both sides block" if len(blocking) == 2 else f"only {_name(ground, blocking[0])} blocks"
            names.append(f"{numbers}, where {on}")
    return f"; the thread runs along the hexside {' and '.join(names)}" if names else ""


def _name(ground: Ground, hex_: int) -> str:
    return "the edge of the map" if hex_ == OFF_MAP else ground.grid.number(hex_)
