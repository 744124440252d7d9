"""What is said when a command cannot do its work, and the exit code that goes with it."""

from __future__ import annotations

import os
import tempfile
import traceback
from pathlib import Path

from adjudicator import __version__
from adjudicator.cli.output import talk
from adjudicator.engine.referee import Divergence
from adjudicator.files.atomic import Locked
from adjudicator.files.game_folder import GAME_FILE, NoSuchGame
from adjudicator.files.log import DamagedLog
from adjudicator.files.resolve_game import OtherVersion
from adjudicator.files.scenario_file import NoSuchScenario
from adjudicator.files.text import UnopenableFile, UnreadableFile
from adjudicator.rulesets.options import BadOption

COULD_NOT_RUN = 2
OUR_FAULT = 3
_OUTSIDE = (NoSuchGame, NoSuchScenario, BadOption, Locked, DamagedLog, OtherVersion, UnopenableFile)


def explain(error: Exception, game_dir: Path | None = None) -> int:
    """Say in a sentence why the command ended; returns the exit code. Details of a fault of ours are saved."""
    sentence = _sentence(error)
    if sentence:
        talk(f"adjudicator: {sentence}")
        return COULD_NOT_RUN
    talk(f"adjudicator: this is a fault of the program, not yours; the details were saved in {_save(error, game_dir)}")
    return OUR_FAULT


def _sentence(error: Exception) -> str:
    if isinstance(error, _OUTSIDE):
        return str(error)
    if isinstance(error, UnreadableFile):
        first = error.findings[0]
        place = f"{first.path}:{first.line}" if first.line else first.path
        return f"{place}: {first.message}"
    if isinstance(error, Divergence):
        return "playing the open phase again gives other lines than the log holds; see: adjudicator verify"
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}"
    return ""


def _save(error: Exception, game_dir: Path | None) -> Path:
    """Write what a programmer needs into the game folder, or where temporary files go."""
    details = f"adjudicator {__version__}\n\n" + "".join(traceback.format_exception(error))
    folders = [Path(tempfile.gettempdir())]
    if game_dir is not None and (game_dir / GAME_FILE).exists():
        folders.insert(0, game_dir)
    for folder in folders:
        try:
            handle, name = tempfile.mkstemp(".txt", "adjudicator-fault-", folder)
        except OSError:
            continue
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:  # noqa: PTH123
            stream.write(details)
        return Path(name)
    return Path(os.devnull)
