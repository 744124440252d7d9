"""``check``: what is wrong with order files, all of it, in one run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.options import FOLDER, format_option, game_option

if TYPE_CHECKING:
    from adjudicator.files.check_file import CheckedFile, FindDesk


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
    checked = _check_all(place, files, jobs)
    if all(one.is_missing for one in checked):
        raise click.UsageError("; ".join(f"{one.path}: {one.findings[0].message}" for one in checked))
    _render(checked, form)
    return 1 if any(one.verdict == "refused" for one in checked) else 0


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


def _check_all(place: Place, files: Sequence[str], jobs: int) -> list[CheckedFile]:
    if jobs == 1 or len(files) < 2 * jobs or "-" in files:
        return _check_some(place, files)
    from concurrent.futures import ProcessPoolExecutor

    share = -(-len(files) // jobs)
    shares = [files[start : start + share] for start in range(0, len(files), share)]
    with ProcessPoolExecutor(jobs) as pool:
        return [one for some in pool.map(_check_light, [place] * len(shares), shares) for one in some]


def _check_some(place: Place, files: Sequence[str]) -> list[CheckedFile]:
    from adjudicator.files.check_file import check_file

    find_desk = place.open()
    return [check_file(name, find_desk) for name in files]


def _check_light(place: Place, files: Sequence[str]) -> list[CheckedFile]:
    """As in one process, without what only a receipt needs: it would cost more to send than to find."""
    return [replace(one, supposed={}) for one in _check_some(place, files)]


def _render(checked: Sequence[CheckedFile], form: str) -> None:
    from adjudicator.cli import finding_lines as lines
    from adjudicator.cli.output import tell_json

    if form == "json":
        tell_json({"files": [lines.file_as_json(one) for one in checked], "summary": lines.summary_of(checked)})
        return
    for one in checked:
        if form == "jsonl":
            click.echo(json.dumps(lines.file_as_json(one)))
        elif form == "github":
            for finding in one.findings:
                click.echo(lines.annotation(finding, one.ruleset))
        else:
            lines.tell_findings(one.findings, one.ruleset)
            click.echo(lines.verdict_line(one))
            for line in lines.waiting_lines(one):
                click.echo(line)
