"""Section 5: the initial deployment and its check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.findings import Finding
from adjudicator.rulesets.kharkov.opening import open_game
from adjudicator.rulesets.kharkov.setup import find_stretch, judge_deployment
from tests.cases.kharkov.board import setting_of

GROUPS: list[Mapping[str, Any]] = load_scenario("kharkov/campaign").data["groups"]


def campaign(options: Mapping[str, str] | None = None) -> dict[str, str]:
    """The placements of the campaign, as text."""
    setting = setting_of(options)
    units = open_game("test", load_scenario("kharkov/campaign"), setting).units.values()
    return {unit.id: unit.box if unit.hex is None else setting.map.grid.number(unit.hex) for unit in units}


def judge(changes: Mapping[str, str], options: Mapping[str, str] | None = None) -> list[Finding]:
    """The findings on the campaign's deployment with some units elsewhere; those put at ``-`` are left out."""
    placed = {unit_id: place for unit_id, place in (campaign(options) | changes).items() if place != "-"}
    return judge_deployment(setting_of(options), GROUPS, placed)


def about(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.unit or finding.hex) for finding in findings]


@pytest.mark.case("kharkov", "5.0")
@pytest.mark.case("kharkov", "5.2")
@pytest.mark.case("kharkov", "5.3")
@pytest.mark.parametrize("hq37", ["printed", "corrected"])
def test_deployment_of_the_campaign_satisfies_every_case(hq37: str) -> None:
    assert judge({}, {"hq37": hq37}) == []


@pytest.mark.case("kharkov", "5.14")
def test_stretch_of_the_front_is_what_the_set_up_lists_name() -> None:
    setting = setting_of()
    for group in GROUPS:
        if "between" in group:
            along, behind = find_stretch(setting, group["side"], *group["between"])
            assert {setting.map.grid.number(hex_) for hex_ in along} == set(group["hexes"])
            assert {setting.map.grid.number(hex_) for hex_ in behind} == set(group["behind"])


@pytest.mark.case("kharkov", "5.11")
def test_unit_begins_at_full_strength() -> None:
    [finding] = judge({"44id": f"{campaign()['44id']} steps=3"})
    assert (finding.code, finding.unit, finding.cases) == ("not-at-full-strength", "44id", ("5.11",))
    assert judge({"44id": f"{campaign()['44id']} steps=4"}) == []


@pytest.mark.case("kharkov", "5.12")
def test_unit_begins_untried() -> None:
    [finding] = judge({"76rd": f"{campaign()['76rd']} 4-6"})
    assert (finding.code, finding.unit, finding.cases[0]) == ("begins-revealed", "76rd", "5.12")


@pytest.mark.case("kharkov", "10.31")
def test_headquarters_begin_on_their_non_active_face() -> None:
    [finding] = judge({"hq-6a": f"{campaign()['hq-6a']} active"})
    assert (finding.code, finding.unit, finding.cases) == ("begins-active", "hq-6a", ("10.31",))
    assert judge({"hq-6a": f"{campaign()['hq-6a']} inactive"}) == []


@pytest.mark.case("kharkov", "5.2")
@pytest.mark.case("kharkov", "5.14")
@pytest.mark.parametrize(
    ("unit", "place"), [("44id", "1818"), ("44id", "1615"), ("3pz-394", "1715"), ("hq-rum6", "2823"), ("101le", "3702")]
)
def test_axis_unit_outside_its_group(unit: str, place: str) -> None:
    findings = judge({unit: place})
    expected = unit == "3pz-394" and place == "1715"
    assert (("outside-its-group", unit) in about(findings)) is not expected
    assert all(finding.cases[0] in ("5.2", "5.15") for finding in findings)


@pytest.mark.case("kharkov", "5.2")
def test_one_unit_of_the_first_group_may_stand_in_kharkov() -> None:
    assert "too-many-in-city" not in [code for code, _ in about(judge({"79id": "0819"}))]
    assert "outside-its-group" not in [code for code, _ in about(judge({"79id": "0819"}))]
    assert ("too-many-in-city", "294id") in about(judge({"79id": "0818", "294id": "0920"}))
    assert ("outside-its-group", "71id") in about(judge({"71id": "0819"}))


@pytest.mark.case("kharkov", "5.3")
def test_soviet_lists_count_units_by_kind() -> None:
    # 13grd and 226rd share 0715, which belongs to two stretches.
    findings = judge({"124rd": "0113"})
    assert ("group-not-filled", "") in about(findings)
    assert any(code == "group-too-full" for code, _ in about(findings))
    missing = judge({"36tb": "-"})
    assert [(finding.code, finding.cases) for finding in missing] == [("group-not-filled", ("5.3",))]
    assert "1808" in missing[0].message


@pytest.mark.case("kharkov", "5.3")
def test_unit_that_stands_in_two_stretches_is_counted_where_there_is_room() -> None:
    # 1011 lies in the stretches B-C and C-D, 1010 in the rows behind both.
    assert judge({"38rd": "1011"}) == []
    assert judge({"38rd": "1010", "81rd": "0912"}) == []


@pytest.mark.case("kharkov", "5.3")
@pytest.mark.parametrize(("place", "option"), [("2602", "printed"), ("2606", "corrected")])
def test_hex_of_37th_army_by_option(place: str, option: str) -> None:
    assert judge({"hq-37a": place}, {"hq37": option}) == []
    other = {"printed": "corrected", "corrected": "printed"}[option]
    assert about(judge({"hq-37a": place}, {"hq37": other})) == [("outside-its-group", "hq-37a")]


@pytest.mark.case("kharkov", "5.3")
@pytest.mark.parametrize(
    ("unit", "place"), [("hq-28a", "0403"), ("hq-6a", "2220"), ("res-57a", "3015"), ("76rd", "0110")]
)
def test_soviet_unit_outside_its_place(unit: str, place: str) -> None:
    assert ("outside-its-group", unit) in about(judge({unit: place}))


@pytest.mark.case("kharkov", "5.3")
def test_reserves_hold_what_the_list_says() -> None:
    swapped = judge({"15grd": "reserve/6a"})
    assert [finding.code for finding in swapped] == ["outside-its-group", "group-not-filled"]
    assert judge({"162rd": "reserve/57a", "333rd": "reserve/28a"}) == []


@pytest.mark.case("kharkov", "5.2")
@pytest.mark.case("kharkov", "5.3")
def test_reinforcement_and_unknown_names_are_refused_on_the_map() -> None:
    assert about(judge({"22pz-203": "1113"}))[0] == ("not-in-a-list", "22pz-203")
    assert ("unknown-unit", "500id") in about(judge({"500id": "1113"}))
    assert ("unknown-hex", "44id") in about(judge({"44id": "9999"}))
    assert ("not-deployed", "44id") in about(judge({"44id": "-"}))


@pytest.mark.case("kharkov", "5.15")
def test_every_hex_along_the_front_is_held_or_in_a_zone() -> None:
    findings = judge({"79id": "0114"})
    uncovered = [finding for finding in findings if finding.code == "front-not-covered"]
    assert uncovered
    assert {finding.cases for finding in uncovered} == {("5.15",)}
    assert "0414" in [finding.hex for finding in uncovered] or "0314" in [finding.hex for finding in uncovered]


@pytest.mark.case("kharkov", "8.1")
def test_four_units_in_a_hex_are_too_many_at_set_up_too() -> None:
    findings = judge({"44id": "1113"})
    assert ("overstacked", "23pz-128") in about(findings)
