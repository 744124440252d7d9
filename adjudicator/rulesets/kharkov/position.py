"""A position of Kharkov: one game state with what the rules ask of it again and again, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

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
BEGAN_SOUTH = "began_south"
GARRISON_LOST = "garrison_lost"
SOVIET_ENTERED = "soviet_entered"
"""Words that units and hexes bear. ``unsupplied``: out of supply at the start of this Movement Phase (11.41);
``attacked``: attacked (units) or was attacked (hexes) this Combat Phase (9.14); ``stopped``: entered an enemy ZOC in
the Initial Movement Phase (6.23, option zoc_stop_scope)."""

Found = TypeVar("Found")


class Position:
    """A view of one game state. Never changed; make another for another state (``Position.of``)."""

    def __init__(self, setting: Setting, game: Game) -> None:
        self.setting = setting
        self.game = game
        self.grid = setting.map.grid
        self._memo: dict[Hashable, Any] = {}

    def once(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """What ``work`` finds out about this position, worked out at the first asking and kept under ``key``."""
        if key not in self._memo:
            self._memo[key] = work()
        found: Found = self._memo[key]
        return found

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
        found: dict[str, dict[int, list[str]]] = {side: {} for side in SIDES}
        for hex_, ids in self.game.stacks.items():
            for unit_id in ids:
                found[self.side_of(unit_id)].setdefault(hex_, []).append(unit_id)
        return {side: {hex_: tuple(ids) for hex_, ids in hexes.items()} for side, hexes in found.items()}

    def units_of(self, side: str, hex_: int) -> tuple[str, ...]:
        """A side's units in a hex, HQs included."""
        return self.stacks[side].get(hex_, ())

    def combat_units_of(self, side: str, hex_: int) -> tuple[str, ...]:
        """A side's combat units in a hex (no HQs)."""
        return tuple(unit_id for unit_id in self.units_of(side, hex_) if self.setting.is_combat_unit(unit_id))

    @cached_property
    def combat_hexes(self) -> Mapping[str, frozenset[int]]:
        """Per side the hexes that hold at least one of its combat units."""
        return {side: frozenset(h for h in self.stacks[side] if self.combat_units_of(side, h)) for side in SIDES}

    @cached_property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """Per side the hexes in the Zone of Control of its combat units (8.0, 8.21; strongpoints have none, 15.24)."""
        return {side: frozenset(self._zone(side)) for side in SIDES}

    def _zone(self, side: str) -> Iterable[int]:
        across = self.setting.options.is_on("zoc_across_dnieper")
        for hex_ in self.combat_hexes[side]:
            if self.exerts_zone(side, hex_):
                yield from (n for n in self.grid.adjacent[hex_] if across or not self.setting.is_barred(hex_, n))

    def exerts_zone(self, side: str, hex_: int) -> bool:
        """Whether a side's units in a hex exert a Zone of Control (8.21, 15.24)."""
        return any(not self.unit(unit_id).has(STRONGPOINT) for unit_id in self.combat_units_of(side, hex_))

    def is_enemy_zone(self, side: str, hex_: int) -> bool:
        """Whether a hex is in the Zone of Control of ``side``'s enemy, friendly units there or not (8.2)."""
        return hex_ in self.zones[enemy_of(side)]

    def has_enemy_unit(self, side: str, hex_: int) -> bool:
        """Whether a unit of ``side``'s enemy, an HQ included, is in a hex (6.22)."""
        return hex_ in self.stacks[enemy_of(side)]

    def garrison_in(self, hex_: int) -> int:
        """Strength of the garrison that still holds a City hex, else 0 (15.31, 15.34)."""
        if self.game.has_mark(hex_, GARRISON_LOST):
            return 0
        return self.setting.garrisons.get(hex_, 0)

    def is_frozen(self, unit_id: str) -> bool:
        """Whether an Axis unit stands south of the Sector Line and is not activated (6.51)."""
        hex_ = self.game.units[unit_id].hex
        return (
            self.side_of(unit_id) == "axis"
            and hex_ is not None
            and hex_ in self.setting.south
            and self.game.flags.get("south_active", "") == ""
        )

    def number(self, hex_: int) -> str:
        """Printed number of a hex."""
        return self.grid.number(hex_)


class Positions:
    """The positions of the last few game states, so that nothing is worked out twice for the same state."""

    def __init__(self, setting: Setting, keep: int = 8) -> None:
        self.setting = setting
        self._keep = keep
        self._recent: dict[int, Position] = {}

    def of(self, game: Game) -> Position:
        """The position of a game state."""
        known = self._recent.get(id(game))
        if known is not None:
            return known
        position = Position(self.setting, game)
        self._recent[id(game)] = position
        if len(self._recent) > self._keep:
            del self._recent[next(iter(self._recent))]
        return position
