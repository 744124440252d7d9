"""Set-up by the players: deployment files from ``new`` to the first report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.yaml_reader import parse_yaml, read_yaml
from tests.acceptance import mail
from tests.acceptance.command import Ran, run
from tests.acceptance.conftest import begin, submit

OWN: Mapping[str, Mapping[str, list[str]]] = load_scenario("kharkov/campaign").data["deployment"]
BROKEN = "broken: {79id: [rg-01, rg-02, rg-03], 97le: [rg-04, rg-05, rg-06]}\n"
"""A division of three strong regiments, and one of two strong and a weak one."""


def deployment(side: str, *, broken: str = "", turn: str = "", **places: str) -> str:
    """The scenario's own set-up of a side as a file; ``places`` put units elsewhere (``-``: nowhere), several in one
    word: ``h0214="rg-01 rg-02"`` puts them in a hex besides."""
    moved = {unit for units in places.values() for unit in units.split()}
    hexes = {number: [unit for unit in units if unit not in moved] for number, units in OWN[side].items()}
    for place, units in places.items():
        if place != "nowhere":
            hexes.setdefault(place.removeprefix("h").replace("_", "/"), []).extend(units.split())
    body = "".join(f"  {number}: [{', '.join(units)}]\n" for number, units in hexes.items() if units)
    return f"game: demo\nkind: deployment\nside: {side}\n{turn}position: any\ndeployment:\n{body}{broken}"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose players set up."""
    return begin(tmp_path, "--option", "setup=players")


def units_of(game: Path) -> str:
    """The part of the state file that tells the position."""
    text = (game / "state.yaml").read_text(encoding="utf-8")
    return text[text.index("units:") :]


def units_by_id(game: Path) -> dict[str, dict[str, Any]]:
    """Per side the units of the state file."""
    found: dict[str, dict[str, Any]] = read_yaml(game / "state.yaml", max_bytes=1_000_000).data["units"]
    return found


def check(game: Path, text: str) -> Ran:
    return run("check", "-", "--game", game, stdin=text)


