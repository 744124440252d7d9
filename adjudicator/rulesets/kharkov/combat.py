"""One combat: who takes part on each side and from where (9.21-9.23, 9.65), and how its units go after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.engine.steps import Choice, Option
from adjudicator.model.events import Event, Json
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov.cities import events_of_entry
from adjudicator.rulesets.kharkov.orders import Attack
from adjudicator.rulesets.kharkov.position import RETREATED_IN, Position
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of


@dataclass(frozen=True)
class Party:
    """One side of a combat. ``hexes`` maps each unit to the hex it fights from, combat units before HQs; ``opposing``
    are the original hexes of the other side (9.63); ``order`` is the order of the attacker."""

    side: str
    hexes: Mapping[str, int]
    opposing: tuple[int, ...]
    order: Order | None = None

    def combat_units(self, position: Position) -> tuple[str, ...]:
        """The party's combat units that are still on the map."""
        return tuple(unit_id for unit_id in self._present(position) if position.setting.is_combat_unit(unit_id))

    def headquarters(self, position: Position) -> tuple[str, ...]:
        """The party's HQs that are still in the hex where the combat found them."""
        return tuple(u for u in self._present(position) if position.setting.is_hq(u) and self.is_in_place(position, u))

    def is_in_place(self, position: Position, unit_id: str) -> bool:
        """Whether a unit of the party stands in the hex it fights from."""
        return position.unit(unit_id).hex == self.hexes[unit_id]

    def _present(self, position: Position) -> Iterator[str]:
        return (unit_id for unit_id in self.hexes if position.unit(unit_id).hex is not None)


@dataclass(frozen=True)
class Combat:
    """One attack under resolution. ``targets`` are in the order of their numbers, ``subject`` names them
    (``0819+0919``); ``doomed`` are units that retreated into a target in this phase: they add nothing and fall with it
    (9.65). ``is_overrun``: it is one of Section 7 and no combat in the sense of Section 9."""

    subject: str
    targets: tuple[int, ...]
    attacker: Party
    defender: Party
    doomed: tuple[str, ...]
    is_overrun: bool = False


def overrun_of(position: Position, order: Order, units: Sequence[str], target: int) -> Combat:
    """The combat that an overrun of a hex by units of one stack begins (7.14); 9.65 knows nothing of it."""
    side, here = order.side, position.hex_of(units[0])
    attackers = dict.fromkeys(hqs_last(position, units), here)
    defenders = dict.fromkeys(hqs_last(position, position.units_of(enemy_of(side), target)), target)
    parties = Party(side, attackers, (target,), order), Party(enemy_of(side), defenders, (here,))
    return Combat(position.number(target), (target,), *parties, (), True)


def combat_of(position: Position, attack: Attack) -> Combat:
    """The combat that an attack order begins in this position."""
    side = attack.order.side
    targets = tuple(sorted(attack.targets))
    attackers = {unit_id: position.hex_of(unit_id) for unit_id in hqs_last(position, attack.units)}
    inside = [unit_id for hex_ in targets for unit_id in position.units_of(enemy_of(side), hex_)]
    doomed = tuple(unit_id for unit_id in inside if position.unit(unit_id).has(RETREATED_IN))
    fresh = hqs_last(position, [unit_id for unit_id in inside if unit_id not in doomed])
    defenders = {unit_id: position.hex_of(unit_id) for unit_id in fresh}
    return Combat(
        subject_of(position, targets),
        targets,
        Party(side, attackers, targets, attack.order),
        Party(enemy_of(side), defenders, tuple(sorted(set(attackers.values())))),
        doomed,
    )


def subject_of(position: Position, targets: Sequence[int]) -> str:
    """How dice, questions and events name the hexes of a combat."""
    return "+".join(sorted(position.number(hex_) for hex_ in targets))


def hqs_last(position: Position, units: Sequence[str]) -> list[str]:
    """Units in their order, HQs after all others: they go with those they are stacked with (10.13)."""
    return sorted(units, key=position.setting.is_hq)


def numbers_of(position: Position, path: Sequence[int]) -> list[str]:
    """A path as printed numbers."""
    return [position.number(hex_) for hex_ in path]


def ask(
    party: Party, kind: str, subject: str, about: str, options: Sequence[Option], cases: tuple[str, ...], **facts: Json
) -> Choice:
    """A choice of a party; the first option is the default. ``facts`` are what wishes are read by."""
    return Choice(kind, party.side, subject, about, tuple(options), 0, cases, party.order, facts)


def events_of_going(
    position: Position, unit_id: str, path: Sequence[int], how: str, cases: tuple[str, ...]
) -> Iterator[Event]:
    """A unit's retreat or advance over the hexes of a path, and the City hexes it enters (11.31, 17.21)."""
    start = position.hex_of(unit_id)
    yield Event("moved", unit_id, {"path": numbers_of(position, (start, *path)), "how": how}, cases)
    yield from events_of_entry(position, position.side_of(unit_id), path)


def is_enemy_held(position: Position, side: str, hex_: int) -> bool:
    """Whether an enemy unit is in a hex, or a garrison that holds out against the Soviet side (6.22, 15.3)."""
    return position.has_enemy_unit(side, hex_) or (side == SOVIET and position.garrison_in(hex_) > 0)


def find_gap(position: Position, way: Sequence[int]) -> tuple[str, str] | None:
    """The first hex of a way that is not adjacent to the one before it, with a clause that says so."""
    for here, there in pairwise(way):
        if not position.grid.is_adjacent(here, there):
            number = position.number(there)
            return number, f"{number} is not adjacent to {position.number(here)}"
    return None
