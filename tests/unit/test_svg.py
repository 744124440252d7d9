"""The drawn map: well-formed, complete, rivers on their hexsides, the same every time."""

from xml.etree import ElementTree

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.hexes import Grid, hexside
from adjudicator.model.map import Feature, GameMap, Line, Network, Place
from adjudicator.reports.svg import draw_map
from adjudicator.reports.svg_counters import strength_of, strip
from adjudicator.reports.svg_legend import credit_lines
from adjudicator.reports.svg_sheet import Sheet
from tests.cases.kharkov.board import board

SVG = "{http://www.w3.org/2000/svg}"
POINTY = Grid("pointy", 5, 6, "RRCC", "north", "east", "odd")
FLAT = Grid("flat", 5, 6, "A1", "south", "west", "even", frozenset({"C5"}))


def words_of(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def small_map(grid: Grid) -> GameMap:
    terrain = ["clear"] * grid.size
    terrain[grid.hexes[8]] = "forest"
    river = {hexside(grid.hexes[8], n): (Feature("river", "Psel", "major"),) for n in grid.adjacent[grid.hexes[8]]}
    hexes = tuple(grid.hexes[:3])
    road = Network("road", (Line("R1", "road", hexes, {"west": hexes[0]}),), frozenset(hexes), frozenset())
    places = (
        Place("Gusarovka (Sukhoi Torets)", grid.hexes[9], "village"),
        Place("A & B", grid.hexes[15], "minor_city"),
    )
    return GameMap("small", "Small <map>", grid, tuple(terrain), river, {"road": road}, places, (), {}, {}, {}, ())


def test_the_campaign_map_is_whole_and_small_enough() -> None:
    game_map = load_scenario("kharkov/campaign").map
    svg = draw_map(game_map, scale="One hex is 6.9 km.", credit=("GeoNames (CC BY 4.0)",))
    words = words_of(svg)
    assert set(game_map.grid.numbers) <= set(words)
    assert {"KHARKOV", "POLTAVA", "DNEPROPETROVSK", "Izyum", "Donets", "Dnieper", "A/1", "G/7", "Sector Line"} <= set(
        words
    )
    assert "GeoNames (CC BY 4.0)" in words
    assert len(svg.encode()) < 1_200_000
    assert svg == draw_map(game_map, scale="One hex is 6.9 km.", credit=("GeoNames (CC BY 4.0)",))


def test_counters_show_id_and_values() -> None:
    position = board({"294id": "0515", "76rd": "0113", "226rd": "0113 4-5", "hq-28a": "0409 inactive"})
    words = words_of(draw_map(position.game.map, position.game, values={"226rd": "4-5-7!"}))
    for shown in ("294id", "9-8", "76rd", "U-7", "226rd", "4-5-7!", "hq-28a", "(5)-5"):
        assert shown in words


def test_a_reduced_unit_shows_the_face_that_is_up() -> None:
    position = board({"294id": "0515 steps=3", "226rd": "0113 4-5"})
    game = position.game
    assert strength_of(game.counters["294id"], game.units["294id"]) == "4-8"
    assert strength_of(game.counters["226rd"], game.units["226rd"]) == "4-5-7"


def test_a_counter_with_much_to_say_is_wider_and_written_smaller() -> None:
    short, long = (
        strip(100, 10, "294id", "9-8", ("#fff", "#000")),
        strip(100, 10, "rifle-12", "2-4-5-13", ("#fff", "#000")),
    )
    assert 'width="50"' in short
    assert 'font-size="7"' in short
    assert 'width="58"' in long
    assert 'font-size="5"' in long


def test_a_window_draws_only_its_hexes() -> None:
    position = board({"294id": "0515", "76rd": "0113"})
    grid = position.grid
    words = words_of(draw_map(position.game.map, position.game, window=grid.within(grid.hex("0515"), 2)))
    assert "0515" in words
    assert "294id" in words
    assert "0113" not in words
    assert "76rd" not in words


@pytest.mark.parametrize("grid", [POINTY, FLAT])
def test_both_hexes_of_a_hexside_agree_on_where_it_lies(grid: Grid) -> None:
    sheet = Sheet.of(grid, None, 30)
    for a in grid.hexes:
        for b in grid.adjacent[a]:
            assert set(sheet.ends((a, b))) == set(sheet.ends((b, a)))


@pytest.mark.parametrize("grid", [POINTY, FLAT])
def test_both_orientations_are_drawn_and_names_are_escaped(grid: Grid) -> None:
    game_map = small_map(grid)
    svg = draw_map(game_map, zones={"soviet": grid.hexes[:4]})
    words = words_of(svg)
    assert {grid.number(hex_) for hex_ in grid.hexes} <= set(words)
    assert {"Psel", "Gusarovka", "A & B", "Small <map>"} <= set(words)
    assert not grid.missing & set(words)


def test_credits_name_source_license_and_address() -> None:
    source = {
        "statement": "reconstruction: from public geography",
        "credits": [
            {"name": "GeoNames", "license": "CC BY 4.0", "url": "https://www.geonames.org", "covers": "places"}
        ],
    }
    assert credit_lines(source) == (
        "From public geography",
        "GeoNames (CC BY 4.0), https://www.geonames.org: places",
    )
