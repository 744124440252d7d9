"""How far units go: movement factors, halves, the road bonus, the minimum move, the hexes in reach (5.0, 5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine.paths import Reach, find_together
from adjudicator.model.hexes import OFF_MAP
from adjudicator.rulesets.platoon.position import MINEFIELD, WIRE, Position
from adjudicator.rulesets.platoon.terrain import Price, price_of_step

StepsOfHex = tuple[tuple[int, tuple[int, ...]], ...]
OBSTACLES: Mapping[str, tuple[str, str]] = {MINEFIELD: ("a minefield", "9.1")}
"""Marks of hexes whose effect on who enters is not built yet, with name and case."""


def start_of(position: Position, unit_id: str) -> int:
    """The hex of a unit; ``OFF_MAP`` for one that has not come on yet."""
    hex_ = position.unit(unit_id).hex
    return OFF_MAP if hex_ is None else hex_


def prices_of(position: Position, unit_id: str, start: int, route: Sequence[int]) -> list[Price | None]:
    """What each hex of a route costs a unit; None where it may not go."""
    side, class_ = position.side_of(unit_id), position.setting.class_of(unit_id)
    return [price_of_step(position, side, class_, a, b) for a, b in zip((start, *route), route, strict=False)]


def allowance_of(position: Position, unit_id: str, by_road: bool, is_half: bool) -> int:
    """The Movement Points of a unit: its movement factor, one more when all of its way is along a road, or half of it
    with fractions dropped (4.4, 5.1). ``move_road_bonus_half`` says what a road adds to a half."""
    factor = position.counter(unit_id).move
    bonus = position.setting.tables.road_bonus if by_road and factor else 0
    if not is_half:
        return factor + bonus
    match position.setting.options["move_road_bonus_half"]:
        case "after_halving":
            return factor // 2 + bonus
        case "before_halving":
            return (factor + bonus) // 2
    return factor // 2


def is_minimum_move(position: Position, unit_id: str, prices: Sequence[Price | None], is_half: bool) -> bool:
    """Whether a unit may spend all its movement factor on this way: one hex, by options not within a half move, and
    into a zone of control or not (5.2)."""
    options = position.setting.options
    if len(prices) != 1 or prices[0] is None or not position.counter(unit_id).move:
        return False
    return (not is_half or options["move_minimum_half"] == "yes") and (
        not prices[0].zone or options["move_minimum_zoc"] == "yes"
    )


def cost_of_way(position: Position, unit_id: str, start: int, route: Sequence[int], is_half: bool) -> int | None:
    """What a unit pays for a whole way; None when it cannot."""
    return cost_of(position, unit_id, prices_of(position, unit_id, start, route), is_half)


def cost_of(position: Position, unit_id: str, prices: Sequence[Price | None], is_half: bool) -> int | None:
    """What a unit pays for a whole way at these prices; None when it cannot."""
    paid = [price for price in prices if price is not None]
    if len(paid) < len(prices):
        return None
    total = sum(price.total for price in paid)
    if total <= allowance_of(position, unit_id, all(price.by_road for price in paid), is_half):
        return total
    return position.counter(unit_id).move if is_minimum_move(position, unit_id, prices, is_half) else None


def count_others(position: Position, units: Sequence[str], hex_: int) -> int:
    """How many other units of their side stand in a hex (1.3)."""
    return sum(unit_id not in units for unit_id in position.units_of(position.side_of(units[0]), hex_))


def has_room_for(position: Position, units: Sequence[str], hex_: int) -> bool:
    """Whether units may stand in a hex with the others of their side that are there (1.3)."""
    return count_others(position, units, hex_) + len(units) <= position.setting.tables.stack


def find_reach(position: Position, units: Sequence[str], doors: Sequence[int] = ()) -> Mapping[int, Reach]:
    """The hexes where units of one hex may end a move together, by the cheapest path, at the cost of the one that pays
    most. Units off the map enter in one of ``doors``. Paths lead through wire only where no other does (9.3)."""
    side, grid = position.side_of(units[0]), position.grid
    start = start_of(position, units[0])
    first = grid.size if start == OFF_MAP else start
    closed = frozenset(position.stacks[position.setting.enemy_of(side)]) | _hexes_with(position, *OBSTACLES)
    full = frozenset(hex_ for hex_ in position.stacks[side] if not has_room_for(position, units, hex_))
    shut = closed | full if position.setting.options["move_stacking"] == "always" else closed
    wire = _hexes_with(position, WIRE)
    found: dict[int, Reach] = {}
    for avoided in (wire, frozenset[int]()) if wire else (wire,):
        for by_road in (False, True):
            limits = tuple(allowance_of(position, unit_id, by_road, False) for unit_id in units)
            steps = _steps(position, units, by_road, doors)
            for hex_, reach in find_together(grid, steps, first, limits, shut | avoided).items():
                found.setdefault(hex_, reach)
    for hex_ in doors if start == OFF_MAP else grid.adjacent[start]:
        costs = [cost_of_way(position, unit_id, start, (hex_,), False) for unit_id in units]
        if hex_ not in shut and all(cost is not None for cost in costs):
            found.setdefault(hex_, Reach(max(cost or 0 for cost in costs), (hex_,)))
    return {hex_: reach for hex_, reach in found.items() if hex_ not in full and hex_ != start}


def _hexes_with(position: Position, *words: str) -> frozenset[int]:
    return frozenset(hex_ for hex_, marks in position.game.hex_marks.items() if not marks.isdisjoint(words))


def _steps(position: Position, units: Sequence[str], by_road: bool, doors: Sequence[int]) -> tuple[StepsOfHex, ...]:
    """Per hex the next hexes with what each unit pays, those along roads or all; a last row for who comes on."""
    side = position.side_of(units[0])
    classes = tuple(position.setting.class_of(unit_id) for unit_id in units)

    def row(a: int, nexts: Sequence[int]) -> StepsOfHex:
        found = []
        for b in nexts:
            prices = [price_of_step(position, side, class_, a, b) for class_ in classes]
            paid = [price for price in prices if price is not None and (price.by_road or not by_road)]
            if len(paid) == len(classes):
                found.append((b, tuple(price.total for price in paid)))
        return tuple(found)

    def build() -> tuple[StepsOfHex, ...]:
        return tuple(row(hex_, position.grid.adjacent[hex_]) for hex_ in range(position.grid.size))

    return (*position.once(("steps", side, classes, by_road), build), row(OFF_MAP, doors))
