"""One event in one sentence, for those kinds that are worth telling one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.model.events import Json
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
_GOES: Mapping[str, Verb] = {
    "retreat": ("retreats", "retreat"),
    "advance": ("advances", "advance"),
    "displaced": ("is displaced", "are displaced"),
    "rail": ("goes by rail", "go by rail"),
    "move": ("moves", "move"),
}


def tell(entries: Sequence[Entry], naming: Naming) -> list[str]:
    """Sentences for a run of entries; units that go the same way share one. Kinds that explain nothing alone are left out."""
    told: list[str] = []
    for group in _together(entries):
        entry = group[0]
        teller = _TELLERS.get(kind_of(entry))
        sentence = teller(group, naming) if teller else ""
        if sentence:
            told.append(ended(sentence))
    return told


def route(path: Sequence[str]) -> str:
    """Hexes in the order passed."""
    return "-".join(path)


def _together(entries: Sequence[Entry]) -> list[list[Entry]]:
    groups: list[list[Entry]] = []
    for entry in entries:
        if not _is_told(entry):
            continue
        if groups and _same_way(groups[-1][0], entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def _is_told(entry: Entry) -> bool:
    kind = kind_of(entry)
    if kind in ("marked", "unmarked"):
        return values_of(entry)["marker"] in TOLD_MARKERS
    return kind in _TELLERS


def _same_way(a: Entry, b: Entry) -> bool:
    kind = kind_of(a)
    if kind != kind_of(b):
        return False
    return (kind == "moved" and values_of(a) == values_of(b)) or (
        kind in ("marked", "unmarked") and values_of(a) == values_of(b) and cases_of(a) == cases_of(b)
    )


def _units(group: Sequence[Entry], naming: Naming) -> str:
    return listed(naming.unit(str(entry["subject"])) for entry in group)


def _moved(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    path = [str(number) for number in values["path"]]
    one, many = _GOES.get(values["how"], ("goes", "go"))
    place = naming.place(path[-1])
    goal = f" ({place})" if place else ""
    verb = one if len(group) == 1 else many
    if values["how"] == "displaced":
        return f"{_units(group, naming)} {verb} from {path[0]} to {naming.hex(path[-1])}{cited(cases_of(group[0]))}"
    return f"{_units(group, naming)} {verb}: {route(path)}{goal}{cited(cases_of(group[0]))}"


def _placed(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    number = str(values_of(entry)["hex"])
    return f"{naming.unit(str(entry['subject']))} is placed in {naming.hex(number)}{cited(cases_of(entry))}"


def _removed(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    values = values_of(entry)
    box = str(values.get("box", "eliminated"))
    fate = "is eliminated" if box == "eliminated" else f"leaves the map for {box}"
    return f"{naming.unit(str(entry['subject']))} {fate}{cited(cases_of(entry), str(values.get('why', '')))}"


def _steps(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    values = values_of(entry)
    lost = int(values["from"]) - int(values["to"])
    verb = "loses" if lost > 0 else "regains"
    left = f"{values['to']} of {values['from']} left" if values["to"] else ""
    remark = cited(cases_of(entry), left, str(values.get("why", "")))
    return f"{naming.unit(str(entry['subject']))} {verb} {counted(abs(lost), 'step')}{remark}"


def _revealed(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    values = values_of(entry)
    steps = int(values["steps"])
    of_steps = f" with {counted(steps, 'step')}" if steps > 1 else ""
    return f"{naming.unit(str(entry['subject']))} turns out to be a {values['face']}{of_steps}{cited(cases_of(entry))}"


def _marked(group: Sequence[Entry], naming: Naming) -> str:
    return _marker(group, naming, 0)


def _unmarked(group: Sequence[Entry], naming: Naming) -> str:
    return _marker(group, naming, 1)


def _marker(group: Sequence[Entry], naming: Naming, lifted: int) -> str:
    one, many = TOLD_MARKERS[values_of(group[0])["marker"]][lifted]
    return f"{_units(group, naming)} {one if len(group) == 1 else many}{cited(cases_of(group[0]))}"


def _hex_marked(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    text = TOLD_MARKS.get(values_of(entry)["mark"], "")
    return text.format(naming.hex(str(entry["subject"]))) + cited(cases_of(entry)) if text else ""


def _scored(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    values = values_of(entry)
    side = capital(naming.side(str(entry["subject"])))
    return f"{side} scores {counted(int(values['points']), 'point')}{cited(cases_of(entry), str(values.get('why', '')))}"


def _chosen(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    values = values_of(entry)
    given = GIVEN_BY.get(values["by"], values["by"])
    return f"Choice of {naming.side(values['side'])}, {given}: {values['text']}{cited(cases_of(entry))}"


def _nothing_happened(group: Sequence[Entry], naming: Naming) -> str:
    return f"Nothing comes of it: {values_of(group[0])['why']}{cited(cases_of(group[0]))}"


def _air_assigned(group: Sequence[Entry], naming: Naming) -> str:
    entry = group[0]
    values: Mapping[str, Json] = values_of(entry)
    return f"{capital(naming.side(values['side']))} spends an Air Point as {values['as']}{cited(cases_of(entry))}"


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
    "nothing_happened": _nothing_happened,
    "air_assigned": _air_assigned,
}
