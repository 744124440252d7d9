"""7.2: how an overrun is reckoned and resolved, and what becomes of the units that made it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.steps import Advice
from adjudicator.rulesets.kharkov.wishes import advise

from .board import Outcome, board
from .fights import answers_of, cell, codes, effects, fight, gone, moves, odds, shifts, strengths, where
from .marching import carry_out, closed, judge, walked
from .test_07_overrun import FIELD, SOVIET, over, start

PANZERS = ("23pz-201", "23pz-126", "23pz-128")
DIVISION = dict.fromkeys(PANZERS, "1628")


def strike(units: dict[str, str], who: Any, target: str, rolls: list[int], **more: Any) -> Outcome:
    """An overrun of a hex by units at the start of their phase."""
    answers = more.pop("answers", {})
    return carry_out(start(units, **more), over(who, f"!{target}"), rolls, answers)


def sums(outcome: Outcome) -> tuple[str, str]:
    """The attackers' sum before it is halved, and what is left of it."""
    values = outcome.of_kind("strengths")[0].values
    return str(values.get("sum", values["total"])), str(values["total"])


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.parametrize(
    ("units", "who", "target", "expected"),
    [
        ({"44id": "1628"}, ["44id"], "1627", ("9", "4")),
        ({"44id": "1628", "71id": "1628"}, ["44id", "71id"], "1627", ("18", "9")),
        ({"44id": "1628", "97le": "1628"}, ["44id", "97le"], "1627", ("16", "8")),
        ({"44id": "1418", "97le": "1418"}, ["44id", "97le"], "1518", ("8", "4")),
        ({"3pz-6": "1418", "97le": "1418"}, ["3pz-6", "97le"], "1518", ("11/2", "2")),
    ],
)
def test_the_sum_is_halved_and_its_fraction_dropped(
    units: dict[str, str], who: list[str], target: str, expected: tuple[str, str]
) -> None:
    outcome = strike({**units, "226rd": f"{target} 1-1"}, who, target, [1])
    assert sums(outcome) == expected
    attack, defence = outcome.of_kind("strengths")
    assert "7.0" in attack.cases
    assert "sum" not in defence.values


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "9.32")
@pytest.mark.case("kharkov", "9.31")
def test_rivers_and_terrain_count_in_an_overrun() -> None:
    outcome = strike({"44id": "1418", "71id": "1418", "226rd": "1518 1-1"}, ["44id", "71id"], "1518", [1])
    assert effects(outcome, "attack", "44id") == [("9.32", "x1/2")]
    assert sums(outcome) == ("9", "4")
    wood = strike({"44id": "1418", "71id": "1418", "13grd": "1519"}, ["44id", "71id"], "1519", [1])
    assert ("9.31", "x2") in effects(wood, "defence", "13grd")


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "11.43")
@pytest.mark.parametrize(("value", "expected"), [("false", ("0", "1-3")), ("true", ("1", "1-1"))])
def test_overrun_min_one_option(value: str, expected: tuple[str, str]) -> None:
    units = {"44id": "1628 steps=1", "226rd": "1627 1-1", "hq-6a": "1625"}
    outcome = strike(units, ["44id"], "1627", [1], options={"overrun_min_one": value})
    assert sums(outcome) == ("1", expected[0])
    assert odds(outcome)[1] == expected[1]


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "9.33")
@pytest.mark.parametrize(("value", "modified"), [("true", 2), ("false", 1)])
def test_overrun_minor_river_drm_option(value: str, modified: int) -> None:
    units = {"44id": "1418", "226rd": "1319 1-1"}
    outcome = strike(units, ["44id"], "1319", [1], options={"overrun_minor_river_drm": value})
    (result,) = outcome.of_kind("result")
    assert (result.values["die"], result.values["modified"]) == (1, modified)
    assert len(outcome.of_kind("die_modifier")) == modified - 1


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "15.32")
def test_overrun_garrison_option() -> None:
    units = {"13grd": "0718", "14grd": "0718", "hq-28a": "0514"}
    position = start(units, phase=SOVIET)
    way = over(["13grd", "14grd"], "!0818")
    outcome = carry_out(position, way, [2])
    assert cell(outcome) == "D2"
    assert strengths(outcome, "defence") == {"garrison": "1"}, "not doubled for the city"
    assert outcome.of_kind("attack_declared")[0].values["garrisons"] == {"0818": 1}
    marks = [event.values["mark"] for event in outcome.of_kind("hex_marked")]
    assert marks == ["garrison_lost", "soviet_entered", "soviet_held"]
    assert [event.values["points"] for event in outcome.of_kind("scored")] == [6]
    assert where(outcome.position, "13grd") == "0818"
    barred = start(units, phase=SOVIET, options={"overrun_garrison": "false"})
    (finding,) = judge(barred, way)
    assert (finding.code, finding.cases) == ("garrison", ("7.0", "15.32"))
    beside = start({**units, "44id": "0818 steps=1"}, phase=SOVIET, options={"overrun_garrison": "false"})
    assert judge(beside, way) == [], "a garrison does not shield the units beside it"


