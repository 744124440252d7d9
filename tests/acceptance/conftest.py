"""Games that several tests start from; each test gets a copy of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import run

Copy = Callable[[], Path]


def begin(place: Path, *more: str, name: str = "demo") -> Path:
    """A new open game in a folder of that name."""
    ran = run("new", "kharkov/campaign", place / name, "--seed", "spring", *more)
    assert ran.code == 0, ran.both
    return place / name


def submit(game: Path, text: str) -> None:
    """File what a player sent."""
    ran = run("submit", "-", "--game", game, stdin=text)
    assert ran.code == 0, ran.both


def copier(original: Path, tmp_path: Path) -> Copy:
    """A function that gives a fresh copy of a game folder."""
    made = 0

    def copy() -> Path:
        nonlocal made
        made += 1
        target = tmp_path / f"{original.parent.name}-{made}" / original.name
        shutil.copytree(original, target)
        return target

    return copy


@pytest.fixture(scope="session")
def _fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begin(tmp_path_factory.mktemp("fresh"))


@pytest.fixture(scope="session")
def _filed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = begin(tmp_path_factory.mktemp("filed"), "--undecided", "default")
    for text in (mail.SOVIET, mail.AXIS, mail.STANDING):
        submit(game, text)
    return game


@pytest.fixture(scope="session")
def _played(_filed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = tmp_path_factory.mktemp("played") / "demo"
    shutil.copytree(_filed, game)
    ran = run("resolve", "--game", game)
    assert ran.code == 4, ran.both
    return game


@pytest.fixture(scope="session")
def _asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = begin(tmp_path_factory.mktemp("asked"))
    for text in (mail.SOVIET, mail.AXIS):
        submit(game, text)
    ran = run("resolve", "--game", game)
    assert ran.code == 4, ran.both
    return game


@pytest.fixture
def fresh(_fresh: Path, tmp_path: Path) -> Path:
    """A game in which nothing has happened."""
    return copier(_fresh, tmp_path)()


@pytest.fixture
def filed(_filed: Path, tmp_path: Path) -> Copy:
    """Copies of a game with all files of the first Game-Turn, decisions by default."""
    return copier(_filed, tmp_path)


@pytest.fixture
def played(_played: Path, tmp_path: Path) -> Path:
    """The same game with its first Game-Turn resolved."""
    return copier(_played, tmp_path)()


@pytest.fixture
def asked(_asked: Path, tmp_path: Path) -> Path:
    """A game that has stopped at a question."""
    return copier(_asked, tmp_path)()


@pytest.fixture(scope="session")
def _two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("games")
    red, grey = begin(place, name="red"), begin(place, name="grey")
    assert run("resolve", "--game", red).code == 4
    assert run("resolve", "--game", grey, "--pass", "soviet").code == 4
    return place


@pytest.fixture
def two(_two: Path, tmp_path: Path) -> Path:
    """A folder of two games: ``red`` waits for the Soviet side, ``grey`` for the Axis side."""
    target = tmp_path / "games"
    shutil.copytree(_two, target)
    return target
