"""The Fire Phase: sealed lists, alternating attacks, orders that wait, passes (2.4)."""

from dataclasses import replace

import pytest

from adjudicator.engine.check import check_sections
from adjudicator.engine.referee import Referee
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import board, setting_of
from tests.cases.platoon.shooting import wait
from tests.toy.play import Desk, Loaded, of_kind

UNITS = {"de-pz4-1": "C3", "de-pz4-2": "D3", "su-t34-1": "C8", "su-t34-2": "D8"}


def fire(target: str, *units: str, **more) -> dict:
    return {"fire": target, "with": list(units), **more}


def play(german, soviet, dice=(), options=None, **units) -> Referee:
    """The Fire Phase of a position; ``dice`` are what the dice of fire show, else 9."""
    position = board({**UNITS, **{name.replace("_", "-"): text for name, text in units.items()}}, options=options)
    game = replace(position.game, phase="", done="turn/rally")
    desk = Desk({("german", "fire", 1): german, ("soviet", "fire", 1): soviet})
    queue = [value + 1 for value in dice]
    referee = Referee(PlatoonRules(position.setting), game, desk, lambda _, sides: queue.pop(0) if queue else sides)
    referee.run("turn/order")
    return referee


def firers(referee: Referee) -> list[str]:
    return [entry["values"]["attackers"][0]["unit"] for entry in of_kind(referee.entries, "attack_declared")]


def void(referee: Referee) -> list[tuple[str, str]]:
    return [(entry["subject"], entry["values"]["reasons"][0]) for entry in of_kind(referee.entries, "void")]


@pytest.mark.case("platoon", "2.4")
@pytest.mark.parametrize("leader", ["german", "soviet"])
def test_the_sides_alternate_and_the_initiative_begins(leader: str) -> None:
    position = board(UNITS, flags={"initiative": leader})
    german = [fire("C8", "de-pz4-1"), fire("D8", "de-pz4-2")]
    soviet = [fire("C3", "su-t34-1"), fire("D3", "su-t34-2")]
    desk = Desk({("german", "fire", 1): german, ("soviet", "fire", 1): soviet})
    game = replace(position.game, phase="", done="turn/rally")
    referee = Referee(PlatoonRules(position.setting), game, desk, Loaded({}))
    referee.throw = lambda _, sides: sides
    referee.run("turn/order")
    first = ["de-pz4-1", "su-t34-1", "de-pz4-2", "su-t34-2"]
    assert firers(referee) == (first if leader == "german" else ["su-t34-1", "de-pz4-1", "su-t34-2", "de-pz4-2"])
    assert all(unit.has("fired") for unit in referee.game.units.values() if unit.hex is not None)


@pytest.mark.case("platoon", "2.4", "4.0")
def test_a_disrupted_firer_makes_its_order_void_and_the_next_is_taken() -> None:
    soviet = [fire("C3", "su-t34-1"), fire("D3", "su-t34-2")]
    # The German shot: die 5, one possible hit, not saved.
    referee = play([fire("C8", "de-pz4-1")], soviet, (5, 9))
    assert firers(referee) == ["de-pz4-1", "su-t34-2"]
    assert void(referee) == [("soviet fire 1", "su-t34-1 is not an eligible unit: it is marked Disrupted")]


@pytest.mark.case("platoon", "2.4")
def test_a_second_order_for_the_same_unit_is_a_second_thought() -> None:
    german = [fire("C8", "de-pz4-1", when={"disrupted": "yes"}), fire("D8", "de-pz4-1")]
    assert firers(play(german, [])) == ["de-pz4-1"]
    assert void(play(german, [])) == [("german fire 1", "de-pz4-1 is not an eligible unit: it is marked Fired")]
    rules = PlatoonRules(setting_of(""))
    opening = replace(board(UNITS).game, phase="", done="turn/rally")
    (checked,) = check_sections(rules, opening, "german", {"fire": [fire("D8", "de-pz4-2"), *german]})
    (finding,) = checked.findings
    assert (finding.kind, finding.order) == ("conditional", "german fire 3")
    assert finding.message == (
        "legal only if german fire 2 fails: otherwise de-pz4-1 is not an eligible unit: it is marked Fired"
    )


@pytest.mark.case("platoon", "2.4")
def test_a_second_order_is_conditional_though_the_first_waits_for_nothing() -> None:
    opening = replace(board(UNITS).game, phase="", done="turn/rally")
    german = [fire("C8", "de-pz4-1"), fire("D8", "de-pz4-1")]
    (checked,) = check_sections(PlatoonRules(setting_of("")), opening, "german", {"fire": german})
    assert [(finding.kind, finding.order) for finding in checked.findings] == [("conditional", "german fire 2")]


