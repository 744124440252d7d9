"""What a step costs, zones of control aside: terrain, roads and rivers (6.21, 6.3, 6.46, 8.22, 10.12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.model.hexes import hexside
from adjudicator.model.map import Feature
from adjudicator.rulesets.kharkov.setting import Class, Setting
from adjudicator.rulesets.kharkov.tables import Costs

POINT = 2
"""Half points in one Movement Point."""

Classes = tuple[Class, ...]
Steps = tuple[tuple[tuple[int, int], ...], ...]
"""Per hex its (neighbour, cost) pairs, by index; barred neighbours are left out."""
StepsOfHex = tuple[tuple[int, tuple[int, ...]], ...]
StepsTogether = tuple[StepsOfHex, ...]
"""As ``Steps``, with one cost per cost class; ``StepsOfHex`` is one row of it."""


@dataclass(frozen=True, slots=True)
class Price:
    """What one step costs, in half points: ``entry`` for the hex as ``ground``, ``crossing`` for the river named."""

    entry: int
    ground: str
    crossing: int = 0
    river: str = ""

    @property
    def total(self) -> int:
        """Half points in all."""
        return self.entry + self.crossing

    def as_text(self) -> str:
        """The price for a reckoning: ``forest 2``, ``road, Donets ½+2``."""
        if not self.crossing:
            return f"{self.ground} {points_text(self.entry)}"
        ground = "" if self.ground == "clear" else f"{self.ground}, "
        return f"{ground}{self.river} {points_text(self.entry)}+{points_text(self.crossing)}"


def points_text(half_points: int) -> str:
    """Half points as Movement Points: ``2``, ``½``, ``1½``."""
    whole, half = divmod(half_points, POINT)
    return f"{whole or ''}½" if half else str(whole)


def price_of_step(setting: Setting, class_: Class, a: int, b: int) -> Price | None:
    """The price of the step from hex ``a`` to the adjacent hex ``b``; None across the Dnieper without a road (6.3)."""
    if setting.is_barred(a, b):
        return None
    entry, ground = _entry(setting, class_, b, _has_road_rate(setting, a, b))
    crossing, river = _crossing(setting, setting.tables.costs[class_], a, b)
    return Price(entry, ground, crossing, river)


def price_of_arrival(setting: Setting, class_: Class, hex_: int) -> Price:
    """The price of the first hex of a unit that enters the map: by road by the option ``entry_road_rate`` (16.0)."""
    by_road = setting.options.is_on("entry_road_rate") and hex_ in setting.road_hexes
    return Price(*_entry(setting, class_, hex_, by_road))


def cost_of_step(setting: Setting, class_: Class, a: int, b: int) -> int | None:
    """Half points to go from hex ``a`` to the adjacent hex ``b``, zones aside; None when nobody may (6.3)."""
    price = price_of_step(setting, class_, a, b)
    return None if price is None else price.total


@lru_cache(maxsize=64)
def steps_of(setting: Setting, classes: Classes) -> Steps:
    """All steps of the map at the sum of what these cost classes pay: the price itself for one class."""
    return tuple(tuple((n, sum(costs)) for n, costs in six) for six in steps_together(setting, classes))


@lru_cache(maxsize=64)
def steps_together(setting: Setting, classes: Classes) -> StepsTogether:
    """All steps of the map with what each of these cost classes pays (6.11)."""
    grid = setting.map.grid
    table: list[tuple[tuple[int, tuple[int, ...]], ...]] = [()] * grid.size
    for hex_ in grid.hexes:
        priced = [(n, [price_of_step(setting, class_, hex_, n) for class_ in classes]) for n in grid.adjacent[hex_]]
        table[hex_] = tuple((n, tuple(p.total for p in prices if p)) for n, prices in priced if all(prices))
    return tuple(table)


def arrivals_together(setting: Setting, classes: Classes, doors: Iterable[int]) -> StepsOfHex:
    """What each of these cost classes pays to enter the map in each of these hexes (16.0)."""
    return tuple((hex_, tuple(price_of_arrival(setting, class_, hex_).total for class_ in classes)) for hex_ in doors)


def _entry(setting: Setting, class_: Class, hex_: int, by_road: bool) -> tuple[int, str]:
    """The cost of a hex, rivers aside, and the ground that it is paid for."""
    costs, word = setting.tables.costs[class_], setting.map.terrain[hex_]
    if by_road and costs.road < costs.terrain[word]:
        return costs.road, "road"
    return costs.terrain[word], word.replace("_", " ")


def _has_road_rate(setting: Setting, a: int, b: int) -> bool:
    """Whether the step from ``a`` to ``b`` is paid at the road rate, by the option ``road_rate`` (6.3)."""
    match setting.options["road_rate"]:
        case "connected":
            return hexside(a, b) in setting.roads
        case "adjacent":
            return a in setting.road_hexes and b in setting.road_hexes
        case _:
            return b in setting.road_hexes


def _crossing(setting: Setting, costs: Costs, a: int, b: int) -> tuple[int, str]:
    """The extra cost of the rivers on a hexside with their names, by ``road_bridge`` and ``double_river`` (6.3)."""
    rivers = setting.rivers_between(a, b)
    if not rivers or (setting.options["road_bridge"] == "negate" and hexside(a, b) in setting.roads):
        return 0, ""
    # The dearest first, the greater river before the lesser: under ``max`` only that one counts.
    dearest = sorted(rivers, key=lambda river: (-_extra(costs, river), river.grade != "major"))
    counted = dearest if setting.options["double_river"] == "sum" else dearest[:1]
    extras = [(_extra(costs, river), river.name) for river in counted]
    return sum(extra for extra, _ in extras), " and ".join(name for extra, name in extras if extra)


def _extra(costs: Costs, river: Feature) -> int:
    if river.name == "Dnieper":
        return 0
    return costs.donets if river.grade == "major" else costs.minor
