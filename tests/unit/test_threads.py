"""Threads between hexes: both orientations, hexsides, spines, edges, and where a thread enters."""

from itertools import pairwise

import pytest

from adjudicator.engine.threads import entry_of, hexes_between, stretch_thread
from adjudicator.model.hexes import OFF_MAP, Grid, hexside

FLAT = Grid("flat", 9, 9, "CCRR", "north", "west", "even")
POINTY = Grid("pointy", 9, 9, "RRCC", "north", "west", "even")
GRIDS = [
    FLAT,
    POINTY,
    Grid("flat", 7, 8, "A1", "south", "east", "odd"),
    Grid("pointy", 8, 7, "CCRR", "south", "east", "odd"),
    Grid("flat", 5, 5, "A1", "north", "west", "odd", frozenset({"C3", "B2"})),
]


def lay(grid, start, end):
    """The stretches of a thread in printed numbers: ``0201|0202`` for a hexside."""
    thread = stretch_thread(grid, grid.hex(start), grid.hex(end))
    return ["|".join("-" if hex_ == OFF_MAP else grid.number(hex_) for hex_ in stretch) for stretch in thread.stretches]


@pytest.mark.fault("H12")
def test_a_thread_along_a_hexside_names_both_hexes_left_before_right():
    assert lay(FLAT, "0102", "0302") == ["0201|0202"]
    assert lay(FLAT, "0302", "0102") == ["0202|0201"]
    assert lay(FLAT, "0102", "0502") == ["0201|0202", "0302", "0401|0402"]


@pytest.mark.fault("H11")
def test_the_stagger_decides_which_hexside_that_is():
    other = Grid("flat", 9, 9, "CCRR", "north", "west", "odd")
    assert lay(other, "0102", "0302") == ["0202|0203"]


def test_a_pointy_grid_has_its_hexsides_up_and_down():
    assert lay(POINTY, "0101", "0301") == ["0201|-"]
    assert lay(POINTY, "0103", "0303") == ["0203|0202"]
    assert lay(POINTY, "0303", "0103") == ["0202|0203"]
    assert lay(POINTY, "0101", "0104") == ["0102", "0103"]


def test_a_hex_met_at_a_point_is_not_passed():
    thread = stretch_thread(FLAT, FLAT.hex("0105"), FLAT.hex("0502"))
    assert lay(FLAT, "0105", "0502") == ["0204", "0304", "0303", "0402"]
    assert [FLAT.number(hex_) for hex_ in thread.touched] == ["0203", "0403"]


def test_beyond_the_edge_there_is_no_hex():
    thread = stretch_thread(FLAT, FLAT.hex("0101"), FLAT.hex("0301"))
    assert (thread.stretches, thread.hexes) == (((OFF_MAP, FLAT.hex("0201")),), (FLAT.hex("0201"),))
    assert thread.hexsides == thread.stretches


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.orientation} {grid.shifted}")
def test_threads_both_ways_pass_the_same_and_hang_together(grid):
    between = hexes_between(grid)
    for a in grid.hexes:
        for b in grid.hexes:
            there, back = stretch_thread(grid, a, b), stretch_thread(grid, b, a)
            assert there.stretches == tuple(stretch[::-1] for stretch in back.stretches[::-1])
            assert sorted(there.touched) == sorted(back.touched)
            assert between[a][b] == sum(1 << hex_ for hex_ in there.hexes)
            way = [(a,), *there.stretches, (b,)]
            for here, following in pairwise(way):
                known = [(x, y) for x in here for y in following if OFF_MAP not in (x, y)]
                assert all(x == y or grid.is_adjacent(x, y) for x, y in known)
            if grid.distance(a, b) <= 1:
                assert (there.stretches, there.touched) == ((), ())


@pytest.mark.parametrize("grid", GRIDS[:2], ids=lambda grid: grid.orientation)
def test_a_neighbour_enters_by_its_hexside_and_the_hex_beyond_two_by_their_spine(grid):
    centre = grid.hex("0505")
    around = grid.neighbours[centre]
    for direction, near in enumerate(around):
        assert entry_of(grid, near, centre) == 2 * direction
        following = around[(direction + 1) % 6]
        spine = [far for far in grid.hexes if grid.distance(far, centre) == 2]
        (beyond,) = [far for far in spine if grid.is_adjacent(far, near) and grid.is_adjacent(far, following)]
        assert entry_of(grid, beyond, centre) == 2 * direction + 1


@pytest.mark.parametrize("grid", GRIDS[:2], ids=lambda grid: grid.orientation)
def test_a_thread_enters_by_the_last_hex_that_it_passes(grid):
    centre = grid.hex("0505")
    for start in grid.hexes:
        last = stretch_thread(grid, start, centre).stretches[-1:]
        if start != centre and last:
            entry = entry_of(grid, start, centre)
            around = grid.neighbours[centre]
            spine = hexside(around[entry // 2], around[(entry // 2 + 1) % 6])
            if len(last[0]) == 2:
                assert (entry % 2, hexside(*last[0])) == (1, spine)
            elif entry % 2 == 0:
                assert last[0] == (around[entry // 2],)
            else:
                assert last[0][0] in spine


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.orientation} {grid.shifted}")
def test_a_hex_is_found_again_by_its_centre(grid):
    assert all(grid.hex_at(*grid.centre(hex_)) == hex_ for hex_ in grid.hexes)
    assert grid.hex_at(-1, 0) == OFF_MAP
