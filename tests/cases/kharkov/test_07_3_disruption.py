"""7.3: who is disrupted by an overrun, what disruption bars, and when it ends."""

from __future__ import annotations

import pytest

from adjudicator.engine.sequence import Phase
from adjudicator.rulesets.kharkov import phases
from adjudicator.rulesets.kharkov.rules import KharkovRules
from adjudicator.rulesets.kharkov.sequence import PHASES

from .board import Outcome, board, order, run
from .fights import cell, codes, fight, gone, moves, strengths, where
from .fights import judge as judge_attack
from .marching import carry_out, judge
from .test_07_2_resolution import strike
from .test_07_overrun import FIELD, SOVIET, over, start

STAY = {"retreat_or_lose": "lose"}
GO = {"retreat_or_lose": "retreat"}


def disrupted(outcome: Outcome) -> list[str]:
    """The units that an outcome disrupts."""
    return [event.subject for event in outcome.of_kind("marked") if event.values["marker"] == "disrupted"]


@pytest.mark.case("kharkov", "7.31")
@pytest.mark.case("kharkov", "7.3")
def test_defenders_that_retreat_or_lose_a_step_are_disrupted() -> None:
    units = {**FIELD, "226rd": "1627 4-5"}
    back = strike(units, ["44id", "71id"], "1627", [1], answers=GO)
    assert moves(back, "retreat").keys() == {"226rd"}
    assert disrupted(back) == ["226rd"]
    assert next(e for e in back.of_kind("marked") if e.subject == "226rd").cases == ("7.31",)
    two_steps = {**FIELD, "226rd": "1627 4-6"}
    hit = strike(two_steps, ["44id", "71id"], "1627", [2], answers=STAY)
    assert cell(hit).startswith("D1")
    assert disrupted(hit) == ["226rd"]
    assert hit.position.unit("226rd").has("disrupted")


@pytest.mark.case("kharkov", "7.31")
def test_neither_attackers_nor_untouched_nor_engaged_units_are_disrupted() -> None:
    both = strike({**FIELD, "226rd": "1627 4-4"}, ["44id"], "1627", [3], answers=GO)
    assert cell(both) == "D1/A1"
    assert moves(both, "retreat").keys() == {"44id", "226rd"}
    assert disrupted(both) == ["226rd"], "only defenders"
    alone = strike({**FIELD, "226rd": "1627 4-6"}, ["44id"], "1627", [6], answers=STAY)
    assert cell(alone)[0] == "A"
    assert disrupted(alone) == []
    engaged = strike({**FIELD, "13grd": "1627", "226rd": "1726"}, ["44id", "71id"], "1627", [4])
    assert cell(engaged) == "Eng"
    assert engaged.position.unit("13grd").steps == 1
    assert disrupted(engaged) == []


@pytest.mark.case("kharkov", "7.31")
def test_attacks_disrupt_nobody() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 4-6", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5, phase="axis/combat"), "1627", ["44id", "71id"], [1], STAY)
    assert cell(outcome)[0] == "D"
    assert disrupted(outcome) == []


@pytest.mark.case("kharkov", "7.31")
@pytest.mark.parametrize(("value", "expected"), [("unit", ["226rd"]), ("stack", ["41rd", "226rd"])])
def test_disruption_scope_option(value: str, expected: list[str]) -> None:
    units = {**FIELD, "226rd": "1627 4-6", "41rd": "1627 3-3", "hq-6a": "1627"}
    answers = {**STAY, "lose_step": "226rd"}
    outcome = strike(units, ["44id", "71id"], "1627", [1], options={"disruption_scope": value}, answers=answers)
    assert cell(outcome) == "D1"
    assert sorted(disrupted(outcome)) == sorted(expected)


@pytest.mark.case("kharkov", "7.32")
def test_disrupted_units_neither_move_nor_attack_nor_overrun() -> None:
    marks = {"44id": ["disrupted"]}
    position = start(FIELD, turn=3, markers=marks)
    for data in ({"move": "44id", "path": ["1629"]}, over("44id", "!1627"), over(["44id", "71id"], "!1627")):
        found = judge(position, data)
        assert ("disrupted", ("7.32",)) in [(finding.code, finding.cases) for finding in found]
    combat = board(FIELD, turn=3, phase="axis/combat", markers=marks)
    assert ("disrupted", ("7.32",)) in [(f.code, f.cases[:1]) for f in judge_attack(combat, "1627", ["44id"])]


@pytest.mark.case("kharkov", "7.32")
@pytest.mark.case("kharkov", "8.21")
def test_disrupted_units_defend_normally_and_exert_a_zone() -> None:
    position = start({**FIELD, "226rd": "1627 4-5"}, markers={"226rd": ["disrupted"]})
    assert position.is_enemy_zone("axis", position.grid.hex("1628"))
    outcome = carry_out(position, over(["44id", "71id"], "!1627"), [1], GO)
    assert strengths(outcome, "defence") == {"226rd": "5"}


