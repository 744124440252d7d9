"""``show``: the map, units, a unit, a hex, supply, zones of control, lines of sight, the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from adjudicator.cli.options import FOLDER, game_option, switches_option

if TYPE_CHECKING:
    from adjudicator.files.desk import Desk
    from adjudicator.model.game import Game
    from adjudicator.model.map import GameMap
    from adjudicator.reports.shows import Describer

WHAT = ("map", "units", "unit", "hex", "supply", "zoc", "log", "los")
DRAWN = ("map", "los")
"""What can be drawn, and what the empty map of a scenario is enough for."""
NAMED = {"unit": (1, 1), "hex": (1, 1), "los": (1, 2)}
"""How many names go with it, at least and at most; with all others none."""
_COUNTS = {(0, 0): "no name", (1, 1): "its name", (1, 2): "one hex or two"}
NEAR = 5
"""How many units are suggested at most."""
_WORDS = ("kind", "side", "section", "subject", "question", "answer")


@click.command("show")
@click.argument("what", type=click.Choice(WHAT))
@click.argument("names", nargs=-1)
@game_option
@click.option("--state", "state_file", metavar="FILE", type=FOLDER, help="Show a state file, no game folder.")
@click.option("--scenario", metavar="NAME", help="Show the empty map of a scenario (map, los).")
@switches_option
@click.option("--side", default="", metavar="SIDE", help="Only this side's units (units, supply, zoc).")
@click.option("--format", "form", type=click.Choice(["text", "svg", "json"]), help="[default: text; map: svg]")
def command(
    what: str,
    names: tuple[str, ...],
    game_dir: Path,
    state_file: Path | None,
    scenario: str | None,
    options: dict[str, str],
    side: str,
    form: str | None,
) -> int:
    """Show a part of the position: map, units, unit ID, hex NUMBER, supply, zoc or log; los HEX, what a unit there
    sees, or los HEX HEX, what stands between them."""
    from adjudicator.cli.output import talk, tell, tell_json

    form = form or ("svg" if what == "map" else "text")
    if form == "svg" and what not in DRAWN:
        talk(f"adjudicator show {what} --format {form} is not there yet")
        return 2
    fewest, most = NAMED.get(what, (0, 0))
    if not fewest <= len(names) <= most:
        raise click.UsageError(f"show {what} needs {_COUNTS[fewest, most]}")
    if scenario and what not in DRAWN:
        raise click.UsageError(f"show {what} needs a game; --scenario goes with map and los")
    if options and not scenario:
        raise click.UsageError("--option goes with --scenario; a game has options of its own")
    if what == "log":
        return _show_log(game_dir, form)
    if what in DRAWN:
        return _show_ground(what, names, None if scenario else _desk(game_dir, state_file), scenario, options, form)
    desk = _desk(game_dir, state_file)
    if side and side not in desk.rules.sides:
        raise click.UsageError(f"there is no side {side!r}; the sides are {', '.join(desk.rules.sides)}")
    data, lines = _find(desk, what, "".join(names), side)
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
        game, instant = _foreseen(desk)
        return shows.unit_data(game, rules, name) | instant, shows.unit_lines
    if what == "hex":
        from adjudicator.cli.hexes import find_hex

        find_hex(desk.game.map.grid, name)
        return shows.hex_data(desk.game, rules, name), shows.hex_lines
    if what == "units":
        return shows.units_data(desk.game, rules, side), shows.units_lines
    if what == "supply":
        game, instant = _foreseen(desk)
        supplied = [unit | instant for unit in shows.supply_data(game, rules, side)]
        if any("supply" not in unit for unit in supplied):
            raise click.UsageError(f"there is no supply in {desk.rules.name}")
        return supplied, shows.supply_report
    zones = shows.zoc_data(desk.game, rules)
    return {name: hexes for name, hexes in zones.items() if side in ("", name)}, shows.zoc_lines


def _foreseen(desk: Desk) -> tuple[Game, dict[str, str]]:
    """The position as the phase of moves to come will begin, as ``check`` foresees it, with the name of that phase for
    who is shown it; the position as it is once that phase has begun."""
    from adjudicator.engine.check import foresee

    found = foresee(desk.rules, desk.game, "move")
    if found is None:
        return desk.game, {}
    phase, game = found
    return game, {"as_of": f"the {phase.title} of Game-Turn {game.turn}"}


def _near_unit(name: str, desk: Desk) -> str:
    """The units whose ids begin so, or the one most like it, as a suggestion."""
    from adjudicator.model.near import find_near
    from adjudicator.reports.words import listed

    near = [unit_id for unit_id in desk.game.units if unit_id.startswith(name)][:NEAR]
    likely = listed(near, "or") or find_near(name, desk.game.units)
    return f"; did you mean {likely}?" if likely else ""


def _desk(game_dir: Path, state_file: Path | None) -> Desk:
    from adjudicator.files.desk import desk_of_folder, desk_of_state
    from adjudicator.files.game_folder import GameFolder

    return desk_of_state(state_file) if state_file else desk_of_folder(GameFolder.open(game_dir))


def _show_ground(
    what: str, names: Sequence[str], desk: Desk | None, name: str | None, options: Mapping[str, str], form: str
) -> int:
    """The map, or lines of sight on it: of a game, or of the scenario of that name under ``options``."""
    from adjudicator.files.scenario_file import load_scenario

    scenario = desk.scenario if desk else load_scenario(str(name))
    if what == "los":
        from adjudicator.cli.show_los import show_los

        return show_los(desk, scenario, desk.options if desk else options, names, form)
    if desk is None and options:
        from adjudicator.rulesets.registry import load_rules, new_game

        return _show_map(new_game(load_rules(scenario, options), scenario, scenario.name).map, None, form)
    return _show_map(desk.game.map if desk else scenario.map, desk.game if desk else None, form)


def _show_map(game_map: GameMap, game: Game | None, form: str) -> int:
    from adjudicator.cli.output import put, tell, tell_json

    if form == "json":
        from adjudicator.reports.shows import map_data

        tell_json(map_data(game_map))
    elif form == "text":
        from adjudicator.reports.text_map import text_map

        for line in text_map(game_map, game):
            tell(line)
    else:
        from adjudicator.reports.svg import draw_map

        put(draw_map(game_map, game), nl=False)
    return 0


def _show_log(game_dir: Path, form: str) -> int:
    from adjudicator.cli.options import open_game
    from adjudicator.cli.output import put, tell
    from adjudicator.files.log import render_log

    log = open_game(game_dir).log
    if form == "json":
        for line in render_log(log).splitlines():
            put(json.dumps(json.loads(line), sort_keys=True))
        return 0
    for number, entry in enumerate(log.entries, 1):
        words = [str(entry[key]) for key in _WORDS if key in entry]
        values = json.dumps(entry["values"], sort_keys=True, ensure_ascii=False) if entry.get("values") else ""
        cases = f"({', '.join(entry['cases'])})" if entry.get("cases") else ""
        tell(" ".join(part for part in (f"{number:5}", entry["type"], *words, values, cases) if part))
    return 0
