"""Lines of supply and of communications, found once per position for all units (8.25, 10.2, 11.1, 11.2, 11.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.model.hexes import hexside
from adjudicator.rulesets.kharkov import sector
from adjudicator.rulesets.kharkov.headquarters import find_headquarters, is_active, needs_headquarters
from adjudicator.rulesets.kharkov.lines import Lines, Passage, passage_of, trace, ways_of
from adjudicator.rulesets.kharkov.position import AIR_SUPPLIED, ARRIVED, SOVIET_ENTERED, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET

COUNT_CORRECTION = {"steps": 0, "both_ends": -1, "between": 1}
"""How many steps more a line of a given length may take, by option ``trace_count``."""


@dataclass(frozen=True)
class Supply:
    """Whether a unit is in supply and why. ``line`` runs from the source to the unit, by way of its HQ if it needs one;
    ``source`` is its first hex and ``hq`` that HQ."""

    in_supply: bool
    why: str
    line: tuple[int, ...] = ()
    source: int | None = None
    hq: str = ""
    cases: tuple[str, ...] = ()


def in_supply(position: Position, unit_id: str) -> bool:
    """Whether a unit on the map is in supply in this position (11.2, 11.3)."""
    return supply_of(position, unit_id).in_supply


def supply_of(position: Position, unit_id: str) -> Supply:
    """The supply of a unit on the map, HQs and reserve counters included (10.22, 11.2, 11.3). KeyError off the map."""
    return position.once(("supply", unit_id), lambda: _supply_of(position, unit_id))


def has_communications(position: Position, unit_id: str) -> bool:
    """Whether a unit may attack as far as 10.21 goes: a line reaches it from an active HQ, or it is German."""
    return not needs_headquarters(position, unit_id) or find_communications(position, unit_id) is not None


def find_communications(position: Position, unit_id: str) -> tuple[str, tuple[int, ...]] | None:
    """An active HQ with a Line of Communications to the unit, and the line from it; None when there is none (10.23)."""
    return _communications(position, unit_id, supplied=False)


def is_hex_supplied(position: Position, side: str, hex_: int) -> bool:
    """Whether a hex is in supply as if a unit of ``side`` (a German one for the Axis) stood in it (17.11, 17.12).

    For the line the hex counts as held by that side: an enemy zone there does not bar it, only an enemy in it does.
    """

    def work() -> bool:
        passage = passage_of(position, side)
        held = frozenset({hex_}) - passage.blocked
        as_held = Passage(passage.through | held, passage.end | held, passage.blocked)
        lines = _trace_soviet(position, as_held) if side == SOVIET else _trace_german(position, as_held)
        return hex_ in lines.reached

    return position.once(("hex supply", side, hex_), work)


def _supply_of(position: Position, unit_id: str) -> Supply:
    given = _given_without_line(position, unit_id)
    if given is not None:
        return given
    if not needs_headquarters(position, unit_id):
        return _by_line(position, unit_id)
    if position.setting.is_hq(unit_id):
        needs_other = position.setting.options["inactive_hq_supply"] == "needs_active"
        if is_active(position, unit_id) or not needs_other:
            return _by_line(position, unit_id)
    found = _communications(position, unit_id, supplied=True)
    if found is not None:
        hq, line = found
        to_hq = _by_line(position, hq)
        why = f"{hq} {_length(line)}, itself supplied from {_number(position, to_hq.source)}"
        return Supply(True, why, to_hq.line + line[1:], to_hq.source, hq, ("10.22", "10.23", "11.2"))
    cut_off = _communications(position, unit_id, supplied=False)
    if cut_off is not None:
        why = f"the line reaches back to {cut_off[0]}, which is out of supply itself"
        return Supply(False, why, hq=cut_off[0], cases=("10.22", "11.2"))
    return Supply(False, "no Line of Communications from an active HQ", cases=("10.22", "10.23", "10.25"))


def _given_without_line(position: Position, unit_id: str) -> Supply | None:
    """Supply that no line needs to carry: by activation, from the air, on arrival (6.57, 11.37, 16.0)."""
    if sector.is_supplied_by_activation(position, unit_id):
        return Supply(True, "activated on this Game-Turn", cases=("6.57",))
    unit = position.unit(unit_id)
    if unit.has(AIR_SUPPLIED):
        return Supply(True, "supplied from the air", cases=("11.37", "13.2"))
    if unit.has(ARRIVED):
        return Supply(True, "arrived in this Player-Turn", cases=("16.0",))
    return None


def _by_line(position: Position, unit_id: str) -> Supply:
    """Supply by a line from a source to the unit's hex, which is all that HQs and German units need."""
    hex_ = position.hex_of(unit_id)
    general: tuple[str, ...]
    lines = _soviet_lines(position) if position.side_of(unit_id) == SOVIET else _german_lines(position)
    if position.side_of(unit_id) == SOVIET:
        general = ("11.2", "11.21", "11.23")
    else:
        general = ("11.2", "11.22", "11.24") if position.setting.is_hq(unit_id) else ("11.3",)
    if hex_ not in lines.reached:
        return Supply(False, f"no line of supply reaches {_number(position, hex_)}", cases=general)
    line = lines.line_to(hex_)
    if position.side_of(unit_id) == AXIS:
        general += ("11.31",) if line[0] in _city_sources(position) else ("11.32", "11.33")
    return Supply(True, f"{_number(position, line[0])} {_length(line)}", line, line[0], cases=general)


