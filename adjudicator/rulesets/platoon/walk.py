"""The judgement of a move, action by action, on a copy of the position without a die (4.4, 5.0-5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.apply import apply
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.model.hexes import OFF_MAP
from adjudicator.rulesets.platoon.actions import Action, Go, Load, Move, Shot, Split, Unload
from adjudicator.rulesets.platoon.going import (
    allowance_of,
    cost_of,
    prices_of,
    start_of,
)
from adjudicator.rulesets.platoon.movers import (
    can_carry,
    illegal,
    judge_entry,
    judge_load,
    judge_stack,
    judge_unload,
    names_of,
)
from adjudicator.rulesets.platoon.position import ABOARD, FIRED, MOVED, Position
from adjudicator.rulesets.platoon.shot import Attack, judge_attack, targets_of
from adjudicator.rulesets.platoon.terrain import Price, find_bar

ELSEWHERE = "elsewhere"
POINT = 2
"""Events tell Movement Points in halves."""
LOADING = "5.1.1"
"""The case of loading in the course of a move."""
ENTERING = ("5.1", "10.0")
"""The cases of coming on aboard a transport."""
MOVING_FIRE = "moving_fire"
"""The word of a counter that holds the colour of its explosion (4.4)."""


class Walk:
    """One move, walked: ``findings`` what is wrong, ``events`` what it does hex by hex, ``routes`` the
    hexes each unit enters on foot or wheels, ``halved`` the case for which a unit has only half its movement.
    ``is_hoped`` takes all at whom it fires for gone from then on (4.4)."""

    def __init__(self, position: Position, move: Move, path: Sequence[Action], is_hoped: bool = False) -> None:
        self.is_hoped = is_hoped
        self.first = position
        self.now = position
        self.move = move
        self.findings: list[Finding] = []
        self.events: list[Event] = []
        self.routes: dict[str, list[int]] = {unit_id: [] for unit_id in move.units}
        self._prices: dict[str, list[Price | None]] = {}
        self.halved: dict[str, str] = {}
        self._ends: dict[str, tuple[Step, ...]] = {}
        self._done: dict[str, tuple[str, str]] = {}
        self._shots: dict[str, tuple[Step, ...]] = {}
        self._loaded: set[str] = set()
        self._walk(move.units, path)
        self._judge_ends()
        self._mark()

    def supposed(self) -> Iterator[Event]:
        """The events of a legal move that nobody interrupts: each unit's whole way, then all else."""
        for unit_id, route in self.routes.items():
            if route:
                start = start_of(self.first, unit_id)
                path = [self.now.number(hex_) for hex_ in ((start, *route) if start != OFF_MAP else route)]
                cost = cost_of(self.first, unit_id, self._prices[unit_id], unit_id in self.halved) or 0
                how = "enter" if start == OFF_MAP else "move"
                yield Event("moved", unit_id, {"path": path, "how": how, "cost": POINT * cost}, ("5.0",))
        yield from (event for event in self.events if event.kind != "moved")

    def _walk(self, units: Sequence[str], path: Sequence[Action]) -> None:
        group = list(units)
        for index, action in enumerate(path):
            following = path[index + 1] if index + 1 < len(path) else None
            match action:
                case Go():
                    self._go(group, action, self._is_crowd_legal and isinstance(following, Load))
                case Shot():
                    self._shoot(group, action)
                case Load():
                    self._load(group, action)
                case Unload():
                    self._unload(group, action, self._is_crowd_legal and isinstance(following, Go))
                case Split():
                    self._split(group, action)

    @property
    def _is_crowd_legal(self) -> bool:
        return self.first.setting.options["transport_crowding"] == "after_action"

    def _go(self, units: Sequence[str], go: Go, is_crowd_legal: bool = False) -> None:
        if not units:
            self._add(illegal("nobody-left", "nobody is left to go on", ("5.0",), go.at))
            return
        there, here = go.hex, start_of(self.now, units[0])
        for unit_id in units:
            if unit_id in self._done:
                why, case = self._done[unit_id]
                self._add(illegal("moves-on", f"{unit_id} may not move on: it {why}", (case,), go.at, unit_id))
        if self._is_connected(units, here, there, go.at):
            for unit_id in units:
                bar = find_bar(self.now.setting, self.now.setting.class_of(unit_id), here, there)
                if bar:
                    message = f"{unit_id} may not enter {self.now.number(there)}: {bar}"
                    self._add(illegal("prohibited", message, ("5.0",), go.at, unit_id, self.now.number(there)))
        self._add(*judge_entry(self.now, units, there, go.at))
        if self.now.setting.options["move_stacking"] == "always" and not is_crowd_legal:
            self._add(*judge_stack(self.now, units, there, go.at))
        for unit_id in units:
            self.routes.setdefault(unit_id, []).append(there)
            self._prices.setdefault(unit_id, []).extend(prices_of(self.now, unit_id, here, (there,)))
            self._ends[unit_id] = go.at
            self._happen(Event("moved", unit_id, {"path": [self.now.number(there)]}, ("5.0",)))

    def _is_connected(self, units: Sequence[str], here: int, there: int, at: tuple[Step, ...]) -> bool:
        number = self.now.number(there)
        if here == OFF_MAP:
            arrivals = self.now.setting.arrivals
            aboard = [leg for leg in map(self.now.passenger_of, units) if leg]
            barred = [unit_id for unit_id in (*units, *aboard) if there not in arrivals[unit_id].hexes]
            if barred:
                edge = arrivals[barred[0]].edge
                message = f"{names_of(barred)} may not enter the map in {number}: only over the {edge} edge"
                self._add(illegal("wrong-entry", message, ("10.0",), at, barred[0], number))
        elif here == there:
            self._add(illegal("stays-in-hex", f"the path names {number} twice running", ("5.0",), at, hex_=number))
        elif not self.now.grid.is_adjacent(here, there):
            message = f"the path has a gap: {number} is not adjacent to {self.now.number(here)}"
            self._add(illegal("gap", message, ("5.0",), at, units[0], number))
        else:
            return True
        return here == OFF_MAP

    def _shoot(self, units: Sequence[str], shot: Shot) -> None:
        firers = find_firers(self.now, units, shot)
        number = self.now.number(shot.target)
        at = (*shot.at, "fire")
        if not firers:
            message = f"{names_of(list(units))} cannot fire on the move" if units else "nobody is left to fire"
            self._add(illegal("no-moving-fire", message, ("4.4",), at, hex_=number))
            return
        for unit_id in firers:
            if unit_id not in units or MOVING_FIRE not in self.now.counter(unit_id).words:
                why = "is not there any more" if unit_id not in units else "cannot fire on the move"
                self._add(illegal("no-moving-fire", f"{unit_id} {why}", ("4.4",), (*shot.at, "with"), unit_id))
                return
        if start_of(self.now, firers[0]) == OFF_MAP:
            self._add(illegal("off-map", f"{firers[0]} is not on the map yet", ("4.4",), at, firers[0]))
            return
        attack = attack_of_shot(self.now, self.move.order.side, firers, shot, self.move.order.name)
        # Whoever the enemy was, he may be gone when the shot is due: that spoils the shot, not the move.
        found = [finding for finding in judge_attack(self.now, attack) if finding.code != "no-target"]
        self._add(*(replace(finding, at=at, cases=(*finding.cases, "4.4")) for finding in found))
        for unit_id in firers:
            self.halved.setdefault(unit_id, "4.4")
            self._shots[unit_id] = at
            self._happen(Event("marked", unit_id, {"marker": FIRED}, ("4.4",)))
        for unit_id in targets_of(self.now, attack) if self.is_hoped else ():
            self._happen(Event("removed", unit_id, {"box": ELSEWHERE, "why": "supposed to be gone"}, ("4.4",)))

    def _load(self, group: list[str], load: Load) -> None:
        carrier = find_carrier(self.now, group, load)
        at = (*load.at, "load")
        if not carrier:
            what = f"{load.on} does not go with this move" if load.on else f"nobody here can carry {load.leg}"
            self._add(illegal("cannot-carry", what, ("5.1",), at, load.leg))
            return
        found = list(judge_load(self.now, carrier, load))
        self._add(*found)
        if found:
            return
        meets = bool(load.path or self.routes[carrier] or self.routes.get(load.leg))
        for place, go in enumerate(load.path):
            self._go((load.leg,), go, self._is_crowd_legal and place == len(load.path) - 1)
        if start_of(self.now, load.leg) != start_of(self.now, carrier):
            message = f"{load.leg} and {carrier} are not in one hex when they are to load"
            self._add(illegal("not-together", message, ("5.1.1",), at, load.leg))
            return
        if start_of(self.now, carrier) == OFF_MAP and self.now.setting.options["enter_loaded"] == "no":
            message = f"{load.leg} cannot be loaded yet: reinforcements come on unloaded"
            self._add(illegal("enters-unloaded", message, ENTERING, at, load.leg))
            return
        is_gun_met = meets and not self.now.counter(load.leg).move and not load.path
        if is_gun_met and self.now.setting.options["transport_meet_zero_mf"] == "no":
            message = f"{load.leg} has a movement factor of 0: it loads only where both begin their movement"
            self._add(illegal("cannot-meet", message, ("5.1.1",), at, load.leg))
        events = events_of_loading(self.now, carrier, load.leg)
        if LOADING in events[0].cases:
            self._pay_for_loading(carrier, load.leg, meets)
        self._ends.setdefault(carrier, at)
        self._ends.pop(load.leg, None)
        if load.leg in group:
            group.remove(load.leg)
        self._happen(*events)

    def _pay_for_loading(self, carrier: str, leg: str, meets: bool) -> None:
        """Who loads in the course of a move has half of its movement, and none after a meeting (5.1.1)."""
        for unit_id in (carrier, leg):
            self.halved[unit_id] = LOADING
            if meets:
                self._done[unit_id] = ("has met its passenger" if unit_id == carrier else "loads", LOADING)
        self._loaded.add(leg)

    def _unload(self, group: Sequence[str], unload: Unload, is_crowd_legal: bool) -> None:
        leg, at = unload.leg, (*unload.at, "unload")
        carrier = self.now.carrier_of(leg)
        if carrier not in group:
            message = f"{leg} is not aboard {names_of(list(group))}" if group else f"{leg} is not aboard"
            self._add(illegal("not-aboard", message, ("5.1.2",), at, leg))
            return
        if leg in self._loaded:
            self._add(illegal("loaded-now", f"{leg} may not load and unload in one move", ("5.1.2",), at, leg))
            return
        if start_of(self.now, carrier) == OFF_MAP:
            self._add(illegal("off-map", f"{carrier} is not on the map yet", ("5.1.2",), at, leg))
            return
        into = self.now.hex_of(carrier) if unload.into is None else unload.into
        self._add(*judge_unload(self.now, carrier, leg, into, at, is_crowd_legal and not self.routes[carrier]))
        self.halved[carrier] = "5.1.2"
        if self.routes[carrier]:
            self._done[carrier] = ("has moved and unloaded", "5.1.2")
        self._ends.setdefault(carrier, at)
        self._ends[leg] = at
        self._happen(*events_of_unloading(self.now, leg, into))

    def _split(self, group: list[str], split: Split) -> None:
        strangers = [unit_id for unit_id in split.units if unit_id not in group]
        if strangers:
            message = f"{names_of(strangers)} cannot part from a stack it does not go with"
            self._add(illegal("not-stacked", message, ("5.0",), (*split.at, "split"), strangers[0]))
            return
        for unit_id in split.units:
            group.remove(unit_id)
        self._walk(split.units, split.path)

    def _judge_ends(self) -> None:
        """The Movement Points of each unit, the stacks at the end, and that who fires on the move does move."""
        for unit_id, route in self.routes.items():
            if route:
                self._judge_points(unit_id, route)
            elif unit_id in self._shots:
                message = f"{unit_id} fires in the Movement Phase only on the move, and it enters no hex"
                self._add(illegal("no-move", message, ("4.4",), self._shots[unit_id], unit_id))
        told = {finding.hex for finding in self.findings if finding.code == "stacking"}
        for unit_id, at in self._ends.items():
            hex_ = start_of(self.now, unit_id)
            if hex_ == OFF_MAP:
                message = f"{unit_id} does not come on: its path enters no hex"
                self._add(illegal("no-entry", message, ("5.0", "10.0"), at, unit_id))
            elif self.now.number(hex_) not in told:
                told.add(self.now.number(hex_))
                self._add(*judge_stack(self.now, (unit_id,), hex_, at))

    def _judge_points(self, unit_id: str, route: Sequence[int]) -> None:
        is_half = unit_id in self.halved
        prices = [price for price in self._prices[unit_id] if price is not None]
        if len(prices) < len(route) or cost_of(self.first, unit_id, prices, is_half) is not None:
            return
        has = allowance_of(self.first, unit_id, all(price.by_road for price in prices), is_half)
        number, factor = self.now.number(route[-1]), self.now.counter(unit_id).move
        hexes = zip(route, prices, strict=True)
        reckoning = " + ".join(f"{self.now.number(hex_)} {price.as_text()}" for hex_, price in hexes)
        notes = [f"needs {sum(price.total for price in prices)}, has {has}: {reckoning}"]
        cases = ["5.0"] + (["5.3"] if any(price.zone for price in prices) else [])
        if is_half:
            why = {"4.4": "fires on the move", "5.1.1": "loads", "5.1.2": "unloads"}[self.halved[unit_id]]
            notes.append(f"{unit_id} {why}: half of its movement factor of {factor}, fractions dropped")
            cases.append(self.halved[unit_id])
        message = f"{unit_id} cannot reach {number}: not enough Movement Points"
        at = self._ends.get(unit_id, (self.move.verb,))
        finding = illegal("movement-points", message, tuple(cases), at, unit_id, number)
        self._add(replace(finding, notes=tuple(notes)))

    def _mark(self) -> None:
        for unit_id in movers_to_mark(self.now, list(self._ends)):
            self._happen(Event("marked", unit_id, {"marker": MOVED}, ("5.0",)))

    def _add(self, *findings: Finding) -> None:
        self.findings += findings

    def _happen(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.now = Position(self.now.setting, apply(self.now.game, event))


def find_firers(position: Position, units: Sequence[str], shot: Shot) -> tuple[str, ...]:
    """Who fires on the move: those that the order names, or all units of the stack that can (4.4)."""
    return shot.units or tuple(unit_id for unit_id in units if MOVING_FIRE in position.counter(unit_id).words)


def attack_of_shot(position: Position, side: str, firers: tuple[str, ...], shot: Shot, order: str) -> Attack:
    """The attack by moving fire: its colour is that of the lead unit's explosion (4.4, 4.6)."""
    colour = position.counter(firers[0]).words[MOVING_FIRE]
    return Attack(side, firers, shot.target, shot.aim, order, explosion=colour, can_flank=False)


def find_carrier(position: Position, group: Sequence[str], load: Load) -> str:
    """What carries a unit that loads: the one named, or the first of the stack that can and is free; empty when
    there is none (5.1)."""
    if load.on:
        return load.on if load.on in group else ""
    able = [unit_id for unit_id in group if can_carry(position, unit_id, load.leg)]
    return next((unit_id for unit_id in able if not position.passenger_of(unit_id)), able[0] if able else "")


def events_of_loading(position: Position, carrier: str, leg: str) -> list[Event]:
    """A Leg unit goes aboard (5.1.1); who does so off the map was loaded before, or by ``enter_loaded`` is so as it
    comes on (5.1)."""
    cases: tuple[str, ...] = (LOADING,)
    if start_of(position, carrier) == OFF_MAP:
        cases = ENTERING if position.setting.options["enter_loaded"] == "mounted" else (LOADING, "10.0")
    return [
        Event("loaded", leg, {"on": carrier}, cases),
        Event("removed", leg, {"box": ABOARD + carrier, "quiet": True}, cases),
    ]


def events_of_unloading(position: Position, leg: str, into: int) -> list[Event]:
    """A Leg unit gets off into a hex (5.1.2)."""
    values = {"from": position.carrier_of(leg), "hex": position.number(into)}
    return [
        Event("unloaded", leg, values, ("5.1.2",)),
        Event("placed", leg, {"hex": position.number(into), "quiet": True}, ("5.1.2",)),
    ]


def movers_to_mark(position: Position, touched: Sequence[str]) -> list[str]:
    """Those of the units that a move touched, and of their passengers, that bear no Moved marker yet and are left
    (5.0)."""
    aboard = [position.passenger_of(unit_id) for unit_id in touched]
    units = [unit_id for unit_id in dict.fromkeys((*touched, *aboard)) if unit_id and position.unit(unit_id).steps]
    return [unit_id for unit_id in units if not position.unit(unit_id).has(MOVED)]
