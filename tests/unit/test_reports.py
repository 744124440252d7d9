"""The turn report in its forms: what it says, to whom, how wide, and always the same."""

import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

from adjudicator.engine.referee import Stop
from adjudicator.engine.sequence import Phase
from adjudicator.files.schemas import validator_of
from adjudicator.reports.json_report import json_report, report_data
from adjudicator.reports.markdown import Header, turn_report
from adjudicator.reports.naming import Naming
from adjudicator.reports.owed import owed_lines
from adjudicator.reports.text import print_report

Entry = dict[str, Any]

NAMING = Naming(
    title="Kharkov: the campaign",
    turns=10,
    units={
        "13grd": "13th Guards Rifle Division",
        "226rd": "226th Rifle Division",
        "10tb": "10th Tank Brigade",
        "294id": "294th Infantry Division",
        "hq-28a": "28th Army Headquarters",
    },
    owners={"13grd": "soviet", "226rd": "soviet", "10tb": "soviet", "294id": "axis", "hq-28a": "soviet"},
    kinds={"13grd": "guards", "226rd": "rifle", "10tb": "tank", "294id": "infantry", "hq-28a": "hq"},
    faces={"294id": ("9", "4", "2", "1"), "13grd": ("6-7", "3-4")},
    places={"0515": "Ternovaya", "0715": "Peremoga"},
    terrain={"0515": "forest"},
    phases={
        "soviet/movement": Phase("soviet/movement", "Soviet Movement Phase"),
        "soviet/combat": Phase("soviet/combat", "Soviet Combat Phase"),
        "axis/movement": Phase("axis/movement", "Axis Movement Phase"),
    },
    sides={"soviet": "Soviet", "axis": "Axis"},
    dates={1: "1942-05-12"},
    air={1: {"soviet": 1, "axis": 0}},
)
HEADER = Header("mail-7", "7c1e90", 41, "hmac-sha256-1", ("The Axis Player owes orders",))


def event(kind: str, subject: str = "", cases: tuple[str, ...] = (), /, **values: Any) -> Entry:
    entry: Entry = {"type": "event", "kind": kind, "subject": subject, "values": values}
    return {**entry, "cases": list(cases)} if cases else entry


def moved(unit: str, how: str, *path: str, **values: Any) -> Entry:
    return event("moved", unit, path=list(path), how=how, **values)


def effect(change: str, what: str, case: str) -> Entry:
    return {"change": change, "what": what, "case": case}


def strength(unit: str, number: str, printed: int, result: str, *effects: Entry) -> Entry:
    return {"unit": unit, "hex": number, "printed": printed, "strength": result, "effects": list(effects)}


