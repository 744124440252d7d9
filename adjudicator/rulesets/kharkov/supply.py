"""Lines of supply and of communications, found once per position for all units (8.25, 10.2, 11.1, 11.2, 11.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from adjudicator.engine.masks import Shifts, mask_of, shifts_of, step_on
from adjudicator.model.hexes import hexside
from adjudicator.rulesets.kharkov import sector
from adjudicator.rulesets.kharkov.headquarters import find_headquarters, is_active, needs_headquarters
from adjudicator.rulesets.kharkov.lines import Lines, Passage, passage_of, trace, ways_of
from adjudicator.rulesets.kharkov.position import AIR_SUPPLIED, ARRIVED, SOVIET_ENTERED, Position
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, Setting

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


@dataclass(frozen=True)
class Communications:
    """The lines from HQs, and the HQ in each hex from which they run."""

    lines: Lines
    hq_in: Mapping[int, str]

    def find(self, hex_: int) -> tuple[str, tuple[int, ...]] | None:
        """The HQ whose line reaches a hex, and the line from it; None when there is none."""
        if not self.lines.reach(hex_):
            return None
        line = self.lines.line_to(hex_)
        return self.hq_in[line[0]], line


def in_supply(position: Position, unit_id: str) -> bool:
    """Whether a unit on the map is in supply in this position (11.2, 11.3)."""
    if _given_without_line(position, unit_id) is not None:
        return True
    by_line = _is_supplied_by_line(position, unit_id)
    lines = _lines_to(position, unit_id) if by_line else _communications_to(position, unit_id, supplied=True).lines
    return lines.reach(position.hex_of(unit_id))


def has_communications(position: Position, unit_id: str) -> bool:
    """Whether a unit may attack as far as 10.21 goes: a line reaches it from an active HQ, or it is German."""
    if not needs_headquarters(position, unit_id):
        return True
    return _communications_to(position, unit_id, supplied=False).lines.reach(position.hex_of(unit_id))


def find_communications(position: Position, unit_id: str) -> tuple[str, tuple[int, ...]] | None:
    """An active HQ with a Line of Communications to the unit, and the line from it; None when there is none (10.23)."""
    return _communications_to(position, unit_id, supplied=False).find(position.hex_of(unit_id))


def is_hex_supplied(position: Position, side: str, hex_: int) -> bool:
    """Whether a hex is in supply as if a unit of ``side`` (a German one for the Axis) stood in it (17.11, 17.12).

    For the line the hex counts as held by that side: an enemy zone there does not bar it, only an enemy in it does.
    """

    def work() -> bool:
        passage = passage_of(position, side)
        held = 1 << hex_ & ~passage.blocked
        as_held = Passage(passage.through | held, passage.end | held, passage.blocked)
        lines = _trace_soviet(position, as_held) if side == SOVIET else _trace_german(position, as_held)
        return lines.reach(hex_)

    return position.once(("hex supply", side, hex_), work)


def supply_of(position: Position, unit_id: str) -> Supply:
    """The supply of a unit on the map, HQs and reserve counters included (10.22, 11.2, 11.3). KeyError off the map."""
    given = _given_without_line(position, unit_id)
    if given is not None:
        return given
    if _is_supplied_by_line(position, unit_id):
        return _by_line(position, unit_id)
    found = _communications_to(position, unit_id, supplied=True).find(position.hex_of(unit_id))
    if found is not None:
        hq, line = found
        to_hq = _by_line(position, hq)
        why = f"{hq} {_length(line)}, itself supplied from {_number(position, to_hq.source)}"
        return Supply(True, why, to_hq.line + line[1:], to_hq.source, hq, ("10.22", "10.23", "11.2"))
    cut_off = find_communications(position, unit_id)
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


def _is_supplied_by_line(position: Position, unit_id: str) -> bool:
    """Whether a line from a source to the unit's hex is all that it needs: German units and HQs (10.22, 11.2, 11.3)."""
    if not needs_headquarters(position, unit_id):
        return True
    needs_other = position.setting.options["inactive_hq_supply"] == "needs_active"
    return position.setting.is_hq(unit_id) and (is_active(position, unit_id) or not needs_other)


def _lines_to(position: Position, unit_id: str) -> Lines:
    return _soviet_lines(position) if position.side_of(unit_id) == SOVIET else _german_lines(position)


