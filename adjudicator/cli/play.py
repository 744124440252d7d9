"""``play``: random legal play, to see what the rules make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.options import FOLDER, format_option, require_plain, switches_option


@click.command("play")
@click.argument("scenario", callback=require_plain)
@click.option("--games", default=1, type=click.IntRange(1, 100_000), metavar="N", help="How many games.")
@click.option("--seed", default=1, type=click.IntRange(0), metavar="S", help="The first seed; each game has the next.")
@click.option("--turns", type=click.IntRange(1), metavar="N", help="Stop after so many Game-Turns [default: all].")
@click.option("--jobs", default=1, type=click.IntRange(1, 64), metavar="N", help="Play on so many processors.")
@click.option("--keep", metavar="DIR", type=FOLDER, help="Keep each game in a game folder of its own in DIR.")
@switches_option
@format_option("text", "json")
def command(
    scenario: str,
    games: int,
    seed: int,
    turns: int | None,
    jobs: int,
    keep: Path | None,
    options: dict[str, str],
    form: str,
) -> int:
    """Play SCENARIO at random, both sides, all orders legal, and tell what came of it.

    Results, spread of points and losses, and the cases of the rulebook that never came up. A game depends on nothing
    but its seed: --seed 7 alone plays again the seventh of --games 10.
    """
    from adjudicator.cli.output import tell, tell_json
    from adjudicator.files.scenario_file import load_cases, load_scenario
    from adjudicator.reports.play_report import play_lines, summary_of

    statuses = {case["case"]: case["status"] for case in load_cases(load_scenario(scenario).ruleset)}
    results, cases = [], Counter[str]()
    for result, cited in _play_all(_Plan(scenario, options, turns or 0, keep), range(seed, seed + games), jobs):
        results.append(result)
        cases.update(cited)
    told = {"scenario": scenario, "options": options, "games": results}
    told["summary"] = summary_of(results, cases, statuses)
    if form == "json":
        tell_json(told)
    else:
        for line in play_lines(told):
            tell(line)
    return 0


@dataclass(frozen=True)
class _Plan:
    """What all games have in common; ``turns`` 0 stands for all."""

    scenario: str
    options: dict[str, str]
    turns: int
    keep: Path | None


def _play_all(plan: _Plan, seeds: Sequence[int], jobs: int) -> list[tuple[dict[str, Any], Counter[str]]]:
    """Result and cited cases of each game in the order of the seeds."""
    play_one = partial(_play_one, plan)
    if min(jobs, len(seeds)) < 2:
        return [*map(play_one, seeds)]
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(seeds))) as pool:
        return [*pool.map(play_one, seeds)]


def _play_one(plan: _Plan, seed: int) -> tuple[dict[str, Any], Counter[str]]:
    from adjudicator.cli.publish import publish
    from adjudicator.files.random_game import OVER, play_random_game
    from adjudicator.reports.play_report import result_of

    keep = None if plan.keep is None else plan.keep / f"random-{seed}"
    played = play_random_game(plan.scenario, plan.options, seed, plan.turns, keep)
    folder = played.folder
    if keep is not None:
        publish(folder, OVER, since=1)
    entries = [dict(entry) for entry in folder.log.entries]
    result = result_of(seed, played.game, played.rules.sides, entries, folder.log.head, played.tally)
    return result, played.tally.cases
