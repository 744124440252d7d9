"""``new``: a game folder."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import FOLDER, require_plain, switches_option


@click.command("new")
@click.argument("scenario", callback=require_plain)
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.option("--seed", callback=require_plain, help="An open game: whoever knows the text can compute the dice.")
@click.option("--sealed", is_flag=True, help="A sealed game: the secret of the dice stays in the folder.")
@switches_option
@click.option("--id", "game_id", callback=require_plain, help="The game's name [default: that of the folder].")
@click.option("--illegal", type=click.Choice(["refuse", "forfeit"]), default="refuse", show_default=True)
@click.option("--undecided", type=click.Choice(["ask", "default"]), default="ask", show_default=True)
def command(
    scenario: str,
    folder: Path,
    seed: str | None,
    sealed: bool,
    options: dict[str, str],
    game_id: str | None,
    illegal: str,
    undecided: str,
) -> int:
    """Begin a game of SCENARIO in the folder DIR."""
    if seed is not None and sealed:
        raise click.UsageError("give --seed or --sealed, not both")
    if seed is None and not sealed:
        raise click.UsageError("choose the dice: --seed TEXT for an open game, or --sealed for a secret")
    from adjudicator.cli.output import talk, tell, telling
    from adjudicator.files.game_folder import SECRET_FILE, NewGame, create_game

    name = game_id or folder.resolve().name
    if not name or not name.isprintable() or name != name.strip() or len(name) > 80:
        raise click.UsageError(f"{name!r} cannot be the name of a game; choose another with --id")
    policy = {"illegal": illegal, "undecided": undecided}
    others = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    game = create_game(folder, NewGame(name, scenario, options, policy, seed))
    if others:
        shown = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
        talk(f"{folder} was not empty: the game now lies beside {shown}")
    with telling(f"the game is in {folder}"):
        tell(f"game {name}: {game.scenario.title}")
        tell(f"position {game.log.position}, in {folder}")
    if sealed:
        talk(f"the secret of the dice is in {folder / SECRET_FILE}: keep it from the players")
    return 0
