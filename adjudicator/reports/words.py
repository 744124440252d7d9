"""Small change of the language: halves, lists, plurals, wrapped lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from adjudicator.model.events import Json

WIDTH = 78
_UNBROKEN = 34
_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def mixed(value: Json) -> str:
    """A number as people write it: ``21/2`` is ``10½``. Text that is no number is given back as it is."""
    try:
        number = Fraction(str(value))
    except ValueError:
        return str(value)
    sign = "-" if number < 0 else ""
    whole, rest = divmod(abs(number), 1)
    if not rest:
        return f"{sign}{whole}"
    part = _PARTS.get(rest, f"{rest.numerator}/{rest.denominator}")
    gap = "" if rest in _PARTS or not whole else " "
    return f"{sign}{whole or ''}{gap}{part}"


def written(answer: Json) -> str:
    """An answer as it is written in an answer file: ``retreat``, ``[1419, 1420]``."""
    if isinstance(answer, list):
        return f"[{', '.join(map(written, answer))}]"
    return str(answer)


def points(halves: int) -> str:
    """Movement Points from half points: ``5`` is ``2½``."""
    return mixed(Fraction(halves, 2))


def listed(items: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    known = list(items)
    if len(known) < 2:
        return "".join(known)
    return f"{', '.join(known[:-1])} {last} {known[-1]}"


def counted(number: int, noun: str) -> str:
    """``one step``, ``two steps``, ``14 steps``."""
    word = _SMALL[number] if 0 <= number < len(_SMALL) else str(number)
    plural = "es" if noun.endswith("x") else "s"
    return f"{word} {noun}{'' if number == 1 else plural}"


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def cited(cases: Sequence[str], *before: str) -> str:
    """A bracket with remarks and case numbers, with a space before it; empty when there are none."""
    parts = [part for part in before if part] + ([", ".join(cases)] if cases else [])
    return f" ({'; '.join(parts)})" if parts else ""


def sentence(text: str) -> str:
    """A remark as a sentence: with a full stop, and a capital unless it begins with an id, a hex or the like."""
    first = text.split(" ", 1)[0]
    return ended(capital(text) if first.isalpha() else text)


def ended(text: str) -> str:
    """The text as a sentence: with a full stop unless it has its own ending."""
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def paragraph(text: str, indent: str = "", first: str | None = None, width: int = WIDTH) -> list[str]:
    """The text wrapped at spaces; only a long word, such as a way of many hexes, breaks after its hyphens too."""
    line = indent if first is None else first
    room = width - max(len(indent), len(line))
    lines: list[str] = []
    is_empty = True
    for word in text.split():
        gap = "" if is_empty else " "
        for piece in _pieces(word, room):
            if not is_empty and len(line) + len(gap) + len(piece) > width:
                lines.append(line)
                line, gap = indent, ""
            line += gap + piece
            is_empty, gap = False, ""
    return lines if is_empty else [*lines, line]


def _pieces(word: str, room: int) -> list[str]:
    if len(word) <= _UNBROKEN:
        return [word]
    return [piece for piece in re.findall(rf"[^-,]{{0,{max(room - 1, 1)}}}[-,]?", word) if piece]


def bullet(text: str, depth: int = 0) -> list[str]:
    """One item of a Markdown list, wrapped."""
    margin = "  " * depth
    return paragraph(text, margin + "  ", margin + "- ")
