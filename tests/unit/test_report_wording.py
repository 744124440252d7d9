"""The words of a turn report: losses, places, divisions, supply, lines that break where they may."""

import json
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.files.schemas import validator_of
from adjudicator.model.hexes import Grid
from adjudicator.reports.json_report import report_data
from adjudicator.reports.markdown import turn_report
from adjudicator.reports.naming import Division
from adjudicator.reports.words import bullet, listed, mixed, paragraph, points, sentence
from adjudicator.rulesets.kharkov.attack import carry_out_attack
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import Attack
from tests.cases.kharkov.board import board, order, run
from tests.unit.test_reports import FIGHT, HEADER, NAMING, QUESTION, Entry, event, flat, moved, report

BEGUN = event("phase_begun", "soviet/combat", turn=1)
RESULT = FIGHT[:12]
GRID = Grid("pointy", 32, 34, "RRCC", "north", "east", "odd")


def lost(unit: str, left: int) -> Entry:
    return event("steps", unit, ("9.57", "9.54"), why="D2/A1", **{"from": left + 1, "to": left})


def fallen(unit: str) -> Entry:
    return event("removed", unit, ("9.57", "9.52"), why="lost its last step: D2/A1")


def chosen(kind: str, side: str, value: Any, by: str, **values: Any) -> Entry:
    return event("chosen", f"{kind}/{side}", ("9.56",), kind=kind, side=side, value=value, text="...", by=by, **values)


def stand(side: str, by: str, *units: str) -> Entry:
    return chosen("retreat_or_lose", side, "lose", by, units=list(units), result="D2/A1")


def after(*entries: Entry, side: str | None = None) -> str:
    """The report of a fight whose result led to these entries, without its line breaks."""
    return flat(report([BEGUN, *RESULT, *entries], side))


def test_losses_of_one_unit_are_one_sentence_with_its_strength() -> None:
    assert "- 294id loses two steps, from 9 to 2 (D2/A1; 9.57, 9.54)." in after(lost("294id", 3), lost("294id", 2))
    assert "- 13grd loses one step, from 6-7 to 3-4 (D2/A1; 9.57, 9.54)." in after(lost("13grd", 1))
    assert "- 10tb loses one step, one step left (D2/A1; 9.57, 9.54)." in after(lost("10tb", 1))


def test_losses_of_two_units_are_two_sentences() -> None:
    text = after(lost("294id", 3), lost("13grd", 1), lost("294id", 2))
    assert [text.count(f"294id loses one step, from {change}") for change in ("9 to 4", "4 to 2")] == [1, 1]


def test_a_lone_unit_that_stands_may_be_lost() -> None:
    text = after(stand("soviet", "standing", "226rd"), fallen("226rd"))
    assert "- 226rd stands and is lost with its last step (D2/A1; by standing orders; 9.56, 9.57, 9.52)." in text
    assert "..." not in text
    whole = after(stand("soviet", "standing", "13grd"), lost("13grd", 1), fallen("13grd"))
    assert "- 13grd stands and is lost with its last two steps (D2/A1; by standing orders;" in whole


def test_of_several_units_that_stand_one_loses() -> None:
    pick = chosen("lose_step", "soviet", "226rd", "orders")
    text = after(stand("soviet", "answer", "13grd", "226rd"), pick, fallen("226rd"))
    assert (
        "- The Soviet units stand: 226rd is lost with its last step (D2/A1; by answer; 226rd by orders; 9.56, 9.57,"
        in text
    )


@pytest.mark.parametrize(("side", "is_told"), [(None, True), ("soviet", True), ("axis", False)])
def test_only_its_side_reads_by_what_a_stand_was_chosen(side: str | None, is_told: bool) -> None:
    entries = [BEGUN, *RESULT, {**stand("soviet", "orders", "226rd"), "hash": "c0ffee"}, fallen("226rd")]
    assert "226rd stands and is lost with its last step" in report(entries, side)
    assert ("by orders" in flat(report(entries, side))) == is_told
    data = json.dumps(report_data(entries, NAMING, 1, side=side, header=HEADER))
    assert [('"by": "orders"' in data), ("c0ffee" in data)] == [is_told, is_told]


def test_a_retreat_says_once_by_what_it_was_chosen() -> None:
    retreat = chosen("retreat_or_lose", "soviet", "retreat", "standing")
    ways = [moved(unit, "retreat", "0614", "0613") for unit in ("13grd", "10tb")]
    text = after(retreat, *ways, moved("294id", "advance", "0515", "0614"))
    assert "- 13grd and 10tb retreat: 0614-0613 (by standing orders)." in text
    assert "- 294id advances: 0515-0614." in text


