"""Inputs and loaded dice for toy games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine.referee import Entry, Referee, Stop
from tests.toy.rules import ToyRules, open_toy


@dataclass
class Desk:
    """A source held in memory. ``sections`` by (side, section, part) of any turn, or by (turn, side, section, part)."""

    sections: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    standing_orders: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    passing: tuple[str, ...] = ()
    blind: tuple[str, ...] = ()

    def orders(self, turn: int, side: str, section: str, part: int) -> Any:
        given = self.sections.get((turn, side, section, part), self.sections.get((side, section, part)))
        return "pass" if given is None and side in self.passing else given

    def is_blind(self, turn: int, side: str, section: str) -> bool:
        return section in self.blind

    def ahead(self, turn: int, side: str, section: str) -> Mapping[str, Any]:
        return {}

    def standing(self, side: str) -> Mapping[str, Any] | None:
        return self.standing_orders.get(side)

    def answer(self, question: str, side: str) -> Any:
        return self.answers.get(question)


@dataclass
class Loaded:
    """Dice that fall as told, one list a kind of die (``snap``), else on 1; ``names`` are all dice thrown."""

    by_kind: dict[str, list[int]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def __call__(self, name: str, sides: int) -> int:
        self.names.append(name)
        queue = self.by_kind.get(name.split("/")[3], [])
        return queue.pop(0) if queue else 1


def run(desk: Desk, throw: Callable[[str, int], int] | None = None, **more: Any) -> tuple[Stop, Referee]:
    """A toy game run as far as it goes. ``more`` are fields of Referee, ``until``, ``game`` for another opening, and
    ``barrage``, what is different in that phase (``{"pass_is_final": True}``)."""
    until = more.pop("until", "")
    game = more.pop("game", None) or open_toy()
    rules = ToyRules(**more.pop("barrage", {}))
    referee = Referee(rules, game, desk, throw, **more)
    return referee.run(until), referee


def kinds(entries: Sequence[Entry]) -> list[str]:
    """Type or kind of each entry, for a glance at a game."""
    return [str(entry["kind"]) if entry["type"] == "event" else str(entry["type"]) for entry in entries]


def of_kind(entries: Sequence[Entry], kind: str) -> list[Entry]:
    return [entry for entry in entries if entry["type"] == "event" and entry["kind"] == kind]
