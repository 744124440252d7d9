"""Fire combat: who may fire at what, the column, its shifts, the die (4.0, 4.0.1, 4.6)."""

from dataclasses import replace

import pytest

from adjudicator.rulesets.platoon.fire import remark_fire
from adjudicator.rulesets.platoon.position import Position, Positions
from tests.cases.platoon.board import board
from tests.cases.platoon.shooting import columns, fire_of, judge, reckoned, shoot, verdict


@pytest.mark.case("platoon", "4.0.1", "4.0")
def test_printed_example_a_t34_fires_at_a_pz4_at_normal_range() -> None:
    position = board({"su-t34-1": "C3", "de-pz4-1": "C8"})
    assert columns(position, "C8", "su-t34-1") == ("4", [], "4")
    assert reckoned(position, "C8", "su-t34-1").die_modifier == -1
    told = shoot(position, (6, 9), "C8", "su-t34-1").of_kind("result")[0].values
    assert told == {"die": 6, "modified": 5, "column": "4", "cell": "1 possible hit"}


@pytest.mark.case("platoon", "4.0.1", "4.0")
def test_printed_example_a_t70_fires_at_a_tiger_at_normal_range() -> None:
    position = board({"su-t70-1": "C3", "de-tiger-1": "C7"})
    assert columns(position, "C7", "su-t70-1") == ("-4", [], "-4")
    assert reckoned(position, "C7", "su-t70-1").die_modifier == 1
    told = shoot(position, (1,), "C7", "su-t70-1").of_kind("result")[0].values
    assert told == {"die": 1, "modified": 2, "column": "-4", "cell": "no effect"}


@pytest.mark.case("platoon", "4.0.1", "1.1")
@pytest.mark.parametrize(
    ("firer", "target", "die", "modified"), [("su-t34-1", "de-pz4-1", 0, 0), ("su-t34-1", "de-tiger-1", 9, 9)]
)
def test_a_modified_die_is_held_to_the_table(firer: str, target: str, die: int, modified: int) -> None:
    position = board({firer: "C3", target: "C8"})
    outcome = shoot(position, (die, 0, 0, 0) if die == 0 else (die,), "C8", firer)
    assert outcome.of_kind("result")[0].values["modified"] == modified


@pytest.mark.case("platoon", "4.0.1")
@pytest.mark.parametrize(("option", "modifier"), [("best_for_defender", 1), ("best_for_attacker", 0)])
def test_equal_armor_with_different_die_modifiers(option: str, modifier: int) -> None:
    units = {"su-t34-1": "C3", "de-tiger-1": "C8", "de-panther-1": "C8"}
    position = board(units, options={"fire_armour_tie_usm": option})
    assert reckoned(position, "C8", "su-t34-1").die_modifier == modifier


def with_figures(position: Position, unit_id: str, **figures: int) -> Position:
    """The position with small figures beside the factors of a counter; those of the scenario have them for armor."""
    counter = position.counter(unit_id)
    counter = replace(counter, numbers={**counter.numbers, **figures})
    setting = replace(position.setting, counters={**position.setting.counters, unit_id: counter})
    return Positions(setting).of(position.game)


@pytest.mark.case("platoon", "4.0.1")
@pytest.mark.parametrize(("at", "modifier"), [("afv", 2), ("leg", -1)])
def test_the_figure_of_the_firepower_that_is_used_changes_the_die_and_no_column(at: str, modifier: int) -> None:
    plain = board({"de-pz4-1": "C3", "su-t34-1": "C7", "su-rifle-1": "C7"})
    position = with_figures(plain, "de-pz4-1", ap_die=2, he_die=-1)
    assert reckoned(position, "C7", "de-pz4-1", at=at).die_modifier == modifier
    assert columns(position, "C7", "de-pz4-1", at=at) == columns(plain, "C7", "de-pz4-1", at=at)
    told = shoot(position, (9,), "C7", "de-pz4-1", at=at).of_kind("result")[0].values
    assert (told["die"], told["modified"]) == (9, min(9 + modifier, 9))


@pytest.mark.case("platoon", "4.0.1", "1.4")
def test_the_figure_of_an_armor_that_is_not_used_does_not_count() -> None:
    position = with_figures(board({"de-pz4-1": "C3", "su-horses-1": "C7"}), "su-horses-1", armour_die=3)
    assert reckoned(position, "C7", "de-pz4-1").at == "leg"
    assert reckoned(position, "C7", "de-pz4-1").die_modifier == 0


