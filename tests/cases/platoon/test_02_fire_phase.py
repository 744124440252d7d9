"""The Fire Phase: sealed lists, alternating attacks, orders that wait, passes (2.4)."""

from dataclasses import replace

import pytest

from adjudicator.engine.check import check_sections
from adjudicator.engine.referee import Referee
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import board, order, setting_of
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


STACK = {"de_mg_1": "C3", "su_rifle_1": "C6"}
"""A machine gun beside the tank in C3, and riflemen at whom both fire when a Soviet tank has fired."""
TOGETHER = fire("C6", "de-pz4-1", "de-mg-1", when={"fired": "su-t34-1"})
DROPS_OUT = {"fire_assistant_out": "drops_out"}


def declared(referee: Referee) -> list[list[str]]:
    """The units of each attack, the lead unit first."""
    return [[a["unit"] for a in entry["values"]["attackers"]] for entry in of_kind(referee.entries, "attack_declared")]


def shot_at_stack(at: str, dice: tuple[int, ...] = (5, 9), options=None, german=(TOGETHER,), **units) -> Referee:
    """A Soviet tank fires at one of the two in C3 before both are up: one hit, or as the ``dice`` say."""
    soviet = [fire("C3", "su-t34-1", at=at)]
    return play(list(german), soviet, dice, options, **{**STACK, **units})


@pytest.mark.case("platoon", "4.6", "2.4")
@pytest.mark.parametrize("options", [None, {"fire_assistant_out": "void"}])
def test_an_attack_is_void_when_an_assistant_has_been_put_out(options) -> None:
    alone = fire("C6", "de-pz4-1", when={"fired": "su-t34-1"})
    referee = shot_at_stack("leg", german=(TOGETHER, alone), options=options)
    assert void(referee) == [("german fire 1", "de-mg-1 is not an eligible unit: it is marked Disrupted")]
    assert declared(referee) == [["su-t34-1"], ["de-pz4-1"]]
    gone = shot_at_stack("leg", (5, 9), de_mg_1="C3 reduced", options=options)
    assert declared(gone) == [["su-t34-1"]]


@pytest.mark.case("platoon", "4.6", "2.4")
def test_by_option_it_goes_on_with_those_who_still_can_fire() -> None:
    referee = shot_at_stack("leg", options=DROPS_OUT)
    assert (declared(referee), void(referee)) == ([["su-t34-1"], ["de-pz4-1"]], [])
    assert not any(entry["values"]["what"].endswith("assists") for entry in of_kind(referee.entries, "shift"))
    assert not referee.game.units["de-mg-1"].has("fired")
    (told,) = of_kind(referee.entries, "not_done")
    assert (told["subject"], told["values"]) == ("de-mg-1", {"what": "fire", "why": "it is marked Disrupted"})
    assert (told["cases"], told["for"]) == (["4.6"], ["german"])


@pytest.mark.case("platoon", "4.6", "2.4")
def test_by_option_one_that_is_eliminated_drops_out_too() -> None:
    # Die 0 on column 6: three possible hits, none saved; a unit at one step does not survive them.
    referee = shot_at_stack("leg", (0, 9, 9, 9), DROPS_OUT, de_mg_1="C3 reduced")
    assert referee.game.units["de-mg-1"].box == "eliminated"
    assert (declared(referee), void(referee)) == ([["su-t34-1"], ["de-pz4-1"]], [])
    (told,) = of_kind(referee.entries, "not_done")
    assert told["values"]["why"] == "it has been eliminated"


@pytest.mark.case("platoon", "4.6", "2.4")
@pytest.mark.parametrize(("value", "attacks"), [("void", [["su-t34-1"]]), ("drops_out", [["su-t34-1"], ["de-mg-1"]])])
def test_the_next_of_the_list_leads_when_the_lead_unit_is_put_out(value: str, attacks: list[list[str]]) -> None:
    referee = shot_at_stack("afv", options={"fire_assistant_out": value})
    assert referee.game.units["de-pz4-1"].has("disrupted")
    assert declared(referee) == attacks


@pytest.mark.case("platoon", "4.6", "2.4")
@pytest.mark.parametrize("value", ["void", "drops_out"])
def test_who_has_fired_already_is_not_put_out_and_makes_a_second_thought_void(value: str) -> None:
    first = fire("C8", "de-pz4-1")
    referee = play(
        [first, TOGETHER], [fire("C3", "su-t34-1", at="afv")], options={"fire_assistant_out": value}, **STACK
    )
    assert declared(referee) == [["de-pz4-1"], ["su-t34-1"]]
    assert void(referee) == [("german fire 2", "de-pz4-1 is not an eligible unit: it is marked Fired")]


@pytest.mark.case("platoon", "4.6", "2.4")
@pytest.mark.parametrize("value", ["void", "drops_out"])
def test_an_attack_is_void_when_all_its_units_have_been_put_out(value: str) -> None:
    german = [fire("C6", "de-pz4-1", "de-mg-1", when={"fired": ["su-t34-1", "su-t34-2"]})]
    soviet = [fire("C3", "su-t34-1", at="leg"), fire("C3", "su-t34-2", at="afv")]
    referee = play(german, soviet, (5, 9, 5, 9), {"fire_assistant_out": value}, **STACK, su_t34_2="C8")
    assert declared(referee) == [["su-t34-1"], ["su-t34-2"]]
    assert [order for order, _ in void(referee)] == ["german fire 1"]


@pytest.mark.case("platoon", "4.6")
def test_the_check_advises_on_who_will_not_assist() -> None:
    units = {**UNITS, "de-mg-1": "C3 disrupted", "su-rifle-1": "C6"}
    game = replace(board(units, options=DROPS_OUT).game, phase="", done="turn/rally")
    order = fire("C6", "de-pz4-1", "de-mg-1")
    (checked,) = check_sections(PlatoonRules(setting_of("")), game, "german", {"fire": [order]})
    assert [finding.code for finding in checked.findings] == ["not-eligible"]
    rules = PlatoonRules(setting_of("", DROPS_OUT))
    (checked,) = check_sections(rules, game, "german", {"fire": [order]})
    assert checked.findings == ()
    within = replace(game, phase="both/fire")
    advice, column = rules.remark(within, checked.legal[0])
    assert (column.code, column.hex) == ("column", "C6")
    assert (advice.kind, advice.message) == (
        "advice",
        "de-mg-1 does not fire: it is marked Disrupted; the others of this order fire without it",
    )
    (alone,) = check_sections(rules, game, "german", {"fire": [fire("C6", "de-mg-1")]})
    assert [finding.code for finding in alone.findings] == ["not-eligible"]


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


@pytest.mark.case("platoon", "2.4")
def test_the_check_tells_of_conditions_that_hold_already_or_never() -> None:
    position = board({**UNITS, "su-rifle-1": "C6"})
    rules = PlatoonRules(position.setting)

    def advice(**when) -> list[str]:
        found = rules.remark(position.game, order("german", "fire", fire("C6", "de-pz4-1", when=when)))
        return [finding.code for finding in found if finding.code.startswith("when")]

    assert advice(fired="su-kv1-1") == ["when-met"]
    assert advice(fired="su-rifle-1") == []
    assert advice(column="18") == ["when-never"]
    assert advice(column="16") == []
