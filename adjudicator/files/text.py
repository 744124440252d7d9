"""From bytes that somebody sent to text that a parser may see, or a plain sentence why not."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from adjudicator.model.findings import Finding

MAX_BYTES = 4_000_000
STDIN = "-"
STDIN_SHOWN = "<stdin>"

LINE_END = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK = "\ufeff"
_SUSPECT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


class UnreadableFile(Exception):  # noqa: N818 - named for what it tells, not for what it is
    """A file was opened but cannot be understood; ``findings`` (at least one, all ``unreadable``) say why."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


class UnopenableFile(Exception):  # noqa: N818
    """A file is missing, is a folder, or may not be read; ``path`` as given, ``reason`` in plain words."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def unreadable(code: str, message: str, path: str, line: int = 0, column: int = 0, help: str = "") -> Finding:  # noqa: A002
    """A finding of kind ``unreadable``; line and column are 1-based, 0 when the whole file is meant."""
    return Finding("unreadable", code, message, path=path, line=line, column=column, help=help)


def quote(text: str, limit: int = 40) -> str:
    """The writer's own text for a message: in single quotes, cut at ``limit``, nothing invisible in it."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut) + "'"


def find_line_and_column(text: str, index: int) -> tuple[int, int]:
    """The 1-based line and column of ``text[index]``; lines end in LF, CRLF or CR."""
    starts = [0, *(match.end() for match in LINE_END.finditer(text, 0, index))]
    return len(starts), index - starts[-1] + 1


def read_bytes(source: str | Path, *, max_bytes: int = MAX_BYTES, what: str = "orders") -> tuple[str, bytes]:
    """The name to show for ``source`` (``-`` is standard input) and its bytes.

    Raises `UnopenableFile`, or `UnreadableFile` above ``max_bytes`` bytes; never reads more than that.
    """
    shown = str(source)
    if shown == STDIN:
        if sys.stdin is None:
            raise UnopenableFile(shown, "no standard input")
        try:
            raw = sys.stdin.buffer.read(max_bytes + 1)
        except OSError as error:
            raise UnopenableFile(shown, f"standard input cannot be read ({error.strerror or error})") from None
        if len(raw) > max_bytes:
            raise UnreadableFile([_too_big(0, STDIN_SHOWN, max_bytes, what)])
        return STDIN_SHOWN, raw
    try:
        with open(source, "rb") as stream:  # noqa: PTH123 - Path.open is no clearer here
            raw = stream.read(max_bytes + 1)
            size = os.fstat(stream.fileno()).st_size
    except FileNotFoundError:
        raise UnopenableFile(shown, "no such file") from None
    except IsADirectoryError:
        raise UnopenableFile(shown, "is a folder, not a file") from None
    except PermissionError:
        raise UnopenableFile(shown, "may not be read (permission denied)") from None
    except (OSError, ValueError) as error:
        raise UnopenableFile(shown, f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if max(len(raw), size) > max_bytes:
        raise UnreadableFile([_too_big(size, shown, max_bytes, what)])
    return shown, raw


def decode(raw: bytes, path: str) -> str:
    """The text of UTF-8 bytes without a leading byte-order mark; raises `UnreadableFile` naming the line otherwise."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(raw) > 3 and 0 in raw[:2] and raw[:2] != b"\0\0"):
        message = "the file is UTF-16 (two bytes a character); save it as UTF-8"
        raise UnreadableFile([unreadable("yaml-utf-16", message, path, 1, 1)])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = raw[: error.start].decode("utf-8-sig", "replace")
        line, column = find_line_and_column(good, len(good))
        byte = error.object[error.start]
        message = f"byte 0x{byte:02x} at line {line} is not UTF-8; save the file as UTF-8"
        raise UnreadableFile([unreadable("yaml-not-utf-8", message, path, line, column)]) from None
    if _SUSPECT.search(text):
        raise UnreadableFile([_suspect(match, text, path) for match in list(_SUSPECT.finditer(text))[:5]])
    return text


def _suspect(match: re.Match[str], text: str, path: str) -> Finding:
    line, column = find_line_and_column(text, match.start())
    if match.group() == _BYTE_ORDER_MARK:
        message = f"invisible byte-order mark at line {line}; remove it (two files were probably joined)"
        return unreadable("yaml-byte-order-mark", message, path, line, column)
    message = f"invisible control character U+{ord(match.group()):04X} at line {line}; remove it"
    return unreadable("yaml-control-character", message, path, line, column)


def _in_words(size: int) -> str:
    return f"{size / 1_000_000:.3g} MB"


def _too_big(size: int, path: str, max_bytes: int, what: str) -> Finding:
    """``size`` is what the file gives as its size, which may be too little: a device or a pipe has none."""
    much = _in_words(size) if size > max_bytes else f"more than {_in_words(max_bytes)}"
    message = f"the file is {much}; {what} files are small (at most {_in_words(max_bytes)})"
    return unreadable("yaml-too-big", message, path)