@pytest.mark.case("platoon", "4.0.1", "4.6")
def test_the_figures_of_assisting_units_do_not_count() -> None:
    position = with_figures(board({"de-pz4-1": "C3", "de-pz3-1": "C3", "su-t34-1": "C7"}), "de-pz3-1", ap_die=2)
    assert reckoned(position, "C7", "de-pz4-1", "de-pz3-1").die_modifier == 0
    assert reckoned(position, "C7", "de-pz3-1", "de-pz4-1").die_modifier == 2


@pytest.mark.case("platoon", "4.0", "1.5")
@pytest.mark.parametrize("marker", ["fired", "moved", "disrupted"])
def test_only_eligible_units_fire(marker: str) -> None:
    position = board({"de-pz4-1": f"C3 {marker}", "su-t34-1": "C8"})
    found = judge(position, "C8", "de-pz4-1")
    assert [(f.code, f.unit) for f in found] == [("not-eligible", "de-pz4-1")]
    assert found[0].message == f"de-pz4-1 is not an eligible unit: it is marked {marker.capitalize()}"


@pytest.mark.case("platoon", "4.0")
def test_a_hex_without_enemies_is_no_target() -> None:
    position = board({"de-pz4-1": "C3", "de-pz4-2": "C5"})
    assert verdict(position, "C8", "de-pz4-1") == ["no-target"]
    assert verdict(position, "C5", "de-pz4-1") == ["no-target"]


@pytest.mark.case("platoon", "4.0", "6.0")
def test_fire_needs_a_line_of_sight() -> None:
    units = {"de-pz4-1": "C3", "su-t34-1": "C8"}
    found = judge(board(units, ground="forest C5"), "C8", "de-pz4-1")
    assert [finding.code for finding in found] == ["no-sight"]
    assert found[0].message.startswith("de-pz4-1 in C3 does not see C8: a unit on the ground does not see past")
    assert verdict(board(units, ground="forest C3 C8"), "C8", "de-pz4-1") == []


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(
    ("target", "shift"),
    [("C2", 1), ("C4", 1), ("C5", 0), ("C7", 0), ("C8", -2), ("C10", -2)],
)
def test_range_colours(target: str, shift: int) -> None:
    position = board({"de-pz4-1": "C1", "su-t34-1": target})
    assert sum(columns for _, columns in columns(position, target, "de-pz4-1")[1]) == shift


@pytest.mark.case("platoon", "4.0")
def test_beyond_long_range_nobody_fires() -> None:
    position = board({"de-pz4-1": "C1", "su-t34-1": "C11", "de-inf-1": "H1", "su-rifle-1": "H6"})
    found = judge(position, "C11", "de-pz4-1")
    assert [finding.message for finding in found] == ["C11 is out of range of de-pz4-1: 10 hexes, red reaches 9"]
    assert verdict(position, "H6", "de-inf-1") == ["out-of-range"]


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(("option", "final"), [("use", "6"), ("drop", "4")])
def test_whether_there_is_a_close_band(option: str, final: str) -> None:
    position = board({"de-pz4-1": "C1", "su-t34-1": "C3"}, options={"fire_close_band": option})
    assert columns(position, "C3", "de-pz4-1")[2] == final


@pytest.mark.case("platoon", "4.0", "1.4")
def test_vehicles_and_leg_units_of_a_hex_are_two_targets() -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7", "su-rifle-1": "C7"})
    assert verdict(position, "C7", "de-pz4-1") == ["which-target"]
    assert reckoned(position, "C7", "de-pz4-1", at="leg").targets == ("su-rifle-1",)
    assert reckoned(position, "C7", "de-pz4-1", at="leg").firepower == 5
    assert reckoned(position, "C7", "de-pz4-1", at="afv").targets == ("su-t34-1",)
    assert reckoned(position, "C7", "de-pz4-1", at="afv").value == 4


@pytest.mark.case("platoon", "4.0", "1.4")
def test_two_units_of_one_kind_are_one_target_and_the_highest_armor_counts() -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7", "su-kv1-1": "C7", "su-rifle-1": "C8", "su-rifle-2": "C8"})
    found = reckoned(position, "C7", "de-pz4-1")
    assert (found.targets, found.armour, found.armour_of, found.value) == (("su-t34-1", "su-kv1-1"), 7, "su-kv1-1", 2)
    assert reckoned(position, "C8", "de-pz4-1").targets == ("su-rifle-1", "su-rifle-2")


