"""Events that are told in one sentence put together: choices with what they led to, units that fare alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.reports.chronicle import Entry, cases_of, is_stand, kind_of, values_of
from adjudicator.reports.words import cited

GIVEN_BY: Mapping[str, str] = {
    "orders": "by orders",
    "standing": "by standing orders",
    "answer": "by answer",
    "default": "by default",
}
FOLDED = frozenset({"advance", "retreat_path", "lose_step", "displace", "overstack", "chase", "placement"})
"""Choices whose outcome the next event tells: only who made them so is added there, in ``by``."""

LAST_STEP = "lost its last step"


def folded(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Groups of entries, one for each sentence. A group of losses may begin with the choice to stand."""
    groups: list[list[Entry]] = []
    for entry in _advances_first(_outcomes(entries)):
        if groups and _belongs(groups[-1], entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def is_loss(entry: Entry) -> bool:
    """Whether a unit loses a step, be it its last."""
    values = values_of(entry)
    if kind_of(entry) == "steps":
        return int(values["from"]) > int(values["to"])
    return kind_of(entry) == "removed" and str(values.get("why", "")).startswith(LAST_STEP)


def is_stay(entry: Entry) -> bool:
    """Whether an event is the choice not to advance."""
    values = values_of(entry)
    return kind_of(entry) == "chosen" and values["kind"] == "advance" and not values["value"] and "unit" in values


def given_by(entry: Entry) -> str:
    """By what an outcome was chosen, ``by standing orders``, or the empty string."""
    by = str(entry.get("by", ""))
    return GIVEN_BY.get(by, by)


def brackets(group: Sequence[Entry], *remarks: str) -> str:
    """Remarks, by what it was chosen and cases, in brackets with a space before them."""
    return cited(cases_of(group[0]), *remarks, given_by(group[0]))


def _outcomes(entries: Iterable[Entry]) -> Iterator[Entry]:
    by = retreat = ""
    for entry in entries:
        values = values_of(entry)
        if kind_of(entry) == "chosen":
            kind, value = values["kind"], values["value"]
            if kind == "retreat_or_lose" and value == "retreat":
                retreat = str(values["by"])
                continue
            if kind == "air" or (kind in FOLDED and value):
                by = "" if value == "no" else str(values["by"])
                continue
        if kind_of(entry) != "moved" or values["how"] != "retreat":
            retreat = ""
        given = by or retreat
        by = ""
        yield {**entry, "by": given} if given else entry


def _advances_first(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The same entries, but of victors that choose one after the other those that advance alike come together."""
    run: list[Entry] = []
    for entry in entries:
        if is_stay(entry) or (kind_of(entry) == "moved" and values_of(entry)["how"] == "advance"):
            run.append(entry)
            continue
        yield from _sorted(run)
        run = []
        yield entry
    yield from _sorted(run)


def _sorted(run: Sequence[Entry]) -> list[Entry]:
    def place(entry: Entry) -> tuple[bool, int]:
        return is_stay(entry), next(index for index, other in enumerate(run) if _is_alike(other, entry))

    return sorted(run, key=place)


def _belongs(group: Sequence[Entry], entry: Entry) -> bool:
    first, last = group[0], group[-1]
    if not is_loss(entry):
        return _is_alike(first, entry)
    if is_stand(first):
        return entry["subject"] in values_of(first).get("units", (entry["subject"],))
    return is_loss(last) and last["subject"] == entry["subject"]


def _is_alike(a: Entry, b: Entry) -> bool:
    kind = kind_of(a)
    if kind != kind_of(b) or cases_of(a) != cases_of(b) or a.get("by") != b.get("by"):
        return False
    if kind == "chosen":
        return a is b or (is_stay(a) and is_stay(b) and values_of(a)["by"] == values_of(b)["by"])
    return kind in ("moved", "placed", "marked", "unmarked", "removed") and values_of(a) == values_of(b)
