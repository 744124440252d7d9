"""What ``show los`` tells: one line of sight, or the whole field of view from a hex; data first, lines of it second."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.model.events import Json
from adjudicator.model.hexes import OFF_MAP
from adjudicator.model.map import GameMap
from adjudicator.reports.words import cited, counted, ended, paragraph
from adjudicator.rulesets.views import Look, Views

Data = dict[str, Json]


def line_data(views: Views, a: int, b: int) -> Data:
    """The line of sight between two hexes, and in ``back`` the same line from its other end."""
    grid = views.map.grid
    there = views.look(a, b)
    return {
        **_told(views.map, there),
        "distance": grid.distance(a, b),
        "way": [[_passed(views.map, hex_) for hex_ in stretch] for stretch in there.thread.stretches],
        "entry": there.entry,
        "entry_cases": list(there.entry_cases),
        "back": _told(views.map, views.look(b, a)),
    }


def line_lines(data: Data) -> list[str]:
    """One line of sight in a few lines: the verdict, the hexes on the way, and how it looks from the other end."""
    lines = paragraph(verdict(data), "  ", "")
    if data["way"]:
        lines += paragraph(f"on the way: {', '.join(map(_stretch, data['way']))}", "    ", "  ")
    entry = f"it enters {data['to']} {data['entry']}{cited(data['entry_cases'])}"
    lines += paragraph(f"distance: {counted(data['distance'], 'hex')}; {entry}", "    ", "  ")
    return lines + paragraph(f"the other way: {verdict(data['back'])}", "    ", "  ")


def verdict(data: Data) -> str:
    """One line of sight in a sentence."""
    verb = "sees" if data["clear"] else "does not see"
    return ended(f"{data['from']} {verb} {data['to']}: {data['why']}{cited(data['cases'])}")


def field_data(views: Views, a: int) -> Data:
    """The field of view from a hex: every other hex either ``seen`` or ``hidden``, each with whether it sees back."""
    grid = views.map.grid
    seen: list[Data] = []
    hidden: list[Data] = []
    for b in grid.hexes:
        if b != a:
            there = views.look(a, b)
            sees_back = views.look(b, a).is_clear
            entry: Data = {"hex": grid.number(b), "distance": grid.distance(a, b), "sees_back": sees_back}
            if there.is_clear:
                seen.append(entry)
            else:
                reasons = {"obstacle": there.obstacle, "why": there.why, "cases": list(there.cases)}
                hidden.append({**entry, **reasons})
    return {"from": grid.number(a), "ground": ground_of(views.map, a), "seen": seen, "hidden": hidden}


def field_lines(data: Data) -> list[str]:
    """A field of view as lists: what is seen by distance, what is hidden by what hides it, what only one end sees."""
    seen, hidden = data["seen"], data["hidden"]
    lines = [*paragraph(summary(data), "  ", ""), "Seen, by distance:"]
    for distance in sorted({entry["distance"] for entry in seen}):
        lines += _list(str(distance), [entry for entry in seen if entry["distance"] == distance], "  ")
    lines.append("Hidden, by what stands between:" if hidden else "Nothing is hidden.")
    for obstacle in sorted({entry["obstacle"] for entry in hidden}):
        lines += _list(obstacle, [entry for entry in hidden if entry["obstacle"] == obstacle], "  ")
    lines += _list("Seen, but does not see back", [entry for entry in seen if not entry["sees_back"]])
    return lines + _list("Hidden, but sees this hex", [entry for entry in hidden if entry["sees_back"]])


def summary(data: Data) -> str:
    """A field of view in a sentence."""
    cases = list(dict.fromkeys(case for entry in data["hidden"] for case in entry["cases"]))
    total = counted(len(data["seen"]) + len(data["hidden"]), "other hex")
    return ended(f"{data['from']} ({data['ground']}) sees {len(data['seen'])} of {total}{cited(cases)}")


def ground_of(game_map: GameMap, hex_: int) -> str:
    """The terrain of a hex and its level, unless it lies at the lowest: ``forest``, ``open, level 2``."""
    level = game_map.levels[hex_] if game_map.levels else 0
    return game_map.terrain[hex_].replace("_", " ") + (f", level {level}" if level else "")


def _told(game_map: GameMap, look: Look) -> Data:
    grid = game_map.grid
    return {
        "from": grid.number(look.thread.start),
        "to": grid.number(look.thread.end),
        "clear": look.is_clear,
        "why": look.why,
        "cases": list(look.cases),
        "obstacle": look.obstacle,
        "blocking": [grid.number(hex_) for hex_ in look.blocking],
    }


def _passed(game_map: GameMap, hex_: int) -> Data:
    if hex_ == OFF_MAP:
        return {"hex": "", "ground": "the edge of the map"}
    return {"hex": game_map.grid.number(hex_), "ground": ground_of(game_map, hex_)}


def _stretch(hexes: Sequence[Data]) -> str:
    """A hex that is passed through, or the two between which the thread runs along a hexside."""
    told = [f"{entry['hex']} ({entry['ground']})" if entry["hex"] else entry["ground"] for entry in hexes]
    return told[0] if len(told) == 1 else f"between {' and '.join(told)}"


def _list(title: str, entries: Iterable[Data], indent: str = "") -> list[str]:
    numbers = [entry["hex"] for entry in entries]
    return paragraph(f"{title} ({len(numbers)}): {' '.join(numbers)}", f"{indent}  ", indent) if numbers else []
