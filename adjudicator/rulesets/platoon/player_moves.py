"""Moves for random play: on, across the map, in and out of transports, with fire on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.picks import Picks
from adjudicator.engine.self_play import Trial, attempt
from adjudicator.model.events import Json
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.going import find_reach
from adjudicator.rulesets.platoon.orders import turn_of
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.rules import PlatoonRules

BUSY = (40, 60, 80)
"""Of how many stacks in a hundred a side moves units in a phase."""
RIDING = 70
"""Of how many vehicles in a hundred passengers get on or off, where they can."""


class Mover:
    """Writes the moves of one side; ``now`` decides."""

    def __init__(self, rules: PlatoonRules, side: str, now: Picks) -> None:
        self.rules = rules
        self.side = side
        self.now = now
        self.setting = rules.setting
        self.grid = rules.setting.map.grid

    def propose(self, game: Game) -> Trial:
        """Reinforcements, many aboard; passengers get on and off; then the units of each hex, together or each for
        itself."""
        game = yield from self._entries(game)
        position = self.rules.position(game)
        for unit_id in (unit_id for stack in position.stacks[self.side].values() for unit_id in stack):
            if not self.setting.is_leg(unit_id) and self.now.chance(RIDING):
                game = yield from self._try(game, self._rides(position, unit_id))
        stacks = position.stacks[self.side]
        busy = self.now.one_of(BUSY)
        for hex_ in self.now.shuffled(list(stacks)):
            if not self.now.chance(busy):
                continue
            units = self.now.shuffled(stacks[hex_])
            for group in [units] if self.now.chance(40) else [[unit_id] for unit_id in units]:
                game = yield from self._act(game, group)
        return game

    def _entries(self, game: Game) -> Trial:
        for unit_id in self.now.shuffled(self._waiting(game)):
            waiting = self._waiting(game)
            if unit_id not in waiting or self.now.chance(25):
                continue
            position, doors = self.rules.position(game), self.setting.arrivals[unit_id].hexes
            order: dict[str, Json] = {"enter": unit_id}
            reach = find_reach(position, [unit_id], doors)
            legs = [u for u in waiting if self.setting.is_leg(u)] if self.setting.is_transport(unit_id) else []
            if legs and self.now.chance(RIDING):
                order["path"] = [{"load": self.now.one_of(legs)}, *self._way_in(doors)]
            elif reach and self.now.chance(60):
                order["to"] = self.grid.number(self._goal(position, list(reach)))
            else:
                order["path"] = self._way_in(doors)
            game = yield from attempt(game, order)
        return game

    def _waiting(self, game: Game) -> list[str]:
        return [u for u in self.setting.units_of_side[self.side] if 0 < turn_of(game.units[u].box) <= game.turn]

    def _way_in(self, doors: Sequence[int]) -> list[str]:
        door = self.now.one_of(doors)
        return [self.grid.number(door), *self._numbers(self._walk(door, self.now.below(3)))]

    def _act(self, game: Game, units: Sequence[str]) -> Trial:
        """What units of a hex do."""
        position = self.rules.position(game)
        if any(position.unit(unit_id).hex is None for unit_id in units):
            return game
        return (yield from self._try(game, self._ideas(position, units)))

    def _try(self, game: Game, ideas: Iterator[Json]) -> Trial:
        """One thing after another, until something is legal."""
        for order in ideas:
            after = yield from attempt(game, order)
            if after is not game:
                return after
        return game

    def _ideas(self, position: Position, units: Sequence[str]) -> Iterator[Json]:
        now, start = self.now, position.hex_of(units[0])
        whole = list(units) if len(units) > 1 else units[0]
        if now.chance(50) and all(map(position.is_eligible, units)):
            reach = find_reach(position, units)
            if reach:
                yield {"move": whole, "to": self.grid.number(self._goal(position, list(reach)))}
        steps: list[Json] = list(self._numbers(self._walk(start, 1 + now.below(4))))
        enemies = list(position.stacks[self.setting.enemy_of(self.side)])
        if enemies and now.chance(50):
            shot: dict[str, Json] = {"fire": self.grid.number(now.one_of(enemies))}
            shot |= now.one_of(({}, {"with": list(units)}, {"at": "leg"}, {"at": "afv"}))
            steps.insert(now.below(len(steps) + 1), shot)
        if len(units) > 1 and now.chance(50):
            away = self._numbers(self._walk(start, now.below(2)))
            steps.insert(now.below(len(steps) + 1), {"split": units[-1], **({"path": away} if away else {})})
        yield {"move": whole, "path": steps}
        yield {"move": whole, "path": self._numbers(self._walk(start, 1))}

    def _rides(self, position: Position, unit_id: str) -> Iterator[Json]:
        """The passenger of a vehicle gets off here or next to it, before, after or without a move; or one gets on."""
        now, here = self.now, position.hex_of(unit_id)
        way: list[Json] = list(self._numbers(self._walk(here, 1 + now.below(2))))
        passenger = position.passenger_of(unit_id)
        if passenger:
            near = {"into": self.grid.number(now.one_of(self.grid.adjacent[here]))}
            off: dict[str, Json] = {"unload": passenger} | now.one_of(({}, near))
            yield now.one_of(
                (
                    off,
                    {"move": unit_id, "path": [off, *way]},
                    {"move": unit_id, "path": [*way, {"unload": passenger}]},
                    {"move": unit_id, "path": way},
                )
            )
        else:
            around = [u for n in self.grid.adjacent[here] for u in position.units_of(self.side, n)]
            legs = [u for u in position.units_of(self.side, here) if self.setting.is_leg(u)]
            for leg in now.some_of(legs, 1):
                yield now.one_of(({"load": leg, "on": unit_id}, {"move": unit_id, "path": [{"load": leg}, *way]}))
            for leg in now.some_of([u for u in around if self.setting.is_leg(u)], 1):
                step = {"load": leg, "path": [self.grid.number(here)]}
                yield {"move": unit_id, "path": now.one_of(([step], [step, *way]))}

    def _walk(self, start: int, length: int) -> list[int]:
        """Hexes one after another, mostly nearer to the objective."""
        path: list[int] = []
        here, goals = start, self.setting.objective_hexes
        for _ in range(length):
            nexts = self.grid.adjacent[here]
            goal = self.now.one_of(goals)
            nearer = [n for n in nexts if self.grid.distance(n, goal) < self.grid.distance(here, goal)]
            here = self.now.one_of(nearer if nearer and self.now.chance(75) else nexts)
            path.append(here)
        return path

    def _goal(self, position: Position, ends: list[int]) -> int:
        """One of the hexes in reach: anywhere, next to the enemy, in the objective, or where something drives."""
        enemies = position.stacks[self.setting.enemy_of(self.side)]
        fronts = [end for end in ends if any(n in enemies for n in self.grid.adjacent[end])]
        held = [end for end in ends if end in self.setting.objective_hexes]
        lifts = [end for end in ends if not all(map(self.setting.is_leg, position.units_of(self.side, end)))]
        return self.now.one_of(self.now.one_of([kind for kind in (ends, fronts, held, lifts) if kind]))

    def _numbers(self, hexes: Sequence[int]) -> list[str]:
        return [self.grid.number(hex_) for hex_ in hexes]
