"""Orders of Kharkov as understood: units, hexes and wishes. ``order_reader`` makes them of what a player wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.model.findings import Step
from adjudicator.model.orders import Order

UNPLACED = "set-up"
"""Box of the units that their player has not deployed yet (5.0)."""
DEPLOYMENT = "deployment"
"""The section of a set-up by the players, and the field of its order."""
HEX_DIGITS = 4
"""Digits of a printed hex number, the leading zero included."""


@dataclass(frozen=True)
class Move:
    """A move of one unit or a stack: hexes to enter in order, or only where ``to`` (6.0). A path that names nothing
    but the hex the units are in is a ``to`` that hex. ``overruns`` has the wishes for each step that is an overrun, by
    its place in the path (7.0), and the place where it is written."""

    order: Order
    units: tuple[str, ...]
    path: tuple[int, ...] = ()
    to: int | None = None
    overruns: Mapping[int, Overrun] = field(default_factory=dict)


@dataclass(frozen=True)
class Rail:
    """A rail move of one or several units from one hex (6.4)."""

    order: Order
    units: tuple[str, ...]
    path: tuple[int, ...] = ()
    to: int | None = None


@dataclass(frozen=True)
class Enter:
    """Reinforcements that enter the map together: the hexes from the one at the edge on, or only where ``to``; on foot
    and wheels or by rail (16.0)."""

    order: Order
    units: tuple[str, ...]
    path: tuple[int, ...] = ()
    to: int | None = None
    by_rail: bool = False
    overruns: Mapping[int, Overrun] = field(default_factory=dict)


@dataclass(frozen=True)
class Airdrop:
    """Air Points put on hexes whose units they supply, one on each (13.2)."""

    order: Order
    hexes: tuple[int, ...]


@dataclass(frozen=True)
class Wishes:
    """What a side wants for its units in one combat: ``prefer`` (``retreat``, ``lose`` or empty), ``lose`` units in
    order of loss, ``retreat`` alternative paths per unit, ``advance`` a path per unit (empty: stay); or
    ``all_advance``, each to the nearest hex open to it."""

    prefer: str = ""
    lose: tuple[str, ...] = ()
    retreat: Mapping[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    advance: Mapping[str, tuple[int, ...]] | None = None
    all_advance: bool = False


@dataclass(frozen=True)
class Overrun:
    """A step of a path that is an overrun: the wishes for it, and the order with these wishes as its data."""

    order: Order
    wishes: Wishes


@dataclass(frozen=True)
class Attack:
    """An attack on one or several hexes (9.23) by units, with an Air Point or without (13.12)."""

    order: Order
    targets: tuple[int, ...]
    units: tuple[str, ...]
    air: bool = False
    wishes: Wishes = Wishes()


@dataclass(frozen=True)
class Exchange:
    """A division exchanged with regiments (15.1): ``verb`` is ``breakdown``, ``reform`` or ``trade``; ``regiments`` are
    those named, none when the first free ones will do."""

    order: Order
    verb: str
    division: str
    regiments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fortify:
    """Regiments that form strongpoints, each in its hex (15.21)."""

    order: Order
    units: tuple[str, ...]


@dataclass(frozen=True)
class Commit:
    """Units of Army Reserves committed: the hex in which each is placed, by id (6.73)."""

    order: Order
    places: Mapping[str, int]


@dataclass(frozen=True)
class Put:
    """A unit put in a place, a hex number or a reserve box, by a deployment that says so ``at``."""

    unit: str
    place: str
    at: tuple[Step, ...]


@dataclass(frozen=True)
class Deploy:
    """The set-up of a side (5.0): who is put where, and ``broken`` the divisions with the regiments that take their
    place (5.13)."""

    order: Order
    puts: tuple[Put, ...]
    broken: Mapping[str, tuple[str, ...]]


Route = tuple[tuple[int, ...], int | None, Mapping[int, Overrun]]
"""Hexes to enter, or where to, and the overruns among the hexes by their place."""
Parsed = Move | Rail | Enter | Attack | Airdrop | Exchange | Fortify | Commit | Deploy
EXCHANGES: Mapping[str, str] = {"breakdown": "into", "reform": "from", "trade": "for"}
"""The verbs of an exchange, each with the word before its regiments."""


def turn_of(box: str) -> int:
    """The Game-Turn on which a unit in a box arrives, 0 when the box is not one of reinforcements (16.0)."""
    kind, _, turn = box.partition("/")
    return int(turn) if kind == "turn" else 0


def where_off_map(box: str) -> str:
    """Where a unit is that is not on the map, as a clause."""
    kind, _, rest = box.partition("/")
    return {
        "eliminated": "it has been eliminated",
        "turn": f"it arrives on Game-Turn {rest}",
        UNPLACED: "it has not been deployed yet",
        "regiments": "no division has been broken down into it",
        "broken": "it is broken down into regiments",
        "reserve": f"it is in the reserve box of {rest} until it is committed",
        "reforming": f"it returns to {rest} in place of its regiments when all movement is over",
        "committed": "all its units have been committed",
    }.get(kind, f"it is in {box}")
