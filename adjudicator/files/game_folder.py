"""The game folder: settings, the log as the record, and what is rebuilt from it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudicator.engine.apply import apply
from adjudicator.engine.dice import SCHEME, Dice, commitment_of, secret_of_seed
from adjudicator.engine.referee import Entry
from adjudicator.engine.sequence import Rules
from adjudicator.files.atomic import write_whole
from adjudicator.files.log import DamagedLog, Log, parse_log, render_log
from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.state_file import State, render_state
from adjudicator.files.yaml_reader import parse_yaml
from adjudicator.files.yaml_writer import render_yaml
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.model.scenario import Scenario
from adjudicator.rulesets.registry import load_rules, new_game

GAME_FILE = "game.yaml"
LOG_FILE = "log.jsonl"
STATE_FILE = "state.yaml"
SECRET_FILE = "secret.key"
_NOT_LOGGED = frozenset(("seed", "revealed"))
FOLDERS = ("orders", "questions", "reports")


class NoSuchGame(Exception):  # noqa: N818
    """A folder holds no game, or one that cannot be used; the message says why."""


@dataclass(frozen=True)
class Opening:
    """The position from which the open phase is played: before it began, with the standing orders then in force and the
    entries logged since (empty when no phase is open)."""

    game: Game
    standing: Mapping[str, Mapping[str, Any]]
    logged: tuple[Entry, ...]


@dataclass
class GameFolder:
    """One game on disk. Everything is read from the log; ``state.yaml`` and reports only show it."""

    path: Path
    settings: Mapping[str, Any]
    log: Log

    @classmethod
    def open(cls, path: Path) -> GameFolder:
        """The game in a folder. Raises NoSuchGame, or DamagedLog naming the line."""
        try:
            settings = parse_yaml((path / GAME_FILE).read_bytes(), str(path / GAME_FILE), what="game").data
            text = (path / LOG_FILE).read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            raise NoSuchGame(f"there is no game in {path}") from None
        except (PermissionError, UnicodeDecodeError) as error:
            raise NoSuchGame(f"the game in {path} cannot be read: {error}") from None
        log = parse_log(text)
        if not log.entries or not _is_header(log.entries[0]):
            raise NoSuchGame(f"{path / LOG_FILE} does not begin with the line of a game")
        if not isinstance(settings.get("dice"), dict):
            raise NoSuchGame(f"{path / GAME_FILE} does not say which dice the game uses")
        return cls(path, settings, log)

    @property
    def header(self) -> Mapping[str, Any]:
        """The first line of the log: game, scenario, options, settings, dice."""
        return self.log.entries[0]

    @property
    def id(self) -> str:
        """The game's name, which order files carry."""
        name: str = self.header["game"]
        return name

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario the game is played on."""
        return load_scenario(self.header["scenario"])

    @cached_property
    def rules(self) -> Rules:
        """The rules with the game's options."""
        return load_rules(self.scenario, self.header["options"])

    @cached_property
    def start(self) -> Game:
        """The position before the first phase."""
        return new_game(self.rules, self.scenario, self.id)

    @cached_property
    def game(self) -> Game:
        """The position now."""
        game = self.opening.game
        first = len(self.log.entries) - len(self.opening.logged)
        for index, entry in enumerate(self.opening.logged, first):
            if entry["type"] == "event":
                game = _apply(game, Event.from_json(entry), index)
        return game

    @cached_property
    def opening(self) -> Opening:
        """Where the open phase began."""
        game = self.start
        standing: dict[str, Mapping[str, Any]] = {}
        at = (game, dict(standing), 1)
        for index, entry in enumerate(self.log.entries[1:], 1):
            if entry["type"] == "standing":
                standing[entry["side"]] = entry["standing"]
            elif entry["type"] == "event":
                event = Event.from_json(entry)
                if event.kind == "phase_begun":
                    at = (game, dict(standing), index)
                game = _apply(game, event, index)
                if event.kind == "phase_ended":
                    at = (game, dict(standing), index + 1)
        return Opening(at[0], at[1], tuple(dict(entry) for entry in self.log.entries[at[2] :]))

    @property
    def question(self) -> Entry | None:
        """The question that is open, if the log ends in one."""
        last = self.log.entries[-1]
        return dict(last) if last["type"] == "question" else None

    @property
    def secret(self) -> bytes | None:
        """The secret of the dice: from the seed, the umpire's file, or as revealed; None when it is not here.

        Raises NoSuchGame when what is here does not fit the commitment in the log.
        """
        dice = self.settings["dice"]
        if "seed" in dice:
            secret = secret_of_seed(str(dice["seed"]))
        elif "revealed" in dice:
            secret = _from_hex(str(dice["revealed"]))
        elif (self.path / SECRET_FILE).exists():
            secret = _from_hex((self.path / SECRET_FILE).read_text(encoding="ascii", errors="replace").strip())
        else:
            return None
        if commitment_of(secret) != self.header["dice"]["commitment"]:
            raise NoSuchGame(f"the secret in {self.path} is not the one the game committed to")
        return secret

    @property
    def dice(self) -> Dice | None:
        """The game's dice, or None when their secret is not here."""
        secret = self.secret
        return None if secret is None else Dice(secret, self.id)

    def shown_head(self) -> str:
        """The log head that ``state.yaml`` shows, or an empty text when it shows none."""
        try:
            text = (self.path / STATE_FILE).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ""
        line = next((line for line in text.splitlines() if line.startswith("log:")), "")
        return line.removeprefix("log:").strip(' "')

    def is_behind(self) -> bool:
        """Whether ``state.yaml`` shows another position than the log has reached."""
        return self.shown_head() != self.log.head

    def is_cut_off(self) -> bool:
        """Whether ``state.yaml`` shows a position that the log does not reach."""
        shown = self.shown_head()
        return bool(shown) and shown not in self.log.hashes

    def state_text(self) -> str:
        """The text of ``state.yaml`` for the position now."""
        return render_state(State(self.game, self.log.head, self.header["options"]), self.rules.sides)

    def commit(self, entries: Iterable[Entry]) -> GameFolder:
        """Write the log with these entries at its end: the rename is the commit. Returns the folder as it is then."""
        log = self.log.extended(entries)
        if len(log.entries) > len(self.log.entries):
            write_whole(self.path / LOG_FILE, render_log(log))
        return GameFolder(self.path, self.settings, log)

    def show(self, reports: Mapping[str, str], questions: Mapping[str, str]) -> None:
        """Write state, reports and the open question; questions that are closed are removed."""
        for name, text in reports.items():
            write_whole(self.path / "reports" / name, text)
        for old in sorted((self.path / "questions").glob("*.yaml")):
            if old.name not in questions:
                old.unlink()
        for name, text in questions.items():
            write_whole(self.path / "questions" / name, text)
        write_whole(self.path / STATE_FILE, self.state_text())

    def reveal(self) -> str:
        """Publish the secret in ``game.yaml``; returns it in hex. Raises NoSuchGame when it is not here."""
        secret = self.secret
        if secret is None:
            raise NoSuchGame(f"the secret of this game is not in {self.path}")
        dice = {**self.settings["dice"], "revealed": secret.hex()}
        write_whole(self.path / GAME_FILE, render_settings({**self.settings, "dice": dice}))
        return secret.hex()


