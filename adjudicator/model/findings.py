"""What a check has to say about an order or a file: findings, never exceptions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["unreadable", "illegal", "ambiguous", "conditional", "advice"]
Step = str | int


@dataclass(frozen=True)
class Finding:
    """One thing found, with its place and the cases it rests on.

    ``path``, ``line`` and ``column`` (1-based, 0 = unknown) say where in a file; ``at`` is the place inside the
    order or document as a chain of keys and indexes, from which the files layer finds line and column.
    ``order`` names the order as ``blue march 14``; ``hex`` is a printed number; ``cases`` are case numbers of the
    ruleset at hand; ``notes`` are further lines (the arithmetic); ``help`` says what could be done instead.
    """

    kind: Kind
    code: str
    message: str
    path: str = ""
    line: int = 0
    column: int = 0
    order: str = ""
    unit: str = ""
    hex: str = ""
    cases: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    at: tuple[Step, ...] = ()

    def placed(self, path: str, line: int, column: int) -> Finding:
        """The same finding with its place in a file."""
        return replace(self, path=path, line=line, column=column)

    def of_order(self, order: str) -> Finding:
        """The same finding, named for the order it is about."""
        return replace(self, order=order)

    @property
    def is_error(self) -> bool:
        """Whether the finding makes a file fail (exit code 1)."""
        return self.kind in ("unreadable", "illegal", "ambiguous")
