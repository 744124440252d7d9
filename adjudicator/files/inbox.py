"""What players have sent for a game: the files in ``orders/``, and the source that hands them to the referee."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.engine.referee import PASS
from adjudicator.files.atomic import write_whole
from adjudicator.files.sheet import Sheet, kind_of_section, read_sheet
from adjudicator.files.text import UnopenableFile, UnreadableFile, read_bytes
from adjudicator.files.yaml_reader import parse_yaml

_NAME = re.compile(r"^t(\d+)-([a-z]+)-(orders|answers|deployment)-(\d{3})\.yaml$|^standing-([a-z]+)-(\d{3})\.yaml$")


@dataclass(frozen=True)
class Filed:
    """One file of the inbox: its sheet and its serial number among those of the same side, kind and turn."""

    name: str
    serial: int
    sheet: Sheet


@dataclass(frozen=True)
class Inbox:
    """All files of a game's inbox by name. ``broken`` are files with a name of ours that cannot be used, each as a
    sentence: somebody changed them by hand."""

    folder: Path
    filed: tuple[Filed, ...]
    broken: tuple[str, ...] = ()

    @classmethod
    def read(cls, folder: Path, turn: int) -> Inbox:
        """The inbox of a game folder as far as it can still matter in a Game-Turn: what is for earlier ones, and
        standing orders that have been replaced, stand in the log. Files that do not bear a name of ours are left
        alone."""
        found = []
        broken = []
        settled: set[str] = set()
        for path in sorted((folder / "orders").glob("*.yaml"), reverse=True):
            match = _NAME.match(path.name)
            if match is None or match[5] in settled or int(match[1] or turn) < turn:
                continue
            sheet, reason = _read_filed(path)
            if sheet is None:
                broken.append(f"orders/{path.name} is left out: {reason}")
            elif _name_of(sheet, serial := int(match[4] or match[6])) != path.name:
                broken.append(f"orders/{path.name} is left out: its head does not fit its name")
            else:
                found.append(Filed(path.name, serial, sheet))
                settled.add(match[5] or "")
        return cls(folder / "orders", tuple(reversed(found)), tuple(reversed(broken)))

    def latest(self, kind: str, side: str, turn: int = 0) -> Filed | None:
        """The last file of a kind that a side has filed (for a turn)."""
        fits = [f for f in self.filed if (f.sheet.kind, f.sheet.side, f.sheet.turn) == (kind, side, turn)]
        return max(fits, key=lambda filed: filed.serial, default=None)

    def file(self, sheet: Sheet) -> tuple[str, Filed | None]:
        """Keep a sheet; returns its name and the file it replaces, if any.

        Answers replace only answers to the same question.
        """
        before = self.latest(sheet.kind, sheet.side, sheet.turn)
        serial = before.serial + 1 if before else 1
        if before and sheet.kind == "answers" and before.sheet.answers.keys().isdisjoint(sheet.answers):
            before = None
        while (self.folder / (name := _name_of(sheet, serial))).exists():
            serial += 1
        self.folder.mkdir(exist_ok=True)
        write_whole(self.folder / name, sheet.document.text)
        return name, before


def _name_of(sheet: Sheet, serial: int) -> str:
    if sheet.kind == "standing":
        return f"standing-{sheet.side}-{serial:03}.yaml"
    return f"t{sheet.turn:02}-{sheet.side}-{sheet.kind}-{serial:03}.yaml"


def _read_filed(path: Path) -> tuple[Sheet | None, str]:
    """The sheet of a filed file, named as in ``orders/t01-axis-orders-001.yaml``, or why there is none."""
    shown = f"orders/{path.name}"
    try:
        sheet, findings = read_sheet(parse_yaml(read_bytes(path)[1], shown))
    except UnopenableFile as error:
        return None, error.reason
    except UnreadableFile as error:
        return None, error.findings[0].message
    return (None, findings[0].message) if findings else (sheet, "")


@dataclass
class FiledSource:
    """An inbox as the referee's source. ``passing`` are sides that pass whatever they have not ordered."""

    filed: tuple[Filed, ...]
    passing: frozenset[str] = frozenset()
    used: dict[tuple[int, str, str], int] = field(default_factory=dict)

    def orders(self, turn: int, side: str, section: str, part: int) -> list[Any] | str | None:
        """The section in the side's latest file for the turn; for a later part the file must be newer than the last
        one used."""
        kind = kind_of_section(section)
        filed = self._latest(kind, side, turn)
        serial_used = self.used.get((turn, side, section), 0) if part > 1 else 0
        if filed is not None and section in filed.sheet.sections and filed.serial > serial_used:
            if kind == "orders":
                self.used[turn, side, section] = filed.serial
            return list(filed.sheet.sections[section] or [])
        return PASS if side in self.passing else None

    def is_blind(self, turn: int, side: str, section: str) -> bool:
        """Whether the side's latest file has already given another section that was carried out."""
        filed = self._latest("orders", side, turn)
        others = [serial for (t, s, other), serial in self.used.items() if (t, s) == (turn, side) and other != section]
        return filed is not None and filed.serial in others

    def ahead(self, turn: int, side: str, section: str) -> Mapping[str, list[Any]]:
        """The other sections of the file that gives a section."""
        filed = self._latest(kind_of_section(section), side, turn)
        sections = filed.sheet.sections if filed else {}
        return {name: list(orders or []) for name, orders in sections.items() if name != section}

    def standing(self, side: str) -> Mapping[str, Any] | None:
        """The side's latest standing orders."""
        filed = self._latest("standing", side, 0)
        return filed.sheet.standing if filed else None

    def answer(self, question: str, side: str) -> Any | None:
        """The answer in the side's latest file that answers the question."""
        own = [filed for filed in self.filed if (filed.sheet.kind, filed.sheet.side) == ("answers", side)]
        answers = [filed for filed in own if question in filed.sheet.answers]
        latest = max(answers, key=lambda filed: filed.serial, default=None)
        return latest.sheet.answers[question] if latest else None

    def _latest(self, kind: str, side: str, turn: int) -> Filed | None:
        fits = [f for f in self.filed if (f.sheet.kind, f.sheet.side, f.sheet.turn) == (kind, side, turn)]
        return max(fits, key=lambda filed: filed.serial, default=None)

    def note_logged(self, turn: int, entries: Iterable[Mapping[str, Any]]) -> None:
        """Count the sections carried out in this Game-Turn: a later part needs a newer file, and what comes from a file
        that has been used was written blind."""
        for entry in entries:
            if entry["type"] == "orders":
                serial = self._serial_of(turn, entry)
                self.used[turn, entry["side"], entry["section"]] = serial

    def _serial_of(self, turn: int, entry: Mapping[str, Any]) -> int:
        fits = [
            filed.serial
            for filed in self.filed
            if (filed.sheet.kind, filed.sheet.side, filed.sheet.turn) == ("orders", entry["side"], turn)
            and filed.sheet.sections.get(entry["section"]) == entry["orders"]
        ]
        return max(fits, default=0)
