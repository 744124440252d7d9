"""A scenario as loaded: the map and counters ready, the rest as plain data for its ruleset to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.model.map import GameMap
from adjudicator.model.units import Counter


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario. ``data`` and ``tables`` are mappings of text, lists and mappings as in their files;
    ``options`` are the ruleset's switches as in its options file."""

    name: str
    title: str
    ruleset: str
    map: GameMap
    counters: Mapping[str, Counter]
    data: Mapping[str, Any]
    tables: Mapping[str, Any]
    options: tuple[Mapping[str, Any], ...]
