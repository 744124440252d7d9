"""The legend below a drawn map: signs, scale and credits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.model.game import Game
from adjudicator.model.map import GameMap
from adjudicator.reports import svg_counters, svg_ground, svg_relief
from adjudicator.reports.svg_sheet import HALF, MARGIN, Overlay, path, text
from adjudicator.reports.words import capital

_HIGH = 24
_LINE = 16
_SAMPLE = 60


def legend(
    game_map: GameMap,
    game: Game | None,
    sectors: Mapping[str, str],
    width: int,
    top: int,
    scale: str,
    credit: Sequence[str],
    overlay: Overlay | None = None,
) -> tuple[list[str], int]:
    """The legend's elements and the height at which the picture ends; ``top`` is where the map ends."""
    drawn: list[str] = []
    for remark in overlay.remarks if overlay else ():
        drawn.append(text(MARGIN, top + 4, remark, 'font-size="11.5" fill="#2b2416"'))
        top += _LINE
    x, y = MARGIN, top + 4
    for sample, words in (*(overlay.signs if overlay else ()), *_signs(game_map, game, sectors)):
        wide = _SAMPLE + 14 + len(words) * 6
        if x + wide > width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + _HIGH
        drawn.append(f'<g transform="translate({x} {y})">{sample}</g>')
        drawn.append(text(x + _SAMPLE, y + 4, words, 'font-size="11" fill="#2b2416"'))
        x += wide
    y += _HIGH
    bar = 5 * 2 * HALF
    ticks = "".join(f"M{MARGIN + 2 * HALF * n} {y - 5}v8" for n in range(6))
    drawn.append(path(f"M{MARGIN} {y}h{bar}{ticks}", 'fill="none" stroke="#2b2416" stroke-width="1.5"'))
    north = "North is at the top."
    caption = " ".join(part for part in ("Five hexes.", scale, north) if part)
    drawn.append(text(MARGIN + bar + 12, y + 4, caption, 'font-size="11" fill="#2b2416"'))
    for line in credit:
        y += _LINE
        drawn.append(text(MARGIN, y + 6, line, 'font-size="9" fill="#6b644f"'))
    return drawn, y + 20


def _signs(game_map: GameMap, game: Game | None, sectors: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for word in sorted(set(game_map.terrain)):
        tint = svg_ground.TERRAIN_TINTS.get(word, svg_ground.OTHER_TINT)
        box = f'<rect x="10" y="-8" width="40" height="16" fill="{tint}" stroke="#bdb69c"/>'
        yield box + svg_relief.terrain_sign(word, 30, 0), f"{word.replace('_', ' ').capitalize()} hex"
    yield from svg_relief.level_signs(game_map)
    grades = {place.grade for place in game_map.places}
    for grade in ("major_city", "minor_city", "village"):
        if grade in grades:
            yield svg_ground.town_sign(34, 0, grade), grade.replace("_", " ").capitalize()
    if game_map.cities:
        yield svg_ground.garrison_sign(34, 0, 1), "Garrison and its strength"
    yield from _lines(game_map, sectors)
    if game_map.entries:
        yield svg_ground.entry_sign(34, 0), "Supply entry"
    if game:
        for side, colour in svg_counters.colours(game).items():
            yield svg_counters.strip(28, -6, "id", "values", colour), f"{side.capitalize()} unit: strength-movement"
        if any(counter.pool for counter in game.counters.values()):
            yield svg_counters.strip(28, -6, "id", "U-7", ("#fff", "#444")), "Untried unit"
        if any(unit.hex is not None and unit.has("inactive") for unit in game.units.values()):
            yield "", "A pale headquarters is not active."


def _lines(game_map: GameMap, sectors: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    line = "M6 0H52"
    rivers = [river for features in game_map.features.values() for river in features if river.kind == "river"]
    major = sorted({river.name for river in rivers if river.grade == "major"})
    if major:
        yield path(line, f'stroke="{svg_ground.RIVER}" stroke-width="6"'), f"Major River ({', '.join(major)})"
    if any(river.grade != "major" and not river.optional for river in rivers):
        yield path(line, f'stroke="{svg_ground.RIVER}" stroke-width="3"'), "Minor River"
    if any(river.optional for river in rivers):
        stroke = f'stroke="{svg_ground.RIVER}" stroke-width="1.6" stroke-dasharray="5 4"'
        yield path(line, stroke), "Stream (a Minor River unless left out by option)"
    for kind in sorted(game_map.networks):
        if kind.startswith("rail"):
            rails = f'stroke="{svg_ground.RAIL}" stroke-width="5" stroke-dasharray="1.2 5.5"'
            yield path(line, f'stroke="{svg_ground.RAIL}" stroke-width="1.3"') + path(line, rails), "Railroad"
        else:
            road = f'stroke="{svg_ground.ROAD}" stroke-width="3.4"'
            yield path(line, road) + path(line, 'stroke="#f6dfae" stroke-width="1.4"'), "Road"
    if game_map.fronts:
        yield path(line, f'stroke="{svg_ground.FRONT}" stroke-width="3" stroke-dasharray="9 4"'), "Front at the start"
    for area, name in sectors.items():
        if area in game_map.areas:
            yield path(line, f'stroke="{svg_ground.SECTOR}" stroke-width="2.4" stroke-dasharray="12 3 2 3"'), name


def credit_lines(source: Mapping[str, Any]) -> tuple[str, ...]:
    """The credits of a map file's ``source`` as lines of a legend: what each source gave, and its license."""
    lines = [str(source["statement"]).removeprefix("reconstruction: ")] if "statement" in source else []
    for credit in source.get("credits", []):
        license_ = f" ({credit['license']})" if "license" in credit else ""
        address = f", {credit['url']}" if "url" in credit else ""
        lines.append(f"{credit['name']}{license_}{address}: {credit['covers']}")
    return tuple(capital(line) for line in lines)
