"""What orders and standing orders answer: nearest wish first, the first one that is legal."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.steps import Advice, Choice, Option
from adjudicator.rulesets.kharkov.wishes import advise

from .board import board, order


def choice(kind: str, values: list[Any], data: dict[str, Any] | None = None, **facts: Any) -> Choice:
    """A choice of the Axis among these answers, from an order or from none."""
    own = None if data is None else order("axis", "combat", 1, data)
    return Choice(kind, "axis", "x", "?", tuple(Option(v, str(v)) for v in values), order=own, facts=facts)


def said(asked: Choice, standing: dict[str, Any] | None = None) -> tuple[Any, str] | None:
    """Value and source of the advice."""
    advice = advise(board({}), asked, standing or {})
    return None if advice is None else (advice.value, advice.by)


@pytest.mark.case("kharkov", "9.56")
def test_preference_by_order_unit_hex_and_default() -> None:
    values = ["retreat", "lose"]
    facts = {"hexes": ["1628"], "units": ["44id", "71id"]}
    everything = {"default": {"prefer": "retreat"}, "hexes": {"1628": {"prefer": "lose"}}}
    assert said(choice("retreat_or_lose", values, **facts)) is None
    assert said(choice("retreat_or_lose", values, {"prefer": "lose"}, **facts), everything) == ("lose", "orders")
    assert said(choice("retreat_or_lose", values, **facts), everything) == ("lose", "standing")
    nearer = {**everything, "units": {"71id": {"prefer": "retreat"}}}
    assert said(choice("retreat_or_lose", values, **facts), nearer) == ("retreat", "standing")
    other = {"default": {"prefer": "retreat"}, "hexes": {"1629": {"prefer": "lose"}}}
    assert said(choice("retreat_or_lose", values, **facts), other) == ("retreat", "standing")


@pytest.mark.case("kharkov", "9.56")
@pytest.mark.case("kharkov", "9.57")
def test_a_hex_speaks_where_the_other_side_attacks_not_for_attacks_from_it() -> None:
    standing = {"default": {"prefer": "retreat", "lose": "71id"}, "hexes": {"1628": {"prefer": "lose", "lose": "44id"}}}
    for kind, values, there, own in (
        ("retreat_or_lose", ["retreat", "lose"], "lose", "retreat"),
        ("lose_step", ["44id", "71id"], "44id", "71id"),
    ):
        facts = {"hexes": ["1628"], "units": ["44id", "71id"]}
        assert said(choice(kind, values, **facts), standing) == (there, "standing")
        assert said(choice(kind, values, {"attack": "1629"}, **facts), standing) == (own, "standing")
    away = {"hexes": {"1628": {"retreat": ["1529"]}}}
    for data in (None, {"attack": "1629"}):
        asked = choice("retreat_path", [["1429"], ["1529"]], data, unit="44id", hex="1628")
        assert said(asked, away) == (["1529"], "standing")


@pytest.mark.case("kharkov", "9.57")
def test_losses_in_the_order_written() -> None:
    asked = choice("lose_step", ["44id", "71id"], {"lose": ["97le", "71id", "44id"]}, hexes=["1628"])
    assert said(asked) == ("71id", "orders")
    standing = {"hexes": {"1628": {"lose": ["97le"]}}, "default": {"lose": ["44id"]}}
    assert said(choice("lose_step", ["44id", "71id"], hexes=["1628"]), standing) == ("44id", "standing")


@pytest.mark.case("kharkov", "9.62")
def test_retreat_paths_with_fallbacks() -> None:
    values = [["1529", "1429"], ["1629", "1630"]]
    facts = {"unit": "44id", "hex": "1628"}
    units = {"units": {"44id": {"retreat": [["1729", "1730"], ["1629", "1630"]]}}}
    assert said(choice("retreat_path", values, **facts), units) == (["1629", "1630"], "standing")
    assert said(choice("retreat_path", values, {"retreat": {"44id": ["1529"]}}, **facts)) == (
        ["1529", "1429"],
        "orders",
    )
    shorter = choice("retreat_path", [["1529"], ["1629"]], {"retreat": {"44id": ["1629", "1630"]}}, **facts)
    assert said(shorter) == (["1629"], "orders")
    assert said(choice("retreat_path", values, {"retreat": {"71id": ["1529"]}}, **facts)) is None
    by_hex = {"hexes": {"1628": {"retreat": ["1529", "1429"]}}}
    assert said(choice("retreat_path", values, **facts), by_hex) == (["1529", "1429"], "standing")


@pytest.mark.case("kharkov", "9.73")
def test_an_order_that_speaks_of_advances_speaks_for_all() -> None:
    values = [[], ["1628"], ["1628", "1629"]]
    facts = {"unit": "44id", "hex": "1627"}
    assert said(choice("advance", values, {"advance": {"44id": ["1628", "1629"]}}, **facts)) == (values[2], "orders")
    assert said(choice("advance", values, {"advance": {"71id": ["1628"]}}, **facts)) == ([], "orders")
    assert said(choice("advance", values, {"advance": {}}, **facts)) == ([], "orders")
    assert said(choice("advance", values, {}, **facts)) is None
    assert said(choice("advance", values, {"advance": {"44id": ["1729"]}}, **facts)) is None


@pytest.mark.case("kharkov", "9.73")
@pytest.mark.parametrize(("wish", "value"), [("yes", ["1628"]), (True, ["1628"]), ("no", []), (False, [])])
def test_an_order_may_have_all_advance_or_nobody(wish: Any, value: list[str]) -> None:
    for unit in ("44id", "71id"):
        asked = choice("advance", [[], ["1628"], ["1628", "1629"]], {"advance": wish}, unit=unit, hex="1627")
        assert said(asked) == (value, "orders")


@pytest.mark.case("kharkov", "9.73")
@pytest.mark.parametrize(("wish", "value"), [("true", ["1628"]), (True, ["1628"]), ("no", []), (False, [])])
def test_advance_by_standing_orders(wish: Any, value: list[str]) -> None:
    asked = choice("advance", [[], ["1628"], ["1628", "1629"]], unit="44id", hex="1627")
    assert said(asked, {"default": {"advance": wish}}) == (value, "standing")
    assert said(asked, {"units": {"44id": {"advance": []}}, "default": {"advance": wish}}) == ([], "standing")


@pytest.mark.case("kharkov", "13.12")
@pytest.mark.parametrize(
    ("wish", "odds", "left", "value"),
    [
        ("1", "2-1", 2, "yes"),
        (0, "2-1", 2, "no"),
        ({"at_least": "3-1"}, "3-1", 1, "yes"),
        ({"at_least": "3-1"}, "10-1", 1, "yes"),
        ({"at_least": "3-1"}, "2-1", 1, "no"),
        ({"at_least": "3-1"}, "unknown odds", 1, "no"),
        ({"at_least": "1-3", "hold": "1"}, "3-1", 1, "no"),
        ({"hold": "1"}, "unknown odds", 2, "yes"),
    ],
)
def test_air_on_defence(wish: Any, odds: str, left: int, value: str) -> None:
    asked = choice("air", ["no", "yes"], targets=["1628"], odds=odds, left=left)
    assert said(asked, {"default": {"air": wish}}) == (value, "standing")
    assert said(asked, {"default": {"air": wish}, "hexes": {"1628": {"air": "1"}}}) == ("yes", "standing")
    assert said(asked, {}) is None


@pytest.mark.case("kharkov", "10.17")
def test_where_a_displaced_headquarters_goes() -> None:
    asked = choice("displace", ["1624", "1723"], unit="hq-6a", hex="1627")
    assert said(asked, {"units": {"hq-6a": {"displace": ["1801", "1723"]}}}) == ("1723", "standing")


def test_an_unknown_kind_of_choice_is_left_to_its_owner() -> None:
    assert advise(board({}), choice("coin", ["a", "b"]), {"default": {"prefer": "a"}}) is None
    assert Advice("a", "orders").by == "orders"
