"""Orders of Platoon Commander: from what a player wrote to units and hexes, or findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.model.findings import Finding, Step
from adjudicator.model.near import find_near
from adjudicator.model.orders import Order
from adjudicator.rulesets.platoon.actions import Action, Go, Load, Move, Shot, Split, Unload
from adjudicator.rulesets.platoon.position import ABOARD, Position

OPEN_VERBS: Mapping[str, tuple[str, str]] = {
    "attack": ("7.0", "close assault"),
    "play": ("1.6", "playing a card"),
    "air": ("8.2", "an airstrike"),
}
"""Verbs whose cases are still open: an order with one is refused with its case."""


@dataclass(frozen=True)
class When:
    """What a fire waits for; None and empty do not matter: that the target hex holds a unit that is ``disrupted``, or
    one that is not; that the shot would be ``flanking``, or not; at least ``column``; that enemy units have ``fired``.
    """

    disrupted: bool | None = None
    flanking: bool | None = None
    column: int | None = None
    fired: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fire:
    """Fire at a hex by units of one hex, the lead unit first, as they were named (4.0, 4.6); ``at`` is ``leg`` or
    ``afv``, and empty when the player leaves it to what is there."""

    order: Order
    target: int
    units: tuple[str, ...]
    at: str = ""
    when: When = When()


Parsed = Fire | Move
"""Whatever an order may mean."""


def parse_order(position: Position, order: Order) -> tuple[Parsed | None, list[Finding]]:
    """An order with its meaning, and what is wrong with how it is written. None when it cannot be given a meaning."""
    return position.once(("order", order, repr(order.data)), lambda: _parse(position, order))


def _parse(position: Position, order: Order) -> tuple[Parsed | None, list[Finding]]:
    reader = Reader(position, order)
    readers: Mapping[str, Callable[[Reader], Parsed]] = {
        "move": _read_move,
        "enter": _read_move,
        "load": _read_load,
        "unload": _read_unload,
        "fire": _read_fire,
    }
    for verb, (case, what) in OPEN_VERBS.items():
        if verb in order.data:
            reader.illegal("case-open", f"{what} is not built yet", (verb,), cases=(case,))
            return None, reader.findings
    for verb, read in readers.items():
        if verb in order.data:
            parsed = read(reader)
            return (None if reader.findings else parsed), reader.findings
    known = ", ".join((*readers, *OPEN_VERBS))
    said = " and ".join(f"'{word}'" for word in order.data)
    message = f"{said} make{'s' if len(order.data) == 1 else ''} no order: it starts with one of {known}"
    reader.illegal("unknown-verb", message, (), cases=("2.0",))
    return None, reader.findings


class Reader:
    """Reads the fields of one order, and keeps what is wrong with them."""

    def __init__(self, position: Position, order: Order) -> None:
        self.position = position
        self.order = order
        self.findings: list[Finding] = []

    def illegal(
        self, code: str, message: str, at: tuple[Step, ...], unit: str = "", hex_: str = "", cases: tuple[str, ...] = ()
    ) -> None:
        """Keep a finding; ``at`` is the field and the place in it."""
        self.findings.append(Finding("illegal", code, message, unit=unit, hex=hex_, cases=cases, at=at))

    def hex(self, text: Any, at: tuple[Step, ...]) -> int | None:
        """The hex of that printed number."""
        hex_ = self.position.grid.find(str(text))
        if hex_ is None:
            hint = "" if self.position.grid.find(str(text).upper()) is None else f"; did you mean {str(text).upper()}?"
            self.illegal("unknown-hex", f"there is no hex {text} on the map{hint}", at, hex_=str(text), cases=("10.0",))
        return hex_

    def own_units(self, written: Any, name: str) -> tuple[str, ...]:
        """The units of a field that are this side's and on the map or carried there."""
        return tuple(self._units(written, name, self._is_own_on_map))

    def waiting_units(self, written: Any, name: str) -> tuple[str, ...]:
        """The units of a field that are this side's and come on in this turn or came too late (10.0)."""
        return tuple(self._units(written, name, self._is_waiting))

    def firing_units(self, written: Any) -> tuple[str, ...]:
        """The units of an order to fire: this side's, on the map or carried there; by the option
        ``fire_assistant_out`` one that has been eliminated may stand with others that are left (4.6)."""
        named = [str(text) for text in listed(written)]
        may_drop_out = self.position.setting.options["fire_assistant_out"] == "drops_out"
        if not may_drop_out or all(map(self._has_been_eliminated, named)):
            return self.own_units(written, "with")
        return tuple(
            self._units(written, "with", lambda u, at: self._has_been_eliminated(u) or self._is_own_on_map(u, at))
        )

    def _has_been_eliminated(self, unit_id: str) -> bool:
        unit = self.position.game.units.get(unit_id)
        return unit is not None and unit.box == "eliminated" and self.position.side_of(unit_id) == self.order.side

    def own_id(self, written: Any, at: tuple[Step, ...]) -> str:
        """The one unit of a field inside a path, this side's wherever it is; empty when it is not."""
        return str(written) if self._is_own(str(written), at) else ""

    def own_unit(self, written: Any, at: tuple[Step, ...]) -> str:
        """The one unit of a field inside a path, this side's and on the map or carried; empty when it is not."""
        unit_id = str(written)
        return unit_id if self._is_own_on_map(unit_id, at) else ""

    def leg_unit(self, written: Any, at: tuple[Step, ...]) -> str:
        """The one unit that gets on or off: this side's, on the map, or in an order to enter due to come on; empty when
        it is not."""
        unit_id = str(written)
        unit = self.position.game.units.get(unit_id)
        if "enter" in self.order.data and unit is not None and turn_of(unit.box):
            return unit_id if self._is_waiting(unit_id, at) else ""
        return self.own_unit(written, at)

    def enemy_units(self, written: Any, at: tuple[Step, ...]) -> tuple[str, ...]:
        """The units of a field that are the other side's."""
        found = []
        for text in listed(written):
            unit_id = str(text)
            if self._is_known(unit_id, at):
                if self.position.side_of(unit_id) == self.order.side:
                    self.illegal("not-an-enemy", f"{unit_id} is a unit of your own", at, unit=unit_id, cases=("2.4",))
                else:
                    found.append(unit_id)
        return tuple(found)

    def _units(self, written: Any, name: str, is_listed: Callable[[str, tuple[Step, ...]], bool]) -> Iterable[str]:
        units: list[str] = []
        for index, text in enumerate(listed(written)):
            at: tuple[Step, ...] = (name, index) if isinstance(written, list) else (name,)
            unit_id = str(text)
            if unit_id in units:
                self.illegal("unit-twice", f"{unit_id} is named twice in one order", at, unit=unit_id, cases=("1.2",))
            elif is_listed(unit_id, at):
                units.append(unit_id)
        return units

    def _is_known(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        if unit_id in self.position.setting.counters:
            return True
        near = find_near(unit_id, self.position.setting.counters)
        hint = f"; did you mean {near}?" if near else ""
        self.illegal("unknown-unit", f"there is no unit '{unit_id}'{hint}", at, unit=unit_id, cases=("1.2",))
        return False

    def _is_waiting(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        if not self._is_own(unit_id, at):
            return False
        box = self.position.unit(unit_id).box
        if 0 < turn_of(box) <= self.position.game.turn:
            return True
        why = where_off_map(box) if box and not box.startswith(ABOARD) else "it is there already"
        message = f"{unit_id} cannot enter the map: {why}"
        self.illegal("not-a-reinforcement", message, at, unit=unit_id, cases=("10.0",))
        return False

    def _is_own(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        if not self._is_known(unit_id, at):
            return False
        if self.position.side_of(unit_id) != self.order.side:
            whose = self.position.side_of(unit_id).capitalize()
            self.illegal(
                "not-your-unit", f"{unit_id} is a unit of the {whose} Player", at, unit=unit_id, cases=("1.2",)
            )
            return False
        return True

    def _is_own_on_map(self, unit_id: str, at: tuple[Step, ...]) -> bool:
        if not self._is_own(unit_id, at):
            return False
        box = self.position.unit(unit_id).box
        if box and not box.startswith(ABOARD):
            message = f"{unit_id} is not on the map: {where_off_map(box)}"
            if "move" in self.order.data and 0 < turn_of(box) <= self.position.game.turn:
                message += f"; it comes on by {{enter: {unit_id}, path: [...]}}"
            self.illegal("unit-off-map", message, at, unit=unit_id, cases=("10.0" if box != "eliminated" else "4.1",))
            return False
        return True


def _read_move(reader: Reader) -> Move:
    data, verb = reader.order.data, "enter" if "enter" in reader.order.data else "move"
    units = (reader.waiting_units if verb == "enter" else reader.own_units)(data[verb], verb)
    if "to" in data:
        return Move(reader.order, units, (), reader.hex(data["to"], ("to",)), verb)
    path = _read_path(reader, data.get("path", []), ("path",))
    start = reader.position.unit(units[0]).hex if units else None
    if path and isinstance(path[0], Go) and path[0].hex == start:
        path = path[1:]
        if not path and not reader.findings:
            number = reader.position.number(start)
            there = f"{', '.join(units)}: the path goes nowhere, {number} is where it begins"
            reader.illegal("no-path", there, ("path",), hex_=number, cases=("5.0",))
    if not path and not reader.findings:
        reader.illegal("no-path", f"{', '.join(units)}: neither a path nor to", (), cases=("5.0",))
    return Move(reader.order, units, path, None, verb)


def _read_path(reader: Reader, written: Any, at: tuple[Step, ...]) -> tuple[Action, ...]:
    """The actions of a path; in the path of a Leg unit that comes to load only hexes are of use."""
    actions: list[Action] = []
    for index, step in enumerate(listed(written)):
        here = (*at, index) if isinstance(written, list) else at
        if isinstance(step, Mapping):
            action = _read_action(reader, step, here)
            if action is not None:
                actions.append(action)
        else:
            hex_ = reader.hex(step, here)
            if hex_ is not None:
                actions.append(Go(hex_, here))
    return tuple(actions)


def _read_action(reader: Reader, step: Mapping[str, Any], at: tuple[Step, ...]) -> Action | None:
    """A step of a path that is more than a hex: the first word says what it is."""
    if "fire" in step:
        target = reader.hex(step["fire"], (*at, "fire"))
        units = tuple(reader.own_id(unit, (*at, "with")) for unit in listed(step.get("with", [])))
        return None if target is None else Shot(target, units, _read_aim(reader, step, (*at, "at")), at)
    if "load" in step:
        leg = reader.leg_unit(step["load"], (*at, "load"))
        on = reader.own_id(step["on"], (*at, "on")) if "on" in step else ""
        path = _read_path(reader, step.get("path", []), (*at, "path"))
        return Load(leg, on, _hexes_only(reader, path), at)
    if "unload" in step:
        leg = reader.leg_unit(step["unload"], (*at, "unload"))
        return Unload(leg, reader.hex(step["into"], (*at, "into")) if "into" in step else None, at)
    if "split" in step:
        parting = tuple(reader.own_id(unit, (*at, "split")) for unit in listed(step["split"]))
        return Split(parting, _read_path(reader, step.get("path", []), (*at, "path")), at)
    said = " and ".join(f"'{word}'" for word in step) or "nothing"
    message = f"a step of a path is a hex or one of fire, load, unload and split, not {said}"
    reader.illegal("unknown-step", message, at, cases=("5.0",))
    return None


def _hexes_only(reader: Reader, path: tuple[Action, ...]) -> tuple[Go, ...]:
    for action in path:
        if not isinstance(action, Go):
            reader.illegal("unknown-step", "who comes to load goes by hexes only", action.at, cases=("5.1.1",))
    return tuple(action for action in path if isinstance(action, Go))


def _read_load(reader: Reader) -> Move:
    """``{load: LEG, on: CARRIER}``: where both are."""
    data = reader.order.data
    leg = reader.own_unit(data["load"], ("load",))
    if "on" not in data:
        reader.illegal("no-carrier", f"what is to carry {leg}? add on: UNIT", (), cases=("5.1.1",))
    carrier = reader.own_unit(data["on"], ("on",)) if "on" in data else ""
    return Move(reader.order, (carrier,), (Load(leg, carrier, (), ()),), None, "on")


def _read_unload(reader: Reader) -> Move:
    """``{unload: LEG, into: HEX}``: its carrier stays where it is."""
    data = reader.order.data
    leg = reader.own_unit(data["unload"], ("unload",))
    carrier = reader.position.carrier_of(leg) if leg else ""
    if leg and not carrier:
        reader.illegal("not-aboard", f"{leg} is not aboard", ("unload",), unit=leg, cases=("5.1.2",))
    into = reader.hex(data["into"], ("into",)) if "into" in data else None
    return Move(reader.order, (carrier,), (Unload(leg, into, ()),), None, "unload")


def _read_aim(reader: Reader, data: Mapping[str, Any], at: tuple[Step, ...]) -> str:
    aim = str(data.get("at") or "")
    if aim not in ("", "leg", "afv"):
        reader.illegal("unknown-target", f"'at' takes leg or afv, not '{aim}'", at, cases=("4.0",))
    return aim


def _read_fire(reader: Reader) -> Fire:
    data = reader.order.data
    target = reader.hex(data["fire"], ("fire",))
    if "with" not in data:
        reader.illegal("no-firers", "the fire names no units: add with: [...], the lead unit first", (), cases=("4.6",))
    units = reader.firing_units(data.get("with", []))
    aim = _read_aim(reader, data, ("at",))
    return Fire(reader.order, -1 if target is None else target, units, aim, _read_when(reader, data.get("when") or {}))


def _read_when(reader: Reader, data: Any) -> When:
    if not isinstance(data, Mapping):
        reader.illegal(
            "unknown-condition", "'when' takes conditions, such as {disrupted: yes}", ("when",), cases=("2.4",)
        )
        return When()
    unknown = sorted(set(data) - {"disrupted", "flanking", "column", "fired"})
    for name in unknown:
        message = f"'when' knows disrupted, flanking, column and fired, not '{name}'"
        reader.illegal("unknown-condition", message, ("when", name), cases=("2.4",))
    column = str(data.get("column", ""))
    if column and not column.removeprefix("-").isdigit():
        reader.illegal("unknown-condition", f"a column is a number, not '{column}'", ("when", "column"), cases=("4.0",))
        column = ""
    return When(
        disrupted=_flag(reader, data, "disrupted"),
        flanking=_flag(reader, data, "flanking"),
        column=int(column) if column else None,
        fired=reader.enemy_units(data.get("fired", []), ("when", "fired")),
    )


def _flag(reader: Reader, data: Mapping[str, Any], name: str) -> bool | None:
    if name not in data:
        return None
    word = str(data[name]).lower()
    if word not in ("yes", "no", "true", "false"):
        message = f"'{name}' takes yes or no, not '{data[name]}'"
        reader.illegal("unknown-condition", message, ("when", name), cases=("2.4",))
    return word in ("yes", "true")


def turn_of(box: str) -> int:
    """The turn on which a unit in a box arrives, 0 when the box is not one of reinforcements."""
    kind, _, turn = box.partition("/")
    return int(turn) if kind == "turn" else 0


def where_off_map(box: str) -> str:
    """Where a unit is that is not on the map, as a clause."""
    if turn_of(box):
        return f"it comes on from turn {turn_of(box)} on"
    return "it has been eliminated" if box == "eliminated" else "this scenario does not use it"


def listed(value: Any) -> list[Any]:
    """A field that takes one or several."""
    return value if isinstance(value, list) else [value]
