"""A slow second version of line of sight: polygons and fractions, every sentence of 6.0 on its own.

Written from the rulebook and its rulings, with nothing of the product: hexes are (column, row) pairs, the outline of a
hex is six points, a thread is clipped against outlines in exact fractions, and all sentences are asked, not just the
first that blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Hex = tuple[int, int]
Point = tuple[int, int]
Stretch = tuple[Hex, ...]
WOODS = ("forest", "town", "city")


@dataclass
class Land:
    """A rectangle of hexes with straight columns; ``lowered`` is 1 when columns 1, 3, 5 .. (from 0) lie half a hex
    lower, 0 when columns 0, 2, 4 .. do. What a hex is comes by its pair; anything beyond is nothing at all."""

    columns: int
    rows: int
    lowered: int
    terrain: Mapping[Hex, str]
    level: Mapping[Hex, int]
    options: Mapping[str, str]
    ways: dict[tuple[Point, int], tuple[list[tuple[Hex, ...]], list[Hex]]] = field(default_factory=dict)

    def is_on_map(self, hex_: Hex) -> bool:
        return 0 <= hex_[0] < self.columns and 0 <= hex_[1] < self.rows

    def height(self, hex_: Hex) -> int:
        return self.level.get(hex_, 0) if self.is_on_map(hex_) else 0

    def middle(self, hex_: Hex) -> Point:
        """The centre, where a hex is four wide from spine to spine and two high."""
        column, row = hex_
        return 3 * column, 2 * row + (column % 2 == self.lowered)

    def touches(self, a: Hex, b: Hex) -> bool:
        return len(set(self.outline(a)) & set(self.outline(b))) == 2

    def outline(self, hex_: Hex) -> list[Point]:
        x, y = self.middle(hex_)
        return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]

    def way(self, a: Hex, b: Hex) -> tuple[list[Stretch], list[Hex]]:
        """What lies between two hexes: stretches in order (left before right on a hexside), and hexes met at a point.
        The same for all pairs that lie alike to each other."""
        (x, y), (u, v) = self.middle(a), self.middle(b)
        key = ((u - x, v - y), a[0] % 2)
        shift = a[0] - a[0] % 2
        if key not in self.ways:
            self.ways[key] = self._clip((a[0] % 2, 0), (b[0] - shift, b[1] - a[1]))
        stretches, points = self.ways[key]
        return (
            [tuple((column + shift, row + a[1]) for column, row in stretch) for stretch in stretches],
            [(column + shift, row + a[1]) for column, row in points],
        )

    def _clip(self, a: Hex, b: Hex) -> tuple[list[Stretch], list[Hex]]:
        start, end = self.middle(a), self.middle(b)
        inside: list[tuple[Fraction, Fraction, Hex, bool]] = []
        points: list[tuple[Fraction, Hex]] = []
        columns = range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2)
        rows = range(min(a[1], b[1]) - 2, max(a[1], b[1]) + 3)
        for hex_ in [(column, row) for column in columns for row in rows]:
            span = None if hex_ in (a, b) else _cut(start, end, self.outline(hex_))
            if span is None:
                continue
            first, last, is_edge = span
            if first < last:
                inside.append((first, last, hex_, is_edge))
            else:
                points.append((first, hex_))
        stretches: list[Stretch] = []
        edges: dict[Fraction, list[Hex]] = {}
        for first, _, hex_, is_edge in sorted(inside):
            if not is_edge:
                stretches.append((hex_,))
            elif first not in edges:
                edges[first] = [hex_]
            else:
                pair = sorted([*edges[first], hex_], key=lambda side: _turn(start, end, self.middle(side)))
                edges[first] = pair
                stretches.append(tuple(pair))
        return stretches, [hex_ for _, hex_ in sorted(points)]


def _turn(a: Point, b: Point, c: Point) -> int:
    """Negative when c lies to the left of the way from a to b, as seen with y growing downward."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cut(start: Point, end: Point, outline: list[Point]) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the way from start to end within a convex outline (points clockwise on the sheet), and whether it
    lies in the outline itself."""
    first, last, is_edge = Fraction(0), Fraction(1), False
    for corner, following in zip(outline, [*outline[1:], outline[0]], strict=True):
        at_start, at_end = _turn(corner, following, start), _turn(corner, following, end)
        if at_start == at_end == 0:
            is_edge = True
        elif at_start < 0 and at_end < 0:
            return None
        elif at_start == at_end:
            continue
        else:
            crossing = Fraction(at_start, at_start - at_end)
            if at_end > at_start:
                first = max(first, crossing)
            else:
                last = min(last, crossing)
    return (first, last, is_edge) if first <= last else None


def blockers(land: Land, a: Hex, b: Hex) -> set[str]:
    """The names of all sentences that block the sight of a unit in ``a`` to ``b``; none when it sees it."""
    if land.options["los_symmetry"] == "mirror_up" and land.height(a) < land.height(b):
        a, b = b, a
    stretches, points = land.way(a, b)
    if land.height(a) == 0:
        found = {name for name, test in GROUND.items() if test(land, a, b, stretches, points)}
        if land.height(b) == 0 and _has_rolling(land, stretches):
            found.add("rolling")
        return found | _mixed(land, a, b, stretches, points)
    found = {name for name, test in HILL.items() if test(land, a, b, stretches, points)}
    if _crosses_crest(land, a, b, stretches):
        found.add("crest")
    return found | _mixed(land, a, b, stretches, points)


def hill_of_attackers_level_between(land: Land, a: Hex, b: Hex) -> bool:
    """The sentence that is said never to decide alone: attacker on a hill, target on the ground, a hill of the
    attacker's level between."""
    if land.options["los_symmetry"] == "mirror_up" and land.height(a) < land.height(b):
        a, b = b, a
    stretches, _ = land.way(a, b)
    level = land.height(a)
    return (
        level > 0
        and land.height(b) == 0
        and any(all(land.height(hex_) == level for hex_ in stretch) for stretch in stretches)
    )