CHOSEN_STAND = event(
    "chosen",
    "T01/soviet/combat/retreat_or_lose/0515/1",
    ("9.56",),
    kind="retreat_or_lose",
    side="axis",
    value="lose",
    text="lose 1 step and stay",
    by="standing",
    units=["294id"],
    result="D1/A1",
)
FIGHT: list[Entry] = [
    event(
        "attack_declared",
        "0515",
        order="soviet combat 1",
        targets=["0515"],
        attackers=[{"unit": "13grd", "hex": "0614"}, {"unit": "10tb", "hex": "0514"}],
        defenders=[{"unit": "294id", "hex": "0515"}],
        garrisons={},
    ),
    event("rolled", "T01/soviet/combat/untried/10tb/0515/1/draw/1", sides=35, value=11),
    event("revealed", "10tb", ("12.0",), face="5-4", steps=1, pool="untried/armor"),
    event(
        "strengths",
        "0515",
        of="attack",
        lines=[
            strength("13grd", "0614", 6, "6"),
            strength("10tb", "0514", 5, "5/2", effect("x1/2", "across the Donets", "9.32")),
        ],
        total="17/2",
    ),
    event(
        "strengths",
        "0515",
        of="defence",
        lines=[strength("294id", "0515", 9, "18", effect("x2", "forest", "9.31"))],
        total="18",
    ),
    event("odds", "0515", ("9.0",), attack="17/2", defence="18", ratio="17/2-18", column="1-3"),
    event("shift", "0515", ("9.9",), what="attacker's armor", columns=1, **{"from": "1-3", "to": "1-2"}),
    event("rolled", "T01/soviet/combat/combat/10tb/0515/morale/1", sides=6, value=4),
    event("shift", "0515", ("9.85",), what="Soviet morale", columns=2, **{"from": "1-2", "to": "2-1"}),
    event("rolled", "T01/soviet/combat/combat/10tb/0515/crt/1", sides=6, value=3),
    event("die_modifier", "0515", ("9.33",), what="across a Minor River", change=1),
    event("result", "0515", ("9.4",), die=3, modified=4, column="2-1", cell="D1/A1"),
    CHOSEN_STAND,
    event("steps", "294id", ("9.57",), why="D1/A1", **{"from": 4, "to": 3}),
    moved("13grd", "retreat", "0614", "0613"),
    moved("10tb", "retreat", "0514", "0513"),
    event("marked", "294id", ("9.14",), marker="attacked"),
]
TURN: list[Entry] = [
    event("phase_begun", "soviet/movement", turn=1),
    event("unmarked", "hq-28a", ("10.32",), marker="inactive"),
    event("supply_judged", "soviet", ("11.41",), out=["226rd"]),
    {"type": "orders", "side": "soviet", "section": "movement", "part": 1, "orders": [{"move": "13grd", "to": "0614"}]},
    event("refused", "soviet movement 2", ("6.24",), reasons=["226rd may not leave 0715"], order={"move": "226rd"}),
    moved("13grd", "move", "0714", "0715", "0614", cost=5),
    moved("226rd", "move", "0714", "0715", "0614", cost=5),
    moved("10tb", "rail", "0101", "0102", "0103"),
    event("phase_ended", "soviet/movement"),
    event("phase_begun", "soviet/combat", turn=1),
    *FIGHT,
    event("phase_ended", "soviet/combat"),
    event("phase_begun", "axis/movement", turn=1),
    event("supply_judged", "axis", ("11.41",), out=[]),
    {"type": "pass", "side": "axis", "section": "movement", "part": 1},
    event("void", "axis movement 1", ("6.22",), reasons=["0615 is held by the enemy"], order={"move": "294id"}),
    event("removed", "226rd", ("8.1",), why="overstacked"),
    event("phase_ended", "axis/movement"),
]
NEXT_TURN = [event("phase_begun", "soviet/movement", turn=2), moved("13grd", "move", "0614", "0615", cost=2)]
QUESTION: Entry = {
    "type": "question",
    "question": "T01/soviet/combat/retreat_path/294id/1",
    "kind": "retreat_path",
    "side": "axis",
    "about": "294id retreats from 0515",
    "options": [{"answer": ["0516"], "means": "retreat to 0516"}, {"answer": ["0416"], "means": "retreat to 0416"}],
    "default": ["0516"],
    "cases": ["9.62"],
}


def report(entries: list[Entry] = TURN, side: str | None = None, turn: int = 1) -> str:
    return turn_report(entries, NAMING, turn, side=side, header=HEADER)


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def test_title_names_game_turn_and_day() -> None:
    text = report()
    assert text.startswith("# Kharkov: the campaign\n")
    assert "Game `mail-7`, Game-Turn 1 of 10, 12 May 1942." in text
    assert "Air Points of the Game-Turn: Soviet 1 and Axis 0." in text


def test_movement_phase_tells_supply_activation_moves_and_rail() -> None:
    text = report()
    assert "Out of supply: 226rd. In this phase it moves at half its allowance (11.41)." in text
    assert "- 28th Army Headquarters (hq-28a) turns active (10.32)." in text
    assert "- **13grd** and **226rd** 0714 to 0614, 2½ points: 0714-0715-0614" in text
    assert "By rail (one unit):\n\n- **10tb** 0101 to 0103: 0101-0102-0103" in text
    assert text.index("turns active") < text.index("Moves (two units)") < text.index("By rail")


