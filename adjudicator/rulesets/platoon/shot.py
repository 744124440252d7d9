"""One attack by fire: who fires at what, and whether they may (4.0, 4.6, 5.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.model.findings import Finding
from adjudicator.rulesets.platoon.position import DISRUPTED, FIRED, FLANKED, MOVED, Position
from adjudicator.rulesets.platoon.setting import AFV, AP, HE, LEG
from adjudicator.rulesets.platoon.sight import find_sight

FACTORS = {AFV: ("ap", AP, "Armor Piercing"), LEG: ("he", HE, "High Explosive")}
"""Per kind of target the factor that is used: its word, its place on a face, its name (1.2, 4.0)."""
CLOSE, NORMAL, LONG = "close", "normal", "long"


@dataclass(frozen=True)
class Attack:
    """Fire by units of one hex, the lead unit first, at a hex (4.0, 4.6).

    ``at`` is ``leg`` or ``afv``, empty where the hex leaves no choice. ``only`` are the units that can be hit where
    not all of the hex are (4.3). ``explosion`` is the colour of moving fire, empty when it is none (4.4). ``order`` is
    the name of the order, empty when it was none. Flanking is looked at only in the Fire Phase (4.5).
    """

    side: str
    units: tuple[str, ...]
    target: int
    at: str = ""
    order: str = ""
    only: tuple[str, ...] | None = None
    explosion: str = ""
    can_flank: bool = True

    @property
    def lead(self) -> str:
        """The unit on which range and shifts are based (4.6)."""
        return self.units[0]

    @property
    def subject(self) -> str:
        """The unit that names its dice: the lowest id."""
        return min(self.units)


def aim_of(position: Position, attack: Attack) -> str:
    """``leg`` or ``afv``: what the attack is aimed at; empty when the hex holds both and the player has to say (4.0).
    Riders alone do not make a choice necessary (5.1.5)."""
    if attack.at:
        return attack.at
    present = [at for at in (AFV, LEG) if _units_for(position, attack, at)]
    return present[0] if len(present) == 1 else ""


def targets_of(position: Position, attack: Attack) -> tuple[str, ...]:
    """The units that share the hits (4.0, 1.4). Fire at Leg units takes in tank riders, by ``fire_rider_with_leg`` with
    others or only when there are no others (5.1.5); passengers of transports are never a target (5.1.4)."""
    at = aim_of(position, attack)
    found = _units_for(position, attack, at)
    if at != LEG or (found and position.setting.options["fire_rider_with_leg"] == "separate"):
        return found
    return (*found, *_riders(position, attack))


def _units_for(position: Position, attack: Attack, at: str) -> tuple[str, ...]:
    return tuple(unit_id for unit_id in _present(position, attack) if _kind_of_target(position, unit_id) == at)


def _present(position: Position, attack: Attack) -> Iterator[str]:
    for unit_id in position.enemies_of(attack.side, attack.target):
        if attack.only is None or unit_id in attack.only:
            yield unit_id


def _riders(position: Position, attack: Attack) -> Iterator[str]:
    for unit_id in _present(position, attack):
        passenger = position.passenger_of(unit_id)
        if passenger and position.is_rider(passenger):
            yield passenger


def _kind_of_target(position: Position, unit_id: str) -> str:
    """Soft vehicles are shot at as Leg units are, or by ``fire_soft_vehicle`` as vehicles without armour (1.4)."""
    is_with_leg = position.setting.is_soft(unit_id) and position.setting.options["fire_soft_vehicle"] == "with_leg"
    return LEG if is_with_leg else position.setting.class_of(unit_id)


def band_of(position: Position, unit_id: str, at: str, distance: int) -> str:
    """``close``, ``normal`` or ``long``; empty when the distance is out of range or the unit has no such factor. The
    option ``fire_close_band`` drops the close band (4.0)."""
    word, place, _ = FACTORS[at]
    colour = position.counter(unit_id).words.get(word, "")
    if not position.value_of(unit_id, place) or colour not in position.setting.tables.ranges:
        return ""
    bands = position.setting.tables.ranges[colour]
    if distance <= bands.close and position.setting.options["fire_close_band"] == "use":
        return CLOSE
    return NORMAL if distance <= bands.normal else LONG if distance <= bands.long else ""


def marker_of(position: Position, unit_id: str) -> str:
    """The name of the status marker that keeps a unit from firing; empty when it bears none (1.5)."""
    unit = position.unit(unit_id)
    return next((word.capitalize() for word in (FIRED, MOVED, DISRUPTED, FLANKED) if unit.has(word)), "")


def judge_attack(position: Position, attack: Attack) -> list[Finding]:
    """What is wrong with an attack: who may not fire, what cannot be aimed at, out of sight or range."""
    found = list(_judge_firers(position, attack))
    return found or list(_judge_target(position, attack))


def _judge_firers(position: Position, attack: Attack) -> Iterator[Finding]:
    for unit_id in attack.units:
        if position.carrier_of(unit_id):
            case = "5.1.5" if position.is_rider(unit_id) else "5.1.3"
            message = f"{unit_id} may not fire: it is carried by {position.carrier_of(unit_id)}"
            yield _illegal("carried", message, (case,), unit_id)
        elif not position.is_eligible(unit_id):
            message = f"{unit_id} is not an eligible unit: it is marked {marker_of(position, unit_id)}"
            yield _illegal("not-eligible", message, ("1.5", "4.0"), unit_id)
        elif position.setting.is_mortar(unit_id):
            yield _illegal("case-open", f"{unit_id} is a mortar: their fire is not built yet", ("8.1.1",), unit_id)
        elif position.hex_of(unit_id) != position.hex_of(attack.lead):
            message = f"{unit_id} may not assist {attack.lead}: they are not in one hex"
            yield _illegal("not-stacked", message, ("4.6",), unit_id)


def _judge_target(position: Position, attack: Attack) -> Iterator[Finding]:
    here, there = position.hex_of(attack.lead), attack.target
    number = position.number(there)
    if not any(True for _ in _present(position, attack)):
        yield _illegal("no-target", f"there is no enemy unit to fire at in {number}", ("4.0",), hex_=number)
        return
    at = aim_of(position, attack)
    if not at:
        message = f"{number} holds vehicles and Leg units: say which, at: afv or at: leg"
        yield replace(_illegal("which-target", message, ("4.0",), hex_=number), kind="ambiguous")
        return
    if not targets_of(position, attack):
        what = "vehicle" if at == AFV else "Leg unit"
        found = _illegal("no-target", f"there is no {what} to fire at in {number}", ("4.0",), hex_=number)
        is_soft = at == AFV and any(map(position.setting.is_soft, _present(position, attack)))
        yield replace(found, help="a soft vehicle is fired at with at: leg (1.4)") if is_soft else found
        return
    if not position.sees(here, there):
        sight = find_sight(position.setting.ground, here, there)
        message = f"{attack.lead} in {position.number(here)} does not see {number}: {sight.why}"
        yield _illegal("no-sight", message, sight.cases, attack.lead, number)
    distance = position.grid.distance(here, there)
    for unit_id in attack.units:
        if not band_of(position, unit_id, at, distance):
            yield _out_of_range(position, attack, unit_id, at, distance)


def _out_of_range(position: Position, attack: Attack, unit_id: str, at: str, distance: int) -> Finding:
    word, place, name = FACTORS[at]
    number = position.number(attack.target)
    case = "4.0" if unit_id == attack.lead else "4.6"
    if not position.value_of(unit_id, place):
        found = _illegal("no-firepower", f"{unit_id} has no {name} Firepower", (case,), unit_id, number)
        has_riders = at == AFV and any(True for _ in _riders(position, attack))
        return replace(found, help="riders are fired at with at: leg (5.1.5)") if has_riders else found
    colour = position.counter(unit_id).words[word]
    longest = position.setting.tables.ranges[colour].long
    message = f"{number} is out of range of {unit_id}: {distance} hexes, {colour} reaches {longest}"
    return _illegal("out-of-range", message, (case,), unit_id, number)


def _illegal(code: str, message: str, cases: tuple[str, ...], unit: str = "", hex_: str = "") -> Finding:
    at = ("with",) if unit else ("fire",)
    return Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, at=at)
