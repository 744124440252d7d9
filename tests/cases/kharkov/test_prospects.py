"""What a check tells of a legal order: overruns that bode ill (7.0), and that it activates the south (6.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov.position import SOUTH_ACTIVE, Position
from adjudicator.rulesets.kharkov.rules import KharkovRules

from .board import board, order
from .marching import checked, judge, opened
from .test_06_sector import covered_front
from .test_07_overrun import FIELD, SOVIET, over, start


def remarks(position: Position, data: Mapping[str, Any], section: str = "movement") -> list[Finding]:
    """The advice on a legal order of the side that has the phase."""
    side = position.game.phase.split("/")[0]
    return KharkovRules(position.setting).remark(position.game, order(side, section, 1, data))


@pytest.mark.case("kharkov", "7.0")
def test_an_overrun_below_even_odds_gets_advice() -> None:
    position = start({**FIELD, "226rd": "1627 5-6"})
    assert judge(position, over("44id", "!1627")) == []
    (found,) = remarks(position, over("44id", "!1627"))
    assert (found.kind, found.code, found.unit, found.hex) == ("advice", "poor-overrun", "44id", "1627")
    assert found.message == "44id would overrun 1627 at 1-2: the attackers suffer whatever the die shows"
    assert found.notes == ("results by die, 1 to 6: D1/A1, Eng, A1, A1, A2, Ae",)


@pytest.mark.case("kharkov", "7.0")
def test_an_overrun_at_good_or_unknown_odds_gets_none() -> None:
    assert remarks(start(FIELD), over(["44id", "71id"], "!1627")) == []
    assert remarks(start({**FIELD, "226rd": "1627"}), over("44id", "!1627")) == []


@pytest.mark.case("kharkov", "7.25")
def test_the_second_overrun_of_a_path_is_reckoned_where_it_is_made() -> None:
    position = start({**FIELD, "41rd": "1527 6-6", "38rd": "1527 6-6"})
    move = over(["44id", "71id"], "!1627", "!1527")
    assert judge(position, move) == []
    assert [(finding.hex, finding.at) for finding in remarks(position, move)] == [("1527", ("path", 1))]


@pytest.mark.case("kharkov", "6.53")
def test_a_move_that_activates_the_south_gets_advice() -> None:
    units = {**covered_front(), "13grd": "2721"}
    position = board(units, phase=SOVIET)
    west = next(h for h in position.grid.adjacent[position.grid.hex("2721")] if _is_west(position, h))
    move = {"move": "13grd", "path": [position.number(west)]}
    (found,) = remarks(position, move)
    assert (found.kind, found.code, found.cases) == ("advice", "activates-south", ("6.53", "6.5"))
    assert found.message.startswith("by this order all Axis units south of the Sector Line are activated: ")
    assert remarks(board(units, phase=SOVIET, flags={SOUTH_ACTIVE: "1"}), move) == []


def _is_west(position: Position, hex_: int) -> bool:
    return hex_ in position.setting.south and hex_ not in position.setting.soviet_side


@pytest.mark.case("kharkov", "6.52")
def test_an_attack_that_activates_the_south_gets_advice() -> None:
    position = board({"298id": "2622", "13grd": "2621", "hq-6a": "2620"})
    found = remarks(position, {"attack": "2622", "with": ["13grd"]}, "combat")
    assert [(finding.code, finding.cases) for finding in found] == [("activates-south", ("6.52", "6.5"))]


@pytest.mark.case("kharkov", "6.54")
def test_moves_that_open_the_front_in_the_south_get_advice() -> None:
    position = opened(board(covered_front(), phase=SOVIET))
    unit = next(unit for unit, number in covered_front().items() if number == "3120")
    stays, leaves = {"move": unit, "path": ["3020"]}, {"move": unit, "path": ["3119", "3118"]}
    assert judge(position, leaves) == []
    (found,) = checked(position, leaves)[0]
    assert (found.kind, found.code, found.order) == ("advice", "opens-front", "soviet movement 1")
    assert found.cases == ("6.54", "6.5")
    assert judge(position, stays) == []
    assert checked(position, stays)[0] == []
