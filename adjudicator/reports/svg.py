"""A map as a picture (SVG): the printed map, and on it the counters of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.model.game import Game
from adjudicator.model.map import GameMap
from adjudicator.reports import svg_counters, svg_ground, svg_relief
from adjudicator.reports.svg_labels import Labels
from adjudicator.reports.svg_legend import legend
from adjudicator.reports.svg_sheet import MARGIN, Overlay, Sheet, text

_TITLE = 30
_FONT = "font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\""


def draw_map(
    game_map: GameMap,
    game: Game | None = None,
    *,
    zones: Mapping[str, Collection[int]] | None = None,
    window: Collection[int] | None = None,
    title: str = "",
    values: Mapping[str, str] | None = None,
    sectors: Mapping[str, str] | None = None,
    scale: str = "",
    credit: Sequence[str] = (),
    overlay: Overlay | None = None,
) -> str:
    """The map as one SVG document, the same text for the same input.

    ``zones`` are hexes per side to ring; ``window`` the hexes to draw (all: None); ``values`` what counters say instead
    of their printed values, by unit; ``sectors`` names areas whose edge is drawn as a line (default: ``south``);
    ``scale`` and ``credit`` are lines of the legend; ``overlay`` comes over all the rest.
    """
    named = {"south": "Sector Line"} if sectors is None else sectors
    sheet = Sheet.of(game_map.grid, window, _TITLE)
    parts = list(_map(game_map, sheet, named))
    if zones:
        parts += svg_counters.zones(zones, game, sheet)
    if game:
        parts += svg_counters.counters(game, sheet, values or {})
    if overlay:
        parts += overlay.draw(sheet)
    width, height = sheet.size
    width = max(width, 640)
    key, bottom = legend(game_map, game, named, width, height, scale, credit, overlay)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom}" '
            f'width="{width}" height="{bottom}" {_FONT}>',
            f"<title>{_escape(title or game_map.title)}</title>",
            f'<rect width="{width}" height="{bottom}" fill="#fffdf6"/>',
            text(MARGIN, _TITLE, title or game_map.title, 'font-size="20" font-weight="bold" fill="#2b2416"'),
            *(part for part in parts if part),
            *key,
            "</svg>",
            "",
        ]
    )


def _map(game_map: GameMap, sheet: Sheet, sectors: Mapping[str, str]) -> Iterator[str]:
    labels = Labels()
    yield from svg_ground.terrain(game_map, sheet)
    yield from svg_relief.crest_lines(game_map, sheet)
    signs = list(svg_ground.places(game_map, sheet, labels))
    yield from svg_ground.rivers(game_map, sheet, labels)
    yield from svg_ground.networks(game_map, sheet)
    for name in sectors:
        if name in game_map.areas:
            yield svg_ground.border(game_map.areas[name], sheet)
    yield from svg_ground.fronts(game_map, sheet)
    yield from signs
    yield from svg_ground.entries(game_map.entries, sheet)
    yield from labels.drawn


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