@pytest.mark.case("platoon", "4.0")
def test_a_target_that_is_not_there_and_a_factor_that_a_unit_does_not_have() -> None:
    position = board({"de-mg-1": "C3", "su-t34-1": "C5"})
    assert verdict(position, "C5", "de-mg-1", at="leg") == ["no-target"]
    assert verdict(position, "C5", "de-mg-1") == ["no-firepower"]


@pytest.mark.case("platoon", "1.4", "4.0")
@pytest.mark.parametrize(("option", "at", "value"), [("with_leg", "leg", 5), ("as_afv", "afv", 9)])
def test_soft_vehicles(option: str, at: str, value: int) -> None:
    position = board({"de-pz4-1": "C3", "su-horses-1": "C7"}, options={"fire_soft_vehicle": option})
    found = reckoned(position, "C7", "de-pz4-1")
    assert (found.at, found.value) == (at, value)


@pytest.mark.case("platoon", "1.4", "4.0")
@pytest.mark.parametrize(("option", "shift"), [("best", -2), ("worst", -1)])
def test_whose_cover_counts_for_a_truck_and_a_leg_unit(option: str, shift: int) -> None:
    units = {"de-pz4-1": "C3", "su-horses-1": "C7", "su-rifle-1": "C7"}
    position = board(units, ground="forest C7", options={"fire_mixed_cover": option})
    assert reckoned(position, "C7", "de-pz4-1").targets == ("su-rifle-1", "su-horses-1")
    assert columns(position, "C7", "de-pz4-1")[1] == [("forest", shift)]


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(
    ("ground", "at_vehicle", "at_leg"),
    [
        ("forest", -1, -2),
        ("town", -1, -2),
        ("city", -1, -3),
        ("rolling", -1, -1),
        ("cultivated", 0, -1),
        ("open", 0, 0),
    ],
)
def test_terrain_shifts(ground: str, at_vehicle: int, at_leg: int) -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7", "su-rifle-1": "C7"}, ground=f"{ground} C7")
    for at, shift in (("afv", at_vehicle), ("leg", at_leg)):
        assert columns(position, "C7", "de-pz4-1", at=at)[1] == ([(ground, shift)] if shift else [])


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(
    ("ground", "is_covered"), [("level1 C7", True), ("level1 C3 C4 C5 C6 C7", False), ("level1 C3, level2 C7", True)]
)
def test_a_hill_covers_against_fire_from_lower_ground_only(ground: str, is_covered: bool) -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7"}, ground=ground)
    assert (("hill", -1) in columns(position, "C7", "de-pz4-1")[1]) is is_covered


@pytest.mark.case("platoon", "4.1", "4.0")
def test_a_wreck_covers() -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7"}, hex_marks={"C7": ["wreck"]})
    assert columns(position, "C7", "de-pz4-1") == ("4", [("wreck", -1)], "2")


@pytest.mark.case("platoon", "4.0")
def test_shifts_to_the_right_come_before_shifts_to_the_left() -> None:
    units = {"su-su152-1": "C3", "su-t34-1": "C3", "de-marder-1": "C4"}
    position = board(units, ground="forest C4", hex_marks={"C4": ["wreck"]})
    shifts = [("close range", 1), ("su-t34-1 assists", 2), ("forest", -1), ("wreck", -1)]
    assert columns(position, "C4", "su-su152-1", "su-t34-1") == ("10", shifts, "12")


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(("option", "final"), [("right_then_left", "12"), ("net", "14")])
def test_whether_the_last_column_stops_shifts_to_the_right_first(option: str, final: str) -> None:
    units = {"de-pak43-1": "C3", "de-pak43-2": "C3", "su-t70-1": "C4"}
    position = board(units, ground="forest C4", hex_marks={"C4": ["wreck"]}, options={"fire_shift": option})
    assert columns(position, "C4", "de-pak43-1", "de-pak43-2")[::2] == ("12", final)


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(("option", "final"), [("no_effect", "-8"), ("virtual", "-4")])
def test_firepower_below_the_table(option: str, final: str) -> None:
    thin = board({"su-rifle-1": "C3", "su-rifle-2": "C3", "de-tiger-1": "C4"}, options={"fire_below_table": option})
    tiger = replace(thin.counter("de-tiger-1"), numbers={"armour": 10})
    setting = replace(thin.setting, counters={**thin.setting.counters, "de-tiger-1": tiger})
    position = Positions(setting).of(thin.game)
    assert columns(position, "C4", "su-rifle-1")[::2] == ("-8", "-8")
    assert columns(position, "C4", "su-rifle-1", "su-rifle-2")[::2] == ("-8", final)


