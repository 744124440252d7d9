"""A schema with the names of a scenario in it, so that an editor completes units, hexes, sides and sections."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from adjudicator.engine.sequence import Rules, titles_of
from adjudicator.files.schemas import load_schema
from adjudicator.model.scenario import Scenario

NAMED = ("orders", "standing", "answers", "deployment")


def schema_with_names(name: str, scenario: Scenario, rules: Rules) -> dict[str, Any]:
    """The schema ``name`` with the ids of ``scenario`` and the fields its ruleset takes. What an editor reads as a
    number is left to ``check``."""
    schema = deepcopy(load_schema(name, rules.fields))
    units = list(scenario.counters)
    hexes = [scenario.map.grid.number(hex_) for hex_ in scenario.map.grid.hexes]
    lists: dict[str, tuple[list[str], list[str]]] = {
        "unit": (units, ["number"]),
        "units": (units, ["number", "array"]),
        "unitList": (units, ["number", "array"]),
        "hexList": (hexes, ["integer", "array"]),
        "hex": (hexes, ["integer"]),
        "step": (hexes, ["integer", "object"]),
        "side": (list(rules.sides), []),
    }
    for definition, (names, other) in lists.items():
        if definition in schema.get("$defs", {}):
            schema["$defs"][definition]["anyOf"] = [{"enum": names}, *([{"type": other}] if other else [])]
    if name == "orders":
        sections = {phase.section: titles_of(rules.phases, phase.section) for phase in rules.phases if phase.sides}
        orders = schema["properties"]["orders"]
        orders["properties"] = {
            section: {**orders["additionalProperties"], "description": f"Orders for the {title}."}
            for section, title in sections.items()
        }
    return schema
