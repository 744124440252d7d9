"""The referee on the toy ruleset: what it stops for, what it takes, what it logs, and that all of it replays."""

import json
from dataclasses import replace

import pytest

from adjudicator.engine.apply import fold
from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.referee import Divergence, NoInput, Referee, Stop, canonical
from adjudicator.engine.steps import Roll
from adjudicator.model.events import Event
from adjudicator.model.orders import split_section
from tests.toy.play import Desk, Loaded, kinds, of_kind, run
from tests.toy.rules import ToyRules, open_toy

QUIET = {("blue", "barrage", 1): [], ("red", "barrage", 1): []}
SNAP = "T01/blue/march/snap_fire/r1@C2/1"
DICE = Dice(secret_of_seed("toy"), "toy").roll


def text_of(referee):
    return "".join(canonical(entry) + "\n" for entry in referee.entries)


def busy_desk():
    """Two turns of shelling, marching under fire and storming; some of it will be impossible by then."""
    return Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1"}, {"shell": "D3", "with": "b2"}],
            ("red", "barrage", 1): [{"shell": "B3", "with": "r1"}, {"shell": "B2", "with": "r2"}],
            (1, "blue", "march", 1): [{"move": "bg", "path": ["A4"]}, {"move": "b1", "path": ["C2", "C3"]}, "more"],
            (1, "blue", "march", 2): [{"move": "b2", "path": ["C3"]}, "more"],
            (1, "blue", "march", 3): [],
            (1, "red", "march", 1): [{"move": "r1", "path": ["E2"]}, {"storm": "C3", "with": "r2", "advance": "yes"}],
            (2, "blue", "march", 1): [{"move": "b2", "path": ["C4"]}, {"move": "b1", "path": ["C2"]}],
            (2, "red", "march", 1): [{"move": "rg", "path": ["E4"]}, {"move": "r1", "path": ["D2"]}],
        },
        {"red": {"snap_fire": "fire"}, "blue": {"snap_fire": "fire"}},
    )


def play_whole_game(throw=DICE, logged=(), desk=None):
    return run(desk or busy_desk(), throw, logged=logged, forfeit=True, take_defaults=True)


def test_stops_where_orders_are_owed_and_says_whose():
    stop, referee = run(Desk(), Loaded())
    assert stop == Stop("orders", ("blue", "red"), "barrage", 1)
    assert kinds(referee.entries) == ["phase_begun"]


def test_a_sealed_list_is_not_taken_before_the_other_side_has_sent_its_own():
    stop, referee = run(Desk({("red", "barrage", 1): [{"shell": "B2", "with": "r1"}]}), Loaded())
    assert (stop.kind, stop.sides) == ("orders", ("blue",))
    assert kinds(referee.entries) == ["phase_begun"]


def test_sealed_lists_are_carried_out_one_order_of_each_in_turn():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1"}],
            ("red", "barrage", 1): [{"shell": "B2", "with": "r1"}, {"shell": "B3", "with": "r2"}],
        }
    )
    throw = Loaded()
    run(desk, throw)
    assert [name.split("/")[4] for name in throw.names] == ["b1", "r1", "r2"]


def firers(desk, **more):
    """Who fires in the barrage, in order, and what the log says of passing and of orders that came to nothing."""
    throw = Loaded(more.pop("dice", {}))
    _, referee = run(desk, throw, until="blue/march", **more)
    names = [name.split("/")[4] for name in throw.names if name.split("/")[3] == "shell"]
    passed = [e["subject"] for e in of_kind(referee.entries, "passed")]
    void = [(e["subject"], e["values"]["reasons"]) for e in of_kind(referee.entries, "void")]
    return names, passed, void


def test_a_flag_says_which_side_begins():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1"}],
            ("red", "barrage", 1): [{"shell": "B2", "with": "r1"}, {"shell": "B3", "with": "r2"}],
        }
    )
    names, passed, _ = firers(desk, game=replace(open_toy(), flags={"lead": "red"}))
    assert names == ["r1", "b1", "r2"]
    assert passed == ["blue", "red"]


def test_an_order_that_waits_is_passed_over_and_looked_at_again():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1", "after": "r1"}, {"shell": "D3", "with": "b2"}],
            ("red", "barrage", 1): [{"shell": "B2", "with": "r1"}, {"shell": "B3", "with": "r2", "after": "b1"}],
        }
    )
    assert firers(desk) == (["b2", "r1", "b1", "r2"], ["blue", "red"], [])