def test_an_air_point_is_told_only_when_it_is_spent() -> None:
    spent = event("air_assigned", "0515", ("13.11",), side="axis", **{"as": "defender"})
    refused = [*FIGHT[:1], chosen("air", "axis", "no", "standing"), *FIGHT[1:12]]
    assert "Axis Player decides" not in report([BEGUN, *refused])
    taken = [*FIGHT[:1], chosen("air", "axis", "yes", "standing"), spent, *FIGHT[1:12]]
    assert flat(report([BEGUN, *taken])).count("Air Point as defender (by standing orders; 13.11)") == 1


def test_victors_that_advance_alike_come_together() -> None:
    def stays(unit: str) -> Entry:
        return chosen("advance", "soviet", [], "orders", unit=unit)

    text = after(
        moved("13grd", "advance", "0614", "0515"),
        stays("226rd"),
        moved("10tb", "advance", "0614", "0515"),
        stays("294id"),
    )
    assert "- 13grd and 10tb advance to Ternovaya: 0614-0515. - 226rd and 294id do not advance (by orders)." in text


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("0515", "#### 1. Ternovaya (0515)"),
        ("0513", "#### 1. 0513, two hexes east of Ternovaya"),
        ("0315", "#### 1. 0315, two hexes north of Ternovaya"),
        ("0716", "#### 1. 0716, one hex west of Peremoga"),
        ("0814", "#### 1. 0814, one hex south-east of Peremoga"),
    ],
)
def test_a_heading_tells_where(number: str, words: str) -> None:
    declared = event("attack_declared", number, order="a", targets=[number], attackers=[], defenders=[])
    text = turn_report([BEGUN, declared], replace(NAMING, grid=GRID), 1, header=HEADER)
    assert words in text.splitlines()


def test_a_whole_division_is_named_once() -> None:
    members = ("13grd", "226rd", "10tb")
    naming = replace(NAMING, divisions={"5gd": Division("5th Guards Division", "regiment", members)})
    assert naming.unit_list(["13grd", "294id", "10tb", "226rd"]) == [
        "5th Guards Division (5gd: three regiments)",
        "294th Infantry Division (294id)",
    ]
    assert naming.unit_list(["13grd", "10tb"]) == [naming.unit("13grd"), naming.unit("10tb")]
    moves = [moved(unit, "move", "0714", "0614", cost=2) for unit in members]
    text = turn_report([event("phase_begun", "soviet/movement", turn=1), *moves], naming, 1, header=HEADER)
    assert "Moves (three units):\n\n- **5gd** (three regiments) 0714 to 0614, 1 point\n" in text


def supply(out: list[str], **values: Any) -> str:
    judged = event("supply_judged", "soviet", ("11.41",), out=out, **values)
    return report([event("phase_begun", "soviet/movement", turn=1), judged])


def test_many_units_out_of_supply_are_listed_by_kind() -> None:
    text = supply(["226rd", "10tb", "13grd", "hq-28a", "294id"])
    assert "in this phase (11.41), are five units." in flat(text)
    assert "- Guards (1): 13grd\n- Headquarters (1): hq-28a\n- Infantry (1): 294id\n" in text


def test_units_that_may_not_move_are_counted_only() -> None:
    text = flat(supply(["226rd", "10tb", "13grd"], held=["10tb", "13grd"]))
    assert "Out of supply: 226rd. In this phase it moves at half its allowance (11.41)." in text
    assert "Of those that may not move now, two are out of supply." in text
    assert "10tb" not in text
    assert "all Soviet units that may move in this phase are in supply" in flat(supply(["10tb"], held=["10tb"]))


def test_losses_count_the_steps_of_the_eliminated() -> None:
    gone = [fallen("10tb"), event("removed", "294id", why="eliminated: DE")]
    shown = event("revealed", "10tb", face="5-6", steps=2, pool="untried/armor")
    earlier = [BEGUN, shown, lost("294id", 3)]
    entries = [*earlier, event("phase_begun", "soviet/combat", turn=2), *gone]
    text = turn_report(entries, NAMING, 2, header=HEADER)
    assert "- Soviet: one unit eliminated, two steps lost in all." in text
    assert "- Axis: one unit eliminated, three steps lost in all." in text


