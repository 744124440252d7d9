"""Plays the first days of the Kharkov campaign in a fresh folder, command by command, and shows the report of turn 1.

The order files are those of ``kharkov-first-days-orders``; the game comes out as in ``kharkov-first-days``.
"""

from __future__ import annotations

import io
import shlex
import shutil
import sys
from contextlib import redirect_stdout
from pathlib import Path

from adjudicator.cli.main import run

GAME = "kharkov-first-days"
SCENARIO = "kharkov/campaign"
SEED = "Barvenkovo"
SOURCES = Path(__file__).resolve().parent / f"{GAME}-orders"
FOLDER = Path("demo") / GAME
OWED = 4


def main() -> int:
    """Play, report, verify; returns 0 when every command did what it should."""
    if FOLDER.exists():
        if not (FOLDER / "game.yaml").is_file():
            print(f"{FOLDER} is in the way: it is no game that the demo made", file=sys.stderr)
            return 1
        shutil.rmtree(FOLDER)
    FOLDER.parent.mkdir(exist_ok=True)
    _command("new", SCENARIO, str(FOLDER), "--seed", SEED)
    for source in sorted(SOURCES.glob("*.yaml")):
        # The receipt repeats every order; what counts here is that it was filed.
        _command("submit", _shown(source), "--game", str(FOLDER), only="filed as")
        _command("resolve", "--game", str(FOLDER), expected=OWED)
    _command("report", "--turn", "1", "--format", "text", "--game", str(FOLDER))
    _command("status", "--game", str(FOLDER), expected=OWED)
    _command("verify", "--game", str(FOLDER))
    print(f"\nThe game lies in {FOLDER}: reports in reports/, the position in state.yaml, the record in log.jsonl.")
    return 0


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _command(*arguments: str, expected: int = 0, only: str = "") -> None:
    """Print a command and run it, showing its output or only the lines that begin with ``only``.

    An exit code that is not the expected one ends the demo.
    """
    print(f"\n$ adjudicator {shlex.join(arguments)}", flush=True)
    heard = io.StringIO()
    with redirect_stdout(heard if only else sys.stdout):
        code = run(list(arguments))
    lines = heard.getvalue().splitlines(keepends=True)
    sys.stdout.writelines(line for line in lines if line.startswith(only) or code != expected)
    if code != expected:
        sys.exit(f"exit code {code}, expected {expected}")


if __name__ == "__main__":
    sys.exit(main())