def test_the_scenarios_own_set_up_by_files_is_its_opening_position(game: Path, tmp_path: Path) -> None:
    placed = sum(len(units) for side in ("axis", "soviet") for units in OWN[side].values())
    assert units_of(game).count("box: set-up") == placed
    submit(game, deployment("axis"))
    submit(game, deployment("soviet", turn="turn: 1\n"))
    assert run("resolve", "--game", game, "--until", "soviet/reserves").code == 0
    assert units_of(game) == units_of(begin(tmp_path, name="own"))
    assert run("verify", "--game", game).code == 0
    header = json.loads((game / "log.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["options"] == {"setup": "players"}


@pytest.mark.case("kharkov", "5.0")
def test_the_axis_owes_its_deployment_first_and_then_the_soviet_side(game: Path) -> None:
    ran = run("status", "--game", game)
    assert ran.code == 4
    assert "Game-Turn 1 of 10, 12 May 1942, Axis Set-up" in ran.out
    assert "owed by axis: its deployment (no deployment received)" in ran.out
    ran = run("resolve", "--game", game)
    assert (ran.code, "The Axis Player owes a deployment" in ran.out) == (4, True)
    submit(game, deployment("axis"))
    ran = run("resolve", "--game", game)
    assert (ran.code, "The Soviet Player owes a deployment" in ran.out) == (4, True)
    [owed] = json.loads(run("status", "--game", game, "--format", "json").out)["owed"]
    assert (owed["side"], owed["what"], owed["why"]) == ("soviet", "deployment", "no deployment received")
    submit(game, deployment("soviet"))
    ran = run("resolve", "--game", game)
    assert (ran.code, "The Soviet Player owes orders for the Soviet Movement Phase" in ran.out) == (4, True)


def test_a_soviet_file_before_the_axis_one_is_kept_and_judged_when_its_time_comes(game: Path) -> None:
    # 0414 is within five hexes of 0409, and on the Axis side of the front.
    text = deployment("soviet", h0414="hq-28a")
    ran = run("submit", "-", "--game", game, stdin=text)
    assert (ran.code, "filed as orders/t01-soviet-deployment-001.yaml" in ran.out) == (0, True)
    assert "checked again when its phase opens" in ran.out
    regiments = {"h0214": "rg-01 rg-02", "h0414": "rg-03"}
    submit(game, deployment("axis", nowhere="79id", broken="broken: {79id: [rg-01, rg-02, rg-03]}\n", **regiments))
    ran = run("resolve", "--game", game)
    assert ran.code == 1
    assert "t01-soviet-deployment-001.yaml" in ran.out
    assert "hq-28a may not begin in 0414: an Enemy unit is there" in ran.out
    assert "owed by soviet: corrected orders for deployment" in run("status", "--game", game).out
    assert check(game, text).code == 1
    submit(game, deployment("soviet"))
    assert run("resolve", "--game", game).code == 4


@pytest.mark.case("kharkov", "5.13")
def test_another_legal_set_up_with_regiments_and_other_reserves(game: Path) -> None:
    regiments = {"h0214": "rg-01 rg-02", "h0819": "rg-03", "h2803": "rg-04 rg-06", "h2903": "rg-05"}
    axis = deployment("axis", broken=BROKEN, nowhere="79id 97le", **regiments)
    soviet = deployment("soviet", nowhere="36tb", h1808="10tb", h0614="36tb", reserve_28a="76rd", h0113="162rd")
    submit(game, axis)
    submit(game, soviet.replace("  0411", "  0412", 1))
    assert run("resolve", "--game", game).code == 4
    units = units_by_id(game)
    assert units["axis"]["79id"] == {"box": "broken", "steps": "4"}
    assert units["axis"]["rg-03"] == {"hex": "0819", "steps": "1", "face": "2-2"}
    assert units["axis"]["rg-06"] == {"hex": "2803", "steps": "1", "face": "1-1", "markers": ["began_south"]}
    assert units["axis"]["rg-07"] == {"box": "regiments", "steps": "1"}
    assert (units["soviet"]["76rd"], units["soviet"]["162rd"]["hex"]) == ({"box": "reserve/28a", "steps": "1"}, "0113")
    assert run("verify", "--game", game).code == 0
    report = " ".join((game / "reports" / "t01.md").read_text(encoding="utf-8").split())
    assert report.count("## Set-up") == 1
    assert "0214 rg-01 and rg-02; 0515 294id" in report
    assert "79id broken down into rg-01, rg-02 and rg-03" in report
    assert "reserve/28a 15grd, 76rd," in report
    # A state in which a division is broken down can be read.
    ran = run("check", "-", "--state", game / "state.yaml", stdin=deployment("soviet"))
    assert (ran.code, "the deployment has taken place" in ran.out) == (1, True)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("turn: 1", "turn: 2", "phase axis/deployment takes place before turn 1: on turn 2 another was the last"),
        ("done: axis/deployment", "done: soviet/movement", ""),
        ('phase: ""', "phase: soviet/reserves", "so 'done' must be 'soviet/deployment', not 'axis/deployment'"),
        ('phase: ""', "phase: axis/deployment", "nothing can be done yet"),
        ('phase: ""', "phase: soviet/deployment", ""),
    ],
)
def test_a_state_within_the_set_up_has_its_place_in_the_sequence(
    game: Path, before: str, after: str, words: str
) -> None:
    submit(game, deployment("axis"))
    assert run("resolve", "--game", game, "--until", "soviet/deployment").code == 0
    text = (game / "state.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    (game / "home.yaml").write_text(text.replace(before, after), encoding="utf-8")
    ran = run("check", "-", "--state", game / "home.yaml", stdin=deployment("soviet"))
    assert words in ran.both
    assert ran.code == (2 if words else 1 if "soviet/movement" in after else 0), ran.both


AXIS_MISTAKES = [
    ({"nowhere": "44id"}, "", "44id is not deployed: its place is the front line between points 2 and 3", "5.2"),
    ({"h1418": "44id"}, "", "44id may not begin in 1418: its place is the front line between points 2 and 3", "5.2"),
    ({"h1113": "44id"}, "", "1113 holds 4 combat units", "8.1"),
    ({"h0113": "79id"}, "", "79id may not begin in 0113", "5.2"),
    ({"h9999": "44id"}, "", "there is no hex 9999", "3.1"),
    ({"h913": "71id"}, "", "there is no hex 913; did you mean 0913?", "3.1"),
    ({"h1813": "76rd"}, "", "76rd is a unit of the Soviet Player", "5.2"),
    ({"h1813": "44if"}, "", "there is no unit '44if'; did you mean 44id?", "3.2"),
    ({"h1813": "75id"}, "", "75id may not begin in 1813: it arrives on Game-Turn 5", "5.2"),
    ({"h0819": "79id", "h0818": "294id"}, "", "at most 1 may", "5.2"),
    ({"h2823": "hq-rum6"}, "", "hq-rum6 may not begin in 2823: its place is hex 2822", "5.2"),
    ({"h0214": "rg-01"}, "", "no division is broken down into it", "5.13"),
    ({"h0414": "rg-01"}, BROKEN, "79id is put in 0214, and is broken down", "5.13"),
    ({"nowhere": "79id 97le", "h0214": "rg-01"}, BROKEN, "rg-02 is not deployed: a regiment of 79id", "5.13"),
    ({"nowhere": "2rum"}, "broken: {2rum: [rg-01]}\n", "2rum may not be broken down: no line of 15.11", "5.13"),
    ({"nowhere": "79id"}, "broken: {79id: [rg-01]}\n", "79id is broken down into 3 regiments (2-2, 2-2, 2-2)", "5.13"),
    ({"nowhere": "79id"}, "broken: {79id: [rg-01, 9id, rg-02]}\n", "9id: that is no regiment counter", "15.1"),
    (
        {"nowhere": "79id 294id", "h0214": "rg-01 rg-02", "h0515": "rg-03"},
        "broken: {79id: [rg-01, rg-02, rg-03], 294id: [rg-03, rg-04, rg-05]}\n",
        "rg-03 is a regiment of 79id already",
        "15.15",
    ),
]


@pytest.mark.parametrize(("places", "broken", "words", "case"), AXIS_MISTAKES)
def test_a_wrong_axis_set_up_is_refused(
    game: Path, places: Mapping[str, str], broken: str, words: str, case: str
) -> None:
    told = _findings(game, deployment("axis", broken=broken, **places))
    [finding] = [finding for finding in told if words in finding["message"]]
    assert (finding["kind"], finding["cases"][0]) == ("illegal", case)
    assert finding["line"] >= 5


SOVIET_MISTAKES: list[tuple[dict[str, str], str, str]] = [
    ({"nowhere": "76rd"}, "76rd is not deployed: it is put in no hex and no reserve", "5.3"),
    ({"nowhere": "76rd"}, "the front line between points B and C: 3 of 4 rifle units", "5.3"),
    ({"h1808": "10tb"}, "may not begin in 1808: too many tank units there", "5.3"),
    ({"h0403": "hq-28a"}, "hq-28a may not begin in 0403: its place is within 5 hexes of 0409", "5.3"),
    ({"reserve_28": "76rd"}, "there is no reserve reserve/28; did you mean reserve/28a?", "3.1"),
    ({"h0113": "6gtb"}, "6gtb may not begin in 0113: it arrives on Game-Turn 1", "5.3"),
]


@pytest.mark.parametrize(("places", "words", "case"), SOVIET_MISTAKES)
def test_a_wrong_soviet_set_up_is_refused_at_once(game: Path, places: dict[str, str], words: str, case: str) -> None:
    told = _findings(game, deployment("soviet", **places))
    found = [finding for finding in told if words in finding["message"]]
    assert case in [finding["cases"][0] for finding in found]


def test_a_unit_that_is_named_twice_and_the_place_of_what_is_found(game: Path) -> None:
    text = deployment("axis").replace("[294id]", "[294id, 71id]")
    [finding] = [finding for finding in _findings(game, text) if finding["code"] == "deployed-twice"]
    assert finding["message"] == "71id is put in 0913, and in 0515 already"
    lines = text.splitlines()
    assert lines[finding["line"] - 1] == "  0913: [71id]"
    assert lines[finding["line"] - 1][finding["column"] - 1 :] == "71id]"


def test_who_is_not_named_begins_where_the_scenario_puts_him(game: Path) -> None:
    submit(game, deployment("soviet", nowhere="36tb 38tb hq-38a res-28a res-6a"))
    told = _findings(game, deployment("soviet", nowhere="36tb", h1808="10tb"))
    [finding] = [finding for finding in told if finding["unit"] == "36tb"]
    assert finding["notes"][-1] == "36tb is not named: it begins where the scenario puts it, in 1808"


def test_a_game_with_the_scenarios_set_up_takes_no_deployment(tmp_path: Path) -> None:
    ran = check(begin(tmp_path), deployment("axis"))
    assert (ran.code, "this game begins with the set-up of its scenario" in ran.out) == (1, True)


def test_a_deployment_cannot_be_changed_when_the_units_stand(game: Path) -> None:
    submit(game, deployment("axis"))
    assert run("resolve", "--game", game).code == 4
    ran = check(game, deployment("axis", h1814="44id"))
    assert (ran.code, "the deployment has taken place" in ran.out) == (1, True)
    ran = check(game, deployment("axis"))
    assert (ran.code, "is carried out already as written here" in ran.out) == (0, True)
    ran = check(game, deployment("soviet", turn="turn: 2\n"))
    assert (ran.code, "a deployment is for turn 2, the game is at turn 1" in ran.out) == (1, True)


def test_a_side_that_is_passed_has_the_set_up_of_the_scenario(game: Path, tmp_path: Path) -> None:
    ran = run("resolve", "--game", game, "--pass", "axis", "--until", "soviet/deployment")
    assert ran.code == 0, ran.both
    ran = run("resolve", "--game", game, "--pass", "soviet", "--until", "soviet/reserves")
    assert ran.code == 0, ran.both
    assert units_of(game) == units_of(begin(tmp_path, name="own"))
    assert "set up as the scenario puts them" in (game / "reports" / "t01.md").read_text(encoding="utf-8")


def test_an_illegal_deployment_can_be_forfeit(tmp_path: Path) -> None:
    game = begin(tmp_path, "--option", "setup=players", "--illegal", "forfeit")
    assert run("submit", "-", "--game", game, stdin=deployment("axis", h9999="44id")).code == 1
    submit(game, deployment("soviet"))
    assert run("resolve", "--game", game, "--until", "soviet/reserves").code == 0
    assert units_of(game) == units_of(begin(tmp_path, name="own"))
    report = (game / "reports" / "t01.md").read_text(encoding="utf-8")
    assert "- Refused: `axis deployment 1`" in report
    assert "  - There is no hex 9999" in report
    assert run("verify", "--game", game).code == 0


def test_bare_files_set_up_too(game: Path, tmp_path: Path) -> None:
    for side in OWN.keys() & {"axis", "soviet"}:
        (tmp_path / f"{side}.yaml").write_text(deployment(side), encoding="utf-8")
    files = ["--orders", tmp_path / "soviet.yaml", "--orders", tmp_path / "axis.yaml", "--seed", "x"]
    out = tmp_path / "out.yaml"
    ran = run("resolve", "--state", game / "state.yaml", *files, "--out", out, "--until", "soviet/reserves")
    assert ran.code == 0, ran.both
    assert out.read_text(encoding="utf-8").partition("units:")[2] == units_of(begin(tmp_path, name="own"))[6:]


def test_the_schema_of_a_deployment_knows_the_names_of_the_scenario() -> None:
    schema = json.loads(run("schema", "deployment", "--scenario", "kharkov/campaign").out)
    validator = Draft202012Validator(schema)
    data = parse_yaml(deployment("axis", broken=BROKEN, reserve_28a="15grd"), "f").data
    assert list(validator.iter_errors(data)) == []
    for bad in ({"0999": ["44id"]}, {"1418": ["44if"]}):
        assert list(validator.iter_errors({**data, "deployment": bad}))


def test_orders_of_the_first_turn_can_be_sent_before_the_set_up(game: Path) -> None:
    submit(game, mail.GOOD)
    submit(game, deployment("axis"))
    submit(game, deployment("soviet"))
    assert run("resolve", "--game", game).code == 4
    events = [json.loads(line) for line in (game / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [entry["subject"] for entry in events if entry.get("kind") == "moved"] == ["36tb"]


def _findings(game: Path, text: str) -> list[dict[str, Any]]:
    ran = run("check", "-", "--game", game, "--format", "json", stdin=text)
    assert ran.code == 1, ran.both
    [checked] = json.loads(ran.out)["files"]
    found: list[dict[str, Any]] = checked["findings"]
    return found