def _length(line: tuple[int, ...]) -> str:
    steps = len(line) - 1
    return "in the same hex" if steps == 0 else f"{steps} hex{'es' if steps > 1 else ''} away"


def _number(position: Position, hex_: int | None) -> str:
    return "" if hex_ is None else position.number(hex_)


def _communications(position: Position, unit_id: str, supplied: bool) -> tuple[str, tuple[int, ...]] | None:
    nation = position.counter(unit_id).nation
    given = tuple(hq for hq in find_headquarters(position, nation) if _given_without_line(position, hq))
    lines, hq_in = position.once_for_layout(
        ("communications", nation, supplied, given), lambda: _communication_lines(position, nation, supplied)
    )
    hex_ = position.hex_of(unit_id)
    if hex_ not in lines.reached:
        return None
    line = lines.line_to(hex_)
    return hq_in[line[0]], line


def _communication_lines(position: Position, nation: str, supplied: bool) -> tuple[Lines, Mapping[int, str]]:
    """The lines from a nation's active HQs, each within its Command Radius, and the HQ that commands from each hex."""
    starts: dict[int, int] = {}
    hq_in: dict[int, str] = {}
    for hq in find_headquarters(position, nation):
        if not is_active(position, hq) or (supplied and not _is_supplied_itself(position, hq)):
            continue
        hex_, radius = position.hex_of(hq), position.counter(hq).numbers["radius"]
        if radius > starts.get(hex_, -1):
            starts[hex_], hq_in[hex_] = radius, hq
    side = SOVIET if nation == SOVIET else AXIS
    return trace(position.setting, passage_of(position, side), starts), hq_in


def _is_supplied_itself(position: Position, hq: str) -> bool:
    return _given_without_line(position, hq) is not None or _by_line(position, hq).in_supply


def _soviet_lines(position: Position) -> Lines:
    """The lines from the eastern edge, of any length (11.21, 11.23)."""

    return position.once_for_layout("soviet lines", lambda: _trace_soviet(position, passage_of(position, SOVIET)))


def _trace_soviet(position: Position, passage: Passage) -> Lines:
    starts = _starts(position, passage, position.grid.edge("east"), position.grid.size)
    return trace(position.setting, passage, starts)


def _german_lines(position: Position) -> Lines:
    """The lines from cities and supply roads, within their lengths and the limit at the Donets (11.31-11.36)."""

    return position.once_for_layout("german lines", lambda: _trace_german(position, passage_of(position, AXIS)))


def _trace_german(position: Position, passage: Passage) -> Lines:
    setting = position.setting
    correction = COUNT_CORRECTION[setting.options["trace_count"]]
    starts = dict.fromkeys(_road_sources(position, passage), setting.tables.road_line + correction)
    starts |= _starts(position, passage, sorted(_city_sources(position)), setting.tables.city_line + correction)
    return trace(setting, passage, starts, is_bound=True)


def _city_sources(position: Position) -> frozenset[int]:
    """City hexes that no Soviet unit has ever occupied (11.31)."""

    def work() -> frozenset[int]:
        setting = position.setting
        cities = set(setting.garrisons)
        if setting.options.is_on("city_includes_minor"):
            cities |= {place.hex for place in setting.map.places if place.grade == "minor_city"}
        entered = {hex_ for hex_ in cities if position.game.has_mark(hex_, SOVIET_ENTERED)}
        return frozenset(cities - entered - set(position.stacks[SOVIET]))

    return position.once_for_layout("city sources", work)


def _road_sources(position: Position, passage: Passage) -> tuple[int, ...]:
    """Road hexes with an open road from the western edge or from 3932 (11.33)."""
    setting, grid = position.setting, position.grid
    through = passage.through
    entries = set(setting.map.entries)
    if setting.options["west_entries"] == "column40":
        entries |= setting.road_hexes.intersection(grid.edge("west"))
    along = setting.options["road_trace"] == "connected"
    found = entries & through
    frontier = sorted(found)
    ways = ways_of(setting)
    while frontier:
        reached = {
            n
            for hex_ in frontier
            for n, _ in ways[hex_]
            if n in setting.road_hexes and n in through and (not along or hexside(hex_, n) in setting.roads)
        }
        frontier = sorted(reached - found)
        found |= reached
    return tuple(sorted(found))


def _starts(position: Position, passage: Passage, sources: Iterable[int], steps: int) -> dict[int, int]:
    """The sources from which a line may start, with the steps it may take (11.1, option ``source_must_be_open``).

    A unit that stands in a closed source is supplied there: such a line takes no step and goes through nothing.
    """
    needs_open = position.setting.options.is_on("source_must_be_open")
    return {
        hex_: 0 if needs_open and hex_ not in passage.through else steps
        for hex_ in sources
        if hex_ not in passage.blocked and (not needs_open or hex_ in passage.through or hex_ in passage.end)
    }
