"""A position of Platoon Commander: one game state with what the rules ask of it again and again, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from adjudicator.engine.recent import Recent
from adjudicator.model.game import Game
from adjudicator.model.units import Counter, Unit
from adjudicator.rulesets.platoon.setting import Setting

FIRED = "fired"
MOVED = "moved"
DISRUPTED = "disrupted"
FLANKED = "flanked"
"""Status markers of units (1.2, 4.1, 4.5)."""
WRECK = "wreck"
DUG_IN = "dug_in"
WIRE = "wire"
MINEFIELD = "minefield"
"""Marks of hexes (4.1, 9.0)."""
HELD_BY = "held_by_"
"""The mark of a hex of the objective is this with the side that controls it (10.1)."""
INITIATIVE = "initiative"
FIRST_MOVER = "first_mover"
SECOND_MOVER = "second_mover"
"""Flags that name a side: who has the initiative (2.1), who moves first and second in this turn (2.5)."""
ABOARD = "aboard/"
"""The box of a carried unit is this with the id of its carrier (5.1)."""

Found = TypeVar("Found")


class Position:
    """A view of one game state. Never changed; make another for another state (``Positions.of``)."""

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

    def number(self, hex_: int) -> str:
        """Printed number of a hex."""
        return self.grid.number(hex_)

    def hex_of(self, unit_id: str) -> int:
        """The hex of a unit on the map, for a carried one that of its carrier; KeyError when it is off the map."""
        unit = self.game.units[unit_id]
        if unit.hex is not None:
            return unit.hex
        carrier = self.carrier_of(unit_id)
        if not carrier:
            raise KeyError(unit_id)
        return self.hex_of(carrier)

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """Per side the units in each hex it occupies, in counter-sheet order, carried ones left out (1.3)."""
        found: dict[str, dict[int, list[str]]] = {side: {} for side in self.setting.sides}
        for unit in self.game.units.values():
            if unit.hex is not None:
                found[self.side_of(unit.id)].setdefault(unit.hex, []).append(unit.id)
        return {side: {hex_: tuple(by_hex[hex_]) for hex_ in sorted(by_hex)} for side, by_hex in found.items()}

    def units_of(self, side: str, hex_: int) -> tuple[str, ...]:
        """A side's units in a hex, carried ones left out."""
        return self.stacks[side].get(hex_, ())

    def enemies_of(self, side: str, hex_: int) -> tuple[str, ...]:
        """The units of ``side``'s enemy in a hex, carried ones left out."""
        return self.units_of(self.setting.enemy_of(side), hex_)

    def has_room(self, side: str, hex_: int, arriving: int = 1) -> bool:
        """Whether so many more units of a side may stack in a hex (1.3)."""
        return len(self.units_of(side, hex_)) + arriving <= self.setting.tables.stack

    def is_eligible(self, unit_id: str) -> bool:
        """Whether a unit is on the map, not carried, and bears no status marker (1.5); Flanked by option."""
        unit = self.unit(unit_id)
        if unit.hex is None:
            return False
        is_barred = unit.has(FLANKED) and self.setting.options["flanked_is_status"] == "yes"
        return not (is_barred or unit.has(DISRUPTED) or unit.has(FIRED) or unit.has(MOVED))

    @cached_property
    def passengers(self) -> Mapping[str, str]:
        """The carried unit of each carrier that has one (5.1)."""
        return {
            unit.box.removeprefix(ABOARD): unit.id
            for unit in self.game.units.values()
            if unit.hex is None and unit.box.startswith(ABOARD)
        }

    def passenger_of(self, unit_id: str) -> str:
        """The unit that a unit carries, or the empty string (5.1)."""
        return self.passengers.get(unit_id, "")

    def carrier_of(self, unit_id: str) -> str:
        """The unit that carries a unit, or the empty string (5.1)."""
        unit = self.unit(unit_id)
        is_carried = unit.hex is None and unit.box.startswith(ABOARD)
        return unit.box.removeprefix(ABOARD) if is_carried else ""

    def is_rider(self, unit_id: str) -> bool:
        """Whether a unit rides on a tank, which is no transport (5.1.5)."""
        carrier = self.carrier_of(unit_id)
        return bool(carrier) and not self.setting.is_transport(carrier)

    @cached_property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """Per side the hexes next to its units that are not disrupted; carried units exert no zone (5.3)."""
        return {
            side: frozenset(
                near
                for hex_, unit_ids in self.stacks[side].items()
                if any(not self.unit(unit_id).has(DISRUPTED) for unit_id in unit_ids)
                for near in self.grid.adjacent[hex_]
            )
            for side in self.setting.sides
        }

    def is_enemy_zone(self, side: str, hex_: int) -> bool:
        """Whether a hex is in the Zone of Control of ``side``'s enemy, friendly units there or not (5.3)."""
        return hex_ in self.zones[self.setting.enemy_of(side)]

    def sees(self, a: int, b: int) -> bool:
        """Whether a unit in one hex sees another hex (6.0)."""
        return self.setting.sees(a, b)

    def value_of(self, unit_id: str, place: int) -> int:
        """A figure of the face that a unit shows: ``AP``, ``HE`` or ``ASSAULT`` (1.2, 4.1)."""
        faces = self.counter(unit_id).faces
        return faces[len(faces) - self.unit(unit_id).steps][place]

    def is_reduced(self, unit_id: str) -> bool:
        """Whether a unit has lost a step (4.1)."""
        return self.unit(unit_id).steps < len(self.counter(unit_id).faces)

    def morale_of(self, unit_id: str) -> int:
        """The morale of a unit's side (2.3)."""
        return self.setting.morale[self.side_of(unit_id)]


class Positions(Recent[Position]):
    """The positions of the last few game states."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        super().__init__(lambda game, _: Position(setting, game))
