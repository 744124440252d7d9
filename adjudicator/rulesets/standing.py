"""What can be wrong with standing orders by any rules: units of the other side, hexes that are not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.model.events import Json
from adjudicator.model.findings import Finding, Step
from adjudicator.model.game import Game
from adjudicator.model.near import find_near

At = tuple[Step, ...]
"""A place in standing orders, from their top."""


@dataclass(frozen=True)
class Scope:
    """What standing orders say for one unit or hex, or by default: ``place`` is ``units``, ``hexes`` or ``default``,
    ``name`` the unit or hex."""

    place: str
    name: str
    wishes: Mapping[str, Any]
    at: At


def scopes_of(standing: Mapping[str, Json]) -> Iterator[Scope]:
    """All scopes of standing orders."""
    if default := standing.get("default"):
        yield Scope("default", "", default, ("default",))
    for place in ("hexes", "units"):
        for name, wishes in (standing.get(place) or {}).items():
            yield Scope(place, str(name), wishes or {}, (place, name))


def listed(value: Any) -> list[Any]:
    """A field that takes one or several; nothing is none."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def items_of(value: Any, at: At) -> Iterator[tuple[str, At]]:
    """The items of a field that takes one or several, each with its place."""
    for index, item in enumerate(listed(value)):
        yield str(item), (*at, index) if isinstance(value, list) else at


@dataclass
class StandingReader:
    """Looks up the units and hexes of one side's standing orders, and keeps what is wrong with them."""

    game: Game
    side: str
    findings: list[Finding] = field(default_factory=list)

    def read_names(self, scope: Scope, unit_fields: Sequence[str], hex_fields: Sequence[str]) -> None:
        """The unit or hex that a scope is for, and those in its fields, a list or a list of lists."""
        if scope.place != "default":
            (self.unit if scope.place == "units" else self.hex)(scope.name, scope.at)
        for name in unit_fields:
            for unit_id, at in items_of(scope.wishes.get(name), (*scope.at, name)):
                self.unit(unit_id, at)
        for name in hex_fields:
            for path, at in self.paths_of(scope, name):
                for number, place in items_of(path, at):
                    self.hex(number, place)

    def paths_of(self, scope: Scope, name: str) -> list[tuple[Any, At]]:
        """The paths of a field that holds one or a list of them, each with its place."""
        value, at = scope.wishes.get(name), (*scope.at, name)
        if isinstance(value, list) and any(isinstance(item, list) for item in value):
            return [(item, (*at, index)) for index, item in enumerate(value)]
        return [] if value is None else [(value, at)]

    def hex(self, number: str, at: At) -> int | None:
        """The hex of that printed number."""
        hex_ = self.game.map.grid.find(number)
        if hex_ is None:
            self.illegal("unknown-hex", f"there is no hex '{number}' on the map", at, hex_=number)
        return hex_

    def unit(self, unit_id: str, at: At) -> bool:
        """Whether there is a unit of that id and it is the side's own."""
        counter = self.game.counters.get(unit_id)
        if counter is None:
            own = [known for known in self.game.counters if self.game.side_of(known) == self.side]
            near = find_near(unit_id, own)
            hint = f"; did you mean {near}?" if near else ""
            self.illegal("unknown-unit", f"there is no unit '{unit_id}'{hint}", at, unit=unit_id)
        elif counter.side != self.side:
            self.illegal("not-your-unit", f"{unit_id} is a unit of the {counter.side.capitalize()} Player", at, unit_id)
        return counter is not None and counter.side == self.side

    def illegal(
        self, code: str, message: str, at: At, unit: str = "", hex_: str = "", cases: tuple[str, ...] = ()
    ) -> None:
        """Keep a finding on what cannot stand."""
        self.findings.append(Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, at=at))

    def advise(self, message: str, at: At, unit: str = "", cases: tuple[str, ...] = ()) -> None:
        """Keep a finding on what can never be of use."""
        self.findings.append(Finding("advice", "never-used", message, unit=unit, cases=cases, at=at))
