"""Line of sight against a slow second version, on Map A and on random maps; symmetry, flips and added rows."""

from __future__ import annotations

import random
from functools import cache

import pytest

from adjudicator.files.scenario_file import load_options
from adjudicator.model.hexes import Grid
from adjudicator.rulesets.platoon.ground import Ground
from adjudicator.rulesets.platoon.sight import find_one_way, find_sight, sight_table
from tests.cases.platoon.fields import BLOCKING, ROLLING, map_a, options_of
from tests.properties.sight_oracle import Land, blockers, hill_of_attackers_level_between

RANDOM_MAPS = 200
BLOCK = 25
SIZES = ((5, 6, "even"), (6, 6, "odd"), (5, 7, "odd"), (4, 9, "even"))
"""Rows, columns, and the lowered columns of the random maps: few, so that threads are stretched once for each."""
WORDS = ("open", "open", "open", "open", "open", "forest", "town", "rolling", "rolling", "cultivated")
ONE_WAY_AS_WRITTEN = {"woods", "behind_woods"}
"""The sentences of 6.0 that decide one direction alone, under the default of every option."""


@cache
def choices() -> dict[str, list[str]]:
    return {entry["option"]: list(entry["values"]) for entry in load_options("platoon") if entry["option"] != "stagger"}


@cache
def grid_of(rows: int, columns: int, shifted: str) -> Grid:
    return Grid("flat", rows, columns, "A1", "north", "west", shifted)  # type: ignore[arg-type]


@cache
def ground_of(seed: int) -> Ground:
    """A random map: woods and rolling ground, two hills that grow over their neighbours, one with a second level. Every
    second map is read with the defaults, the others with options at random."""
    dice = random.Random(f"sight {seed}")
    rows, columns, shifted = SIZES[seed % len(SIZES)]
    grid = grid_of(rows, columns, shifted)
    terrain = tuple(dice.choice(WORDS) for _ in range(grid.size))
    levels = [0] * grid.size
    for _ in range(2):
        hill = {dice.randrange(grid.size)}
        for _ in range(dice.randrange(9)):
            hill.add(dice.choice(grid.adjacent[dice.choice(sorted(hill))]))
        for hex_ in sorted(hill):
            levels[hex_] = 2 if dice.random() < 0.3 else 1
    chosen = {name: dice.choice(values) for name, values in choices().items()} if seed % 2 else {}
    return Ground(grid, terrain, tuple(levels), BLOCKING, ROLLING, options_of(**chosen))


WAYS: dict[int, dict] = {0: {}, 1: {}}  # type: ignore[type-arg]


def land_of(ground: Ground) -> Land:
    """The same ground for the second version, with coordinates read from the printed labels alone."""
    place = {hex_: (ord(number[0]) - ord("A"), int(number[1:]) - 1) for hex_, number in enumerate(ground.grid.numbers)}
    lowered = 1 if ground.grid.shifted == "even" else 0
    terrain = {place[hex_]: word for hex_, word in enumerate(ground.terrain)}
    level = {place[hex_]: height for hex_, height in enumerate(ground.levels)}
    columns, rows = ground.grid.columns, ground.grid.rows
    return Land(columns, rows, lowered, terrain, level, ground.options.values, WAYS[lowered])


