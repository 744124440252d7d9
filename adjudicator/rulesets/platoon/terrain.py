"""What a step costs: terrain, roads, climbs, rivers, zones of control, in Movement Points (5.0, 5.3)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.model.hexes import OFF_MAP, hexside
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.setting import LEG, Setting

ROAD = "road"
BRIDGE = "bridge"
"""The network of roads; the crossings of hexsides that nothing else leads across."""


@dataclass(frozen=True, slots=True)
class Price:
    """What one step costs: ``entry`` for the hex as ``ground``, ``climb`` uphill, ``zone`` for an enemy zone of
    control; ``by_road`` says whether the hexside carries a road."""

    ground: str
    entry: int
    climb: int
    zone: int
    by_road: bool

    @property
    def total(self) -> int:
        """Movement Points in all."""
        return self.entry + self.climb + self.zone

    def as_text(self) -> str:
        """The price for a reckoning: ``forest 2``, ``open 1, uphill 1, zone of control 1``."""
        parts = [(self.ground, self.entry), ("uphill", self.climb), ("zone of control", self.zone)]
        return ", ".join(f"{what} {points}" for what, points in parts if points or what == self.ground)


def price_of_step(position: Position, side: str, class_: str, a: int, b: int) -> Price | None:
    """What a class of units of a side pays to go from a hex, or from beyond the edge, into the next; None when the
    hex or the hexside is prohibited to it."""
    setting = position.setting
    if find_bar(setting, class_, a, b):
        return None
    by_road = a != OFF_MAP and ROAD in setting.map.networks and hexside(a, b) in setting.map.networks[ROAD].links
    entry, ground = _entry(setting, class_, b, by_road)
    zone = setting.tables.zone_cost if position.is_enemy_zone(side, b) else 0
    return Price(ground, entry, _climb(setting, a, b, by_road), zone, by_road)


def find_bar(setting: Setting, class_: str, a: int, b: int) -> str:
    """Why a class of units may never go from a hex into the next, as a clause; empty when it may."""
    word = setting.map.terrain[b]
    if setting.tables.costs[word][class_] is None:
        return f"{word} is prohibited to {'Leg units' if class_ == LEG else 'vehicles'}"
    if a != OFF_MAP and hexside(a, b) not in setting.map.crossings.get(BRIDGE, frozenset()):
        for feature in setting.map.features.get(hexside(a, b), ()):
            if feature.kind in setting.tables.bridged:
                return f"the {feature.name or feature.kind} has no bridge there"
    return ""


def _entry(setting: Setting, class_: str, hex_: int, by_road: bool) -> tuple[int, str]:
    word = setting.map.terrain[hex_]
    cost, road = setting.tables.costs[word][class_] or 0, setting.tables.costs[ROAD][class_]
    return (road, ROAD) if by_road and road is not None and road <= cost else (cost, word)


def _climb(setting: Setting, a: int, b: int, by_road: bool) -> int:
    """The extra cost uphill: once, or by ``move_hill_up`` for each level; by ``move_road_hill`` not along a road."""
    if a == OFF_MAP or (by_road and setting.options["move_road_hill"] == "road_only"):
        return 0
    levels = max(0, setting.ground.levels[b] - setting.ground.levels[a])
    is_flat = setting.options["move_hill_up"] == "flat"
    return setting.tables.hill_up_cost * (min(levels, 1) if is_flat else levels)
