"""Order, standing-order, answer and deployment files as read: their head, their sections, and where each thing is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.files.schema_check import PLAYER_KINDS, Vocabulary, check_kind
from adjudicator.files.text import quote
from adjudicator.files.yaml_reader import Document
from adjudicator.model.findings import Finding, Kind, Step

DEPLOYMENT = "deployment"
"""A kind of file, and the section whose one order such a file is; ``orders`` are for all other sections."""


def kind_of_section(section: str) -> str:
    """The kind of file that a section is sent in."""
    return DEPLOYMENT if section == DEPLOYMENT else "orders"


@dataclass(frozen=True)
class Sheet:
    """One file of a player. ``turn`` is 0 for standing orders; ``sections`` maps section to orders as written (a
    deployment is one order of one section); ``standing`` and ``answers`` are filled by kind; ``first`` is the number of
    a section's first order, where that is not 1."""

    document: Document
    kind: str
    game: str
    side: str
    turn: int
    position: str
    sections: Mapping[str, Any]
    standing: Mapping[str, Any]
    answers: Mapping[str, Any]
    first: Mapping[str, int] = field(default_factory=dict)

    def place(self, finding: Finding) -> Finding:
        """A finding of a rule with its place in this file."""
        line, column = self.document.position(self._steps(finding), key=self.kind in (DEPLOYMENT, "standing"))
        return finding.placed(self.document.path, line, column)

    def name_of(self, section: str, index: int) -> str:
        """The name of the order that is so many entries (from 0) down a section."""
        return f"{self.side} {section} {index + self.first.get(section, 1)}"

    def at(self, section: str) -> tuple[Step, ...]:
        """The place of a section in the document."""
        return (DEPLOYMENT,) if self.kind == DEPLOYMENT else ("orders", section)

    def _steps(self, finding: Finding) -> tuple[Step, ...]:
        if self.kind == DEPLOYMENT:
            return finding.at
        parts = finding.order.split(" ")
        if len(parts) != 3 or not parts[2].isdigit():
            return finding.at
        return ("orders", parts[1], int(parts[2]) - self.first.get(parts[1], 1), *finding.at)


def read_sheet(document: Document) -> tuple[Sheet | None, list[Finding]]:
    """The sheet of a document and what its schema says against it (kind ``unreadable``). There is a sheet when all of
    that is said of single orders."""
    findings = check_kind(document, PLAYER_KINDS)
    if any(not finding.order for finding in findings):
        return None, findings
    data = document.data
    sections = data.get("orders") or {}
    if data["kind"] == DEPLOYMENT:
        sections = {DEPLOYMENT: [{key: data[key] for key in (DEPLOYMENT, "broken") if key in data}]}
    turn = "1" if data["kind"] == DEPLOYMENT else 0
    sheet = Sheet(
        document=document,
        kind=data["kind"],
        game=data["game"],
        side=data["side"],
        turn=int(data.get("turn") or turn) if data["kind"] != "standing" else 0,
        position=data.get("position") or "any",
        sections=sections,
        standing=data.get("standing") or {},
        answers={entry["question"]: entry.get("answer") for entry in data.get("answers") or ()},
    )
    return sheet, findings


def judge_form(sheet: Sheet, vocabulary: Vocabulary) -> list[Finding]:
    """What the schema of a game says against a sheet; orders bear the numbers they have in this Game-Turn."""
    return [
        finding.of_order(sheet.name_of(str(finding.at[1]), int(finding.at[2]))) if finding.order else finding
        for finding in check_kind(sheet.document, PLAYER_KINDS, vocabulary)
    ]


def judge_head(
    sheet: Sheet, game: str, turn: int, sides: tuple[str, ...], heads: Sequence[str], *, is_over: bool = False
) -> list[Finding]:
    """What is wrong with a sheet's game, turn, side or position; ``heads`` are the log hashes that a file may name, the
    last line's first, empty when unknown; ``is_over`` tells that the game is over."""
    findings = []
    if sheet.game != game:
        findings.append(("wrong-game", "game", f"the file is for the game {quote(sheet.game)}, this is {quote(game)}"))
    if sheet.side not in sides:
        known = ", ".join(sides)
        findings.append(("wrong-side", "side", f"there is no side {quote(sheet.side)}; the sides are {known}"))
    if is_over:
        findings.append(("game-over", "kind", "the game is over: nothing more is carried out"))
        return [_at_head(sheet, code, key, message) for code, key, message in findings]
    if sheet.kind != "standing" and sheet.turn != turn:
        subject = "a deployment is" if sheet.kind == DEPLOYMENT else f"{sheet.kind} are"
        findings.append(("wrong-turn", "turn", f"{subject} for turn {sheet.turn}, the game is at turn {turn}"))
    if heads and sheet.position != "any" and not any(_is_prefix(sheet.position, head) for head in heads):
        message = f"the file was written for position {sheet.position}, the game is at {heads[0][:6]}"
        findings.append(("wrong-position", "position", message))
    return [_at_head(sheet, code, key, message) for code, key, message in findings]


def _is_prefix(position: str, head: str) -> bool:
    return len(position) >= 6 and head.startswith(position.lower())


def _at_head(sheet: Sheet, code: str, key: str, message: str) -> Finding:
    line, column = sheet.document.position((key,))
    help_ = "see: adjudicator status" if code in ("wrong-turn", "wrong-position", "game-over") else ""
    kind: Kind = "illegal" if code == "game-over" else "unreadable"
    return Finding(kind, code, message, sheet.document.path, line, column, help=help_, at=(key,))


def judge_answers(sheet: Sheet, questions: Mapping[str, Mapping[str, Any]]) -> list[Finding]:
    """What is wrong with an answers sheet, given the questions that are or were open, by name."""
    findings = []
    seen: set[str] = set()
    for index, entry in enumerate(sheet.document.data["answers"]):
        name, answer = entry["question"], entry["answer"]
        at = ("answers", index, "answer")
        question = questions.get(name)
        if name in seen:
            message = f"the question {quote(name, 80)} is answered twice; keep one answer"
            findings.append(Finding("ambiguous", "answered-twice", message, at=("answers", index, "question")))
        elif question is None:
            message = f"there is no open question {quote(name, 80)}"
            findings.append(Finding("illegal", "no-such-question", message, at=("answers", index, "question")))
        elif sheet.side != question["side"]:
            message = f"the question {quote(name, 80)} is for the {question['side'].capitalize()} Player"
            findings.append(Finding("illegal", "not-your-question", message, at=("answers", index, "question")))
        elif answer not in (legal := [option["answer"] for option in question["options"]]):
            shown = ", ".join(_shown(option) for option in legal)
            message = f"{quote(_shown(answer))} is not a legal answer; legal are: {shown}"
            findings.append(Finding("illegal", "not-an-answer", message, cases=tuple(question["cases"]), at=at))
        seen.add(name)
    return [sheet.place(replace(finding, order="")) for finding in findings]


def _shown(value: Any) -> str:
    return "[" + ", ".join(_shown(item) for item in value) + "]" if isinstance(value, list) else str(value)
