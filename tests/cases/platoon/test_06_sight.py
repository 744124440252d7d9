"""Line of sight (6.0, and the thread of 4.0): a test for every sentence and every reading.

Column B lies half a hex lower. B3 and B5 are in line along a column; A3 to C3 runs along the hexside B2/B3, and goes on
along D2/D3 to E3; A3 to E1 passes B3, C2, D2 one after the other.
"""

from dataclasses import replace

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.model.map import Line, Network
from adjudicator.rulesets.platoon.ground import build_ground, stagger_map
from adjudicator.rulesets.platoon.sight import SAYS, find_one_way, find_sight, sight_table
from tests.cases.platoon.fields import field, look, map_a, options_of, verdict


def names(ground, hexes):
    return [ground.grid.number(hex_) for hex_ in hexes]


@pytest.mark.case("platoon", "6.0")
def test_adjacent_units_always_see_each_other():
    ground = field("level2 C3, level1 C4, forest C3 C4, rolling D3")
    assert verdict(ground, "C3", "C4") == verdict(ground, "C4", "C3") == "clear"
    assert verdict(ground, "C4", "C5") == verdict(ground, "C5", "C4") == verdict(ground, "C3", "D3") == "clear"
    assert look(ground, "C3", "C4").why == "adjacent hexes always see each other"


@pytest.mark.case("platoon", "6.0", "4.0")
@pytest.mark.parametrize("word", ["forest", "town", "city"])
def test_blocking_terrain_between_two_units_on_the_ground_blocks(word):
    ground = field(f"{word} B4")
    assert verdict(ground, "B3", "B5") == verdict(ground, "B5", "B3") == "woods B4"
    assert look(ground, "B3", "B5").why == f"a unit on the ground does not see past {word} B4"
    assert verdict(ground, "A3", "A5") == "clear"


@pytest.mark.case("platoon", "6.0")
@pytest.mark.parametrize("word", ["open", "cultivated", "lake", "rolling"])
def test_other_terrain_does_not(word):
    assert verdict(field(f"{word} B4"), "B3", "B5") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_terrain_of_the_two_units_own_hexes_does_not_count():
    assert verdict(field("forest B3 B5"), "B3", "B5") == "clear"
    assert verdict(field("rolling B3 B4 B6"), "B3", "B6") == "clear"
    assert verdict(field("level1 B3, forest B3 B6"), "B3", "B6") == "clear"


@pytest.mark.case("platoon", "6.0", "4.0")
def test_a_thread_does_not_need_to_touch_the_silhouette():
    """A3 to B6 only clips the corners of B4 and A5."""
    ground = field()
    thread = look(ground, "A3", "B6").thread
    assert [names(ground, stretch) for stretch in thread.stretches] == [["A4"], ["B4"], ["A5"], ["B5"]]
    assert verdict(field("forest B4"), "A3", "B6") == "woods B4"
    assert verdict(field("forest A5"), "A3", "B6") == "woods A5"


@pytest.mark.fault("H12")
@pytest.mark.case("platoon", "6.0", "4.0")
def test_one_side_of_a_hexside_does_not_block_but_both_do():
    one, both = field("forest B2"), field("forest B2 B3")
    assert verdict(one, "A3", "C3") == verdict(one, "C3", "A3") == "clear"
    assert verdict(both, "A3", "C3") == "woods B2 B3"
    assert verdict(both, "C3", "A3") == "woods B3 B2"
    assert "hexside B2/B3, where only B2 blocks" in look(one, "A3", "C3").why
    assert "hexside B2/B3, where both sides block" in look(both, "A3", "C3").why


@pytest.mark.case("platoon", "6.0", "4.0")
def test_blocking_hexes_on_the_two_sides_of_different_hexsides():
    text = "forest B2 D3"
    assert verdict(field(text), "A3", "E3") == "clear"
    assert verdict(field(text, los_both_sides="anywhere"), "A3", "E3") == "woods B2 D3"
    assert verdict(field("forest B2 D2", los_both_sides="anywhere"), "A3", "E3") == "clear"
    assert verdict(field("forest B2 D2 D3"), "A3", "E3") == "woods D2 D3"


