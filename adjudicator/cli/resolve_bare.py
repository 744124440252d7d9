"""``resolve`` with bare files: no folder, no log; from one position between phases to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from adjudicator.cli.finding_lines import tell_findings, verdict_line
from adjudicator.cli.output import printable, put, talk, tell, tell_text, telling
from adjudicator.cli.resolve import EXIT_CODES, require_known
from adjudicator.cli.story import story_lines
from adjudicator.engine.apply import apply
from adjudicator.engine.dice import SCHEME, Dice, secret_of_seed
from adjudicator.engine.referee import Entry
from adjudicator.files.atomic import write_whole
from adjudicator.files.check_file import CheckedFile, check_file
from adjudicator.files.desk import Desk, desk_of_state
from adjudicator.files.game_folder import NoSuchGame, Opening
from adjudicator.files.inbox import Filed, FiledSource
from adjudicator.files.question_file import render_question
from adjudicator.files.resolve_game import play_on
from adjudicator.files.sheet import judge_answers
from adjudicator.files.state_file import State, render_state
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.reports.markdown import Header, turn_report
from adjudicator.reports.naming import Naming
from adjudicator.reports.owed import owed_lines
from adjudicator.reports.unmet import with_unmet
from adjudicator.reports.words import ended


@dataclass(frozen=True)
class BareFiles:
    """The files of a run: ``sheets`` are orders, standing orders and answers in any order."""

    state: Path
    sheets: tuple[str, ...]
    seed: str
    out: Path
    report: Path | None


def resolve_bare(files: BareFiles, passing: frozenset[str], skip_illegal: bool, until: str, undecided: str) -> int:
    """Go on from a state file; returns the exit code.

    The position written is always one between phases: when something is missing inside a phase, it is the one before
    that phase, and the same files with what was missing carry it out again with the same dice.
    """
    desk = desk_of_state(files.state)
    require_known(desk.rules, passing, until)
    if desk.game.phase:
        raise NoSuchGame(
            f"{files.state} is inside {desk.game.phase}: bare files go on only from between two phases; "
            "in a game folder, use resolve --game"
        )
    checked = [check_file(name, lambda _: desk) for name in files.sheets]
    if missing := [one for one in checked if one.is_missing]:
        raise click.UsageError(f"{missing[0].path}: {missing[0].findings[0].message}")
    source = FiledSource(_filed(checked), passing)
    if _has_errors(checked, skip_illegal):
        for one in checked:
            tell_findings(one.findings, one.ruleset)
            put(verdict_line(one))
        return 1
    dice = Dice(secret_of_seed(files.seed), desk.game.id)
    resolved = play_on(
        desk.rules,
        Opening(desk.game, {}, ()),
        source,
        dice,
        {"illegal": "refuse", "undecided": undecided},
        skip_illegal=skip_illegal,
        until=until,
    )
    if wrong := _judge_answers(checked, resolved.new):
        tell_findings(wrong, desk.rules.name)
        return 1
    stop = resolved.stop
    steps = {unit.id: unit.steps for unit in desk.game.units.values()}
    naming = replace(Naming.of(desk.rules, desk.scenario), steps=steps)
    owed = owed_lines(stop, naming, resolved.game.turn, resolved.game.phase)
    between, whole = _whole_phases(desk.game, resolved.new)
    options = desk.options
    write_whole(files.out, render_state(State(between, "", options), desk.rules.sides))
    if files.report is not None:
        write_whole(files.report, printable(_report(desk, naming, resolved.new, owed)))
    with telling(f"the position reached is in {files.out}"):
        tell_findings(stop.findings, desk.rules.name)
        for line in (*story_lines(whole, naming, between.turn, between.phase), *map(ended, owed)):
            tell(line)
        if stop.kind == "question":
            talk("answer by --answers with a file such as this:")
            tell_text(render_question(stop.question, desk.game.id, resolved.game.turn, "any"))
    return EXIT_CODES[stop.kind]


def _filed(checked: Sequence[CheckedFile]) -> tuple[Filed, ...]:
    """The sheets, numbered so that of two files of a kind the one named later counts."""
    return tuple(Filed(one.path, serial, one.sheet) for serial, one in enumerate(checked, 1) if one.sheet)


def _judge_answers(checked: Sequence[CheckedFile], new: Sequence[Entry]) -> list[Finding]:
    """What is wrong with the answers, now that it is known what was asked; an answer to nothing asked is wrong too."""
    asked = {entry["question"]: entry for entry in new if entry["type"] == "question"}
    sheets = [one.sheet for one in checked if one.sheet and one.sheet.kind == "answers"]
    return [finding for sheet in sheets for finding in judge_answers(sheet, asked)]


def _has_errors(checked: Sequence[CheckedFile], skip_illegal: bool) -> bool:
    """Whether a file stops the run: with ``skip_illegal`` only one that is spoiled as a whole."""
    return any(one.verdict == "refused" and not (skip_illegal and one.is_readable) for one in checked)


def _whole_phases(game: Game, new: Sequence[Entry]) -> tuple[Game, Sequence[Entry]]:
    """The last position between phases, and the entries that lead to it."""
    reached, count = game, 0
    for index, entry in enumerate(new, 1):
        if entry["type"] == "event":
            game = apply(game, Event.from_json(entry))
            if entry["kind"] == "phase_ended":
                reached, count = game, index
    return reached, new[:count]


def _report(desk: Desk, naming: Naming, new: Sequence[Entry], owed: tuple[str, ...]) -> str:
    turns = sorted({e["values"]["turn"] for e in new if e["type"] == "event" and e["kind"] == "phase_begun"})
    texts = []
    for turn in turns:
        header = Header(desk.game.id, "", len(new), SCHEME, owed if turn == turns[-1] else ())
        entries = with_unmet(desk.rules, desk.game, new, turn)
        texts.append(turn_report(entries, naming, turn, header=header))
    return "\n".join(texts)
