"""Untried units: nothing is known of their strength until it is drawn from what is left of their pool (9.53, 12.0)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.steps import Resolution, Roll, Table, roll
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.setting import Setting

Face = tuple[int, int]


def is_untried(position: Position, unit_id: str) -> bool:
    """Whether a unit's strength is still unknown to everybody (12.0)."""
    return bool(position.counter(unit_id).pool) and not position.unit(unit_id).face


def values_of(position: Position, unit_id: str) -> Face:
    """Attack and defence strength printed on the face that a unit shows; (0, 0) for HQs and reserve counters.

    Raises ValueError for an untried unit, whose strength does not exist yet: ask ``is_untried`` first.
    """
    counter, unit = position.counter(unit_id), position.unit(unit_id)
    if is_untried(position, unit_id):
        raise ValueError(f"{unit_id} is untried: it has no strength before it is revealed")
    if counter.pool:
        drawn = parse_face(unit.face)
        is_reduced = unit.steps < steps_of_face(position.setting, drawn)
        return position.setting.tables.reduced[counter.pool] if is_reduced else drawn
    if unit.face:
        return parse_face(unit.face)
    if not counter.faces or unit.steps < 1:
        return (0, 0)
    attack, defence = counter.faces[len(counter.faces) - unit.steps]
    return (attack, defence)


def parse_face(text: str) -> Face:
    """A face as written (``4-6``): attack and defence."""
    attack, _, defence = text.partition("-")
    return int(attack), int(defence)


def steps_of_face(setting: Setting, face: Face) -> int:
    """How many steps an untried unit of this strength has (9.52, 9.53)."""
    return 2 if face[1] >= setting.tables.two_steps_from else 1


def reveal(table: Table, positions: Positions, unit_ids: Iterable[str], target: str) -> Resolution:
    """Draw the strengths of those units that are untried, one named die each, in counter-sheet order (12.0).

    ``target`` is the printed number of the hex under attack (several joined by ``+``).
    """
    named = set(unit_ids)
    position = positions.of(table.game)
    for unit_id in [unit_id for unit_id in table.game.units if unit_id in named]:
        if not is_untried(position, unit_id):
            continue
        pool = f"untried/{position.counter(unit_id).pool}"
        left = sorted((parse_face(text), text, count) for text, count in table.game.pools[pool].items() if count)
        drawn = yield from roll(
            Roll("untried", unit_id, target, "draw", sides=sum(count for _, _, count in left), cases=("12.0",))
        )
        for face, text, count in left:
            if drawn <= count:
                steps = steps_of_face(position.setting, face)
                cases = ("12.0", "9.53") if steps > 1 else ("12.0",)
                yield Event("revealed", unit_id, {"face": text, "steps": steps, "pool": pool}, cases)
                break
            drawn -= count
