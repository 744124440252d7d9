"""What things are called: units, places, sides, phases and days, taken from a scenario and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adjudicator.engine.sequence import Phase, Rules
from adjudicator.model.map import GameMap
from adjudicator.model.scenario import Scenario

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True)
class Naming:
    """Names by id. ``owners`` maps a unit to its side; ``places`` and ``terrain`` map a printed hex number to a name
    and a word; ``dates`` a Game-Turn to a day; ``air`` a Game-Turn to the Air Points of each side."""

    title: str
    turns: int
    units: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    terrain: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, Phase] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    dates: Mapping[int, str] = field(default_factory=dict)
    air: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Rules, scenario: Scenario) -> Naming:
        """The names of a scenario played by these rules."""
        turns = scenario.data.get("turns", [])
        grid = scenario.map.grid
        return cls(
            title=scenario.title,
            turns=rules.turns,
            units={counter.id: counter.name for counter in scenario.counters.values()},
            owners={counter.id: counter.side for counter in scenario.counters.values()},
            places=place_names(scenario.map),
            terrain={grid.number(hex_): scenario.map.terrain[hex_].replace("_", " ") for hex_ in grid.hexes},
            phases={phase.name: phase for phase in rules.phases},
            sides={side["id"]: side["name"] for side in scenario.data.get("sides", [])},
            dates={int(turn["turn"]): str(turn["date"]) for turn in turns if "date" in turn},
            air={int(turn["turn"]): {s: int(n) for s, n in turn["air"].items()} for turn in turns if "air" in turn},
        )

    def unit(self, unit_id: str) -> str:
        """A unit by name and id: ``44th Infantry Division (44id)``."""
        name = self.units.get(unit_id, "")
        return f"{name} ({unit_id})" if name and name != unit_id else unit_id

    def brief(self) -> Naming:
        """The same names, with units called by their ids alone: for a text that has introduced them."""
        return replace(self, units={})

    def place(self, number: str) -> str:
        """The name of a hex, or the empty string."""
        return self.places.get(number, "")

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