def test_a_side_that_passed_may_act_again_unless_a_pass_is_final():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1", "after": "r1"}],
            ("red", "barrage", 1): [{"shell": "B2", "with": "r1"}],
        }
    )
    assert firers(desk) == (["r1", "b1"], ["blue", "red", "blue"], [])
    late = [("blue barrage 1", ["its side had passed before it became possible"])]
    assert firers(desk, barrage={"pass_is_final": True}) == (["r1"], ["blue", "red"], late)


def test_an_order_that_may_wait_but_once_is_void_when_its_side_is_up():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1", "after": "r1"}, {"shell": "D3", "with": "b2"}],
            ("red", "barrage", 1): [{"shell": "B2", "with": "r1"}],
        }
    )
    names, _, void = firers(desk, barrage={"waits_once": True})
    assert (names, void) == (["b2", "r1"], [("blue barrage 1", ["r1 has not fired"])])


def test_what_never_came_to_pass_is_void_and_its_reason_is_told():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1", "after": "r2"}, {"shell": "D2", "with": "b2"}],
            ("red", "barrage", 1): [{"shell": "B3", "with": "r1"}],
        }
    )
    names, _, void = firers(desk)
    assert (names, void) == (["b2", "r1"], [("blue barrage 1", ["r2 has not fired"])])


def test_an_order_that_became_impossible_gives_its_turn_to_the_next_of_its_list():
    game = open_toy()
    frail = replace(game, units={**game.units, "r1": replace(game.units["r1"], steps=1)})
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1"}],
            ("red", "barrage", 1): [{"shell": "B2", "with": "r1"}, {"shell": "B3", "with": "r2"}],
        }
    )
    names, _, void = firers(desk, game=frail, dice={"shell": [6]})
    assert (names, void) == (["b1", "r2"], [("red barrage 1", ["r1 is not on the map"])])


def test_sealed_sections_are_all_checked_before_the_first_die():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1"}],
            ("red", "barrage", 1): [{"shell": "A5", "with": "r1"}, {"shell": "B2", "with": "b1"}],
        }
    )
    throw = Loaded()
    stop, referee = run(desk, throw)
    assert (stop.kind, stop.sides) == ("refused", ("red",))
    assert [(f.order, f.code) for f in stop.findings] == [
        ("red barrage 1", "out-of-range"),
        ("red barrage 2", "not-yours"),
    ]
    assert throw.names == []
    assert kinds(referee.entries) == ["phase_begun"]


def test_more_keeps_the_phase_open_for_that_side_alone():
    desk = Desk({("blue", "barrage", 1): ["more"], ("red", "barrage", 1): []})
    stop, referee = run(desk, Loaded())
    assert stop == Stop("orders", ("blue",), "barrage", 2)
    desk.sections["blue", "barrage", 2] = []
    stop, _ = run(desk, Loaded(), logged=referee.entries)
    assert stop == Stop("orders", ("blue",), "march", 1)


def test_a_part_after_more_is_judged_where_the_first_part_has_led():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["B1"]}, "more"]})
    _, referee = run(desk, Loaded())
    desk.sections["blue", "march", 2] = [{"move": "b1", "path": ["A1"]}]
    stop, _ = run(desk, Loaded(), logged=referee.entries)
    assert [(f.code, f.order) for f in stop.findings] == [("idle", "blue march 2")]


def test_orders_written_before_the_dice_fell_are_void_and_not_refused():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["E5"]}]}, blind=("march",))
    stop, referee = run(desk, Loaded())
    assert stop == Stop("orders", ("red",), "march", 1)
    assert [entry["subject"] for entry in of_kind(referee.entries, "void")] == ["blue march 1"]
    assert of_kind(referee.entries, "refused") == []
    again, _ = run(Desk(), Loaded(), logged=referee.entries)
    assert again == stop


