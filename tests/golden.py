"""The golden games in ``examples/``: built from the players' files by the command itself.

``python -m tests.golden`` builds them anew and writes the index of tests by case; review the difference. A position
names the log, so the line ``position:`` of a source is brought up to date when the log's wording has changed.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from adjudicator.cli.main import run
from adjudicator.files.game_folder import GameFolder
from examples import demo
from tests import campaign, case_index

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
OWED = 4
LOCK = ".lock"
_POSITION = re.compile(r"(?m)^position: [0-9a-f]{6}$")


@dataclass(frozen=True)
class Golden:
    """A golden game: its name, scenario and seed, and whether it is played to its end. Its sources are played in order
    of their names."""

    name: str
    scenario: str
    seed: str
    is_whole: bool = False

    @property
    def folder(self) -> Path:
        """The game as it is committed."""
        return EXAMPLES / self.name

    @property
    def sources(self) -> list[Path]:
        """What the players sent, in the order in which they sent it."""
        return sorted((EXAMPLES / f"{self.name}-orders").glob("*.yaml"))


GAMES = (
    Golden(demo.GAME, demo.SCENARIO, demo.SEED),
    Golden(campaign.GAME, campaign.SCENARIO, campaign.SEED, is_whole=True),
    Golden("take-the-high-ground", "platoon/take-the-high-ground", "Gross Deutschland"),
)


def _ends(golden: Golden, source: Path) -> int:
    """How ``resolve`` ends after a source: with more to come, or with the game over."""
    return 0 if golden.is_whole and source == golden.sources[-1] else OWED


def build(golden: Golden, into: Path, *, refresh: bool = False) -> Path:
    """Play a golden game in a new folder inside ``into`` and return it; with ``refresh`` the sources' positions are
    corrected on the way. Raises RuntimeError with what was printed when a command does not end as it should."""
    folder = into / golden.name
    _run("new", golden.scenario, str(folder), "--seed", golden.seed)
    for source in golden.sources:
        if refresh:
            text = source.read_text(encoding="utf-8")
            position = GameFolder.open(folder).log.position
            source.write_text(_POSITION.sub(f"position: {position}", text), encoding="utf-8")
        _run("submit", str(source), "--game", str(folder))
        _run("resolve", "--game", str(folder), expected=_ends(golden, source))
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a game folder but the lock, by name."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != LOCK)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _run(*arguments: str, expected: int = 0) -> None:
    heard = io.StringIO()
    with redirect_stdout(heard), redirect_stderr(heard):
        code = run(list(arguments))
    if code != expected:
        raise RuntimeError(f"adjudicator {' '.join(arguments)} ended with {code}, not {expected}:\n{heard.getvalue()}")


def main() -> None:
    """Build every golden game anew and the index of tests by case."""
    for golden in GAMES:
        with tempfile.TemporaryDirectory() as into:
            built = build(golden, Path(into), refresh=True)
            if golden.folder.exists():
                shutil.rmtree(golden.folder)
            shutil.copytree(built, golden.folder, ignore=shutil.ignore_patterns(LOCK))
    case_index.main()


if __name__ == "__main__":
    main()
