"""Which HQs may supervise the overruns of Soviet units: one each, from within its Command Radius (7.16, 7.17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.model.events import Event
from adjudicator.model.findings import Finding, Step
from adjudicator.rulesets.kharkov.going import Going
from adjudicator.rulesets.kharkov.headquarters import find_headquarters, is_active
from adjudicator.rulesets.kharkov.lines import passage_of, trace
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.position import COMMANDED, SUPERVISED, Position
from adjudicator.rulesets.kharkov.setting import SOVIET

BETWEEN = "; "
"""Between the HQs of the flag ``commanded`` (``hq-6a: 1318 1319; hq-38a: 0918``) and the overruns of ``supervised``."""


def note_command(position: Position) -> list[Event]:
    """The hexes with Soviet combat units within the Command Radius of each active HQ, as the Movement Phase begins
    (7.17, option ``command_radius``)."""
    noted = []
    for hq in find_headquarters(position, SOVIET):
        if is_active(position, hq):
            is_within = _reach_of(position, hq)
            numbers = [position.number(hex_) for hex_ in sorted(position.combat_hexes[SOVIET]) if is_within(hex_)]
            noted += [f"{hq}: {' '.join(numbers)}"] if numbers else []
    return [Event("flag", COMMANDED, {"to": BETWEEN.join(noted)}, ("7.17",))] if noted else []


def judge_supervision(
    position: Position, units: Sequence[str], going: Going, at: tuple[Step, ...]
) -> Iterator[Finding]:
    """What forbids Soviet units an overrun as far as HQs are concerned (7.16, 7.17, 10.26)."""
    number = position.number(going.start)

    def illegal(code: str, message: str, *cases: str, notes: tuple[str, ...] = ()) -> Finding:
        return Finding("illegal", code, message, unit=units[0], hex=number, cases=cases, notes=notes, at=at)

    who = names_of(units)
    if going.progress.overruns:
        yield illegal("second-overrun", f"{who} may not overrun again: a Soviet unit overruns once a phase", "7.16")
        return
    own, made = find_supervisors(position, going), _supervised(position)
    if not own:
        message = f"{who} may not overrun: it began the phase within the Command Radius of no active HQ"
        yield illegal("no-command", message, "7.17", "10.26")
    elif not can_assign([*made, own]):
        message = f"{who} may not overrun: no HQ is left that could supervise it, each supervises one overrun a phase"
        others = "; ".join(", ".join(hqs) for hqs in made)
        notes = (f"it could be supervised by {', '.join(own)}; the overruns before it by {others}",)
        yield illegal("no-command", message, "7.17", "10.26", notes=notes)


def events_of_supervision(position: Position, going: Going) -> list[Event]:
    """The Soviet overrun that is made now, with the HQs it may count on (7.17)."""
    if going.side != SOVIET:
        return []
    made = [*_supervised(position), find_supervisors(position, going)]
    return [Event("flag", SUPERVISED, {"to": BETWEEN.join(" ".join(hqs) for hqs in made)}, ("7.17",))]


def find_supervisors(position: Position, going: Going) -> tuple[str, ...]:
    """The HQs in whose Command Radius units began the phase (7.17); none for those that were not on the map."""
    if going.progress.began is None:
        return ()
    number = position.number(going.progress.began)
    return tuple(hq for hq, hexes in _commanded(position).items() if number in hexes)


def can_assign(overruns: Sequence[Sequence[str]]) -> bool:
    """Whether each of these overruns can have an HQ of its own among those it may count on (7.17)."""
    taken: dict[str, int] = {}

    def find_one(index: int, tried: set[str]) -> bool:
        for hq in overruns[index]:
            if hq not in tried:
                tried.add(hq)
                if hq not in taken or find_one(taken[hq], tried):
                    taken[hq] = index
                    return True
        return False

    return all(find_one(index, set()) for index in range(len(overruns)))


def _reach_of(position: Position, hq: str) -> Callable[[int], bool]:
    """Whether a hex is within the Command Radius of an HQ, by its line or its distance."""
    here, radius = position.hex_of(hq), position.counter(hq).numbers["radius"]
    if position.setting.options["command_radius"] == "distance":
        return lambda hex_: position.grid.distance(here, hex_) <= radius
    return trace(position.setting, passage_of(position, SOVIET), {radius: 1 << here}).reach


def _commanded(position: Position) -> Mapping[str, list[str]]:
    text = str(position.game.flags.get(COMMANDED, ""))
    return {hq: hexes.split() for hq, _, hexes in (part.partition(":") for part in text.split(BETWEEN) if part)}


def _supervised(position: Position) -> list[tuple[str, ...]]:
    text = str(position.game.flags.get(SUPERVISED, ""))
    return [tuple(part.split()) for part in text.split(BETWEEN) if part]
