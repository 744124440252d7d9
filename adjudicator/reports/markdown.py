"""The turn report: Markdown that reads well as plain text, at most 78 columns wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engine.sequence import NO_SIDE
from adjudicator.reports.chronicle import Chronicle, Entry, Scene, cases_of
from adjudicator.reports.footnotes import Footnotes
from adjudicator.reports.naming import Naming
from adjudicator.reports.order_lines import not_carried_out
from adjudicator.reports.phase_lines import phase_lines
from adjudicator.reports.score_lines import score_lines, victory_lines
from adjudicator.reports.tally import Losses, find_ground, find_losses
from adjudicator.reports.words import bullet, capital, cited, counted, ended, listed, paragraph, written


@dataclass(frozen=True)
class Header:
    """What a report tells about the game folder: ``game`` its name; ``lines`` and ``head`` the length of the log and
    the short hash of its last line; ``scheme`` that of the dice; ``owed`` sentences on who owes what next."""

    game: str
    head: str = ""
    lines: int = 0
    scheme: str = ""
    owed: tuple[str, ...] = ()


def turn_report(entries: Sequence[Entry], naming: Naming, turn: int, *, side: str | None = None, header: Header) -> str:
    """The report of one Game-Turn from the whole log; with ``side``, only what that side may read."""
    chronicle = Chronicle.of(entries, turn, side)
    notes = Footnotes()
    lines = _title(naming, turn, side, header)
    heading = ""
    for scene in chronicle.scenes:
        inside = phase_lines(scene, naming, notes)
        if inside and heading != (heading := _heading(scene, naming)):
            lines += [f"## {heading}", ""]
        lines += inside
    if not chronicle.scenes:
        lines += ["Nothing has happened in this Game-Turn yet.", ""]
    lines += _section("Losses of the Game-Turn", _losses(find_losses(chronicle, naming), naming))
    lines += _section("Ground won in combat", _ground(chronicle, naming))
    lines += _section("Victory Points", score_lines(chronicle, naming))
    lines += _section("Victory", victory_lines(chronicle, naming))
    lines += _section("Orders not carried out", not_carried_out(chronicle.entries))
    if chronicle.open_question is not None:
        lines += _section("A decision is open", _question(chronicle.open_question, naming))
    else:
        lines += _section("What comes next", [line for text in header.owed for line in bullet(ended(text))])
    dice = notes.lines()
    lines += _section("Dice", ["```", *dice, "```"] if dice else [])
    lines += _footer(header)
    return "\n".join(lines).rstrip("\n") + "\n"


def _title(naming: Naming, turn: int, side: str | None, header: Header) -> list[str]:
    day = naming.date(turn)
    where = f"Game `{header.game}`, Game-Turn {turn} of {naming.turns}{f', {day}' if day else ''}"
    reader = f", for {naming.side(side)}" if side else ""
    lines = [*paragraph(naming.title, "  ", "# "), "", *paragraph(f"{where}{reader}."), ""]
    air = naming.air.get(turn)
    if air:
        allotted = listed(f"{naming.side_name(s)} {air[s]}" for s in naming.sides if s in air)
        lines += [f"Air Points of the Game-Turn: {allotted}.", ""]
    return lines


def _heading(scene: Scene, naming: Naming) -> str:
    """The heading over the phases of a side's Player-Turn, or over those that come before or after both."""
    if scene.phase in naming.opening:
        return "Set-up"
    if not naming.has_player_turns:
        return "Phases of the Game-Turn"
    return "End of the Game-Turn" if scene.side == NO_SIDE else f"{naming.side_name(scene.side)} Player-Turn"


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "", *lines, ""] if lines else []


def _losses(losses: Sequence[Losses], naming: Naming) -> list[str]:
    lines: list[str] = []
    for one in losses:
        side = naming.side_name(one.side)
        if not one.total:
            lines += bullet(f"{side}: none.")
            continue
        totals = f"{counted(len(one.eliminated), 'unit')} eliminated, {counted(one.total, 'step')} lost in all"
        parts = [f"eliminated: {listed(naming.unit_list(one.eliminated))}"] if one.eliminated else []
        if one.steps:
            steps = listed(f"{naming.unit(unit_id)} {counted(lost, 'step')}" for unit_id, lost in one.steps)
            parts.append(f"reduced: {steps}")
        lines += bullet(f"{side}: {totals}.")
        for part in parts:
            lines += bullet(ended(capital(part)), 1)
    return lines


def _ground(chronicle: Chronicle, naming: Naming) -> list[str]:
    lines: list[str] = []
    for side, won in find_ground(chronicle, naming).items():
        hexes = [f"{naming.hex(number)}{'' if is_kept else ' (lost again)'}" for number, is_kept in won]
        if hexes:
            lines += bullet(f"{naming.side_name(side)}: {counted(len(hexes), 'hex')} entered: {listed(hexes)}.")
    return lines


def _question(question: Entry, naming: Naming) -> list[str]:
    about = ended(f"{capital(str(question['about']))}{cited(cases_of(question))}")
    lines = [*paragraph(f"{capital(naming.side(question['side']))} decides. {about}"), ""]
    for option in question["options"]:
        default = ", the default" if option["answer"] == question["default"] else ""
        lines += bullet(ended(f"`{written(option['answer'])}`: {option['means']}{default}"))
    return [*lines, "", "Question:", "", "```", str(question["question"]), "```"]


def _footer(header: Header) -> list[str]:
    log = f"Log: {counted(header.lines, 'line')}{f', position {header.head}' if header.head else ''}."
    dice = f" Dice: {header.scheme}; `adjudicator verify` plays the log again and compares every line."
    return ["---", "", *paragraph(log + (dice if header.scheme else ""))]
