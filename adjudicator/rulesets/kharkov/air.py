"""Air Points: counted anew each Game-Turn, spent in combat or on supply from the air (13.0, 13.1, 13.2)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal

from adjudicator.engine.steps import Choice, Option, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov.orders import Airdrop
from adjudicator.rulesets.kharkov.position import AIR_SUPPLIED, Position, Positions
from adjudicator.rulesets.kharkov.setting import AXIS, SIDES, enemy_of

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


def judge_airdrop(position: Position, airdrop: Airdrop) -> list[Finding]:
    """What is wrong with Air Points put on hexes: one for each, on Axis units that are not supplied so yet (13.2)."""
    findings = []

    def illegal(code: str, message: str, index: int, *notes: str) -> None:
        number, written = position.number(airdrop.hexes[index]), airdrop.order.data["airdrop"]
        at = ("airdrop", index) if isinstance(written, list) else ("airdrop",)
        findings.append(Finding("illegal", code, message, hex=number, cases=("13.2",), notes=notes, at=at))

    left = points_of(position, AXIS)
    for index, hex_ in enumerate(airdrop.hexes):
        number, units = position.number(hex_), position.units_of(AXIS, hex_)
        if not units:
            illegal("no-units", f"no supply can be dropped on {number}: there is no Axis unit", index)
        elif hex_ in airdrop.hexes[:index] or all(position.unit(unit_id).has(AIR_SUPPLIED) for unit_id in units):
            illegal("supplied-already", f"the units in {number} are supplied from the air already", index)
        if index == left:
            notes = (f"{len(airdrop.hexes)} wanted, {left} left in this Game-Turn",)
            illegal("no-air-point", f"no supply can be dropped on {number}: no Air Point is left", index, *notes)
    return findings


def events_of_airdrop(position: Position, airdrop: Airdrop) -> list[Event]:
    """Air Points spent, and every unit now in the hexes in supply for the Game-Turn that follows (13.2)."""
    events = []
    for hex_ in airdrop.hexes:
        events.append(Event("pool", POOL, {"item": AXIS, "change": -1}, ("13.2",)))
        events.append(Event("air_assigned", position.number(hex_), {"side": AXIS, "as": "supply"}, ("13.2", "11.37")))
        events += [
            Event("marked", unit_id, {"marker": AIR_SUPPLIED}, ("13.2", "11.37"))
            for unit_id in position.units_of(AXIS, hex_)
        ]
    return events


def _names(position: Position, targets: Sequence[int]) -> str:
    return "+".join(sorted(position.number(hex_) for hex_ in targets))
