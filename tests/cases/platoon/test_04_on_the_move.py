"""Opportunity fire and moving fire (4.3, 4.4)."""

from typing import Any

import pytest

from adjudicator.engine.check import Lines, check_orders
from adjudicator.rulesets.platoon.rules import PlatoonRules
from adjudicator.rulesets.platoon.wishes import advise
from tests.cases.platoon.board import Outcome, order
from tests.cases.platoon.moving import after, costs, field, go, judge, place, verdict

GUN = {"su-gun45-1": "C3"}
TANK = {"de-pz4-1": "C10"}
UP = ["C9", "C8", "C7", "C6"]
AT_TANK = "su-gun45-1 at afv"


def asked(outcome: Outcome) -> list[str]:
    return [choice.facts["hex"] for choice in outcome.asked if choice.kind == "opportunity_fire"]


@pytest.mark.case("platoon", "4.3", "2.5")
def test_the_other_side_is_asked_after_each_hex_entered_in_sight_and_range() -> None:
    outcome = go(field({**TANK, **GUN}), move="de-pz4-1", path=UP)
    assert asked(outcome) == ["C9", "C8", "C7", "C6"]
    assert [choice.side for choice in outcome.asked] == ["soviet"] * 4
    assert [option.value for option in outcome.asked[0].options] == ["hold", AT_TANK]
    assert place(outcome, "de-pz4-1") == "C6"
    blind = go(field({**TANK, **GUN}, ground="forest C5"), move="de-pz4-1", path=UP)
    assert asked(blind) == []
    assert len(blind.of_kind("moved")) == 1
    far = go(field({"de-pz4-1": "C12", **GUN}), move="de-pz4-1", path=["C11", "C10"])
    assert asked(far) == []


@pytest.mark.case("platoon", "4.3")
def test_who_is_hit_stops_and_who_fires_is_marked() -> None:
    rolls = (0, 9)
    outcome = go(field({**TANK, **GUN}), rolls, {"opportunity_fire": AT_TANK}, move="de-pz4-1", path=UP)
    assert (place(outcome, "de-pz4-1"), outcome.look("de-pz4-1")) == ("C9", "2 disrupted moved")
    assert (outcome.look("su-gun45-1"), asked(outcome)) == ("2 fired", ["C9"])
    (stopped,) = outcome.of_kind("stopped")
    assert (stopped.subject, stopped.values, stopped.cases) == ("de-pz4-1", {"hex": "C9"}, ("4.3",))


@pytest.mark.case("platoon", "4.3", "4.0")
def test_hits_that_are_negated_stop_nobody_and_a_unit_fires_once() -> None:
    outcome = go(field({**TANK, **GUN}), (0, 0), {"opportunity_fire": AT_TANK}, move="de-pz4-1", path=UP)
    assert (place(outcome, "de-pz4-1"), asked(outcome)) == ("C6", ["C9"])
    assert outcome.look("de-pz4-1") == "2 moved"


@pytest.mark.case("platoon", "4.3", "1.5")
@pytest.mark.parametrize("marker", ["fired", "moved", "disrupted"])
def test_only_eligible_units_fire_at_moving_ones(marker: str) -> None:
    outcome = go(field({**TANK, "su-gun45-1": f"C3 {marker}"}), move="de-pz4-1", path=UP)
    assert asked(outcome) == []


@pytest.mark.case("platoon", "4.3", "4.6")
def test_two_units_of_a_hex_combine_and_those_of_other_hexes_do_not() -> None:
    units = {**TANK, "su-gun45-1": "C4", "su-gun76-1": "C4", "su-t34-1": "D4"}
    outcome = go(field(units), move="de-pz4-1", path=["C9"])
    assert [option.value for option in outcome.asked[0].options] == [
        "hold",
        "su-gun45-1 at afv",
        "su-gun76-1 at afv",
        "su-gun45-1+su-gun76-1 at afv",
        "su-gun76-1+su-gun45-1 at afv",
        "su-t34-1 at afv",
    ]


@pytest.mark.case("platoon", "4.3")
def test_a_hex_is_fired_at_once_however_many_could() -> None:
    units = {**TANK, "su-gun45-1": "C4", "su-gun76-1": "D4"}
    answers = {"opportunity_fire": "su-gun76-1 at afv"}
    outcome = go(field(units), (9,), answers, move="de-pz4-1", path=["C9"])
    assert asked(outcome) == ["C9"]
    assert (outcome.look("su-gun45-1"), outcome.look("su-gun76-1")) == ("2", "2 fired")


