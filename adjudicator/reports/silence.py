"""Whom opportunity fire spared: told once for a phase, since that nobody fires is the rule and a shot the story."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reports.chronicle import Entry, cases_of, kind_of, values_of
from adjudicator.reports.folding import GIVEN_BY
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import cited, listed, paragraph


def is_silence(entry: Entry) -> bool:
    """Whether an event is the choice not to fire at units that have entered a hex."""
    values = values_of(entry)
    return kind_of(entry) == "chosen" and values["kind"] == "opportunity_fire" and values["value"] == "hold"


def silence_lines(entries: Sequence[Entry], naming: Naming) -> list[str]:
    """Who was not fired at in a phase, and in which hexes: a sentence for each way in which that was decided."""
    spared: dict[tuple[str, tuple[str, ...]], dict[tuple[str, ...], list[str]]] = {}
    for entry in filter(is_silence, entries):
        values = values_of(entry)
        by, units = str(values.get("by", "")), tuple(map(str, values["units"]))
        hexes = spared.setdefault((by, tuple(cases_of(entry))), {}).setdefault(units, [])
        if values["hex"] not in hexes:
            hexes.append(str(values["hex"]))
    lines: list[str] = []
    for (by, cases), whom in spared.items():
        told = (f"at {listed(naming.brief().unit_list(units))} in {listed(hexes)}" for units, hexes in whom.items())
        lines += [*paragraph(f"Nobody fires {', nor '.join(told)}{cited(cases, GIVEN_BY.get(by, by))}."), ""]
    return lines
