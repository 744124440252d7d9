"""Phases that take place once, before the first Game-Turn, on the toy ruleset."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from adjudicator.engine.check import CheckedSection, check_sections
from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.referee import NoInput, Referee, Stop
from adjudicator.engine.sequence import Phase, all_phases, next_phase, phase_of
from adjudicator.engine.steps import Resolution, Table
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import Order
from tests.toy.play import Desk, kinds
from tests.toy.rules import ToyRules, open_toy

DICE = Dice(secret_of_seed("toy"), "toy").roll
PITCH = {("blue", "camp", 1): [{"pitch": "A1"}], ("red", "camp", 1): [{"pitch": "E4"}]}


class CampRules(ToyRules):
    """The toy rules, but each side first pitches camp: its gun goes there, unless it is called off."""

    opening = (
        Phase("blue/camp", "Blue Camp", "camp", ("blue",), kinds=("pitch",)),
        Phase("red/camp", "Red Camp", "camp", ("red",), kinds=("pitch",)),
    )

    def judge(self, game: Game, order: Order) -> list[Finding]:
        if "pitch" in order.data:
            taken = game.units_in(game.map.grid.hex(order.data["pitch"]))
            return [Finding("illegal", "taken", f"{taken[0]} is there")] if taken else []
        return super().judge(game, order)

    def judge_words(self, game: Game, order: Order) -> list[Finding]:
        return []

    def carry_out(self, table: Table, order: Order) -> Resolution:
        if "pitch" in order.data:
            yield from self.suppose(table.game, order, True)
        else:
            yield from super().carry_out(table, order)

    def suppose(self, game: Game, order: Order, succeeds: bool) -> Iterator[Event]:
        if "pitch" in order.data:
            yield Event("placed", {"blue": "bg", "red": "rg"}[order.side], {"hex": order.data["pitch"]})
        else:
            yield from super().suppose(game, order, succeeds)


def play(desk: Desk, until: str = "") -> tuple[Stop, Referee]:
    referee = Referee(CampRules(), open_toy(), desk, DICE)
    return referee.run(until), referee


def check(game: Game, side: str, section: str, *orders: dict[str, object]) -> CheckedSection:
    return check_sections(CampRules(), game, side, {section: list(orders)})[0]


def test_the_opening_comes_first_and_once() -> None:
    stop, referee = play(Desk(PITCH, passing=("blue", "red")))
    assert stop == Stop("over")
    begun = [(e["values"]["turn"], e["subject"]) for e in referee.entries if e.get("kind") == "phase_begun"]
    names = [phase.name for phase in CampRules().phases]
    assert begun == [(1, "blue/camp"), (1, "red/camp"), *[(turn, name) for turn in (1, 2) for name in names]]
    again = Referee(CampRules(), open_toy(), NoInput(), DICE, referee.entries)
    assert again.run() == Stop("over")
    assert again.entries == referee.entries


def test_each_side_of_the_opening_is_waited_for() -> None:
    stop, referee = play(Desk({("red", "camp", 1): [{"pitch": "E4"}]}))
    assert (stop.kind, stop.sides, stop.section) == ("orders", ("blue",), "camp")
    assert kinds(referee.entries) == ["phase_begun"]
    stop, referee = play(Desk(PITCH), until="both/barrage")
    assert stop == Stop("until", section="both/barrage")
    assert kinds(referee.entries) == ["phase_begun", "orders", "placed", "phase_ended"] * 2


def test_an_order_of_the_opening_can_be_illegal() -> None:
    stop, _ = play(Desk({("blue", "camp", 1): [{"pitch": "D2"}]}))
    assert (stop.kind, [finding.order for finding in stop.findings]) == ("refused", ["blue camp 1"])


@pytest.mark.parametrize(
    ("done", "side", "section", "when"),
    [
        ("", "blue", "camp", "open"),
        ("", "red", "camp", "later"),
        ("", "blue", "march", "later"),
        ("blue/camp", "blue", "camp", "past"),
        ("blue/camp", "red", "camp", "open"),
        ("blue/camp", "red", "march", "later"),
        ("red/camp", "red", "camp", "past"),
        ("both/rally", "blue", "camp", "past"),
    ],
)
def test_only_the_phase_that_comes_next_is_open_in_the_opening(done: str, side: str, section: str, when: str) -> None:
    assert check(replace(open_toy(), done=done), side, section).when == when


def test_phases_of_the_opening_have_their_place_in_the_sequence() -> None:
    rules = CampRules()
    assert [phase.name for phase in all_phases(rules)][:3] == ["blue/camp", "red/camp", "both/barrage"]
    assert phase_of(rules, "red/camp").title == "Red Camp"
    assert next_phase(rules, open_toy()) == (1, rules.opening[0])
    assert next_phase(rules, replace(open_toy(), done="red/camp")) == (1, rules.phases[0])
    assert next_phase(rules, replace(open_toy(), done="both/rally")) == (2, rules.phases[0])
    assert next_phase(rules, replace(open_toy(), done="both/rally", turn=2)) is None
