"""Small stretches of ground for tests of sight."""

from __future__ import annotations

from functools import cache

from adjudicator.files.scenario_file import load_options, load_scenario
from adjudicator.model.hexes import Grid
from adjudicator.rulesets.options import Options, choose_options
from adjudicator.rulesets.platoon.ground import Ground, build_ground, stagger_map
from adjudicator.rulesets.platoon.sight import Sight, find_sight

BLOCKING = frozenset({"forest", "town", "city"})
ROLLING = frozenset({"rolling"})


def options_of(**chosen: str) -> Options:
    """The options of a game, those named in place of their default."""
    return choose_options("platoon", load_options("platoon"), chosen)


def field(text: str = "", *, rows: int = 9, columns: int = 9, shifted: str = "even", **chosen: str) -> Ground:
    """Open ground with what is named on it: ``forest B3 C4, level1 D4 D5, rolling E5``; options by name."""
    grid = Grid("flat", rows, columns, "A1", "north", "west", shifted)  # type: ignore[arg-type]
    terrain, levels = ["open"] * grid.size, [0] * grid.size
    for part in filter(None, text.split(", ")):
        word, *numbers = part.split(" ")
        for number in numbers:
            if word.startswith("level"):
                levels[grid.hex(number)] = int(word.removeprefix("level"))
            else:
                terrain[grid.hex(number)] = word
    return Ground(grid, tuple(terrain), tuple(levels), BLOCKING, ROLLING, options_of(**chosen))


def look(ground: Ground, a: str, b: str) -> Sight:
    """The line of sight between two hexes by their printed numbers."""
    return find_sight(ground, ground.grid.hex(a), ground.grid.hex(b))


def verdict(ground: Ground, a: str, b: str) -> str:
    """``clear``, or what blocks: ``woods B3``, ``crest C4 C5``."""
    obstacle = look(ground, a, b).obstacle
    if obstacle is None:
        return "clear"
    return " ".join(
        [obstacle.sentence, *(ground.grid.number(hex_) if hex_ >= 0 else "edge" for hex_ in obstacle.hexes)]
    )


@cache
def map_a(stagger: str = "b_down", **chosen: str) -> Ground:
    """The ground of Map A."""
    scenario = load_scenario("platoon/take-the-high-ground")
    options = options_of(stagger=stagger, **chosen)
    return build_ground(stagger_map(scenario.map, options), scenario.tables, options)
