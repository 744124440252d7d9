"""``show los``: one line of sight, or the field of view from a hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adjudicator.files.desk import Desk
    from adjudicator.model.scenario import Scenario


def show_los(
    desk: Desk | None, scenario: Scenario, options: Mapping[str, str], numbers: Sequence[str], form: str
) -> int:
    """Print the line of sight between two hexes or the field of view from one, in a game or on a scenario's map."""
    from adjudicator.cli.hexes import find_hex
    from adjudicator.cli.output import put, talk, tell, tell_json
    from adjudicator.reports import sights
    from adjudicator.rulesets.registry import load_views

    views = load_views(scenario, options)
    if views is None:
        talk(f"adjudicator: the rules of {scenario.ruleset} have no line of sight")
        return 2
    a, *rest = [find_hex(views.map.grid, number) for number in numbers]
    if a in rest:
        raise click.UsageError(f"{numbers[0]} is given twice; its field of view: adjudicator show los {numbers[0]}")
    if form == "svg":
        from adjudicator.reports.svg_sight import draw_field, draw_line

        game = desk.game if desk else None
        put(draw_line(views, a, rest[0], game) if rest else draw_field(views, a, game), nl=False)
        return 0
    data = sights.line_data(views, a, rest[0]) if rest else sights.field_data(views, a)
    if form == "json":
        tell_json(data)
    else:
        for line in sights.line_lines(data) if rest else sights.field_lines(data):
            tell(line)
    return 0
