"""What ``show los`` tells: lines of sight and fields of view as data, lines and pictures."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

import pytest

from adjudicator.files.scenario_file import load_scenario
from adjudicator.reports.sights import field_data, field_lines, line_data, line_lines
from adjudicator.reports.svg_sight import draw_field, draw_line
from adjudicator.rulesets.options import BadOption
from adjudicator.rulesets.platoon.ground import Ground
from adjudicator.rulesets.platoon.sight import SAYS, sight_table
from adjudicator.rulesets.platoon.views import KINDS, PlatoonViews, load_views
from adjudicator.rulesets.registry import load_views as find_views
from adjudicator.rulesets.views import Views
from tests.cases.platoon.fields import map_a

SCENARIO = load_scenario("platoon/take-the-high-ground")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def views(**options: str) -> Views:
    return load_views(SCENARIO, options)


def hex_(number: str) -> int:
    return SCENARIO.map.grid.hex(number)


def line(a: str, b: str, **options: str) -> list[str]:
    return line_lines(line_data(views(**options), hex_(a), hex_(b)))


def elements(svg: str, class_: str) -> list[ElementTree.Element]:
    return [element for element in ElementTree.fromstring(svg).iter() if element.get("class") == class_]


def outlines(svg: str, class_: str) -> int:
    """How many hexes are drawn in a class; the first element of the legend's sample comes after them."""
    return (elements(svg, class_) or [ElementTree.Element("path", d="")])[0].get("d", "").count("M")


def test_every_sentence_that_blocks_has_a_name() -> None:
    assert set(KINDS) == set(SAYS)


def test_a_ruleset_without_sight_offers_no_views() -> None:
    assert find_views(load_scenario("kharkov/campaign"), {}) is None
    assert find_views(SCENARIO, {}) is not None


def test_a_line_tells_the_way_the_entry_and_the_other_direction() -> None:
    assert line("E10", "D7") == [
        "E10 does not see D7: rolling ground in E9 and D8, two hexes running, hides",
        "  ground level from ground level (6.0).",
        "  on the way: E9 (rolling), D8 (rolling)",
        "  distance: three hexes; it enters D7 over its S hexside (4.5)",
        "  the other way: D7 does not see E10: rolling ground in D8 and E9, two hexes",
        "    running, hides ground level from ground level (6.0).",
    ]


def test_neighbours_have_nothing_on_the_way() -> None:
    assert line("A1", "A2") == [
        "A1 sees A2: adjacent hexes always see each other (6.0, 4.0).",
        "  distance: one hex; it enters A2 over its N hexside (4.5)",
        "  the other way: A2 sees A1: adjacent hexes always see each other (6.0, 4.0).",
    ]


def test_a_thread_along_the_edge_names_the_edge() -> None:
    assert "  on the way: between the edge of the map and B1 (open)" in line("A1", "C1")


def test_entry_is_told_for_all_twelve_places() -> None:
    target = hex_("E6")
    told = {views().look(a, target).entry for a in SCENARIO.map.grid.hexes if a != target}
    sides = ("NE", "SE", "S", "SW", "NW", "N")
    over = {f"over its {side} hexside" for side in sides}
    spines = {
        f"by the spine between its {a} and {b} hexsides" for a, b in zip(sides, sides[1:] + sides[:1], strict=True)
    }
    assert told == over | spines
    assert views().look(target, target).entry == ""


def test_options_of_the_game_decide() -> None:
    assert line("E4", "E7")[0].startswith("E4 does not see E7: the thread crosses the crest line E5/E6")
    assert line("E4", "E7", los_crest_scope="not_below_attacker")[0] == "E4 sees E7: nothing blocks (6.0)."
    assert views(stagger="b_up").map.grid.shifted == "odd"
    mirrored = line("C12", "E5", los_symmetry="mirror_up")[0:2]
    assert " ".join(mirrored).startswith("C12 sees E5: nothing blocks; judged as the higher unit sees it")
    with pytest.raises(BadOption):
        load_views(SCENARIO, {"los_crest_scope": "some"})


