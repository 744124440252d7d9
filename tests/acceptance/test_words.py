"""Which words a file may use in a game: the fields of its ruleset, at their places, and wishes that mean something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import run

PLATOON = "game: heights\nkind: {kind}\nturn: 1\nside: german\nposition: any\n"


@pytest.fixture
def heights(tmp_path: Path) -> Path:
    """A game of Platoon Commander in its first Fire Phase."""
    folder = tmp_path / "heights"
    assert run("new", "platoon/take-the-high-ground", folder, "--seed", "x").code == 0
    assert run("resolve", "--game", folder).code == 4
    return folder


def told(game: Path, text: str) -> list[str]:
    """The findings of a file, each as its line and sentence."""
    ran = run("check", "-", "--format", "json", cwd=game, stdin=text)
    (file,) = json.loads(ran.out)["files"]
    assert ran.code == any(f["kind"] not in ("advice", "conditional") for f in file["findings"]), ran.both
    assert not any(sign in f["message"] for f in file["findings"] for sign in ("['", "{'"))
    return [f"{f['line']} {f['kind']}: {f['message']}" for f in file["findings"]]


def orders(*movement: str, combat: str = "") -> str:
    lines = "".join(f"    - {entry}\n" for entry in movement)
    return mail.HEAD + f"orders:\n  movement:\n{lines}" + (f"  combat:\n    - {combat}\n" if combat else "")


def standing(body: str, side: str = "soviet") -> str:
    return f"game: demo\nkind: standing\nside: {side}\nstanding:\n{body}"


STEP = "known here: overrun, lose, prefer, retreat"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("{move: 226rd, path: [{overrun: 0912, fire: 0911}]}", f"unknown field 'fire'; {STEP}"),
        ("{move: 226rd, path: [{overrun: 0912, with: 226rd}]}", f"unknown field 'with'; {STEP}"),
        ("{move: 226rd, path: [{load: 226rd}, 0714]}", "unknown step 'load'; known here: overrun"),
        ("{move: 226rd, path: [{}]}", "a step is empty; known here: overrun"),
        ("{fire: 0815, with: 13grd}", "unknown order 'fire'; known here: move, rail, enter"),
        ("{move: 226rd, path: [0714], lose: 226rd}", "unknown field 'lose'; known here: move, path, to, if_chased"),
        ("{move: 226rd, to: 0714, at: afv}", "unknown field 'at'; known here: move, path, to, if_chased"),
        ("{rail: 47rd, to: 1812, if_chased: stop}", "unknown field 'if_chased'; known here: rail, path, to"),
    ],
)
def test_kharkov_takes_its_own_fields_at_their_places(fresh: Path, entry: str, sentence: str) -> None:
    assert told(fresh, orders(entry)) == [f"8 unreadable: {sentence}"]


PATH = "known here: fire, load, unload, split"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("{move: de-pz4-1, path: [C9, {overrun: C8}]}", f"unknown step 'overrun'; {PATH}"),
        ("{move: de-pz4-1, path: [{split: de-mg-1, path: [{overrun: C8}]}]}", f"unknown step 'overrun'; {PATH}"),
        ("{move: de-pz4-1, path: [{fire: C4, into: C5}]}", "unknown field 'into'; known here: fire, with, at"),
        (
            "{move: de-pz4-1, path: [{fire: C4, load: de-mg-1}]}",
            "one step does one thing: this says 'fire' and 'load'",
        ),
        ("{move: de-pz4-1, to: C9, if_chased: stop}", "unknown field 'if_chased'; known here: move, path, to"),
        ("{enter: de-mg-1, to: J11, by: rail}", "unknown field 'by'; known here: enter, path, to"),
        ("{rail: de-mg-1, to: J11}", "unknown order 'rail'; known here: move, enter, load, unload"),
    ],
)
def test_platoon_takes_its_own_fields_at_their_places(heights: Path, entry: str, sentence: str) -> None:
    text = PLATOON.format(kind="orders") + f"orders:\n  movement:\n    - {entry}\n"
    assert told(heights, text) == [f"8 unreadable: {sentence}"]


def test_a_hex_that_is_none_is_told_of_with_the_steps_of_the_ruleset(fresh: Path) -> None:
    (sentence,) = told(fresh, orders("{move: 226rd, path: ['']}"))
    assert sentence == "8 unreadable: entry 1 of 'path' is empty; expected a hex number, or {overrun: HEX}"


def test_standing_orders_take_the_fields_of_their_ruleset(fresh: Path, heights: Path) -> None:
    known = "known here: prefer, lose, advance, air, chase, activate, release"
    text = standing("  default: {opportunity: {at: afv}, move_first: self, activate: [hq-6a]}\n")
    assert told(fresh, text) == [
        f"5 unreadable: unknown field 'opportunity'; {known}",
        f"5 unreadable: unknown field 'move_first'; {known}",
    ]
    text = PLATOON.format(kind="standing") + "standing:\n  default: {prefer: lose}\n  hexes: {C5: {air: 1}}\n"
    assert told(heights, text) == [
        "7 unreadable: unknown field 'prefer'; known here: move_first, opportunity",
        "8 unreadable: unknown field 'hexes'; known here: default, units",
    ]


def test_a_slip_in_standing_orders_is_told_of_in_words_of_the_game(fresh: Path) -> None:
    (sentence,) = told(fresh, standing("  default: {zzz: 1}\n"))
    assert sentence.endswith("known here: prefer, lose, advance, air, chase, activate, release")


def test_the_schema_of_a_scenario_has_the_fields_of_its_ruleset() -> None:
    for scenario, here, elsewhere in (
        ("kharkov/campaign", "if_chased", "unload"),
        ("platoon/take-the-high-ground", "unload", "if_chased"),
    ):
        text = run("schema", "orders", "--scenario", scenario).out
        assert f'"{here}"' in text
        assert f'"{elsewhere}"' not in text


def test_wishes_that_can_never_be_used_are_told_of(fresh: Path) -> None:
    text = standing(
        "  default: {activate: 226rd}\n"
        "  units:\n"
        "    226rd: {release: yes, displace: [0101], place: [0101]}\n"
        "    15tb: {place: [0101]}\n"
        "    res-9a: {release: yes, place: [2501]}\n"
        "    14grd: {place: 2601}\n"
        "    hq-6a: {displace: [0101]}\n"
    )
    assert told(fresh, text) == [
        "5 advice: activate is never used: 226rd is no headquarters",
        "7 advice: release is never used: 226rd is no Army Reserve counter",
        "7 advice: displace is never used: 226rd is no headquarters",
        "7 advice: place is never used: 226rd is not in reserve",
        "8 advice: place is never used: 15tb is not in reserve",
    ]
    text = standing("  units:\n    44id: {place: [0101], release: yes}\n", "axis")
    assert told(fresh, text) == [
        "6 advice: place is never used: only the Soviet Player has Army Reserves",
        "6 advice: release is never used: only the Soviet Player has Army Reserves",
    ]
    assert told(fresh, orders("{move: 199rd, path: [1210], if_chased: stop}")) == [
        "8 advice: if_chased is never used: only German units disengage, not 199rd"
    ]


def test_wishes_that_can_never_be_used_are_told_of_in_platoon(heights: Path) -> None:
    body = "standing:\n  units:\n    de-pz4-1: {displace: C5, opportunity: {hold: 1}}\n    de-mg-1: {displace: C5}\n"
    assert told(heights, PLATOON.format(kind="standing") + body) == [
        "8 advice: displace is never used: de-pz4-1 is no Leg unit and rides on nothing",
        "8 advice: hold is never used for one unit: it counts in default only",
    ]


def test_a_way_with_a_gap_is_no_way(fresh: Path) -> None:
    text = standing(
        "  hexes: {0815: {retreat: [0914, 1014]}, 0101: {retreat: [3901]}}\n"
        "  units:\n"
        "    226rd: {retreat: [[0815, 0816], [0101, 3901]], advance: [0101, 0103]}\n"
    )
    found = told(fresh, text)
    assert found[-2:] == [
        "7 illegal: nobody can retreat that way: 3901 is not next to 0101",
        "7 illegal: nobody can advance that way: 0103 is not next to 0101",
    ]
    assert "5 illegal: nobody can retreat that way: 3901 is not next to 0101" in found


def test_a_place_is_a_hex_or_several_not_a_way(fresh: Path) -> None:
    assert told(fresh, standing("  units:\n    res-9a: {place: 2501}\n")) == []
    (sentence,) = told(fresh, standing("  units:\n    res-9a: {place: {hex: 2501}}\n"))
    assert sentence.endswith("expected a hex, or a list of hexes, the preferred one first")
    assert told(fresh, standing("  units:\n    res-9a: {place: 9999}\n")) == [
        "6 illegal: there is no hex '9999' on the map"
    ]


def test_one_unit_stands_for_a_list_of_one(fresh: Path) -> None:
    assert told(fresh, standing("  default: {lose: 227rd, activate: hq-6a}\n")) == []
    assert told(fresh, standing("  default: {lose: 44id}\n")) == [
        "5 illegal: 44id is a unit of the Axis Player",
    ]
    attack = "{attack: 0515, with: [175rd, 227rd, 84tb, 169rd, 244rd, 10tb], lose: 227rd, advance: yes}"
    assert told(fresh, orders("{move: 36tb, path: [1709]}", combat=attack)) == []
    (sentence,) = told(fresh, orders("{move: 36tb, path: [1709]}", combat=attack.replace("advance: yes", "advance: x")))
    assert sentence.endswith("or yes or no for all")
    (sentence,) = told(fresh, orders("{move: 36tb, path: [1709]}", combat=attack.replace("lose: 227rd", "lose: 13grd")))
    assert sentence == "10 illegal: lose: 13grd takes no part in this attack"


def test_a_regiment_that_an_earlier_order_took_is_told_of_as_such(fresh: Path) -> None:
    assert run("resolve", "--game", fresh, "--pass", "soviet").code == 4
    head = mail.HEAD.replace("soviet", "axis") + "orders:\n  movement:\n"
    into = (
        "    - {breakdown: 79id, into: [rg-07, rg-08, rg-09]}\n    - {breakdown: 71id, into: [rg-07, rg-10, rg-11]}\n"
    )
    ran = run("check", "-", cwd=fresh, stdin=head + into)
    lines = ran.out.splitlines()
    assert lines[0].endswith("rg-07 is no regiment counter that is free: it is in 0214 already")
    assert lines[2] == "  an earlier order (movement 1) brings it onto the map"
    ran = run("check", "-", cwd=fresh, stdin=head + into.replace("rg-07, rg-10", "44id, rg-10"))
    assert "44id is no regiment counter that is free: it is no counter that a division is broken down into" in ran.out
