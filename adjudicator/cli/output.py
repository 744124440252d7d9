"""Results on standard output, talk on standard error, nothing in either that a terminal would obey."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

STDOUT = "standard output"


def printable(text: str) -> str:
    """Text of several lines with everything invisible written as an escape."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def tell(text: str = "") -> None:
    """Print a result."""
    put(printable(text))


def tell_text(text: str) -> None:
    """Print a result that ends its own last line."""
    put(printable(text), nl=False)


def tell_json(data: Any) -> None:
    """Print a result as JSON, in plain ASCII."""
    put(json.dumps(data, indent=2))


def put(text: str, *, nl: bool = True) -> None:
    """Print a result that is printable already. Raises OSError naming standard output when it cannot be written."""
    try:
        click.echo(text, nl=nl)
    except OSError as error:
        raise OSError(error.errno, error.strerror, STDOUT) from None


def talk(text: str) -> None:
    """Say something that is not a result; where nobody can hear it, nothing is said."""
    with suppress(OSError):
        click.echo(printable(text), err=True)


@contextmanager
def telling(done: str) -> Iterator[None]:
    """Print inside what has been done already: when it cannot be written, say so and what was done, and carry on, so
    that the exit code is that of what was done. A closed pipe ends the command as always."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        talk(f"adjudicator: {error.filename or STDOUT}: {error.strerror or error}; only this output is lost: {done}")


def silence(stream: TextIO) -> None:
    """Send what a stream still holds, and all that follows, nowhere: it would raise again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def end(*streams: TextIO) -> None:
    """Write out what streams still hold; what cannot be written is dropped."""
    for stream in streams:
        try:
            stream.flush()
        except OSError:
            silence(stream)