def test_more_before_the_end_is_refused_and_dropped_under_forfeit():
    entries = ["more", {"move": "b1", "path": ["B1"]}]
    orders, stays_open = split_section("blue", "march", entries)
    assert ([order.data for order in orders], stays_open) == ([{"more": ""}, entries[1]], False)
    desk = Desk({**QUIET, ("blue", "march", 1): entries})
    stop, _ = run(desk, Loaded())
    assert [(f.order, f.code) for f in stop.findings] == [("blue march 1", "more-not-last")]
    stop, referee = run(desk, Loaded(), forfeit=True)
    assert stop == Stop("orders", ("red",), "march", 1)
    assert [entry["subject"] for entry in of_kind(referee.entries, "refused")] == ["blue march 1"]


def test_a_side_that_passes_is_logged_as_passing():
    stop, referee = run(Desk({("red", "barrage", 1): []}, passing=("blue",)), Loaded())
    assert stop == Stop("orders", ("red",), "march", 1)
    assert {"type": "pass", "side": "blue", "section": "barrage", "part": 1} in referee.entries


def test_a_question_is_asked_answered_and_replays_byte_for_byte():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2", "C1"]}]})
    stop, asked = run(desk, Loaded())
    assert (stop.kind, stop.sides, stop.question["question"]) == ("question", ("red",), SNAP)
    assert stop.question["default"] == "hold"
    assert [option["answer"] for option in stop.question["options"]] == ["fire", "hold"]
    assert asked.entries[-1] == stop.question
    desk.answers[SNAP] = "shrug"
    stop, still = run(desk, Loaded(), logged=asked.entries)
    assert (stop.kind, still.entries) == ("question", asked.entries)
    desk.answers[SNAP] = "fire"
    stop, done = run(desk, Loaded({"snap": [5]}), logged=asked.entries)
    assert text_of(done).startswith(text_of(asked))
    assert stop == Stop("orders", ("red",), "march", 1)
    assert {"type": "answer", "question": SNAP, "side": "red", "answer": "fire"} in done.entries
    assert [entry["values"]["by"] for entry in of_kind(done.entries, "chosen")] == ["answer"]


def test_a_reaction_inside_a_move_cancels_the_rest_of_the_path():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2", "C3"]}]}, {"red": {"snap_fire": "fire"}})
    _, referee = run(desk, Loaded({"snap": [6]}))
    assert of_kind(referee.entries, "path_cancelled")[0]["values"] == {"left": ["C3"]}
    unit = referee.game.units["b1"]
    assert (referee.game.map.grid.number(unit.hex or 0), unit.steps, unit.has("pinned")) == ("C2", 1, True)


def test_the_second_die_of_a_pair_counts_on():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2", "C3"]}]}, {"red": {"snap_fire": "fire"}})
    throw = Loaded()
    run(desk, throw)
    assert throw.names == [
        "T01/blue/march/snap/r1/b1/1/hit",
        "T01/blue/march/snap/r1/b1/2/hit",
        "T01/blue/march/snap/r2/b1/1/hit",
    ]


def asked_about_snap_fire():
    """A march under fire, stopped at the first question; and its desk."""
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2", "C3"]}]})
    stop, asked = run(desk, Loaded())
    assert stop.kind == "question"
    return desk, asked


def how_chosen(referee):
    return [(entry["values"]["value"], entry["values"]["by"]) for entry in of_kind(referee.entries, "chosen")]


def test_standing_orders_answer_the_question_that_is_open_when_they_come():
    desk, asked = asked_about_snap_fire()
    desk.standing_orders["red"] = {"snap_fire": "hold"}
    stop, done = run(desk, Loaded(), logged=asked.entries)
    assert stop == Stop("orders", ("red",), "march", 1)
    assert how_chosen(done) == [("hold", "standing")] * 3
    assert kinds(done.entries[len(asked.entries) :])[:4] == ["standing", "chosen", "moved", "chosen"]
    stop, again = run(Desk(), Loaded(), logged=done.entries)
    assert (stop.kind, text_of(again)) == ("orders", text_of(done))


def test_standing_orders_that_do_not_answer_the_open_question_are_not_taken_yet():
    desk, asked = asked_about_snap_fire()
    desk.standing_orders["red"] = {"advance": "yes"}
    desk.standing_orders["blue"] = {"snap_fire": "fire"}
    stop, still = run(desk, Loaded(), logged=asked.entries)
    assert (stop.kind, still.entries) == ("question", asked.entries)
    desk.standing_orders["red"] = {"snap_fire": "shrug"}
    stop, still = run(desk, Loaded(), logged=asked.entries)
    assert (stop.kind, still.entries) == ("question", asked.entries)
    desk.answers[SNAP] = "hold"
    desk.standing_orders["red"] = {"snap_fire": "fire"}
    _, done = run(desk, Loaded(), logged=asked.entries)
    assert kinds(done.entries[len(asked.entries) :])[:5] == ["answer", "chosen", "moved", "standing", "standing"]


