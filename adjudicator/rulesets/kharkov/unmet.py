"""Wishes of retreat, displacement and advance that came to nothing, each with its reason (9.6, 9.7, 10.17).

They are found once a fight is over, from what the log tells, and change nothing: what was void counted as left out when
the units went. Only ways that name hexes are looked at; that a defender who stands keeps his hex needs no telling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from adjudicator.engine.apply import apply
from adjudicator.model.events import Event, Json
from adjudicator.model.game import Game
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov.advance import FREE_HEXES
from adjudicator.rulesets.kharkov.combat import is_enemy_held
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.results import ENGAGED, part_of
from adjudicator.rulesets.kharkov.retreat import Ground, Path, leads_away
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of
from adjudicator.rulesets.kharkov.wishes import paths_in

STANDING = "standing orders"
Why = tuple[str, tuple[str, ...]]
"""A reason and the cases it rests on."""


@dataclass
class _Party:
    """One side of the fight; ``hexes`` maps units to where they fought from, ``ways`` units to the way they retreated,
    their start first."""

    side: str
    letter: str
    hexes: dict[str, int]
    ways: dict[str, Path] = field(default_factory=dict)


def find_unmet(
    game: Game, positions: Positions, fight: Sequence[Event], order: Order | None, standing: Mapping[str, Json]
) -> Iterator[Event]:
    """The wishes of both sides that a fight which began with ``game`` has not met: ``standing`` are standing orders by
    side, ``order`` is the attacker's, or None where it is not known. Events for the side that wished."""
    cell = next((str(event.values["cell"]) for event in fight if event.kind == "result"), ENGAGED)
    declared, number = fight[0].values, game.map.grid.hex
    attackers, defenders = (
        {str(member["unit"]): number(str(member["hex"])) for member in declared[name]}
        for name in ("attackers", "defenders")
    )
    side = game.side_of(next(iter(attackers)))
    parties = [_Party(side, "A", attackers), _Party(enemy_of(side), "D", defenders)]
    targets = {"A": [number(str(h)) for h in declared["targets"]], "D": list(attackers.values())}
    advanced: dict[str, Path] = {}
    for event in fight:
        if event.kind == "moved" and event.values["how"] in ("retreat", "advance"):
            way = tuple(number(str(hex_)) for hex_ in event.values["path"])
            if event.values["how"] == "advance":
                advanced[event.subject] = way[1:]
            else:
                mine, enemy = parties if event.subject in attackers else reversed(parties)
                wish = _wish_of(mine, event.subject, "retreat", declared, order, standing)
                if wish and not any(_is_alike(path, _numbers(game, way[1:])) for path in wish[1]):
                    position, paths = positions.of(game), [_hexes(game, path) for path in wish[1]]
                    whys = [_why_no_retreat(position, mine, enemy, event.subject, path, cell) for path in paths]
                    yield _unmet(mine.side, event.subject, "retreat", wish, whys)
                mine.ways[event.subject] = way
        elif event.kind == "moved" and event.values["how"] == "displaced":
            side, place = game.side_of(event.subject), str(event.values["path"][-1])
            written = _of_unit(standing, side, event.subject, "displace")
            hexes = [str(hex_) for hex_ in written] if isinstance(written, list) else []
            if hexes and place not in hexes:
                why = "it goes to the nearest hex with a combat unit of its side", ("10.17",)
                yield _unmet(side, event.subject, "displacement", (STANDING, [[hex_] for hex_ in hexes]), [why])
        game = apply(game, event)
    for mine, enemy in () if declared.get("how") == "overrun" else (parties, parties[::-1]):
        stayed = [unit_id for unit_id in mine.hexes if unit_id not in mine.ways]
        for unit_id in stayed if part_of(cell, enemy.letter) else ():
            wish = _wish_of(mine, unit_id, "advance", declared, order, standing)
            path = _hexes(game, wish[1][0]) if wish else ()
            if wish is None or not path or game.units[unit_id].hex is None or path == advanced.get(unit_id):
                continue
            position = positions.of(game)
            if path[0] in targets[mine.letter] and not is_enemy_held(position, mine.side, path[0]):
                whys = [_why_no_advance(position, mine, enemy, unit_id, path)]
                yield _unmet(mine.side, unit_id, "advance", wish, whys)


Wish = tuple[str, list[list[str]]]
"""By what something was wished, an order's name or ``standing orders``, and the ways in printed numbers."""


