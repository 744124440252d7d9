"""What can be looked at: scenarios, map, units, hexes, supply, zones, log, reports, rules, schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from adjudicator.files.schemas import load_schema
from tests.acceptance.command import run


def test_scenarios_are_listed() -> None:
    ran = run("scenarios")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == ["kharkov/campaign", "platoon/take-the-high-ground"]
    listed = json.loads(run("scenarios", "--format", "json").out)["scenarios"]
    assert listed[0] == {"scenario": "kharkov/campaign", "title": "Kharkov: the campaign, 12-21 May 1942"}


def test_a_game_of_the_second_ruleset_runs_through_turns_without_orders(tmp_path: Path) -> None:
    game = tmp_path / "game"
    assert run("new", "platoon/take-the-high-ground", game, "--seed", "x", "--undecided", "default").code == 0
    ran = run("resolve", "--game", game, "--pass", "german", "--pass", "soviet")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "The game is over.")
    assert run("verify", "--game", game).code == 0


def test_the_cases_of_every_ruleset_are_listed() -> None:
    for ruleset, count in (("kharkov", 239), ("platoon", 53)):
        listed = json.loads(run("rules", ruleset, "--format", "json").out)
        assert list(Draft202012Validator(load_schema("rules")).iter_errors(listed)) == []
        assert (listed["ruleset"], len(listed["cases"])) == (ruleset, count)


def test_the_map_is_a_picture(played: Path) -> None:
    for arguments in (("--game", played), ("--state", played / "state.yaml"), ("--scenario", "kharkov/campaign")):
        ran = run("show", "map", *arguments)
        assert ran.code == 0, ran.err
        assert ElementTree.fromstring(ran.out).tag.endswith("svg")
        assert ("44id" in ran.out) == ("--scenario" not in arguments)
    assert json.loads(run("show", "map", "--format", "json", "--game", played).out)["terrain"]["0515"] == "clear"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (("unit", "44id"), "44th Infantry Division"),
        (("hex", "0515"), "Ternovaya"),
        (("units",), "Axis: "),
        (("units", "--side", "axis"), "units on the map"),
        (("supply",), "out of supply"),
        (("supply", "--side", "axis"), "44id"),
        (("zoc",), "Soviet ("),
        (("log",), "phase_begun soviet/movement"),
    ],
)
def test_a_part_of_the_position_as_text_and_as_json(played: Path, what: tuple[str, ...], words: str) -> None:
    ran = run("show", *what, "--game", played)
    assert ran.code == 0, ran.err
    assert words in ran.out
    as_json = run("show", *what, "--format", "json", "--game", played)
    assert as_json.code == 0
    assert [json.loads(line) for line in as_json.out.splitlines()] if what == ("log",) else json.loads(as_json.out)


@pytest.mark.parametrize(
    "what",
    [("unit",), ("unit", "999id"), ("hex", "9999"), ("units", "44id"), ("weather",), ("zoc", "--side", "german")],
)
def test_what_is_not_there_is_a_usage_error(played: Path, what: tuple[str, ...]) -> None:
    ran = run("show", *what, "--game", played)
    assert (ran.code, ran.out) == (2, "")


def test_what_is_nearly_there_is_suggested(played: Path) -> None:
    for what, words in (
        (("unit", "23pz"), "there is no unit '23pz'; did you mean 23pz-201, 23pz-126 or 23pz-128?"),
        (("unit", "44if"), "there is no unit '44if'; did you mean 44id?"),
        (("hex", "815"), "there is no hex '815' on the map; did you mean 0815?"),
    ):
        assert words in run("show", *what, "--game", played).err


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "zoc", "--format", "svg"),
        ("report", "--format", "html"),
    ],
)
def test_forms_that_are_not_there_yet(played: Path, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments, "--game", played)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("is not there yet\n")


def test_the_report_in_its_forms(played: Path) -> None:
    markdown = run("report", "--turn", 1, "--format", "md", "--game", played)
    assert markdown.out == (played / "reports" / "t01.md").read_text(encoding="utf-8")
    side = run("report", "--turn", 1, "--side", "axis", "--format", "md", "--game", played)
    assert side.out == (played / "reports" / "t01-axis.md").read_text(encoding="utf-8")
    text = run("report", "--turn", 1, "--game", played)
    assert "TERNOVAYA" in text.out.upper()
    assert "**" not in text.out
    data = json.loads(run("report", "--turn", 1, "--format", "json", "--game", played).out)
    Draft202012Validator(json.loads(run("schema", "report").out)).validate(data)
    assert len(data["combats"]) == 2
    assert all(ran.code == 0 for ran in (markdown, side, text))
    assert max(map(len, markdown.out.splitlines())) <= 100
    for wrong in (("--turn", 9), ("--turn", 0), ("--side", "german"), ("--format", "pdf")):
        assert run("report", *wrong, "--game", played).code == 2


def test_the_report_of_a_side_keeps_the_other_sides_wishes(played: Path) -> None:
    soviet = run("report", "--turn", 1, "--side", "soviet", "--format", "json", "--game", played).out
    assert '"standing"' not in {entry["type"] for phase in json.loads(soviet)["phases"] for entry in phase["events"]}


def test_rules_say_what_a_case_says_where_it_lives_and_who_tests_it() -> None:
    ran = run("rules", "kharkov", "9.64")
    assert ran.code == 0
    assert ran.out.startswith("kharkov 9.64: ")
    assert "Ruling 9.64-vacant-path" in ran.out
    assert run("rules", "kharkov", "99.9").code == 2
    assert run("rules", "chess").code == 2
    assert run("rules").code == 2


def test_rules_as_json_fit_their_schema() -> None:
    data = json.loads(run("rules", "kharkov", "--format", "json").out)
    Draft202012Validator(json.loads(run("schema", "rules").out)).validate(data)
    assert len(data["cases"]) == 239
    assert {"case", "title", "status", "where", "tests", "rulings"} == data["cases"][0].keys()


def test_rules_as_text_list_cases_and_options() -> None:
    lines = run("rules", "kharkov").out.splitlines()
    assert sum(bool(re.match(r"\d+\.\d+ +\S", line)) for line in lines) == 239
    assert "  hq37: printed, corrected; set-up hex of 37th Army HQ (5.3)" in lines


@pytest.mark.parametrize(
    "name", ["orders", "standing", "answers", "deployment", "state", "log", "map", "check", "rules"]
)
def test_schemas_are_printed(name: str) -> None:
    ran = run("schema", name)
    assert ran.code == 0
    Draft202012Validator.check_schema(json.loads(ran.out))


def test_a_schema_with_the_names_of_a_scenario_completes_and_accepts() -> None:
    schema = json.loads(run("schema", "orders", "--scenario", "kharkov/campaign").out)
    validator = Draft202012Validator(schema)
    assert "44id" in schema["$defs"]["unit"]["anyOf"][0]["enum"]
    assert "0515" in schema["$defs"]["hex"]["anyOf"][0]["enum"]
    good = {"move": ["44id"], "path": [1812, "0515", {"overrun": "1813"}]}
    head = {"game": "g", "kind": "orders", "turn": 1, "side": "axis", "position": "any"}
    orders = {**head, "orders": {"movement": [good]}}
    assert list(validator.iter_errors(orders)) == []
    for bad in ({"move": "45id", "path": ["1812"]}, {"move": "44id", "to": "9999"}):
        assert list(validator.iter_errors({**orders, "orders": {"movement": [bad]}}))
    assert list(validator.iter_errors({**orders, "orders": {"movment": []}})) == []
    assert run("schema", "nothing").code == 2
    assert run("schema", "map", "--scenario", "kharkov/campaign").code == 2
    assert run("schema", "orders", "--scenario", "chess").code == 2
