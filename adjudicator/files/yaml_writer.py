"""Writing YAML for people and diffs: the same data gives the same text, and every reader gives the same data back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

# Text that some YAML reader, of version 1.1 or 1.2, would take for a number, date, truth value or nothing.
_GUESSED = re.compile(r"[0-9][0-9_,.eo+-]*|0[xb][0-9a-f_]*|y|n|yes|no|on|off|true|false|null", re.IGNORECASE)
_SAFE = re.compile(r"[^\W_][^:#,\[\]{}\"'&*!|>%@`?]*")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def render_yaml(data: Any, *, width: int = 120) -> str:
    """``data`` (dict, list, tuple, str, int, bool, None) as YAML text ending in a newline.

    Groups without groups inside go on one line when the line stays within ``width`` characters. Keys keep their order
    and must be text or integers; anything else raises `TypeError`.
    """
    if _is_group(data) and data:
        return "\n".join(_block(data, 0, width)) + "\n"
    return _flow(data) + "\n"


def _block(data: Any, indent: int, width: int) -> Iterator[str]:
    """The lines of a group that is not empty, each indented by ``indent`` spaces."""
    pad = " " * indent
    is_mapping = isinstance(data, Mapping)
    for key, value in data.items() if is_mapping else ((None, item) for item in data):
        head = f"{_scalar_key(key)}:" if is_mapping else "-"
        if not _is_group(value) or not value or _fits(value, indent + len(head) + 1, width):
            yield f"{pad}{head} {_flow(value)}"
        elif is_mapping:
            yield f"{pad}{head}"
            yield from _block(value, indent + 2, width)
        else:
            first, *rest = _block(value, indent + 2, width)
            yield f"{pad}{head} {first[indent + 2 :]}"
            yield from rest


def _fits(group: Any, used: int, width: int) -> bool:
    """Whether a group goes on one line: short enough, and of nothing but scalars and lists of scalars."""
    if isinstance(group, Mapping):
        lists = [value for value in group.values() if _is_group(value)]
        is_shallow = all(isinstance(value, Sequence) and not any(map(_is_group, value)) for value in lists)
    else:
        is_shallow = not any(map(_is_group, group))
    return is_shallow and used + len(_flow(group)) <= width


def _is_group(value: Any) -> bool:
    return isinstance(value, (Mapping, list, tuple))


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return _text(value)
    raise TypeError(f"cannot write {type(value).__name__} as YAML")


def _scalar_key(key: Any) -> str:
    if isinstance(key, bool) or not isinstance(key, (str, int)):
        raise TypeError(f"cannot write a key of type {type(key).__name__} as YAML")
    return _flow(key)


def _text(text: str) -> str:
    """Text, in quotes only where a reader could take it for something else."""
    is_plain = _SAFE.fullmatch(text) and text.isprintable() and not text.endswith(" ")
    if is_plain and not _GUESSED.fullmatch(text):
        return text
    return '"' + "".join(_ESCAPES.get(character) or _escape(character) for character in text) + '"'


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
