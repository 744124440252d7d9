"""Who has the initiative (2.1)."""

from __future__ import annotations

from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.rulesets.platoon.dice import throw
from adjudicator.rulesets.platoon.position import INITIATIVE, Positions


def determine_initiative(table: Table, positions: Positions) -> Resolution:
    """Both sides roll and the higher wins. A tie goes to the side that did not have the initiative before, and is
    rolled again on the first turn, unless the scenario names who begins (2.1)."""
    setting, before = positions.setting, table.game.flags.get(INITIATIVE, "")
    if table.game.turn == 1 and setting.first_initiative:
        yield from _give(setting.first_initiative, {"why": "scenario"})
        return
    while True:
        rolls = {}
        for side in setting.sides:
            other = setting.enemy_of(side)
            rolls[side] = yield from throw(positions.of(table.game), "initiative", side, other, "die", ("1.1", "2.1"))
        one, other = setting.sides
        if rolls[one] != rolls[other]:
            winner = max(setting.sides, key=rolls.__getitem__)
            yield from _give(winner, {"why": "higher", "rolls": rolls})
            return
        if before:
            yield from _give(setting.enemy_of(before), {"why": "tie", "rolls": rolls})
            return
        yield Event("initiative_tied", "", {"rolls": rolls}, ("2.1",))


def _give(side: str, values: dict[str, object]) -> Resolution:
    yield Event("flag", INITIATIVE, {"to": side}, ("2.1",))
    yield Event("initiative", side, values, ("2.1",))
