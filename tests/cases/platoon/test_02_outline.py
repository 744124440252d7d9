"""Outline of play: initiative, rally, who moves first, housekeeping (2.0)."""

from dataclasses import replace
from functools import partial

import pytest

from adjudicator.engine.sequence import sides_of
from adjudicator.rulesets.platoon import phases
from adjudicator.rulesets.platoon.initiative import determine_initiative
from adjudicator.rulesets.platoon.position import INITIATIVE, Position, Positions
from adjudicator.rulesets.platoon.rally import rally, rally_bonus
from adjudicator.rulesets.platoon.sequence import phases_of
from adjudicator.rulesets.platoon.wishes import advise
from tests.cases.platoon.board import board, run, setting_of

PHASES = {phase.name: phase for phase in phases_of(("soviet", "german"), setting_of().options)}


def begin(position: Position, name: str, **more):
    return run(position, lambda table, positions: phases.begin(table, positions, PHASES[name]), **more)


@pytest.mark.case("platoon", "1.1", "2.1")
@pytest.mark.parametrize(("rolls", "winner"), [((7, 3), "soviet"), ((0, 1), "german"), ((9, 0), "soviet")])
def test_the_higher_roll_has_the_initiative(rolls: tuple[int, int], winner: str) -> None:
    ended = run(board({}, turn=2), determine_initiative, rolls)
    assert ended.position.game.flags[INITIATIVE] == winner
    assert [(roll.sides, roll.lowest) for roll in ended.rolls] == [(10, 0), (10, 0)]
    assert ended.of_kind("initiative")[0].values == {"why": "higher", "rolls": {"soviet": rolls[0], "german": rolls[1]}}


@pytest.mark.case("platoon", "2.1")
@pytest.mark.parametrize(("before", "winner"), [("german", "soviet"), ("soviet", "german")])
def test_a_tie_goes_to_the_side_that_did_not_have_it(before: str, winner: str) -> None:
    ended = run(board({}, turn=2, flags={INITIATIVE: before}), determine_initiative, (4, 4))
    assert ended.position.game.flags[INITIATIVE] == winner
    assert ended.of_kind("initiative")[0].values["why"] == "tie"


@pytest.mark.case("platoon", "2.1")
def test_the_scenario_may_name_who_begins_and_else_ties_of_the_first_turn_are_rolled_again() -> None:
    named = board({}, flags={INITIATIVE: ""})
    ended = run(named, determine_initiative)
    assert (ended.rolls, ended.position.game.flags[INITIATIVE]) == ([], "german")
    open_setting = replace(named.setting, first_initiative="")
    ended = run(Positions(open_setting).of(named.game), determine_initiative, (4, 4, 5, 5, 1, 2))
    assert ended.position.game.flags[INITIATIVE] == "german"
    assert len(ended.of_kind("initiative_tied")) == 2


@pytest.mark.case("platoon", "2.3")
@pytest.mark.parametrize(
    ("unit", "roll", "rallies"),
    [("de-inf-1", 5, True), ("de-inf-1", 6, False), ("su-rifle-1", 3, True), ("su-rifle-1", 4, False)],
)
def test_a_roll_of_morale_or_less_rallies(unit: str, roll: int, rallies: bool) -> None:
    ended = run(board({unit: "C3 disrupted"}), rally, (roll,))
    assert ended.look(unit) == ("2" if rallies else "2 disrupted")
    assert ended.of_kind("rally")[0].values["succeeds"] is rallies


@pytest.mark.case("platoon", "2.3")
def test_the_side_with_the_initiative_rallies_first_and_steady_units_do_not_roll() -> None:
    units = {"su-rifle-1": "C3 disrupted", "su-rifle-2": "C4", "de-inf-1": "G3 disrupted", "de-inf-2": "turn/1"}
    for leader, order in (("german", ["de-inf-1", "su-rifle-1"]), ("soviet", ["su-rifle-1", "de-inf-1"])):
        ended = run(board(units, flags={INITIATIVE: leader}), rally, (9, 9))
        assert [roll.subject for roll in ended.rolls] == order


@pytest.mark.case("platoon", "2.3", "5.1.4")
def test_a_passenger_rallies_with_its_transport() -> None:
    units = {"de-sdkfz251-1": "C3 disrupted", "de-inf-1": "on de-sdkfz251-1 disrupted"}
    ended = run(board(units), rally, (5,))
    assert (ended.look("de-sdkfz251-1"), ended.look("de-inf-1")) == ("2", "2")
    ended = run(board(units), rally, (6,))
    assert (ended.look("de-sdkfz251-1"), ended.look("de-inf-1")) == ("2 disrupted", "2 disrupted")


@pytest.mark.case("platoon", "2.3")
@pytest.mark.parametrize(
    ("ground", "unit", "bonus"),
    [
        ("", "de-inf-1", 0),
        ("forest C3", "de-inf-1", 1),
        ("forest C3", "de-pz4-1", 1),
        ("cultivated C3", "de-inf-1", 1),
        ("cultivated C3", "de-pz4-1", 0),
        ("rolling C3", "de-pz4-1", 1),
        ("level1 C3", "de-inf-1", 0),
    ],
)
def test_terrain_that_always_shifts_fire_to_the_left_helps_to_rally(ground: str, unit: str, bonus: int) -> None:
    assert rally_bonus(board({unit: "C3 disrupted"}, ground=ground), unit) == bonus


