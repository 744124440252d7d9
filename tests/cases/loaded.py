"""A table with loaded dice, at which a rule of any ruleset runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine.apply import apply
from adjudicator.engine.steps import Choice, Resolution, Roll
from adjudicator.model.events import Event
from adjudicator.model.game import Game


@dataclass
class LoadedTable:
    """A table whose dice fall as told, with what came of the rule: events, the choices put, the dice thrown."""

    game: Game
    events: list[Event] = field(default_factory=list)
    asked: list[Choice] = field(default_factory=list)
    thrown: list[Roll] = field(default_factory=list)

    def play(self, resolution: Resolution, rolls: Sequence[int], answer: Callable[[Choice], Any]) -> None:
        """Run a rule: ``rolls`` are used in order, all of them; each choice gets its ``answer``."""
        left = list(rolls)
        reply: Any = None
        while True:
            try:
                step = resolution.send(reply)
            except StopIteration:
                break
            reply = None
            if isinstance(step, Event):
                self.game = apply(self.game, step)
                self.events.append(step)
            elif isinstance(step, Roll):
                reply = left.pop(0)
                self.thrown.append(step)
                assert step.lowest <= reply < step.lowest + step.sides, f"{step} cannot fall {reply}"
            elif isinstance(step, Choice):
                self.asked.append(step)
                reply = answer(step)
                values = [option.value for option in step.options]
                assert reply in values, f"{step.kind}: {reply} is not among {values}"
        assert not left, f"dice left over: {left}"
