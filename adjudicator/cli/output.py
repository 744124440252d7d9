"""Results on standard output, talk on standard error, nothing in either that a terminal would obey."""

from __future__ import annotations

import json
from typing import Any

import click


def printable(text: str) -> str:
    """Text of several lines with everything invisible written as an escape."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def tell(text: str = "") -> None:
    """Print a result."""
    click.echo(printable(text))


def tell_text(text: str) -> None:
    """Print a result that ends its own last line."""
    click.echo(printable(text), nl=False)


def tell_json(data: Any) -> None:
    """Print a result as JSON, in plain ASCII."""
    click.echo(json.dumps(data, indent=2))


def talk(text: str) -> None:
    """Say something that is not a result."""
    click.echo(printable(text), err=True)
