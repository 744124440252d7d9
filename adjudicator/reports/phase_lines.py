"""One phase of a report: supply, moves, fights and whatever else happened in it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reports.chronicle import Entry, Fight, Scene, cases_of, kind_of, values_of
from adjudicator.reports.combat_lines import combat_lines
from adjudicator.reports.footnotes import Footnotes
from adjudicator.reports.move_lines import is_move, move_lines
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import tell
from adjudicator.reports.supply_lines import supply_lines
from adjudicator.reports.words import bullet, capital, cited, ended, paragraph


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
    lines += _run_lines(run, naming, notes)
    return [f"### {naming.phase(scene.phase)}", "", *lines] if lines else []


def _run_lines(run: Sequence[Entry], naming: Naming, notes: Footnotes) -> list[str]:
    """What happened between two fights: notices and supply, what came before the moves, the moves, and all else."""
    lines: list[str] = []
    early: list[Entry] = []
    late: list[Entry] = []
    has_moved = False
    for entry in run:
        notice = _notice(entry, naming)
        has_moved = has_moved or is_move(entry)
        if kind_of(entry) == "supply_judged":
            lines += _told(early, naming) + supply_lines(entry, naming)
            early = []
        elif notice:
            lines += [*paragraph(notice), ""]
        elif kind_of(entry) == "rolled":
            notes.throw(entry)
        elif not is_move(entry):
            (late if has_moved else early).append(entry)
    lines += _told(early, naming) + move_lines(run, naming) + _told(late, naming)
    marks = notes.take()
    return [*lines, f"Dice:{marks}.", ""] if marks else lines


def _told(entries: Sequence[Entry], naming: Naming) -> list[str]:
    told = [line for sentence in tell(entries, naming) for line in bullet(sentence)]
    return [*told, ""] if told else []


def _notice(entry: Entry, naming: Naming) -> str:
    kind = kind_of(entry)
    if kind == "phase_skipped":
        return ended(f"This phase is left out: {values_of(entry)['reason']}{cited(cases_of(entry))}")
    if entry["type"] == "pass":
        return f"No orders were received from {naming.side(entry['side'])}."
    if entry["type"] == "orders" and not entry["orders"]:
        return f"{capital(naming.side(entry['side']))} gave no orders for this phase."
    return ""
