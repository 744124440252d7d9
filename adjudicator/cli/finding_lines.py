"""Findings and checked files as lines, as JSON, and as annotations of a code forge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from adjudicator.cli.output import printable, put
from adjudicator.files.check_file import CheckedFile
from adjudicator.model.findings import Finding

_COLOURS = {"unreadable": "red", "illegal": "red", "ambiguous": "red", "conditional": "yellow", "advice": "cyan"}
_VERDICT_COLOURS = {"ok": "green", "conditional": "yellow", "refused": "red"}


def tell_findings(findings: Iterable[Finding], ruleset: str) -> None:
    """Print findings, each as a line with its notes below."""
    for finding in findings:
        for line in finding_lines(finding, ruleset):
            put(line)


def finding_lines(finding: Finding, ruleset: str) -> Iterator[str]:
    """``FILE:LINE:COLUMN: KIND RULESET:CASE SENTENCE``, then indented which order it is, the arithmetic, and help."""
    place = f"{finding.path}:{finding.line}:{finding.column}" if finding.line else finding.path
    words = [click.style(finding.kind, fg=_COLOURS[finding.kind], bold=True)]
    if finding.cases:
        words.append(f"{ruleset}:{','.join(finding.cases)}")
    yield f"{_one_line(place)}: {' '.join(words)} {_one_line(finding.message)}"
    about = [
        f"{name} {value}"
        for name, value in (("order", finding.order), ("unit", finding.unit), ("hex", finding.hex))
        if value
    ]
    if about:
        yield _one_line(f"  {', '.join(about)}")
    for note in finding.notes:
        yield _one_line(f"  {note}")
    if finding.help:
        yield _one_line(f"  {finding.help}")


def verdict_line(checked: CheckedFile) -> str:
    """What became of a file, in a line."""
    verdict = click.style(checked.verdict, fg=_VERDICT_COLOURS[checked.verdict], bold=True)
    return f"{_one_line(checked.path)}: {verdict}{_what(checked)}"


def waiting_lines(checked: CheckedFile) -> Iterator[str]:
    """The sections that can only be judged later."""
    for section in checked.sections:
        if section.when == "later" and section.legal:
            yield f"  {section.section}: checked again when its phase opens"


def file_as_json(checked: CheckedFile) -> dict[str, Any]:
    """A checked file as the JSON of ``check`` holds it."""
    return {
        "path": checked.path,
        "verdict": checked.verdict,
        "ruleset": checked.ruleset,
        "findings": [finding_as_json(finding) for finding in checked.findings],
        "sections": [{"section": s.section, "when": s.when, "legal": len(s.legal)} for s in checked.sections],
    }


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """A finding with all its parts."""
    return {
        "kind": finding.kind,
        "code": finding.code,
        "message": finding.message,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "order": finding.order,
        "unit": finding.unit,
        "hex": finding.hex,
        "cases": list(finding.cases),
        "notes": list(finding.notes),
        "help": finding.help,
    }


def annotation(finding: Finding, ruleset: str) -> str:
    """A finding in the form that code forges show beside the line."""
    level = "error" if finding.is_error else "warning" if finding.kind == "conditional" else "notice"
    title = " ".join([finding.kind, *([f"{ruleset}:{','.join(finding.cases)}"] if finding.cases else [])])
    fields = {"file": finding.path, "line": finding.line or 1, "col": finding.column or 1, "title": title}
    head = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in fields.items())
    return f"::{level} {head}::{_escaped(chr(10).join([finding.message, *finding.notes]))}"


def _escaped(text: str, marks: str = "") -> str:
    for mark in "%\r\n" + marks:
        text = text.replace(mark, f"%{ord(mark):02X}")
    return printable(text)


def _what(checked: CheckedFile) -> str:
    if checked.verdict == "refused":
        errors = sum(finding.is_error for finding in checked.findings)
        return f", {errors} finding{'s' if errors != 1 else ''}"
    if checked.sheet is None or checked.sheet.kind != "orders":
        return ""
    return f", {checked.orders} order{'s' if checked.orders != 1 else ''}"


def _one_line(text: str) -> str:
    return printable(text).replace("\n", "\\n")
