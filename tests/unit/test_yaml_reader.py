"""Files that people wrote: what is read as typed, and what is refused in which words. H01-H08 are reported faults."""

import io
import os
import sys
from types import SimpleNamespace

import pytest

from adjudicator.files.text import UnopenableFile, UnreadableFile
from adjudicator.files.yaml_reader import parse_yaml, read_yaml


def faults_of(raw):
    """Line, column, code and message of each finding of a file that is refused."""
    with pytest.raises(UnreadableFile) as caught:
        parse_yaml(raw, "axis.yaml")
    assert all(f.kind == "unreadable" and f.path == "axis.yaml" for f in caught.value.findings)
    return [(f.line, f.column, f.code, f.message) for f in caught.value.findings]


def codes_of(raw):
    return [(line, column, code) for line, column, code, _ in faults_of(raw)]


def test_h01_hex_numbers_keep_their_zeros():
    document = parse_yaml('path: [0517, 0518, "0519", 0o517, 618]', "f")
    assert document.data == {"path": ["0517", "0518", "0519", "0o517", "618"]}


def test_h02_words_stay_words():
    document = parse_yaml("orders:\n  - {rail: NO, on: 2210}\n  - {off: yes, y: true, n: 1.50}\n", "f")
    assert document.data == {"orders": [{"rail": "NO", "on": "2210"}, {"off": "yes", "y": "true", "n": "1.50"}]}


def test_nothing_is_none_and_quoted_nothing_is_text():
    document = parse_yaml("a:\nb: ~\nc: null\nd: ''\ne: 'null'\nf: \"~\"", "f")
    assert document.data == {"a": None, "b": None, "c": None, "d": "", "e": "null", "f": "~"}


def test_h03_byte_order_mark_in_the_middle_is_named_with_its_line():
    [(line, column, code, message)] = faults_of("game: demo\nturn: 3\nside: german\n\ufefforders: []\n")
    assert (line, column, code) == (4, 1, "yaml-byte-order-mark")
    assert "invisible byte-order mark at line 4" in message


def test_h03_leading_byte_order_mark_is_fine():
    assert parse_yaml(b"\xef\xbb\xbfgame: demo\n", "f").data == {"game": "demo"}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("On Monday the umpire wrote:\n> turn: 2\n> side: german\ngame: demo\nturn: 3\norders: []\n", "lines 1-3"),
        (" > turn: 2\n > side: german\n", "lines 1-2"),
        ("game: demo\n> turn: 2\nside: x\n>\n>> old: 1\n", "line 2 and lines 4-5"),
        ("> only words", "line 1"),
    ],
)
def test_h04_quoted_mail_is_called_that(text, where):
    [(_, _, code, message)] = faults_of(text)
    assert code == "yaml-quoted-mail"
    assert message == f"looks like quoted mail at {where}; send only the orders block"


def test_text_blocks_may_hold_the_mark_of_quoted_mail():
    assert parse_yaml("note: |\n  > said he\n", "f").data == {"note": "> said he\n"}


def test_h05_every_key_given_twice_is_refused_at_every_depth():
    faults = faults_of("orders:\n  - {move: a, move: b}\nside: x\norders: []\nside: y\n")
    assert [(line, column) for line, column, _, _ in faults] == [(2, 15), (4, 1), (5, 1)]
    assert faults[1][3] == "'orders' is given twice: at line 1 and again at line 4; keep one"
    assert {code for _, _, code, _ in faults} == {"yaml-duplicate-key"}


def test_h05_same_key_in_two_groups_is_no_repetition():
    document = parse_yaml("a: {x: 1}\nb: {x: 2, a: {x: 3}}", "f")
    assert document.data == {"a": {"x": "1"}, "b": {"x": "2", "a": {"x": "3"}}}


@pytest.mark.parametrize("text", ["", "\n\n", "# turn 3, I will send orders tomorrow\n---\n", "---\n...\n", "~"])
def test_h06_a_file_without_a_document(text):
    [(line, _, code, message)] = faults_of(text)
    assert (line, code) == (1, "yaml-no-document")
    assert message.startswith("no orders document found")


