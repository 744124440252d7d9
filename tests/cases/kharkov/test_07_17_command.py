"""7.17: Soviet overruns, each under an active HQ of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.rulesets.kharkov.command import can_assign
from adjudicator.rulesets.kharkov.position import SOUTH_ACTIVE, Positions

from .fights import where
from .marching import carry_out, checked, closed, codes, judge
from .test_07_overrun import SOVIET, over, start

WEAK = {"44id": "1628 steps=1", "71id": "1629 steps=1", "79id": "1630 steps=1"}
THREE = {"13grd": "1528", "14grd": "1529", "15grd": "1530"}
"""Three Guards divisions, each beside a German division with one step left."""


@pytest.mark.case("kharkov", "7.17")
@pytest.mark.parametrize(
    ("overruns", "possible"),
    [
        ([], True),
        ([()], False),
        ([("a",)], True),
        ([("a",), ("a",)], False),
        ([("a", "b"), ("a",)], True),
        ([("a", "b"), ("b", "c"), ("a", "b")], True),
        ([("a", "b"), ("a", "b"), ("a", "b")], False),
        ([("a", "b"), ("a", "c"), ("a",), ("b", "c")], False),
        ([("a", "b", "c"), ("a", "b"), ("a",)], True),
    ],
)
def test_overruns_are_matched_to_headquarters(overruns: list[tuple[str, ...]], possible: bool) -> None:
    assert can_assign(overruns) is possible


@pytest.mark.case("kharkov", "7.17")
@pytest.mark.case("kharkov", "10.26")
def test_three_stacks_and_two_headquarters() -> None:
    flags = {"commanded": "hq-6a: 1528 1529 1530; hq-28a: 1528 1529"}
    units = {**THREE, **WEAK, "hq-6a": "1427", "hq-28a": "1427"}
    position = start(units, phase=SOVIET)
    assert position.game.flags["commanded"].startswith("hq-6a: ")
    position = Positions(position.setting).of(replace(position.game, flags={**position.game.flags, **flags}))
    # The first could be under either; it yields hq-6a to the one that has no other.
    one = carry_out(position, over("13grd", "!1628"), [1]).position
    two = carry_out(one, over("15grd", "!1630"), [1]).position
    assert (where(two, "13grd"), where(two, "15grd")) == ("1628", "1630")
    assert two.game.flags["supervised"] == "hq-6a hq-28a; hq-6a"
    (finding,) = judge(two, over("14grd", "!1629"))
    assert (finding.code, finding.cases) == ("no-command", ("7.17", "10.26"))
    assert finding.message.endswith("no HQ is left that could supervise it, each supervises one overrun a phase")
    assert finding.notes == ("it could be supervised by hq-6a, hq-28a; the overruns before it by hq-6a, hq-28a; hq-6a",)
    # A failed overrun has used its HQ up as well.
    failed = carry_out(position, over("13grd", "!1628"), [6], {"retreat_or_lose": "lose"}).position
    after = carry_out(failed, over("15grd", "!1630"), [1]).position
    assert codes(after, over("14grd", "!1629")) == ["no-command"]


@pytest.mark.case("kharkov", "7.17")
@pytest.mark.case("kharkov", "10.32")
def test_only_active_headquarters_count() -> None:
    units = {"13grd": "1528", "44id": "1628 steps=1"}
    led = start({**units, "hq-6a": "1427"}, phase=SOVIET)
    assert judge(led, over("13grd", "!1628")) == []
    (finding,) = judge(start({**units, "hq-6a": "1417"}, phase=SOVIET), over("13grd", "!1628"))[-1:]
    assert (finding.code, finding.cases) == ("no-command", ("7.17", "10.26"))
    assert finding.message.endswith("it began the phase within the Command Radius of no active HQ")
    asleep = start({**units, "hq-6a": "1427"}, phase=SOVIET)
    assert asleep.game.flags["commanded"] == "hq-6a: 1528"
    inactive = start({**units, "hq-6a": "1427", "hq-28a": "1428 inactive"}, phase=SOVIET)
    assert "hq-28a" not in inactive.game.flags["commanded"] or not inactive.unit("hq-28a").has("inactive")


@pytest.mark.case("kharkov", "7.17")
def test_where_a_unit_began_the_phase_counts() -> None:
    units = {"13grd": "1526", "44id": "1628 steps=1", "hq-37a": "1524"}
    position = start(units, phase=SOVIET, turn=4)
    assert position.game.flags["commanded"] == "hq-37a: 1526"
    # From outside the radius into it, and the other way round.
    assert judge(position, over("13grd", "1527", "1627", "!1628")) == []
    out = start({**units, "13grd": "1528"}, phase=SOVIET, turn=2)
    assert "commanded" not in out.game.flags
    assert codes(out, over("13grd", "1627", "!1628"))[-1] == "no-command", "it is within the radius only now"


@pytest.mark.case("kharkov", "7.17")
@pytest.mark.case("kharkov", "10.23")
def test_command_radius_option() -> None:
    # Two hexes away, but the line leads through enemy zones and units only.
    units = {"13grd": "1628", "44id": "1629 steps=1", "hq-6a": "1626", "71id": "1526", "79id": "1728", "9id": "1527"}
    expected = {"loc": False, "distance": True}
    for value, within in expected.items():
        position = start(units, phase=SOVIET, options={"command_radius": value})
        assert ("1628" in position.game.flags.get("commanded", "")) is within, value
        assert ("no-command" in codes(position, over("13grd", "!1629"))) is not within


@pytest.mark.case("kharkov", "7.17")
def test_command_is_noted_for_one_phase() -> None:
    position = start({"13grd": "1528", "44id": "1628 steps=1", "hq-6a": "1427"}, phase=SOVIET)
    position = carry_out(position, over("13grd", "!1628"), [1]).position
    ended = closed(position)
    assert not ended.game.flags.get("commanded")
    assert not ended.game.flags.get("supervised")


@pytest.mark.case("kharkov", "7.16")
def test_the_axis_needs_no_headquarters() -> None:
    position = start({"44id": "1628", "71id": "1728", "226rd": "1627 1-1", "41rd": "1727 1-1"})
    after = carry_out(position, over("44id", "!1627"), [1]).position
    assert judge(after, over("71id", "!1727")) == []
    assert not after.game.flags.get("supervised")


@pytest.mark.case("kharkov", "7.17")
def test_the_check_counts_headquarters_along_both_lines() -> None:
    units = {**THREE, **WEAK, "hq-6a": "1427"}
    position = start(units, phase=SOVIET, flags={SOUTH_ACTIVE: "2"})
    findings, _, _ = checked(position, over("13grd", "!1628"), over("14grd", "!1629"))
    assert [(finding.kind, finding.code, finding.order) for finding in findings] == [
        ("illegal", "no-command", "soviet movement 2")
    ]
