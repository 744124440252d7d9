"""Fire combat in words: the firepower at its range, saving rolls, who receives the hits."""

from __future__ import annotations

from adjudicator.reports.chronicle import Entry, cases_of, kind_of, values_of
from adjudicator.reports.footnotes import Footnotes
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import capital, cited, counted, listed

FIRE_REASONS = ("firepower", "saves", "dug_in", "hits")
"""The kinds that are told here."""


def fire_reason(entry: Entry, naming: Naming, notes: Footnotes) -> str:
    """One step of an attack by fire, in words."""
    values, cases = values_of(entry), cited(cases_of(entry))
    kind = kind_of(entry)
    if kind == "firepower":
        less = f" less armor {values['armor']} of {naming.unit(values['armor_of'])}" if values["armor_of"] else ""
        distance = counted(int(values["distance"]), "hex")
        reach = f"{distance} away, {values['band']} range of {values['colour']}"
        return f"{values['factor']} Firepower {values['firepower']}{less}: column {values['column']}, {reach}{cases}"
    if kind == "saves":
        who = capital(naming.side(str(values["side"])))
        rolls = listed(map(str, values["rolls"]))
        left = counted(int(values["hits"]), "hit")
        return f"{who} rolls {rolls}{notes.take()} against morale {values['morale']}: {left} left{cases}"
    if kind == "dug_in":
        ignoring = [naming.unit(unit_id) for unit_id in values.get("units", ())]
        ignored = "the first hit is ignored"
        if ignoring:
            ignored = f"{listed(ignoring)} {'ignores its' if len(ignoring) == 1 else 'ignore their'} first hit"
        return f"Dug in: {ignored}{cases}"
    given = listed(f"{counted(count, 'hit')} on {naming.unit(unit_id)}" for unit_id, count in values["units"].items())
    return f"{capital(given)}{notes.take()}{cases}"
