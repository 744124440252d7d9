"""``submit``: a file is checked and filed, and its writer gets a receipt."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import game_option, open_for_writing


@click.command("submit")
@click.argument("file")
@game_option
def command(file: str, game_dir: Path) -> int:
    """Check FILE ('-' is standard input), file it in the game folder, print a receipt."""
    from adjudicator.cli import finding_lines as lines
    from adjudicator.cli.output import put, talk, tell, telling
    from adjudicator.cli.receipt import receipt_lines
    from adjudicator.files.check_file import check_file
    from adjudicator.files.desk import desk_of_folder
    from adjudicator.files.inbox import Inbox
    from adjudicator.reports.naming import Naming

    with open_for_writing(game_dir) as folder:
        desk = desk_of_folder(folder)
        checked = check_file(file, lambda _: desk)
        if checked.is_missing:
            raise click.UsageError(f"{file}: {checked.findings[0].message}")
        # The receipt tells the ways found, order by order.
        told = [finding for finding in checked.findings if finding.code != "way-found" or checked.verdict == "refused"]
        forfeits = folder.header["policy"]["illegal"] == "forfeit" and checked.is_readable
        if checked.sheet is None or (checked.verdict == "refused" and not forfeits):
            with telling("the file was refused"):
                lines.tell_findings(told, checked.ruleset)
                put(lines.verdict_line(checked))
            talk("nothing was filed")
            return 1
        inbox = Inbox.read(folder.path, folder.game.turn)
        for sentence in inbox.broken:
            talk(sentence)
        name, replaced = inbox.file(checked.sheet)
        with telling(f"the file is filed as orders/{name}"):
            lines.tell_findings(told, checked.ruleset)
            for line in receipt_lines(checked, desk, Naming.of(folder.rules, folder.scenario), name, replaced):
                tell(line)
    if checked.verdict == "refused":
        talk("the illegal orders are forfeit: they will be dropped and listed in the report")
        return 1
    return 0
