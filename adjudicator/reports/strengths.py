"""The strengths of a combat line by line, each modifier with its case, to the totals."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from adjudicator.model.events import Json
from adjudicator.reports.chronicle import Entry, values_of
from adjudicator.reports.words import capital, mixed

_NAME = 26
_PRINTED = 10
_STRENGTH = 12
_ROOM = _NAME + _PRINTED + _STRENGTH


def strength_block(entries: Sequence[Entry]) -> list[str]:
    """A table in plain characters: unit and hex, printed strength, strength; effects below their unit."""
    lines: list[str] = []
    for entry in entries:
        values = values_of(entry)
        head = f"{capital(str(values['of'])):<{_NAME}}{'printed':>{_PRINTED}}{'strength':>{_STRENGTH}}"
        lines += [*([""] if lines else []), head]
        for line in values["lines"]:
            lines += _unit_lines(line)
        if "sum" in values:
            lines.append(f"{'  sum':<{_NAME}}{'':{_PRINTED}}{mixed(values['sum']):>{_STRENGTH}}")
            lines.append("    half of it in an overrun (7.0)")
        lines.append(f"{'  total':<{_NAME}}{'':{_PRINTED}}{mixed(values['total']):>{_STRENGTH}}")
    return lines


def _unit_lines(line: Mapping[str, Json]) -> list[str]:
    who = f"  {line['unit']}, {line['hex']}"
    printed = mixed(line["printed"])
    lines = [f"{who:<{_NAME}}{printed:>{_PRINTED}}{mixed(line['strength']):>{_STRENGTH}}"]
    for effect in line.get("effects", []):
        text = f"{_change(str(effect['change']))} {effect['what']} ({effect['case']})"
        lines += textwrap.wrap(text, _ROOM + 20, initial_indent="    ", subsequent_indent="      ")
    return lines


def _change(text: str) -> str:
    """A change as people write it: ``x1/2`` is ``×½``, ``=3/2`` is ``=1½``."""
    sign = {"x": "×"}.get(text[:1], text[:1])
    return f"{sign}{mixed(text[1:])}"
