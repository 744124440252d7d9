"""The command as its users run it: a process with arguments, streams and an exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
    """Run ``adjudicator`` with arguments."""
    ended = subprocess.run(
        command_line(*arguments),
        cwd=cwd,
        env={**CLEAN, "PYTHONIOENCODING": "utf-8", **(env or {})},
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    ran = Ran(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
    assert "Traceback" not in ran.both, ran.both
    return ran


def command_line(*arguments: object) -> list[str]:
    """The words of a command line."""
    return [sys.executable, "-m", "adjudicator", *map(str, arguments)]


def contents(folder: Path, *names: str) -> dict[str, bytes]:
    """The files of a game folder that a game consists of, by name; with names, only those."""
    shown = [folder / "log.jsonl", folder / "state.yaml", *sorted((folder / "reports").iterdir())]
    return {str(path.relative_to(folder)): path.read_bytes() for path in shown if not names or path.name in names}
