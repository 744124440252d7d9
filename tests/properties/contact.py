"""Random positions in the midst of a Movement Phase: stacks in contact, HQs and reserves near, regiments, boxes filled.

A phase is begun by the rules; then some units go elsewhere, so that its beginning and the present differ.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.model.units import Unit
from adjudicator.rulesets.kharkov import phases
from adjudicator.rulesets.kharkov.position import MOVED, RETREATED_IN, STOPPED, STRONGPOINT, UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.setting import enemy_of
from tests.cases.kharkov.board import run, setting_of
from tests.properties.positions import Maker

PHASE = {phase.name: phase for phase in PHASES}
PHASES_OF_MOVEMENT = ("soviet/movement",) * 5 + ("axis/movement",) * 5 + ("axis/mechanized",)
TURNS = (1, 2, 2, 3, 4, 6, 9)
LINES = {"infantry": {1: "222", 2: "111", 3: "11"}, "light": {1: "221", 2: "11"}}
"""Regiments of a division by the number of its face, as 15.11 has them."""


@dataclass(frozen=True)
class Moment:
    """A Movement Phase: the position as it began and the position now."""

    begun: Position
    now: Position


class _ContactMaker(Maker):
    def make(self) -> Position:
        dice = self.dice
        self._open_cities()
        centre = self._somewhere()
        near = self.grid.within(centre, dice.choice((1, 2, 2, 3)))
        self._regiments(near)
        self._knot(centre)
        wide = self.grid.within(centre, 4)
        for unit_id in dice.sample(self._of("soviet", "hq"), dice.choice((1, 1, 2, 3))):
            self._place("soviet", unit_id, wide)
        self._reserves(self.grid.within(centre, 6))
        self._strongpoints()
        for unit in self.units.values():
            self.units[unit.id] = replace(unit, markers=unit.markers - {RETREATED_IN, UNSUPPLIED, STOPPED})
        turn = dice.choice(TURNS)
        phase = dice.choice(PHASES_OF_MOVEMENT)
        is_awake = turn >= 5 or (turn > 1 and dice.random() < 0.6)
        opening = self.opening()
        units = {unit_id: self.units.get(unit_id, unit.in_box("elsewhere")) for unit_id, unit in opening.units.items()}
        return Position(
            self.setting,
            replace(
                opening,
                turn=turn,
                phase=phase,
                units=units,
                hex_marks={hex_: frozenset(words) for hex_, words in sorted(self.marks.items())},
                flags={"south_active": dice.choice(("1", str(turn)))} if is_awake else {},
            ),
        )

    def _of(self, side: str, *kinds: str) -> list[str]:
        return [c.id for c in self.setting.counters.values() if c.side == side and c.kind in kinds]

    def _reserves(self, near: tuple[int, ...]) -> None:
        dice = self.dice
        for counter in dice.sample(self._of("soviet", "reserve"), dice.choice((1, 1, 2))):
            self._place("soviet", counter, near)
            left = [u for u in self._of("soviet", "rifle", "tank", "cavalry", "hq") if u not in self.units]
            for unit_id in dice.sample(left, dice.choice((0, 1, 1, 2, 4))):
                self.units[unit_id] = Unit(unit_id, None, f"reserve/{counter.removeprefix('res-')}", 1)

    def _regiments(self, near: tuple[int, ...]) -> None:
        """Divisions in the Breakdown box, most with their regiments in one hex; the other counters free or fallen."""
        dice = self.dice
        left = [c.id for c in self.setting.counters.values() if self.setting.is_regiment(c.id)]
        dice.shuffle(left)
        for unit_id in dice.sample(self._of("axis", "infantry", "light"), dice.choice((1, 2, 3))):
            counter = self.setting.counters[unit_id]
            if counter.nation != "german" or self.setting.is_regiment(unit_id):
                continue
            lines = LINES[counter.kind]
            step = dice.choice(sorted(lines))
            steps = len(counter.faces) - step + 1
            self.units[unit_id] = Unit(unit_id, None, "broken", steps)
            hex_ = dice.choice(near)
            for strength in lines[step]:
                here = hex_ if dice.random() < 0.95 else dice.choice(near)
                regiment = left.pop()
                face = strength if dice.random() < 0.95 else dice.choice("12")
                self._place("axis", regiment, (here,))
                if regiment in self.units:
                    self.units[regiment] = replace(self.units[regiment], face=f"{face}-{face}")
                else:
                    left.insert(0, regiment)
        for regiment in left[: dice.randint(0, 3)]:
            self._place("axis", regiment, near)
        rest = [regiment for regiment in left if regiment not in self.units]
        fallen = dice.choice((0, 3, 4, 9))
        for index, regiment in enumerate(rest):
            box = "eliminated" if index < fallen else "regiments"
            self.units[regiment] = Unit(regiment, None, box, 0 if box == "eliminated" else 1)

    def _place(self, side: str, unit_id: str, hexes: tuple[int, ...]) -> None:
        if unit_id not in self.units:
            super()._place(side, unit_id, hexes)

    def _strongpoints(self) -> None:
        for unit in list(self.units.values()):
            is_alone = unit.hex is not None and sum(u.hex == unit.hex for u in self.units.values()) == 1
            if is_alone and self.setting.is_regiment(unit.id) and self.dice.random() < 0.4:
                self.units[unit.id] = replace(unit, markers=unit.markers | {STRONGPOINT})


def make_moment(seed: int, options: Mapping[str, str] | None = None) -> Moment:
    """The random moment of a seed."""
    raw = _ContactMaker(seed, setting_of(options)).make()
    phase = PHASE[raw.game.phase]
    begun = run(raw, lambda table, positions: phases.begin(table, positions, phase)).position
    dice = random.Random(f"{seed} shift")
    return Moment(begun, _shift(begun, dice) if dice.random() < 0.5 else begun)


def _shift(begun: Position, dice: random.Random) -> Position:
    """Some units elsewhere: those that have moved already, and enemies that chased or retreated."""
    phasing = begun.game.phase.split("/")[0]
    units = dict(begun.game.units)
    taken = {unit.hex: begun.side_of(unit.id) for unit in units.values() if unit.hex is not None}
    placed = [u for u in units.values() if u.hex is not None and not u.has(STRONGPOINT)]
    for unit in dice.sample(placed, min(len(placed), dice.randint(1, 4))):
        side = begun.side_of(unit.id)
        assert unit.hex is not None
        near = begun.grid.within(unit.hex, 2)
        free = [h for h in near if taken.get(h, side) == side and taken.get(h) != enemy_of(side)]
        free = [h for h in free if side != "soviet" or not begun.garrison_in(h)]
        if not free:
            continue
        to = dice.choice(free)
        taken[to] = side
        units[unit.id] = replace(unit.at(to), markers=unit.markers | ({MOVED} if side == phasing else set()))
    return Position(begun.setting, replace(begun.game, units=units))
