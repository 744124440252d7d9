"""Orders as data: what a side wrote for one section, before any ruleset gives it meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MORE = "more"


@dataclass(frozen=True)
class Order:
    """One order: the ``number``-th (from 1) that a side gives in a section of a Game-Turn, counted on when it sends
    more for a phase that stayed open; ``data`` is the mapping as written, scalars as text. An entry that is only a word
    (a ``more`` before the end) is a mapping from that word to nothing."""

    side: str
    section: str
    number: int
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        """How logs and reports name the order: ``blue march 14``."""
        return f"{self.side} {self.section} {self.number}"

    def __hash__(self) -> int:
        return hash((self.side, self.section, self.number))


def split_section(side: str, section: str, entries: list[Any], first: int = 1) -> tuple[list[Order], bool]:
    """The orders of a section as written, numbered from ``first``, and whether it ends in ``more`` (stays open)."""
    stays_open = bool(entries) and entries[-1] == MORE
    written = entries[:-1] if stays_open else entries
    mappings = [entry if isinstance(entry, Mapping) else {str(entry): ""} for entry in written]
    return [Order(side, section, number, data) for number, data in enumerate(mappings, first)], stays_open
