"""``show los`` and the forms of ``show map`` by the command."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.acceptance.command import Ran, run, run_process

HILL = ("--scenario", "platoon/take-the-high-ground")


def see(*arguments: str) -> Ran:
    """Run ``show los`` on the map of the scenario."""
    return run("show", "los", *arguments, *HILL)


def test_a_line_of_sight_as_text() -> None:
    ran = see("E10", "D7")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("E10 does not see D7: rolling ground in E9 and D8, two hexes running, hides\n")
    assert max(map(len, ran.out.splitlines())) <= 78


def test_a_line_of_sight_as_json() -> None:
    ran = see("C12", "E5", "--format", "json")
    data = json.loads(ran.out)
    assert ran.code == 0
    assert (data["from"], data["to"], data["clear"], data["distance"]) == ("C12", "E5", False, 8)
    assert (data["blocking"], data["cases"]) == (["C10"], ["6.0"])
    assert data["way"][1] == [{"hex": "D10", "ground": "open"}]
    assert (data["entry"], data["entry_cases"]) == ("over its S hexside", ["4.5"])
    assert (data["back"]["from"], data["back"]["clear"], data["back"]["why"]) == ("E5", True, "nothing blocks")


def test_a_field_of_view_as_text_and_as_json() -> None:
    ran = see("E5")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("E5 (open, level 1) sees 60 of 131 other hexes (6.0, 4.0).\n")
    data = json.loads(see("E5", "--format", "json").out)
    assert (len(data["seen"]), len(data["hidden"])) == (60, 71)
    assert data["seen"][0].keys() == {"hex", "distance", "sees_back"}
    assert data["hidden"][0].keys() == {"hex", "distance", "sees_back", "obstacle", "why", "cases"}


@pytest.mark.parametrize("hexes", [("E5",), ("E5", "C12"), ("E5", "G5")])
def test_pictures_are_well_formed_and_the_same_every_time(hexes: tuple[str, ...]) -> None:
    ran = see(*hexes, "--format", "svg")
    assert (ran.code, ran.err) == (0, "")
    assert ElementTree.fromstring(ran.out).tag.endswith("svg")
    assert run_process("show", "los", *hexes, "--format", "svg", *HILL, env={"PYTHONHASHSEED": "7"}).out == ran.out


@pytest.mark.parametrize(
    ("hexes", "words"),
    [
        ((), "show los needs one hex or two"),
        (("E5", "C12", "A1"), "show los needs one hex or two"),
        (("Z9",), "there is no hex 'Z9' on the map\n"),
        (("E5", "E13"), "there is no hex 'E13' on the map\n"),
        (("e5", "C12"), "there is no hex 'e5' on the map; did you mean E5?"),
        (("", "C12"), "there is no hex '' on the map\n"),
        (("E5", "E5"), "E5 is given twice; its field of view: adjudicator show los E5"),
        (("E5", "C12", "--format", "pdf"), "'pdf' is not one of"),
    ],
)
def test_what_cannot_be_seen_is_a_usage_error(hexes: tuple[str, ...], words: str) -> None:
    ran = see(*hexes)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_scenario_that_is_not_there() -> None:
    ran = run("show", "los", "E5", "--scenario", "platoon/nowhere")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("adjudicator: there is no scenario 'platoon/nowhere'; there is ")


def test_rules_without_sight_say_so_in_a_sentence(played: Path) -> None:
    sentence = "adjudicator: the rules of kharkov have no line of sight\n"
    for source in (("--scenario", "kharkov/campaign"), ("--game", played), ("--state", played / "state.yaml")):
        for form in ("text", "json", "svg"):
            ran = run("show", "los", "0515", "--format", form, *source)
            assert (ran.code, ran.out, ran.err) == (2, "", sentence)


def test_only_maps_are_shown_without_a_game(tmp_path: Path) -> None:
    ran = run("show", "units", *HILL)
    assert (ran.code, ran.out) == (2, "")
    assert "show units needs a game; --scenario goes with map and los" in ran.err
    ran = run("show", "los", "E5", "--game", tmp_path)
    assert (ran.code, ran.out) == (2, "")


def test_the_map_as_picture_characters_and_json(played: Path) -> None:
    picture = run("show", "map", *HILL)
    assert "Hill, level 2" in picture.out
    assert ElementTree.fromstring(picture.out).tag.endswith("svg")
    characters = run("show", "map", "--format", "text", *HILL)
    assert (characters.code, characters.out.splitlines()[0]) == (0, "    A B C D E F G H I J K")
    assert json.loads(run("show", "map", "--format", "json", *HILL).out)["levels"]["E4"] == 2
    staggered = run("show", "map", "--format", "text", *HILL, "--option", "stagger=b_up")
    assert staggered.out.splitlines()[1].startswith("1     .")
    in_play = run("show", "map", "--format", "text", "--game", played)
    assert in_play.code == 0
    assert "A2 two Axis units; S2 two Soviet units" in in_play.out


def test_a_game_is_looked_at_by_its_own_switches(tmp_path: Path) -> None:
    game = tmp_path / "hill"
    switch = ("--option", "los_crest_scope=not_below_attacker")
    assert run("new", HILL[1], game, "--seed", "x", *switch).code == 0
    assert see("E4", "E7").out.startswith("E4 does not see E7: ")
    for source in (("--game", game), ("--state", game / "state.yaml")):
        assert run("show", "los", "E4", "E7", *source).out.startswith("E4 sees E7: nothing blocks (6.0).\n")
        assert "su-atr-1" in run("show", "los", "E4", "--format", "svg", *source).out
    assert see("E4", "E7", *switch).out.startswith("E4 sees E7: nothing blocks (6.0).\n")
    refused = run("show", "los", "E4", "E7", "--game", game, *switch)
    assert (refused.code, refused.out) == (2, "")
    assert "--option goes with --scenario; a game has options of its own" in refused.err
    assert "los_crest_scope" in see("E4", "E7", "--option", "los_crest_scope=some").err
