"""Section 15.3: the garrisons of city hexes."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.kharkov.garrisons import can_destroy, destroy
from adjudicator.rulesets.kharkov.position import GARRISON_LOST, Position
from tests.cases.kharkov.board import Outcome, board
from tests.cases.kharkov.fights import cell, fight, odds, strengths
from tests.cases.kharkov.marching import judge
from tests.cases.kharkov.test_11_supply import numbers

# Soviet units of known strength around 0819, the centre of Kharkov; on Game-Turn Five there is no morale bonus.
CLOSE = {"hq-6a": "0717", "226rd": "0720 5-5"}
LOST = "hex_marked"


def attack(units: dict[str, str], die: int, answers: dict[str, str] | None = None) -> Outcome:
    position = board({**CLOSE, **units}, turn=5, pools={"air": {"soviet": 0, "axis": 0}})
    attackers = [u for u in position.game.units if position.side_of(u) == "soviet" and _fights(position, u)]
    return fight(position, "0819", attackers, [die], answers or {})


def _fights(position: Position, unit_id: str) -> bool:
    hex_ = position.unit(unit_id).hex
    return hex_ is not None and position.setting.is_combat_unit(unit_id)


def garrison(outcome: Outcome) -> int:
    return outcome.position.garrison_in(outcome.position.grid.hex("0819"))


@pytest.mark.case("kharkov", "15.3")
def test_soviet_unit_may_not_enter_a_city_hex_with_its_garrison() -> None:
    position = board({"226rd": "0720", "hq-6a": "0717"}, phase="soviet/movement")
    [finding] = judge(position, {"move": "226rd", "path": ["0819"]})
    assert finding.cases == ("15.3",)
    free = board({"226rd": "0720", "hq-6a": "0717"}, phase="soviet/movement", hex_marks={"0819": [GARRISON_LOST]})
    assert judge(free, {"move": "226rd", "path": ["0819"]}) == []
    axis = board({"44id": "0720"}, phase="axis/movement")
    assert judge(axis, {"move": "44id", "path": ["0819"]}) == []


@pytest.mark.case("kharkov", "15.31")
def test_garrison_defends_with_the_number_in_its_hex_and_has_no_zone() -> None:
    alone = board({})
    assert alone.zones["axis"] == frozenset()
    assert [alone.garrison_in(alone.grid.hex(number)) for number in ("0819", "1537", "3632", "0718")] == [1, 2, 2, 0]
    assert strengths(attack({}, 1), "defence") == {"garrison": "1"}


@pytest.mark.case("kharkov", "15.31")
def test_garrison_negates_a_soviet_zone_for_supply() -> None:
    # A line from 0818 to 0920 would have to pass 0819 or leave the city.
    position = board({"226rd": "0720", "44id": "0819"})
    assert numbers(position, "44id") == ["0819"]


@pytest.mark.case("kharkov", "15.32")
@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("D1", True),
        ("D2", True),
        ("De", True),
        ("De/A1", True),
        ("D1/A1", True),
        ("Eng", True),
        ("A1", False),
        ("Ae", False),
    ],
)
def test_garrison_alone_falls_to_any_result_that_costs_the_defender_something(text: str, hits: bool) -> None:
    assert can_destroy(text) is hits
    position = board({})
    events = destroy(position, position.grid.hex("0819"), False, text)
    assert [(event.kind, event.subject, event.values) for event in events] == (
        [(LOST, "0819", {"mark": GARRISON_LOST})] if hits else []
    )


@pytest.mark.case("kharkov", "15.32")
def test_garrison_is_neither_doubled_nor_halved() -> None:
    # 5 against 1 is 5-1; on a 1 the column gives D2.
    outcome = attack({}, 1)
    assert odds(outcome) == ("5-1", "5-1", "5-1")
    assert cell(outcome) == "D2"
    assert garrison(outcome) == 0


@pytest.mark.case("kharkov", "15.33")
def test_worked_example_nineteen_with_a_division() -> None:
    outcome = attack({"44id": "0819"}, 1)
    assert strengths(outcome, "defence") == {"44id": "18", "garrison": "1"}
    assert next(e for e in outcome.of_kind("strengths") if e.values["of"] == "defence").values["total"] == "19"


@pytest.mark.case("kharkov", "15.33")
def test_losses_fall_on_the_units_and_the_garrison_stays_while_one_remains() -> None:
    strong = {"227rd": "0720 5-5", "13grd": "0720", "90tb": "0719 7-6", "91tb": "0719 7-6"}
    stays = attack({"44id": "0819", **strong}, 3, {"retreat_or_lose": "lose"})
    assert cell(stays).startswith("D1")
    assert stays.position.unit("44id").steps == 3
    assert garrison(stays) == 1


@pytest.mark.case("kharkov", "15.33")
@pytest.mark.parametrize("how", ["retreat", "eliminated"])
def test_garrison_falls_with_the_last_unit_beside_it(how: str) -> None:
    strong = {"227rd": "0720 5-5", "13grd": "0720", "90tb": "0719 7-6", "91tb": "0719 7-6"}
    if how == "retreat":
        outcome = attack({"44id": "0819", **strong}, 3, {"retreat_or_lose": "retreat"})
        assert outcome.position.unit("44id").hex is not None
    else:
        outcome = attack({"44id": "0819 steps=1", **strong}, 1)
        assert outcome.position.unit("44id").hex is None
    assert garrison(outcome) == 0
    lost = [event for event in outcome.of_kind(LOST) if event.values["mark"] == GARRISON_LOST]
    assert "15.33" in lost[0].cases


@pytest.mark.case("kharkov", "15.33")
def test_garrison_does_not_count_in_a_stack() -> None:
    position = board({"44id": "0819", "71id": "0819", "79id": "0819"})
    assert len(position.combat_units_of("axis", position.grid.hex("0819"))) == position.setting.tables.stack


@pytest.mark.case("kharkov", "15.34")
def test_destroyed_garrison_never_returns() -> None:
    retaken = board({"44id": "0819"}, hex_marks={"0819": [GARRISON_LOST]})
    hex_ = retaken.grid.hex("0819")
    assert retaken.garrison_in(hex_) == 0
    assert destroy(retaken, hex_, True, "De") == []
