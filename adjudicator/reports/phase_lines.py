"""One phase of a report: supply, moves, fights and whatever else happened in it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reports.chronicle import Entry, Fight, Scene, cases_of, kind_of, values_of
from adjudicator.reports.combat_lines import combat_lines
from adjudicator.reports.footnotes import Footnotes
from adjudicator.reports.naming import Naming
from adjudicator.reports.run_lines import run_lines
from adjudicator.reports.silence import silence_lines
from adjudicator.reports.supply_lines import supply_lines
from adjudicator.reports.words import capital, cited, ended, paragraph


def phase_lines(scene: Scene, naming: Naming, notes: Footnotes) -> list[str]:
    """The phase as Markdown lines under its heading; empty when there is nothing to say about it."""
    lines: list[str] = []
    run: list[Entry] = []
    for item in scene.items:
        if isinstance(item, Fight):
            lines += _run_lines(run, naming, notes) + combat_lines(item, naming, notes)
            run = []
        else:
            run.append(item)
    lines += _run_lines(run, naming, notes) + silence_lines(scene.entries, naming)
    return [f"### {naming.phase(scene.phase)}", "", *lines] if lines else []


def _run_lines(run: Sequence[Entry], naming: Naming, notes: Footnotes) -> list[str]:
    """What happened between two fights: notices and supply, and between them moves and all else, as they came."""
    lines: list[str] = []
    since: list[Entry] = []
    for entry in run:
        told = supply_lines(entry, naming) if kind_of(entry) == "supply_judged" else _notice_lines(entry, naming)
        if told:
            lines += run_lines(since, naming) + told
            since = []
        elif kind_of(entry) == "rolled":
            notes.throw(entry)
        else:
            since.append(entry)
    lines += run_lines(since, naming)
    marks = notes.take()
    return [*lines, f"Dice:{marks}.", ""] if marks else lines


def _notice_lines(entry: Entry, naming: Naming) -> list[str]:
    notice = _notice(entry, naming)
    return [*paragraph(notice), ""] if notice else []


def _notice(entry: Entry, naming: Naming) -> str:
    kind = kind_of(entry)
    if kind == "phase_skipped":
        return ended(f"This phase is left out: {values_of(entry)['reason']}{cited(cases_of(entry))}")
    if entry["type"] == "pass":
        return f"No orders were received from {naming.side(entry['side'])}."
    if entry["type"] == "orders" and not entry["orders"]:
        return f"{capital(naming.side(entry['side']))} chooses to do nothing in this phase."
    return ""
