"""The referee drives a game: applies events, throws dice, finds answers, and stops where something is owed.

What it does is a pure function of the opening position, the inputs (orders, standing orders, answers) and the dice, so
going on after a stop means playing the phase again from its opening: every entry must come out as it was logged.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from adjudicator.engine.apply import apply
from adjudicator.engine.check import Lines, check_orders, check_sections
from adjudicator.engine.sequence import Rules, next_phase, phase_of, play
from adjudicator.engine.steps import Advice, Choice, Roll, Sections
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import Order, split_section

PASS = "pass"
Entry = dict[str, Json]
INPUTS = ("orders", "pass", "standing", "answer")


class Source(Protocol):
    """Where new inputs come from (a game folder, loose files, a test)."""

    def orders(self, turn: int, side: str, section: str, part: int) -> list[Json] | str | None:
        """A side's section as written, ``PASS``, or None when it has sent none."""

    def is_blind(self, turn: int, side: str, section: str) -> bool:
        """Whether the section was written before earlier phases of the same player-turn were carried out."""

    def ahead(self, turn: int, side: str, section: str) -> Mapping[str, list[Json]]:
        """The other sections that were written together with this one."""

    def standing(self, side: str) -> Mapping[str, Json] | None:
        """The side's standing orders in force, or None when it has sent none."""

    def answer(self, question: str, side: str) -> Json | None:
        """The answer of a side to a question that is its own, or None when there is none."""


class NoInput:
    """A source with nothing to add: for replay and verification."""

    def orders(self, turn: int, side: str, section: str, part: int) -> list[Json] | str | None:
        """Nothing."""
        return None

    def is_blind(self, turn: int, side: str, section: str) -> bool:
        """Nothing."""
        return False

    def ahead(self, turn: int, side: str, section: str) -> Mapping[str, list[Json]]:
        """Nothing."""
        return {}

    def standing(self, side: str) -> Mapping[str, Json] | None:
        """Nothing."""
        return None

    def answer(self, question: str, side: str) -> Json | None:
        """Nothing."""
        return None


class Divergence(Exception):  # noqa: N818
    """A replay gave another entry than the log holds: ``index`` counts from 0 among the entries given."""

    def __init__(self, index: int, logged: Entry | None, found: Entry) -> None:
        super().__init__(f"entry {index}: logged {logged}, found {found}")
        self.index = index
        self.logged = logged
        self.found = found


@dataclass(frozen=True)
class Stop:
    """Why the referee stopped: ``orders`` (owed by ``sides``), ``question`` (owed by ``sides``), ``refused`` (illegal
    orders of ``sides``), ``until`` (asked to) or ``over``."""

    kind: str
    sides: tuple[str, ...] = ()
    section: str = ""
    part: int = 1
    question: Entry = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


