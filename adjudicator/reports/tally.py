"""What a Game-Turn has cost each side, units and steps, and what ground its victors have entered."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.reports.chronicle import Chronicle, kind_of, values_of
from adjudicator.reports.naming import Naming


@dataclass(frozen=True)
class Losses:
    """A side's losses: units ``eliminated``, ``steps`` lost by units that live, with the unit's id, and the ``total``
    of steps, those of the eliminated included."""

    side: str
    eliminated: tuple[str, ...]
    steps: tuple[tuple[str, int], ...]
    total: int


def find_losses(chronicle: Chronicle, naming: Naming) -> list[Losses]:
    """The losses of each side in the order of events; sides without losses are named too.

    A unit of which nothing is known but that it is gone counts as one step.
    """
    gone: dict[str, list[str]] = {side: [] for side in naming.sides}
    steps: dict[str, dict[str, int]] = {side: {} for side in naming.sides}
    left = {unit_id: len(faces) for unit_id, faces in naming.faces.items() if faces} | dict(naming.steps)
    for number, entry in enumerate((*chronicle.before, *chronicle.entries)):
        kind, values = kind_of(entry), values_of(entry)
        unit_id = str(entry.get("subject", ""))
        lost = 0
        if kind == "revealed":
            left[unit_id] = int(values["steps"])
        elif kind == "steps":
            lost = int(values["from"]) - int(values["to"])
            left[unit_id] = int(values["to"])
        elif kind == "removed" and values.get("box", "eliminated") == "eliminated" and "quiet" not in values:
            lost = left.get(unit_id, 1)
            if number >= len(chronicle.before):
                gone.setdefault(naming.owner(unit_id), []).append(unit_id)
        if lost and number >= len(chronicle.before):
            of_side = steps.setdefault(naming.owner(unit_id), {})
            of_side[unit_id] = of_side.get(unit_id, 0) + lost
    return [
        Losses(
            side,
            tuple(gone.get(side, ())),
            tuple((u, n) for u, n in steps.get(side, {}).items() if n > 0 and u not in gone.get(side, ())),
            sum(steps.get(side, {}).values()),
        )
        for side in dict.fromkeys((*gone, *steps))
    ]


def find_ground(chronicle: Chronicle, naming: Naming) -> dict[str, list[tuple[str, bool]]]:
    """Per side the hexes entered by advance after combat, by printed number, and whether the other side has not
    advanced into them later."""
    entered: dict[str, set[str]] = {side: set() for side in naming.sides}
    last: dict[str, str] = {}
    for entry in chronicle.all_of("moved"):
        values = values_of(entry)
        if values["how"] == "advance":
            side = naming.owner(str(entry["subject"]))
            for number in map(str, values["path"][1:]):
                entered.setdefault(side, set()).add(number)
                last[number] = side
    return {side: [(number, last[number] == side) for number in sorted(hexes)] for side, hexes in entered.items()}
