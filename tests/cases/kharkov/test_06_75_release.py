"""Case 6.75: reserves released by the approach of Axis units."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.apply import fold
from adjudicator.files.scenario_file import load_scenario
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import tell
from adjudicator.rulesets.kharkov import reserves
from adjudicator.rulesets.kharkov.position import Positions
from adjudicator.rulesets.kharkov.wishes import advise

from .board import Several, setting_of
from .marching import march
from .regimental import rules_of
from .test_06_reserves import AXIS, NINTH, SOVIET, TWENTY_EIGHTH, release, reserve


@pytest.mark.case("kharkov", "6.75")
def test_an_approach_to_within_three_hexes_alarms_a_reserve_with_units() -> None:
    units = {**NINTH, **TWENTY_EIGHTH, "res-9a": "1617", "res-28a": "1619", "res-6a": "1618"}
    position = reserve(units, phase=AXIS)
    grid = position.grid
    for hex_ in grid.hexes:
        near = [c for c in ("res-9a", "res-28a") if grid.distance(hex_, position.hex_of(c)) <= 3]
        assert list(reserves.find_alarmed(position, hex_)) == near
    assert reserves.find_alarmed(position, grid.hex("1618")) == ("res-9a", "res-28a")


@pytest.mark.case("kharkov", "6.75")
def test_the_alarm_follows_a_counter_and_ends_with_its_box() -> None:
    position = reserve({"15grd": "reserve/28a", "res-28a": "1617"}, phase=SOVIET)
    positions = Positions(position.setting)
    start = positions.of(position.game)
    edge = start.grid.hex("1620")
    assert reserves.find_alarmed(start, edge) == ("res-28a",)
    events, _ = march(start, {"move": "res-28a", "path": ["1616"]})
    moved = positions.of(fold(start.game, events))
    assert reserves.find_alarmed(moved, edge) == ()
    emptied = positions.of(fold(start.game, reserves.events_of_placing(start, "28a", "15grd", edge, "6.75")))
    assert reserves.find_alarmed(emptied, edge) == ()


@pytest.mark.case("kharkov", "6.75")
@pytest.mark.case("kharkov", "4.2")
@pytest.mark.parametrize(("value", "expected"), [("false", ()), ("true", ("res-9a",))])
def test_release_on_game_turn_one_by_option(value: str, expected: tuple[str, ...]) -> None:
    position = reserve({**NINTH, "res-9a": "1617"}, turn=1, phase=AXIS, options={"release_turn_one": value})
    assert reserves.find_alarmed(position, position.grid.hex("1620")) == expected


@pytest.mark.case("kharkov", "6.75")
def test_by_default_a_reserve_is_held() -> None:
    outcome = release(reserve({**NINTH, "res-9a": "1617", "44id": "1620"}, phase=AXIS))
    assert outcome.events == []
    (asked,) = outcome.asked
    assert (asked.kind, asked.side, asked.subject, asked.cases) == ("release", "soviet", "res-9a", ("6.75",))
    assert asked.facts == {"unit": "res-9a", "hex": "1617"}


@pytest.mark.case("kharkov", "6.75")
@pytest.mark.case("kharkov", "6.73")
def test_all_units_are_released_whatever_the_limit_and_the_counter_goes() -> None:
    position = reserve({**NINTH, "res-9a": "1617", "44id": "1620"}, phase=AXIS)
    outcome = release(position, release="yes", placement=Several(["1618", "1616", "1618", "1618"]))
    placed = {event.subject: event.values["hex"] for event in outcome.of_kind("placed")}
    assert placed == {"14grd": "1618", "216rd": "1616", "5gtb": "1618", "6tb": "1618"}
    assert all(event.cases == ("6.75", "6.73") for event in outcome.of_kind("placed"))
    assert [event.subject for event in outcome.of_kind("removed")] == ["res-9a"]
    assert outcome.position.game.pools.get(reserves.COMMITTED, {}) == {}


@pytest.mark.case("kharkov", "6.75")
@pytest.mark.case("kharkov", "8.1")
def test_the_default_place_is_the_nearest_with_room_by_number() -> None:
    position = reserve({**NINTH, "res-9a": "1617", "226rd": "1617", "44id": "1616"}, phase=AXIS)
    outcome = release(position, release="yes")
    grid = position.grid
    ring = sorted(grid.number(hex_) for hex_ in grid.adjacent[grid.hex("1617")] if grid.number(hex_) != "1616")
    assert [event.values["hex"] for event in outcome.of_kind("placed")] == ["1617", ring[0], ring[0], "1617"]
    for asked in outcome.asked[1:]:
        assert all(option.value != "1616" for option in asked.options)


@pytest.mark.case("kharkov", "6.75")
def test_units_without_room_stay_in_the_box() -> None:
    grid = setting_of().map.grid
    around = [grid.number(hex_) for hex_ in grid.within(grid.hex("1617"), 2)]
    axis = [c.id for c in setting_of().counters.values() if c.side == "axis" and c.kind != "hq"]
    ring = dict(zip(axis, [number for number in around if number != "1617"], strict=False))
    position = reserve({**NINTH, "res-9a": "1617", **ring}, phase=AXIS)
    outcome = release(position, release="yes")
    assert [event.subject for event in outcome.of_kind("placed")] == ["14grd", "216rd"]
    assert outcome.of_kind("removed") == []
    assert reserves.find_units(outcome.position, "9a") == ("5gtb", "6tb")
    full = release(reserve({**NINTH, "res-9a": "1617", "226rd": "1617", "38rd": "1617", **ring}, phase=AXIS))
    assert (full.asked, full.events) == ([], [])


@pytest.mark.case("kharkov", "6.75")
@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        ({"units": {"res-9a": {"release": "yes"}}}, "yes"),
        ({"units": {"res-9a": {"release": False}}, "default": {"release": "yes"}}, "no"),
        ({"default": {"release": True}}, "yes"),
        ({"units": {"res-28a": {"release": "yes"}}}, None),
    ],
)
def test_standing_orders_say_whether_to_release(standing: dict[str, Any], expected: str | None) -> None:
    position = reserve({**NINTH, "res-9a": "1617"}, phase=AXIS)
    (asked,) = release(position).asked
    found = advise(position, asked, standing)
    assert (found.value if found else None) == expected


@pytest.mark.case("kharkov", "6.75")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ({"14grd": {"place": ["1601", "1615"]}, "res-9a": {"place": ["1616"]}}, "1615"),
        ({"res-9a": {"place": ["1616"]}}, "1616"),
        ({"14grd": {"place": "1618"}}, "1618"),
        ({"14grd": {"place": ["1601"]}}, None),
        ({"216rd": {"place": ["1616"]}}, None),
    ],
)
def test_standing_orders_say_where_to_place(units: dict[str, Any], expected: str | None) -> None:
    position = reserve({**NINTH, "res-9a": "1617"}, phase=AXIS)
    asked = release(position, release="yes").asked[1]
    assert (asked.kind, asked.subject) == ("placement", "14grd")
    found = advise(position, asked, {"units": units})
    assert (found.value if found else None) == expected


def test_the_report_tells_who_is_placed_where() -> None:
    naming = Naming.of(rules_of(setting_of()), load_scenario("kharkov/campaign"))
    units = {unit_id: box for unit_id, box in NINTH.items() if unit_id != "6tb"}
    outcome = release(reserve({**units, "res-9a": "2501"}, turn=4, phase=AXIS), release="yes")
    assert tell([event.as_json() for event in outcome.events], naming) == [
        "14th Guards Rifle Division (14grd), 216th Rifle Division (216rd) and 5th Guards Tank Brigade (5gtb) "
        "are placed in 2501 (6.75, 6.73).",
        "9th Army Reserve (res-9a) leaves the map (all its units are committed; 6.73).",
    ]
