"""The product and the second version agree on thousands of random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.rulesets.kharkov import integration, movement, odds, retreat, stacking, supply, untried
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import SIDES, enemy_of
from tests.properties.oracle import fight, flee, lines, walk
from tests.properties.oracle.scene import Scene, see
from tests.properties.positions import describe, fronts_of, make_position, options_of, shrink

BLOCK = 100


def differences(position: Position, seed: int = 0) -> Iterator[tuple[str, object, object]]:
    """What the second version and the product say differently: question, expected, found."""
    scene = see(position)
    for question, expected, found in _answers(position, scene, random.Random(seed)):
        if expected != found:
            yield question, expected, found


def _answers(position: Position, scene: Scene, dice: random.Random) -> Iterator[tuple[str, object, object]]:
    yield from _zones(position, scene)
    yield from _supply(position, scene)
    yield from _divisions(position, scene)
    fronts = fronts_of(position)
    for side, hex_, around in dice.sample(fronts, min(len(fronts), 6)):
        yield from _retreats(position, scene, dice, side, hex_, around)
        yield from _odds(position, scene, dice, side, hex_, around)
    ids = sorted(piece.id for piece in scene.pieces.values() if piece.side == scene.phase.split("/")[0])
    for unit_id in dice.sample(ids, min(len(ids), 5)):
        yield from _reach(position, scene, unit_id)


def _say(position: Position, hexes: object) -> set[str]:
    return {position.number(hex_) for hex_ in hexes}  # type: ignore[attr-defined]


def _zones(position: Position, scene: Scene) -> Iterator[tuple[str, object, object]]:
    for side in SIDES:
        yield f"zones of {side}", scene.zone(side), _say(position, position.zones[side])
        yield f"overstacked {side}", scene.overstacked(side), _say(position, stacking.find_overstacked(position, side))


def _supply(position: Position, scene: Scene) -> Iterator[tuple[str, object, object]]:
    for unit_id, piece in scene.pieces.items():
        yield f"supply of {unit_id}", lines.in_supply(scene, unit_id), supply.in_supply(position, unit_id)
        if piece.nation != "german" and not piece.is_hq:
            expected = lines.has_communications(scene, unit_id)
            yield f"communications of {unit_id}", expected, supply.has_communications(position, unit_id)


def _divisions(position: Position, scene: Scene) -> Iterator[tuple[str, object, object]]:
    for unit_id, piece in scene.pieces.items():
        if piece.division:
            expected = fight.is_integrated_defending(scene, piece)
            yield f"{unit_id} integrated", expected, integration.is_integrated_defending(position, unit_id)


def _retreats(
    position: Position, scene: Scene, dice: random.Random, side: str, hex_: int, around: list[int]
) -> Iterator[tuple[str, object, object]]:
    units = list(position.units_of(side, hex_))
    units = dice.sample(units, dice.randint(1, len(units)))
    opponents = dice.sample(around, dice.randint(1, len(around)))
    steps = dice.choice((1, 1, 2, 2, 3))
    paths = retreat.find_retreats(position, units, opponents, steps)
    found = {tuple(position.number(step) for step in path) for path in paths}
    numbers = [position.number(opponent) for opponent in opponents]
    question = f"retreat of {units} from {numbers}, {steps} hexes"
    yield question, flee.find_retreats(scene, units, numbers, steps), found
    yield f"{question}: twice", len(found), len(paths)


def _odds(
    position: Position, scene: Scene, dice: random.Random, side: str, hex_: int, around: list[int]
) -> Iterator[tuple[str, object, object]]:
    attackers = [unit_id for near in around for unit_id in position.combat_units_of(enemy_of(side), near)]
    if dice.random() < 0.7:
        attackers = dice.sample(attackers, dice.randint(min(1, len(attackers)), len(attackers)))
    attackers = [unit_id for unit_id in attackers if _is_known(position, unit_id)]
    targets = [hex_] + [
        other
        for other in position.grid.adjacent[hex_]
        if other in position.stacks[side]
        and all(_can_attack(position, position.hex_of(unit_id), other) for unit_id in attackers)
    ]
    targets = targets[: dice.randint(1, len(targets))]
    defenders = [unit_id for target in targets for unit_id in position.combat_units_of(side, target)]
    if not attackers or not all(_is_known(position, unit_id, defends=True) for unit_id in defenders):
        return
    air = (dice.random() < 0.3, dice.random() < 0.3)
    numbers = [position.number(target) for target in targets]
    expected = fight.reckon(scene, attackers, numbers, *air)
    found = odds.reckon(position, attackers, targets, *air)
    question = f"odds of {attackers} against {numbers}, air {air}:"
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


def _reach(position: Position, scene: Scene, unit_id: str) -> Iterator[tuple[str, object, object]]:
    expected = walk.find_reach(scene, unit_id)
    reach = movement.find_reach(position, [unit_id])
    found = {position.number(hex_): reached.cost for hex_, reached in reach.items()}
    yield f"reach of {unit_id}", expected, found
    expected_allowance = walk.allowance_of(scene, scene.pieces[unit_id])
    yield f"allowance of {unit_id}", expected_allowance, movement.allowance_of(position, unit_id)


def _explain(position: Position, seed: int) -> str:
    """The first difference, on the smallest position that still shows it."""
    question = next(differences(position, seed))[0].split()[0]

    def is_of_interest(less: Position) -> bool:
        return any(other.startswith(question) for other, _, _ in differences(less, seed))

    least = shrink(position, is_of_interest)
    found = [text for text in differences(least, seed) if text[0].startswith(question)]
    return "\n".join([describe(least), *(f"{q}: expected {e}, found {f}" for q, e, f in found)])


def _check(seeds: range, options_seed: int | None = None) -> None:
    options = None if options_seed is None else options_of(options_seed)
    for seed in seeds:
        position = make_position(seed, options)
        if any(differences(position, seed)):
            pytest.fail(f"seed {seed}, options {options_seed}:\n{_explain(position, seed)}")


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
