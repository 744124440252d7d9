"""Sets of hexes as the bits of one integer, bit n for hex n: a whole set takes a step at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Shifts = Sequence[tuple[int, int]]
"""Steps from hex to hex by how far apart the indexes are: the distance, and the mask of hexes that step so."""


def mask_of(hexes: Iterable[int]) -> int:
    """The hexes as a mask."""
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def first_of(mask: int) -> int:
    """The lowest hex of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def shifts_of(steps: Iterable[tuple[int, int]]) -> Shifts:
    """Steps (from, to) sorted by distance."""
    found: dict[int, int] = {}
    for a, b in steps:
        found[b - a] = found.get(b - a, 0) | 1 << a
    return tuple(sorted(found.items()))


def step_on(mask: int, shifts: Shifts) -> int:
    """The hexes to which any of these steps leads from the mask."""
    reached = 0
    for distance, able in shifts:
        going = mask & able
        if going:
            reached |= going << distance if distance > 0 else going >> -distance
    return reached


def step_back(mask: int, shifts: Shifts) -> int:
    """The hexes from which any of these steps leads into the mask."""
    origins = 0
    for distance, able in shifts:
        origins |= able & (mask >> distance if distance > 0 else mask << -distance)
    return origins
