"""Writing so that a reader finds the whole old file or the whole new one, and one writer at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Locked(Exception):  # noqa: N818
    """Another command is writing in this folder."""


def write_whole(path: Path, text: str) -> None:
    """Write a text file (UTF-8, LF) by way of a temporary file in the same folder: flushed, synced, renamed.

    Raises OSError naming ``path``; the temporary file is gone then.
    """
    temporary = path.with_name(f".{path.name}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from error
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make a rename in a folder last through a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; raises Locked when another process has it. A killed process lets go by itself."""
    with (folder / ".lock").open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(f"another command is writing in {folder}") from None
        yield
