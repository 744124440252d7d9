"""A legal move carried out, with the fire that interrupts it (4.3, 4.4, 5.0-5.2)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.engine.steps import Resolution, Step, Table, choose
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding
from adjudicator.model.hexes import OFF_MAP
from adjudicator.rulesets.platoon.actions import Action, Go, Load, Move, Shot, Split, Unload
from adjudicator.rulesets.platoon.fire import carry_out_attack
from adjudicator.rulesets.platoon.fortifications import enter_wire
from adjudicator.rulesets.platoon.going import allowance_of, cost_of, has_room_for, prices_of, start_of
from adjudicator.rulesets.platoon.movers import illegal, judge_entry, judge_stack, judge_unload
from adjudicator.rulesets.platoon.opportunity import attack_of_answer, choice_of_fire, has_shooters
from adjudicator.rulesets.platoon.position import DISRUPTED, MOVED, WIRE, Position, Positions
from adjudicator.rulesets.platoon.shot import judge_attack
from adjudicator.rulesets.platoon.terrain import Price
from adjudicator.rulesets.platoon.walk import (
    POINT,
    attack_of_shot,
    events_of_loading,
    events_of_unloading,
    find_carrier,
    find_firers,
    movers_to_mark,
)

MINIMUM = "5.2"
"""The case of the minimum move."""


class March:
    """One move on its way. Units that are hit or caught in wire stop where they are (4.3, 9.3)."""

    def __init__(
        self, table: Table, positions: Positions, move: Move, path: Sequence[Action], halved: frozenset[str]
    ) -> None:
        self.table = table
        self.positions = positions
        self.move = move
        self.path = path
        self._touched: list[str] = []
        self._stopped: set[str] = set()
        self._trails: dict[str, list[int]] = {}
        self._halved = halved
        self._has_fired = False
        self._paid: dict[str, list[Price | None]] = {}

    @property
    def now(self) -> Position:
        """The position after all that has happened so far."""
        return self.positions.of(self.table.game)

    def carry_out(self) -> Resolution:
        """The whole move, then the Moved markers (5.0)."""
        yield from self._walk(self.move.units, self.path)
        for unit_id in movers_to_mark(self.now, self._touched):
            yield Event("marked", unit_id, {"marker": MOVED}, ("5.0",))

    def _walk(self, units: Sequence[str], path: Sequence[Action], is_to_load: bool = False) -> Resolution:
        """A stack on its path; ``is_to_load`` says that it goes aboard at its end (5.1.1)."""
        group = list(units)
        run: list[Go] = []
        for index, action in enumerate(path):
            group = [unit_id for unit_id in group if self._goes_on(unit_id)]
            if not group:
                return
            following = path[index + 1] if index + 1 < len(path) else None
            if isinstance(action, Go):
                barred = self._find_bar(group, [*run, action]) if self._has_fired else None
                if barred:
                    if run:
                        yield from self._arrive(group, run, False)
                    yield _undone(group[0], barred, "move")
                    return
                run.append(action)
                is_under_fire = has_shooters(self.now, group, action.hex)
                pauses = is_under_fire or self.now.game.has_mark(action.hex, WIRE)
                if not pauses and isinstance(following, Go):
                    continue
                loads = isinstance(following, Load) or (is_to_load and following is None)
                is_crowd_legal = loads and self._is_crowd_legal
                if not (yield from self._arrive(group, run, is_crowd_legal)):
                    return
                run = []
                yield from self._face_wire(group)
                still_there = [unit_id for unit_id in group if self.now.unit(unit_id).hex == action.hex]
                if is_under_fire and still_there:
                    yield from self._face_fire(still_there, action.hex)
            else:
                yield from self._act(group, action, isinstance(following, Go))

    def _find_bar(self, units: Sequence[str], run: Sequence[Go]) -> Finding | None:
        """Why units may not enter the last hex of a run after all: fire on the move has not opened it (4.4)."""
        position, hex_ = self.now, run[-1].hex
        number = position.number(hex_)
        for finding in judge_entry(position, units, hex_, ()):
            return finding
        for unit_id in units:
            route = [go.hex for go in run]
            prices = [*self._paid.get(unit_id, ()), *prices_of(position, unit_id, start_of(position, unit_id), route)]
            if cost_of(position, unit_id, prices, unit_id in self._halved) is None:
                message = f"{unit_id} has not enough Movement Points left to enter {number}"
                return illegal("movement-points", message, ("5.0", "5.3"), (), unit_id, number)
        return None

    def _act(self, group: list[str], action: Action, goes_on: bool) -> Resolution:
        match action:
            case Shot():
                yield from self._shoot(group, action)
            case Load():
                yield from self._load(group, action)
            case Unload():
                yield from self._unload(action, goes_on)
            case Split():
                for unit_id in action.units:
                    if unit_id in group:
                        group.remove(unit_id)
                yield from self._walk(action.units, action.path)

    @property
    def _is_crowd_legal(self) -> bool:
        return self.positions.setting.options["transport_crowding"] == "after_action"

    def _goes_on(self, unit_id: str) -> bool:
        """Whether a unit is there and was not hit on this move."""
        unit = self.now.unit(unit_id)
        return bool(unit.steps) and unit_id not in self._stopped and not self.now.carrier_of(unit_id)

    def _arrive(self, units: Sequence[str], run: Sequence[Go], is_crowd_legal: bool) -> Generator[Step, Any, bool]:
        """The stack enters the hexes of a stretch without an interruption; or it stays, when riders who had to
        dismount have filled the hex ahead (1.3). Whether it went."""
        position, route = self.now, [go.hex for go in run]
        if self.positions.setting.options["move_stacking"] == "always" and not is_crowd_legal:
            for hex_ in route:
                found = list(judge_stack(position, units, hex_, ()))
                if found:
                    yield _undone(units[0], found[0], "move")
                    return False
        start = start_of(position, units[0])
        path = [position.number(hex_) for hex_ in ((start, *route) if start != OFF_MAP else route)]
        for unit_id in units:
            self._touch(unit_id)
            self._paid.setdefault(unit_id, []).extend(prices_of(position, unit_id, start, route))
            self._trails.setdefault(unit_id, [start] if start != OFF_MAP else []).extend(route)
            cost, cases = self._cost(position, unit_id, start, route)
            values: dict[str, Json] = {"path": path, "how": "enter" if start == OFF_MAP else "move", "cost": cost}
            if MINIMUM in cases:
                values["minimum"] = MINIMUM
            yield Event("moved", unit_id, values, cases)
        return True

    def _cost(self, position: Position, unit_id: str, start: int, route: Sequence[int]) -> tuple[int, tuple[str, ...]]:
        """What a stretch costs in half points, with its cases. A hex dearer than what a unit has, with the point for a
        road or half of it, is the minimum move, for all of the movement factor (5.2)."""
        prices = [price for price in prices_of(position, unit_id, start, route) if price is not None]
        total = sum(price.total for price in prices)
        zone = ("5.3",) if any(price.zone for price in prices) else ()
        has = allowance_of(position, unit_id, all(price.by_road for price in prices), unit_id in self._halved)
        if total > has and len(route) == 1:
            return POINT * position.counter(unit_id).move, ("5.0", MINIMUM, *zone)
        return POINT * total, ("5.0", *zone)

    def _touch(self, unit_id: str) -> None:
        if unit_id not in self._touched:
            self._touched.append(unit_id)

    def _face_wire(self, units: Sequence[str]) -> Resolution:
        """What wire does to units that have just entered a hex; who is disrupted stops (9.3, 4.1)."""
        caught = yield from enter_wire(self.table, self.positions, units)
        for unit_id in caught:
            yield from self._stop(unit_id, self.now.hex_of(unit_id), {"by": "wire"}, "9.3")

    def _face_fire(self, units: Sequence[str], hex_: int) -> Resolution:
        """The other side may fire once at units that have entered a hex; who is hit stops (4.3)."""
        position = self.now
        choice = choice_of_fire(position, units, hex_)
        if len(choice.options) == 1:
            return
        answer = yield from choose(choice)
        attack = attack_of_answer(position, units, hex_, answer)
        if attack is None:
            return
        before = {unit_id: position.unit(unit_id) for unit_id in units}
        yield from carry_out_attack(self.table, self.positions, attack)
        for unit_id in units:
            if self.now.unit(unit_id) != before[unit_id]:
                yield from self._stop(unit_id, hex_, {}, "4.3")

    def _stop(self, unit_id: str, hex_: int, by: Mapping[str, Json], case: str) -> Iterator[Event]:
        """A unit that was hit, or caught in wire, goes no farther."""
        is_first = unit_id not in self._stopped
        self._stopped.add(unit_id)
        if is_first and self.now.unit(unit_id).steps:
            yield Event("stopped", unit_id, {"hex": self.now.number(hex_), **by}, (case,))
            yield from self._make_room(unit_id, hex_)

    def _make_room(self, unit_id: str, hex_: int) -> Iterator[Event]:
        """Who is stopped while it passes through a full hex goes back to the last one with room (1.3, 4.3)."""
        position = self.now
        if has_room_for(position, (unit_id,), hex_):
            return
        trail = self._trails[unit_id]
        for place in range(len(trail) - 2, -1, -1):
            if has_room_for(position, (unit_id,), trail[place]):
                path = [position.number(hex_), position.number(trail[place])]
                yield Event("moved", unit_id, {"path": path, "how": "displaced"}, ("1.3", "4.3"))
                return
        yield Event("removed", unit_id, {"why": "no hex to stop in"}, ("1.3", "4.3"))

    def _shoot(self, units: Sequence[str], shot: Shot) -> Resolution:
        position = self.now
        firers = tuple(unit_id for unit_id in find_firers(position, units, shot) if unit_id in units)
        if not firers:
            return
        attack = attack_of_shot(position, self.move.order.side, firers, shot, self.move.order.name)
        found = judge_attack(position, attack)
        if found:
            yield _undone(firers[0], found[0], "fire")
            return
        self._has_fired = True
        yield from carry_out_attack(self.table, self.positions, attack)

    def _load(self, group: list[str], load: Load) -> Resolution:
        carrier, leg = find_carrier(self.now, group, load), load.leg
        if load.path:
            yield from self._walk((leg,), load.path, is_to_load=True)
        position = self.now
        if not carrier or not self._goes_on(leg) or position.unit(leg).has(DISRUPTED):
            return
        if start_of(position, leg) != start_of(position, carrier):
            return
        if leg in group:
            group.remove(leg)
        if start_of(position, carrier) != OFF_MAP:
            self._touch(carrier)
        yield from events_of_loading(position, carrier, leg)

    def _unload(self, unload: Unload, goes_on: bool) -> Resolution:
        position, leg = self.now, unload.leg
        carrier = position.carrier_of(leg)
        if not carrier:
            return
        here = start_of(position, carrier)
        into = here if unload.into is None else unload.into
        found = list(judge_unload(position, carrier, leg, into, (), goes_on and self._is_crowd_legal))
        if found:
            yield _undone(leg, found[0], "unload")
            return
        self._touch(carrier)
        self._touch(leg)
        self._trails[leg] = [here, into] if into != here else [here]
        yield from events_of_unloading(position, leg, into)
        if into == here:
            return
        yield from self._face_wire((leg,))
        if has_shooters(self.now, (leg,), into):
            yield from self._face_fire((leg,), into)


def _undone(unit_id: str, finding: Finding, what: str) -> Event:
    """A part of a move that has become impossible on the way: to ``fire``, to ``unload``, or the rest (``move``)."""
    return Event("not_done", unit_id, {"what": what, "why": finding.message}, finding.cases)
