"""The command ``adjudicator``: its commands are known by name and imported only when used."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from adjudicator import __version__

COMMANDS = {
    "scenarios": "what can be played",
    "new": "begin a game in a folder",
    "check": "say what is wrong with order files",
    "submit": "check a file, file it in the game folder, print a receipt",
    "status": "turn, phase, who owes what",
    "resolve": "go on as far as orders and decisions allow",
    "show": "the map, units, a unit, a hex, supply, zones of control, lines of sight, the log",
    "report": "the report of a turn",
    "verify": "play the whole game again and compare every line of the log",
    "reveal": "publish the secret of a sealed game's dice",
    "rules": "the cases of a rulebook, their rulings and tests",
    "schema": "the schema of a file, for an editor",
    "play": "random legal play, to see what the rules make of it",
}
NOT_YET = ("moves", "odds", "view", "template", "what-if", "fmt", "diff", "amend", "undo")
INTERRUPTED = 130
CLOSED_PIPE = 141


class Commands(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which a game uses them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name in NOT_YET:
            return _not_yet(cmd_name)
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"adjudicator.cli.{cmd_name}").command
        if not any(parameter.name == "color" for parameter in command.params):
            command.params.append(_color_option())
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, none of them imported."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))
        with formatter.section("Not there yet"):
            formatter.write_text(", ".join(NOT_YET))


def _choose_color(ctx: click.Context, _: click.Parameter, choice: str | None) -> None:
    if choice is not None:
        ctx.color = {"always": True, "never": False}.get(choice, False if os.environ.get("NO_COLOR") else None)


def _color_option(default: str | None = None) -> click.Option:
    return click.Option(
        ["--color"],
        type=click.Choice(["auto", "always", "never"]),
        default=default,
        callback=_choose_color,
        expose_value=False,
        help="Colours: on a terminal (auto), always, never.",
    )


def _not_yet(name: str) -> click.Command:
    def say() -> int:
        click.echo(f"adjudicator {name} is not there yet", err=True)
        return 2

    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    rest = click.Argument(["rest"], nargs=-1, type=click.UNPROCESSED, expose_value=False)
    return click.Command(name, callback=say, params=[rest], context_settings=settings, add_help_option=False)


cli = Commands(
    "adjudicator",
    help="The referee of board wargames: checks orders, resolves turns, writes logs and reports.",
    params=[_color_option("auto")],
    context_settings={"help_option_names": ["-h", "--help"]},
)
cli = click.version_option(__version__, prog_name="adjudicator", message="%(prog)s %(version)s")(cli)


def main() -> None:
    """Run the command with the arguments of this process and end the process with its exit code."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    code = run(sys.argv[1:])
    from adjudicator.cli.output import end

    end(sys.stdout, sys.stderr)
    sys.exit(code)


def _open_closed_streams() -> None:
    """Put nowhere in the place of streams that were closed before we began: their numbers would go to the next files
    opened, and what is printed into those. Standard input stays None, so that reading it can be refused."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115 - it stays open to the end
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115


def run(arguments: list[str]) -> int:
    """Run a command line; returns its exit code. Whatever goes wrong ends as a sentence."""
    context: click.Context | None = None
    try:
        try:
            with cli.make_context("adjudicator", arguments) as context:
                code = cli.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as end:
            sys.stdout.flush()
            return end.exit_code
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        from adjudicator.cli.output import silence

        silence(sys.stdout)
        return CLOSED_PIPE
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Exception as error:
        from adjudicator.cli.failures import explain

        return explain(error, context.obj if context else None)
