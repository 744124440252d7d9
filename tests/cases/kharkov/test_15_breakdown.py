"""Cases 15.0 and 15.1: German infantry divisions, their regiments, and the fifteen counters; 5.13 at set-up."""

from __future__ import annotations

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import tell
from adjudicator.rulesets.kharkov.regiments import find_free
from adjudicator.rulesets.kharkov.untried import values_of

from .fights import fight, strengths, where
from .regimental import axis_board, carry_out, codes, end, faces, judge, rules_of
from .test_05_setup import about
from .test_05_setup import judge as judge_deployment

PATTERNS = [
    ("44id", 4, "222"), ("44id", 3, "111"), ("44id", 2, "11"), ("97le", 3, "221"), ("97le", 2, "11"),
    ("1mt", 3, "221"), ("1mt", 2, "11"),
]  # fmt: skip
REGIMENTS = [f"rg-{number:02}" for number in range(1, 16)]


@pytest.mark.case("kharkov", "15.11")
@pytest.mark.case("kharkov", "15.0")
@pytest.mark.parametrize(("division", "steps", "pattern"), PATTERNS)
def test_each_pattern_of_breakdown(division: str, steps: int, pattern: str) -> None:
    after = carry_out(axis_board({division: f"1518 steps={steps}"}), {"breakdown": division})
    expected = [(unit, f"{digit}-{digit}") for unit, digit in zip(REGIMENTS, pattern, strict=False)]
    assert faces(after, "1518") == expected
    assert (after.unit(division).box, after.unit(division).steps) == ("broken", steps)
    assert [values_of(after, unit) for unit, _ in expected] == [(int(digit), int(digit)) for digit in pattern]


@pytest.mark.case("kharkov", "15.11")
@pytest.mark.parametrize(
    ("unit", "text"),
    [("44id", "1518 steps=1"), ("97le", "1518 steps=1"), ("20rum", "1518"), ("23pz-126", "1518"), ("454si", "1518"),
     ("rg-05", "1518 2-2"), ("hq-rum6", "1518")],
)  # fmt: skip
def test_nothing_else_breaks_down(unit: str, text: str) -> None:
    assert codes(axis_board({unit: text}), {"breakdown": unit}) == ["no-breakdown"]


@pytest.mark.case("kharkov", "15.11")
def test_mountain_and_security_divisions_break_down_by_option() -> None:
    assert codes(axis_board({"1mt": "1518"}, options={"mountain_breakdown": "false"}), {"breakdown": "1mt"}) == [
        "no-breakdown"
    ]
    security = axis_board({"454si": "1518"}, options={"security_breakdown": "true"})
    assert [face for _, face in faces(carry_out(security, {"breakdown": "454si"}), "1518")] == ["1-1", "1-1"]


@pytest.mark.case("kharkov", "15.1")
def test_the_player_may_say_which_counters() -> None:
    position = axis_board({"97le": "1518"})
    after = carry_out(position, {"breakdown": "97le", "into": ["rg-09", "rg-03", "rg-12"]})
    assert faces(after, "1518") == [("rg-03", "2-2"), ("rg-09", "2-2"), ("rg-12", "1-1")]
    assert codes(position, {"breakdown": "97le", "into": ["rg-09", "rg-03"]}) == ["wrong-regiments"]
    assert codes(position, {"breakdown": "97le", "into": ["rg-09", "rg-03", "44id"]}) == ["regiment-not-free"]


@pytest.mark.case("kharkov", "15.1")
@pytest.mark.parametrize(
    ("phase", "side"), [("axis/mechanized", "axis"), ("axis/combat", "axis"), ("soviet/movement", "soviet")]
)
def test_only_in_the_initial_movement_phase_of_the_axis(phase: str, side: str) -> None:
    for data in ({"breakdown": "44id"}, {"reform": "44id", "from": []}, {"trade": "44id", "for": []}):
        assert codes(axis_board({"44id": "1518"}, phase=phase), data, side) == ["wrong-phase"]


@pytest.mark.case("kharkov", "15.11")
def test_a_division_that_has_moved_stays_whole() -> None:
    moved = carry_out(axis_board({"44id": "1518"}), {"move": "44id", "path": ["1519"]})
    [finding] = judge(moved, {"breakdown": "44id"})
    assert (finding.code, finding.hex, finding.cases) == ("moved-already", "1519", ("15.11",))


