"""What a legal order may bring about that its writer should know: poor overruns, the south activated (6.5, 7.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov import sector, untried
from adjudicator.rulesets.kharkov.going import going_of
from adjudicator.rulesets.kharkov.movement import find_overruns
from adjudicator.rulesets.kharkov.movers import at_way, names_of
from adjudicator.rulesets.kharkov.odds import reckon_overrun
from adjudicator.rulesets.kharkov.orders import Move
from adjudicator.rulesets.kharkov.position import SOUTH_ACTIVE, Position
from adjudicator.rulesets.kharkov.results import find_cells, part_of
from adjudicator.rulesets.kharkov.setting import enemy_of

EVEN = "1-1"


def remark_overruns(position: Position, move: Move) -> Iterator[Finding]:
    """Advice on the overruns of a legal move whose odds are known and below 1-1, or in which the attackers suffer
    whatever the die shows (7.0, 7.2). Untried units leave the odds unknown."""
    for here, place in find_overruns(position, move, going_of(position, move.units)):
        target = move.path[place]
        defenders = here.units_of(enemy_of(move.order.side), target)
        if any(untried.is_untried(here, unit_id) for unit_id in (*move.units, *defenders)):
            continue
        reckoning = reckon_overrun(here, move.units, target)
        columns = here.setting.tables.columns
        cells = find_cells(here, reckoning)
        harmful = sum(bool(part_of(cell, "A")) or cell == "Eng" for cell in cells)
        if columns.index(reckoning.final) >= columns.index(EVEN) and harmful < len(cells):
            continue
        number = here.number(target)
        harm = "whatever the die shows" if harmful == len(cells) else f"on {harmful} of {len(cells)} die rolls"
        message = f"{names_of(move.units)} would overrun {number} at {reckoning.final}: the attackers suffer {harm}"
        at = at_way(move.order, move.path, place)
        notes = (f"results by die, 1 to {len(cells)}: {', '.join(cells)}",)
        unit, cases = move.units[0], ("7.0", "7.2")
        yield Finding("advice", "poor-overrun", message, unit=unit, hex=number, cases=cases, notes=notes, at=at)


def remark_activation(certain: Sequence[Event]) -> Iterator[Finding]:
    """Advice on an order of whose events these are ``certain``: that it activates the southern sector (6.52, 6.53)."""
    for event in certain:
        if event.kind == "flag" and event.subject == SOUTH_ACTIVE:
            message = f"by this order {event.values['says']}"
            yield Finding("advice", "activates-south", message, cases=event.cases)


def remark_front(position: Position, orders: Sequence[Order]) -> list[Finding]:
    """Advice when, once a Soviet section of moves is carried out, the front in the south is open: left so, it activates
    the southern sector at the end of the Player-Turn (6.54)."""
    gaps = [] if position.game.flags.get(SOUTH_ACTIVE) or not orders else list(sector.find_gaps(position))
    if not gaps:
        return []
    numbers = [position.number(hex_) for hex_ in gaps]
    left = f"after these moves no Soviet unit occupies or controls {names_of(numbers)} on the front"
    message = f"{left}: if none does when the Player-Turn ends, all Axis units south of the Sector Line are activated"
    return [Finding("advice", "opens-front", message, hex=numbers[0], cases=("6.54", "6.5")).of_order(orders[-1].name)]
