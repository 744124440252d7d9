"""Random legal play through the public way: order files, check, inbox, resolve, answers, verify."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.cli.publish import publish
from adjudicator.cli.resolve import EXIT_CODES
from adjudicator.engine.apply import apply, fold
from adjudicator.engine.check import Foresight
from adjudicator.engine.picks import Picks
from adjudicator.engine.self_play import write_section
from adjudicator.engine.sequence import Phase, Rules, next_phase, phase_of
from adjudicator.engine.steps import Resolution
from adjudicator.files.check_file import CheckedFile, check_file
from adjudicator.files.desk import Desks, desk_of_folder
from adjudicator.files.game_folder import GameFolder, NewGame, create_game
from adjudicator.files.inbox import Inbox
from adjudicator.files.question_file import question_file_name, render_question
from adjudicator.files.resolve_game import Resolved, look_ahead, resolve_folder
from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.model.orders import MORE, split_section
from adjudicator.rulesets.registry import load_rules, new_player
from tests.properties.positions import options_of
from tests.properties.random_play import SCENARIO, Played, judge_game

MOST_STEPS = 4000


@cache
def _rules_of(options: tuple[tuple[str, str], ...]) -> Rules:
    return load_rules(load_scenario(SCENARIO), dict(options))


def play_by_mail(folder: Path, seed: int, turns: int, *, by_command: bool = False) -> Played:
    """A game of so many Game-Turns played in a new folder, then judged.

    ``by_command``: each file and each step goes through the command itself, in a process of its own. Raises
    AssertionError when a legal order is refused, a question cannot be answered or the game does not verify.
    """
    player = _CommandPlayer(folder, seed) if by_command else _Player(folder, seed)
    for _ in range(MOST_STEPS):
        resolved = player.resolve()
        if resolved.stop.kind == "over" or resolved.game.turn > turns:
            publish(player.folder, resolved.stop, since=1)
            return judge_game(folder, player.rules, player.stops)
        player.answer_stop(resolved)
    raise AssertionError(f"seed {seed}: the game does not end")


class _Player:
    """Both players and the umpire of one game; ``wait`` as for ``write_section``."""

    wait = 20

    def __init__(self, path: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        policy = {"illegal": "refuse", "undecided": "ask" if seed % 10 in (0, 3, 5) else "default"}
        # Nobody here writes a deployment.
        options = {**options_of(seed), "setup": "scenario"} if seed % 4 == 3 else {}
        self.folder = self._create(path, NewGame(f"random-{seed}", SCENARIO, options, policy, f"seed {seed}"))
        self.rules = _rules_of(tuple(sorted(options.items())))
        self.folder.__dict__["rules"] = self.rules
        self.stops: Counter[str] = Counter()
        self.player = new_player(self.rules)
        self.drafts = path.parent / f"drafts-{seed}"
        self.drafts.mkdir()
        self.inbox = Inbox.read(path, self.folder.game.turn)
        self.sent = 0
        self.early: set[tuple[str, str, int]] = set()
        self.passing: frozenset[str] = frozenset()
        self.writes_standing = seed % 2 == 0

    def _create(self, path: Path, new: NewGame) -> GameFolder:
        return create_game(path, new)

    def resolve(self) -> Resolved:
        """Go on as far as the inbox allows, and show the new position."""
        self.inbox = Inbox.read(self.folder.path, self.folder.game.turn)
        assert self.inbox.broken == (), self.inbox.broken
        resolved = resolve_folder(self.folder, self.inbox, passing=self.passing)
        self.passing = frozenset()
        self.folder = self._renewed(self.folder.commit(resolved.new))
        questions = {}
        if question := self.folder.question:
            text = render_question(question, self.folder.id, self.folder.game.turn, self.folder.log.position)
            questions[question_file_name(question)] = text
        if resolved.stop.kind == "orders" or self.dice.random() < 0.3:
            self.folder.show({}, questions)
        assert self.folder.game == resolved.game
        if self.dice.random() < 0.1:
            stop = look_ahead(self.folder, self.inbox).stop
            assert stop == resolved.stop, f"{self._name}: status tells {stop}, resolve {resolved.stop}"
        self.stops[resolved.stop.kind] += 1
        return resolved

    def _renewed(self, folder: GameFolder) -> GameFolder:
        """The folder as another process would open it, now and then; else with what is already loaded."""
        if self.dice.random() < 0.03:
            return GameFolder.open(folder.path)
        folder.__dict__["rules"] = self.rules
        return folder

    def answer_stop(self, resolved: Resolved) -> None:
        """Send what is owed."""
        stop = resolved.stop
        (side,) = stop.sides
        if stop.kind == "question":
            self._answer(stop.question)
            return
        if stop.kind == "refused":
            assert (side, stop.section, resolved.game.turn) in self.early, (
                f"{self._name}: legal orders are refused: {stop.findings}"
            )
        self.early.discard((side, stop.section, resolved.game.turn))
        if self.writes_standing and self.dice.random() < 0.3:
            self._send_standing()
        if self.dice.random() < 0.03 and stop.kind == "orders":
            self.passing = frozenset({side})
            return
        self._send_orders(side, stop.section)
        if self.dice.random() < 0.1:
            self._send_early_orders()

    @property
    def _name(self) -> str:
        game = self.folder.game
        return f"{self.folder.id}, turn {game.turn}, {game.phase}"

    def _send_orders(self, side: str, section: str) -> None:
        game = self.folder.game
        orders, after = self._write(game, side)
        if self.dice.random() < 0.1 and orders and orders[-1] != MORE:
            orders.append(MORE)
        sections = {section: orders}
        while self.dice.random() < 0.25 and MORE not in orders:
            ahead = self._foresee(after)
            if ahead is None or not ahead.phase.startswith(side):
                break
            orders, after = self._write(ahead, side)
            sections[phase_of(self.rules, ahead.phase).section] = orders
        checked = self._send("orders", side, {"orders": sections})
        assert checked.verdict in ("ok", "conditional"), f"{self._name}: {sections}: {checked.findings}"

    def _send_early_orders(self) -> None:
        """Axis moves written in the Soviet Player-Turn: legal when their phase opens, or refused then."""
        game = self.folder.game
        if game.phase.startswith("soviet"):
            orders, _ = self._write(apply(game, Event("phase_begun", "axis/movement", {"turn": game.turn})), "axis")
            early = [order for order in orders if order != MORE][:6]
            checked = self._send("orders", "axis", {"orders": {"movement": early}})
            assert checked.verdict == "ok", f"{self._name}: early {early}: {checked.findings}"
            self.early.add(("axis", "movement", game.turn))

    def _write(self, game: Game, side: str) -> tuple[list[Any], Game]:
        """A section for the phase that is open, and the game after it if every attack fails."""
        pick = Picks(self.folder.id, str(self.sent), game.phase)
        orders = write_section(self.rules, self.player, game, side, pick, wait=self.wait)
        written, _ = split_section(side, phase_of(self.rules, game.phase).section, orders)
        for order in written:
            if not self.rules.judge(game, order):
                game = fold(game, self.rules.suppose(game, order, False))
        return orders, game

    def _foresee(self, game: Game) -> Game | None:
        """The game in the next phase that takes orders, when nothing more is ordered in the open one; None when the
        Game-Turn or the game ends before."""
        while True:
            game = apply(self._run(game, self.rules.end), Event("phase_ended", game.phase))
            upcoming = next_phase(self.rules, game)
            if upcoming is None or upcoming[0] != game.turn:
                return None
            game = apply(game, Event("phase_begun", upcoming[1].name, {"turn": upcoming[0]}))
            if self.rules.reason_to_skip(game, upcoming[1]) is None:
                game = self._run(game, self.rules.begin)
                if upcoming[1].sides:
                    return game

    def _run(self, game: Game, rule: Callable[[Foresight, Phase], Resolution]) -> Game:
        ahead = Foresight(game)
        ahead.run(rule(ahead, phase_of(self.rules, game.phase)))
        return ahead.game

    def _send_standing(self) -> None:
        side = self.dice.choice(self.rules.sides)
        standing = self.player.propose_standing(self.folder.game, side, Picks(self.folder.id, str(self.sent)))
        checked = self._send("standing", side, {"standing": standing})
        assert checked.verdict == "ok", f"{self._name}: {standing}: {checked.findings}"

    def _answer(self, question: Mapping[str, Any]) -> None:
        self.stops[f"question {question['kind']}"] += 1
        sheet = self.folder.path / "questions" / question_file_name(question)
        if sheet.exists() and self.dice.random() < 0.2:
            checked = self._check(sheet)
        else:
            given = self.dice.choice(question["options"])["answer"]
            body = {"answers": [{"question": question["question"], "answer": given}]}
            checked = self._check(self._draft("answers", question["side"], body))
        assert checked.verdict == "ok", f"{self._name}: {question}: {checked.findings}"
        self._file(checked)

    def _send(self, kind: str, side: str, body: Mapping[str, Any]) -> CheckedFile:
        checked = self._check(self._draft(kind, side, body))
        self.stops[f"{kind} {checked.verdict}"] += 1
        if checked.verdict != "refused":
            self._file(checked)
        return checked

    def _draft(self, kind: str, side: str, body: Mapping[str, Any]) -> Path:
        dice = self.dice
        position = dice.choice(("any", self.folder.log.position, self.folder.log.head))
        head = {"game": self.folder.id, "kind": kind, "turn": str(self.folder.game.turn), "side": side}
        text = _as_yaml({**head, "position": position, **body}, dice)
        self.sent += 1
        path = self.drafts / f"{self.sent:04}-{side}.yaml"
        path.write_bytes(text.replace("\n", "\r\n" if dice.random() < 0.1 else "\n").encode())
        return path

    def _check(self, path: Path) -> CheckedFile:
        """The verdict on a file, now and then with everything opened anew."""
        if self.dice.random() < 0.05:
            return check_file(str(path), Desks(self.folder.path))
        return check_file(str(path), lambda _: desk_of_folder(self.folder))

    def _file(self, checked: CheckedFile) -> None:
        assert checked.sheet is not None
        self.inbox.file(checked.sheet)


class _CommandPlayer(_Player):
    """The same by ``python -m adjudicator``."""

    wait = 0

    def _create(self, path: Path, new: NewGame) -> GameFolder:
        policy = [f"--{name}={value}" for name, value in new.policy.items()]
        options = [f"--option={name}={value}" for name, value in new.options.items()]
        _command(0, "new", new.scenario, str(path), "--seed", str(new.seed), "--id", new.id, *policy, *options)
        return GameFolder.open(path)

    def resolve(self) -> Resolved:
        """Go on, and find out by looking ahead why it stopped."""
        passing = [f"--pass={side}" for side in sorted(self.passing)]
        self.passing = frozenset()
        before = len(self.folder.log.entries)
        found = _command(None, "resolve", "--game", str(self.folder.path), *passing)
        self.folder, self.inbox = GameFolder.open(self.folder.path), Inbox.read(self.folder.path, self.folder.game.turn)
        stop = look_ahead(self.folder, self.inbox).stop
        assert stop is not None
        assert found == EXIT_CODES[stop.kind], f"{self._name}: exit code {found} at {stop}"
        assert not self.folder.is_behind()
        self.stops[stop.kind] += 1
        return Resolved(stop, self.folder.game, self.folder.log.entries[before:])

    def _check(self, path: Path) -> CheckedFile:
        checked = super()._check(path)
        if self.dice.random() < 0.4:
            _command(int(checked.verdict == "refused"), "check", str(path), "--game", str(self.folder.path))
        return checked

    def _file(self, checked: CheckedFile) -> None:
        _command(0, "submit", checked.path, "--game", str(self.folder.path))


def _command(code: int | None, *arguments: str) -> int:
    """Run the command; the exit code must be ``code``."""
    found = subprocess.run([sys.executable, "-m", "adjudicator", *arguments], capture_output=True, check=False)
    assert code in (None, found.returncode), f"{arguments}: {found.returncode}\n{found.stdout!r}\n{found.stderr!r}"
    return found.returncode


def _as_yaml(data: Mapping[str, Any], dice: random.Random) -> str:
    """A file as somebody might write it: a line for each order, flow style, JSON's quotes or none, a comment."""
    quoted = dice.random() < 0.3
    lines = []
    for key, value in data.items():
        if key == "orders":
            lines.append("orders:")
            for section, orders in value.items():
                lines.append(f"  {section}:" + ("" if orders else " []"))
                lines += [f"    - {_flow(order, quoted)}" for order in orders]
        else:
            lines.append(f"{key}: {_flow(value, quoted)}")
    if dice.random() < 0.3:
        lines.insert(dice.randrange(len(lines)), "# what we mean to do today: hold, then strike")
    return "\n".join(lines) + "\n"


def _flow(value: Any, quoted: bool) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow(k, quoted)}: {_flow(v, quoted)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item, quoted) for item in value) + "]"
    return json.dumps(value) if quoted else str(value)
