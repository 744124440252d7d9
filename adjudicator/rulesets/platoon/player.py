"""What somebody who plays Platoon Commander at random may order: bold orders, so that much happens.

Nothing here knows whether an order is legal. The rules judge each, and what they refuse is not given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from adjudicator.engine.picks import Picks
from adjudicator.engine.self_play import Player, Proposals, attempt
from adjudicator.engine.sequence import Rules
from adjudicator.model.events import Json
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.player_moves import Mover
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.rules import PlatoonRules

CONDITIONS: tuple[Mapping[str, Json], ...] = (
    {},
    {},
    {},
    {"disrupted": "no"},
    {"disrupted": "yes"},
    {"flanking": "yes"},
    {"flanking": "no", "column": "2"},
    {"column": "0"},
)
"""What fire waits for."""
FIRING = 70
"""How many in a hundred of a side's units that could fire are to fire."""


def new_player(rules: Rules) -> Player:
    """Somebody who plays Platoon Commander at random by these rules."""
    return PlatoonPlayer(cast(PlatoonRules, rules))


class PlatoonPlayer:
    """See ``engine.self_play.Player``."""

    def __init__(self, rules: PlatoonRules) -> None:
        self.rules = rules
        self.setting = rules.setting
        self.grid = rules.setting.map.grid

    def propose(self, game: Game, side: str, section: str, part: int, pick: Picks) -> Proposals:
        """Orders for the open phase, by the stream of ``pick`` for this ``part``."""
        now = pick.named(str(part))
        for order in self._reckless(self.rules.position(game), side, section, now) if part == 1 else ():
            game = yield from attempt(game, order)
        if section == "fire":
            yield from self._fires(game, side, now)
        elif section == "movement":
            yield from Mover(self.rules, side, now).propose(game)

    def propose_standing(self, game: Game, side: str, pick: Picks) -> Mapping[str, Json]:
        """Standing orders: who moves first, opportunity fire of all and of some, where riders get off."""
        units = self.setting.units_of_side[side]
        default = {"move_first": pick.one_of(("self", "other")), "opportunity": self._opportunity(pick)}
        own = {unit_id: {"opportunity": self._opportunity(pick)} for unit_id in pick.some_of(units, 2)}
        places = [self.grid.number(hex_) for hex_ in pick.some_of(self.grid.hexes, 12)]
        own |= {unit_id: {"displace": places} for unit_id in pick.some_of([u for u in units if u not in own], 2)}
        return {"default": default, "units": own}

    def _opportunity(self, pick: Picks) -> Json:
        limits: dict[str, Json] = {"column": str(pick.below(4)), "range": str(1 + pick.below(9)), "hold": "1"}
        kept = pick.some_of(sorted(limits), 2)
        return pick.one_of(("yes", "yes", "no", {name: limits[name] for name in kept}, {"at": "leg"}))

    def _reckless(self, position: Position, side: str, section: str, now: Picks) -> Iterator[Json]:
        """Orders that heed no rule: most are refused, and it is seen by which."""
        owner = self.setting.enemy_of(side) if now.chance(5) else side
        on_map = [unit_id for stack in position.stacks[owner].values() for unit_id in stack]
        units = [*on_map, *filter(None, map(position.passenger_of, on_map))]
        for unit_id in now.some_of(units, now.below(3)):
            near = self.grid.number(now.one_of(self.grid.adjacent[position.hex_of(unit_id)]))
            far = self.grid.number(now.one_of(self.grid.hexes))
            if section == "fire":
                yield {"fire": now.one_of((near, far)), "with": now.some_of(units, 2)}
            else:
                yield now.one_of(({"move": unit_id, "path": [near, far]}, {"unload": unit_id, "into": near}))

    def _fires(self, game: Game, side: str, now: Picks) -> Proposals:
        """Fire by the units of each hex, together or one by one, some with a second thought."""
        position = self.rules.position(game)
        enemies = position.stacks[self.setting.enemy_of(side)]
        shots: list[Json] = []
        for hex_, stack in position.stacks[side].items():
            targets = [there for there in enemies if position.sees(hex_, there)]
            if not targets or not now.chance(FIRING):
                continue
            units = now.shuffled(stack)
            parts = [units] if now.chance(50) else [[unit_id] for unit_id in units]
            for firers in parts * now.one_of((1, 1, 2)):
                order: dict[str, Json] = {"fire": self.grid.number(now.one_of(targets)), "with": firers}
                order |= now.one_of(({}, {}, {"at": "leg"}, {"at": "afv"}))
                when = now.one_of(CONDITIONS)
                shots.append(order | ({"when": dict(when)} if when else {}))
        for shot in now.shuffled(shots):
            game = yield from attempt(game, shot)
