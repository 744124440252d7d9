"""The log of one Game-Turn put in order: phases, and in them fights and single happenings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from adjudicator.model.events import Json

Entry = Mapping[str, Json]

SECRET = ("orders", "standing")
"""What a side writes for the umpire alone: choices made by it are not the other's to read."""

CLOSES_FIGHT = frozenset(
    {
        *("attack_declared", "passed", "phase_ended", "refused", "void", "supply_judged", "unmarked", "halted"),
        *("loaded", "unloaded", "not_done"),
    }
)


MARCHES = ("move", "rail", "enter", "chase")
ENDS_MARCH = ("moved", "overran")


@dataclass(frozen=True)
class Fight:
    """One attack, from its declaration to the last advance; ``number`` counts from 1 in the Game-Turn; ``waits_for`` is
    the side that owes a decision before it can go on."""

    number: int
    phase: str
    entries: tuple[Entry, ...]
    waits_for: str = ""

    @property
    def declared(self) -> Entry:
        """The event that opened the fight."""
        return self.entries[0]

    def all_of(self, kind: str) -> list[Entry]:
        """Its events of one kind."""
        return [entry for entry in self.entries if kind_of(entry) == kind]


@dataclass(frozen=True)
class Scene:
    """One phase: its entries, and the same with those of fights gathered."""

    phase: str
    entries: tuple[Entry, ...]
    items: tuple[Entry | Fight, ...]

    @property
    def side(self) -> str:
        """The player-turn that the phase belongs to."""
        return self.phase.split("/", 1)[0]


@dataclass(frozen=True)
class Chronicle:
    """All that one side (or, with no ``side``, the umpire) may read of one Game-Turn.

    ``before`` is what may be read of earlier ones.
    """

    turn: int
    side: str | None = None
    scenes: tuple[Scene, ...] = field(default=())
    before: tuple[Entry, ...] = field(default=())

    @classmethod
    def of(cls, entries: Sequence[Entry], turn: int, side: str | None = None) -> Chronicle:
        """The Game-Turn's part of a log given in order."""
        scenes: list[Scene] = []
        fights = 0
        for phase, inside in _phases(entries, turn):
            visible = _read(inside, side)
            items = tuple(_gather(visible, phase, fights))
            if inside[-1] is entries[-1] and (waits_for := _find_waiting(inside, phase)):
                last = items[-1]
                items = (*items[:-1], replace(last, waits_for=waits_for)) if isinstance(last, Fight) else items
            fights += sum(isinstance(item, Fight) for item in items)
            scenes.append(Scene(phase, visible, items))
        begun = (i for i, e in enumerate(entries) if kind_of(e) == "phase_begun" and values_of(e)["turn"] >= turn)
        return cls(turn, side, tuple(scenes), _read(entries[: next(begun, 0)], side))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        return tuple(entry for scene in self.scenes for entry in scene.entries)

    @property
    def fights(self) -> tuple[Fight, ...]:
        """All fights, in order."""
        return tuple(item for scene in self.scenes for item in scene.items if isinstance(item, Fight))

    def all_of(self, *kinds: str) -> list[Entry]:
        """All events of some kinds, in order."""
        return [entry for entry in self.entries if kind_of(entry) in kinds]

    @property
    def open_question(self) -> Entry | None:
        """The question that nobody has answered yet: the last of all, with no answer after it."""
        last: Entry | None = None
        for entry in self.entries:
            if entry["type"] == "question":
                last = entry
            elif last is not None and kind_of(entry) == "chosen" and entry["subject"] == last["question"]:
                last = None
        return last


def kind_of(entry: Entry) -> str:
    """The kind of an event; empty for an entry that is none."""
    return str(entry["kind"]) if entry["type"] == "event" else ""


def values_of(entry: Entry) -> Mapping[str, Json]:
    """The values of an event."""
    values: Mapping[str, Json] = entry.get("values", {})
    return values


def cases_of(entry: Entry) -> list[str]:
    """The cases of an event or question."""
    return list(entry.get("cases", ()))


def read_by(side: str, entry: Entry) -> Entry | None:
    """An entry as a side may read it, or None: nothing meant for the other alone, nor what the other wrote.

    That the other stands and loses steps is seen at the table; by what it was decided is not, and ``by`` is left out.
    """
    if not _may_read(side, entry):
        return None
    values = values_of(entry)
    if is_stand(entry) and values["side"] != side and values["by"] in SECRET:
        # The hash of the whole entry would give away the value that is left out.
        open_part = {key: value for key, value in entry.items() if key != "hash"}
        return {**open_part, "values": {key: value for key, value in values.items() if key != "by"}}
    return entry


def is_stand(entry: Entry) -> bool:
    """Whether an event is the choice to lose steps rather than retreat."""
    values = values_of(entry)
    return kind_of(entry) == "chosen" and values["kind"] == "retreat_or_lose" and values["value"] == "lose"


def _read(entries: Sequence[Entry], side: str | None) -> tuple[Entry, ...]:
    if side is None:
        return tuple(entries)
    return tuple(read for read in (read_by(side, entry) for entry in entries) if read is not None)


def _may_read(side: str, entry: Entry) -> bool:
    if side not in entry.get("for", (side,)):
        return False
    kind = kind_of(entry)
    if kind == "chosen":
        values = values_of(entry)
        return values["side"] == side or values["by"] not in SECRET or is_stand(entry)
    if kind in ("refused", "void", "halted"):
        return str(entry["subject"]).split(" ", 1)[0] == side
    return entry["type"] not in ("orders", "standing", "question", "answer") or entry.get("side", side) == side


def _phases(entries: Sequence[Entry], turn: int) -> Iterator[tuple[str, list[Entry]]]:
    phase = ""
    inside: list[Entry] = []
    for entry in entries:
        if kind_of(entry) == "phase_begun":
            if phase:
                yield phase, inside
            phase = str(entry["subject"]) if values_of(entry)["turn"] == turn else ""
            inside = []
        if phase:
            inside.append(entry)
    if phase:
        yield phase, inside


def _find_waiting(entries: Sequence[Entry], phase: str) -> str:
    """The side whose decision the last fight of a phase waits for; nobody else reads the question, but that the fight
    is not over everybody sees. Empty when none waits."""
    last = list(_gather(entries, phase, 0))[-1]
    return str(entries[-1]["side"]) if isinstance(last, Fight) and entries[-1]["type"] == "question" else ""


def closes_fight(entry: Entry) -> bool:
    """Whether an entry belongs to no fight any more: the march of which an overrun was a part goes on, or ends."""
    kind = kind_of(entry)
    if kind == "moved":
        return values_of(entry)["how"] in MARCHES
    return kind in CLOSES_FIGHT or ends_march(entry)


def ends_march(entry: Entry) -> bool:
    """Whether an event is the marker that a unit gets when its march is over."""
    return kind_of(entry) == "marked" and values_of(entry)["marker"] in ENDS_MARCH


def _gather(entries: Sequence[Entry], phase: str, fights: int) -> Iterator[Entry | Fight]:
    fight: list[Entry] = []
    for entry in entries:
        kind = kind_of(entry)
        if fight and closes_fight(entry):
            yield Fight(fights, phase, tuple(fight))
            fight = []
        if kind == "attack_declared":
            fights += 1
            fight = [entry]
        elif fight:
            fight.append(entry)
        else:
            yield entry
    if fight:
        yield Fight(fights, phase, tuple(fight))
