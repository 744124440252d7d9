"""What a file of the wrong form is told, and that the schemas serve editors too. H02 and H08 are reported faults."""

import json

import pytest
from jsonschema import Draft202012Validator

from adjudicator.files.schema_check import check_kind, check_schema
from adjudicator.files.schemas import list_schemas, load_schema
from adjudicator.files.yaml_reader import parse_yaml

ENVELOPE = "game: demo\nkind: orders\nturn: 3\nside: axis\nposition: any\n"

ORDERS = """\
game: izyum-by-mail
kind: orders
turn: 3
side: axis
position: 7c1e90
orders:
  movement:
    - {move: 44id, path: [1418, 0517]}
    - {move: 71id, to: 1517}
    - {move: [23pz-201, 23pz-126], path: [1520, {overrun: 1519}, 1518], if_chased: stop}
    - {rail: 305id, path: [0101, 0102]}
    - {breakdown: 79id}
    - {commit: {305id: 1418}}
  combat:
    - {attack: 1318, with: [44id, 71id], air: 1, advance: {44id: [1318]}, lose: [71id, 44id],
       retreat: {44id: [1419]}, prefer: retreat}
    - {attack: [1318, 1319], with: 44id, retreat: {44id: [[1419], [1320, 1321]]}, advance: {44id: []}}
    - more
  mechanized: []
"""
STANDING = """\
game: demo
kind: standing
side: axis
standing:
  default: {prefer: retreat, lose: [44id, 71id], advance: true, air: {at_least: "3-1", hold: 1}}
  hexes: {1318: {prefer: lose, retreat: [[1419, 1420], [1319]], air: 1, advance: false}}
  units: {44id: {retreat: [[1419]], prefer: retreat, advance: [1318]}, hq-6a: {displace: [2214]}}
"""
ANSWERS = """\
game: demo
kind: answers
turn: 3
side: soviet
position: 7c1e90
answers:
  - {question: T03/axis/combat/retreat/1318, answer: lose}
  - {question: q2, answer: [44id, 71id]}
  - {question: q3, answer: [[1419, 1420], [1319]]}
"""
DEPLOYMENT = """\
game: demo
kind: deployment
turn: 1
side: axis
position: any
deployment:
  0214: [rg-01, rg-02, rg-03]
  1418: 44id
  reserve/28a: [15grd]
broken: {79id: [rg-01, rg-02, rg-03]}
"""
PLAYER_FILES = {"orders": ORDERS, "standing": STANDING, "answers": ANSWERS, "deployment": DEPLOYMENT}


def told(text):
    """Each finding as ``line:column order unit: message``."""
    findings = check_kind(parse_yaml(text, "f"))
    assert all(f.kind == "unreadable" and f.path == "f" for f in findings)
    return [f"{f.line}:{f.column} {f.order} {f.unit}: {f.message}" for f in findings]


def told_of_move(*entries):
    return told(ENVELOPE + "orders:\n  movement:\n" + "".join(f"    - {entry}\n" for entry in entries))


@pytest.mark.parametrize("kind", PLAYER_FILES)
def test_files_of_the_right_form_pass(kind):
    assert told(PLAYER_FILES[kind]) == []


@pytest.mark.parametrize("kind", PLAYER_FILES)
def test_the_schema_also_takes_what_an_editor_makes_of_the_file(kind):
    def typed(value):
        if isinstance(value, dict):
            return {key: typed(item) for key, item in value.items()}
        if isinstance(value, list):
            return [typed(item) for item in value]
        return {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)

    data = typed(parse_yaml(PLAYER_FILES[kind], "f").data)
    assert any(isinstance(value, int) for value in data.values()) or kind == "standing"
    assert list(Draft202012Validator(load_schema(kind)).iter_errors(data)) == []


def test_h02_flags_take_the_documented_words_and_show_what_was_typed():
    for word in ("true", "false", "yes", "no"):
        assert told(STANDING.replace("advance: true", f"advance: {word}")) == []
    [message] = told(STANDING.replace("advance: true", "advance: NO"))
    assert message == "5:59  : 'advance' must be one of true, false, yes, no, not 'NO', did you mean 'no'?"


def test_h08_misspelt_field_is_named_with_its_neighbour_and_what_is_missing():
    assert told_of_move("{move: G1, pth: [2210, 2211]}") == [
        "8:7 axis movement 1 G1: missing field 'path' or 'to'",
        "8:18 axis movement 1 G1: unknown field 'pth', did you mean 'path'?",
    ]


