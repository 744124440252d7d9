"""The sequence of play as data, and the generator that plays it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle
from typing import Any, Literal, Protocol

from adjudicator.engine.steps import Advice, Choice, Resolution, Sections, Step, Table
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import Order

NO_SIDE = "turn"
"""Whose a phase is that belongs to no player-turn."""


@dataclass(frozen=True)
class Phase:
    """One step of the sequence of play.

    ``name`` is unique in a turn: whose, a slash, what (``blue/march``; ``turn/...`` where it is no side's);
    ``section`` is what its orders are called in an order file; ``sides`` who orders, the phasing side first (nobody:
    empty). ``manner`` says how two sides' orders are taken: ``single`` (each side's list as a whole), ``alternating``
    (one order of each in turn, see ``_alternate``). ``kinds`` are the verbs allowed. ``led_by`` is the flag that
    names a side where that is decided in play: the only one that orders, or in an alternating phase the one that
    begins. ``pass_is_final`` says whether a side that could not or did not act when it was up in an alternating phase
    is out of it. ``waits_once`` says whether an order that has to wait when its side is up comes to nothing there,
    instead of being looked at again.
    """

    name: str
    title: str
    section: str = ""
    sides: tuple[str, ...] = ()
    manner: Literal["single", "alternating"] = "single"
    kinds: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    led_by: str = ""
    pass_is_final: bool = False
    waits_once: bool = False

    @property
    def side(self) -> str:
        """The player-turn the phase belongs to."""
        return self.name.split("/", 1)[0]


@dataclass(frozen=True)
class Words:
    """What a position may hold beyond what the scenario names: ``markers`` on units, ``marks`` on hexes, ``flags`` by
    name, ``pools`` that come only in play with their items, ``steps``, the most that a drawn strength has, ``boxes``
    that units are put in only in play, each by what stands before a slash or whole, and then for one unit, ``faces`` by
    kind of those counters whose strength is neither printed once for all nor drawn. ``leaders`` are flags that name a
    side, with the phases at whose end each is set and lifted (empty: it stays); ``stack`` is the most units that may
    ever stand in a hex (0: no such limit)."""

    markers: frozenset[str]
    marks: frozenset[str]
    flags: frozenset[str]
    pools: Mapping[str, tuple[str, ...]]
    steps: int
    boxes: frozenset[str] = frozenset()
    faces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    leaders: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    stack: int = 0


@dataclass(frozen=True, eq=False)
class Fields:
    """The fields that a ruleset takes in what players write: beside each verb of an order; beside each word that makes
    a step of a path more than a hex; and in ``standing``, under ``default``, and for each of its ``hexes`` or
    ``units``."""

    orders: Mapping[str, tuple[str, ...]]
    steps: Mapping[str, tuple[str, ...]]
    standing: Mapping[str, tuple[str, ...]]


class Rules(Protocol):
    """A ruleset bound to a scenario: all the engine knows of it."""

    name: str
    version: str
    sides: tuple[str, ...]
    turns: int
    opening: tuple[Phase, ...]
    """Phases that take place once, before the first Game-Turn."""
    phases: tuple[Phase, ...]
    """The phases of every Game-Turn."""
    words: Words
    fields: Fields

    def reason_to_skip(self, game: Game, phase: Phase) -> tuple[str, tuple[str, ...]] | None:
        """Why a phase does not take place now, with its cases; None when it does."""

    def begin(self, table: Table, phase: Phase) -> Resolution:
        """What happens by itself at the start of a phase."""

    def end(self, table: Table, phase: Phase) -> Resolution:
        """What happens by itself at the end of a phase."""

    def judge(self, game: Game, order: Order) -> list[Finding]:
        """What is wrong with an order in this position; empty when it is legal."""

    def find_wait(self, game: Game, order: Order) -> Finding | None:
        """What an order that is legal in this position still waits for by its own words; None when it does not."""

    def judge_words(self, game: Game, order: Order) -> list[Finding]:
        """What is wrong with an order in any position (unknown units, hexes, verbs): for phases not open yet."""

    def judge_standing(self, game: Game, side: str, standing: Mapping[str, Json]) -> list[Finding]:
        """What is wrong with standing orders whatever happens, and advice on what can never be of use in them."""

    def remark(self, game: Game, order: Order) -> list[Finding]:
        """Advice on a legal order: what was found for its writer, such as the way to where it goes."""

    def judge_all(self, game: Game, phase: Phase, orders: Sequence[Order]) -> list[Finding]:
        """What is wrong with a section once all its orders are carried out (stacking at the end): each finding names
        the order that is to blame, one of ``orders``."""

    def carry_out(self, table: Table, order: Order) -> Resolution:
        """A legal order, resolved."""

    def suppose(self, game: Game, order: Order, succeeds: bool) -> Iterable[Event]:
        """The events of an order for a check: with every attack and overrun successful, or with none."""

    def advise(self, game: Game, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
        """The answer to a choice that the order it arose from, or its side's standing orders, give, if they do."""

    def find_unmet(
        self, game: Game, fight: Sequence[Event], order: Order | None, standing: Mapping[str, Json]
    ) -> list[Event]:
        """Events, for no log, on the wishes of ``order`` and of standing orders (by side) that came to nothing in a
        fight which began with ``game`` and is over."""


