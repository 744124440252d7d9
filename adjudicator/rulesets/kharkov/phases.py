"""What happens by itself at the beginning and at the end of each phase, and which phases do not take place (4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.sequence import Phase
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.rulesets.kharkov import (
    air,
    cities,
    deployment,
    headquarters,
    march,
    regiments,
    reserves,
    sector,
    stacking,
    victory,
)
from adjudicator.rulesets.kharkov.command import note_command
from adjudicator.rulesets.kharkov.disengagement import note_hexes_in_zone
from adjudicator.rulesets.kharkov.movers import judge_movers, note_breakouts
from adjudicator.rulesets.kharkov.orders import DEPLOYMENT
from adjudicator.rulesets.kharkov.position import (
    ADVANCED,
    AIR_SUPPLIED,
    ARRIVED,
    ATTACKED,
    DISRUPTED,
    MOVED,
    OVERRAN,
    RETREATED_IN,
    STOPPED,
    UNSUPPLIED,
    Position,
    Positions,
)
from adjudicator.rulesets.kharkov.rail import RAIL
from adjudicator.rulesets.kharkov.setting import AXIS, SIDES, SOVIET, Setting
from adjudicator.rulesets.kharkov.supply import in_supply

MOVEMENT = ("soviet/movement", "axis/movement", "axis/mechanized")
LAST_MOVEMENT = ("soviet/movement", "axis/mechanized")
COMBAT = ("soviet/combat", "axis/combat")
RESERVES = "soviet/reserves"
LAST_SOVIET = "soviet/removal"
REMOVAL = ("soviet/removal", "axis/removal")
POINTS = "turn/points"


def reason_to_skip(setting: Setting, game: Game, phase: Phase) -> tuple[str, tuple[str, ...]] | None:
    """Why a phase does not take place now, with its cases; None when it does (4.2, 6.58)."""
    match phase.name:
        case "soviet/reserves" if game.turn == 1:
            return "no reserves are committed on Game-Turn One", ("4.2", "6.7")
        case "soviet/reserves":
            return reserves.reason_to_skip(game)
        case "axis/mechanized" if game.turn in setting.tables.no_mechanized_turns:
            return f"there is no Mechanized Movement Phase on Game-Turn {game.turn}", ("6.58",)
        case "axis/air_supply" if game.turn >= setting.last_turn:
            return "no Game-Turn follows that units could be supplied for", ("4.2", "13.2")
        case "axis/air_supply" if not game.pools[air.POOL][AXIS]:
            return "no Axis Air Point is left", ("4.2", "13.2")
    return None


def begin(table: Table, positions: Positions, phase: Phase) -> Resolution:
    """The beginning of a phase: activation, Air Points, supply before any unit moves, removal, points (4.2, 10.3, 17).

    The Soviet Movement Phase is the first one that takes place on every Game-Turn, and nothing in the Reserve
    Commitment Phase before it depends on HQs or Air Points: they are activated and renewed there.
    """
    if phase.name == "soviet/movement":
        position = positions.of(table.game)
        yield from headquarters.activate(position)
        yield from headquarters.activate_further(table, positions)
        yield from sector.events_of_turn(position)
        yield from air.refresh(position)
        yield from cities.events_of_presence(position)
    if phase.name in MOVEMENT:
        position = positions.of(table.game)
        yield from judge_supply(position, phase.side)
        if phase.side == SOVIET:
            yield from note_command(position)
            yield from note_breakouts(position)
        else:
            yield from note_hexes_in_zone(position)
    if phase.name in REMOVAL:
        position = positions.of(table.game)
        yield from _unmark(position, (phase.side,), (DISRUPTED,), ("4.2", "7.33"))
        yield from headquarters.reactivate(position, phase.side)
    if phase.name == POINTS:
        yield from victory.score_turn(table, positions)


def end(table: Table, positions: Positions, phase: Phase) -> Resolution:
    """The end of a phase: excess units go, and what held for the phase is lifted (8.1, 9.14, 9.73, 11.41).

    The removal phase ends the Player-Turn of arrivals, and the Game-Turn that was supplied from the air (13.2, 16.0).
    """
    if phase.section == DEPLOYMENT:
        yield from deployment.events_of_rest(positions.of(table.game), phase.side)
    if phase.name in MOVEMENT:
        yield from regiments.events_of_substitution(positions.of(table.game))
        yield from stacking.remove_excess(table, positions, phase.side)
        words = (MOVED, OVERRAN, UNSUPPLIED) + ((STOPPED,) if phase.name in LAST_MOVEMENT else ())
        position = positions.of(table.game)
        yield from _unmark(position, (phase.side,), words, ("4.2", "11.41"))
        yield from march.clear(position)
        yield from _clear(table.game, RAIL, "6.45")
    if phase.name == RESERVES:
        yield from _clear(table.game, reserves.COMMITTED, "6.74")
    if phase.name in REMOVAL:
        position = positions.of(table.game)
        yield from _unmark(position, (phase.side,), (ARRIVED,), ("16.0",))
        yield from _unmark(position, (phase.side,), (AIR_SUPPLIED,), ("13.2",))
    if phase.name == LAST_SOVIET:
        yield from sector.events_of_front(positions.of(table.game))
    if phase.name in COMBAT:
        position = positions.of(table.game)
        words = (ATTACKED, ADVANCED, RETREATED_IN)
        yield from _unmark(position, SIDES, words, ("4.2", "9.14"))
        yield from _unmark_hexes(position, words)


def judge_supply(position: Position, side: str) -> Iterable[Event]:
    """Supply of a side's units before any of them moves; those without it are marked for the phase (11.41)."""
    ids = [
        unit.id for unit in position.game.units.values() if unit.hex is not None and position.side_of(unit.id) == side
    ]
    out = [unit_id for unit_id in ids if not in_supply(position, unit_id)]
    held = sorted(unit_id for unit_id in out if judge_movers(position, side, (unit_id,)))
    yield Event("supply_judged", side, {"out": sorted(out)} | ({"held": held} if held else {}), ("11.0", "11.41"))
    for unit_id in out:
        yield Event("marked", unit_id, {"marker": UNSUPPLIED}, ("11.41", "6.26"))


def _unmark(position: Position, sides: Iterable[str], words: Iterable[str], cases: tuple[str, ...]) -> Iterable[Event]:
    for unit in position.game.units.values():
        if position.side_of(unit.id) in sides:
            for word in words:
                if unit.has(word):
                    yield Event("unmarked", unit.id, {"marker": word}, cases)


def _unmark_hexes(position: Position, words: Iterable[str]) -> Iterable[Event]:
    for hex_, marks in sorted(position.game.hex_marks.items()):
        for word in words:
            if word in marks:
                yield Event("hex_unmarked", position.number(hex_), {"mark": word}, ("4.2", "9.14"))


def _clear(game: Game, pool: str, case: str) -> Iterable[Event]:
    for item, count in sorted(game.pools.get(pool, {}).items()):
        if count:
            yield Event("pool", pool, {"item": item, "change": -count}, (case,))
