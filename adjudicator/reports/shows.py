"""What ``show unit|hex|units|supply|zoc`` tell: plain data first, lines made of it second."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from adjudicator.model.events import Json
from adjudicator.model.game import Game
from adjudicator.model.hexes import OFF_MAP, hexside
from adjudicator.model.map import GameMap
from adjudicator.model.units import Unit
from adjudicator.reports.naming import place_names
from adjudicator.reports.words import capital, cited, counted, ended, listed, mixed, paragraph, points

Data = dict[str, Json]


class Describer(Protocol):
    """What a ruleset has to say about a position beyond the counters."""

    def describe_unit(self, game: Game, unit_id: str) -> Mapping[str, Json]:
        """Of a unit on the map: ``values`` (``9-9``; ``U`` untried; empty: none), ``move`` (half points it may spend),
        by ruleset ``figures`` (what else its counter shows, in words), ``carries`` (a unit), and
        ``supply``: ``in_supply``, ``why``, ``line`` (printed numbers, source first), ``hq``, ``cases``."""

    def zones_of(self, game: Game) -> Mapping[str, Collection[int]]:
        """Per side the hexes in its zone of control."""

    def garrison_of(self, game: Game, hex_: int) -> int:
        """The strength of the garrison in a hex, 0 without one."""


def unit_data(game: Game, rules: Describer, unit_id: str) -> Data:
    """Everything about one unit. Raises KeyError for an unknown one."""
    unit, counter = game.units[unit_id], game.counters[unit_id]
    data: Data = {
        "id": unit_id,
        "name": counter.name,
        "side": counter.side,
        "kind": counter.kind,
        "division": counter.division,
        "hex": "",
        "place": "",
        "box": unit.box,
        "steps": unit.steps,
        "markers": sorted(unit.markers),
    }
    if unit.hex is not None:
        number = game.map.grid.number(unit.hex)
        data |= {"hex": number, "place": place_names(game.map).get(number, "")}
        data |= rules.describe_unit(game, unit_id)
    return data


def unit_lines(data: Data) -> list[str]:
    """One unit in a few lines."""
    kind = f"{data['side'].capitalize()} {data['kind']}"
    division = f", of {data['division']}" if data["division"] else ""
    lines = [f"{data['id']}  {data['name']}, {kind}{division}"]
    if not data["hex"]:
        return [*lines, f"  off the map: {data['box']}"]
    lines.append(f"  in {data['hex']} {data['place']}".rstrip())
    if data.get("values"):
        lines.append(f"  strength {_strength(data)}, {counted(data['steps'], 'step')}")
    lines += [f"  {figure}" for figure in data.get("figures", ())]
    if "carries" in data:
        lines.append(f"  carries {data['carries']}")
    if "move" in data:
        lines.append(f"  Movement Allowance now {points(data['move'])}")
    if "as_of" in data:
        lines.append(f"  {_instant(data)}")
    if data["markers"]:
        lines.append(f"  markers: {', '.join(data['markers'])}")
    return lines + ([f"  {line}" for line in supply_lines(data)] if "supply" in data else [])


def supply_lines(data: Data) -> list[str]:
    """The supply of a unit: in or out, why, and the line hex by hex."""
    supply = data["supply"]
    state = "in supply" if supply["in_supply"] else "out of supply"
    lines = paragraph(ended(f"{data['id']} is {state}: {supply['why']}{cited(supply.get('cases', ()))}"), "  ", "", 76)
    if supply.get("hq"):
        lines.append(f"by way of {supply['hq']}")
    if supply.get("line"):
        lines += paragraph(f"line: {' '.join(supply['line'])}", "  ", "", 76)
    return lines


def hex_data(game: Game, rules: Describer, number: str) -> Data:
    """Everything about one hex. Raises KeyError for an unknown one."""
    grid = game.map.grid
    hex_ = grid.hex(number)
    sides: list[Data] = []
    for direction, neighbour in zip(grid.directions, grid.neighbours[hex_], strict=True):
        if neighbour != OFF_MAP:
            side = hexside(hex_, neighbour)
            features = game.map.features.get(side, ())
            sides.append(
                {
                    "direction": direction,
                    "hex": grid.number(neighbour),
                    "features": [
                        f"{f.name} ({f.grade or 'minor'} {f.kind}{', optional' if f.optional else ''})"
                        for f in features
                    ],
                    "ways": [kind for kind, net in sorted(game.map.networks.items()) if side in net.links],
                }
            )
    return {
        "hex": number,
        "places": [place.name for place in game.map.places if place.hex == hex_],
        "city": next((city.name for city in game.map.cities if hex_ in city.garrisons), ""),
        "terrain": game.map.terrain[hex_],
        "level": game.map.levels[hex_] if game.map.levels else 0,
        "garrison": rules.garrison_of(game, hex_),
        "sides": sides,
        "units": list(game.units_in(hex_)),
        "marks": sorted(game.hex_marks.get(hex_, ())),
        "zones": sorted(side for side, hexes in rules.zones_of(game).items() if hex_ in hexes),
        "supply_entry": hex_ in game.map.entries,
    }


def hex_lines(data: Data) -> list[str]:
    """One hex in a few lines, its hexsides clockwise."""
    places = [name for name in data["places"] if name != data["city"]]
    names = listed([*([data["city"]] if data["city"] else []), *places])
    level = f", level {data['level']}" if data["level"] else ""
    lines = [f"{data['hex']}  {f'{names}, ' if names else ''}{data['terrain'].replace('_', ' ')}{level}"]
    if data["garrison"]:
        lines.append(f"  garrison: {data['garrison']}")
    if data["supply_entry"]:
        lines.append("  supply enters the map here")
    for side in data["sides"]:
        parts = [*side["features"], *side["ways"]]
        lines.append(f"  {side['direction']:<3}{side['hex']}{'  ' + ', '.join(parts) if parts else ''}")
    lines.append(f"  units: {', '.join(data['units']) or 'none'}")
    if data["marks"]:
        lines.append(f"  marks: {', '.join(data['marks'])}")
    lines.append(f"  in the zone of control of: {listed(map(capital, data['zones'])) or 'nobody'}")
    return lines


def units_data(game: Game, rules: Describer, side: str = "") -> list[Data]:
    """All units, of one side or of all, in counter-sheet order."""
    return [unit_data(game, rules, unit_id) for unit_id in game.units if side in ("", game.side_of(unit_id))]


def units_lines(units: Sequence[Data]) -> list[str]:
    """Units by side: those on the map one a line, the others gathered by box."""
    lines: list[str] = []
    for side in dict.fromkeys(unit["side"] for unit in units):
        own = [unit for unit in units if unit["side"] == side]
        lines += [
            *([""] if lines else []),
            f"{capital(side)}: {counted(sum(bool(u['hex']) for u in own), 'unit')} on the map",
        ]
        for unit in sorted((u for u in own if u["hex"]), key=lambda u: (u["hex"], own.index(u))):
            marks = f"  {', '.join(unit['markers'])}" if unit["markers"] else ""
            lines.append(f"  {unit['hex']}  {unit['id']:<9} {_strength(unit):>6}  {unit['name']}{marks}")
        boxes: dict[str, list[str]] = {}
        for unit in own:
            if not unit["hex"]:
                boxes.setdefault(unit["box"], []).append(unit["id"])
        for box, ids in boxes.items():
            lines += paragraph(f"{box}: {', '.join(ids)}", "    ", "  ")
    return lines


def supply_data(game: Game, rules: Describer, side: str = "") -> list[Data]:
    """The supply of all units on the map, of one side or of all."""
    on_map: list[Unit] = [unit for unit in game.units.values() if unit.hex is not None]
    mine = [unit for unit in on_map if side in ("", game.side_of(unit.id))]
    return [unit_data(game, rules, unit.id) for unit in mine]


def supply_report(units: Sequence[Data]) -> list[str]:
    """Who is out of supply and why, then the others in one list."""
    out = [unit for unit in units if not unit["supply"]["in_supply"]]
    lines = [f"{capital(_instant(unit))}." for unit in units[:1] if "as_of" in unit]
    lines += [line for unit in out for line in supply_lines(unit)]
    fed = [unit["id"] for unit in units if unit["supply"]["in_supply"]]
    return lines + paragraph(f"In supply: {', '.join(fed) or 'nobody'}.", "  ", "")


def map_data(game_map: GameMap) -> Data:
    """The printed map: terrain and level by hex (only levels above the lowest), what lies on hexsides, places."""
    grid = game_map.grid
    levels = {grid.number(hex_): game_map.levels[hex_] for hex_ in grid.hexes if game_map.levels}
    return {
        "map": game_map.name,
        "terrain": {grid.number(hex_): game_map.terrain[hex_] for hex_ in grid.hexes},
        "levels": {number: level for number, level in levels.items() if level},
        "hexsides": [
            {"hexsides": f"{grid.number(a)}/{grid.number(b)}", "features": [feature.name for feature in features]}
            for (a, b), features in game_map.features.items()
        ],
        "places": [{"name": p.name, "hex": grid.number(p.hex), "class": p.grade} for p in game_map.places],
    }


def zoc_data(game: Game, rules: Describer) -> Data:
    """Per side the printed numbers of the hexes in its zone of control."""
    grid = game.map.grid
    return {side: [grid.number(hex_) for hex_ in sorted(hexes)] for side, hexes in sorted(rules.zones_of(game).items())}


def zoc_lines(data: Data) -> list[str]:
    """The zones of control as lists, and what is in both."""
    lines: list[str] = []
    for side, numbers in data.items():
        lines += paragraph(f"{capital(side)} ({len(numbers)} hexes): {' '.join(numbers)}", "  ", "")
    lists = list(data.values())
    shared = [number for number in lists[0] if all(number in other for other in lists[1:])] if len(lists) > 1 else []
    return lines + (paragraph(f"In both ({len(shared)}): {' '.join(shared)}", "  ", "") if shared else [])


def _instant(data: Data) -> str:
    return f"as of the beginning of {data['as_of']}"


def _strength(data: Data) -> str:
    return "-".join(mixed(part) for part in str(data.get("values", "")).split("-"))
