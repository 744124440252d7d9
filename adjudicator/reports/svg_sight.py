"""Lines of sight over a drawn map: a thread from hex to hex, or the field of view from one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from adjudicator.model.game import Game
from adjudicator.reports.sights import Data, field_data, line_data, summary, verdict
from adjudicator.reports.svg import draw_map
from adjudicator.reports.svg_sheet import Overlay, Sheet, path
from adjudicator.reports.words import paragraph
from adjudicator.rulesets.views import Look, Views

CLEAR = "#1b7837"
BLOCKED = "#b3202a"
_CHARACTERS = 98
"""How many fit on a line below the map."""
_HIDDEN = 'class="hidden" fill="#2b2416" fill-opacity="0.42"'
_FROM = f'class="from" fill="none" stroke="{CLEAR}" stroke-width="4"'
_PASSED = 'class="passed" fill="#fff" fill-opacity="0.15" stroke="#2b2416" stroke-width="1.2" stroke-dasharray="4 3"'
_BLOCKING = f'class="blocking" fill="{BLOCKED}" fill-opacity="0.25" stroke="{BLOCKED}" stroke-width="2.5"'
_LINE = f'class="line" fill="none" stroke="{BLOCKED}" stroke-width="5" stroke-linecap="round"'
_BOX = "M10 -8H50V8H10Z"


def draw_line(views: Views, a: int, b: int, game: Game | None = None) -> str:
    """The map with the thread from hex ``a`` to hex ``b``, what it passes, what blocks it, and why."""
    look, data = views.look(a, b), line_data(views, a, b)
    word, colour = ("clear", CLEAR) if look.is_clear else ("blocked", BLOCKED)
    signs = [(path("M6 0H52", _thread_style(colour)), f"Thread, {word}"), (path(_BOX, _PASSED), "Hex on the way")]
    if look.blocking_lines:
        signs.append((path("M6 0H52", _LINE), "Hexside that blocks"))
    elif look.blocking:
        signs.append((path(_BOX, _BLOCKING), "Hex that blocks"))
    remarks = _remarks(verdict(data), f"The other way: {verdict(data['back'])}")
    overlay = Overlay(lambda sheet: _thread(look, colour, sheet), signs, remarks)
    title = f"Line of sight from {data['from']} to {data['to']}: {word}"
    return draw_map(views.map, game, title=title, overlay=overlay)


def draw_field(views: Views, a: int, game: Game | None = None) -> str:
    """The map with the hexes that are seen from hex ``a`` bright, the others dimmed; a dot where only one end sees."""
    data = field_data(views, a)
    grid = views.map.grid

    def hexes_of(entries: Sequence[Data]) -> list[int]:
        return [grid.hex(entry["hex"]) for entry in entries]

    hidden = hexes_of(data["hidden"])
    lurking = hexes_of([entry for entry in data["hidden"] if entry["sees_back"]])
    blind = hexes_of([entry for entry in data["seen"] if not entry["sees_back"]])
    signs = [(path(_BOX, _FROM), "From here"), (path(_BOX, _HIDDEN), "Hidden")]
    signs += [(_dot("lurking", 30, 0), "Hidden, but sees this hex")] if lurking else []
    signs += [(_dot("blind", 30, 0), "Seen, but does not see back")] if blind else []

    def draw(sheet: Sheet) -> Iterator[str]:
        yield path("".join(map(sheet.outline, hidden)), _HIDDEN)
        yield from _dots("lurking", lurking, sheet)
        yield from _dots("blind", blind, sheet)
        yield path(sheet.outline(a, 92), _FROM)

    overlay = Overlay(draw, signs, _remarks(summary(data)))
    return draw_map(views.map, game, title=f"Field of view from {data['from']}", overlay=overlay)


def _thread(look: Look, colour: str, sheet: Sheet) -> Iterator[str]:
    passed = [hex_ for hex_ in look.thread.hexes if hex_ not in look.blocking or look.blocking_lines]
    yield path("".join(map(sheet.outline, passed)), _PASSED)
    if look.blocking_lines:
        yield path(sheet.edges(look.blocking_lines), _LINE)
    else:
        yield path("".join(map(sheet.outline, look.blocking)), _BLOCKING)
    (x1, y1), (x2, y2) = sheet.centre(look.thread.start), sheet.centre(look.thread.end)
    data = f"M{x1} {y1}L{x2} {y2}"
    yield path(data, 'fill="none" stroke="#fff" stroke-width="5" stroke-opacity="0.8"')
    yield path(data, f'class="thread" {_thread_style(colour)}')
    yield f'<circle cx="{x1}" cy="{y1}" r="5" fill="{colour}" stroke="#fff"/>'
    yield f'<circle cx="{x2}" cy="{y2}" r="5" fill="#fff" stroke="{colour}" stroke-width="2.5"/>'


def _thread_style(colour: str) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="2.5"'


def _dots(kind: str, hexes: Collection[int], sheet: Sheet) -> Iterator[str]:
    for hex_ in hexes:
        yield _dot(kind, *sheet.centre(hex_))


def _dot(kind: str, x: int, y: int) -> str:
    colour = BLOCKED if kind == "lurking" else CLEAR
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="5" fill="{colour}" stroke="#fff"/>'


def _remarks(*sentences: str) -> list[str]:
    return [line for sentence in sentences for line in paragraph(sentence, "", width=_CHARACTERS)]