@pytest.mark.case("platoon", "6.0", "4.0")
def test_a_split_may_mix_sentences():
    assert verdict(field("forest B2, level1 B3"), "A3", "C3") == "woods B2 B3"
    assert look(field("forest B2, level1 B3"), "A3", "C3").why.startswith(
        "a unit on the ground does not see past forest B2 and hill B3"
    )


@pytest.mark.case("platoon", "6.0", "4.0")
def test_a_hex_met_at_a_point_only():
    """A5 to E2 goes from B4 to C4 through the end of a spine of B3, and from C3 to D2 through one of D3."""
    assert names(field(), look(field(), "A5", "E2").thread.touched) == ["B3", "D3"]
    assert verdict(field("forest B3 D3"), "A5", "E2") == "clear"
    assert verdict(field("forest D3", los_vertex_touch="block"), "A5", "E2") == "woods D3"
    assert verdict(field("rolling B3 D3", los_vertex_touch="block"), "A5", "E2") == "clear"


@pytest.mark.case("platoon", "6.0", "10.3")
def test_a_thread_along_the_edge_of_the_map():
    """A1 to C1 has B1 on one side and nothing on the other."""
    assert verdict(field("forest B1"), "A1", "C1") == "clear"
    assert verdict(field(), "A1", "C1") == verdict(field(los_offmap_side="block"), "A1", "C1") == "clear"
    blocked = field("forest B1", los_offmap_side="block")
    assert verdict(blocked, "A1", "C1") == "woods edge B1"
    assert "the thread runs along the hexside edge/B1, where both sides block" in look(blocked, "A1", "C1").why
    assert verdict(field("rolling B1 D1", los_offmap_side="block"), "A1", "E1") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_an_attacker_on_the_ground_does_not_see_past_a_hill():
    ground = field("level1 B4")
    assert verdict(ground, "B3", "B5") == "hill B4"
    assert verdict(field("level1 B4 B5"), "B3", "B5") == "hill B4"
    assert verdict(ground, "B3", "B4") == verdict(ground, "B2", "B4") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_a_hill_lower_than_the_target_before_an_attacker_on_the_ground():
    text = "level1 B4, level2 B5"
    assert verdict(field(text), "B2", "B5") == "hill B4"
    assert verdict(field(text, los_hill_blocks_ground="not_below_target"), "B2", "B5") == "clear"
    assert verdict(field("level1 B4 B5", los_hill_blocks_ground="not_below_target"), "B2", "B5") == "hill B4"


@pytest.mark.case("platoon", "6.0")
def test_an_attacker_on_a_hill_does_not_see_past_a_crest_line():
    assert verdict(field("level1 B2 B3"), "B2", "B5") == "crest B3 B4"
    assert verdict(field("level1 B2 B3 B5 B6"), "B3", "B6") == "crest B4 B5"


@pytest.mark.case("platoon", "6.0")
def test_a_crest_line_at_the_feet_of_either_unit_is_ignored():
    ground = field("level1 B2 B5")
    assert verdict(ground, "B2", "B4") == verdict(ground, "B2", "B5") == verdict(ground, "B4", "B2") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_a_unit_below_a_crest_line_is_not_on_higher_terrain():
    """From level 1 at the foot of level 2, to a unit that stands back from the edge of it."""
    assert verdict(field("level1 B2, level2 B3 B4"), "B2", "B4") == "crest B2 B3"
    assert verdict(field("level1 B2 B3, level2 B4"), "B2", "B4") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_crest_lines_of_hills_lower_than_the_attacker():
    ring = "level2 B2, level1 B3"
    assert verdict(field(ring), "B2", "B5") == "crest B3 B4"
    assert verdict(field(ring, los_crest_scope="not_below_attacker"), "B2", "B5") == "clear"
    assert verdict(field("level2 B2 B3", los_crest_scope="not_below_attacker"), "B2", "B5") == "crest B3 B4"


@pytest.mark.case("platoon", "6.0")
def test_the_level_of_a_thread_along_a_hexside():
    """A3 to E3 over C3, with the higher ground on one side of both hexsides."""
    text = "level1 A3 B2 C3 D2 E3"
    assert verdict(field(text), "A3", "E3") == "crest B3 C3"
    assert verdict(field(text, los_crest_along_side="max"), "A3", "E3") == "clear"
    assert verdict(field("level1 A3 C3 E3, forest B2"), "A3", "C3") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_woods_on_the_same_level_between_two_hills():
    assert verdict(field("level1 B3 B4 B5, forest B4"), "B3", "B5") == "woods_on_level B4"
    assert verdict(field("level1 B3 B5, forest B4"), "B3", "B5") == "clear"


