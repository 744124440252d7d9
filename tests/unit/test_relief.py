"""Heights and crest lines on drawn maps, and the map in characters."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.game import Game
from adjudicator.model.units import Unit
from adjudicator.reports.svg import draw_map
from adjudicator.reports.svg_relief import SHADES, find_crest_lines
from adjudicator.reports.text_map import text_map

SCENARIO = load_scenario("platoon/take-the-high-ground")
MAP, KHARKOV = SCENARIO.map, load_scenario("kharkov/campaign").map


def test_crest_lines_lie_where_the_level_changes() -> None:
    grid = MAP.grid
    lines = find_crest_lines(MAP)
    told = {frozenset((grid.number(a), grid.number(b))) for a, b in lines}
    assert len(told) == len(lines)
    for inside in (("E4", "E5"), ("E5", "E6"), ("F4", "G5"), ("G3", "G2")):
        assert frozenset(inside) in told
    for level in (("E4", "F4"), ("G3", "G4"), ("A1", "A2")):
        assert frozenset(level) not in told
    assert find_crest_lines(KHARKOV) == ()


def test_the_map_shows_heights_terrain_and_road_with_a_legend() -> None:
    svg = draw_map(MAP)
    assert svg == draw_map(replace(MAP))
    words = {element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")}
    assert set(MAP.grid.numbers) <= words
    legend = {"Open hex", "Forest hex", "Town hex", "Rolling hex", "Cultivated hex"}
    assert legend | {"Hill, level 1", "Hill, level 2", "Crest line", "Road"} <= words
    fills = {
        element.get("fill"): element.get("d", "").count("M")
        for element in ElementTree.fromstring(svg)
        if element.get("d")
    }
    assert [fills[shade] for shade in SHADES] == [8, 2]


def test_a_level_map_has_no_relief() -> None:
    svg = draw_map(KHARKOV)
    assert "Crest line" not in svg
    assert not any(shade in svg for shade in SHADES)


def test_a_higher_level_than_there_are_shades_takes_the_darkest() -> None:
    higher = replace(MAP, levels=tuple(level and level + 2 for level in MAP.levels))
    assert "Hill, level 4" in draw_map(higher)


def test_the_map_in_characters_has_terrain_levels_and_units() -> None:
    hexes = {"su-rifle-1": MAP.grid.hex("E4"), "su-rifle-2": MAP.grid.hex("E4"), "de-inf-1": MAP.grid.hex("C8")}
    units = {unit_id: Unit(unit_id).at(hexes[unit_id]) for unit_id in hexes}
    game = Game("g", SCENARIO.name, 1, "", "", units, MAP, SCENARIO.counters)
    plain, drawn = text_map(MAP), text_map(MAP, game)
    assert plain[:9] == [
        "    A B C D E F G H I J K",
        "1   .   .   .   .   .   .",
        "      .   .   .   .   .",
        "2   .   .   .   .   .   .",
        "      .   .   .   .   .",
        "3   .   .   .1  .1  c   .",
        "      .   .   .1  .1  c",
        "4   .   .   .2  .1  .   .",
        "      c   .   .2  .   .",
    ]
    assert plain[-1] == ". open; f forest; r rolling; c cultivated; t town; 1, 2 ... levels of hills"
    assert any(".2S2" in line for line in drawn)
    assert any("fG1" in line for line in drawn)
    assert "S2 two Soviet units" in " ".join(drawn)


def test_the_map_in_characters_of_rows_that_shift() -> None:
    lines = text_map(KHARKOV)
    assert [line[5:12] for line in lines[:2]] == ["4 3 3 3", "0 9 8 7"]
    assert [line[:8] for line in lines[2:4]] == ["1    . .", "2   . . "]
    assert len(lines) == 2 + KHARKOV.grid.rows + 2
