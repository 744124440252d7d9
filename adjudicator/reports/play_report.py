"""What came of games played at random: one by one, and what they have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median_low
from typing import Any

from adjudicator.engine.referee import Entry
from adjudicator.engine.self_play import Tally
from adjudicator.model.game import Game
from adjudicator.reports.words import paragraph

CALLED_FOR = ("enforced", "resolved")
"""The status of cases that a game should come to."""
Result = dict[str, Any]


def result_of(seed: int, game: Game, sides: Sequence[str], entries: Sequence[Entry], head: str, tally: Tally) -> Result:
    """One game: who won at which level (None when it was not played to its end), points, losses, the log."""
    ends = [entry for entry in entries if entry.get("kind") == "victory"]
    return {
        "seed": seed,
        "turns": game.turn,
        "winner": ends[-1]["subject"] if ends else None,
        "level": ends[-1]["values"].get("level") if ends else None,
        "score": {side: game.score.get(side, 0) for side in sides},
        "losses": {side: {"units": tally.units[side], "steps": tally.steps[side]} for side in sides},
        "lines": len(entries),
        "log": head,
    }


def summary_of(games: Sequence[Result], cases: Mapping[str, int], statuses: Mapping[str, str]) -> dict[str, Any]:
    """What the games have in common: how often each winner and level, the spread of points and losses by side, how
    often each case was cited, and which never was though the program enforces or resolves it. ``statuses`` holds every
    case in the order of the rulebook."""
    sides = list(games[0]["score"])
    return {
        "games": len(games),
        "winners": _counted(game["winner"] for game in games),
        "levels": _counted(game["level"] for game in games),
        "score": {side: _spread(game["score"][side] for game in games) for side in sides},
        "losses": {
            side: {what: _spread(game["losses"][side][what] for game in games) for what in ("units", "steps")}
            for side in sides
        },
        "cases": {case: cases[case] for case in statuses if cases.get(case)},
        "cases_never_exercised": [
            case for case, status in statuses.items() if status in CALLED_FOR and not cases.get(case)
        ],
    }


def play_lines(told: Mapping[str, Any]) -> list[str]:
    """Games and summary as a table for people."""
    games, summary = told["games"], told["summary"]
    sides = list(summary["score"])
    head = ["seed", "turns", "winner", "level"]
    head += [f"{side} {what}" for what in ("points", "units lost", "steps lost") for side in sides]
    rows = [head, *([*_row(game, sides), game["log"][:6]] for game in games)]
    rows[0].append("log")
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    table = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    never, cases = summary["cases_never_exercised"], summary["cases"]
    return [
        *table,
        "",
        f"winners: {_said(summary['winners'])}",
        f"levels: {_said(summary['levels'])}",
        *(f"{side}: {_losses(summary, side)}" for side in sides),
        f"cases cited: {len(cases)}",
        f"cases never exercised, though enforced or resolved: {len(never)}",
        *paragraph(", ".join(never), "  "),
    ]


def _row(game: Result, sides: Sequence[str]) -> list[str]:
    losses = [str(game["losses"][side][what]) for what in ("units", "steps") for side in sides]
    named = [str(game["seed"]), str(game["turns"]), game["winner"] or "-", game["level"] or "-"]
    return [*named, *(str(game["score"][side]) for side in sides), *losses]


def _losses(summary: Mapping[str, Any], side: str) -> str:
    units, steps = (_range(summary["losses"][side][what]) for what in ("units", "steps"))
    return f"points {_range(summary['score'][side])}; units lost {units}; steps lost {steps}"


def _range(spread: Mapping[str, int]) -> str:
    return f"{spread['least']} to {spread['most']}, median {spread['median']}"


def _said(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _counted(names: Iterable[str | None]) -> dict[str, int]:
    found = Counter(name for name in names if name is not None)
    return {name: found[name] for name in sorted(found)}


def _spread(values: Iterable[int]) -> dict[str, int]:
    numbers = sorted(values)
    return {"least": numbers[0], "median": median_low(numbers), "most": numbers[-1]}
