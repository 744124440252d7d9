"""Hex grids: printed numbers outside, integer indexes and neighbour tables inside."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Hexside = tuple[int, int]

OFF_MAP = -1


def hexside(a: int, b: int) -> Hexside:
    """The hexside between two adjacent hexes, the lower index first."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Grid:
    """A rectangle of hexes with any printed numbering.

    ``rows`` and ``columns`` count hexes. ``numbering`` is ``RRCC`` or ``CCRR`` (two digits each) or ``A1`` (column
    letters, row digits); ``rows_from`` and ``columns_from`` say at which edge number 1 lies. ``shifted`` names the
    printed rows (pointy) or columns (flat) that lie half a hex toward the east (pointy) or the south (flat).
    ``missing`` are printed numbers inside the rectangle that are not on the map.

    Inside, row 0 is the northernmost, column 0 the westernmost, and a hex is ``row * columns + column``.
    """

    orientation: Literal["pointy", "flat"]
    rows: int
    columns: int
    numbering: Literal["RRCC", "CCRR", "A1"]
    rows_from: Literal["north", "south"]
    columns_from: Literal["west", "east"]
    shifted: Literal["odd", "even"]
    missing: frozenset[str] = field(default=frozenset())

    @cached_property
    def size(self) -> int:
        """How many indexes there are, missing hexes included."""
        return self.rows * self.columns

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Printed number per index."""
        return tuple(self._number(row, column) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def _indexes(self) -> dict[str, int]:
        return {number: hex_ for hex_, number in enumerate(self.numbers) if number not in self.missing}

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """All hexes on the map, by index."""
        return tuple(sorted(self._indexes.values()))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Per hex its six neighbours in the fixed order of ``directions``; ``OFF_MAP`` beyond an edge."""
        return tuple(self._six(hex_) for hex_ in range(self.size))

    @cached_property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """Per hex its neighbours on the map."""
        return tuple(tuple(n for n in six if n != OFF_MAP) for six in self.neighbours)

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the six directions, clockwise from the first one east of north."""
        if self.orientation == "pointy":
            return ("NE", "E", "SE", "SW", "W", "NW")
        return ("NE", "SE", "S", "SW", "NW", "N")

    def number(self, hex_: int) -> str:
        """Printed number of a hex."""
        return self.numbers[hex_]

    def find(self, number: str) -> int | None:
        """The hex with that printed number, or None."""
        return self._indexes.get(number)

    def hex(self, number: str) -> int:
        """The hex with that printed number; KeyError when the map has none."""
        return self._indexes[number]

    def is_adjacent(self, a: int, b: int) -> bool:
        """Whether two hexes share a hexside."""
        return b in self.adjacent[a]

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b, neither terrain nor edges considered."""
        row_a, column_a = divmod(a, self.columns)
        row_b, column_b = divmod(b, self.columns)
        if self.orientation == "pointy":
            along = abs(2 * column_a + self._is_shifted_row(row_a) - 2 * column_b - self._is_shifted_row(row_b))
            across = abs(row_a - row_b)
        else:
            along = abs(2 * row_a + self._is_shifted_column(column_a) - 2 * row_b - self._is_shifted_column(column_b))
            across = abs(column_a - column_b)
        return across + max(0, (along - across) // 2)

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """Hexes at most ``radius`` away from ``centre``, itself included, by index."""
        seen = {centre}
        ring = {centre}
        for _ in range(radius):
            ring = {n for hex_ in ring for n in self.adjacent[hex_]} - seen
            seen |= ring
        return tuple(sorted(seen))

    def edge(self, side: str) -> tuple[int, ...]:
        """Hexes along the ``north``, ``south``, ``east`` or ``west`` edge, by index."""
        row, column = {
            "north": (0, None),
            "south": (self.rows - 1, None),
            "west": (None, 0),
            "east": (None, self.columns - 1),
        }[side]
        return tuple(hex_ for hex_ in self.hexes if hex_ // self.columns == row or hex_ % self.columns == column)

    def printed_row(self, hex_: int) -> int:
        """Printed row number of a hex."""
        return self._printed(hex_ // self.columns, self.rows, self.rows_from == "north")

    def printed_column(self, hex_: int) -> int:
        """Printed column number of a hex."""
        return self._printed(hex_ % self.columns, self.columns, self.columns_from == "west")

    def centre(self, hex_: int) -> tuple[int, int]:
        """Centre in whole units for drawing: (x, y), east and south growing; a hex is 2 wide and rows are 1 apart
        (pointy), or 2 high and columns 1 apart (flat)."""
        row, column = divmod(hex_, self.columns)
        if self.orientation == "pointy":
            return (2 * column + self._is_shifted_row(row), row)
        return (column, 2 * row + self._is_shifted_column(column))

    def hex_at(self, x: int, y: int) -> int:
        """The hex whose centre, in the units of ``centre``, is there; ``OFF_MAP`` when the map has none."""
        if self.orientation == "pointy":
            row, column = y, (x - self._is_shifted_row(y)) // 2
        else:
            row, column = (y - self._is_shifted_column(x)) // 2, x
        return self._index(row, column)

    @staticmethod
    def _printed(index: int, count: int, from_start: bool) -> int:
        return index + 1 if from_start else count - index

    def _is_shifted_row(self, row: int) -> bool:
        return self._printed(row, self.rows, self.rows_from == "north") % 2 == (self.shifted == "odd")

    def _is_shifted_column(self, column: int) -> bool:
        return self._printed(column, self.columns, self.columns_from == "west") % 2 == (self.shifted == "odd")

    def _number(self, row: int, column: int) -> str:
        row_number = self._printed(row, self.rows, self.rows_from == "north")
        column_number = self._printed(column, self.columns, self.columns_from == "west")
        if self.numbering == "RRCC":
            return f"{row_number:02}{column_number:02}"
        if self.numbering == "CCRR":
            return f"{column_number:02}{row_number:02}"
        letters = ""
        while column_number:
            column_number, rest = divmod(column_number - 1, 26)
            letters = chr(ord("A") + rest) + letters
        return f"{letters}{row_number}"

    def _six(self, hex_: int) -> tuple[int, ...]:
        row, column = divmod(hex_, self.columns)
        if self.orientation == "pointy":
            east = column + self._is_shifted_row(row)
            steps = [
                (row - 1, east),
                (row, column + 1),
                (row + 1, east),
                (row + 1, east - 1),
                (row, column - 1),
                (row - 1, east - 1),
            ]
        else:
            south = row + self._is_shifted_column(column)
            steps = [
                (south - 1, column + 1),
                (south, column + 1),
                (row + 1, column),
                (south, column - 1),
                (south - 1, column - 1),
                (row - 1, column),
            ]
        return tuple(self._index(r, c) for r, c in steps)

    def _index(self, row: int, column: int) -> int:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return OFF_MAP
        hex_ = row * self.columns + column
        return OFF_MAP if self.numbers[hex_] in self.missing else hex_


HEX_NUMBER = re.compile(r"^(?:[0-9]{4}|[A-Z]{1,2}[0-9]{1,2})$")