@pytest.mark.case("platoon", "4.3")
def test_only_the_units_that_move_are_affected() -> None:
    units = {**TANK, "de-pz3-1": "C9", "su-t34-1": "C4"}
    answers = {"opportunity_fire": "su-t34-1 at afv"}
    outcome = go(field(units), (0, 9, 9, 9), answers, move="de-pz4-1", path=["C9"])
    assert outcome.of_kind("attack_declared")[0].values["defenders"] == [{"unit": "de-pz4-1", "hex": "C9"}]
    assert (outcome.look("de-pz3-1"), outcome.look("de-pz4-1")) == ("2", "eliminated")


@pytest.mark.case("platoon", "4.3", "5.0")
def test_of_a_stack_the_one_that_is_hit_stops_and_the_other_goes_on() -> None:
    units = {**TANK, "de-inf-1": "C10", **GUN}
    outcome = go(field(units), (0, 9), {"opportunity_fire": AT_TANK}, move=["de-pz4-1", "de-inf-1"], path=["C9", "C8"])
    assert (place(outcome, "de-pz4-1"), place(outcome, "de-inf-1")) == ("C9", "C8")
    assert outcome.look("de-inf-1") == "2 moved"


@pytest.mark.case("platoon", "4.3", "5.1.1")
def test_a_carrier_that_is_hit_does_not_load_and_a_passenger_stops_with_it() -> None:
    units = {"de-truck-1": "C12", "de-inf-1": "C8", "su-t34-1": "C5"}
    path: list[Any] = ["C11", "C10", "C9", {"load": "de-inf-1", "path": ["C9"]}]
    answers = {"opportunity_fire": "su-t34-1 at leg"}
    outcome = go(field(units), (0, 9, 9, 9), answers, move="de-truck-1", path=path)
    assert (place(outcome, "de-inf-1"), outcome.of_kind("loaded")) == ("C8", [])
    loaded = {"de-sdkfz251-1": "C10", "de-inf-1": "on de-sdkfz251-1", "su-t34-1": "C4"}
    outcome = go(
        field(loaded), (6, 9), {"opportunity_fire": "su-t34-1 at afv"}, move="de-sdkfz251-1", path=["C9", "C8"]
    )
    assert (outcome.look("de-inf-1"), place(outcome, "de-sdkfz251-1")) == ("2 disrupted moved", "C9")


@pytest.mark.case("platoon", "4.3", "5.1.2")
def test_who_gets_off_into_the_next_hex_has_entered_it() -> None:
    units = {"de-sdkfz251-1": "C8", "de-inf-1": "on de-sdkfz251-1", "su-rifle-1": "C4"}
    outcome = go(field(units), unload="de-inf-1", into="C7")
    assert asked(outcome) == ["C7"]
    assert asked(go(field(units), unload="de-inf-1")) == []


@pytest.mark.case("platoon", "4.3", "5.1.5")
def test_a_tank_goes_on_without_its_riders() -> None:
    units = {"su-t34-1": "C10", "su-smg-1": "on su-t34-1", "de-mg-1": "C6"}
    position = field(units, ridden=["su-t34-1"])
    answers = {"opportunity_fire": "de-mg-1 at leg"}
    outcome = go(position, (4, 9), answers, "soviet", move="su-t34-1", path=["C9", "C8"])
    assert (place(outcome, "su-smg-1"), place(outcome, "su-t34-1")) == ("C9", "C8")


@pytest.mark.case("platoon", "4.3", "1.3")
def test_who_is_hit_while_passing_through_a_full_hex_goes_back_to_room() -> None:
    units = {**TANK, "de-pz3-1": "C9", "de-pz3-2": "C9", **GUN}
    position = field(units, options={"move_stacking": "at_end"})
    outcome = go(position, (0, 9), {"opportunity_fire": AT_TANK}, move="de-pz4-1", path=["C9", "C8"])
    assert (place(outcome, "de-pz4-1"), outcome.of_kind("moved")[-1].values["how"]) == ("C10", "displaced")


@pytest.mark.case("platoon", "4.3")
def test_h13_repeated_hexes_are_refused_and_a_shooter_that_fired_is_out() -> None:
    position = field({"de-pz4-1": "C10", "de-pz4-2": "D10", **GUN})
    assert verdict(position, move="de-pz4-1", path=["C9", "C8", "C8", "C7"]) == ["stays-in-hex"]
    outcome = go(position, (0, 9), {"opportunity_fire": AT_TANK}, move="de-pz4-1", path=UP)
    assert place(outcome, "de-pz4-1") == "C9"
    assert asked(go(outcome.position, move="de-pz4-2", path=["D9", "D8"])) == []


