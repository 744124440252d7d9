"""Steps lost in words: who stands and loses how many, from what strength to what, and who is lost."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reports.chronicle import Entry, cases_of, kind_of, values_of
from adjudicator.reports.folding import GIVEN_BY, LAST_STEP, brackets, given_by
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import cited, counted


def lost(group: Sequence[Entry], naming: Naming) -> str:
    """The losses of one unit in a row: ``297id loses two steps, from 9 to 2``."""
    return f"{_who(group, naming)} {_what(group, naming)}{brackets(group, _why(group[0]))}"


def stood(group: Sequence[Entry], naming: Naming) -> str:
    """The choice to stand, with the losses it led to."""
    stand, losses = values_of(group[0]), group[1:]
    by_unit: dict[str, list[Entry]] = {}
    for entry in losses:
        by_unit.setdefault(str(entry["subject"]), []).append(entry)
    units = [str(unit_id) for unit_id in stand.get("units", ())]
    if len(units) == 1 and list(by_unit) == units:
        text = f"{naming.unit(units[0])} stands and {_what(losses, naming)}"
    else:
        text = f"The {naming.side_name(stand['side'])} units stand"
        told = "; ".join(f"{_who(one, naming)} {_what(one, naming)}" for one in by_unit.values())
        text += f": {told}" if told else " and lose steps rather than retreat"
    by = str(stand.get("by", ""))
    ways = [GIVEN_BY.get(by, by)]
    ways += [f"{unit_id} {given_by(one[0])}" for unit_id, one in by_unit.items() if one[0].get("by", by) != by]
    why = str(stand.get("result", "")) or (_why(losses[0]) if losses else "")
    return text + cited(list(dict.fromkeys(case for entry in group for case in cases_of(entry))), why, *ways)


def _who(losses: Sequence[Entry], naming: Naming) -> str:
    return naming.unit(str(losses[0]["subject"]))


def _what(losses: Sequence[Entry], naming: Naming) -> str:
    steps = [values_of(entry) for entry in losses if kind_of(entry) == "steps"]
    number = sum(int(values["from"]) - int(values["to"]) for values in steps)
    if len(steps) < len(losses):
        return f"is lost with its last {counted(number + 1, 'step') if number else 'step'}"
    unit_id, left = str(losses[0]["subject"]), int(steps[-1]["to"])
    before, after = naming.strength(unit_id, int(steps[0]["from"])), naming.strength(unit_id, left)
    change = f"from {before} to {after}" if before and after else f"{counted(left, 'step')} left"
    return f"loses {counted(number, 'step')}, {change}"


def _why(entry: Entry) -> str:
    return str(values_of(entry).get("why", "")).removeprefix(LAST_STEP).removeprefix(": ")