@pytest.mark.parametrize("text", ["a: 1\n---\n", "a: 1\n...\n", "---\na: 1\n---\n---\n# bye\n", "# hi\n---\na: 1\n"])
def test_h06_bare_document_marks_are_fine(text):
    assert parse_yaml(text, "f").data == {"a": "1"}


def test_h06_two_documents_are_refused():
    assert codes_of("a: 1\n---\nb: 2\n") == [(3, 1, "yaml-second-document")]


def test_h07_tabs_are_named_with_their_places():
    faults = faults_of("game: demo\nside: x\nturn: 3\norders:\n\t- {type: move}\n  - unit:\tG2\n")
    assert [(line, column) for line, column, _, _ in faults] == [(5, 1), (6, 10)]
    assert faults[0][3] == "tab used for indentation; use spaces"
    assert faults[1][3] == "tab after ':'; use spaces"


def test_h07_tab_after_colon_is_refused_even_where_the_parser_would_take_it():
    assert codes_of("имя:\tG2\n") == [(1, 5, "yaml-tab")]


def test_h07_tabs_in_quotes_and_comments_and_at_line_ends_are_fine():
    document = parse_yaml("a: 'x:\ty' # z:\tz\nb: 1\t\n\t\nc: |\n  x\ty\n", "f")
    assert document.data == {"a": "x:\ty", "b": "1", "c": "x\ty\n"}


JARGON = ("token", "scalar", "mapping", "sequence", "while ", "block", "context", "indicator", "flow", "node", "stream")


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: [1, 2\nb: 3\n", 2, 2, "the '[' opened at line 1, column 4 is not closed"),
        ("a:\n  - {move: 1\n  - {move: 2}\n", 3, 5, "the '{' opened at line 2, column 5 is not closed"),
        ("a: 'x\nb: 3", 1, 4, "never closed"),
        ("Hello umpire\ngame: x\n", 1, 1, "'Hello umpire' is not a field"),
        ("a: 1\nsee you\nb: 2\n", 2, 1, "'see you' is not a field"),
        ("a:b\nc: 3", 1, 1, "'a:b' is not a field: it needs 'name: value'"),
        ("a:\n  b: 1\n c: 2\n", 3, 2, "does not line up with the fields that begin at line 1"),
        ("- a\nb: c", 2, 1, "does not line up with the list"),
        ("a: b: c", 1, 5, "a ':' is not expected here"),
        ("a: @x", 1, 4, "nothing can begin with '@'"),
        ("a: [1]]", 1, 7, "not expected after what stands before it"),
        ("a: }", 1, 4, "a value is expected here"),
        ("a: - b", 1, 4, "must begin its own line"),
        ('a: "\\q"', 1, 5, "use single quotes"),
        ("a: >x\n", 1, 5, "in quotes"),
        ("a: *\n", 1, 5, "in quotes"),
        ("%X\n---\na: 1", 1, 3, "begins with '%'"),
    ],
)
def test_h07_the_parsers_complaints_become_sentences(text, line, column, words):
    [(at_line, at_column, code, message)] = faults_of(text)
    assert (at_line, at_column, code) == (line, column, "yaml-syntax")
    assert words in message
    assert not any(word in message for word in JARGON)


