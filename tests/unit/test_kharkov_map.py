"""The Kharkov map against the rulebook: every hex the rules name, and chains that hold together."""

import re
from collections.abc import Iterable, Set
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "scenarios" / "kharkov"
MAP: dict[str, Any] = YAML(typ="safe", pure=True).load((FOLDER / "map.yaml").read_text(encoding="utf-8"))
ROWS, COLUMNS = MAP["grid"]["rows"], MAP["grid"]["columns"]
EDGES = {"north": (0, 1), "south": (0, ROWS), "east": (1, 1), "west": (1, COLUMNS)}


def parts(number: str) -> tuple[int, int]:
    return int(number[:2]), int(number[2:])


def neighbours(number: str) -> list[str]:
    """The hexes on the map next to one: odd rows lie half a hex east, columns count from the east."""
    row, column = parts(number)
    west = 0 if row % 2 else 1
    around = [(row, column - 1), (row, column + 1)]
    around += [(row + step, column + west + turn) for step in (-1, 1) for turn in (-1, 0)]
    return [f"{r:02d}{c:02d}" for r, c in around if 1 <= r <= ROWS and 1 <= c <= COLUMNS]


def distance(one: str, other: str) -> int:
    (r1, c1), (r2, c2) = parts(one), parts(other)
    q = (c2 + r2 // 2) - (c1 + r1 // 2)
    return max(abs(q), abs(r2 - r1), abs(q - (r2 - r1)))


def pair(hexside: str) -> frozenset[str]:
    return frozenset(hexside.split("/"))


def touches(one: str, other: str) -> bool:
    """Whether two hexsides meet in a corner: they share a hex, and their other hexes are neighbours."""
    apart = sorted(pair(one) ^ pair(other))
    return len(apart) == 2 and apart[1] in neighbours(apart[0])


def at_edge(hexside: str) -> bool:
    """Whether one end of a hexside lies on the edge of the map."""
    one, other = hexside.split("/")
    return len(set(neighbours(one)) & set(neighbours(other))) < 2


def flood(start: Iterable[str], allowed: set[str], walls: Set[frozenset[str]] = frozenset()) -> set[str]:
    reached = set(start)
    queue = sorted(reached)
    while queue:
        at = queue.pop()
        fresh = [to for to in neighbours(at) if to in allowed - reached and frozenset((at, to)) not in walls]
        reached.update(fresh)
        queue += fresh
    return reached


ALL = {f"{row:02d}{column:02d}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)}
SOVIET = {
    f"{row}{column:02d}"
    for row, spans in MAP["areas"]["soviet_side"]["rows"].items()
    for span in spans
    for column in range(int(span[:2]), int(span[3:]) + 1)
}
PAIRS: list[str] = MAP["lines"]["front"]["pairs"]
SOVIET_FRONT, AXIS_FRONT = ({side.split("/")[index] for side in PAIRS} for index in (0, 1))
PLACES: dict[str, str] = {place["name"]: place["hex"] for place in MAP["places"]}
CITY_HEXES: dict[str, dict[str, Any]] = {number: h for city in MAP["cities"] for number, h in city["hexes"].items()}
NETWORKS: dict[str, dict[str, Any]] = {line["id"]: line for line in MAP["networks"]}
ROADS = [line for line in MAP["networks"] if line["kind"] == "road"]
ROAD_HEXES = {number for road in ROADS for number in road["hexes"]}
REACHES: dict[str, list[list[str]]] = {}
for feature in MAP["hexsides"]:
    REACHES.setdefault(feature["name"], []).append(feature["hexsides"])


def sides_of(river: str) -> set[frozenset[str]]:
    return {pair(side) for reach in REACHES[river] for side in reach}


def front_distance(number: str) -> int:
    """Hexes to the nearest front hex of the own side; 0 in the front line."""
    return min(distance(number, front) for front in (SOVIET_FRONT if number in SOVIET else AXIS_FRONT))


def named(*facts: Any, case: str) -> Any:
    return pytest.param(*facts, marks=pytest.mark.case("kharkov", case), id=f"{case}-{facts[0]}")


# hex, side, sector, nearest and farthest distance to the own front, (town, within)
NAMED_HEXES = [
    named("0116", "axis", "north", 0, 3, ("Murom", 2), case="16.22"),
    named("0409", "soviet", "north", 3, 40, ("Volchansk", 4), case="5.3"),
    named("0618", "axis", "north", 0, 40, ("Kharkov", 3), case="9.31"),
    named("0819", "axis", "north", 3, 40, ("Kharkov", 0), case="15.33"),
    named("1808", "soviet", "north", 1, 40, ("Balakleya", 6), case="5.3"),
    named("2118", "soviet", "north", 0, 3, ("Likhachevo (Alekseyevskoye)", 2), case="5.3"),
    named("2214", "soviet", "north", 3, 40, ("Petrovskoye", 3), case="5.3"),
    named("2501", "soviet", "south", 3, 40, ("Krasny Liman", 4), case="5.3"),
    named("2602", "soviet", "south", 1, 40, ("Krasny Liman", 2), case="5.3"),
    named("2606", "soviet", "south", 1, 40, ("Bogorodichnoye", 2), case="5.3"),
    named("2822", "axis", "south", 0, 3, ("Lozovaya", 5), case="5.2"),
    named("3016", "soviet", "south", 3, 40, ("Lozovaya", 4), case="5.3"),
    named("3706", "axis", "south", 3, 40, ("Konstantinovka", 4), case="5.2"),
    named("3932", "axis", "south", 0, 40, ("Dnepropetrovsk", 3), case="11.33"),
]


@pytest.mark.parametrize(("number", "side", "sector", "nearest", "farthest", "town"), NAMED_HEXES)
def test_hex_named_by_the_rules(
    number: str, side: str, sector: str, nearest: int, farthest: int, town: tuple[str, int]
) -> None:
    assert ("soviet" if number in SOVIET else "axis") == side
    assert ("south" if parts(number)[0] >= MAP["areas"]["south"]["rows_from"] else "north") == sector
    assert nearest <= front_distance(number) <= farthest
    assert distance(number, PLACES[town[0]]) <= town[1]
    if side == "soviet":
        assert any(reached.endswith("01") for reached in flood([number], SOVIET))


@pytest.mark.case("kharkov", "9.31", "15.33")
def test_the_examples_defend_in_forest_and_city() -> None:
    assert "0618" in MAP["terrain"]["forest"]
    assert CITY_HEXES["0819"]["garrison"] == 1
    assert MAP["cities"][0]["name"] == "Kharkov"
    assert "0819" in MAP["cities"][0]["hexes"]


@pytest.mark.case("kharkov", "5.2")
def test_the_ground_around_3706_is_axis() -> None:
    assert not {number for number in ALL if distance(number, "3706") <= 2} & SOVIET


@pytest.mark.case("kharkov", "6.72")
@pytest.mark.parametrize("number", ["0409", "2214", "2501", "3016"])
def test_reserves_begin_out_of_reach_of_the_axis_front(number: str) -> None:
    assert min(distance(number, front) for front in AXIS_FRONT) >= 4


def test_the_grid_is_a_full_rectangle_counted_from_the_north_east() -> None:
    grid = MAP["grid"]
    assert (grid["rows"], grid["columns"], grid["numbering"]) == (39, 40, "RRCC")
    assert (grid["orientation"], grid["rows_from"], grid["columns_from"], grid["shifted"]) == (
        ("pointy", "north", "east", "odd")
    )


SIDES = {
    "soviet": [
        *("Volchansk", "Stary Saltov", "Kupyansk", "Savintsy", "Gusarovka", "Protopopovka", "Petrovskoye", "Izyum"),
        *("Krasnopavlovka", "Lozovaya", "Panyutino", "Bliznetsy", "Barvenkovo", "Dolina", "Bogorodichnoye"),
        *("Svyatogorsk", "Krasny Liman", "Yampol", "Veliky Burluk", "Shevchenkovo"),
    ],
    "axis": [
        *("Murom", "Ternovaya", "Nepokrytaya", "Bolshaya Babka", "Liptsy", "Kochetok", "Chuguev", "Malinovka"),
        *("Zmiev", "Andreyevka", "Verbovka", "Balakleya", "Merefa", "Taranovka", "Krasnograd", "Kegichevka"),
        *("Sakhnovshchina", "Pavlograd", "Petropavlovka", "Slavyansk", "Mayaki", "Kramatorsk", "Konstantinovka"),
    ],
}


def test_towns_lie_on_their_side_of_12_may() -> None:
    assert [name for name in SIDES["soviet"] if PLACES[name] not in SOVIET] == []
    assert [name for name in SIDES["axis"] if PLACES[name] in SOVIET] == []


@pytest.mark.parametrize(
    ("river", "reference", "left", "right"),
    [
        (
            "Donets",
            "1808",
            "Volchansk,Pechenegi,Andreyevka,Verbovka,Balakleya,Savintsy,Krasny Liman,Yampol,Kupyansk,Oskol",
            "Kharkov,Ternovaya,Stary Saltov,Chuguev,Zmiev,Gusarovka,Petrovskoye,Barvenkovo,Slavyansk,Mayaki,Raigorodok,"
            "Dolina,Krivaya Luka",
        ),
        (
            "Dnieper",
            "0819",
            "Poltava,Tsarichanka,Petrikovka,Podgorodnoye,Novomoskovsk,Sinelnikovo",
            "Dnepropetrovsk,Dneprodzerzhinsk,Verkhnedneprovsk,Sursko-Litovskoye",
        ),
    ],
)
def test_towns_lie_on_their_bank(river: str, reference: str, left: str, right: str) -> None:
    bank = flood([reference], ALL, sides_of(river))
    assert [name for name in left.split(",") if PLACES[name] not in bank] == []
    assert [name for name in right.split(",") if PLACES[name] in bank] == []


def test_cities() -> None:
    assert {city["name"]: sorted(city["hexes"]) for city in MAP["cities"]} == {
        "Kharkov": ["0818", "0819", "0919", "0920"],
        "Poltava": ["1537", "1637"],
        "Dnepropetrovsk": ["3632", "3732", "3733"],
    }
    assert MAP["terrain"]["major_city"] == sorted(CITY_HEXES)
    assert not set(MAP["terrain"]["forest"]) & set(CITY_HEXES)
    assert {place["name"] for place in MAP["places"] if place["class"] == "major_city"} == {
        city["name"] for city in MAP["cities"]
    }


def test_forests() -> None:
    forest = MAP["terrain"]["forest"]
    assert len(forest) == len(set(forest)) == 34
    assert {"0113", "0618", "1013", "1317", "1517", "2206", "2505", "2604", "2706", "3228", "3329"} <= set(forest)


HEXSIDE_COUNTS = """
Bereka 19, Berestovaya 24, Byk 18, Dnieper 28, Donets 93, Kharkov 12, Kolomak 22, Merla 26, Mzha 23, Orel 70,
Oskol 46, Samara 60, Sukhoi Torets 23, Torets 26, Udy 31, Veliky Burluk 16, Volchya 12, Volchya (south) 9,
Vorskla 50
"""
LENGTHS = {name: int(length) for name, length in re.findall(r"([A-Z][^,]*?) (\d+)", HEXSIDE_COUNTS.replace("\n", " "))}


def test_rivers() -> None:
    assert {name: sum(map(len, reaches)) for name, reaches in REACHES.items()} == LENGTHS
    classes = {feature["name"] for feature in MAP["hexsides"] if feature["class"] == "major"}
    assert classes == {"Donets", "Dnieper"}
    assert {feature["kind"] for feature in MAP["hexsides"]} == {"river"}


@pytest.mark.parametrize("name", sorted(LENGTHS))
def test_a_river_is_a_chain_of_touching_hexsides(name: str) -> None:
    reaches = REACHES[name]
    for reach in reaches:
        assert [side for side in reach if side[5:] not in neighbours(side[:4])] == []
        assert [(one, other) for one, other in pairwise(reach) if not touches(one, other)] == []
        assert len(sides_of(name)) == LENGTHS[name]
    for before, after in pairwise(reaches):
        assert at_edge(before[-1])
        assert at_edge(after[0])


@pytest.mark.parametrize(
    ("tributary", "river"),
    [
        *[(name, "Donets") for name in ("Oskol", "Udy", "Mzha", "Volchya", "Veliky Burluk", "Bereka", "Torets")],
        *[("Samara", "Dnieper"), ("Merla", "Vorskla"), ("Kolomak", "Vorskla")],
        *[("Berestovaya", "Orel"), ("Sukhoi Torets", "Torets"), ("Volchya (south)", "Samara"), ("Byk", "Samara")],
    ],
)
def test_a_tributary_ends_at_its_river(tributary: str, river: str) -> None:
    mouth = REACHES[tributary][-1][-1]
    assert any(touches(mouth, side) or mouth == side for reach in REACHES[river] for side in reach)


@pytest.mark.parametrize(
    ("river", "sides"),
    [
        ("Donets", "0113/0114 0412/0413 1115/1214 1417/1517 1814/1914 2308/2408 2703/2803 2801/2901"),
        ("Dnieper", "3140/3240 3338/3438 3634/3635 3632/3732 3731/3831 3931/3932"),
        ("Oskol", "0103/0104 0301/0401 0601/0701 1204/1305 1305/1404 2005/2106 2406/2407"),
        ("Samara", "3310/3410 3215/3315 3422/3523 3631/3731"),
        ("Vorskla", "0129/0130 0133/0134 1537/1636 2240/2340"),
        ("Mzha", "1126/1127 1121/1221 1417/1418"),
        ("Torets", "2905/3004 3205/3306 2803/2903"),
    ],
)
def test_river_hexsides(river: str, sides: str) -> None:
    assert [side for side in sides.split() if pair(side) not in sides_of(river)] == []


@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_a_road_or_railroad_is_a_chain_of_neighbours(name: str) -> None:
    line = NETWORKS[name]
    assert [(one, other) for one, other in pairwise(line["hexes"]) if other not in neighbours(one)] == []
    for edge, number in line.get("exits", {}).items():
        axis, limit = EDGES[edge]
        assert parts(number)[axis] == limit
        assert number in (line["hexes"][0], line["hexes"][-1])


def test_networks() -> None:
    assert sorted(NETWORKS) == [f"L{n:02d}" for n in range(1, 19)] + [f"R{n:02d}" for n in range(1, 32)]
    assert len(ROAD_HEXES) == 337
    assert len({number for line in NETWORKS.values() if line["kind"] == "rail" for number in line["hexes"]}) == 270
    assert NETWORKS["R03"]["hexes"] == ["1637", "1638", "1639", "1640"]
    assert NETWORKS["R06"]["hexes"] == ["3732", "3831", "3932"]
    assert NETWORKS["L08"]["hexes"] == ["0923", "0922", "1021", "1121"]
    back_step = NETWORKS["L04"]["hexes"]
    assert back_step[back_step.index("2905") - 1 :][:3] == ["3005", "2905", "3005"]


@pytest.mark.parametrize(
    ("name", "through"),
    [
        ("R01", "Kharkov Pesochin Lyubotin Valki Chutovo"),
        ("R02", "Kharkov Merefa Krasnograd Pereshchepino Novomoskovsk Dnepropetrovsk"),
        ("R09", "Kharkov Chuguev Malinovka Korobochkino Izyum"),
        ("R10", "Izyum Dolina Slavyansk"),
        ("R14", "Kharkov Nepokrytaya Volchansk"),
        ("R27", "Pavlograd Petropavlovka Slavyanka Dobropolye Kramatorsk"),
        ("L02", "Kharkov Merefa Krasnopavlovka Lozovaya"),
        ("L11", "Kharkov Chuguev Shevchenkovo Kupyansk-Uzlovaya"),
        ("L14", "Kharkov Zmiev Balakleya Savintsy Izyum"),
        ("L16", "Dnepropetrovsk Dneprodzerzhinsk"),
    ],
)
def test_a_road_or_railroad_passes_its_towns_in_order(name: str, through: str) -> None:
    hexes = NETWORKS[name]["hexes"]
    at = [hexes.index(PLACES[town]) for town in through.split()]
    assert at == sorted(at)


@pytest.mark.case("kharkov", "17.23")
def test_the_two_roads_that_cut_off_kharkov() -> None:
    roles = {line["role"]: line for line in ROADS if "role" in line}
    assert sorted(roles) == ["kharkov-dnepropetrovsk", "kharkov-poltava"]
    for role, line in roles.items():
        assert line["hexes"][0] == "0819"
        assert line["hexes"][-1] in {"kharkov-poltava": ["1637"], "kharkov-dnepropetrovsk": ["3732"]}[role]
        assert not set(line["hexes"]) & SOVIET


@pytest.mark.case("kharkov", "6.3")
def test_the_dnieper_is_crossed_by_road_at_one_hexside() -> None:
    steps = {frozenset(step) for road in ROADS for step in pairwise(road["hexes"])}
    assert sides_of("Dnieper") & steps == {pair(side) for side in MAP["crossings"]["dnieper"]} == {pair("3632/3732")}


@pytest.mark.case("kharkov", "11.36")
def test_roads_cross_the_donets() -> None:
    steps = {frozenset(step) for road in ROADS for step in pairwise(road["hexes"])}
    crossed = {"1115/1214", "2308/2408", "1417/1517", "0613/0714", "2703/2803"}
    assert sides_of("Donets") & steps == {pair(side) for side in crossed}


@pytest.mark.case("kharkov", "11.33")
def test_axis_roads_run_from_the_edge_to_the_front() -> None:
    entries = {entry["hex"]: entry for entry in MAP["supply_entries"]}
    assert {number: entry["edge"] for number, entry in entries.items()} == (
        dict.fromkeys(("1640", "2440", "3340"), "west") | {"3932": "south"}
    )
    links: dict[str, set[str]] = {}
    for road in ROADS:
        for one, other in pairwise(road["hexes"]):
            links.setdefault(one, set()).add(other)
            links.setdefault(other, set()).add(one)
    for number, entry in entries.items():
        assert NETWORKS[entry["road"]]["exits"] == {entry["edge"]: number}
        reached, queue = {number}, [number]
        while queue:
            fresh = links[queue.pop()] - reached - SOVIET
            reached |= fresh
            queue += sorted(fresh)
        assert reached & AXIS_FRONT


@pytest.mark.case("kharkov", "17.24")
def test_the_front_is_one_chain_from_the_north_edge_to_the_east_edge() -> None:
    assert MAP["lines"]["front"]["sides"] == ["soviet", "axis"]
    assert [(one, other) for one, other in pairwise(PAIRS) if not touches(one, other)] == []
    assert (PAIRS[0], PAIRS[-1], len(PAIRS)) == ("0113/0114", "2901/3001", 128)
    assert at_edge(PAIRS[0])
    assert at_edge(PAIRS[-1])
    assert SOVIET_FRONT <= SOVIET
    assert not AXIS_FRONT & SOVIET
    parted = {f"{one}/{other}" for one in SOVIET for other in neighbours(one) if other not in SOVIET}
    assert parted == set(PAIRS)


@pytest.mark.case("kharkov", "5.2", "5.3")
def test_the_points_of_the_front_lie_at_their_corners() -> None:
    corners = """
        B 0615 0715 0716, C 1011 1012 1112, D 1816 1916 1917, E 2421 2422 2522, F 3214 3314 3315,
        2 0813 0814 0914, 3 1814 1815 1915, 4 2421 2422 2522, 5 3317 3318 3417, 6 3009 3109 3110
    """
    points = MAP["lines"]["front"]["points"]
    for name, *corner in map(str.split, corners.split(",")):
        before, after = PAIRS[points[name] - 1 : points[name] + 1]
        assert sorted(pair(before) | pair(after)) == corner, name
    assert (points["A"], points["1"], points["G"], points["7"]) == (0, 0, 128, 128)
    assert [points[name] for name in "ABCDEFG"] == sorted(points[name] for name in "ABCDEFG")
    assert [points[name] for name in "1234567"] == sorted(points[name] for name in "1234567")


@pytest.mark.case("kharkov", "6.51")
def test_the_front_crosses_the_sector_line_once() -> None:
    south = MAP["areas"]["south"]["rows_from"]
    assert south == 25
    is_south = [parts(side.split("/")[0])[0] >= south for side in PAIRS]
    assert [one != other for one, other in pairwise(is_south)].count(True) == 1


@pytest.mark.case("kharkov", "11.21", "16.21")
def test_the_edges_belong_to_the_sides_that_enter_there() -> None:
    east = [f"{row:02d}01" in SOVIET for row in range(1, ROWS + 1)]
    assert east == [row <= 29 for row in range(1, ROWS + 1)]
    assert not [number for number in SOVIET if number.startswith("39")]
    assert [f"01{column:02d}" in SOVIET for column in (13, 14, 16, 40)] == [True, False, False, False]
