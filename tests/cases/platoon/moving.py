"""Moves for tests of movement: an order, its verdict, what it costs, what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from adjudicator.engine.apply import fold
from adjudicator.model.findings import Finding
from adjudicator.model.hexes import hexside
from adjudicator.model.map import Feature, Line, Network
from adjudicator.rulesets.platoon.position import Position, Positions
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import Outcome, board, order, run


@cache
def _rules(setting: Any) -> PlatoonRules:
    return PlatoonRules(setting)


def field(units: Mapping[str, str], **more: Any) -> Position:
    """A position in the Movement Phase of the German side."""
    return board(units, phase="first/movement", **more)


def with_lines(
    position: Position,
    road: Sequence[str] = (),
    river: Sequence[tuple[str, str]] = (),
    bridge: Sequence[tuple[str, str]] = (),
) -> Position:
    """The position on ground with a road along these hexes, a river on hexsides, bridges over some of them."""
    grid = position.grid
    hexes = tuple(grid.hex(number) for number in road)
    links = frozenset(hexside(a, b) for a, b in pairwise(hexes))

    def sides(pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
        return [hexside(grid.hex(a), grid.hex(b)) for a, b in pairs]

    game_map = replace(
        position.setting.map,
        networks={"road": Network("road", (Line("R", "road", hexes),), frozenset(hexes), links)},
        features={side: (Feature("river", "Pena"),) for side in sides(river)},
        crossings={"bridge": frozenset(sides(bridge))},
    )
    setting = replace(position.setting, map=game_map)
    return Positions(setting).of(replace(position.game, map=game_map))


def judge(position: Position, side: str = "german", **data: Any) -> list[Finding]:
    """What is wrong with an order."""
    return _rules(position.setting).judge(position.game, order(side, "movement", data))


def verdict(position: Position, side: str = "german", **data: Any) -> list[str]:
    """The codes of what is wrong with an order."""
    return [finding.code for finding in judge(position, side, **data)]


def way(position: Position, **data: Any) -> str:
    """The advice on a legal order that says only where to."""
    assert judge(position, **data) == []
    (advice,) = _rules(position.setting).remark(position.game, order("german", "movement", data))
    return advice.message


def go(
    position: Position,
    rolls: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    side: str = "german",
    **data: Any,
) -> Outcome:
    """A legal order, carried out."""
    written = order(side, "movement", data)
    assert judge(position, side, **data) == []
    return run(position, lambda table, _: _rules(position.setting).carry_out(table, written), rolls, answers)


def after(position: Position, side: str = "german", **data: Any) -> Position:
    """The position that a check supposes after a legal order."""
    written = order(side, "movement", data)
    assert judge(position, side, **data) == []
    events = _rules(position.setting).suppose(position.game, written, True)
    return Positions(position.setting).of(fold(position.game, events))


def place(outcome: Outcome | Position, unit_id: str) -> str:
    """Where a unit is: a hex, or what carries it."""
    position = outcome.position if isinstance(outcome, Outcome) else outcome
    carrier = position.carrier_of(unit_id)
    return f"on {carrier}" if carrier else position.number(position.hex_of(unit_id))


def costs(outcome: Outcome, unit_id: str) -> list[int]:
    """The Movement Points of each stretch that a unit went."""
    return [event.values["cost"] // 2 for event in outcome.of_kind("moved") if event.subject == unit_id]
