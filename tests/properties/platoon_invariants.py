"""What must hold after every event of a game of Platoon Commander besides, whatever was ordered and thrown."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.position import ABOARD, DISRUPTED, FIRED, FLANKED, MOVED, WRECK
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.properties.watcher import GameWatcher

STATUS = (DISRUPTED, FIRED, MOVED)
WAYS = ("move", "enter")
"""Ways to go by order."""


class PlatoonWatcher(GameWatcher):
    """Watches a game of Platoon Commander by ``rules``."""

    def __init__(self, rules: PlatoonRules, start: Game, cases: Mapping[str, str]) -> None:
        super().__init__(start, cases)
        self.setting = rules.setting

    def _judge_phase_ended(self, event: Event) -> list[str]:
        faults = []
        for unit in self.before.units.values():
            left = set()
            if event.subject == "both/fire":
                left = unit.markers & {FLANKED, MOVED}
            elif event.subject == "turn/housekeeping":
                left = unit.markers - {DISRUPTED}
            if left:
                faults.append(f"{unit.id} still bears {sorted(left)}")
        return faults

    def _judge_marked(self, event: Event) -> list[str]:
        unit, word = self.before.units[event.subject], event.values["marker"]
        faults = [f"{unit.id} is {word} already"] if word in STATUS and unit.has(word) else []
        if word == FIRED and (unit.has(MOVED) or unit.has(DISRUPTED)):
            faults.append(f"{unit.id} fires with {sorted(unit.markers)}")
        return faults

    def _judge_hex_marked(self, event: Event) -> list[str]:
        is_second = event.values["mark"] == WRECK and self.before.has_mark(self._hex(event.subject), WRECK)
        return ["a second wreck in the hex"] if is_second else []

    def _judge_attack_declared(self, event: Event) -> list[str]:
        side = self.before.side_of(event.values["attackers"][0]["unit"])
        faults = []
        for attacker in event.values["attackers"]:
            unit = self.before.units[attacker["unit"]]
            if unit.hex is None or unit.markers & set(STATUS):
                faults.append(f"{unit.id} fires from {unit.box or 'its hex'} with {sorted(unit.markers)}")
        for number in event.values["targets"]:
            if any(self.before.side_of(u) == side for u in self.before.units_in(self._hex(number))):
                faults.append(f"fire at friends in {number}")
        return faults

    def _judge_steps(self, event: Event) -> list[str]:
        unit = self.before.units[event.subject]
        return super()._judge_steps(event) + ([] if unit.has(DISRUPTED) else [f"{unit.id} is reduced, not disrupted"])

    def _judge_moved(self, event: Event) -> list[str]:
        unit, grid = self.before.units[event.subject], self.setting.map.grid
        path = [grid.hex(number) for number in event.values["path"]]
        faults = [f"the path has a gap after {grid.number(a)}" for a, b in pairwise(path) if not grid.is_adjacent(a, b)]
        if event.values["how"] == "enter":
            if path[0] not in self.setting.arrivals[unit.id].hexes:
                faults.append(f"{unit.id} enters in {grid.number(path[0])}")
        elif path[0] != unit.hex:
            faults.append("the path does not begin where the unit is")
        if event.values["how"] in WAYS and unit.markers & {DISRUPTED, MOVED}:
            faults.append(f"{unit.id} moves with {sorted(unit.markers)}")
        for hex_ in path:
            if any(self.before.side_of(u) != self.before.side_of(unit.id) for u in self.before.units_in(hex_)):
                faults.append(f"{grid.number(hex_)} holds enemies")
        return faults

    def faults_of_game(self, game: Game, event: Event) -> list[str]:
        """Places and steps, two units of one side a hex, who is carried by what."""
        if game.units is self.before.units and event.kind != "phase_ended":
            return []
        faults = self._faults_of_places(game)
        for unit in game.units.values():
            if unit.steps > self.before.units[unit.id].steps:
                faults.append(f"{unit.id} rises to {unit.steps} steps")
        for hex_, ids in game.stacks.items():
            number = self.setting.map.grid.number(hex_)
            if len({game.side_of(unit_id) for unit_id in ids}) > 1:
                faults.append(f"{number} holds units of both sides")
            if len(ids) > self.setting.tables.stack and (self._is_never_crowded or event.kind == "phase_ended"):
                faults.append(f"{', '.join(ids)} are in {number}")
        # The fate of a passenger follows that of its transport by some events.
        return faults + (self._faults_of_carried(game) if event.kind in ("phase_ended", "attack_declared") else [])

    @property
    def _is_never_crowded(self) -> bool:
        """Whether the limit of 1.3 holds in the midst of a move too."""
        options = self.setting.options
        return options["move_stacking"] == "always" and options["transport_crowding"] == "strict"

    def _faults_of_carried(self, game: Game) -> list[str]:
        faults = []
        carried: dict[str, str] = {}
        for unit in game.units.values():
            if not unit.box.startswith(ABOARD):
                continue
            carrier = game.units[unit.box.removeprefix(ABOARD)]
            if carrier.hex is None or carrier.id in carried or game.side_of(carrier.id) != game.side_of(unit.id):
                faults.append(f"{unit.id} is aboard {carrier.id} in {carrier.box or carrier.hex}")
            carried[carrier.id] = unit.id
            if not self.setting.is_leg(unit.id) or self.setting.is_leg(carrier.id):
                faults.append(f"{carrier.id} may not carry {unit.id}")
            is_like = unit.has(DISRUPTED) == carrier.has(DISRUPTED)
            if not is_like if self.setting.is_transport(carrier.id) else unit.has(DISRUPTED):
                faults.append(f"{unit.id} {sorted(unit.markers)} is aboard {carrier.id} {sorted(carrier.markers)}")
        return faults

    def _hex(self, number: str) -> int:
        return self.setting.map.grid.hex(number)
