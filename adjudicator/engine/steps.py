"""What a rule that resolves something may yield: events, die rolls, choices and the wish for orders."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from adjudicator.model.events import Event, Json
from adjudicator.model.game import Game
from adjudicator.model.orders import Order


@dataclass(frozen=True)
class Roll:
    """A named die. ``kind`` (combat, overrun), ``subject`` (lowest attacker id), ``target`` (a hex or unit; several
    sorted and joined by ``+``) and ``roll`` (crt, morale) make the name, to which the engine adds turn, side, phase and
    count; ``sides`` may be any number, and ``lowest`` is the least that shows."""

    kind: str
    subject: str
    target: str
    roll: str
    sides: int = 6
    cases: tuple[str, ...] = ()
    lowest: int = 1


@dataclass(frozen=True)
class Option:
    """One legal answer: ``value`` as written in an answer file, ``text`` for people."""

    value: Json
    text: str


@dataclass(frozen=True)
class Choice:
    """A decision of one side among legal answers.

    ``kind`` and ``subject`` name it (``retreat_or_lose`` of hex ``1518``); ``about`` is a sentence on what happened;
    ``default`` is the index of the documented default; ``order`` is the order under which it arose, if its owner gave
    one; ``facts`` are particulars from which standing orders are read (hex, unit, odds).
    """

    kind: str
    side: str
    subject: str
    about: str
    options: tuple[Option, ...]
    default: int = 0
    cases: tuple[str, ...] = ()
    order: Order | None = None
    facts: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Sections:
    """The wish for orders for the open phase, of all ``sides`` at once; ``part`` counts from 1 while they write
    ``more``. The reply is a list of (orders, stays open), one per side."""

    sides: tuple[str, ...]
    section: str
    part: int


Step = Event | Roll | Choice | Sections
Resolution = Generator[Step, Any, None]
"""A rule at work: what it yields is applied, rolled, or answered before it goes on."""


@dataclass(frozen=True)
class Advice:
    """An answer found in what a side has written; ``by`` is ``orders``, ``standing`` or ``default``."""

    value: Json
    by: str


class Table(Protocol):
    """What a resolving rule sees: the position as it is now, after every event it has yielded."""

    @property
    def game(self) -> Game:
        """The position now."""


def watch(resolution: Resolution, follow: Callable[[Event], Iterable[Event]]) -> Resolution:
    """A resolution, and after each of its events those that ``follow`` upon it."""
    reply: Any = None
    while True:
        try:
            step = resolution.send(reply)
        except StopIteration:
            return
        reply = yield step
        if isinstance(step, Event):
            yield from follow(step)


def roll(step: Roll) -> Generator[Step, Any, int]:
    """Throw a named die: what it shows, ``sides`` values from ``lowest`` up."""
    value = yield step
    return int(value)


def choose(choice: Choice) -> Generator[Step, Any, Json]:
    """The value chosen. A choice with a single option is never asked."""
    if len(choice.options) == 1:
        return choice.options[0].value
    return (yield choice)
