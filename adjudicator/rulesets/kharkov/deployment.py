"""The set-up by the players: a side's deployment judged, and carried out before the first Game-Turn (5.0, 5.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from adjudicator.engine.sequence import Phase
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding, Step
from adjudicator.model.near import find_near
from adjudicator.rulesets.kharkov.movers import names_of
from adjudicator.rulesets.kharkov.orders import DEPLOYMENT, HEX_DIGITS, UNPLACED, Deploy, Put, where_off_map
from adjudicator.rulesets.kharkov.position import BEGAN_SOUTH, Position
from adjudicator.rulesets.kharkov.regiments import BROKEN, face_of
from adjudicator.rulesets.kharkov.setting import AXIS, SOVIET, Setting, enemy_of
from adjudicator.rulesets.kharkov.setup import ARRIVES, LIST_CASE, full_line, judge_deployment, read_groups

OPENING: tuple[Phase, ...] = (
    Phase("axis/deployment", "Axis Set-up", DEPLOYMENT, (AXIS,), kinds=(DEPLOYMENT,), cases=("5.0", "5.2")),
    Phase("soviet/deployment", "Soviet Set-up", DEPLOYMENT, (SOVIET,), kinds=(DEPLOYMENT,), cases=("5.0", "5.3")),
)
"""The set-up by the players: the Soviet Player sees where the Axis units stand before he places his (5.0)."""
RESERVE = "reserve/"
BREAKDOWN = ("5.13", "15.11")


def judge_deploy(position: Position, deploy: Deploy) -> list[Finding]:
    """What is wrong with a side's deployment, each with its place in it: names first, then 5.1 to 5.3 for all units of
    the side, those not named where the scenario puts them if it leaves no choice."""
    return _Judge(position, deploy).judge()


def events_of_deploy(position: Position, deploy: Deploy) -> list[Event]:
    """The events of a legal deployment."""
    setting, side = position.setting, deploy.order.side
    faces = _faces(setting, deploy.broken)
    placements = dict(find_settled(setting, side)) | dict.fromkeys(deploy.broken, BROKEN)
    placements |= {put.unit: f"{put.place} {faces.get(put.unit, '')}".strip() for put in deploy.puts}
    return list(_set_up(position, side, placements, deploy.broken, "orders"))


def events_of_rest(position: Position, side: str) -> list[Event]:
    """The scenario's own set-up, for a side that was passed or whose deployment was dropped."""
    setting = position.setting
    own = {unit_id: setting.places[unit_id] for unit_id in setting.units_of_side[side]}
    if not any(position.unit(unit_id).box == UNPLACED for unit_id in own):
        return []
    return list(_set_up(position, side, own, {}, "scenario"))


def find_settled(setting: Setting, side: str) -> Mapping[str, str]:
    """The units of a side that need not be named, with their place: those that a list puts in one hex or in a reserve,
    reinforcements, and regiments that are not in use."""
    groups = read_groups(setting, setting.groups)
    settled = {}
    for unit_id in setting.units_of_side[side]:
        place, kind = setting.places[unit_id], setting.counters[unit_id].kind
        lists = [group for group in groups if group.side == side and group.places == {place}]
        is_listed = any(unit_id in group.units or kind in group.counts for group in lists)
        if is_listed or setting.map.grid.find(place) is None:
            settled[unit_id] = place
    return settled