def test_an_answer_goes_before_standing_orders_that_come_with_it():
    desk, asked = asked_about_snap_fire()
    desk.standing_orders["red"] = {"snap_fire": "fire"}
    desk.answers[SNAP] = "hold"
    _, done = run(desk, Loaded(), logged=asked.entries)
    assert how_chosen(done) == [("hold", "answer"), ("fire", "standing"), ("fire", "standing")]
    assert text_of(run(Desk(), Loaded(), logged=done.entries)[1]) == text_of(done)


def test_standing_orders_that_come_late_go_before_a_default():
    desk, asked = asked_about_snap_fire()
    desk.standing_orders["red"] = {"snap_fire": "fire"}
    _, done = run(desk, Loaded(), logged=asked.entries, take_defaults=True)
    assert how_chosen(done)[0] == ("fire", "standing")
    _, again = run(Desk(), Loaded(), logged=done.entries, take_defaults=True)
    assert text_of(again) == text_of(done)


def test_standing_orders_that_are_replaced_answer_the_open_question_too():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2", "C3"]}]}, {"red": {"advance": "yes"}})
    _, asked = run(desk, Loaded())
    assert kinds(asked.entries)[-1] == "question"
    desk.standing_orders["red"] = {"snap_fire": "hold"}
    _, done = run(desk, Loaded(), logged=asked.entries)
    assert [entry["standing"] for entry in done.entries if entry["type"] == "standing"] == [
        {"advance": "yes"},
        {"snap_fire": "hold"},
    ]
    assert how_chosen(done) == [("hold", "standing")] * 3


def test_standing_orders_are_logged_when_they_are_replaced_only():
    desk = busy_desk()
    _, first = run(desk, DICE, forfeit=True, take_defaults=True, until="red/march")
    desk.standing_orders["blue"] = {"snap_fire": "hold"}
    _, second = run(desk, DICE, logged=first.entries, forfeit=True, take_defaults=True)
    versions = [(entry["side"], entry["standing"]) for entry in second.entries if entry["type"] == "standing"]
    assert versions == [
        ("blue", {"snap_fire": "fire"}),
        ("red", {"snap_fire": "fire"}),
        ("blue", {"snap_fire": "hold"}),
    ]


def test_an_order_answers_the_question_it_raises_and_nonsense_answers_nothing():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"storm": "C3", "with": "b1", "advance": "yes"}]})
    game = open_toy(r2="C3")
    _, referee = run(desk, Loaded({"storm": [4]}), game=game)
    assert [entry["values"]["by"] for entry in of_kind(referee.entries, "chosen")] == ["orders"]
    desk.sections["blue", "march", 1] = [{"storm": "C3", "with": "b1", "advance": "perhaps"}]
    stop, _ = run(desk, Loaded({"storm": [4]}), game=game)
    assert (stop.kind, stop.sides) == ("question", ("blue",))


def test_an_unanswered_question_takes_its_default_where_the_game_says_so():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2"]}]})
    stop, referee = run(desk, Loaded(), take_defaults=True)
    assert stop == Stop("orders", ("red",), "march", 1)
    chosen = of_kind(referee.entries, "chosen")
    assert [(e["subject"], e["values"]["value"], e["values"]["by"]) for e in chosen] == [(SNAP, "hold", "default")]
    assert "question" not in kinds(referee.entries)


def test_forfeit_drops_illegal_orders_and_reports_them():
    wrong = {"move": "r1", "path": ["C1"]}
    desk = Desk({**QUIET, ("blue", "march", 1): [wrong, {"move": "b1", "path": ["B1"]}]})
    _, referee = run(desk, Loaded(), forfeit=True)
    refused = of_kind(referee.entries, "refused")
    assert [(e["subject"], e["values"]["order"], e["cases"]) for e in refused] == [("blue march 1", wrong, ["1.2"])]
    assert refused[0]["values"]["reasons"] == ["r1 is not under blue command"]
    taken = next(e for e in referee.entries if e["type"] == "orders" and e["section"] == "march")
    assert (taken["forfeit"], taken["orders"][0]) == (True, wrong)
    assert [entry["subject"] for entry in of_kind(referee.entries, "moved")] == ["b1"]