def find_changed_setting(folder: GameFolder) -> str:
    """What ``game.yaml`` says otherwise than the log's first line, in a sentence; empty when they agree.

    The seed or the revealed secret is not in the log, but its commitment is.
    """
    settings = {"sides": list(folder.rules.sides), **folder.header}
    del settings["type"]
    for name, logged in settings.items():
        found = folder.settings.get(name)
        if found == logged:
            continue
        if not isinstance(found, dict) or not isinstance(logged, dict):
            return f"{name} {_otherwise(found, logged)}"
        for key in sorted({*found, *logged} - _NOT_LOGGED):
            if found.get(key) != logged.get(key):
                return f"{name}, {key} {_otherwise(found.get(key), logged.get(key))}"
    try:
        _ = folder.secret
    except NoSuchGame as error:
        return str(error)
    return ""


def _otherwise(found: Any, logged: Any) -> str:
    now, then = ("missing" if value is None else json.dumps(value, ensure_ascii=False) for value in (found, logged))
    return f"is {now}; in the log's first line it is {then}"


def _is_header(entry: Mapping[str, Any]) -> bool:
    texts = ("game", "scenario", "ruleset", "ruleset_version")
    groups = {"options": (), "policy": ("illegal", "undecided"), "dice": ("scheme", "commitment")}
    return (
        entry["type"] == "game"
        and all(isinstance(entry.get(name), str) for name in texts)
        and all(
            isinstance(entry.get(name), dict) and all(key in entry[name] for key in keys)
            for name, keys in groups.items()
        )
    )


