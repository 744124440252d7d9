"""The only writer: each kind of event does what it says, leaves the old position alone, and knows its units."""

from dataclasses import replace

import pytest

from adjudicator.engine.apply import EFFECTS, apply, fold
from adjudicator.model.events import Event
from tests.toy.rules import GRID, open_toy

GAME = replace(open_toy(), pools={"air": {"blue": 2}, "untried/guns": {"strong": 1, "weak": 2}})
HEX = GRID.hex("C4")
MARKED = apply(GAME, Event("hex_marked", "C4", {"mark": "burnt"}))


def unit_after(event, unit_id="b1", game=GAME):
    return apply(game, event).units[unit_id]


def test_phases_begin_and_end():
    begun = apply(GAME, Event("phase_begun", "both/barrage", {"turn": 2}))
    assert (begun.turn, begun.phase, begun.done) == (2, "both/barrage", "")
    ended = apply(begun, Event("phase_ended", "both/barrage"))
    assert (ended.turn, ended.phase, ended.done) == (2, "", "both/barrage")


def test_a_move_ends_in_the_last_hex_of_its_path():
    moved = apply(GAME, Event("moved", "b1", {"path": ["B2", "C3", "C4"], "how": "move"}))
    assert moved.units["b1"].hex == HEX
    assert moved.stacks[HEX] == ("b1",)
    assert GRID.hex("B2") not in moved.stacks
    assert GAME.units["b1"].hex == GRID.hex("B2")


def test_a_unit_is_placed_from_a_box():
    away = apply(GAME, Event("removed", "b1", {"box": "turn/5"}))
    assert unit_after(Event("placed", "b1", {"hex": "C4"}), game=away) == replace(GAME.units["b1"], hex=HEX)


def test_a_removed_unit_is_eliminated_unless_a_box_is_named():
    gone = unit_after(Event("removed", "b1", {"why": "stormed"}))
    assert (gone.hex, gone.box, gone.steps) == (None, "eliminated", 0)
    kept = unit_after(Event("removed", "b1", {"box": "reserve/28a"}))
    assert (kept.hex, kept.box, kept.steps) == (None, "reserve/28a", 2)


def test_steps_are_set():
    assert unit_after(Event("steps", "b1", {"from": 2, "to": 1})).steps == 1


def test_a_revealed_unit_takes_its_strength_out_of_the_pool():
    event = Event("revealed", "bg", {"face": "weak", "steps": 1, "pool": "untried/guns"})
    game = apply(GAME, event)
    assert (game.units["bg"].face, game.units["bg"].steps) == ("weak", 1)
    assert game.pools == {"air": {"blue": 2}, "untried/guns": {"strong": 1, "weak": 1}}
    assert GAME.pools["untried/guns"]["weak"] == 2


def test_markers_are_set_and_lifted():
    marked = apply(GAME, Event("marked", "b1", {"marker": "pinned"}))
    assert marked.units["b1"].markers == {"pinned"}
    assert apply(marked, Event("unmarked", "b1", {"marker": "pinned"})) == GAME


def test_hex_marks_are_set_and_lifted():
    assert MARKED.hex_marks == {HEX: {"burnt"}}
    assert MARKED.has_mark(HEX, "burnt")
    both = apply(MARKED, Event("hex_marked", "C4", {"mark": "held"}))
    assert both.hex_marks == {HEX: {"burnt", "held"}}
    assert apply(MARKED, Event("hex_unmarked", "C4", {"mark": "burnt"})) == GAME


def test_pools_change_and_never_fall_below_nothing():
    spent = fold(GAME, [Event("pool", "air", {"item": "blue", "change": -2})])
    assert spent.pools["air"] == {"blue": 0}
    assert apply(GAME, Event("pool", "rail", {"item": "red", "change": 3})).pools["rail"] == {"red": 3}
    with pytest.raises(KeyError):
        apply(spent, Event("pool", "air", {"item": "blue", "change": -1}))


def test_flags_are_set_and_an_empty_word_lifts_them():
    flagged = apply(GAME, Event("flag", "weather", {"to": "mud"}))
    assert flagged.flags == {"weather": "mud"}
    assert apply(flagged, Event("flag", "weather", {"to": ""})) == GAME


def test_points_add_up():
    scored = fold(GAME, [Event("scored", "red", {"points": 3}), Event("scored", "red", {"points": -1})])
    assert scored.score == {"red": 2}


def test_other_kinds_explain_and_change_nothing():
    assert apply(GAME, Event("odds", "C4", {"ratio": "3-1"})) is GAME


SAMPLES = {
    "phase_begun": Event("phase_begun", "both/barrage", {"turn": 1}),
    "phase_ended": Event("phase_ended", "both/barrage"),
    "moved": Event("moved", "b1", {"path": ["B2", "B1"]}),
    "placed": Event("placed", "b2", {"hex": "A1"}),
    "removed": Event("removed", "r1"),
    "steps": Event("steps", "r2", {"to": 1}),
    "revealed": Event("revealed", "rg", {"face": "strong", "steps": 2, "pool": "untried/guns"}),
    "marked": Event("marked", "b1", {"marker": "pinned"}),
    "unmarked": Event("unmarked", "b1", {"marker": "pinned"}),
    "hex_marked": Event("hex_marked", "A1", {"mark": "held"}),
    "hex_unmarked": Event("hex_unmarked", "A1", {"mark": "held"}),
    "pool": Event("pool", "air", {"item": "blue", "change": -1}),
    "flag": Event("flag", "weather", {"to": "mud"}),
    "scored": Event("scored", "blue", {"points": 1}),
}


def test_folding_is_applying_one_after_the_other_and_survives_the_log():
    assert list(SAMPLES) == list(EFFECTS)
    game = GAME
    for event in SAMPLES.values():
        game = apply(game, event)
    assert fold(GAME, SAMPLES.values()) == game != GAME
    assert fold(GAME, [Event.from_json(event.as_json()) for event in SAMPLES.values()]) == game
    assert fold(GAME, []) is GAME


@pytest.mark.parametrize("kind", ["moved", "placed", "removed", "steps", "revealed", "marked", "unmarked"])
def test_an_unknown_unit_is_a_fault(kind):
    with pytest.raises(KeyError, match="nobody"):
        apply(GAME, replace(SAMPLES[kind], subject="nobody"))


@pytest.mark.parametrize(
    "event",
    [
        Event("moved", "b1", {"path": ["B2", "Z9"]}),
        Event("placed", "b1", {"hex": "F5"}),
        Event("hex_marked", "Z9", {"mark": "held"}),
        Event("hex_unmarked", "Z9", {"mark": "held"}),
    ],
)
def test_an_unknown_hex_is_a_fault(event):
    with pytest.raises(KeyError):
        apply(GAME, event)
