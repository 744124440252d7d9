"""Victory Points in a report: the score so far, and at the end every point with its case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.reports.chronicle import Chronicle, Entry, cases_of, kind_of, values_of
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import bullet, capital, cited, counted, ended, listed, paragraph


@dataclass(frozen=True)
class Points:
    """Victory Points as scored: in which Game-Turn, by which side, how many, why and by which cases."""

    turn: int
    side: str
    points: int
    why: str
    cases: tuple[str, ...]


def find_points(chronicle: Chronicle) -> list[Points]:
    """All points scored up to the end of the Game-Turn, in order."""
    found = []
    turn = chronicle.turn
    for entry in (*chronicle.before, *chronicle.entries):
        values = values_of(entry)
        if kind_of(entry) == "phase_begun":
            turn = int(values["turn"])
        elif kind_of(entry) == "scored":
            why, cases = str(values.get("why", "")), tuple(cases_of(entry))
            found.append(Points(turn, str(entry["subject"]), int(values["points"]), why, cases))
    return found


def find_totals(found: Sequence[Points], sides: Sequence[str]) -> dict[str, int]:
    """The sum of points per side; sides without any are named too."""
    totals = dict.fromkeys(sides, 0)
    for one in found:
        totals[one.side] = totals.get(one.side, 0) + one.points
    return totals


def score_lines(chronicle: Chronicle, naming: Naming) -> list[str]:
    """The score of each side in one line, with what it won in this Game-Turn; nothing for a game without points."""
    if not naming.has_points:
        return []
    found = find_points(chronicle)
    now = find_totals([one for one in found if one.turn == chronicle.turn], ())
    totals = find_totals(found, tuple(naming.sides))
    told = [
        f"{naming.side_name(side)} {total}{f' ({now[side]} in this Game-Turn)' if now.get(side) else ''}"
        for side, total in totals.items()
    ]
    return paragraph(ended(", ".join(told))) if told else []


def victory_lines(chronicle: Chronicle, naming: Naming) -> list[str]:
    """Who has won, and each side's points one by one; nothing before the game is over."""
    verdict = find_verdict(chronicle)
    if verdict is None:
        return []
    found = find_points(chronicle)
    lines = paragraph(tell_verdict(verdict, naming))
    if not naming.has_points:
        return lines
    for side, total in find_totals(found, tuple(naming.sides)).items():
        lines += ["", f"{capital(naming.side(side))}, {counted(total, 'point')}:", ""]
        own = [one for one in found if one.side == side]
        for one in own:
            lines += bullet(ended(f"{one.points}, Game-Turn {one.turn}: {one.why}{cited(one.cases)}"))
        if not own:
            lines += bullet("none.")
    unscored = [entry for entry in chronicle.entries if kind_of(entry) == "unscored"]
    if unscored:
        lines += ["", "Not scored:", ""]
        for entry in unscored:
            lines += bullet(ended(f"{values_of(entry)['why']}{cited(cases_of(entry))}"))
    return lines


def find_verdict(chronicle: Chronicle) -> Entry | None:
    """The event that ended the game, if it fell in this Game-Turn."""
    return next((entry for entry in chronicle.entries if kind_of(entry) == "victory"), None)


def tell_verdict(verdict: Entry, naming: Naming) -> str:
    """Who has won and how, as a sentence."""
    values: Mapping[str, object] = values_of(verdict)
    if "why" in values:
        return f"{capital(naming.side(str(values['winner'])))} wins: {values['why']}{cited(cases_of(verdict))}."
    score = listed(f"{naming.side_name(side)} {values[side]}" for side in naming.sides if side in values)
    reckoning = f"{score}, a margin of {values['margin']}{cited(cases_of(verdict))}"
    if not values["winner"]:
        return f"The game is a draw: {reckoning}."
    return f"{capital(naming.side(str(values['winner'])))} wins a {values['level']} victory: {reckoning}."
