"""The check of an initial deployment (5.1, 5.2, 5.3): lists, front line, faces, regiments, stacking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.units import Unit
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.regiments import BROKEN, REGIMENTS, face_of, line_of
from adjudicator.rulesets.kharkov.setting import AXIS, SIDES, SOVIET, Setting

FRONT = "front"
LIST_CASE = {AXIS: "5.2", SOVIET: "5.3"}
ARRIVES = "turn/"
WEAK, STRONG = face_of(1), face_of(2)


@dataclass(frozen=True)
class Group:
    """One line of a deployment list: ``units`` by id and ``counts`` by kind may stand in ``places`` (hex numbers, or a
    reserve box); of all of them at most ``spare_limit`` in ``spare`` places besides."""

    side: str
    name: str
    places: frozenset[str]
    units: tuple[str, ...]
    counts: Mapping[str, int]
    spare: frozenset[str] = frozenset()
    spare_limit: int = 0

    def has(self, place: str) -> bool:
        """Whether a unit of the group may stand there."""
        return place in self.places or place in self.spare


@dataclass(frozen=True)
class Placement:
    """Where a unit begins (a hex number or a box) and what else is said of it: its ``words``."""

    unit: str
    place: str
    words: tuple[str, ...]


def judge_deployment(
    setting: Setting,
    groups: Sequence[Mapping[str, Any]],
    placements: Mapping[str, str],
    sides: Sequence[str] = SIDES,
) -> list[Finding]:
    """Everything in which a deployment of one side or of both breaks 5.1 to 5.3.

    ``groups`` are the lists as a scenario holds them, scalars as text. ``placements`` maps a unit to a hex number or a
    box (``reserve/28a``, ``turn/5``), followed by words if it does not begin as it is dealt: ``steps=2``, ``active``, a
    strength such as ``4-6``. A division that begins broken down is in the box ``broken``, each of its regiments in a
    hex with the face it shows, ``0819 2-2`` (5.13).
    """
    written = [_read(unit_id, text) for unit_id, text in sorted(placements.items())]
    findings = [finding for placement in written for finding in _judge_unit(setting, placement)]
    known = {p.unit: p for p in written if p.unit in setting.counters and not _is_unknown(setting, p.place)}
    lists = [group for group in read_groups(setting, groups) if group.side in sides]
    findings += _judge_named(setting, lists, known)
    findings += _judge_counted(setting, lists, known)
    findings += _judge_regiments(setting, lists, known)
    findings += _judge_spare(setting, lists, known)
    position = _position_of(setting, known.values())
    return [*findings, *_judge_stacks(position), *_judge_front(position, sides)]


def read_groups(setting: Setting, groups: Iterable[Mapping[str, Any]]) -> list[Group]:
    """The lists that hold with the options of the game."""
    return [_read_group(setting, group) for group in groups if _is_chosen(setting, group)]


def find_stretch(setting: Setting, side: str, first: str, last: str) -> tuple[frozenset[int], frozenset[int]]:
    """A side's hexes along the front line between two of its points, and its next row: hexes that touch those and no
    part of the front (5.14)."""
    front = setting.map.fronts[FRONT]
    which = front.sides.index(side)
    along = frozenset(pair[which] for pair in front.pairs[front.points[first] : front.points[last]])
    on_front = {pair[which] for pair in front.pairs}
    beside = {n for hex_ in along for n in setting.map.grid.adjacent[hex_]}
    behind = {n for n in beside - on_front if (n in setting.soviet_side) == (side == SOVIET)}
    return along, frozenset(behind)


def _read(unit_id: str, text: str) -> Placement:
    place, *words = text.split() or [""]
    return Placement(unit_id, place, tuple(words))


def _is_unknown(setting: Setting, place: str) -> bool:
    return "/" not in place and place not in (BROKEN, REGIMENTS) and setting.map.grid.find(place) is None


def _is_chosen(setting: Setting, group: Mapping[str, Any]) -> bool:
    return all(setting.options[name] == value for name, value in group.get("option", {}).items())


def _read_group(setting: Setting, group: Mapping[str, Any]) -> Group:
    grid, side = setting.map.grid, group["side"]
    divisions = group.get("divisions", [])
    members = [counter.id for counter in setting.counters.values() if counter.division in divisions]
    if "between" in group:
        first, last = group["between"]
        along, behind = find_stretch(setting, side, first, last)
        places = {grid.number(hex_) for hex_ in along | behind}
        name = f"the front line between points {first} and {last}"
    elif "within" in group:
        centre, distance = group["within"]["of"], int(group["within"]["distance"])
        places = {grid.number(hex_) for hex_ in grid.within(grid.hex(centre), distance)}
        name = f"within {distance} hexes of {centre}"
    elif "box" in group:
        places, name = {f"reserve/{group['box']}"}, f"the reserve of {group['box']}"
    else:
        places, name = {group["hex"]}, f"hex {group['hex']}"
    also = group.get("also", {"hexes": [], "at_most": 0})
    return Group(
        side,
        name,
        frozenset(places),
        (*group.get("units", []), *members),
        {kind: int(count) for kind, count in group.get("counts", {}).items()},
        frozenset(also["hexes"]),
        int(also["at_most"]),
    )


def _judge_unit(setting: Setting, placement: Placement) -> Iterator[Finding]:
    unit_id, counter = placement.unit, setting.counters.get(placement.unit)
    if counter is None:
        yield _finding("unknown-unit", f"there is no unit '{unit_id}'", ("3.2",), unit_id)
        return
    if _is_unknown(setting, placement.place):
        message = f"{unit_id} is put in {placement.place}, which is no hex of the map and no box"
        yield _finding("unknown-hex", message, ("3.1",), unit_id, placement.place)
    if setting.is_regiment(unit_id) and placement.place != REGIMENTS and _face_of(placement) not in (WEAK, STRONG):
        message = f"{unit_id} begins in {placement.place} without the face it shows, {STRONG} or {WEAK}"
        yield _finding("no-face", message, ("5.13", "15.11"), unit_id, placement.place)
    full = len(counter.faces) or 1
    for word in placement.words:
        if word.startswith("steps=") and word != f"steps={full}":
            message = f"{unit_id} begins with {word.removeprefix('steps=')} of {full} steps: all begin at full strength"
            yield _finding("not-at-full-strength", message, ("5.11",), unit_id, placement.place)
        elif word == "active":
            message = f"{unit_id} begins active: every headquarters begins on its non-active face"
            yield _finding("begins-active", message, ("10.31",), unit_id, placement.place)
        elif counter.pool and word[:1].isdigit():
            message = f"{unit_id} begins with a known strength, {word}: it begins untried"
            yield _finding("begins-revealed", message, ("5.12", "12.0"), unit_id, placement.place)


def _judge_named(setting: Setting, lists: Iterable[Group], known: Mapping[str, Placement]) -> Iterator[Finding]:
    listed = {unit_id: group for group in lists for unit_id in group.units}
    for unit_id, group in listed.items():
        case = LIST_CASE[group.side]
        if unit_id not in known:
            yield _finding("not-deployed", f"{unit_id} is not deployed: its place is {group.name}", (case,), unit_id)
        elif not group.has(known[unit_id].place) and not _is_broken(setting, known[unit_id]):
            place = known[unit_id].place
            message = f"{unit_id} may not begin in {place}: its place is {group.name}"
            yield _finding("outside-its-group", message, (case, "5.14"), unit_id, place)
    counted = {(group.side, kind) for group in lists for kind in group.counts}
    for unit_id, placement in known.items():
        counter = setting.counters[unit_id]
        is_listed = unit_id in listed or (counter.side, counter.kind) in counted
        if setting.is_regiment(unit_id):
            continue
        if not is_listed and not placement.place.startswith(ARRIVES):
            case = LIST_CASE[counter.side]
            message = f"{unit_id} may not begin in {placement.place}: no list names it"
            yield _finding("not-in-a-list", message, (case,), unit_id, placement.place)


def _judge_counted(setting: Setting, lists: Sequence[Group], known: Mapping[str, Placement]) -> Iterator[Finding]:
    """Units that are listed by kind only: each must find a place in some list, and each list must be filled."""
    for side in SIDES:
        for kind in sorted({kind for group in lists if group.side == side for kind in group.counts}):
            rows = [group for group in lists if group.side == side and kind in group.counts]
            units = [
                placement
                for unit_id, placement in known.items()
                if (setting.counters[unit_id].side, setting.counters[unit_id].kind) == (side, kind)
                and not placement.place.startswith(ARRIVES)
            ]
            yield from _judge_filling(kind, rows, units, (LIST_CASE[side],))


def _judge_regiments(setting: Setting, lists: Sequence[Group], known: Mapping[str, Placement]) -> Iterator[Finding]:
    """The regiments of divisions that begin broken down: as many of each face as 15.11 gives for the divisions of a
    list must stand where those might, and no others (5.13)."""
    rows = []
    for group in lists:
        broken = [u for u in group.units if u in known and _is_broken(setting, known[u])]
        counts = Counter(face_of(strength) for u in broken for strength in full_line(setting, u))
        rows.append(replace(group, counts=dict(counts)))
    placed = [p for p in known.values() if setting.is_regiment(p.unit) and p.place != REGIMENTS]
    for face in (STRONG, WEAK):
        units = [placement for placement in placed if _face_of(placement) == face]
        of_face = [row for row in rows if face in row.counts]
        if of_face:
            yield from _judge_filling(face, of_face, units, ("5.13", "15.11"))
        for placement in () if of_face else units:
            message = f"{placement.unit} begins in {placement.place}: no division is broken down into a {face} regiment"
            yield _finding("no-division", message, ("5.13", "15.11"), placement.unit, placement.place)


def full_line(setting: Setting, unit_id: str) -> tuple[int, ...]:
    """The regiments of a division at full strength (5.11, 15.11)."""
    faces = setting.counters[unit_id].faces
    return line_of(setting, unit_id, faces[0][0]) if faces else ()


def _is_broken(setting: Setting, placement: Placement) -> bool:
    return placement.place == BROKEN and bool(full_line(setting, placement.unit))


def _face_of(placement: Placement) -> str:
    return next((word for word in placement.words if word[:1].isdigit()), "")


def _judge_filling(
    kind: str, rows: Sequence[Group], units: Iterable[Placement], cases: tuple[str, ...]
) -> Iterator[Finding]:
    """Units of one kind that find no place in the lists, and lists that are not filled."""
    filled: list[list[Placement]] = [[] for _ in rows]
    for placement in units:
        if not _find_room(placement, kind, rows, filled, set()):
            yield _no_room(placement, kind, rows, cases)
    for group, taken in zip(rows, filled, strict=True):
        if len(taken) < group.counts[kind]:
            message = f"{group.name}: {len(taken)} of {group.counts[kind]} {kind} units are deployed there"
            yield _finding("group-not-filled", message, cases)


def _find_room(
    placement: Placement, kind: str, rows: Sequence[Group], filled: list[list[Placement]], tried: set[int]
) -> bool:
    """Whether a unit can be counted in one of the lists, others being counted elsewhere to make room for it."""
    for index, group in enumerate(rows):
        if index in tried or not group.has(placement.place):
            continue
        tried.add(index)
        if len(filled[index]) < group.counts[kind]:
            filled[index].append(placement)
            return True
        for other in list(filled[index]):
            if _find_room(other, kind, rows, filled, tried):
                filled[index].remove(other)
                filled[index].append(placement)
                return True
    return False


def _no_room(placement: Placement, kind: str, rows: Sequence[Group], cases: tuple[str, ...]) -> Finding:
    unit_id, place = placement.unit, placement.place
    near = [group for group in rows if group.has(place)]
    if not near:
        message = f"{unit_id} may not begin in {place}: no list puts a {kind} unit there"
        return _finding("outside-its-group", message, (*cases, "5.14"), unit_id, place)
    full = "; ".join(f"{group.name} {group.counts[kind]}" for group in near)
    message = f"{unit_id} may not begin in {place}: too many {kind} units there"
    return _finding("group-too-full", message, cases, unit_id, place, (f"allowed: {full}",))


def _judge_spare(setting: Setting, lists: Iterable[Group], known: Mapping[str, Placement]) -> Iterator[Finding]:
    regiments = [unit_id for unit_id in known if setting.is_regiment(unit_id)]
    for group in lists:
        members = (*group.units, *regiments)
        inside = [u for u in members if u in known and known[u].place in group.spare - group.places]
        if len(inside) > group.spare_limit:
            message = f"{', '.join(inside)} begin in {', '.join(sorted(group.spare))}: at most {group.spare_limit} may"
            yield _finding("too-many-in-city", message, (LIST_CASE[group.side],), inside[-1], known[inside[-1]].place)


def _position_of(setting: Setting, placements: Iterable[Placement]) -> Position:
    grid = setting.map.grid
    by_id = {placement.unit: grid.find(placement.place) for placement in placements}
    units = {unit_id: Unit(unit_id, by_id[unit_id]) for unit_id in setting.counters if unit_id in by_id}
    return Position(setting, Game("", "", 1, "", "", units, setting.map, setting.counters))


def _judge_stacks(position: Position) -> Iterator[Finding]:
    limit = position.setting.tables.stack
    for side in SIDES:
        for hex_ in sorted(position.stacks[side]):
            units, number = position.combat_units_of(side, hex_), position.number(hex_)
            if len(units) > limit:
                message = f"{number} holds {len(units)} combat units: {', '.join(units)}; {limit} may stack"
                yield _finding("overstacked", message, ("8.1",), units[-1], number)


def _judge_front(position: Position, sides: Sequence[str]) -> Iterator[Finding]:
    front = position.setting.map.fronts[FRONT]
    for side in sides:
        which = front.sides.index(side)
        for hex_ in dict.fromkeys(pair[which] for pair in front.pairs):
            if not position.units_of(side, hex_) and hex_ not in position.zones[side]:
                number = position.number(hex_)
                message = f"{number} on the front line holds no {side.capitalize()} unit and is in no zone of control"
                yield _finding("front-not-covered", message, ("5.15",), hex_=number)


def _finding(
    code: str, message: str, cases: tuple[str, ...], unit: str = "", hex_: str = "", notes: tuple[str, ...] = ()
) -> Finding:
    return Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, notes=notes)
