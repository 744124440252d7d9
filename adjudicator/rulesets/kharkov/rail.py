"""Movement by rail (6.4): along connected friendly railroads, as the whole move of a unit in the phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from adjudicator.engine.paths import Reach, find_cheapest
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.model.hexes import hexside
from adjudicator.rulesets.kharkov.ground import ground_of
from adjudicator.rulesets.kharkov.movers import (
    HOPELESS,
    MECHANIZED,
    Doors,
    at_goal,
    at_unit,
    at_way,
    beyond,
    describe_zone,
    is_breaking_out,
    judge_movers,
    names_of,
)
from adjudicator.rulesets.kharkov.orders import Enter, Rail
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import SOVIET, Setting, enemy_of
from adjudicator.rulesets.kharkov.terrain import Steps

RAIL = "rail"
"""The pool that counts, per side, the units moved by rail in this phase against the capacity of 6.45."""


def find_rail(position: Position, units: Sequence[str]) -> Mapping[int, Reach]:
    """The hexes where these units of one hex may end a rail move, costs in hexes; empty when one may not use rail."""
    side = position.side_of(units[0])
    if judge_movers(position, side, tuple(units), by_rail=True) or _judge_units(position, side, tuple(units)):
        return {}
    return find_rides(position, side, position.hex_of(units[0]))


def judge_rail(position: Position, rail: Rail) -> list[Finding]:
    """What is wrong with a rail move: its units, its start, then each step of its path (6.41-6.46)."""
    side, order = rail.order.side, rail.order
    movers = judge_movers(position, side, rail.units, by_rail=True)
    hopeless = any(finding.code in HOPELESS for finding in movers)
    if not hopeless:
        movers += _judge_units(position, side, rail.units)
    findings = [replace(finding, at=at_unit(order, "rail", finding.unit)) for finding in movers]
    if hopeless:
        return findings
    return findings + judge_ride(position, rail)


def judge_ride(position: Position, rail: Rail | Enter, gates: Doors | None = None) -> list[Finding]:
    """What is wrong with the way of units that may go by rail, through ``gates`` when they enter the map (16.0)."""
    ride = _Ride(position, rail, gates)
    return ride.judge(rail.path) if rail.to is None else ride.judge_goal(rail.to)


def count_units(position: Position, side: str, units: Sequence[str]) -> list[Event]:
    """Units counted against the capacity (6.45)."""
    counted = sum(not _is_free(position, unit_id) for unit_id in units)
    return [Event("pool", RAIL, {"item": side, "change": counted}, ("6.45",))] if counted else []


def is_friendly(setting: Setting, side: str, hex_: int) -> bool:
    """Whether a hex is a rail hex friendly to a side, by the front line of 12 May 1942 (6.42)."""
    return hex_ in setting.map.networks["rail"].hexes and (hex_ in setting.soviet_side) == (side == SOVIET)


def is_connected(setting: Setting, a: int, b: int) -> bool:
    """Whether a usable railroad joins two adjacent hexes (6.41; across the Dnieper by option ``rail_dnieper``)."""
    pair = hexside(a, b)
    return pair in setting.map.networks["rail"].links and (
        pair not in setting.barred or setting.options.is_on("rail_dnieper")
    )


@lru_cache(maxsize=16)
def _steps(setting: Setting, side: str) -> Steps:
    grid = setting.map.grid
    table: list[tuple[tuple[int, int], ...]] = [()] * grid.size
    for hex_ in sorted(setting.map.networks["rail"].hexes):
        if is_friendly(setting, side, hex_):
            joined = [n for n in grid.adjacent[hex_] if is_connected(setting, hex_, n)]
            table[hex_] = tuple((n, 1) for n in joined if is_friendly(setting, side, n))
    return tuple(table)


def route_of(position: Position, rail: Rail | Enter, gates: Doors | None = None) -> tuple[int, ...]:
    """The hexes a legal ride enters: its path, or the shortest to where it goes."""
    if rail.to is None:
        return rail.path
    start = beyond(position) if gates else position.hex_of(rail.units[0])
    return find_rides(position, rail.order.side, start, gates.hexes if gates else ())[rail.to].path


def find_rides(position: Position, side: str, start: int, gates: tuple[int, ...] = ()) -> Mapping[int, Reach]:
    """The hexes within reach by rail, costs in hexes: from a hex, or from beyond the edge through ``gates`` (16.0)."""

    def search() -> Mapping[int, Reach]:
        ground, setting = ground_of(position, side), position.setting
        steps = (*_steps(setting, side), tuple((hex_, 1) for hex_ in gates if is_friendly(setting, side, hex_)))
        return find_cheapest(position.grid, steps, start, setting.tables.rail_hexes, ground.closed | ground.zone)

    return position.once(("rail", side, start, gates), search)


def _is_free(position: Position, unit_id: str) -> bool:
    """Whether a unit goes by rail beyond the capacity: Soviet headquarters do (6.45)."""
    return position.side_of(unit_id) == SOVIET and position.setting.is_hq(unit_id)


def judge_capacity(position: Position, side: str, units: tuple[str, ...]) -> list[Finding]:
    """Whether these units would be more than a side may move by rail in the phase (6.45)."""
    limit = position.setting.tables.rail_units[side]
    used = position.game.pools.get(RAIL, {}).get(side, 0)
    wanted = sum(not _is_free(position, unit_id) for unit_id in units)
    if not wanted or used + wanted <= limit:
        return []
    who = names_of(units)
    message = f"{who} may not use rail: the {side.capitalize()} Player moves at most {limit} units a turn by rail"
    note = f"moved by rail already {used}, in this order {wanted}"
    return [Finding("illegal", "rail-capacity", message, unit=units[0], cases=("6.45",), notes=(note,))]


def _judge_units(position: Position, side: str, units: tuple[str, ...]) -> list[Finding]:
    """What forbids rail to units that may move otherwise: phase, capacity, zone, no railroad (6.24, 6.41, 6.45)."""
    start = position.hex_of(units[0])
    number, who = position.number(start), names_of(units)
    findings = []

    def illegal(code: str, message: str, cases: tuple[str, ...], *notes: str) -> None:
        found = Finding("illegal", code, message, unit=units[0], hex=number, cases=cases, notes=notes)
        findings.append(found)

    if position.game.phase == MECHANIZED:
        illegal("rail-in-mechanized-phase", f"{who} may not use rail in the Mechanized Movement Phase", ("6.45", "4.2"))
    findings += [replace(finding, hex=number) for finding in judge_capacity(position, side, units)]
    may_break_out = position.setting.options["rail_leave_ezoc"] == "breakout"
    if start in ground_of(position, side).zone:
        held = [unit_id for unit_id in units if not (may_break_out and is_breaking_out(position, unit_id))]
        if held:
            message = f"{names_of(held)} may not leave {number} by rail: it is in an enemy zone of control"
            illegal("leaves-enemy-zone", message, ("6.24", "6.41"), describe_zone(position, side, start))
    if not is_friendly(position.setting, side, start):
        message = f"{who} may not board in {number}: {_why_not_friendly(position.setting, side, start)}"
        illegal("not-a-rail-hex", message, ("6.41", "6.42"))
    return findings


def _why_not_friendly(setting: Setting, side: str, hex_: int) -> str:
    if hex_ not in setting.map.networks["rail"].hexes:
        return "no railroad runs through it"
    return f"its railroad is on the {enemy_of(side).capitalize()} side of the front line of 12 May"


class _Ride:
    """The judgement of one way by rail."""

    def __init__(self, position: Position, rail: Rail | Enter, gates: Doors | None) -> None:
        self.position = position
        self.rail = rail
        self.side = rail.order.side
        self.gates = gates
        self.start = beyond(position) if gates else position.hex_of(rail.units[0])
        self.who = names_of(rail.units)
        self.findings: list[Finding] = []

    def judge(self, path: tuple[int, ...]) -> list[Finding]:
        """Every fault of a path, step by step, and its length."""
        here = self.start
        for index, there in enumerate(path):
            at = at_way(self.rail.order, path, index)
            self._judge_step(here, there, at)
            self._judge_entry(there, at)
            here = there
        self._judge_length(len(path), path[-1], at_way(self.rail.order, path, len(path) - 1))
        return self.findings

    def judge_goal(self, to: int) -> list[Finding]:
        """Why a hex cannot be reached by rail; empty when it can."""
        number, at = self.position.number(to), at_goal(self.rail.order)
        if to == self.start:
            message = f"{self.who} cannot go to {number}: the move starts there"
            self._illegal("already-there", message, to, at, ("6.41",))
        elif to not in find_rides(self.position, self.side, self.start, self.gates.hexes if self.gates else ()):
            self._judge_entry(to, at)
            if not self.findings and (self.gates or is_friendly(self.position.setting, self.side, self.start)):
                limit = self.position.setting.tables.rail_hexes
                message = f"no open railroad of at most {limit} hexes leads {self.who} to {number}"
                self._illegal("no-way", message, to, at, ("6.41", "6.43", "6.44"))
        return self.findings

    def _judge_step(self, here: int, there: int, at: tuple[Step, ...]) -> None:
        position, setting = self.position, self.position.setting
        b = position.number(there)
        if self.gates and here == self.start:
            if there not in self.gates.hexes:
                message = f"{self.who} may not enter the map by rail in {b}: only {self.gates.what}"
                self._illegal("wrong-entry", message, there, at, self.gates.cases)
            return
        a = position.number(here)
        if here == there:
            self._illegal("stays-in-hex", f"the path names {a} twice running", there, at, ("6.41",))
        elif not position.grid.is_adjacent(here, there):
            notes = (f"they are {position.grid.distance(here, there)} hexes apart",)
            self._illegal("gap", f"the path has a gap: {b} is not adjacent to {a}", there, at, ("6.41",), notes)
        elif hexside(here, there) not in setting.map.networks["rail"].links:
            # A hex without a railroad at either end has its own finding.
            if {here, there} <= setting.map.networks["rail"].hexes:
                message = f"{self.who} may not go by rail from {a} to {b}: no railroad joins them"
                self._illegal("not-connected", message, there, at, ("6.41",))
        elif not is_connected(setting, here, there):
            message = f"{self.who} may not cross the Dnieper from {a} to {b}: there is no road"
            self._illegal("dnieper", message, there, at, ("6.3", "6.46"))

    def _judge_entry(self, there: int, at: tuple[Step, ...]) -> None:
        position, number = self.position, self.position.number(there)
        if not is_friendly(position.setting, self.side, there):
            why = _why_not_friendly(position.setting, self.side, there)
            message = f"{self.who} may not enter {number} by rail: {why}"
            self._illegal("not-a-rail-hex", message, there, at, ("6.41", "6.42"))
        if position.has_enemy_unit(self.side, there):
            message = f"{self.who} may not enter {number}: it holds {names_of(position.game.units_in(there))}"
            self._illegal("enemy-hex", message, there, at, ("6.22",))
        if position.is_enemy_zone(self.side, there):
            message = f"{self.who} may not enter {number} by rail: it is in an enemy zone of control"
            self._illegal("rail-into-zone", message, there, at, ("6.43",), (describe_zone(position, self.side, there),))

    def _judge_length(self, length: int, to: int, at: tuple[Step, ...]) -> None:
        limit = self.position.setting.tables.rail_hexes
        if length > limit:
            message = f"{self.who} cannot reach {self.position.number(to)} by rail: too far"
            note = f"goes {length} rail hexes, may go {limit}"
            self._illegal("rail-range", message, to, at, ("6.44",), (note,))

    def _illegal(
        self,
        code: str,
        message: str,
        hex_: int,
        at: tuple[Step, ...],
        cases: tuple[str, ...],
        notes: tuple[str, ...] = (),
    ) -> None:
        unit, number = self.rail.units[0], self.position.number(hex_)
        self.findings.append(Finding("illegal", code, message, unit=unit, hex=number, cases=cases, notes=notes, at=at))
