"""``reveal``: publish the secret of a sealed game's dice."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import game_option, open_for_writing


@click.command("reveal")
@game_option
def command(game_dir: Path) -> int:
    """Publish the secret of the dice in game.yaml, so that everybody can verify the game. Do it when it is over."""
    from adjudicator.cli.output import talk, tell, telling

    with open_for_writing(game_dir) as folder:
        secret = folder.reveal()
        with telling("the secret stands in game.yaml"):
            tell(secret)
    talk(f"the secret of {folder.id} now stands in game.yaml: whoever reads it can compute all dice to come")
    return 0
