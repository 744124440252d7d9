"""What is said when a command cannot do its work, and the exit code that goes with it."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from adjudicator import __version__
from adjudicator.cli.output import talk
from adjudicator.engine.referee import Divergence
from adjudicator.files.atomic import Locked
from adjudicator.files.game_folder import GAME_FILE, LOG_FILE, GameFolder, NoSuchGame
from adjudicator.files.log import DamagedLog
from adjudicator.files.resolve_game import OtherVersion, verify_folder
from adjudicator.files.scenario_file import NoSuchScenario
from adjudicator.files.text import UnopenableFile, UnreadableFile
from adjudicator.model.findings import Finding
from adjudicator.rulesets.options import BadOption

COULD_NOT_RUN = 2
OUR_FAULT = 3
MOST = 40
"""How many faults of a file are told."""
_OUTSIDE = (NoSuchGame, NoSuchScenario, BadOption, Locked, DamagedLog, OtherVersion, UnopenableFile)


def explain(error: Exception, game_dir: Path | None = None) -> int:
    """Say in a sentence why the command ended; returns the exit code. Details of a fault of ours are saved."""
    sentences = _sentences(error) or _find_damage(game_dir)
    if sentences:
        for sentence in sentences:
            talk(f"adjudicator: {sentence}")
        return COULD_NOT_RUN
    talk(f"adjudicator: this is a fault of the program, not yours; the details were saved in {_save(error, game_dir)}")
    return OUR_FAULT


def _sentences(error: Exception) -> list[str]:
    if isinstance(error, _OUTSIDE):
        return [str(error)]
    if isinstance(error, UnreadableFile):
        return [*map(_placed, error.findings[:MOST]), *_and_more(error.findings)]
    if isinstance(error, Divergence):
        return ["playing the open phase again gives other lines than the log holds; see: adjudicator verify"]
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return [f"{name}{error.strerror or error}"]
    return []


def _find_damage(game_dir: Path | None) -> list[str]:
    """Where the log of a game is not what its rules make: whatever a log holds that fits its hashes comes this far."""
    if game_dir is None:
        return []
    try:
        verdict = verify_folder(GameFolder.open(game_dir))
    except Exception:  # then the fault that is being explained is told as ours
        return []
    return [f"{LOG_FILE}:{verdict.line}: {verdict.reason}"] if verdict.line else []


def _placed(finding: Finding) -> str:
    place = f"{finding.path}:{finding.line}:{finding.column}" if finding.line else finding.path
    return f"{place}: {finding.message}"


def _and_more(findings: Sequence[Finding]) -> list[str]:
    more = len(findings) - MOST
    return [f"{findings[0].path}: and {more} more of this kind"] if more > 0 else []


def _save(error: Exception, game_dir: Path | None) -> Path:
    """Write what a programmer needs into the game folder, or where temporary files go."""
    details = f"adjudicator {__version__}\n\n" + "".join(traceback.format_exception(error))
    folders = [Path(tempfile.gettempdir())]
    if game_dir is not None and (game_dir / GAME_FILE).exists():
        folders.insert(0, game_dir)
    for folder in folders:
        try:
            handle, name = tempfile.mkstemp(".txt", "adjudicator-fault-", folder)
            with open(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:  # noqa: PTH123
                stream.write(details)
        except OSError:
            continue
        return Path(name)
    return Path(os.devnull)
