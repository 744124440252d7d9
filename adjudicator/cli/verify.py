"""``verify``: play the whole game again and compare every line of the log."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import game_option, open_game


@click.command("verify")
@game_option
def command(game_dir: Path) -> int:
    """Play the whole game again and compare every line of the log. Exit code 1: a line differs, or
    a setting in game.yaml; it is named."""
    from adjudicator.cli.output import talk, tell
    from adjudicator.files.game_folder import GAME_FILE, LOG_FILE, find_changed_setting
    from adjudicator.files.log import DamagedLog
    from adjudicator.files.resolve_game import verify_folder

    try:
        folder = open_game(game_dir)
        if changed := find_changed_setting(folder):
            tell(f"{GAME_FILE}: {changed}")
            return 1
        verdict = verify_folder(folder)
    except DamagedLog as damage:
        tell(str(damage))
        return 1
    if verdict.line:
        tell(f"{LOG_FILE}:{verdict.line}: {verdict.reason}")
        return 1
    lines = "1 line, as it must be" if verdict.lines == 1 else f"{verdict.lines} lines, all as they must be"
    tell(f"{folder.id}: {lines}, position {folder.log.position}")
    if not verdict.dice_checked:
        tell("the dice were taken as logged: their secret is not here, so they wait for reveal")
    if folder.is_behind():
        talk("state.yaml does not show the position of the log; the next resolve rebuilds it")
    return 0