@pytest.mark.case("platoon", "2.3")
def test_a_wreck_helps_and_the_bonus_counts() -> None:
    position = board({"de-inf-1": "C3 disrupted"}, hex_marks={"C3": ["wreck"]})
    assert run(position, rally, (6,)).look("de-inf-1") == "2"
    assert run(position, rally, (7,)).look("de-inf-1") == "2 disrupted"


@pytest.mark.case("platoon", "2.3")
@pytest.mark.parametrize(
    ("option", "enemy", "bonus"), [("no", "F5", 0), ("if_all_lower", "F5", 1), ("if_all_lower", "F6", 0)]
)
def test_whether_a_hill_helps_to_rally(option: str, enemy: str, bonus: int) -> None:
    units = {"de-inf-1": "C3 disrupted", "su-rifle-1": enemy}
    position = board(units, ground="level1 C3 F6", options={"rally_hill": option})
    assert rally_bonus(position, "de-inf-1") == bonus


@pytest.mark.case("platoon", "4.0", "4.1", "2.3")
@pytest.mark.parametrize(("option", "columns"), [("sum", -4), ("max", -2)])
def test_whether_cover_adds_up(option: str, columns: int) -> None:
    from adjudicator.rulesets.platoon.cover import cover_of

    position = board(
        {"de-inf-1": "C3"}, ground="forest C3, level1 C3", hex_marks={"C3": ["wreck"]}, options={"fire_cover": option}
    )
    found = cover_of(position, "de-inf-1", position.grid.hex("C3"), 0)
    assert sum(shift.columns for shift in found) == columns


@pytest.mark.case("platoon", "2.5")
@pytest.mark.parametrize(("answer", "second"), [("german", "soviet"), ("soviet", "german")])
def test_the_side_with_the_initiative_says_who_moves_first(answer: str, second: str) -> None:
    ended = begin(board({}, phase="turn/order"), "turn/order", answers={"move_first": answer})
    assert [(choice.side, choice.options[choice.default].value) for choice in ended.asked] == [("german", "german")]
    game = ended.position.game
    assert sides_of(PHASES["first/movement"], game) == (answer,)
    assert sides_of(PHASES["second/movement"], game) == (second,)


@pytest.mark.case("platoon", "2.5")
@pytest.mark.parametrize(("wish", "first"), [("self", "german"), ("other", "soviet")])
def test_standing_orders_may_say_who_moves_first(wish: str, first: str) -> None:
    ended = begin(board({}, phase="turn/order"), "turn/order")
    answer = partial(advise, ended.position, ended.asked[0])
    assert answer({}) is None
    advice = answer({"default": {"move_first": wish}})
    assert advice is not None
    assert (advice.value, advice.by) == (first, "standing")


@pytest.mark.case("platoon", "2.7", "2.9")
def test_housekeeping_removes_fired_and_moved_and_opens_the_next_turn() -> None:
    units = {"de-pz4-1": "C3 fired", "de-inf-1": "C4 moved disrupted", "su-rifle-1": "G3 fired disrupted"}
    flags = {"first_mover": "german", "second_mover": "soviet"}
    ended = begin(board(units, flags=flags, phase="turn/housekeeping"), "turn/housekeeping")
    assert [ended.look(unit) for unit in units] == ["2", "2 disrupted", "2 disrupted"]
    assert ended.position.game.flags == {INITIATIVE: "german"}
    assert list(PHASES)[-3:] == ["turn/housekeeping", "turn/aid", "turn/advance"]


@pytest.mark.case("platoon", "2.7", "5.1")
def test_housekeeping_is_for_passengers_too() -> None:
    units = {"de-sdkfz251-1": "C3 moved", "de-inf-1": "on de-sdkfz251-1 moved"}
    ended = begin(board(units, phase="turn/housekeeping"), "turn/housekeeping")
    assert [ended.look(unit) for unit in units] == ["2", "2"]


@pytest.mark.case("platoon", "2.7")
@pytest.mark.parametrize("name", PHASES)
def test_no_other_phase_removes_fired_and_moved(name: str) -> None:
    units = {"de-pz4-1": "C3 fired", "de-inf-1": "C4 moved", "su-rifle-1": "G3 fired"}
    begun = begin(board(units, phase=name), name)
    ended = run(begun.position, lambda table, positions: phases.end(table, positions, PHASES[name]))
    kept = name != "turn/housekeeping"
    assert [ended.look(unit) for unit in units] == (["2 fired", "2 moved", "2 fired"] if kept else ["2"] * 3)


@pytest.mark.case("platoon", "2.2", "2.6", "2.8")
@pytest.mark.parametrize(("name", "case"), [("turn/cards", "2.2"), ("turn/close_assault", "2.6"), ("turn/aid", "2.8")])
def test_phases_that_are_not_built_are_skipped_with_the_reason(name: str, case: str) -> None:
    skip = phases.reason_to_skip(board({}).game, PHASES[name])
    assert skip is not None
    assert skip[0].endswith("not built yet")
    assert skip[1] == (case,)
