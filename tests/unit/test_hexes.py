"""Hex grids: any printed numbering, both staggers, edges and holes; distances against a plain search."""

from collections import deque

import pytest

from adjudicator.model.hexes import HEX_NUMBER, OFF_MAP, Grid, hexside


def flat(shifted, **more):
    return Grid("flat", 20, 30, "CCRR", "north", "west", shifted, **more)


KHARKOV = Grid("pointy", 39, 40, "RRCC", "north", "east", "odd")
GRIDS = [
    Grid(orientation, rows, columns, numbering, rows_from, columns_from, shifted, frozenset(missing))
    for orientation in ("pointy", "flat")
    for shifted in ("odd", "even")
    for rows, columns, numbering, rows_from, columns_from, missing in (
        (5, 6, "RRCC", "north", "east", ()),
        (6, 5, "RRCC", "south", "west", ("0101", "0303", "0304")),
        (5, 4, "CCRR", "south", "east", ("0202",)),
        (4, 7, "CCRR", "north", "west", ()),
        (6, 6, "A1", "north", "west", ("A1", "C3", "C4", "F6")),
        (3, 30, "A1", "south", "east", ()),
        (1, 5, "A1", "north", "west", ()),
        (5, 1, "RRCC", "north", "west", ()),
    )
]


def name_of(grid):
    numbering = f"{grid.numbering} from {grid.rows_from} and {grid.columns_from}"
    return f"{grid.orientation} {grid.shifted} {grid.rows} by {grid.columns} {numbering}"


def numbers_next_to(grid, number):
    return sorted(grid.number(hex_) for hex_ in grid.adjacent[grid.hex(number)])


@pytest.mark.fault("H11")
@pytest.mark.parametrize(
    ("shifted", "number", "expected"),
    [
        ("even", "2210", "2209 2211 2110 2111 2310 2311"),
        ("even", "2110", "2109 2111 2009 2010 2209 2210"),
        ("odd", "2210", "2209 2211 2109 2110 2309 2310"),
        ("odd", "2110", "2109 2111 2010 2011 2210 2211"),
    ],
)
def test_stagger_decides_the_neighbours_of_both_parities(shifted, number, expected):
    assert numbers_next_to(flat(shifted), number) == sorted(expected.split())


@pytest.mark.parametrize("grid", GRIDS, ids=name_of)
def test_adjacency_is_mutual_for_every_pair(grid):
    for a in grid.hexes:
        assert a not in grid.adjacent[a]
        assert len(set(grid.adjacent[a])) == len(grid.adjacent[a]) <= 6
        for b in grid.hexes:
            assert grid.is_adjacent(a, b) == grid.is_adjacent(b, a) == (grid.distance(a, b) == 1)


@pytest.mark.parametrize("grid", GRIDS, ids=name_of)
def test_opposite_directions_lead_back(grid):
    assert len(grid.directions) == 6
    for a in grid.hexes:
        for direction, b in enumerate(grid.neighbours[a]):
            if b != OFF_MAP:
                assert grid.neighbours[b][(direction + 3) % 6] == a
                assert grid.number(b) not in grid.missing


