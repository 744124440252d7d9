"""What a Game-Turn has cost each side: units eliminated and steps lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.reports.chronicle import Entry, kind_of, values_of
from adjudicator.reports.naming import Naming


@dataclass(frozen=True)
class Losses:
    """A side's losses: units ``eliminated``, and ``steps`` lost by units that live, with the unit's id."""

    side: str
    eliminated: tuple[str, ...]
    steps: tuple[tuple[str, int], ...]


def find_losses(entries: Sequence[Entry], naming: Naming) -> list[Losses]:
    """The losses of each side in the order of events; sides without losses are named too."""
    gone: dict[str, list[str]] = {side: [] for side in naming.sides}
    steps: dict[str, dict[str, int]] = {side: {} for side in naming.sides}
    for entry in entries:
        kind, values = kind_of(entry), values_of(entry)
        unit_id = str(entry.get("subject", ""))
        side = naming.owner(unit_id)
        if kind == "removed" and values.get("box", "eliminated") == "eliminated":
            gone.setdefault(side, []).append(unit_id)
        elif kind == "steps":
            lost = steps.setdefault(side, {})
            lost[unit_id] = lost.get(unit_id, 0) + int(values["from"]) - int(values["to"])
    return [
        Losses(
            side,
            tuple(gone[side]),
            tuple((u, n) for u, n in steps.get(side, {}).items() if n > 0 and u not in gone[side]),
        )
        for side in gone
    ]
