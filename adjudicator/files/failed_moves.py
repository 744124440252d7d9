"""What is said against an order because an earlier move of the same file is illegal says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.sequence import Phase
from adjudicator.files.sheet import Sheet
from adjudicator.model.findings import Finding

_MOVES = ("move", "rail")
Rank = tuple[int, int]
"""Phase and number of an order, for the order of play."""


def note_failed_moves(findings: Sequence[Finding], sheet: Sheet, phases: Sequence[Phase]) -> list[Finding]:
    """The findings, those about a unit in its place with a note when an earlier move of that unit was refused."""
    sections = [phase.section for phase in phases if sheet.side in phase.sides]
    failed: dict[str, dict[Rank, str]] = {}
    for order in dict.fromkeys(finding.order for finding in findings if finding.is_error and finding.order):
        rank = _rank(order, sections)
        for unit_id in _movers(sheet, order):
            failed.setdefault(unit_id, {})[rank] = order
    return [_noted(finding, failed.get(finding.unit, {}), sections) for finding in findings]


def _noted(finding: Finding, failed: Mapping[Rank, str], sections: Sequence[str]) -> Finding:
    if not (finding.order and finding.hex and finding.is_error):
        return finding
    mine = _rank(finding.order, sections)
    before = [rank for rank in failed if rank < mine]
    if not before:
        return finding
    _, section, number = failed[max(before)].split(" ")
    return replace(finding, notes=(*finding.notes, f"its move ({section} {number}) is illegal"))


def _rank(order: str, sections: Sequence[str]) -> Rank:
    _, section, number = order.split(" ")
    return sections.index(section) if section in sections else len(sections), int(number)


def _movers(sheet: Sheet, order: str) -> list[str]:
    """The units that an order moves, as far as it can be read."""
    _, section, number = order.split(" ")
    entry = sheet.sections[section][int(number) - sheet.first.get(section, 1)]
    if not isinstance(entry, Mapping):
        return []
    written = next((entry[verb] for verb in _MOVES if verb in entry), None)
    return [unit_id for unit_id in (written if isinstance(written, list) else [written]) if isinstance(unit_id, str)]