def test_what_was_forfeited_replays_without_being_told_again():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "r1", "path": ["C1"]}]})
    _, referee = run(desk, Loaded(), forfeit=True)
    _, again = run(Desk(), Loaded(), logged=referee.entries)
    assert text_of(again) == text_of(referee)


def test_an_order_that_breaks_the_whole_is_dropped_and_the_rest_stands():
    moves = [{"move": "b2", "path": ["A3"]}, {"move": "b1", "path": ["A4"]}]
    desk = Desk({**QUIET, ("blue", "march", 1): moves[:1]})
    crowd = open_toy(b1="A3")
    stop, _ = run(desk, Loaded(), game=crowd)
    assert [(f.order, f.code) for f in stop.findings] == [("blue march 1", "overstacked")]
    stop, referee = run(desk, Loaded(), game=crowd, forfeit=True)
    assert stop == Stop("orders", ("red",), "march", 1)
    assert [entry["subject"] for entry in of_kind(referee.entries, "refused")] == ["blue march 1"]
    desk.sections["blue", "march", 1] = moves
    stop, referee = run(desk, Loaded(), game=crowd)
    assert stop == Stop("orders", ("red",), "march", 1)


def test_an_order_made_impossible_is_void_and_never_a_stop():
    desk = Desk(
        {
            ("blue", "barrage", 1): [{"shell": "D2", "with": "b1"}],
            ("red", "barrage", 1): [],
            ("blue", "march", 1): [{"storm": "C3", "with": "b1"}, {"storm": "C3", "with": "b2"}],
        }
    )
    stop, referee = run(desk, Loaded({"storm": [6]}), game=open_toy(r2="C3"), take_defaults=True)
    assert stop == Stop("orders", ("red",), "march", 1)
    void = of_kind(referee.entries, "void")
    assert [(e["subject"], e["values"]["reasons"]) for e in void] == [("blue march 2", ["nothing to attack in C3"])]
    assert void[0]["cases"] == ["2.2"]


def test_a_phase_is_skipped_by_the_position():
    desk = Desk({**QUIET, ("blue", "march", 1): [], ("red", "march", 1): []})
    _, referee = run(desk, Loaded())
    skipped = of_kind(referee.entries, "phase_skipped")
    assert [(e["subject"], e["cases"]) for e in skipped] == [("both/rally", ["4.1"])] * 2
    assert referee.game.score == {}
    pinned = fold(open_toy(), [Event("marked", "b1", {"marker": "pinned"})])
    _, referee = run(desk, Loaded(), game=pinned)
    assert [e["subject"] for e in of_kind(referee.entries, "unmarked")] == ["b1"]
    assert referee.game.score == {"blue": 3, "red": 3}


def test_an_untried_strength_is_drawn_from_what_is_left_of_its_pool():
    shots = {("blue", "barrage", 1): [{"shell": "C3", "with": "bg"}], ("red", "barrage", 1): []}
    throw = Loaded({"draw": [1, 2], "shell": [4]})
    _, referee = run(Desk(shots), throw, game=open_toy(rg="C3"))
    assert throw.names[:3] == [
        "T01/both/barrage/draw/bg/guns/1/strength",
        "T01/both/barrage/shell/bg/C3/1/hit",
        "T01/both/barrage/draw/rg/guns/1/strength",
    ]
    assert [e["values"]["face"] for e in of_kind(referee.entries, "revealed")] == ["strong", "weak"]
    assert [e["values"]["sides"] for e in of_kind(referee.entries, "rolled")] == [3, 6, 2]
    assert referee.game.pools["untried/guns"] == {"strong": 0, "weak": 1}


def test_until_stops_before_a_phase():
    desk = Desk({**QUIET, ("blue", "march", 1): [], ("red", "march", 1): []})
    stop, referee = run(desk, Loaded(), until="red/march")
    assert stop == Stop("until", section="red/march")
    assert (referee.game.phase, referee.game.done) == ("", "blue/march")
    stop, on = run(desk, Loaded(), logged=referee.entries, until="both/barrage")
    assert (stop.kind, on.game.turn, on.game.done) == ("until", 1, "both/rally")