def _by_line(position: Position, unit_id: str) -> Supply:
    """Supply by a line from a source to the unit's hex."""
    hex_ = position.hex_of(unit_id)
    general: tuple[str, ...]
    lines = _lines_to(position, unit_id)
    if position.side_of(unit_id) == SOVIET:
        general = ("11.2", "11.21", "11.23")
    else:
        general = ("11.2", "11.22", "11.24") if position.setting.is_hq(unit_id) else ("11.3",)
    if not lines.reach(hex_):
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


def _communications_to(position: Position, unit_id: str, supplied: bool) -> Communications:
    nation = position.counter(unit_id).nation

    def work() -> Communications:
        given = tuple(hq for hq in find_headquarters(position, nation) if _given_without_line(position, hq))
        key = ("communications", nation, supplied, given)
        return position.once_for_layout(key, lambda: _trace_communications(position, nation, supplied))

    return position.once(("communications", nation, supplied), work)


def _trace_communications(position: Position, nation: str, supplied: bool) -> Communications:
    """The lines from a nation's active HQs, each within its Command Radius, and the HQ that commands from each hex."""
    radius_from: dict[int, int] = {}
    hq_in: dict[int, str] = {}
    for hq in find_headquarters(position, nation):
        if not is_active(position, hq) or (supplied and not _is_supplied_itself(position, hq)):
            continue
        hex_, radius = position.hex_of(hq), position.counter(hq).numbers["radius"]
        if radius > radius_from.get(hex_, -1):
            radius_from[hex_], hq_in[hex_] = radius, hq
    starts: dict[int, int] = {}
    for hex_, radius in radius_from.items():
        starts[radius] = starts.get(radius, 0) | 1 << hex_
    side = SOVIET if nation == SOVIET else AXIS
    return Communications(trace(position.setting, passage_of(position, side), starts), hq_in)


def _is_supplied_itself(position: Position, hq: str) -> bool:
    is_given = _given_without_line(position, hq) is not None
    return is_given or _lines_to(position, hq).reach(position.hex_of(hq))


def _soviet_lines(position: Position) -> Lines:
    """The lines from the eastern edge, of any length (11.21, 11.23)."""

    return position.once_for_layout("soviet lines", lambda: _trace_soviet(position, passage_of(position, SOVIET)))


def _trace_soviet(position: Position, passage: Passage) -> Lines:
    starts = _starts(position, passage, mask_of(position.grid.edge("east")), position.grid.size)
    return trace(position.setting, passage, starts)


def _german_lines(position: Position) -> Lines:
    """The lines from cities and supply roads, within their lengths and the limit at the Donets (11.31-11.36)."""

    return position.once_for_layout("german lines", lambda: _trace_german(position, passage_of(position, AXIS)))


def _trace_german(position: Position, passage: Passage) -> Lines:
    setting = position.setting
    correction = COUNT_CORRECTION[setting.options["trace_count"]]
    starts = _starts(position, passage, mask_of(_city_sources(position)), setting.tables.city_line + correction)
    roads = setting.tables.road_line + correction
    starts[roads] = starts.get(roads, 0) | _road_sources(position, passage) & ~reduce(or_, starts.values(), 0)
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


def _road_sources(position: Position, passage: Passage) -> int:
    """Road hexes with an open road from the western edge or from 3932 (11.33)."""
    entries, roads = _supply_roads(position.setting)
    found = frontier = entries & passage.through
    while frontier:
        frontier = step_on(frontier, roads) & passage.through & ~found
        found |= frontier
    return found


@lru_cache(maxsize=8)
def _supply_roads(setting: Setting) -> tuple[int, Shifts]:
    """Where supply roads enter the map, and the steps along them (options ``west_entries``, ``road_trace``)."""
    entries = set(setting.map.entries)
    if setting.options["west_entries"] == "column40":
        entries |= setting.road_hexes.intersection(setting.map.grid.edge("west"))
    along = setting.options["road_trace"] == "connected"
    steps = ((hex_, n) for hex_, open_to in enumerate(ways_of(setting)) for n, _ in open_to if n in setting.road_hexes)
    return mask_of(entries), shifts_of((a, b) for a, b in steps if not along or hexside(a, b) in setting.roads)


def _starts(position: Position, passage: Passage, sources: int, steps: int) -> dict[int, int]:
    """The sources from which a line may start, by the steps it may take (11.1, option ``source_must_be_open``).

    A unit that stands in a closed source is supplied there: such a line takes no step and goes through nothing.
    """
    if not position.setting.options.is_on("source_must_be_open"):
        return {steps: sources & ~passage.blocked}
    return {steps: sources & passage.through, 0: sources & passage.end & ~passage.through}
