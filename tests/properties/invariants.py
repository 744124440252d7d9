"""What must hold after every event of a game of Kharkov besides, whatever was ordered and whatever the dice said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.model.hexes import hexside
from adjudicator.rulesets.kharkov.position import (
    ADVANCED,
    ATTACKED,
    GARRISON_LOST,
    MOVED,
    OVERRAN,
    RETREATED_IN,
    UNSUPPLIED,
)
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.setting import AXIS, SIDES, SOVIET
from tests.properties.watcher import GameWatcher

WITHIN_A_RETREAT = ("chosen", "marked", "hex_marked", "hex_unmarked", "scored", "moved")
"""What may come between two units that retreat from the same combat, the later still in its hex."""


MARCHES = ("move", "rail", "enter", "overrun")
PURSUITS = (*MARCHES, "chase")
"""Ways to go in the Movement Phase of one's own, and in any."""
FOR_A_PHASE = frozenset({MOVED, OVERRAN, UNSUPPLIED, ATTACKED, ADVANCED, RETREATED_IN})
"""Markers that no unit bears once a phase is over."""


class Watcher(GameWatcher):
    """Watches a game of Kharkov by ``rules``."""

    def __init__(self, rules: KharkovRules, start: Game, cases: Mapping[str, str]) -> None:
        super().__init__(start, cases)
        self.setting = rules.setting
        self.opening = start
        self._attackers: set[str] = set()
        self._attacked: set[str] = set()
        self._spent: Counter[str] = Counter()
        self._south: set[str] = set()
        self._is_retreating = False

    def _judge_phase_begun(self, event: Event) -> list[str]:
        self._attackers.clear()
        self._attacked.clear()
        self._spent.clear()
        south = self.setting.south
        units = self.before.units.values()
        is_active = bool(self.before.flags.get("south_active"))
        self._south = {u.id for u in units if not is_active and u.hex in south and self.before.side_of(u.id) == AXIS}
        return []

    def _judge_phase_ended(self, event: Event) -> list[str]:
        units = self.before.units.values()
        return [f"{u.id} still bears {sorted(u.markers & FOR_A_PHASE)}" for u in units if u.markers & FOR_A_PHASE]

    def _judge_attack_declared(self, event: Event) -> list[str]:
        if event.values.get("how") == "overrun":
            return self._faults_of_overrun(event)
        faults = []
        for unit in event.values["attackers"]:
            if unit["unit"] in self._attackers:
                faults.append(f"{unit['unit']} attacks twice")
            if unit["unit"] in self._south:
                faults.append(f"{unit['unit']} attacks from the frozen south")
            self._attackers.add(unit["unit"])
        for target in event.values["targets"]:
            if target in self._attacked:
                faults.append(f"{target} is attacked twice")
            self._attacked.add(target)
        return faults

    def _faults_of_overrun(self, event: Event) -> list[str]:
        faults = []
        for unit_id in (attacker["unit"] for attacker in event.values["attackers"]):
            if unit_id in self._attackers and self.before.side_of(unit_id) == SOVIET:
                faults.append(f"{unit_id} overruns twice")
            if self.before.units[unit_id].markers & {"moved", "unsupplied", "disrupted"} or unit_id in self._south:
                faults.append(f"{unit_id} overruns though it may not")
            self._attackers.add(unit_id)
        return faults

    def _judge_flag(self, event: Event) -> list[str]:
        if event.subject != "south_active":
            return []
        self._south.clear()
        return ["the south is activated twice"] if self.before.flags.get("south_active") else []

    def _judge_moved(self, event: Event) -> list[str]:
        unit_id, how = event.subject, event.values["how"]
        grid = self.setting.map.grid
        path = [grid.hex(number) for number in event.values["path"]]
        faults = []
        if how == "enter":
            faults += self._faults_of_entry(unit_id, path[0])
        elif path[0] != self.before.units[unit_id].hex:
            faults.append("the path does not begin where the unit is")
        if unit_id in self._south:
            faults.append(f"{unit_id} goes in the frozen south")
        if how in MARCHES:
            if self.before.units[unit_id].has("moved"):
                faults.append(f"{unit_id} moves twice in a phase")
            self._spent[unit_id] += event.values.get("cost", 0)
            if self._spent[unit_id] > 2 * self.setting.counters[unit_id].move:
                faults.append(f"{unit_id} spends {self._spent[unit_id]} half points")
        if (how == "chase") != (self.before.side_of(unit_id) != self.before.phase.split("/")[0]) and how in PURSUITS:
            faults.append(f"{unit_id} goes by {how} in {self.before.phase}")
        if how == "displaced":
            return faults
        for a, b in pairwise(path):
            number = grid.number(b)
            if not grid.is_adjacent(a, b):
                faults.append(f"the path has a gap before {number}")
            elif hexside(a, b) in self.setting.barred and not self._may_cross(event.values.get("by", how)):
                faults.append(f"the Dnieper is crossed into {number}")
            if any(self.before.side_of(u) != self.before.side_of(unit_id) for u in self.before.units_in(b)):
                faults.append(f"{number} holds enemies")
        return faults

    def _faults_of_entry(self, unit_id: str, hex_: int) -> list[str]:
        """What is wrong with where and when a reinforcement enters; the way it takes on the map is judged as any."""
        box, edge = self.before.units[unit_id].box, self.setting.arrivals[unit_id].edge
        faults = []
        if not box.startswith("turn/") or int(box.removeprefix("turn/")) > self.before.turn:
            faults.append(f"{unit_id} enters from {box} on Game-Turn {self.before.turn}")
        if hex_ not in self.setting.map.grid.edge(edge):
            faults.append(f"{unit_id} does not enter on the {edge} edge")
        if any(self.before.side_of(u) != self.before.side_of(unit_id) for u in self.before.units_in(hex_)):
            faults.append(f"{unit_id} enters among enemies")
        return faults

    def _may_cross(self, how: str) -> bool:
        options = self.setting.options
        return (how == "rail" and options.is_on("rail_dnieper")) or (
            how == "advance" and not options.is_on("advance_dnieper")
        )

    def _judge_removed(self, event: Event) -> list[str]:
        side = self.before.side_of(event.subject)
        if not self.setting.is_hq(event.subject) or not self._combat_units(self.before, side):
            return []
        return ["an HQ is eliminated while its side has a combat unit on the map"]

    def _combat_units(self, game: Game, side: str) -> bool:
        return any(
            unit.hex is not None and game.side_of(unit.id) == side and self.setting.is_combat_unit(unit.id)
            for unit in game.units.values()
        )

    def faults_of_game(self, game: Game, event: Event) -> list[str]:
        faults = self._misplaced(game) if game.units is not self.before.units else []
        if game.pools is not self.before.pools or game.units is not self.before.units:
            faults += self._wrong_pools(game)
        if event.kind == "moved":
            self._is_retreating = event.values["how"] == "retreat"
        elif event.kind not in WITHIN_A_RETREAT:
            self._is_retreating = False
        if self._must_be_stacked(event):
            faults += self._overstacked(game)
        return faults

    def _must_be_stacked(self, event: Event) -> bool:
        """Whether the limit of 8.1 holds now: in a Combat Phase, and at the end of every phase."""
        if event.kind == "phase_ended":
            return True
        return self.before.phase.endswith("/combat") and not self._is_retreating

    def _misplaced(self, game: Game) -> list[str]:
        faults = self._faults_of_places(game)
        for unit in game.units.values():
            before = self.before.units[unit.id]
            if unit is before:
                continue
            is_traded = before.box == "eliminated" and unit.box == "regiments"
            if unit.steps > before.steps and not (unit.face and not before.face) and not is_traded:
                faults.append(f"{unit.id} rises from {before.steps} to {unit.steps} steps")
            if unit.face != before.face and before.face and before.box != "regiments":
                faults.append(f"{unit.id} is revealed twice")
        for hex_, ids in game.stacks.items():
            sides = {game.side_of(unit_id) for unit_id in ids}
            if len(sides) > 1:
                faults.append(f"{self.setting.map.grid.number(hex_)} holds units of both sides")
            if SOVIET in sides and hex_ in self.setting.garrisons and not game.has_mark(hex_, GARRISON_LOST):
                faults.append(f"Soviet units are in {self.setting.map.grid.number(hex_)} with its garrison")
        return faults

    def _overstacked(self, game: Game) -> list[str]:
        faults = []
        for hex_, ids in game.stacks.items():
            count = sum(self.setting.is_combat_unit(unit_id) for unit_id in ids)
            if count > self.setting.tables.stack:
                faults.append(f"{count} combat units are in {self.setting.map.grid.number(hex_)}")
        return faults

    def _wrong_pools(self, game: Game) -> list[str]:
        faults = []
        drawn: Counter[tuple[str, str]] = Counter()
        for unit in game.units.values():
            pool = self.setting.counters[unit.id].pool
            if pool and unit.face:
                drawn[f"untried/{pool}", unit.face] += 1
        for name, pool_before in self.opening.pools.items():
            if name.startswith("untried/"):
                for face, count in pool_before.items():
                    if game.pools[name].get(face, 0) + drawn[name, face] != count:
                        faults.append(f"the pool {name} does not add up for {face}")
        for side in SIDES:
            points = game.pools.get("air", {}).get(side, 0)
            given = self.setting.air[side][game.turn - 1] if game.turn else 0
            if not 0 <= points <= max(given, self.before.pools.get("air", {}).get(side, 0)):
                faults.append(f"the {side} Air Points are {points}")
        return faults
