"""Events: what happened, in order. Those named in ``engine.apply`` change a game; all others only explain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Any
"""Text, integers, true, false, null, lists and objects of these: what a log line may hold."""


@dataclass(frozen=True)
class Event:
    """``kind`` says what, ``subject`` of whom (a unit, a hex, a phase), ``values`` the particulars, ``cases`` the rules
    it rests on, ``audience`` which sides may see it (empty: all). Hexes in values are printed numbers."""

    kind: str
    subject: str = ""
    values: Mapping[str, Json] = field(default_factory=dict)
    cases: tuple[str, ...] = ()
    audience: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Json]:
        """The event as a log entry, empty parts left out."""
        entry: dict[str, Json] = {"type": "event", "kind": self.kind}
        if self.subject:
            entry["subject"] = self.subject
        if self.values:
            entry["values"] = dict(self.values)
        if self.cases:
            entry["cases"] = list(self.cases)
        if self.audience:
            entry["for"] = list(self.audience)
        return entry

    @classmethod
    def from_json(cls, entry: Mapping[str, Json]) -> Event:
        """The event of a log entry."""
        return cls(
            entry["kind"],
            entry.get("subject", ""),
            entry.get("values", {}),
            tuple(entry.get("cases", ())),
            tuple(entry.get("for", ())),
        )
