"""What is said against an order because of an earlier one of the same file says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.sequence import Phase
from adjudicator.files.sheet import Sheet
from adjudicator.model.events import Event
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


def note_earlier_placing(
    findings: Sequence[Finding], sheet: Sheet, phases: Sequence[Phase], supposed: Mapping[str, Sequence[Event]]
) -> list[Finding]:
    """The findings, those about a unit as such with a note when an earlier order brings it onto the map; ``supposed``
    are the events of orders, by name."""
    sections = [phase.section for phase in phases if sheet.side in phase.sides]
    placing: dict[str, dict[Rank, str]] = {}
    for order, events in supposed.items():
        for event in events:
            if event.kind == "placed":
                placing.setdefault(event.subject, {}).setdefault(_rank(order, sections), order)
    noted = []
    for finding in findings:
        is_of_unit = finding.order and finding.unit and not finding.hex and finding.is_error
        mine = _rank(finding.order, sections) if is_of_unit else (0, 0)
        before = {rank: order for rank, order in placing.get(finding.unit, {}).items() if rank < mine}
        if before:
            _, section, number = before[max(before)].split(" ")
            note = f"an earlier order ({section} {number}) brings it onto the map"
            finding = replace(finding, notes=(*finding.notes, note))
        noted.append(finding)
    return noted


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
