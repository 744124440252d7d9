"""Cheapest paths over a hex grid: one search from a start finds all hexes in reach, for one mover or several."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from operator import add, gt, le

from adjudicator.model.hexes import Grid

NONE: frozenset[int] = frozenset()
NO_STEPS: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Reach:
    """A hex in reach: the ``cost`` of the cheapest ``path`` to it (hexes entered, the start left out); for several
    movers the ``cost`` of the one that pays most."""

    cost: int
    path: tuple[int, ...]


def find_cheapest(
    grid: Grid,
    steps: Sequence[Sequence[tuple[int, int]]],
    start: int,
    limit: int,
    closed: Container[int] = NONE,
    stops: Container[int] = NONE,
    shut: Container[tuple[int, int]] = NO_STEPS,
) -> dict[int, Reach]:
    """The cheapest path from ``start`` to every hex at most ``limit`` away, ``start`` itself left out.

    ``steps`` gives per hex its (neighbour, cost) pairs, costs at least 1. ``closed`` hexes are never entered, ``stops``
    entered but not left, ``shut`` steps (from, to) not taken; the start may always be left. Of equally cheap paths the
    one of fewest hexes is taken, then the one whose printed hex numbers come first.
    """
    order, ranks = _printed_order(grid)
    found: dict[int, Reach] = {}
    best: dict[int, tuple[int, int]] = {}
    queue: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), start)]
    while queue:
        cost, length, path, hex_ = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = Reach(cost, tuple(order[rank] for rank in path))
        if hex_ in stops and hex_ != start:
            continue
        for neighbour, price in steps[hex_]:
            label = (cost + price, length + 1)
            if label[0] > limit or neighbour in found or neighbour in closed or (hex_, neighbour) in shut:
                continue
            if label <= best.get(neighbour, label):
                best[neighbour] = label
                heappush(queue, (*label, (*path, ranks[neighbour]), neighbour))
    del found[start]
    return found


def find_together(
    grid: Grid,
    steps: Sequence[Sequence[tuple[int, tuple[int, ...]]]],
    start: int,
    limits: tuple[int, ...],
    closed: Container[int] = NONE,
    stops: Container[int] = NONE,
    shut: Container[tuple[int, int]] = NO_STEPS,
) -> dict[int, Reach]:
    """The hexes that several movers reach on one path, each paying its own costs within its own limit.

    As ``find_cheapest``, but ``steps`` gives with each neighbour one cost per mover and ``limits`` one limit per mover.
    Of the paths all can pay the one of the least sum of costs is taken, then as there.
    """
    order, ranks = _printed_order(grid)
    found: dict[int, Reach] = {}
    # Per hex the costs of paths of which none is as cheap as another for every mover.
    kept: dict[int, list[tuple[int, ...]]] = {}
    queue: list[tuple[int, int, tuple[int, ...], int, tuple[int, ...]]] = [(0, 0, (), start, (0,) * len(limits))]
    while queue:
        _, length, path, hex_, costs = heappop(queue)
        if _is_matched(costs, kept.setdefault(hex_, [])):
            continue
        kept[hex_].append(costs)
        if hex_ not in found:
            found[hex_] = Reach(max(costs), tuple(order[rank] for rank in path))
        if hex_ in stops and hex_ != start:
            continue
        for neighbour, prices in steps[hex_]:
            if neighbour in closed or (hex_, neighbour) in shut:
                continue
            sums = tuple(map(add, costs, prices))
            if not any(map(gt, sums, limits)) and not _is_matched(sums, kept.get(neighbour, ())):
                heappush(queue, (sum(sums), length + 1, (*path, ranks[neighbour]), neighbour, sums))
    del found[start]
    return found


def _is_matched(costs: tuple[int, ...], others: Iterable[tuple[int, ...]]) -> bool:
    """Whether one of ``others`` is at most ``costs`` for every mover."""
    return any(all(map(le, other, costs)) for other in others)


@lru_cache(maxsize=8)
def _printed_order(grid: Grid) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hexes in the order of their printed numbers, and per hex its place in that order."""
    order = tuple(sorted(range(grid.size), key=lambda hex_: (len(grid.numbers[hex_]), grid.numbers[hex_])))
    ranks = [0] * grid.size
    for rank, hex_ in enumerate(order):
        ranks[hex_] = rank
    return order, tuple(ranks)
