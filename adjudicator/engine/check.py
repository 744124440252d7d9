"""The check of a side's sections: the same rules as resolution, along a hoped and a bare line, without a die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.engine.apply import apply, fold
from adjudicator.engine.sequence import Phase, Rules, next_phase
from adjudicator.engine.steps import Choice, Resolution, Roll, Sections
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import Order, split_section


class OpenQuestion(Exception):
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
class CheckedSection:
    """The findings of one section, and whether it was judged on the position (``open``), or will be when its phase
    opens (``later``), or its phase is over (``past``)."""

    section: str
    when: str
    findings: tuple[Finding, ...]
    legal: tuple[Order, ...]


def check_sections(rules: Rules, game: Game, side: str, sections: Mapping[str, Any]) -> list[CheckedSection]:
    """All findings of a side's sections in the order of play, starting from a position between or inside phases.

    ``sections`` maps section names to lists of orders as written. Sections of the player-turn that is open (or comes
    next) are walked along two lines, *hoped* (every attack succeeds) and *bare* (none does).
    """
    checked = []
    hoped: Game | None = game
    bare: Game | None = game
    for phase, when in _phases_ahead(rules, game, side):
        entries = sections.get(phase.section)
        if when == "past":
            if entries is not None:
                checked.append(CheckedSection(phase.section, when, (), ()))
            continue
        if hoped is not None and bare is not None and when == "open":
            hoped, bare = _begin(rules, hoped, phase), _begin(rules, bare, phase)
        if entries is None:
            if when == "open" and hoped is not None and bare is not None:
                hoped, bare = _end(rules, hoped, phase), _end(rules, bare, phase)
            continue
        orders, _ = split_section(side, phase.section, entries)
        if when == "later" or hoped is None or bare is None:
            checked.append(CheckedSection(phase.section, "later", (), tuple(orders)))
            continue
        findings, legal, hoped, bare = check_orders(rules, hoped, bare, phase, orders)
        checked.append(CheckedSection(phase.section, when, tuple(findings), tuple(legal)))
        hoped, bare = _end(rules, hoped, phase), _end(rules, bare, phase)
    return checked


def check_orders(
    rules: Rules, hoped: Game, bare: Game, phase: Phase, orders: Sequence[Order]
) -> tuple[list[Finding], list[Order], Game, Game]:
    """Findings of one section inside its phase, the legal and conditional orders, and both lines afterwards."""
    findings: list[Finding] = []
    legal: list[Order] = []
    uncertain: Order | None = None
    for order in orders:
        on_hoped = rules.judge(hoped, order)
        on_bare = on_hoped if bare is hoped else rules.judge(bare, order)
        if on_hoped and on_bare:
            findings += [finding.of_order(order.name) for finding in on_hoped]
            continue
        legal.append(order)
        if on_hoped or on_bare:
            findings.append(_conditional(order, (on_hoped or on_bare)[0], uncertain, needs_success=bool(on_bare)))
        same = bare is hoped
        # An order that is illegal along one line is not carried out along it.
        hoped_next = hoped if on_hoped else fold(hoped, rules.suppose(hoped, order, True))
        bare_next = bare if on_bare else fold(bare, rules.suppose(bare, order, False))
        if same and hoped_next == bare_next:
            hoped = bare = hoped_next
        else:
            uncertain = uncertain or order
            hoped, bare = hoped_next, bare_next
    findings += rules.judge_all(hoped, phase, legal)
    return findings, legal, hoped, bare


def _conditional(order: Order, finding: Finding, uncertain: Order | None, needs_success: bool) -> Finding:
    word = "succeeds" if needs_success else "fails"
    earlier = uncertain.name if uncertain else "an earlier order"
    message = f"legal only if {earlier} {word}: otherwise {finding.message}"
    return replace(finding, kind="conditional", code="conditional", message=message).of_order(order.name)


def _phases_ahead(rules: Rules, game: Game, side: str) -> Iterable[tuple[Phase, str]]:
    """The phases of this turn in which ``side`` orders, with ``past``, ``open`` or ``later``."""
    names = [phase.name for phase in rules.phases]
    if game.phase:
        here = names.index(game.phase)
    else:
        upcoming = next_phase(rules, game)
        here = len(names) if upcoming is None else names.index(upcoming[1].name)
    current = rules.phases[here].side if here < len(names) else ""
    for place, phase in enumerate(rules.phases):
        if phase.side != side and side not in phase.sides:
            continue
        if place < here:
            yield phase, "past"
        else:
            yield phase, "open" if phase.side == current else "later"


def _begin(rules: Rules, game: Game, phase: Phase) -> Game:
    if game.phase == phase.name:
        return game
    turn = game.turn if game.done != rules.phases[-1].name else game.turn + 1
    ahead = Foresight(apply(game, Event("phase_begun", phase.name, {"turn": turn})))
    if rules.reason_to_skip(ahead.game, phase) is None:
        ahead.run(rules.begin(ahead, phase))
    return ahead.game


def _end(rules: Rules, game: Game, phase: Phase) -> Game:
    ahead = Foresight(game)
    if rules.reason_to_skip(ahead.game, phase) is None:
        ahead.run(rules.end(ahead, phase))
    return apply(ahead.game, Event("phase_ended", phase.name))
