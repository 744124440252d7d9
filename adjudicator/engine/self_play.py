"""Random legal play: a ruleset proposes orders, those that pass the check are given, questions are answered by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from adjudicator.engine.check import Lines, check_orders
from adjudicator.engine.picks import Picks
from adjudicator.engine.referee import Entry, Referee
from adjudicator.engine.sequence import Rules, phase_of
from adjudicator.model.events import Event, Json
from adjudicator.model.game import ELIMINATED, Game
from adjudicator.model.orders import MORE, Order

Proposals = Generator[Json, Game | None, None]
"""Orders as written, one after another. Resumed with the game after the order should it fail, with None when the order
is refused."""
Trial = Generator[Json, Game | None, Game]
"""Some of the proposals: the result is the game after those of them that were given."""
WAITS = 85
"""How often in a hundred a side wants to see what comes of an order before it gives the next."""


def attempt(game: Game, order: Json) -> Trial:
    """One order, proposed in this game; without it the result is this very game."""
    after = yield order
    return game if after is None else after


class Player(Protocol):
    """What a ruleset proposes to somebody who plays at random."""

    def propose(self, game: Game, side: str, section: str, part: int, pick: Picks) -> Proposals:
        """Orders for the phase that is open; the ``part``-th section (from 1) that the side gives for it."""

    def propose_standing(self, game: Game, side: str, pick: Picks) -> Mapping[str, Json]:
        """Standing orders for a side; legal ones, since they are not checked."""


@dataclass
class Tally:
    """What is counted in a game: how often each case was cited, by an event or a refusal, and what each side has lost
    of its units and steps."""

    cases: Counter[str] = field(default_factory=Counter)
    units: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)

    def count(self, before: Game, event: Event) -> None:
        """Count an event that comes to a game."""
        self.cases.update(event.cases)
        if event.kind == "steps":
            self.steps[before.side_of(event.subject)] += event.values["from"] - event.values["to"]
        elif event.kind == "removed" and event.values.get("box", ELIMINATED) == ELIMINATED:
            self.units[before.side_of(event.subject)] += 1
            self.steps[before.side_of(event.subject)] += before.units[event.subject].steps


@dataclass(frozen=True)
class Played:
    """A game played at random: all its entries, the position at its end, what was counted."""

    entries: list[Entry]
    game: Game
    tally: Tally


def play_at_random(
    rules: Rules, player: Player, game: Game, seed: str, throw: Callable[[str, int], int], turns: int = 0
) -> Played:
    """A game from its opening to its end, or of so many Game-Turns. Nothing depends on the dice but what they decide:
    the choices come from ``seed``, under names of their own. Raises RuntimeError when legal orders are refused."""
    return _Table(rules, player, game, Picks(seed), throw).play(turns)


class _Table:
    """Both players of one game, and its referee's source."""

    def __init__(self, rules: Rules, player: Player, game: Game, pick: Picks, throw: Callable[[str, int], int]) -> None:
        self.rules = rules
        self.player = player
        self.pick = pick
        self.tally = Tally()
        self.referee = Referee(rules, game, self, throw, watch=self._watch)
        self._before = game
        self._given: Counter[tuple[int, str, str]] = Counter()
        self._standing: dict[str, tuple[int, Mapping[str, Json]]] = {}
        self._writes_standing = {side: pick.named("writes standing orders", side).chance(60) for side in rules.sides}

    def play(self, turns: int) -> Played:
        stop = self.referee.run(turns=turns)
        if stop.kind != "over":
            raise RuntimeError(f"random play stops at {self.referee.game.phase}: {stop}")
        return Played(self.referee.entries, self.referee.game, self.tally)

    def _watch(self, game: Game, event: Event) -> None:
        self.tally.count(self._before, event)
        self._before = game

    def orders(self, turn: int, side: str, section: str, part: int) -> list[Json] | str | None:
        game = self.referee.game
        given = self._given[turn, game.phase, side]
        pick = self.pick.named(f"T{turn:02}", game.phase, side)
        orders = write_section(self.rules, self.player, game, side, pick, part, given + 1, self.tally.cases.update)
        self._given[turn, game.phase, side] += sum(order != MORE for order in orders)
        return orders

    def is_blind(self, turn: int, side: str, section: str) -> bool:
        return False

    def ahead(self, turn: int, side: str, section: str) -> Mapping[str, list[Json]]:
        return {}

    def standing(self, side: str) -> Mapping[str, Json] | None:
        game = self.referee.game
        written = self._standing.get(side)
        if not self._writes_standing[side] or not game.turn or (written and written[0] == game.turn):
            return written[1] if written else None
        pick = self.pick.named(f"T{game.turn:02}", "standing", side)
        orders = written[1] if written and pick.chance(60) else self.player.propose_standing(game, side, pick)
        self._standing[side] = game.turn, orders
        return orders

    def answer(self, question: str, side: str) -> Json | None:
        options: list[dict[str, Json]] = self.referee.entries[-1]["options"]
        return self.pick.named("answer", question).one_of(options)["answer"]


def write_section(
    rules: Rules,
    player: Player,
    game: Game,
    side: str,
    pick: Picks,
    part: int = 1,
    first: int = 1,
    cite: Callable[[Iterable[str]], Any] = list,
    wait: int = WAITS,
) -> list[Json]:
    """A section for the phase that is open, legal or conditional order by order, its first order numbered ``first``.
    ``cite`` is told the cases of what was refused; ``wait`` is how often in a hundred it ends after an order that may
    fail."""
    phase = phase_of(rules, game.phase)
    lines = Lines.of(game)
    kept: list[Json] = []
    proposals = player.propose(game, side, phase.section, part, pick)
    waits = pick.named("waits", str(part))
    reply: Game | None = None
    while True:
        try:
            data = proposals.send(reply)
        except StopIteration:
            return kept
        findings, _, ahead = check_orders(rules, lines, phase, [Order(side, phase.section, first + len(kept), data)])
        reply = None
        if any(finding.is_error for finding in findings):
            for finding in findings:
                cite(finding.cases)
            continue
        lines = ahead
        reply = lines.bare
        kept.append(data)
        if lines.bare is not lines.hoped and waits.chance(wait):
            return [*kept, MORE]
