"""A move carried out: its legs, its overruns, and what the enemy does in the midst of it (6.0, 6.6, 7.0).

``succeeds`` says how it comes out in a check: every overrun succeeds and no disengagement is chased, or the contrary.
Without it dice and the enemy decide.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.steps import Choice, Option, Resolution, Step, Table, choose
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov import cities, overrun, sector
from adjudicator.rulesets.kharkov.combat import numbers_of
from adjudicator.rulesets.kharkov.disengagement import chase, find_chasers
from adjudicator.rulesets.kharkov.going import (
    BREAKOUT,
    DISENGAGE,
    cost_of_way,
    find_ways,
    going_in,
    going_of,
    note,
)
from adjudicator.rulesets.kharkov.movement import judge_rest, judge_way
from adjudicator.rulesets.kharkov.movers import MECHANIZED, Doors, names_of
from adjudicator.rulesets.kharkov.orders import Enter, Move, Rail
from adjudicator.rulesets.kharkov.position import (
    ARRIVED,
    COMMANDED,
    IN_ZONE,
    MOVED,
    OVERRAN,
    SPENT,
    STOPPED,
    SUPERVISED,
    UNSUPPLIED,
    Position,
    Positions,
)
from adjudicator.rulesets.kharkov.reserves import Alarm
from adjudicator.rulesets.kharkov.setting import AXIS

GO_ON, STOP = "go-on", "stop"


def carry_out_march(
    table: Table, positions: Positions, move: Move | Enter, doors: Doors | None = None, succeeds: bool | None = None
) -> Resolution:
    """A legal move, or an entry through these doors (16.0), with all that comes of it."""
    yield from _March(table, positions, move, doors, succeeds).carry_out()


def halted(
    position: Position,
    move: Move | Rail | Enter,
    here: int,
    rest: Sequence[int],
    reasons: Sequence[str],
    cases: tuple[str, ...],
) -> Event:
    """What is told to its owner when units stop ``here`` because the rest of their way has become impossible."""
    values = {"units": list(move.units), "hex": position.number(here), "rest": numbers_of(position, rest)}
    return Event("halted", move.order.name, {**values, "reasons": list(reasons)}, cases, (move.order.side,))


class _March:
    def __init__(
        self, table: Table, positions: Positions, move: Move | Enter, doors: Doors | None, succeeds: bool | None
    ) -> None:
        self.table = table
        self.positions = positions
        self.move = move
        self.units = move.units
        self.succeeds = succeeds
        position = self.position
        self.going = going_in(position, self.units, doors) if doors else going_of(position, self.units)
        self.progress = self.going.progress
        self.alarm = Alarm(table, positions, move.order.side)
        self.cut: Event | None = None
        self.beyond: tuple[int, ...] = ()
        self.path = move.path if move.to is None else find_ways(position, self.going)[move.to].path

    @property
    def position(self) -> Position:
        """The position as it is by now."""
        return self.positions.of(self.table.game)

    def carry_out(self) -> Resolution:
        """The whole march, and the marks on its units at the end."""
        done, may_go_on, has_won = 0, True, False
        while may_go_on and done < len(self.path):
            if done in self.move.overruns:
                may_go_on = has_won = yield from self._overrun(done)
                done += 1
                is_changed = True
            else:
                end = self._end_of_leg(done)
                is_changed = yield from self._walk(self.path[done:end])
                done, has_won = end, False
            if may_go_on and done < len(self.path):
                self.going = going_of(self.position, self.units, self.progress)
                may_go_on = not is_changed or (yield from self._ask_on(done))
        if may_go_on and self.cut:
            yield self.cut
        yield from self._mark(has_won)

    def _end_of_leg(self, done: int) -> int:
        """Where the walk that begins now pauses: before an overrun, after a disengagement, where the enemy may commit a
        reserve (6.75), else at its end."""
        if self.going.leaves == DISENGAGE:
            return done + 1
        end = next((place for place in sorted(self.move.overruns) if place > done), len(self.path))
        return end if self.succeeds is not None else self.alarm.find_pause(self.path, done, end)

    def _walk(self, path: Sequence[int]) -> Generator[Step, Any, bool]:
        """One leg; returns whether the enemy has done something meanwhile."""
        position, going = self.position, self.going
        costs = {unit_id: cost_of_way(position, going, unit_id, path) for unit_id in self.units}
        yield from self._events_of_leg(position, path, costs)
        self.progress = self.progress.after(costs, got_away=going.leaves == DISENGAGE)
        is_changed = False
        if going.leaves == DISENGAGE:
            is_changed = yield from self._be_chased(going.start)
        return (yield from self._sound(path[-1])) or is_changed

    def _sound(self, hex_: int) -> Generator[Step, Any, bool]:
        """What a move into a hex sets off among the enemy's reserves (6.75)."""
        return self.succeeds is None and (yield from self.alarm.sound(hex_))

    def _events_of_leg(self, position: Position, path: Sequence[int], costs: dict[str, int]) -> Iterator[Event]:
        going = self.going
        for unit_id in self.units:
            if going.doors:
                cases = list(going.doors.cases)
                values = {"path": numbers_of(position, path), "how": "enter", "cost": costs[unit_id]}
            else:
                cases = ["6.0", "6.21", *{BREAKOUT: ["6.8"], DISENGAGE: ["6.6", "6.61"]}.get(going.leaves, [])]
                values = {"path": numbers_of(position, (going.start, *path)), "how": "move", "cost": costs[unit_id]}
                if position.unit(unit_id).has(UNSUPPLIED):
                    cases += ["6.26", "11.41"]
            yield Event("moved", unit_id, values, tuple(cases))
            if going.doors:
                yield Event("marked", unit_id, {"marker": ARRIVED}, ("16.0",))
        yield from cities.events_of_entry(position, going.side, path)
        yield from sector.events_of_entry(position, going.side, path)

    def _be_chased(self, left: int) -> Generator[Step, Any, bool]:
        """What the enemy makes of a disengagement (6.62)."""
        if self.succeeds is not None:
            # Along the bare line whoever can be chased is, and stays where he is.
            is_chased = not self.succeeds and bool(find_chasers(self.position, left))
            self.path = self.path[:0] if is_chased else self.path
            return False
        chasers = yield from chase(self.table, self.positions, self.units, left)
        self.progress = replace(self.progress, is_chased=bool(chasers))
        return bool(chasers)

    def _overrun(self, place: int) -> Generator[Step, Any, bool]:
        position, going, target = self.position, self.going, self.path[place]
        order = self.move.overruns[place].order
        if self.succeeds is None:
            is_success = yield from overrun.carry_out_overrun(
                self.table, self.positions, order, self.units, going, target
            )
        else:
            is_success = self.succeeds
            yield from overrun.suppose_overrun(position, self.units, going, target, is_success)
        if is_success:
            costs = dict.fromkeys(self.units, position.setting.tables.overrun_cost)
            self.progress = self.progress.after(costs, overruns=1)
            yield from self._sound(target)
        return is_success

    def _ask_on(self, done: int) -> Generator[Step, Any, bool]:
        """Whether the units go on after the enemy or the dice have changed the ground; if not, why is told."""
        position, move = self.position, self.move
        if move.to is None:
            findings = judge_rest(position, move, self.going, done)
        else:
            findings = judge_way(position, move, self.going)
        if findings:
            legal = self._find_legal(done) if self.progress.is_chased and move.to is None else done
            end = self.path[legal - 1] if legal > done else self.going.start
            cases = dict.fromkeys(case for finding in findings for case in finding.cases)
            reasons = [finding.message for finding in findings]
            self.beyond = (*self.path[legal:], *self.beyond)
            self.cut = halted(position, move, end, self.beyond, reasons, tuple(cases))
            self.move, self.path = self._as_far_as(legal), self.path[:legal]
            if legal == done:
                return True
        elif move.to is not None:
            self.path = (*self.path[:done], *find_ways(position, self.going)[move.to].path)
        if not self.progress.is_chased:
            return True
        return (yield from self._choose_on(done))

    def _find_legal(self, done: int) -> int:
        """How many steps of the path units that were chased can still go, those ``done`` included: they disengage as
        often as their points last (6.63), and end where they may stack (8.1)."""
        position, limit = self.position, self.position.setting.tables.stack
        fighting = sum(map(position.setting.is_combat_unit, self.units))
        for end in range(len(self.path) - 1, done, -1):
            others = set(position.combat_units_of(self.going.side, self.path[end - 1])) - set(self.units)
            if len(others) + fighting <= limit and not judge_rest(position, self._as_far_as(end), self.going, done):
                return end
        return done

    def _as_far_as(self, end: int) -> Move | Enter:
        """The move by the hexes of its path, so many of them."""
        overruns = {place: wish for place, wish in self.move.overruns.items() if place < end}
        return replace(self.move, to=None, path=self.path[:end], overruns=overruns)

    def _choose_on(self, done: int) -> Generator[Step, Any, bool]:
        here = self.position.number(self.going.start)
        rest = "-".join(numbers_of(self.position, self.path[done:]))
        choice = Choice(
            "if_chased",
            self.going.side,
            self.units[0],
            f"{names_of(self.units)} disengaged to {here} and has been chased: go on or stop there?",
            (Option(GO_ON, f"go on: {rest}"), Option(STOP, f"stay in {here}")),
            cases=("6.62", "6.63"),
            order=self.move.order,
            facts={"unit": self.units[0], "hex": here},
        )
        return bool((yield from choose(choice)) == GO_ON)

    def _mark(self, overran: bool) -> Iterator[Event]:
        """The marks on the units: moved (6.12), or, after an overrun that succeeded last, what they have spent, so that
        they may go on by another order (7.25)."""
        position = self.position
        if overran:
            yield Event("flag", SPENT, {"to": note(position, self.progress)}, ("7.25", "6.12"))
        for unit_id in self.units:
            unit = position.unit(unit_id)
            if unit.hex is None:
                continue
            if overran != unit.has(OVERRAN):
                yield Event("marked" if overran else "unmarked", unit_id, {"marker": OVERRAN}, ("7.25",))
            if not overran:
                yield Event("marked", unit_id, {"marker": MOVED}, ("6.0", "6.12"))
            if _is_stopped_for_the_turn(position, unit_id) and not unit.has(STOPPED):
                yield Event("marked", unit_id, {"marker": STOPPED}, ("6.23",))


def _is_stopped_for_the_turn(position: Position, unit_id: str) -> bool:
    return (
        position.setting.options["zoc_stop_scope"] == "turn"
        and position.game.phase != MECHANIZED
        and position.setting.is_mechanized(unit_id)
        and position.is_enemy_zone(AXIS, position.hex_of(unit_id))
    )


def clear(position: Position) -> Iterator[Event]:
    """What was noted for one Movement Phase is forgotten at its end: points spent, zones and command as it began."""
    for flag, case in ((COMMANDED, "7.17"), (IN_ZONE, "6.61"), (SPENT, "6.12"), (SUPERVISED, "7.17")):
        if position.game.flags.get(flag):
            yield Event("flag", flag, {"to": ""}, (case,))
