"""Which rulesets there are, each imported only when a game needs it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from adjudicator.engine.sequence import Rules
from adjudicator.model.game import Game
from adjudicator.model.scenario import Scenario

if TYPE_CHECKING:
    from adjudicator.engine.self_play import Player
    from adjudicator.rulesets.views import Views

RULESETS = ("kharkov", "platoon")


def load_rules(scenario: Scenario, options: Mapping[str, str]) -> Rules:
    """The rules of a game of this scenario; ``options`` are the switches that differ from their default."""
    return cast(Rules, _module(scenario.ruleset).load_rules(scenario, options))


def new_game(rules: Rules, scenario: Scenario, game_id: str) -> Game:
    """The opening position of a game."""
    return cast(Game, _module(scenario.ruleset).new_game(rules, scenario, game_id))


def new_player(rules: Rules) -> Player:
    """Somebody who plays a game by these rules at random."""
    return cast("Player", _module(rules.name, "player").new_player(rules))


def load_views(scenario: Scenario, options: Mapping[str, str]) -> Views | None:
    """The lines of sight of a game of this scenario; None for a ruleset that has none."""
    if find_spec(_path(scenario.ruleset, "views")) is None:
        return None
    return cast("Views", _module(scenario.ruleset, "views").load_views(scenario, options))


def _module(ruleset: str, name: str = "rules"):  # type: ignore[no-untyped-def]
    return import_module(_path(ruleset, name))


def _path(ruleset: str, name: str) -> str:
    return f"adjudicator.rulesets.{ruleset}.{name}"