@pytest.mark.case("kharkov", "15.33")
@pytest.mark.case("kharkov", "7.25")
def test_a_garrison_beside_units_falls_with_the_last_of_them() -> None:
    units = {"13grd": "0718", "14grd": "0718", "15grd": "0718", "hq-28a": "0514", "44id": "0818 steps=2"}
    outcome = strike(units, ["13grd", "14grd", "15grd"], "0818", [3], phase=SOVIET, answers={"retreat_or_lose": "lose"})
    assert strengths(outcome, "defence") == {"44id": "4", "garrison": "1"}
    assert cell(outcome) == "D1/A1"
    assert outcome.of_kind("hex_marked") == []
    assert where(outcome.position, "13grd") == "0718"


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "12.0")
def test_an_overrun_reveals_for_good() -> None:
    position = start({**FIELD, "226rd": "1627"})
    outcome = carry_out(position, over(["44id", "71id"], "!1627"), [1, 6], {"retreat_or_lose": "retreat"})
    (drawn,) = outcome.of_kind("revealed")
    assert drawn.subject == "226rd"
    assert strengths(outcome, "defence")["226rd"] == str(drawn.values["face"]).split("-")[1]
    order_of_events = [event.kind for event in outcome.events]
    assert order_of_events.index("attack_declared") < order_of_events.index("revealed")
    assert outcome.position.unit("226rd").face == drawn.values["face"]


@pytest.mark.case("kharkov", "7.21")
@pytest.mark.case("kharkov", "14.1")
def test_a_panzer_division_together_is_doubled() -> None:
    target = {"226rd": "1627 4-5", "hq-6a": "1625"}
    whole = strike({**DIVISION, **target}, list(PANZERS), "1627", [1])
    assert sums(whole) == ("16", "8")
    assert effects(whole, "attack", "23pz-201") == [("14.1", "x2")]
    part = strike({**DIVISION, **target}, list(PANZERS[:2]), "1627", [1])
    assert sums(part) == ("6", "3")


@pytest.mark.case("kharkov", "7.21")
@pytest.mark.case("kharkov", "14.2")
def test_a_panzer_division_apart_is_doubled_in_defence() -> None:
    apart = {"23pz-201": "1628", "23pz-126": "1630", "23pz-128": "1730", "13grd": "1627", "hq-6a": "1625"}
    outcome = strike(apart, ["13grd"], "1628", [6], phase=SOVIET)
    assert strengths(outcome, "defence") == {"23pz-201": "8"}
    assert effects(outcome, "defence", "23pz-201") == [("14.2", "x2")]


@pytest.mark.case("kharkov", "7.21")
@pytest.mark.case("kharkov", "9.9")
def test_armor_superiority_counts_in_an_overrun() -> None:
    target = {"226rd": "1627 4-5", "hq-6a": "1625"}
    assert shifts(strike({**DIVISION, **target}, list(PANZERS), "1627", [1])) == [("attacker's armor", 1)]
    tank = {"10tb": "1627 1-1", "hq-6a": "1625"}
    assert shifts(strike({**DIVISION, **tank}, list(PANZERS), "1627", [1])) == []
    assert shifts(strike({"44id": "1628", **tank}, ["44id"], "1627", [1])) == [("defender's armor", -1)]


@pytest.mark.case("kharkov", "7.21")
@pytest.mark.case("kharkov", "9.84")
def test_soviet_morale_does_not_count_in_an_overrun() -> None:
    units = {"13grd": "1627", "hq-6a": "1625", "44id": "1628 steps=1"}
    outcome = strike(units, ["13grd"], "1628", [1], phase=SOVIET, turn=2)
    assert shifts(outcome) == []
    assert odds(outcome) == ("3-1", "3-1", "3-1")


@pytest.mark.case("kharkov", "7.22")
@pytest.mark.case("kharkov", "11.43")
def test_the_supply_of_the_defender_is_that_of_the_instant() -> None:
    supplied = strike({**FIELD, "226rd": "1627 4-5"}, ["44id"], "1627", [1])
    assert strengths(supplied, "defence") == {"226rd": "5"}
    cut_off = {"44id": "1628", "226rd": "1627 4-5"}
    outcome = strike(cut_off, ["44id"], "1627", [1])
    assert strengths(outcome, "defence") == {"226rd": "2"}
    assert effects(outcome, "defence", "226rd")[-1][0] == "11.43"
    assert {"11.42", "11.43"} <= set(outcome.of_kind("strengths")[1].cases)
    # The headquarters is overrun first: whom it led is out of supply from then on.
    led = start({**FIELD, "226rd": "1629 4-5", "hq-6a": "1627", "79id": "1730"})
    first = carry_out(led, over(["44id", "71id"], "!1627"), [1])
    assert where(first.position, "44id") == "1627"
    second = carry_out(first.position, over("79id", "!1629"), [1])
    assert first.position.unit("hq-6a").has("inactive"), "displaced"
    assert strengths(second, "defence") == {"226rd": "2"}


