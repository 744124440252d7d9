"""The log: one JSON object a line, each line's hash covering all before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.engine.referee import canonical

SHORT = 6
"""How many hex digits of the head's hash name a position in reports and order files."""


class DamagedLog(Exception):  # noqa: N818
    """A log is not what was written; ``line`` (1-based) is the first that shows it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"log.jsonl:{line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Log:
    """The entries of a log without their numbers and hashes, and the hash after each."""

    entries: tuple[Mapping[str, Any], ...] = ()
    hashes: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        """The hash of the last line, 64 hex digits (zeros for an empty log)."""
        return self.hashes[-1] if self.hashes else "0" * 64

    @property
    def position(self) -> str:
        """The short name of the position the log has reached."""
        return self.head[:SHORT]

    def extended(self, entries: Iterable[Mapping[str, Any]]) -> Log:
        """The log with more entries at its end."""
        hashes = list(self.hashes)
        added = list(entries)
        for entry in added:
            hashes.append(_hash(hashes[-1] if hashes else "0" * 64, len(hashes) + 1, entry))
        return Log((*self.entries, *added), tuple(hashes))


def _hash(before: str, number: int, entry: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{before} {number} {canonical(entry)}".encode()).hexdigest()


def render_log(log: Log) -> str:
    """The log as text, one line an entry."""
    lines = [
        canonical({**entry, "n": number, "hash": digest})
        for number, (entry, digest) in enumerate(zip(log.entries, log.hashes, strict=True), 1)
    ]
    return "".join(line + "\n" for line in lines)


def parse_log(text: str) -> Log:
    """The log of a text. Raises DamagedLog naming the first line that was changed, dropped, added or swapped."""
    entries: list[Mapping[str, Any]] = []
    hashes: list[str] = []
    if text and not text.endswith("\n"):
        raise DamagedLog(text.count("\n") + 1, "the line is cut off")
    for number, line in enumerate(text.split("\n")[:-1], 1):
        entry = parse_entry(line)
        if entry is None:
            raise DamagedLog(number, "the line is not an entry of a log")
        digest = entry.pop("hash", None)
        if entry.pop("n", None) != number:
            raise DamagedLog(number, f"this is not line {number} of the log: a line was dropped, added or moved")
        expected = _hash(hashes[-1] if hashes else "0" * 64, number, entry)
        if digest != expected or canonical({**entry, "n": number, "hash": digest}) != line:
            raise DamagedLog(number, "the line is not what was written: its hash does not fit")
        entries.append(entry)
        hashes.append(expected)
    return Log(tuple(entries), tuple(hashes))


def parse_entry(line: str) -> dict[str, Any] | None:
    """The entry in one line of a log, its number and hash among its fields; None when it is none."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
        return None
    return entry if entry["type"] != "event" or isinstance(entry.get("kind"), str) else None
