"""Moves for random play. A way is walked hex by hex towards a goal, within the Movement Points and up to the first zone
of control, since looking for all hexes in reach would take most of the time of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add, gt

from adjudicator.engine.picks import Picks
from adjudicator.engine.self_play import Trial, attempt
from adjudicator.model.events import Json
from adjudicator.model.game import Game
from adjudicator.model.hexes import Grid
from adjudicator.rulesets.kharkov.going import BREAKOUT, going_of, guarded_for, stops_of
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.orders import turn_of
from adjudicator.rulesets.kharkov.player_fights import front_of
from adjudicator.rulesets.kharkov.position import DISRUPTED, MOVED, REFORMING, SOUTH_ACTIVE, Position
from adjudicator.rulesets.kharkov.rail import find_rail, is_friendly
from adjudicator.rulesets.kharkov.reinforcements import find_entries
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of
from adjudicator.rulesets.kharkov.terrain import POINT, steps_together

FAR = 99
OVERRUN = 3 * POINT
"""What an overrun takes, in half points (7.0)."""
BUSY = (20, 35, 50, 70)
"""Of how many stacks in a hundred a side moves units in a phase."""
AIMS = (1, 1, 1, 1, 1, 1, -1, 0)
"""Towards the enemy, away from him, anywhere."""
SPENT = (MOVED, DISRUPTED, REFORMING)


def _sum(spent: tuple[int, ...], prices: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, spent, prices))


class Mover:
    """Writes the moves of one side; ``now`` decides."""

    def __init__(self, rules: KharkovRules, side: str, now: Picks) -> None:
        self.rules = rules
        self.side = side
        self.now = now
        self.setting = rules.setting
        self.grid = rules.setting.map.grid
        self.stack = rules.setting.tables.stack

    def propose(self, game: Game, section: str, part: int, pick: Picks) -> Trial:
        """Reinforcements, then moves of stacks and parts of stacks; ``pick`` decides which stacks."""
        if section == "movement" and part == 1:
            game = yield from self._entries(game)
        start = self.rules.position(game)
        goals = _distances(self.grid, tuple(front_of(start, self.side)))
        busy = pick.named("busy").one_of(BUSY) * (2 if section == "mechanized" else 1)
        for units in self._groups(start, section, busy, pick):
            game = yield from self._move(self.rules.position(game), units, goals)
        return game

    def _groups(self, position: Position, section: str, busy: int, pick: Picks) -> list[list[str]]:
        groups = []
        for hex_, stack in position.stacks[self.side].items():
            units = [unit_id for unit_id in stack if self._may_go(position, unit_id, section)]
            goes = pick.named("goes", self.grid.number(hex_))
            groups += [[hq] for hq in units if self.setting.is_hq(hq) and goes.chance(60)]
            if not units or not goes.chance(busy // 6 if self._is_calm(position, hex_) else busy):
                continue
            units = self.now.shuffled([u for u in units if [u] not in groups])
            while units:
                size = self.now.one_of((1, 1, 2, 3))
                groups.append(units[:size])
                units = units[size:]
        return self.now.shuffled(groups)

    def _is_calm(self, position: Position, hex_: int) -> bool:
        """Whether units had better stay in a hex: moves south of the Sector Line wake the enemy (6.53, 6.54)."""
        return hex_ in self.setting.south and not position.game.flags.get(SOUTH_ACTIVE)

    def _may_go(self, position: Position, unit_id: str, section: str) -> bool:
        unit = position.unit(unit_id)
        if any(unit.has(word) for word in SPENT) or position.is_frozen(unit_id):
            return False
        return section != "mechanized" or self.setting.is_mechanized(unit_id)

    def _move(self, position: Position, units: list[str], goals: Mapping[int, int]) -> Trial:
        """One move of units, by rail now and then, or with an overrun."""
        now, game, start = self.now, position.game, position.hex_of(units[0])
        if now.chance(8) and game.phase.endswith("/movement") and is_friendly(self.setting, self.side, start):
            after = yield from self._ride(position, units)
            if after is not game:
                return after
        overruns = now.chance(25) and all(map(self.setting.is_combat_unit, units))
        path = self._walk(position, units, goals, OVERRUN if overruns else 0)
        if overruns:
            after = yield from self._overrun(position, units, path)
            if after is not game:
                return after
        if not path:
            return game
        written = self._numbers(path)
        if now.chance(4):
            # One hex too many, most likely: the rules have to say so.
            written.append(self.grid.number(now.one_of(self.grid.adjacent[path[-1]])))
        order: dict[str, Json] = {"move": _listed(units)}
        if now.chance(10):
            order["to"] = written[-1]
        else:
            order["path"] = [self.grid.number(start), *written] if now.chance(20) else written
        if start in ground_of(position, self.side).zone and self.side != SOVIET and now.chance(60):
            order["if_chased"] = now.one_of(("stop", "go-on"))
        return (yield from attempt(game, order))

    def _walk(self, position: Position, units: Sequence[str], goals: Mapping[int, int], spare: int) -> list[int]:
        """A way that is likely to be legal, ``spare`` half points left at its end; empty when none is found."""
        now, going, ground = self.now, going_of(position, units), ground_of(position, self.side)
        is_held = going.start in ground.zone and going.leaves != BREAKOUT
        if is_held and not now.chance(3 if self.side == SOVIET else 30):
            return []
        aim = -1 if is_held else now.one_of(AIMS)
        near = 3 if self.setting.is_hq(units[0]) and now.chance(70) else 1
        steps, stops = steps_together(self.setting, going.classes), stops_of(position, going)
        closed, shut = ground.closed | {going.start}, guarded_for(position, going)
        limits = tuple(allowance - spare for allowance in going.allowances)
        here, spent = going.start, (0,) * len(limits)
        path: list[int] = []
        while not path or here not in stops:
            if aim > 0 and goals.get(here, FAR) <= near and not (now.chance(30) and not path):
                break
            found = []
            for there, prices in steps[here]:
                leaving = is_held and here == going.start
                sums = (self.setting.tables.disengagement_cost,) * len(limits) if leaving else _sum(spent, prices)
                is_open = there not in closed and there not in path and (here, there) not in shut
                if is_open and not any(map(gt, sums, limits)) and not (is_held and there in ground.zone):
                    found.append((4 * aim * goals.get(there, FAR) + now.below(6), there, sums))
            if not found or (path and now.chance(4 if aim > 0 else 25)):
                break
            _, here, spent = min(found)
            path.append(here)
        return self._with_room(position, path, units)

    def _with_room(self, position: Position, path: list[int], units: Sequence[str]) -> list[int]:
        """A path cut short where all the units may stack."""
        room = self.stack - sum(map(self.setting.is_combat_unit, units))
        while path and len(position.combat_units_of(self.side, path[-1])) > room:
            path.pop()
        return path

    def _overrun(self, position: Position, units: Sequence[str], path: Sequence[int]) -> Trial:
        """An overrun of enemies next to where a way ends; at times the move goes on from there."""
        now, end = self.now, path[-1] if path else position.hex_of(units[0])
        enemies = [n for n in self.grid.adjacent[end] if n in position.stacks[enemy_of(self.side)]]
        if not enemies:
            return position.game
        over = now.one_of(enemies)
        step: dict[str, Json] = {"overrun": self.grid.number(over)}
        if now.chance(30):
            step["prefer"] = now.one_of(("retreat", "lose"))
        steps: list[Json] = [*self._numbers(path), step]
        if now.chance(40):
            steps.append(self.grid.number(now.one_of(self.grid.adjacent[over])))
        return (yield from attempt(position.game, {"move": _listed(units), "path": steps}))

    def _ride(self, position: Position, units: Sequence[str]) -> Trial:
        room = self.stack - sum(map(self.setting.is_combat_unit, units))
        reach = find_rail(position, units)
        ends = [h for h in sorted(reach) if len(position.combat_units_of(self.side, h)) <= room]
        if not ends:
            return position.game
        path = self._numbers(reach[self.now.one_of(ends)].path)
        return (yield from attempt(position.game, {"rail": _listed(units), **self._way(path)}))

    def _entries(self, game: Game) -> Trial:
        """Reinforcements, most brought in as soon as they may be."""
        for unit_id in self.setting.units_of_side[self.side]:
            if not 0 < turn_of(game.units[unit_id].box) <= game.turn or self.now.chance(30):
                continue
            position = self.rules.position(game)
            by_rail = self.now.chance(20)
            reach = find_entries(position, [unit_id], by_rail)
            ends = [h for h in sorted(reach) if len(position.combat_units_of(self.side, h)) < self.stack]
            if ends:
                how: dict[str, Json] = {"by": "rail"} if by_rail else {}
                way = self._way(self._numbers(reach[self.now.one_of(ends)].path))
                game = yield from attempt(game, {"enter": unit_id, **how, **way})
        return game

    def _way(self, path: list[str]) -> dict[str, Json]:
        return {"to": path[-1]} if self.now.chance(40) else {"path": path}

    def _numbers(self, hexes: Sequence[int]) -> list[str]:
        return [self.grid.number(hex_) for hex_ in hexes]


def _listed(units: Sequence[str]) -> Json:
    return list(units) if len(units) > 1 else units[0]


@lru_cache(maxsize=8)
def _distances(grid: Grid, goals: tuple[int, ...]) -> Mapping[int, int]:
    """How far each hex is from the nearest goal."""
    found = dict.fromkeys(goals, 0)
    ring: list[int] = list(goals)
    for distance in range(1, FAR):
        ring = [n for hex_ in ring for n in grid.adjacent[hex_] if found.setdefault(n, distance) == distance]
        ring = list(dict.fromkeys(ring))
    return found
