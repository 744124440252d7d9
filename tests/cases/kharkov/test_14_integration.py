"""Section 14: German mechanized divisions fighting as one."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.kharkov.integration import is_integrated_attacking, is_integrated_defending
from tests.cases.kharkov.board import board

PANZERS = ("23pz-201", "23pz-126", "23pz-128")
STACKED = dict.fromkeys(PANZERS, "1520")


def apart(*hexes: str) -> dict[str, str]:
    return dict(zip(PANZERS, hexes, strict=True))


def is_whole(units: dict[str, str], options: dict[str, str] | None = None) -> bool:
    position = board(units, options=options)
    answers = {is_integrated_defending(position, unit_id) for unit_id in PANZERS}
    assert len(answers) == 1, "a division is integrated as a whole"
    return answers.pop()


@pytest.mark.case("kharkov", "14.1")
def test_division_stacked_in_one_hex_is_doubled_on_attack_and_defence() -> None:
    position = board(STACKED)
    assert all(is_integrated_attacking(position, unit_id, PANZERS) for unit_id in PANZERS)
    assert is_whole(STACKED)
    assert not is_integrated_attacking(board(apart("1520", "1520", "1521")), PANZERS[0], PANZERS)


@pytest.mark.case("kharkov", "14.1")
def test_all_three_must_attack_unless_the_option_waives_it() -> None:
    part = PANZERS[:2]
    assert not is_integrated_attacking(board(STACKED), part[0], part)
    waived = board(STACKED, options={"integration_all_attack": "false"})
    assert is_integrated_attacking(waived, part[0], part)


@pytest.mark.case("kharkov", "14.1")
def test_hq_in_the_stack_does_not_part_the_division() -> None:
    assert is_whole({**STACKED, "hq-rum6": "1520"})


@pytest.mark.case("kharkov", "14.2")
@pytest.mark.parametrize(
    ("hexes", "whole"),
    [
        (("1520", "1521", "1522"), True),
        (("1520", "1522", "1524"), True),
        (("1520", "1522", "1525"), False),
        (("1520", "1520", "1522"), True),
        (("1520", "1520", "1523"), False),
    ],
)
def test_each_unit_needs_another_of_its_division_within_two_hexes(hexes: tuple[str, str, str], whole: bool) -> None:
    assert is_whole(apart(*hexes)) is whole


@pytest.mark.case("kharkov", "14.2")
def test_mobile_defence_is_for_defence_only() -> None:
    position = board(apart("1520", "1521", "1522"))
    assert not any(is_integrated_attacking(position, unit_id, PANZERS) for unit_id in PANZERS)


@pytest.mark.case("kharkov", "14.2")
@pytest.mark.case("kharkov", "14.32")
def test_two_units_of_a_division_are_no_mobile_defence() -> None:
    position = board({"23pz-201": "1520", "23pz-126": "1521"})
    assert not any(is_integrated_defending(position, unit_id) for unit_id in PANZERS[:2])
    assert is_whole(apart("1520", "1521", "1519"))


@pytest.mark.case("kharkov", "14.2")
def test_unit_of_others_in_a_stack_spoils_mobile_defence() -> None:
    units = apart("1520", "1521", "1522")
    assert not is_whole({**units, "44id": "1521"})
    assert not is_whole({**units, "hq-rum6": "1521"})
    assert is_whole({**units, "hq-rum6": "1521"}, {"integration_hq_counts": "false"})


@pytest.mark.case("kharkov", "14.2")
@pytest.mark.parametrize("other", ["226rd", "hq-6a", "44id", "hq-rum6"])
def test_line_between_units_may_not_pass_units_of_others(other: str) -> None:
    # 1520 and 1522 in a row have one hex between them.
    units = apart("1520", "1520", "1522")
    assert not is_whole({**units, other: "1521"})
    assert is_whole({**units, other: "1420"})


@pytest.mark.case("kharkov", "14.2")
def test_enemy_zones_and_rivers_do_not_matter_between_units() -> None:
    units = apart("1520", "1520", "1522")
    position = board({**units, "226rd": "1421"})
    assert position.grid.hex("1521") in position.zones["soviet"]
    assert is_whole({**units, "226rd": "1421"})
    # The Donets parts 1113 from 1213.
    assert is_whole(apart("1113", "1113", "1213"))


@pytest.mark.case("kharkov", "14.2")
def test_way_around_a_foreign_unit_keeps_the_division_together() -> None:
    grid = board({}).grid
    start = grid.hex("1520")
    goal = next(
        hex_
        for hex_ in grid.within(start, 2)
        if grid.distance(start, hex_) == 2 and len(set(grid.adjacent[hex_]) & set(grid.adjacent[start])) == 2
    )
    first, second = sorted(set(grid.adjacent[goal]) & set(grid.adjacent[start]))
    units = apart("1520", "1520", grid.number(goal))
    assert is_whole({**units, "44id": grid.number(first)})
    assert not is_whole({**units, "44id": grid.number(first), "71id": grid.number(second)})


@pytest.mark.case("kharkov", "14.31")
def test_no_other_units_are_ever_integrated() -> None:
    position = board({"44id": "1520", "71id": "1520", "20rum": "1521", "90tb": "1318", "91tb": "1318", "114tb": "1318"})
    for unit_id in ("44id", "20rum", "90tb"):
        assert not is_integrated_attacking(position, unit_id, ["44id", "71id", "90tb", "91tb", "114tb"])
        assert not is_integrated_defending(position, unit_id)


@pytest.mark.case("kharkov", "14.32")
def test_reduced_units_count_but_a_lost_one_ends_integration() -> None:
    reduced = {**STACKED, "23pz-201": "1520 steps=1"}
    assert is_whole(reduced)
    two = board({"23pz-201": "1520", "23pz-126": "1520", "3pz-6": "1520"})
    for unit_id in ("23pz-201", "23pz-126", "3pz-6"):
        assert not is_integrated_attacking(two, unit_id, ["23pz-201", "23pz-126", "3pz-6"])
        assert not is_integrated_defending(two, unit_id)
