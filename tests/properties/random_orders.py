"""Random legal orders of Kharkov, made from what the rules say can be done: bold ones, so that much happens."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.engine.apply import apply, fold
from adjudicator.engine.check import Foresight
from adjudicator.engine.sequence import next_phase, phase_of
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.model.orders import MORE, Order
from adjudicator.rulesets.kharkov import air, reserves, supply
from adjudicator.rulesets.kharkov.movement import find_reach
from adjudicator.rulesets.kharkov.orders import turn_of
from adjudicator.rulesets.kharkov.position import ADVANCED, ATTACKED, DISRUPTED, RETREATED_IN, Position
from adjudicator.rulesets.kharkov.rail import find_rail
from adjudicator.rulesets.kharkov.reinforcements import find_entries
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of

Data = dict[str, Any]
FAR = 99


class Pen:
    """Writes orders for one side; all chance comes from ``dice``. ``busy``: how many moves a section may hold."""

    def __init__(self, rules: KharkovRules, side: str, dice: random.Random, busy: Sequence[int]) -> None:
        self.rules = rules
        self.side = side
        self.dice = dice
        self.busy = busy
        self.grid = rules.setting.map.grid
        self.stack = rules.setting.tables.stack

    def write(self, game: Game, section: str) -> tuple[list[Any], Game]:
        """A section for the phase that is open, and the game after it if every attack fails."""
        write = {"combat": self._attacks, "air_supply": self._airdrops, "reserves": self._commits}
        orders = write[section](game) if section in write else self._moves(game, section)
        for number, data in enumerate(orders, 1):
            game = self._after(game, section, number, data)
        return orders, game

    def early_moves(self, game: Game) -> list[Data]:
        """Moves written before their phase, as the position is now; they may be refused when it opens."""
        phase = f"{self.side}/movement"
        orders = self._moves(apply(game, Event("phase_begun", phase, {"turn": game.turn})), "movement")
        return [order for order in orders if order != MORE][:6]

    def foresee(self, game: Game) -> Game | None:
        """The game in the next phase that takes orders, when nothing more is ordered in the open one; None when the
        Game-Turn or the game ends before."""
        while True:
            phase = phase_of(self.rules, game.phase)
            game = apply(self._run(game, self.rules.end, phase), Event("phase_ended", phase.name))
            upcoming = next_phase(self.rules, game)
            if upcoming is None or upcoming[0] != game.turn:
                return None
            game = apply(game, Event("phase_begun", upcoming[1].name, {"turn": upcoming[0]}))
            if self.rules.reason_to_skip(game, upcoming[1]) is None:
                game = self._run(game, self.rules.begin, upcoming[1])
                if upcoming[1].sides:
                    return game

    @staticmethod
    def _run(game: Game, rule: Any, phase: Any) -> Game:
        ahead = Foresight(game)
        ahead.run(rule(ahead, phase))
        return ahead.game

    def _after(self, game: Game, section: str, number: int, data: Any) -> Game:
        if data == MORE:
            return game
        return fold(game, self.rules.suppose(game, Order(self.side, section, number, data), False))

    def _commits(self, game: Game) -> list[Any]:
        """Some of the units in reserve, where there is room, until no more may be committed."""
        orders: list[Any] = []
        for army in self.dice.sample(reserves.ARMIES, len(reserves.ARMIES)):
            for unit_id in reserves.find_units(self.rules.position(game), army):
                places = reserves.find_places(self.rules.position(game), army, unit_id)
                if not places or self.dice.random() < 0.5:
                    continue
                data = {"commit": {unit_id: self.grid.number(self.dice.choice(places))}}
                if self.rules.judge(game, Order(self.side, "reserves", len(orders) + 1, data)):
                    continue
                orders.append(data)
                game = self._after(game, "reserves", len(orders), data)
        return orders

    # Movement

    def _moves(self, game: Game, section: str) -> list[Any]:
        start = self.rules.position(game)
        goals = self._distances(self._front_of(start))
        orders, game = self._entries(game, section)
        limit = len(orders) + self.dice.choice(self.busy)
        groups = self._groups(start)
        groups.sort(key=lambda units: goals.get(start.hex_of(units[0]), FAR) + self.dice.random() * 6)
        for units in groups:
            if len(orders) >= limit:
                break
            position = self.rules.position(game)
            order = self._one_move(position, units, goals)
            if order is not None:
                orders.append(order)
                game = self._after(game, section, len(orders), order)
        return orders

    def _entries(self, game: Game, section: str) -> tuple[list[Any], Game]:
        """Reinforcements brought in, most as soon as they may be, and the game afterwards."""
        dice, orders = self.dice, []
        for unit_id in self.rules.setting.units_of_side[self.side]:
            if not 0 < turn_of(game.units[unit_id].box) <= game.turn or dice.random() < 0.3:
                continue
            position = self.rules.position(game)
            by_rail = dice.random() < 0.2
            reach = find_entries(position, [unit_id], by_rail)
            ends = [h for h in sorted(reach) if len(position.combat_units_of(self.side, h)) < self.stack]
            if not ends:
                continue
            end = dice.choice(ends)
            data: Data = {"enter": unit_id, **({"by": "rail"} if by_rail else {})}
            if dice.random() < 0.4:
                data["to"] = self.grid.number(end)
            else:
                data["path"] = self._numbers(reach[end].path)
            orders.append(data)
            game = self._after(game, section, len(orders), data)
        return orders, game

    def _airdrops(self, game: Game) -> list[Any]:
        """Air Points that are left, some of them dropped."""
        position = self.rules.position(game)
        hexes = sorted(position.stacks[self.side])
        points = self.dice.randint(0, min(len(hexes), air.points_of(position, self.side)))
        return [{"airdrop": self.grid.number(hex_)} for hex_ in self.dice.sample(hexes, points)]

    def _groups(self, position: Position) -> list[list[str]]:
        groups = []
        for hex_ in sorted(position.stacks[self.side]):
            units = list(position.units_of(self.side, hex_))
            self.dice.shuffle(units)
            while units:
                size = self.dice.choice((1, 1, 2, 3))
                groups.append(units[:size])
                units = units[size:]
        return groups

    def _one_move(self, position: Position, units: Sequence[str], goals: Mapping[int, int]) -> Data | None:
        dice = self.dice
        by_rail = dice.random() < 0.08
        reach = find_rail(position, units) if by_rail else find_reach(position, units)
        moving = [unit_id for unit_id in units if position.setting.is_combat_unit(unit_id)]
        start = position.hex_of(units[0])
        room = self.stack - len(moving)
        free = [h for h in sorted(reach) if len(position.combat_units_of(self.side, h)) <= room]
        ends = [h for h in (free if moving else sorted(reach)) if h != start]
        if not ends:
            return None
        if by_rail or dice.random() < 0.12:
            end = dice.choice(ends)
        else:
            wanted = 1 if moving or dice.random() < 0.3 else 3
            end = min(ends, key=lambda h: abs(goals.get(h, FAR) - wanted) + dice.random() * 1.8)
        data: Data = {"rail" if by_rail else "move": list(units) if len(units) > 1 else units[0]}
        if dice.random() < 0.4:
            data["to"] = self.grid.number(end)
        else:
            path = reach[end].path if dice.random() < 0.8 else (start, *reach[end].path)
            data["path"] = self._numbers(path)
        return data

    def _front_of(self, position: Position) -> list[int]:
        """Hexes worth going to: those of enemies that can be attacked, for the Soviets garrisons too."""
        enemies = [h for h, ids in position.stacks[enemy_of(self.side)].items() if not position.is_frozen(ids[0])]
        if self.side == SOVIET:
            enemies += [h for h in position.setting.garrisons if position.garrison_in(h)]
        return sorted(set(enemies))

    def _distances(self, goals: Sequence[int]) -> dict[int, int]:
        found = dict.fromkeys(goals, 0)
        ring = list(goals)
        while ring:
            following = []
            for hex_ in ring:
                for n in self.grid.adjacent[hex_]:
                    if n not in found:
                        found[n] = found[hex_] + 1
                        following.append(n)
            ring = following
        return found

    # Combat

    def _attacks(self, game: Game) -> list[Any]:
        dice = self.dice
        position = self.rules.position(game)
        targets = [h for h in self._front_of(position) if self._is_open(position, h)]
        dice.shuffle(targets)
        ready = {u for h in sorted(position.stacks[self.side]) for u in self._ready_in(position, h)}
        points = air.points_of(position, self.side)
        orders: list[Any] = []
        attacked: set[int] = set()
        for target in targets:
            units = self._neighbours(position, (target,), ready)
            if target in attacked or not units or dice.random() < 0.12:
                continue
            hexes = [target]
            others = [h for h in targets if h != target and h not in attacked]
            wider = [h for h in others if self._neighbours(position, (target, h), ready)]
            if wider and dice.random() < 0.25:
                hexes.append(dice.choice(wider))
                units = self._neighbours(position, hexes, ready)
            if dice.random() < 0.2:
                units = dice.sample(units, dice.randint(1, len(units)))
            units += self._companions(position, units)
            order: Data = {"attack": self._numbers(hexes) if len(hexes) > 1 else self.grid.number(target)}
            order["with"] = units
            if points and dice.random() < 0.4:
                order["air"] = "1"
                points -= 1
            order |= self._wishes(position, units, hexes)
            attacked.update(hexes)
            ready.difference_update(units)
            orders.append(order)
        if orders and dice.random() < 0.3:
            return [*orders[: dice.randint(1, len(orders))], MORE]
        return orders

    def _ready_in(self, position: Position, hex_: int) -> list[str]:
        spent = (ATTACKED, ADVANCED, DISRUPTED)
        return [
            unit_id
            for unit_id in position.combat_units_of(self.side, hex_)
            if not any(position.unit(unit_id).has(word) for word in spent)
            and not position.is_frozen(unit_id)
            and position.counter(unit_id).kind != "reserve"
            and supply.has_communications(position, unit_id)
        ]

    def _companions(self, position: Position, units: Sequence[str]) -> list[str]:
        """HQs that go with attackers they are stacked with (10.13)."""
        found = []
        for hex_ in sorted({position.hex_of(unit_id) for unit_id in units}):
            for unit_id in position.units_of(self.side, hex_):
                unit = position.unit(unit_id)
                is_free = not unit.has(ATTACKED) and not unit.has(ADVANCED) and not unit.has(DISRUPTED)
                if position.setting.is_hq(unit_id) and is_free and self.dice.random() < 0.3:
                    found.append(unit_id)
        return found

    def _is_open(self, position: Position, hex_: int) -> bool:
        if position.game.has_mark(hex_, ATTACKED):
            return False
        enemy = enemy_of(self.side)
        units = position.combat_units_of(enemy, hex_) or position.units_of(enemy, hex_)
        return not any(
            position.is_frozen(u)
            or position.unit(u).has(ADVANCED)
            or (position.unit(u).has(ATTACKED) and not position.unit(u).has(RETREATED_IN))
            for u in units
        )

    def _neighbours(self, position: Position, hexes: Sequence[int], ready: set[str]) -> list[str]:
        """Ready units that stand next to every one of the hexes, no bank of the Dnieper between."""
        found = []
        for start in self.grid.adjacent[hexes[0]]:
            if all(self.grid.is_adjacent(start, h) and not position.setting.is_barred(start, h) for h in hexes):
                found += [unit_id for unit_id in position.units_of(self.side, start) if unit_id in ready]
        return found

    # Wishes

    def _wishes(self, position: Position, units: Sequence[str], hexes: Sequence[int]) -> Data:
        dice = self.dice
        wishes: Data = {}
        if dice.random() < 0.6:
            wishes["prefer"] = dice.choice(("retreat", "lose"))
        if dice.random() < 0.5:
            wishes["lose"] = dice.sample(units, dice.randint(1, len(units)))
        if dice.random() < 0.4:
            wishes["retreat"] = {u: self.retreat(position.hex_of(u)) for u in units if dice.random() < 0.7}
        if dice.random() < 0.6:
            wishes["advance"] = {
                u: self._advance(position.hex_of(u), dice.choice(hexes)) for u in units if dice.random() < 0.8
            }
        return wishes

    def _advance(self, start: int, target: int) -> list[str]:
        kind = self.dice.random()
        if kind < 0.15:
            return []
        second = [h for h in self.grid.adjacent[target] if h != start]
        return self._numbers((target, self.dice.choice(second)) if kind < 0.5 else (target,))

    def retreat(self, start: int) -> list[Any]:
        """A path of one or two hexes from a hex, or a list of such paths."""
        paths = []
        for _ in range(self.dice.choice((1, 3, 6))):
            first = self.dice.choice(self.grid.adjacent[start])
            beyond = [h for h in self.grid.adjacent[first] if self.grid.distance(start, h) > 1]
            paths.append(self._numbers((first, self.dice.choice(beyond)) if beyond else (first,)))
        return paths if len(paths) > 1 else paths[0]

    def standing(self, game: Game) -> Data:
        """Random standing orders: a default, hexes near the enemy, some units."""
        dice = self.dice
        position = self.rules.position(game)
        own = sorted(position.stacks[self.side])
        units = [u for h in own for u in position.units_of(self.side, h)]
        written: Data = {}
        if dice.random() < 0.8:
            written["default"] = {"prefer": dice.choice(("retreat", "lose")), "air": self._air()}
            if dice.random() < 0.7:
                written["default"] |= {"lose": dice.sample(units, 12), "advance": dice.choice(("yes", "no", "true"))}
        front = [h for h in own if position.is_enemy_zone(self.side, h)]
        written["hexes"] = {self.grid.number(h): self._hex_answers(h) for h in front if dice.random() < 0.7}
        written["units"] = {u: self._unit_answers(position.hex_of(u), own) for u in dice.sample(units, 10)}
        return written

    def _hex_answers(self, hex_: int) -> Data:
        every = {
            "prefer": self.dice.choice(("retreat", "lose")),
            "retreat": self.retreat(hex_),
            "air": self._air(),
            "advance": self.dice.choice(("yes", "no", "false")),
        }
        return {name: value for name, value in every.items() if self.dice.random() < 0.5}

    def _unit_answers(self, hex_: int, own: Sequence[int]) -> Data:
        every = {
            "prefer": self.dice.choice(("retreat", "lose")),
            "retreat": self.retreat(hex_),
            "advance": self._numbers((self.dice.choice(self.grid.adjacent[hex_]),)),
            "displace": self._numbers(self.dice.sample(own, 2)),
        }
        return {name: value for name, value in every.items() if self.dice.random() < 0.5}

    def _air(self) -> Any:
        columns = self.rules.setting.tables.columns
        return self.dice.choice(("0", "1", {"at_least": self.dice.choice(columns)}, {"hold": "1"}))

    def _numbers(self, hexes: Sequence[int]) -> list[str]:
        return [self.grid.number(hex_) for hex_ in hexes]
