"""``show``: the map, units, a unit, a hex, supply, zones of control, the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from adjudicator.cli.options import FOLDER, game_option

if TYPE_CHECKING:
    from adjudicator.files.desk import Desk
    from adjudicator.reports.shows import Describer

WHAT = ("map", "units", "unit", "hex", "supply", "zoc", "log", "los")
NEAR = 5
"""How many units are suggested at most."""
_WORDS = ("kind", "side", "section", "subject", "question", "answer")


@click.command("show")
@click.argument("what", type=click.Choice(WHAT))
@click.argument("name", default="")
@game_option
@click.option("--state", "state_file", metavar="FILE", type=FOLDER, help="Show a state file, no game folder.")
@click.option("--scenario", metavar="NAME", help="Show the empty map of a scenario (map only).")
@click.option("--side", default="", metavar="SIDE", help="Only this side's units (units, supply, zoc).")
@click.option("--format", "form", type=click.Choice(["text", "svg", "json"]), help="[default: text; map: svg]")
def command(
    what: str, name: str, game_dir: Path, state_file: Path | None, scenario: str | None, side: str, form: str | None
) -> int:
    """Show a part of the position: map, units, unit ID, hex NUMBER, supply, zoc or log."""
    from adjudicator.cli.output import talk, tell, tell_json

    form = form or ("svg" if what == "map" else "text")
    if what == "los" or (form == "svg" and what != "map") or (form == "text" and what == "map"):
        talk(f"adjudicator show {what} --format {form} is not there yet")
        return 2
    if bool(name) != (what in ("unit", "hex")):
        raise click.UsageError(f"show {what} needs {'its name' if not name else 'no name'}")
    if what == "log":
        return _show_log(game_dir, form)
    if what == "map":
        return _show_map(game_dir, state_file, scenario, form)
    desk = _desk(game_dir, state_file)
    if side and side not in desk.rules.sides:
        raise click.UsageError(f"there is no side {side!r}; the sides are {', '.join(desk.rules.sides)}")
    data, lines = _find(desk, what, name, side)
    if form == "json":
        tell_json(data)
    else:
        for line in lines(data):
            tell(line)
    return 0


Lines = Callable[[Any], Sequence[str]]


def _find(desk: Desk, what: str, name: str, side: str) -> tuple[Any, Lines]:
    """The data of what is shown, and how it is put into lines."""
    from adjudicator.reports import shows

    rules = cast("Describer", desk.rules)
    if what == "unit":
        if name not in desk.game.units:
            raise click.UsageError(f"there is no unit {name!r}{_near_unit(name, desk)}; see: adjudicator show units")
        return shows.unit_data(desk.game, rules, name), shows.unit_lines
    if what == "hex":
        grid = desk.game.map.grid
        if grid.find(name) is None:
            full = name.zfill(len(grid.number(grid.hexes[0])))
            near = f"; did you mean {full}?" if grid.find(full) is not None else ""
            raise click.UsageError(f"there is no hex {name!r} on the map{near}")
        return shows.hex_data(desk.game, rules, name), shows.hex_lines
    if what == "units":
        return shows.units_data(desk.game, rules, side), shows.units_lines
    if what == "supply":
        supplied = shows.supply_data(desk.game, rules, side)
        if any("supply" not in unit for unit in supplied):
            raise click.UsageError(f"there is no supply in {desk.rules.name}")
        return supplied, shows.supply_report
    zones = shows.zoc_data(desk.game, rules)
    return {name: hexes for name, hexes in zones.items() if side in ("", name)}, shows.zoc_lines


def _near_unit(name: str, desk: Desk) -> str:
    """The units whose ids begin so, or the one most like it, as a suggestion."""
    from difflib import get_close_matches

    from adjudicator.reports.words import listed

    near = [unit_id for unit_id in desk.game.units if unit_id.startswith(name)][:NEAR]
    near = near or get_close_matches(name, desk.game.units, 1)
    return f"; did you mean {listed(near, 'or')}?" if near else ""


def _desk(game_dir: Path, state_file: Path | None) -> Desk:
    from adjudicator.files.desk import desk_of_folder, desk_of_state
    from adjudicator.files.game_folder import GameFolder

    return desk_of_state(state_file) if state_file else desk_of_folder(GameFolder.open(game_dir))


def _show_map(game_dir: Path, state_file: Path | None, scenario: str | None, form: str) -> int:
    from adjudicator.cli.output import tell_json
    from adjudicator.files.scenario_file import load_scenario

    game = None if scenario else _desk(game_dir, state_file).game
    game_map = game.map if game else load_scenario(str(scenario)).map
    if form == "json":
        grid = game_map.grid
        hexes = {grid.number(hex_): game_map.terrain[hex_] for hex_ in grid.hexes}
        rivers = [
            {"hexsides": f"{grid.number(a)}/{grid.number(b)}", "features": [feature.name for feature in features]}
            for (a, b), features in game_map.features.items()
        ]
        places = [{"name": p.name, "hex": grid.number(p.hex), "class": p.grade} for p in game_map.places]
        tell_json({"map": game_map.name, "terrain": hexes, "hexsides": rivers, "places": places})
        return 0
    from adjudicator.reports.svg import draw_map

    click.echo(draw_map(game_map, game), nl=False)
    return 0


def _show_log(game_dir: Path, form: str) -> int:
    from adjudicator.cli.options import open_game
    from adjudicator.cli.output import tell
    from adjudicator.files.log import render_log

    log = open_game(game_dir).log
    if form == "json":
        for line in render_log(log).splitlines():
            click.echo(json.dumps(json.loads(line), sort_keys=True))
        return 0
    for number, entry in enumerate(log.entries, 1):
        words = [str(entry[key]) for key in _WORDS if key in entry]
        values = json.dumps(entry["values"], sort_keys=True, ensure_ascii=False) if entry.get("values") else ""
        cases = f"({', '.join(entry['cases'])})" if entry.get("cases") else ""
        tell(" ".join(part for part in (f"{number:5}", entry["type"], *words, values, cases) if part))
    return 0