def ask(units: dict[str, str], **more: Any) -> Any:
    """The advice of standing orders on the first question of a move of the tank."""
    standing = more.pop("standing")
    position = field({**TANK, **units})
    outcome = go(position, move="de-pz4-1", path=["C9"])
    advice = advise(outcome.position, outcome.asked[0], standing)
    return advice and advice.value


@pytest.mark.case("platoon", "4.3")
@pytest.mark.parametrize(
    ("standing", "answer"),
    [
        ({}, None),
        ({"default": {"move_first": "self"}}, None),
        ({"default": {"opportunity": "yes"}}, "su-gun76-1 at afv"),
        ({"default": {"opportunity": "no"}}, "hold"),
        ({"default": {"opportunity": {"at": "leg"}}}, "hold"),
        ({"default": {"opportunity": {"at": "afv", "range": "5"}}}, "su-gun76-1 at afv"),
        ({"default": {"opportunity": {"range": "4"}}}, "hold"),
        ({"default": {"opportunity": {"column": "4"}}}, "su-gun76-1 at afv"),
        ({"default": {"opportunity": {"column": "5"}}}, "su-gun76-1+su-gun45-1 at afv"),
        ({"default": {"opportunity": {"column": "10"}}}, "hold"),
        ({"default": {"opportunity": {"hold": "1"}}}, "su-gun76-1 at afv"),
        ({"default": {"opportunity": {"hold": "2"}}}, "hold"),
        ({"units": {"su-gun45-1": {"opportunity": "yes"}}}, "su-gun45-1 at afv"),
        (
            {"default": {"opportunity": "yes"}, "units": {"su-gun76-1": {"opportunity": "no"}}},
            "su-gun45-1 at afv",
        ),
    ],
)
def test_standing_orders_say_who_fires_at_what_range_and_column(standing: Any, answer: str | None) -> None:
    assert ask({"su-gun45-1": "C4", "su-gun76-1": "C4"}, standing=standing) == answer


@pytest.mark.case("platoon", "4.4")
@pytest.mark.parametrize(
    ("tank", "enemy", "side", "shift"), [("de-pz4-1", "su-t34-1", "german", -2), ("su-t34-1", "de-pz4-1", "soviet", -1)]
)
def test_the_colour_of_the_explosion_shifts_the_fire(tank: str, enemy: str, side: str, shift: int) -> None:
    position = field({tank: "C9", enemy: "C4 fired"})
    outcome = go(position, (9,), side=side, move=tank, path=["C8", {"fire": "C4"}])
    moving = [event.values["columns"] for event in outcome.of_kind("shift") if event.values["what"] == "moving fire"]
    assert moving == [shift]
    assert outcome.look(tank) == "2 fired moved"


@pytest.mark.case("platoon", "4.4")
def test_a_unit_fires_before_during_or_after_half_a_move() -> None:
    position = field({"de-pz4-1": "C9", "su-t34-1": "C4 fired"})
    way = ["C8", "D8", "D7"]
    for place_of_shot in range(4):
        path: list[Any] = [*way[:place_of_shot], {"fire": "C4"}, *way[place_of_shot:]]
        outcome = go(position, (9,), move="de-pz4-1", path=path)
        assert place(outcome, "de-pz4-1") == "D7"
        assert outcome.look("de-pz4-1") == "2 fired moved"
        kinds = [event.kind for event in outcome.events if event.kind in ("moved", "attack_declared")]
        assert kinds.index("attack_declared") == (0 if place_of_shot == 0 else 1)
    (found,) = judge(position, move="de-pz4-1", path=[{"fire": "C4"}, *way, "D6"])
    assert (found.code, found.cases) == ("movement-points", ("5.0", "4.4"))


@pytest.mark.case("platoon", "4.4")
def test_who_has_no_explosion_or_does_not_move_does_not_fire() -> None:
    assert verdict(field({"de-stug3-1": "C9", "su-t34-1": "C4"}), move="de-stug3-1", path=["C8", {"fire": "C4"}]) == [
        "no-moving-fire"
    ]
    assert verdict(field({"de-pz4-1": "C9", "su-t34-1": "C4"}), move="de-pz4-1", path=[{"fire": "C4"}]) == ["no-move"]