@pytest.mark.case("kharkov", "15.11")
def test_regiments_move_in_the_phase_in_which_they_appear() -> None:
    after = carry_out(
        axis_board({"44id": "1518"}),
        {"breakdown": "44id"},
        {"move": "rg-01", "path": ["1519", "1520"]},
        {"move": ["rg-02", "rg-03"], "path": ["1519"]},
    )
    assert (where(after, "rg-01"), where(after, "rg-02"), where(after, "rg-03")) == ("1520", "1519", "1519")
    assert codes(after, {"move": "rg-01", "path": ["1521"]}) == ["moved-already"]


@pytest.mark.case("kharkov", "15.11")
def test_regiments_take_over_disruption_lack_of_supply_and_where_the_division_began() -> None:
    words = ["began_south", "disrupted", "unsupplied"]
    position = axis_board({"44id": "1518"}, markers={"44id": words, "rg-02": ["strongpoint"]})
    after = carry_out(position, {"breakdown": "44id"})
    assert [sorted(after.unit(unit).markers) for unit in REGIMENTS[:3]] == [words] * 3
    assert codes(after, {"move": "rg-01", "path": ["1519"]}) == ["disrupted"]


@pytest.mark.case("kharkov", "15.13")
def test_stacking_holds_while_a_division_breaks_down() -> None:
    position = axis_board({"44id": "1518", "71id": "1518"})
    [finding] = judge(position, {"breakdown": "44id"})
    assert (finding.code, finding.cases) == ("overstacked", ("15.13", "8.1"))
    assert finding.notes == ("4 would be there: 3 regiments and 1 of 44id and 71id",)
    carry_out(position, {"move": "71id", "path": ["1519"]}, {"breakdown": "44id"})
    assert codes(axis_board({"44id": "1518 steps=2", "71id": "1518"}), {"breakdown": "44id"}) == []
    assert codes(axis_board({"44id": "1518", "hq-rum6": "1518"}), {"breakdown": "44id"}) == []


@pytest.mark.case("kharkov", "15.13")
def test_both_exchanges_may_be_made_in_an_enemy_zone() -> None:
    position = axis_board({"44id": "1518", "13grd": "1517"})
    assert position.is_enemy_zone("axis", position.hex_of("44id"))
    carry_out(position, {"breakdown": "44id"}, {"reform": "44id", "from": REGIMENTS[:3]})


def broken(*hexes: str, steps: int = 4, face: str = "2-2") -> dict[str, str]:
    """44id in its box and regiments of one face in these hexes."""
    return {"44id": f"broken steps={steps}"} | {
        unit: f"{hex_} {face}" for unit, hex_ in zip(REGIMENTS, hexes, strict=False)
    }


@pytest.mark.case("kharkov", "15.12")
@pytest.mark.parametrize(("division", "steps", "pattern"), PATTERNS)
def test_division_takes_the_place_of_its_regiments_after_all_movement(division: str, steps: int, pattern: str) -> None:
    units = {unit: f"1518 {digit}-{digit}" for unit, digit in zip(REGIMENTS, pattern, strict=False)}
    position = axis_board({division: f"broken steps={steps}", **units})
    ordered = carry_out(position, {"reform": division, "from": list(units)})
    assert (where(ordered, division), len(faces(ordered, "1518"))) == ("reforming/1518", len(pattern))
    [finding] = judge(ordered, {"breakdown": division})
    assert finding.message.endswith(": it returns to 1518 in place of its regiments when all movement is over")
    outcome = end(ordered)
    assert (where(outcome.position, division), outcome.position.unit(division).steps) == ("1518", steps)
    assert find_free(outcome.position) == REGIMENTS
    assert not any(unit.markers for unit in outcome.position.game.units.values() if unit.id in units)