def test_combat_is_told_from_strengths_to_result() -> None:
    lines = report().splitlines()
    start = lines.index("#### 1. Ternovaya (0515)")
    story = flat("\n".join(lines[start : lines.index("## Axis Player-Turn")]))
    told = [
        "10th Tank Brigade (10tb) from 0514",
        "In 0515 Ternovaya (forest) stands 294th",
        "10tb turns out to be a 5-4 [1] (12.0).",
        "13grd, 0614 6 6",
        "10tb, 0514 5 2½",
        "×½ across the Donets (9.32)",
        "total 8½",
        "×2 forest (9.31)",
        "Odds 8½ to 18: column 1-3 (9.0).",
        "One column right, attacker's armor (9.9): 1-3 becomes 1-2.",
        "Two columns right, Soviet morale, die 4 [2] (9.85): 1-2 becomes 2-1.",
        "Die +1, across a Minor River (9.33).",
        "Final column 2-1, die 3 [3], counted as 4: **D1/A1** (9.4).",
        "294id stands and loses one step, from 9 to 4 (D1/A1; by standing orders; 9.56, 9.57).",
        "13grd retreats: 0614-0613.",
        "10tb retreats: 0514-0513.",
    ]
    places = [story.index(words) for words in told]
    assert places == sorted(places)
    assert "attacked" not in story.replace("attacks", "")


def test_losses_orders_and_dice_are_listed_at_the_end() -> None:
    text = report()
    assert (
        "- Soviet: one unit eliminated, one step lost in all.\n  - Eliminated: 226th Rifle Division (226rd).\n" in text
    )
    assert (
        "- Axis: no units eliminated, one step lost in all.\n  - Reduced: 294th Infantry Division (294id) one step.\n"
        in text
    )
    assert "- Refused: `soviet movement 2` (move 226rd)\n  - 226rd may not leave 0715 (6.24)." in text
    assert "- Void: `axis movement 1` (move 294id)\n  - 0615 is held by the enemy (6.22)." in text
    assert "No orders were received from the Axis Player." in text
    assert "## What comes next\n\n- The Axis Player owes orders.\n" in text
    assert "[1] 11 of 35 T01/soviet/combat/untried/10tb/0515/1/draw/1" in text
    assert "[3] 3 T01/soviet/combat/combat/10tb/0515/crt/1" in text
    assert "Log: 41 lines, position 7c1e90." in text


def test_only_the_turn_asked_for_is_told() -> None:
    assert report([*TURN, *NEXT_TURN]) == report()
    second = report([*TURN, *NEXT_TURN], turn=2)
    assert "**13grd** 0614 to 0615, 1 point" in second
    assert "Ternovaya" not in second


def test_a_side_reads_what_happened_but_not_what_the_other_wrote() -> None:
    soviet, axis = report(side="soviet"), report(side="axis")
    assert "by standing orders" in flat(axis)
    assert "by standing orders" not in flat(soviet)
    assert "294id stands and loses one step, from 9 to 4 (D1/A1; 9.56, 9.57)." in soviet
    assert "Void" in axis
    assert "Void" not in soviet
    assert "Refused" in soviet
    assert "Refused" not in axis


def test_events_for_one_side_stay_with_it() -> None:
    secret = {**moved("13grd", "move", "0101", "0102", cost=2), "for": ["soviet"]}
    entries = [*TURN[:-1], secret]
    assert "0101 to 0102" in report(entries, side="soviet")
    assert "0101 to 0102" not in report(entries, side="axis")


@pytest.mark.parametrize("side", [None, "axis"])
def test_open_question_is_put_with_its_answers(side: str | None) -> None:
    text = report([event("phase_begun", "soviet/combat", turn=1), *FIGHT[:12], QUESTION], side)
    assert "## A decision is open" in text
    assert "The Axis Player decides. 294id retreats from 0515 (9.62)." in text
    assert "- `[0516]`: retreat to 0516, the default." in text
    assert "Neither side loses or moves" not in text


def test_a_question_is_not_shown_to_the_other_side_nor_once_answered() -> None:
    begun = [event("phase_begun", "soviet/combat", turn=1), *FIGHT[:12], QUESTION]
    assert "A decision is open" not in report(begun, "soviet")
    values = {"kind": "retreat_path", "side": "axis", "value": ["0516"], "text": "retreat to 0516", "by": "answer"}
    answered = [*begun, event("chosen", QUESTION["question"], **values), moved("294id", "retreat", "0515", "0516")]
    text = report(answered)
    assert "A decision is open" not in text
    assert "294id retreats: 0515-0516 (by answer)." in text


