"""Case 15.2: German strongpoints, and 7.35: disrupted regiments form none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.engine.apply import fold
from adjudicator.model.events import Event
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.strongpoints import watch_supposed

from .board import Outcome, order, run
from .fights import cell, fight, strengths, where
from .regimental import axis_board, carry_out, codes, end, judge, rules_of


def is_strongpoint(position: Position, unit: str = "rg-01") -> bool:
    return position.unit(unit).has("strongpoint")


def strong(units: Mapping[str, str], **more: Any) -> Position:
    """A position with a strongpoint of ``rg-01``."""
    markers = {"rg-01": ["strongpoint"], **more.pop("markers", {})}
    return axis_board(units, markers=markers, **more)


@pytest.mark.case("kharkov", "15.21")
@pytest.mark.case("kharkov", "15.2")
def test_a_regiment_that_does_not_move_forms_a_strongpoint() -> None:
    position = axis_board({"rg-01": "1518 1-1", "rg-02": "1520 2-2"})
    after = carry_out(position, {"strongpoint": ["rg-01", "rg-02"]})
    assert is_strongpoint(after)
    assert is_strongpoint(after, "rg-02")
    assert is_strongpoint(end(after).position)
    assert codes(after, {"strongpoint": "rg-01"}) == ["strongpoint-already"]


@pytest.mark.case("kharkov", "15.21")
def test_what_forms_no_strongpoint() -> None:
    moved = carry_out(axis_board({"rg-01": "1518 2-2"}), {"move": "rg-01", "path": ["1519"]})
    [finding] = judge(moved, {"strongpoint": "rg-01"})
    assert (finding.code, finding.hex, finding.cases) == ("moved-already", "1519", ("15.21",))
    for unit in ("44id", "23pz-126", "60pg-92", "20rum"):
        assert codes(axis_board({unit: "1518"}), {"strongpoint": unit}) == ["no-regiment"]
    assert codes(axis_board({"rg-01": "1518 2-2"}, phase="axis/mechanized"), {"strongpoint": "rg-01"}) == [
        "wrong-phase"
    ]


@pytest.mark.case("kharkov", "15.21")
@pytest.mark.parametrize("phase", [phase.name for phase in PHASES if "axis" in phase.sides])
def test_strongpoints_are_formed_in_the_initial_movement_phase_only(phase: str) -> None:
    position = axis_board({"rg-01": "1518 2-2"}, phase=phase)
    assert codes(position, {"strongpoint": "rg-01"}) == ([] if phase == "axis/movement" else ["wrong-phase"])


@pytest.mark.case("kharkov", "15.21")
def test_a_regiment_may_appear_and_form_a_strongpoint_in_one_phase() -> None:
    broken = carry_out(axis_board({"44id": "1518"}), {"breakdown": "44id"})
    assert codes(broken, {"strongpoint": "rg-01"}) == ["not-alone"]
    alone = carry_out(broken, {"move": ["rg-02", "rg-03"], "path": ["1519"]}, {"strongpoint": "rg-01"})
    assert is_strongpoint(alone)


@pytest.mark.case("kharkov", "15.22")
@pytest.mark.case("kharkov", "7.35")
def test_alone_and_not_disrupted_in_supply_or_not() -> None:
    assert codes(axis_board({"rg-01": "1518 2-2", "rg-02": "1518 1-1"}), {"strongpoint": "rg-01"}) == ["not-alone"]
    assert codes(axis_board({"rg-01": "1518 2-2", "hq-rum6": "1518"}), {"strongpoint": "rg-01"}) == ["not-alone"]
    hurt = axis_board({"rg-01": "1518 2-2"}, markers={"rg-01": ["disrupted"]})
    [finding] = judge(hurt, {"strongpoint": "rg-01"})
    assert (finding.code, finding.cases) == ("disrupted", ("15.22", "7.35"))
    assert codes(axis_board({"rg-01": "1518 2-2"}, markers={"rg-01": ["unsupplied"]}), {"strongpoint": "rg-01"}) == []


@pytest.mark.case("kharkov", "15.23")
@pytest.mark.parametrize(
    "data",
    [
        {"move": "rg-01", "path": ["1519"]},
        {"move": "71id", "path": ["1518"]},
        {"move": "71id", "path": ["1518", "1519"]},
        {"move": ["71id", "44id"], "path": ["1518"]},
    ],
)
def test_a_strongpoint_ends_when_its_unit_goes_or_another_comes(data: dict[str, Any]) -> None:
    position = strong({"rg-01": "1518 2-2", "71id": "1517", "44id": "1517"})
    assert is_strongpoint(carry_out(position, {"move": "71id", "path": ["1617"]}))
    assert not is_strongpoint(carry_out(position, data))


@pytest.mark.case("kharkov", "15.23")
def test_a_strongpoint_ends_when_its_regiment_attacks() -> None:
    position = strong({"rg-01": "1418 2-2", "226rd": "1318 1-2"}, phase="axis/combat")
    written = order("axis", "combat", 1, {"attack": "1318", "with": ["rg-01"]})
    rules = rules_of(position.setting)
    outcome = run(position, lambda table, _: rules.carry_out(table, written), [3])
    assert cell(outcome) == "D1/A1"
    assert not is_strongpoint(outcome.position)
    supposed = list(rules.suppose(position.game, written, True))
    assert ("unmarked", "rg-01") in [(event.kind, event.subject) for event in supposed]


@pytest.mark.case("kharkov", "15.23")
@pytest.mark.parametrize(
    ("way", "how", "stands"),
    [
        (["1418", "1518", "1519"], "retreat", True),
        (["1418", "1518"], "retreat", False),
        (["1418", "1518"], "advance", False),
        (["1418", "1518", "1519"], "rail", False),
        (["1620", "1518"], "displaced", False),
    ],
)
def test_a_retreat_through_the_hex_leaves_a_strongpoint_alone(way: list[str], how: str, stands: bool) -> None:
    position = strong({"rg-01": "1518 2-2", "71id": way[0]})
    going = Event("moved", "71id", {"path": way, "how": how})
    after = fold(position.game, watch_supposed(position.game, [going]))
    assert after.units["rg-01"].has("strongpoint") is stands


@pytest.mark.case("kharkov", "15.24")
def test_a_strongpoint_exerts_no_zone() -> None:
    units = {"rg-01": "1518 2-2"}
    plain, fortified = axis_board(units), strong(units)
    beside = plain.grid.hex("1519")
    assert plain.is_enemy_zone("soviet", beside)
    assert not fortified.is_enemy_zone("soviet", beside)


@pytest.mark.case("kharkov", "15.24")
@pytest.mark.case("kharkov", "15.23")
def test_the_zone_goes_as_the_strongpoint_is_formed_and_comes_back_as_it_ends() -> None:
    position = axis_board({"rg-01": "1518 2-2", "13grd": "1620", "hq-6a": "1520"})
    beside = position.grid.hex("1519")
    assert position.is_enemy_zone("soviet", beside)
    formed = position.after([Event("marked", "rg-01", {"marker": "strongpoint"}, ("15.21",))])
    assert not formed.is_enemy_zone("soviet", beside)
    ended = formed.after([Event("unmarked", "rg-01", {"marker": "strongpoint"}, ("15.23",))])
    assert ended.is_enemy_zone("soviet", beside)


def assault(position: Position, targets: list[str], units: list[str], die: int, **answers: Any) -> Outcome:
    return fight(position, targets, units, [die], answers)


def besieged(**more: str) -> Position:
    units = {"rg-01": "1418 2-2", "226rd": "1318 4-4", "hq-6a": "1316", **more}
    return strong(units, phase="soviet/combat", turn=6)


@pytest.mark.case("kharkov", "15.2")
@pytest.mark.case("kharkov", "15.25")
@pytest.mark.parametrize(
    ("face", "die", "result"), [("6-6", 1, "D2"), ("4-4", 1, "D1"), ("4-4", 2, "D1/A1"), ("4-4", 4, "Eng")]
)
def test_results_pass_a_strongpoint_by_but_not_its_attacker(face: str, die: int, result: str) -> None:
    outcome = assault(besieged(**{"226rd": f"1318 {face}"}), ["1418"], ["226rd"], die, retreat_or_lose="lose")
    assert cell(outcome) == result
    assert (where(outcome.position, "rg-01"), is_strongpoint(outcome.position)) == ("1418", True)
    fallen = where(outcome.position, "226rd") == "eliminated"
    assert fallen == (result in ("Eng", "D1/A1"))
    [event] = outcome.of_kind("strongpoint_holds")
    assert (event.values, event.cases) == ({"units": ["rg-01"], "result": result}, ("15.2", "15.25"))
    assert not {"retreat_or_lose", "lose_step"} & {c.kind for c in outcome.asked if c.side == "axis"}


@pytest.mark.case("kharkov", "15.2")
def test_de_eliminates_the_regiment() -> None:
    units = {"13grd": "1318", "14grd": "1318", "15grd": "1318"}
    outcome = assault(besieged(**units), ["1418"], ["13grd", "14grd", "15grd"], 2)
    assert cell(outcome) == "De"
    assert where(outcome.position, "rg-01") == "eliminated"


@pytest.mark.case("kharkov", "15.25")
def test_other_defenders_bear_the_result_alone() -> None:
    units = {"71id": "1417 steps=2", "13grd": "1318", "14grd": "1318"}
    position = besieged(**units)
    targets = ["1418", "1417"]
    outcome = assault(position, targets, ["13grd", "14grd"], 1, retreat_or_lose="lose")
    assert strengths(outcome, "defence") == {"rg-01": "2", "71id": "2"}
    assert outcome.position.unit("71id").steps < 2
    assert is_strongpoint(outcome.position)
    [choice] = [choice for choice in outcome.asked if choice.kind == "retreat_or_lose"]
    assert choice.facts["units"] == ["71id"]