@pytest.mark.case("kharkov", "11.41")
@pytest.mark.case("kharkov", "7.12")
def test_who_was_in_supply_as_the_phase_began_attacks_in_full() -> None:
    # The enemy closes in after the judgement of supply, by nothing that these units could help.
    units = {"44id": "1418", "226rd": "1417 1-1", "248rd": "1419 4-5", "270rd": "1317 4-5", "150rd": "1519 4-5"}
    position = board(units, turn=3, phase="axis/movement")
    assert not position.unit("44id").has("unsupplied")
    outcome = carry_out(position, over("44id", "!1417"), [1])
    assert strengths(outcome, "attack") == {"44id": "9"}


@pytest.mark.case("kharkov", "7.23")
def test_who_does_not_dislodge_the_enemy_moves_no_more() -> None:
    units = {**FIELD, "226rd": "1627 4-6"}
    outcome = strike(units, ["44id", "71id"], "1627", [1], answers={"retreat_or_lose": "lose"})
    assert cell(outcome) == "D1"
    assert walked(outcome) == []
    for unit in ("44id", "71id"):
        assert outcome.position.unit(unit).has("moved")
        assert "moved-already" in codes(judge(outcome.position, {"move": unit, "path": ["1629"]}))
        assert "moved-already" in codes(judge(outcome.position, over(unit, "!1627")))


@pytest.mark.case("kharkov", "7.24")
def test_who_loses_a_step_or_retreats_moves_no_more_though_the_hex_is_empty() -> None:
    units = {**FIELD, "226rd": "1627 4-4"}
    lost = strike(units, ["44id"], "1627", [2], answers={"retreat_or_lose": "retreat"})
    assert cell(lost) == "D1/A1"
    assert moves(lost, "retreat").keys() == {"44id", "226rd"}
    assert moves(lost, "overrun") == {}
    assert lost.position.unit("44id").has("moved")
    position = start({**FIELD, "226rd": "1627 1-2"})
    outcome = carry_out(position, over("44id", "!1627", "1527"), [3], {"retreat_or_lose": "lose"})
    assert cell(outcome) == "D1/A1"
    assert gone(outcome) == ["226rd"]
    assert (where(outcome.position, "44id"), outcome.position.unit("44id").steps) == ("1628", 3)
    assert outcome.of_kind("halted") == []
    assert not outcome.position.game.flags.get("spent")


@pytest.mark.case("kharkov", "7.24")
@pytest.mark.case("kharkov", "9.59")
def test_engaged_costs_both_sides_a_step_and_ends_the_overrun() -> None:
    outcome = strike({**FIELD, "226rd": "1627 4-4"}, ["44id"], "1627", [4])
    assert cell(outcome) == "Eng"
    assert outcome.position.unit("44id").steps == 3
    assert outcome.position.unit("226rd").hex is None or not outcome.position.unit("226rd").has("disrupted")
    assert where(outcome.position, "44id") == "1628"
    assert outcome.position.unit("44id").has("moved")


@pytest.mark.case("kharkov", "7.25")
def test_the_whole_stack_enters_the_hex_with_its_headquarters() -> None:
    units = {"20rum": "1628", "2rum": "1628", "hq-rum6": "1628", "226rd": "1627 1-1", "248rd": "1527 4-5"}
    outcome = strike(units, ["20rum", "2rum", "hq-rum6"], "1627", [1])
    assert moves(outcome, "overrun") == {unit: ["1628", "1627"] for unit in ("20rum", "2rum", "hq-rum6")}
    assert {e.cases for e in outcome.of_kind("moved") if e.values["how"] == "overrun"} == {("7.0", "7.25")}


@pytest.mark.case("kharkov", "7.26")
@pytest.mark.case("kharkov", "9.76")
def test_defenders_never_advance() -> None:
    units = {**FIELD, "226rd": "1627 4-6", "41rd": "1627 4-6", "38rd": "1627 4-6"}
    outcome = strike(units, ["44id"], "1627", [6])
    assert (cell(outcome), gone(outcome)) == ("Ae", ["44id"])
    assert answers_of(outcome, "advance") == []
    assert {where(outcome.position, unit) for unit in ("226rd", "41rd", "38rd")} == {"1627"}
    back = strike(units, ["44id"], "1627", [1], answers={"retreat_or_lose": "retreat"})
    assert (cell(back), moves(back, "advance")) == ("A1", {})