@pytest.mark.parametrize("number", ["E4", "E5", "D8", "C8", "A1", "K12"])
def test_a_field_of_view_is_what_the_table_of_sight_holds(number: str) -> None:
    ground: Ground = map_a()
    table, here = sight_table(ground), hex_(number)
    data = field_data(views(), here)
    seen = {entry["hex"] for entry in data["seen"]}
    hidden = {entry["hex"] for entry in data["hidden"]}
    assert seen == {ground.grid.number(b) for b in table.seen_from(here) if b != here}
    assert seen | hidden | {number} == set(ground.grid.numbers)
    for entry in (*data["seen"], *data["hidden"]):
        assert entry["sees_back"] == table.is_clear(hex_(entry["hex"]), here)


def test_a_field_of_view_is_listed_by_distance_and_by_what_hides() -> None:
    lines = field_lines(field_data(views(), hex_("E5")))
    assert lines[:3] == [
        "E5 (open, level 1) sees 60 of 131 other hexes (6.0, 4.0).",
        "Seen, by distance:",
        "  1 (6): D4 E4 F4 D5 F5 E6",
    ]
    assert lines[-1] == "Seen, but does not see back (6): B9 B10 A11 A12 B12 C12"
    assert any(line.startswith("  a crest line (") for line in lines)
    assert max(map(len, lines)) <= 78


def test_who_is_seen_by_a_hex_that_it_does_not_see_is_told() -> None:
    lines = field_lines(field_data(views(), hex_("C12")))
    (lurking,) = [line for line in lines if line.startswith("Hidden, but sees this hex")]
    assert "E5" in lurking.split()


def test_where_nothing_is_hidden_it_says_so() -> None:
    grid = SCENARIO.map.grid
    flat = Ground(grid, ("open",) * grid.size, (0,) * grid.size, frozenset(), frozenset(), map_a().options)
    lines = field_lines(field_data(PlatoonViews(SCENARIO.map, flat), hex_("A1")))
    assert (lines[0], lines[-1]) == ("A1 (open) sees 131 of 131 other hexes.", "Nothing is hidden.")


def test_the_picture_of_a_blocked_line_shows_thread_way_and_hex() -> None:
    svg = draw_line(views(), hex_("A12"), hex_("E4"))
    assert svg == draw_line(load_views(SCENARIO, {}), hex_("A12"), hex_("E4"))
    assert len(elements(svg, "thread")) == 1
    assert (outlines(svg, "passed"), outlines(svg, "blocking"), elements(svg, "line")) == (8, 1, [])
    words = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert {"Line of sight from A12 to E4: blocked", "Hex that blocks", *SCENARIO.map.grid.numbers} <= set(words)
    assert "A12 does not see E4: a unit on the ground does not see past town B10 (6.0)." in words


def test_the_picture_of_a_crest_line_shows_the_hexside() -> None:
    svg = draw_line(views(), hex_("E5"), hex_("G5"))
    assert (outlines(svg, "passed"), outlines(svg, "line"), elements(svg, "blocking")) == (2, 1, [])
    assert "Hexside that blocks" in svg


def test_the_picture_of_a_clear_line_shows_nothing_that_blocks() -> None:
    svg = draw_line(views(), hex_("E5"), hex_("C12"))
    assert "Line of sight from E5 to C12: clear" in svg
    assert (outlines(svg, "passed"), elements(svg, "line"), elements(svg, "blocking")) == (9, [], [])


def test_the_picture_of_a_field_of_view_dims_what_is_hidden() -> None:
    for number in ("E5", "C12"):
        data, svg = field_data(views(), hex_(number)), draw_field(views(), hex_(number))
        assert svg == draw_field(load_views(SCENARIO, {}), hex_(number))
        assert outlines(svg, "hidden") == len(data["hidden"])
        for class_, entries in (
            ("lurking", [entry for entry in data["hidden"] if entry["sees_back"]]),
            ("blind", [entry for entry in data["seen"] if not entry["sees_back"]]),
        ):
            in_legend = 1 if entries else 0
            assert len(elements(svg, class_)) == len(entries) + in_legend
        assert len(elements(svg, "from")) == 2
