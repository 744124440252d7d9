"""The southern sector: what activates the Axis units there, and their supply on that Game-Turn (6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.position import BEGAN_SOUTH, SOUTH_ACTIVE, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET


def activate(position: Position, case: str, why: str) -> list[Event]:
    """The activation of all Axis units south of the Sector Line; nothing when they are active already."""
    if position.game.flags.get(SOUTH_ACTIVE):
        return []
    says = f"all Axis units south of the Sector Line are activated: {why}"
    return [Event("flag", SOUTH_ACTIVE, {"to": str(position.game.turn), "says": says}, (case, "6.5"))]


def events_of_attack(position: Position, defenders: Iterable[str]) -> list[Event]:
    """What an attack on these units sets off (6.52)."""
    struck = [u for u in defenders if position.side_of(u) == AXIS and position.hex_of(u) in position.setting.south]
    return activate(position, "6.52", f"{struck[0]} is attacked") if struck else []


def events_of_entry(position: Position, side: str, path: Iterable[int]) -> list[Event]:
    """What a move along these hexes sets off: a Soviet unit south of the line and west of the front (6.53)."""
    beyond = [h for h in path if h in position.setting.south and h not in position.setting.soviet_side]
    if side != SOVIET or not beyond:
        return []
    return activate(position, "6.53", f"a Soviet unit has moved into {position.number(beyond[0])}, west of the front")


def events_of_front(position: Position) -> list[Event]:
    """What a front left open at the end of the Soviet Player-Turn sets off (6.54)."""
    gaps = find_gaps(position)
    if not gaps:
        return []
    return activate(position, "6.54", f"no Soviet unit occupies or controls {position.number(gaps[0])} on the front")


def find_gaps(position: Position) -> tuple[int, ...]:
    """Hexes on the Soviet side of the front south of the line that no Soviet unit occupies or controls (6.54)."""
    front = position.setting.map.fronts["front"]
    zone, own = position.zone_of(SOVIET), position.stacks[SOVIET]
    beside = dict.fromkeys(hex_ for hex_, _ in front.pairs if hex_ in position.setting.south)
    return tuple(hex_ for hex_ in beside if hex_ not in own and hex_ not in zone)


def events_of_turn(position: Position) -> list[Event]:
    """The activation that comes with its Game-Turn at the latest (6.56)."""
    released = position.setting.tables.south_released
    if position.game.turn < released:
        return []
    return activate(position, "6.56", f"Game-Turn {released} has come")


def is_supplied_by_activation(position: Position, unit_id: str) -> bool:
    """Whether a unit is in supply because the Axis units in the south were activated on this Game-Turn (6.57)."""
    unit = position.unit(unit_id)
    if position.side_of(unit_id) != AXIS or position.game.flags.get(SOUTH_ACTIVE) != str(position.game.turn):
        return False
    if position.setting.options["deployed_south"] == "flag":
        return unit.has(BEGAN_SOUTH)
    return unit.hex is not None and unit.hex in position.setting.south
