"""The state file: a position that a person can read and a diff can show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.files.yaml_writer import render_yaml
from adjudicator.model.game import Game
from adjudicator.model.units import Unit

HEADER = (
    "# yaml-language-server: $schema=state.schema.json\n"
    "# Rebuilt from log.jsonl whenever the game goes on: a change made here has no effect.\n"
)


@dataclass(frozen=True)
class State:
    """What a state file holds: the game as of the log position ``log``; ``options`` those that differ from their
    default; ``seen_by`` the side whose view it is, empty for the whole."""

    game: Game
    log: str
    options: Mapping[str, str]
    seen_by: str = ""


def render_state(state: State, sides: tuple[str, ...]) -> str:
    """The text of a state file."""
    game = state.game
    data: dict[str, Any] = {"game": game.id, "kind": "state"}
    if state.seen_by:
        data["seen_by"] = state.seen_by
    data |= {"scenario": game.scenario, "options": dict(sorted(state.options.items()))}
    data |= {"log": state.log, "turn": game.turn, "phase": game.phase, "done": game.done}
    grid = game.map.grid
    data["units"] = {
        side: {u.id: _unit_as_data(u, grid.number) for u in game.units.values() if game.side_of(u.id) == side}
        for side in sides
    }
    data["pools"] = {name: dict(pool) for name, pool in sorted(game.pools.items())}
    data["hexes"] = {grid.number(hex_): sorted(marks) for hex_, marks in sorted(game.hex_marks.items())}
    data["flags"] = dict(sorted(game.flags.items()))
    data["score"] = {side: game.score.get(side, 0) for side in sides}
    return HEADER + render_yaml(data)


def _unit_as_data(unit: Unit, number: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"hex": number(unit.hex)} if unit.hex is not None else {"box": unit.box}
    data["steps"] = unit.steps
    if unit.face:
        data["face"] = unit.face
    if unit.markers:
        data["markers"] = sorted(unit.markers)
    return data


def build_state(data: Mapping[str, Any], opening: Game) -> State:
    """The state of a state file's data (scalars as text), on the map and counters of ``opening``.

    Raises ValueError in plain words for a unit or hex that the scenario does not have.
    """
    grid = opening.map.grid
    units = dict(opening.units)
    for side, listed in data["units"].items():
        for unit_id, entry in listed.items():
            if unit_id not in units or opening.side_of(unit_id) != side:
                raise ValueError(f"the scenario has no {side} unit '{unit_id}'")
            units[unit_id] = _build_unit(unit_id, entry, grid)
    marks = {}
    for number, words in (data.get("hexes") or {}).items():
        hex_ = grid.find(number)
        if hex_ is None:
            raise ValueError(f"there is no hex {number} on the map")
        marks[hex_] = frozenset(words)
    game = replace(
        opening,
        id=data["game"],
        turn=int(data["turn"]),
        phase=data.get("phase") or "",
        done=data.get("done") or "",
        units=units,
        pools={n: {item: int(c) for item, c in pool.items()} for n, pool in (data.get("pools") or {}).items()},
        hex_marks=marks,
        flags=dict(data.get("flags") or {}),
        score={side: int(points) for side, points in (data.get("score") or {}).items()},
    )
    return State(game, data.get("log") or "", dict(data.get("options") or {}), data.get("seen_by") or "")


def _build_unit(unit_id: str, entry: Mapping[str, Any], grid: Any) -> Unit:
    hex_ = None
    if "hex" in entry:
        hex_ = grid.find(entry["hex"])
        if hex_ is None:
            raise ValueError(f"{unit_id}: there is no hex {entry['hex']} on the map")
    markers = frozenset(entry.get("markers") or ())
    return Unit(unit_id, hex_, entry.get("box") or "", int(entry["steps"]), entry.get("face") or "", markers)
