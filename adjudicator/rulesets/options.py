"""The switches of a ruleset as chosen for a game, and what can be wrong with the choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class BadOption(Exception):  # noqa: N818
    """An option does not exist, or not with that value; the message says so in plain words."""


@dataclass(frozen=True)
class Options:
    """The switches of an ``options.yaml`` as chosen for a game; every value is text."""

    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        """The value of a switch; KeyError when there is none of that name."""
        return self.values[name]

    def is_on(self, name: str) -> bool:
        """Whether a true/false switch is on."""
        return self.values[name] == "true"


def choose_options(ruleset: str, known: Sequence[Mapping[str, Any]], chosen: Mapping[str, str]) -> Options:
    """The options of a game: the defaults with what was chosen. Raises BadOption in plain words."""
    defaults = {entry["option"]: str(entry["default"]) for entry in known}
    allowed = {entry["option"]: [str(value) for value in entry["values"]] for entry in known}
    for name, value in chosen.items():
        if name not in defaults:
            raise BadOption(f"there is no option '{name}'; see: adjudicator rules {ruleset}")
        if value not in allowed[name]:
            raise BadOption(f"option {name} takes {', '.join(allowed[name])}, not '{value}'")
    return Options({**defaults, **chosen})
