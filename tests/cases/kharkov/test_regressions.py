"""Positions on which the rules once decided wrongly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov import odds

from .board import board
from .marching import judge, reach


@pytest.mark.case("kharkov", "6.8")
def test_a_zone_that_comes_over_a_unit_within_the_phase_gives_no_breakout_mobility() -> None:
    position = board({"226rd": "1419", "13grd": "1519", "44id": "1620"}, turn=2, phase="soviet/movement")
    retreat = Event("moved", "44id", {"path": ["1620", "1520"], "how": "retreat"}, ("9.6",))
    later = position.after([retreat])
    (finding,) = judge(later, {"move": "226rd", "path": ["1418"]})
    assert (finding.code, finding.cases) == ("leaves-enemy-zone", ("6.24", "8.23", "6.8"))
    assert finding.notes[1] == "no breakout mobility: 226rd began the phase in no enemy zone of control"
    assert reach(later, "226rd") == {}
    assert "1418" in reach(position, "226rd")


@pytest.mark.case("kharkov", "11.43", "7.0")
@pytest.mark.parametrize(("value", "strength"), [("supply", Fraction(1, 2)), ("always", Fraction(1))])
def test_a_unit_halved_by_a_river_overruns_with_at_least_one_by_option(value: str, strength: Fraction) -> None:
    position = board(
        {"rg-01": "1216 1-1", "226rd": "1215 4-5"}, turn=3, phase="axis/movement", options={"min_one": value}
    )
    (line,) = odds.reckon_overrun(position, ["rg-01"], position.grid.hex("1215")).attack
    assert line.strength == strength
