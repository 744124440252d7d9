"""From a file that somebody sent to a verdict: read, head judged, orders judged. The one way for all commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from adjudicator.engine.check import CheckedSection, check_later, check_sections
from adjudicator.engine.sequence import Rules
from adjudicator.files.desk import Desk, NoSuchDesk
from adjudicator.files.earlier_orders import note_earlier_placing, note_failed_moves
from adjudicator.files.schema_check import check_kind
from adjudicator.files.sheet import DEPLOYMENT, Sheet, judge_answers, judge_form, judge_head, read_sheet
from adjudicator.files.text import UnopenableFile, UnreadableFile, quote, unreadable
from adjudicator.files.yaml_reader import Document, read_yaml
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.near import find_near
from adjudicator.model.orders import MORE, Order, split_section

STANDS = "the deployment has taken place: the units stand on the map"
FindDesk = Callable[[str], Desk]
"""The desk of the game of that name; raises NoSuchDesk."""


@dataclass(frozen=True)
class CheckedFile:
    """A file with its verdict. ``sections`` are in the order of play; ``supposed`` are the events that each legal order
    would have if all went well, by the order's name; ``is_missing`` tells that there was nothing to read."""

    path: str
    ruleset: str
    findings: tuple[Finding, ...]
    sheet: Sheet | None = None
    sections: tuple[CheckedSection, ...] = ()
    supposed: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    is_missing: bool = False

    @property
    def verdict(self) -> str:
        """``refused``, ``conditional`` or ``ok``."""
        if any(finding.is_error for finding in self.findings):
            return "refused"
        return "conditional" if any(finding.kind == "conditional" for finding in self.findings) else "ok"

    @property
    def is_readable(self) -> bool:
        """Whether the file has the form of its schema and all that is wrong is wrong with single orders."""
        errors = [finding for finding in self.findings if finding.is_error]
        return self.sheet is not None and all(f.order and f.kind != "unreadable" for f in errors)

    @property
    def orders(self) -> int:
        """How many orders the file holds, ``more`` left out."""
        sections = self.sheet.sections if self.sheet else {}
        return sum(entry != MORE for entries in sections.values() for entry in entries or ())


def check_file(source: str, find_desk: FindDesk) -> CheckedFile:
    """All findings of one file (``-`` is standard input), sorted by place. Never raises for what is in the file."""
    try:
        document = read_yaml(source)
    except UnopenableFile as error:
        return CheckedFile(source, "", (unreadable("no-file", error.reason, source),), is_missing=True)
    except UnreadableFile as error:
        return CheckedFile(error.findings[0].path, "", tuple(error.findings))
    sheet, spoiled = read_sheet(document)
    if sheet is None:
        return CheckedFile(document.path, "", tuple(_in_words_of_game(document, find_desk) or spoiled))
    try:
        desk = find_desk(sheet.game)
    except NoSuchDesk as error:
        place = document.position(("game",))
        finding = Finding(error.kind, error.code, str(error), document.path, *place, at=("game",))
        return CheckedFile(document.path, "", (finding, *spoiled), sheet)
    return check_sheet(sheet, desk)


def _in_words_of_game(document: Document, find_desk: FindDesk) -> list[Finding]:
    """What the schema of its game says against a document, as far as the game can be told."""
    try:
        desk = find_desk(str(document.data.get("game", "")))
    except NoSuchDesk:
        return []
    return check_kind(document, vocabulary=desk.vocabulary_of(str(document.data.get("side", ""))))


def check_sheet(sheet: Sheet, desk: Desk) -> CheckedFile:
    """All findings of a sheet at the desk of its game; orders that its schema has something against are left out, the
    others judged as if those were not there."""
    name = desk.rules.name
    sheet = replace(sheet, first=desk.first_numbers(sheet.side))
    spoiled = judge_form(sheet, desk.vocabulary_of(sheet.side))
    if any(not finding.order for finding in spoiled):
        return CheckedFile(sheet.document.path, name, tuple(spoiled))
    findings = judge_head(sheet, desk.game.id, desk.turn, desk.rules.sides, desk.heads, is_over=desk.has_ended)
    sections: tuple[CheckedSection, ...] = ()
    supposed: Mapping[str, tuple[Event, ...]] = {}
    if not findings and sheet.kind in ("orders", DEPLOYMENT):
        found, sections, supposed = _judge_orders(sheet, desk, frozenset(finding.order for finding in spoiled))
        findings = [finding if finding.line else sheet.place(finding) for finding in found]
    elif not findings and sheet.kind == "standing":
        found = desk.rules.judge_standing(desk.game, sheet.side, sheet.standing)
        findings = [sheet.place(replace(finding, at=("standing", *finding.at))) for finding in found]
    elif not findings and desk.knows_question:
        findings = judge_answers(sheet, {desk.question["question"]: desk.question} if desk.question else {})
    findings = note_failed_moves([*findings, *spoiled], sheet, desk.rules.phases)
    findings = note_earlier_placing(findings, sheet, desk.rules.phases, supposed)
    findings.sort(key=lambda finding: (finding.line, finding.column))
    return CheckedFile(sheet.document.path, name, tuple(findings), sheet, sections, supposed)


