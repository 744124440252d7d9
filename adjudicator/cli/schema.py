"""``schema``: the JSON Schema of a file, for an editor."""

from __future__ import annotations

import click


@click.command("schema")
@click.argument("name")
@click.option("--scenario", "scenario_name", metavar="S", help="List the unit ids and hexes of this scenario in it.")
def command(name: str, scenario_name: str | None) -> int:
    """Print the JSON Schema NAME, such as orders."""
    from adjudicator.cli.output import tell_json
    from adjudicator.files.schemas import list_schemas, load_schema

    if name not in list_schemas():
        raise click.UsageError(f"there is no schema {name!r}; there are {', '.join(list_schemas())}")
    if scenario_name is None:
        tell_json(load_schema(name))
        return 0
    from adjudicator.files.named_schema import NAMED, schema_with_names
    from adjudicator.files.scenario_file import load_scenario
    from adjudicator.rulesets.registry import load_rules

    if name not in NAMED:
        raise click.UsageError(f"--scenario is for {', '.join(NAMED)}")
    scenario = load_scenario(scenario_name)
    tell_json(schema_with_names(name, scenario, load_rules(scenario, {})))
    return 0
