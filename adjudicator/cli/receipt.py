"""The receipt of a filed file: every order as it was understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.check import CheckedSection
from adjudicator.engine.sequence import Phase
from adjudicator.files.check_file import CheckedFile
from adjudicator.files.desk import Desk
from adjudicator.files.inbox import Filed
from adjudicator.files.sheet import DEPLOYMENT, Sheet
from adjudicator.files.yaml_writer import render_yaml
from adjudicator.model.events import Event
from adjudicator.model.orders import MORE, Order
from adjudicator.reports.naming import Naming
from adjudicator.reports.words import listed, points

_NOTHING = {"advance": "nobody advances", "retreat": "no way of retreat", "lose": "no order of losses"}
"""What is said of a wish that is there and empty."""


def receipt_lines(checked: CheckedFile, desk: Desk, naming: Naming, name: str, replaced: Filed | None) -> Iterator[str]:
    """The receipt: where the file lies, which one it replaces, what it says."""
    sheet = checked.sheet
    assert sheet is not None
    yield f"filed as orders/{name}{_instead_of(replaced, desk) if replaced else ''}"
    when = f"Game-Turn {sheet.turn}, " if sheet.turn else ""
    head = desk.heads[0][:6] if desk.heads else "unknown"
    kind = "standing orders" if sheet.kind == "standing" else sheet.kind
    yield f"game {sheet.game}, {when}{naming.side_name(sheet.side)} {kind}, position {head}"
    if sheet.kind == "standing":
        yield from render_yaml(dict(sheet.standing)).splitlines()
    elif sheet.kind == "answers":
        yield from (f"  {question}: {_shown(answer)}" for question, answer in sheet.answers.items())
    elif sheet.kind == DEPLOYMENT:
        yield from _deployment(checked, sheet)
    else:
        yield from _sections(checked, desk)


def _deployment(checked: CheckedFile, sheet: Sheet) -> Iterator[str]:
    """A deployment as written, place by place."""
    if any(section.when == "later" for section in checked.sections):
        yield "checked again when its phase opens"
    for order in sheet.sections[DEPLOYMENT]:
        yield from (f"  {place}: {_ways(units)}" for place, units in order[DEPLOYMENT].items())
        yield from (f"  {unit} is broken down: {_ways(into)}" for unit, into in order.get("broken", {}).items())


def _instead_of(replaced: Filed, desk: Desk) -> str:
    """What becomes of the file before: replaced as far as it has not been carried out."""
    done = desk.carried_out(replaced.sheet)
    if not done:
        return f", in place of orders/{replaced.name}"
    sections, verb = ("section", "is") if len(done) == 1 else ("sections", "are")
    rest = "the rest is replaced" if len(done) < len(replaced.sheet.sections) else "nothing in it is left to replace"
    return f"; orders/{replaced.name}: its {sections} {listed(done)} {verb} carried out, {rest}"


def _sections(checked: CheckedFile, desk: Desk) -> Iterator[str]:
    sheet = checked.sheet
    assert sheet is not None
    known = {section.section: section for section in checked.sections}
    for phase in desk.phases_of(sheet):
        title = f"{phase.section} ({desk.title_of(sheet, phase.section)})"
        if phase.section in known:
            entries = sheet.sections[phase.section]
            yield from _section(title, known[phase.section], entries, checked)
        elif phase.section in sheet.sections:
            yield f"{title}: carried out already"
        elif _is_to_come(desk, sheet.side, phase):
            yield f"{title}: no orders yet; the game will stop there for them"


def _is_to_come(desk: Desk, side: str, phase: Phase) -> bool:
    """Whether the phase still takes place in this Game-Turn and wants orders of the side."""
    if desk.is_over(side, phase.section) or (side, phase.section) in desk.taken:
        return False
    return desk.rules.reason_to_skip(replace(desk.game, turn=desk.turn), phase) is None


def _section(title: str, section: CheckedSection, entries: list[object], checked: CheckedFile) -> Iterator[str]:
    if not entries:
        yield f"{title}: nothing"
        return
    later = "; checked again when its phase opens" if section.when == "later" else ""
    yield f"{title}{later}"
    conditional = {finding.order for finding in checked.findings if finding.kind == "conditional"}
    for order in section.legal:
        yield f"  {order.number:2} {_order(order, checked.supposed.get(order.name, ()), order.name in conditional)}"
    if entries[-1] == MORE:
        yield "     more: the phase stays open for further orders"


def _order(order: Order, supposed: tuple[Event, ...], is_conditional: bool) -> str:
    text = ", ".join(_part(field, value) for field, value in order.data.items())
    legs = [event for event in supposed if event.kind == "moved" and event.values.get("how") != "advance"]
    if legs:
        text += f": {_way([leg for leg in legs if leg.subject == legs[0].subject])}"
    return text + (" (conditional)" if is_conditional else "")


def _way(legs: Sequence[Event]) -> str:
    """The whole way of a unit, leg after leg, and what it costs."""
    path = list(legs[0].values["path"])
    for leg in legs[1:]:
        path += leg.values["path"][1:]
    costs = [leg.values["cost"] for leg in legs if "cost" in leg.values]
    price = f", {points(sum(costs))} Movement Point{'' if sum(costs) == 2 else 's'}" if costs else ""
    return f"{'-'.join(path)}{price}"


def _part(field: str, value: Any) -> str:
    """A field of an order as understood."""
    if not value and field in _NOTHING:
        return _NOTHING[field]
    if isinstance(value, Mapping):
        return f"{field} " + "; ".join(f"{unit}: {_ways(ways) or 'stays'}" for unit, ways in value.items())
    return f"{field} {_ways(value)}"


def _ways(value: Any) -> str:
    """Hexes or units in a row; alternatives are parted by ``or``."""
    if isinstance(value, list):
        return (" or " if any(isinstance(item, list) for item in value) else " ").join(map(_ways, value))
    if isinstance(value, Mapping):
        return f"({', '.join(f'{field} {_ways(part)}' for field, part in value.items())})"
    return str(value)


def _shown(value: object) -> str:
    return "[" + ", ".join(map(_shown, value)) + "]" if isinstance(value, list) else str(value)
