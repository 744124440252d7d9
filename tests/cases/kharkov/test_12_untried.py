"""Section 12: untried units, drawn from what is left of their pool when they are revealed."""

from __future__ import annotations

import pytest

from adjudicator.engine.steps import Roll
from adjudicator.rulesets.kharkov.position import Positions
from adjudicator.rulesets.kharkov.untried import is_untried, reveal, steps_of_face, values_of
from tests.cases.kharkov.board import board, run, setting_of
from tests.cases.loaded import LoadedTable

SMALL_POOL = {"untried/rifle": {"2-3": 2, "4-6": 1, "1-2": 1}}


@pytest.mark.case("kharkov", "12.0")
def test_strength_of_an_untried_unit_is_known_to_nobody() -> None:
    position = board({"226rd": "1318", "227rd": "1318 2-3", "13grd": "1318", "hq-6a": "1318"})
    assert is_untried(position, "226rd")
    with pytest.raises(ValueError, match="226rd is untried"):
        values_of(position, "226rd")
    assert not any(is_untried(position, unit_id) for unit_id in ("227rd", "13grd", "hq-6a"))
    assert values_of(position, "227rd") == (2, 3)


@pytest.mark.case("kharkov", "12.0")
@pytest.mark.parametrize(("die", "face", "steps"), [(1, "1-2", 1), (2, "2-3", 1), (3, "2-3", 1), (4, "4-6", 2)])
def test_strength_is_drawn_by_a_die_with_a_side_for_each_counter_left(die: int, face: str, steps: int) -> None:
    position = board({"226rd": "1318"}, pools=SMALL_POOL)
    outcome = run(position, lambda table, positions: reveal(table, positions, ["226rd"], "1318"), rolls=[die])
    [revealed] = outcome.of_kind("revealed")
    assert revealed.values == {"face": face, "steps": steps, "pool": "untried/rifle"}
    assert not is_untried(outcome.position, "226rd")
    left = dict(SMALL_POOL["untried/rifle"])
    left[face] -= 1
    assert outcome.position.game.pools["untried/rifle"] == left


@pytest.mark.case("kharkov", "12.0")
def test_each_unit_draws_by_its_own_named_die_from_what_the_others_left() -> None:
    position = board({"227rd": "1317", "226rd": "1318", "13grd": "1318", "38cd": "1318"}, pools=SMALL_POOL)
    outcome = run(
        position,
        lambda table, positions: reveal(table, positions, ["38cd", "227rd", "13grd", "226rd"], "1417"),
        rolls=[1, 3, 5],
    )
    assert [event.subject for event in outcome.of_kind("revealed")] == ["226rd", "227rd", "38cd"]
    assert [event.values["face"] for event in outcome.of_kind("revealed")] == ["1-2", "4-6", "1-2"]


@pytest.mark.case("kharkov", "12.0")
def test_die_is_named_for_the_unit_and_the_hex_under_attack() -> None:
    position = board({"226rd": "1318"}, pools=SMALL_POOL)
    drawing = reveal(LoadedTable(position.game), Positions(position.setting), ["226rd"], "1417")
    assert next(drawing) == Roll("untried", "226rd", "1417", "draw", 4, ("12.0",))


@pytest.mark.case("kharkov", "12.0")
def test_once_revealed_a_unit_is_not_drawn_again() -> None:
    position = board({"226rd": "1318 2-3"})
    outcome = run(position, lambda table, positions: reveal(table, positions, ["226rd"], "1318"))
    assert outcome.events == []


@pytest.mark.case("kharkov", "12.0")
@pytest.mark.case("kharkov", "9.53")
def test_unit_of_defence_six_has_a_second_step_of_its_pool() -> None:
    setting = setting_of()
    assert [steps_of_face(setting, face) for face in ((5, 5), (4, 6), (7, 6))] == [1, 2, 2]
    rifle = board({"226rd": "1318 4-6", "90tb": "1318 7-6"})
    assert (values_of(rifle, "226rd"), values_of(rifle, "90tb")) == ((4, 6), (7, 6))
    assert rifle.unit("226rd").steps == 2
    weak = board({"226rd": "1318 4-6 steps=1", "90tb": "1318 7-6 steps=1"})
    tables = setting.tables.reduced
    assert (values_of(weak, "226rd"), values_of(weak, "90tb")) == (tables["rifle"], tables["armor"])


@pytest.mark.case("kharkov", "9.51")
@pytest.mark.parametrize(
    ("text", "values"), [("1418", 9), ("1418 steps=3", 4), ("1418 steps=2", 2), ("1418 steps=1", 1)]
)
def test_values_of_a_german_division_follow_its_steps(text: str, values: int) -> None:
    assert values_of(board({"44id": text}), "44id") == (values, values)


@pytest.mark.case("kharkov", "12.0")
def test_headquarters_and_reserve_counters_have_no_strength() -> None:
    position = board({"hq-6a": "2214", "res-6a": "2214"})
    assert values_of(position, "hq-6a") == (0, 0)
    assert values_of(position, "res-6a") == (0, 0)