@pytest.mark.case("kharkov", "15.12")
def test_regiments_that_are_re_formed_stay_and_are_not_free_before_the_end_of_the_phase() -> None:
    position = axis_board({**broken("1519", "1518", "1518"), "71id": "1620"})
    first = carry_out(position, {"move": "rg-01", "path": ["1518"]}, {"reform": "44id", "from": REGIMENTS[:3]})
    assert codes(first, {"move": "rg-02", "path": ["1519"]}) == ["reforming"]
    assert "regiment-not-free" in codes(first, {"breakdown": "71id", "into": REGIMENTS[2:5]})
    assert codes(first, {"reform": "44id", "from": REGIMENTS[:3]}) == ["not-broken-down", *["reforming"] * 3]
    assert where(end(first).position, "44id") == "1518"


@pytest.mark.case("kharkov", "15.12")
@pytest.mark.parametrize(
    ("units", "regiments", "expected"),
    [
        (broken("1518", "1518", "1518", steps=3), 3, "wrong-regiments"),
        (broken("1518", "1518", "1518", face="1-1"), 3, "wrong-regiments"),
        (broken("1518", "1518"), 2, "wrong-regiments"),
        (broken("1518", "1518", "1519"), 3, "not-a-stack"),
        (broken("1518", "1518", "1518") | {"44id": "1518"}, 3, "not-broken-down"),
        (broken("1518", "1518"), 3, "no-regiment"),
    ],
)
def test_what_cannot_be_re_formed(units: dict[str, str], regiments: int, expected: str) -> None:
    assert expected in codes(axis_board(units), {"reform": "44id", "from": REGIMENTS[:regiments]})


@pytest.mark.case("kharkov", "15.12")
def test_mixed_faces_re_form_a_light_division_only() -> None:
    units = {"rg-01": "1518 2-2", "rg-02": "1518 1-1", "rg-03": "1518 2-2", "97le": "broken", "44id": "broken"}
    position = axis_board(units)
    [finding] = judge(position, {"reform": "44id", "from": REGIMENTS[:3]})
    assert finding.notes == ("a 9-8 infantry division takes 2, 2, 2, there are 2, 2, 1",)
    assert codes(position, {"reform": "97le", "from": REGIMENTS[:3]}) == []


@pytest.mark.case("kharkov", "15.12")
def test_a_division_of_a_disrupted_regiment_is_disrupted() -> None:
    position = axis_board(broken("1518", "1518", "1518"), markers={"rg-02": ["disrupted"]})
    after = end(carry_out(position, {"reform": "44id", "from": REGIMENTS[:3]})).position
    assert after.unit("44id").has("disrupted")


@pytest.mark.case("kharkov", "15.12")
@pytest.mark.case("kharkov", "13.2")
@pytest.mark.parametrize("supplied", [3, 2])
def test_a_division_is_supplied_from_the_air_when_all_its_regiments_are(supplied: int) -> None:
    markers = {unit_id: ["air_supplied"] for unit_id in REGIMENTS[:supplied]}
    position = axis_board(broken("1518", "1518", "1518"), markers=markers)
    after = end(carry_out(position, {"reform": "44id", "from": REGIMENTS[:3]})).position
    assert after.unit("44id").has("air_supplied") == (supplied == 3)


@pytest.mark.case("kharkov", "15.13")
def test_stacking_holds_while_a_division_is_re_formed() -> None:
    position = axis_board({**broken("1518", "1518", "1518"), "71id": "1518"})
    [finding] = judge(position, {"reform": "44id", "from": REGIMENTS[:3]})
    assert (finding.code, finding.cases) == ("overstacked", ("15.13", "8.1"))


@pytest.mark.case("kharkov", "15.14")
def test_a_regiment_of_two_falls_with_one_step() -> None:
    position = axis_board({"rg-01": "1418 2-2", "226rd": "1318 4-5", "hq-6a": "1316"}, phase="soviet/combat")
    outcome = fight(position, "1418", ["226rd"], [1, 5], {"retreat_or_lose": "lose"})
    assert strengths(outcome, "defence") == {"rg-01": "2"}
    assert where(outcome.position, "rg-01") == "eliminated"
    assert "15.14" in next(event for event in outcome.of_kind("removed") if event.subject == "rg-01").cases


