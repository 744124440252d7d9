"""A turn with a Fire Phase as a story: initiative, rally, each shot with its column, dice, saves and losses."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from adjudicator.engine.referee import Referee
from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.schemas import load_schema
from adjudicator.reports.json_report import report_data
from adjudicator.reports.markdown import Header, turn_report
from adjudicator.reports.naming import Naming
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import SCENARIO, board
from tests.toy.play import Desk
from tests.unit.test_reports import HEADER, Entry, event, flat

UNITS = {
    "de-pz4-1": "C3",
    "de-pz3-1": "C3",
    "de-sdkfz251-1": "H8 reduced disrupted",
    "de-inf-1": "on de-sdkfz251-1 disrupted",
    "su-t34-1": "C7",
    "su-t34-2": "H4",
}
GERMAN = [{"fire": "C7", "with": ["de-pz4-1", "de-pz3-1"]}]
SOVIET = [{"fire": "C3", "with": ["su-t34-1"]}, {"fire": "H8", "with": ["su-t34-2"]}]
# Initiative Soviet 2, German 6; the half-track does not rally (6); die 2, saves 9 and 1; die 4, save 7, passenger 3.
DICE = [2, 6, 6, 4, 9, 1, 4, 7, 0, 3]


@pytest.fixture(scope="module")
def played() -> Referee:
    position = board(UNITS, ground="forest C7", turn=1)
    game = replace(position.game, phase="", done="turn/aid")
    desk = Desk({("german", "fire", 1): GERMAN, ("soviet", "fire", 1): SOVIET})
    dice = iter(DICE)
    referee = Referee(PlatoonRules(position.setting), game, desk, lambda *_: next(dice) + 1, take_defaults=True)
    referee.run("turn/order")
    assert list(dice) == []
    return referee


def report(referee: Referee, side: str | None = None) -> str:
    naming = Naming.of(referee.rules, load_scenario(SCENARIO))
    return turn_report(referee.entries, naming, 2, side=side, header=Header("story", lines=len(referee.entries)))


def test_the_story_of_the_turn(played: Referee) -> None:
    text = report(played)
    for part in (
        "## Phases of the Game-Turn",
        "- The German Player has the initiative: Soviet 2 to German 6 (2.1).",
        "This phase is left out: drawing cards is not built yet (2.2).",
        "- German SdKfz 251 1 (de-sdkfz251-1) does not rally: die 6, morale 5 (2.3).",
        "The German Player fires by order `german fire 1` with German Pz-IV 1\n(de-pz4-1) and German Pz-III 1",
        "- Armor Piercing Firepower 9 less armor 5 of su-t34-1: column 4, four hexes\n  away, normal range",
        "- Two columns right, de-pz3-1 assists (4.6): 4 becomes 8.",
        "- One column left, forest (4.0): 8 becomes 6.",
        "- Final column 6, die 4 [4]: **1 possible hit** (4.0).",
        "- The Soviet Player rolls 9 [5] against morale 3: one hit left (4.0).",
        "- su-t34-1 is disrupted (4.1).",
        "- su-t34-1 is not an eligible unit: it is marked Disrupted (1.5, 4.0).",
        "- de-sdkfz251-1 is lost with its last step (4.1).",
        "- The Soviet Player passes.",
    ):
        assert part in text, part
    assert "no longer flanked" not in text
    assert "Victory Points" not in text
    assert all(len(line) <= 78 or line.startswith("[") for line in text.splitlines())


def test_what_a_side_does_not_read(played: Referee) -> None:
    assert "Void: `soviet fire 1`" in report(played, "soviet")
    assert "soviet fire 1" not in report(played, "german")


def test_the_report_as_data(played: Referee) -> None:
    naming = Naming.of(played.rules, load_scenario(SCENARIO))
    data = report_data(played.entries, naming, 2, header=Header("story"))
    assert list(Draft202012Validator(load_schema("report")).iter_errors(data)) == []
    first = data["combats"][0]
    assert (first["targets"], first["result"]["column"], len(first["dice"])) == (["C7"], "6", 2)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (
            event("initiative_tied", "", ("2.1",), rolls={"soviet": 0, "german": 0}),
            "The Soviet Player and the German Player both roll 0 for the initiative and roll again (2.1)",
        ),
        (
            event("not_done", "de-pz4-1", ("4.4",), what="fire", why="there is no enemy unit to fire at in C4"),
            "does not fire: there is no enemy unit to fire at in C4 (4.4)",
        ),
        (
            event("not_done", "de-pz4-1", ("1.3",), what="move", why="the hex is full"),
            "cannot carry out the rest: the hex is full (1.3)",
        ),
        (
            event(
                "chosen",
                "x",
                ("4.3",),
                kind="opportunity_fire",
                side="soviet",
                value="hold",
                text="nobody fires",
                by="standing",
                hex="C4",
                units=["de-pz4-1"],
            ),
            "in C4, by standing orders: nobody fires (4.3)",
        ),
        (
            event("moved", "de-pz4-1", ("5.0", "5.2"), path=["C4", "C5"], how="move", cost=2, minimum="5.2"),
            "C4 to C5, 1 point, its minimum move (5.2)",
        ),
    ],
)
def test_what_is_told_on_the_way(entry: Entry, sentence: str) -> None:
    begun = event("phase_begun", "first/movement", turn=1)
    position = board(UNITS)
    naming = Naming.of(PlatoonRules(position.setting), load_scenario(SCENARIO))
    assert sentence in flat(turn_report([begun, entry], naming, 1, header=HEADER))
