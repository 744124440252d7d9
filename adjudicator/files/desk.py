"""What files are checked against: the rules, the position, and how far the record has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudicator.engine.referee import Entry
from adjudicator.engine.sequence import Phase, Rules, all_phases, next_phase, sides_of, titles_of
from adjudicator.files.game_folder import LOG_FILE, GameFolder, NoSuchGame
from adjudicator.files.inbox import Inbox
from adjudicator.files.log import Log, parse_entry
from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.schema_check import Vocabulary, check_schema
from adjudicator.files.sheet import DEPLOYMENT, Sheet
from adjudicator.files.state_check import check_state
from adjudicator.files.state_file import build_state
from adjudicator.files.text import UnreadableFile
from adjudicator.files.yaml_reader import read_yaml
from adjudicator.model.findings import Kind
from adjudicator.model.game import Game
from adjudicator.model.orders import MORE
from adjudicator.model.scenario import Scenario
from adjudicator.rulesets.registry import load_rules, new_game


class NoSuchDesk(Exception):  # noqa: N818
    """No game, or more than one, bears the name a file gives; ``kind`` and ``code`` are those of the finding."""

    def __init__(self, kind: Kind, code: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.code = code


@dataclass(frozen=True)
class Desk:
    """``heads`` are the log hashes that a file may name as its position (empty: any); ``question`` is the open one;
    ``taken`` are the sections of this Game-Turn that the record holds, part by part, by side and section;
    ``knows_question`` is false where there is no record to tell; ``options`` are those not at their default;
    ``folder`` is the game folder, if there is one."""

    rules: Rules
    scenario: Scenario
    game: Game
    heads: tuple[str, ...] = ()
    question: Entry | None = None
    taken: Mapping[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    knows_question: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None

    @cached_property
    def inbox(self) -> Inbox | None:
        """What has been filed, as it was when first asked for; None where there is no game folder."""
        return Inbox.read(self.folder, self.game.turn) if self.folder else None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        return not self.game.phase and next_phase(self.rules, self.game) is None

    @property
    def turn(self) -> int:
        """The Game-Turn that is played, or comes next."""
        if self.game.phase:
            return self.game.turn
        upcoming = next_phase(self.rules, self.game)
        return upcoming[0] if upcoming else self.game.turn

    @cached_property
    def _over(self) -> frozenset[str]:
        if self.turn != self.game.turn:
            return frozenset()
        names = [phase.name for phase in all_phases(self.rules)]
        if self.game.phase:
            return frozenset(names[: names.index(self.game.phase)])
        return frozenset(names[: names.index(self.game.done) + 1] if self.game.done else ())

    def first_numbers(self, side: str) -> dict[str, int]:
        """The number that the next order of each section bears, for sections of which a part is carried out."""
        return {
            section: 1 + sum(entry != MORE for part in parts for entry in part)
            for (of_side, section), parts in self.taken.items()
            if of_side == side
        }

    def vocabulary_of(self, side: str) -> Vocabulary:
        """What a side may write: the fields of the ruleset, and the verbs that each of its sections takes."""
        verbs = {phase.section: phase.kinds for phase in self.rules.phases if side in phase.sides}
        return Vocabulary(self.rules.fields, verbs)

    def phases_of(self, sheet: Sheet) -> tuple[Phase, ...]:
        """The phases for which a side may send a file of the kind of ``sheet``, the first of each section where who
        orders is not decided yet."""
        first: dict[str, Phase] = {}
        for phase in self._phases_for(sheet):
            first.setdefault(phase.section, phase)
        return tuple(first.values())

    def title_of(self, sheet: Sheet, section: str) -> str:
        """The phase for which a side sends a section, and where that is not decided yet each that it may be."""
        return titles_of(self._phases_for(sheet), section)

    def _phases_for(self, sheet: Sheet) -> list[Phase]:
        phases = self.rules.opening if sheet.kind == DEPLOYMENT else self.rules.phases
        return [phase for phase in phases if sheet.side in sides_of(phase, self.game)]

    def carried_out(self, sheet: Sheet) -> list[str]:
        """The sections of a sheet of orders that were carried out as they stand there, in the order of the file."""
        if sheet.kind not in ("orders", DEPLOYMENT) or sheet.turn != self.game.turn:
            return []
        return [name for name, entries in sheet.sections.items() if entries in self.taken.get((sheet.side, name), ())]

    def is_over(self, side: str, section: str) -> bool:
        """Whether the phase in which a side orders a section is over in this Game-Turn."""
        return any(
            phase.section == section and side in sides_of(phase, self.game) and phase.name in self._over
            for phase in all_phases(self.rules)
        )


def desk_of_folder(folder: GameFolder) -> Desk:
    """The desk of a game folder."""
    desk = Desk(
        folder.rules,
        folder.scenario,
        folder.game,
        _fitting_heads(folder.log),
        folder.question,
        options=folder.header["options"],
        folder=folder.path,
    )
    is_within_turn = desk.turn == folder.game.turn
    return replace(desk, taken=_taken_sections(folder.log)) if is_within_turn else desk


def desk_of_state(path: Path) -> Desk:
    """The desk of a state file alone.

    Raises NoSuchGame when it is none, NoSuchScenario, BadOption, UnopenableFile, or UnreadableFile with all that is
    wrong with it.
    """
    document = read_yaml(str(path), what="state", max_bytes=16_000_000)
    data = document.data
    if data.get("kind") != "state":
        raise NoSuchGame(f"{path} is not a state file: its kind is not 'state'")
    if findings := check_schema(document, "state"):
        raise UnreadableFile(findings)
    scenario = load_scenario(data["scenario"])
    rules = load_rules(scenario, data.get("options") or {})
    opening = new_game(rules, scenario, data["game"])
    if findings := check_state(document, rules, opening):
        raise UnreadableFile(findings)
    state = build_state(data, opening)
    heads = (state.log,) if state.log else ()
    return Desk(rules, scenario, state.game, heads, knows_question=False, options=state.options)


@dataclass
class Desks:
    """The desks of all games in a folder of game folders, opened when first asked for."""

    place: Path
    _open: dict[str, Desk] = field(default_factory=dict)

    @cached_property
    def _folders(self) -> Mapping[str, list[Path]]:
        found: dict[str, list[Path]] = {}
        for log in sorted([*self.place.glob(LOG_FILE), *self.place.glob(f"*/{LOG_FILE}")]):
            with log.open(encoding="utf-8", errors="replace") as stream:
                entry = parse_entry(stream.readline().rstrip("\n"))
            if entry and isinstance(entry.get("game"), str):
                found.setdefault(entry["game"], []).append(log.parent)
        return found

    def __call__(self, game: str) -> Desk:
        """The desk of the game of that name; raises NoSuchDesk when there is none or more than one."""
        if game not in self._open:
            folders = self._folders.get(game, [])
            if not folders:
                raise NoSuchDesk("unreadable", "unknown-game", f"there is no game '{game}' in {self.place}")
            if len(folders) > 1:
                shown = " and ".join(str(folder) for folder in folders)
                raise NoSuchDesk("ambiguous", "two-games", f"there is more than one game '{game}': {shown}")
            self._open[game] = desk_of_folder(GameFolder.open(folders[0]))
        return self._open[game]


def _fitting_heads(log: Log) -> tuple[str, ...]:
    """The hashes from which only what happens by itself leads to the last line."""
    heads = [log.head]
    for entry, before in zip(reversed(log.entries[1:]), reversed(log.hashes[:-1]), strict=True):
        if entry["type"] != "event" or entry["kind"] in ("rolled", "chosen"):
            break
        heads.append(before)
    return tuple(heads)


def _taken_sections(log: Log) -> dict[tuple[str, str], tuple[Any, ...]]:
    taken: dict[tuple[str, str], tuple[Any, ...]] = {}
    turn = 0
    for entry in log.entries:
        if entry["type"] == "event" and entry["kind"] == "phase_begun" and entry["values"]["turn"] != turn:
            turn = entry["values"]["turn"]
            taken = {}
        elif entry["type"] in ("orders", "pass"):
            key = (entry["side"], entry["section"])
            taken[key] = (*taken.get(key, ()), entry.get("orders", []))
    return taken