def disagreements(ground: Ground, step: int = 1) -> list[str]:
    """Where product and second version differ, for every pair of hexes, or those from every so many hexes, in words."""
    land, table, found = land_of(ground), sight_table(ground), []
    places = {hex_: (hex_ % ground.grid.columns, hex_ // ground.grid.columns) for hex_ in ground.grid.hexes}
    for a in ground.grid.hexes[::step]:
        for b in ground.grid.hexes:
            expected = blockers(land, places[a], places[b])
            pair = f"{ground.grid.number(a)} to {ground.grid.number(b)}"
            if table.is_clear(a, b) == bool(expected):
                found.append(f"{pair}: {sorted(expected)}")
            elif expected:
                obstacle = find_sight(ground, a, b).obstacle
                if obstacle is None or obstacle.sentence not in expected:
                    found.append(f"{pair}: {sorted(expected)}, not {obstacle}")
            elif hill_of_attackers_level_between(land, places[a], places[b]):
                found.append(f"{pair}: only the hill of the same level blocks")
    return found


@pytest.mark.case("platoon", "6.0")
@pytest.mark.parametrize("stagger", ["b_down", "b_up"])
def test_both_versions_agree_on_every_pair_of_map_a(stagger: str) -> None:
    assert disagreements(map_a(stagger)) == []


@pytest.mark.case("platoon", "6.0")
@pytest.mark.parametrize("option", sorted(choices()))
def test_both_versions_agree_on_views_over_map_a_under_every_reading(option: str) -> None:
    for value in choices()[option][1:]:
        assert disagreements(map_a(**{option: value}), step=7) == []


@pytest.mark.case("platoon", "6.0", "4.0")
@pytest.mark.parametrize("first", range(0, RANDOM_MAPS, BLOCK))
def test_both_versions_agree_on_every_pair_of_random_maps(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert disagreements(ground_of(seed)) == [], f"map {seed}"


def one_way_sentences(ground: Ground) -> set[str]:
    """The sentences named for pairs that see each other one way only; no such pair may be on one level."""
    table, named = sight_table(ground), set()
    for a in ground.grid.hexes:
        for b in ground.grid.hexes[:a]:
            if table.is_clear(a, b) != table.is_clear(b, a):
                assert ground.levels[a] != ground.levels[b], (ground.grid.number(a), ground.grid.number(b))
                one_way = find_one_way(ground, a, b)
                assert one_way is not None
                assert one_way.obstacle is not None
                named.add(str(one_way.obstacle.sentence))
    return named


@pytest.mark.case("platoon", "6.0")
def test_pairs_on_one_level_see_each_other_and_the_rest_name_their_sentence() -> None:
    assert one_way_sentences(map_a()) == {"woods"}
    named = set()
    for seed in range(RANDOM_MAPS):
        sentences = one_way_sentences(ground_of(seed))
        if seed % 2 == 0:
            named |= sentences
        elif ground_of(seed).options["los_symmetry"] == "mirror_up":
            assert sentences == set()
    assert named == ONE_WAY_AS_WRITTEN


def flipped(ground: Ground, east_west: bool) -> tuple[Ground, dict[int, int]]:
    """The ground seen in a mirror, and where each hex has gone."""
    grid = ground.grid
    moved = {}
    for hex_ in grid.hexes:
        row, column = divmod(hex_, grid.columns)
        moved[hex_] = row * grid.columns + grid.columns - 1 - column if east_west else 0
    if not east_west:
        moved = {hex_: (grid.rows - 1 - hex_ // grid.columns) * grid.columns + hex_ % grid.columns for hex_ in moved}
    # Mirrored top to bottom the other columns are the lower ones; mirrored sideways only an even width changes them.
    changes = grid.columns % 2 == 0 if east_west else True
    other = "odd" if grid.shifted == "even" else "even"
    new = grid_of(grid.rows, grid.columns, other if changes else grid.shifted)
    back = {new_hex: hex_ for hex_, new_hex in moved.items()}
    return carried(ground, new, back), moved


def carried(ground: Ground, grid: Grid, back: dict[int, int]) -> Ground:
    """The same ground on another grid; hexes that come from nowhere are open."""
    terrain = tuple(ground.terrain[back[hex_]] if hex_ in back else "open" for hex_ in range(grid.size))
    levels = tuple(ground.levels[back[hex_]] if hex_ in back else 0 for hex_ in range(grid.size))
    return Ground(grid, terrain, levels, BLOCKING, ROLLING, ground.options)


def assert_same(ground: Ground, other: Ground, moved: dict[int, int]) -> None:
    there, here = sight_table(other), sight_table(ground)
    for a in ground.grid.hexes:
        for b in ground.grid.hexes:
            assert here.is_clear(a, b) == there.is_clear(moved[a], moved[b]), (ground.grid.number(a), moved[b])


@pytest.mark.case("platoon", "6.0")
@pytest.mark.parametrize("east_west", [True, False])
def test_flipping_the_map_changes_nothing(east_west: bool) -> None:
    assert_same(map_a(), *flipped(map_a(), east_west))
    for seed in range(0, RANDOM_MAPS, 11):
        assert_same(ground_of(seed), *flipped(ground_of(seed), east_west))


@pytest.mark.case("platoon", "6.0", "10.3")
@pytest.mark.parametrize(("above", "below"), [(2, 0), (0, 2), (1, 1)])
def test_adding_open_rows_changes_nothing(above: int, below: int) -> None:
    seeds = [seed for seed in range(0, RANDOM_MAPS, 11) if ground_of(seed).options["los_offmap_side"] == "clear"]
    assert len(seeds) > RANDOM_MAPS // 20
    for ground in (map_a(), *map(ground_of, seeds)):
        grid = ground.grid
        new = grid_of(grid.rows + above + below, grid.columns, grid.shifted)
        moved = {hex_: hex_ + above * grid.columns for hex_ in grid.hexes}
        assert_same(ground, carried(ground, new, {new_hex: hex_ for hex_, new_hex in moved.items()}), moved)
