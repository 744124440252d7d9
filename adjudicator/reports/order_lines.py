"""Orders in a few words, as they stand in an order file, and those that were not carried out."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.model.events import Json
from adjudicator.reports.chronicle import Entry, cases_of, kind_of, values_of
from adjudicator.reports.unmet import wish_of
from adjudicator.reports.words import bullet, cited, sentence

_FIRST = ("move", "rail", "enter", "attack", "with", "by", "path", "to")
_MEANING = {"refused": "Refused", "void": "Void", "halted": "Cut short"}


def short_order(data: Json) -> str:
    """An order on one line: ``move 44id, path 1418 1419``."""
    if not isinstance(data, dict):
        return str(data)
    keys = [key for key in _FIRST if key in data] + sorted(key for key in data if key not in _FIRST)
    return ", ".join(f"{key} {_short(data[key])}" for key in keys)


def not_carried_out(entries: Sequence[Entry]) -> list[str]:
    """A list of refused and void orders with their reasons. Empty without any."""
    lines: list[str] = []
    for entry in entries:
        kind = kind_of(entry)
        if kind == "unmet":
            values = values_of(entry)
            lines += bullet(f"Void in part: `{values['by']}` ({wish_of(entry)})")
            lines += bullet(sentence(f"{values['why']}{cited(cases_of(entry))}"), 1)
        if kind in _MEANING:
            values = values_of(entry)
            rest = f"in {values['hex']}, before {'-'.join(values['rest'])}" if kind == "halted" else ""
            told = rest or short_order(values.get("order", ""))
            lines += bullet(f"{_MEANING[kind]}: `{entry['subject']}` ({told})")
            cases = cited(cases_of(entry))
            for index, reason in enumerate(values["reasons"]):
                last = index == len(values["reasons"]) - 1
                lines += bullet(sentence(f"{str(reason).rstrip('.') if last else reason}{cases if last else ''}"), 1)
    return lines


def _short(value: Json) -> str:
    if isinstance(value, list):
        return " ".join(_short(item) for item in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_short(item)}" for key, item in sorted(value.items()))
    return str(value)
