"""The relief of a drawn map: shades of height, crest lines, and the signs of ground that is not woods."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.hexes import Hexside, hexside
from adjudicator.model.map import GameMap
from adjudicator.reports.svg_sheet import Sheet, path

SHADES = ("#e6cb9e", "#c99f68")
"""The first level above the lowest, and all that are higher."""
CREST_EDGE = "#6f4e26"
_HUTS = ((-15, -9), (4, -12), (-7, 2), (9, 3))
_BLOCKS = ((-18, -12), (-5, -14), (8, -12), (-18, 2), (8, 2), (-5, 0))
_TOWN_SIGNS = {"town": _HUTS, "city": _BLOCKS}


def shades(game_map: GameMap, sheet: Sheet) -> Iterator[str]:
    """Hexes above the lowest level, the higher the darker."""
    for level in sorted(set(game_map.levels) - {0}):
        data = "".join(sheet.outline(hex_) for hex_ in sheet.hexes if game_map.levels[hex_] == level)
        yield path(data, f'fill="{_shade(level)}" stroke="#bdb69c" stroke-width="0.7"')


def number_style(game_map: GameMap, hex_: int) -> str:
    """How the printed number of a hex is written: dark on a shade."""
    return 'fill="#5a4322"' if game_map.levels and game_map.levels[hex_] else ""


def crest_lines(game_map: GameMap, sheet: Sheet) -> Iterator[str]:
    """A white line on every hexside at which the level changes."""
    if any(game_map.levels):
        data = "".join(sheet.edges([side]) for side in find_crest_lines(game_map))
        yield from _crest(data)


def find_crest_lines(game_map: GameMap) -> tuple[Hexside, ...]:
    """The hexsides at which the level changes."""
    levels, adjacent = game_map.levels, game_map.grid.adjacent
    sides = {hexside(a, b) for a in game_map.grid.hexes for b in adjacent[a] if levels and levels[a] != levels[b]}
    return tuple(sorted(sides))


def terrain_sign(word: str, x: int, y: int) -> str:
    """What is drawn in a hex of that terrain besides its tint: waves, furrows, houses; mostly nothing."""
    if word == "rolling":
        waves = "".join(f"M{x - 18} {y + dy}q6 -7 12 0t12 0t12 0" for dy in (-5, 5))
        return path(waves, 'fill="none" stroke="#a39a5c" stroke-width="1.4"')
    if word == "cultivated":
        furrows = "".join(f"M{x + dx - 4} {y + 7}l8 -14" for dx in (-14, -7, 0, 7, 14))
        return path(furrows, 'fill="none" stroke="#b99a3a" stroke-width="1.3"')
    houses = "".join(f"M{x + dx} {y + dy}h9v7h-9z" for dx, dy in _TOWN_SIGNS.get(word, ()))
    return path(houses, 'fill="#7a5a4a"')


def level_signs(game_map: GameMap) -> Iterator[tuple[str, str]]:
    """The levels and the crest line for a legend."""
    levels = sorted(set(game_map.levels) - {0})
    for level in levels:
        box = f'<rect x="10" y="-8" width="40" height="16" fill="{_shade(level)}" stroke="#bdb69c"/>'
        yield box, f"Hill, level {level}"
    if levels:
        yield "".join(_crest("M6 0H52")), "Crest line"


def _shade(level: int) -> str:
    return SHADES[min(level, len(SHADES)) - 1]


def _crest(data: str) -> Iterator[str]:
    yield path(data, f'fill="none" stroke="{CREST_EDGE}" stroke-width="5" stroke-linecap="round"')
    yield path(data, 'fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"')
