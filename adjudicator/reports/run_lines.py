"""What happened between two fights, in its order: lists of moves, and in them what interrupted the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from adjudicator.reports.chronicle import Entry, ends_march, values_of
from adjudicator.reports.move_lines import HOW, is_move, list_moves
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import is_told, tell
from adjudicator.reports.words import bullet, counted


@dataclass(frozen=True)
class _Part:
    """Moves of one kind that nothing interrupted, ``how``, by these ``units``; with no ``how`` what else happened."""

    how: str
    units: frozenset[str]
    lines: tuple[str, ...]


def run_lines(run: Sequence[Entry], naming: Naming) -> list[str]:
    """The run as Markdown lines. A list of moves goes on below what interrupted it, under one heading that counts the
    units of all of it. Empty when nothing in it is worth telling."""
    lines: list[str] = []
    parts = list(_parts(run, naming))
    while parts:
        end = _end_of_list(parts)
        listed, parts = parts[:end], parts[end:]
        if how := listed[0].how:
            units = frozenset[str]().union(*(part.units for part in listed))
            lines += [f"{HOW[how]} ({counted(len(units), 'unit')}):", ""]
        lines += [*(line for part in listed for line in part.lines), ""]
    return lines


def _parts(run: Sequence[Entry], naming: Naming) -> Iterator[_Part]:
    for are_moves, group in groupby((e for e in _stacks_whole(run) if is_move(e) or is_told(e)), is_move):
        entries = list(group)
        if not are_moves:
            told = (line for sentence in tell(entries, naming) for line in bullet(sentence))
            yield _Part("", frozenset(), tuple(told))
            continue
        for how, moves in list_moves(entries, naming).items():
            units = frozenset(str(entry["subject"]) for entry in entries if values_of(entry)["how"] == how)
            yield _Part(how, units, tuple(moves))


def _stacks_whole(run: Sequence[Entry]) -> list[Entry]:
    """The same entries, but units that march together come one after the other: what the step of the first brought
    about comes after that of the last."""
    whole: list[Entry] = []
    last: int | None = None
    for entry in run:
        if not is_move(entry):
            last = None if ends_march(entry) else last
            whole.append(entry)
        elif last is not None and values_of(whole[last]) == values_of(entry):
            last += 1
            whole.insert(last, entry)
        else:
            last = len(whole)
            whole.append(entry)
    return whole


def _end_of_list(parts: Sequence[_Part]) -> int:
    """The place after the last part of the list that the first part begins: moves of its kind, and what is between."""
    end = 1
    for place, part in enumerate(parts):
        if part.how == parts[0].how:
            end = place + 1
        elif part.how or not parts[0].how:
            break
    return end
