"""What is wrong with a state file: its form first, then whether a game of its scenario can stand like that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.engine.sequence import Rules, all_phases
from adjudicator.files.text import quote, unreadable
from adjudicator.files.yaml_reader import Document
from adjudicator.model.findings import Finding, Step
from adjudicator.model.game import ELIMINATED, Game
from adjudicator.model.near import find_near

Fault = tuple[tuple[Step, ...], str]
"""The path in the document, and what is wrong there."""


def check_state(document: Document, rules: Rules, opening: Game) -> list[Finding]:
    """What is wrong with a document that has the form of a state (its schema is satisfied) as a position of the game
    that begins with ``opening``: findings of kind ``unreadable``, by line."""
    judge = _Judge(document.data, rules, opening)
    faults = [*judge.sequence(), *judge.units(), *judge.stacks(), *judge.pools(), *judge.words(), *judge.leaders()]
    findings = [
        unreadable("state", words, document.path, *document.position(at, key=at[-1:] != ("hex",)))
        for at, words in faults
    ]
    return sorted(findings, key=lambda finding: (finding.line, finding.column, finding.message))


class _Judge:
    """The judgement of one state file; each method gives faults in the order of the file."""

    def __init__(self, data: Mapping[str, Any], rules: Rules, opening: Game) -> None:
        self.data = data
        self.rules = rules
        self.opening = opening
        self.listed: list[tuple[str, str, Mapping[str, Any]]] = [
            (side, unit_id, entry) for side, units in data["units"].items() for unit_id, entry in units.items()
        ]

    def sequence(self) -> Iterator[Fault]:
        """Turn, phase and the last phase that ended: a place in the sequence of play."""
        turn, turns = _number(self.data["turn"]), self.rules.turns
        if not 1 <= turn <= turns:
            yield ("turn",), f"turn {quote(str(self.data['turn']))} is none: the game has turns 1 to {turns}"
        names = [phase.name for phase in all_phases(self.rules)]
        before_turns = [phase.name for phase in self.rules.opening]
        here, done = self.data.get("phase") or "", self.data.get("done") or ""
        unknown = [key for key, name in (("phase", here), ("done", done)) if name and name not in names]
        for key in unknown:
            yield (key,), f"there is no phase {quote(self.data[key])}{_near(self.data[key], names)}"
        if unknown:
            return
        if here:
            before = names[-1] if here == self.rules.phases[0].name and turn > 1 else ["", *names][names.index(here)]
            if done != before:
                told = f"'done' must be {quote(before)}" if before else "nothing can be done yet"
                yield ("done",), f"phase {here} is open on turn {turn}, so {told}, not {quote(done)}"
        if turn > 1 and here in before_turns:
            yield ("phase",), f"phase {here} takes place before turn 1 and not on turn {turn}"
        elif turn > 1 and done in before_turns and not here:
            yield ("done",), f"phase {done} takes place before turn 1: on turn {turn} another was the last that ended"
        elif not here and not done and turn > 1:
            yield ("turn",), f"turn {turn} cannot be reached with no phase done: 'done' names the last phase that ended"

    def units(self) -> Iterator[Fault]:
        """Each unit: one of its side in the scenario, in a hex or box that exists, with steps and words that it can
        have; and none left out."""
        seen: dict[str, list[str]] = {side: [] for side in self.rules.sides}
        for side, unit_id, entry in self.listed:
            at = ("units", side, unit_id)
            if side not in seen:
                continue
            if unit_id not in self.opening.units or self.opening.side_of(unit_id) != side:
                own = [known for known in self.opening.units if self.opening.side_of(known) == side]
                yield at, f"the scenario has no {side} unit {quote(unit_id)}{_near(unit_id, own)}"
                continue
            seen[side].append(unit_id)
            yield from self._unit(unit_id, entry, at)
        for side in self.data["units"]:
            if side not in seen:
                yield ("units", side), f"there is no side {quote(side)}; the sides are {', '.join(self.rules.sides)}"
        if not self.data.get("seen_by"):
            for side, ids in seen.items():
                missing = sorted({u for u in self.opening.units if self.opening.side_of(u) == side} - set(ids))
                if missing:
                    shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
                    yield ("units", side), f"the state does not say where {side} units are: {shown}"

    def _unit(self, unit_id: str, entry: Mapping[str, Any], at: tuple[Step, ...]) -> Iterator[Fault]:
        counter = self.opening.counters[unit_id]
        face = entry.get("face") or ""
        steps = _number(entry["steps"])
        most = self.rules.words.steps if counter.pool else len(counter.faces) or 1
        if steps > most:
            yield (*at, "steps"), f"{unit_id} cannot have {entry['steps']} steps: it has {most} at most"
        if "hex" in entry:
            if self.opening.map.grid.find(str(entry["hex"])) is None:
                yield (*at, "hex"), f"{unit_id}: there is no hex {quote(str(entry['hex']))} on the map"
            if steps == 0:
                yield (*at, "steps"), f"{unit_id} is on the map and has no steps left: its box would be {ELIMINATED}"
        else:
            known = {unit.box for unit in self.opening.units.values() if unit.box}
            boxes = [ELIMINATED, *sorted(known | self.rules.words.boxes)]
            if entry["box"] not in boxes and entry["box"].partition("/")[0] not in self.rules.words.boxes:
                yield (*at, "box"), f"{unit_id}: there is no box {quote(entry['box'])}{_near(entry['box'], boxes)}"
            elif steps == 0 and entry["box"] != ELIMINATED:
                yield (*at, "steps"), f"{unit_id} has no steps left, so its box would be {ELIMINATED}"
        chosen = () if counter.faces or counter.pool else self.rules.words.faces.get(counter.kind, ())
        if face and face not in chosen and face not in self.opening.pools.get(f"untried/{counter.pool}", {}):
            why = "no counter of its kind shows it" if counter.pool else "its strength is printed"
            yield (*at, "face"), f"{unit_id} cannot have the face {quote(face)}: {why}"
        if chosen and not face and "hex" in entry:
            yield (*at, "hex"), f"{unit_id} is on the map without its strength: add face: {' or '.join(chosen)}"
        for word in _unknown(entry.get("markers") or (), self.rules.words.markers):
            yield (*at, "markers"), f"{unit_id}: there is no marker {_with_near(word, self.rules.words.markers)}"

    def stacks(self) -> Iterator[Fault]:
        """Units of two sides in one hex, more of one than may ever be there, two where there is room for one."""
        first: dict[str, tuple[str, str]] = {}
        count: Counter[str] = Counter()
        for side, unit_id, entry in self.listed:
            place = str(entry.get("hex", entry.get("box")))
            if "hex" in entry:
                at = ("units", side, unit_id, "hex")
                other, there = first.setdefault(place, (side, unit_id))
                count[place] += 1
                if other != side:
                    yield at, f"{unit_id} cannot be in {place}: {there} is there"
                elif count[place] - 1 == self.rules.words.stack > 0:
                    yield (
                        at,
                        f"{unit_id} cannot be in {place}: no more than {self.rules.words.stack} units may be there",
                    )
            elif "/" in place and place in self.rules.words.boxes:
                _, there = first.setdefault(place, (side, unit_id))
                if there != unit_id:
                    yield ("units", side, unit_id, "box"), f"{unit_id} cannot be {place}: {there} is"

    def pools(self) -> Iterator[Fault]:
        """Pools: those of the scenario all there, with its items, and enough left for the units that will draw."""
        pools = self.data.get("pools") or {}
        known = {name: tuple(pool) for name, pool in self.opening.pools.items()}
        for name in sorted(known.keys() - pools.keys()):
            yield ("pools",), f"the pool {quote(name)} is missing"
        for name, pool in pools.items():
            items = known.get(name) or self.rules.words.pools.get(name)
            if items is None:
                yield ("pools", name), f"there is no pool {quote(name)}{_near(name, [*known, *self.rules.words.pools])}"
                continue
            for item in _unknown(pool, items):
                yield ("pools", name, item), f"the pool {name} has no {_with_near(item, items)}"
            if name in known and (missing := [item for item in items if item not in pool]):
                yield ("pools", name), f"the pool {name} does not say how many are left of: {', '.join(missing)}"
        for name in known:
            left = sum(map(_number, pools.get(name, {}).values()))
            drawers = [unit_id for _, unit_id, entry in self.listed if self._draws_from(name, unit_id, entry)]
            if name in pools and left < len(drawers):
                yield ("pools", name), f"the pool {name} holds {left} for {len(drawers)} units that are still to draw"

    def _draws_from(self, pool: str, unit_id: str, entry: Mapping[str, Any]) -> bool:
        counter = self.opening.counters.get(unit_id)
        is_there = entry.get("box") != ELIMINATED
        return counter is not None and pool == f"untried/{counter.pool}" and is_there and not entry.get("face")

    def words(self) -> Iterator[Fault]:
        """Marks of hexes, flags, scores and the side whose view it is."""
        words = self.rules.words
        for number, marks in (self.data.get("hexes") or {}).items():
            if self.opening.map.grid.find(number) is None:
                yield ("hexes", number), f"there is no hex {quote(number)} on the map"
            for word in _unknown(marks, words.marks):
                yield ("hexes", number), f"{number}: there is no hex mark {_with_near(word, words.marks)}"
        for name in _unknown(self.data.get("flags") or {}, words.flags):
            yield ("flags", name), f"there is no flag {_with_near(name, words.flags)}"
        for side in _unknown(self.data.get("score") or {}, self.rules.sides):
            yield ("score", side), f"there is no side {quote(side)}; the sides are {', '.join(self.rules.sides)}"
        seen_by = self.data.get("seen_by")
        if seen_by and seen_by not in self.rules.sides:
            yield ("seen_by",), f"there is no side {quote(seen_by)}; the sides are {', '.join(self.rules.sides)}"

    def leaders(self) -> Iterator[Fault]:
        """Flags that name a side: each names one when it has been set, and two that are set together name two."""
        names = [phase.name for phase in all_phases(self.rules)]
        done, flags = self.data.get("done") or "", self.data.get("flags") or {}
        if done and done not in names:
            return
        place = names.index(done) if done else -1
        named: set[tuple[str, str]] = set()
        for flag, (setter, lifter) in self.rules.words.leaders.items():
            side = flags.get(flag) or ""
            lasts = place < names.index(lifter) if lifter else True
            is_set = (place >= names.index(setter) and lasts) or (not lifter and _number(self.data["turn"]) > 1)
            if side and side not in self.rules.sides:
                yield (
                    ("flags", flag),
                    f"{flag}: there is no side {quote(side)}; there are {', '.join(self.rules.sides)}",
                )
            elif is_set and not side:
                yield ("flags",), f"the flag {quote(flag)} is missing: it names a side since {setter}"
            elif side and (setter, side) in named:
                yield ("flags", flag), f"{flag}: {side} is named already, and no side is so twice"
            named.add((setter, side))


def _number(text: Any) -> int:
    """A count as written; one of ten digits or more is as good as any other."""
    digits = str(text).lstrip("0")
    return int(digits[:10] or 0)


def _unknown(written: Iterable[str], known: Iterable[str]) -> list[str]:
    allowed = set(known)
    return [word for word in written if word not in allowed]


def _with_near(word: str, known: Iterable[str]) -> str:
    names = sorted(known)
    return f"{quote(word)}{_near(word, names) or '; there is ' + ', '.join(names)}"


def _near(word: str, known: Iterable[str]) -> str:
    near = find_near(word, known)
    return f", did you mean {quote(near)}?" if near else ""
