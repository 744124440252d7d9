"""9.6: where a retreat may lead, how far, into what, and what becomes of units that retreated into a later combat."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.retreat import find_retreats

from .board import Several, board
from .fights import answers_of, cell, fight, gone, judge, moves, strengths, where

AXIS = {"44id": "1628", "13grd": "1627", "hq-6a": "1625"}
"""44id faces 13grd to its east; the six hexes around it are 1528 1529 1629 1729 1728 1627."""


ZONED = {"226rd": "1530 1-1", "38rd": "1829 1-1"}
"""Soviet zones over 1529, 1629 and 1729."""


def retreats(
    position: Position, unit: str = "44id", hexes: int = 1, opponents: tuple[str, ...] = ("1627",)
) -> list[str]:
    """The paths open to a unit, as text."""
    found = find_retreats(position, [unit], [position.grid.hex(number) for number in opponents], hexes)
    return ["-".join(position.number(hex_) for hex_ in path) for path in found]


@pytest.mark.case("kharkov", "9.61")
def test_never_into_enemy_units_or_their_zones() -> None:
    assert retreats(board(AXIS)) == ["1529", "1629", "1729"]
    assert retreats(board({**AXIS, **ZONED})) == []
    assert retreats(board({**AXIS, "226rd": "1429 1-1"})) == ["1629", "1729"]
    assert retreats(board({**AXIS, "hq-28a": "1629"})) == ["1529", "1729"]


@pytest.mark.case("kharkov", "9.61")
@pytest.mark.case("kharkov", "8.25")
def test_a_friendly_combat_unit_opens_a_hex_in_an_enemy_zone_but_an_hq_does_not() -> None:
    zoned = {**AXIS, **ZONED}
    assert retreats(board({**zoned, "71id": "1629"})) == ["1629"]
    assert retreats(board({**zoned, "hq-rum6": "1629"})) == []


@pytest.mark.case("kharkov", "9.61")
def test_no_retreat_leaves_the_map() -> None:
    position = board({"44id": "1640", "13grd": "1639", "hq-6a": "1638"})
    assert all(len(path) == 4 for path in retreats(position, opponents=("1639",)))
    assert retreats(position, hexes=2, opponents=("1639",)) == []


@pytest.mark.case("kharkov", "9.61")
@pytest.mark.case("kharkov", "6.3")
def test_no_retreat_across_the_dnieper_but_by_the_road() -> None:
    south = {"flags": {"south_active": "5"}}
    position = board({"44id": "3632", "13grd": "3532", "hq-6a": "3432"}, **south)
    assert retreats(position, opponents=("3532",)) == ["3633", "3732"]
    position = board({"44id": "3633", "13grd": "3533", "hq-6a": "3433"}, **south)
    assert not {"3733", "3734"} & set(retreats(position, opponents=("3533",)))


@pytest.mark.case("kharkov", "9.62")
def test_the_owner_chooses_among_all_legal_paths() -> None:
    outcome = fight(board({**AXIS, "44id": "1628 steps=3"}, turn=5), "1628", ["13grd"], [1], {"retreat_path": ["1729"]})
    assert answers_of(outcome, "retreat_path") == [[["1529"], ["1629"], ["1729"]]]
    assert [choice.side for choice in outcome.asked if choice.kind == "retreat_path"] == ["axis"]
    assert moves(outcome, "retreat") == {"44id": ["1628", "1729"]}


@pytest.mark.case("kharkov", "9.63")
@pytest.mark.parametrize(
    ("metric", "one", "two"),
    [
        ("plus", ["1529", "1629", "1729"], 7),
        ("literal", ["1529", "1629", "1729"], 13),
        ("origin", ["1529", "1629", "1729"], 9),
        ("none", ["1529", "1629", "1729"], 13),
    ],
)
def test_how_far_away(metric: str, one: list[str], two: int) -> None:
    position = board(AXIS, options={"retreat_metric": metric})
    assert retreats(position) == one
    paths = retreats(position, hexes=2)
    assert len(paths) == two
    assert ("1529-1629" in paths) == (metric in ("literal", "none"))


@pytest.mark.case("kharkov", "9.63")
@pytest.mark.parametrize(("reading", "open_"), [("any", True), ("all", False)])
def test_away_from_one_opponent_or_from_all(reading: str, open_: bool) -> None:
    position = board({"44id": "1628", "hq-6a": "1627", "hq-28a": "1629"}, options={"retreat_from": reading})
    assert bool(retreats(position, opponents=("1627", "1629"))) == open_


@pytest.mark.case("kharkov", "9.64")
def test_vacant_hexes_come_first() -> None:
    assert retreats(board({**AXIS, "71id": "1629"})) == ["1529", "1729"]
    full = {**AXIS, "71id": "1629", "257id": "1529", "295id": "1729"}
    assert retreats(board(full)) == ["1529", "1629", "1729"]
    assert retreats(board({**AXIS, "hq-rum6": "1629"})) == ["1529", "1729"]


@pytest.mark.case("kharkov", "9.64")
def test_stacking_holds_in_every_hex_of_a_retreat() -> None:
    three = {**AXIS, "71id": "1529", "257id": "1529", "295id": "1529", "79id": "1729", "294id": "1629"}
    assert retreats(board(three)) == ["1629", "1729"]
    assert not any("1529" in path for path in retreats(board(three), hexes=2))


@pytest.mark.case("kharkov", "9.64")
@pytest.mark.parametrize("manner", ["path", "step", "fewest"])
def test_a_wholly_vacant_path_is_taken(manner: str) -> None:
    position = board({**AXIS, "71id": "1629", "257id": "1729"}, options={"retreat_vacancy": manner})
    assert retreats(position, hexes=2) == ["1529-1429", "1529-1530"]


@pytest.mark.case("kharkov", "9.64")
@pytest.mark.parametrize(("manner", "free"), [("path", True), ("step", False), ("fewest", False)])
def test_when_no_path_is_wholly_vacant(manner: str, free: bool) -> None:
    # Every second hex is held by friends; 1629 is held too, so a path by 1629 crosses two friendly hexes.
    far = {"71id": "1629", "257id": "1430", "295id": "1530", "79id": "1630", "294id": "1730", "297id": "1829"}
    more = {"298id": "1429", "305id": "1828", "111id": "1428"}
    position = board({**AXIS, **far, **more}, options={"retreat_vacancy": manner})
    found = retreats(position, hexes=2)
    assert any(path.startswith("1529") for path in found)
    assert any(path.startswith("1629") for path in found) == free


@pytest.mark.case("kharkov", "9.64")
@pytest.mark.case("kharkov", "15.31")
def test_a_garrisoned_city_hex_is_always_open() -> None:
    units = {"44id": "1637", "13grd": "1638", "226rd": "1437 1-1", "71id": "1537", "hq-6a": "1638"}
    assert "1537" in retreats(board(units), opponents=("1638",))
    lost = board({**units, "71id": "1140"}, hex_marks={"1537": ["garrison_lost"]})
    assert "1537" not in retreats(lost, opponents=("1638",))
    assert "1537" in retreats(board({**units, "71id": "1140"}), opponents=("1638",))


@pytest.mark.case("kharkov", "9.64")
@pytest.mark.parametrize(("minor", "open_"), [("false", False), ("true", True)])
def test_minor_cities_by_option(minor: str, open_: bool) -> None:
    units = {"44id": "1829", "13grd": "1828", "71id": "1830", "hq-6a": "1826"}
    position = board(units, options={"city_includes_minor": minor})
    assert ("1830" in retreats(position, opponents=("1828",))) == open_


@pytest.mark.case("kharkov", "9.64")
@pytest.mark.case("kharkov", "15.3")
def test_soviet_units_do_not_retreat_into_a_garrison() -> None:
    position = board({"13grd": "1638", "44id": "1639", "hq-6a": "1738"})
    assert "1637" not in retreats(position, "13grd", opponents=("1639",))
    open_city = board({"13grd": "1638", "44id": "1639", "hq-6a": "1738"}, hex_marks={"1637": ["garrison_lost"]})
    assert "1637" in retreats(open_city, "13grd", opponents=("1639",))


@pytest.mark.case("kharkov", "9.56")
@pytest.mark.case("kharkov", "9.64")
def test_all_must_find_room_or_none_may_retreat() -> None:
    # Three units, and the only way out is a friendly hex with room for two.
    units = {"44id": "1628 steps=1", "71id": "1628 steps=1", "257id": "1628 steps=1", "295id": "1629"}
    soviets = {"13grd": "1627", **ZONED, "hq-6a": "1625"}
    position = board({**units, **soviets}, turn=5)
    assert retreats(position) == ["1629"]
    outcome = fight(position, "1628", ["13grd"], [2])
    assert cell(outcome) == "D1"
    assert answers_of(outcome, "retreat_or_lose") == []
    assert outcome.of_kind("no_retreat")[0].values["side"] == "axis"
    assert len(gone(outcome)) == 1
    two = board({**units, "257id": "1140", **soviets}, turn=5)
    assert moves(fight(two, "1628", ["13grd"], [3]), "retreat") == {u: ["1628", "1629"] for u in ("44id", "71id")}


@pytest.mark.case("kharkov", "9.56")
def test_an_earlier_choice_never_strands_a_later_unit() -> None:
    # Room for one in 1629 and for one in 1729: whoever goes first, the second is left the other hex.
    filled = {"295id": "1629", "79id": "1629", "294id": "1729", "297id": "1729", "298id": "1529", "305id": "1529"}
    units = {"44id": "1628 steps=1", "71id": "1628 steps=1", **filled, "111id": "1529"}
    position = board({**units, "13grd": "1627", "hq-6a": "1625"}, turn=5)
    outcome = fight(position, "1628", ["13grd"], [3], {"retreat_path": Several([["1729"]])})
    assert answers_of(outcome, "retreat_path")[0] == [["1629"], ["1729"]]
    assert sorted(moves(outcome, "retreat").values()) == [["1628", "1629"], ["1628", "1729"]]


@pytest.mark.case("kharkov", "9.63")
@pytest.mark.case("kharkov", "9.56")
def test_attackers_from_several_hexes_each_retreat_from_their_own() -> None:
    units = {"44id": "1628", "71id": "1628", "13grd": "1627", "226rd": "1528 4-4", "hq-6a": "1625"}
    outcome = fight(board(units, turn=5), "1628", ["13grd", "226rd"], [3], {"retreat_or_lose": "retreat"})
    assert cell(outcome) == "A1"
    paths = moves(outcome, "retreat")
    assert [path[0] for path in paths.values()] == ["1627", "1528"]
    assert all("1628" not in path for path in paths.values())


@pytest.mark.case("kharkov", "9.63")
@pytest.mark.case("kharkov", "9.58")
def test_attackers_retreat_from_where_the_defender_was_not_from_where_it_has_gone() -> None:
    units = {"44id": "1628", "13grd": "1627", "hq-6a": "1625"}
    back = {"retreat_or_lose": "retreat", "retreat_path": Several([["1729"], ["1727"]])}
    outcome = fight(board({**units, "44id": "1628 steps=3"}, turn=5), "1628", ["13grd"], [3], back)
    assert cell(outcome) == "D1/A1"
    # 1727 is no farther from 1729 than 1627 is, but it is farther from 1628.
    assert answers_of(outcome, "retreat_path")[1] == [["1527"], ["1626"], ["1727"]]
    assert moves(outcome, "retreat") == {"44id": ["1628", "1729"], "13grd": ["1627", "1727"]}


@pytest.mark.case("kharkov", "9.65")
def test_a_unit_that_retreated_into_friends_adds_nothing_and_falls_with_any_result() -> None:
    units = {"44id": "1628", "71id": "1629", "226rd": "1627 2-4", "38rd": "1626 4-4", "hq-6a": "1625", "257id": "1527"}
    position = board({**units, "41rd": "1726 1-1", "47rd": "1727 1-1"}, turn=5, phase="axis/combat")
    first = fight(position, "1627", ["44id"], [2], {"retreat_path": ["1626"]})
    assert cell(first) == "D1"
    assert first.position.unit("226rd").has("retreated_in")
    assert not first.position.unit("38rd").has("retreated_in")
    second = fight(first.position, "1626", ["257id"], [2], {"retreat_or_lose": "retreat"})
    assert strengths(second, "defence") == {"226rd": "0", "38rd": "4"}
    assert cell(second) == "D1"
    assert gone(second) == ["226rd"]
    assert where(second.position, "38rd") != "1626"


@pytest.mark.case("kharkov", "9.65")
def test_a_result_against_the_attacker_spares_the_unit_that_retreated_in() -> None:
    units = {"257id": "1527 steps=2", "226rd": "1626 2-4", "38rd": "1626 4-4", "hq-6a": "1625"}
    marks = {"226rd": ["attacked", "retreated_in"]}
    position = board(units, turn=5, phase="axis/combat", markers=marks)
    outcome = fight(position, "1626", ["257id"], [3], {"retreat_or_lose": "lose"})
    assert cell(outcome) == "A1"
    assert gone(outcome) == []
    assert judge(outcome.position, "1626", ["257id"])[0].code == "attacked-already"


@pytest.mark.case("kharkov", "9.65")
def test_attackers_that_retreat_into_friends_bear_no_mark() -> None:
    units = {
        "44id": "1628",
        "13grd": "1627",
        "38rd": "1626 1-1",
        "41rd": "1527 1-1",
        "47rd": "1727 1-1",
        "hq-6a": "1625",
    }
    outcome = fight(board(units, turn=5), "1628", ["13grd"], [3], {"retreat_or_lose": "retreat"})
    assert cell(outcome) == "A1"
    assert not outcome.position.unit("13grd").has("retreated_in")
