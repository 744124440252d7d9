"""What must hold after every event of a game by whatever rules: cases that exist, dice thrown once, steps lost one by
one, units in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.model.events import Event
from adjudicator.model.game import Game

CHANGES = (
    "moved", "removed", "steps", "revealed", "hex_marked", "hex_unmarked", "placed", "marked", "unmarked", "pool",
    "scored",
)  # fmt: skip
"""Kinds of events that change a game and so rest on cases."""


class BrokenInvariantError(AssertionError):
    """An event left the game in a state that cannot be; the message names event and fault."""


class GameWatcher:
    """Watches a game from its position ``start``; raises BrokenInvariantError at the first fault. A method
    ``_judge_KIND`` says what is wrong with an event of a kind in the game ``before`` it."""

    def __init__(self, start: Game, cases: Mapping[str, str]) -> None:
        self.before = start
        self.known_cases = cases
        self.cases: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self._dice: set[str] = set()

    def __call__(self, game: Game, event: Event) -> None:
        """One event and the game after it."""
        faults = [
            *self._faults_of_event(event),
            *(self.faults_of_game(game, event) if game is not self.before else ()),
        ]
        if faults:
            raise BrokenInvariantError(f"turn {game.turn} {game.phase or game.done}: {event}: " + "; ".join(faults))
        self.cases.update(event.cases)
        self.kinds.update([event.kind, *_details(event)])
        self.before = game

    def faults_of_game(self, game: Game, event: Event) -> list[str]:
        """What is wrong with the game after an event that changed it."""
        raise NotImplementedError

    def _faults_of_event(self, event: Event) -> list[str]:
        faults = [f"case {case} does not exist" for case in event.cases if case not in self.known_cases]
        if event.kind in CHANGES and not event.cases:
            faults.append("no case is cited")
        judge = getattr(self, f"_judge_{event.kind}", None)
        return faults + (judge(event) if judge else [])

    def _judge_steps(self, event: Event) -> list[str]:
        steps, values = self.before.units[event.subject].steps, event.values
        return [] if values["from"] == steps and values["to"] == steps - 1 else [f"it has {steps} steps"]

    def _judge_rolled(self, event: Event) -> list[str]:
        faults = [f"die {event.subject} is thrown twice"] if event.subject in self._dice else []
        self._dice.add(event.subject)
        lowest = event.values.get("lowest", 1)
        if not lowest <= event.values["value"] < lowest + event.values["sides"]:
            faults.append("the die has no such face")
        return faults

    def _faults_of_places(self, game: Game) -> list[str]:
        """Units that are missing, in no place or in two, or eliminated with steps."""
        faults = []
        if game.units.keys() != game.counters.keys():
            faults.append("units are missing or invented")
        for unit in game.units.values():
            if unit is self.before.units[unit.id]:
                continue
            if (unit.hex is None) == (unit.box == ""):
                faults.append(f"{unit.id} is not in one place: hex {unit.hex}, box {unit.box!r}")
            if unit.steps < 0 or (unit.steps == 0) != (unit.box == "eliminated"):
                faults.append(f"{unit.id} has {unit.steps} steps in {unit.box or 'a hex'}")
            if unit.hex is not None and unit.hex not in game.map.grid.hexes:
                faults.append(f"{unit.id} is in a hex that is not on the map")
        return faults


def _details(event: Event) -> list[str]:
    """What sort of its kind an event is, for counting."""
    values = event.values
    match event.kind:
        case "moved":
            return [f"moved by {values['how']}{' by rail' if 'by' in values else ''}"]
        case "result":
            return [f"result {values['cell']}"]
        case "attack_declared":
            several = ["attack on several hexes"] if len(values["targets"]) > 1 else []
            return several + (["attack on a garrison"] if values.get("garrisons") else [])
        case "chosen":
            return [f"chosen {values['kind']} by {values['by']}"]
        case "marked" | "hex_marked":
            return [f"marked {values.get('marker', values.get('mark'))}"]
        case "removed":
            return [f"removed: {values['why'].partition(':')[0]}"] if "why" in values else []
    return []
