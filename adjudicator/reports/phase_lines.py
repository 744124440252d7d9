"""One phase of a report: supply, moves, fights and whatever else happened in it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reports.chronicle import Entry, Fight, Scene, cases_of, kind_of, values_of
from adjudicator.reports.combat_lines import combat_lines
from adjudicator.reports.footnotes import Footnotes
from adjudicator.reports.move_lines import is_move, move_lines
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import tell
from adjudicator.reports.words import bullet, capital, cited, ended, listed, paragraph


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
    """What happened between two fights: notices first, then what came before the moves, the moves, and all else."""
    lines: list[str] = []
    early: list[Entry] = []
    late: list[Entry] = []
    has_moved = False
    for entry in run:
        notice = _notice(entry, naming)
        has_moved = has_moved or is_move(entry)
        if notice:
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
    if kind == "supply_judged":
        return _supply(entry, naming)
    if entry["type"] == "pass":
        return f"No orders were received from {naming.side(entry['side'])}."
    if entry["type"] == "orders" and not entry["orders"]:
        return f"{capital(naming.side(entry['side']))} gave no orders for this phase."
    return ""


def _supply(entry: Entry, naming: Naming) -> str:
    side = naming.side_name(str(entry["subject"]))
    out = [str(unit_id) for unit_id in values_of(entry)["out"]]
    cases = cited(cases_of(entry))
    if not out:
        return f"Supply: all {side} units on the map are in supply{cases}."
    halved = "it moves at half its allowance" if len(out) == 1 else "they move at half their allowance"
    return (
        f"Supply: out of supply at the start of the phase: {listed(out)}. "
        f"In this phase {halved}{cases}. Supply for combat is judged anew in each combat."
    )