@pytest.mark.case("platoon", "6.0")
@pytest.mark.parametrize(
    ("reading", "up", "down"),
    [
        ("all_same", "clear", "clear"),
        ("attacker", "woods_on_level B4", "clear"),
        ("target", "clear", "woods_on_level B4"),
        ("either", "woods_on_level B4", "woods_on_level B4"),
    ],
)
def test_whose_level_woods_between_hills_must_be_on(reading, up, down):
    """B2 to B5 at level 1, woods in B4, B6 at level 2."""
    ground = field("level1 B2 B3 B4 B5, level2 B6, forest B4", los_same_level_woods=reading)
    assert (verdict(ground, "B2", "B6"), verdict(ground, "B6", "B2")) == (up, down)


@pytest.mark.case("platoon", "6.0")
def test_a_unit_on_a_hill_does_not_see_a_lower_one_right_behind_woods():
    ground = field("level1 B2, forest B4")
    assert verdict(ground, "B2", "B5") == "behind_woods B4"
    assert verdict(ground, "B2", "B6") == "clear"
    assert verdict(ground, "B2", "B4") == "clear"
    assert verdict(field("level2 B2, level1 B5, town B4"), "B2", "B5") == "behind_woods B4"


@pytest.mark.case("platoon", "6.0")
def test_woods_beside_the_target_that_the_thread_does_not_cross():
    ground = field("level1 B2, forest A5 C5 A6 C6")
    assert verdict(ground, "B2", "B5") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_woods_lower_than_a_target_that_is_lower_than_the_attacker():
    text = "level2 B2, level1 B5, forest B4"
    assert verdict(field(text), "B2", "B5") == "behind_woods B4"
    assert verdict(field(text, los_behind_woods_level="not_below_target"), "B2", "B5") == "clear"
    ground_level = field("level1 B2, forest B4", los_behind_woods_level="not_below_target")
    assert verdict(ground_level, "B2", "B5") == "behind_woods B4"


@pytest.mark.case("platoon", "6.0")
def test_a_hill_of_the_same_level_between_hides_the_ground_by_its_crest():
    ground = field("level1 B2 B4")
    assert verdict(ground, "B2", "B6") == "crest B3 B4"


@pytest.mark.case("platoon", "6.0")
def test_two_rolling_hexes_running_hide_ground_from_ground():
    assert verdict(field("rolling B3 B4"), "B2", "B5") == "rolling B3 B4"
    assert verdict(field("rolling B3 B5"), "B2", "B6") == "clear"
    assert verdict(field("rolling B3 B4"), "B2", "B4") == "clear"


@pytest.mark.case("platoon", "6.0")
def test_rolling_ground_does_not_count_when_one_of_the_two_is_on_a_hill():
    ground = field("level1 B2, rolling B3 B4")
    assert verdict(ground, "B2", "B5") == verdict(ground, "B5", "B2") == "clear"
    assert verdict(field("level1 B2, rolling B3 B4, forest B3"), "B5", "B2") == "woods B3"


@pytest.mark.case("platoon", "6.0")
@pytest.mark.parametrize(
    ("rolling", "one", "two", "ignore"),
    [
        ("B2 B3", "clear", "rolling B2 B3", "clear"),
        ("B2 B3 C3", "rolling B2 B3 C3", "rolling B2 B3", "clear"),
        ("B2 C3", "clear", "clear", "clear"),
        ("C3 E3", "clear", "clear", "rolling C3 E3"),
    ],
)
def test_rolling_hexes_along_a_hexside(rolling, one, two, ignore):
    """A3 to G3 runs along B2/B3, through C3, along D2/D3, through E3, along F2/F3."""
    found = [verdict(field(f"rolling {rolling}", los_rolling_side=way), "A3", "G3") for way in ("one", "two", "ignore")]
    assert found == [one, two, ignore]


