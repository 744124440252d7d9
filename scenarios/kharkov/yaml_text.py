"""YAML as this folder writes it: block style outside, short mappings on one line, lists of scalars wrapped."""

import json
import re
from collections.abc import Iterator, Mapping

WIDTH = 120
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _/.'()-]*")
AMBIGUOUS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


def block(value: object, indent: int = 0) -> Iterator[str]:
    """The lines of a mapping or list, each at most `WIDTH` long as far as its scalars allow."""
    margin = " " * indent
    if is_flat(value):
        yield from wrapped(value, margin)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            line = f"{margin}{scalar(key)}: {flow(item)}"
            if len(line) <= WIDTH and (is_flat(item) or indent):
                yield line
            else:
                yield f"{margin}{scalar(key)}:"
                yield from block(item, indent + 2)
    elif isinstance(value, list):
        for item in value:
            if len(flow(item)) + indent + 2 <= WIDTH:
                yield f"{margin}- {flow(item)}"
            else:
                first, *rest = block(item, indent + 2)
                yield f"{margin}- {first.lstrip()}"
                yield from rest


def is_flat(value: object) -> bool:
    """Whether a value is a scalar or holds nothing but scalars."""
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return not any(isinstance(item, Mapping | list) for item in items)


def wrapped(value: object, margin: str) -> Iterator[str]:
    """The lines of a flat value in flow style."""
    if isinstance(value, Mapping):
        parts, line, end = [f"{scalar(key)}: {scalar(item)}" for key, item in value.items()], margin + "{", "}"
    elif isinstance(value, list):
        parts, line, end = [scalar(item) for item in value], margin + "[", "]"
    else:
        parts, line, end = [scalar(value)], margin, ""
    for part in parts[:-1]:
        if len(line) + len(part) + 2 > WIDTH:
            yield line.rstrip()
            line = margin + " "
        line += part + ", "
    if len(line) + len(parts[-1]) + 1 > WIDTH:
        yield line.rstrip()
        line = margin + " "
    yield line + parts[-1] + end


def flow(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def scalar(value: object) -> str:
    """A YAML scalar; text that could be read as anything else, such as 0113 or no, is quoted."""
    if isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in AMBIGUOUS:
        return value
    return json.dumps(value, ensure_ascii=False)
