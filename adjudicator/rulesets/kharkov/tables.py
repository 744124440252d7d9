"""The printed tables as integers: combat results, morale bonus, terrain effects, limits (3.1, 6.3, 9.4, 9.85)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Costs:
    """Movement costs of one class of units, in half points (6.3)."""

    terrain: Mapping[str, int]
    road: int
    donets: int
    minor: int


@dataclass(frozen=True)
class ReserveNumbers:
    """Numbers of Army Reserves (6.7), distances in hexes: a counter keeps more than ``distance`` from every Axis unit,
    its units are placed within ``placement`` of it, and Axis units within ``trigger`` release them; no more than
    ``limit`` units are committed on a Game-Turn that is ``limited``; from Game-Turn ``south_safe`` on committing 9th
    Army's activates nobody (6.55)."""

    distance: int
    placement: int
    trigger: int
    limit: int
    limited: frozenset[int]
    south_safe: int


@dataclass(frozen=True)
class Tables:
    """All numbers the rules look up.

    ``columns`` are the odds columns from worst to best (``1-3`` .. ``10-1``); ``results[die - 1][column]`` is a
    cell such as ``D1/A1`` (9.4); ``morale[turn - 1][die - 1]`` is a shift (9.85). ``costs`` maps ``foot``,
    ``other`` and ``hq`` to their costs; ``rail_hexes``, ``rail_units`` the limits of 6.44 and 6.45; ``stack`` that
    of 8.1; ``city_line`` and ``road_line`` the lengths of 11.31 and 11.32; ``breakout_turns`` and ``morale_turns``
    the last Game-Turns of 6.8 and 9.81; ``disengagement_cost`` and ``disengagement_barred`` the half points and
    Game-Turns of 6.6 and 6.64; ``overrun_cost`` the half points of an overrun, ``overrun_part`` what it leaves of a
    strength (7.0); ``reduced`` the second face of a two-step untried unit by pool (9.53), ``two_steps_from`` the
    defence strength from which it has two; ``donets_free_row`` the last hexrow of 11.35; ``no_mechanized_turns``
    the Game-Turns of 6.58; ``south_released`` that of 6.56; ``points`` the Victory Points for each thing that
    scores, ``levels`` the least margin of each level of victory, in order (17.0); ``breakdown`` the regiments, by
    strength, of a division by its kind and strength (15.11); ``reserves`` the numbers of 6.7.
    """

    columns: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]
    morale: tuple[tuple[int, ...], ...]
    costs: Mapping[str, Costs]
    doubling_terrain: frozenset[str]
    rail_hexes: int
    rail_units: Mapping[str, int]
    stack: int
    city_line: int
    road_line: int
    breakout_turns: int
    disengagement_cost: int
    disengagement_barred: frozenset[int]
    overrun_cost: int
    overrun_part: Fraction
    reduced: Mapping[str, tuple[int, int]]
    two_steps_from: int
    donets_free_row: int
    no_mechanized_turns: frozenset[int]
    south_released: int
    points: Mapping[str, int]
    levels: tuple[tuple[int, str], ...]
    breakdown: Mapping[tuple[str, int], tuple[int, ...]]
    reserves: ReserveNumbers


def read_tables(data: Mapping[str, Any]) -> Tables:
    """The tables of a tables file's data (scalars as text). KeyError or ValueError when something is missing."""
    results = data["charts"]["combat_results"]
    morale = data["charts"]["soviet_morale"]
    values = {name: entry["value"] for name, entry in data["values"].items()}
    terrain = data["terrain"]
    dice = [str(die) for die in range(1, 7)]
    return Tables(
        columns=tuple(results["columns"]),
        results=tuple(tuple(results["rows"][die]) for die in dice),
        morale=tuple(tuple(int(morale["rows"][die][turn]) for die in dice) for turn in range(len(morale["columns"]))),
        costs={name: _read_costs(terrain, name) for name in data["cost_classes"]},
        doubling_terrain=frozenset(word for word, entry in terrain["hexes"].items() if "defence" in entry),
        rail_hexes=int(values["rail_length"]),
        rail_units={side: int(count) for side, count in values["rail_units"].items()},
        stack=int(values["stacking_limit"]),
        city_line=int(values["supply_from_city"]),
        road_line=int(values["supply_from_road"]),
        breakout_turns=max(int(turn) for turn in values["breakout_mobility"]),
        disengagement_cost=int(values["disengagement_cost"]),
        disengagement_barred=frozenset(int(turn) for turn in values["disengagement_barred"]),
        overrun_cost=int(values["overrun_cost"]),
        overrun_part=Fraction(*(int(part) for part in values["overrun_attack"])),
        reduced={name: _read_face(pool["reduced"]) for name, pool in data["pools"].items() if "reduced" in pool},
        two_steps_from=int(values["step_threshold"]),
        donets_free_row=max(int(row) for row in values["supply_donets_free"]),
        no_mechanized_turns=frozenset(int(turn) for turn in values["no_mechanized_movement"]),
        south_released=int(values["axis_south_released"]),
        points={entry["id"]: int(entry["points"]) for entry in data["victory"]["points"]},
        levels=tuple((int(level["from"]), level["level"]) for level in data["victory"]["levels"]),
        breakdown={
            (line["kind"], int(line["strength"])): tuple(int(strength) for strength in line["regiments"])
            for line in data["breakdown"]
        },
        reserves=ReserveNumbers(
            distance=int(values["reserve_distance"]),
            placement=int(values["reserve_placement"]),
            trigger=int(values["reserve_trigger"]),
            limit=int(values["reserve_commitment"]),
            limited=frozenset(int(turn) for turn in values["reserve_commitment_limited"]),
            south_safe=int(values["reserve_9a_safe"]),
        ),
    )


def read_pools(data: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The untried pools of a tables file's data: ``untried/rifle`` -> face -> count (12.0)."""
    return {
        f"untried/{name}": {face: int(count) for face, count in pool["faces"].items()}
        for name, pool in data["pools"].items()
    }


def _read_costs(terrain: Mapping[str, Any], name: str) -> Costs:
    hexes = {word: entry["cost"] for word, entry in terrain["hexes"].items() if entry["cost"] != "same"}
    sides = terrain["hexsides"]
    return Costs(
        terrain={word: int(cost[name]) for word, cost in hexes.items() if word != "road"},
        road=int(hexes["road"][name]),
        donets=int(sides["donets"]["extra"][name]),
        minor=int(sides["minor"]["extra"][name]),
    )


def _read_face(text: str) -> tuple[int, int]:
    attack, _, defence = text.partition("-")
    return int(attack), int(defence)
