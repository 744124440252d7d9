"""6.62 and 6.63: the chase after units that disengage, and disengaging again."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.steps import Advice
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.wishes import advise

from .board import Outcome, Several, board
from .fights import moves, where
from .marching import carry_out, checked, opened, walked

AXIS = "axis/movement"
FIELD = {"44id": "1628", "226rd": "1627 4-5", "hq-6a": "1625"}
OUT = {"move": "44id", "path": ["1629", "1630"]}


def start(units: dict[str, str], **more: Any) -> Position:
    """The start of the Initial Movement Phase of Game-Turn 2."""
    return opened(board(units, **{"turn": 2, "phase": AXIS, **more}))


def asked(outcome: Outcome, kind: str = "chase") -> list[str]:
    """Whom or what the questions of a kind were about."""
    return [choice.subject for choice in outcome.asked if choice.kind == kind]


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.63")
@pytest.mark.case("kharkov", "6.13")
def test_a_soviet_unit_chases_at_once_and_the_unit_disengages_again() -> None:
    outcome = carry_out(start(FIELD), OUT, answers={"chase": Several(["yes", "no"])})
    assert walked(outcome) == [
        ("44id", "move", "1628-1629", 6),
        ("226rd", "chase", "1627-1628", 0),
        ("44id", "move", "1629-1630", 6),
    ]
    assert asked(outcome) == ["226rd", "226rd"]
    assert outcome.asked[0].about == "44id disengaged from 1628: does 226rd in 1627 chase into 1628?"
    assert (outcome.asked[0].side, outcome.asked[0].cases) == ("soviet", ("6.62",))
    assert outcome.of_kind("moved")[1].cases == ("6.62", "6.63")
    assert not outcome.position.unit("226rd").has("moved"), "a chase is no movement of its own phase"


@pytest.mark.case("kharkov", "6.62")
def test_nobody_chases_when_the_owner_does_not_wish() -> None:
    outcome = carry_out(start(FIELD), OUT)
    assert asked(outcome) == ["226rd"]
    assert outcome.asked[0].options[outcome.asked[0].default].value == "no"
    assert walked(outcome) == [("44id", "move", "1628-1629", 6), ("44id", "move", "1629-1630", 2)]
    assert asked(outcome, "if_chased") == []


@pytest.mark.case("kharkov", "6.63")
def test_a_unit_is_chased_as_often_as_it_disengages() -> None:
    twice = {"move": "44id", "path": ["1629", "1630", "1631"]}
    outcome = carry_out(start(FIELD), twice, answers={"chase": "yes"})
    assert walked(outcome)[-1] == ("226rd", "chase", "1628-1629", 0)
    assert where(outcome.position, "44id") == "1630"
    (halt,) = outcome.of_kind("halted")
    assert halt.values["rest"] == ["1631"]
    assert halt.values["reasons"] == ["44id cannot reach 1631: not enough Movement Points"]
    panzer = start({**FIELD, "3pz-6": "1628", "44id": "1636"})
    outcome = carry_out(panzer, {**twice, "move": "3pz-6"}, answers={"chase": "yes"})
    assert [way for unit, _, way, _ in walked(outcome) if unit == "226rd"] == ["1627-1628", "1628-1629", "1629-1630"]
    assert where(outcome.position, "3pz-6") == "1631"


@pytest.mark.case("kharkov", "6.63")
@pytest.mark.parametrize("more", [{}, {"if_chased": "go-on"}])
def test_a_unit_that_is_chased_goes_on_as_far_as_its_points_last(more: dict[str, str]) -> None:
    far = {"move": "44id", "path": ["1629", "1630", "1631", "1632", "1633"], **more}
    assert checked(start(FIELD), far)[0] == []
    outcome = carry_out(start(FIELD), far, answers={"chase": Several(["yes", "no"])})
    assert walked(outcome)[-2:] == [("44id", "move", "1629-1630", 6), ("44id", "move", "1630-1631-1632", 4)]
    (choice,) = [choice for choice in outcome.asked if choice.kind == "if_chased"]
    assert choice.options[0].text == "go on: 1630-1631-1632"
    (halt,) = outcome.of_kind("halted")
    assert (halt.values["hex"], halt.values["rest"]) == ("1632", ["1633"])
    again = carry_out(start(FIELD), far, answers={"chase": "yes"})
    assert where(again.position, "44id") == "1630"
    (halt,) = again.of_kind("halted")
    assert (halt.values["hex"], halt.values["rest"]) == ("1630", ["1631", "1632", "1633"])


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.63")
def test_if_chased_decides_between_stopping_and_going_on() -> None:
    position = start(FIELD)
    stopped = carry_out(position, {**OUT, "if_chased": "stop"}, answers={"chase": "yes", "if_chased": "stop"})
    assert where(stopped.position, "44id") == "1629"
    assert stopped.position.unit("44id").has("moved")
    assert stopped.of_kind("halted") == []
    (choice,) = [choice for choice in stopped.asked if choice.kind == "if_chased"]
    assert (choice.side, choice.options[choice.default].value) == ("axis", "go-on")
    assert choice.options[0].text == "go on: 1630"
    assert advise(position, choice, {}) == Advice("stop", "orders")
    silent = carry_out(position, OUT, answers={"chase": Several(["yes", "no"])})
    (choice,) = [choice for choice in silent.asked if choice.kind == "if_chased"]
    assert advise(position, choice, {}) is None
    assert where(silent.position, "44id") == "1630"


@pytest.mark.case("kharkov", "6.61")
@pytest.mark.case("kharkov", "6.63")
def test_redisengage_after_chase_option() -> None:
    once = start(FIELD, options={"redisengage_after_chase": "false"})
    outcome = carry_out(once, OUT, answers={"chase": "yes"})
    assert where(outcome.position, "44id") == "1629"
    (halt,) = outcome.of_kind("halted")
    assert halt.subject == "axis movement 1"
    assert halt.values == {
        "units": ["44id"],
        "hex": "1629",
        "rest": ["1630"],
        "reasons": ["44id may not leave 1629: it is in an enemy zone of control"],
    }
    assert halt.audience == ("axis",)
    assert "6.61" in halt.cases
    assert asked(outcome, "if_chased") == []
    free = carry_out(once, OUT, answers={"chase": "no"})
    assert where(free.position, "44id") == "1630"


@pytest.mark.case("kharkov", "6.62")
def test_the_chase_comes_only_when_the_hex_is_vacated() -> None:
    position = start({**FIELD, "71id": "1628"})
    first = carry_out(position, OUT, answers={"chase": "yes"})
    assert asked(first) == []
    second = carry_out(first.position, {"move": "71id", "path": ["1529"]}, answers={"chase": "yes"})
    assert asked(second) == ["226rd"]
    assert second.asked[0].about.startswith("71id disengaged from 1628")
    together = carry_out(position, {**OUT, "move": ["44id", "71id"]}, answers={"chase": Several(["yes", "no"])})
    assert together.asked[0].about.startswith("44id and 71id disengaged from 1628")
    assert moves(together, "chase") == {"226rd": ["1627", "1628"]}
    assert where(together.position, "71id") == "1630"


@pytest.mark.case("kharkov", "6.62")
def test_moving_out_of_no_zone_calls_no_chase() -> None:
    outcome = carry_out(start({**FIELD, "44id": "1629"}), {"move": "44id", "path": ["1630"]}, answers={"chase": "yes"})
    assert outcome.asked == []
    into = carry_out(start({**FIELD, "44id": "1629"}), {"move": "44id", "path": ["1628"]}, answers={"chase": "yes"})
    assert into.asked == []


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "8.1")
def test_every_unit_beside_the_hex_may_chase_until_the_hex_is_full() -> None:
    crowd = {"41rd": "1627 4-5", "226rd": "1627 4-5", "38rd": "1528 4-5", "47rd": "1528 4-5", "hq-6a": "1728"}
    outcome = carry_out(start({**FIELD, **crowd}), OUT, answers={"chase": "yes", "if_chased": "stop"})
    chased = moves(outcome, "chase")
    assert len([unit_id for unit_id in chased if unit_id != "hq-6a"]) == 3
    assert chased["hq-6a"] == ["1728", "1628"]
    assert len(asked(outcome)) == 4
    answers = {"chase": Several(["no", "yes", "no", "yes", "no"]), "if_chased": "stop"}
    few = carry_out(start({**FIELD, **crowd}), OUT, answers=answers)
    assert len(asked(few)) == 5
    assert len(moves(few, "chase")) == 2


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.63")
def test_a_headquarters_chases_but_holds_nobody() -> None:
    position = start({**FIELD, "hq-6a": "1528", "226rd": "1627 4-5"})
    outcome = carry_out(position, OUT, answers={"chase": Several(["yes", "no"])})
    assert moves(outcome, "chase") == {"hq-6a": ["1528", "1628"]}
    assert asked(outcome, "if_chased") == ["44id"]
    assert walked(outcome)[-1] == ("44id", "move", "1629-1630", 2)


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "7.32")
@pytest.mark.case("kharkov", "6.72")
def test_who_never_chases() -> None:
    units = {**FIELD, "226rd": "1627 4-5", "41rd": "1528 4-5", "res-6a": "1728"}
    outcome = carry_out(start(units, markers={"226rd": ["disrupted"]}), OUT)
    assert asked(outcome) == ["41rd"]


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.3")
def test_nobody_chases_across_the_dnieper() -> None:
    units = {"44id": "3140", "226rd": "3139 4-5", "41rd": "3240 4-5"}
    position = start(units, flags={"south_active": "1"})
    assert position.setting.is_barred(position.hex_of("44id"), position.hex_of("41rd"))
    outcome = carry_out(position, {"move": "44id", "path": ["3040"]})
    assert asked(outcome) == ["226rd"]


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "15.3")
@pytest.mark.case("kharkov", "17.21")
def test_a_chase_into_a_city_hex() -> None:
    units = {"44id": "0818", "226rd": "0718 4-5", "hq-28a": "0514"}
    out = {"move": "44id", "path": ["0919"]}
    garrisoned = start(units)
    assert asked(carry_out(garrisoned, out, answers={"chase": "yes"})) == []
    outcome = carry_out(start(units, hex_marks={"0818": ["garrison_lost"]}), out, answers={"chase": "yes"})
    assert where(outcome.position, "226rd") == "0818"
    marks = [event.values["mark"] for event in outcome.of_kind("hex_marked") if event.subject == "0818"]
    assert marks == ["soviet_entered", "soviet_held"]
    (scored,) = outcome.of_kind("scored")
    assert (scored.values["points"], scored.cases) == (6, ("17.21", "17.22"))


@pytest.mark.case("kharkov", "6.53")
@pytest.mark.case("kharkov", "6.62")
def test_a_chase_over_the_sector_line_activates_the_south() -> None:
    position = start({"44id": "2425", "226rd": "2326 4-5", "113id": "3034", "hq-6a": "2122"})
    way = {"move": "44id", "path": ["2525", "2624"]}
    outcome = carry_out(position, way, answers={"chase": Several(["yes", "yes"])})
    assert moves(outcome, "chase")["226rd"] == ["2425", "2525"]
    (flag,) = [event for event in outcome.of_kind("flag") if event.subject == "south_active"]
    assert flag.cases[0] == "6.53"
    assert "has moved into 2525" in str(flag.values["says"])


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.77")
def test_who_is_bound_to_the_south_does_not_chase_out_of_it() -> None:
    units = {"44id": "2425", "226rd": "2526 4-5", "hq-6a": "2122"}
    out = {"move": "44id", "path": ["2325"]}
    bound = start(units, markers={"226rd": ["began_south"]})
    assert asked(carry_out(bound, out)) == []
    assert asked(carry_out(start(units), out)) == ["226rd"]
    active = start(units, markers={"226rd": ["began_south"]}, flags={"south_active": "1"})
    assert asked(carry_out(active, out)) == ["226rd"]


@pytest.mark.case("kharkov", "6.62")
@pytest.mark.case("kharkov", "6.63")
def test_a_goal_is_sought_anew_after_a_chase() -> None:
    goal = {"move": "44id", "to": "1630"}
    outcome = carry_out(start(FIELD), goal, answers={"chase": Several(["yes", "no"])})
    assert where(outcome.position, "44id") == "1630"
    assert [cost for unit, _, _, cost in walked(outcome) if unit == "44id"] == [6, 6]
    far = carry_out(start(FIELD), {"move": "44id", "to": "1633"}, answers={"chase": "yes"})
    (halt,) = far.of_kind("halted")
    assert where(far.position, "44id") == halt.values["hex"] == "1629"
    assert halt.values["reasons"] == ["44id cannot reach 1633: not enough Movement Points"]


@pytest.mark.case("kharkov", "6.62")
def test_standing_orders_answer_a_chase() -> None:
    position = start(FIELD)
    choice = carry_out(position, OUT).asked[0]
    for standing, expected in (
        ({"default": {"chase": "yes"}}, "yes"),
        ({"default": {"chase": True}}, "yes"),
        ({"default": {"chase": "no"}}, "no"),
        ({"default": {"chase": "no"}, "hexes": {"1628": {"chase": "true"}}}, "yes"),
        ({"default": {"chase": "no"}, "hexes": {"1627": {"chase": "yes"}}}, "yes"),
        ({"default": {"chase": "no"}, "hexes": {"1729": {"chase": "yes"}}}, "no"),
        ({"hexes": {"1628": {"chase": "yes"}}, "units": {"226rd": {"chase": "no"}}}, "no"),
        ({"units": {"41rd": {"chase": "yes"}}, "default": {"chase": "false"}}, "no"),
    ):
        assert advise(position, choice, standing) == Advice(expected, "standing"), standing
    assert advise(position, choice, {"default": {"prefer": "lose"}}) is None


@pytest.mark.case("kharkov", "6.62")
def test_the_check_walks_unchased_and_chased() -> None:
    position = start({**FIELD, "226rd": "1627 4-5"})
    findings, hoped, bare = checked(position, OUT)
    assert (findings, where(hoped, "44id"), where(bare, "44id")) == ([], "1630", "1629")
    _, hoped, bare = checked(start({**FIELD, "71id": "1628"}), OUT)
    assert bare.game is hoped.game, "nobody chases into a hex that is not vacated"
