"""``check``: what is wrong with order files, all of it, in one run."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.options import FOLDER, format_option, game_option

if TYPE_CHECKING:
    from adjudicator.files.check_file import CheckedFile, FindDesk

FEWEST = 10
"""Files below which a processor of their own costs more than it brings."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@game_option
@click.option("--games", "games_dir", metavar="DIR", type=FOLDER, help="Find each file's game in this folder of games.")
@click.option("--state", "state_file", metavar="FILE", type=FOLDER, help="Check against a state file, no game folder.")
@format_option("text", "json", "jsonl", "github")
@click.option("--jobs", default=1, type=click.IntRange(1, 64), metavar="N", help="Check on so many processors.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    game_dir: Path,
    games_dir: Path | None,
    state_file: Path | None,
    form: str,
    jobs: int,
) -> int:
    """Say what is wrong with order files ('-' is standard input). Nothing is written.

    Exit code 0: nothing wrong; 1: findings; 2: no file at all, or no such game.
    """
    is_game_named = ctx.get_parameter_source("game_dir") is click.core.ParameterSource.COMMANDLINE
    if sum([is_game_named, games_dir is not None, state_file is not None]) > 1:
        raise click.UsageError("give one of --game, --games and --state")
    if games_dir is not None:
        place = Place("games", games_dir)
    elif state_file is not None:
        place = Place("state", state_file)
    else:
        place = Place("game", game_dir)
    told = _tell_all(place, files, form, jobs)
    if all(one.is_missing for one in told):
        raise click.UsageError("; ".join(one.missing for one in told))
    if form == "json":
        from adjudicator.cli.output import tell_json

        tell_json({"files": [one.shown for one in told], "summary": summary_of(told)})
    else:
        from adjudicator.cli.output import put

        for one in told:
            put(one.shown, nl=False)
    return 1 if any(one.verdict == "refused" for one in told) else 0


@dataclass(frozen=True)
class Place:
    """Where the games are: one folder (``game``), a folder of folders (``games``) or a state file (``state``)."""

    kind: str
    path: Path

    def open(self) -> FindDesk:
        """How to find the desk of a file's game."""
        from adjudicator.files.desk import Desks, desk_of_folder, desk_of_state
        from adjudicator.files.game_folder import GameFolder, NoSuchGame

        if self.kind == "games":
            if not self.path.is_dir():
                raise NoSuchGame(f"there is no folder {self.path}")
            return Desks(self.path)
        desk = desk_of_state(self.path) if self.kind == "state" else desk_of_folder(GameFolder.open(self.path))
        return lambda _: desk


@dataclass(frozen=True)
class Told:
    """What is said of one file: ``shown`` is text, or the file's part of the JSON; ``missing`` says why there was
    nothing to read."""

    verdict: str
    findings: int
    shown: Any
    missing: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether there was nothing to read."""
        return bool(self.missing)


def summary_of(told: Sequence[Told]) -> dict[str, int]:
    """How many files have which verdict, and how many findings there are."""
    verdicts = [one.verdict for one in told]
    counts = {verdict: verdicts.count(verdict) for verdict in ("ok", "conditional", "refused")}
    return {"files": len(told), **counts, "findings": sum(one.findings for one in told)}


@cache
def _opened(place: Place) -> FindDesk:
    return place.open()


def _tell_all(place: Place, files: Sequence[str], form: str, jobs: int) -> list[Told]:
    """What is said of all files, on several processors where there are enough of both to gain by it."""
    # Opened before the processes part, so that all have it and a game that cannot be opened is told from here.
    _opened.cache_clear()
    _opened(place)
    jobs = min(jobs, os.cpu_count() or 1, len(files) // FEWEST)
    tell_one = partial(_tell, place, form)
    if jobs < 2 or "-" in files:
        return [*map(tell_one, files)]
    from concurrent.futures import ProcessPoolExecutor

    try:
        with ProcessPoolExecutor(jobs) as pool:
            return [*pool.map(tell_one, files, chunksize=FEWEST)]
    except Exception:
        # Whatever went wrong elsewhere goes wrong here again, and here it can be told in a sentence.
        return [*map(tell_one, files)]


def _tell(place: Place, form: str, name: str) -> Told:
    from adjudicator.files.check_file import check_file

    one = check_file(name, _opened(place))
    missing = f"{one.path}: {one.findings[0].message}" if one.is_missing else ""
    return Told(one.verdict, len(one.findings), _shown(one, form), missing)


def _shown(one: CheckedFile, form: str) -> Any:
    from adjudicator.cli import finding_lines as lines

    if form == "json":
        return lines.file_as_json(one)
    if form == "jsonl":
        return json.dumps(lines.file_as_json(one)) + "\n"
    if form == "github":
        told = [lines.annotation(finding, one.ruleset) for finding in one.findings]
    else:
        told = [line for finding in one.findings for line in lines.finding_lines(finding, one.ruleset)]
        told += [lines.verdict_line(one), *lines.waiting_lines(one)]
    return "".join(f"{line}\n" for line in told)
