"""How a stack goes: classes and allowances, where it stops, the ways open to it, prices (6.1-6.3, 6.8, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.engine.paths import Reach, find_cheapest, find_together
from adjudicator.rulesets.kharkov.disengagement import can_disengage, exits_of, price_of_exit
from adjudicator.rulesets.kharkov.ground import exerters_on, find_near_axis, ground_of
from adjudicator.rulesets.kharkov.movers import Doors, beyond, is_breaking_out
from adjudicator.rulesets.kharkov.position import (
    BEGAN_SOUTH,
    INACTIVE,
    OVERRAN,
    SOUTH_ACTIVE,
    SPENT,
    STOPPED,
    UNSUPPLIED,
    Position,
)
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
AWAY = "+"
FREE = "free"
BREAKOUT = "breakout"
DISENGAGE = "disengage"
HELD = "held"
"""How a stack may leave the hex where it is: it is in no enemy zone of control; by breakout mobility (6.8); by
disengagement (6.6); not but by an overrun (6.24, 8.23)."""


@dataclass(frozen=True)
class Progress:
    """How far a stack has come in this phase: half points ``spent`` by each unit; whether it ``is_under_way``, has got
    away by a disengagement (6.63) or has just been chased (6.62), and how often it overran (7.16); ``began`` is the hex
    where it began."""

    spent: tuple[tuple[str, int], ...] = ()
    is_under_way: bool = False
    has_got_away: bool = False
    is_chased: bool = False
    overruns: int = 0
    began: int | None = None

    def spent_by(self, unit_id: str) -> int:
        """Half points that a unit of the stack has spent."""
        return dict(self.spent).get(unit_id, 0)

    def after(self, costs: Mapping[str, int], got_away: bool = False, overruns: int = 0) -> Progress:
        """The progress once each unit has paid its cost, for a way, a disengagement with it, or for an overrun."""
        paid = tuple((unit_id, self.spent_by(unit_id) + cost) for unit_id, cost in costs.items())
        has_got_away = got_away or (self.has_got_away and not self.is_chased)
        return Progress(paid, True, has_got_away, False, self.overruns + overruns, self.began)


@dataclass(frozen=True)
class Going:
    """How a stack goes: ``classes`` are the cost classes of its units, ``allowances`` per class what the unit with the
    least has left in half points (6.11), ``leaves`` how it may leave where it is, ``kept_south`` whether it may not
    leave the southern sector (6.77). One that enters the map has ``doors`` and starts ``beyond`` (16.0); one with
    an Army Reserve counter ``keeps_away`` from Axis units (6.72)."""

    side: str
    start: int
    classes: Classes
    allowances: tuple[int, ...]
    leaves: str
    kept_south: bool
    doors: Doors | None = None
    progress: Progress = Progress()
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


def left_of(position: Position, going: Going, unit_id: str) -> int:
    """What a unit of a stack has left of its allowance, in half points."""
    return allowance_of(position, unit_id) - going.progress.spent_by(unit_id)


def progress_of(position: Position, units: Sequence[str]) -> Progress:
    """How far units of one hex have come: not at all, or by overruns after which they may go on (7.25)."""
    if any(position.unit(unit_id).has(OVERRAN) for unit_id in units):
        noted = noted_in_phase(position)
        spent = tuple((unit_id, noted[unit_id][0]) for unit_id in units)
        return Progress(spent, True, any(noted[unit_id][1] for unit_id in units), overruns=1)
    return Progress(began=position.hex_of(units[0]))


def noted_in_phase(position: Position) -> dict[str, tuple[int, bool]]:
    """Half points spent by units that overran and may go on, and whether they disengaged before, from the flag
    ``spent`` (``44id=6 71id=12+``)."""
    noted = (word.partition("=") for word in str(position.game.flags.get(SPENT, "")).split())
    return {unit_id: (int(points.rstrip(AWAY)), points.endswith(AWAY)) for unit_id, _, points in noted}


def note(position: Position, progress: Progress) -> str:
    """The flag ``spent`` once these units have overrun and may go on."""
    noted = noted_in_phase(position) | {unit_id: (points, progress.has_got_away) for unit_id, points in progress.spent}
    return " ".join(f"{unit_id}={points}{AWAY * got_away}" for unit_id, (points, got_away) in sorted(noted.items()))


def going_of(position: Position, units: Sequence[str], progress: Progress | None = None) -> Going:
    """How units of one hex go, from the start or after this progress."""
    come = progress_of(position, units) if progress is None else progress
    leaves = _leaves(position, units, come)
    kept_south = any(_is_kept_south(position, unit_id) for unit_id in units)
    pace = _pace_of(position, units, come)
    keeps_away = any(position.counter(unit_id).kind == "reserve" for unit_id in units)
    side, start = position.side_of(units[0]), position.hex_of(units[0])
    return Going(side, start, *pace, leaves, kept_south, progress=come, keeps_away=keeps_away)


def going_in(position: Position, units: Sequence[str], doors: Doors) -> Going:
    """How units enter the map through these doors (16.0)."""
    pace = _pace_of(position, units, Progress())
    return Going(position.side_of(units[0]), beyond(position), *pace, FREE, False, doors)


def is_stopped(position: Position, units: Sequence[str], progress: Progress) -> bool:
    """Whether units may do nothing but overrun, as ``judge_movers`` has told (6.23, option ``zoc_stop_scope``)."""
    return not progress.is_under_way and any(position.unit(unit_id).has(STOPPED) for unit_id in units)


def find_ways(position: Position, going: Going) -> Mapping[int, Reach]:
    """The hexes that units going so may reach, zones of control and enemies heeded."""
    return position.once(("reach", going), lambda: _search(position, going))


def find_within(position: Position, going: Going, limit: int) -> Mapping[int, Reach]:
    """The paths whose prices for all classes together come to at most ``limit``."""
    steps = list(steps_of(position.setting, going.classes))
    first = _first_steps(position, going)
    if first is not None:
        steps[going.start :] = [tuple((n, sum(costs)) for n, costs in first), *steps[going.start + 1 :]]
    return find_cheapest(position.grid, steps, going.start, limit, *_bars(position, going))


def stops_of(position: Position, going: Going) -> frozenset[int]:
    """Hexes in which these units must stop (6.23; for breakout mobility 6.8, option ``breakout_stop``)."""
    ground = ground_of(position, going.side)
    if going.leaves != BREAKOUT or position.setting.options["breakout_stop"] == "hex":
        return ground.zone
    left = set(exerters_on(position, going.side, going.start))
    return frozenset(hex_ for hex_ in ground.zone if not left.issuperset(exerters_on(position, going.side, hex_)))


def guarded_for(position: Position, going: Going) -> Mapping[tuple[int, int], int]:
    """Steps over a guarded Major River, barred to these units (6.25); 6.8 frees the step out (``breakout_6_25``)."""
    guarded = ground_of(position, going.side).guarded
    if going.leaves == BREAKOUT and position.setting.options["breakout_6_25"] == "exempt":
        return {step: guard for step, guard in guarded.items() if step[0] != going.start}
    return guarded


def prices_of(position: Position, going: Going, class_: Class, path: Sequence[int]) -> list[tuple[int, Price]]:
    """The hexes of a path with what a cost class pays; steps that nobody can take are left out."""
    priced = []
    for index, (a, b) in enumerate(zip((going.start, *path), path, strict=False)):
        price = _price(position, class_, a, b)
        if index == 0 and going.leaves == DISENGAGE:
            price = price_of_exit(position, price)
        if price is not None:
            priced.append((b, price))
    return priced


def total_of(priced: Sequence[tuple[int, Price]]) -> int:
    """Half points in all."""
    return sum(price.total for _, price in priced)


def cost_of_way(position: Position, going: Going, unit_id: str, path: Sequence[int]) -> int:
    """What a unit pays for a way, in half points (6.2)."""
    return total_of(prices_of(position, going, position.setting.class_of(unit_id), path))


def _leaves(position: Position, units: Sequence[str], progress: Progress) -> str:
    if is_stopped(position, units, progress):
        return HELD
    if not position.is_enemy_zone(position.side_of(units[0]), position.hex_of(units[0])):
        return FREE
    if not progress.is_under_way and all(is_breaking_out(position, unit_id) for unit_id in units):
        return BREAKOUT
    return DISENGAGE if can_disengage(position, units, progress.is_under_way, progress.is_chased) else HELD


def _pace_of(position: Position, units: Sequence[str], progress: Progress) -> tuple[Classes, tuple[int, ...]]:
    """The cost classes of units, and per class the least that is left of an allowance (6.11)."""
    least: dict[Class, int] = {}
    for unit_id in units:
        class_ = position.setting.class_of(unit_id)
        left = allowance_of(position, unit_id) - progress.spent_by(unit_id)
        least[class_] = min(left, least.get(class_, left))
    classes = tuple(sorted(least))
    return classes, tuple(least[class_] for class_ in classes)


def _is_kept_south(position: Position, unit_id: str) -> bool:
    """Whether a Soviet unit is bound to the sector south of the line until the Axis units there are active (6.77)."""
    unit = position.unit(unit_id)
    is_soviet = position.side_of(unit_id) == SOVIET
    is_south = unit.has(BEGAN_SOUTH) and unit.hex in position.setting.south
    return is_soviet and is_south and not position.game.flags.get(SOUTH_ACTIVE)


def _search(position: Position, going: Going) -> Mapping[int, Reach]:
    if going.leaves == HELD:
        return {}
    if len(going.classes) == 1:
        return find_within(position, going, going.allowances[0])
    steps = list(steps_together(position.setting, going.classes))
    first = _first_steps(position, going)
    if first is not None:
        steps[going.start :] = [first, *steps[going.start + 1 :]]
    return find_together(position.grid, steps, going.start, going.allowances, *_bars(position, going))


def _first_steps(position: Position, going: Going) -> StepsOfHex | None:
    """The first steps of units that do not start as from any hex: onto the map, or out of an enemy zone (6.6, 16.0)."""
    if going.doors:
        return arrivals_together(position.setting, going.classes, going.doors.hexes)
    if going.leaves != DISENGAGE:
        return None
    zone = ground_of(position, going.side).zone
    out = [hex_ for hex_ in exits_of(position, going.start) if hex_ not in zone]
    prices = [(b, [price_of_exit(position, _price(position, c, going.start, b)) for c in going.classes]) for b in out]
    return tuple((b, tuple(price.total for price in found if price is not None)) for b, found in prices)


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
