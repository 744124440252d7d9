"""Sets of hexes as masks: the same as sets of hexes, step by step."""

from __future__ import annotations

import random

from adjudicator.engine.masks import first_of, mask_of, shifts_of, step_back, step_on
from adjudicator.model.hexes import Grid

GRID = Grid("pointy", 9, 7, "RRCC", "north", "east", "odd", frozenset({"0305"}))
STEPS = [(a, b) for a in GRID.hexes for b in GRID.adjacent[a] if (a + 2 * b) % 5]
"""Most steps of the grid, not all of them open both ways."""


def test_a_mask_takes_the_steps_that_its_hexes_take() -> None:
    shifts = shifts_of(STEPS)
    for seed in range(50):
        hexes = set(random.Random(seed).sample(GRID.hexes, seed))
        assert step_on(mask_of(hexes), shifts) == mask_of({b for a, b in STEPS if a in hexes})
        assert step_back(mask_of(hexes), shifts) == mask_of({a for a, b in STEPS if b in hexes})


def test_the_first_hex_of_a_mask_is_the_lowest() -> None:
    assert [first_of(mask_of(hexes)) for hexes in ({40, 7, 12}, {0, 62}, {61})] == [7, 0, 61]
