"""Victory Points and who has won (17.0): what scores each Game-Turn, what scores at the end, and the level of victory.

City hexes score where they are entered: ``cities.events_of_entry`` (17.21, 17.22).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.game import ELIMINATED
from adjudicator.rulesets.kharkov.cities import city_of, find_control
from adjudicator.rulesets.kharkov.front import find_front
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET
from adjudicator.rulesets.kharkov.supply import in_supply

KHARKOV = "Kharkov"
DRAW = "draw"
INFANTRY = frozenset({"infantry", "light", "mountain"})


def score_turn(table: Table, positions: Positions) -> Resolution:
    """The points of a Game-Turn that is over, and after the last one those of the whole game (17.0)."""
    position = positions.of(table.game)
    yield from score_kharkov(position)
    yield from score_front(position)
    if position.game.turn == position.setting.last_turn:
        yield from score_cities(position)
        yield from score_axis_losses(position)
        yield from score_soviet_losses(position)
        yield judge_level(positions.of(table.game))


def score_kharkov(position: Position) -> Iterator[Event]:
    """Kharkov after the Axis Player-Turn: controlled by the Soviets or cut off (17.23)."""
    kharkov = next(city for city in position.setting.map.cities if city.name == KHARKOV)
    control = find_control(position, kharkov)
    if control.side == SOVIET:
        why = f"Soviet control of Kharkov: {control.why}"
        yield _scored(position, SOVIET, "kharkov_cut_off", why, "17.23", "17.12")
    elif cut := find_cut(position):
        units = ", ".join(f"{unit_id} in {position.number(hex_)} on the road to {goal}" for unit_id, hex_, goal in cut)
        why = f"Kharkov is cut off by {units}"
        yield _scored(position, SOVIET, "kharkov_cut_off", why, "17.23")


def find_cut(position: Position) -> tuple[tuple[str, int, str], ...]:
    """A Soviet unit, its hex and where the road leads, for each road out of Kharkov that is cut; empty when Kharkov is
    not cut off by them (17.23, options ``cut_off_roads``, ``cut_off_city_hexes``)."""
    setting, soviet = position.setting, position.stacks[SOVIET]
    has_cities = setting.options.is_on("cut_off_city_hexes")
    cut = []
    for road in setting.cut_off_roads:
        held = [h for h in road.hexes if h in soviet and (has_cities or h not in setting.garrisons)]
        if held:
            cut.append((soviet[held[0]][0], held[0], city_of(position, road.hexes[-1]).name))
    wanted = 1 if setting.options["cut_off_roads"] == "either" else len(setting.cut_off_roads)
    return tuple(cut) if len(cut) >= wanted else ()


def score_front(position: Position) -> Iterator[Event]:
    """A hole in the Axis front after the Axis Player-Turn (17.24)."""
    front = find_front(position)
    if front.is_whole:
        return
    if front.end is None:
        where = "no Axis unit or zone of control is on the north edge"
    else:
        where = f"Axis units and zones of control reach from the north edge to {position.number(front.end)} only"
    yield _scored(position, SOVIET, "front_broken", f"no continuous Axis front: {where}", "17.24")


def score_cities(position: Position) -> Iterator[Event]:
    """The cities at the end of the game (17.1)."""
    for city in position.setting.map.cities:
        control = find_control(position, city)
        why = f"{city.name}: {control.why}"
        if control.side:
            yield _scored(position, control.side, city.name.lower(), f"control of {why}", *control.cases)
        else:
            yield Event("unscored", city.name, {"why": f"nobody controls {why}"}, control.cases)


def score_axis_losses(position: Position) -> Iterator[Event]:
    """The Axis units eliminated in the game: divisions first, then parts of divisions and small units (17.25)."""
    counters, options = position.setting.counters, position.setting.options
    lost = _eliminated(position, AXIS)
    divisions: dict[str, list[str]] = {}
    for unit_id in position.setting.units_of_side[AXIS]:
        if position.setting.is_mechanized(unit_id):
            divisions.setdefault(counters[unit_id].division, []).append(unit_id)
    regiments: list[str] = []
    for division, members in divisions.items():
        gone = [unit_id for unit_id in members if unit_id in lost]
        is_scored_whole = counters[members[0]].kind == "panzer" or options.is_on("vp_panzergrenadier_division")
        if gone == members and is_scored_whole:
            why = f"the whole division {division} destroyed: {', '.join(gone)}"
            yield _scored(position, SOVIET, "panzer_division", why, "17.25")
        else:
            regiments += gone
    rest = [u for u in lost if not position.setting.is_mechanized(u) and not position.setting.is_hq(u)]
    infantry = [unit_id for unit_id in rest if _is_infantry_division(position, unit_id)]
    minor = [unit_id for unit_id in rest if unit_id not in infantry]
    yield from _score_each(position, SOVIET, "mechanized_regiment", regiments, "destroyed", "17.25")
    yield from _score_each(position, SOVIET, "german_infantry", infantry, "destroyed", "17.25")
    yield from _score_each(position, SOVIET, "minor_unit", minor, "destroyed", "17.25")


def _is_infantry_division(position: Position, unit_id: str) -> bool:
    """Whether a unit is a German division of infantry: a regiment counter has one step (15.11)."""
    counter = position.counter(unit_id)
    return counter.nation == "german" and counter.kind in INFANTRY and len(counter.faces) > 1


def score_soviet_losses(position: Position) -> Iterator[Event]:
    """The Soviet units eliminated in the game, and those that are out of supply at its end (17.3)."""
    options = position.setting.options
    exempt = {"reserve"} if not options.is_on("vp_reserve_counts") else set()
    exempt |= {"hq"} if not options.is_on("vp_hq_counts") else set()
    # An Army Reserve counter that leaves the map stands for units that have come onto it.
    lost = [u for u in _eliminated(position, SOVIET) if position.counter(u).kind != "reserve"]
    out = [
        unit_id
        for unit_id in position.setting.units_of_side[SOVIET]
        if position.game.units[unit_id].hex is not None
        and position.counter(unit_id).kind not in exempt
        and not in_supply(position, unit_id)
    ]
    for units, fate in ((lost, "destroyed"), (out, "out of supply at the end")):
        guards = [unit_id for unit_id in units if position.counter(unit_id).kind == "guards"]
        others = [unit_id for unit_id in units if unit_id not in guards]
        yield from _score_each(position, AXIS, "guards", guards, fate, "17.3")
        yield from _score_each(position, AXIS, "soviet_unit", others, fate, "17.3")


def judge_level(position: Position) -> Event:
    """Who has won, by how much, and the level of victory (17.0)."""
    score = {side: position.game.score.get(side, 0) for side in (SOVIET, AXIS)}
    margin = abs(score[SOVIET] - score[AXIS])
    level = next(name for least, name in reversed(position.setting.tables.levels) if margin >= least)
    ahead = SOVIET if score[SOVIET] > score[AXIS] else AXIS
    winner = "" if level == DRAW else ahead
    return Event("victory", winner or DRAW, {"winner": winner, **score, "margin": margin, "level": level}, ("17.0",))


def _eliminated(position: Position, side: str) -> list[str]:
    return [u for u in position.setting.units_of_side[side] if position.game.units[u].box == ELIMINATED]


def _scored(position: Position, side: str, item: str, why: str, *cases: str) -> Event:
    return Event("scored", side, {"points": position.setting.tables.points[item], "item": item, "why": why}, cases)


def _score_each(
    position: Position, side: str, item: str, units: Sequence[str], fate: str, case: str
) -> Iterator[Event]:
    """One event for all units of a kind, each with the same points; none when there are no units."""
    if not units:
        return
    each = position.setting.tables.points[item]
    why = f"{len(units)} x {each}, {fate}: {', '.join(units)}"
    values = {"points": each * len(units), "item": item, "each": each, "units": list(units), "why": why}
    yield Event("scored", side, values, (case,))
