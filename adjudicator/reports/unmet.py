"""Wishes that came to nothing, put into the log as it is read for a report: the log itself does not hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.engine.apply import apply
from adjudicator.engine.sequence import Rules
from adjudicator.model.events import Event, Json
from adjudicator.model.game import Game
from adjudicator.model.orders import Order, split_section
from adjudicator.reports.chronicle import Entry, closes_fight, kind_of, values_of


def with_unmet(rules: Rules, game: Game, entries: Sequence[Entry], turn: int) -> list[Entry]:
    """The entries of a log that begins with ``game``, each fight of a Game-Turn followed by an event of kind ``unmet``
    for each wish that it has not met. A fight that waits for a decision is left as it is."""
    reader = _Reader(rules, game, turn)
    for entry in entries:
        reader.read(entry)
    if entries and entries[-1]["type"] != "question":
        reader.close()
    return reader.told


class _Reader:
    def __init__(self, rules: Rules, game: Game, turn: int) -> None:
        self.rules = rules
        self.game = game
        self.turn = turn
        self.told: list[Entry] = []
        self._orders: dict[str, Order] = {}
        self._given: Counter[tuple[int, str, str]] = Counter()
        self._standing: dict[str, Mapping[str, Json]] = {}
        self._fight: list[Event] = []
        self._before = game

    def read(self, entry: Entry) -> None:
        """The next entry; the fight before it is over where it is no part of that."""
        kind = kind_of(entry)
        if kind == "attack_declared" or closes_fight(entry):
            self.close()
        self.told.append(entry)
        if entry["type"] == "standing":
            self._standing[entry["side"]] = entry["standing"]
        elif entry["type"] == "orders":
            self._take_orders(entry)
        elif kind:
            event = Event.from_json(entry)
            if kind == "attack_declared" and self.game.turn == self.turn:
                self._before = self.game
            if self._fight or (kind == "attack_declared" and self.game.turn == self.turn):
                self._fight.append(event)
            self.game = apply(self.game, event)

    def close(self) -> None:
        """The end of the fight, if there is one."""
        if self._fight:
            order = self._orders.get(str(self._fight[0].values.get("order", "")))
            unmet = self.rules.find_unmet(self._before, self._fight, order, self._standing)
            self.told += [event.as_json() for event in unmet]
        self._fight = []

    def _take_orders(self, entry: Entry) -> None:
        key = (self.game.turn, self.game.phase, str(entry["side"]))
        orders, _ = split_section(entry["side"], entry["section"], entry["orders"], self._given[key] + 1)
        self._given[key] += len(orders)
        self._orders |= {order.name: order for order in orders}


def wish_of(entry: Entry) -> str:
    """What was wished: ``advance of 84tb 0515-0615``."""
    values = values_of(entry)
    ways = " or ".join("-".join(map(str, way)) for way in values["wish"])
    return f"{values['what']} of {entry['subject']} {ways}"
