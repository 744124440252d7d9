"""Who is out of supply as a phase begins: those whom it hampers by kind, the others as a number."""

from __future__ import annotations

from adjudicator.reports.chronicle import Entry, cases_of, values_of
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import bullet, capital, cited, counted, listed, paragraph

_FEW = 4
_KINDS = {"hq": "headquarters", "reserve": "Army Reserves"}


def supply_lines(entry: Entry, naming: Naming) -> list[str]:
    """The units of a side that are out of supply; ``held`` are those among them that may not move in the phase."""
    values = values_of(entry)
    side, cases = naming.side_name(str(entry["subject"])), cited(cases_of(entry))
    held = [str(unit_id) for unit_id in values.get("held", ())]
    out = [str(unit_id) for unit_id in values["out"] if unit_id not in held]
    if not out:
        who = f"all {side} units that may move in this phase" if held else f"all {side} units on the map"
        lines = paragraph(f"Supply: {who} are in supply{cases}.{_others(held)}")
    elif len(out) <= _FEW:
        pace = "it moves at half its allowance" if len(out) == 1 else "they move at half their allowance"
        text = f"Out of supply: {listed(sorted(out, key=_by_number))}. In this phase {pace}{cases}.{_others(held)}"
        lines = paragraph(text)
    else:
        head = f"Out of supply, and so at half their allowance in this phase{cases}, are {counted(len(out), 'unit')}."
        lines = [*paragraph(f"{head}{_others(held)}"), ""]
        for kind, units in _by_kind(out, naming).items():
            name = capital(_KINDS.get(kind, kind)) or "Others"
            lines += bullet(f"{name} ({len(units)}): {', '.join(units)}")
    return [*lines, ""]


def _others(held: list[str]) -> str:
    if not held:
        return ""
    many = "one is" if len(held) == 1 else f"{counted(len(held), 'unit').removesuffix(' units')} are"
    return f" Of those that may not move now, {many} out of supply."


def _by_kind(units: list[str], naming: Naming) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for unit_id in sorted(units, key=lambda unit_id: (naming.kinds.get(unit_id, ""), _by_number(unit_id))):
        groups.setdefault(naming.kinds.get(unit_id, ""), []).append(unit_id)
    return groups


def _by_number(unit_id: str) -> tuple[int, str]:
    digits = unit_id[: len(unit_id) - len(unit_id.lstrip("0123456789"))]
    return (int(digits or 0), unit_id)
