"""Movement of units and stacks (6.0-6.3, 6.8): who may move, where to, at what price, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.paths import Reach
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov import sector
from adjudicator.rulesets.kharkov.cities import events_of_entry
from adjudicator.rulesets.kharkov.going import (
    BOUNDLESS,
    Going,
    allowance_of,
    cost_of_way,
    find_ways,
    find_within,
    going_of,
    guarded_for,
    prices_of,
    printed_allowance,
    stops_of,
    total_of,
)
from adjudicator.rulesets.kharkov.ground import Ground, find_near_axis, ground_of
from adjudicator.rulesets.kharkov.movers import (
    HOPELESS,
    at_goal,
    at_unit,
    at_way,
    describe_zone,
    is_breaking_out,
    judge_movers,
    names_of,
)
from adjudicator.rulesets.kharkov.orders import Enter, Move
from adjudicator.rulesets.kharkov.position import MOVED, STOPPED, UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, Class, enemy_of
from adjudicator.rulesets.kharkov.terrain import points_text


def find_reach(position: Position, units: Sequence[str]) -> Mapping[int, Reach]:
    """The hexes where these units of one stack may end a move together now, by the cheapest path, at the cost of the
    unit that pays most; empty when one of them may not move. ``judge_move`` accepts every path listed; stacking is
    judged at the end of the phase (8.1)."""
    side = position.side_of(units[0])
    if judge_movers(position, side, tuple(units)):
        return {}
    return find_ways(position, going_of(position, units))


def judge_move(position: Position, move: Move) -> list[Finding]:
    """What is wrong with a move: its units first, then each step of its path, then the Movement Points (6.0-6.26)."""
    side = move.order.side
    movers = judge_movers(position, side, move.units)
    findings = [replace(finding, at=at_unit(move.order, "move", finding.unit)) for finding in movers]
    if any(finding.code in HOPELESS for finding in findings):
        return findings
    return findings + judge_way(position, move, going_of(position, move.units))


def judge_way(position: Position, move: Move | Enter, going: Going) -> list[Finding]:
    """What is wrong with the way of units that may move."""
    walk = _Walk(position, move.order, move.units, going)
    return walk.judge(move.path) if move.to is None else walk.judge_goal(move.to)


def route_of(position: Position, move: Move) -> tuple[int, ...]:
    """The hexes a legal move enters: its path, or the cheapest legal path to where it goes."""
    if move.to is None:
        return move.path
    return find_ways(position, going_of(position, move.units))[move.to].path


def events_of_move(position: Position, move: Move) -> list[Event]:
    """The events of a legal move: each unit moved and marked, City hexes entered remembered (6.0, 6.12, 11.31)."""
    route = route_of(position, move)
    going = going_of(position, move.units)
    path = [position.number(hex_) for hex_ in (going.start, *route)]
    events = []
    for unit_id in move.units:
        cost = cost_of_way(position, unit_id, going.start, route)
        cases = ["6.0", "6.21"] + ["6.8"] * going.breakout
        if position.unit(unit_id).has(UNSUPPLIED):
            cases += ["6.26", "11.41"]
        events.append(Event("moved", unit_id, {"path": path, "how": "move", "cost": cost}, tuple(cases)))
        events += mark_moved(position, unit_id, route[-1])
    return events + events_of_entry(position, going.side, route) + sector.events_of_entry(position, going.side, route)


def mark_moved(position: Position, unit_id: str, hex_: int) -> list[Event]:
    """The marks on a unit that has moved to a hex by ordinary movement (6.12, 6.23)."""
    events = [Event("marked", unit_id, {"marker": MOVED}, ("6.0", "6.12"))]
    if _is_stopped_for_the_turn(position, unit_id, hex_):
        events.append(Event("marked", unit_id, {"marker": STOPPED}, ("6.23",)))
    return events


def _is_stopped_for_the_turn(position: Position, unit_id: str, hex_: int) -> bool:
    return (
        position.setting.options["zoc_stop_scope"] == "turn"
        and position.game.phase == "axis/movement"
        and position.setting.is_mechanized(unit_id)
        and position.is_enemy_zone(AXIS, hex_)
    )


class _Walk:
    """The judgement of one way of one stack."""

    def __init__(self, position: Position, order: Order, units: tuple[str, ...], going: Going) -> None:
        self.position = position
        self.order = order
        self.units = units
        self.going = going
        self.ground: Ground = ground_of(position, going.side)
        self.who = names_of(units)
        self.findings: list[Finding] = []

    def judge(self, path: tuple[int, ...]) -> list[Finding]:
        """Every fault of a path, step by step, and the Movement Points it would take."""
        stops, guarded = stops_of(self.position, self.going), guarded_for(self.position, self.going)
        here = self.going.start
        for index, there in enumerate(path):
            at = at_way(self.order, path, index)
            if index == 0:
                self._judge_leaving(at)
            elif here in stops:
                self._judge_moving_on(here, at)
            self._judge_step(here, there, at)
            self._judge_entry(there, at)
            if (here, there) in guarded:
                self._judge_guarded(here, there, guarded[here, there], at)
            here = there
        self._judge_points(path, at_way(self.order, path, len(path) - 1))
        return self.findings

    def judge_goal(self, to: int) -> list[Finding]:
        """Why a hex cannot be reached; empty when it can."""
        at = at_goal(self.order)
        if to == self.going.start:
            message = f"{self.who} cannot go to {self._number(to)}: the move starts there"
            self._illegal("already-there", message, to, at, ("6.0",))
        elif to not in find_ways(self.position, self.going):
            self._judge_entry(to, at)
            self._judge_leaving(at)
            if not self.findings:
                self._judge_distance(to, at)
        return self.findings

    def _judge_distance(self, to: int, at: tuple[Step, ...]) -> None:
        wide = find_within(self.position, self.going, BOUNDLESS)
        if to in wide:
            self._judge_points(wide[to].path, at)
            return
        start = f"any hex {self.going.doors.what}" if self.going.doors else self._number(self.going.start)
        message = f"no way leads {self.who} from {start} to {self._number(to)}"
        notes = ("every way is barred by enemy units, their zones of control or the Dnieper",)
        self._illegal("no-way", message, to, at, ("6.22", "6.23", "6.25", "6.3"), notes)

    def _judge_leaving(self, at: tuple[Step, ...]) -> None:
        start = self.going.start
        if start not in self.ground.zone or self.going.breakout:
            return
        message = f"{self.who} may not leave {self._number(start)}: it is in an enemy zone of control"
        notes, cases = [describe_zone(self.position, self.going.side, start)], ["6.24", "8.23"]
        turn, last = self.position.game.turn, self.position.setting.tables.breakout_turns
        held = [unit_id for unit_id in self.units if not is_breaking_out(self.position, unit_id)]
        if self.going.side == SOVIET:
            cases.append("6.8")
            if turn > last:
                notes.append(f"breakout mobility ended with Game-Turn {last}")
            else:
                notes.append(f"breakout mobility is for combat units, not for {names_of(held)}")
        elif all(self.position.counter(unit_id).nation == "german" for unit_id in self.units) and turn > 1:
            cases.append("6.6")
            notes.append("German disengagement (6.6) is not built yet")
        self._illegal("leaves-enemy-zone", message, start, at, tuple(cases), tuple(notes))

    def _judge_moving_on(self, here: int, at: tuple[Step, ...]) -> None:
        number = self._number(here)
        message = f"{self.who} may not move on from {number}: entering an enemy zone of control ends the move"
        cases = ("6.23", "6.8") if self.going.breakout else ("6.23",)
        note = describe_zone(self.position, self.going.side, here)
        self._illegal("moves-on-in-enemy-zone", message, here, at, cases, (note,))

    def _judge_step(self, here: int, there: int, at: tuple[Step, ...]) -> None:
        if self.going.doors and here == self.going.start:
            if there not in self.going.doors.hexes:
                message = f"{self.who} may not enter the map in {self._number(there)}: only {self.going.doors.what}"
                self._illegal("wrong-entry", message, there, at, self.going.doors.cases)
        elif here == there:
            message = f"the path names {self._number(here)} twice running"
            self._illegal("stays-in-hex", message, there, at, ("6.0",))
        elif not self.position.grid.is_adjacent(here, there):
            message = f"the path has a gap: {self._number(there)} is not adjacent to {self._number(here)}"
            apart = self.position.grid.distance(here, there)
            self._illegal("gap", message, there, at, ("6.0",), (f"they are {apart} hexes apart",))
        elif self.position.setting.is_barred(here, there):
            message = f"{self.who} may not cross the Dnieper from {self._number(here)} to {self._number(there)}"
            self._illegal("dnieper", message, there, at, ("6.3",), ("the Dnieper is crossed at a road only",))

    def _judge_entry(self, there: int, at: tuple[Step, ...]) -> None:
        number = self._number(there)
        if self.position.has_enemy_unit(self.going.side, there):
            enemies = names_of(self.position.game.units_in(there))
            self._illegal("enemy-hex", f"{self.who} may not enter {number}: it holds {enemies}", there, at, ("6.22",))
        elif there in self.ground.closed:
            message = f"{self.who} may not enter {number}: its garrison of {self.position.garrison_in(there)} holds out"
            self._illegal("garrison", message, there, at, ("15.3",))
        if self.going.kept_south and there not in self.position.setting.south:
            message = f"{self.who} may not enter {number}: what began south of the Sector Line goes north by rail only"
            self._illegal("sector-line", message, there, at, ("6.77",))
        if self.going.keeps_away and there in find_near_axis(self.position):
            self._judge_nearness(there, at)

    def _judge_nearness(self, there: int, at: tuple[Step, ...]) -> None:
        position, number = self.position, self._number(there)
        counter = next(unit_id for unit_id in self.units if position.counter(unit_id).kind == "reserve")
        distances = {hex_: position.grid.distance(there, hex_) for hex_ in position.stacks[AXIS]}
        near = min(distances, key=lambda hex_: (distances[hex_], position.number(hex_)))
        enemies = f"{names_of(position.units_of(AXIS, near))} in {self._number(near)}"
        apart = f"{distances[near]} {'hex' if distances[near] == 1 else 'hexes'}"
        message = f"{counter} may not enter {number}: it is {apart} from {enemies}"
        limit = position.setting.tables.reserves.distance
        notes = (f"an Army Reserve counter never moves to within {limit} hexes of an Axis unit",)
        self._illegal("near-axis", message, there, at, ("6.72",), notes, counter)

    def _judge_guarded(self, here: int, there: int, guard: int, at: tuple[Step, ...]) -> None:
        river = next(r.name for r in self.position.setting.rivers_between(here, there) if r.grade == "major")
        message = f"{self.who} may not cross the {river} from {self._number(here)} into {self._number(there)}"
        enemies = names_of(self.position.combat_units_of(enemy_of(self.going.side), guard))
        note = f"{self._number(there)} is in the zone of {enemies} in {self._number(guard)}, beside the river"
        self._illegal("guarded-river", message, there, at, ("6.25",), (note,))

    def _judge_points(self, path: Sequence[int], at: tuple[Step, ...]) -> None:
        """Who cannot pay for a path: each unit has its own prices and its own allowance."""
        short: dict[tuple[Class, int], list[str]] = {}
        for unit_id in self.units:
            class_, has = self.position.setting.class_of(unit_id), allowance_of(self.position, unit_id)
            if cost_of_way(self.position, unit_id, self.going.start, path) > has:
                short.setdefault((class_, has), []).append(unit_id)
        if not short:
            return
        cases, notes = ["6.11", "6.12"], []
        for (class_, has), units in short.items():
            notes.append(self._reckon(units, class_, has, path))
            for unit_id in units:
                if self.position.unit(unit_id).has(UNSUPPLIED):
                    cases += ["6.26", "11.41"]
                    halved = f"its allowance of {printed_allowance(self.position, unit_id)} is halved"
                    notes.append(f"{unit_id} is out of supply: {halved} to {points_text(has)}")
        message = f"{self.who} cannot reach {self._number(path[-1])}: not enough Movement Points"
        first = next(iter(short.values()))[0]
        self._illegal("movement-points", message, path[-1], at, tuple(dict.fromkeys(cases)), tuple(notes), first)

    def _reckon(self, units: Sequence[str], class_: Class, has: int, path: Sequence[int]) -> str:
        """The price of a path hex by hex: ``needs 5, has 4: 1521 forest 2 + 1520 Donets 1+2``."""
        priced = prices_of(self.position, class_, self.going.start, path)
        reckoning = " + ".join(f"{self._number(hex_)} {price.as_text()}" for hex_, price in priced)
        needs = ("" if len(priced) == len(path) else "at least ") + points_text(total_of(priced))
        if len(units) > 1:
            return f"{names_of(units)} need {needs} each, have {points_text(has)}: {reckoning}"
        who = "" if len(self.units) == 1 else f"{units[0]} "
        return f"{who}needs {needs}, has {points_text(has)}: {reckoning}"

    def _number(self, hex_: int) -> str:
        return self.position.number(hex_)

    def _illegal(
        self,
        code: str,
        message: str,
        hex_: int,
        at: tuple[Step, ...],
        cases: tuple[str, ...],
        notes: tuple[str, ...] = (),
        unit: str = "",
    ) -> None:
        unit, number = unit or self.units[0], self._number(hex_)
        self.findings.append(Finding("illegal", code, message, unit=unit, hex=number, cases=cases, notes=notes, at=at))