def _faces(setting: Setting, broken: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The face that each regiment of a broken division shows."""
    faces: dict[str, str] = {}
    for division, regiments in broken.items():
        if division in setting.counters:
            for unit_id, strength in zip(regiments, full_line(setting, division), strict=False):
                faces.setdefault(unit_id, face_of(strength))
    return faces


def _gather_gaps(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, those on hexes along the front that nobody holds made one: a single unit may be what is wrong."""
    gaps = [finding for finding in findings if finding.code == "front-not-covered"]
    for finding in findings:
        if finding not in gaps or len(gaps) == 1:
            yield finding
        elif finding is gaps[0]:
            message = f"{len(gaps)} hexes on the front line hold no unit and are in no zone of control"
            yield replace(finding, message=message, notes=(" ".join(gap.hex for gap in gaps),))


def _set_up(
    position: Position, side: str, placements: Mapping[str, str], broken: Mapping[str, Sequence[str]], by: str
) -> Iterator[Event]:
    setting, grid, case = position.setting, position.grid, LIST_CASE[side]
    own = [unit_id for unit_id in setting.units_of_side[side] if unit_id in placements]
    by_place: dict[str, list[str]] = {}
    for unit_id in own:
        by_place.setdefault(placements[unit_id].split(" ")[0], []).append(unit_id)
    hexes = {number: by_place[number] for number in sorted(by_place) if grid.find(number) is not None}
    reserves = {box: by_place[box] for box in sorted(by_place) if box.startswith(RESERVE)}
    divisions = {division: list(regiments) for division, regiments in sorted(broken.items())}
    values: dict[str, Json] = {"by": by, "hexes": hexes, "boxes": reserves, "broken": divisions}
    yield Event("deployed", side, values, ("5.0", case, *(BREAKDOWN if broken else ())))
    for unit_id in own:
        place, _, face = placements[unit_id].partition(" ")
        hex_ = grid.find(place)
        if hex_ is not None:
            shown = {"face": face} if face else {}
            yield Event("placed", unit_id, {"hex": place, **shown, "quiet": True}, BREAKDOWN if face else (case,))
            if hex_ in setting.south:
                yield Event("marked", unit_id, {"marker": BEGAN_SOUTH}, ("6.57",))
        elif place != position.unit(unit_id).box:
            why = f"broken down into {names_of(broken[unit_id])}" if place == BROKEN else "in reserve"
            yield Event("removed", unit_id, {"box": place, "why": why, "quiet": True}, (case,))


@dataclass
class _Judge:
    """The judgement of one deployment."""

    position: Position
    deploy: Deploy
    findings: list[Finding] = field(default_factory=list)
    first: dict[str, Put] = field(default_factory=dict)
    """Where each unit is named first."""

    def judge(self) -> list[Finding]:
        """All findings."""
        setting, side = self.position.setting, self.deploy.order.side
        faces = _faces(setting, self.deploy.broken)
        settled = find_settled(setting, side)
        placements = dict(settled)
        for division, regiments in self.deploy.broken.items():
            if self._is_broken_well(division, regiments):
                placements[division] = BROKEN
        for put in self.deploy.puts:
            if self._is_put_well(put):
                placements[put.unit] = f"{put.place} {faces.get(put.unit, '')}".strip()
        for division, regiments in self.deploy.broken.items():
            self._judge_regiments(division, regiments)
        named = {*self.first, *self.deploy.broken}
        absent: set[str] = set()
        for finding in _gather_gaps(judge_deployment(setting, setting.groups, placements, (side,))):
            if finding.code == "not-deployed":
                absent.add(finding.unit)
                if finding.unit in named:
                    continue
            if finding.unit in settled and finding.unit not in named:
                note = f"{finding.unit} is not named: it begins where the scenario puts it, in {finding.hex}"
                finding = replace(finding, notes=(*finding.notes, note))
            self.findings.append(replace(finding, at=self._find(finding)))
        for unit_id in setting.units_of_side[side]:
            if unit_id not in {*settled, *named, *absent}:
                message = f"{unit_id} is not deployed: it is put in no hex and no reserve"
                self._refuse("not-deployed", message, (DEPLOYMENT,), unit_id, (LIST_CASE[side],))
        return self.findings

    def _refuse(
        self, code: str, message: str, at: tuple[Step, ...], unit: str, cases: tuple[str, ...], hex_: str = ""
    ) -> None:
        self.findings.append(Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, at=at))

    def _is_own(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        setting, side = self.position.setting, self.deploy.order.side
        counter = setting.counters.get(unit_id)
        if counter is None:
            near = find_near(unit_id, setting.units_of_side[side])
            hint = f"; did you mean {near}?" if near else ""
            self._refuse("unknown-unit", f"there is no unit '{unit_id}'{hint}", at, unit_id, ("3.2",))
        elif counter.side != side:
            message = f"{unit_id} is a unit of the {counter.side.capitalize()} Player"
            self._refuse("not-your-unit", message, at, unit_id, (LIST_CASE[side],))
        return counter is not None and counter.side == side

    def _is_put_well(self, put: Put) -> bool:
        """Whether a unit can be judged in its place: both exist, and the unit is nowhere else."""
        setting, broken = self.position.setting, self.deploy.broken
        unit_id, place = put.unit, put.place
        before = self.first.setdefault(unit_id, put)
        if before is not put:
            message = f"{unit_id} is put in {place}, and in {before.place} already"
            self._refuse("deployed-twice", message, put.at, unit_id, ("5.0",), place)
            return False
        if not self._is_own(unit_id, put.at) or not self._is_place(put):
            return False
        if setting.places[unit_id].startswith(ARRIVES):
            message = f"{unit_id} may not begin in {place}: {where_off_map(setting.places[unit_id])}"
            self._refuse("arrives-later", message, put.at, unit_id, (LIST_CASE[self.deploy.order.side], "16.0"), place)
            return False
        if unit_id in broken:
            message = f"{unit_id} is put in {place}, and is broken down: its regiments begin in its place"
            self._refuse("deployed-twice", message, put.at, unit_id, BREAKDOWN, place)
            return False
        if setting.is_regiment(unit_id) and not any(unit_id in regiments for regiments in broken.values()):
            message = f"{unit_id} may not begin in {place}: no division is broken down into it"
            self._refuse("no-division", message, put.at, unit_id, BREAKDOWN, place)
            return False
        hex_ = self.position.grid.find(place)
        if hex_ is not None and self.position.stacks[enemy_of(self.deploy.order.side)].get(hex_):
            message = f"{unit_id} may not begin in {place}: an Enemy unit is there"
            self._refuse("enemy-there", message, put.at, unit_id, ("5.0", "6.22"), place)
        return not setting.is_regiment(unit_id) or unit_id in _faces(setting, broken)

    def _is_place(self, put: Put) -> bool:
        grid, place = self.position.grid, put.place
        groups = read_groups(self.position.setting, self.position.setting.groups)
        boxes = [box for group in groups for box in sorted(group.places) if box.startswith(RESERVE)]
        if grid.find(place) is not None or place in boxes:
            return True
        padded = place.zfill(HEX_DIGITS)
        near = [padded] if grid.find(padded) is not None else get_close_matches(place, boxes, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        what = "reserve" if place.startswith(RESERVE) else "hex"
        self._refuse("unknown-hex", f"there is no {what} {place}{hint}", put.at, put.unit, ("3.1",), place)
        return False

    def _is_broken_well(self, division: str, regiments: Sequence[str]) -> bool:
        """Whether a division may be broken down, into as many regiments as are named (15.11)."""
        at: tuple[Step, ...] = ("broken", division)
        if not self._is_own(division, at):
            return False
        line = full_line(self.position.setting, division)
        if not line:
            message = f"{division} may not be broken down: no line of 15.11 is for it"
            self._refuse("no-breakdown", message, at, division, BREAKDOWN)
        elif len(regiments) != len(line):
            takes = ", ".join(map(face_of, line))
            message = f"{division} is broken down into {len(line)} regiments ({takes}), not into {len(regiments)}"
            self._refuse("wrong-regiments", message, at, division, BREAKDOWN)
        return bool(line)

    def _judge_regiments(self, division: str, regiments: Sequence[str]) -> None:
        """The regiments named for a division: counters that are regiments, for no other division, in a hex."""
        setting, broken = self.position.setting, self.deploy.broken
        for index, unit_id in enumerate(regiments):
            at: tuple[Step, ...] = ("broken", division, index)
            others = [other for other, into in broken.items() if other != division and unit_id in into]
            if not self._is_own(unit_id, at):
                continue
            if not setting.is_regiment(unit_id):
                message = f"{division} is not broken down into {unit_id}: that is no regiment counter"
                self._refuse("no-regiment", message, at, unit_id, ("15.1", "15.15"))
            elif others and list(broken).index(others[0]) < list(broken).index(division):
                message = f"{unit_id} is a regiment of {others[0]} already"
                self._refuse("deployed-twice", message, at, unit_id, ("15.15",))
            elif unit_id not in self.first:
                message = f"{unit_id} is not deployed: a regiment of {division} is put in no hex"
                self._refuse("not-deployed", message, at, unit_id, BREAKDOWN)

    def _find(self, finding: Finding) -> tuple[Step, ...]:
        """The place in the deployment of what is found of a unit or a hex."""
        if finding.unit in self.deploy.broken:
            return ("broken", finding.unit)
        if finding.unit in self.first:
            return self.first[finding.unit].at
        return (DEPLOYMENT, finding.hex) if finding.hex and not finding.unit else (DEPLOYMENT,)