@pytest.mark.case("kharkov", "7.32")
@pytest.mark.case("kharkov", "7.15")
@pytest.mark.parametrize("value", ["normal", "none"])
def test_an_overrun_strikes_disrupted_units_under_either_reading(value: str) -> None:
    marks = {"226rd": ["disrupted"]}
    units = {**FIELD, "226rd": "1627 4-6"}
    options = {"disrupted_results": value}
    outcome = strike(units, ["44id", "71id"], "1627", [2], options=options, markers=marks, answers=STAY)
    assert outcome.position.unit("226rd").steps == 1
    assert disrupted(outcome) == [], "it cannot be more disrupted than it is"
    assert outcome.position.unit("226rd").has("disrupted")


@pytest.mark.case("kharkov", "7.32")
def test_disrupted_results_option() -> None:
    units = {"44id": "1628", "71id": "1628", "226rd": "1627 4-6", "hq-6a": "1625"}
    marks = {"226rd": ["disrupted"]}
    for value, steps in (("normal", 1), ("none", 2)):
        position = board(units, turn=5, phase="axis/combat", markers=marks, options={"disrupted_results": value})
        outcome = fight(position, "1627", ["44id", "71id"], [3], STAY)
        assert cell(outcome)[:2] == "D1"
        assert outcome.position.unit("226rd").steps == steps
        told = outcome.of_kind("unaffected")
        assert [event.cases for event in told] == ([] if value == "normal" else [("7.32",)])
    beside = {**units, "41rd": "1627 3-3"}
    position = board(beside, turn=5, phase="axis/combat", markers=marks, options={"disrupted_results": "none"})
    outcome = fight(position, "1627", ["44id", "71id"], [1], GO)
    assert moves(outcome, "retreat").keys() == {"41rd"}
    assert where(outcome.position, "226rd") == "1627"
    assert moves(outcome, "advance") == {}
    assert outcome.of_kind("strongpoint_holds") == []


@pytest.mark.case("kharkov", "7.33")
def test_disruption_ends_in_the_removal_phase_of_its_side() -> None:
    marks = {"226rd": ["disrupted"], "44id": ["disrupted"]}
    for name, left in (("soviet/removal", {"44id"}), ("axis/removal", {"226rd"})):
        phase = next(phase for phase in PHASES if phase.name == name)
        position = board(FIELD, turn=3, phase=name, markers=marks)
        outcome = run(position, lambda table, positions, p=phase: phases.begin(table, positions, p))  # type: ignore[misc]
        assert {unit for unit in marks if outcome.position.unit(unit).has("disrupted")} == left


@pytest.mark.case("kharkov", "7.33")
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.name)
def test_no_other_phase_ends_a_disruption(phase: Phase) -> None:
    marks = {"226rd": ["disrupted"], "44id": ["disrupted"]}
    position = board(FIELD, turn=3, phase=phase.name, markers=marks)
    begun = run(position, lambda table, positions: phases.begin(table, positions, phase))
    ended = run(begun.position, lambda table, positions: phases.end(table, positions, phase))
    own = {"soviet/removal": ["226rd"], "axis/removal": ["44id"]}.get(phase.name, [])
    assert [unit for unit in marks if not ended.position.unit(unit).has("disrupted")] == own


@pytest.mark.case("kharkov", "7.34")
@pytest.mark.case("kharkov", "10.14")
def test_headquarters_are_never_disrupted() -> None:
    units = {**FIELD, "226rd": "1627 4-5", "hq-6a": "1627"}
    for value in ("unit", "stack"):
        outcome = strike(units, ["44id", "71id"], "1627", [1], options={"disruption_scope": value}, answers=GO)
        assert moves(outcome, "retreat").keys() == {"226rd", "hq-6a"}
        assert disrupted(outcome) == ["226rd"]
    alone = strike({"44id": "1628", "hq-6a": "1627"}, ["44id"], "1627", [2], answers=GO)
    assert moves(alone, "retreat").keys() == {"hq-6a"}
    assert disrupted(alone) == []


@pytest.mark.case("kharkov", "7.31")
def test_who_is_eliminated_bears_no_marker() -> None:
    outcome = strike(FIELD, ["44id", "71id"], "1627", [1])
    assert gone(outcome) == ["226rd"]
    assert disrupted(outcome) == []


@pytest.mark.case("kharkov", "7.31")
@pytest.mark.case("kharkov", "7.35")
def test_a_regiment_that_an_overrun_drove_back_forms_no_strongpoint() -> None:
    units = {"13grd": "1627", "hq-6a": "1625", "rg-01": "1628 1-1", "44id": "1735"}
    outcome = strike(units, ["13grd"], "1628", [1], phase=SOVIET, answers=GO)
    assert disrupted(outcome) == ["rg-01"]
    after = start(
        {"rg-01": f"{where(outcome.position, 'rg-01')} 1-1", "hq-6a": "1625"}, markers={"rg-01": ["disrupted"]}
    )
    found = KharkovRules(after.setting).judge(after.game, order("axis", "movement", 1, {"strongpoint": "rg-01"}))
    assert codes(found) == ["disrupted"]
    assert found[0].cases == ("15.22", "7.35")
