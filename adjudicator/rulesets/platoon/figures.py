"""A unit as its counter shows it, in words: its figures, and what it can do (1.2, 1.4, 4.0.1, 4.4, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.model.events import Json
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.shot import FACTORS
from adjudicator.rulesets.platoon.walk import MOVING_FIRE, POINT


def describe(position: Position, unit_id: str) -> Mapping[str, Json]:
    """Of a unit on the map: ``values`` of its face, ``move`` it may spend now in half points, ``figures`` in words, and
    what it ``carries``."""
    counter = position.counter(unit_id)
    face = counter.faces[len(counter.faces) - position.unit(unit_id).steps]
    move = POINT * counter.move if position.is_eligible(unit_id) else 0
    told: dict[str, Json] = {"values": "-".join(map(str, face)), "move": move}
    told["figures"] = list(_figures(position, unit_id))
    passenger = position.passenger_of(unit_id)
    return told | ({"carries": passenger} if passenger else {})


def _figures(position: Position, unit_id: str) -> Iterator[str]:
    setting, counter = position.setting, position.counter(unit_id)
    for word, place, name in FACTORS.values():
        if word in counter.words and position.value_of(unit_id, place):
            firepower = f"{name} Firepower {position.value_of(unit_id, place)}, range {counter.words[word]}"
            yield firepower + _die(counter.numbers.get(f"{word}_die", 0))
    if "armour" in counter.numbers:
        yield f"armor {counter.numbers['armour']}" + _die(counter.numbers.get("armour_die", 0))
    if MOVING_FIRE in counter.words:
        yield f"fires on the move, {counter.words[MOVING_FIRE]}"
    if setting.is_transport(unit_id):
        yield "carries a Leg unit"
    if setting.is_soft(unit_id):
        yield "a soft target"
    if setting.is_mortar(unit_id):
        yield "a mortar"


def _die(change: int) -> str:
    return f", die {change:+}" if change else ""
