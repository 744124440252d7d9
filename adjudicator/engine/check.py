"""The check of a side's sections: the same rules as resolution, along a hoped and a bare line, without a die."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from adjudicator.engine.apply import apply, fold
from adjudicator.engine.sequence import Phase, Rules, all_phases, next_phase, phase_of, sides_of
from adjudicator.engine.steps import Choice, Resolution, Roll, Sections
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import MORE, Order, split_section


class OpenQuestion(Exception):  # noqa: N818
    """A position cannot be foreseen: a die or a decision comes first."""


@dataclass
class Foresight:
    """A table for rules that run without dice: applies events, takes defaults, refuses to roll."""

    game: Game

    def run(self, resolution: Resolution) -> list[Event]:
        """All events of a resolution that needs no die; OpenQuestion when it does."""
        events: list[Event] = []
        reply: Any = None
        while True:
            try:
                step = resolution.send(reply)
            except StopIteration:
                return events
            reply = None
            if isinstance(step, Event):
                self.game = apply(self.game, step)
                events.append(step)
            elif isinstance(step, Choice):
                reply = step.options[step.default].value
            elif isinstance(step, (Roll, Sections)):
                raise OpenQuestion


@dataclass(frozen=True)
class Lines:
    """The position along the hoped and along the bare line: the same object until an order parts them. ``trail`` is all
    that led here from the position ``base``, where they parted, orders and steps of the sequence of play; ``parted_by``
    are the uncertain orders of it."""

    hoped: Game
    bare: Game
    base: Game
    parted_by: tuple[Order, ...] = ()
    trail: tuple[Order | Callable[[Game], Game], ...] = ()

    @classmethod
    def of(cls, game: Game) -> Lines:
        """Both lines at a position that is known."""
        return cls(game, game, game)

    def after(self, step: Callable[[Game], Game]) -> Lines | None:
        """Both lines after a step of the sequence of play; None when it needs a die."""
        try:
            hoped = step(self.hoped)
            if self.bare is self.hoped:
                return Lines.of(hoped)
            return replace(self, hoped=hoped, bare=step(self.bare), trail=(*self.trail, step))
        except OpenQuestion:
            return None


@dataclass(frozen=True)
class CheckedSection:
    """The findings of one section, and whether it was judged on the position (``open``), or will be when its phase
    opens (``later``), or its phase is over (``past``)."""

    section: str
    when: str
    findings: tuple[Finding, ...]
    legal: tuple[Order, ...]


def check_sections(
    rules: Rules,
    game: Game,
    side: str,
    sections: Mapping[str, Any],
    *,
    is_owed: bool = True,
    first: Mapping[str, int] = MappingProxyType({}),
    left_out: Container[str] = (),
) -> list[CheckedSection]:
    """All findings of a side's sections in the order of play, starting from a position between or inside phases.

    ``sections`` maps section names to lists of orders as written. Sections of the player-turn that is open (or comes
    next) are walked along two lines, *hoped* (every attack succeeds) and *bare* (none does). ``is_owed`` says whether
    a phase that is open still waits for orders of this side: those that come are judged on the position as it is, after
    what was carried out before ``more``. When it does not (it waits for a decision), its orders are frozen, and what
    follows is judged later, since the position at its end is not known. ``first`` is the number of a section's first
    order where some have been carried out before it; ``left_out`` names orders that are not looked at.
    """
    checked = []
    seen: set[str] = set()
    lines: Lines | None = Lines.of(game)
    for phase, when in _phases_ahead(rules, game, side, is_owed):
        entries = None if phase.section in seen else sections.get(phase.section)
        seen.add(phase.section)
        if when == "open" and lines is not None:
            lines = lines.after(partial(_begin, rules, phase))
        if entries is not None:
            written, _ = split_section(side, phase.section, entries, first.get(phase.section, 1))
            orders = [order for order in written if order.name not in left_out]
            if when == "past":
                checked.append(CheckedSection(phase.section, when, (), ()))
            elif when == "later" or lines is None:
                checked.append(check_later(rules, game, phase.section, orders))
            else:
                skipped = _skipped(rules, lines.hoped, phase, orders)
                findings, legal, lines = check_orders(rules, lines, phase, orders)
                checked.append(CheckedSection(phase.section, when, (*findings, *skipped), tuple(legal)))
        if when == "open" and lines is not None:
            lines = lines.after(partial(_end, rules, phase))
    return checked


def check_later(rules: Rules, game: Game, section: str, orders: Sequence[Order]) -> CheckedSection:
    """A section whose position cannot be foreseen: only what is wrong with its orders in any position is found."""
    found = [
        f.of_order(order.name) for order in orders if MORE not in order.data for f in rules.judge_words(game, order)
    ]
    return CheckedSection(section, "later", tuple(found), tuple(orders))


def check_orders(
    rules: Rules, lines: Lines, phase: Phase, orders: Sequence[Order]
) -> tuple[list[Finding], list[Order], Lines]:
    """Findings of one section inside its phase, the legal and conditional orders, and both lines afterwards."""
    findings: list[Finding] = []
    legal: list[Order] = []
    for order in orders:
        on_hoped = _judge(rules, lines.hoped, order)
        on_bare = on_hoped if lines.bare is lines.hoped else _judge(rules, lines.bare, order)
        if on_hoped and on_bare:
            # Of a list whose orders may each be passed over, what is wrong whatever became of the others.
            told = on_bare if phase.manner == "alternating" else on_hoped
            findings += [finding.of_order(order.name) for finding in told]
            continue
        legal.append(order)
        if on_hoped or on_bare:
            findings.append(_conditional(rules, lines, order, (on_hoped or on_bare)[0], needs_success=bool(on_bare)))
        lines = _carried_on(rules, lines, order, not on_hoped, not on_bare)
    findings += rules.judge_all(lines.hoped, phase, legal)
    return findings, legal, lines


def _judge(rules: Rules, game: Game, order: Order) -> list[Finding]:
    if MORE in order.data:
        message = f"'{MORE}' keeps the phase open only as the last entry of a section"
        return [Finding("illegal", "more-not-last", message, help=f"move '{MORE}' to the end, or take it out")]
    return rules.judge(game, order)


def _carried_on(rules: Rules, lines: Lines, order: Order, on_hoped: bool, on_bare: bool) -> Lines:
    """Both lines after an order, which is carried out along those where it is legal."""
    if lines.bare is lines.hoped:
        best, worst = (tuple(rules.suppose(lines.bare, order, succeeds)) for succeeds in (True, False))
        hoped = fold(lines.hoped, best)
        bare = hoped if best == worst else fold(lines.bare, worst)
        return Lines.of(hoped) if hoped == bare else Lines(hoped, bare, lines.bare, (order,), (order,))
    hoped = fold(lines.hoped, rules.suppose(lines.hoped, order, True)) if on_hoped else lines.hoped
    bare = fold(lines.bare, rules.suppose(lines.bare, order, False)) if on_bare else lines.bare
    is_uncertain = _is_uncertain(rules, lines.bare if on_bare else lines.hoped, order)
    parted_by = (*lines.parted_by, order) if is_uncertain else lines.parted_by
    return Lines(hoped, bare, lines.base, parted_by, (*lines.trail, order))


def _is_uncertain(rules: Rules, game: Game, order: Order) -> bool:
    """Whether an order that is legal in this position leaves another when it succeeds than when it does not."""
    return list(rules.suppose(game, order, True)) != list(rules.suppose(game, order, False))


def _conditional(rules: Rules, lines: Lines, order: Order, finding: Finding, *, needs_success: bool) -> Finding:
    """What is said of an order that is legal along one line only: on which earlier ones that hangs. Those that alone
    make it illegal are all needed; where none does, one of them is enough."""
    names = [other.name for other in lines.parted_by if _judge_otherwise(rules, lines, order, other, needs_success)]
    joint = "and" if names else "or"
    names = names or [other.name for other in lines.parted_by]
    word = "succeed" if needs_success else "fail"
    listed = f" {joint} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    ending = "" if joint == "and" and len(names) > 1 else "s"
    message = f"legal only if {listed} {word}{ending}: otherwise {finding.message}"
    return replace(finding, kind="conditional", code="conditional", message=message).of_order(order.name)


def _judge_otherwise(rules: Rules, lines: Lines, order: Order, other: Order, hope: bool) -> list[Finding]:
    """What is wrong with an order when all uncertain ones before it come out as hoped, or none, but ``other`` not."""
    game = lines.base
    try:
        for step in lines.trail:
            if not isinstance(step, Order):
                game = step(game)
            elif not rules.judge(game, step):
                game = fold(game, rules.suppose(game, step, hope != (step is other)))
    except OpenQuestion:
        return []
    return rules.judge(game, order)


def _phases_ahead(rules: Rules, game: Game, side: str, is_owed: bool) -> Iterable[tuple[Phase, str]]:
    """The phases of this turn in which ``side`` orders, with ``past``, ``open`` or ``later``. The opening belongs to no
    player-turn: of it only the phase that comes next is open, and nothing after it."""
    is_frozen = bool(game.phase) and not is_owed
    phases = all_phases(rules)
    names = [phase.name for phase in phases]
    if game.phase:
        here = names.index(game.phase)
    else:
        upcoming = next_phase(rules, game)
        here = len(names) if upcoming is None else names.index(upcoming[1].name)
    is_opening = here < len(rules.opening)
    current = phases[here].side if here < len(names) and not is_frozen else ""
    for place, phase in enumerate(phases):
        if phase.side != side and side not in sides_of(phase, game):
            continue
        if place < here or (is_frozen and place == here):
            yield phase, "past"
        else:
            is_open = phase.side == current and (place == here or not is_opening)
            yield phase, "open" if is_open else "later"


def _skipped(rules: Rules, game: Game, phase: Phase, orders: Sequence[Order]) -> list[Finding]:
    """Advice on orders for a phase that does not take place."""
    skip = rules.reason_to_skip(game, phase)
    if skip is None or not orders:
        return []
    message = f"there will be no {phase.title}: {skip[0]}"
    return [Finding("advice", "phase-skipped", message, cases=skip[1]).of_order(orders[0].name)]


def foresee(rules: Rules, game: Game, verb: str) -> tuple[Phase, Game] | None:
    """The first phase of the open player-turn (or the one that comes next) that takes orders of a verb, and the
    position with which it will begin when nothing is ordered before it. None when it has begun or needs a die."""
    upcoming = next_phase(rules, game)
    now = phase_of(rules, game.phase) if game.phase else upcoming[1] if upcoming else None
    ahead = [phase for phase in rules.phases if now and phase.side == now.side]
    last = next((place for place, phase in enumerate(ahead) if verb in phase.kinds), -1)
    if now not in ahead[: last + 1] or game.phase == ahead[last].name:
        return None
    try:
        for phase in ahead[ahead.index(now) : last]:
            game = _end(rules, phase, _begin(rules, phase, game))
        return ahead[last], _begin(rules, ahead[last], game)
    except OpenQuestion:
        return None


def _begin(rules: Rules, phase: Phase, game: Game) -> Game:
    if game.phase == phase.name:
        return game
    turn = game.turn if game.done != rules.phases[-1].name else game.turn + 1
    ahead = Foresight(apply(game, Event("phase_begun", phase.name, {"turn": turn})))
    if rules.reason_to_skip(ahead.game, phase) is None:
        ahead.run(rules.begin(ahead, phase))
    return ahead.game


def _end(rules: Rules, phase: Phase, game: Game) -> Game:
    ahead = Foresight(game)
    if rules.reason_to_skip(ahead.game, phase) is None:
        ahead.run(rules.end(ahead, phase))
    return apply(ahead.game, Event("phase_ended", phase.name))
