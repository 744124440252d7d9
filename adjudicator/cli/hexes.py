"""Hexes named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adjudicator.model.hexes import Grid


def find_hex(grid: Grid, number: str) -> int:
    """The hex with that printed number. Raises UsageError, with the number that was perhaps meant."""
    found = grid.find(number)
    if found is not None:
        return found
    tries = (number.zfill(len(grid.number(grid.hexes[0]))), number.strip().upper())
    near = next((f"; did you mean {other}?" for other in tries if grid.find(other) is not None), "")
    raise click.UsageError(f"there is no hex {number!r} on the map{near}")