def test_an_explained_mistake_and_a_syntax_error_above_it_are_both_told():
    assert codes_of("a: }\n\n\n\n\tb: 1\n") == [(1, 4, "yaml-syntax"), (5, 1, "yaml-tab")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: “b”\n‘c’: d\n", [(1, 4, "yaml-smart-quotes"), (2, 1, "yaml-smart-quotes")]),
        ("a: {b: “44id, 71id”}\nc: [", [(1, 8, "yaml-smart-quotes")]),
        ("a: b\u00a0c", [(1, 4, "yaml-odd-space")]),
        ("a: \x00", [(1, 4, "yaml-control-character")]),
        ("a: \x1b[1m", [(1, 4, "yaml-control-character")]),
        (b"a: 1\nb: \xff", [(2, 4, "yaml-not-utf-8")]),
        ("a: 1".encode("utf-16"), [(1, 1, "yaml-utf-16")]),
        ("a: 1".encode("utf-16-be"), [(1, 1, "yaml-utf-16")]),
        ("a: &x 1\nb: *x", [(1, 4, "yaml-alias"), (2, 4, "yaml-alias")]),
        ("a: !!python/object:os.system 1", [(1, 4, "yaml-tag")]),
        ("a: {<<: {b: 1}}", [(1, 5, "yaml-merge-key")]),
        ("? [a]\n: b", [(1, 3, "yaml-complex-key")]),
        ("{'': a}", [(1, 2, "yaml-empty-key")]),
        ("- a", [(1, 1, "yaml-not-fields")]),
        ("hello", [(1, 1, "yaml-not-fields")]),
        ("a: " + "[" * 100_000, [(1, 43, "yaml-depth")]),
        ("- " * 5_000, [(1, 81, "yaml-depth")]),
    ],
)
def test_what_order_files_do_not_use(text, expected):
    assert codes_of(text) == expected


def test_typographic_marks_inside_text_are_fine():
    assert parse_yaml("note: Guderian’s “left” wing\nx: '“a”'", "f").data["note"] == "Guderian’s “left” wing"


def test_tabs_in_quotes_are_not_blamed_for_a_mistake_elsewhere():
    assert codes_of("a: 'x:\ty'\nb: }\n") == [(2, 4, "yaml-syntax")]


def test_alias_bomb_is_refused_without_being_built():
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    assert {code for _, _, code in codes_of("\n".join(lines))} == {"yaml-alias"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_kinds(end):
    document = parse_yaml(end.join(["a: 1", "b:", "  - {c: 2}", ""]), "f")
    assert document.data == {"a": "1", "b": [{"c": "2"}]}
    assert document.position(("b", 0, "c")) == (3, 9)
    assert codes_of(end.join(["a: 1", "b: 2", "b: 3"])) == [(3, 1, "yaml-duplicate-key")]


def test_positions_of_values_keys_and_the_nearest_part():
    document = parse_yaml(
        "# hi\ngame: demo\norders:\n  movement:\n    - {move: 44id, path: [1418,\n      1417]}\n", "f"
    )
    path = ("orders", "movement", 0, "path")
    assert document.position(path) == (5, 26)
    assert document.position(path, key=True) == (5, 20)
    assert document.position([*path, 1]) == (6, 7)
    assert document.position(("orders", "movement", 0)) == (5, 7)
    assert document.position((*path, 7, "x")) == (5, 26)
    assert document.position(("missing",)) == (2, 1)
    assert document.position(("orders",), key=True) == (3, 1)


def test_files_that_cannot_be_opened(tmp_path):
    with pytest.raises(UnopenableFile, match="no such file"):
        read_yaml(tmp_path / "missing.yaml")
    with pytest.raises(UnopenableFile, match="is a folder"):
        read_yaml(tmp_path)
    with pytest.raises(UnopenableFile, match="cannot be read"):
        read_yaml("a\0b")


def test_a_file_without_permission(tmp_path, monkeypatch):
    def refuse(*args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(UnopenableFile, match="may not be read"):
        read_yaml(tmp_path / "secret.yaml")


def test_huge_files_are_not_read(tmp_path):
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        os.truncate(stream.fileno(), 50_000_000)
    with pytest.raises(UnreadableFile) as caught:
        read_yaml(path)
    [finding] = caught.value.findings
    assert finding.message == "the file is 50 MB; orders files are small (at most 4 MB)"
    assert finding.path == str(path)


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a: 0517\n")))
    document = read_yaml("-")
    assert (document.path, document.data) == ("<stdin>", {"a": "0517"})
