"""The charts as integers: fire results, ranges, terrain effects, shifts and limits (1.1, 1.3, 4.0, 4.4-4.6, 5.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NO_EFFECT = "NE"


@dataclass(frozen=True)
class Bands:
    """The greatest distance in hexes of each band of a range colour; 0 where the colour has no such band (4.0)."""

    close: int
    normal: int
    long: int


@dataclass(frozen=True)
class Tables:
    """All numbers the rules look up.

    ``columns`` are the least firepowers of the Fire Results Table from left to right; ``results[die][column]`` are
    possible hits (4.0). ``die`` is the lowest and the highest roll (1.1). ``ranges`` maps a colour to its bands,
    ``range_shift`` a band (``close``, ``normal``, ``long``) to columns. ``cover[word][class]`` is the shift of terrain,
    a hill or a wreck for ``leg`` or ``afv``, below zero to the left; ``only_from_below`` are the words that cover only
    against fire from lower ground. ``costs[word][class]`` are Movement Points, None where the class may not go;
    ``bridged`` are kinds of hexsides that are crossed only by a bridge (5.0). ``moving_fire`` maps the colour of an
    explosion to columns (4.4).
    """

    columns: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]
    die: tuple[int, int]
    ranges: Mapping[str, Bands]
    range_shift: Mapping[str, int]
    cover: Mapping[str, Mapping[str, int]]
    only_from_below: frozenset[str]
    costs: Mapping[str, Mapping[str, int | None]]
    bridged: frozenset[str]
    stack: int
    assisting_shift: int
    flanking_shift: int
    moving_fire: Mapping[str, int]
    rally_bonus: int
    zone_cost: int
    hill_up_cost: int
    road_bonus: int
    wire_shift: int


def read_tables(data: Mapping[str, Any]) -> Tables:
    """The tables of a tables file's data (scalars as text). KeyError or ValueError when something is missing."""
    fire = data["charts"]["fire_results"]
    values = {name: entry["value"] for name, entry in data["values"].items()}
    classes = tuple(data["cost_classes"])
    hexes = data["terrain"]["hexes"]
    low, high = (int(value) for value in values["die"])
    return Tables(
        columns=tuple(int(column) for column in fire["columns"]),
        results=tuple(tuple(_hits(cell) for cell in fire["rows"][str(die)]) for die in range(low, high + 1)),
        die=(low, high),
        ranges={colour: Bands(*map(int, row)) for colour, row in data["charts"]["ranges"]["rows"].items()},
        range_shift=_integers(values["range_shift"]),
        cover={word: _integers(entry.get("shifts", {}).get("fire", {})) for word, entry in hexes.items()},
        only_from_below=_with_trait(hexes, "only_from_below"),
        costs={word: _costs(entry["cost"], classes) for word, entry in hexes.items() if entry["cost"] != "same"},
        bridged=_with_trait(data["terrain"]["hexsides"], "only_by_bridge"),
        stack=int(values["stacking_limit"]),
        assisting_shift=int(values["assisting_shift"]),
        flanking_shift=int(values["flanking_shift"]),
        moving_fire=_integers(values["moving_fire_shift"]),
        rally_bonus=int(values["rally_terrain_bonus"]),
        zone_cost=int(values["zone_cost"]),
        hill_up_cost=int(values["hill_up_cost"]),
        road_bonus=int(values["road_bonus"]),
        wire_shift=int(values["wire_shift"]),
    )


def _hits(cell: str) -> int:
    return 0 if cell == NO_EFFECT else int(cell)


def _integers(entry: Mapping[str, Any]) -> Mapping[str, int]:
    return {name: int(value) for name, value in entry.items()}


def _costs(entry: Any, classes: tuple[str, ...]) -> Mapping[str, int | None]:
    return {name: None if entry == "prohibited" else int(entry[name]) for name in classes}


def _with_trait(entries: Mapping[str, Any], trait: str) -> frozenset[str]:
    return frozenset(word for word, entry in entries.items() if trait in entry.get("traits", ()))
