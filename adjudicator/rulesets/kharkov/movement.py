"""Movement of units and stacks (6.0-6.3, 6.6, 6.8): who may move, where to, at what price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.paths import Reach
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.rulesets.kharkov import overrun
from adjudicator.rulesets.kharkov.disengagement import exits_of, find_obstacles
from adjudicator.rulesets.kharkov.going import (
    BOUNDLESS,
    BREAKOUT,
    DISENGAGE,
    HELD,
    Going,
    allowance_of,
    cost_of_way,
    find_ways,
    find_within,
    going_of,
    guarded_for,
    is_stopped,
    left_of,
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
from adjudicator.rulesets.kharkov.position import UNSUPPLIED, Position
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
    movers = judge_movers(position, side, move.units, is_overrun=0 in move.overruns)
    findings = [replace(finding, at=at_unit(move.order, "move", finding.unit)) for finding in movers]
    if any(finding.code in HOPELESS for finding in findings):
        return findings
    return findings + judge_way(position, move, going_of(position, move.units))


def judge_way(position: Position, move: Move | Enter, going: Going) -> list[Finding]:
    """What is wrong with the way of units that may move."""
    if move.to is not None:
        return _Walk(position, move, going, 0).judge_goal(move.to)
    return judge_rest(position, move, going, 0)


def find_overruns(position: Position, move: Move | Enter, going: Going) -> Iterator[tuple[Position, int]]:
    """The overruns of a legal way, each with the position in which it is made if all before it succeed, and its place
    in the path."""
    here, first = position, 0
    for end in sorted(move.overruns):
        here, going = _walked(here, move.units, going, move.path[first:end])
        yield here, end
        if end + 1 < len(move.path):
            here, going = _overran(here, move.units, going, move.path[end])
        first = end + 1


def judge_rest(position: Position, move: Move | Enter, going: Going, first: int) -> list[Finding]:
    """What is wrong with the steps of a path from the ``first`` on, walked by units that go so: the hexes up to each
    overrun, the overrun, and so on as if it had succeeded (7.25)."""
    here = position
    while True:
        end = next((place for place in sorted(move.overruns) if place >= first), len(move.path))
        path = move.path[first:end]
        findings = _Walk(here, move, going, first).judge(path) if path else []
        if findings or end == len(move.path):
            return findings
        here, going = _walked(here, move.units, going, path)
        at = at_way(move.order, move.path, end)
        findings = overrun.judge_overrun(here, move.units, going, move.path[end], at)
        if findings or end + 1 == len(move.path):
            return findings
        here, going = _overran(here, move.units, going, move.path[end])
        first = end + 1


def _walked(position: Position, units: tuple[str, ...], going: Going, path: Sequence[int]) -> tuple[Position, Going]:
    """The position and how the units go on once they have walked a path."""
    if not path:
        return position, going
    costs = {unit_id: cost_of_way(position, going, unit_id, path) for unit_id in units}
    progress = going.progress.after(costs, got_away=going.leaves == DISENGAGE)
    numbers = [position.number(path[-1])]
    later = position.after([Event("moved", unit_id, {"path": numbers, "how": "move"}) for unit_id in units])
    return later, going_of(later, units, progress)


def _overran(position: Position, units: tuple[str, ...], going: Going, target: int) -> tuple[Position, Going]:
    """The position and how the units go on if they succeed in an overrun."""
    cost = position.setting.tables.overrun_cost
    progress = going.progress.after(dict.fromkeys(units, cost), overruns=1)
    later = position.after(overrun.suppose_success(position, units, going.side, target))
    return later, going_of(later, units, progress)


class _Walk:
    """The judgement of one way of one stack."""

    def __init__(self, position: Position, move: Move | Enter, going: Going, first: int) -> None:
        self.position = position
        self.move = move
        self.first = first
        self.units = move.units
        self.going = going
        self.ground: Ground = ground_of(position, going.side)
        self.who = names_of(move.units)
        self.findings: list[Finding] = []

    def judge(self, path: tuple[int, ...]) -> list[Finding]:
        """Every fault of a path, step by step, and the Movement Points it would take."""
        stops, guarded = stops_of(self.position, self.going), guarded_for(self.position, self.going)
        here = self.going.start
        for index, there in enumerate(path):
            at = self._at(index)
            if index == 0:
                self._judge_leaving(there, at)
            elif here in stops:
                self._judge_moving_on(here, at)
            self._judge_step(here, there, at)
            self._judge_entry(there, at)
            if (here, there) in guarded:
                self._judge_guarded(here, there, guarded[here, there], at)
            here = there
        self._judge_points(path, self._at(len(path) - 1))
        return self.findings

    def judge_goal(self, to: int) -> list[Finding]:
        """Why a hex cannot be reached; empty when it can."""
        at = at_goal(self.move.order)
        if to == self.going.start:
            message = f"{self.who} cannot go to {self._number(to)}: the move starts there"
            self._illegal("already-there", message, to, at, ("6.0",))
        elif to not in find_ways(self.position, self.going):
            self._judge_entry(to, at)
            self._judge_leaving(None, at)
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

    def _judge_leaving(self, there: int | None, at: tuple[Step, ...]) -> None:
        """Whether the units may leave their hex as they go, into ``there`` if that is known (6.24, 6.6, 6.8)."""
        start, leaves = self.going.start, self.going.leaves
        if leaves == DISENGAGE and there is not None:
            self._judge_disengaging(start, there, at)
        if leaves != HELD or is_stopped(self.position, self.units, self.going.progress):
            return
        message = f"{self.who} may not leave {self._number(start)}: it is in an enemy zone of control"
        notes, cases = [describe_zone(self.position, self.going.side, start)], ["6.24", "8.23"]
        turn, last = self.position.game.turn, self.position.setting.tables.breakout_turns
        held = [unit_id for unit_id in self.units if not is_breaking_out(self.position, unit_id)]
        if self.going.side == SOVIET:
            cases.append("6.8")
            if turn > last:
                notes.append(f"breakout mobility ended with Game-Turn {last}")
            elif gone := [unit_id for unit_id in held if self.position.has_moved(unit_id)]:
                moved = f"{names_of(gone)} {'has' if len(gone) == 1 else 'have'} moved already"
                notes.append(f"breakout mobility leads out of the hex where a unit begins the phase: {moved}")
            elif late := [unit_id for unit_id in held if self.position.setting.is_combat_unit(unit_id)]:
                notes.append(f"no breakout mobility: {names_of(late)} began the phase in no enemy zone of control")
            elif held:
                notes.append(f"breakout mobility is for combat units, not for {names_of(held)}")
        else:
            progress = self.going.progress
            for why, case in find_obstacles(self.position, self.units, progress.is_under_way, progress.is_chased):
                cases.append(case)
                notes.append(f"it may not disengage: {why}")
        self._illegal("leaves-enemy-zone", message, start, at, tuple(dict.fromkeys(cases)), tuple(notes))

    def _judge_disengaging(self, start: int, there: int, at: tuple[Step, ...]) -> None:
        number = self._number(there)
        if self.position.grid.is_adjacent(start, there) and there not in exits_of(self.position, start):
            river = next(r.name for r in self.position.setting.rivers_between(start, there) if r.grade == "major")
            message = f"{self.who} may not disengage from {self._number(start)} into {number} across the {river}"
            self._illegal("disengages-over-river", message, there, at, ("6.64",))
        elif there in self.ground.zone:
            message = f"{self.who} may not disengage from {self._number(start)} into {number}: it is in an enemy zone"
            note = describe_zone(self.position, self.going.side, there)
            self._illegal("disengages-into-zone", message, there, at, ("6.61", "6.24"), (note,))

    def _judge_moving_on(self, here: int, at: tuple[Step, ...]) -> None:
        number = self._number(here)
        message = f"{self.who} may not move on from {number}: entering an enemy zone of control ends the move"
        cases = ("6.23", "6.8") if self.going.leaves == BREAKOUT else ("6.23",)
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
            class_, has = self.position.setting.class_of(unit_id), left_of(self.position, self.going, unit_id)
            if cost_of_way(self.position, self.going, unit_id, path) > has:
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
                    half = points_text(allowance_of(self.position, unit_id))
                    notes.append(f"{unit_id} is out of supply: {halved} to {half}")
        message = f"{self.who} cannot reach {self._number(path[-1])}: not enough Movement Points"
        first = next(iter(short.values()))[0]
        self._illegal("movement-points", message, path[-1], at, tuple(dict.fromkeys(cases)), tuple(notes), first)

    def _reckon(self, units: Sequence[str], class_: Class, has: int, path: Sequence[int]) -> str:
        """The price of a path hex by hex: ``needs 5, has 4: 1521 forest 2 + 1520 Donets 1+2``."""
        priced = prices_of(self.position, self.going, class_, path)
        reckoning = " + ".join(f"{self._number(hex_)} {price.as_text()}" for hex_, price in priced)
        needs = ("" if len(priced) == len(path) else "at least ") + points_text(total_of(priced))
        if len(units) > 1:
            return f"{names_of(units)} need {needs} each, have {points_text(has)}: {reckoning}"
        who = "" if len(self.units) == 1 else f"{units[0]} "
        return f"{who}needs {needs}, has {points_text(has)}: {reckoning}"

    def _at(self, index: int) -> tuple[Step, ...]:
        return at_way(self.move.order, self.move.path, self.first + index)

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
