"""Passengers of transports and tank riders under fire (5.1.3, 5.1.4, 5.1.5)."""

import pytest

from adjudicator.rulesets.platoon.hits import distribute, suffer
from adjudicator.rulesets.platoon.position import Position
from adjudicator.rulesets.platoon.wishes import advise
from tests.cases.platoon.board import Outcome, board, run
from tests.cases.platoon.shooting import judge, reckoned, shoot, verdict

LOADED = {"de-sdkfz251-1": "C7", "de-inf-1": "on de-sdkfz251-1"}
RIDDEN = {"su-t34-1": "C7", "su-smg-1": "on su-t34-1"}


def hit(position: Position, unit_id: str, hits: int, rolls=(), **more) -> Outcome:
    return run(position, lambda table, positions: suffer(table, positions, "fire", "x", {unit_id: hits}), rolls, **more)


@pytest.mark.case("platoon", "5.1.3", "5.1.5")
def test_carried_units_do_not_fire_but_what_carries_them_does() -> None:
    position = board({**LOADED, **{unit: text.replace("C7", "C9") for unit, text in RIDDEN.items()}})
    found = judge(position, "C9", "de-inf-1")
    assert [(finding.code, finding.cases) for finding in found] == [("carried", ("5.1.3",))]
    found = judge(position, "C7", "su-smg-1")
    assert [(finding.code, finding.cases) for finding in found] == [("carried", ("5.1.5",))]
    assert verdict(position, "C9", "de-sdkfz251-1", at="leg") == []
    assert verdict(position, "C7", "su-t34-1") == []


@pytest.mark.case("platoon", "5.1.4", "1.3")
def test_a_passenger_is_no_target_and_does_not_count_for_stacking() -> None:
    position = board({**LOADED, "de-sdkfz251-2": "C7", "su-t34-1": "C3"})
    assert reckoned(position, "C7", "su-t34-1").targets == ("de-sdkfz251-1", "de-sdkfz251-2")
    assert verdict(position, "C7", "su-t34-1", at="leg") == ["no-target"]
    assert position.has_room("german", position.grid.hex("C7")) is False
    assert board(LOADED).has_room("german", position.grid.hex("C7")) is True


@pytest.mark.case("platoon", "5.1.4")
def test_a_passenger_is_disrupted_and_reduced_with_its_transport() -> None:
    position = board(LOADED)
    for hits, state in ((1, "2 disrupted"), (2, "1 disrupted")):
        outcome = hit(position, "de-sdkfz251-1", hits)
        assert (outcome.look("de-sdkfz251-1"), outcome.look("de-inf-1")) == (state, state)
        assert outcome.position.carrier_of("de-inf-1") == "de-sdkfz251-1"


@pytest.mark.case("platoon", "5.1.4", "1.1")
@pytest.mark.parametrize(
    ("roll", "state"), [(0, "1 disrupted"), (8, "1 disrupted"), (1, "eliminated"), (9, "eliminated")]
)
def test_an_even_roll_saves_the_passenger_of_a_destroyed_transport(roll: int, state: str) -> None:
    outcome = hit(board(LOADED), "de-sdkfz251-1", 3, (roll,))
    assert (outcome.look("de-sdkfz251-1"), outcome.look("de-inf-1")) == ("eliminated", state)
    if state != "eliminated":
        assert outcome.position.number(outcome.position.hex_of("de-inf-1")) == "C7"
    assert outcome.position.game.has_mark(outcome.position.grid.hex("C7"), "wreck")


@pytest.mark.case("platoon", "5.1.4")
@pytest.mark.parametrize(("transport", "hits"), [("reduced", 2), ("reduced disrupted", 1)])
def test_whatever_state_a_saved_passenger_was_in_it_is_reduced_and_disrupted(transport: str, hits: int) -> None:
    position = board({**LOADED, "de-sdkfz251-1": f"C7 {transport}"})
    outcome = hit(position, "de-sdkfz251-1", hits, (4,))
    assert (outcome.look("de-sdkfz251-1"), outcome.look("de-inf-1")) == ("eliminated", "1 disrupted")


@pytest.mark.case("platoon", "5.1.4")
@pytest.mark.parametrize(("option", "state"), [("set", "1 disrupted"), ("lose", "eliminated")])
def test_a_reduced_passenger_of_a_transport_that_is_reduced(option: str, state: str) -> None:
    units = {"de-sdkfz251-1": "C7 disrupted", "de-inf-1": "on de-sdkfz251-1 reduced disrupted"}
    outcome = hit(board(units, options={"hits_passenger_step": option}), "de-sdkfz251-1", 1)
    assert (outcome.look("de-sdkfz251-1"), outcome.look("de-inf-1")) == ("1 disrupted", state)


@pytest.mark.case("platoon", "5.1.4")
def test_a_passenger_of_a_reduced_transport_that_is_hit_again_is_only_disrupted() -> None:
    units = {"de-sdkfz251-1": "C7 reduced", "de-inf-1": "on de-sdkfz251-1"}
    assert hit(board(units), "de-sdkfz251-1", 1).look("de-inf-1") == "2 disrupted"


@pytest.mark.case("platoon", "5.1.5")
def test_riders_may_be_shot_at_alone_and_their_tank_is_not_touched() -> None:
    position = board({**RIDDEN, "de-pz4-1": "C3"})
    assert reckoned(position, "C7", "de-pz4-1").targets == ("su-t34-1",)
    assert reckoned(position, "C7", "de-pz4-1", at="leg").targets == ("su-smg-1",)
    outcome = shoot(position, (5, 9), "C7", "de-pz4-1", at="leg")
    assert (outcome.look("su-t34-1"), outcome.look("su-smg-1")) == ("2", "2 disrupted")
    assert outcome.position.number(outcome.position.hex_of("su-smg-1")) == "C7"
    assert outcome.position.carrier_of("su-smg-1") == ""


