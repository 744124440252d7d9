"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from adjudicator.files.game_folder import GameFolder

Function = TypeVar("Function", bound=Callable[..., Any])
FOLDER = click.Path(path_type=Path)


def require_plain(_: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Text that can be printed and stored: not empty, nothing invisible in it."""
    if value is not None and (not value or not value.isprintable() or value != value.strip()):
        raise click.BadParameter("it must be text without invisible characters, not empty", param=param)
    return value


def _remember(ctx: click.Context, _: click.Parameter, folder: Path) -> Path:
    """Note the folder, so that the details of a fault can be saved in it."""
    ctx.find_root().obj = folder
    return folder


def game_option(function: Function) -> Function:
    """``--game DIR``, else the variable, else the current folder; handed on as ``game_dir``."""
    return click.option(
        "--game",
        "game_dir",
        metavar="DIR",
        envvar="ADJUDICATOR_GAME",
        default=".",
        type=FOLDER,
        callback=_remember,
        help="The game folder [default: $ADJUDICATOR_GAME, else the current folder].",
    )(function)


def _split_options(_ctx: click.Context, param: click.Parameter, written: tuple[str, ...]) -> dict[str, str]:
    options = {}
    for text in written:
        name, _, value = text.partition("=")
        if not name or not value or not text.isprintable():
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param=param)
        if name in options:
            raise click.BadParameter(f"{name} is given twice", param=param)
        options[name] = value
    return options


def switches_option(function: Function) -> Function:
    """``--option NAME=VALUE``, any number of them; handed on as ``options``, a mapping."""
    decorate = click.option(
        "--option", "options", multiple=True, callback=_split_options, metavar="NAME=VALUE", help="A switch."
    )
    return decorate(function)


def format_option(*forms: str) -> Callable[[Function], Function]:
    """``--format``, the first form being the default; handed on as ``form``."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], show_default=True)


def open_game(game_dir: Path) -> GameFolder:
    """The game in a folder, for reading."""
    from adjudicator.files.game_folder import GameFolder

    return GameFolder.open(game_dir)


@contextmanager
def open_for_writing(game_dir: Path) -> Iterator[GameFolder]:
    """The game in a folder, which no other command writes in meanwhile."""
    from adjudicator.files.atomic import locked
    from adjudicator.files.game_folder import LOG_FILE, GameFolder, NoSuchGame

    if not (game_dir / LOG_FILE).exists():
        raise NoSuchGame(f"there is no game in {game_dir}")
    with locked(game_dir):
        yield GameFolder.open(game_dir)
