"""Wishes that came to nothing in a fight (9.6, 9.7): told with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.rulesets.kharkov.position import Position, Positions
from adjudicator.rulesets.kharkov.unmet import find_unmet

from .board import board, order
from .fights import fight


def unmet(
    position: Position,
    target: str,
    units: list[str],
    roll: int,
    answers: Mapping[str, Any],
    standing: Mapping[str, Any] | None = None,
    **wishes: Any,
) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Unit, what, why and cases of each wish that a fight did not meet."""
    outcome = fight(position, target, units, [roll], answers, **wishes)
    given = order(position.side_of(units[0]), "combat", 1, {"attack": target, "with": units, **wishes})
    events = find_unmet(position.game, Positions(position.setting), outcome.events, given, standing or {})
    return [(e.subject, e.values["what"], e.values["why"], e.cases) for e in events]


SOVIET = {"44id": "1628 steps=3", "13grd": "1627", "226rd": "1528 4-3", "hq-6a": "1625"}
BOTH = ["13grd", "226rd"]


def field(units: Mapping[str, str], **more: Any) -> Position:
    return board(units, turn=5, **more)


@pytest.mark.case("kharkov", "9.71")
@pytest.mark.case("kharkov", "9.75")
def test_an_advance_beyond_the_path_of_retreat() -> None:
    ways = {"retreat_path": ["1629"]}
    why = "an advance goes along the path of retreat only, here 1628"
    assert unmet(field(SOVIET), "1628", BOTH, 2, ways, advance={"13grd": ["1628", "1629"]}) == [
        ("13grd", "advance", why, ("9.71", "9.75"))
    ]


@pytest.mark.case("kharkov", "9.72")
def test_a_soviet_advance_through_an_axis_zone() -> None:
    ways = {"retreat_path": ["1629", "1630"]}
    position = field({**SOVIET, "257id": "1729"})
    told = unmet(position, "1628", ["13grd", "226rd"], 1, ways, advance={"13grd": ["1628", "1629"]})
    assert told == [
        ("13grd", "advance", "Soviet units stop in an Axis zone of control, here in 1628", ("9.72",)),
    ]


@pytest.mark.case("kharkov", "9.71")
def test_nothing_is_told_of_an_advance_into_a_hex_that_the_defender_holds() -> None:
    wishes = {"advance": {"13grd": ["1628"]}}
    assert unmet(field(SOVIET), "1628", BOTH, 2, {"retreat_or_lose": "lose"}, **wishes) == []


@pytest.mark.case("kharkov", "9.61")
def test_a_retreat_that_was_barred() -> None:
    for path, why, case in (
        (["1529"], "1529 is in an enemy zone of control", "9.61"),
        (["1627"], "1627 is held by the enemy", "9.61"),
        (["1630"], "1630 is not adjacent to 1628", "9.6"),
    ):
        position = field({**SOVIET, "226rd": "1627 4-3", "41rd": "1429 1-1"})
        standing = {"axis": {"units": {"44id": {"retreat": [path]}}}}
        assert unmet(position, "1628", BOTH, 2, {"retreat_path": ["1629"]}, standing) == [
            ("44id", "retreat", why, (case,))
        ], path


@pytest.mark.case("kharkov", "9.62")
def test_a_second_thought_that_was_open_is_a_wish_met() -> None:
    standing = {"axis": {"units": {"44id": {"retreat": [["1627"], ["1629"]]}}}}
    assert unmet(field(SOVIET), "1628", BOTH, 2, {"retreat_path": ["1629"]}, standing) == []


@pytest.mark.case("kharkov", "10.17")
def test_a_displacement_that_was_not_open() -> None:
    units = {"44id": "1522", "71id": "1522", "79id": "1522", "226rd": "1521 1-1", "hq-6a": "1521", "227rd": "1518"}
    position = board(units, phase="axis/combat", pools={"air": {"soviet": 0, "axis": 0}})
    for wish, told in ((["1510", "1511"], 1), (["1510", "1518"], 0)):
        standing = {"soviet": {"units": {"hq-6a": {"displace": wish}}}}
        found = unmet(position, "1521", ["44id", "71id", "79id"], 1, {"advance": []}, standing)
        why = "it goes to the nearest hex with a combat unit of its side"
        assert found == [("hq-6a", "displacement", why, ("10.17",))] * told
