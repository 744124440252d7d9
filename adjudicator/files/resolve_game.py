"""Going on with a game: from the folder and its inbox through the referee to new log entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.engine.dice import Dice
from adjudicator.engine.referee import Divergence, Entry, NoInput, Referee, Source, Stop
from adjudicator.engine.sequence import Rules
from adjudicator.files.game_folder import STATE_FILE, GameFolder, NoSuchGame, Opening
from adjudicator.files.inbox import FiledSource, Inbox
from adjudicator.model.events import Event
from adjudicator.model.game import Game

Watch = Callable[[Game, Event], None]


@dataclass(frozen=True)
class Resolved:
    """What became of going on: why it stopped, the position then, and the entries that are new."""

    stop: Stop
    game: Game
    new: tuple[Entry, ...]


class OtherVersion(Exception):  # noqa: N818
    """The game was begun under another version of its ruleset."""


def resolve_folder(
    folder: GameFolder,
    inbox: Inbox,
    *,
    passing: frozenset[str] = frozenset(),
    undecided: str | None = None,
    skip_illegal: bool = False,
    until: str = "",
) -> Resolved:
    """Play on in a folder with what was filed, as far as orders and decisions allow. Nothing is written here.
    ``undecided`` takes the place of the game's setting.

    Raises NoSuchGame when the secret of a sealed game is not in the folder, OtherVersion, or Divergence when what was
    logged of the open phase cannot be reproduced.
    """
    if folder.header["ruleset_version"] != folder.rules.version:
        raise OtherVersion(
            f"the game was begun under version {folder.header['ruleset_version']} of the {folder.rules.name} rules, "
            f"this is version {folder.rules.version}"
        )
    dice = folder.dice
    if dice is None:
        raise NoSuchGame(f"the secret of the dice is not in {folder.path}: only the umpire's folder can go on")
    source = source_of(folder, inbox, passing)
    policy = dict(folder.header["policy"]) | ({"undecided": undecided} if undecided else {})
    return play_on(folder.rules, folder.opening, source, dice, policy, skip_illegal=skip_illegal, until=until)


def source_of(folder: GameFolder, inbox: Inbox, passing: frozenset[str] = frozenset()) -> FiledSource:
    """An inbox as the source for going on in a folder."""
    source = FiledSource(inbox.filed, passing)
    source.note_logged(folder.game.turn, _entries_of_turn(folder))
    return source


def _entries_of_turn(folder: GameFolder) -> list[Mapping[str, Any]]:
    """The entries of the Game-Turn that was last begun."""
    entries: list[Mapping[str, Any]] = []
    turn = 0
    for entry in folder.log.entries[1:]:
        if entry.get("kind") == "phase_begun" and entry["values"]["turn"] != turn:
            turn = entry["values"]["turn"]
            entries = []
        entries.append(entry)
    return entries


def play_on(
    rules: Rules,
    opening: Opening,
    source: Source,
    dice: Dice,
    policy: Mapping[str, Any],
    *,
    skip_illegal: bool = False,
    until: str = "",
) -> Resolved:
    """Play on from an opening with a source of inputs and dice."""
    referee = Referee(
        rules,
        opening.game,
        source,
        dice.roll,
        opening.logged,
        standing=dict(opening.standing),
        forfeit=skip_illegal or policy["illegal"] == "forfeit",
        take_defaults=policy["undecided"] == "default",
    )
    stop = referee.run(until)
    return Resolved(stop, referee.game, tuple(referee.entries[len(opening.logged) :]))


@dataclass(frozen=True)
class Outlook:
    """What going on would meet: ``stop`` where it would stop before anything new is carried out, None when it would
    carry out orders, take a decision or throw a die; ``turn`` and ``phase`` are where it begins (no phase: the game is
    over)."""

    stop: Stop | None
    turn: int
    phase: str


def look_ahead(folder: GameFolder, inbox: Inbox) -> Outlook:
    """What is owed in a folder as it is, found without a die. Raises Divergence as ``resolve_folder`` does."""
    logged = folder.opening.logged
    referee = Referee(
        folder.rules,
        folder.opening.game,
        source_of(folder, inbox),
        None,
        logged,
        standing=dict(folder.opening.standing),
        forfeit=folder.header["policy"]["illegal"] == "forfeit",
        take_defaults=folder.header["policy"]["undecided"] == "default",
    )
    stop: Stop | None = None
    try:
        stop = referee.run()
    except Divergence as difference:
        if difference.index < len(logged):
            raise
    turn, phase = folder.game.turn, folder.game.phase
    for entry in referee.entries[len(logged) :]:
        if entry["type"] in ("orders", "pass", "answer") or entry.get("kind") == "chosen":
            return Outlook(None, turn, phase)
        if entry["type"] == "event" and entry["kind"] == "phase_begun":
            turn, phase = entry["values"]["turn"], entry["subject"]
    return Outlook(stop, turn, "" if stop and stop.kind == "over" else phase)


@dataclass(frozen=True)
class Verdict:
    """What verifying found: ``line`` (0: nothing) with the reason, and whether the dice could be checked."""

    line: int
    reason: str
    dice_checked: bool
    lines: int


def verify_folder(folder: GameFolder, watch: Watch | None = None) -> Verdict:
    """Play the whole game again from scenario, inputs and secret, and compare every entry with the log."""
    logged = tuple(dict(entry) for entry in folder.log.entries[1:])
    dice = folder.dice
    lines = len(folder.log.entries)
    referee = Referee(
        folder.rules,
        folder.start,
        NoInput(),
        dice.roll if dice else None,
        logged,
        watch=watch,
    )
    try:
        referee.run()
    except Divergence as difference:
        if difference.index < len(logged):
            return Verdict(difference.index + 2, _describe(difference), dice is not None, lines)
    if len(referee.entries) < len(logged):
        return Verdict(len(referee.entries) + 2, "the game stops before this line", dice is not None, lines)
    if len(referee.entries) > len(logged) and not _is_between_phases(logged):
        return Verdict(lines + 1, "the log is cut off: the game goes on after its last line", dice is not None, lines)
    if folder.is_cut_off():
        reason = f"the log is cut off: {STATE_FILE} shows a position that it does not reach"
        return Verdict(lines + 1, reason, dice is not None, lines)
    return Verdict(0, "", dice is not None, lines)


def _is_between_phases(logged: tuple[Entry, ...]) -> bool:
    return not logged or logged[-1].get("kind") == "phase_ended"


def _describe(difference: Divergence) -> str:
    found = difference.found
    name = " ".join(str(found[key]) for key in ("kind", "subject", "question", "section") if found.get(key))
    return f"replaying the game gives {found['type']} {name} here, with other particulars than the log"