@pytest.mark.case("platoon", "4.4", "4.0")
def test_moving_fire_needs_what_all_fire_needs_and_is_allowed_once() -> None:
    units = {"de-pz4-1": "C9", "su-t34-1": "C4"}
    blind = field(units, ground="forest C6")
    assert verdict(blind, move="de-pz4-1", path=["C8", {"fire": "C4"}]) == ["no-sight"]
    twice = ["C8", {"fire": "C4"}, "C7", {"fire": "C4"}]
    (found,) = judge(field(units), move="de-pz4-1", path=twice)
    assert (found.code, found.at) == ("not-eligible", ("path", 3, "fire"))
    assert verdict(field({"de-pz4-1": "C9 fired", "su-t34-1": "C4"}), move="de-pz4-1", path=["C8", {"fire": "C4"}]) == [
        "not-eligible"
    ]


@pytest.mark.case("platoon", "4.4", "4.6")
def test_a_stack_on_the_move_fires_together_and_only_who_fires_has_half() -> None:
    units = {"de-pz4-1": "C9", "de-pz3-1": "C9", "su-t34-1": "C4 fired"}
    path: list[Any] = ["C8", {"fire": "C4"}, "C7"]
    outcome = go(field(units), (9,), move=["de-pz4-1", "de-pz3-1"], path=path)
    assert (outcome.look("de-pz4-1"), outcome.look("de-pz3-1")) == ("2 fired moved", "2 fired moved")
    assert 2 in [event.values["columns"] for event in outcome.of_kind("shift")]
    alone: list[Any] = ["C8", {"fire": "C4", "with": "de-pz4-1"}, "C7", {"split": "de-pz3-1", "path": ["D7", "D8"]}]
    outcome = go(field(units), (9,), move=["de-pz4-1", "de-pz3-1"], path=alone)
    assert (outcome.look("de-pz3-1"), sum(costs(outcome, "de-pz3-1"))) == ("2 moved", 4)


@pytest.mark.case("platoon", "4.4")
def test_a_target_that_is_gone_spoils_the_shot_and_not_the_move() -> None:
    position = field({"de-pz4-1": "C9", "su-t34-1": "C4 fired"})
    gone = field({"de-pz4-1": "C9"})
    assert verdict(gone, move="de-pz4-1", path=["C8", {"fire": "C4"}, "C7"]) == []
    outcome = go(gone, move="de-pz4-1", path=["C8", {"fire": "C4"}, "C7"])
    assert (place(outcome, "de-pz4-1"), outcome.look("de-pz4-1")) == ("C7", "2 moved")
    (undone,) = outcome.of_kind("not_done")
    assert undone.values == {"what": "fire", "why": "there is no enemy unit to fire at in C4"}
    assert verdict(after(position, move="de-pz4-1", path=["C8", {"fire": "C4"}]), move="de-pz4-1", path=["C7"]) == [
        "not-eligible"
    ]


@pytest.mark.case("platoon", "4.4", "4.3")
def test_who_is_hit_on_the_way_does_not_fire() -> None:
    position = field({**TANK, **GUN})
    path: list[Any] = ["C9", {"fire": "C3"}, "C8"]
    outcome = go(position, (0, 9), {"opportunity_fire": AT_TANK}, move="de-pz4-1", path=path)
    assert [event.values["order"] for event in outcome.of_kind("attack_declared")] == [""]


@pytest.mark.case("platoon", "4.4", "4.6")
@pytest.mark.parametrize("option", ["void", "drops_out"])
@pytest.mark.parametrize(("draw", "left"), [(1, "de-pz3-1"), (2, "de-pz4-1")])
def test_of_a_stack_those_fire_who_have_come_so_far(option: str, draw: int, left: str) -> None:
    position = field({**TANK, **GUN, "de-pz3-1": "C10"}, options={"fire_assistant_out": option})
    path: list[Any] = ["C9", {"fire": "C3", "with": ["de-pz4-1", "de-pz3-1"]}, "C8"]
    rolls = (0, 9, draw, 9)
    outcome = go(position, rolls, {"opportunity_fire": AT_TANK}, move=["de-pz4-1", "de-pz3-1"], path=path)
    (_, own) = outcome.of_kind("attack_declared")
    assert [entry["unit"] for entry in own.values["attackers"]] == [left]


