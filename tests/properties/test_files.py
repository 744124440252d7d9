"""What is written is read back equal; the quick verdict on a schema is the validator's."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from adjudicator.files.schema_accept import build_acceptor
from adjudicator.files.schemas import acceptor_of, load_schema
from adjudicator.files.yaml_reader import parse_yaml
from adjudicator.files.yaml_writer import render_yaml
from adjudicator.rulesets.kharkov.fields import FIELDS as KHARKOV
from adjudicator.rulesets.platoon.fields import FIELDS as PLATOON

TRICKY = [
    "NO",
    "on",
    "y",
    "null",
    "~",
    "0517",
    "0o17",
    "1e3",
    "3-1",
    "1_000",
    "",
    " x",
    "x ",
    "a: b",
    "a #b",
    "- a",
    "#",
]
TRICKY += ["'", '"', "“x”", "\u00a0", "a\nb", "\t", "<<", "=", "!x", "&a", "*a", "@", "12:30", "2001-01-01", ".5", "-1"]
TEXT = st.sampled_from(TRICKY) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
KEYS = TEXT.filter(bool)
SCALARS = TEXT | st.integers() | st.booleans() | st.none()
DATA = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)


def as_read(value):
    """Data with every scalar but None as the text that is written for it."""
    if isinstance(value, dict):
        return {key: as_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_read(item) for item in value]
    if isinstance(value, bool):
        return str(value).lower()
    return value if value is None else str(value)


@given(st.dictionaries(KEYS, DATA, min_size=1, max_size=5), st.integers(20, 120))
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_back(data, width):
    text = render_yaml(data, width=width)
    assert parse_yaml(text, "f").data == as_read(data)
    assert text == render_yaml(copy.deepcopy(data), width=width)


@given(st.dictionaries(KEYS.filter(lambda key: key not in ("<<", "=")), TEXT, min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_text_is_text_to_readers_of_both_versions(data):
    for version in ("1.1", "1.2"):
        yaml = YAML(typ="safe", pure=True)
        yaml.version = version
        assert yaml.load(render_yaml(data)) == data


ORDER = {"move": ["44id", "71id"], "path": ["1418", {"overrun": "1519"}], "if_chased": "stop"}
ATTACK = {
    "attack": "1318",
    "with": ["a"],
    "air": "1",
    "advance": {"a": ["1318"]},
    "retreat": {"a": [["1419"], ["1420"]]},
}
ENVELOPE = {"game": "demo", "turn": "3", "side": "axis", "position": "any"}
HEX = {"prefer": "lose", "retreat": ["1419"], "air": {"at_least": "3-1", "hold": "1"}, "advance": "yes"}
FILES = {
    "orders": {**ENVELOPE, "kind": "orders", "orders": {"movement": [ORDER], "combat": [ATTACK, "more"]}},
    "standing": {
        **ENVELOPE,
        "kind": "standing",
        "standing": {"default": {}, "hexes": {"1318": HEX}, "units": {"a": {}}},
    },
    "answers": {**ENVELOPE, "kind": "answers", "answers": [{"question": "q", "answer": ["a", ["b"]]}]},
    "deployment": {
        **ENVELOPE,
        "kind": "deployment",
        "deployment": {"1418": ["a", "b"], "reserve/28a": "c"},
        "broken": {"a": ["b", "c"]},
    },
}
WORDS = st.sampled_from(
    ["", "any", "3", "more", "move", "path", "to", "rail", "attack", "with", "lose", "a b", "x", "true"]
)
ODD = st.recursive(
    WORDS | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)


def find_groups(data):
    """All dicts and lists within, outermost first."""
    yield data
    for inner in data.values() if isinstance(data, dict) else data:
        if isinstance(inner, (dict, list)):
            yield from find_groups(inner)


@given(st.sampled_from(sorted(FILES)), st.sampled_from([None, KHARKOV, PLATOON]), st.data())
@settings(max_examples=300, deadline=None)
def test_quick_verdict_is_the_validators(kind, fields, choose):
    data = copy.deepcopy(FILES[kind])
    for _ in range(choose.draw(st.integers(0, 2))):
        group = choose.draw(st.sampled_from(list(find_groups(data))))
        keys = list(group) if isinstance(group, dict) else list(range(len(group)))
        if isinstance(group, list):
            group.append(choose.draw(ODD))
        elif keys and choose.draw(st.booleans()):
            del group[choose.draw(st.sampled_from(keys))]
        else:
            group[choose.draw(st.sampled_from([*keys, "x", "to", "rail", "with"]))] = choose.draw(ODD)
    assert acceptor_of(kind, fields)(data) == Draft202012Validator(load_schema(kind, fields)).is_valid(data)


@pytest.mark.parametrize("kind", FILES)
def test_the_schemas_of_players_have_a_quick_verdict(kind):
    def never(data):
        raise AssertionError

    for fields in (None, KHARKOV, PLATOON):
        accept = build_acceptor(load_schema(kind, fields), never)
        assert accept(FILES[kind]) == (fields is not PLATOON or kind in ("answers", "deployment"))
    split = {"move": "a", "path": ["C1", {"split": "b", "path": ["C2", {"split": "c", "path": ["C3", {"load": "d"}]}]}]}
    for step, verdict in (("d", True), ({"e": "f"}, False)):
        split["path"][1]["path"][1]["path"][1]["load"] = step
        data = {**ENVELOPE, "kind": "orders", "orders": {"movement": [split]}}
        assert build_acceptor(load_schema("orders", PLATOON), never)(data) == verdict
