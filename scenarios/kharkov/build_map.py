"""Build map.yaml, the map as hexes and hexsides, from geography.yaml, the map as coordinates.

Run `python scenarios/kharkov/build_map.py` after a change of geography.yaml; with `--check` nothing is written and the
exit code tells whether map.yaml is up to date. Plain kilometres and floats: this is no rule code.

Units: a `Hex` is (row, column) as printed; a `Corner` is an integer pair counted in half hex widths east and in thirds
of a row pitch south, so that a corner shared by three hexes is one value; a `Point` is kilometres east and south of the
anchor. The grid goes on beyond the hexfield, so that rivers and roads may leave the map and come back.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from ruamel.yaml import YAML
from yaml_text import block

Hex = tuple[int, int]
Corner = tuple[int, int]
Point = tuple[float, float]
Node = TypeVar("Node", bound=tuple[int, int])

FOLDER = Path(__file__).parent
OFFSETS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
RIVER_SAMPLES = (0.25, 0.5, 0.75)
RIVER_BASE, RIVER_KM, ROAD_KM = 0.25, 2.0, 2.5
NETWORKS = (("road", "roads"), ("rail", "railroads"))

HEADER = """\
# Made by build_map.py from geography.yaml: correct that file and build again.
# A hex is quoted text, row and column ("0819"); a hexside is its two hexes ("0113/0114").
"""


class Grid:
    """The printed grid (pointy hexes, rows from the north, columns from the east) and its projection."""

    def __init__(self, grid: Mapping[str, Any], projection: Mapping[str, Any]) -> None:
        self.rows, self.columns = int(grid["rows"]), int(grid["columns"])
        self.shifted = 1 if grid["shifted"] == "odd" else 0
        self.width, self.pitch = projection["hex_width_km"], projection["row_pitch_km"]
        self.per_degree = projection["km_per_degree"]
        self.latitude, self.longitude = projection["anchor"]["at"]
        self.anchor = self._corner_frame(parse_hex(projection["anchor"]["hex"]))

    def _corner_frame(self, at: Hex) -> Corner:
        row, column = at
        return -2 * column + (row % 2 == self.shifted), 3 * row

    def project(self, place: Sequence[float]) -> Point:
        """Kilometres east and south of the anchor of [latitude, longitude] in degrees."""
        scale = self.per_degree["longitude_at_equator"] * math.cos(math.radians(place[0]))
        return scale * (place[1] - self.longitude), self.per_degree["latitude"] * (self.latitude - place[0])

    def point_of(self, corner: Corner) -> Point:
        """The place of a corner, or of a hex centre given in the same frame."""
        return (corner[0] - self.anchor[0]) * self.width / 2, (corner[1] - self.anchor[1]) * self.pitch / 3

    def center_of(self, at: Hex) -> Point:
        """The place of the middle of a hex."""
        return self.point_of(self._corner_frame(at))

    def corners_of(self, at: Hex) -> list[Corner]:
        """The six corners, clockwise from the north."""
        x, y = self._corner_frame(at)
        return [(x + dx, y + dy) for dx, dy in OFFSETS]

    def neighbours_of(self, at: Hex) -> list[Hex]:
        """The six hexes around one, on the map or off it."""
        row, column = at
        west = 0 if row % 2 == self.shifted else 1
        diagonal = [(row + step, column + west + turn) for step in (-1, 1) for turn in (-1, 0)]
        return [(row, column - 1), (row, column + 1), *diagonal]

    def contains(self, at: Hex) -> bool:
        """Whether a hex is on the map."""
        return 1 <= at[0] <= self.rows and 1 <= at[1] <= self.columns

    def hexes(self, margin: int = 0) -> Iterator[Hex]:
        """All hexes of the map by row and column, with `margin` more on each side."""
        for row in range(1 - margin, self.rows + margin + 1):
            for column in range(1 - margin, self.columns + margin + 1):
                yield row, column

    def nearest_hex(self, point: Point) -> Hex:
        """The hex, on the map or off it, whose centre is nearest."""
        return min(self.hexes(margin=6), key=lambda at: math.dist(self.center_of(at), point))


class Hexsides:
    """The net of hexsides: which corners they join and which hexes they part."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.hexes: dict[tuple[Corner, Corner], list[Hex]] = {}
        self.joined: dict[Corner, list[Corner]] = {}
        for at in grid.hexes(margin=6):
            ring = grid.corners_of(at)
            for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
                self.hexes.setdefault((min(one, other), max(one, other)), []).append(at)
        for one, other in self.hexes:
            self.joined.setdefault(one, []).append(other)
            self.joined.setdefault(other, []).append(one)

    def nearest_corner(self, point: Point, among: Iterable[Corner]) -> Corner:
        """The one of some corners that is nearest to a point."""
        return min(among, key=lambda corner: math.dist(self.grid.point_of(corner), point))

    def between(self, one: Corner, other: Corner) -> list[Hex]:
        """The hexes of the map on either side of a hexside, lower number first."""
        return sorted(filter(self.grid.contains, self.hexes[min(one, other), max(one, other)]))


