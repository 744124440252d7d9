"""What a report says about Victory Points: the score each Game-Turn, every point at the end."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import Any

from adjudicator.engine.sequence import Phase
from adjudicator.files.schemas import validator_of
from adjudicator.reports.chronicle import Chronicle
from adjudicator.reports.json_report import report_data
from adjudicator.reports.markdown import Header, turn_report
from adjudicator.reports.naming import Naming
from adjudicator.reports.tally import find_losses
from adjudicator.reports.text import print_report

NAMING = Naming(
    title="Kharkov",
    turns=10,
    phases={"turn/points": Phase("turn/points", "Game-Turn Indication")},
    sides={"soviet": "Soviet", "axis": "Axis"},
)
HEADER = Header("mail-7")


def event(kind: str, subject: str, cases: tuple[str, ...] = (), /, **values: Any) -> dict[str, Any]:
    return {"type": "event", "kind": kind, "subject": subject, "values": values, "cases": list(cases)}


def begun(turn: int) -> dict[str, Any]:
    return event("phase_begun", "turn/points", ("4.2",), turn=turn)


def scored(side: str, points: int, why: str, *cases: str) -> dict[str, Any]:
    return event("scored", side, cases, points=points, why=why)


FRONT = scored("soviet", 2, "no continuous Axis front", "17.24")
LOG = [
    begun(1),
    FRONT,
    event("phase_ended", "turn/points"),
    begun(2),
    FRONT,
    scored("axis", 25, "control of Kharkov: 0819 (garrison)", "17.1", "17.11"),
    event("unscored", "Poltava", ("17.13",), why="nobody controls Poltava"),
    event("victory", "axis", ("17.0",), winner="axis", soviet=4, axis=25, margin=21, level="marginal"),
    event("phase_ended", "turn/points"),
]


def report(turn: int, log: list[dict[str, Any]] = LOG) -> str:
    return turn_report(log, NAMING, turn, header=HEADER)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_each_report_tells_the_score_and_what_was_won_in_its_game_turn() -> None:
    text = report(1)
    assert "## End of the Game-Turn\n\n### Game-Turn Indication\n" in text
    assert "- The Soviet Player scores two points (no continuous Axis front; 17.24)." in text
    assert "## Victory Points\n\nSoviet 2 (2 in this Game-Turn), Axis 0.\n" in text
    assert "## Victory\n" not in text


def test_the_last_report_lists_every_point_by_game_turn_and_case() -> None:
    text = report(2)
    assert "Soviet 4 (2 in this Game-Turn), Axis 25 (25 in this Game-Turn)." in text
    verdict = "The Axis Player wins a marginal victory: Soviet 4 and Axis 25, a margin of 21 (17.0)."
    assert f"## Victory {verdict} The Soviet Player, four points:" in flat(text)
    assert "- 2, Game-Turn 1: no continuous Axis front (17.24).\n- 2, Game-Turn 2: no continuous" in text
    assert "- 25, Game-Turn 2: control of Kharkov: 0819 (garrison) (17.1, 17.11)." in text
    assert "Not scored:\n\n- nobody controls Poltava (17.13)." in text


def test_the_text_report_lists_them_too() -> None:
    out = StringIO()
    print_report(report(2), out)
    assert "\nVICTORY\n=======\n" in out.getvalue()
    assert "- 2, Game-Turn 1: no continuous Axis front (17.24)." in out.getvalue()


def test_a_draw_and_a_side_without_points() -> None:
    draw = event("victory", "draw", ("17.0",), winner="", soviet=2, axis=0, margin=2, level="draw")
    text = report(1, [begun(1), FRONT, draw])
    assert "The game is a draw: Soviet 2 and Axis 0, a margin of 2 (17.0)." in flat(text)
    assert "The Axis Player, no points:\n\n- none." in text


def test_json_report_has_score_points_and_verdict() -> None:
    data = report_data(LOG, NAMING, 2, header=HEADER)
    assert not list(validator_of("report").iter_errors(data))
    assert data["score"] == {"soviet": 4, "axis": 25}
    assert [(one["turn"], one["side"], one["points"]) for one in data["points"]] == [
        (1, "soviet", 2), (2, "soviet", 2), (2, "axis", 25),
    ]  # fmt: skip
    assert data["victory"]["level"] == "marginal"
    assert report_data(LOG, NAMING, 1, header=HEADER)["victory"] is None


def test_a_unit_that_began_reduced_loses_the_steps_it_had() -> None:
    entry = {
        "type": "event",
        "kind": "removed",
        "subject": "tank",
        "values": {"why": "lost its last step"},
        "cases": [],
    }
    chronicle = Chronicle.of(
        [{"type": "event", "kind": "phase_begun", "subject": "red/fire", "values": {"turn": 1}}, entry], 1
    )
    naming = Naming("", 1, faces={"tank": ("2", "1")}, owners={"tank": "red"}, sides={"red": "Red"})
    assert [losses.total for losses in find_losses(chronicle, naming)] == [2]
    assert [losses.total for losses in find_losses(chronicle, replace(naming, steps={"tank": 1}))] == [1]
