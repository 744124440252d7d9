"""German strongpoints: forming and keeping them, and what they shield a regiment from (15.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.engine import steps
from adjudicator.engine.apply import apply
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.units import Unit
from adjudicator.rulesets.kharkov.combat import Combat, Party
from adjudicator.rulesets.kharkov.movers import at_unit, names_of
from adjudicator.rulesets.kharkov.orders import Fortify
from adjudicator.rulesets.kharkov.position import DISRUPTED, REFORMING, STRONGPOINT, Position


def judge_fortify(position: Position, fortify: Fortify) -> list[Finding]:
    """What forbids these units to form strongpoints now (15.21, 15.22, 7.35)."""
    return [finding for unit_id in fortify.units for finding in _judge_unit(position, fortify, unit_id)]


def events_of_fortify(position: Position, fortify: Fortify) -> list[Event]:
    """The strongpoints of a legal order."""
    return [Event("marked", unit_id, {"marker": STRONGPOINT}, ("15.21", "15.22")) for unit_id in fortify.units]


def events_of_attacking(position: Position, attackers: Iterable[str]) -> list[Event]:
    """The strongpoints that end because their regiments attack (15.23)."""
    return [_lifted(unit_id) for unit_id in attackers if position.unit(unit_id).has(STRONGPOINT)]


def exposed(position: Position, party: Party) -> Party:
    """Those of a party under attack that results other than De concern: all but regiments in strongpoints (15.2)."""
    return replace(party, hexes={u: h for u, h in party.hexes.items() if not position.unit(u).has(STRONGPOINT)})


def events_of_holding(combat: Combat, party: Party, hit: Party, cell: str) -> Iterator[Event]:
    """What is to be told when a result passes strongpoints of a party by (15.2, 15.25)."""
    units = [unit_id for unit_id in party.hexes if unit_id not in hit.hexes]
    if units:
        yield Event("strongpoint_holds", combat.subject, {"units": units, "result": cell}, ("15.2", "15.25"))


def watch(table: Table, resolution: Resolution) -> Resolution:
    """A resolution, and after each of its events the strongpoints that end with it (15.23)."""
    return steps.watch(resolution, lambda event: _ended_by(table.game, event))


def watch_supposed(game: Game, events: Iterable[Event]) -> Iterator[Event]:
    """As ``watch``, for the events of an order in a check, which begins in ``game``."""
    if not _held(game):
        yield from events
        return
    for event in events:
        yield event
        game = apply(game, event)
        for ended in _ended_by(game, event):
            yield ended
            game = apply(game, ended)


def _ended_by(game: Game, event: Event) -> list[Event]:
    """The strongpoints that an event has ended: its own unit has moved, or has come to one (15.23)."""
    if event.kind == "moved":
        path = event.values["path"]
        numbers = path[-1:] if event.values["how"] == "retreat" else path[1:]
    elif event.kind == "placed":
        numbers = [event.values["hex"]]
    else:
        return []
    entered = {game.map.grid.hex(number) for number in numbers}
    return [_lifted(unit.id) for unit in _held(game) if unit.id == event.subject or unit.hex in entered]


def _held(game: Game) -> list[Unit]:
    """The regiments in strongpoints, in counter-sheet order."""
    return [unit for unit in game.units.values() if STRONGPOINT in unit.markers]


def _lifted(unit_id: str) -> Event:
    return Event("unmarked", unit_id, {"marker": STRONGPOINT}, ("15.23",))


def _judge_unit(position: Position, fortify: Fortify, unit_id: str) -> Iterator[Finding]:
    unit, here = position.unit(unit_id), position.hex_of(unit_id)
    number = position.number(here)
    at = at_unit(fortify.order, "strongpoint", unit_id)

    def illegal(code: str, why: str, *cases: str) -> Finding:
        message = f"{unit_id} may not form a strongpoint in {number}: {why}"
        return Finding("illegal", code, message, unit=unit_id, hex=number, cases=cases, at=at)

    if not position.setting.is_regiment(unit_id):
        yield illegal("no-regiment", "only infantry regiments form strongpoints", "15.21", "15.2")
    if unit.has(STRONGPOINT):
        yield illegal("strongpoint-already", "it is in one", "15.21")
    if position.has_moved(unit_id):
        yield illegal("moved-already", "it has moved in this phase", "15.21")
    if unit.has(DISRUPTED):
        yield illegal("disrupted", "it is disrupted", "15.22", "7.35")
    others = [other for other in position.game.units_in(here) if other != unit_id]
    if others:
        yield illegal("not-alone", f"{names_of(others)} {'is' if len(others) == 1 else 'are'} there too", "15.22")
    elif unit.has(REFORMING):
        yield illegal("reforming", "it is about to be re-formed into its division", "15.12")
