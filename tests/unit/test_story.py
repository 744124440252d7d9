"""What ``resolve`` tells of a run."""

from __future__ import annotations

from typing import Any

from adjudicator.cli.story import story_lines
from adjudicator.files.scenario_file import load_scenario
from adjudicator.reports.naming import Naming
from adjudicator.rulesets.registry import load_rules


def _event(kind: str, subject: str, **values: Any) -> dict[str, Any]:
    return {"type": "event", "kind": kind, "subject": subject, "values": values}


def test_a_unit_that_moves_in_two_legs_is_one_unit() -> None:
    scenario = load_scenario("kharkov/campaign")
    naming = Naming.of(load_rules(scenario, {}), scenario)
    legs = [_event("moved", unit_id, how="move", path=[]) for unit_id in ("44id", "44id", "71id", "44id")]
    chase = _event("moved", "226rd", how="chase", path=[])
    entries = [_event("phase_begun", "axis/movement", turn=2), *legs, chase, _event("phase_ended", "axis/movement")]
    assert list(story_lines(entries, naming, 2, "")) == ["Game-Turn 2, Axis Initial Movement Phase: two units moved"]
