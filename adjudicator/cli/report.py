"""``report``: the report of a turn, for the umpire or for one side."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from adjudicator.cli.options import format_option, game_option, open_game


@click.command("report")
@game_option
@click.option("--turn", type=click.IntRange(1), metavar="N", help="The Game-Turn [default: the one that is played].")
@click.option("--side", default="", metavar="SIDE", help="Only what this side may read.")
@format_option("text", "md", "html", "json")
@click.pass_context
def command(ctx: click.Context, game_dir: Path, turn: int | None, side: str, form: str) -> int:
    """Print the report of a Game-Turn."""
    from adjudicator.cli import publish
    from adjudicator.cli.output import printable, talk, tell_text
    from adjudicator.files.inbox import Inbox
    from adjudicator.files.resolve_game import look_ahead
    from adjudicator.reports.json_report import report_data
    from adjudicator.reports.naming import Naming

    if form == "html":
        talk("adjudicator report --format html is not there yet")
        return 2
    folder = open_game(game_dir)
    if side and side not in folder.rules.sides:
        raise click.UsageError(f"there is no side {side!r}; the sides are {', '.join(folder.rules.sides)}")
    now = folder.game.turn
    if turn is not None and turn > now:
        raise click.UsageError(f"the game is at Game-Turn {now}; there is no report of Game-Turn {turn}")
    naming = Naming.of(folder.rules, folder.scenario)
    stop = look_ahead(folder, Inbox.read(folder.path, folder.game.turn)).stop
    chosen = turn or now
    if form == "json":
        from adjudicator.cli.output import tell_json

        entries, header = publish.log_of_turn(folder, chosen), publish.header_of(folder, naming, chosen, stop)
        tell_json(report_data(entries, naming, chosen, side=side or None, header=header))
        return 0
    text = publish.report_text(folder, naming, chosen, side or None, stop)
    if form == "md":
        tell_text(text)
    elif ctx.color is False or (ctx.color is None and not sys.stdout.isatty()):
        from adjudicator.reports.text import plain

        tell_text(plain(text))
    else:
        from adjudicator.reports.text import print_report

        print_report(printable(text), sys.stdout)
    return 0
