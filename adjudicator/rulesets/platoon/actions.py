"""What a move is made of: hexes entered, fire, loading, unloading, parting (4.4, 5.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.model.findings import Step
from adjudicator.model.orders import Order


@dataclass(frozen=True)
class Go:
    """Enter a hex. ``at`` is where an action is written in its order."""

    hex: int
    at: tuple[Step, ...]


@dataclass(frozen=True)
class Shot:
    """Fire at a hex in the middle of a move (4.4): the lead unit first, all that can where ``units`` is empty;
    ``aim`` is ``leg`` or ``afv``, empty where the hex leaves no choice."""

    target: int
    units: tuple[str, ...]
    aim: str
    at: tuple[Step, ...]


@dataclass(frozen=True)
class Load:
    """Take a Leg unit aboard (5.1.1); it comes by a ``path`` of its own, or waits where it is. ``on`` is the carrier,
    empty where it is plain."""

    leg: str
    on: str
    path: tuple[Go, ...]
    at: tuple[Step, ...]


@dataclass(frozen=True)
class Unload:
    """Set a Leg unit down in a hex, None being that of its carrier (5.1.2)."""

    leg: str
    into: int | None
    at: tuple[Step, ...]


@dataclass(frozen=True)
class Split:
    """Units part from the stack here; they go on by themselves, or stay (5.0)."""

    units: tuple[str, ...]
    path: tuple[Action, ...]
    at: tuple[Step, ...]


Action = Go | Shot | Load | Unload | Split


def has_shot(path: Sequence[Action]) -> bool:
    """Whether a path holds fire on the move."""
    return any(isinstance(action, Shot) or (isinstance(action, Split) and has_shot(action.path)) for action in path)


def units_in(path: Sequence[Action]) -> Iterator[str]:
    """The units that the actions of a path name."""
    for action in path:
        match action:
            case Shot() | Split():
                yield from action.units
            case Load():
                yield from filter(None, (action.leg, action.on))
            case Unload():
                yield action.leg
        if isinstance(action, Split):
            yield from units_in(action.path)


@dataclass(frozen=True)
class Move:
    """An order to move units of one hex along a path, or to a hex by the cheapest legal path (5.0). ``verb`` is the
    field that names them; units that enter come on over the edge of the map."""

    order: Order
    units: tuple[str, ...]
    path: tuple[Action, ...]
    to: int | None = None
    verb: str = "move"

    @property
    def is_entry(self) -> bool:
        """Whether the units come onto the map."""
        return self.verb == "enter"
