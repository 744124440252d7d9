"""The log's chain: whatever is changed, dropped, moved or added, the line that shows it is named."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.files.log import SHORT, DamagedLog, Log, parse_log, render_log

ENTRIES = (
    {"type": "game", "game": "izyum", "dice": {"scheme": "hmac-sha256-1"}},
    {"type": "event", "kind": "phase_begun", "subject": "blue/march", "values": {"turn": 1}},
    {"type": "orders", "side": "blue", "section": "march", "part": 1, "orders": [{"move": "b1", "path": ["0101"]}]},
    {
        "type": "event",
        "kind": "rolled",
        "subject": "T01/blue/march/snap/r1/b1/1/hit",
        "values": {"sides": 6, "value": 4},
    },
    {"type": "standing", "side": "red", "standing": {"note": 'Ünïcode „quotes" \\ud83d\\ude00 and \n breaks'}},
    {"type": "event", "kind": "phase_ended", "subject": "blue/march"},
)
LOG = Log().extended(ENTRIES)
TEXT = render_log(LOG)
LINES = TEXT.splitlines(keepends=True)


def damaged_line(text):
    with pytest.raises(DamagedLog) as caught:
        parse_log(text)
    assert str(caught.value) == f"log.jsonl:{caught.value.line}: {caught.value.reason}"
    return caught.value.line


def test_what_is_written_is_read_back():
    assert parse_log(TEXT) == LOG
    assert render_log(parse_log(TEXT)) == TEXT
    assert LOG.entries == ENTRIES
    assert parse_log("") == Log()


def test_lines_are_numbered_objects_with_a_hash_that_covers_all_before():
    first = json.loads(LINES[0])
    assert (first["n"], first["hash"]) == (1, LOG.hashes[0])
    assert LOG.head == LOG.hashes[-1]
    assert LOG.position == LOG.head[:SHORT]
    assert Log().head == "0" * 64
    other = Log().extended([{**ENTRIES[0], "game": "isjum"}, *ENTRIES[1:]])
    assert not set(other.hashes) & set(LOG.hashes)


def test_a_log_extended_in_parts_is_the_log_extended_at_once():
    assert Log().extended(ENTRIES[:2]).extended(ENTRIES[2:]) == LOG


@pytest.mark.parametrize("line", range(1, len(LINES) + 1))
def test_every_character_of_a_line_counts(line):
    """Each character replaced by another, by nothing, and doubled."""
    before, text, after = "".join(LINES[: line - 1]), LINES[line - 1].rstrip("\n"), "".join(LINES[line:])
    for place, character in enumerate(text):
        digit = str((int(character) + 1) % 10) if character.isdigit() else "0"
        for instead in (digit, "", character * 2):
            changed = text[:place] + instead + text[place + 1 :]
            assert damaged_line(f"{before}{changed}\n{after}") == line


@given(st.integers(0, len(TEXT) - 1), st.characters(exclude_categories=["Cs"]))
@example(TEXT.index("\n"), " ")
@example(len(TEXT) - 1, "x")
@settings(max_examples=300, deadline=None)
def test_any_character_instead_of_any_other_is_found_in_its_line(place, character):
    if TEXT[place] == character:
        assert parse_log(TEXT) == LOG
    else:
        assert damaged_line(TEXT[:place] + character + TEXT[place + 1 :]) == TEXT[:place].count("\n") + 1


@pytest.mark.parametrize("line", range(1, len(LINES)))
def test_a_dropped_line_is_missed_where_it_was(line):
    assert damaged_line("".join(LINES[: line - 1] + LINES[line:])) == line


def test_a_log_cut_off_after_a_line_is_a_shorter_log_with_another_head():
    assert parse_log("".join(LINES[:-1])) == Log().extended(ENTRIES[:-1])
    assert parse_log("".join(LINES[:-1])).head != LOG.head


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (2, 6), (5, 6)])
def test_swapped_lines_are_noticed_at_the_first(one, other):
    lines = list(LINES)
    lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    assert damaged_line("".join(lines)) == one


@pytest.mark.parametrize(
    "added",
    ["\n", "x\n", "{}\n", "[]\n", "null\n", LINES[-1], LINES[0], '{"type":"event","kind":"over","n":7}\n'],
)
def test_a_line_added_at_the_end_is_named(added):
    assert damaged_line(TEXT + added) == len(LINES) + 1


def test_a_line_written_twice_is_named():
    assert damaged_line("".join([*LINES[:3], LINES[2], *LINES[3:]])) == 4


def test_a_line_of_another_log_does_not_fit():
    other = render_log(Log().extended([{**ENTRIES[0], "game": "other"}, *ENTRIES[1:]])).splitlines(keepends=True)
    assert damaged_line("".join([*LINES[:3], other[3], *LINES[4:]])) == 4


def test_a_last_line_without_its_end_is_cut_off():
    assert damaged_line(TEXT[:-1]) == len(LINES)
    assert damaged_line(TEXT[:-20]) == len(LINES)


@pytest.mark.parametrize(
    "disguise",
    [
        lambda line: line.replace('"n":2', '"n": 2'),
        lambda line: line.replace('"n":2', '"n":2.0'),
        lambda line: line.replace('"turn":1', '"turn":true'),
        lambda line: line.replace("phase_begun", "phase\\u005fbegun"),
        lambda line: line.replace('{"', '{"n":7,"', 1),
        lambda line: "[" * 100_000 + line,
    ],
)
def test_a_line_that_only_means_the_same_is_not_what_was_written(disguise):
    changed = disguise(LINES[1])
    assert changed != LINES[1]
    assert damaged_line(LINES[0] + changed + "".join(LINES[2:])) == 2
