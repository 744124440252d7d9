"""A position of Kharkov: one game state with what the rules ask of it again and again, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property, lru_cache, partial
from typing import Any, TypeVar

from adjudicator.engine.apply import fold
from adjudicator.engine.masks import mask_of
from adjudicator.engine.recent import Recent
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.model.units import Counter, Unit
from adjudicator.rulesets.kharkov.setting import SIDES, Setting, enemy_of

DISRUPTED = "disrupted"
MOVED = "moved"
UNSUPPLIED = "unsupplied"
ATTACKED = "attacked"
ADVANCED = "advanced"
RETREATED_IN = "retreated_in"
STRONGPOINT = "strongpoint"
INACTIVE = "inactive"
STOPPED = "stopped"
OVERRAN = "overran"
REFORMING = "reforming"
BEGAN_SOUTH = "began_south"
ARRIVED = "arrived"
AIR_SUPPLIED = "air_supplied"
SOUTH_ACTIVE = "south_active"
IN_ZONE = "in_zone"
COMMANDED = "commanded"
SUPERVISED = "supervised"
SPENT = "spent"
GARRISON_LOST = "garrison_lost"
SOVIET_ENTERED = "soviet_entered"
AXIS_HELD = "axis_held"
SOVIET_HELD = "soviet_held"
"""Words that units and hexes bear. ``unsupplied``: out of supply at the start of this Movement Phase (11.41);
``attacked``: attacked (units) or was attacked (hexes) this Combat Phase (9.14); ``stopped``: entered an enemy ZOC in
the Initial Movement Phase (6.23, option zoc_stop_scope); ``overran``: overran and may go on with what is left, the
flag ``spent`` telling the half points gone (7.25); the flags ``in_zone``, ``commanded`` and ``supervised``: hexes
with German units in an enemy zone of control (6.61), on the turns of 6.8 with Soviet ones, and hexes within each HQ's
Command Radius (7.17), at the start of this Movement Phase, and the HQs that each Soviet overrun may count on;
``axis_held``, ``soviet_held``: whose units were the last in a City hex (17.11, 17.12); ``reforming``: a regiment whose
division takes its place when all movement is over (15.12); ``arrived``: entered the map in this Player-Turn (16.0);
``air_supplied``: in supply from the air until the end of this Game-Turn, or of the next (13.2)."""

LAID_OUT = frozenset({STRONGPOINT, INACTIVE})
HELD = frozenset({GARRISON_LOST, SOVIET_ENTERED})
"""Markers of units and marks of hexes on which zones of control, lines and passage depend; other words do not matter to
them."""

Found = TypeVar("Found")


class Position:
    """A view of one game state. Never changed; make another for another state (``Position.of``)."""

    def __init__(self, setting: Setting, game: Game) -> None:
        self.setting = setting
        self.game = game
        self.grid = setting.map.grid
        self._memo: dict[Hashable, Any] = {}
        self._of_side: dict[str, dict[Hashable, Any]] = {side: {} for side in SIDES}
        self._of_layout: dict[Hashable, Any] = {}

    def follow(self, earlier: Position) -> None:
        """Take over from another position what depends only on where units stand, as far as that has not changed."""
        if _held_hexes(self.game) != _held_hexes(earlier.game):
            return
        before, units = earlier.game.units, self.game.units
        changed: set[str] = set()
        if units is not before:
            for unit_id, unit in units.items():
                if unit is not before[unit_id] and _is_laid_out_otherwise(unit, before[unit_id]):
                    changed.add(self.side_of(unit_id))
        for side in SIDES:
            if side not in changed:
                self._of_side[side] = earlier._of_side[side]
        if not changed:
            self._of_layout = earlier._of_layout

    def after(self, events: Iterable[Event]) -> Position:
        """The position after events; what does not change with them is not worked out again."""
        later = Position(self.setting, fold(self.game, events))
        later.follow(self)
        return later

    def once_for(self, side: str, key: Hashable, work: Callable[[], Found]) -> Found:
        """As ``once``, for what depends on nothing but where ``side``'s units stand and on garrisons."""
        return _once(self._of_side[side], key, work)

    def once_for_layout(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """As ``once``, for what depends on nothing but where units stand, on active HQs and on garrisons."""
        return _once(self._of_layout, key, work)

    def once(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """What ``work`` finds out about this position, worked out at the first asking and kept under ``key``."""
        return _once(self._memo, key, work)

    def unit(self, unit_id: str) -> Unit:
        """A unit by id."""
        return self.game.units[unit_id]

    def counter(self, unit_id: str) -> Counter:
        """A unit's counter by id."""
        return self.setting.counters[unit_id]

    def side_of(self, unit_id: str) -> str:
        """The side of a unit."""
        return self.setting.counters[unit_id].side

    def hex_of(self, unit_id: str) -> int:
        """The hex of a unit on the map; KeyError when it is off the map."""
        hex_ = self.game.units[unit_id].hex
        if hex_ is None:
            raise KeyError(unit_id)
        return hex_

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """Per side the units in each hex it occupies, in counter-sheet order."""
        return {side: self.once_for(side, "stacks", partial(self._stacks_of, side)) for side in SIDES}

    def _stacks_of(self, side: str) -> Mapping[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        units = self.game.units
        for unit_id in self.setting.units_of_side[side]:
            unit = units.get(unit_id)
            if unit is not None and unit.hex is not None:
                found.setdefault(unit.hex, []).append(unit_id)
        return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}

    def units_of(self, side: str, hex_: int) -> tuple[str, ...]:
        """A side's units in a hex, HQs included."""
        return self.stacks[side].get(hex_, ())

    def combat_units_of(self, side: str, hex_: int) -> tuple[str, ...]:
        """A side's combat units in a hex (no HQs)."""
        return self._combat_stacks[side].get(hex_, ())

    @cached_property
    def _combat_stacks(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        return {side: self.once_for(side, "combat stacks", partial(self._combat_stacks_of, side)) for side in SIDES}

    def _combat_stacks_of(self, side: str) -> Mapping[int, tuple[str, ...]]:
        fights = self.setting.is_combat_unit
        found = ((hex_, tuple(filter(fights, unit_ids))) for hex_, unit_ids in self.stacks[side].items())
        return {hex_: unit_ids for hex_, unit_ids in found if unit_ids}

    @cached_property
    def combat_hexes(self) -> Mapping[str, frozenset[int]]:
        """Per side the hexes that hold at least one of its combat units."""
        stacks = self._combat_stacks
        return {side: self.once_for(side, "combat hexes", partial(frozenset, stacks[side])) for side in SIDES}

    def standing(self, side: str) -> int:
        """The hexes that a side occupies, as a mask."""
        return self.once_for(side, "standing", lambda: mask_of(self.stacks[side]))

    @property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """Per side the hexes in the Zone of Control of its combat units (8.0, 8.21; strongpoints have none, 15.24)."""
        return {side: self.zone_of(side) for side in SIDES}

    def zone_of(self, side: str) -> frozenset[int]:
        """The hexes in the Zone of Control of a side's combat units (8.0)."""
        around = _zone_around(self.setting)
        return self.once_for(side, "zone", lambda: frozenset().union(*(around[hex_] for hex_ in self._exerters(side))))

    def zone_mask(self, side: str) -> int:
        """The same hexes as a mask."""
        return self.once_for(side, "zone mask", lambda: mask_of(self.zone_of(side)))

    def _exerters(self, side: str) -> Iterable[int]:
        return (hex_ for hex_ in self._combat_stacks[side] if self.exerts_zone(side, hex_))

    def exerts_zone(self, side: str, hex_: int) -> bool:
        """Whether a side's units in a hex exert a Zone of Control (8.21, 15.24)."""
        return any(not self.unit(unit_id).has(STRONGPOINT) for unit_id in self.combat_units_of(side, hex_))

    def is_enemy_zone(self, side: str, hex_: int) -> bool:
        """Whether a hex is in the Zone of Control of ``side``'s enemy, friendly units there or not (8.2)."""
        return hex_ in self.zone_of(enemy_of(side))

    def has_enemy_unit(self, side: str, hex_: int) -> bool:
        """Whether a unit of ``side``'s enemy, an HQ included, is in a hex (6.22)."""
        return hex_ in self.stacks[enemy_of(side)]

    def garrison_in(self, hex_: int) -> int:
        """Strength of the garrison that still holds a City hex, else 0 (15.31, 15.34)."""
        if self.game.has_mark(hex_, GARRISON_LOST):
            return 0
        return self.setting.garrisons.get(hex_, 0)

    def has_moved(self, unit_id: str) -> bool:
        """Whether a unit has moved in this phase, even if it may go on after an overrun (6.12, 7.25)."""
        return self.unit(unit_id).has(MOVED) or self.unit(unit_id).has(OVERRAN)

    def is_frozen(self, unit_id: str) -> bool:
        """Whether an Axis unit stands south of the Sector Line and is not activated (6.51)."""
        hex_ = self.game.units[unit_id].hex
        return (
            self.side_of(unit_id) == "axis"
            and hex_ is not None
            and hex_ in self.setting.south
            and not self.game.flags.get(SOUTH_ACTIVE)
        )

    def number(self, hex_: int) -> str:
        """Printed number of a hex."""
        return self.grid.number(hex_)


@lru_cache(maxsize=8)
def _zone_around(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """Per hex the hexes that a combat unit in it controls (8.0; Dnieper by option ``zoc_across_dnieper``)."""
    across = setting.options.is_on("zoc_across_dnieper")
    adjacent = setting.map.grid.adjacent
    return tuple(
        tuple(n for n in around if across or not setting.is_barred(hex_, n)) for hex_, around in enumerate(adjacent)
    )


def _once(memo: dict[Hashable, Any], key: Hashable, work: Callable[[], Found]) -> Found:
    if key not in memo:
        memo[key] = work()
    found: Found = memo[key]
    return found


def _is_laid_out_otherwise(unit: Unit, before: Unit) -> bool:
    return unit.hex != before.hex or bool((unit.markers ^ before.markers) & LAID_OUT)


def _held_hexes(game: Game) -> Mapping[int, frozenset[str]]:
    return {hex_: marks & HELD for hex_, marks in game.hex_marks.items() if marks & HELD}


class Positions(Recent[Position]):
    """The positions of the last few game states."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        super().__init__(self._after)

    def _after(self, game: Game, last: Position | None) -> Position:
        position = Position(self.setting, game)
        if last is not None:
            position.follow(last)
        return position