@pytest.mark.case("platoon", "6.0")
def test_seeing_up_is_not_seeing_down_and_the_sentence_is_named():
    text = "level1 B2, forest B4"
    as_written, mirrored = field(text), field(text, los_symmetry="mirror_up")
    assert (verdict(as_written, "B2", "B7"), verdict(as_written, "B7", "B2")) == ("clear", "woods B4")
    assert (verdict(mirrored, "B2", "B7"), verdict(mirrored, "B7", "B2")) == ("clear", "clear")
    assert look(mirrored, "B7", "B2").mirrored
    hexes = [as_written.grid.hex(number) for number in ("B2", "B7")]
    one_way = find_one_way(as_written, *hexes)
    assert one_way is not None
    assert one_way.why == "a unit on the ground does not see past forest B4"
    assert one_way == find_one_way(as_written, *hexes[::-1])
    assert find_one_way(mirrored, *hexes) is None


@pytest.mark.case("platoon", "6.0")
def test_a_sight_holds_what_a_drawing_needs():
    ground = field("forest B2 B3")
    sight = look(ground, "A3", "C3")
    assert (names(ground, sight.hexes), sight.is_clear, sight.cases) == (["B2", "B3"], False, ("6.0", "4.0"))
    assert [names(ground, side) for side in sight.thread.hexsides] == [["B2", "B3"]]
    assert ground.grid.directions[sight.entry // 2] == "SW"
    assert sight.entry % 2 == 1, "C3 is entered at the spine between its southwest and northwest sides"
    assert look(ground, "A3", "A3").entry == -1
    assert (look(ground, "A3", "A3").why, look(ground, "A3", "A3").is_clear) == ("the same hex", True)


@pytest.mark.case("platoon", "6.0")
def test_every_sentence_that_blocks_is_said_in_words():
    assert all((text and "{hexes}" in text) or name == "edge" for name, text in SAYS.items())


@pytest.mark.case("platoon", "6.0")
def test_field_of_view_over_map_a():
    ground = map_a()
    table = sight_table(ground)
    for a in ground.grid.hexes:
        seen = table.seen_from(a)
        assert seen == tuple(b for b in ground.grid.hexes if find_sight(ground, a, b).is_clear)
        assert {a, *ground.grid.adjacent[a]} <= set(seen)


@pytest.mark.case("platoon", "10.0", "10.2")
def test_the_other_stagger_of_map_a_is_another_map():
    down, up = map_a(), map_a("b_up")
    assert (verdict(down, "C9", "C6"), down.grid.shifted, up.grid.shifted) == ("woods C8", "even", "odd")
    assert down.terrain == up.terrain
    assert sight_table(down).rows != sight_table(up).rows


@pytest.mark.fault("H11")
@pytest.mark.case("platoon", "10.0")
@pytest.mark.parametrize(
    ("stagger", "number", "expected"),
    [
        ("b_down", "D5", "C5 C6 D4 D6 E5 E6"),
        ("b_down", "E5", "D4 D5 E4 E6 F4 F5"),
        ("b_up", "D5", "C4 C5 D4 D6 E4 E5"),
        ("b_up", "E5", "D5 D6 E4 E6 F5 F6"),
    ],
)
def test_stagger_decides_the_neighbours_on_map_a(stagger, number, expected):
    grid = map_a(stagger).grid
    assert sorted(names(map_a(stagger), grid.adjacent[grid.hex(number)])) == expected.split()
    assert all(a in grid.adjacent[b] for a in grid.hexes for b in grid.adjacent[a])


@pytest.mark.case("platoon", "10.0")
def test_a_road_that_the_other_stagger_would_tear_apart_is_refused():
    game_map = load_scenario("platoon/take-the-high-ground").map
    a, b = game_map.grid.hex("D8"), game_map.grid.hex("E9")
    road = Network("road", (Line("R2", "", (a, b)),), frozenset({a, b}), frozenset({(a, b)}))
    torn = replace(game_map, networks={"road": road})
    assert stagger_map(torn, options_of()) is torn
    with pytest.raises(ValueError, match="D8 and E9 do not touch"):
        stagger_map(torn, options_of(stagger="b_up"))


@pytest.mark.case("platoon", "6.0")
def test_terrain_that_the_chart_does_not_have_is_refused():
    scenario = load_scenario("platoon/take-the-high-ground")
    tables = {"terrain": {"hexes": {"open": {}}}}
    with pytest.raises(ValueError, match="the Terrain Effects Chart has no cultivated, forest, rolling, town"):
        build_ground(scenario.map, tables, options_of())