@dataclass
class Referee:
    """Plays ``rules`` from ``game`` (a position between phases).

    ``throw`` gives the value of a named die; None takes the values from ``logged``, the entries already written since
    the opening. ``standing`` are the standing orders in force at the opening. ``forfeit`` drops illegal orders instead
    of refusing a section; ``take_defaults`` answers open questions by their default. ``entries`` are all entries,
    logged and new.
    """

    rules: Rules
    game: Game
    source: Source
    throw: Callable[[str, int], int] | None
    logged: Sequence[Entry] = ()
    standing: dict[str, Mapping[str, Json]] = field(default_factory=dict)
    forfeit: bool = False
    take_defaults: bool = False
    watch: Callable[[Game, Event], None] | None = None
    entries: list[Entry] = field(default_factory=list)
    _asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    _carried_out: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def run(self, until: str = "", turns: int = 0) -> Stop:
        """Play on until something is owed, ``until`` (a phase name) comes up, or the game is over: where ``turns`` says
        so, after so many Game-Turns."""
        resolution = play(self.rules, self)
        reply: Any = None
        while True:
            upcoming = None if self.game.phase else next_phase(self.rules, self.game)
            if until and upcoming and upcoming[1].name == until and not self._is_replaying:
                return Stop("until", section=until)
            if upcoming and 0 < turns < upcoming[0]:
                return Stop("over")
            try:
                step = resolution.send(reply)
            except StopIteration:
                return Stop("over")
            reply = None
            if isinstance(step, Event):
                self._happen(step)
            elif isinstance(step, Roll):
                reply = self._roll(step)
            elif isinstance(step, Choice):
                reply, stop = self._decide(step)
                if stop:
                    return stop
            else:
                reply, stop = self._take_sections(step)
                if stop:
                    return stop

    @property
    def _is_replaying(self) -> bool:
        return len(self.entries) < len(self.logged)

    @property
    def _takes_default(self) -> bool:
        """Whether a decision that nobody answered takes its default now. The log goes before the setting, which an
        earlier run may have left aside."""
        if not self._is_replaying:
            return self.take_defaults
        entry = self.logged[len(self.entries)]
        if entry.get("kind") == "chosen":
            return self.take_defaults or entry["values"].get("by") == "default"
        return self.take_defaults and entry["type"] != "question"

    def _emit(self, entry: Entry) -> None:
        index = len(self.entries)
        if index < len(self.logged) and canonical(entry) != canonical(self.logged[index]):
            raise Divergence(index, self.logged[index], entry)
        # As it will be read back: nothing may hang on an order of keys that no log keeps.
        self.entries.append(json.loads(canonical(entry)))

    def _happen(self, event: Event) -> None:
        self._emit(event.as_json())
        self.game = apply(self.game, event)
        if self.watch:
            self.watch(self.game, event)

    def _logged_input(self, *kinds: str) -> Entry | None:
        """The next logged entry when it is an input of one of these kinds."""
        if not self._is_replaying:
            return None
        entry = self.logged[len(self.entries)]
        return entry if entry["type"] in kinds else None

    def _name(self, kind: str, *parts: str, roll: str = "") -> str:
        """A name that no other die or question of this game bears: its count comes before the roll of a die."""
        stem = "/".join((f"T{self.game.turn:02}", self.game.phase, kind, *parts))
        self._asked[stem, roll] += 1
        name = f"{stem}/{self._asked[stem, roll]}"
        return f"{name}/{roll}" if roll else name

    def _roll(self, roll: Roll) -> int:
        name = self._name(roll.kind, roll.subject, roll.target, roll=roll.roll)
        value = self._logged_value(name) if self.throw is None else self.throw(name, roll.sides) - 1 + roll.lowest
        values = {"sides": roll.sides, "value": value} | ({"lowest": roll.lowest} if roll.lowest != 1 else {})
        self._happen(Event("rolled", name, values, roll.cases))
        return value

    def _logged_value(self, name: str) -> int:
        index = len(self.entries)
        entry = self.logged[index] if self._is_replaying else {}
        if entry.get("kind") != "rolled" or entry.get("subject") != name:
            raise Divergence(index, entry or None, Event("rolled", name).as_json())
        return int(entry["values"]["value"])

    def _poll_standing(self) -> None:
        while (entry := self._logged_input("standing")) is not None:
            self._take_standing(entry["side"], entry["standing"])
        if self._is_replaying:
            return
        for side in self.rules.sides:
            version = self.source.standing(side)
            if version is not None and version != self.standing.get(side):
                self._take_standing(side, version)

    def _take_standing(self, side: str, version: Mapping[str, Json]) -> None:
        self._emit({"type": "standing", "side": side, "standing": version})
        self.standing[side] = version

    def _decide(self, choice: Choice) -> tuple[Json, Stop | None]:
        name = self._name(choice.kind, choice.subject)
        self._poll_standing()
        advice = self._advice(choice, self.standing.get(choice.side, {}))
        if advice is None and self._takes_default:
            advice = _by_default(choice)
        if advice is None:
            question = self._question(name, choice)
            self._emit(question)
            advice = self._reply(name, choice)
            if advice is None:
                return None, Stop("question", (choice.side,), question=question)
        text = next(option.text for option in choice.options if option.value == advice.value)
        values_of = {"kind": choice.kind, "side": choice.side, "value": advice.value, "text": text, "by": advice.by}
        self._happen(Event("chosen", name, {**values_of, **choice.facts}, choice.cases))
        return advice.value, None

    def _advice(self, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
        """What the order and standing orders answer to a choice, if that is a legal answer."""
        advice = self.rules.advise(self.game, choice, standing)
        return advice if advice is not None and _is_legal(choice, advice.value) else None

    def _reply(self, name: str, choice: Choice) -> Advice | None:
        """What came in after a question was asked: an answer to it, else standing orders, else its default where that
        may be taken. Standing orders that do not answer it are left until they are looked at next, so that the log
        still ends with the question."""
        is_new = not self._is_replaying
        given = self._logged_input("answer")
        answer = given["answer"] if given else self.source.answer(name, choice.side) if is_new else None
        if answer is not None and _is_legal(choice, answer):
            self._emit({"type": "answer", "question": name, "side": choice.side, "answer": answer})
            return Advice(answer, "answer")
        late = self._logged_input("standing")
        version = late["standing"] if late else self.source.standing(choice.side) if is_new else None
        advice = None if version is None else self._advice(choice, version)
        if version is not None and advice is not None:
            self._take_standing(choice.side, version)
            return advice
        if given is None and self._takes_default:
            return _by_default(choice)
        if given is None and not is_new:
            index = len(self.entries)
            raise Divergence(index, self.logged[index], {"type": "answer", "question": name})
        return None

    @staticmethod
    def _question(name: str, choice: Choice) -> Entry:
        options = [{"answer": option.value, "means": option.text} for option in choice.options]
        entry: Entry = {"type": "question", "question": name, "kind": choice.kind, "side": choice.side}
        entry |= {"about": choice.about, "options": options, "default": choice.options[choice.default].value}
        return entry | {"cases": list(choice.cases)}

    def _take_sections(self, wish: Sections) -> tuple[list[tuple[list[Order], bool]], Stop | None]:
        self._poll_standing()
        taken: list[tuple[Entry, list[Order], bool]] = []
        owed = []
        for place, side in enumerate(wish.sides):
            entry = self._section_entry(side, wish, place)
            if entry is None:
                owed.append(side)
                continue
            first = self._carried_out[self.game.turn, self.game.phase, side] + 1
            orders, stays_open = split_section(side, wish.section, entry.get("orders", []), first)
            taken.append((entry, orders, stays_open))
        if owed:
            return [], Stop("orders", tuple(owed), wish.section, wish.part)
        refused: list[Finding] = []
        drops: list[dict[int, list[Finding]]] = []
        for entry, orders, _ in taken:
            dropped = self._illegal(orders)
            drops.append(dropped)
            if not (self.forfeit or entry.get("forfeit") or entry.get("blind")):
                refused += [finding for findings in dropped.values() for finding in findings]
                refused += self._illegal_ahead(entry)
        if refused:
            sides = tuple(dict.fromkeys(finding.order.split(" ", 1)[0] for finding in refused))
            return [], Stop("refused", sides, wish.section, wish.part, findings=tuple(refused))
        for (entry, orders, _), dropped in zip(taken, drops, strict=True):
            self._emit({**entry, "forfeit": True} if dropped and not entry.get("blind") else entry)
            self._carried_out[self.game.turn, self.game.phase, entry["side"]] += len(orders)
        replies = []
        for (entry, orders, stays_open), dropped in zip(taken, drops, strict=True):
            # What was written before the dice fell was conditional: it is void now, not illegal.
            self._report_dropped(orders, dropped, "void" if entry.get("blind") else "refused")
            replies.append(([order for order in orders if order.number not in dropped], stays_open))
        return replies, None

    def _section_entry(self, side: str, wish: Sections, place: int) -> Entry | None:
        index = len(self.entries) + place
        if index < len(self.logged):
            logged = self.logged[index]
            if logged["type"] not in ("orders", "pass") or logged["side"] != side:
                raise Divergence(index, logged, {"type": "orders", "side": side, "section": wish.section})
            return logged
        given = self.source.orders(self.game.turn, side, wish.section, wish.part)
        if given is None:
            return None
        entry: Entry = {"type": "orders", "side": side, "section": wish.section, "part": wish.part, "orders": given}
        if given == PASS:
            return {"type": "pass", "side": side, "section": wish.section, "part": wish.part}
        if self.source.is_blind(self.game.turn, side, wish.section):
            entry["blind"] = True
        return entry

    def _illegal(self, orders: Sequence[Order]) -> dict[int, list[Finding]]:
        """The findings of a section that make orders illegal, by order number, and of those that fall with them."""
        phase = phase_of(self.rules, self.game.phase)
        dropped: dict[int, list[Finding]] = {}
        while True:
            rest = [order for order in orders if order.number not in dropped]
            findings, _, _ = check_orders(self.rules, Lines.of(self.game), phase, rest)
            errors = [finding for finding in findings if finding.is_error]
            if not errors:
                return dropped
            for finding in errors:
                number = next(order.number for order in orders if order.name == finding.order)
                dropped.setdefault(number, []).append(finding)

    def _illegal_ahead(self, entry: Entry) -> list[Finding]:
        """What is wrong, whatever the dice say, with orders for later phases of the player-turn that were written
        together with a section that is new."""
        if self._is_replaying or "orders" not in entry:
            return []
        turn, side, section = self.game.turn, entry["side"], entry["section"]
        ahead = self.source.ahead(turn, side, section)
        if not ahead:
            return []
        first = {section: self._carried_out[turn, self.game.phase, side] + 1}
        checked = check_sections(self.rules, self.game, side, {**ahead, section: entry["orders"]}, first=first)
        return [
            finding
            for part in checked
            if part.when != "past" and part.section != section
            for finding in part.findings
            if finding.is_error
        ]

    def _report_dropped(self, orders: Iterable[Order], dropped: Mapping[int, Sequence[Finding]], kind: str) -> None:
        for order in orders:
            if order.number in dropped:
                findings = dropped[order.number]
                cases = tuple(dict.fromkeys(case for finding in findings for case in finding.cases))
                reasons = [finding.message for finding in findings]
                self._happen(Event(kind, order.name, {"reasons": reasons, "order": dict(order.data)}, cases))


def _is_legal(choice: Choice, answer: Json) -> bool:
    return answer in [option.value for option in choice.options]


def _by_default(choice: Choice) -> Advice:
    return Advice(choice.options[choice.default].value, "default")


def canonical(entry: Mapping[str, Json]) -> str:
    """An entry as one line of JSON: keys sorted, no spaces, text as it is but for halves of surrogate pairs, which no
    file could hold."""
    line = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return line.encode(errors="backslashreplace").decode()
