"""7.0, 7.1: what an overrun is and costs, who may overrun whom, and how often."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.files.schemas import validator_of
from adjudicator.rulesets.kharkov.going import going_of
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.overrun import judge_overrun
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.rules import KharkovRules

from .board import board, order
from .fights import cell, gone, odds, strengths, where
from .marching import carry_out, cases_of, closed, codes, judge, opened, reach, walked

AXIS, MECHANIZED, SOVIET = "axis/movement", "axis/mechanized", "soviet/movement"
FIELD = {"44id": "1628", "71id": "1628", "226rd": "1627 1-1", "hq-6a": "1625"}
"""Two German divisions, 9 and 9, beside a weak Soviet one; all clear but for the north."""


def over(unit: Any, *path: Any, **more: Any) -> dict[str, Any]:
    """A move whose steps are overruns where they start with an exclamation mark."""
    return {"move": unit, "path": [{"overrun": step[1:]} if step[0] == "!" else step for step in path], **more}


def start(units: dict[str, str], **more: Any) -> Position:
    """The start of the Initial Movement Phase of Game-Turn 3."""
    return opened(board(units, **{"turn": 3, "phase": AXIS, **more}))


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "7.25")
def test_a_successful_overrun_costs_three_points_and_leaves_the_rest() -> None:
    outcome = carry_out(start(FIELD), over(["44id", "71id"], "!1627", "1527"), [1])
    assert (odds(outcome), cell(outcome)) == (("9-1", "9-1", "9-1"), "De")
    assert [way for way in walked(outcome) if way[0] == "44id"] == [
        ("44id", "overrun", "1628-1627", 6),
        ("44id", "move", "1627-1527", 2),
    ]
    assert gone(outcome) == ["226rd"]
    assert outcome.of_kind("attack_declared")[0].values["how"] == "overrun"
    assert outcome.of_kind("attack_declared")[0].cases == ("7.0", "7.14")
    assert [outcome.position.unit(u).has("moved") for u in ("44id", "71id")] == [True, True]


@pytest.mark.case("kharkov", "7.0")
def test_neither_terrain_nor_river_nor_road_changes_the_price() -> None:
    for units, target in (
        ({"3pz-6": "1418", "226rd": "1518 1-1"}, "1518"),
        ({"3pz-6": "1418", "226rd": "1319 1-1"}, "1319"),
        ({"3pz-6": "1418", "226rd": "1519 1-1"}, "1519"),
    ):
        outcome = carry_out(start(units), over("3pz-6", f"!{target}"), [1])
        assert walked(outcome)[-1] == ("3pz-6", "overrun", f"1418-{target}", 6)


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "6.12")
@pytest.mark.case("kharkov", "6.11")
def test_who_has_less_than_three_points_left_does_not_overrun() -> None:
    units = {"44id": "1633", "226rd": "1627 1-1", "hq-6a": "1625"}
    near = over("44id", "1632", "1631", "1630", "1629", "1628", "!1627")
    assert judge(start(units), near) == []
    far = over("44id", "1533", *near["path"][:-1], "!1627")
    (finding,) = judge(start(units), {**far, "path": ["1634", "1633", *near["path"]]})
    assert (finding.code, finding.cases, finding.at) == ("movement-points", ("7.0", "6.12"), ("path", 7))
    assert finding.message == "44id may not overrun: that takes 3 Movement Points"
    assert finding.notes == ("44id has 1 left",)


@pytest.mark.case("kharkov", "7.0")
def test_only_an_adjacent_enemy_is_overrun() -> None:
    position = start({**FIELD, "41rd": "1525 1-1"})
    (finding,) = judge(position, over("44id", "!1525"))
    assert (finding.code, finding.at) == ("not-adjacent", ("path", 0))
    assert finding.notes[0].startswith("it would be in 1628, ")
    assert codes(position, over("44id", "!1629")) == ["no-enemy"]
    assert codes(position, over("44id", "1629", "!1627")) == ["not-adjacent"]
    assert codes(position, over("44id", "1627")) == ["enemy-hex"], "an overrun is ordered as one"


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "10.14")
def test_a_headquarters_alone_overruns_nobody() -> None:
    units = {"hq-6a": "1627", "44id": "1628 steps=1", "226rd": "1627 4-4"}
    position = start(units, phase=SOVIET)
    (finding,) = judge(position, over("hq-6a", "!1628"))
    assert (finding.code, finding.cases) == ("headquarters", ("10.14", "7.0"))
    outcome = carry_out(position, over(["226rd", "hq-6a"], "!1628"), [1])
    assert strengths(outcome, "attack") == {"226rd": "4"}, "an HQ adds nothing"
    assert {where(outcome.position, unit) for unit in ("226rd", "hq-6a")} == {"1628"}


@pytest.mark.case("kharkov", "6.72")
@pytest.mark.case("kharkov", "7.0")
def test_an_army_reserve_counter_overruns_nobody() -> None:
    position = start({"res-6a": "1627", "226rd": "1627 4-4", "44id": "1628"}, phase=SOVIET)
    units = ("226rd", "res-6a")
    found = judge_overrun(position, units, going_of(position, units), position.hex_of("44id"), ())
    assert ("no-strength", "res-6a", ("6.72",)) in [(f.code, f.unit, f.cases) for f in found]


@pytest.mark.case("kharkov", "6.3")
def test_nobody_overruns_across_the_dnieper() -> None:
    position = start({"44id": "3140", "41rd": "3240 1-1"}, flags={"south_active": "1"})
    assert "dnieper" in codes(position, over("44id", "!3240"))


@pytest.mark.case("kharkov", "6.24")
@pytest.mark.case("kharkov", "6.23")
@pytest.mark.case("kharkov", "8.23")
def test_an_overrun_leads_out_of_enemy_zones_and_into_them() -> None:
    held = {"44id": "1628", "226rd": "1627 1-1", "248rd": "1528 4-5", "hq-6a": "1625"}
    position = start(held, turn=1)
    assert codes(position, {"move": "44id", "path": ["1629"]}) == ["leaves-enemy-zone"]
    assert judge(position, over("44id", "!1627")) == []
    # Into a zone, where a move ends, and on by an overrun.
    assert judge(start({**held, "44id": "1629"}), over("44id", "1628", "!1627")) == []
    after = carry_out(start({**held, "44id": "1629"}), over("44id", "1628", "!1627"), [1]).position
    assert where(after, "44id") == "1627"


@pytest.mark.case("kharkov", "6.25")
def test_an_overrun_crosses_a_guarded_major_river() -> None:
    position = start({"44id": "1418", "71id": "1418", "226rd": "1518 1-1"})
    assert codes(position, {"move": "44id", "path": ["1517"]}) != []
    outcome = carry_out(position, over(["44id", "71id"], "!1518"), [1])
    assert where(outcome.position, "44id") == "1518"
    beyond = start({"44id": "1519", "226rd": "1517 1-1"})
    assert codes(beyond, {"move": "44id", "path": ["1518"]}) == ["guarded-river"]
    assert "guarded-river" in codes(beyond, over("44id", "1518", "!1517")), "only the overrun itself is free"


@pytest.mark.case("kharkov", "7.11")
def test_overruns_belong_to_the_phasing_player_in_his_movement_phases() -> None:
    units = {"23pz-201": "1628", "44id": "1628", "226rd": "1627 1-1", "hq-6a": "1625"}
    assert judge(start(units, phase=MECHANIZED), over("23pz-201", "!1627")) == []
    assert codes(start(units, phase=MECHANIZED), over("44id", "!1627")) == ["not-mechanized"]
    soviet = start(units, phase=SOVIET)
    assert codes(soviet, over("44id", "!1627"), "axis") == ["wrong-phase"]
    rules = KharkovRules(soviet.setting)
    for phase in ("axis/combat", "soviet/combat"):
        side = phase.partition("/")[0]
        written = order(side, "combat", 1, over("44id" if side == "axis" else "226rd", "!1627"))
        found = rules.judge(board(units, turn=3, phase=phase).game, written)
        assert [finding.code for finding in found] == ["wrong-phase"]


@pytest.mark.case("kharkov", "7.12")
@pytest.mark.case("kharkov", "11.41")
def test_only_units_in_supply_as_the_phase_begins_overrun() -> None:
    # 44id is cut off by the zones of three divisions until its friend has cleared a way.
    units = {"44id": "1418", "226rd": "1417 1-1", "248rd": "1419 4-5", "270rd": "1317 4-5", "150rd": "1519 4-5"}
    position = start(units)
    assert position.unit("44id").has("unsupplied")
    (finding,) = judge(position, over("44id", "!1417"))
    assert (finding.code, finding.cases) == ("unsupplied", ("7.12", "11.41"))
    freed = start({**units, "248rd": "0102", "270rd": "0103", "150rd": "0104"})
    assert judge(freed, over("44id", "!1417")) == []
    marked = start({"44id": "1628", "226rd": "1627 1-1"}, markers={"44id": ["unsupplied"]})
    assert "unsupplied" in codes(marked, over("44id", "!1627")), "supply now does not matter"


@pytest.mark.case("kharkov", "10.26")
@pytest.mark.case("kharkov", "7.12")
def test_soviet_and_rumanian_units_need_supply_too() -> None:
    soviet = start({"226rd": "1627 4-4", "44id": "1628 steps=1"}, phase=SOVIET)
    found = judge(soviet, over("226rd", "!1628"))
    assert [finding.code for finding in found] == ["unsupplied", "no-command"]
    assert found[0].cases == ("7.12", "10.26", "11.41")
    rumanian = start({"20rum": "1628", "226rd": "1627 1-1"})
    assert cases_of(judge(rumanian, over("20rum", "!1627"))) == {"7.12", "10.26", "11.41"}
    led = start({"20rum": "1628", "hq-rum6": "1629", "226rd": "1627 1-1"})
    assert judge(led, over("20rum", "!1627")) == []


@pytest.mark.case("kharkov", "7.13")
@pytest.mark.case("kharkov", "16.0")
def test_units_overrun_together_only_out_of_the_hex_where_they_began() -> None:
    position = start({**FIELD, "79id": "1629"})
    assert codes(position, over(["44id", "79id"], "!1627")) == ["not-a-stack"]
    arrived = carry_out(position, {"move": "79id", "path": ["1628"]}).position
    assert codes(arrived, over(["44id", "79id"], "!1627")) == ["moved-already"]
    assert judge(arrived, over(["44id", "71id"], "!1627")) == []
    assert judge(start({**FIELD, "44id": "1629", "71id": "1629"}), over(["44id", "71id"], "1628", "!1627")) == []
    # Reinforcements began the phase nowhere: together they overrun nobody.
    entering = {"6gtb": "turn/3"}
    assert "not-on-map" in codes(start(entering, phase=SOVIET), {"enter": "6gtb", "path": [{"overrun": "0501"}]})


@pytest.mark.case("kharkov", "7.13")
@pytest.mark.case("kharkov", "16.0")
def test_reinforcements_overrun_alone_or_not_at_all() -> None:
    units = {"22pz-203": "turn/3", "22pz-129": "turn/3", "226rd": "3825 1-1", "41rd": "3725 1-1"}
    position = start(units, flags={"south_active": "1"})
    way = ["3926", {"overrun": "3825"}, {"overrun": "3725"}]
    (finding,) = judge(position, {"enter": ["22pz-203", "22pz-129"], "path": way})
    assert (finding.code, finding.cases, finding.at) == ("not-a-stack", ("7.13", "16.0"), ("path", 1))
    outcome = carry_out(position, {"enter": "22pz-203", "path": way}, [1, 1])
    assert where(outcome.position, "22pz-203") == "3725"
    assert outcome.position.game.flags["spent"] == "22pz-203=14"
    assert codes(outcome.position, {"enter": "22pz-203", "path": ["3926"]}) == ["not-a-reinforcement"]
    soviet = start({"21mrb": "turn/3", "44id": "1602 steps=1", "hq-6a": "1603"}, phase=SOVIET)
    assert codes(soviet, {"enter": "21mrb", "path": ["1601", {"overrun": "1602"}]}) == ["no-command"]


@pytest.mark.case("kharkov", "7.14")
def test_an_overrun_strikes_all_units_of_one_hex() -> None:
    units = {**FIELD, "226rd": "1627 1-2", "41rd": "1627 2-2", "38rd": "1528 1-1"}
    outcome = carry_out(start(units), over(["44id", "71id"], "!1627"), [1])
    assert strengths(outcome, "defence") == {"226rd": "2", "41rd": "2"}
    assert where(outcome.position, "38rd") == "1528"
    check = validator_of("orders")
    two = {"game": "g", "kind": "orders", "turn": 3, "side": "axis", "position": "any"}
    steps = [{"overrun": ["1627", "1528"]}]
    assert list(check.iter_errors({**two, "orders": {"movement": [{"move": "44id", "path": steps}]}}))
    assert not list(check.iter_errors({**two, "orders": {"movement": [over("44id", "!1627")]}}))


@pytest.mark.case("kharkov", "7.15")
def test_the_same_unit_is_overrun_again_and_again() -> None:
    units = {"44id": "1628", "71id": "1728", "79id": "1528", "226rd": "1627 4-6", "hq-6a": "1625"}
    position = start(units)
    for unit, roll in (("44id", 5), ("71id", 5)):
        outcome = carry_out(position, over(unit, "!1627"), [roll], {"retreat_or_lose": "lose"})
        assert where(outcome.position, "226rd") == "1627"
        position = outcome.position
    assert judge(position, over("79id", "!1627")) == []


@pytest.mark.case("kharkov", "7.16")
@pytest.mark.case("kharkov", "14.1")
def test_a_panzer_division_overruns_four_times_in_a_phase() -> None:
    panzers = ["23pz-201", "23pz-126", "23pz-128"]
    line = {"226rd": "1830 1-1", "41rd": "1730 1-1", "38rd": "1629 1-1", "47rd": "1529 1-1", "51rd": "1428 1-1"}
    position = start({**dict.fromkeys(panzers, "1931"), **line})
    way = over(panzers, "!1830", "!1730", "!1629", "!1529")
    outcome = carry_out(position, way, [1, 1, 1, 1])
    assert strengths(outcome, "attack") == {"23pz-201": "8", "23pz-126": "4", "23pz-128": "4"}
    assert outcome.of_kind("strengths")[0].values["sum"] == "16"
    assert outcome.of_kind("strengths")[0].values["total"] == "8"
    assert [event.values["column"] for event in outcome.of_kind("result")] == ["9-1"] * 4
    assert gone(outcome) == ["226rd", "41rd", "38rd", "47rd"]
    assert {where(outcome.position, unit) for unit in panzers} == {"1529"}
    fifth = over(panzers, "!1830", "!1730", "!1629", "!1529", "!1428")
    assert set(codes(position, fifth)) == {"movement-points"}
    assert set(codes(outcome.position, over(panzers, "!1428"))) == {"movement-points"}


@pytest.mark.case("kharkov", "7.16")
def test_no_soviet_unit_overruns_twice_in_a_phase() -> None:
    units = {"13grd": "1627", "hq-6a": "1625", "hq-28a": "1625", "44id": "1628 steps=1", "71id": "1629 steps=1"}
    position = start(units, phase=SOVIET)
    (finding,) = judge(position, over("13grd", "!1628", "!1629"))
    assert (finding.code, finding.cases, finding.at) == ("second-overrun", ("7.16",), ("path", 1))
    once = carry_out(position, over("13grd", "!1628"), [1]).position
    assert codes(once, over("13grd", "!1629")) == ["second-overrun"]
    assert judge(start(units, phase=SOVIET, turn=4), over("13grd", "!1628")) == []


@pytest.mark.case("kharkov", "7.25")
@pytest.mark.case("kharkov", "6.12")
def test_a_stack_goes_on_by_other_orders_with_the_points_it_has_left() -> None:
    position = carry_out(start(FIELD), over(["44id", "71id"], "!1627"), [1]).position
    assert position.game.flags["spent"] == "44id=6 71id=6"
    assert [position.unit(unit).has("overran") for unit in ("44id", "71id")] == [True, True]
    assert not position.unit("44id").has("moved")
    assert max(reach(position, "44id").values()) == 10
    parted = carry_out(position, {"move": "71id", "path": ["1628", "1629", "1630", "1631", "1632"]}).position
    assert (where(parted, "71id"), where(parted, "44id")) == ("1632", "1627")
    assert parted.unit("71id").has("moved")
    assert not parted.unit("71id").has("overran")
    (finding,) = judge(position, {"move": "71id", "path": ["1628", "1629", "1630", "1631", "1632", "1633"]})
    assert finding.notes[0].startswith("needs 6, has 5: ")
    together = carry_out(position, {"move": ["44id", "71id"], "path": ["1628"]}).position
    assert codes(together, {"move": "44id", "path": ["1629"]}) == ["moved-already"]
    ended = closed(position)
    assert not ended.game.flags.get("spent")
    assert not ended.unit("44id").has("overran")


@pytest.mark.case("kharkov", "7.25")
@pytest.mark.case("kharkov", "6.51")
def test_who_overran_into_the_dormant_south_goes_on_as_by_one_order() -> None:
    position = start({"44id": "2416", "71id": "2416", "226rd": "2516 1-1"})
    assert judge(position, over(["44id", "71id"], "!2516", "2616")) == []
    overran = carry_out(position, over(["44id", "71id"], "!2516"), [1]).position
    assert where(overran, "44id") == "2516"
    assert judge(overran, {"move": ["44id", "71id"], "path": ["2616"]}) == []
    assert codes(closed(overran), {"move": "44id", "path": ["2616"]}) == ["frozen"]


@pytest.mark.case("kharkov", "7.25")
@pytest.mark.case("kharkov", "7.13")
def test_units_that_overran_together_may_overrun_apart() -> None:
    units = {**FIELD, "41rd": "1528 1-1", "38rd": "1728 1-1"}
    position = carry_out(start(units), over(["44id", "71id"], "!1627"), [1]).position
    west = carry_out(position, over("44id", "!1528"), [1])
    east = carry_out(west.position, over("71id", "!1728"), [1])
    assert (where(east.position, "44id"), where(east.position, "71id")) == ("1528", "1728")
    assert east.position.game.flags["spent"] == "44id=12 71id=12"


@pytest.mark.case("kharkov", "7.25")
@pytest.mark.case("kharkov", "8.23")
@pytest.mark.case("kharkov", "6.61")
def test_after_an_overrun_a_unit_in_an_enemy_zone_may_only_overrun_again() -> None:
    position = start({**FIELD, "248rd": "1527 1-1"})
    (finding,) = judge(position, over(["44id", "71id"], "!1627", "1727"))
    assert (finding.code, finding.at, finding.hex) == ("leaves-enemy-zone", ("path", 1), "1627")
    assert finding.notes[1] == "it may not disengage: it has left the hex where it began the phase"
    assert judge(position, over(["44id", "71id"], "!1627", "!1527")) == []
    soviet = start({"13grd": "1627", "hq-6a": "1625", "44id": "1628 steps=1", "71id": "1629"}, phase=SOVIET, turn=2)
    assert codes(soviet, over("13grd", "!1628", "1528")) == ["leaves-enemy-zone"], "nor by breakout mobility"


@pytest.mark.case("kharkov", "6.8")
@pytest.mark.case("kharkov", "7.0")
def test_breakout_and_then_an_overrun() -> None:
    units = {"13grd": "1627", "hq-6a": "1625", "44id": "1628", "71id": "1629 steps=1"}
    position = start(units, phase=SOVIET, turn=2)
    outcome = carry_out(position, over("13grd", "1528", "!1628"), [6], {"retreat_or_lose": "retreat"})
    assert walked(outcome)[0] == ("13grd", "move", "1627-1528", 2)
    assert outcome.of_kind("moved")[0].cases == ("6.0", "6.21", "6.8")
    assert codes(position, over("13grd", "1528", "1529")) == ["moves-on-in-enemy-zone"]
    late = start(units, phase=SOVIET, turn=3)
    assert codes(late, over("13grd", "1528", "!1628")) == ["leaves-enemy-zone"]
    assert judge(late, over("13grd", "!1628")) == []


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "7.25")
def test_the_mechanized_phase_has_overruns_of_its_own() -> None:
    units = {"23pz-201": "1628", "226rd": "1627 1-1", "hq-6a": "1625"}
    outcome = carry_out(start(units, phase=MECHANIZED), over("23pz-201", "!1627", "1527"), [1])
    assert where(outcome.position, "23pz-201") == "1527"
    stopped = start(units, phase=MECHANIZED, markers={"23pz-201": ["stopped"]})
    assert codes(stopped, {"move": "23pz-201", "path": ["1629"]}) == ["stopped"]
    assert judge(stopped, over("23pz-201", "!1627")) == []
    assert where(carry_out(stopped, over("23pz-201", "!1627", "1527"), [1]).position, "23pz-201") == "1527"


@pytest.mark.case("kharkov", "6.77")
def test_who_is_bound_to_the_south_does_not_overrun_out_of_it() -> None:
    units = {"13grd": "2526", "hq-6a": "2624", "44id": "2425 steps=1"}
    bound = start(units, phase=SOVIET, markers={"13grd": ["began_south"]})
    assert codes(bound, over("13grd", "!2425")) == ["sector-line"]
    assert judge(start(units, phase=SOVIET), over("13grd", "!2425")) == []


@pytest.mark.case("kharkov", "6.52")
@pytest.mark.case("kharkov", "6.53")
def test_an_overrun_wakes_the_south() -> None:
    units = {"13grd": "2425", "hq-6a": "2323", "44id": "2525 steps=1", "113id": "3034"}
    outcome = carry_out(start(units, phase=SOVIET), over("13grd", "!2525"), [1])
    (flag,) = [event for event in outcome.of_kind("flag") if event.subject == "south_active"]
    assert (flag.cases[0], "44id is attacked" in str(flag.values["says"])) == ("6.52", True)


@pytest.mark.case("kharkov", "15.11")
@pytest.mark.case("kharkov", "15.21")
@pytest.mark.case("kharkov", "6.41")
def test_who_overran_has_moved() -> None:
    units = {"44id": "1628", "rg-01": "1728 2-2", "226rd": "1627 1-1", "hq-6a": "1625"}
    position = start(units, markers={"44id": ["overran"], "rg-01": ["overran"]}, flags={"spent": "44id=6 rg-01=6"})
    rules = KharkovRules(position.setting)
    for data in ({"breakdown": "44id"}, {"strongpoint": "rg-01"}, {"rail": "44id", "to": "1637"}):
        found = rules.judge(position.game, order("axis", "movement", 1, data))
        assert "moved-already" in [finding.code for finding in found], data


@pytest.mark.case("kharkov", "6.41")
@pytest.mark.case("kharkov", "7.0")
def test_units_that_go_by_rail_overrun_nobody() -> None:
    position = start(FIELD)
    written = order("axis", "movement", 1, {"rail": "44id", "path": [{"overrun": "1627"}]})
    _, findings = parse_order(position, written)
    assert ("overrun-by-rail", ("6.41", "7.0")) in [(finding.code, finding.cases) for finding in findings]
