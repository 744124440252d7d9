"""A map in characters: terrain, levels, and how many units of which side lie where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.model.game import Game
from adjudicator.model.map import GameMap
from adjudicator.reports.words import paragraph

COMMON = "."
"""The sign of the terrain that most hexes have."""
_MARGIN = 4


def text_map(game_map: GameMap, game: Game | None = None) -> list[str]:
    """The map in lines, each hex as the sign of its terrain, its level, and in capitals the first letter of a side with
    its number of units; rows on the left, columns above, the signs explained below."""
    grid, signs = game_map.grid, _signs(game_map)
    cells = {hex_: _cell(game_map, game, signs, hex_) for hex_ in grid.hexes}
    # Hexes on the same line are two units of `centre` apart.
    step = (max(map(len, cells.values())) + 2) // 2
    lines: dict[int, str] = {}
    for hex_ in sorted(grid.hexes, key=lambda hex_: grid.centre(hex_)[::-1]):
        x, y = grid.centre(hex_)
        begins = grid.orientation == "pointy" or y % 2 == 0
        line = lines.get(y, f"{grid.printed_row(hex_):<{_MARGIN}}" if begins else " " * _MARGIN)
        lines[y] = line.ljust(_MARGIN + x * step) + cells[hex_]
    told = [f"{sign} {word.replace('_', ' ')}" for word, sign in signs.items()]
    told += ["1, 2 ... levels of hills"] if any(game_map.levels) else []
    told += [f"{side[:1].upper()}2 two {side.capitalize()} units" for side in _sides(game)]
    drawn = [*_columns(game_map, step), *lines.values()]
    return [*(line.rstrip() for line in drawn), "", *paragraph("; ".join(told))]


def _signs(game_map: GameMap) -> dict[str, str]:
    """A sign per word of terrain: a dot for the commonest, else the first letter of the word that is still free."""
    counts = Counter(game_map.terrain[hex_] for hex_ in game_map.grid.hexes)
    words = sorted(counts, key=lambda word: (-counts[word], word))
    signs = {words[0]: COMMON}
    for word in words[1:]:
        signs[word] = next((letter for letter in word if letter not in signs.values()), "?")
    return signs


def _cell(game_map: GameMap, game: Game | None, signs: Mapping[str, str], hex_: int) -> str:
    level = game_map.levels[hex_] if game_map.levels else 0
    units = Counter(game.side_of(unit_id) for unit_id in game.units_in(hex_)) if game else Counter[str]()
    stacks = "".join(f"{side[:1].upper()}{number}" for side, number in sorted(units.items()))
    return signs[game_map.terrain[hex_]] + (str(level) if level else "") + stacks


def _columns(game_map: GameMap, step: int) -> list[str]:
    """The names of the columns, each written downward."""
    grid = game_map.grid
    names = {grid.centre(hex_)[0]: _column(game_map, hex_) for hex_ in range(grid.columns)}
    lines = [" " * _MARGIN] * max(map(len, names.values()))
    for x, name in sorted(names.items()):
        padded = name.rjust(len(lines))
        lines = [line.ljust(_MARGIN + x * step) + letter for line, letter in zip(lines, padded, strict=True)]
    return lines


def _column(game_map: GameMap, hex_: int) -> str:
    letters = game_map.grid.number(hex_).rstrip("0123456789")
    return letters or f"{game_map.grid.printed_column(hex_):02}"


def _sides(game: Game | None) -> list[str]:
    return sorted({game.side_of(unit_id) for unit_id in game.units}) if game else []
