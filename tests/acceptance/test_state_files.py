"""State files that somebody changed: every command says what is wrong, with its line, and does not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import run

CHANGES = {
    "steps beyond the counter": (
        '44id: {hex: "1813", steps: 4}', '44id: {hex: "1813", steps: 9}', "44id cannot have 9 steps: it has 4 at most",
    ),
    "steps beyond a drawn strength": (
        '175rd: {hex: "0514", steps: 1}', '175rd: {hex: "0514", steps: 3}',
        "175rd cannot have 3 steps: it has 2 at most",
    ),
    "steps of many digits": (
        '44id: {hex: "1813", steps: 4}', f'44id: {{hex: "1813", steps: {"9" * 5000}}}', "44id cannot have 999",
    ),
    "no steps on the map": (
        '44id: {hex: "1813", steps: 4}', '44id: {hex: "1813", steps: 0}', "44id is on the map and has no steps left",
    ),
    "no steps in reserve": (
        "15grd: {box: reserve/28a, steps: 2}", "15grd: {box: reserve/28a, steps: 0}", "its box would be eliminated",
    ),
    "steps that are none": (
        '13grd: {hex: "0715", steps: 2}', '13grd: {hex: "0715", steps: two}', "'steps' cannot be 'two'",
    ),
    "marker": (
        '44id: {hex: "1813", steps: 4}', '44id: {hex: "1813", steps: 4, markers: [disruptet]}',
        "44id: there is no marker 'disruptet', did you mean 'disrupted'?",
    ),
    "face": ('175rd: {hex: "0514", steps: 1}', '175rd: {hex: "0514", steps: 1, face: x}', "cannot have the face 'x'"),
    "face of a printed unit": (
        '44id: {hex: "1813", steps: 4}', '44id: {hex: "1813", steps: 4, face: "4-4"}', "its strength is printed",
    ),
    "face of no regiment": (
        "rg-01: {box: regiments, steps: 1}", 'rg-01: {hex: "1813", steps: 1, face: 3-3}', "cannot have the face '3-3'",
    ),
    "regiment without its strength": (
        "rg-01: {box: regiments, steps: 1}", 'rg-01: {hex: "1813", steps: 1}', "its strength: add face: 2-2 or 1-1",
    ),
    "hex": ('44id: {hex: "1813"', '44id: {hex: "1899"', "44id: there is no hex '1899' on the map"),
    "hex and box": ('44id: {hex: "1813"', '44id: {box: eliminated, hex: "1813"', "give 'hex' or 'box', not both"),
    "neither hex nor box": ('44id: {hex: "1813", ', "44id: {", "missing field 'hex' or 'box'"),
    "box": ("15grd: {box: reserve/28a", "15grd: {box: reserve/28", "no box 'reserve/28', did you mean 'reserve/28a'?"),
    "enemy in the hex": ('44id: {hex: "1813"', '44id: {hex: "1912"', "44id cannot be in 1912: 47rd is there"),
    "unknown unit": ("    44id: {", "    44if: {", "the scenario has no axis unit '44if', did you mean '44id'?"),
    "unit left out": ('    44id: {hex: "1813", steps: 4}\n', "", "the state does not say where axis units are: 44id"),
    "turn 0": ("turn: 1", "turn: 0", "turn '0' is none: the game has turns 1 to 10"),
    "turn 11": ("turn: 1", "turn: 11", "turn '11' is none: the game has turns 1 to 10"),
    "turn without a phase done": ("turn: 1", "turn: 2", "turn 2 cannot be reached with no phase done"),
    "unknown phase": ('phase: ""', "phase: soviet/dinner", "there is no phase 'soviet/dinner'"),
    "phase that does not follow": ('phase: ""', "phase: axis/combat", "so 'done' must be 'axis/movement', not ''"),
    "pool left out": ("  untried/cavalry: {", "  untried/cavalri: {", "the pool 'untried/cavalry' is missing"),
    "item of no pool": ("air: {soviet: 0", "air: {sovjet: 0", "the pool air has no 'sovjet', did you mean 'soviet'?"),
    "negative pool": ("air: {soviet: 0", "air: {soviet: -1", "'soviet' cannot be '-1'; expected a whole number, 0"),
    "pool of words": ("air: {soviet: 0", "air: {soviet: many", "'soviet' cannot be 'many'; expected a whole number"),
    "pool too small": ('untried/cavalry: {"1-1": 3', 'untried/cavalry: {"1-1": 0', "holds 15 for 18 units"),
    "hexes of no list": ("hexes: {}", 'hexes: {"0515": garrison_lost}', "expected a list of the words that a hex"),
    "mark": ("hexes: {}", 'hexes: {"0515": [garrison]}', "0515: there is no hex mark 'garrison', did you mean"),
    "marked hex": ("hexes: {}", 'hexes: {"9999": [attacked]}', "there is no hex '9999' on the map"),
    "flag": ("flags: {}", 'flags: {south: "1"}', "there is no flag 'south'; there is commanded, in_zone,"),
    "score": ("score: {soviet: 0", "score: {soviets: 0", "there is no side 'soviets'; the sides are soviet, axis"),
    "field": ("score: {", "skore: {", "unknown field 'skore', did you mean 'score'?"),
    "option": ("options: {}", "options: {cavalry: horse}", "option cavalry takes"),
    "scenario": ("scenario: kharkov/campaign", "scenario: kharkov/campain", "there is no scenario 'kharkov/campain'"),
    "kind": ("kind: state", "kind: orders", "is not a state file: its kind is not 'state'"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_state_that_cannot_be_is_refused_in_a_sentence(fresh: Path, name: str) -> None:
    before, after, sentence = CHANGES[name]
    text = (fresh / "state.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    (fresh / "home.yaml").write_text(text.replace(before, after), encoding="utf-8")
    ran = run("show", "units", "--state", "home.yaml", cwd=fresh)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    if name not in ("option", "scenario", "kind"):
        line = text[: text.index(before)].count("\n") + 1
        assert any(told.startswith(f"adjudicator: home.yaml:{line}:") for told in ran.err.splitlines()) or (
            name in ("unit left out", "pool left out", "phase that does not follow")
        )


def test_every_fault_is_told_by_every_command(fresh: Path) -> None:
    text = (fresh / "state.yaml").read_text(encoding="utf-8")
    for before, after, _ in (CHANGES[name] for name in ("marker", "turn 0", "mark", "pool left out")):
        text = text.replace(before, after)
    (fresh / "home.yaml").write_text(text, encoding="utf-8")
    (fresh / "good.yaml").write_text(mail.GOOD, encoding="utf-8")
    for arguments in (
        ("check", "good.yaml"),
        ("resolve", "--seed", "x", "--out", "out.yaml"),
        ("show", "supply"),
    ):
        ran = run(*arguments, "--state", "home.yaml", cwd=fresh)
        assert (ran.code, ran.out) == (2, "")
        assert [line.split(": ", 2)[2][:24] for line in ran.err.splitlines()] == [
            "turn '0' is none: the ga",
            "44id: there is no marker",
            "the pool 'untried/cavalr",
            "there is no pool 'untrie",
            "0515: there is no hex ma",
        ]
    assert not (fresh / "out.yaml").exists()


def test_states_that_the_command_writes_are_accepted(played: Path, asked: Path) -> None:
    for game in (played, asked):
        assert run("show", "units", "--state", game / "state.yaml").code == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("15grd: {box: reserve/28a", "15grd: {box: committed"),
        ("15grd: {box: reserve/28a", "15grd: {box: broken"),
        ("pools:\n  air: {soviet: 0", "pools:\n  committed: {9a: 2}\n  air: {soviet: 0"),
        ("pools:\n  air: {soviet: 0", "pools:\n  rail: {axis: 2}\n  air: {soviet: 0"),
    ],
)
def test_boxes_and_pools_that_come_only_in_play_are_accepted(fresh: Path, before: str, after: str) -> None:
    text = (fresh / "state.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    (fresh / "home.yaml").write_text(text.replace(before, after), encoding="utf-8")
    ran = run("show", "units", "--state", "home.yaml", cwd=fresh)
    assert (ran.code, ran.err) == (0, "")