def test_empty_orders_are_not_missing_orders() -> None:
    empty = {"type": "orders", "side": "axis", "section": "movement", "part": 1, "orders": []}
    text = report([event("phase_begun", "axis/movement", turn=1), empty])
    assert "The Axis Player chooses to do nothing in this phase." in text
    assert "No orders were received" not in text


def long_entries() -> list[Entry]:
    units = [f"{number}rd" for number in range(100, 140)]
    path = [f"{number:04}" for number in range(101, 141)]
    targets = ["0515", "0616", "0717"]
    declared = event(
        "attack_declared",
        "+".join(targets),
        order="soviet combat 14",
        targets=targets,
        attackers=[{"unit": unit, "hex": "0614"} for unit in units],
        defenders=[],
        garrisons={"0515": 1},
    )
    lines = [strength("hq-28a+hq-6a+hq-9a", "0614", 1, "1/3", *[effect("=3/2", "never below one " * 8, "11.43")])]
    return [
        event("phase_begun", "soviet/combat", turn=1),
        event("supply_judged", "soviet", ("11.41",), out=units),
        *[moved(unit, "move", *path, cost=15) for unit in units],
        declared,
        event("strengths", declared["subject"], of="attack", lines=lines, total="1/3"),
        event(
            "refused", "soviet combat 2", ("9.11",), reasons=["word " * 60], order={"attack": targets, "with": units}
        ),
    ]


@pytest.mark.parametrize("side", [None, "soviet", "axis"])
def test_no_line_is_wider_than_a_mail(side: str | None) -> None:
    naming = replace(NAMING, places=dict.fromkeys(("0515", "0616", "0717", "0140"), "Gusarovka (Sukhoi Torets)"))
    for entries in (TURN, long_entries()):
        text = turn_report(entries, naming, 1, side=side, header=HEADER)
        assert max(map(len, text.splitlines())) <= 78
        assert not any(line != line.rstrip() for line in text.splitlines())
        assert "\x1b" not in text


def test_the_same_log_gives_the_same_report() -> None:
    again = json.loads(json.dumps(TURN, sort_keys=True))
    assert report(again) == report()
    assert json_report(again, NAMING, 1, header=HEADER) == json_report(TURN, NAMING, 1, header=HEADER)


def test_json_report_fits_its_schema_and_puts_combats_together() -> None:
    data = report_data([*TURN[:-1], QUESTION], NAMING, 1, header=HEADER)
    assert not list(validator_of("report").iter_errors(data))
    (combat,) = data["combats"]
    assert combat["strengths"]["attack"]["total"] == "17/2"
    assert [shift["to"] for shift in combat["shifts"]] == ["1-2", "2-1"]
    assert combat["result"]["cell"] == "D1/A1"
    assert [entry["kind"] for entry in combat["outcome"]] == ["steps", "moved", "moved"]
    assert data["losses"][0] == {"side": "soviet", "eliminated": ["226rd"], "steps": {}}
    assert data["question"]["question"] == QUESTION["question"]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_text_has_no_control_characters_when_it_goes_to_a_file() -> None:
    file = StringIO()
    print_report(report(), file)
    text = file.getvalue()
    assert "\x1b" not in text
    assert "**" not in text
    assert "```" not in text
    assert "SOVIET PLAYER-TURN\n==================" in text
    assert max(map(len, text.splitlines())) <= 78


def test_text_in_a_terminal_is_coloured_unless_it_must_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Terminal()
    print_report(report(), coloured)
    assert "\x1b[" in coloured.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    grey = Terminal()
    print_report(report(), grey)
    assert not any(f"\x1b[{colour}" in grey.getvalue() for colour in (31, 32, 33, 34, 35, 36, 38))


def test_who_owes_what() -> None:
    orders = Stop("orders", ("axis",), "movement", 1)
    assert owed_lines(orders, NAMING, 1, "axis/movement") == (
        "The Axis Player owes orders for the Axis Movement Phase of Game-Turn 1",
    )
    asked = Stop("question", ("axis",), question=QUESTION)
    assert owed_lines(asked, NAMING, 1, "soviet/combat") == (
        "The Axis Player owes an answer to `T01/soviet/combat/retreat_path/294id/1`",
    )
    assert owed_lines(Stop("over"), NAMING, 10, "") == ("The game is over",)