class _Overheard:
    """Rules that keep what they suppose of each order when all goes well, for the receipt, and remark on it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.supposed: dict[str, tuple[Event, ...]] = {}
        self.remarks: dict[str, list[Finding]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def suppose(self, game: Game, order: Order, succeeds: bool) -> tuple[Event, ...]:
        """As the rules suppose it."""
        events = tuple(self._rules.suppose(game, order, succeeds))
        if succeeds:
            self.supposed[order.name] = events
            self.remarks[order.name] = [f.of_order(order.name) for f in self._rules.remark(game, order)]
        return events


Judged = tuple[list[Finding], tuple[CheckedSection, ...], Mapping[str, tuple[Event, ...]]]


def _judge_orders(sheet: Sheet, desk: Desk, spoiled: frozenset[str]) -> Judged:
    findings = _judge_names(sheet, desk)
    if sheet.kind == DEPLOYMENT and findings:
        return findings, (), {}
    unknown = {finding.at[1] for finding in findings}
    open_now: dict[str, Any] = {}
    waiting: dict[str, Any] = {}
    for section, entries in sheet.sections.items():
        if section in unknown:
            continue
        findings += _judge_more(sheet, section, entries)
        kept, remark = _judge_frozen(sheet, desk, section, entries)
        findings += remark
        if kept == "open":
            open_now[section] = entries
        elif kept == "later":
            waiting[section] = entries
    rules = _Overheard(desk.rules)
    checked = check_sections(
        cast(Rules, rules),
        desk.game,
        sheet.side,
        open_now,
        is_owed=desk.question is None,
        first=sheet.first,
        left_out=spoiled,
    )
    for section, entries in waiting.items():
        orders, _ = split_section(sheet.side, section, entries, sheet.first.get(section, 1))
        checked.append(check_later(desk.rules, desk.game, section, [o for o in orders if o.name not in spoiled]))
    misplaced = {sheet.name_of(str(f.at[1]), int(f.at[2])) for f in findings if f.code == "more-not-last"}
    for section_checked in checked:
        findings += [f for f in section_checked.findings if f.order not in misplaced]
        if section_checked.when == "past":
            findings.append(_over(sheet, section_checked.section))
    refused = {finding.order for finding in findings if finding.is_error}
    findings += _judge_dropped(sheet, desk)
    findings += [remark for name, found in rules.remarks.items() if name not in refused for remark in found]
    return findings, tuple(checked), rules.supposed


def _judge_names(sheet: Sheet, desk: Desk) -> list[Finding]:
    known = [phase.section for phase in desk.phases_of(sheet)]
    if sheet.kind == DEPLOYMENT and not known:
        message = "this game begins with the set-up of its scenario: its players deploy nothing"
        finding = Finding("illegal", "no-deployment", message, at=("kind",))
        return [finding.placed(sheet.document.path, *sheet.document.position(("kind",)))]
    findings = []
    for section in sheet.sections:
        if section not in known:
            near = find_near(section, known)
            hint = f"did you mean '{near}'?" if near else f"there are {', '.join(known)}"
            message = f"the {sheet.side.capitalize()} Player has no section {quote(section)}; {hint}"
            place = sheet.document.position(("orders", section), key=True)
            finding = Finding("illegal", "unknown-section", message, at=("orders", section))
            findings.append(finding.placed(sheet.document.path, *place))
    return findings


def _judge_more(sheet: Sheet, section: str, entries: list[Any]) -> list[Finding]:
    findings = []
    for index, entry in enumerate(entries[:-1]):
        if entry == MORE:
            steps = ("orders", section, index)
            finding = Finding("illegal", "more-not-last", "'more' may only be the last entry of a section", at=steps)
            findings.append(finding.placed(sheet.document.path, *sheet.document.position(steps)))
    return findings


def _judge_frozen(sheet: Sheet, desk: Desk, section: str, entries: list[Any]) -> tuple[str, list[Finding]]:
    """Whether a section is to be judged now (``open``), later, or not at all (empty), and what is said of it.

    While a question is open the position from which a section is carried out is not known.
    """
    parts = desk.taken.get((sheet.side, section), ())
    ready = "later" if desk.question else "open"
    if not parts:
        return ready, []
    at = sheet.at(section)
    place = sheet.document.position(at, key=True)
    called = f"the section {section}" if at[0] != section else f"the {section}"
    if entries in parts:
        message = f"{called} is carried out already as written here"
        return "", [Finding("advice", "carried-out", message, at=at).placed(sheet.document.path, *place)]
    if not (parts[-1] and parts[-1][-1] == MORE) or desk.is_over(sheet.side, section):
        message = f"{called} is frozen: its orders of this Game-Turn were taken before its first die"
        if sheet.kind == DEPLOYMENT:
            message = STANDS
        return "", [Finding("illegal", "section-frozen", message, at=at).placed(sheet.document.path, *place)]
    return ready, []


def _judge_dropped(sheet: Sheet, desk: Desk) -> list[Finding]:
    """What is on file for sections that a newer file leaves out, and will not be carried out."""
    before = desk.inbox.latest("orders", sheet.side, sheet.turn) if desk.inbox and sheet.kind == "orders" else None
    if before is None:
        return []
    settled = {*sheet.sections, *desk.carried_out(before.sheet)}
    dropped = [
        f"{section} ({_counted(entries)})"
        for section, entries in before.sheet.sections.items()
        if section not in settled and not desk.is_over(sheet.side, section)
    ]
    if not dropped:
        return []
    message = f"this drops {', '.join(dropped)} of orders/{before.name}: a newer file takes the place of the whole"
    place = sheet.document.position(("orders",), key=True)
    return [Finding("advice", "sections-dropped", message, at=("orders",)).placed(sheet.document.path, *place)]


def _counted(entries: list[Any]) -> str:
    number = sum(entry != MORE for entry in entries)
    return "no orders" if not number else f"{number} order{'' if number == 1 else 's'}"


def _over(sheet: Sheet, section: str) -> Finding:
    message = f"the phase of the section {section} is over in this Game-Turn"
    if sheet.kind == DEPLOYMENT:
        message = STANDS
    place = sheet.document.position(sheet.at(section), key=True)
    return Finding("illegal", "phase-over", message, at=sheet.at(section)).placed(sheet.document.path, *place)
