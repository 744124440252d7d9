"""Air Points in combat: counted anew each Game-Turn, at most one a side in a combat (13.0, 13.1)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal

from adjudicator.engine.steps import Choice, Option, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.setting import SIDES, enemy_of

POOL = "air"


def points_of(position: Position, side: str) -> int:
    """Air Points that a side still has in this Game-Turn (13.0)."""
    return position.game.pools.get(POOL, {}).get(side, 0)


def refresh(position: Position) -> list[Event]:
    """Each side's Air Points set to the figure of the Game-Turn; what was not used is lost (13.0)."""
    events = []
    for side in SIDES:
        change = position.setting.air[side][position.game.turn - 1] - points_of(position, side)
        if change:
            events.append(Event("pool", POOL, {"item": side, "change": change}, ("13.0",)))
    return events


def spend(position: Position, targets: Sequence[int], side: str, as_: Literal["attacker", "defender"]) -> list[Event]:
    """One Air Point of a side put on a combat (13.12, 13.13)."""
    return [
        Event("pool", POOL, {"item": side, "change": -1}, ("13.11", "13.13")),
        Event("air_assigned", _names(position, targets), {"side": side, "as": as_}, ("13.11", "13.12")),
    ]


def ask_defender(table: Table, positions: Positions, targets: Sequence[int], odds: str) -> Generator[Step, Any, bool]:
    """Whether the defender puts an Air Point on the combat; if so it is spent here (13.11, 13.12).

    ``odds`` is the column of what is face up, for standing orders that go by odds. A side without points is not asked.
    """
    position = positions.of(table.game)
    side = enemy_of(table.game.phase.split("/", 1)[0])
    left = points_of(position, side)
    if not left:
        return False
    where = _names(position, targets)
    answer = yield from choose(
        Choice(
            "air",
            side,
            where,
            f"{where} is attacked at {odds}: use an Air Point in defence, of {left} left?",
            (Option("no", "no Air Point"), Option("yes", "one Air Point")),
            cases=("13.11", "13.12", "13.13"),
            facts={"targets": [position.number(hex_) for hex_ in targets], "odds": odds, "left": left},
        )
    )
    if answer != "yes":
        return False
    yield from spend(position, targets, side, "defender")
    return True


def _names(position: Position, targets: Sequence[int]) -> str:
    return "+".join(sorted(position.number(hex_) for hex_ in targets))