def test_h08_unknown_orders_list_the_known_ones():
    verbs = "move, rail, enter, breakdown, reform, trade, strongpoint, commit, attack, airdrop, fire, load, unload"
    assert told_of_move("{mvoe: G1}", "{zzz: G1}", "{}") == [
        "8:8 axis movement 1 : unknown order 'mvoe', did you mean 'move'?",
        f"9:8 axis movement 2 : unknown order 'zzz'; known here: {verbs}",
        f"10:7 axis movement 3 : an order is empty; known here: {verbs}",
    ]


def test_h08_all_faulty_orders_are_told_in_file_order():
    messages = told_of_move(
        "{move: a, path: [1418, '']}",
        "{move: b, path: [], to: }",
        "{move: [c, c], path: [1, {overrun: 2, now: 3}], if_chased: stopp}",
        "{rail: d, to: 1517, move: d}",
        "march",
        "",
        "{move: e, to: {hex: 1}}",
        "[f]",
    )
    places = [message.split(":", 2)[0] for message in messages]
    assert places == sorted(places, key=int)
    assert set(places) == {str(line) for line in range(8, 16)}
    told_as_one = "\n".join(messages)
    assert "8:30 axis movement 1 a: entry 2 of 'path' is empty; expected a hex number, or {overrun: HEX}" in told_as_one
    assert "axis movement 2 b: give 'path' or 'to', not both" in told_as_one
    assert "axis movement 2 b: 'to' has no value; expected a hex number" in told_as_one
    assert "axis movement 3 c: 'move' names 'c' more than once" in told_as_one
    assert "axis movement 3 c: unknown field 'now'" in told_as_one
    assert "axis movement 3 c: 'if_chased' must be one of stop, go-on, not 'stopp', did you mean 'stop'?" in told_as_one
    assert "axis movement 4 d: one entry, one order: this says 'rail' and 'move'" in told_as_one
    assert "entry 5 of 'movement' cannot be 'march'; expected an order such as" in told_as_one
    assert "entry 6 of 'movement' has no value" in told_as_one
    assert "axis movement 7 e: 'to' cannot be a group of fields; expected a hex number" in told_as_one
    assert "entry 8 of 'movement' cannot be a list" in told_as_one
    assert "given schema" not in told_as_one
    assert len([message for message in messages if message.startswith("11:")]) == 1


def test_faults_of_the_envelope():
    text = "game:\nkind: orders\nturn: three\nsid: axis\nposition: XYZ\norders:\n  movement:\n  Foo Bar: []\n"
    assert told(text) == [
        "1:1  : missing field 'side'",
        "1:6  : 'game' has no value; expected the name of the game, as in its game.yaml",
        "3:7  : 'turn' cannot be 'three'; expected the number of the Game-Turn",
        "4:1  : unknown field 'sid', did you mean 'side'?",
        "5:11  : 'position' cannot be 'XYZ'; expected the position that the report and status print, such as "
        "7c1e90, or the word any",
        "7:12  : 'movement' has no value; expected a list of orders, carried out in order; write [] for nothing, "
        "or leave the line out",
        "8:3  : 'Foo Bar' is not the name of a phase, such as movement",
    ]


def test_the_schema_is_chosen_by_kind():
    assert told("game: demo\n") == ["1:1  : missing field 'kind': one of orders, standing, answers, deployment"]
    assert told("kind: order\n") == [
        "1:7  : 'kind' must be one of orders, standing, answers, deployment, not 'order', did you mean 'orders'?"
    ]
    assert told("kind: [x]\n") == ["1:7  : 'kind' must be one of orders, standing, answers, deployment, not a list"]


def test_a_retreat_is_one_path_or_alternatives_but_not_a_mixture():
    attack = "{attack: 1318, with: a, retreat: {a: [1419, [1420]]}}"
    assert told_of_move(attack) == [
        "8:45 axis movement 1 a: entry 1 of 'a' cannot be '1419'; expected a list of hexes, each next to the one "
        "before; [] goes nowhere"
    ]


def test_a_file_of_another_kind_is_named_by_the_schema():
    document = parse_yaml(STANDING, "f")
    assert "'kind' must be 'orders', not 'standing'" in [f.message for f in check_schema(document, "orders")]


def test_every_schema_is_a_schema_of_the_stated_draft():
    assert {"orders", "standing", "answers"} <= set(list_schemas())
    for name in list_schemas():
        schema = load_schema(name)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        Draft202012Validator.check_schema(schema)


def test_what_two_player_schemas_define_alike_is_alike():
    seen = {}
    for kind in PLAYER_FILES:
        for name, definition in load_schema(kind)["$defs"].items():
            assert seen.setdefault(name, definition) == definition, f"{name} differs in {kind}"
    assert json.dumps(seen["hex"]) in json.dumps(load_schema("orders"))


def test_unknown_schema():
    with pytest.raises(KeyError):
        load_schema("nonsense")
