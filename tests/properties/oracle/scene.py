"""Who stands where: units by printed number, with the facts that the rules ask for (3.2, 8.0, 10.1, 15.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from adjudicator.model.map import GameMap
from adjudicator.rulesets.kharkov.position import Position
from tests.properties.oracle.land import Land, neighbours, read_land

ARMOR = {"tank", "panzer", "panzergrenadier"}


@dataclass
class Piece:
    """One unit on the map."""

    id: str
    side: str
    nation: str
    kind: str
    hex: str
    division: str
    move: int
    radius: int
    active: bool
    attack: int
    defence: int
    markers: frozenset[str]

    @property
    def is_hq(self) -> bool:
        return self.kind == "hq"


@dataclass
class Scene:
    """A position as the second version sees it. ``known`` keeps answers that are asked again and again; ``woken`` is
    the Game-Turn on which the Axis units in the south were activated, 0 before (6.5)."""

    land: Land
    options: dict[str, str]
    pieces: dict[str, Piece]
    stacks: dict[str, list[Piece]]
    turn: int
    phase: str
    marks: dict[str, set[str]]
    woken: int
    divisions: dict[str, set[str]]
    known: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def south_active(self) -> bool:
        return self.woken > 0

    def is_on(self, option: str) -> bool:
        return self.options[option] == "true"

    def enemies(self, side: str, number: str) -> list[Piece]:
        """Units of the other side in a hex, headquarters included."""
        return [piece for piece in self.stacks.get(number, []) if piece.side != side]

    def friends(self, side: str, number: str) -> list[Piece]:
        """Units of a side in a hex, headquarters included."""
        return [piece for piece in self.stacks.get(number, []) if piece.side == side]

    def fights(self, piece: Piece) -> bool:
        """Whether a unit is a combat unit: not a headquarters, an Army Reserve counter by option (6.72, 8.21)."""
        return not piece.is_hq and (piece.kind != "reserve" or self.is_on("reserve_is_combat_unit"))

    def fighters(self, side: str, number: str) -> list[Piece]:
        return [piece for piece in self.friends(side, number) if self.fights(piece)]

    def garrison(self, number: str) -> int:
        """Strength of the garrison still in a hex (15.31, 15.34)."""
        return 0 if "garrison_lost" in self.marks.get(number, set()) else self.land.garrisons.get(number, 0)

    def is_city(self, number: str) -> bool:
        """Whether a hex is a City hex; minor cities by option (11.31)."""
        return number in self.land.garrisons or (self.is_on("city_includes_minor") and number in self.land.minor_cities)

    def controllers(self, side: str, number: str) -> set[str]:
        """Hexes from which a side's units control a hex (8.0, 8.21, 15.24)."""
        found = set()
        for other in neighbours(number):
            if other not in self.stacks:
                continue
            if self.land.is_closed(number, other) and not self.is_on("zoc_across_dnieper"):
                continue
            if any("strongpoint" not in piece.markers for piece in self.fighters(side, other)):
                found.add(other)
        return found

    def zone(self, side: str) -> set[str]:
        """All hexes in a side's Zones of Control."""
        hexes = {piece.hex for piece in self.pieces.values() if piece.side == side}
        near = {number for hex_ in hexes for number in neighbours(hex_)}
        return {number for number in near if self.controllers(side, number)}

    def overstacked(self, side: str) -> set[str]:
        """Hexes with more than three combat units of a side (8.1)."""
        return {p.hex for p in self.pieces.values() if p.side == side and len(self.fighters(side, p.hex)) > 3}


def other(side: str) -> str:
    return "axis" if side == "soviet" else "soviet"


@cache
def _land(game_map: int, with_optional_rivers: bool) -> Land:
    return read_land(_MAPS[game_map], with_optional_rivers)


_MAPS: dict[int, GameMap] = {}


def see(position: Position) -> Scene:
    """The scene of a position: only units on the map, strengths of the face that is up (9.51, 9.53)."""
    setting, game = position.setting, position.game
    _MAPS[id(setting.map)] = setting.map
    pieces = {}
    divisions: dict[str, set[str]] = {}
    for unit in game.units.values():
        counter = setting.counters[unit.id]
        if counter.division:
            divisions.setdefault(counter.division, set()).add(unit.id)
        if unit.hex is None:
            continue
        active = "inactive" not in unit.markers
        attack, defence = 0, 0
        if counter.faces:
            attack, defence = counter.faces[len(counter.faces) - unit.steps]
        elif unit.face:
            attack, defence = (int(figure) for figure in unit.face.split("-"))
            if defence >= 6 and unit.steps == 1:
                attack, defence = setting.tables.reduced[counter.pool]
        pieces[unit.id] = Piece(
            id=unit.id,
            side=counter.side,
            nation=counter.nation,
            kind=counter.kind,
            hex=setting.map.grid.number(unit.hex),
            division=counter.division,
            move=counter.move if active or counter.kind != "hq" else counter.numbers["move_inactive"],
            radius=counter.numbers.get("radius", 0),
            active=active,
            attack=attack,
            defence=defence,
            markers=unit.markers,
        )
    stacks: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        stacks.setdefault(piece.hex, []).append(piece)
    return Scene(
        land=_land(id(setting.map), setting.options.is_on("optional_rivers")),
        options=dict(setting.options.values),
        pieces=pieces,
        stacks=stacks,
        turn=game.turn,
        phase=game.phase,
        marks={setting.map.grid.number(hex_): set(words) for hex_, words in game.hex_marks.items()},
        woken=int(game.flags.get("south_active", "0")),
        divisions=divisions,
    )