@pytest.mark.case("platoon", "2.4")
def test_what_is_wrong_with_a_second_thought_whatever_becomes_of_the_first_is_told() -> None:
    rules = PlatoonRules(setting_of(""))
    opening = replace(board(UNITS).game, phase="", done="turn/rally")
    orders = [fire("D8", "de-pz4-2"), fire("K1", "de-pz4-2")]
    (checked,) = check_sections(rules, opening, "german", {"fire": orders})
    assert [(f.code, f.order) for f in checked.findings] == [("no-target", "german fire 2")]


@pytest.mark.case("platoon", "2.4")
@pytest.mark.parametrize(
    ("option", "order"), [("again", ["de-pz4-2", "su-t34-1", "de-pz4-1"]), ("dropped", ["de-pz4-2", "su-t34-1"])]
)
def test_an_order_that_waits_is_looked_at_again_or_dropped(option: str, order: list[str]) -> None:
    german = [fire("C8", "de-pz4-1", when={"fired": ["su-t34-1"]}), fire("D8", "de-pz4-2")]
    referee = play(german, [fire("C3", "su-t34-1")], options={"fire_when_unmet": option})
    assert firers(referee) == order
    assert void(referee) == ([] if option == "again" else [("german fire 1", "su-t34-1 has not fired")])


@pytest.mark.case("platoon", "2.4")
@pytest.mark.parametrize(("option", "order"), [("yes", ["su-t34-1", "de-pz4-1"]), ("no", ["su-t34-1"])])
def test_whether_a_side_that_passed_may_fire_again(option: str, order: list[str]) -> None:
    german = [fire("C8", "de-pz4-1", when={"fired": "su-t34-1"})]
    referee = play(german, [fire("C3", "su-t34-1")], options={"fire_after_pass": option})
    assert firers(referee) == order
    assert [entry["subject"] for entry in of_kind(referee.entries, "passed")][:2] == ["german", "soviet"]


@pytest.mark.case("platoon", "2.4")
def test_what_an_order_may_wait_for() -> None:
    position = board({"de-pz4-1": "C3", "su-t34-1": "C8", "su-t34-2": "D8 disrupted fired"})
    told = {
        ("C8", "disrupted", "yes"): "no unit there in C8 is disrupted",
        ("D8", "disrupted", "yes"): "",
        ("D8", "disrupted", "no"): "no unit there in D8 is not disrupted",
        ("C8", "flanking", "yes"): "fire at C8 is not flanking fire",
        ("C8", "flanking", "no"): "",
        ("C8", "column", "4"): "",
        ("C8", "column", "6"): "the column would be 4, not 6 or better",
        ("C8", "fired", "su-t34-1"): "su-t34-1 has not fired",
        ("C8", "fired", "su-t34-2"): "",
    }
    for (target, name, value), expected in told.items():
        assert wait(position, target, "de-pz4-1", when={name: value}) == expected, (target, name, value)


@pytest.mark.case("platoon", "2.4")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"fire": "C8"}, "no-firers"),
        ({"fire": "Z8", "with": ["de-pz4-1"]}, "unknown-hex"),
        ({"fire": "c8", "with": ["de-pz4-1"]}, "unknown-hex"),
        ({"fire": "C8", "with": ["de-pz4-9"]}, "unknown-unit"),
        ({"fire": "C8", "with": ["su-t34-1"]}, "not-your-unit"),
        ({"fire": "C8", "with": ["de-inf-1"]}, "unit-off-map"),
        ({"fire": "C8", "with": ["de-pz4-1", "de-pz4-1"]}, "unit-twice"),
        ({"fire": "C8", "with": ["de-pz4-1"], "at": "tank"}, "unknown-target"),
        ({"fire": "C8", "with": ["de-pz4-1"], "when": "soon"}, "unknown-condition"),
        ({"fire": "C8", "with": ["de-pz4-1"], "when": {"hidden": "yes"}}, "unknown-condition"),
        ({"fire": "C8", "with": ["de-pz4-1"], "when": {"column": "low"}}, "unknown-condition"),
        ({"fire": "C8", "with": ["de-pz4-1"], "when": {"flanking": "maybe"}}, "unknown-condition"),
        ({"fire": "C8", "with": ["de-pz4-1"], "when": {"fired": "de-pz4-2"}}, "not-an-enemy"),
        ({"attack": "C8", "with": ["de-pz4-1"]}, "case-open"),
        ({"charge": "C8"}, "unknown-verb"),
    ],
)
def test_orders_that_cannot_be_understood(order: dict, code: str) -> None:
    game: Game = replace(board(UNITS).game, phase="", done="turn/rally")
    (checked,) = check_sections(PlatoonRules(setting_of("")), game, "german", {"fire": [order]})
    assert [finding.code for finding in checked.findings] == [code]
    assert all(finding.cases for finding in checked.findings)
    assert not any("['" in finding.message for finding in checked.findings)
