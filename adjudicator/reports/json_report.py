"""The turn report as data: the same selection of the log, by phase, with each combat put together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from adjudicator.model.events import Json
from adjudicator.reports.chronicle import Chronicle, Entry, Fight, cases_of, kind_of, values_of
from adjudicator.reports.fire_lines import FIRE_REASONS
from adjudicator.reports.markdown import Header
from adjudicator.reports.naming import Naming
from adjudicator.reports.score_lines import find_points, find_totals, find_verdict
from adjudicator.reports.sentences import TOLD_MARKS
from adjudicator.reports.tally import find_losses


def report_data(
    entries: Sequence[Entry], naming: Naming, turn: int, *, side: str | None = None, header: Header
) -> dict[str, Json]:
    """The report as plain data, by ``schemas/report.schema.json``; arguments as for ``markdown.turn_report``."""
    chronicle = Chronicle.of(entries, turn, side)
    question, verdict = chronicle.open_question, find_verdict(chronicle)
    points = find_points(chronicle)
    return {
        "game": header.game,
        "title": naming.title,
        "turn": turn,
        "date": naming.dates.get(turn, ""),
        "side": side or "",
        "air": dict(naming.air.get(turn, {})),
        "phases": [
            {"phase": scene.phase, "title": naming.phase(scene.phase), "events": _logged(scene.entries)}
            for scene in chronicle.scenes
        ],
        "combats": [_combat(fight) for fight in chronicle.fights],
        "losses": [
            {"side": one.side, "eliminated": list(one.eliminated), "steps": dict(one.steps)}
            for one in find_losses(chronicle, naming)
        ],
        "score": find_totals(points, tuple(naming.sides)),
        "points": [{**asdict(one), "cases": list(one.cases)} for one in points],
        "victory": dict(values_of(verdict)) if verdict else None,
        "not_carried_out": [
            {"order": e["subject"], "kind": kind_of(e), "reasons": values_of(e)["reasons"], "cases": cases_of(e)}
            for e in chronicle.all_of("refused", "void", "halted")
        ],
        "unmet": [
            {"unit": e["subject"], **values_of(e), "side": e["for"][0], "cases": cases_of(e)}
            for e in chronicle.all_of("unmet")
        ],
        "question": dict(question) if question else None,
        "owed": list(header.owed),
        "log": {"lines": header.lines, "head": header.head, "dice": header.scheme},
    }


def json_report(entries: Sequence[Entry], naming: Naming, turn: int, *, side: str | None = None, header: Header) -> str:
    """The report as JSON text, the same for the same input."""
    data = report_data(entries, naming, turn, side=side, header=header)
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _logged(entries: Sequence[Entry]) -> list[dict[str, Json]]:
    """The entries that stand in the log."""
    return [dict(entry) for entry in entries if kind_of(entry) != "unmet"]


def _combat(fight: Fight) -> dict[str, Json]:
    declared = values_of(fight.declared)
    return {
        "number": fight.number,
        "phase": fight.phase,
        "order": declared.get("order", ""),
        "targets": list(declared["targets"]),
        "attackers": list(declared["attackers"]),
        "defenders": list(declared["defenders"]),
        "garrisons": dict(declared.get("garrisons", {})),
        "strengths": {values_of(e)["of"]: _reason(e, "lines", "total") for e in fight.all_of("strengths")},
        "odds": next((_reason(e) for e in fight.all_of("odds")), None),
        "shifts": [_reason(e) for e in fight.all_of("shift")],
        "die_modifiers": [_reason(e) for e in fight.all_of("die_modifier")],
        "dice": [{"die": e["subject"], **values_of(e)} for e in fight.all_of("rolled")],
        "result": next((_reason(e) for e in fight.all_of("result")), None),
        "outcome": _outcome(fight),
        "waits_for": fight.waits_for,
        **{kind: _reason(entry) for kind in FIRE_REASONS for entry in fight.all_of(kind)},
    }


def _reason(entry: Entry, *keys: str) -> dict[str, Json]:
    values = values_of(entry)
    return {**{key: values[key] for key in keys or values}, "cases": cases_of(entry)}


def _outcome(fight: Fight) -> list[dict[str, Json]]:
    """The events after the result that changed something for good."""
    kinds = [kind_of(entry) for entry in fight.entries]
    start = kinds.index("result") + 1 if "result" in kinds else len(kinds)
    return [dict(entry) for entry in fight.entries[start:] if _is_outcome(entry)]


def _is_outcome(entry: Entry) -> bool:
    if kind_of(entry) == "hex_marked":
        return values_of(entry)["mark"] in TOLD_MARKS
    return kind_of(entry) in ("moved", "removed", "steps", "placed")
