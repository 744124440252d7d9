"""How a stack goes: classes and allowances, where it stops, the ways open to it, prices (6.1-6.3, 6.8, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.engine.paths import Reach, find_cheapest, find_together
from adjudicator.rulesets.kharkov.ground import exerters_on, find_near_axis, ground_of
from adjudicator.rulesets.kharkov.movers import Doors, beyond, is_breaking_out
from adjudicator.rulesets.kharkov.position import BEGAN_SOUTH, INACTIVE, SOUTH_ACTIVE, UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.setting import SOVIET, Class
from adjudicator.rulesets.kharkov.terrain import (
    POINT,
    Classes,
    Price,
    StepsOfHex,
    arrivals_together,
    price_of_arrival,
    price_of_step,
    steps_of,
    steps_together,
)

BOUNDLESS = 1 << 20


@dataclass(frozen=True)
class Going:
    """How a stack goes: ``classes`` are the cost classes of its units, ``allowances`` per class the least of its units
    in half points (6.11), ``breakout`` whether it uses breakout mobility (6.8), ``kept_south`` whether it may not leave
    the southern sector (6.77). One that enters the map has ``doors`` and starts ``beyond`` (16.0); one with an Army
    Reserve counter ``keeps_away`` from Axis units (6.72)."""

    side: str
    start: int
    classes: Classes
    allowances: tuple[int, ...]
    breakout: bool
    kept_south: bool
    doors: Doors | None = None
    keeps_away: bool = False


def allowance_of(position: Position, unit_id: str) -> int:
    """A unit's Movement Point Allowance in half points (6.11), halved when out of supply (6.26, 11.41)."""
    points = printed_allowance(position, unit_id)
    if position.unit(unit_id).has(UNSUPPLIED):
        points = (points + (position.setting.options["oos_movement_round"] == "up")) // 2
    return points * POINT


def printed_allowance(position: Position, unit_id: str) -> int:
    """A unit's Movement Point Allowance as printed on its current face (10.1)."""
    counter = position.counter(unit_id)
    return counter.numbers["move_inactive"] if position.unit(unit_id).has(INACTIVE) else counter.move


def going_of(position: Position, units: Sequence[str]) -> Going:
    """How units of one hex go."""
    breakout = all(is_breaking_out(position, unit_id) for unit_id in units)
    kept_south = any(_is_kept_south(position, unit_id) for unit_id in units)
    pace = _pace_of(position, units)
    keeps_away = any(position.counter(unit_id).kind == "reserve" for unit_id in units)
    start = position.hex_of(units[0])
    return Going(position.side_of(units[0]), start, *pace, breakout, kept_south, keeps_away=keeps_away)


def going_in(position: Position, units: Sequence[str], doors: Doors) -> Going:
    """How units enter the map through these doors (16.0)."""
    return Going(position.side_of(units[0]), beyond(position), *_pace_of(position, units), False, False, doors)


def find_ways(position: Position, going: Going) -> Mapping[int, Reach]:
    """The hexes that units going so may reach, zones of control and enemies heeded."""
    return position.once(("reach", going), lambda: _search(position, going))


def find_within(position: Position, going: Going, limit: int) -> Mapping[int, Reach]:
    """The paths whose prices for all classes together come to at most ``limit``."""
    steps = steps_of(position.setting, going.classes)
    first = tuple((n, sum(costs)) for n, costs in _first_steps(position, going))
    return find_cheapest(position.grid, (*steps, first), going.start, limit, *_bars(position, going))


def stops_of(position: Position, going: Going) -> frozenset[int]:
    """Hexes in which these units must stop (6.23; for breakout mobility 6.8, option ``breakout_stop``)."""
    ground = ground_of(position, going.side)
    if not going.breakout or position.setting.options["breakout_stop"] == "hex":
        return ground.zone
    left = set(exerters_on(position, going.side, going.start))
    return frozenset(hex_ for hex_ in ground.zone if not left.issuperset(exerters_on(position, going.side, hex_)))


def guarded_for(position: Position, going: Going) -> Mapping[tuple[int, int], int]:
    """Steps over a guarded Major River, barred to these units (6.25); 6.8 frees the step out (``breakout_6_25``)."""
    guarded = ground_of(position, going.side).guarded
    if going.breakout and position.setting.options["breakout_6_25"] == "exempt":
        return {step: guard for step, guard in guarded.items() if step[0] != going.start}
    return guarded


def prices_of(position: Position, class_: Class, start: int, path: Sequence[int]) -> list[tuple[int, Price]]:
    """The hexes of a path with what a cost class pays; steps that nobody can take are left out."""
    priced = []
    for a, b in zip((start, *path), path, strict=False):
        price = _price(position, class_, a, b)
        if price is not None:
            priced.append((b, price))
    return priced


def total_of(priced: Sequence[tuple[int, Price]]) -> int:
    """Half points in all."""
    return sum(price.total for _, price in priced)


def cost_of_way(position: Position, unit_id: str, start: int, path: Sequence[int]) -> int:
    """What a unit pays for a way, in half points (6.2)."""
    return total_of(prices_of(position, position.setting.class_of(unit_id), start, path))


def _pace_of(position: Position, units: Sequence[str]) -> tuple[Classes, tuple[int, ...]]:
    """The cost classes of units, and per class the least allowance (6.11)."""
    least: dict[Class, int] = {}
    for unit_id in units:
        class_, allowance = position.setting.class_of(unit_id), allowance_of(position, unit_id)
        least[class_] = min(allowance, least.get(class_, allowance))
    classes = tuple(sorted(least))
    return classes, tuple(least[class_] for class_ in classes)


def _is_kept_south(position: Position, unit_id: str) -> bool:
    """Whether a Soviet unit is bound to the sector south of the line until the Axis units there are active (6.77)."""
    unit = position.unit(unit_id)
    is_soviet = position.side_of(unit_id) == SOVIET
    is_south = unit.has(BEGAN_SOUTH) and unit.hex in position.setting.south
    return is_soviet and is_south and not position.game.flags.get(SOUTH_ACTIVE)


def _search(position: Position, going: Going) -> Mapping[int, Reach]:
    ground = ground_of(position, going.side)
    if going.start in ground.zone and not going.breakout:
        return {}
    if len(going.classes) == 1:
        return find_within(position, going, going.allowances[0])
    steps = steps_together(position.setting, going.classes)
    steps = (*steps, _first_steps(position, going))
    return find_together(position.grid, steps, going.start, going.allowances, *_bars(position, going))


def _first_steps(position: Position, going: Going) -> StepsOfHex:
    """The steps onto the map, which stand behind those from its hexes; none for units that are on it."""
    return arrivals_together(position.setting, going.classes, going.doors.hexes) if going.doors else ()


def _bars(position: Position, going: Going) -> tuple[frozenset[int], frozenset[int], Mapping[tuple[int, int], int]]:
    """The hexes closed to these units, those where they stop, and the steps they may not take."""
    closed = ground_of(position, going.side).closed
    if going.kept_south:
        closed |= frozenset(position.grid.hexes) - position.setting.south
    if going.keeps_away:
        closed |= find_near_axis(position)
    return closed, stops_of(position, going), guarded_for(position, going)


def _price(position: Position, class_: Class, a: int, b: int) -> Price | None:
    if a == beyond(position):
        return price_of_arrival(position.setting, class_, b)
    return price_of_step(position.setting, class_, a, b) if position.grid.is_adjacent(a, b) else None
