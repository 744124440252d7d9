"""Reading YAML that people wrote: every scalar kept as typed, every fault a plain sentence with line and column.

The parser (C) only splits the text into events; what they mean is decided here. YAML's guesses are left out on purpose:
no octal numbers, no ``NO`` that turns into false, no aliases, no merge keys, no tags, no key twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from _ruamel_yaml import (
    AliasEvent,
    CParser,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from ruamel.yaml.error import MarkedYAMLError

from adjudicator.files import yaml_troubles
from adjudicator.files.text import MAX_BYTES, UnreadableFile, decode, quote, read_bytes, unreadable
from adjudicator.model.findings import Finding, Step

MAX_DEPTH = 40
MAX_FINDINGS = 25

Place = tuple[int, int]
_NULLS = ("", "~", "null", "Null", "NULL")
_PLAIN_TAGS = ("!", *(f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")))


@dataclass(frozen=True)
class Document:
    """A file as read: ``path`` as shown to people, ``data`` of dict, list, str and None (an empty value) only."""

    path: str
    data: Any
    text: str = field(default="", repr=False, compare=False)

    def position(self, path: Sequence[Step], *, key: bool = False) -> Place:
        """The 1-based line and column of the value (or its key) at ``path``, else of the nearest part that exists."""
        steps = tuple(path)
        while steps and steps not in self._places:
            steps = steps[:-1]
        of_key, of_value = self._places.get(steps, ((1, 1), (1, 1)))
        return of_key if key else of_value

    @cached_property
    def _places(self) -> dict[tuple[Step, ...], tuple[Place, Place]]:
        builder = _Builder(self.text, self.path, "", {})
        builder.run()
        return builder.places or {}


def read_yaml(source: str | Path, *, what: str = "orders", max_bytes: int = MAX_BYTES) -> Document:
    """The document in a file (``-`` is standard input); ``what`` it should hold appears in messages.

    Raises `UnopenableFile` when there is nothing to read and `UnreadableFile` when it cannot be understood.
    """
    shown, raw = read_bytes(source, max_bytes=max_bytes, what=what)
    return parse_yaml(raw, shown, what=what)


def parse_yaml(raw: bytes | str, path: str, *, what: str = "orders") -> Document:
    """The document in ``raw`` (bytes are UTF-8), shown as ``path``; raises `UnreadableFile`."""
    text = decode(raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass"), path)
    has_tabs = "\t" in text
    if has_tabs:
        text = yaml_troubles.blank_out_tabs_alone(text)
    builder = _Builder(text, path, what)
    try:
        data = builder.run()
    except MarkedYAMLError as error:
        spans = _spans_of_scalars(text)
        raise UnreadableFile(yaml_troubles.explain_parse_error(error, text, path, spans, builder.findings)) from None
    findings = builder.findings
    if has_tabs:
        findings = [*findings, *yaml_troubles.find_tabs(text, path, _spans_of_scalars(text))]
    if not findings and not isinstance(data, dict):
        findings = [*yaml_troubles.find_quoted_mail(text, path)] or [_not_fields(data, path, what)]
    if findings:
        raise UnreadableFile(sorted(findings, key=lambda finding: (finding.line, finding.column)))
    return Document(path, data, text)


class _TooMuch(Exception):  # noqa: N818
    """Reading on would only repeat or confuse; the findings so far say enough."""


class _Builder:
    """Turns parser events into dicts, lists and text without recursion, gathering findings on the way.

    ``places``, when given, receives for each path the place of its key (list items: of the value) and of its value.
    """

    def __init__(
        self, text: str, path: str, what: str, places: dict[tuple[Step, ...], tuple[Place, Place]] | None = None
    ) -> None:
        self.findings: list[Finding] = []
        self.places = places
        self._path, self._text, self._what = path, text, what
        self._has_odd_spaces = yaml_troubles.has_odd_spaces(text)
        self._container: Any = None
        self._key: str | None = None
        self._key_place: Place = (1, 1)
        self._firsts: dict[str, Place] = {}
        self._outer: list[tuple[Any, str | None, dict[str, Place]]] = []
        self._root: Any = None

    def run(self) -> Any:
        """The root of the only document that is not empty, None if there is none; raises the parser's own errors."""
        next_event = CParser(self._text).get_event
        handlers = {
            ScalarEvent: self._scalar,
            MappingStartEvent: self._open,
            SequenceStartEvent: self._open,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            AliasEvent: self._alias,
            DocumentStartEvent: self._start,
        }
        try:
            while (kind := type(event := next_event())) is not StreamEndEvent:
                if handler := handlers.get(kind):
                    handler(event)
        except _TooMuch:
            pass
        return self._root

    def _start(self, event: Any) -> None:
        self._container, self._key, self._outer = None, None, []

    def _scalar(self, event: Any) -> None:
        value: str = event.value
        if event.tag is not None or event.anchor is not None:
            self._refuse_decoration(event)
        is_plain = event.implicit[0]
        if is_plain and value:
            if value[0] in yaml_troubles.SMART_QUOTES:
                self._found(*yaml_troubles.smart_quote_words(value[0]), event)
            elif self._has_odd_spaces and (words := yaml_troubles.odd_space_words(value)):
                self._found(*words, event)
        if type(self._container) is dict and self._key is None:
            self._take_key(value, is_plain, event)
        else:
            self._put(None if is_plain and value in _NULLS else value, event)

    def _take_key(self, key: str, is_plain: bool, event: Any) -> None:
        if not key:
            self._found("yaml-empty-key", "a field has no name before its ':'", event)
        elif key == "<<" and is_plain:
            self._found("yaml-merge-key", "merge keys ('<<') are not used here; write the fields out", event)
        self._key, self._key_place = key, _place(event)
        first = self._firsts.setdefault(key, self._key_place)
        if key in self._container:
            words = f"{quote(key)} is given twice: {_two_places(first, self._key_place)}; keep one"
            self._found("yaml-duplicate-key", words, event)

    def _open(self, event: Any) -> None:
        if event.tag is not None or event.anchor is not None:
            self._refuse_decoration(event)
        if type(self._container) is dict and self._key is None:
            self._found("yaml-complex-key", "a field name must be plain text, not a list or a group of fields", event)
            raise _TooMuch
        if len(self._outer) >= MAX_DEPTH:
            self._found("yaml-depth", f"brackets or lists are nested more than {MAX_DEPTH} deep", event)
            raise _TooMuch
        inner: Any = {} if type(event) is MappingStartEvent else []
        key = self._key
        self._put(inner, event)
        self._outer.append((self._container, key, self._firsts))
        self._container, self._key, self._firsts = inner, None, {}

    def _close(self, event: Any) -> None:
        self._container, _, self._firsts = self._outer.pop()
        self._key = None

    def _alias(self, event: Any) -> None:
        words = f"{quote('*' + event.anchor)} is a YAML alias; write the value out (or in quotes, if it is text)"
        self._found("yaml-alias", words, event)
        if type(self._container) is dict and self._key is None:
            raise _TooMuch
        self._put("", event)

    def _put(self, value: Any, event: Any) -> None:
        container = self._container
        if type(container) is dict:
            assert self._key is not None
            if self.places is not None:
                self.places.setdefault((*self._steps(), self._key), (self._key_place, _place(event)))
            container[self._key] = value
            self._key = None
        elif type(container) is list:
            if self.places is not None:
                self.places[(*self._steps(), len(container))] = (_place(event), _place(event))
            container.append(value)
        elif value is not None:
            if self._root is not None:
                words = f"a second document begins at line {event.start_mark.line + 1}; send one document a file"
                self._found("yaml-second-document", words, event)
                raise _TooMuch
            if self.places is not None:
                self.places[()] = (_place(event), _place(event))
            self._root = value

    def _steps(self) -> tuple[Step, ...]:
        """The path of the container being filled."""
        outer = self._outer[1:]
        return tuple(len(container) - 1 if key is None else key for container, key, _ in outer)

    def _refuse_decoration(self, event: Any) -> None:
        if event.anchor is not None:
            words = f"{quote('&' + event.anchor)} is a YAML anchor; anchors and aliases are not used here"
            self._found("yaml-alias", words, event)
        if event.tag is not None and event.tag not in _PLAIN_TAGS:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._found("yaml-tag", f"the tag {quote(tag)} is not used here; write plain text", event)

    def _found(self, code: str, words: str, event: Any) -> None:
        self.findings.append(unreadable(code, words, self._path, *_place(event)))
        if len(self.findings) >= MAX_FINDINGS:
            raise _TooMuch


def _place(event: Any) -> Place:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


def _two_places(first: Place, second: Place) -> str:
    if first[0] == second[0]:
        return f"at line {first[0]}, column {first[1]} and again at column {second[1]}"
    return f"at line {first[0]} and again at line {second[0]}"


def _spans_of_scalars(text: str) -> list[tuple[int, int]]:
    """The index ranges of all scalars, in file order, as far as the text parses."""
    parser = CParser(text)
    spans = []
    with suppress(MarkedYAMLError):
        while type(event := parser.get_event()) is not StreamEndEvent:
            if type(event) is ScalarEvent:
                spans.append((event.start_mark.index, event.end_mark.index))
    return spans


def _not_fields(data: Any, path: str, what: str) -> Finding:
    if data is None:
        return unreadable("yaml-no-document", f"no {what} document found: the file is empty or all comment", path, 1, 1)
    found = "a list" if isinstance(data, list) else f"the text {quote(data)}"
    return unreadable("yaml-not-fields", f"the file must be fields such as 'game: ...', but it is {found}", path, 1, 1)
