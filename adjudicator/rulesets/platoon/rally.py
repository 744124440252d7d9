"""The Rally Phase: disrupted units recover by a roll of their morale or less (2.3)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.rulesets.platoon.cover import cover_of
from adjudicator.rulesets.platoon.dice import throw
from adjudicator.rulesets.platoon.position import DISRUPTED, INITIATIVE, Position, Positions


def rally(table: Table, positions: Positions) -> Resolution:
    """Every disrupted unit tries to rally, those of the side with the initiative first; a passenger rallies with its
    transport (2.3, 5.1.4)."""
    leader = table.game.flags[INITIATIVE]
    for side in (leader, positions.setting.enemy_of(leader)):
        for unit_id in positions.setting.units_of_side[side]:
            position = positions.of(table.game)
            unit = position.unit(unit_id)
            if unit.hex is not None and unit.has(DISRUPTED):
                yield from _try(position, unit_id)


def _try(position: Position, unit_id: str) -> Resolution:
    bonus = rally_bonus(position, unit_id)
    target = position.number(position.hex_of(unit_id))
    value = yield from throw(position, "rally", unit_id, target, "morale", ("1.1", "2.3"))
    morale = position.morale_of(unit_id)
    has_rallied = value <= morale + bonus
    values = {"hex": target, "morale": morale, "bonus": bonus, "value": value, "succeeds": has_rallied}
    yield Event("rally", unit_id, values, ("2.3",))
    if has_rallied:
        yield from _recover(position, unit_id)


def _recover(position: Position, unit_id: str) -> Iterator[Event]:
    yield Event("unmarked", unit_id, {"marker": DISRUPTED, "quiet": True}, ("2.3",))
    passenger = position.passenger_of(unit_id)
    if passenger and position.unit(passenger).has(DISRUPTED):
        yield Event("unmarked", passenger, {"marker": DISRUPTED}, ("5.1.4",))


def rally_bonus(position: Position, unit_id: str) -> int:
    """What a unit's terrain adds to its morale: one where it would shift the fire of every possible enemy to the left
    (2.3). A hill does so only by the option ``rally_hill``, while all enemy units on the map stand lower."""
    hex_ = position.hex_of(unit_id)
    levels = position.setting.ground.levels
    firer_level = None
    if position.setting.options["rally_hill"] == "if_all_lower":
        enemies = position.stacks[position.setting.enemy_of(position.side_of(unit_id))]
        firer_level = max((levels[enemy] for enemy in enemies), default=0)
    shift = sum(shift.columns for shift in cover_of(position, unit_id, hex_, firer_level))
    return position.setting.tables.rally_bonus if shift < 0 else 0
