"""Random positions of Kharkov by seed: knots of adjacent enemies, lines to cut, headquarters, garrisons, markers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.game import Game
from adjudicator.model.units import Unit
from adjudicator.rulesets.kharkov.opening import open_game
from adjudicator.rulesets.kharkov.position import (
    DISRUPTED,
    GARRISON_LOST,
    INACTIVE,
    RETREATED_IN,
    SOVIET_ENTERED,
    STOPPED,
    STRONGPOINT,
    UNSUPPLIED,
    Position,
)
from adjudicator.rulesets.kharkov.setting import SIDES, Setting, enemy_of
from tests.cases.kharkov.board import as_begun, setting_of

CENTRES = (
    "0819", "0715", "0413", "1012", "1114", "1216", "1418", "1518", "1716", "1637", "3632", "3732", "2308", "1305",
    "2909", "3006", "2905", "3522", "3317", "2501", "0104", "3932", "2440", "3340", "0140", "3901", "3230",
)  # fmt: skip
"""Places where much meets: cities, rivers, double rivers, edges, supply entries."""

PHASES = ("soviet/movement", "axis/movement", "axis/mechanized")
BEGAN_SOUTH = "began_south"


@cache
def _opening(setting: Setting) -> Game:
    return open_game("random", load_scenario("kharkov/campaign"), setting)


@cache
def _ids_of(setting: Setting, side: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for counter in setting.counters.values():
        if counter.side == side:
            found.setdefault(counter.kind, []).append(counter.id)
    return {kind: tuple(ids) for kind, ids in found.items()}


class Maker:
    """Makes one position; all chance comes from its ``dice``."""

    def __init__(self, seed: int, setting: Setting) -> None:
        self.dice = random.Random(seed)
        self.setting = setting
        self.grid = setting.map.grid
        self.units: dict[str, Unit] = {}
        self.owner: dict[int, str] = {}
        self.count: dict[int, int] = {}
        self.marks: dict[int, set[str]] = {}

    def opening(self) -> Game:
        """The opening position of the campaign."""
        return _opening(self.setting)

    def make(self) -> Position:
        """The position."""
        dice = self.dice
        self._open_cities()
        for _ in range(dice.choice((1, 1, 2))):
            self._knot(self._somewhere())
        self._roam()
        self._strongpoints()
        opening = _opening(self.setting)
        units = {unit_id: self.units.get(unit_id, unit.in_box("elsewhere")) for unit_id, unit in opening.units.items()}
        turn = dice.choice((1, 2, 2, 3, 4, 6, 10))
        game = replace(
            opening,
            turn=turn,
            phase=dice.choice(PHASES),
            units=units,
            hex_marks={hex_: frozenset(words) for hex_, words in sorted(self.marks.items())},
            flags={"south_active": dice.choice(("1", str(turn)))} if turn > 1 and dice.random() < 0.6 else {},
        )
        return as_begun(Position(self.setting, game))

    def _somewhere(self) -> int:
        if self.dice.random() < 0.6:
            return self.grid.hex(self.dice.choice(CENTRES))
        return self.dice.choice(self.grid.hexes)

    def _open_cities(self) -> None:
        for hex_ in self.setting.garrisons:
            if self.dice.random() < 0.2:
                self.marks[hex_] = {GARRISON_LOST, SOVIET_ENTERED}
        for place in self.setting.map.places:
            if self.dice.random() < 0.3 and place.grade == "minor_city":
                self.marks.setdefault(place.hex, set()).add(SOVIET_ENTERED)

    def _knot(self, centre: int) -> None:
        dice = self.dice
        near = self.grid.within(centre, dice.choice((1, 2, 2, 3, 4)))
        for side, most in (("soviet", 13), ("axis", 9)):
            ids = _ids_of(self.setting, side)
            kinds = [kind for kind in ids if kind not in ("hq", "panzer", "panzergrenadier", "reserve")]
            for _ in range(dice.randint(2, most)):
                self._place(side, dice.choice(ids[dice.choice(kinds)]), near)
        for _ in range(dice.choice((0, 1, 1, 2))):
            self._place_division(near)
        wide = self.grid.within(centre, dice.choice((1, 3, 6)))
        for _ in range(dice.randint(0, 3)):
            self._place("soviet", dice.choice(_ids_of(self.setting, "soviet")["hq"]), wide)
        if dice.random() < 0.4:
            self._place("axis", "hq-rum6", wide)
        if dice.random() < 0.25:
            self._place("soviet", dice.choice(_ids_of(self.setting, "soviet")["reserve"]), wide)

    def _place_division(self, near: tuple[int, ...]) -> None:
        dice = self.dice
        ids_by_kind = _ids_of(self.setting, "axis")
        first = dice.choice([*ids_by_kind["panzer"], *ids_by_kind["panzergrenadier"]])
        division = self.setting.counters[first].division
        ids = [counter.id for counter in self.setting.counters.values() if counter.division == division]
        start = dice.choice(near)
        spread = self.grid.within(start, dice.choice((0, 0, 1, 1, 2)))
        for unit_id in ids if dice.random() < 0.85 else ids[1:]:
            self._place("axis", unit_id, spread)

    def _roam(self) -> None:
        """Units far from the rest, often on roads, that cut lines or stand in cities."""
        dice = self.dice
        roads = sorted(self.setting.road_hexes)
        for _ in range(dice.randint(0, 7)):
            side = dice.choice(("soviet", "soviet", "axis"))
            ids = _ids_of(self.setting, side)
            kind = dice.choice([kind for kind in ids if kind not in ("hq", "reserve")])
            place = dice.choice((dice.choice(roads), dice.choice(self.grid.hexes)))
            self._place(side, dice.choice(ids[kind]), (place,))
        if dice.random() < 0.3:
            for hex_ in self.grid.edge("east")[:: dice.choice((1, 2, 3))]:
                self._place("axis", dice.choice(_ids_of(self.setting, "axis")["infantry"]), (hex_,))

    def _place(self, side: str, unit_id: str, hexes: tuple[int, ...]) -> None:
        dice = self.dice
        is_hq = self.setting.is_hq(unit_id)
        for hex_ in dice.sample(hexes, min(len(hexes), 4)):
            crowded = not is_hq and self.count.get(hex_, 0) >= (4 if dice.random() < 0.02 else 3)
            if unit_id not in self.units and self.owner.get(hex_, side) == side and not crowded:
                self.owner[hex_] = side
                self.count[hex_] = self.count.get(hex_, 0) + (not is_hq)
                self.units[unit_id] = self._unit(side, unit_id, hex_)
                if side == "soviet":
                    self.marks.setdefault(hex_, set()).update((GARRISON_LOST, SOVIET_ENTERED))

    def _unit(self, side: str, unit_id: str, hex_: int) -> Unit:
        dice = self.dice
        counter = self.setting.counters[unit_id]
        steps, face = dice.randint(1, len(counter.faces) or 1), ""
        if counter.pool and dice.random() < 0.9:
            face = dice.choice(sorted(_opening(self.setting).pools[f"untried/{counter.pool}"]))
            is_double = int(face.partition("-")[2]) >= self.setting.tables.two_steps_from
            steps = dice.randint(1, 2) if is_double else 1
        if self.setting.is_regiment(unit_id):
            face = dice.choice(("2-2", "1-1"))
        words = set()
        if counter.kind == "hq":
            words |= {INACTIVE} if dice.random() < 0.3 else set()
        else:
            words |= {word for word in (DISRUPTED, RETREATED_IN, STOPPED) if dice.random() < 0.06}
        words |= {UNSUPPLIED} if dice.random() < 0.2 else set()
        if hex_ in self.setting.south and dice.random() < 0.8:
            words.add(BEGAN_SOUTH)
        return Unit(unit_id, hex_, "", steps, face, frozenset(words))

    def _strongpoints(self) -> None:
        for unit in list(self.units.values()):
            if self.setting.is_regiment(unit.id) and self.count[unit.hex or 0] == 1 and self.dice.random() < 0.5:
                self.units[unit.id] = replace(unit, markers=unit.markers | {STRONGPOINT})


def make_position(seed: int, options: Mapping[str, str] | None = None) -> Position:
    """The random position of a seed."""
    return Maker(seed, setting_of(options)).make()


@cache
def options_of(seed: int, scenario: str = "kharkov/campaign") -> Mapping[str, str]:
    """A random value for each switch that is built."""
    dice = random.Random(seed)
    known = [entry for entry in load_scenario(scenario).options if entry["built"] == "true"]
    return {entry["option"]: dice.choice([str(value) for value in entry["values"]]) for entry in known}


def shrink(position: Position, is_of_interest: Callable[[Position], bool]) -> Position:
    """The position with as few units, marks and markers as still make it of interest."""
    while True:
        smaller = next((less for less in _lessened(position) if is_of_interest(less)), None)
        if smaller is None:
            return position
        position = smaller


def _lessened(position: Position) -> list[Position]:
    game = position.game
    placed = [unit for unit in game.units.values() if unit.hex is not None]
    games = [replace(game, units={**game.units, unit.id: unit.in_box("elsewhere")}) for unit in placed]
    for unit in placed:
        for word in sorted(unit.markers):
            games.append(replace(game, units={**game.units, unit.id: replace(unit, markers=unit.markers - {word})}))
    for hex_ in game.hex_marks:
        if hex_ not in game.stacks:
            games.append(replace(game, hex_marks={h: words for h, words in game.hex_marks.items() if h != hex_}))
    return [Position(position.setting, less) for less in games]


def describe(position: Position) -> str:
    """The position as the call of ``board`` that makes it."""
    setting, game = position.setting, position.game
    units, markers = {}, {}
    for unit in game.units.values():
        if unit.hex is None:
            continue
        state = [setting.map.grid.number(unit.hex), unit.face, "inactive" if unit.has(INACTIVE) else ""]
        counter = setting.counters[unit.id]
        if unit.steps != (len(counter.faces) or 1):
            state.append(f"steps={unit.steps}")
        units[unit.id] = " ".join(word for word in state if word)
        if unit.markers - {INACTIVE}:
            markers[unit.id] = sorted(unit.markers - {INACTIVE})
    marks = {setting.map.grid.number(hex_): sorted(words) for hex_, words in game.hex_marks.items()}
    defaults = setting_of().options.values
    options = {name: value for name, value in setting.options.values.items() if value != defaults[name]}
    return (
        f"board({units!r}, turn={game.turn}, phase={game.phase!r}, options={options!r}, markers={markers!r}, "
        f"hex_marks={marks!r}, flags={dict(game.flags)!r})"
    )


def fronts_of(position: Position) -> list[tuple[str, int, list[int]]]:
    """Hexes in contact: side that stands there, the hex, the hexes of enemies around it that could attack it."""
    found = []
    for side in SIDES:
        for hex_ in position.stacks[side]:
            around = [n for n in position.grid.adjacent[hex_] if n in position.stacks[enemy_of(side)]]
            open_ = [n for n in around if not position.setting.is_barred(hex_, n)]
            if open_:
                found.append((side, hex_, open_))
    return found
