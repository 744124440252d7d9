"""What the enemy does to the ground a side moves over: closed hexes, zones, guarded rivers (6.22-6.25, 8.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, enemy_of


@dataclass(frozen=True)
class Ground:
    """The same for all units of a side: ``closed`` hexes hold enemies, ``zone`` hexes are in enemy zones of control,
    ``guarded`` maps a step (from, to) over a Major River that 6.25 bars to a hex whose units bar it."""

    closed: frozenset[int]
    zone: frozenset[int]
    guarded: Mapping[tuple[int, int], int]


def ground_of(position: Position, side: str) -> Ground:
    """The ground as ``side`` finds it."""
    return position.once(("ground", side), lambda: _survey(position, side))


def exerters_on(position: Position, side: str, hex_: int) -> tuple[int, ...]:
    """Hexes of ``side``'s enemy whose zone of control covers a hex (8.0, 8.21)."""
    setting, enemy = position.setting, enemy_of(side)
    across = setting.options.is_on("zoc_across_dnieper")
    return tuple(
        n
        for n in position.grid.adjacent[hex_]
        if n in position.combat_hexes[enemy]
        and position.exerts_zone(enemy, n)
        and (across or not setting.is_barred(n, hex_))
    )


def find_near_axis(position: Position) -> frozenset[int]:
    """The hexes that an Army Reserve counter may not enter, for an Axis unit is too near (6.72)."""

    def work() -> frozenset[int]:
        distance = position.setting.tables.reserves.distance
        return frozenset(near for hex_ in position.stacks[AXIS] for near in position.grid.within(hex_, distance))

    return position.once_for(AXIS, "near", work)


def _survey(position: Position, side: str) -> Ground:
    enemy = enemy_of(side)
    closed = position.once_for(enemy, "closed", lambda: _closed(position, side))
    guards = position.once_for(enemy, "guards", lambda: _guards(position, side))
    own = position.stacks[side]
    guarded = {step: guard for step, guard in guards.items() if step[1] not in own}
    return Ground(closed, position.zone_of(enemy), guarded)


def _closed(position: Position, side: str) -> frozenset[int]:
    closed = set(position.stacks[enemy_of(side)])
    if side == SOVIET:
        closed |= {hex_ for hex_ in position.setting.garrisons if position.garrison_in(hex_)}
    return frozenset(closed)


def _guards(position: Position, side: str) -> Mapping[tuple[int, int], int]:
    """Per step over a Major River into an enemy zone a hex that guards it, whoever of ``side`` stands beyond (6.25)."""
    zone = position.zone_of(enemy_of(side))
    found = {}
    for pair in position.setting.rivers:
        for a, b in (pair, pair[::-1]):
            if b in zone and position.setting.has_major_river(a, b):
                guard = _find_guard(position, side, a, b)
                if guard is not None:
                    found[a, b] = guard
    return found


def _find_guard(position: Position, side: str, a: int, b: int) -> int | None:
    """A hex whose zone covers ``b`` and that lies beside the Major River between ``a`` and ``b`` (6.25)."""
    setting = position.setting
    rivers = {river.name for river in setting.rivers_between(a, b) if river.grade == "major"}

    def is_beside(hex_: int) -> bool:
        return any(
            river.name in rivers for n in position.grid.adjacent[hex_] for river in setting.rivers_between(hex_, n)
        )

    for hex_ in exerters_on(position, side, b):
        match setting.options["major_river_exerter"]:
            case "same_river":
                is_guard = is_beside(hex_)
            case "far_bank":
                across = any(river.name in rivers for river in setting.rivers_between(hex_, b))
                is_guard = is_beside(hex_) and not across
            case _:
                is_guard = position.grid.is_adjacent(hex_, a)
        if is_guard:
            return hex_
    return None
