"""What goes wrong in files that people type and mail, in words that help them, instead of the parser's."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.files.text import LINE_END, find_line_and_column, quote, unreadable
from adjudicator.model.findings import Finding

SMART_QUOTES = "“”„‟‘’‚‛«»"

_TAB = re.compile(r"(?P<indent>^[ ]*)\t[ \t]*(?=[^\s#])|(?P<mark>[:,\-?\[{])[ ]*\t[ \t]*(?=[^\s#])")
_ONLY_TABS = re.compile(r"(?:(?<=[\r\n])|^) *\t[ \t]*(?=[\r\n]|\Z)")
_COMMENT = re.compile(r"(?:^|\s)#")
_MAIL = re.compile(r" {0,2}>")
_ATTRIBUTION = re.compile(r"\S+[ ]\S.*:\s*$")
_STARTS_WITH_SMART_QUOTE = re.compile(rf"(?:^|[:,\-\[{{])[ ]*([{SMART_QUOTES}])")
_FIELD_LIKE = re.compile(r":(?:\s|$)|^-(?:\s|$)|^[\[{]|[\]},\"']$|^(?:---|\.\.\.)")
_ODD_SPACE = re.compile("[\u00a0\u00ad\u1680\u2000-\u200f\u202a-\u202f\u205f-\u2064\u3000]")

_USE_SINGLE_QUOTES = "a '\\' in double quotes means something special; use single quotes instead"
_SENTENCES = {
    "mapping values are not allowed in this context": (
        "a ':' is not expected here: check the indentation, or put text that holds ': ' in quotes"
    ),
    "block sequence entries are not allowed in this context": "a '- ' must begin its own line",
    "mapping keys are not allowed in this context": "put text that begins with '?' in quotes",
    "found unknown escape character": _USE_SINGLE_QUOTES,
    "did not find expected hexdecimal number": _USE_SINGLE_QUOTES,
    "did not find expected node content": "a value is expected here: a bracket or comma is one too many",
    "did not find expected <document start>": "this does not belong to what is above: check indentation and brackets",
    "did not find expected alphabetic or numeric character": "put text that begins with '*' or '&' in quotes",
    "did not find expected comment or line break": "put text that begins with '>' or '|' in quotes",
    "found unexpected ':'": "a ':' is not expected here; put text that holds ':' in quotes, or add a space after it",
}


def has_odd_spaces(text: str) -> bool:
    """Whether there are spaces or invisible characters that look like, but are not, an ordinary space."""
    return not text.isascii() and _ODD_SPACE.search(text) is not None


def odd_space_words(value: str) -> tuple[str, str] | None:
    """Code and sentence for an unquoted scalar that holds such a character, else None."""
    if (match := _ODD_SPACE.search(value)) is None:
        return None
    words = f"invisible or unusual space U+{ord(match.group()):04X} in {quote(value)}; use an ordinary space"
    return "yaml-odd-space", words


def smart_quote_words(mark: str) -> tuple[str, str]:
    """Code and sentence for a value that begins with a typographic quotation mark."""
    return "yaml-smart-quotes", f"the typographic quotation mark {mark} is not a YAML quote; use \" or '"


def blank_out_tabs_alone(text: str) -> str:
    """``text`` with spaces for the tabs in lines that hold nothing else: harmless, but the parser refuses them."""
    return _ONLY_TABS.sub(lambda match: " " * len(match.group()), text)


def find_tabs(text: str, path: str, spans: Sequence[tuple[int, int]] = ()) -> list[Finding]:
    """One finding for each kind of misplaced tab; comments and the (sorted) index ranges ``spans`` may hold tabs."""
    starts = [start for start, _ in spans]
    lines_of: dict[str, list[tuple[int, int]]] = {}
    for number, begin, line in _lines(text):
        for match in _TAB.finditer(line):
            column = line.index("\t", match.start())
            owner = bisect_right(starts, begin + column) - 1
            if owner >= 0 and begin + column < spans[owner][1]:
                continue
            if _COMMENT.search(line, 0, column) is None:
                mark = match.group("mark")
                words = f"tab after '{mark}'" if mark else "tab used for indentation"
                lines_of.setdefault(words, []).append((number, column + 1))
    return [
        unreadable("yaml-tab", f"{words}; use spaces{_also([line for line, _ in places[1:]])}", path, *places[0])
        for words, places in lines_of.items()
    ]


def find_quoted_mail(text: str, path: str) -> list[Finding]:
    """At most one finding naming all lines that begin with a mail quote mark, with the line that introduces them."""
    lines = [line for _, _, line in _lines(text)]
    quoted = [number for number, line in enumerate(lines, 1) if _MAIL.match(line)]
    if not quoted:
        return []
    ranges: list[list[int]] = []
    for number in quoted:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            has_introduction = number > 1 and _ATTRIBUTION.match(lines[number - 2])
            ranges.append([number - 1 if has_introduction else number, number])
    where = " and ".join(f"lines {first}-{last}" if last > first else f"line {first}" for first, last in ranges)
    words = f"looks like quoted mail at {where}; send only the orders block"
    return [unreadable("yaml-quoted-mail", words, path, ranges[0][0], 1)]


def find_smart_quotes(text: str, path: str) -> list[Finding]:
    """One finding for each line where something begins with a typographic quotation mark."""
    found = []
    for number, _, line in _lines(text):
        if match := _STARTS_WITH_SMART_QUOTE.search(line):
            code, words = smart_quote_words(match.group(1))
            found.append(unreadable(code, words, path, number, match.start(1) + 1))
    return found


def explain_parse_error(
    error: Any, text: str, path: str, spans: Sequence[tuple[int, int]], so_far: Sequence[Finding]
) -> list[Finding]:
    """Findings for text that the parser gave up on, in file order; ``spans`` and ``so_far`` were found before that.

    A known cause within a line of where the parser stopped takes the place of the parser's own complaint.
    """
    causes = find_quoted_mail(text, path) or [*find_tabs(text, path, spans), *find_smart_quotes(text, path)]
    known = {(finding.code, finding.line) for finding in causes}
    findings = [*causes, *(finding for finding in so_far if (finding.code, finding.line) not in known)]
    sentence = _translate(error, text, path)
    if not any(cause.code == "yaml-quoted-mail" or abs(cause.line - sentence.line) <= 1 for cause in causes):
        findings.append(sentence)
    return sorted(findings, key=lambda finding: (finding.line, finding.column))


def _translate(error: Any, text: str, path: str) -> Finding:
    """The parser's own complaint as a sentence, at the place where a person would look."""
    problem, context = error.problem or "", error.context or ""
    mark, start = error.problem_mark or error.context_mark, error.context_mark
    if mark is None:
        return unreadable("yaml-syntax", "the file is not YAML", path, 1, 1)
    opened = f"at line {start.line + 1}, column {start.column + 1}" if start is not None else "above"
    lines = LINE_END.split(text)
    words = _SENTENCES.get(problem, "this is not YAML: check quotes, brackets and indentation")
    if problem == "could not find expected ':'":
        mark = start or mark
        words = _not_a_field(lines[mark.line])
    elif problem.startswith("mapping values") and (above := _find_prose_above(lines, mark.line)) is not None:
        return unreadable("yaml-syntax", _not_a_field(lines[above]), path, above + 1, 1)
    elif "quoted scalar" in context and "unexpected" in problem:
        mark = start or mark
        words = "the quotation mark opened here is never closed"
    elif "flow" in context and problem.startswith("did not find expected ','"):
        bracket = "[" if "sequence" in context else "{"
        words = f"the '{bracket}' opened {opened} is not closed, or a comma is missing before this"
    elif problem == "did not find expected key" and lines[mark.line][: mark.column].strip():
        words = "this is not expected after what stands before it on the line: check quotes, brackets and commas"
    elif problem == "did not find expected key":
        words = f"this does not line up with the fields that begin {opened}: check indentation and brackets"
    elif problem == "did not find expected '-' indicator":
        words = f"this does not line up with the list that begins {opened}: start it with '- ' or check the indentation"
    elif problem == "found character that cannot start any token":
        character = text[mark.index : mark.index + 1]
        words = f"nothing can begin with {quote(character)}; put it in quotes"
    elif "directive" in context:
        words = "a line that begins with '%' is not used here"
    return unreadable("yaml-syntax", words, path, *find_line_and_column(text, min(mark.index, len(text))))


def _not_a_field(line: str) -> str:
    return f"{quote(line.strip())} is not a field: it needs 'name: value', or it is not part of the orders"


def _find_prose_above(lines: Sequence[str], index: int) -> int | None:
    """The nearest line above that says something, if it is no field, list entry or end of brackets."""
    for above in range(index - 1, -1, -1):
        line = lines[above].strip()
        if line and not line.startswith("#"):
            return None if _FIELD_LIKE.search(line) else above
    return None


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Number (from 1), index of the first character and text of each line."""
    begin = 0
    for number, line in enumerate(LINE_END.split(text), 1):
        yield number, begin, line
        begin += len(line)
        begin += 2 if text[begin : begin + 2] == "\r\n" else 1


def _also(lines: Sequence[int]) -> str:
    if not lines:
        return ""
    shown = ", ".join(map(str, lines[:5])) + (" and more" if len(lines) > 5 else "")
    return f" (also line {shown})" if len(lines) == 1 else f" (also lines {shown})"
