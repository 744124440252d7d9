"""``verify``: play the whole game again and compare every line of the log."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import game_option, open_game


@click.command("verify")
@game_option
def command(game_dir: Path) -> int:
    """Play the whole game again and compare every line of the log. Exit code 1: a line differs; it is named."""
    from adjudicator.cli.output import talk, tell
    from adjudicator.files.game_folder import LOG_FILE
    from adjudicator.files.log import DamagedLog
    from adjudicator.files.resolve_game import verify_folder

    try:
        folder = open_game(game_dir)
        verdict = verify_folder(folder)
    except DamagedLog as damage:
        tell(str(damage))
        return 1
    if verdict.line:
        tell(f"{LOG_FILE}:{verdict.line}: {verdict.reason}")
        return 1
    tell(f"{folder.id}: {verdict.lines} lines, all as they must be, position {folder.log.position}")
    if not verdict.dice_checked:
        tell("the dice were taken as logged: their secret is not here, so they wait for reveal")
    if folder.is_behind():
        talk("state.yaml does not show the position of the log; the next resolve rebuilds it")
    return 0
