"""What a ruleset makes of a game state, kept for the last few states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from adjudicator.model.game import Game

View = TypeVar("View")


class Recent(Generic[View]):
    """The views of the last few game states, so that nothing is worked out twice for the same state. ``make`` makes one
    from a state and the view made last, if there is one. A view must hold on to its state."""

    def __init__(self, make: Callable[[Game, View | None], View], keep: int = 8) -> None:
        self._make = make
        self._keep = keep
        self._views: dict[int, View] = {}

    def of(self, game: Game) -> View:
        """The view of a game state."""
        known = self._views.get(id(game))
        if known is not None:
            return known
        view = self._make(game, next(reversed(self._views.values()), None))
        self._views[id(game)] = view
        if len(self._views) > self._keep:
            del self._views[next(iter(self._views))]
        return view
