"""Where things lie on a drawn map: centres, corners and hexsides in whole pixels, for both orientations of hexes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from adjudicator.model.hexes import Grid, Hexside

Point = tuple[int, int]

HALF = 26
"""Half the distance between two opposite hexsides."""
STEP = 45
"""Distance between two rows (pointy) or columns (flat)."""
REACH = 30
"""Distance from the centre to a corner."""
MARGIN = 20

_POINTY: tuple[Point, ...] = ((0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15))
_FLAT: tuple[Point, ...] = ((15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26))


@dataclass(frozen=True)
class Sheet:
    """The part of a grid that is drawn: ``hexes`` by index, ``top`` pixels left free above them."""

    grid: Grid
    hexes: tuple[int, ...]
    top: int

    @classmethod
    def of(cls, grid: Grid, window: Collection[int] | None, top: int) -> Sheet:
        """The sheet for some hexes, or for all."""
        return cls(grid, grid.hexes if window is None else tuple(sorted(set(window) & set(grid.hexes))), top)

    @cached_property
    def shown(self) -> frozenset[int]:
        """The drawn hexes, to look them up."""
        return frozenset(self.hexes)

    @cached_property
    def _origin(self) -> Point:
        centres = [self._raw(hex_) for hex_ in self.hexes]
        return (min(x for x, _ in centres) - REACH - MARGIN, min(y for _, y in centres) - REACH - MARGIN - self.top)

    @cached_property
    def size(self) -> Point:
        """Width and height of the map with its margins, in pixels."""
        centres = [self.centre(hex_) for hex_ in self.hexes]
        return (max(x for x, _ in centres) + REACH + MARGIN, max(y for _, y in centres) + REACH + MARGIN)

    @property
    def corners(self) -> tuple[Point, ...]:
        """The six corners about a centre: hexside ``i`` in the grid's order of directions joins ``i`` and ``i + 1``."""
        return _POINTY if self.grid.orientation == "pointy" else _FLAT

    def centre(self, hex_: int) -> Point:
        """The middle of a hex."""
        x, y = self._raw(hex_)
        return (x - self._origin[0], y - self._origin[1])

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two corners that a hexside joins."""
        a, b = side
        x, y = self.centre(a)
        place = self.grid.neighbours[a].index(b)
        first, second = self.corners[place], self.corners[(place + 1) % 6]
        return ((x + first[0], y + first[1]), (x + second[0], y + second[1]))

    def middle(self, side: Hexside) -> Point:
        """The middle of a hexside."""
        (x1, y1), (x2, y2) = self.ends(side)
        return ((x1 + x2) // 2, (y1 + y2) // 2)

    def is_shown(self, side: Hexside) -> bool:
        """Whether a hexside belongs to a drawn hex."""
        return side[0] in self.shown or side[1] in self.shown

    def outline(self, hex_: int, percent: int = 100) -> str:
        """The path of a hex, or of a smaller one inside it."""
        x, y = self.centre(hex_)
        dots = [(x + dx * percent // 100, y + dy * percent // 100) for dx, dy in self.corners]
        return "M" + "L".join(f"{a} {b}" for a, b in dots) + "Z"

    def edges(self, sides: Iterable[Hexside]) -> str:
        """The path of hexsides, as one line where the end of one is the beginning of the next."""
        path = []
        last: Point | None = None
        for side in sides:
            if self.is_shown(side):
                first, second = self.ends(side)
                if last == second:
                    first, second = second, first
                path.append(f"{'' if last == first else f'M{first[0]} {first[1]}'}L{second[0]} {second[1]}")
                last = second
        return "".join(path)

    def exit(self, hex_: int, edge: str) -> Point:
        """Where a road leaves the map over its ``north``, ``south``, ``east`` or ``west`` edge."""
        x, y = self.centre(hex_)
        dx, dy = {"north": (0, -REACH), "south": (0, REACH), "west": (-REACH, 0), "east": (REACH, 0)}[edge]
        return (x + dx, y + dy)

    def _raw(self, hex_: int) -> Point:
        x, y = self.grid.centre(hex_)
        return (HALF * x, STEP * y) if self.grid.orientation == "pointy" else (STEP * x, HALF * y)


def path(data: str, style: str) -> str:
    """A path element; empty without data."""
    return f'<path d="{data}" {style}/>' if data else ""


def text(x: int, y: int, words: str, style: str = "") -> str:
    """A text element."""
    return f'<text x="{x}" y="{y}"{f" {style}" if style else ""}>{escape(words, quote=False)}</text>'


def halo(x: int, y: int, words: str, style: str) -> str:
    """A text with a pale edge, so that it can be read on lines."""
    edge = 'stroke="#fbf8ec" stroke-width="2.6" stroke-linejoin="round"'
    return text(x, y, words, f"{style} {edge}") + text(x, y, words, style)


@dataclass(frozen=True)
class Overlay:
    """What is drawn over a map for one purpose: ``draw`` gives its elements, ``signs`` those of the legend (a sample
    around ``(30, 0)`` and its words), ``remarks`` are lines below the map."""

    draw: Callable[[Sheet], Iterable[str]]
    signs: Sequence[tuple[str, str]] = ()
    remarks: Sequence[str] = ()
