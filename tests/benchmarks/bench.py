"""Speed as ratios, each against something measured in the same run: ``make bench`` prints the table."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

RUNS = 9
FILES = 60
ORDERS = 40


def seconds_of(command: Sequence[str]) -> float:
    """Wall seconds of one run of a command whose output is thrown away."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def compare(name: str, command: Sequence[str], yardstick: Sequence[str], aim: str, runs: int = RUNS) -> str:
    """A row of the table: the median ratio of a command to its yardstick, run in turn."""
    seconds_of(command), seconds_of(yardstick)
    ratios, ours, theirs = [], [], []
    for _ in range(runs):
        ours.append(seconds_of(command))
        theirs.append(seconds_of(yardstick))
        ratios.append(ours[-1] / theirs[-1])
    spread = f"{min(ratios):.2f}-{max(ratios):.2f}"
    return (
        f"{name:<58} {statistics.median(ratios):>6.2f}  {spread:>11}  {aim:>7}  "
        f"{statistics.median(ours):>7.3f} s {statistics.median(theirs):>7.3f} s"
    )


def write_orders(folder: Path) -> list[str]:
    """Order files of legal moves for a new campaign: the same forty moves in each."""
    from adjudicator.files.game_folder import GameFolder, NewGame, create_game
    from adjudicator.files.inbox import Inbox
    from adjudicator.files.resolve_game import resolve_folder
    from adjudicator.rulesets.kharkov.movement import find_reach
    from adjudicator.rulesets.kharkov.rules import KharkovRules

    game: GameFolder = create_game(folder / "game", NewGame("bench", "kharkov/campaign", seed="bench"))
    game = game.commit(resolve_folder(game, Inbox.read(game.path, game.game.turn)).new)
    game.show({}, {})
    assert isinstance(game.rules, KharkovRules)
    position = game.rules.position(game.game)
    lines: list[str] = []
    taken = set(game.game.stacks)
    for unit in game.game.units.values():
        if unit.hex is not None and game.game.side_of(unit.id) == "soviet" and len(lines) < ORDERS:
            free = [found for hex_, found in find_reach(position, [unit.id]).items() if hex_ not in taken]
            if free:
                path = min(free, key=lambda found: found.cost).path
                taken.add(path[-1])
                lines.append(f"    - {{move: {unit.id}, path: [{', '.join(position.number(h) for h in path)}]}}")
    head = "game: bench\nkind: orders\nturn: 1\nside: soviet\nposition: any\norders:\n  movement:\n"
    names = []
    for number in range(FILES):
        path = folder / f"orders-{number:04}.yaml"
        path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
        names.append(str(path))
    return names


def main() -> None:
    """Print the table."""
    python = sys.executable
    print(f"{'command / yardstick':<58} {'ratio':>6}  {'min-max':>11}  {'aim':>7}  {'ours':>9} {'theirs':>9}")
    version = [python, "-m", "adjudicator", "--version"]
    bare = [python, "-c", "import click"]
    print(compare("adjudicator --version / python -c 'import click'", version, bare, "<= 1.5"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_orders(folder)
        schema = Path(__file__).resolve().parents[2] / "schemas" / "orders.schema.json"
        check = [python, "-m", "adjudicator", "check", "--game", str(folder / "game"), *files]
        yardstick = [python, "-m", "check_jsonschema", "--schemafile", str(schema), *files]
        label = f"check of {FILES} files of {ORDERS} orders / check-jsonschema"
        print(compare(label, check, yardstick, "<= 0.5", runs=3))


if __name__ == "__main__":
    main()
