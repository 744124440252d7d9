"""One event in one sentence, for those kinds that are worth telling one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from adjudicator.reports.chronicle import Entry, cases_of, kind_of, values_of
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import capital, cited, counted, ended, listed

Verb = tuple[str, str]
"""A verb of one and of many."""

TOLD_MARKERS: Mapping[str, tuple[Verb, Verb]] = {
    "disrupted": (("is disrupted", "are disrupted"), ("recovers from disruption", "recover from disruption")),
    "inactive": (("turns non-active", "turn non-active"), ("turns active", "turn active")),
    "strongpoint": (("forms a strongpoint", "form strongpoints"), ("gives up its strongpoint", "give up strongpoints")),
}
"""Markers that players see, with what is said when they are set and lifted."""

TOLD_MARKS: Mapping[str, str] = {"garrison_lost": "The garrison of {} is destroyed"}
GIVEN_BY: Mapping[str, str] = {
    "orders": "by orders",
    "standing": "by standing orders",
    "answer": "by answer",
    "default": "by default",
}
FOLDED = frozenset({"advance", "retreat_path", "lose_step", "displace", "overstack"})
"""Choices whose outcome the next event tells: only who made them so is added there."""

_GOES: Mapping[str, Verb] = {
    "retreat": ("retreats", "retreat"),
    "advance": ("advances", "advance"),
    "displaced": ("is displaced", "are displaced"),
    "rail": ("goes by rail", "go by rail"),
    "move": ("moves", "move"),
}


def tell(entries: Iterable[Entry], naming: Naming) -> list[str]:
    """Sentences for a run of entries; units that fare alike share one. Kinds that say nothing alone are left out."""
    return [ended(_TELLERS[kind_of(group[0])](group, naming)) for group in _together(_folded(entries))]


def route(path: Sequence[str]) -> str:
    """Hexes in the order passed."""
    return "-".join(path)


def _folded(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries that are told; one that was chosen bears by what in ``by``."""
    chosen_by = ""
    for entry in entries:
        values = values_of(entry)
        if kind_of(entry) == "chosen" and values["kind"] in FOLDED and values["value"]:
            chosen_by = str(values["by"])
        elif _is_told(entry):
            yield {**entry, "by": chosen_by} if chosen_by else entry
            chosen_by = ""


def _is_told(entry: Entry) -> bool:
    kind = kind_of(entry)
    if kind in ("marked", "unmarked"):
        return values_of(entry)["marker"] in TOLD_MARKERS
    if kind == "hex_marked":
        return values_of(entry)["mark"] in TOLD_MARKS
    return kind in _TELLERS


def _together(entries: Iterable[Entry]) -> list[list[Entry]]:
    groups: list[list[Entry]] = []
    for entry in entries:
        if groups and _is_alike(groups[-1][0], entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def _is_alike(a: Entry, b: Entry) -> bool:
    kind = kind_of(a)
    if kind != kind_of(b) or cases_of(a) != cases_of(b) or a.get("by") != b.get("by"):
        return False
    if kind == "chosen":
        return _is_stay(a) and _is_stay(b) and values_of(a)["by"] == values_of(b)["by"]
    return kind in ("moved", "marked", "unmarked", "removed") and values_of(a) == values_of(b)


def _is_stay(entry: Entry) -> bool:
    values = values_of(entry)
    return values["kind"] == "advance" and not values["value"] and "unit" in values


def _brackets(group: Sequence[Entry], *remarks: str) -> str:
    by = str(group[0].get("by", ""))
    return cited(cases_of(group[0]), *remarks, GIVEN_BY.get(by, by))


def _units(group: Sequence[Entry], naming: Naming) -> str:
    return listed(naming.unit(str(entry["subject"])) for entry in group)


def _verb(verb: Verb, group: Sequence[Entry]) -> str:
    return verb[0] if len(group) == 1 else verb[1]


def _moved(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    path = [str(number) for number in values["path"]]
    verb = _verb(_GOES.get(values["how"], ("goes", "go")), group)
    place = naming.place(path[-1])
    if values["how"] == "displaced":
        return f"{_units(group, naming)} {verb} from {path[0]} to {naming.hex(path[-1])}{_brackets(group)}"
    return f"{_units(group, naming)} {verb}{f' to {place}' if place else ''}: {route(path)}{_brackets(group)}"


def _placed(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} is placed in {naming.hex(str(values_of(group[0])['hex']))}{_brackets(group)}"


def _removed(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    box = str(values.get("box", "eliminated"))
    why = str(values.get("why", "")).removeprefix("eliminated: ")
    if box == "eliminated":
        return f"{_units(group, naming)} {_verb(('is eliminated', 'are eliminated'), group)}{_brackets(group, why)}"
    return f"{_units(group, naming)} {_verb(('leaves', 'leave'), group)} the map for {box}{_brackets(group, why)}"


def _steps(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    lost = int(values["from"]) - int(values["to"])
    verb = "loses" if lost > 0 else "regains"
    remark = _brackets(group, f"{values['to']} left", str(values.get("why", "")))
    return f"{_units(group, naming)} {verb} {counted(abs(lost), 'step')}{remark}"


def _revealed(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    steps = int(values["steps"])
    with_steps = f" with {counted(steps, 'step')}" if steps > 1 else ""
    return f"{_units(group, naming)} turns out to be a {values['face']}{with_steps}{_brackets(group)}"


def _marked(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} {_verb(TOLD_MARKERS[values_of(group[0])['marker']][0], group)}{_brackets(group)}"


def _unmarked(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} {_verb(TOLD_MARKERS[values_of(group[0])['marker']][1], group)}{_brackets(group)}"


def _hex_marked(group: Sequence[Entry], naming: Naming) -> str:
    text = TOLD_MARKS[values_of(group[0])["mark"]]
    return text.format(naming.hex(str(group[0]["subject"]))) + _brackets(group)


def _scored(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    side = capital(naming.side(str(group[0]["subject"])))
    won = counted(int(values["points"]), "point")
    return f"{side} scores {won}{_brackets(group, str(values.get('why', '')))}"


def _chosen(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    given = GIVEN_BY.get(values["by"], values["by"])
    if _is_stay(group[0]):
        stayers = listed(naming.unit(str(values_of(entry)["unit"])) for entry in group)
        return f"{stayers} {_verb(('does', 'do'), group)} not advance{cited((), given)}"
    return f"{capital(naming.side(values['side']))} decides {given}: {values['text']}{_brackets(group)}"


def _no_retreat(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    hexes = "one hex" if values["hexes"] == 1 else f"{values['hexes']} hexes"
    return f"The {naming.side_name(values['side'])} units have no way to retreat {hexes}{_brackets(group)}"


def _nothing_happened(group: Sequence[Entry], naming: Naming) -> str:
    return f"Nothing comes of it: {values_of(group[0])['why']}{_brackets(group)}"


def _air_assigned(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    return f"{capital(naming.side(values['side']))} spends an Air Point as {values['as']}{_brackets(group)}"


_TELLERS: Mapping[str, Callable[[Sequence[Entry], Naming], str]] = {
    "moved": _moved,
    "placed": _placed,
    "removed": _removed,
    "steps": _steps,
    "revealed": _revealed,
    "marked": _marked,
    "unmarked": _unmarked,
    "hex_marked": _hex_marked,
    "scored": _scored,
    "chosen": _chosen,
    "no_retreat": _no_retreat,
    "nothing_happened": _nothing_happened,
    "air_assigned": _air_assigned,
}