OPENED = {"de-pz4-1": "C8", "su-rifle-1": "C6 reduced disrupted"}
INTO = [{"fire": "C6", "at": "leg"}, "C7", "C6"]


@pytest.mark.case("platoon", "4.4", "5.0")
def test_a_way_that_fire_on_the_move_may_open_is_legal_and_the_check_says_on_what_it_hangs() -> None:
    position = field(OPENED)
    assert verdict(position, move="de-pz4-1", path=INTO) == []
    assert verdict(position, move="de-pz4-1", path=[*INTO[1:], INTO[0]]) == ["enemy-hex"], "the fire comes after it"
    rules = PlatoonRules(position.setting)
    (advice,) = rules.remark(position.game, order("german", "movement", {"move": "de-pz4-1", "path": INTO}))
    assert (advice.kind, advice.code, advice.hex) == ("advice", "hangs-on-fire", "C6")
    far = [{"fire": "C6", "at": "leg"}, "C7", "C6", "C5", "C4"]
    assert verdict(position, move="de-pz4-1", path=far) == ["movement-points"], "half of seven, fractions dropped"


@pytest.mark.case("platoon", "4.4", "5.0")
@pytest.mark.parametrize(("rolls", "end"), [((0, 9, 9), "C6"), ((9,), "C7")])
def test_who_fires_goes_on_where_his_fire_has_opened_the_way_and_stops_where_not(rolls: Any, end: str) -> None:
    outcome = go(field(OPENED), rolls, move="de-pz4-1", path=INTO)
    assert place(outcome, "de-pz4-1") == end
    told = [event.values["what"] for event in outcome.of_kind("not_done")]
    assert told == ([] if end == "C6" else ["move"])
    assert outcome.position.unit("de-pz4-1").has("fired")


@pytest.mark.case("platoon", "4.4", "5.3")
@pytest.mark.parametrize(("rolls", "end"), [((0, 9, 9), "D5"), ((9,), "D6")])
def test_a_zone_that_fire_lifts_costs_nothing_more(rolls: Any, end: str) -> None:
    units = {"de-pz4-1": "D8", "su-rifle-1": "C6 reduced"}
    path = [{"fire": "C6", "at": "leg"}, "D7", "D6", "D5"]
    position = field(units)
    assert verdict(position, move="de-pz4-1", path=path) == []
    assert place(go(position, rolls, move="de-pz4-1", path=path), "de-pz4-1") == end


@pytest.mark.case("platoon", "4.4", "5.0")
def test_what_an_earlier_fire_on_the_move_may_open_is_conditional() -> None:
    units = {"de-pz4-1": "C8", "su-rifle-1": "C6 reduced disrupted", "de-inf-1": "D6"}
    position = field(units)
    first = {"move": "de-pz4-1", "path": [{"fire": "C6", "at": "leg"}, "C7"]}
    second = {"move": "de-inf-1", "path": ["C6"]}
    orders = [order("german", "movement", data, number) for number, data in enumerate((first, second), 1)]
    rules = PlatoonRules(position.setting)
    phase = next(phase for phase in rules.phases if phase.name == "first/movement")
    findings, legal, _ = check_orders(rules, Lines.of(position.game), phase, orders)
    assert [(finding.kind, finding.order) for finding in findings] == [("conditional", "german movement 2")]
    assert findings[0].message.startswith(
        "legal only if german movement 1 succeeds: otherwise de-inf-1 may not enter C6"
    )
    assert len(legal) == 2


@pytest.mark.case("platoon", "4.3")
@pytest.mark.parametrize(
    ("units", "words"),
    [
        ({"su-mtr82-1": {"opportunity": "yes"}}, "su-mtr82-1 is a mortar: their fire is not built yet (8.1.1)"),
        ({"de-truck-1": {"opportunity": {"at": "afv"}}}, "de-truck-1 has no firepower"),
        ({"su-gun45-1": {"opportunity": {"column": "30"}}}, "the last column is 16"),
        ({"su-gun45-1": {"opportunity": {"column": "16"}}, "su-mtr82-1": {"opportunity": "no"}}, ""),
    ],
)
def test_standing_orders_for_fire_that_never_comes(units: Any, words: str) -> None:
    side = "german" if "de-truck-1" in units else "soviet"
    found = PlatoonRules(field(TANK).setting).judge_standing(field(TANK).game, side, {"units": units})
    told = [f"opportunity is never used: {words}"] if words else []
    assert [(finding.kind, finding.message) for finding in found] == [("advice", message) for message in told]
