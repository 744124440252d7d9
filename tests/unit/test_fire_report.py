"""A turn with a Fire Phase as a story: initiative, rally, each shot with its column, dice, saves and losses."""

from __future__ import annotations

import re
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
        "- The German Player has the initiative: German 6 to Soviet 2 (2.1).",
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


def goes(unit: str, *path: str) -> Entry:
    return event("moved", unit, ("5.0",), path=list(path), how="move", cost=2 * (len(path) - 1))


def decides(unit: str, hex_: str, text: str = "nobody fires", by: str = "standing") -> Entry:
    value = "hold" if text == "nobody fires" else "su-gun45-1 at afv"
    values = {"kind": "opportunity_fire", "side": "soviet", "value": value, "text": text, "by": by}
    return event("chosen", f"x/{hex_}", ("4.3",), **values, hex=hex_, units=[unit])


def fires(hex_: str, *after: Entry) -> list[Entry]:
    attackers, defenders = [{"unit": "su-gun45-1", "hex": "F4"}], [{"unit": "de-pz4-1", "hex": hex_}]
    declared = {"order": "", "how": "fire", "attackers": attackers, "targets": [hex_], "defenders": defenders}
    result = event("result", hex_, ("4.0",), die=4, modified=4, column="2", cell="1 possible hit")
    return [event("attack_declared", hex_, ("4.0",), **declared), result, *after]


ABOARD = [
    event("loaded", "de-inf-1", ("5.1.1",), on="de-sdkfz251-1"),
    event("removed", "de-inf-1", ("5.1.1",), box="aboard/de-sdkfz251-1", quiet=True),
]
MARCH = [
    event("phase_begun", "first/movement", turn=1),
    goes("de-pio-1", "A9", "A8"),
    event("marked", "de-pio-1", ("5.0",), marker="moved"),
    *ABOARD,
    goes("de-sdkfz251-1", "H8", "H7"),
    decides("de-sdkfz251-1", "H7"),
    goes("de-sdkfz251-1", "H7", "H6"),
    decides("de-sdkfz251-1", "H6"),
    event("marked", "de-sdkfz251-1", ("5.0",), marker="moved"),
    goes("de-pz4-1", "C9", "C8"),
    decides("de-pz4-1", "C8", "su-gun45-1 in F4 fires at vehicles, column 2", by="answer"),
    *fires("C8"),
    goes("de-pz4-1", "C8", "C7"),
    decides("de-pz4-1", "C7", by="answer"),
    event("not_done", "de-pz4-1", ("4.4",), what="fire", why="there is no enemy unit to fire at in C4"),
    goes("de-pz4-1", "C7", "C6"),
    event("marked", "de-pz4-1", ("5.0",), marker="moved"),
    goes("de-mg-1", "B9", "B8"),
    event("phase_ended", "first/movement"),
]


def told(entries: list[Entry], side: str | None = None) -> list[str]:
    """The lines of the First Movement Phase, wrapped ones put together, empty ones left out."""
    naming = Naming.of(PlatoonRules(board(UNITS).setting), load_scenario(SCENARIO))
    text = turn_report(entries, naming, 1, side=side, header=HEADER)
    inside = text.partition("### First Movement Phase\n")[2].partition("\n## ")[0]
    return [line for line in re.sub(r"(?<=[^\n])\n(?:  )?(?=[^-#\n])", " ", inside).splitlines() if line]


@pytest.mark.case("platoon", "4.3", "5.1.1")
def test_a_movement_phase_is_told_in_the_order_in_which_things_happened() -> None:
    assert told(MARCH) == [
        "Moves (three units):",
        "- **de-pio-1** A9 to A8, 1 point",
        "- German infantry 1 (de-inf-1) goes aboard German SdKfz 251 1 (de-sdkfz251-1) (5.1.1).",
        "- **de-sdkfz251-1** H8 to H6, 2 points: H8-H7-H6",
        "- **de-pz4-1** C9 to C8, 1 point",
        "- The Soviet Player decides on German Pz-IV 1 (de-pz4-1) in C8, by answer: su-gun45-1 in F4 fires at "
        "vehicles, column 2 (4.3).",
        "#### 1. C8",
        "The Soviet Player fires with Soviet 45 mm gun 1 (su-gun45-1) from F4. In C8 (forest) stands German Pz-IV 1 "
        "(de-pz4-1).",
        "- Final column 2, die 4: **1 possible hit** (4.0).",
        "Moves (two units):",
        "- **de-pz4-1** C8 to C7, 1 point",
        "- German Pz-IV 1 (de-pz4-1) does not fire: there is no enemy unit to fire at in C4 (4.4).",
        "- **de-pz4-1** C7 to C6, 1 point",
        "- **de-mg-1** B9 to B8, 1 point",
        "Nobody fires at de-sdkfz251-1 in H7 and H6 (by standing orders; 4.3).",
        "Nobody fires at de-pz4-1 in C7 (by answer; 4.3).",
    ]


@pytest.mark.case("platoon", "4.3")
def test_silence_is_told_once_in_a_phase_to_those_who_may_know_of_it() -> None:
    entries = [*MARCH[:-1], goes("de-inf-3", "B8", "B7"), decides("de-inf-3", "B7"), decides("de-inf-3", "B7")]
    soviet = [line for line in told(entries, "soviet") if "obody fires" in line]
    assert soviet == [
        "Nobody fires at de-sdkfz251-1 in H7 and H6, nor at de-inf-3 in B7 (by standing orders; 4.3).",
        "Nobody fires at de-pz4-1 in C7 (by answer; 4.3).",
    ]
    assert [line for line in told(entries, "german") if "obody fires" in line] == soviet[1:]


@pytest.mark.case("platoon", "4.3", "5.1.2")
def test_what_a_stack_does_after_it_was_fired_at_is_no_part_of_the_fire() -> None:
    off = event("unloaded", "de-inf-1", ("5.1.2",), **{"from": "de-sdkfz251-1"}, hex="C7")
    lines = told([*MARCH[:14], off, decides("de-inf-1", "C7"), *MARCH[-1:]])
    assert lines[-3:] == [
        "- Final column 2, die 4: **1 possible hit** (4.0).",
        "- German infantry 1 (de-inf-1) gets off German SdKfz 251 1 (de-sdkfz251-1) into C7 (5.1.2).",
        "Nobody fires at de-sdkfz251-1 in H7 and H6, nor at de-inf-1 in C7 (by standing orders; 4.3).",
    ]
