"""Headquarters: active faces, activation of the Soviet ones by schedule, displacement (10.0, 10.1, 10.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from adjudicator.engine.steps import Choice, Option, Resolution, Table, choose
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.position import INACTIVE, SOUTH_ACTIVE, Position, Positions
from adjudicator.rulesets.kharkov.setting import SOVIET, Setting

DISPLACED = "displaced"
"""On an HQ that was active when it was displaced: its next Disruption Removal Phase re-activates it (10.17)."""
DELAYED = "delayed"
"""On an HQ that was displaced before its schedule ever activated it. It gains nothing by that; but should the schedule
come before the next friendly Disruption Removal Phase, it waits for that phase (10.17 over 10.33, 10.34)."""
NOBODY = "none"
SECOND_TURN = 2
"""The Game-Turn whose HQ, 57th Army's, may be activated one earlier (10.33)."""
NEED_HEADQUARTERS = ("soviet", "rumanian")


def needs_headquarters(position: Position, unit_id: str) -> bool:
    """Whether a unit depends on HQs for supply and attack: all Soviet and Rumanian ones, HQs included (10.0, 10.27)."""
    return position.counter(unit_id).nation in NEED_HEADQUARTERS


def find_headquarters(position: Position, nation: str) -> tuple[str, ...]:
    """The HQs of a nation that are on the map, in counter-sheet order."""
    units = position.game.units
    return tuple(hq for hq in _all_headquarters(position.setting, nation) if hq in units and units[hq].hex is not None)


@lru_cache(maxsize=16)
def _all_headquarters(setting: Setting, nation: str) -> tuple[str, ...]:
    return tuple(id_ for id_, counter in setting.counters.items() if counter.nation == nation and setting.is_hq(id_))


def is_active(position: Position, hq: str) -> bool:
    """Whether an HQ shows its active face (10.1, 10.11)."""
    return not position.unit(hq).has(INACTIVE)


def activate(position: Position) -> list[Event]:
    """The HQs that the schedule activates at the beginning of this Game-Turn (10.32-10.34).

    One that was displaced waits for its Disruption Removal Phase instead (10.17).
    """
    turn = position.game.turn
    case = {1: "10.32", 2: "10.33"}.get(turn, "10.34")
    events = []
    for hq in position.setting.activations.get(turn, ()):
        unit = position.unit(hq)
        if unit.hex is None:
            continue
        if unit.has(DELAYED):
            events.append(Event("unmarked", hq, {"marker": DELAYED}, (case, "10.17")))
            events.append(Event("marked", hq, {"marker": DISPLACED}, (case, "10.17")))
        elif unit.has(INACTIVE) and not unit.has(DISPLACED):
            events.append(Event("unmarked", hq, {"marker": INACTIVE}, (case,)))
    return events


def activate_further(table: Table, positions: Positions) -> Resolution:
    """By option ``added_activations`` an HQ more than the schedule has: 57th Army's on Game-Turn One, one of the Soviet
    Player's choice on each Game-Turn that begins with the Axis units in the south active (10.33)."""
    position = positions.of(table.game)
    if not position.setting.options.is_on("added_activations"):
        return
    asleep = [
        hq
        for hq in find_headquarters(position, SOVIET)
        if position.unit(hq).has(INACTIVE) and not (position.unit(hq).has(DISPLACED) or position.unit(hq).has(DELAYED))
    ]
    if position.game.turn == 1:
        asleep = [hq for hq in asleep if hq in position.setting.activations.get(SECOND_TURN, ())]
        why = "Soviet units are to cross the front in the south on this Game-Turn"
    else:
        asleep = asleep if position.game.flags.get(SOUTH_ACTIVE) else []
        why = "the Axis units in the south are active"
    if not asleep:
        return
    options = [Option(NOBODY, "no further HQ"), *(Option(hq, f"{hq} turns active") for hq in asleep)]
    about = f"One more HQ may be activated, if {why}: which?" if position.game.turn == 1 else f"As {why}: which HQ?"
    facts = {"units": asleep}
    choice = Choice("activate", SOVIET, "further", about, tuple(options), cases=("10.33",), facts=facts)
    hq = str((yield from choose(choice)))
    if hq != NOBODY:
        yield Event("unmarked", hq, {"marker": INACTIVE}, ("10.33",))


def reactivate(position: Position, side: str) -> list[Event]:
    """The displaced HQs of a side that turn active again in its Disruption Removal Phase (4.2, 10.17).

    One that never was active stays as it is.
    """
    events = []
    for unit in position.game.units.values():
        if position.side_of(unit.id) != side:
            continue
        lifted = {DISPLACED: (DISPLACED, INACTIVE), DELAYED: (DELAYED,)}
        for word in (DISPLACED, DELAYED):
            if unit.has(word):
                events += [Event("unmarked", unit.id, {"marker": m}, ("4.2", "10.17")) for m in lifted[word]]
    return events


def find_refuges(position: Position, hq: str) -> tuple[int, ...]:
    """Where a displaced HQ may go: the nearest hexes that hold a friendly combat unit, by printed number (10.17)."""
    here = position.hex_of(hq)
    hexes = position.combat_hexes[position.side_of(hq)]
    nearest = min((position.grid.distance(here, hex_) for hex_ in hexes), default=0)
    found = (hex_ for hex_ in hexes if position.grid.distance(here, hex_) == nearest)
    return tuple(sorted(found, key=position.number))


def displace(table: Table, positions: Positions, hq: str) -> Resolution:
    """An HQ put, non-active, into the nearest hex with a friendly combat unit, its owner choosing among them (10.17).

    Without any combat unit left on the map it is eliminated (10.18).
    """
    position = positions.of(table.game)
    refuges = [position.number(hex_) for hex_ in find_refuges(position, hq)]
    if not refuges:
        yield Event("removed", hq, {"why": "no friendly combat unit is left on the map"}, ("10.18",))
        return
    here, side = position.number(position.hex_of(hq)), position.side_of(hq)
    goal = yield from choose(
        Choice(
            "displace",
            side,
            hq,
            f"{hq} is displaced from {here}: which of the nearest hexes with a friendly combat unit?",
            tuple(Option(number, f"to {number}") for number in refuges),
            cases=("10.17",),
            facts={"hex": here, "unit": hq},
        )
    )
    yield Event("moved", hq, {"path": [here, goal], "how": "displaced"}, ("10.17",))
    yield from _turn_over(position, hq)


def _turn_over(position: Position, hq: str) -> Iterable[Event]:
    unit = position.unit(hq)
    if not unit.has(INACTIVE):
        yield Event("marked", hq, {"marker": INACTIVE}, ("10.17",))
        yield Event("marked", hq, {"marker": DISPLACED}, ("10.17",))
    elif not unit.has(DISPLACED) and not unit.has(DELAYED):
        yield Event("marked", hq, {"marker": DELAYED}, ("10.17",))
