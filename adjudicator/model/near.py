"""What somebody meant who mistyped a name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def find_near(word: str, known: Iterable[str], close: float = 0.6) -> str:
    """The known name most like ``word``: the same in other capitals before any other; empty when none is as ``close``,
    from 0 to 1."""
    names = list(known)
    small = word.lower()
    for name in names:
        if name.lower() == small:
            return name
    found = get_close_matches(word, names, 1, close) or get_close_matches(small, names, 1, close)
    return found[0] if found else ""
