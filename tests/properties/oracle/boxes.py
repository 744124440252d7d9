"""Units off the map: reserve boxes, the Breakdown box, regiment counters (6.7, 15.1)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.rulesets.kharkov.position import Position


@dataclass
class Counter:
    """One German counter wherever it is; ``strength`` of the face that is up, ``kind`` as printed."""

    id: str
    kind: str
    is_german: bool
    is_regiment: bool
    strength: int
    hex: str
    box: str
    markers: frozenset[str]


def see_counters(position: Position) -> dict[str, Counter]:
    """All Axis units but headquarters."""
    found = {}
    for unit in position.game.units.values():
        printed = position.setting.counters[unit.id]
        if printed.side != "axis" or printed.kind == "hq":
            continue
        is_regiment = unit.id.startswith("rg-")
        if is_regiment:
            strength = int(unit.face[0]) if unit.face else 0
        else:
            strength = printed.faces[len(printed.faces) - unit.steps][0] if unit.steps else 0
        number = "" if unit.hex is None else position.number(unit.hex)
        found[unit.id] = Counter(
            unit.id, printed.kind, printed.nation == "german", is_regiment, strength, number, unit.box, unit.markers
        )
    return found


def see_boxes(position: Position) -> dict[str, list[str]]:
    """The Soviet units in each reserve box, by the army's name."""
    boxes: dict[str, list[str]] = {}
    for unit in position.game.units.values():
        if unit.hex is None and unit.box.startswith("reserve/"):
            boxes.setdefault(unit.box.partition("/")[2], []).append(unit.id)
    return boxes
