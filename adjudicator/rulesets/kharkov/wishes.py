"""What orders and standing orders answer to a choice (6.62, 6.75, 9.56-9.62, 9.71, 10.17, 13.12): nearest wish first.

An order speaks for its own combat. Standing orders speak by unit, then by hex, then by default; what they say of a hex
counts where it is attacked, and not in an attack of their own side from it, but for the ways of retreat. In each the
first preference that is among the legal answers wins. Written values are text; ``true`` and ``1`` may come as
themselves too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.engine.steps import Advice, Choice
from adjudicator.model.events import Json
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.standing import listed

Scope = Mapping[str, Any]
Reader = Callable[[Position, Choice, Scope], Iterator[Json]]
"""The answers that a scope gives to a choice, the preferred one first."""
YES = ("true", "yes")
NO = ("false", "no")


def advise(position: Position, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
    """The answer that the order a choice arose from gives, or its side's standing orders; None when neither does.

    ``standing`` has ``units``, ``hexes`` and ``default``; keys are unit ids and printed hex numbers.
    """
    read = READERS.get(choice.kind)
    if read is None:
        return None
    values = [option.value for option in choice.options]
    for by, scopes in (("orders", _scopes_of_order(choice)), ("standing", _scopes_of_standing(choice, standing))):
        for scope in scopes:
            for value in read(position, choice, scope):
                if value in values:
                    return Advice(value, by)
    return None


def _scopes_of_order(choice: Choice) -> Iterator[Scope]:
    if choice.order is None:
        return
    data = choice.order.data
    unit_id = str(choice.facts.get("unit", ""))
    scope = {name: data[name] for name in ("prefer", "lose", "if_chased") if name in data}
    retreat, advance = data.get("retreat"), data.get("advance")
    if isinstance(retreat, Mapping) and unit_id in retreat:
        scope["retreat"] = retreat[unit_id]
    if isinstance(advance, Mapping):
        # Whoever is not named in an order that speaks of advances stays.
        scope["advance"] = advance.get(unit_id, [])
    elif advance is not None:
        scope["advance"] = advance
    yield scope


def _scopes_of_standing(choice: Choice, standing: Mapping[str, Json]) -> Iterator[Scope]:
    facts = choice.facts
    units = [facts["unit"]] if "unit" in facts else facts.get("units", [])
    hexes = [facts["hex"]] if "hex" in facts else [*facts.get("hexes", []), *facts.get("targets", [])]
    yield from _named(standing.get("units"), units)
    for scope in _named(standing.get("hexes"), hexes):
        # An attack from a hex is no fight in it, and has wishes of its own; the way out of the hex is the same.
        yield scope if choice.order is None else {"retreat": scope.get("retreat")}
    default = standing.get("default")
    if isinstance(default, Mapping):
        yield default


def _named(scopes: Any, names: Iterable[str]) -> Iterator[Scope]:
    if isinstance(scopes, Mapping):
        by_name = {str(name): scope for name, scope in scopes.items()}
        yield from (by_name[name] for name in names if isinstance(by_name.get(name), Mapping))


def _word_in(field: str) -> Reader:
    def read(position: Position, choice: Choice, scope: Scope) -> Iterator[Json]:
        if field in scope:
            yield str(scope[field])

    return read


def _list_in(field: str) -> Reader:
    def read(position: Position, choice: Choice, scope: Scope) -> Iterator[Json]:
        yield from (str(item) for item in listed(scope.get(field)))

    return read


def _flag_in(field: str) -> Reader:
    def read(position: Position, choice: Choice, scope: Scope) -> Iterator[Json]:
        if field in scope:
            yield "yes" if str(scope[field]).lower() in YES else "no"

    return read


def _read_retreat(position: Position, choice: Choice, scope: Scope) -> Iterator[Json]:
    """Each path as written; failing that, the first answer that begins as it does, or that it begins with."""
    paths = [list(option.value) for option in choice.options]
    for wish in paths_in(scope.get("retreat")):
        yield wish
        yield from (path for path in paths if wish and path[: len(wish)] == wish[: len(path)])


def _read_advance(position: Position, choice: Choice, scope: Scope) -> Iterator[Json]:
    """A path as written, ``no`` to stay, or ``yes`` for the nearest hex that is open."""
    if "advance" not in scope:
        return
    wish = scope["advance"]
    word = str(wish).lower()
    if word in NO:
        yield []
    elif word in YES:
        yield from sorted((option.value for option in choice.options if option.value), key=len)
    else:
        yield [str(hex_) for hex_ in listed(wish)]


def _read_air(position: Position, choice: Choice, scope: Scope) -> Iterator[Json]:
    """A number of points, or ``at_least`` these odds while more than ``hold`` are left. Odds that are not known yet are
    not enough (13.11)."""
    if "air" not in scope:
        return
    wish = scope["air"]
    if not isinstance(wish, Mapping):
        yield "no" if str(wish).lower() in ("0", *NO) else "yes"
        return
    columns = position.setting.tables.columns
    odds, least = str(choice.facts["odds"]), str(wish.get("at_least", columns[0]))
    holds = int(choice.facts["left"]) <= int(wish.get("hold", 0))
    is_enough = "at_least" not in wish or (
        odds in columns and least in columns and columns.index(odds) >= columns.index(least)
    )
    yield "yes" if is_enough and not holds else "no"


READERS: Mapping[str, Reader] = {
    "retreat_or_lose": _word_in("prefer"),
    "lose_step": _list_in("lose"),
    "overstack": _list_in("lose"),
    "retreat_path": _read_retreat,
    "advance": _read_advance,
    "displace": _list_in("displace"),
    "air": _read_air,
    "activate": _list_in("activate"),
    "chase": _flag_in("chase"),
    "if_chased": _word_in("if_chased"),
    "release": _flag_in("release"),
    "placement": _list_in("place"),
}
"""How each kind of choice is read from what a side has written."""


def paths_in(value: Any) -> list[list[str]]:
    """A path or a list of paths as a list of paths."""
    items = listed(value)
    nested = items if items and isinstance(items[0], list) else [items]
    return [[str(hex_) for hex_ in path] for path in nested]
