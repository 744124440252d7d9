"""Names on a drawn map, each put where it covers no other."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from adjudicator.reports.svg_sheet import halo

Box = tuple[int, int, int, int]


@dataclass
class Labels:
    """The labels put so far (``drawn``), and the boxes they cover as left, top, right, bottom."""

    drawn: list[str] = field(default_factory=list)
    _taken: list[Box] = field(default_factory=list)

    def add(self, element: str) -> None:
        """A label that has already found its place."""
        self.drawn.append(element)

    def keep_free(self, x: int, y: int, reach: int) -> None:
        """No label shall cover the sign at that place."""
        self._taken.append((x - reach, y - reach, x + reach, y + reach))

    def put(self, x: int, y: int, name: str, size: int, style: str) -> None:
        """A name beside its town: below, above, right or left, the first that is free; below if none is."""
        wide = len(name) * size * 62 // 100
        below = size + 7
        tries = (
            (x, y + below, "middle"),
            (x, y - 8, "middle"),
            (x + 8, y + size // 3, "start"),
            (x - 8, y + size // 3, "end"),
            (x, y + below + size, "middle"),
            (x, y - 8 - size, "middle"),
        )
        at = next((t for t in tries if self._take(_box(t[0], t[1], wide, size, t[2]))), None)
        if at is None:
            at = tries[0]
            self._taken.append(_box(at[0], at[1], wide, size, at[2]))
        self.add(halo(at[0], at[1], name, f'{style} text-anchor="{at[2]}"'))

    def take_turned(self, x: int, y: int, wide: int, size: int, angle: int) -> bool:
        """Take the room of a label of that width turned about its middle, unless something lies there."""
        turn = math.radians(angle)
        boxes = []
        pieces = max(1, wide // size)
        for piece in range(pieces):
            along = (2 * piece + 1 - pieces) * wide // (2 * pieces)
            dx, dy = round(along * math.cos(turn)), round(along * math.sin(turn))
            lift = (round(size * math.sin(turn)), -round(size * math.cos(turn)))
            cx, cy = x + dx + lift[0] * 2 // 3, y + dy + lift[1] * 2 // 3
            boxes.append((cx - size // 2, cy - size // 2, cx + size // 2, cy + size // 2))
        if any(_meet(box, taken) for box in boxes for taken in self._taken):
            return False
        self._taken += boxes
        return True

    def _take(self, box: Box) -> bool:
        if any(_meet(box, taken) for taken in self._taken):
            return False
        self._taken.append(box)
        return True


def _box(x: int, y: int, wide: int, size: int, anchor: str) -> Box:
    left = {"middle": x - wide // 2, "start": x, "end": x - wide}[anchor]
    return (left, y - size + 1, left + wide, y + 2)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
