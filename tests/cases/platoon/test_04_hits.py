"""Saving rolls, even distribution, results of combat, wrecks (4.0, 4.1)."""

import pytest

from tests.cases.platoon.board import board
from tests.cases.platoon.shooting import shoot

DUEL = {"de-pz4-1": "C3", "su-t34-1": "C7"}
PAIR = {"de-panther-1": "C1", "su-t34-1": "C7", "su-t34-2": "C7"}


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(("firer", "target", "save", "state"), [
    ("de-pz4-1", "su-t34-1", 3, "2"),
    ("de-pz4-1", "su-t34-1", 4, "2 disrupted"),
    ("su-t34-1", "de-pz4-1", 5, "2"),
    ("su-t34-1", "de-pz4-1", 6, "2 disrupted"),
])  # fmt: skip
def test_a_roll_of_morale_or_less_negates_a_hit(firer: str, target: str, save: int, state: str) -> None:
    outcome = shoot(board({firer: "C3", target: "C7"}), (5, save), "C7", firer)
    assert outcome.look(target) == state
    values = outcome.of_kind("saves")[0].values
    assert (values["rolls"], values["hits"]) == ([save], int(state != "2"))


@pytest.mark.case("platoon", "4.1")
@pytest.mark.parametrize(
    ("before", "hits", "state"),
    [
        ("", 1, "2 disrupted"),
        ("", 2, "1 disrupted"),
        ("", 3, "eliminated"),
        ("disrupted", 1, "1 disrupted"),
        ("disrupted", 2, "eliminated"),
        ("reduced", 1, "1 disrupted"),
        ("reduced", 2, "eliminated"),
        ("reduced disrupted", 1, "eliminated"),
    ],
)
def test_a_first_hit_disrupts_a_second_reduces_a_third_eliminates(before: str, hits: int, state: str) -> None:
    # Column 4: a roll of 0 is three possible hits.
    position = board({"de-pz4-1": "C3", "su-t34-1": f"C7 {before}"})
    saves = [9] * hits + [0] * (3 - hits)
    assert shoot(position, (0, *saves), "C7", "de-pz4-1").look("su-t34-1") == state


@pytest.mark.case("platoon", "4.1")
def test_no_effect() -> None:
    outcome = shoot(board(DUEL), (9,), "C7", "de-pz4-1")
    assert outcome.of_kind("result")[0].values["cell"] == "no effect"
    assert outcome.look("su-t34-1") == "2"


@pytest.mark.case("platoon", "4.1", "1.4")
def test_an_eliminated_vehicle_leaves_one_wreck_and_a_leg_unit_none() -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C7 reduced disrupted"})
    outcome = shoot(position, (5, 9), "C7", "de-pz4-1")
    assert [event.subject for event in outcome.of_kind("hex_marked")] == ["C7"]
    again = board({"de-pz4-1": "C3", "su-horses-1": "C7 reduced disrupted"})
    assert len(shoot(again, (5, 9), "C7", "de-pz4-1").of_kind("hex_marked")) == 1
    second = board({"de-pz4-1": "C3", "su-t34-1": "C7 reduced disrupted"}, hex_marks={"C7": ["wreck"]})
    assert shoot(second, (4, 9), "C7", "de-pz4-1").of_kind("hex_marked") == []
    leg = board({"de-pz4-1": "C3", "su-rifle-1": "C7 reduced disrupted"})
    outcome = shoot(leg, (5, 9), "C7", "de-pz4-1")
    assert (outcome.look("su-rifle-1"), outcome.of_kind("hex_marked")) == ("eliminated", [])


@pytest.mark.case("platoon", "4.1")
def test_the_reduced_side_shows_its_own_figures() -> None:
    full, reduced = board(DUEL), board({**DUEL, "de-pz4-1": "C3 reduced"})
    assert (full.value_of("de-pz4-1", 0), reduced.value_of("de-pz4-1", 0)) == (9, 6)


@pytest.mark.case("platoon", "4.0")
@pytest.mark.parametrize(
    ("possible", "hits", "draw", "states"),
    [
        (5, 0, (), ("2", "2")),
        (2, 1, (1,), ("2 disrupted", "2")),
        (2, 1, (2,), ("2", "2 disrupted")),
        (2, 2, (), ("2 disrupted", "2 disrupted")),
        (0, 3, (2,), ("2 disrupted", "1 disrupted")),
        (0, 4, (), ("1 disrupted", "1 disrupted")),
    ],
)
def test_hits_are_spread_evenly_and_an_odd_one_is_drawn(
    possible: int, hits: int, draw: tuple[int, ...], states: tuple[str, str]
) -> None:
    # Panther on T-34: column 8; a roll of 0 gives four possible hits, of 2 three, of 5 one.
    position = board(PAIR)
    count = {0: 4, 2: 3, 5: 1}[possible]
    saves = [9] * hits + [0] * (count - hits)
    outcome = shoot(position, (possible, *saves, *draw), "C7", "de-panther-1")
    assert (outcome.look("su-t34-1"), outcome.look("su-t34-2")) == states
    drawn = [roll for roll in outcome.rolls if roll.roll == "odd-hit"]
    assert [(roll.sides, roll.lowest) for roll in drawn] == [(2, 1)] * len(draw)


@pytest.mark.case("platoon", "4.0", "4.1")
@pytest.mark.parametrize(("option", "other"), [("lost", "1 disrupted"), ("spill", "eliminated")])
def test_hits_beyond_what_a_unit_can_take(option: str, other: str) -> None:
    units = {**PAIR, "su-t34-1": "C7 reduced disrupted", "su-t34-2": "C7"}
    position = board(units, options={"hits_overflow": option})
    outcome = shoot(position, (0, 9, 9, 9, 9), "C7", "de-panther-1")
    assert (outcome.look("su-t34-1"), outcome.look("su-t34-2")) == ("eliminated", other)


@pytest.mark.case("platoon", "4.0")
def test_no_die_is_named_twice_in_the_wrong_way() -> None:
    outcome = shoot(board(PAIR), (2, 9, 0, 0, 1), "C7", "de-panther-1")
    assert [(roll.kind, roll.subject, roll.target, roll.roll) for roll in outcome.rolls] == [
        ("fire", "de-panther-1", "C7", "frt"),
        *[("fire", "de-panther-1", "C7", "save")] * 3,
        ("fire", "de-panther-1", "C7", "odd-hit"),
    ]
