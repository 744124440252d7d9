"""Orders with overruns in them: how they are read, what the check tells, what is halted."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Move

from .board import order
from .fights import where
from .marching import carry_out, checked, codes
from .test_07_overrun import FIELD, over, start


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.case("kharkov", "7.25")
def test_the_check_tells_what_hangs_on_an_overrun() -> None:
    position = start({**FIELD, "79id": "1629"})
    storm = over(["44id", "71id"], "!1627", "1527")
    findings, hoped, bare = checked(position, storm, {"move": "79id", "path": ["1628", "1627"]})
    (finding,) = findings
    assert (finding.kind, finding.order) == ("conditional", "axis movement 2")
    assert finding.message.startswith("legal only if axis movement 1 succeeds: otherwise 79id may not move on ")
    assert (where(hoped, "44id"), where(bare, "44id")) == ("1527", "1628")
    findings, _, bare = checked(position, over("44id", "!1627"), over("71id", "!1627"))
    assert [f.message for f in findings] == [
        "legal only if axis movement 1 fails: otherwise 71id cannot overrun 1627: no enemy unit is in it"
    ]
    findings, _, bare = checked(position, over("44id", "!1627"), {"move": "44id", "path": ["1527"]})
    assert [(f.kind, f.order) for f in findings] == [("conditional", "axis movement 2")]
    assert "44id may not move: it has moved in this phase already" in findings[0].message
    assert bare.unit("44id").has("moved")


@pytest.mark.case("kharkov", "7.0")
def test_a_step_is_read_with_its_wishes() -> None:
    position = start(FIELD)
    step = {"overrun": "1627", "prefer": "lose", "lose": ["71id"], "retreat": {"44id": ["1629"]}}
    move, findings = parse_order(position, order("axis", "movement", 1, {"move": "44id", "path": ["1628", step]}))
    assert findings == []
    assert isinstance(move, Move)
    assert move.path == (position.grid.hex("1627"),)
    wishes = move.overruns[0].wishes
    assert (wishes.prefer, wishes.lose) == ("lose", ("71id",))
    for way in (["1730"], ["1629", "1631"]):
        gap = {"overrun": "1627", "retreat": {"44id": way}}
        (finding,) = parse_order(position, order("axis", "movement", 1, {"move": "44id", "path": [gap]}))[1]
        assert (finding.code, finding.at) == ("gap", ("path", 0, "retreat", "44id"))
    wrong = {"overrun": "1627", "lose": ["226rd"]}
    (finding,) = parse_order(position, order("axis", "movement", 1, {"move": "44id", "path": [wrong]}))[1]
    assert (finding.code, finding.at) == ("not-your-unit", ("path", 0, "lose", 0))


@pytest.mark.case("kharkov", "7.0")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"move": "44id", "path": [{"load": "44id"}]}, "step 1 of the path is neither a hex nor an overrun"),
        ({"move": "44id", "path": ["1628", ["1627"]]}, "step 2 of the path is neither a hex nor an overrun"),
        ({"fire": "1627", "with": "44id"}, "'fire' and 'with' make no order: it starts with move, rail,"),
        ({"fire": "1627"}, "'fire' makes no order: it starts with move, rail,"),
    ],
)
def test_what_is_no_order_is_told_of_in_words(data: dict[str, Any], sentence: str) -> None:
    (finding,) = parse_order(start(FIELD), order("axis", "movement", 1, data))[1]
    assert finding.message.startswith(sentence)


@pytest.mark.case("kharkov", "7.25")
@pytest.mark.case("kharkov", "6.22")
def test_a_march_is_cut_short_where_the_dice_have_closed_the_way() -> None:
    # The defender may fall back into the very hex where the order goes on.
    position = start({**FIELD, "226rd": "1627 4-5"})
    way = over(["44id", "71id"], "!1627", "1527")
    outcome = carry_out(position, way, [1], {"retreat_or_lose": "retreat", "retreat_path": ["1527"]})
    assert (where(outcome.position, "226rd"), where(outcome.position, "44id")) == ("1527", "1627")
    (halt,) = outcome.of_kind("halted")
    assert (halt.subject, halt.audience) == ("axis movement 1", ("axis",))
    assert (halt.values["units"], halt.values["hex"], halt.values["rest"]) == (["44id", "71id"], "1627", ["1527"])
    assert "44id and 71id may not enter 1527: it holds 226rd" in halt.values["reasons"]
    assert "6.22" in halt.cases
    # They have not been moved on: another order may use what they have left (7.25).
    assert outcome.position.unit("44id").has("overran")
    assert codes(outcome.position, over(["44id", "71id"], "!1527")) == []


@pytest.mark.case("kharkov", "7.23")
@pytest.mark.case("kharkov", "7.25")
def test_what_stands_after_an_overrun_that_failed_is_dropped_without_a_word() -> None:
    position = start({**FIELD, "226rd": "1627 4-6"})
    outcome = carry_out(position, over("44id", "!1627", "1527"), [4], {"retreat_or_lose": "lose"})
    assert outcome.of_kind("halted") == []
    assert where(outcome.position, "44id") == "1628"
    assert codes(outcome.position, over("44id", "!1627")) == ["moved-already"]
