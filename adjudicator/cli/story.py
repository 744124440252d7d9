"""What happened while a game went on, in a few lines, and why it stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.cli.output import tell
from adjudicator.cli.status import owed_of
from adjudicator.engine.referee import Entry, Stop
from adjudicator.files.game_folder import GameFolder
from adjudicator.files.inbox import Inbox
from adjudicator.files.question_file import question_file_name
from adjudicator.reports.naming import Naming
from adjudicator.reports.owed import owed_lines
from adjudicator.reports.words import counted, ended, listed

_COUNTED = {
    "deployed": "deployment",
    "attack_declared": "attack",
    "removed": "unit gone",
    "refused": "refused order",
    "void": "void order",
}


def tell_story(entries: Sequence[Entry], folder: GameFolder) -> None:
    """One line for each phase in which something was carried out; ``entries`` begin with a whole phase."""
    for line in story_lines(entries, Naming.of(folder.rules, folder.scenario), folder.game.turn, folder.game.phase):
        tell(line)


def story_lines(entries: Sequence[Entry], naming: Naming, turn: int, phase: str) -> Iterator[str]:
    """The lines of a run of log entries; ``turn`` and ``phase`` are those reached at its end."""
    begun = [entry for entry in entries if entry["type"] == "event" and entry["kind"] == "phase_begun"]
    here, where = (turn, phase)
    if begun:
        here, where = begun[0]["values"]["turn"], ""
    counts: Counter[str] = Counter()
    movers: set[str] = set()
    for entry in entries:
        kind = entry["kind"] if entry["type"] == "event" else ""
        if kind == "phase_begun":
            here, where, counts = entry["values"]["turn"], entry["subject"], Counter()
            movers.clear()
        elif kind == "moved" and entry["values"]["how"] in ("move", "rail", "enter"):
            movers.add(entry["subject"])
            counts["moves"] = len(movers)
        elif kind in _COUNTED and "quiet" not in entry["values"]:
            counts[kind] += 1
        elif kind == "phase_ended" and (line := _line(counts)):
            yield f"Game-Turn {here}, {naming.phase(where or entry['subject'])}: {line}"
            counts = Counter()
    if line := _line(counts):
        yield f"Game-Turn {here}, {naming.phase(where or phase)}, so far: {line}"


def _line(counts: Counter[str]) -> str:
    parts = [counted(counts["moves"], "unit") + " moved"] if counts["moves"] else []
    for kind, noun in _COUNTED.items():
        if counts[kind]:
            parts.append(f"{counted(counts[kind], 'unit')} gone" if kind == "removed" else counted(counts[kind], noun))
    return listed(parts)


def tell_stop(stop: Stop, folder: GameFolder, inbox: Inbox) -> None:
    """Where the game stands, who owes what, the position."""
    naming = Naming.of(folder.rules, folder.scenario)
    for line in owed_lines(stop, naming, folder.game.turn, folder.game.phase):
        tell(ended(line))
    for owed in owed_of(stop, inbox, folder.game.turn):
        if owed["what"] in ("orders", "further orders", "deployment"):
            tell(f"  {owed['side']}: {owed['why']}")
    if stop.kind == "question":
        tell(f"  the question is in questions/{question_file_name(stop.question)}")
    tell(f"position {folder.log.position}")
