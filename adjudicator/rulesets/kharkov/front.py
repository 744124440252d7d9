"""The Axis "continuous front" from the north edge to the south or east edge (17.24)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET


@dataclass(frozen=True)
class Front:
    """The Axis front as found from the north edge: ``chain`` is a shortest one, empty when there is a hole, ``end``
    the southernmost hex that can be reached from the north edge by links of the front, if any."""

    chain: tuple[int, ...]
    end: int | None

    @property
    def is_whole(self) -> bool:
        """Whether the front is continuous."""
        return bool(self.chain)


def links_of(position: Position) -> frozenset[int]:
    """The hexes that are links of the front: with Axis units or in their zones of control, without Soviet units
    (option ``front_excludes_soviet_hexes``)."""
    links = frozenset(position.stacks[AXIS]) | position.zone_of(AXIS)
    if position.setting.options.is_on("front_excludes_soviet_hexes"):
        links -= frozenset(position.stacks[SOVIET])
    return links


def find_front(position: Position) -> Front:
    """The front: links each adjacent to the next, the first on the north edge, the last on the south or east edge."""
    grid, links = position.grid, links_of(position)
    goals = {*grid.edge("south"), *grid.edge("east")}
    before: dict[int, int | None] = {hex_: None for hex_ in grid.edge("north") if hex_ in links}
    frontier = list(before)
    while frontier:
        reached = next((hex_ for hex_ in frontier if hex_ in goals), None)
        if reached is not None:
            return Front(_chain_to(reached, before), reached)
        new: list[int] = []
        for hex_ in frontier:
            for n in grid.adjacent[hex_]:
                if n in links and n not in before:
                    before[n] = hex_
                    new.append(n)
        frontier = new
    # Hexes are numbered row by row from the north.
    return Front((), max(before, default=None))


def _chain_to(hex_: int, before: dict[int, int | None]) -> tuple[int, ...]:
    chain = [hex_]
    while (earlier := before[chain[-1]]) is not None:
        chain.append(earlier)
    return tuple(reversed(chain))
