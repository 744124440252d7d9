"""Attacks and wishes for random play: most enemies within reach are attacked, by all who stand beside them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.picks import Picks
from adjudicator.engine.self_play import Proposals, attempt
from adjudicator.model.events import Json
from adjudicator.model.game import Game
from adjudicator.rulesets.kharkov import air, supply
from adjudicator.rulesets.kharkov.position import ADVANCED, ATTACKED, DISRUPTED, Position
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of

Wishes = dict[str, Json]
ANSWERS = ("retreat", "lose")
SPENT = (ATTACKED, ADVANCED, DISRUPTED)


def front_of(position: Position, side: str) -> list[int]:
    """Hexes worth going to: those of enemies that can be attacked, for the Soviets garrisons too."""
    enemies = [h for h, ids in position.stacks[enemy_of(side)].items() if not position.is_frozen(ids[0])]
    if side == SOVIET:
        enemies += [h for h in position.setting.garrisons if position.garrison_in(h)]
    return sorted(set(enemies))


class Fighter:
    """Writes the attacks and standing orders of one side; ``now`` decides."""

    def __init__(self, rules: KharkovRules, side: str, now: Picks) -> None:
        self.rules = rules
        self.side = side
        self.now = now
        self.grid = rules.setting.map.grid

    def propose(self, game: Game, pick: Picks) -> Proposals:
        """Attacks one after another; ``pick`` decides which hexes are attacked at all in this phase."""
        eagerness = pick.named("eagerness").one_of((30, 50, 70, 90))
        position = self.rules.position(game)
        # To attack an enemy who sleeps wakes them all (6.52).
        wakes = pick.named("wakes").chance(5)
        enemies = list(position.stacks[enemy_of(self.side)]) if wakes else front_of(position, self.side)
        targets = [
            target
            for target in self.now.shuffled(enemies)
            if not game.has_mark(target, ATTACKED)
            and any(n in position.combat_hexes[self.side] for n in self.grid.adjacent[target])
            and pick.named("attacks", self.grid.number(target)).chance(eagerness)
        ]
        for target in targets:
            position = self.rules.position(game)
            if not game.has_mark(target, ATTACKED) and (order := self._attack(position, target, targets)):
                game = yield from attempt(game, order)

    def _attack(self, position: Position, target: int, targets: Sequence[int]) -> dict[str, Json]:
        now, hexes = self.now, [target]
        units = self._ready_beside(position, hexes)
        if now.chance(30):
            near = [h for h in targets if h != target and self.grid.distance(h, target) <= 2]
            for other in now.shuffled(near)[: now.one_of((1, 1, 2))]:
                if together := self._ready_beside(position, [*hexes, other]):
                    hexes, units = [*hexes, other], together
        if not units:
            return {}
        if now.chance(20):
            units = now.some_of(units, 1 + now.below(len(units)))
        units += self._companions(position, units)
        numbers = self._numbers(hexes)
        order: dict[str, Json] = {"attack": numbers if len(hexes) > 1 else numbers[0], "with": units}
        if air.points_of(position, self.side) and now.chance(40):
            order["air"] = "1"
        return order | self._wishes(position, units, hexes)

    def _ready_beside(self, position: Position, hexes: Sequence[int]) -> list[str]:
        """Units next to every one of the hexes that may attack them all."""
        return [
            unit_id
            for start in self.grid.adjacent[hexes[0]]
            if all(self.grid.is_adjacent(start, h) and not position.setting.is_barred(start, h) for h in hexes)
            for unit_id in position.combat_units_of(self.side, start)
            if self._is_ready(position, unit_id)
        ]

    def _is_ready(self, position: Position, unit_id: str) -> bool:
        unit = position.unit(unit_id)
        is_able = position.counter(unit_id).kind != "reserve" and not position.is_frozen(unit_id)
        if not is_able or any(unit.has(word) for word in SPENT):
            return False
        # Some try without: the rules have to say no.
        return self.now.chance(2) or supply.has_communications(position, unit_id)

    def _companions(self, position: Position, units: Sequence[str]) -> list[str]:
        """HQs that go with attackers they are stacked with (10.13)."""
        hexes = sorted({position.hex_of(unit_id) for unit_id in units})
        stacked = [unit_id for hex_ in hexes for unit_id in position.units_of(self.side, hex_)]
        return [
            unit_id
            for unit_id in stacked
            if position.setting.is_hq(unit_id)
            and not any(position.unit(unit_id).has(word) for word in SPENT)
            and self.now.chance(30)
        ]

    def _wishes(self, position: Position, units: Sequence[str], hexes: Sequence[int]) -> Wishes:
        now = self.now
        wishes: Wishes = {}
        if now.chance(60):
            wishes["prefer"] = now.one_of(ANSWERS)
        if now.chance(40):
            wishes["lose"] = now.some_of(units, 1 + now.below(len(units)))
        if now.chance(30):
            wishes["retreat"] = {u: self._retreat(position.hex_of(u)) for u in units if now.chance(70)}
        if now.chance(50):
            going = [unit_id for unit_id in units if now.chance(80)]
            wishes["advance"] = {u: self._advance(position.hex_of(u), now.one_of(hexes)) for u in going}
        return wishes

    def _advance(self, start: int, target: int) -> list[str]:
        kind = self.now.below(100)
        if kind < 15:
            return []
        second = [h for h in self.grid.adjacent[target] if h != start]
        return self._numbers((target, self.now.one_of(second)) if kind < 50 else (target,))

    def _retreat(self, start: int) -> list[Json]:
        """A path of one or two hexes from a hex, or a list of such paths."""
        paths: list[list[str]] = []
        for _ in range(self.now.one_of((1, 2, 3))):
            first = self.now.one_of(self.grid.adjacent[start])
            beyond = [h for h in self.grid.adjacent[first] if self.grid.distance(start, h) > 1]
            paths.append(self._numbers((first, self.now.one_of(beyond)) if beyond else (first,)))
        return list(paths) if len(paths) > 1 else list(paths[0])

    # Standing orders

    def standing(self, game: Game) -> dict[str, Json]:
        """Standing orders: a default, hexes near the enemy, some units."""
        now, position = self.now, self.rules.position(game)
        own = list(position.stacks[self.side])
        units = [unit_id for hex_ in own for unit_id in position.units_of(self.side, hex_)]
        written: dict[str, Json] = {}
        if now.chance(60):
            default: Wishes = {"prefer": now.one_of(ANSWERS), "air": self._air()}
            if now.chance(50):
                default |= {"lose": now.some_of(units, 12), "advance": now.one_of(("yes", "no"))}
            written["default"] = default
        front = [hex_ for hex_ in own if position.is_enemy_zone(self.side, hex_)]
        written["hexes"] = {self.grid.number(hex_): self._for_hex(hex_) for hex_ in front if now.chance(40)}
        written["units"] = {u: self._for_unit(position.hex_of(u), own) for u in now.some_of(units, 10)}
        return written

    def _for_hex(self, hex_: int) -> Wishes:
        answers: Wishes = {"prefer": self.now.one_of(ANSWERS), "retreat": self._retreat(hex_)}
        return self._half(answers | {"air": self._air(), "advance": self.now.one_of(("yes", "no"))})

    def _for_unit(self, hex_: int, own: Sequence[int]) -> Wishes:
        answers: Wishes = {"prefer": self.now.one_of(ANSWERS), "retreat": self._retreat(hex_)}
        advance = self._numbers((self.now.one_of(self.grid.adjacent[hex_]),))
        return self._half(answers | {"advance": advance, "displace": self._numbers(self.now.some_of(own, 2))})

    def _half(self, answers: Wishes) -> Wishes:
        return {name: value for name, value in answers.items() if self.now.chance(50)}

    def _air(self) -> Json:
        columns = self.rules.setting.tables.columns
        return self.now.one_of(("0", "1", {"at_least": self.now.one_of(columns)}, {"hold": "1"}))

    def _numbers(self, hexes: Sequence[int]) -> list[str]:
        return [self.grid.number(hex_) for hex_ in hexes]
