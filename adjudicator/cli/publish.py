"""What a folder shows besides its log: state, reports, the open question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.cli.output import printable
from adjudicator.engine.referee import Stop
from adjudicator.files.desk import desk_of_folder
from adjudicator.files.game_folder import GameFolder
from adjudicator.files.question_file import question_file_name, render_question
from adjudicator.model.events import Json
from adjudicator.reports.markdown import Header, turn_report
from adjudicator.reports.naming import Naming
from adjudicator.reports.owed import owed_lines
from adjudicator.reports.unmet import with_unmet


def publish(folder: GameFolder, stop: Stop | None, since: int) -> None:
    """Write state, question and the reports of all Game-Turns from ``since`` on."""
    naming = Naming.of(folder.rules, folder.scenario)
    reports = {}
    for turn in range(since, folder.game.turn + 1):
        entries, header = log_of_turn(folder, turn), header_of(folder, naming, turn, stop)
        for side in (None, *folder.rules.sides):
            name = f"t{turn:02}-{side}.md" if side else f"t{turn:02}.md"
            reports[name] = printable(turn_report(entries, naming, turn, side=side, header=header))
    folder.show(reports, _questions(folder))


def report_text(folder: GameFolder, naming: Naming, turn: int, side: str | None, stop: Stop | None) -> str:
    """The report of a Game-Turn in Markdown; one that is over stays as it was when it ended."""
    entries, header = log_of_turn(folder, turn), header_of(folder, naming, turn, stop)
    return printable(turn_report(entries, naming, turn, side=side, header=header))


def log_of_turn(folder: GameFolder, turn: int) -> Sequence[Mapping[str, Json]]:
    """The log up to the end of a Game-Turn, with the wishes that came to nothing in it."""
    entries = [dict(entry) for entry in folder.log.entries[: _end_of_turn(folder, turn)]]
    return with_unmet(folder.rules, folder.start, entries, turn)


def header_of(folder: GameFolder, naming: Naming, turn: int, stop: Stop | None) -> Header:
    """What the report of a Game-Turn tells about the folder."""
    end = _end_of_turn(folder, turn)
    is_now = end == len(folder.log.entries)
    owed = owed_lines(stop, naming, folder.game.turn, folder.game.phase) if stop and is_now else ()
    return Header(folder.id, folder.log.hashes[end - 1][:6], end, folder.header["dice"]["scheme"], owed)


def _end_of_turn(folder: GameFolder, turn: int) -> int:
    for index, entry in enumerate(folder.log.entries):
        is_begun = entry["type"] == "event" and entry["kind"] == "phase_begun"
        if is_begun and entry["values"]["turn"] > turn:
            return index
    return len(folder.log.entries)


def _questions(folder: GameFolder) -> dict[str, str]:
    question = folder.question
    if question is None:
        return {}
    text = render_question(question, folder.id, desk_of_folder(folder).turn, folder.log.position)
    return {question_file_name(question): text}
