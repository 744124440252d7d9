"""Choices at random that a seed decides: the same seed and names give the same choices everywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from adjudicator.engine.dice import framed

Thing = TypeVar("Thing")
WORD = 4
"""Bytes of a digest that go into one choice."""


class Picks:
    """A stream of choices. Streams of other ``names`` under the same seed do not depend on it, nor it on them."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self._block = 0
        self._words: list[int] = []

    def named(self, *names: str) -> Picks:
        """The stream of these further names, from its beginning."""
        return Picks(*self.names, *names)

    def below(self, count: int) -> int:
        """One of 0 to ``count`` - 1, each as likely (``count`` at least 1 and at most a few millions)."""
        span = 1 << 8 * WORD
        limit = span - span % count
        while (word := self._next()) >= limit:
            pass
        return word % count

    def chance(self, percent: int) -> bool:
        """True so many times in a hundred."""
        return self.below(100) < percent

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One thing of several, each as likely."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """So many of the things (all, where there are not as many), none twice, in an order of its own."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        """All the things in an order of its own."""
        return self.some_of(things, len(things))

    def _next(self) -> int:
        if not self._words:
            digest = hashlib.sha256(framed("picks", *self.names, str(self._block))).digest()
            self._words = [int.from_bytes(digest[i : i + WORD], "big") for i in range(0, len(digest), WORD)]
            self._block += 1
        return self._words.pop()