def _apply(game: Game, event: Event, index: int) -> Game:
    try:
        return apply(game, event)
    except (KeyError, TypeError, ValueError, IndexError):
        raise DamagedLog(index + 1, f"the event {event.kind} {event.subject} does not fit the game") from None


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise NoSuchGame("the secret of the dice is not hexadecimal") from None


@dataclass(frozen=True)
class NewGame:
    """What a new game is opened with; ``seed`` None makes a sealed game. ``policy`` are the settings ``illegal`` and
    ``undecided``."""

    id: str
    scenario: str
    options: Mapping[str, str] = field(default_factory=dict)
    policy: Mapping[str, str] = field(default_factory=lambda: {"illegal": "refuse", "undecided": "ask"})
    seed: str | None = None


def draft_game(path: Path, new: NewGame, secret: bytes) -> GameFolder:
    """A new game folder with nothing but the first line of its log, not written. Raises NoSuchScenario or BadOption."""
    scenario = load_scenario(new.scenario)
    rules = load_rules(scenario, new.options)
    dice: dict[str, Any] = {"scheme": SCHEME, "commitment": commitment_of(secret)}
    entry: Entry = {"type": "game", "game": new.id, "scenario": scenario.name, "options": dict(new.options)}
    entry |= {"policy": dict(new.policy), "dice": dict(dice), "ruleset": rules.name, "ruleset_version": rules.version}
    settings = {key: value for key, value in entry.items() if key != "type"}
    settings["sides"] = list(rules.sides)
    if new.seed is not None:
        settings["dice"] = {"seed": new.seed, **dice}
    return GameFolder(path, settings, Log().extended([entry]))


def create_game(path: Path, new: NewGame) -> GameFolder:
    """A new game folder. Raises NoSuchScenario, BadOption, or FileExistsError when a game lies there already."""
    secret = secret_of_seed(new.seed) if new.seed is not None else secrets.token_bytes(32)
    folder = draft_game(path, new, secret)
    if (path / GAME_FILE).exists() or (path / LOG_FILE).exists():
        raise FileExistsError(f"there is a game in {path} already")
    for name in FOLDERS:
        (path / name).mkdir(parents=True, exist_ok=True)
    if new.seed is None:
        secret_path = path / SECRET_FILE
        secret_path.touch(mode=0o600)
        secret_path.write_text(secret.hex() + "\n", encoding="ascii")
    write_whole(path / GAME_FILE, render_settings(folder.settings))
    write_whole(path / LOG_FILE, render_log(folder.log))
    folder.show({}, {})
    return folder


def render_settings(settings: Mapping[str, Any]) -> str:
    """The text of ``game.yaml``."""
    head = "# The game's settings. The log's first line holds them too; changing them here changes nothing.\n"
    return head + render_yaml(dict(settings))