@pytest.mark.case("platoon", "5.1.5")
@pytest.mark.parametrize(
    ("option", "targets"), [("together", ("su-rifle-1", "su-smg-1")), ("separate", ("su-rifle-1",))]
)
def test_fire_at_riders_where_other_leg_units_are(option: str, targets: tuple[str, ...]) -> None:
    position = board({**RIDDEN, "su-rifle-1": "C7", "de-pz4-1": "C3"}, options={"fire_rider_with_leg": option})
    assert reckoned(position, "C7", "de-pz4-1", at="leg").targets == targets


@pytest.mark.case("platoon", "5.1.5")
@pytest.mark.parametrize(
    ("option", "tank", "hits", "states"),
    [
        ("same_hits", "", 1, ("2 disrupted", "2 disrupted")),
        ("same_hits", "", 2, ("1 disrupted", "1 disrupted")),
        ("same_hits", "", 3, ("eliminated", "eliminated")),
        ("same_hits", "disrupted", 1, ("1 disrupted", "2 disrupted")),
        ("same_hits", "reduced disrupted", 1, ("eliminated", "2 disrupted")),
        ("same_result", "", 1, ("2 disrupted", "2 disrupted")),
        ("same_result", "disrupted", 1, ("1 disrupted", "1 disrupted")),
        ("same_result", "reduced disrupted", 1, ("eliminated", "eliminated")),
    ],
)
def test_riders_suffer_with_their_tank_and_dismount(option: str, tank: str, hits: int, states: tuple[str, str]) -> None:
    position = board({**RIDDEN, "su-t34-1": f"C7 {tank}"}, options={"hits_rider_effect": option})
    outcome = hit(position, "su-t34-1", hits)
    assert (outcome.look("su-t34-1"), outcome.look("su-smg-1")) == states
    if states[1] != "eliminated":
        assert outcome.position.hex_of("su-smg-1") == outcome.position.grid.hex("C7")


@pytest.mark.case("platoon", "5.1.5", "4.0")
def test_printed_example_four_hits_on_a_tank_with_a_rider_and_a_dismounted_unit() -> None:
    position = board({**RIDDEN, "su-rifle-1": "C7"})
    given = {}

    def rule(table, positions):
        targets = ["su-t34-1", "su-rifle-1"]
        given.update((yield from distribute(position, "barrage", "x", position.grid.hex("C7"), targets, 4)))
        yield from suffer(table, positions, "barrage", "x", given)

    outcome = run(position, rule, answers={"dismount": "C8"})
    assert given == {"su-t34-1": 2, "su-rifle-1": 2}
    assert (outcome.look("su-smg-1"), outcome.look("su-rifle-1")) == ("1 disrupted", "1 disrupted")
    # The hex holds two units, and so the rider dismounts next door.
    assert outcome.position.number(outcome.position.hex_of("su-smg-1")) == "C8"


@pytest.mark.case("platoon", "5.1.5", "5.3")
def test_riders_who_would_overstack_go_next_door_or_are_lost() -> None:
    units = {**RIDDEN, "su-t70-1": "C7"}
    outcome = hit(board({**units, "de-pz4-1": "C5", "de-inf-1": "D6 disrupted"}, ground="lake C8"), "su-t34-1", 1)
    (choice,) = outcome.asked
    # C6 is next to the enemy in C5, D6 holds one without a zone, C8 is a lake: B6, B7 and D7 are left.
    assert (choice.side, sorted(option.value for option in choice.options)) == ("soviet", ["B6", "B7", "D7"])
    full = {f"su-rifle-{number}": hex_ for number, hex_ in enumerate(("B6", "B7", "D6", "D7"), 1)}
    lost = {**units, "de-inf-1": "C6 disrupted", "de-inf-2": "C8 disrupted", **full}
    lost |= {"su-guards-1": "B6", "su-guards-2": "B7", "su-smg-2": "D6", "su-t70-2": "D7"}
    assert hit(board(lost), "su-t34-1", 1).look("su-smg-1") == "eliminated"


@pytest.mark.case("platoon", "5.1.5")
def test_standing_orders_say_where_riders_dismount() -> None:
    position = board({**RIDDEN, "su-t70-1": "C7"})
    (choice,) = hit(position, "su-t34-1", 1).asked
    advice = advise(position, choice, {"units": {"su-smg-1": {"displace": ["A1", "C8", "B6"]}}})
    assert advice is not None
    assert (advice.value, advice.by) == ("C8", "standing")
    assert advise(position, choice, {"units": {"su-smg-1": {"displace": ["A1"]}}}) is None


@pytest.mark.case("platoon", "5.1.5", "4.0")
@pytest.mark.parametrize(("ridden", "dying"), [("su-t34-1", "su-t34-2"), ("su-t34-2", "su-t34-1")])
def test_riders_dismount_into_the_room_that_another_tank_leaves(ridden: str, dying: str) -> None:
    units = {"de-panther-1": "C3", ridden: "C7", dying: "C7 reduced disrupted", "su-smg-1": f"on {ridden}"}
    outcome = shoot(board(units, ridden=[ridden]), (2, 9, 9, 0), "C7", "de-panther-1", at="afv")
    assert outcome.look(dying) == "eliminated"
    assert [choice.kind for choice in outcome.asked] == []
    assert outcome.position.number(outcome.position.hex_of("su-smg-1")) == "C7"
