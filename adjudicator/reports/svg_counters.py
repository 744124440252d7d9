"""Counters on a drawn map: one strip a unit with its id and values, stacks one below the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.model.game import Game
from adjudicator.model.units import Counter, Unit
from adjudicator.reports.svg_sheet import Sheet, path, text

WIDE = 50
HIGH = 11
SIDE_COLOURS: tuple[tuple[str, str], ...] = (("#e9a27c", "#7c1d12"), ("#b9c6cf", "#27343d"), ("#e8d27a", "#6b5200"))
"""Fill and edge of the first, the second and any further side of a counter sheet."""
SIGNS: Mapping[str, str] = {"disrupted": "D", "unsupplied": "!", "strongpoint": "F"}


def colours(game: Game) -> dict[str, tuple[str, str]]:
    """The colours of each side, in the order of the counter sheet."""
    sides = sorted({counter.side for counter in game.counters.values()}, reverse=True)
    return {side: SIDE_COLOURS[min(place, len(SIDE_COLOURS) - 1)] for place, side in enumerate(sides)}


def strength_of(counter: Counter, unit: Unit) -> str:
    """The values on the face that is up: ``9-8``, ``4-6-7``, untried ``U-7``, a headquarters ``(5)-11``."""
    if counter.numbers.get("radius"):
        move = counter.numbers.get("move_inactive", counter.move) if unit.has("inactive") else counter.move
        return f"({counter.numbers['radius']})-{move}"
    if counter.pool and not unit.face:
        return f"U-{counter.move}"
    if unit.face:
        face_up = unit.face if counter.pool else unit.face.partition("-")[0]
        return f"{face_up}-{counter.move}"
    if not counter.faces:
        return str(counter.move)
    face = counter.faces[max(0, len(counter.faces) - unit.steps)]
    values = face[:1] if len(set(face)) == 1 else face
    return "-".join(str(value) for value in (*values, counter.move))


def counters(game: Game, sheet: Sheet, values: Mapping[str, str]) -> Iterator[str]:
    """All stacks that lie in the drawn hexes; ``values`` replaces what a unit's strip says on its right."""
    known = colours(game)
    for hex_, ids in game.stacks.items():
        if hex_ in sheet.shown:
            x, y = sheet.centre(hex_)
            top = max(y - len(ids) * HIGH // 2 + 2, y - 20)
            for place, unit_id in enumerate(ids):
                unit, counter = game.units[unit_id], game.counters[unit_id]
                label = values.get(unit_id) or strength_of(counter, unit)
                yield strip(x, top + place * HIGH, unit_id, label, known[counter.side], unit)


def strip(x: int, y: int, name: str, label: str, colour: tuple[str, str], unit: Unit | None = None) -> str:
    """One counter, centred on ``x`` with its top at ``y``: a non-active headquarters pale, a marker as a red letter."""
    fill, edge = colour
    pale = ' fill-opacity="0.55"' if unit and unit.has("inactive") else ""
    room, weight, wide = _fit(len(name) + len(label))
    left, right = x - wide // 2, x + wide // 2
    drawn = (
        f'<rect x="{left}" y="{y}" width="{wide}" height="{HIGH}" rx="1.5" fill="#fff"/>'
        f'<rect x="{left}" y="{y}" width="{wide}" height="{HIGH}" rx="1.5" fill="{fill}"{pale} stroke="{edge}"/>'
        + text(left + 2, y + 8, name, f'font-size="{room}" font-weight="{weight}" fill="{edge}"')
        + text(right - 2, y + 8, label, f'font-size="{room}" text-anchor="end"')
    )
    signs = "".join(sign for word, sign in SIGNS.items() if unit and unit.has(word))
    if signs:
        drawn += f'<circle cx="{right}" cy="{y + 2}" r="4.5" fill="#c00" stroke="#fff"/>'
        drawn += text(right, y + 5, signs[0], 'font-size="7" font-weight="bold" fill="#fff" text-anchor="middle"')
    return drawn


def _fit(characters: int) -> tuple[int, str, int]:
    """Size and weight of the writing on a strip, and how wide the strip is."""
    if characters < 11:
        return 7, "bold", WIDE
    return (6, "normal", WIDE) if characters < 16 else (5, "normal", WIDE + 8)


def zones(shown: Mapping[str, Collection[int]], game: Game | None, sheet: Sheet) -> Iterator[str]:
    """Zones of control: an inner ring in the colour of the side."""
    known = colours(game) if game else {}
    for place, side in enumerate(sorted(shown, reverse=True)):
        edge = known.get(side, SIDE_COLOURS[min(place, len(SIDE_COLOURS) - 1)])[1]
        data = "".join(sheet.outline(hex_, 90 - 14 * place) for hex_ in sorted(shown[side]) if hex_ in sheet.shown)
        yield path(data, f'fill="none" stroke="{edge}" stroke-width="2.2" stroke-opacity="0.55"')
