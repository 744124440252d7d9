"""9.4: every cell of the Combat Results Table, reached by an attack at its column and die."""

from __future__ import annotations

import pytest

from .board import board, setting_of
from .fights import cell, fight, odds

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1")
PRINTED = {
    1: "A1 D1/A1 D1 D2 D2 D2 D2 De/A1 De De De De",
    2: "A1 Eng D1/A1 D1 D2 D2 D2 D2 De/A1 De De De",
    3: "A1 A1 D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De/A1 De De",
    4: "A2 A1 Eng D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De/A1 De",
    5: "Ae A2 A1 Eng D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De",
    6: "Ae Ae A2 A1 Eng Eng D1/A1 D1 D2/A1 D2 D2 D2",
}
CELLS = [(die, column, text) for die, row in PRINTED.items() for column, text in zip(COLUMNS, row.split(), strict=True)]
STRENGTHS = {"1-3": (1, 4), "1-2": (1, 2), **{f"{n}-1": (n, 1) for n in range(1, 11)}}
DEFENDER = {4: "steps=3", 2: "steps=2", 1: "steps=1"}


@pytest.mark.case("kharkov", "9.4")
@pytest.mark.parametrize(("die", "column", "text"), CELLS)
def test_each_cell(die: int, column: str, text: str) -> None:
    attack, defence = STRENGTHS[column]
    units = {"44id": f"1628 {DEFENDER[defence]}", "226rd": f"1627 {attack}-1", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5), "1628", ["226rd"], [die])
    assert odds(outcome) == (f"{attack}-{defence}", column, column)
    assert cell(outcome) == text


@pytest.mark.case("kharkov", "9.4")
def test_the_columns() -> None:
    assert setting_of().tables.columns == COLUMNS


@pytest.mark.case("kharkov", "9.85")
def test_the_soviet_morale_bonus_table() -> None:
    printed = {1: "4 3 2 1", 2: "3 2 2 1", 3: "3 2 1 n", 4: "2 2 1 n", 5: "2 1 n n", 6: "1 n n n"}
    morale = setting_of().tables.morale
    for die, row in printed.items():
        assert [morale[turn][die - 1] for turn in range(4)] == [int(text.replace("n", "0")) for text in row.split()]
