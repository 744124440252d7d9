"""A thread stretched from the centre of one hex to that of another: what it passes, in whole numbers throughout.

Every hex is the set of points at which three linear forms differ by at most one from their values at its centre. The
part of a thread inside a hex is therefore an interval, whose ends are compared over one common denominator: a thread
that runs along a hexside or through a spine is recognised exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from adjudicator.model.hexes import OFF_MAP, Grid

CLOCK = 12
"""Places at which a thread can enter a hex: six hexsides and six spines."""

_Offset = tuple[int, int]
_Way = tuple[tuple[tuple[_Offset, ...], ...], tuple[_Offset, ...]]


@dataclass(frozen=True, slots=True)
class Thread:
    """What lies between two hexes.

    ``stretches`` are in order from ``start`` to ``end``, which are left out: one hex that the thread passes through,
    or the two hexes, left before right, of a hexside along which it runs. ``touched`` are hexes that it meets at a
    single point, the end of a spine. A hex that the map does not have is ``OFF_MAP``.
    """

    start: int
    end: int
    stretches: tuple[tuple[int, ...], ...]
    touched: tuple[int, ...]

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes of the map that the thread passes or meets, each once, in order."""
        met = dict.fromkeys((*(hex_ for stretch in self.stretches for hex_ in stretch), *self.touched))
        return tuple(hex_ for hex_ in met if hex_ != OFF_MAP)

    @property
    def hexsides(self) -> tuple[tuple[int, ...], ...]:
        """The pairs of hexes between which the thread runs exactly along the hexside, in order."""
        return tuple(stretch for stretch in self.stretches if len(stretch) > 1)


@lru_cache(maxsize=65536)
def stretch_thread(grid: Grid, start: int, end: int) -> Thread:
    """The thread from one hex of a grid to another; there is nothing between adjacent hexes."""
    (x, y), (u, v) = grid.centre(start), grid.centre(end)
    is_flat = grid.orientation == "flat"
    stretches, touched = _way(u - x, v - y) if is_flat else _way(v - y, u - x)

    def hex_of(offset: _Offset) -> int:
        across, along = offset
        return grid.hex_at(x + across, y + along) if is_flat else grid.hex_at(x + along, y + across)

    # A pointy grid is a flat one with its axes exchanged, which turns left into right.
    turn = 1 if is_flat else -1
    return Thread(
        start,
        end,
        tuple(tuple(hex_of(offset) for offset in stretch[::turn]) for stretch in stretches),
        tuple(hex_of(offset) for offset in touched),
    )


@lru_cache(maxsize=8)
def hexes_between(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Per pair of hexes the set of hexes that the thread between them passes or meets, as a number whose bit ``n``
    stands for hex ``n``."""
    found = [[0] * grid.size for _ in range(grid.size)]
    for start in grid.hexes:
        for end in range(start):
            met = sum(1 << hex_ for hex_ in stretch_thread(grid, start, end).hexes)
            found[start][end] = found[end][start] = met
    return tuple(map(tuple, found))


def entry_of(grid: Grid, start: int, end: int) -> int:
    """Where a thread from one hex enters another: a place on a clock of twelve, even for the hexside of the direction
    ``entry // 2`` of the grid, odd for the spine between that direction and the next."""
    (x, y), (u, v) = grid.centre(start), grid.centre(end)
    if grid.orientation == "flat":
        south, southeast, northeast = _forms(x - u, y - v)
        around = (northeast, southeast, south, -northeast, -southeast, -south)
    else:
        east, southeast, southwest = _forms(y - v, x - u)
        around = (-southwest, east, southeast, southwest, -east, -southeast)
    nearest = [direction for direction in range(6) if around[direction] == max(around)]
    if len(nearest) == 1:
        return 2 * nearest[0]
    return CLOCK - 1 if nearest == [0, 5] else 2 * nearest[0] + 1


def _forms(across: int, along: int) -> tuple[int, int, int]:
    """The three forms at a centre; ``across`` counts columns of a flat grid, ``along`` half hexes down a column."""
    return along, (3 * across + along) // 2, (3 * across - along) // 2


@lru_cache(maxsize=4096)
def _way(across: int, along: int) -> _Way:
    """The stretches and the touched hexes of a thread with this displacement, as offsets from its start."""
    passed: list[tuple[int, int, bool, _Offset]] = []
    touched: list[tuple[int, _Offset]] = []
    end = _forms(across, along)
    unit = prod(abs(form) or 1 for form in end)
    for offset in _near(across, along):
        span = _span(end, _forms(*offset), unit)
        if span is not None:
            enter, leave, is_side = span
            if enter < leave:
                passed.append((enter, _side_of(across, along, offset), is_side, offset))
            else:
                touched.append((enter, offset))
    stretches: list[tuple[_Offset, ...]] = []
    was = -1
    for enter, _, is_side, offset in sorted(passed):
        if is_side and enter == was:
            stretches[-1] += (offset,)
        else:
            stretches.append((offset,))
        was = enter
    return tuple(stretches), tuple(offset for _, offset in sorted(touched))


def _near(across: int, along: int) -> Iterator[_Offset]:
    """The hexes that the line may meet, the ends left out."""
    reach = max(2 * abs(along), 3 * abs(across) + abs(along))
    for x in range(min(0, across) - 1, max(0, across) + 2):
        for y in range(min(0, along) - 2, max(0, along) + 3):
            is_centre = (x - y) % 2 == 0 and (x, y) not in ((0, 0), (across, along))
            if is_centre and 3 * abs(_side_of(across, along, (x, y))) <= reach:
                yield x, y


def _side_of(across: int, along: int, offset: _Offset) -> int:
    """Negative for a hex to the left of the line, positive to the right, zero upon it."""
    return across * offset[1] - along * offset[0]


def _span(end: tuple[int, ...], centre: tuple[int, ...], unit: int) -> tuple[int, int, bool] | None:
    """From where to where, of ``unit`` parts of its length, a thread is in a hex, its border included, and whether it
    runs along a side of it; None when it does not meet the hex."""
    enter, leave, is_side = 0, unit, False
    for whole, part in zip(end, centre, strict=True):
        if whole:
            first, second = (part - 1) * unit // whole, (part + 1) * unit // whole
            enter, leave = max(enter, min(first, second)), min(leave, max(first, second))
        elif abs(part) > 1:
            return None
        else:
            is_side = is_side or abs(part) == 1
    return (enter, leave, is_side) if enter <= leave else None