@pytest.mark.parametrize("grid", [grid for grid in (*GRIDS, KHARKOV) if not grid.missing], ids=name_of)
def test_distance_is_what_a_search_finds(grid):
    for start in grid.hexes[:: max(1, len(grid.hexes) // 12)]:
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for near in grid.adjacent[here]:
                if near not in found:
                    found[near] = found[here] + 1
                    queue.append(near)
        assert found == {hex_: grid.distance(start, hex_) for hex_ in grid.hexes}
        assert set(grid.within(start, 2)) == {hex_ for hex_, steps in found.items() if steps <= 2}


@pytest.mark.parametrize("grid", GRIDS, ids=name_of)
def test_numbers_are_found_again_and_are_hex_numbers(grid):
    assert len(set(grid.numbers)) == grid.size == grid.rows * grid.columns
    for hex_ in grid.hexes:
        assert grid.hex(grid.number(hex_)) == grid.find(grid.number(hex_)) == hex_
        assert HEX_NUMBER.match(grid.number(hex_))
    assert len(grid.hexes) == grid.size - len(grid.missing)


def corners(numbering, rows_from, columns_from):
    """Printed numbers of the northwest, northeast, southwest and southeast corner of 3 rows of 4."""
    grid = Grid("pointy", 3, 4, numbering, rows_from, columns_from, "odd")
    return [grid.number(hex_) for hex_ in (0, 3, 8, 11)]


@pytest.mark.parametrize(
    ("numbering", "rows_from", "columns_from", "expected"),
    [
        ("RRCC", "north", "west", ["0101", "0104", "0301", "0304"]),
        ("RRCC", "north", "east", ["0104", "0101", "0304", "0301"]),
        ("RRCC", "south", "west", ["0301", "0304", "0101", "0104"]),
        ("RRCC", "south", "east", ["0304", "0301", "0104", "0101"]),
        ("CCRR", "north", "west", ["0101", "0401", "0103", "0403"]),
        ("CCRR", "north", "east", ["0401", "0101", "0403", "0103"]),
        ("CCRR", "south", "west", ["0103", "0403", "0101", "0401"]),
        ("CCRR", "south", "east", ["0403", "0103", "0401", "0101"]),
        ("A1", "north", "west", ["A1", "D1", "A3", "D3"]),
        ("A1", "north", "east", ["D1", "A1", "D3", "A3"]),
        ("A1", "south", "west", ["A3", "D3", "A1", "D1"]),
        ("A1", "south", "east", ["D3", "A3", "D1", "A1"]),
    ],
)
def test_numbering_starts_at_the_edges_named(numbering, rows_from, columns_from, expected):
    assert corners(numbering, rows_from, columns_from) == expected


def test_letters_go_on_after_z():
    grid = Grid("flat", 1, 54, "A1", "north", "west", "odd")
    assert [grid.number(hex_) for hex_ in (0, 25, 26, 27, 51, 52)] == ["A1", "Z1", "AA1", "AB1", "AZ1", "BA1"]


def test_printed_rows_and_columns_are_those_of_the_number():
    hex_ = KHARKOV.hex("0618")
    assert (KHARKOV.printed_row(hex_), KHARKOV.printed_column(hex_)) == (6, 18)
    assert (hex_ // KHARKOV.columns, hex_ % KHARKOV.columns) == (5, 40 - 18)


def test_a_hex_beyond_an_edge_or_missing_is_not_on_the_map():
    grid = flat("even", missing=frozenset({"2209"}))
    assert grid.find("2209") is None
    assert grid.find("618") is None
    assert grid.find("3101") is None
    with pytest.raises(KeyError):
        grid.hex("0000")
    assert numbers_next_to(grid, "2210") == ["2110", "2111", "2211", "2310", "2311"]
    assert numbers_next_to(grid, "0101") == ["0102", "0201"]


def test_edges_are_the_outermost_hexes():
    grid = Grid("pointy", 3, 4, "RRCC", "north", "east", "odd", frozenset({"0104"}))
    assert [grid.number(hex_) for hex_ in grid.edge("north")] == ["0103", "0102", "0101"]
    assert [grid.number(hex_) for hex_ in grid.edge("east")] == ["0101", "0201", "0301"]
    assert [grid.number(hex_) for hex_ in grid.edge("south")] == ["0304", "0303", "0302", "0301"]
    assert [grid.number(hex_) for hex_ in grid.edge("west")] == ["0204", "0304"]


def test_the_kharkov_grid_lies_as_the_rulebook_has_it():
    """Rows count from the north, columns from the east; odd rows lie half a hex to the east."""
    assert KHARKOV.directions == ("NE", "E", "SE", "SW", "W", "NW")

    def around(number):
        return [KHARKOV.number(hex_) for hex_ in KHARKOV.neighbours[KHARKOV.hex(number)]]

    assert around("0819") == ["0719", "0818", "0919", "0920", "0820", "0720"]
    assert around("0919") == ["0818", "0918", "1018", "1019", "0920", "0819"]


def test_centres_of_neighbours_are_equally_far_apart():
    for grid in GRIDS:
        long, short = ((2, 0), (1, 1)) if grid.orientation == "pointy" else ((0, 2), (1, 1))
        for a in grid.hexes:
            for b in grid.adjacent[a]:
                (x, y), (u, v) = grid.centre(a), grid.centre(b)
                assert (abs(x - u), abs(y - v)) in (long, short)


def test_a_hexside_is_the_same_from_both_sides():
    assert hexside(7, 3) == hexside(3, 7) == (3, 7)