def all_phases(rules: Rules) -> tuple[Phase, ...]:
    """The phases of the opening, and those of a Game-Turn."""
    return (*rules.opening, *rules.phases)


def phase_of(rules: Rules, name: str) -> Phase:
    """The phase of that name."""
    return next(phase for phase in all_phases(rules) if phase.name == name)


def titles_of(phases: Iterable[Phase], section: str) -> str:
    """What the phases that take a section are called, each that may be the one."""
    return " or ".join(phase.title for phase in phases if phase.section == section)


def sides_of(phase: Phase, game: Game) -> tuple[str, ...]:
    """Who orders in a phase, the first to act first; all who might where that is not decided yet."""
    leader = game.flags.get(phase.led_by, "")
    if leader not in phase.sides:
        return phase.sides
    others = [side for side in phase.sides if side != leader and phase.manner == "alternating"]
    return (leader, *others)


def next_phase(rules: Rules, game: Game) -> tuple[int, Phase] | None:
    """Turn and phase that come next after a position between phases; None when the game is over."""
    phases = all_phases(rules)
    place = [phase.name for phase in phases].index(game.done) + 1 if game.done else 0
    is_new_turn = place == len(phases)
    turn = game.turn + is_new_turn
    return None if turn > rules.turns else (turn, rules.phases[0] if is_new_turn else phases[place])


def play(rules: Rules, table: Table) -> Resolution:
    """The game from the position on the table, between phases, to its end."""
    while (upcoming := next_phase(rules, table.game)) is not None:
        turn, phase = upcoming
        yield from play_phase(rules, table, turn, phase)


def play_phase(rules: Rules, table: Table, turn: int, phase: Phase) -> Resolution:
    """One phase: what happens by itself, the orders of who orders, what happens by itself at its end."""
    yield Event("phase_begun", phase.name, {"turn": turn}, phase.cases)
    skip = rules.reason_to_skip(table.game, phase)
    if skip is not None:
        yield Event("phase_skipped", phase.name, {"reason": skip[0]}, skip[1])
    else:
        yield from rules.begin(table, phase)
        if phase.sides:
            yield from _carry_out_sections(rules, table, phase)
        yield from rules.end(table, phase)
    yield Event("phase_ended", phase.name)


def _carry_out_sections(rules: Rules, table: Table, phase: Phase) -> Resolution:
    still_open = sides_of(phase, table.game)
    part = 1
    while still_open:
        replies = yield Sections(still_open, phase.section, part)
        written = [orders for orders, _ in replies]
        if phase.manner == "alternating":
            lists = dict(zip(still_open, map(list, written), strict=True))
            yield from _alternate(rules, table, phase, lists)
        else:
            yield from _carry_out_all(rules, table, chain(*written))
        still_open = tuple(side for side, (_, stays_open) in zip(still_open, replies, strict=True) if stays_open)
        part += 1


def _carry_out_all(rules: Rules, table: Table, orders: Iterable[Order]) -> Resolution:
    for order in orders:
        findings = rules.judge(table.game, order)
        if findings:
            yield void(order, findings)
        else:
            yield from rules.carry_out(table, order)


def _alternate(rules: Rules, table: Table, phase: Phase, lists: Mapping[str, list[Order]]) -> Resolution:
    """One order of each side in turn, the first of its list that is possible and waits for nothing, until all sides
    have passed one after the other. What is left then never got what it waited for."""
    up = cycle(lists)
    passing: set[str] = set()
    while len(passing) < len(lists):
        side = next(up)
        if phase.pass_is_final and side in passing:
            continue
        order = yield from _next_order(rules, table, lists[side], phase.waits_once)
        if order is not None:
            passing = passing if phase.pass_is_final else set()
            yield from rules.carry_out(table, order)
        else:
            if side not in passing:
                yield Event("passed", side)
            passing = passing | {side}
    for order in chain(*lists.values()):
        wait = rules.find_wait(table.game, order)
        late = Finding("illegal", "passed", "its side had passed before it became possible", cases=phase.cases[:1])
        yield void(order, rules.judge(table.game, order) or [wait or late])


def _next_order(
    rules: Rules, table: Table, orders: list[Order], waits_once: bool
) -> Generator[Step, Any, Order | None]:
    """Take the first order that can be carried out now from a list, with those before it that never can."""
    for order in tuple(orders):
        findings = rules.judge(table.game, order)
        wait = None if findings else rules.find_wait(table.game, order)
        if wait is not None and not waits_once:
            continue
        orders.remove(order)
        if not findings and wait is None:
            return order
        yield void(order, [wait] if wait else findings)
    return None


def void(order: Order, findings: Sequence[Finding]) -> Event:
    """The event of an order that dice or the other side have made impossible."""
    cases = tuple(dict.fromkeys(case for finding in findings for case in finding.cases))
    values: dict[str, Any] = {"reasons": [finding.message for finding in findings], "order": dict(order.data)}
    return Event("void", order.name, values, cases)
