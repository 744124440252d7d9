"""What somebody who plays Kharkov at random may order, phase by phase: bold orders, so that much happens.

Nothing here knows whether an order is legal. The rules judge each, and what they refuse is not given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.engine.picks import Picks
from adjudicator.engine.self_play import Player, Proposals, Trial, attempt
from adjudicator.engine.sequence import Rules
from adjudicator.model.events import Json
from adjudicator.model.game import ELIMINATED, Game
from adjudicator.rulesets.kharkov import air, regiments
from adjudicator.rulesets.kharkov.orders import turn_of
from adjudicator.rulesets.kharkov.player_fights import Fighter, front_of
from adjudicator.rulesets.kharkov.player_moves import Mover
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, enemy_of
from adjudicator.rulesets.kharkov.untried import values_of

RESERVE = "reserve"


def new_player(rules: Rules) -> Player:
    """Somebody who plays Kharkov at random by these rules."""
    return KharkovPlayer(cast(KharkovRules, rules))


class KharkovPlayer:
    """See ``engine.self_play.Player``."""

    def __init__(self, rules: KharkovRules) -> None:
        self.rules = rules
        self.setting = rules.setting
        self.grid = rules.setting.map.grid

    def propose(self, game: Game, side: str, section: str, part: int, pick: Picks) -> Proposals:
        """Orders for the open phase: ``pick`` decides what the side means to do, its stream of this ``part`` how."""
        now = pick.named(str(part))
        for order in self._reckless(self.rules.position(game), side, section, now) if part == 1 else ():
            game = yield from attempt(game, order)
        match section:
            case "reserves":
                yield from self._commitments(game, now)
            case "combat":
                yield from Fighter(self.rules, side, now).propose(game, pick)
            case "air_supply":
                yield from self._airdrops(game, now)
            case "movement" if side == AXIS and part == 1:
                game = yield from self._exchanges(game, now)
                game = yield from Mover(self.rules, side, now).propose(game, section, part, pick)
                yield from self._strongpoints(game, now)
            case "movement" | "mechanized":
                yield from Mover(self.rules, side, now).propose(game, section, part, pick)

    def propose_standing(self, game: Game, side: str, pick: Picks) -> Mapping[str, Json]:
        """Standing orders: a default, hexes near the enemy, some units."""
        return Fighter(self.rules, side, pick).standing(game)

    def _reckless(self, position: Position, side: str, section: str, now: Picks) -> Iterator[Json]:
        """Orders that heed no rule: most are refused, and it is seen by which."""
        owner = enemy_of(side) if now.chance(5) else side
        units = [unit_id for stack in position.stacks[owner].values() for unit_id in stack]
        waiting = [u for u in self.setting.units_of_side[side] if turn_of(position.unit(u).box)]
        for unit_id in now.some_of(units, now.below(4)):
            here = position.hex_of(unit_id)
            way = [self.grid.number(here := now.one_of(self.grid.adjacent[here])) for _ in range(1 + now.below(3))]
            if section == "combat":
                target = self.grid.number(now.one_of([*front_of(position, side), here]))
                yield {"attack": target, "with": [unit_id], "air": "1", "lose": now.some_of(units, 1)}
            elif section == "air_supply":
                yield {"airdrop": way}
            elif section in ("movement", "mechanized"):
                enters = bool(waiting) and now.chance(20)
                verb = "enter" if enters else now.one_of(("move", "rail", "move"))
                yield {verb: now.one_of(waiting) if enters else unit_id, "path": way}

    def _airdrops(self, game: Game, now: Picks) -> Proposals:
        """Air Points that are left, some of them dropped."""
        position = self.rules.position(game)
        left = now.below(air.points_of(position, AXIS) + 1)
        for hex_ in now.some_of(list(position.stacks[AXIS]), left):
            yield {"airdrop": self.grid.number(hex_)}

    # Regiments

    def _exchanges(self, game: Game, now: Picks) -> Trial:
        position = self.rules.position(game)
        for division in self.setting.units_of_side[AXIS]:
            unit = game.units[division]
            if unit.hex is not None and self._line(position, division) and now.chance(6):
                game = yield from attempt(game, self._breakdown(game, division, now))
            elif unit.box == regiments.BROKEN:
                game = yield from self._undo(self.rules.position(game), division, now)
        return game

    def _breakdown(self, game: Game, division: str, now: Picks) -> Json:
        position = self.rules.position(game)
        free, line = regiments.find_free(position), self._line(position, division)
        if now.chance(50):
            return {"breakdown": division}
        return {"breakdown": division, "into": now.some_of(free, len(line))}

    def _undo(self, position: Position, division: str, now: Picks) -> Trial:
        """A division that is broken down re-formed, or traded for regiments that are lost."""
        game, line = position.game, self._line(position, division)
        lost = [unit_id for unit_id in self._regiments if game.units[unit_id].box == ELIMINATED]
        if len(lost) >= len(line) and now.chance(30):
            return (yield from attempt(game, {"trade": division, "for": now.some_of(lost, len(line))}))
        for stack in position.stacks[AXIS].values():
            units = [unit_id for unit_id in stack if self.setting.is_regiment(unit_id)]
            strengths = sorted(values_of(position, unit_id)[0] for unit_id in units)
            if strengths == sorted(line) and now.chance(60):
                return (yield from attempt(game, {"reform": division, "from": units}))
        return game

    def _strongpoints(self, game: Game, now: Picks) -> Proposals:
        for unit_id in self._regiments:
            unit = game.units[unit_id]
            if unit.hex is not None and len(game.units_in(unit.hex)) == 1 and now.chance(50):
                yield {"strongpoint": unit_id}

    @property
    def _regiments(self) -> Sequence[str]:
        return [unit_id for unit_id in self.setting.units_of_side[AXIS] if self.setting.is_regiment(unit_id)]

    def _line(self, position: Position, division: str) -> tuple[int, ...]:
        if self.setting.counters[division].nation != "german" or self.setting.counters[division].size != "division":
            return ()
        return regiments.line_of(self.setting, division, values_of(position, division)[0])

    # Reserves

    def _commitments(self, game: Game, now: Picks) -> Proposals:
        """Units of reserves placed around the counters of their armies: a few, or all that are left."""
        for counter_id in self.setting.units_of_side[SOVIET]:
            counter, hex_ = self.setting.counters[counter_id], game.units[counter_id].hex
            if counter.kind != RESERVE or hex_ is None or now.chance(50):
                continue
            box = f"{RESERVE}/{counter_id.removeprefix('res-')}"
            units = [unit.id for unit in game.units.values() if unit.box == box]
            near = [h for h in self.grid.hexes if self.grid.distance(h, hex_) <= 2]
            if units:
                called = now.some_of(units, now.one_of((1, 2, 3, len(units))))
                places = {unit_id: self.grid.number(now.one_of(near)) for unit_id in called}
                yield {"commit": places}
