"""The command as its users run it: arguments, streams and an exit code.

``run`` runs it inside this process, which costs a tenth of a process of its own; ``run_process`` is for tests of what a
process has to itself: streams of the system, signals, hash seeds, other processes.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from adjudicator.cli.main import run as run_here

CLEAN = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "ADJUDICATOR_GAME", "FORCE_COLOR")}


@dataclass(frozen=True)
class Ran:
    """What a run left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def both(self) -> str:
        """Everything it said."""
        return self.out + self.err


def run(
    *arguments: object, cwd: Path | None = None, env: Mapping[str, str] | None = None, stdin: str | bytes = b""
) -> Ran:
    """Run ``adjudicator`` with arguments inside this process, with streams, folder and environment of its own."""
    given = io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in range(2))
    with (
        chdir(cwd or Path.cwd()),
        mock.patch.dict(os.environ, {**CLEAN, **(env or {})}, clear=True),
        mock.patch.multiple(sys, stdin=given, stdout=out, stderr=err),
    ):
        code = run_here([*map(str, arguments)])
    return _ran(code, _written(out), _written(err))


def run_process(
    *arguments: object, cwd: Path | None = None, env: Mapping[str, str] | None = None, stdin: str | bytes = b""
) -> Ran:
    """Run ``adjudicator`` with arguments as a process."""
    ended = subprocess.run(
        command_line(*arguments),
        cwd=cwd,
        env={**CLEAN, "PYTHONIOENCODING": "utf-8", **(env or {})},
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    return _ran(ended.returncode, ended.stdout, ended.stderr)


def _ran(code: int, out: bytes, err: bytes) -> Ran:
    ran = Ran(code, out.decode(), err.decode())
    assert "Traceback" not in ran.both, ran.both
    return ran


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def command_line(*arguments: object) -> list[str]:
    """The words of a command line."""
    return [sys.executable, "-m", "adjudicator", *map(str, arguments)]


def contents(folder: Path, *names: str) -> dict[str, bytes]:
    """The files of a game folder that a game consists of, by name; with names, only those."""
    shown = [folder / "log.jsonl", folder / "state.yaml", *sorted((folder / "reports").iterdir())]
    return {str(path.relative_to(folder)): path.read_bytes() for path in shown if not names or path.name in names}