def test_a_whole_game_ends_and_comes_out_the_same_again():
    stop, referee = play_whole_game()
    assert stop == Stop("over")
    assert referee.game.turn == ToyRules.turns
    assert len(of_kind(referee.entries, "rolled")) >= 8
    assert text_of(play_whole_game()[1]) == text_of(referee)


def test_no_name_is_given_twice_in_a_game():
    _, referee = play_whole_game()
    names = [e["subject"] for kind in ("rolled", "chosen") for e in of_kind(referee.entries, kind)]
    assert len(names) == len(set(names)) > 10


def test_a_game_replays_from_its_log_without_inputs_and_without_dice():
    _, referee = play_whole_game()
    stop, again = run(NoInput(), None, logged=json.loads(json.dumps(referee.entries)), take_defaults=True)
    assert stop == Stop("over")
    assert text_of(again) == text_of(referee)
    assert again.game == referee.game


def test_the_position_is_the_fold_of_the_logged_events():
    _, referee = play_whole_game()
    events = [Event.from_json(entry) for entry in referee.entries if entry["type"] == "event"]
    assert fold(open_toy(), events) == referee.game


def test_a_game_stopped_anywhere_goes_on_to_the_same_end():
    _, whole = play_whole_game()
    for phase in ("blue/march", "red/march", "both/rally"):
        _, part = run(busy_desk(), DICE, forfeit=True, take_defaults=True, until=phase)
        assert 0 < len(part.entries) < len(whole.entries)
        assert text_of(play_whole_game(logged=part.entries)[1]) == text_of(whole)


def test_every_event_is_watched_with_the_position_after_it():
    seen = []
    desk = busy_desk()
    _, referee = run(desk, DICE, forfeit=True, take_defaults=True, watch=lambda game, event: seen.append((game, event)))
    game = open_toy()
    for after, event in seen:
        game = fold(game, [event])
        assert after == game
    assert game == referee.game


@pytest.mark.parametrize("kind", ["rolled", "moved", "chosen", "phase_begun", "revealed"])
def test_a_logged_value_that_was_altered_diverges_there(kind):
    shots = {("blue", "barrage", 1): [{"shell": "D2", "with": "bg"}], ("red", "barrage", 1): []}
    march = {("blue", "march", 1): [{"move": "b1", "path": ["C2"]}]}
    game = open_toy(bg="C3")
    desk = Desk({**shots, **march}, {"red": {"snap_fire": "fire"}})
    _, referee = run(desk, DICE, game=game)
    logged = json.loads(json.dumps(referee.entries))
    index = next(i for i, entry in enumerate(logged) if entry.get("kind") == kind)
    logged[index].setdefault("values", {})["value"] = 9
    with pytest.raises(Divergence) as caught:
        run(NoInput(), DICE, logged=logged, game=game)
    assert (caught.value.index, caught.value.logged) == (index, logged[index])


def test_a_dropped_die_diverges_without_dice_too():
    _, referee = play_whole_game()
    index = next(i for i, entry in enumerate(referee.entries) if entry.get("kind") == "rolled")
    logged = referee.entries[:index] + referee.entries[index + 1 :]
    with pytest.raises(Divergence) as caught:
        run(NoInput(), None, logged=logged)
    assert caught.value.index == index


def test_orders_frozen_by_a_die_are_those_in_the_log_whatever_is_sent_later():
    desk = Desk({**QUIET, ("blue", "march", 1): [{"move": "b1", "path": ["C2"]}]})
    _, asked = run(desk, Loaded())
    later = Desk({("blue", "march", 1): [{"move": "b2", "path": ["C3"]}]}, answers={SNAP: "hold"})
    _, done = run(later, Loaded(), logged=asked.entries)
    assert [entry["subject"] for entry in of_kind(done.entries, "moved")] == ["b1"]


def test_a_die_shows_its_lowest_value_first_and_replays_from_the_log():
    desk = Desk()
    ten = Roll("count", "b1", "D2", "tens", 10, lowest=0)
    throws = Referee(ToyRules(), open_toy(), desk, lambda name, sides: 1)
    assert throws._roll(ten) == 0
    assert throws.entries[0]["values"] == {"sides": 10, "value": 0, "lowest": 0}
    again = Referee(ToyRules(), open_toy(), desk, None, logged=throws.entries)
    assert again._roll(ten) == 0