def parse_hex(number: str) -> Hex:
    """Row and column of a printed number: 0618 is (6, 18)."""
    return int(number[:2]), int(number[2:])


def number_of(at: Hex) -> str:
    """The printed number: (6, 18) is 0618."""
    return f"{at[0]:02d}{at[1]:02d}"


def distance_to_course(point: Point, course: Sequence[Point]) -> float:
    """Kilometres from a point to the nearest place of a polyline."""
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(course):
        dx, dy = bx - ax, by - ay
        part = ((point[0] - ax) * dx + (point[1] - ay) * dy) / ((dx * dx + dy * dy) or 1.0)
        part = min(1.0, max(0.0, part))
        best = min(best, math.dist(point, (ax + part * dx, ay + part * dy)))
    return best


def is_inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon, by counting the sides east of it."""
    x, y = point
    crossed = [
        x < ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]])
        if (ay > y) != (by > y)
    ]
    return sum(crossed) % 2 == 1


def cheapest_chain(
    start: Node, goal: Node, neighbours: Callable[[Node], Iterable[Node]], cost: Callable[[Node, Node], float]
) -> list[Node]:
    """The chain of least cost from `start` to `goal`, both included; between equals the lower node is taken first."""
    best, before, queue = {start: 0.0}, {}, [(0.0, start)]
    while queue:
        spent, node = heappop(queue)
        if node == goal:
            break
        if spent > best[node]:
            continue
        for step in neighbours(node):
            total = spent + cost(node, step)
            if total < best.get(step, math.inf):
                best[step], before[step] = total, node
                heappush(queue, (total, step))
    chain = [goal]
    while chain[-1] != start:
        chain.append(before[chain[-1]])
    return chain[::-1]


class Builder:
    """Turns the parts of geography.yaml into the parts of map.yaml."""

    def __init__(self, geography: Mapping[str, Any]) -> None:
        self.geography = geography
        self.grid = Grid(geography["grid"], geography["projection"])
        self.sides = Hexsides(self.grid)
        self.places = {place["name"]: self.grid.project(place["at"]) for place in geography["places"]}
        self.soviet = self.soviet_hexes()
        self.river_corners: dict[str, list[Corner]] = {}

    def build(self) -> dict[str, Any]:
        """The whole map in the order in which it is written."""
        given = self.geography
        cities = [strip(city, "confidence", "note") for city in given["cities"]]
        city_hexes = sorted(number for city in cities for number in city["hexes"])
        return {
            "map": given["map"],
            "title": given["title"],
            "source": {
                "statement": "reconstruction: from public geography, fitted to the hexes that the rulebook names",
                "credits": given["credits"],
            },
            "grid": given["grid"],
            "terrain": {"default": "clear", "forest": self.forest_hexes(city_hexes), "major_city": city_hexes},
            "places": self.map_places(),
            "cities": cities,
            "hexsides": [reach for river in given["rivers"] for reach in self.river_reaches(river)],
            "networks": [self.network(kind, line) for kind, key in NETWORKS for line in given[key]],
            "lines": {"front": self.front_line()},
            "areas": {
                "soviet_side": {"source": given["front"]["source"], "rows": self.soviet_rows()},
                "south": given["south"],
            },
            "crossings": given["crossings"],
            "supply_entries": [strip(entry, "to") for entry in given["supply_entries"]],
        }

    def forest_hexes(self, city_hexes: Sequence[str]) -> list[str]:
        """The hexes whose centre lies in a wood, without the city hexes."""
        circles = [circle for wood in self.geography["forests"] for circle in wood["circles"]]
        projected = [(self.grid.project((latitude, longitude)), radius) for latitude, longitude, radius in circles]
        woods = (
            number_of(at)
            for at in self.grid.hexes()
            if any(math.dist(self.grid.center_of(at), middle) <= radius for middle, radius in projected)
        )
        return [number for number in woods if number not in city_hexes]

    def map_places(self) -> list[dict[str, Any]]:
        """The places on the map, by hex."""
        found = []
        for place in self.geography["places"]:
            at = self.grid.nearest_hex(self.places[place["name"]])
            if self.grid.contains(at):
                entry = {"name": place["name"], "hex": number_of(at), "class": place["class"]}
                found.append({**entry, "source": "reconstruction: GeoNames"})
        return sorted(found, key=lambda place: (place["hex"], place["name"]))

    def river_reaches(self, river: Mapping[str, Any]) -> list[dict[str, Any]]:
        """One entry for each stretch on the map, in the direction of flow; rivers must be asked in the order given."""
        course = [self.grid.project(place) for place in river["course"]]

        @cache
        def cost(one: Corner, other: Corner) -> float:
            (ax, ay), (bx, by) = self.grid.point_of(one), self.grid.point_of(other)
            points = [(ax + part * (bx - ax), ay + part * (by - ay)) for part in RIVER_SAMPLES]
            squares = sum(distance_to_course(point, course) ** 2 for point in points) / len(points)
            return RIVER_BASE + squares / RIVER_KM**2

        spring = self.sides.nearest_corner(course[0], self.sides.joined)
        mouth = self.sides.nearest_corner(course[-1], self.river_corners.get(river.get("mouth", ""), self.sides.joined))
        corners = cheapest_chain(spring, mouth, self.sides.joined.__getitem__, cost)
        self.river_corners[river["name"]] = corners

        reaches: list[list[str]] = [[]]
        for one, other in pairwise(corners):
            hexes = self.sides.between(one, other)
            if len(hexes) == 2:
                reaches[-1].append("/".join(map(number_of, hexes)))
            elif reaches[-1]:
                reaches.append([])
        entry = {"kind": "river", **{key: river[key] for key in ("name", "class", "optional") if key in river}}
        entry |= {"source": river["source"], "confidence": river["confidence"]}
        return [{**entry, "hexsides": reach} for reach in reaches if reach]

    def network(self, kind: str, line: Mapping[str, Any]) -> dict[str, Any]:
        """A road or railroad as a chain of hexes; fails when it would leave the map and come back."""
        course, fixed = [], []
        for index, place in enumerate(line["course"]):
            if isinstance(place, str):
                point = self.places[place] if place in self.places else self.grid.center_of(parse_hex(place))
            else:
                point = self.grid.project(place)
            course.append(point)
            if isinstance(place, str) or index in (0, len(line["course"]) - 1):
                fixed.append(self.grid.nearest_hex(point))

        @cache
        def cost_of(at: Hex) -> float:
            return 1 + (distance_to_course(self.grid.center_of(at), course) / ROAD_KM) ** 2

        chain = fixed[:1]
        for one, other in pairwise(fixed):
            chain += cheapest_chain(one, other, self.grid.neighbours_of, lambda _, step: cost_of(step))[1:]
        on_map = [index for index, at in enumerate(chain) if self.grid.contains(at)]
        first, last = on_map[0], on_map[-1]
        if len(on_map) != last - first + 1:
            raise ValueError(f"{line['id']} leaves the map and comes back")
        entry = {"kind": kind, **{key: line[key] for key in ("id", "name", "rank", "role") if key in line}}
        entry |= {"source": "reconstruction: general knowledge of 1942", "confidence": line["confidence"]}
        entry["hexes"] = [number_of(at) for at in chain[first : last + 1]]
        if "leaves" in line:
            entry["exits"] = {line["leaves"]: number_of(chain[first] if first else chain[last])}
        return entry

    def soviet_hexes(self) -> set[Hex]:
        """The hexes whose centre lies north and east of the front line of 12 May."""
        course = [self.grid.project(place) for place in self.geography["front"]["course"]]
        far = 1000.0
        ring = [*course, (far, course[-1][1]), (far, -far), (course[0][0], -far)]
        return {at for at in self.grid.hexes() if is_inside(self.grid.center_of(at), ring)}

    def soviet_rows(self) -> dict[str, list[str]]:
        """Spans of Soviet columns, "first-last", by row; rows without any are left out."""
        rows: dict[str, list[str]] = {}
        for row in range(1, self.grid.rows + 1):
            spans: list[list[int]] = []
            for column in range(1, self.grid.columns + 1):
                if (row, column) in self.soviet:
                    if spans and spans[-1][1] == column - 1:
                        spans[-1][1] = column
                    else:
                        spans.append([column, column])
            if spans:
                rows[f"{row:02d}"] = [f"{first:02d}-{last:02d}" for first, last in spans]
        return rows

    def front_line(self) -> dict[str, Any]:
        """The hexsides between the sides from the north edge on, and how many of them lie before each named point."""
        parted: dict[Corner, list[Corner]] = {}
        for one, other in self.sides.hexes:
            hexes = self.sides.between(one, other)
            if len(hexes) == 2 and len(self.soviet.intersection(hexes)) == 1:
                parted.setdefault(one, []).append(other)
                parted.setdefault(other, []).append(one)
        ends = [corner for corner, joined in parted.items() if len(joined) == 1]
        chain = [min(ends, key=lambda corner: corner[1])]
        while steps := [corner for corner in parted[chain[-1]] if corner not in chain]:
            chain.append(steps[0])
        if len(ends) != 2 or len(chain) != len(parted):
            raise ValueError("the front line is not one chain from edge to edge")
        pairs = []
        for one, other in pairwise(chain):
            soviet_first = sorted(self.sides.between(one, other), key=lambda at: at not in self.soviet)
            pairs.append("/".join(map(number_of, soviet_first)))
        given = self.geography["front"]
        points = {
            name: chain.index(self.sides.nearest_corner(self.grid.project(point["at"]), chain))
            for name, point in given["points"].items()
        }
        entry = {key: given[key] for key in ("source", "confidence", "sides")}
        return {**entry, "points": points, "pairs": pairs}


def strip(entry: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """A copy without the named keys."""
    return {key: value for key, value in entry.items() if key not in keys}


def map_text() -> str:
    """The text of map.yaml as geography.yaml demands it."""
    geography = YAML(typ="safe", pure=True).load((FOLDER / "geography.yaml").read_text(encoding="utf-8"))
    return HEADER + "\n".join(block(Builder(geography).build(), 0)) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: written, or up to date; 1: `--check` found a difference."""
    parser = argparse.ArgumentParser(description="Build map.yaml from geography.yaml.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when map.yaml is not up to date")
    target = FOLDER / "map.yaml"
    text = map_text()
    if parser.parse_args(arguments).check:
        current = target.is_file() and target.read_text(encoding="utf-8") == text
        verdict = "is up to date" if current else "differs from geography.yaml: run build_map.py"
        sys.stdout.write(f"map.yaml {verdict}\n")
        return 0 if current else 1
    target.write_text(text, encoding="utf-8", newline="\n")
    sys.stdout.write("wrote map.yaml\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
