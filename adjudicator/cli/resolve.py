"""``resolve``: go on as far as orders and decisions allow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.options import FOLDER, game_option, open_for_writing, require_plain

if TYPE_CHECKING:
    from adjudicator.engine.referee import Stop
    from adjudicator.engine.sequence import Rules
    from adjudicator.files.game_folder import GameFolder
    from adjudicator.files.inbox import Inbox

EXIT_CODES = {"orders": 4, "question": 4, "refused": 1, "until": 0, "over": 0}


@click.command("resolve")
@game_option
@click.option("--pass", "passing", multiple=True, metavar="SIDE", help="Let a side pass what it has not ordered.")
@click.option(
    "--undecided",
    type=click.Choice(["ask", "default"]),
    help="What becomes of decisions nobody answered in this run [default: the game's setting].",
)
@click.option("--skip-illegal", is_flag=True, help="Drop illegal orders for this once; the report lists them.")
@click.option("--until", default="", metavar="PHASE", help="Stop before this phase, as in soviet/combat.")
@click.option("--state", "state_file", metavar="FILE", type=FOLDER, help="Bare files: the position to go on from.")
@click.option("--orders", multiple=True, metavar="FILE", help="Bare files: orders of a side.")
@click.option("--standing", multiple=True, metavar="FILE", help="Bare files: standing orders of a side.")
@click.option("--answers", multiple=True, metavar="FILE", help="Bare files: answers to questions.")
@click.option("--seed", callback=require_plain, help="Bare files: the seed of the dice.")
@click.option("--out", metavar="FILE", type=FOLDER, help="Bare files: where to write the position reached.")
@click.option("--report", "report_file", metavar="FILE", type=FOLDER, help="Bare files: where to write the report.")
@click.pass_context
def command(
    ctx: click.Context,
    game_dir: Path,
    passing: tuple[str, ...],
    undecided: str | None,
    skip_illegal: bool,
    until: str,
    state_file: Path | None,
    orders: tuple[str, ...],
    standing: tuple[str, ...],
    answers: tuple[str, ...],
    seed: str | None,
    out: Path | None,
    report_file: Path | None,
) -> int:
    """Go on as far as orders and decisions allow.

    Exit code 0: the game is over, or PHASE comes next; 1: orders are illegal; 4: orders or a decision are owed.
    """
    if state_file is not None:
        if ctx.get_parameter_source("game_dir") is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError("give --game or --state, not both")
        if seed is None or out is None:
            raise click.UsageError("with --state, give --seed TEXT and --out FILE too")
        from adjudicator.cli.resolve_bare import BareFiles, resolve_bare

        files = BareFiles(state_file, (*orders, *standing, *answers), seed, out, report_file)
        return resolve_bare(files, frozenset(passing), skip_illegal, until, undecided or "ask")
    if orders or standing or answers or seed is not None or out is not None or report_file is not None:
        raise click.UsageError("--orders, --standing, --answers, --seed, --out and --report go with --state")
    with open_for_writing(game_dir) as folder:
        return _resolve(folder, frozenset(passing), undecided, skip_illegal, until)


def require_known(rules: Rules, passing: frozenset[str], until: str) -> None:
    """Raise a usage error for a side or phase that the rules do not have."""
    unknown = sorted(passing - set(rules.sides))
    if unknown:
        raise click.UsageError(f"--pass: there is no side {unknown[0]!r}; the sides are {', '.join(rules.sides)}")
    names = [phase.name for phase in (*rules.opening, *rules.phases)]
    if until and until not in names:
        raise click.UsageError(f"--until: there is no phase {until!r}; the phases are {', '.join(names)}")


def _resolve(folder: GameFolder, passing: frozenset[str], undecided: str | None, skip_illegal: bool, until: str) -> int:
    from adjudicator.cli.output import talk, telling
    from adjudicator.cli.publish import publish
    from adjudicator.cli.story import tell_stop, tell_story
    from adjudicator.files.inbox import Inbox
    from adjudicator.files.resolve_game import look_ahead, resolve_folder

    require_known(folder.rules, passing, until)
    inbox = Inbox.read(folder.path, folder.game.turn)
    for sentence in inbox.broken:
        talk(sentence)
    if folder.is_behind():
        publish(folder, look_ahead(folder, inbox).stop, since=1)
        talk("state and reports were behind the log; they have been rebuilt")
    resolved = resolve_folder(
        folder, inbox, passing=passing, undecided=undecided, skip_illegal=skip_illegal, until=until
    )
    stop = resolved.stop
    # What the open phase has seen in earlier runs belongs to its story.
    story = (*folder.opening.logged, *resolved.new) if resolved.new else ()
    if resolved.new:
        before = folder.game.turn
        folder = folder.commit(resolved.new)
        _publish(folder, stop, before)
    has = "has gone on to" if resolved.new else "is still at"
    with telling(f"the game {has} position {folder.log.position}"):
        if stop.kind == "refused":
            _tell_refused(folder, inbox, stop)
        tell_story(story, folder)
        tell_stop(stop, folder, inbox)
    return EXIT_CODES[stop.kind]


def _publish(folder: GameFolder, stop: Stop, since: int) -> None:
    """Show the new position. Raises OSError saying what the log holds already when the files cannot be written."""
    from adjudicator.cli.publish import publish

    try:
        publish(folder, stop, since)
    except OSError as error:
        gone_on = f"the game has gone on to position {folder.log.position}, and the next resolve writes this file"
        raise OSError(error.errno, f"{error.strerror}; {gone_on}", error.filename) from error


def _tell_refused(folder: GameFolder, inbox: Inbox, stop: Stop) -> None:
    """The findings, each with its place in the filed file."""
    from dataclasses import replace

    from adjudicator.cli.finding_lines import tell_findings
    from adjudicator.files.desk import desk_of_folder
    from adjudicator.files.sheet import kind_of_section

    desk = desk_of_folder(folder)
    placed = []
    for finding in stop.findings:
        side, section, _ = finding.order.split(" ")
        filed = inbox.latest(kind_of_section(section), side, folder.game.turn)
        placed.append(replace(filed.sheet, first=desk.first_numbers(side)).place(finding) if filed else finding)
    tell_findings(placed, folder.rules.name)
