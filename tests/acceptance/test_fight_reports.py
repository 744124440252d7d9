"""What reports tell of fights that are not over, and of wishes that came to nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from adjudicator.files.schemas import load_schema
from tests.acceptance import mail
from tests.acceptance.command import run
from tests.acceptance.conftest import begin, submit

ORDERS = mail.HEAD + (
    "orders:\n  movement: []\n  combat:\n    - {attack: 0515, with: [175rd, 227rd, 84tb, 169rd, 244rd, 10tb], "
    "advance: {84tb: [0515, 0615]}}\n"
)
RETREAT = "game: demo\nkind: standing\nside: axis\nstanding:\n  default: {prefer: retreat}\n"


def flat(text: str) -> str:
    return " ".join(text.split())


def report(game: Path, side: str = "", form: str = "md") -> str:
    ran = run("report", "--game", game, "--format", form, *(("--side", side) if side else ()))
    assert ran.code == 0, ran.both
    return ran.out


@pytest.mark.parametrize("standing", ["", RETREAT])
def test_a_result_that_waits_for_a_decision_is_not_told_as_nothing(tmp_path: Path, standing: str) -> None:
    game = begin(tmp_path)
    for text in filter(None, (ORDERS, standing)):
        submit(game, text)
    assert run("resolve", "--game", game).code == 4
    for side in ("", "soviet", "axis"):
        for form in ("md", "text"):
            told = flat(report(game, side, form))
            assert "The result waits for a decision of the Axis Player." in told
            assert "Neither side loses" not in told
        data = json.loads(report(game, side, "json"))
        assert list(Draft202012Validator(load_schema("report")).iter_errors(data)) == []
        assert [combat["waits_for"] for combat in data["combats"]] == ["axis"]


def test_a_fight_that_is_over_waits_for_nobody(tmp_path: Path) -> None:
    game = begin(tmp_path, "--undecided", "default")
    submit(game, ORDERS)
    assert run("resolve", "--game", game).code == 4
    assert "waits for a decision" not in flat(report(game))
    assert json.loads(report(game, "", "json"))["combats"][0]["waits_for"] == ""


def test_a_wish_that_came_to_nothing_is_told_with_the_reason_to_who_wished_it(tmp_path: Path) -> None:
    game = begin(tmp_path, "--undecided", "default")
    submit(game, RETREAT + "  units: {294id: {retreat: [[0614, 0613]]}}\n")
    submit(game, ORDERS)
    assert run("resolve", "--game", game).code == 4
    soviet, axis, both = (flat(report(game, side)) for side in ("soviet", "axis", ""))
    advance = (
        "Void: the advance of 84tb 0515-0615, by order soviet combat 1 (an advance goes along the path of retreat only"
    )
    retreat = "Void: the retreat of 294id 0614-0613, by standing orders (0614 is held by the enemy; 9.61)."
    assert (advance in soviet, retreat in soviet) == (True, False)
    assert (advance in axis, retreat in axis) == (False, True)
    assert (advance in both, retreat in both) == (True, True)
    assert "Void in part: `soviet combat 1` (advance of 84tb 0515-0615)" in soviet
    data = json.loads(report(game, "soviet", "json"))
    assert list(Draft202012Validator(load_schema("report")).iter_errors(data)) == []
    (unmet,) = data["unmet"]
    assert (unmet["unit"], unmet["wish"], unmet["cases"]) == ("84tb", [["0515", "0615"]], ["9.71", "9.75"])
    assert "unmet" not in json.dumps(data["phases"])
    assert "unmet" not in (game / "log.jsonl").read_text(encoding="utf-8")


def test_supply_before_the_first_phase_is_that_of_its_beginning(fresh: Path) -> None:
    before = run("show", "supply", "--game", fresh).out
    first, rest = before.split("\n", 1)
    assert first == "As of the beginning of the Soviet Movement Phase of Game-Turn 1."
    unit = run("show", "unit", "hq-6a", "--game", fresh).out
    assert "as of the beginning of the Soviet Movement Phase of Game-Turn 1" in unit
    assert run("resolve", "--game", fresh).code == 4
    assert run("show", "supply", "--game", fresh).out == rest
    after = run("show", "unit", "hq-6a", "--game", fresh).out
    assert [line for line in unit.splitlines() if "as of" not in line] == after.splitlines()


def test_findings_on_wishes_name_the_hex_and_come_once(fresh: Path) -> None:
    wishes = "advance: {84tb: [0515, 0616], 10tb: [0715]}, retreat: {175rd: [0101]}"
    text = mail.HEAD + f"orders:\n  combat:\n    - {{attack: 0515, with: [175rd, 84tb], {wishes}}}\n"
    ran = run("check", "-", "--game", fresh, "--format", "json", stdin=text)
    found = [(f["code"], f["unit"], f["hex"], f["message"]) for f in json.loads(ran.out)["files"][0]["findings"]]
    assert found == [
        ("not-an-advance", "84tb", "0616", "84tb cannot advance 0515-0616: 0616 is not adjacent to 0515"),
        ("not-in-attack", "10tb", "", "advance: 10tb takes no part in this attack"),
        ("gap", "175rd", "0101", "175rd cannot retreat 0514-0101: 0101 is not adjacent to 0514"),
    ]


def test_who_moved_in_an_earlier_part_is_not_said_to_have_begun_in_no_zone(fresh: Path) -> None:
    submit(fresh, mail.HEAD + "orders:\n  movement:\n    - {move: 13grd, path: [0715, 0814]}\n    - more\n")
    assert run("resolve", "--game", fresh).code == 4
    text = mail.HEAD + "orders:\n  movement:\n    - {move: 13grd, path: [0813]}\n"
    told = run("check", "-", "--game", fresh, stdin=text).out
    assert "began the phase in no enemy zone" not in told
    assert "breakout mobility leads out of the hex where a unit begins the phase: 13grd has moved already" in told