@pytest.mark.case("platoon", "4.0")
def test_left_of_the_table_there_is_no_die_and_no_effect() -> None:
    position = board({"su-rifle-1": "C3", "de-tiger-1": "C5"})
    (advice,) = remark_fire(position, fire_of(position, "C5", "su-rifle-1"))
    assert (advice.kind, advice.message) == ("advice", "fire at C5 has no effect: column -10 is left of the table")
    outcome = shoot(position, (), "C5", "su-rifle-1")
    assert outcome.of_kind("nothing_happened")[0].values == {"why": "column -10 is left of the table"}
    assert outcome.look("su-rifle-1") == "2 fired"


@pytest.mark.case("platoon", "4.6", "4.0")
def test_each_assisting_unit_shifts_two_columns_and_is_marked_fired() -> None:
    position = board({"de-pz4-1": "C3", "de-pz3-1": "C3", "su-t34-1": "C7"})
    assert columns(position, "C7", "de-pz4-1", "de-pz3-1") == ("4", [("de-pz3-1 assists", 2)], "8")
    outcome = shoot(position, (9,), "C7", "de-pz4-1", "de-pz3-1")
    assert (outcome.look("de-pz4-1"), outcome.look("de-pz3-1")) == ("2 fired", "2 fired")
    assert outcome.rolls[0].subject == "de-pz3-1"


@pytest.mark.case("platoon", "4.6")
def test_range_and_shifts_are_those_of_the_lead_unit() -> None:
    position = board({"de-pz4-1": "C3", "de-pz3-1": "C3", "su-t34-1": "C8"})
    assert columns(position, "C8", "de-pz4-1", "de-pz3-1") == ("4", [("de-pz3-1 assists", 2)], "8")
    assert columns(position, "C8", "de-pz3-1", "de-pz4-1") == (
        "0",
        [("de-pz4-1 assists", 2), ("long range", -2)],
        "0",
    )


@pytest.mark.case("platoon", "4.6")
def test_only_stacked_units_with_such_firepower_in_long_range_assist() -> None:
    units = {"de-pz4-1": "C3", "de-inf-1": "C3", "de-pz4-2": "D3", "su-t34-1": "C8"}
    position = board(units)
    assert verdict(position, "C8", "de-pz4-1", "de-pz4-2") == ["not-stacked"]
    found = judge(position, "C8", "de-pz4-1", "de-inf-1")
    assert [(finding.code, finding.cases) for finding in found] == [("out-of-range", ("4.6",))]
    near = board({"de-pz4-1": "C3", "de-mg-1": "C3", "su-t34-1": "C5"})
    assert verdict(near, "C5", "de-pz4-1", "de-mg-1") == ["no-firepower"]


@pytest.mark.case("platoon", "8.1.1")
def test_fire_of_mortars_is_not_built() -> None:
    position = board({"de-mtr81-1": "C3", "su-rifle-1": "C8"})
    assert verdict(position, "C8", "de-mtr81-1") == ["case-open"]


@pytest.mark.case("platoon", "4.0")
def test_the_check_tells_the_column_with_all_that_leads_to_it() -> None:
    position = board({"de-pz4-1": "C3", "de-pz3-1": "C3", "su-t34-1": "C7"}, ground="forest C7")
    advice = remark_fire(position, fire_of(position, "C7", "de-pz4-1", "de-pz3-1"))
    assert [(finding.kind, finding.message) for finding in advice] == [
        (
            "advice",
            "fire at C7 is on column 6 now: Armor Piercing Firepower 9, armor -5, de-pz3-1 assists +2, forest -1",
        )
    ]


@pytest.mark.case("platoon", "1.4", "5.1.5")
def test_what_is_fired_at_as_leg_units_is_said() -> None:
    truck = board({"de-truck-1": "C7", "su-t34-1": "C5"})
    (finding,) = judge(truck, "C7", "su-t34-1", at="afv")
    assert finding.help == "a soft vehicle is fired at with at: leg (1.4)"
    ridden = board({"su-t34-1": "C7", "su-smg-1": "on su-t34-1", "de-mg-1": "C5"})
    (finding,) = judge(ridden, "C7", "de-mg-1")
    assert (finding.code, finding.help) == ("no-firepower", "riders are fired at with at: leg (5.1.5)")
