"""The way that was found for a move or rail move that says only where to (6.12, 6.44), for the writer of the order."""

from __future__ import annotations

from adjudicator.engine.check import Foresight
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov import reinforcements
from adjudicator.rulesets.kharkov.march import carry_out_march
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.orders import Enter, Move, Rail
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.ride import carry_out_ride
from adjudicator.rulesets.kharkov.terrain import POINT, points_text


def remark_way(position: Position, order: Move | Rail | Enter) -> list[Finding]:
    """Advice with path and cost of a legal order, where it says ``to``; nothing for one with a path of its own."""
    if order.to is None:
        return []
    ahead = Foresight(position.game)
    positions = Positions(position.setting)
    if isinstance(order, Move):
        events = ahead.run(carry_out_march(ahead, positions, order, succeeds=True))
    elif isinstance(order, Rail):
        events = ahead.run(carry_out_ride(ahead, positions, order, is_supposed=True))
    else:
        events = ahead.run(reinforcements.carry_out_enter(ahead, positions, order, succeeds=True))
    legs = [event.values for event in events if event.kind == "moved" and event.subject == order.units[0]]
    path = [*legs[0]["path"], *(number for leg in legs[1:] for number in leg["path"][1:])]
    if "cost" in legs[0]:
        cost = sum(leg["cost"] for leg in legs)
        how, price, case = "", f"for {points_text(cost)} Movement Point{'' if cost <= POINT else 's'}", "6.12"
    else:
        hexes = len(path) - (not isinstance(order, Enter))
        how, price, case = "by rail ", f"over {hexes} rail hex{'' if hexes == 1 else 'es'}", "6.44"
    verb = "goes" if len(order.units) == 1 else "go"
    message = f"{names_of(order.units)} {verb} {how}{'-'.join(path)} {price}"
    goal = position.number(order.to)
    return [Finding("advice", "way-found", message, unit=order.units[0], hex=goal, cases=(case,), at=("to",))]
