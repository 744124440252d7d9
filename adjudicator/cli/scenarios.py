"""``scenarios``: what can be played."""

from __future__ import annotations

import click

from adjudicator.cli.options import format_option


@click.command("scenarios")
@format_option("text", "json")
def command(form: str) -> int:
    """List what can be played."""
    from adjudicator.cli.output import tell, tell_json
    from adjudicator.files.scenario_file import list_scenarios

    listed = list_scenarios()
    if form == "json":
        tell_json({"scenarios": [{"scenario": name, "title": title} for name, title in listed.items()]})
        return 0
    width = max(map(len, listed), default=0)
    for name, title in listed.items():
        tell(f"{name:{width}}  {title}")
    return 0