@pytest.mark.case("kharkov", "15.15")
def test_there_are_fifteen_counters_whatever_their_face() -> None:
    units = dict.fromkeys(REGIMENTS[:3], "1620 1-1") | dict.fromkeys(REGIMENTS[3:6], "1622 2-2")
    units |= dict.fromkeys(REGIMENTS[6:9], "1624 2-2") | dict.fromkeys(REGIMENTS[9:13], "eliminated")
    position = axis_board({"44id": "1518", "71id": "1516 steps=2", **units})
    [finding] = judge(position, {"breakdown": "44id"})
    assert (finding.code, finding.cases) == ("no-regiments", ("15.15",))
    assert "3 regiments are needed, 2 counters are left" in finding.message
    assert codes(position, {"breakdown": "71id"}) == []


@pytest.mark.case("kharkov", "15.15")
def test_eliminated_regiments_are_traded_for_a_division_in_the_box() -> None:
    units = {"44id": "broken steps=2", "71id": "1518 steps=2", **dict.fromkeys(REGIMENTS[:14], "eliminated")}
    position = axis_board(units)
    assert codes(position, {"breakdown": "71id"}) == ["no-regiments"]
    traded = carry_out(position, {"trade": "44id", "for": ["rg-03", "rg-07"]})
    assert (where(traded, "44id"), traded.unit("44id").steps) == ("eliminated", 0)
    assert find_free(traded) == ["rg-03", "rg-07", "rg-15"]
    assert [face for _, face in faces(carry_out(traded, {"breakdown": "71id"}), "1518")] == ["1-1", "1-1"]


@pytest.mark.case("kharkov", "15.15")
def test_a_trade_takes_as_many_regiments_as_the_division_has() -> None:
    units = {"44id": "broken", "71id": "1518", **dict.fromkeys(REGIMENTS[:4], "eliminated"), "rg-05": "1620 2-2"}
    position = axis_board(units)
    assert codes(position, {"trade": "44id", "for": ["rg-01", "rg-02"]}) == ["wrong-regiments"]
    assert codes(position, {"trade": "44id", "for": ["rg-01", "rg-02", "rg-05"]}) == ["not-eliminated"]
    assert codes(position, {"trade": "44id", "for": ["rg-01", "rg-02", "rg-15"]}) == ["not-eliminated"]
    assert codes(position, {"trade": "71id", "for": ["rg-01", "rg-02", "rg-03"]}) == ["not-broken-down"]


@pytest.mark.case("kharkov", "5.13")
@pytest.mark.case("kharkov", "15.1")
def test_a_division_may_begin_broken_down_within_its_group() -> None:
    whole = {"79id": "broken", "rg-01": "0414 2-2", "rg-02": "0314 2-2", "rg-03": "0819 2-2"}
    assert [found for found in about(judge_deployment(whole)) if found[0] != "front-not-covered"] == []
    far = about(judge_deployment(whole | {"rg-02": "1418 2-2"}))
    assert ("outside-its-group", "rg-02") in far
    assert ("group-not-filled", "") in far
    assert ("too-many-in-city", "rg-03") in about(judge_deployment(whole | {"rg-02": "0818 2-2"}))


@pytest.mark.case("kharkov", "5.13")
@pytest.mark.case("kharkov", "5.11")
def test_regiments_at_set_up_are_those_of_divisions_at_full_strength() -> None:
    home = "2422"
    assert ("no-face", "rg-01") in about(judge_deployment({"rg-01": home}))
    assert ("no-division", "rg-01") in about(judge_deployment({"rg-01": f"{home} 2-2"}))
    assert ("outside-its-group", "2rum") in about(judge_deployment({"2rum": "broken"}))
    wrong = about(judge_deployment({"79id": "broken", "rg-01": "0414 1-1", "rg-02": "0314 2-2", "rg-03": "0314 2-2"}))
    assert ("group-not-filled", "") in wrong
    assert ("no-division", "rg-01") in wrong


@pytest.mark.case("kharkov", "15.12")
def test_the_report_tells_an_exchange_in_one_sentence() -> None:
    position = axis_board(broken("1518", "1518", "1518"))
    naming = Naming.of(rules_of(position.setting), load_scenario("kharkov/campaign"))
    after = end(carry_out(position, {"reform": "44id", "from": REGIMENTS[:3]}))
    assert tell([event.as_json() for event in after.events], naming) == [
        "44th Infantry Division (44id) is re-formed from rg-01, rg-02 and rg-03 in 1518 (15.12)."
    ]