def _wish_of(
    party: _Party,
    unit_id: str,
    what: str,
    declared: Mapping[str, Any],
    order: Order | None,
    standing: Mapping[str, Any],
) -> Wish | None:
    """What the side of a unit wished for it in words of hexes: the order speaks first."""
    if party.letter == "A" and order is not None:
        steps = [step for step in order.data.get("path", ()) if isinstance(step, Mapping)]
        struck = [step for step in steps if [str(step.get("overrun"))] == declared["targets"]]
        wishes = (struck or [order.data])[0].get(what)
        if isinstance(wishes, Mapping) and (what == "advance" or unit_id in wishes):
            paths = [path for path in paths_in(wishes.get(unit_id)) if path]
            return (order.name, paths) if paths else None
    written = _of_unit(standing, party.side, unit_id, what)
    paths = [path for path in paths_in(written) if path] if isinstance(written, list) else []
    return (STANDING, paths) if paths else None


def _of_unit(standing: Mapping[str, Any], side: str, unit_id: str, what: str) -> Any:
    """What the standing orders of a side say of a unit."""
    scope = (standing.get(side, {}).get("units") or {}).get(unit_id)
    return scope.get(what) if isinstance(scope, Mapping) else None


def _unmet(side: str, unit_id: str, what: str, wish: Wish, whys: Sequence[Why]) -> Event:
    by, paths = wish
    why = ", ".join(dict.fromkeys(why for why, _ in whys))
    cases = tuple(dict.fromkeys(case for _, cases in whys for case in cases))
    return Event("unmet", unit_id, {"by": by, "what": what, "wish": paths, "why": why}, cases, (side,))


def _why_no_retreat(position: Position, mine: _Party, enemy: _Party, unit_id: str, path: Path, cell: str) -> Why:
    count = int(part_of(cell, mine.letter))
    way = (mine.hexes[unit_id], *path[:count])
    ground = Ground(position, mine.side, frozenset(mine.hexes))
    arrived: dict[int, int] = {}
    for gone in mine.ways.values():
        arrived[gone[-1]] = arrived.get(gone[-1], 0) + 1
    for here, there in pairwise(way):
        number = position.number(there)
        if not position.grid.is_adjacent(here, there):
            return f"{number} is not adjacent to {position.number(here)}", ("9.6",)
        if position.setting.is_barred(here, there):
            return f"the Dnieper bars the way to {number}", ("6.3",)
        if is_enemy_held(position, mine.side, there):
            return f"{number} is held by the enemy", ("9.61",)
        if not ground.is_open(there, {}, 0):
            return f"{number} is in an enemy zone of control", ("9.61",)
        if not ground.is_open(there, arrived, int(position.setting.is_combat_unit(unit_id))):
            return f"{number} is full", ("9.64", "8.1")
    if len(way) > count and not leads_away(position, way, sorted(set(enemy.hexes.values())), count):
        return "it does not lead away from the enemy", ("9.63",)
    if not all(ground.is_vacant(hex_) for hex_ in way[1:]):
        return "a way through vacant hexes was open", ("9.64",)
    return "not all units could have retreated as far as the result says", ("9.56", "9.62")


def _why_no_advance(position: Position, mine: _Party, enemy: _Party, unit_id: str, path: Path) -> Why:
    routes = sorted({way[:-1] for way in enemy.ways.values() if way[0] == path[0]})
    if position.setting.is_hq(unit_id):
        return "headquarters go only where a unit stacked with them has gone", ("9.71", "10.13")
    if routes and not any(route[: len(path)] == path for route in routes):
        told = names_of(["-".join(_numbers(position.game, route)) for route in routes])
        return f"an advance goes along the path of retreat only, here {told}", ("9.71", "9.75")
    if len(path) > FREE_HEXES:
        return f"victors go {FREE_HEXES} hexes at most", ("9.74",)
    for hex_ in path:
        if is_enemy_held(position, mine.side, hex_):
            return f"{position.number(hex_)} is held by the enemy", ("9.7",)
    for hex_ in path[:-1]:
        if mine.side == SOVIET and position.is_enemy_zone(SOVIET, hex_):
            return f"Soviet units stop in an Axis zone of control, here in {position.number(hex_)}", ("9.72",)
    if len(position.combat_units_of(mine.side, path[-1])) >= position.setting.tables.stack:
        return f"{position.number(path[-1])} is full", ("8.1",)
    return "no such way was open", ("9.71", "9.74")


def _is_alike(wish: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a way begins as a wish does, or the wish as the way."""
    return list(path[: len(wish)]) == list(wish[: len(path)])


def _numbers(game: Game, path: Path) -> list[str]:
    return [game.map.grid.number(hex_) for hex_ in path]


def _hexes(game: Game, numbers: Sequence[str]) -> Path:
    found = [game.map.grid.find(number) for number in numbers]
    return tuple(hex_ for hex_ in found if hex_ is not None)
