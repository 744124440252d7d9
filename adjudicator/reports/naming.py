"""What things are called: units, places, sides, phases and days, taken from a scenario and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from adjudicator.engine.sequence import NO_SIDE, Phase, Rules
from adjudicator.model.hexes import Grid
from adjudicator.model.map import GameMap
from adjudicator.model.scenario import Scenario
from adjudicator.model.units import Counter
from adjudicator.reports.words import counted

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True)
class Division:
    """A formation whose units are told together: ``noun`` is what each of its ``members``, by id, is."""

    name: str
    noun: str
    members: tuple[str, ...]


@dataclass(frozen=True)
class Naming:
    """Names by id. ``owners`` maps a unit to its side; ``kinds`` to its kind; ``faces`` to its printed strength per
    step, the full one first; ``places`` and ``terrain`` map a printed hex number to a name and a word; ``opening`` are
    the phases before the first Game-Turn; ``dates`` map a Game-Turn to a day; ``air`` to the Air Points of each side.
    ``has_points`` is whether Victory Points are counted. Without a ``grid`` nothing is near. ``steps`` are
    those with which units begin where that is not at full strength."""

    title: str
    turns: int
    units: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    faces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    divisions: Mapping[str, Division] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    terrain: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, Phase] = field(default_factory=dict)
    opening: frozenset[str] = frozenset()
    sides: Mapping[str, str] = field(default_factory=dict)
    dates: Mapping[int, str] = field(default_factory=dict)
    air: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    grid: Grid | None = None
    has_points: bool = True
    is_brief: bool = False
    steps: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Rules, scenario: Scenario) -> Naming:
        """The names of a scenario played by these rules."""
        turns = scenario.data.get("turns", [])
        grid = scenario.map.grid
        counters = scenario.counters.values()
        return cls(
            title=scenario.title,
            turns=rules.turns,
            units={counter.id: counter.name for counter in counters},
            owners={counter.id: counter.side for counter in counters},
            kinds={counter.id: counter.kind for counter in counters},
            faces={counter.id: tuple(map(_face, counter.faces)) for counter in counters},
            divisions=_divisions(scenario.counters),
            places=place_names(scenario.map),
            terrain={grid.number(hex_): scenario.map.terrain[hex_].replace("_", " ") for hex_ in grid.hexes},
            phases={phase.name: phase for phase in (*rules.opening, *rules.phases)},
            opening=frozenset(phase.name for phase in rules.opening),
            sides={side["id"]: side["name"] for side in scenario.data.get("sides", [])},
            dates={int(turn["turn"]): str(turn["date"]) for turn in turns if "date" in turn},
            air={int(turn["turn"]): {s: int(n) for s, n in turn["air"].items()} for turn in turns if "air" in turn},
            grid=grid,
            has_points="victory" in scenario.tables,
        )

    def unit(self, unit_id: str) -> str:
        """A unit by name and id: ``44th Infantry Division (44id)``."""
        name = "" if self.is_brief else self.units.get(unit_id, "")
        return f"{name} ({unit_id})" if name and name != unit_id else unit_id

    def unit_list(self, unit_ids: Sequence[str]) -> list[str]:
        """The same for several units, a division of which all are named as one."""
        names: dict[str, str] = {}
        for unit_id in unit_ids:
            key, division = next(((k, d) for k, d in self.divisions.items() if unit_id in d.members), ("", None))
            if division and all(member in unit_ids for member in division.members):
                size = counted(len(division.members), division.noun)
                names[key] = f"{key} ({size})" if self.is_brief else f"{division.name} ({key}: {size})"
            else:
                names[unit_id] = self.unit(unit_id)
        return list(names.values())

    def strength(self, unit_id: str, steps: int) -> str:
        """The printed strength of a unit with some steps left, or the empty string."""
        faces = self.faces.get(unit_id, ())
        return faces[len(faces) - steps] if 1 <= steps <= len(faces) else ""

    def brief(self) -> Naming:
        """The same names, with units called by their ids alone: for a text that has introduced them."""
        return replace(self, is_brief=True)

    def place(self, number: str) -> str:
        """The name of a hex, or the empty string."""
        return self.places.get(number, "")

    def near(self, number: str) -> str:
        """Where a hex lies from the nearest place: ``two hexes north of Chuguev``, or the empty string."""
        grid = self.grid
        here = grid.find(number) if grid else None
        if grid is None or here is None or not self.places:
            return ""
        away, there = min((grid.distance(here, grid.hex(place)), place) for place in self.places)
        return f"{counted(away, 'hex')} {_bearing(grid, grid.hex(there), here)} of {self.places[there]}"

    def hex(self, number: str) -> str:
        """A hex by number and name: ``0515 Ternovaya``."""
        return f"{number} {self.place(number)}".strip()

    def side(self, side: str) -> str:
        """``the Soviet Player``."""
        return f"the {self.sides.get(side, side.capitalize())} Player"

    def side_name(self, side: str) -> str:
        """``Soviet``."""
        return self.sides.get(side, side.capitalize())

    def phase(self, name: str) -> str:
        """The title of a phase."""
        return self.phases[name].title if name in self.phases else name

    def owner(self, unit_id: str) -> str:
        """The side of a unit, or the empty string."""
        return self.owners.get(unit_id, "")

    @property
    def has_player_turns(self) -> bool:
        """Whether phases belong to one side or the other; else both act in each."""
        return all(phase.side in (*self.sides, NO_SIDE) for phase in self.phases.values())

    def date(self, turn: int) -> str:
        """The day of a Game-Turn, ``12 May 1942``, or the empty string."""
        year, _, rest = self.dates.get(turn, "").partition("-")
        month, _, day = rest.partition("-")
        if not (month.isdigit() and day.isdigit() and 1 <= int(month) <= len(_MONTHS)):
            return year
        return f"{int(day)} {_MONTHS[int(month) - 1]} {year}"


def place_names(game_map: GameMap) -> dict[str, str]:
    """Names by printed hex number: of the place in a hex, else of the city that it is part of."""
    grid = game_map.grid
    names = {grid.number(hex_): city.name for city in game_map.cities for hex_ in sorted(city.garrisons)}
    for place in reversed(game_map.places):
        names[grid.number(place.hex)] = place.name
    return names


def _face(values: tuple[int, ...]) -> str:
    return "-".join(map(str, values[:1] if len(values) == 2 and values[0] == values[1] else values))


def _divisions(counters: Mapping[str, Counter]) -> dict[str, Division]:
    """Divisions in several units, by id; each unit's name ends with that of its division."""
    members: dict[str, list[Counter]] = {}
    for counter in counters.values():
        if counter.division and ", " in counter.name:
            members.setdefault(counter.division, []).append(counter)
    return {
        division: Division(
            units[0].name.rpartition(", ")[2],
            "regiment" if all("Regiment" in unit.name for unit in units) else "unit",
            tuple(unit.id for unit in units),
        )
        for division, units in members.items()
        if len(units) > 1
    }


def _bearing(grid: Grid, start: int, goal: int) -> str:
    """The direction of one hex from another, of eight."""
    (x1, y1), (x2, y2) = grid.centre(start), grid.centre(goal)
    # A unit of the grid's centres is longer between rows than within one (by the root of three, or 7/4).
    east, south = (4 * (x2 - x1), 7 * (y2 - y1)) if grid.orientation == "pointy" else (7 * (x2 - x1), 4 * (y2 - y1))
    upright = ("north" if south < 0 else "south") if 12 * abs(south) > 5 * abs(east) else ""
    level = ("west" if east < 0 else "east") if 12 * abs(east) > 5 * abs(south) else ""
    return "-".join(word for word in (upright, level) if word)