def _is_woods(land: Land, hex_: Hex) -> bool:
    return land.is_on_map(hex_) and land.terrain.get(hex_) in WOODS


def _ground_woods(land: Land, a: Hex, b: Hex, hex_: Hex) -> bool:
    return _is_woods(land, hex_)


def _ground_hill(land: Land, a: Hex, b: Hex, hex_: Hex) -> bool:
    if land.options["los_hill_blocks_ground"] == "not_below_target":
        return land.height(hex_) >= max(1, land.height(b))
    return land.height(hex_) >= 1


def _behind(land: Land, a: Hex, b: Hex, hex_: Hex) -> bool:
    if not (land.height(b) < land.height(a) and _is_woods(land, hex_) and land.touches(hex_, b)):
        return False
    return land.options["los_behind_woods_level"] == "any" or land.height(hex_) >= land.height(b)


def _on_level(land: Land, a: Hex, b: Hex, hex_: Hex) -> bool:
    if land.height(b) == 0 or not _is_woods(land, hex_):
        return False
    mine, other, here = land.height(a), land.height(b), land.height(hex_)
    return {
        "all_same": mine == other == here,
        "attacker": mine == here,
        "target": other == here,
        "either": here in (mine, other),
    }[land.options["los_same_level_woods"]]


def _of_one_hex(rule):  # type: ignore[no-untyped-def]
    """A sentence about a hex between, made one about a whole thread."""

    def test(land, a, b, stretches, points):  # type: ignore[no-untyped-def]
        return _blocked_by(land, lambda hex_: land.is_on_map(hex_) and rule(land, a, b, hex_), stretches, points)

    return test


def _blocked_by(land, blocks, stretches, points) -> bool:  # type: ignore[no-untyped-def]
    if any(all(blocks(hex_) for hex_ in stretch) for stretch in stretches):
        return True
    pairs = [stretch for stretch in stretches if len(stretch) == 2]
    if land.options["los_both_sides"] == "anywhere":
        left, right = (any(blocks(pair[side]) for pair in pairs) for side in (0, 1))
        if left and right:
            return True
    return land.options["los_vertex_touch"] == "block" and any(blocks(hex_) for hex_ in points)


GROUND = {"woods": _of_one_hex(_ground_woods), "hill": _of_one_hex(_ground_hill)}
HILL = {"behind_woods": _of_one_hex(_behind), "woods_on_level": _of_one_hex(_on_level)}


def _mixed(land: Land, a: Hex, b: Hex, stretches: list[Stretch], points: list[Hex]) -> set[str]:
    """A split by hexes that block by different sentences, the edge of the map among them: named by all of them."""
    rules = {"woods": _ground_woods, "hill": _ground_hill} if land.height(a) == 0 else {}
    if land.height(a):
        rules = {"behind_woods": _behind, "woods_on_level": _on_level}

    def names(hex_: Hex) -> set[str]:
        if not land.is_on_map(hex_):
            return {"edge"} if land.options["los_offmap_side"] == "block" else set()
        return {name for name, rule in rules.items() if rule(land, a, b, hex_)}

    if not _blocked_by(land, lambda hex_: bool(names(hex_)), stretches, points):
        return set()
    return {name for stretch in [*stretches, points] for hex_ in stretch for name in names(hex_)}


def _has_rolling(land: Land, stretches: list[Stretch]) -> bool:
    """Counting on from hex to hex; a run is as many rolling hexes as follow each other."""
    way = land.options["los_rolling_side"]
    run = 0
    for stretch in stretches:
        rolling = sum(land.is_on_map(hex_) and land.terrain.get(hex_) == "rolling" for hex_ in stretch)
        if len(stretch) == 1:
            run = run + 1 if rolling else 0
        elif way == "one":
            run = run + 1 if rolling == 2 else 0
        elif way == "two":
            run = run + 2 if rolling == 2 else 0
        if run >= 2:
            return True
    return False


def _crosses_crest(land: Land, a: Hex, b: Hex, stretches: list[Stretch]) -> bool:
    pick = min if land.options["los_crest_along_side"] == "min" else max
    heights = [land.height(a), *(pick(land.height(hex_) for hex_ in stretch) for stretch in stretches), land.height(b)]
    for place in range(len(heights) - 1):
        here, there = heights[place], heights[place + 1]
        if here == there:
            continue
        attacker_above = place == 0 and here > there
        target_above = place == len(heights) - 2 and there > here
        below = land.options["los_crest_scope"] == "not_below_attacker" and max(here, there) < land.height(a)
        if not (attacker_above or target_above or below):
            return True
    return False