def test_ground_won_is_what_victors_have_entered() -> None:
    text = after(
        moved("13grd", "advance", "0614", "0515"),
        moved("10tb", "advance", "0614", "0515", "0516"),
        moved("294id", "advance", "0415", "0516"),
    )
    assert "- Soviet: two hexes entered: 0515 Ternovaya and 0516 (lost again). - Axis: one hex entered: 0516." in text
    assert "Ground won" not in report()


def test_an_open_question_is_put_once() -> None:
    entries = [BEGUN, *RESULT, QUESTION]
    header = replace(HEADER, owed=("The Axis Player owes an answer",))
    for side, told in (("axis", [1, 0]), ("soviet", [0, 1])):
        text = turn_report(entries, NAMING, 1, side=side, header=header)
        assert [text.count(title) for title in ("## A decision is open", "## What comes next")] == told


def test_reasons_read_as_sentences() -> None:
    assert sentence("the Soviet Player has no Air Point left") == "The Soviet Player has no Air Point left."
    assert sentence("hq-28a may not move.") == "hq-28a may not move."
    refused = event("refused", "axis combat 4", ("9.1",), reasons=["nobody is there", "0615 is far."], order={})
    assert "- Nobody is there. - 0615 is far (9.1)." in flat(report([BEGUN, refused]))


def test_the_outcome_of_a_combat_leaves_out_marks_of_the_moment() -> None:
    marks = [event("hex_marked", "0515", mark=mark) for mark in ("attacked", "garrison_lost")]
    (combat,) = report_data([BEGUN, *RESULT, *marks], NAMING, 1, header=HEADER)["combats"]
    assert [entry["values"]["mark"] for entry in combat["outcome"]] == ["garrison_lost"]


def test_a_way_of_many_hexes_breaks_only_after_a_hyphen() -> None:
    way = "-".join(f"{number:04}" for number in range(1404, 1440))
    lines = bullet(f"**199rd** 1404 to 1439: {way}")
    assert "".join(line.strip() for line in lines).endswith(way)
    assert all(line.endswith("-") for line in lines[:-1])
    assert max(map(len, lines)) <= 78


def test_short_ways_and_long_words_are_wrapped() -> None:
    assert paragraph(f"{'word ' * 13}0515-0516-0416") == [" ".join(["word"] * 13), "0515-0516-0416"]
    assert [len(line) for line in paragraph("x" * 200, "  ", "- ")] == [77, 77, 52]
    assert paragraph("") == []


def test_stays_are_told_together() -> None:
    stays = [
        event("chosen", f"q{u}", kind="advance", side="soviet", value=[], text="stay", by="default", unit=u)
        for u in ("13grd", "10tb")
    ]
    text = report([event("phase_begun", "soviet/combat", turn=1), *FIGHT[:12], *stays])
    assert "- 13grd and 10tb do not advance (by default)." in text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("21/2", "10½"),
        ("1/2", "½"),
        ("12", "12"),
        (7, "7"),
        ("-3/2", "-1½"),
        ("9/4", "2¼"),
        ("4/3", "1 1/3"),
        ("U", "U"),
    ],
)
def test_halves_are_printed_as_halves(value: str | int, text: str) -> None:
    assert mixed(value) == text


def test_points_and_lists() -> None:
    assert [points(halves) for halves in (1, 2, 15)] == ["½", "1", "7½"]
    assert [listed(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_a_real_attack_reads_well() -> None:
    units = {"226rd": "0713 5-5", "13grd": "0713", "hq-28a": "0409", "294id": "0714"}
    position = board(units)
    attack, findings = parse_order(
        position, order("soviet", "combat", 1, {"attack": "0714", "with": ["226rd", "13grd"]})
    )
    assert isinstance(attack, Attack)
    assert not findings
    outcome = run(position, lambda table, positions: carry_out_attack(table, positions, attack), rolls=[2, 3])
    begun = event("phase_begun", "soviet/combat", turn=1)
    entries = [begun, *(found.as_json() for found in outcome.events)]
    text = turn_report(entries, NAMING, 1, header=HEADER)
    assert "×½ across the Donets (9.32)" in text
    assert "2½" in text
    assert "Soviet morale" in text
    assert max(map(len, text.splitlines())) <= 78
    data = report_data(entries, NAMING, 1, header=HEADER)
    assert not list(validator_of("report").iter_errors(data))
    assert data["combats"][0]["result"]["cell"] in text
