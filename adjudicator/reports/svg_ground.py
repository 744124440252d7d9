"""The printed part of a drawn map: terrain, rivers, roads, railroads, lines and places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.model.hexes import Hexside, hexside
from adjudicator.model.map import Front, GameMap, Line
from adjudicator.reports import svg_relief
from adjudicator.reports.svg_labels import Labels
from adjudicator.reports.svg_sheet import REACH, Point, Sheet, halo, path, text

TERRAIN_TINTS: Mapping[str, str] = {
    "clear": "#f4efdc",
    "forest": "#c9dcae",
    "major_city": "#e3b7a0",
    "minor_city": "#ecd9c0",
    "open": "#f4efdc",
    "rolling": "#e9e3bb",
    "cultivated": "#f3e2a0",
    "town": "#e6d3c3",
    "city": "#e3b7a0",
}
OTHER_TINT = "#e6e0ef"
RIVER = "#4a86be"
ROAD = "#b0772f"
RAIL = "#333"
FRONT = "#b3202a"
SECTOR = "#6a3d9a"
ENTRY = "#1b7837"


def terrain(game_map: GameMap, sheet: Sheet) -> Iterator[str]:
    """Hexes tinted by terrain, with trees on woods, and the printed numbers."""
    by_word: dict[str, list[int]] = {}
    for hex_ in sheet.hexes:
        by_word.setdefault(game_map.terrain[hex_], []).append(hex_)
    for word, hexes in sorted(by_word.items()):
        tint = TERRAIN_TINTS.get(word, OTHER_TINT)
        yield path("".join(map(sheet.outline, hexes)), f'fill="{tint}" stroke="#bdb69c" stroke-width="0.7"')
    yield from svg_relief.shades(game_map, sheet)
    yield '<g fill="#86a866">'
    for hex_ in by_word.get("forest", ()):
        x, y = sheet.centre(hex_)
        trees = "".join(
            f"M{x + dx} {y + dy}l4 8h-8z" for dx, dy in ((-13, -10), (12, -11), (-15, 4), (15, 4), (-2, 10))
        )
        yield path(trees, 'opacity="0.75"')
    yield "</g>"
    for word, hexes in sorted(by_word.items()):
        yield "".join(svg_relief.terrain_sign(word, *sheet.centre(hex_)) for hex_ in hexes)
    yield '<g font-size="6.5" fill="#8d8672" text-anchor="middle">'
    for hex_ in sheet.hexes:
        x, y = sheet.centre(hex_)
        top = y - REACH + (12 if sheet.grid.orientation == "pointy" else 13)
        yield text(x, top, sheet.grid.number(hex_), svg_relief.number_style(game_map, hex_))
    yield "</g>"


def rivers(game_map: GameMap, sheet: Sheet, labels: Labels) -> Iterator[str]:
    """Rivers on their hexsides: major ones thick, optional ones thin and broken, each with its name."""
    found: dict[tuple[str, str, bool], list[Hexside]] = {}
    for side, features in game_map.features.items():
        for feature in features:
            if feature.kind == "river":
                found.setdefault((feature.name, feature.grade, feature.optional), []).append(side)
    yield f'<g fill="none" stroke="{RIVER}" stroke-linecap="round" stroke-linejoin="round">'
    for (_, grade, optional), sides in found.items():
        width = 6 if grade == "major" else 3
        style = f'stroke-width="{width}"'
        if optional:
            style = 'stroke-width="1.6" stroke-dasharray="5 4"'
        yield path(sheet.edges(sides), style)
    yield "</g>"
    for (name, grade, _), sides in found.items():
        seen = [side for side in sides if sheet.is_shown(side)]
        for place in _label_places(len(seen)):
            _name_river(plain_name(name), grade, seen, place, sheet, labels)


def _label_places(length: int) -> tuple[int, ...]:
    if length < 4:
        return ()
    return (length // 2,) if length < 40 else (length // 4, 3 * length // 4)


def _name_river(name: str, grade: str, sides: Sequence[Hexside], place: int, sheet: Sheet, labels: Labels) -> None:
    size = 13 if grade == "major" else 9
    for shift in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5):
        at = place + shift
        if not 0 <= at < len(sides):
            continue
        x, y = sheet.middle(sides[at])
        first, last = sheet.middle(sides[max(0, at - 2)]), sheet.middle(sides[min(len(sides) - 1, at + 2)])
        angle = round(math.degrees(math.atan2(last[1] - first[1], last[0] - first[0])))
        angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
        if labels.take_turned(x, y, len(name) * size * 55 // 100, size, angle):
            style = f'font-size="{size}" font-style="italic" fill="#1f5a94" text-anchor="middle"'
            labels.add(f'<g transform="translate({x} {y}) rotate({angle})">{halo(0, -size // 2 + 1, name, style)}</g>')
            return


def networks(game_map: GameMap, sheet: Sheet) -> Iterator[str]:
    """Roads from centre to centre, railroads beside them with sleepers, both out to the edges they leave over."""
    for kind, network in sorted(game_map.networks.items(), reverse=True):
        data = "".join(_way(line, sheet) for line in network.lines)
        if kind.startswith("rail"):
            yield f'<g fill="none" stroke="{RAIL}" transform="translate(3 3)">'
            yield path(data, 'stroke-width="1.3"')
            yield path(data, 'stroke-width="5" stroke-dasharray="1.2 5.5"')
        else:
            yield '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
            yield path(data, f'stroke="{ROAD}" stroke-width="3.4"')
            yield path(data, 'stroke="#f6dfae" stroke-width="1.4"')
        yield "</g>"


def _way(line: Line, sheet: Sheet) -> str:
    data = ""
    for a, b in zip(line.hexes, line.hexes[1:], strict=False):
        if a in sheet.shown and b in sheet.shown:
            (x1, y1), (x2, y2) = sheet.centre(a), sheet.centre(b)
            data += f"L{x2} {y2}" if data.endswith(f"L{x1} {y1}") else f"M{x1} {y1}L{x2} {y2}"
    for edge, hex_ in sorted(line.exits.items()):
        if hex_ in sheet.shown:
            (x1, y1), (x2, y2) = sheet.centre(hex_), sheet.exit(hex_, edge)
            data += f"M{x1} {y1}L{x2} {y2}"
    return data


def fronts(game_map: GameMap, sheet: Sheet) -> Iterator[str]:
    """Front lines with their named points."""
    for front in game_map.fronts.values():
        sides = [hexside(a, b) for a, b in front.pairs]
        yield path(
            sheet.edges(sides),
            f'fill="none" stroke="{FRONT}" stroke-width="3" stroke-dasharray="9 4" stroke-linejoin="round"',
        )
    for x, y, label in _points(game_map, sheet):
        half = 7 + 5 * (len(label) - 1) // 2
        yield (
            f'<rect x="{x - half}" y="{y - 7}" width="{2 * half}" height="14" rx="7" fill="{FRONT}"/>'
            + text(x, y + 3, label, 'font-size="9" font-weight="bold" fill="#fff" text-anchor="middle"')
        )


def _points(game_map: GameMap, sheet: Sheet) -> Iterator[tuple[int, int, str]]:
    """The named points of all front lines that lie in the picture, with where they lie."""
    for front in game_map.fronts.values():
        names: dict[int, list[str]] = {}
        for name, place in front.points.items():
            names.setdefault(place, []).append(name)
        for place, words in sorted(names.items()):
            corner = _corner(front, place, sheet)
            beside = [hexside(*pair) for pair in front.pairs[max(0, place - 1) : place + 1]]
            if corner and any(sheet.is_shown(side) for side in beside):
                yield (*corner, "/".join(words))


def _corner(front: Front, place: int, sheet: Sheet) -> Point | None:
    """The corner where the ``place``-th pair of a front begins, or where its last one ends."""
    ends = [set(sheet.ends(hexside(*pair))) for pair in front.pairs[max(0, place - 1) : place + 1]]
    if len(ends) == 2:
        return min(ends[0] & ends[1], default=None)
    beyond = front.pairs[1:2] if place == 0 else front.pairs[-2:-1]
    rest = set(sheet.ends(hexside(*beyond[0]))) if beyond else set()
    return min(ends[0] - rest, default=None)


def border(area: frozenset[int], sheet: Sheet) -> str:
    """The edge of an area inside the map, such as a sector line."""
    sides = [hexside(hex_, n) for hex_ in sorted(area) for n in sheet.grid.adjacent[hex_] if n not in area]
    return path(
        sheet.edges(sorted(set(sides))),
        f'fill="none" stroke="{SECTOR}" stroke-width="2.4" stroke-dasharray="12 3 2 3"',
    )


def entries(hexes: Iterable[int], sheet: Sheet) -> Iterator[str]:
    """Where supply enters the map."""
    for hex_ in hexes:
        if hex_ in sheet.shown:
            x, y = sheet.centre(hex_)
            yield entry_sign(x, y - 4)


def entry_sign(x: int, y: int) -> str:
    """The sign of a supply entry."""
    letter = text(x, y + 4, "S", 'font-size="10" font-weight="bold" fill="#fff" text-anchor="middle"')
    return f'<circle cx="{x}" cy="{y}" r="7" fill="{ENTRY}" stroke="#fff"/>{letter}'


def places(game_map: GameMap, sheet: Sheet, labels: Labels) -> Iterator[str]:
    """Towns with their names, and the garrisons of cities."""
    order = {"major_city": 0, "minor_city": 1}
    shown = [place for place in game_map.places if place.hex in sheet.shown]
    signed: list[int] = []
    for place in shown:
        labels.keep_free(*sheet.centre(place.hex), 5)
    for hex_ in game_map.entries:
        if hex_ in sheet.shown:
            x, y = sheet.centre(hex_)
            labels.keep_free(x, y - 4, 8)
    for x, y, _ in _points(game_map, sheet):
        labels.keep_free(x, y, 8)
    for place in sorted(shown, key=lambda p: (order.get(p.grade, 2), p.hex)):
        x, y = sheet.centre(place.hex)
        if place.hex not in signed:
            yield town_sign(x, y, place.grade)
            signed.append(place.hex)
        size = {"major_city": 15, "minor_city": 9}.get(place.grade, 7)
        weight = ' font-weight="bold"' if place.grade in order else ""
        name = plain_name(place.name).upper() if place.grade == "major_city" else plain_name(place.name)
        labels.put(x, y, name, size, f'font-size="{size}"{weight} fill="#2b2416"')
    for city in game_map.cities:
        for hex_, strength in sorted(city.garrisons.items()):
            if hex_ in sheet.shown:
                x, y = sheet.centre(hex_)
                yield garrison_sign(x - 16, y - 6, strength)


def plain_name(name: str) -> str:
    """A name without what is added in brackets to tell it from its namesakes."""
    return name.partition(" (")[0]


def town_sign(x: int, y: int, grade: str) -> str:
    """A ring for a major city, a square for a minor one, a dot for a village."""
    if grade == "major_city":
        return f'<circle cx="{x}" cy="{y}" r="6" fill="#fff" stroke="#2b2416" stroke-width="2.5"/>'
    if grade == "minor_city":
        return f'<rect x="{x - 4}" y="{y - 4}" width="8" height="8" fill="#2b2416" stroke="#fff"/>'
    return f'<circle cx="{x}" cy="{y}" r="2.6" fill="#2b2416" stroke="#fff" stroke-width="0.8"/>'


def garrison_sign(x: int, y: int, strength: int) -> str:
    """The strength of a garrison in a small shield."""
    number = text(x, y + 3, str(strength), 'font-size="8" font-weight="bold" fill="#fff" text-anchor="middle"')
    return f'<path d="M{x - 5} {y - 6}h10v7l-5 5l-5 -5z" fill="#54606a"/>{number}'
