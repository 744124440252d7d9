"""The Kharkov counters, tables and campaign, checked on the files alone, with hex arithmetic of their own."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
SIDES = ("soviet", "axis")
FILES = [("counters", "counters"), ("tables", "tables"), ("scenario", "campaign")]

CRT = """
A1 D1/A1 D1 D2 D2 D2 D2 De/A1 De De De De
A1 Eng D1/A1 D1 D2 D2 D2 D2 De/A1 De De De
A1 A1 D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De/A1 De De
A2 A1 Eng D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De/A1 De
Ae A2 A1 Eng D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De
Ae Ae A2 A1 Eng Eng D1/A1 D1 D2/A1 D2 D2 D2
"""


@cache
def load(name: str) -> Any:
    return YAML(typ="safe", pure=True).load(ROOT / "scenarios" / "kharkov" / f"{name}.yaml")


@cache
def types_by_unit() -> dict[str, dict[str, Any]]:
    sheet = load("counters")
    return {unit["id"]: sheet["types"][unit["type"]] for unit in sheet["units"]}


def kind_of(unit: str) -> str:
    return str(types_by_unit()[unit]["kind"])


def is_combat_unit(unit: str) -> bool:
    """Whether a unit counts for stacking (8.1): all but headquarters."""
    return kind_of(unit) != "hq"


def neighbours_of(hex_: str) -> set[str]:
    row, column = int(hex_[:2]), int(hex_[2:])
    west = 0 if row % 2 else 1
    around = [(row, column - 1), (row, column + 1)]
    around += [(row + step, column + west - turn) for step in (-1, 1) for turn in (0, 1)]
    return {f"{r:02}{c:02}" for r, c in around if 1 <= r <= 39 and 1 <= c <= 40}


def within(hex_: str, distance: int) -> set[str]:
    area = {hex_}
    for _ in range(distance):
        area |= set(chain.from_iterable(map(neighbours_of, area)))
    return area


@cache
def side_hexes() -> dict[str, set[str]]:
    soviet = set()
    for row, spans in load("map")["areas"]["soviet_side"]["rows"].items():
        for first, last in (span.split("-") for span in spans):
            soviet |= {f"{row}{column:02}" for column in range(int(first), int(last) + 1)}
    everything = {f"{row:02}{column:02}" for row in range(1, 40) for column in range(1, 41)}
    return {"soviet": soviet, "axis": everything - soviet}


def front_hexes(side: str, first: str | None = None, last: str | None = None) -> list[str]:
    """Hexes of a side that touch the front between two points, in order; without points, the whole front."""
    front = load("map")["lines"]["front"]
    points = front["points"]
    pairs = front["pairs"][points[first] if first else 0 : points[last] if last else None]
    place = front["sides"].index(side)
    return list(dict.fromkeys(pair.split("/")[place] for pair in pairs))


def placement(side: str, hq37: str = "printed") -> dict[str, list[str]]:
    deployment = load("campaign")["deployment"]
    stacks = {hex_: list(units) for hex_, units in deployment[side].items()}
    for other in deployment["alternatives"]:
        if other["option"] == {"hq37": hq37} and side == types_by_unit()[other["units"][0]]["side"]:
            stacks = {hex_: [unit for unit in units if unit not in other["units"]] for hex_, units in stacks.items()}
            stacks.setdefault(other["hex"], []).extend(other["units"])
    return {hex_: units for hex_, units in stacks.items() if units}


def controlled(stacks: dict[str, list[str]]) -> set[str]:
    """Hexes occupied or in a zone of control; Army Reserve counters are left out, whatever they exert."""
    holders = {h for h, units in stacks.items() if any(kind_of(unit) not in ("hq", "reserve") for unit in units)}
    return holders | set(chain.from_iterable(map(neighbours_of, holders)))


def groups(side: str, hq37: str = "printed") -> list[dict[str, Any]]:
    wanted = {"hq37": hq37}
    own = (group for group in load("campaign")["groups"] if group["side"] == side)
    return [group for group in own if group.get("option", wanted) == wanted]


def spots_of(group: dict[str, Any]) -> set[str]:
    if "between" in group:
        return set(group["hexes"]) | set(group["behind"])
    if "within" in group:
        return within(group["within"]["of"], group["within"]["distance"]) & side_hexes()[group["side"]]
    return {group["hex"]} if "hex" in group else {f"box {group['box']}"}


def slots_of(group: dict[str, Any]) -> list[tuple[str, str]]:
    """What a group asks for, a slot a unit: ("unit", id) or ("kind", kind)."""
    regiments = [unit["id"] for unit in load("counters")["units"] if unit.get("division") in group.get("divisions", [])]
    named = [("unit", unit) for unit in [*group.get("units", []), *regiments]]
    return named + [("kind", kind) for kind, count in group.get("counts", {}).items() for _ in range(count)]


def unfilled_slots(slots: list[tuple[str, str, set[str]]], places: dict[str, str]) -> list[tuple[str, str]]:
    """Slots left over when units are matched to slots as well as can be (augmenting paths)."""
    holder: dict[str, int] = {}

    def fits(slot: tuple[str, str, set[str]], unit: str) -> bool:
        return (unit if slot[0] == "unit" else kind_of(unit)) == slot[1] and places[unit] in slot[2]

    def fill(number: int, tried: set[str]) -> bool:
        for unit in places:
            if unit in tried or not fits(slots[number], unit):
                continue
            tried.add(unit)
            if unit not in holder or fill(holder[unit], tried):
                holder[unit] = number
                return True
        return False

    return [slots[number][:2] for number in range(len(slots)) if not fill(number, set())]


def members(lists: Iterable[list[str]]) -> list[str]:
    return list(chain.from_iterable(lists))


@pytest.mark.parametrize(("schema", "name"), FILES)
def test_file_keeps_its_schema(schema: str, name: str) -> None:
    rules = YAML(typ="safe", pure=True).load(ROOT / "schemas" / f"{schema}.schema.json")
    Draft202012Validator.check_schema(rules)
    assert [error.message for error in Draft202012Validator(rules).iter_errors(load(name))] == []
    assert list(Draft202012Validator(rules).iter_errors({**load(name), "surprise": 1}))


@pytest.mark.case("kharkov", "3.3")
def test_counters_close_to_the_printed_number() -> None:
    sheet = load("counters")
    units = [unit["id"] for unit in sheet["units"]]
    assert len(units) == len(set(units))
    pieces = len(units) + sum(piece["count"] for piece in sheet["spares"] + sheet["markers"])
    assert pieces == sheet["total"]["count"] == 200
    assert {unit.get("division", unit.get("army")) for unit in sheet["units"]} - {None} == set(sheet["formations"])


@pytest.mark.case("kharkov", "9.54")
def test_number_of_units_of_each_type() -> None:
    found = Counter(unit["type"] for unit in load("counters")["units"])
    assert found == {
        "inf9": 24, "light7": 4, "mountain7": 1, "security2": 1, "rum4": 1, "rum3": 2, "rumhq": 1,
        "panzer4": 5, "panzer2": 10, "grenadier4": 1, "grenadier2": 2, "rifle": 39, "cavalry": 18, "tank": 35,
        "guards": 3, "armyhq5": 2, "armyhq4": 3, "armyhq3": 1, "reserve": 4, "regiment": 15,
    }  # fmt: skip
    steps = {name: len(entry.get("steps", [])) for name, entry in load("counters")["types"].items()}
    assert {name: steps[name] for name in ("inf9", "light7", "mountain7", "security2", "panzer4", "panzer2")} == {
        "inf9": 4, "light7": 3, "mountain7": 3, "security2": 1, "panzer4": 2, "panzer2": 2,
    }  # fmt: skip


@pytest.mark.case("kharkov", "9.4")
def test_combat_results_cell_by_cell() -> None:
    chart = load("tables")["charts"]["combat_results"]
    assert chart["columns"] == ["1-3", "1-2", *(f"{odds}-1" for odds in range(1, 11))]
    assert [chart["rows"][str(die)] for die in range(1, 7)] == [row.split() for row in CRT.strip().splitlines()]


@pytest.mark.case("kharkov", "9.85")
def test_soviet_morale_cell_by_cell() -> None:
    chart = load("tables")["charts"]["soviet_morale"]
    assert chart["columns"] == ["1", "2", "3", "4"]
    rows = ("".join(map(str, chart["rows"][str(die)])) for die in range(1, 7))
    assert list(rows) == ["4321", "3221", "3210", "2210", "2100", "1000"]


@pytest.mark.case("kharkov", "6.3")
@pytest.mark.case("kharkov", "10.12")
def test_terrain_costs_in_half_points() -> None:
    tables = load("tables")
    assert tables["cost_unit"] == 2
    entries = {**tables["terrain"]["hexes"], **tables["terrain"]["hexsides"]}
    costs = {name: entry.get("cost", entry.get("extra")) for name, entry in entries.items()}
    classes = ("foot", "other", "hq")
    assert {name: cost if cost == "same" else tuple(map(cost.get, classes)) for name, cost in costs.items()} == {
        "clear": (2, 2, 2), "forest": (2, 4, 2), "major_city": (2, 1, 2), "minor_city": "same", "road": (2, 1, 1),
        "railroad": "same", "donets": (2, 4, 2), "dnieper": (0, 0, 0), "minor": (2, 2, 2),
    }  # fmt: skip
    paying = members(entry["kinds"] for entry in tables["cost_classes"].values())
    assert Counter(paying) == dict.fromkeys((entry["kind"] for entry in load("counters")["types"].values()), 1)


@pytest.mark.case("kharkov", "12.0")
@pytest.mark.case("kharkov", "9.53")
def test_every_untried_unit_has_one_face_in_its_pool() -> None:
    tables, campaign = load("tables"), load("campaign")
    untried = Counter(kind["untried"] for kind in types_by_unit().values() if "untried" in kind)
    assert {pool: entry["count"] for pool, entry in campaign["pools"].items()} == untried
    assert {pool: sum(entry["faces"].values()) for pool, entry in tables["pools"].items()} == untried
    threshold = tables["values"]["step_threshold"]["value"]
    strong = {
        pool: sum(count for face, count in entry["faces"].items() if int(face.split("-")[1]) >= threshold)
        for pool, entry in tables["pools"].items()
    }
    spares = {spare["id"]: spare["count"] for spare in load("counters")["spares"]}
    assert strong == {"rifle": spares["replacement_rifle"], "cavalry": 0, "armor": spares["replacement_tank"]}
    assert spares["replacement_rifle"] + spares["replacement_tank"] == 5


@pytest.mark.case("kharkov", "15.11")
def test_breakdown_starts_from_printed_steps() -> None:
    types = load("counters")["types"]
    found = {(entry["kind"], entry["strength"]): entry["regiments"] for entry in load("tables")["breakdown"]}
    assert found == {
        ("infantry", 9): [2, 2, 2], ("infantry", 4): [1, 1, 1], ("infantry", 2): [1, 1],
        ("light", 7): [2, 2, 1], ("light", 3): [1, 1],
    }  # fmt: skip
    steps = {(types[name]["kind"], step[0]) for name in ("inf9", "light7") for step in types[name]["steps"]}
    assert set(found) < steps


@pytest.mark.case("kharkov", "15.15")
@pytest.mark.case("kharkov", "15.14")
def test_fifteen_regiment_counters_of_two_faces_and_one_step() -> None:
    sheet, tables = load("counters"), load("tables")
    assert sum(unit["type"] == "regiment" for unit in sheet["units"]) == tables["values"]["regiment_counters"]["value"]
    counter = sheet["types"]["regiment"]
    assert (counter["size"], counter["move"], "steps" in counter) == ("regiment", 8, False)
    faces = set(counter["values"].values())
    assert faces == set(chain.from_iterable(line["regiments"] for line in tables["breakdown"])) == {1, 2}


@pytest.mark.case("kharkov", "16.1")
@pytest.mark.case("kharkov", "16.21")
@pytest.mark.case("kharkov", "16.22")
def test_track_and_reinforcements() -> None:
    campaign = load("campaign")
    assert [turn["turn"] for turn in campaign["turns"]] == list(range(1, 11))
    assert [turn["air"]["axis"] for turn in campaign["turns"]] == [0, 1, 1, 2, 4, 3, 3, 3, 3, 3]
    assert {turn["air"]["soviet"] for turn in campaign["turns"]} == {1}
    arrivals = {(entry["turn"], entry["side"], entry["edge"]): entry["units"] for entry in campaign["reinforcements"]}
    assert {key: len(units) for key, units in arrivals.items()} == {
        **{(turn, "soviet", "east"): 2 if turn < 4 else 1 for turn in range(1, 8)},
        **{(turn, "axis", "north"): 1 for turn in (2, 4, 6, 8)},
        (5, "axis", "south"): 7,
    }
    assert {kind_of(unit) for key, units in arrivals.items() if key[1] == "soviet" for unit in units} == {"tank"}
    assert set(arrivals[5, "axis", "south"]) == {
        "22pz-203", "22pz-129", "22pz-140", "76id", "94id", "75id", "376id",
    }  # fmt: skip


@pytest.mark.case("kharkov", "10.31")
@pytest.mark.case("kharkov", "10.33")
@pytest.mark.case("kharkov", "10.34")
def test_headquarters_begin_inactive_and_turn_over_by_plan() -> None:
    plan = {entry["id"]: entry for entry in load("campaign")["headquarters"]}
    assert set(plan) == {unit for unit in types_by_unit() if kind_of(unit) == "hq"}
    assert {entry["face"] for entry in plan.values()} == {"inactive"}
    assert {unit: entry.get("activates") for unit, entry in plan.items()} == {
        "hq-6a": 1, "hq-28a": 1, "hq-57a": 2, "hq-9a": 5, "hq-37a": 5, "hq-38a": 5, "hq-rum6": None,
    }  # fmt: skip


@pytest.mark.case("kharkov", "17.1")
def test_victory_names_points_and_levels_without_gap() -> None:
    victory, schedule = load("tables")["victory"], load("campaign")["victory"]
    scored = [*schedule["each_turn"], *schedule["at_once"], *schedule["at_end"]]
    assert sorted(scored) == sorted(entry["id"] for entry in victory["points"])
    assert [level["from"] for level in victory["levels"][1:]] == [level["to"] + 1 for level in victory["levels"][:-1]]
    assert set(schedule["cities"]) == {city["name"] for city in load("map")["cities"]}


@pytest.mark.case("kharkov", "5.0")
def test_every_unit_begins_in_exactly_one_place() -> None:
    campaign = load("campaign")
    placed = members([*campaign["deployment"]["soviet"].values(), *campaign["deployment"]["axis"].values()])
    placed += members([*campaign["reserves"].values(), *(entry["units"] for entry in campaign["reinforcements"])])
    regiments = [unit["id"] for unit in load("counters")["units"] if unit["type"] == "regiment"]
    assert Counter(placed + regiments) == dict.fromkeys(types_by_unit(), 1)


@pytest.mark.case("kharkov", "5.14")
def test_groups_name_the_hexes_of_their_stretch() -> None:
    for side in SIDES:
        whole = set(front_hexes(side))
        for group in (group for group in groups(side) if "between" in group):
            touching = front_hexes(side, *group["between"])
            next_row = set(chain.from_iterable(map(neighbours_of, touching))) & side_hexes()[side] - whole
            assert (group["hexes"], group["behind"]) == (touching, sorted(next_row)), group["id"]


@pytest.mark.case("kharkov", "5.2")
@pytest.mark.case("kharkov", "5.3")
@pytest.mark.parametrize("hq37", ["printed", "corrected"])
@pytest.mark.parametrize("side", SIDES)
def test_deployment_fills_the_set_up_lists(side: str, hq37: str) -> None:
    places = {unit: hex_ for hex_, units in placement(side, hq37).items() for unit in units}
    if side == "soviet":
        boxes = load("campaign")["reserves"]
        places |= {unit: f"box {box}" for box, units in boxes.items() for unit in units}
    slots = [(what, name, spots_of(group)) for group in groups(side, hq37) for what, name in slots_of(group)]
    assert len(slots) == len(places)
    assert unfilled_slots(slots, places) == []


@pytest.mark.case("kharkov", "5.2")
@pytest.mark.case("kharkov", "5.3")
def test_set_up_lists_hold_the_printed_numbers() -> None:
    sizes = [len(slots_of(group)) for group in groups("axis")]
    assert sizes == [3, 2 + 6, 5, 6, 2 + 9, 4, 1, 3]
    soviet = Counter(name for group in groups("soviet") for what, name in slots_of(group) if what == "kind")
    assert soviet == {"rifle": 39, "cavalry": 18, "tank": 25, "guards": 3}
    assert [sum(group["counts"].values()) for group in groups("soviet") if "between" in group] == [9, 4, 9, 13, 5, 9]


@pytest.mark.case("kharkov", "5.15")
@pytest.mark.parametrize("side", SIDES)
def test_whole_front_is_held(side: str) -> None:
    assert [hex_ for hex_ in front_hexes(side) if hex_ not in controlled(placement(side))] == []


@pytest.mark.case("kharkov", "8.1")
@pytest.mark.parametrize("hq37", ["printed", "corrected"])
@pytest.mark.parametrize("side", SIDES)
def test_stacks_are_legal_and_on_their_own_side(side: str, hq37: str) -> None:
    stacks = placement(side, hq37)
    limit = load("tables")["values"]["stacking_limit"]["value"]
    assert {hex_: units for hex_, units in stacks.items() if sum(map(is_combat_unit, units)) > limit} == {}
    assert set(stacks) <= side_hexes()[side]
    assert {types_by_unit()[unit]["side"] for unit in members(stacks.values())} == {side}


@pytest.mark.case("kharkov", "6.72")
def test_reserve_counters_are_far_from_the_axis() -> None:
    campaign = load("campaign")
    counters = {unit["army"]: unit["id"] for unit in load("counters")["units"] if unit["type"] == "reserve"}
    places = {unit: hex_ for hex_, units in placement("soviet").items() for unit in units}
    assert set(counters) == set(campaign["reserves"])
    distance = load("tables")["values"]["reserve_distance"]["value"]
    for unit in counters.values():
        assert within(places[unit], distance).isdisjoint(placement("axis")), unit


@pytest.mark.case("kharkov", "14.2")
def test_panzer_divisions_begin_behind_the_line_in_reach_of_each_other() -> None:
    stacks = placement("axis")
    divisions = {unit["id"]: unit["division"] for unit in load("counters")["units"] if "division" in unit}
    for division in ("3pz", "14pz", "16pz", "23pz", "60pg"):
        hexes = [hex_ for hex_, units in stacks.items() if any(divisions.get(unit) == division for unit in units)]
        assert set(hexes).isdisjoint(controlled(placement("soviet"))), division
        assert all(set(hexes) & within(hex_, 2) == set(hexes) for hex_ in hexes), division
