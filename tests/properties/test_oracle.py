"""The product and the second version agree on thousands of random positions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import pytest

from adjudicator.rulesets.kharkov import going, integration, movement, odds, retreat, stacking, supply, untried
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import SIDES, enemy_of
from tests.cases.kharkov.board import board
from tests.properties.oracle import fight, flee, lines, walk
from tests.properties.oracle.scene import Scene, see
from tests.properties.positions import describe, fronts_of, make_position, options_of, shrink

BLOCK = 100
Answers = Iterator[tuple[str, object, object]]
Difference = tuple[str, str, object, object]
Thing = TypeVar("Thing")


def differences(position: Position, seed: int, only: str = "") -> Iterator[Difference]:
    """What the second version and the product say differently: the name of the check, the question, expected, found."""
    scene = see(position)
    for name, check in CHECKS.items():
        if only in ("", name):
            for question, expected, found in check(position, scene, random.Random(f"{seed} {name}")):
                if expected != found:
                    yield name, question, expected, found


def _say(position: Position, hexes: Iterable[int]) -> set[str]:
    return {position.number(hex_) for hex_ in hexes}


def _zones(position: Position, scene: Scene, dice: random.Random) -> Answers:
    for side in SIDES:
        yield f"zones of {side}", scene.zone(side), _say(position, position.zones[side])
        yield f"overstacked {side}", scene.overstacked(side), _say(position, stacking.find_overstacked(position, side))


def _supply(position: Position, scene: Scene, dice: random.Random) -> Answers:
    for unit_id, piece in scene.pieces.items():
        yield f"supply of {unit_id}", lines.in_supply(scene, unit_id), supply.in_supply(position, unit_id)
        if piece.nation != "german" and not piece.is_hq:
            expected = lines.has_communications(scene, unit_id)
            yield f"communications of {unit_id}", expected, supply.has_communications(position, unit_id)


def _divisions(position: Position, scene: Scene, dice: random.Random) -> Answers:
    for unit_id, piece in scene.pieces.items():
        if piece.division:
            expected = fight.is_integrated_defending(scene, piece)
            yield f"{unit_id} integrated", expected, integration.is_integrated_defending(position, unit_id)


def _retreats(position: Position, scene: Scene, dice: random.Random) -> Answers:
    for side, hex_, around in _sample(dice, fronts_of(position), 6):
        units = _some(dice, position.units_of(side, hex_))
        opponents = _some(dice, around)
        steps = dice.choice((1, 1, 2, 2, 3))
        paths = retreat.find_retreats(position, units, opponents, steps)
        found = {tuple(position.number(step) for step in path) for path in paths}
        numbers = [position.number(opponent) for opponent in opponents]
        question = f"{units} from {numbers}, {steps} hexes"
        yield question, flee.find_retreats(scene, units, numbers, steps), found
        yield f"{question}: number of paths", len(found), len(paths)


def _odds(position: Position, scene: Scene, dice: random.Random) -> Answers:
    for side, hex_, around in _sample(dice, fronts_of(position), 6):
        attackers = [unit_id for near in around for unit_id in position.combat_units_of(enemy_of(side), near)]
        if attackers and dice.random() < 0.7:
            attackers = _some(dice, attackers)
        attackers = [unit_id for unit_id in attackers if _is_known(position, unit_id)]
        targets = [hex_, *_other_targets(position, side, hex_, attackers)]
        targets = targets[: dice.randint(1, len(targets))]
        defenders = [unit_id for target in targets for unit_id in position.combat_units_of(side, target)]
        if attackers and all(_is_known(position, unit_id, defends=True) for unit_id in defenders):
            air = (dice.random() < 0.3, dice.random() < 0.3)
            yield from _reckonings(position, scene, attackers, targets, air)


def _other_targets(position: Position, side: str, hex_: int, attackers: list[str]) -> list[int]:
    """Hexes next to a target that all attackers could attack with it (9.23)."""
    homes = {position.hex_of(unit_id) for unit_id in attackers}
    near = [other for other in position.grid.adjacent[hex_] if other in position.stacks[side]]
    return [other for other in near if all(_can_attack(position, home, other) for home in homes)]


def _reckonings(
    position: Position, scene: Scene, attackers: list[str], targets: list[int], air: tuple[bool, bool]
) -> Answers:
    numbers = [position.number(target) for target in targets]
    expected = fight.reckon(scene, attackers, numbers, *air)
    found = odds.reckon(position, attackers, targets, *air)
    question = f"{attackers} against {numbers}, air {air}:"
    yield f"{question} attack", expected.attack, odds.total_of(found.attack)
    yield f"{question} defence", expected.defence, odds.total_of(found.defence)
    yield f"{question} column", expected.column, found.column
    yield f"{question} final column", expected.final, found.final
    yield f"{question} die", expected.die_modifier, found.die_modifier


def _can_attack(position: Position, a: int, b: int) -> bool:
    return b in position.grid.adjacent[a] and not position.setting.is_barred(a, b)


def _is_known(position: Position, unit_id: str, defends: bool = False) -> bool:
    if position.counter(unit_id).kind == "reserve":
        return defends
    return not untried.is_untried(position, unit_id)


def _reach(position: Position, scene: Scene, dice: random.Random) -> Answers:
    phasing = scene.phase.split("/")[0]
    ids = sorted(p.id for p in scene.pieces.values() if p.side == phasing)
    counters = [unit_id for unit_id in ids if scene.pieces[unit_id].kind == "reserve"]
    for unit_id in dict.fromkeys((*counters, *_sample(dice, ids, 5))):
        reach = movement.find_reach(position, [unit_id])
        found = {position.number(hex_): reached.cost for hex_, reached in reach.items()}
        yield f"reach of {unit_id}", walk.find_reach(scene, unit_id), found
        allowance = walk.allowance_of(scene, scene.pieces[unit_id])
        yield f"allowance of {unit_id}", allowance, going.allowance_of(position, unit_id)


CHECKS = {
    "zones": _zones,
    "supply": _supply,
    "divisions": _divisions,
    "retreats": _retreats,
    "odds": _odds,
    "reach": _reach,
}


def _sample(dice: random.Random, things: list[Thing], most: int) -> list[Thing]:
    return dice.sample(things, min(len(things), most))


def _some(dice: random.Random, things: Sequence[Thing]) -> list[Thing]:
    return dice.sample(things, dice.randint(1, len(things)))


def _explain(position: Position, seed: int) -> str:
    """The first difference, on the smallest position that still shows it."""
    name = next(differences(position, seed))[0]
    least = shrink(position, lambda less: any(differences(less, seed, name)))
    found = [f"{q}: expected {e}, found {f}" for _, q, e, f in differences(least, seed, name)]
    return "\n".join([describe(least), name, *found])


def _check(seeds: range, options_seed: int | None = None) -> None:
    options = None if options_seed is None else options_of(options_seed)
    for seed in seeds:
        position = make_position(seed, options)
        if any(differences(position, seed)):
            pytest.fail(f"seed {seed}, options {options_seed}:\n{_explain(position, seed)}")


REDUCED = {
    "headquarters and a unit that retreated in (9.65, 10.13)": board(
        {"199tb": "2736 3-3", "16pz-64": "2737", "hq-rum6": "2737"}, turn=6, markers={"16pz-64": ["retreated_in"]}
    ),
    "a river crossed after the breakout (6.8, 6.25)": board(
        {"79id": "1618", "300rd": "1419", "38cd": "1520", "62cd": "1619", "121tb": "1420", "1mrb": "1518"},
        phase="soviet/movement",
    ),
    "two headquarters in enemy zones (10.23, option hq_negates_ezoc)": board(
        {"1mt": "3735", "22pz-140": "3936", "hq-6a": "3835", "hq-37a": "3935", "130tb": "3833 4-4"},
        options={"hq_negates_ezoc": "false"},
        phase="soviet/movement",
    ),
    "a line that crosses the Donets, comes back and crosses it again (11.34)": board(
        {
            "79id": "2309",
            "22pz-203": "2507",
            "rg-12": "2407 1-1",
            "rg-15": "2408 1-1",
            "411rd": "2307 1-3",
            "28cd": "2409 2-3",
            "131tb": "2208 3-3",
            "21mrb": "2508",
        },
        turn=2,
        phase="soviet/movement",
        hex_marks={number: ["garrison_lost", "soviet_entered"] for number in ("2208", "2307", "2409", "2508")},
    ),
}
"""Small positions on which the two versions once differed."""


@pytest.mark.parametrize("name", REDUCED)
def test_second_version_agrees_where_it_once_differed(name: str) -> None:
    found = [difference for seed in range(20) for difference in differences(REDUCED[name], seed)]
    assert not found


@pytest.mark.parametrize("block", range(16))
def test_second_version_agrees(block: int) -> None:
    _check(range(block * BLOCK, (block + 1) * BLOCK))


@pytest.mark.parametrize("options", range(20))
def test_second_version_agrees_under_any_options(options: int) -> None:
    _check(range(100_000 + 20 * options, 100_000 + 20 * (options + 1)), options)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100, 300))
def test_second_version_agrees_for_long(block: int) -> None:
    _check(range(block * BLOCK, (block + 1) * BLOCK), block)
    _check(range(block * BLOCK, (block + 1) * BLOCK))
