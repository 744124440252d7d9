"""9.2, 9.3: dug-in positions and wire."""

from __future__ import annotations

import pytest

from tests.cases.platoon.board import board
from tests.cases.platoon.moving import field, go, place, verdict
from tests.cases.platoon.shooting import columns, shoot

WIRE = {"C7": ["wire"]}
DUG_IN = {"C7": ["dug_in"]}
TWO_HITS = 2
"""A die on column 4, where a Pz IV fires at a T-34 at normal range."""


@pytest.mark.case("platoon", "9.2")
@pytest.mark.parametrize(
    ("marks", "saves", "state"),
    [
        ([], [9, 0], "2 disrupted"),
        (["dug_in"], [9, 0], "2"),
        (["dug_in"], [9, 9], "2 disrupted"),
        (["dug_in"], [0, 0], "2"),
    ],
)
def test_the_first_hit_that_is_not_negated_is_ignored(marks: list[str], saves: list[int], state: str) -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7"}, hex_marks={"C7": marks})
    outcome = shoot(position, [TWO_HITS, *saves], "C7", "de-pz4-1")
    assert outcome.of_kind("result")[0].values["cell"] == "2 possible hits"
    assert outcome.look("su-t34-1") == state
    told = [event.cases for event in outcome.of_kind("dug_in")]
    assert told == ([("9.2",)] if marks and any(save > 3 for save in saves) else [])


@pytest.mark.case("platoon", "9.2")
def test_each_attack_has_a_first_hit() -> None:
    position = board({"de-pz4-1": "C3", "de-pz4-2": "C3", "su-t34-1": "C7"}, hex_marks=DUG_IN)
    once = shoot(position, [TWO_HITS, 9, 0], "C7", "de-pz4-1").position
    again = shoot(once, [TWO_HITS, 9, 0], "C7", "de-pz4-2")
    assert len(again.of_kind("dug_in")) == 1
    assert again.look("su-t34-1") == "2"


@pytest.mark.case("platoon", "9.2")
@pytest.mark.parametrize(("option", "draw", "hit"), [("per_attack", [1], 1), ("per_unit", [], 0)])
def test_one_hit_of_an_attack_or_one_of_each_unit(option: str, draw: list[int], hit: int) -> None:
    units = {"de-pz4-1": "C3", "su-t34-1": "C7", "su-t34-2": "C7"}
    position = board(units, hex_marks=DUG_IN, options={"hits_dug_in": option})
    outcome = shoot(position, [TWO_HITS, 9, 9, *draw], "C7", "de-pz4-1")
    assert [outcome.look(unit) for unit in ("su-t34-1", "su-t34-2")].count("2 disrupted") == hit


@pytest.mark.case("platoon", "9.3")
def test_fire_at_leg_units_in_wire_is_shifted_right_and_at_vehicles_not() -> None:
    leg = board({"de-mg-1": "C5", "su-rifle-1": "C7"}, hex_marks={"C7": ["wire"]})
    assert ("wire", 1) in columns(leg, "C7", "de-mg-1")[1]
    tank = board({"de-pz4-1": "C5", "su-t34-1": "C7"}, hex_marks={"C7": ["wire"]})
    assert "wire" not in dict(columns(tank, "C7", "de-pz4-1")[1])


@pytest.mark.case("platoon", "9.3")
@pytest.mark.parametrize(("roll", "end", "markers"), [(5, "C6", {"moved"}), (6, "C7", {"moved", "disrupted"})])
def test_who_enters_wire_rolls_his_morale_or_is_disrupted_and_stops(roll: int, end: str, markers: set[str]) -> None:
    outcome = go(field({"de-inf-1": "C8"}, hex_marks=WIRE), rolls=[roll], move="de-inf-1", path=["C7", "C6"])
    assert place(outcome, "de-inf-1") == end
    assert outcome.position.unit("de-inf-1").markers == markers
    assert outcome.of_kind("wire")[0].values == {"hex": "C7", "morale": 5, "value": roll, "succeeds": roll <= 5}


@pytest.mark.case("platoon", "9.3")
def test_each_unit_of_a_stack_rolls_and_the_others_go_on() -> None:
    position = field({"de-inf-1": "C8", "de-inf-2": "C8"}, hex_marks=WIRE)
    outcome = go(position, rolls=[9, 0], move=["de-inf-1", "de-inf-2"], path=["C7", "C6"])
    assert (place(outcome, "de-inf-1"), place(outcome, "de-inf-2")) == ("C7", "C6")


@pytest.mark.case("platoon", "9.3", "4.3")
def test_the_roll_in_the_wire_comes_before_opportunity_fire() -> None:
    position = field({"de-inf-1": "C8", "su-rifle-1": "C5"}, hex_marks=WIRE)
    outcome = go(
        position, rolls=[9, 9], answers={"opportunity_fire": "su-rifle-1 at leg"}, move="de-inf-1", path=["C7"]
    )
    kinds = [event.kind for event in outcome.events if event.kind in ("wire", "attack_declared", "stopped")]
    assert kinds == ["wire", "stopped", "attack_declared"]


@pytest.mark.case("platoon", "9.3", "5.1.4")
def test_a_passenger_shares_what_befalls_its_transport_in_the_wire() -> None:
    position = field({"de-sdkfz251-1": "C8", "de-inf-1": "on de-sdkfz251-1"}, hex_marks=WIRE)
    outcome = go(position, rolls=[9], move="de-sdkfz251-1", path=["C7", "C6"])
    assert place(outcome, "de-sdkfz251-1") == "C7"
    assert outcome.position.unit("de-inf-1").has("disrupted")


@pytest.mark.case("platoon", "9.3", "5.1.2")
def test_who_gets_off_into_wire_rolls() -> None:
    position = field({"de-sdkfz251-1": "C8", "de-inf-1": "on de-sdkfz251-1"}, hex_marks=WIRE)
    outcome = go(position, rolls=[9], move="de-sdkfz251-1", path=[{"unload": "de-inf-1", "into": "C7"}])
    assert (place(outcome, "de-inf-1"), outcome.position.unit("de-inf-1").has("disrupted")) == ("C7", True)


@pytest.mark.case("platoon", "9.3", "5.0")
def test_a_goal_is_reached_around_wire_where_that_can_be() -> None:
    position = field({"de-pz4-1": "C8"}, hex_marks=WIRE)
    assert verdict(position, move="de-pz4-1", to="C7") == []
    around = go(position, move="de-pz4-1", to="C6")
    assert "C7" not in around.of_kind("moved")[0].values["path"]
    assert place(around, "de-pz4-1") == "C6"
