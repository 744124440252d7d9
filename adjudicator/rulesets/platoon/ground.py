"""The ground of a game of Platoon Commander: terrain and levels of the map, and how its sight rules are read (6.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from adjudicator.model.hexes import OFF_MAP, Grid
from adjudicator.model.map import GameMap
from adjudicator.rulesets.options import Options

BLOCKS = "blocks_sight"
BLOCKS_IN_TWOS = "blocks_sight_in_twos"


@dataclass(frozen=True, eq=False)
class Ground:
    """What sight depends on.

    ``terrain`` and ``levels`` are per hex index, 0 being ground level; ``blocking`` are the words of terrain that block
    (forest, town, city), ``rolling`` those that block in twos.
    """

    grid: Grid
    terrain: tuple[str, ...]
    levels: tuple[int, ...]
    blocking: frozenset[str]
    rolling: frozenset[str]
    options: Options

    def level_of(self, hex_: int) -> int:
        """The level of a hex; beyond the edge of the map the ground is level (6.0, ``los_offmap_side``)."""
        return 0 if hex_ == OFF_MAP else self.levels[hex_]

    def is_blocking(self, hex_: int) -> bool:
        """Whether a hex of the map holds forest, town or city."""
        return self.terrain[hex_] in self.blocking

    def is_rolling(self, hex_: int) -> bool:
        """Whether a hex is rolling ground; none beyond the edge of the map is."""
        return hex_ != OFF_MAP and self.terrain[hex_] in self.rolling

    @cached_property
    def obstacles(self) -> int:
        """All hexes that can ever stand in the way, as a number whose bit ``n`` stands for hex ``n``."""
        return sum(
            1 << hex_
            for hex_ in self.grid.hexes
            if self.levels[hex_] or self.is_blocking(hex_) or self.is_rolling(hex_)
        )


def build_ground(game_map: GameMap, tables: Mapping[str, Any], options: Options) -> Ground:
    """The ground of a map with its Terrain Effects Chart. ValueError for terrain that the chart does not have."""
    words = {word: entry.get("traits", ()) for word, entry in tables["terrain"]["hexes"].items()}
    unknown = sorted({game_map.terrain[hex_] for hex_ in game_map.grid.hexes} - set(words))
    if unknown:
        raise ValueError(f"the Terrain Effects Chart has no {', '.join(unknown)}")
    return Ground(
        grid=game_map.grid,
        terrain=game_map.terrain,
        levels=game_map.levels or (0,) * game_map.grid.size,
        blocking=frozenset(word for word, traits in words.items() if BLOCKS in traits),
        rolling=frozenset(word for word, traits in words.items() if BLOCKS_IN_TWOS in traits),
        options=options,
    )


def stagger_map(game_map: GameMap, options: Options) -> GameMap:
    """The map with the columns half a hex lower that the option ``stagger`` names (10.0). ValueError when a road or a
    hexside of the map would be torn apart."""
    shifted: Literal["odd", "even"] = "even" if options["stagger"] == "b_down" else "odd"
    if shifted == game_map.grid.shifted:
        return game_map
    grid = replace(game_map.grid, shifted=shifted)
    links = [link for network in game_map.networks.values() for link in sorted(network.links)]
    for a, b in (*links, *sorted(game_map.features)):
        if not grid.is_adjacent(a, b):
            raise ValueError(f"{grid.number(a)} and {grid.number(b)} do not touch with the option stagger")
    return replace(game_map, grid=grid)
