"""What ``show`` tells about units, hexes, supply and zones of control."""

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from adjudicator.model.game import Game
from adjudicator.reports.shows import (
    hex_data,
    hex_lines,
    supply_data,
    supply_report,
    unit_data,
    unit_lines,
    units_data,
    units_lines,
    zoc_data,
    zoc_lines,
)
from adjudicator.rulesets.kharkov.position import Position
from tests.cases.kharkov.board import board

POSITION = board({"294id": "0515", "76rd": "0113", "226rd": "0614 4-5"}, markers={"294id": ["disrupted"]})


class Rules:
    """Answers as a ruleset gives them."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def describe_unit(self, game: Game, unit_id: str) -> Mapping[str, Any]:
        fed = unit_id != "76rd"
        supply = {
            "in_supply": fed,
            "why": "a line of three hexes" if fed else "no line reaches it",
            "line": ["0716", "0616", "0515"] if fed else [],
            "hq": "",
            "cases": ["11.31"] if fed else ["11.1"],
        }
        return {"values": "9/2-9", "move": 15, "supply": supply}

    def zones_of(self, game: Game) -> Mapping[str, Collection[int]]:
        return self.position.zones

    def garrison_of(self, game: Game, hex_: int) -> int:
        return self.position.garrison_in(hex_)


RULES = Rules(POSITION)


def test_unit_tells_place_strength_and_supply() -> None:
    lines = unit_lines(unit_data(POSITION.game, RULES, "294id"))
    assert lines[0].startswith("294id  294th")
    assert lines[1:] == [
        "  in 0515 Ternovaya",
        "  strength 4½-9, four steps",
        "  Movement Allowance now 7½",
        "  markers: disrupted",
        "  294id is in supply: a line of three hexes (11.31).",
        "  line: 0716 0616 0515",
    ]


def test_unit_off_the_map_tells_its_box() -> None:
    assert unit_lines(unit_data(POSITION.game, RULES, "44id"))[1:] == ["  off the map: elsewhere"]


def test_unknown_unit_or_hex_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        unit_data(POSITION.game, RULES, "nobody")
    with pytest.raises(KeyError):
        hex_data(POSITION.game, RULES, "9999")


def test_hex_tells_rivers_by_direction_ways_units_and_zones() -> None:
    data = hex_data(POSITION.game, RULES, "0714")
    sides = {side["direction"]: side for side in data["sides"]}
    assert list(sides) == ["NE", "E", "SE", "SW", "W", "NW"]
    assert sides["E"]["hex"] == "0713"
    assert sides["E"]["features"] == ["Donets (major river)"]
    assert data["places"] == ["Stary Saltov"]
    lines = hex_lines(data)
    assert lines[0] == "0714  Stary Saltov, clear"
    assert "  W  0715  road" in lines
    assert lines[-2:] == ["  units: none", "  in the zone of control of: Soviet"]


def test_city_hex_tells_its_city_and_garrison() -> None:
    lines = hex_lines(hex_data(POSITION.game, RULES, "0818"))
    assert lines[:2] == ["0818  Kharkov, major city", "  garrison: 1"]


def test_units_are_listed_by_side() -> None:
    lines = units_lines(units_data(POSITION.game, RULES))
    assert "Axis: one unit on the map" in lines
    assert any(line.startswith("  0515  294id") and line.endswith("disrupted") for line in lines)
    soviet = units_lines(units_data(POSITION.game, RULES, "soviet"))
    assert not any("294id" in line for line in soviet)
    assert max(map(len, lines)) <= 78


def test_supply_lists_who_is_out_first() -> None:
    lines = supply_report(supply_data(POSITION.game, RULES))
    assert lines[0] == "76rd is out of supply: no line reaches it (11.1)."
    assert lines[-1] == "In supply: 294id, 226rd."


def test_zones_are_listed_with_what_lies_in_both() -> None:
    data = zoc_data(POSITION.game, RULES)
    assert list(data) == ["axis", "soviet"]
    assert "0614" in data["axis"]
    lines = zoc_lines(data)
    assert lines[0].startswith("Axis (6 hexes): ")
    assert any(line.startswith("In both (") for line in lines)
