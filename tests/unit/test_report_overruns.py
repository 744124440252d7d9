"""The words of a turn report about overruns, disengagements, chases and marches cut short."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.files.schemas import validator_of
from adjudicator.reports.json_report import report_data
from adjudicator.reports.markdown import turn_report
from adjudicator.reports.naming import Naming
from adjudicator.rulesets.kharkov.position import Position
from tests.cases.kharkov.board import Outcome, Several, board
from tests.cases.kharkov.marching import carry_out, opened
from tests.unit.test_reports import HEADER, Entry, event, flat

AXIS = "axis/movement"
FIELD = {"44id": "1628", "71id": "1628", "226rd": "1627 1-1", "hq-6a": "1625"}
STORM = {"move": ["44id", "71id"], "path": [{"overrun": "1627"}, "1527"]}
OUT = {"move": "44id", "path": ["1629", "1630"]}
GO = {"retreat_or_lose": "retreat", "retreat_path": ["1527"]}


def start(units: dict[str, str], **more: Any) -> Position:
    """The start of the Initial Movement Phase of Game-Turn 3."""
    return opened(board(units, **{"turn": 3, "phase": AXIS, **more}))


def entries_of(*outcomes: Outcome) -> list[Entry]:
    """The log of a phase in which these things came about."""
    told = [found.as_json() for outcome in outcomes for found in outcome.events]
    return [event("phase_begun", AXIS, turn=3), *told, event("phase_ended", AXIS)]


def naming_of(position: Position) -> Naming:
    """The names of all counters, and of nothing else."""
    counters = position.setting.counters
    return Naming(
        title="Kharkov",
        turns=10,
        units={unit_id: counter.name for unit_id, counter in counters.items()},
        owners={unit_id: counter.side for unit_id, counter in counters.items()},
        kinds={unit_id: counter.kind for unit_id, counter in counters.items()},
        sides={"soviet": "Soviet", "axis": "Axis"},
    )


def written(*outcomes: Outcome, side: str | None = None) -> str:
    """The report of a phase in which these things came about."""
    return turn_report(entries_of(*outcomes), naming_of(outcomes[0].position), 3, side=side, header=HEADER)


def test_an_overrun_is_told_like_a_fight_but_by_its_name() -> None:
    text = written(carry_out(start(FIELD), STORM, [1]))
    assert "#### 1. 1627" in text.splitlines()
    assert (
        "The Axis Player overruns by order `axis movement 1` with 44th Infantry Division (44id) and "
        "71st Infantry Division (71id) from 1628. In 1627 stands 226th Rifle Division (226rd)." in flat(text)
    )
    assert "attacks" not in text
    assert "- 44id and 71id overrun the hex and enter it: 1628-1627 (7.0, 7.25)." in flat(text)
    assert "  sum                                         18\n    half of it in an overrun (7.0)\n" in text
    assert max(map(len, text.splitlines())) <= 78


def test_the_move_after_an_overrun_is_no_part_of_the_fight() -> None:
    text = written(carry_out(start(FIELD), STORM, [1]))
    assert "Moves (two units):\n\n- **44id** and **71id** 1627 to 1527, 1 point\n" in text
    assert text.index("overrun the hex and enter it") < text.index("Moves (two units)")


def test_disruption_is_told() -> None:
    text = flat(written(carry_out(start({**FIELD, "226rd": "1627 4-5"}), STORM, [1], GO)))
    assert "- 226rd retreats: 1627-1527 (9.61, 9.63, 9.64). - 226rd is disrupted (7.31)." in text


def test_overruns_of_one_march_are_numbered_one_by_one() -> None:
    units = {"3pz-6": "2030", "226rd": "1830 1-1", "41rd": "1730 1-1"}
    path = ["1930", {"overrun": "1830"}, {"overrun": "1730"}]
    outcome = carry_out(start(units), {"move": "3pz-6", "path": path}, [3, 3], {"retreat_or_lose": "lose"})
    lines = written(outcome).splitlines()
    assert [line for line in lines if line.startswith("####")] == ["#### 1. 1830", "#### 2. 1730"]
    assert lines.index("Moves (one unit):") < lines.index("#### 1. 1830")


@pytest.mark.parametrize(("side", "is_told"), [(None, True), ("axis", True), ("soviet", False)])
def test_a_march_cut_short_is_told_to_its_side(side: str | None, is_told: bool) -> None:
    outcome = carry_out(start({**FIELD, "226rd": "1627 4-5"}), STORM, [1], GO)
    text = flat(written(outcome, side=side))
    assert ("- Cut short: `axis movement 1` (in 1627, before 1527)" in text) is is_told
    assert ("44id and 71id may not enter 1527: it holds 226rd (6.24, 8.23, 6.61, 6.22)." in text) is is_told
    data = report_data(entries_of(outcome), naming_of(outcome.position), 3, side=side, header=HEADER)
    assert not list(validator_of("report").iter_errors(data))
    assert [(order["order"], order["kind"]) for order in data["not_carried_out"]] == (
        [("axis movement 1", "halted")] if is_told else []
    )


def test_a_chase_is_told_where_it_happens_and_who_goes_on_counts_once() -> None:
    outcome = carry_out(start({**FIELD, "71id": "1530"}), OUT, answers={"chase": Several(["yes", "no"])})
    text = flat(written(outcome))
    assert (
        "Moves (one unit): - **44id** 1628 to 1629, 3 points "
        "- 226th Rifle Division (226rd) chases: 1627-1628 (6.62, 6.63). "
    ) in text
    assert text.index("chases") < text.index("- **44id** 1629 to 1630, 3 points")


def test_units_that_march_together_share_an_item_whatever_the_first_brought_about() -> None:
    path, left = {"path": ["1628", "1629"], "how": "move", "cost": 2}, {"marker": "strongpoint"}
    entries = [
        event("phase_begun", "axis/movement", turn=3),
        event("moved", "44id", **path),
        event("unmarked", "rg-07", ("15.23",), **left),
        event("moved", "71id", **path),
        event("marked", "44id", marker="moved"),
        event("unmarked", "rg-08", ("15.23",), **left),
        event("moved", "226rd", **path),
    ]
    naming = naming_of(start(FIELD))
    text = turn_report(entries, naming, 3, header=HEADER)
    items = [line for line in text.splitlines() if line.startswith("- ") and "none" not in line and "owes" not in line]
    assert [item.partition(" 16")[0] for item in items] == [
        "- **44id** and **71id**",
        "- Breakdown Regiment 7 (rg-07) and Breakdown Regiment 8 (rg-08) give up",
        "- **226rd**",
    ]


@pytest.mark.parametrize(("side", "by"), [(None, True), ("soviet", True), ("axis", False)])
def test_by_what_a_chase_was_chosen_is_for_its_side(side: str | None, by: bool) -> None:
    values = {"kind": "chase", "side": "soviet", "text": "...", "by": "standing", "unit": "226rd"}
    outcome = carry_out(start({**FIELD, "71id": "1530"}), OUT, answers={"chase": Several(["yes", "no"])})
    entries = entries_of(outcome)
    place = next(i for i, entry in enumerate(entries) if entry.get("values", {}).get("how") == "chase")
    entries.insert(place, event("chosen", "T03/axis/movement/chase/226rd/1", ("6.62",), value="yes", **values))
    entries.append(event("chosen", "T03/axis/movement/chase/226rd/2", ("6.62",), value="no", **values))
    text = flat(turn_report(entries, naming_of(outcome.position), 3, side=side, header=HEADER))
    assert ("(226rd) chases: 1627-1628 (by standing orders; 6.62, 6.63)." in text) is by
    assert text.count("chases") == 1
    assert "..." not in text, "who does not chase is not worth a line"


def test_who_stops_after_a_chase_is_told_why() -> None:
    values = {"kind": "if_chased", "side": "axis", "value": "stop", "text": "stay in 1629", "by": "orders"}
    answers = {"chase": "yes", "if_chased": "stop"}
    outcome = carry_out(start({**FIELD, "71id": "1530"}), {**OUT, "if_chased": "stop"}, answers=answers)
    entries = [*entries_of(outcome)[:-1], event("chosen", "T03/x", ("6.62", "6.63"), **values)]
    text = flat(turn_report(entries, naming_of(outcome.position), 3, header=HEADER))
    assert "stay in 1629" in text


def test_units_untouched_for_their_disruption_are_told() -> None:
    told = event("unaffected", "1627", ("7.32",), units=["226rd"], result="D2")
    text = flat(turn_report([event("phase_begun", AXIS, turn=3), told], naming_of(board({})), 3, header=HEADER))
    assert "226th Rifle Division (226rd), disrupted, is untouched by D2 (7.32)." in text


def test_an_overrun_that_waits_for_a_decision_is_not_over() -> None:
    outcome = carry_out(start(FIELD), STORM, [1])
    entries = entries_of(outcome)
    place = next(i for i, entry in enumerate(entries) if entry.get("kind") == "result") + 1
    chosen = event(
        "chosen", "T03/r", ("9.56",), kind="retreat_or_lose", side="soviet", value="retreat", text="", by="orders"
    )
    question: dict[str, Any] = {"type": "question", "question": "T03/x", "kind": "retreat_path", "side": "soviet"}
    question |= {"about": "226rd retreats", "options": [], "default": [], "cases": []}
    waiting = [*entries[:place], chosen, question]
    for side in (None, "soviet", "axis"):
        text = flat(turn_report(waiting, naming_of(outcome.position), 3, side=side, header=HEADER))
        assert "The result waits for a decision of the Soviet Player." in text
        assert "Neither side loses" not in text


def test_an_air_point_for_supply_names_the_hex() -> None:
    told = event("air_assigned", "1418", ("13.2", "11.37"), side="axis", **{"as": "supply"})
    naming = naming_of(board({}))
    text = flat(turn_report([event("phase_begun", AXIS, turn=3), told], naming, 3, header=HEADER))
    assert f"The Axis Player spends an Air Point to supply the units in {naming.hex('1418')} (13.2, 11.37)." in text
