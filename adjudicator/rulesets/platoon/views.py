"""Lines of sight as players are told of them (6.0, 4.5): see ``rulesets.views.Views``."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.hexes import OFF_MAP, Grid, hexside
from adjudicator.model.map import GameMap
from adjudicator.model.scenario import Scenario
from adjudicator.rulesets.options import choose_options
from adjudicator.rulesets.platoon.ground import Ground, build_ground, stagger_map
from adjudicator.rulesets.platoon.sight import Obstacle, Sentence, find_sight
from adjudicator.rulesets.views import Look

KINDS: Mapping[Sentence, str] = {
    "woods": "woods, a town or a city",
    "hill": "a hill, seen from the ground",
    "rolling": "two hexes of rolling ground running",
    "crest": "a crest line",
    "woods_on_level": "woods, a town or a city on the same level of hill",
    "behind_woods": "woods, a town or a city right before it, seen from a hill",
    "edge": "the edge of the map",
}
"""What blocks by each sentence of 6.0, in a few words."""
MIRRORED = "; judged as the higher unit sees it, by the option los_symmetry"


class PlatoonViews:
    """The lines of sight of a map under the options of a game."""

    def __init__(self, game_map: GameMap, ground: Ground) -> None:
        self.map = game_map
        self.ground = ground

    def look(self, a: int, b: int) -> Look:
        """The line of sight from hex ``a`` to hex ``b`` with its reason (6.0) and where it enters ``b`` (4.5)."""
        sight = find_sight(self.ground, a, b)
        obstacle = sight.obstacle
        return Look(
            thread=sight.thread,
            why=sight.why + (MIRRORED if sight.mirrored else ""),
            cases=sight.cases,
            obstacle=KINDS[obstacle.sentence] if obstacle else "",
            blocking=tuple(hex_ for hex_ in obstacle.hexes if hex_ != OFF_MAP) if obstacle else (),
            blocking_lines=_crest_line(self.ground.grid, obstacle) if obstacle else (),
            entry=_entry(self.ground.grid, sight.entry) if a != b else "",
            entry_cases=("4.5",) if a != b else (),
        )


def load_views(scenario: Scenario, options: Mapping[str, str]) -> PlatoonViews:
    """The lines of sight of a scenario's map with these options. Raises BadOption."""
    chosen = choose_options("platoon", scenario.options, options)
    game_map = stagger_map(scenario.map, chosen)
    return PlatoonViews(game_map, build_ground(game_map, scenario.tables, chosen))


def _crest_line(grid: Grid, obstacle: Obstacle) -> tuple[tuple[int, int], ...]:
    if obstacle.sentence != "crest" or OFF_MAP in obstacle.hexes:
        return ()
    a, b = obstacle.hexes
    return (hexside(a, b),) if grid.is_adjacent(a, b) else ()


def _entry(grid: Grid, place: int) -> str:
    """Where a thread enters a hex, from a place on the clock of ``engine.threads.entry_of``."""
    side, is_spine = divmod(place, 2)
    if is_spine:
        return f"by the spine between its {grid.directions[side]} and {grid.directions[(side + 1) % 6]} hexsides"
    return f"over its {grid.directions[side]} hexside"
