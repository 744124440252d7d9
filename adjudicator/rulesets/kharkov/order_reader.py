"""Reading orders of Kharkov: from what a player wrote to units, hexes and wishes, or findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.model.findings import Finding, Step
from adjudicator.model.near import find_near
from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov.combat import find_gap
from adjudicator.rulesets.kharkov.orders import (
    DEPLOYMENT,
    EXCHANGES,
    HEX_DIGITS,
    UNPLACED,
    Airdrop,
    Attack,
    Commit,
    Deploy,
    Enter,
    Exchange,
    Fortify,
    Move,
    Overrun,
    Parsed,
    Put,
    Rail,
    Route,
    Wishes,
    turn_of,
    where_off_map,
)
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.setting import SOVIET, enemy_of


def parse_order(position: Position, order: Order) -> tuple[Parsed | None, list[Finding]]:
    """An order with its meaning, and what is wrong with how it is written. None when it cannot be given a meaning."""
    return position.once(("order", order, repr(order.data)), lambda: _Reader(position, order).read())


class _Reader:
    def __init__(self, position: Position, order: Order) -> None:
        self.position = position
        self.order = order
        self.findings: list[Finding] = []

    def read(self) -> tuple[Parsed | None, list[Finding]]:
        data = self.order.data
        if DEPLOYMENT in data:
            return self._deploy(data), []
        readers: Mapping[str, Callable[[Mapping[str, Any]], Parsed]] = {
            "move": self._move,
            "rail": self._rail,
            "enter": self._enter,
            "attack": self._attack,
            "airdrop": self._airdrop,
            "commit": self._commit,
        }
        for verb, read in readers.items():
            if verb in data:
                parsed = read(data)
                return (None if self.findings else parsed), self.findings
        for verb in EXCHANGES:
            if verb in data:
                exchange = self._exchange(data, verb)
                return (None if self.findings else exchange), self.findings
        if "strongpoint" in data:
            fortify = Fortify(self.order, self._own_units(data["strongpoint"], "strongpoint"))
            return (None if self.findings else fortify), self.findings
        verbs = ", ".join((*readers, *EXCHANGES))
        said = " and ".join(f"'{word}'" for word in data)
        message = f"{said} make{'s' if len(data) == 1 else ''} no order: it starts with {verbs} or strongpoint"
        self._illegal("unknown-verb", message, ())
        return None, self.findings

    def _deploy(self, data: Mapping[str, Any]) -> Deploy:
        """A deployment as written; what is wrong with it is judged as a whole."""
        puts = []
        for place, written in data[DEPLOYMENT].items():
            for index, unit_id in enumerate(_listed(written)):
                at: tuple[Step, ...] = (DEPLOYMENT, place)
                puts.append(Put(str(unit_id), place, (*at, index) if isinstance(written, list) else at))
        broken = {unit_id: tuple(map(str, _listed(into))) for unit_id, into in data.get("broken", {}).items()}
        return Deploy(self.order, tuple(puts), broken)

    def _illegal(
        self, code: str, message: str, at: tuple[Step, ...], unit: str = "", hex_: str = "", cases: tuple[str, ...] = ()
    ) -> None:
        self.findings.append(Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, at=at))

    def _move(self, data: Mapping[str, Any]) -> Move:
        units = self._own_units(data["move"], "move")
        path, to, overruns = self._route(data, units)
        return Move(self.order, units, path, to, overruns)

    def _rail(self, data: Mapping[str, Any]) -> Rail:
        units = self._own_units(data["rail"], "rail")
        path, to, _ = self._route(data, units, may_overrun=False)
        return Rail(self.order, units, path, to)

    def _exchange(self, data: Mapping[str, Any], verb: str) -> Exchange | None:
        word = EXCHANGES[verb]
        division = self._own_units([data[verb]], verb, self._is_own)
        regiments = self._own_units(data.get(word) or [], word, self._is_own)
        return Exchange(self.order, verb, division[0], regiments) if division else None

    def _enter(self, data: Mapping[str, Any]) -> Enter:
        units = self._own_units(data["enter"], "enter", is_listed=self._is_waiting)
        by_rail = data.get("by") == "rail"
        path, to, overruns = self._route(data, units, may_overrun=not by_rail)
        return Enter(self.order, units, path, to, by_rail, overruns)

    def _airdrop(self, data: Mapping[str, Any]) -> Airdrop:
        hexes = self._hexes(_listed(data["airdrop"]), ("airdrop",))
        return Airdrop(self.order, hexes)

    def _commit(self, data: Mapping[str, Any]) -> Commit:
        places: dict[str, int] = {}
        written = data["commit"]
        if not isinstance(written, Mapping) or not written:
            self._illegal("no-hex", "commit names no unit with its hex, as in {commit: {14grd: 2501}}", ("commit",))
            return Commit(self.order, places)
        # A log keeps no order among the keys of a mapping, so none may matter.
        for unit_id, text in sorted(written.items()):
            hex_ = self._hex(text, ("commit", unit_id))
            if self._is_own(str(unit_id), ("commit", unit_id)) and hex_ is not None:
                places[str(unit_id)] = hex_
        return Commit(self.order, places)

    def _route(self, data: Mapping[str, Any], units: tuple[str, ...], may_overrun: bool = True) -> Route:
        if "path" not in data and "to" not in data:
            self._illegal("no-path", f"{', '.join(units) or 'the unit'} has neither path nor to", (), cases=("6.11",))
            return (), None, {}
        if "path" not in data:
            return (), self._hex(data["to"], ("to",)), {}
        path: list[int] = []
        overruns: dict[int, Overrun] = {}
        start = self.position.game.units[units[0]].hex if units else None
        for index, step in enumerate(_listed(data["path"])):
            place = ("path", index)
            struck = step.get("overrun") if isinstance(step, Mapping) else None
            if struck is None and isinstance(step, (Mapping, list)):
                message = f"step {index + 1} of the path is neither a hex nor an overrun, as in {{overrun: 1627}}"
                self._illegal("unknown-step", message, place, cases=("6.11", "7.0"))
                continue
            if struck is not None and ("air" in step or "air" in data):
                message = "no Air Point may be used in an overrun"
                self._illegal("air-in-overrun", message, place, cases=("13.15", "7.21"))
            hex_ = self._hex(step if struck is None else struck, place)
            if struck is not None and not may_overrun:
                self._illegal("overrun-by-rail", "units that go by rail overrun nobody", place, cases=("6.41", "7.0"))
            if hex_ is None or (struck is None and index == 0 and hex_ == start and len(data["path"]) > 1):
                continue
            if struck is not None:
                wishes = self.parse_wishes(step, place)
                self._judge_retreats(wishes, path[-1] if path else start, place)
                overruns[len(path)] = Overrun(replace(self.order, data=step), wishes)
            path.append(hex_)
        if start is not None and path == [start] and not overruns:
            return (), start, {}
        if not path and not self.findings:
            self._illegal("no-path", "the path is empty", ("path",), cases=("6.11",))
        return tuple(path), None, overruns

    def _judge_retreats(self, wishes: Wishes, stand: int | None, within: tuple[Step, ...]) -> None:
        """Ways of retreat of those who overrun from the hex ``stand`` (None: from off the map)."""
        for unit_id, paths in wishes.retreat.items():
            for path in paths:
                if gap := find_gap(self.position, path if stand is None else (stand, *path)):
                    message, at = f"{unit_id} cannot retreat that way: {gap[1]}", (*within, "retreat", unit_id)
                    self._illegal("gap", message, at, unit=unit_id, hex_=gap[0], cases=("9.6",))

    def _attack(self, data: Mapping[str, Any]) -> Attack:
        targets = [self._hex(text, ("attack",)) for text in _listed(data["attack"])]
        if "with" not in data:
            self._illegal("no-attackers", "the attack names no units: add with: [...]", (), cases=("9.11",))
        units = self._own_units(data.get("with", []), "with")
        air = str(data.get("air", "0")).lower() in ("1", "true")
        wishes = self.parse_wishes(data)
        found = tuple(hex_ for hex_ in targets if hex_ is not None)
        if len(set(found)) != len(found):
            self._illegal("target-twice", "a hex is named twice as target", ("attack",), cases=("9.14",))
        return Attack(self.order, found, units, air, wishes)

    def parse_wishes(self, data: Mapping[str, Any], within: tuple[Step, ...] = ()) -> Wishes:
        """The wishes of an attack, or of an overrun, which stands at this place ``within`` its order."""
        retreat = {}
        for unit_id, written in (data.get("retreat") or {}).items():
            self._own_units([unit_id], "retreat", within=within)
            listed = _listed(written)
            nested = listed if listed and isinstance(listed[0], list) else [listed]
            paths = [self._hexes(path, (*within, "retreat", unit_id)) for path in nested]
            retreat[unit_id] = tuple(paths)
        advance: dict[str, tuple[int, ...]] | None = None
        if isinstance(data.get("advance"), Mapping):
            advance = {}
            for unit_id, written in data["advance"].items():
                self._own_units([unit_id], "advance")
                advance[unit_id] = self._hexes(_listed(written), ("advance", unit_id))
        everyone = str(data.get("advance")).lower() in ("yes", "true")
        lose = self._own_units(data.get("lose") or [], "lose", within=within)
        return Wishes(str(data.get("prefer") or ""), lose, retreat, advance, everyone)

    def _hexes(self, listed: list[Any], at: tuple[Step, ...]) -> tuple[int, ...]:
        found = [self._hex(text, at) for text in listed]
        return tuple(hex_ for hex_ in found if hex_ is not None)

    def _hex(self, text: Any, at: tuple[Step, ...]) -> int | None:
        grid, number = self.position.grid, str(text)
        hex_ = grid.find(number)
        if hex_ is None:
            padded = number.zfill(HEX_DIGITS)
            hint = "" if grid.find(padded) is None else f"; did you mean {padded}?"
            self._illegal("unknown-hex", f"there is no hex {text} on the map{hint}", at, hex_=number, cases=("3.1",))
        return hex_

    def _own_units(
        self,
        written: Any,
        field_name: str,
        is_listed: Callable[[str, tuple[Step, ...]], bool] | None = None,
        within: tuple[Step, ...] = (),
    ) -> tuple[str, ...]:
        """The units of a list that are this side's and on the map, or what else ``is_listed`` asks of them."""
        units = []
        listed = _listed(written)
        for index, text in enumerate(listed):
            at = (*within, field_name, index) if isinstance(written, list) else (*within, field_name)
            unit_id = str(text)
            if (is_listed or self._is_on_map)(unit_id, at):
                if unit_id in units:
                    self._illegal("unit-twice", f"{unit_id} is named twice in one order", at, unit=unit_id)
                else:
                    units.append(unit_id)
        return tuple(units)

    def _is_own(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        counter = self.position.setting.counters.get(unit_id)
        side = self.order.side
        if counter is None:
            near = find_near(unit_id, self.position.setting.counters)
            hint = f"; did you mean {near}?" if near else ""
            self._illegal("unknown-unit", f"there is no unit '{unit_id}'{hint}", at, unit=unit_id, cases=("3.2",))
            return False
        if counter.side != side:
            message = f"{unit_id} is a unit of the {enemy_of(side).capitalize()} Player"
            self._illegal("not-your-unit", message, at, unit=unit_id, cases=("6.13",))
            return False
        return True

    def _is_waiting(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        """Whether a unit is a reinforcement that has not entered yet (16.0)."""
        if not self._is_own(unit_id, at):
            return False
        unit = self.position.game.units[unit_id]
        if unit_id in self.position.setting.arrivals and turn_of(unit.box):
            return True
        here = "" if unit.hex is None else f"it is in {self.position.number(unit.hex)} already"
        message = f"{unit_id} cannot enter the map: {here or where_off_map(unit.box)}"
        self._illegal("not-a-reinforcement", message, at, unit=unit_id, cases=("16.0",))
        return False

    def _is_on_map(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        if not self._is_own(unit_id, at):
            return False
        unit = self.position.game.units[unit_id]
        if unit.hex is None:
            why, case = self._why_off_map(unit_id, unit.box)
            message = f"{unit_id} is not on the map: {why}"
            self._illegal("unit-off-map", message, at, unit=unit_id, cases=(case,))
            return False
        return True

    def _why_off_map(self, unit_id: str, box: str) -> tuple[str, str]:
        """The reason of a unit that is off the map, as a clause, and its case."""
        kind, _, rest = box.partition("/")
        if kind == "turn" and int(rest) <= self.position.game.turn:
            return f"it may enter (order enter) since Game-Turn {rest}", "16.0"
        if kind == "turn":
            return where_off_map(box), "16.0"
        if kind in ("reserve", "committed"):
            return where_off_map(box), "6.73"
        if kind == UNPLACED:
            return where_off_map(box), "5.0"
        if kind in ("regiments", "broken", "reforming"):
            return where_off_map(box), "15.1"
        return where_off_map("eliminated"), "9.52" if self.order.side == SOVIET else "9.51"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