@pytest.mark.case("kharkov", "7.26")
@pytest.mark.parametrize(("roll", "result", "left"), [(6, "Ae", "eliminated"), (1, "A1", "1529")])
def test_defenders_do_not_enter_a_hex_that_an_overrun_has_emptied(roll: int, result: str, left: str) -> None:
    defenders = ("226rd", "41rd", "38rd")
    units = {"44id": "1628", "hq-6a": "1625", **dict.fromkeys(defenders, "1627 4-6")}
    outcome = strike(units, ["44id"], "1627", [roll], answers={"retreat_or_lose": "retreat"})
    assert (cell(outcome), where(outcome.position, "44id")) == (result, left)
    assert answers_of(outcome, "advance") == []
    assert {where(outcome.position, unit) for unit in defenders} == {"1627"}
    # The same in combat leaves the hex open to them (9.7).
    combat = fight(board(units, turn=3, phase="axis/combat"), "1627", ["44id"], [6])
    assert cell(combat) == "Ae"
    assert all(["1628"] in values for values in answers_of(combat, "advance"))
    assert len(answers_of(combat, "advance")) == len(defenders)


@pytest.mark.case("kharkov", "7.2")
@pytest.mark.case("kharkov", "9.65")
def test_nobody_is_marked_as_having_retreated_in_by_an_overrun() -> None:
    units = {**FIELD, "226rd": "1627 4-5", "41rd": "1527 4-5"}
    answers = {"retreat_or_lose": "retreat"}
    outcome = strike(units, ["44id", "71id"], "1627", [1], answers=answers)
    assert not any(event.values["marker"] == "retreated_in" for event in outcome.of_kind("marked"))


@pytest.mark.case("kharkov", "7.2")
def test_the_wishes_of_a_step_answer_for_its_overrun() -> None:
    position = start({**FIELD, "226rd": "1627 4-6"})
    step = {"overrun": "1627", "prefer": "retreat", "retreat": {"44id": ["1729"]}}
    outcome = carry_out(position, {"move": "44id", "path": [step]}, [3], {"retreat_or_lose": "retreat"})
    assert cell(outcome) == "A1"
    (choice,) = [choice for choice in outcome.asked if choice.kind == "retreat_or_lose"]
    assert advise(position, choice, {}) == Advice("retreat", "orders")
    (path,) = [choice for choice in outcome.asked if choice.kind == "retreat_path"]
    assert advise(position, path, {}) == Advice(["1729"], "orders")


@pytest.mark.case("kharkov", "15.25")
@pytest.mark.case("kharkov", "7.23")
def test_a_strongpoint_holds_against_an_overrun() -> None:
    units = {"13grd": "1627", "14grd": "1627", "hq-6a": "1625", "rg-01": "1628 2-2"}
    position = start(units, phase=SOVIET, markers={"rg-01": ["strongpoint"]})
    outcome = carry_out(position, over(["13grd", "14grd"], "!1628"), [1])
    assert cell(outcome) == "D2"
    assert len(outcome.of_kind("strongpoint_holds")) == 1
    assert where(outcome.position, "13grd") == "1627"
    assert outcome.position.unit("13grd").has("moved")


@pytest.mark.case("kharkov", "10.14")
@pytest.mark.case("kharkov", "10.17")
def test_a_headquarters_alone_retreats_or_is_displaced() -> None:
    units = {"44id": "1628", "71id": "1628", "hq-6a": "1627", "226rd": "1525 4-5"}
    outcome = strike(units, ["44id", "71id"], "1627", [1])
    assert strengths(outcome, "defence") == {"hq-6a": "1"}
    assert cell(outcome) == "De"
    assert "hq-6a" in moves(outcome, "displaced")
    retreat = strike(units, ["44id"], "1627", [2], answers={"retreat_or_lose": "retreat"})
    assert cell(retreat) == "D2"
    assert "hq-6a" in moves(retreat, "retreat")
    assert where(retreat.position, "44id") == "1627"


@pytest.mark.case("kharkov", "6.23")
@pytest.mark.case("kharkov", "7.25")
def test_who_ends_an_overrun_in_a_zone_is_stopped_by_option_for_the_game_turn() -> None:
    units = {**DIVISION, "226rd": "1627 1-1", "248rd": "1527 4-5", "hq-6a": "1624"}
    for value, stopped in (("phase", False), ("turn", True)):
        outcome = strike(units, list(PANZERS), "1627", [1], options={"zoc_stop_scope": value})
        assert outcome.position.unit("23pz-201").has("stopped") is stopped
        assert judge(outcome.position, over("23pz-201", "!1527")) == []
        ended = closed(outcome.position)
        assert ended.unit("23pz-201").has("stopped") is stopped
