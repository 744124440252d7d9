"""The check on the toy ruleset: hoped and bare lines, what is judged now and what later, and no die thrown."""

from adjudicator.engine.apply import fold
from adjudicator.engine.check import check_sections
from adjudicator.engine.referee import Referee, Stop
from adjudicator.engine.steps import Roll, roll
from adjudicator.model.events import Event
from adjudicator.model.findings import Finding
from tests.toy.play import Desk, Loaded, run
from tests.toy.rules import ToyRules, open_toy

QUIET = {("blue", "barrage", 1): [], ("red", "barrage", 1): []}


def in_march(**moved):
    return fold(open_toy(**moved), [Event("phase_ended", "both/barrage")])


def check(game, orders, side="blue", **more):
    return check_sections(ToyRules(), game, side, {"march": orders}, **more)[0]


def test_a_check_names_the_order_on_which_a_later_one_hangs():
    storm = {"storm": "C3", "with": "b1"}
    checked = check(in_march(r2="C3"), [storm, {"move": "b2", "path": ["C3"]}])
    assert checked.when == "open"
    assert [(f.kind, f.order) for f in checked.findings] == [("conditional", "blue march 2")]
    assert checked.findings[0].message.startswith("legal only if blue march 1 succeeds: otherwise b2 may not enter C3")
    assert not checked.findings[0].is_error
    assert [order.number for order in checked.legal] == [1, 2]


def test_a_check_says_when_an_order_needs_the_earlier_one_to_fail():
    checked = check(in_march(r2="C3"), [{"storm": "C3", "with": "b1"}, {"storm": "C3", "with": "b2"}])
    assert [f.message for f in checked.findings] == [
        "legal only if blue march 1 fails: otherwise nothing to attack in C3"
    ]


def test_a_check_names_only_those_on_which_an_order_hangs():
    storms = [{"storm": "C3", "with": "b1"}, {"storm": "A4", "with": "bg"}]
    game = in_march(r2="C3", rg="A4")
    for orders in (storms, storms[::-1]):
        found = check(game, [*orders, {"move": "b2", "path": ["C3"]}]).findings
        place = orders.index(storms[0]) + 1
        assert [f.message.partition(":")[0] for f in found] == [f"legal only if blue march {place} succeeds"]


def test_an_order_may_hang_on_orders_that_hang_on_others():
    storms = [{"storm": "C3", "with": "b1"}, {"storm": "A4", "with": "bg"}]
    orders = [*storms, {"move": "b2", "path": ["A4"]}, {"storm": "C3", "with": "b2"}]
    found = check(in_march(r2="C3", rg="A4"), orders).findings
    assert [f.message.partition(":")[0] for f in found] == [
        "legal only if blue march 2 succeeds",
        "legal only if blue march 1 and blue march 2 fail",
    ]


class Wary(ToyRules):
    """b2 moves only when an enemy is gone, whichever."""

    def judge(self, game, order):
        if order.data.get("move") == "b2" and all(game.units[unit_id].hex is not None for unit_id in ("r2", "rg")):
            return [Finding("illegal", "wary", "b2 waits")]
        return super().judge(game, order)


def test_a_check_says_when_one_of_several_is_enough():
    orders = [{"storm": "C3", "with": "b1"}, {"storm": "A4", "with": "bg"}, {"move": "b2", "path": ["B4"]}]
    found = check_sections(Wary(), in_march(r2="C3", rg="A4"), "blue", {"march": orders})[0].findings
    assert [f.message for f in found] == ["legal only if blue march 1 or blue march 2 succeeds: otherwise b2 waits"]


def test_what_is_wrong_on_both_lines_is_illegal():
    orders = [{"storm": "C3", "with": "b1"}, {"move": "b1", "path": ["A2"]}]
    checked = check(in_march(r2="C3"), orders)
    assert [(f.kind, f.code, f.order) for f in checked.findings] == [("illegal", "idle", "blue march 2")]
    assert [order.number for order in checked.legal] == [1]


def test_a_check_throws_no_die_and_finds_what_resolution_finds():
    game = in_march()
    orders = [{"move": "b1", "path": ["B1", "C1"]}, {"move": "b1", "path": ["B1"]}, {"move": "bg", "path": ["C3"]}]
    stop, _ = run(Desk({("blue", "march", 1): orders}), Loaded(), game=game)
    checked = check(game, orders)
    assert [(f.order, f.code) for f in checked.findings] == [("blue march 2", "idle"), ("blue march 3", "gap")]
    assert stop.findings == checked.findings


def test_a_check_tells_past_open_and_later_sections():
    sections = {"barrage": [{"shell": "A1", "with": "nobody"}], "march": [{"move": "nobody", "path": []}]}
    before = check_sections(ToyRules(), open_toy(), "red", sections)
    assert [(c.section, c.when, len(c.findings)) for c in before] == [("barrage", "open", 1), ("march", "later", 0)]
    after = check_sections(ToyRules(), in_march(), "red", sections)
    assert [(c.section, c.when, len(c.findings)) for c in after] == [("barrage", "past", 0), ("march", "later", 0)]
    mine = check_sections(ToyRules(), in_march(), "blue", sections)
    assert [(c.section, c.when, len(c.findings)) for c in mine] == [("barrage", "past", 0), ("march", "open", 1)]


def test_a_check_inside_an_open_phase_goes_by_the_position_as_it_is():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["B1"]}, "more"]})
    _, referee = run(desk, Loaded())
    checked = check(referee.game, [{"move": "b1", "path": ["A1"]}, {"move": "b2", "path": ["B2"]}])
    assert (checked.when, [(f.order, f.code) for f in checked.findings]) == ("open", [("blue march 1", "idle")])


def test_frozen_orders_are_past_when_the_open_phase_waits_for_a_decision():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2"]}]})
    _, referee = run(desk, Loaded())
    checked = check(referee.game, [{"move": "b1", "path": ["C2"]}], is_owed=False)
    assert (checked.when, checked.findings, checked.legal) == ("past", (), ())


def test_what_follows_a_die_is_judged_when_its_phase_opens():
    class Stormy(ToyRules):
        def begin(self, table, phase):
            if phase.name == "blue/march":
                yield from roll(Roll("weather", "sky", "map", "rain"))

    checked = check_sections(Stormy(), in_march(), "blue", {"march": [{"move": "nobody", "path": []}]})
    assert [(c.section, c.when, c.findings) for c in checked] == [("march", "later", ())]


def test_orders_for_a_phase_that_is_skipped_are_told_so():
    class Muddy(ToyRules):
        def reason_to_skip(self, game, phase):
            return ("mud", ("4.9",)) if phase.name == "blue/march" else None

    checked = check_sections(Muddy(), in_march(), "blue", {"march": [{"move": "b1", "path": ["B1"]}]})[0]
    assert [(f.kind, f.code, f.order, f.cases) for f in checked.findings] == [
        ("advice", "phase-skipped", "blue march 1", ("4.9",))
    ]
    assert Referee(Muddy(), open_toy(), Desk(passing=("blue", "red")), Loaded()).run() == Stop("over")


def test_an_order_that_one_line_forbids_is_not_supposed_along_it():
    class Strict(ToyRules):
        def suppose(self, game, order, succeeds):
            assert self.judge(game, order) == []
            return super().suppose(game, order, succeeds)

    orders = [{"storm": "C3", "with": "b1"}, {"storm": "C3", "with": "b2"}]
    (checked,) = check_sections(Strict(), in_march(r2="C3"), "blue", {"march": orders})
    assert [(f.kind, f.order) for f in checked.findings] == [("conditional", "blue march 2")]
