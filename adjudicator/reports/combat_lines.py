"""One combat as a small story: who, where, strengths, odds, shifts, die, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.reports.chronicle import Entry, Fight, cases_of, kind_of, values_of
from adjudicator.reports.fire_lines import FIRE_REASONS, fire_reason
from adjudicator.reports.footnotes import Footnotes
from adjudicator.reports.naming import Naming
from adjudicator.reports.sentences import face, tell
from adjudicator.reports.strengths import strength_block
from adjudicator.reports.words import WIDTH, bullet, capital, cited, counted, ended, listed, mixed, paragraph

REASONED = ("odds", "firepower", "shift", "die_modifier", "result", "saves", "dug_in", "hits")
OPENERS = ("strengths", "firepower")
"""Events with which the reckoning begins."""


def combat_lines(fight: Fight, naming: Naming, notes: Footnotes) -> list[str]:
    """The story of a fight as Markdown lines, its heading first."""
    lines = [_heading(fight, naming), "", *paragraph(_opening(fight, naming)), ""]
    naming = naming.brief()
    before, reckoned, after = _parts(fight.entries[1:])
    lines += _bullets(before, naming, notes)
    strengths = [entry for entry in reckoned if kind_of(entry) == "strengths"]
    if strengths:
        lines += ["```", *strength_block(strengths), "```", ""]
    lines += _bullets([entry for entry in reckoned if kind_of(entry) != "strengths"], naming, notes)
    told = _bullets(after, naming, notes)
    if fight.waits_for:
        what = "rest" if told else "result" if fight.all_of("result") else "attack"
        return [*lines, *told, *paragraph(f"The {what} waits for a decision of {naming.side(fight.waits_for)}."), ""]
    is_over = any(kind_of(entry) for entry in after)
    return lines + (told or (["Neither side loses or moves.", ""] if is_over else []))


def _parts(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """Entries before the reckoning, from there to the result, and after it."""
    kinds = [kind_of(entry) for entry in entries]
    start = next((place for place, kind in enumerate(kinds) if kind in OPENERS), len(kinds))
    end = kinds.index("result") + 1 if "result" in kinds else len(kinds)
    return list(entries[:start]), list(entries[start:end]), list(entries[end:])


def _heading(fight: Fight, naming: Naming) -> str:
    targets = [str(number) for number in values_of(fight.declared)["targets"]]
    names = listed(_where(target, naming) for target in targets)
    text = f"#### {fight.number}. {names}"
    return text if len(text) <= WIDTH else f"#### {fight.number}. {', '.join(targets)}"


def _where(target: str, naming: Naming) -> str:
    near = naming.near(target)
    return f"{naming.place(target)} ({target})" if naming.place(target) else f"{target}{f', {near}' if near else ''}"


def _opening(fight: Fight, naming: Naming) -> str:
    values = values_of(fight.declared)
    attackers = values["attackers"]
    side = naming.owner(str(attackers[0]["unit"])) if attackers else ""
    who = capital(naming.side(side)) if side else "The attacker"
    by_hex = _by_hex(attackers, naming)
    groups = [f"{listed(units)} from {naming.hex(number)}" for number, units in by_hex]
    is_plain = all(len(units) == 1 for _, units in by_hex[:-1])
    order = f" by order `{values['order']}`" if values.get("order") else ""
    verb = {"overrun": "overruns", "fire": "fires"}.get(str(values.get("how")), "attacks")
    return f"{who} {verb}{order} with {listed(groups) if is_plain else '; '.join(groups)}. {_defence(values, naming)}"


def _defence(values: object, naming: Naming) -> str:
    assert isinstance(values, dict)
    garrisons = {str(number): strength for number, strength in (values.get("garrisons") or {}).items()}
    units = dict(_by_hex(values.get("defenders", []), naming))
    sentences = []
    for target in map(str, values["targets"]):
        terrain = naming.terrain.get(target, "")
        where = f"In {naming.hex(target)}{f' ({terrain})' if terrain else ''}"
        inside = units.get(target, [])
        garrison = [f"a garrison of {mixed(garrisons[target])}"] if garrisons.get(target) else []
        if inside or garrison:
            verb = "stands" if len(inside) + len(garrison) == 1 else "stand"
            sentences.append(f"{where} {verb} {listed([*inside, *garrison])}.")
    return " ".join(sentences) or "Nobody defends."


def _by_hex(members: Iterable[dict[str, str]], naming: Naming) -> list[tuple[str, list[str]]]:
    groups: dict[str, list[str]] = {}
    for member in members:
        groups.setdefault(str(member["hex"]), []).append(str(member["unit"]))
    return [(number, naming.unit_list(units)) for number, units in groups.items()]


def _bullets(entries: Sequence[Entry], naming: Naming, notes: Footnotes) -> list[str]:
    lines: list[str] = []
    run: list[Entry] = []
    drawn: list[tuple[Entry, str]] = []
    for entry in entries:
        kind = kind_of(entry)
        if kind == "rolled":
            notes.throw(entry)
            continue
        if kind != "revealed":
            lines += _drawn(drawn, naming)
            drawn = []
        if kind not in (*REASONED, "revealed"):
            run.append(entry)
            continue
        lines += _told(run, naming)
        run = []
        if kind == "revealed":
            drawn.append((entry, notes.take()))
        else:
            lines += bullet(ended(reason(entry, naming, notes)))
    lines += _drawn(drawn, naming) + _told(run, naming)
    return [*lines, ""] if lines else []


def _told(run: Sequence[Entry], naming: Naming) -> list[str]:
    return [line for sentence in tell(run, naming) for line in bullet(sentence)]


def _drawn(drawn: Sequence[tuple[Entry, str]], naming: Naming) -> list[str]:
    """Untried units that turn over one after the other, each with its die, in one sentence."""
    if not drawn:
        return []
    (first, mark), *others = drawn
    told = [f"{naming.unit(str(first['subject']))} turns out to be {face(first)}{mark}"]
    told += [f"{naming.unit(str(entry['subject']))} {face(entry)}{mark}" for entry, mark in others]
    cases = list(dict.fromkeys(case for entry, _ in drawn for case in cases_of(entry)))
    return bullet(f"{listed(told)}{cited(cases)}.")


def reason(entry: Entry, naming: Naming, notes: Footnotes) -> str:
    """One step from strengths to the result, in words."""
    values = values_of(entry)
    cases = cited(cases_of(entry))
    kind = kind_of(entry)
    if kind == "odds":
        return f"Odds {mixed(values['attack'])} to {mixed(values['defence'])}: column {values['column']}{cases}"
    if kind in FIRE_REASONS:
        return fire_reason(entry, naming, notes)
    if kind == "shift":
        columns = int(values["columns"])
        if not columns:
            return f"No shift for {values['what']}{notes.take_values()}{cases}"
        way = "right" if columns > 0 else "left"
        step = f"{counted(abs(columns), 'column')} {way}"
        end = f"{values['from']} becomes {values['to']}"
        if values["from"] == values["to"]:
            end = f"lost, {values['to']} is the last column"
        return f"{capital(step)}, {values['what']}{notes.take_values()}{cases}: {end}"
    if kind == "die_modifier":
        return f"Die {int(values['change']):+}, {values['what']}{cases}"
    changed = f", counted as {values['modified']}" if values["modified"] != values["die"] else ""
    return f"Final column {values['column']}, die {values['die']}{notes.take()}{changed}: **{values['cell']}**{cases}"
