"""Moves of a phase as a compact list: who, from where to where, at what cost, hex by hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.reports.chronicle import Entry, kind_of, values_of
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import route
from adjudicator.reports.words import bullet, listed, points

HOW: Mapping[str, str] = {"move": "Moves", "rail": "By rail", "enter": "Reinforcements"}
"""How units move, with the heading over such moves."""


def is_move(entry: Entry) -> bool:
    """Whether an entry is a move that a player ordered, on foot, wheels or rails, onto the map too."""
    return kind_of(entry) == "moved" and values_of(entry)["how"] in HOW


def list_moves(entries: Sequence[Entry], naming: Naming) -> dict[str, list[str]]:
    """The items of the list by how the units move, in the order of ``HOW``; units that went together share one."""
    whole = _joined([entry for entry in entries if is_move(entry)])
    found = {}
    for how in HOW:
        groups = _together([entry for entry in whole if values_of(entry)["how"] == how])
        if groups:
            found[how] = [line for group in groups for line in bullet(_line(group, naming))]
    return found


def _joined(entries: Sequence[Entry]) -> list[Entry]:
    """The moves with their legs put together: a unit that paused on its way goes on where its last leg ended."""
    whole: list[Entry] = []
    last: dict[str, int] = {}
    for entry in entries:
        unit, values = str(entry["subject"]), values_of(entry)
        before = values_of(whole[last[unit]]) if unit in last else {"path": [""]}
        if before["path"][-1] != values["path"][0] or len(values["path"]) == 1:
            last[unit] = len(whole)
            whole.append(entry)
            continue
        joined = {**before, "path": [*before["path"], *values["path"][1:]]}
        if "cost" in values:
            joined["cost"] = int(str(before.get("cost", 0))) + int(str(values["cost"]))
        whole[last[unit]] = {**whole[last[unit]], "values": joined}
    return whole


def _together(entries: Sequence[Entry]) -> list[list[Entry]]:
    groups: list[list[Entry]] = []
    for entry in entries:
        if groups and values_of(groups[-1][0]) == values_of(entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def _line(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    path = [str(number) for number in values["path"]]
    names = naming.brief().unit_list([str(entry["subject"]) for entry in group])
    units = listed("**{}**{}{}".format(*name.partition(" ")) for name in names)
    cost = int(values.get("cost", 0))
    price = f", {points(cost)} {'point' if cost <= 2 else 'points'}" if cost else ""
    price += f", its minimum move ({values['minimum']})" if "minimum" in values else ""
    way = f": {route(path)}" if len(path) > 2 else ""
    by = f" by {values['by']}" if "by" in values else ""
    if len(path) == 1:
        return f"{units}{by} to {naming.hex(path[0])}{price}"
    return f"{units}{by} {naming.hex(path[0])} to {naming.hex(path[-1])}{price}{way}"
