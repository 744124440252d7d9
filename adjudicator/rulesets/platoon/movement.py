"""Orders to move: judgement, the way found, what a check supposes, resolution (5.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.paths import Reach
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.rulesets.platoon.actions import Action, Go, Move, Shot, has_shot, units_in
from adjudicator.rulesets.platoon.going import find_reach
from adjudicator.rulesets.platoon.march import March
from adjudicator.rulesets.platoon.movers import illegal, judge_entry, judge_movers, judge_stack, names_of
from adjudicator.rulesets.platoon.position import WIRE, Position, Positions
from adjudicator.rulesets.platoon.walk import ELSEWHERE, Walk

FOR_EVER = frozenset((
    "already-there", "cannot-carry", "cannot-meet", "carried", "case-open", "gap", "movement-points", "moves-on",
    "no-entry", "no-move", "no-moving-fire", "nobody-left", "not-adjacent", "not-stacked", "not-together",
    "prohibited", "stays-in-hex", "wrong-entry",
))  # fmt: skip
"""Codes of findings that hang on the ground, on printed figures and on where the units of the order begin alone."""


def judge_move(position: Position, move: Move) -> list[Finding]:
    """What is wrong with a move: its units, then where it goes, or each action of its path and its price (5.0)."""
    found = list(judge_movers(position, move))
    if found:
        return found
    if move.to is not None and move.to not in _reach(position, move):
        return list(_judge_goal(position, move, move.to))
    found = list(walk_of(position, move).findings)
    return found and list(walk_of(position, move, is_hoped=True).findings)


def judge_ever(position: Position, move: Move) -> list[Finding]:
    """What is wrong with a move whatever becomes of all others until it is due, and however well its units are then."""
    named = {*move.units, *units_in(move.path)}
    named |= {position.passenger_of(unit_id) for unit_id in named}
    units = {
        unit_id: replace(unit, markers=frozenset()) if unit_id in named else unit.in_box(unit.box or ELSEWHERE)
        for unit_id, unit in position.game.units.items()
    }
    alone = Position(position.setting, replace(position.game, units=units))
    return [finding for finding in judge_move(alone, move) if finding.code in FOR_EVER]


def walk_of(position: Position, move: Move, is_hoped: bool = False) -> Walk:
    """The walk of a move whose units may move, made once in a position: as if whoever it fires at stays, or is gone."""
    hopes = is_hoped and has_shot(move.path)
    return position.once(("walk", move, hopes), lambda: Walk(position, move, path_of(position, move), hopes))


def path_of(position: Position, move: Move) -> Sequence[Action]:
    """What a move does: as written, or the cheapest way to where it goes."""
    if move.to is None:
        return move.path
    return tuple(Go(hex_, ("to",)) for hex_ in _reach(position, move)[move.to].path)


def remark_move(position: Position, move: Move) -> list[Finding]:
    """Advice on a legal move: the way found, wire on it, and fire on the move at a hex without a target (4.4, 9.3)."""
    found = []
    if move.to is not None:
        reach = _reach(position, move)[move.to]
        start = [] if move.is_entry else [position.hex_of(move.units[0])]
        way = "-".join(position.number(hex_) for hex_ in (*start, *reach.path))
        points = f"{reach.cost} Movement Point{'' if reach.cost == 1 else 's'}"
        verb = "goes" if len(move.units) == 1 else "go"
        message, number = f"{names_of(move.units)} {verb} {way} for {points}", position.number(move.to)
        found.append(
            Finding("advice", "way-found", message, unit=move.units[0], hex=number, cases=("5.0",), at=("to",))
        )
    walk = walk_of(position, move)
    if walk.findings:
        why = walk.findings[0]
        message = f"it hangs on its fire: if the enemy is still there, {why.message}, and the move ends before it"
        found.append(replace(why, kind="advice", code="hangs-on-fire", message=message, cases=(*why.cases, "4.4")))
    for unit_id, route in walk.routes.items():
        for hex_ in dict.fromkeys(hex_ for hex_ in route if position.game.has_mark(hex_, WIRE)):
            number, morale = position.number(hex_), position.morale_of(unit_id)
            message = (
                f"{unit_id} enters wire in {number}: it is disrupted and stops there unless it rolls {morale} or less"
            )
            found.append(
                Finding("advice", "enters-wire", message, unit=unit_id, hex=number, cases=("9.3",), at=(move.verb,))
            )
    for action in move.path:
        if isinstance(action, Shot) and not position.enemies_of(move.order.side, action.target):
            number = position.number(action.target)
            message = f"there is no enemy unit to fire at in {number} now"
            found.append(Finding("advice", "no-target", message, hex=number, cases=("4.4",), at=(*action.at, "fire")))
    return found


def suppose_move(position: Position, move: Move, succeeds: bool) -> Iterator[Event]:
    """The events of a legal move for a check: nobody fires at it, and all at whom it fires are gone, or none is, and it
    goes as far as it can."""
    walk = walk_of(position, move, is_hoped=succeeds)
    for end in range(len(move.path) - 1, -1, -1) if walk.findings else ():
        walk = Walk(position, move, move.path[:end])
        if not walk.findings:
            break
    yield from walk.supposed()


def carry_out_move(table: Table, positions: Positions, move: Move) -> Resolution:
    """A legal move, resolved."""
    position = positions.of(table.game)
    halved = frozenset(walk_of(position, move).halved)
    yield from March(table, positions, move, path_of(position, move), halved).carry_out()


def _reach(position: Position, move: Move) -> Mapping[int, Reach]:
    doors = position.setting.arrivals[move.units[0]].hexes if move.is_entry else ()
    return position.once(("reach", move.units), lambda: find_reach(position, move.units, doors))


def _judge_goal(position: Position, move: Move, to: int) -> Iterator[Finding]:
    """Why a hex cannot be reached."""
    number, who, at = position.number(to), names_of(move.units), ("to",)
    if not move.is_entry and position.hex_of(move.units[0]) == to:
        yield illegal("already-there", f"{who} cannot go to {number}: the move starts there", ("5.0",), at, hex_=number)
        return
    found = [*judge_entry(position, move.units, to, at), *judge_stack(position, move.units, to, at)]
    yield from found
    if not found:
        factors = ", ".join(f"{unit_id} has {position.counter(unit_id).move}" for unit_id in move.units)
        finding = illegal("movement-points", f"{who} cannot reach {number}", ("5.0", "5.2"), at, move.units[0], number)
        yield replace(finding, notes=(f"no way there is cheap enough: {factors}",))
