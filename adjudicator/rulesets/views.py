"""What a ruleset with lines of sight has to say about them: its module ``views`` offers ``load_views``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from adjudicator.engine.threads import Thread
from adjudicator.model.hexes import Hexside
from adjudicator.model.map import GameMap


@dataclass(frozen=True)
class Look:
    """One line of sight, told for people.

    ``why`` is a clause without a full stop, ``cases`` what it rests on. When the line is blocked, ``obstacle`` says by
    what kind of thing in a few words (clear: empty), ``blocking`` are the hexes that block and ``blocking_lines`` the
    hexsides where they do. ``entry`` says in a clause where the line enters the target's hex, ``entry_cases`` why that
    matters; both are empty within one hex.
    """

    thread: Thread
    why: str
    cases: tuple[str, ...]
    obstacle: str = ""
    blocking: tuple[int, ...] = ()
    blocking_lines: tuple[Hexside, ...] = ()
    entry: str = ""
    entry_cases: tuple[str, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether the one end sees the other."""
        return not self.obstacle


class Views(Protocol):
    """The lines of sight of a map."""

    @property
    def map(self) -> GameMap:
        """The map on which they are judged, as the options of the game have it."""

    def look(self, a: int, b: int) -> Look:
        """What stands between a unit in hex ``a`` and hex ``b``; the two may be seen differently from the other end."""
