"""Opportunity fire: who may fire at units that have entered a hex, and what his standing orders say to it (4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from adjudicator.engine.steps import Advice, Choice, Option
from adjudicator.model.events import Json
from adjudicator.rulesets.platoon.column import label_of, reckon
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.setting import AFV, LEG
from adjudicator.rulesets.platoon.shot import Attack, band_of, judge_attack

KIND = "opportunity_fire"
HOLD = "hold"
"""The answer of who does not fire."""
PAIR = 2
"""The most units of a hex that fire together at a target of opportunity (4.3)."""


def find_shots(position: Position, movers: Sequence[str], hex_: int) -> Iterator[Attack]:
    """Every attack that the other side may make now on units that have entered a hex: by each of its eligible units
    with sight and range, then by each pair in a hex with either in the lead, at vehicles and at Leg units (4.3)."""
    side = position.setting.enemy_of(position.side_of(movers[0]))
    for here, stack in position.stacks[side].items():
        firers = [unit_id for unit_id in stack if position.is_eligible(unit_id)]
        if not firers or not position.sees(here, hex_):
            continue
        for count in range(1, PAIR + 1):
            for units in permutations(firers, count):
                for aim in (AFV, LEG):
                    attack = Attack(side, units, hex_, aim, only=tuple(movers), can_flank=False)
                    if not judge_attack(position, attack):
                        yield attack


def has_shooters(position: Position, movers: Sequence[str], hex_: int) -> bool:
    """Whether enemy units that may fire have sight and range of a hex that units enter (4.3): units need not be there
    yet."""
    side = position.setting.enemy_of(position.side_of(movers[0]))
    aims = [aim for aim in (AFV, LEG) if any(_may_be_aimed_at(position, unit_id, aim) for unit_id in movers)]
    return any(
        position.is_eligible(unit_id)
        and not position.setting.is_mortar(unit_id)
        and any(band_of(position, unit_id, aim, position.grid.distance(here, hex_)) for aim in aims)
        and position.sees(here, hex_)
        for here, stack in position.stacks[side].items()
        for unit_id in stack
    )


def _may_be_aimed_at(position: Position, unit_id: str, aim: str) -> bool:
    """Whether fire of a kind could touch a unit or who rides on it; soft vehicles are one or the other by option."""
    setting = position.setting
    return setting.class_of(unit_id) == aim or setting.is_soft(unit_id) or bool(position.passenger_of(unit_id))


def answer_of(attack: Attack) -> str:
    """An attack as it is answered: the units, the lead unit first, and what they fire at."""
    return f"{'+'.join(attack.units)} at {attack.at}"


def attack_of_answer(position: Position, movers: Sequence[str], hex_: int, answer: Json) -> Attack | None:
    """The attack of an answer; None when it is to hold fire."""
    return next((attack for attack in find_shots(position, movers, hex_) if answer_of(attack) == answer), None)


def choice_of_fire(position: Position, movers: Sequence[str], hex_: int) -> Choice:
    """The decision of the side that does not move: who fires at these units in the hex they have entered, if anybody.
    One attack is all they suffer there (4.3)."""
    attacks = list(find_shots(position, movers, hex_))
    side = position.setting.enemy_of(position.side_of(movers[0]))
    number = position.number(hex_)
    options = [Option(HOLD, "nobody fires"), *(Option(answer_of(a), _in_words(position, a)) for a in attacks)]
    about = f"{' and '.join(movers)} entered {number}, in sight of units of yours. Who fires?"
    facts: dict[str, Json] = {"hex": number, "units": list(movers)}
    return Choice(KIND, side, min(movers), about, tuple(options), 0, ("4.3",), facts=facts)


def _in_words(position: Position, attack: Attack) -> str:
    what = "vehicles" if attack.at == AFV else "Leg units"
    here = position.number(position.hex_of(attack.lead))
    verb = "fires" if len(attack.units) == 1 else "fire"
    column = label_of(position.setting.tables, reckon(position, attack).final)
    return f"{' and '.join(attack.units)} in {here} {verb} at {what}, column {column}"


def advise_fire(position: Position, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
    """What standing orders answer: of the attacks they allow the one of fewest units, then of the best column. None
    when they do not speak of opportunity fire by any unit that could fire."""
    movers, hex_ = choice.facts["units"], position.grid.hex(choice.facts["hex"])
    attacks = list(find_shots(position, movers, hex_))
    wishes = {unit_id: _wish_of(standing, unit_id) for attack in attacks for unit_id in attack.units}
    if all(wish is None for wish in wishes.values()):
        return None
    ready = sum(position.is_eligible(unit_id) for unit_id in position.setting.units_of_side[choice.side])
    hold = int((_limits(_default(standing)) or {}).get("hold", 0))
    best: tuple[int, int] | None = None
    answer = HOLD
    for attack in attacks:
        final = reckon(position, attack).final
        if final < 0 or ready - len(attack.units) < hold:
            continue
        if all(_is_wished(position, attack, final, wishes[unit_id]) for unit_id in attack.units):
            rank = (len(attack.units), -final)
            if best is None or rank < best:
                best, answer = rank, answer_of(attack)
    return Advice(answer, "standing")


def _default(standing: Mapping[str, Json]) -> Json:
    return (standing.get("default") or {}).get("opportunity")


def _wish_of(standing: Mapping[str, Json], unit_id: str) -> Json:
    """What is said of a unit, else what is said of all."""
    own = (standing.get("units") or {}).get(unit_id) or {}
    return own.get("opportunity", _default(standing))


def _limits(wish: Json) -> Mapping[str, Json] | None:
    """The limits of a wish; None when it is not to fire."""
    if isinstance(wish, Mapping):
        return wish
    return {} if str(wish).lower() in ("yes", "true") else None


def _is_wished(position: Position, attack: Attack, final: int, wish: Json) -> bool:
    limits = _limits(wish)
    if limits is None:
        return False
    distance = position.grid.distance(position.hex_of(attack.lead), attack.target)
    column = int(label_of(position.setting.tables, final))
    return (
        str(limits.get("at", attack.at)) == attack.at
        and distance <= int(limits.get("range", distance))
        and column >= int(limits.get("column", column))
    )
