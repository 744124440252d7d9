"""A toy ruleset that keeps the engine honest: two sides on a small flat-top grid with letters.

A Game-Turn: a sealed barrage phase (both sides' lists taken at once, carried out one order of each in turn, a shot
that names an ``after`` only when that unit has fired; the flag ``lead`` names the side that begins), a march of each
side in which the other may snap-fire at every hex entered next to it, and a rally that takes place only when a unit
is pinned. Guns whose strength is unknown draw it from a pool when they first fire or are fired at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.sequence import Phase, Words
from adjudicator.engine.steps import Advice, Choice, Option, Resolution, Roll, Table, choose, roll
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.hexes import Grid
from adjudicator.model.map import GameMap
from adjudicator.model.orders import Order
from adjudicator.model.units import Counter, Unit

SIDES = ("blue", "red")
GRID = Grid("flat", 5, 6, "A1", "north", "west", "even", frozenset({"F5"}))
MAP = GameMap("toy", "Toy", GRID, ("clear",) * GRID.size, {}, {}, (), (), {}, {}, {}, ())
COUNTERS = {
    "b1": Counter("b1", "1st Foot", "blue", "foot", move=3),
    "b2": Counter("b2", "2nd Foot", "blue", "foot", move=3),
    "bg": Counter("bg", "Blue Gun", "blue", "gun", move=1, pool="guns"),
    "r1": Counter("r1", "1st Foot", "red", "foot", move=3),
    "r2": Counter("r2", "2nd Foot", "red", "foot", move=3),
    "rg": Counter("rg", "Red Gun", "red", "gun", move=1, pool="guns"),
}
START = {"b1": "B2", "b2": "B3", "bg": "A3", "r1": "D2", "r2": "D3", "rg": "E3"}
STRENGTHS = {"weak": 1, "strong": 2}
PHASES = (
    Phase("both/barrage", "Barrage", "barrage", SIDES, "alternating", ("shell",), ("2.0",), "lead"),
    Phase("blue/march", "Blue March", "march", ("blue",), kinds=("move", "storm"), cases=("3.0",)),
    Phase("red/march", "Red March", "march", ("red",), kinds=("move", "storm"), cases=("3.0",)),
    Phase("both/rally", "Rally", cases=("4.0",)),
)


def open_toy(game_id: str = "toy", **moved: str) -> Game:
    """The opening position; ``moved`` puts units elsewhere (``r1="C3"``)."""
    units = {unit_id: Unit(unit_id, GRID.hex({**START, **moved}[unit_id]), steps=2) for unit_id in START}
    return Game(game_id, "toy/skirmish", 1, "", "", units, MAP, COUNTERS, {"untried/guns": {"strong": 1, "weak": 2}})


class ToyRules:
    """The rules, as ``engine.sequence.Rules`` wants them."""

    name = "toy"
    version = "1"
    sides: tuple[str, ...] = SIDES
    turns = 2
    opening: tuple[Phase, ...] = ()
    words = Words(frozenset({"pinned", "done"}), frozenset(), frozenset({"lead"}), {}, 2)

    def __init__(self, **barrage: bool) -> None:
        first = replace(PHASES[0], **barrage)
        self.phases: tuple[Phase, ...] = (first, *PHASES[1:])

    def reason_to_skip(self, game: Game, phase: Phase) -> tuple[str, tuple[str, ...]] | None:
        if phase.name == "both/rally" and not any(unit.has("pinned") for unit in game.units.values()):
            return "no unit is pinned", ("4.1",)
        return None

    def begin(self, table: Table, phase: Phase) -> Resolution:
        if phase.name == "both/rally":
            for unit in _standing(table.game):
                if unit.has("pinned"):
                    yield Event("unmarked", unit.id, {"marker": "pinned"}, ("4.2",))

    def end(self, table: Table, phase: Phase) -> Resolution:
        for unit in _standing(table.game):
            if unit.has("done"):
                yield Event("unmarked", unit.id, {"marker": "done"})
        if phase is PHASES[-1]:
            for side in SIDES:
                count = sum(table.game.side_of(unit.id) == side for unit in _standing(table.game))
                yield Event("scored", side, {"points": count, "why": "units standing"}, ("5.0",))

    def judge(self, game: Game, order: Order) -> list[Finding]:
        verb = next((verb for verb in ("shell", "move", "storm") if verb in order.data), "")
        kinds = next((phase.kinds for phase in PHASES if phase.section == order.section), ())
        if verb not in kinds:
            return [_illegal("unknown-verb", f"no such order here: {sorted(order.data)}", "1.1")]
        unit_id = order.data["move"] if verb == "move" else order.data.get("with", "")
        unit = game.units.get(unit_id)
        if unit is None or game.side_of(unit_id) != order.side:
            return [_illegal("not-yours", f"{unit_id} is not under {order.side} command", "1.2")]
        if unit.hex is None:
            return [_illegal("gone", f"{unit_id} is not on the map", "1.2")]
        if unit.has("pinned") or unit.has("done"):
            return [_illegal("idle", f"{unit_id} can do no more in this phase", "1.3")]
        if verb == "move":
            return _judge_path(game, unit, order.data["path"])
        return _judge_target(game, unit, order.data[verb], 2 if verb == "shell" else 1)

    def find_wait(self, game: Game, order: Order) -> Finding | None:
        unit_id = order.data.get("after")
        if unit_id is None or game.units[unit_id].has("done"):
            return None
        return _illegal("too-soon", f"{unit_id} has not fired", "2.5")

    def find_unmet(
        self, game: Game, fight: Sequence[Event], order: Order | None, standing: Mapping[str, Json]
    ) -> list[Event]:
        return []

    def remark(self, game: Game, order: Order) -> list[Finding]:
        return []

    def judge_words(self, game: Game, order: Order) -> list[Finding]:
        """Nothing: every position may make any order legal."""
        return []

    def judge_all(self, game: Game, phase: Phase, orders: Sequence[Order]) -> list[Finding]:
        for hex_, unit_ids in game.stacks.items():
            if len(unit_ids) > 2:
                number = GRID.number(hex_)
                blamed = [o for o in orders if o.data.get("path", [""])[-1] == number or o.data.get("storm") == number]
                message = f"no more than two units stack in {number}"
                return [_illegal("overstacked", message, "3.4").of_order(order.name) for order in blamed[-1:]]
        return []

    def carry_out(self, table: Table, order: Order) -> Resolution:
        if "move" in order.data:
            yield from _march(table, order)
        elif "shell" in order.data:
            yield from _shell(table, order)
        else:
            yield from _storm(table, order)

    def suppose(self, game: Game, order: Order, succeeds: bool) -> Iterator[Event]:
        if "move" in order.data:
            unit_id = order.data["move"]
            yield _moved(game, unit_id, order.data["path"])
            yield Event("marked", unit_id, {"marker": "done"})
        else:
            yield Event("marked", order.data["with"], {"marker": "done"})
            if succeeds and "storm" in order.data:
                number = order.data["storm"]
                for target in game.units_in(GRID.hex(number)):
                    yield Event("removed", target)
                yield _moved(game, order.data["with"], [number])

    def advise(self, game: Game, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
        if choice.order is not None and choice.kind in choice.order.data:
            return Advice(choice.order.data[choice.kind], "orders")
        wish = standing.get(choice.kind)
        return None if wish is None else Advice(wish, "standing")


def _illegal(code: str, message: str, case: str) -> Finding:
    return Finding("illegal", code, message, cases=(case,))


def _standing(game: Game) -> list[Unit]:
    return [unit for unit in game.units.values() if unit.hex is not None]


def _enemies_at(game: Game, unit_id: str, hex_: int) -> list[str]:
    return [other for other in game.units_in(hex_) if game.side_of(other) != game.side_of(unit_id)]


def _moved(game: Game, unit_id: str, path: Sequence[str]) -> Event:
    start = game.units[unit_id].hex
    return Event("moved", unit_id, {"path": [GRID.number(start or 0), *path], "how": "move"}, ("3.1",))


def _judge_path(game: Game, unit: Unit, path: Sequence[str]) -> list[Finding]:
    allowance = game.counters[unit.id].move
    if len(path) > allowance:
        return [_illegal("too-far", f"{unit.id} needs {len(path)}, has {allowance}", "3.2")]
    at = unit.hex
    for number in path:
        hex_ = GRID.find(number)
        if hex_ is None or at is None or not GRID.is_adjacent(at, hex_):
            return [_illegal("gap", f"{number} is not the next hex of a path of {unit.id}", "3.1")]
        if _enemies_at(game, unit.id, hex_):
            return [_illegal("enemy-there", f"{unit.id} may not enter {number}: the enemy is there", "3.3")]
        at = hex_
    return []


def _judge_target(game: Game, unit: Unit, number: str, reach: int) -> list[Finding]:
    hex_ = GRID.find(number)
    if hex_ is None or unit.hex is None or GRID.distance(unit.hex, hex_) > reach:
        return [_illegal("out-of-range", f"{number} is out of range of {unit.id}", "2.1")]
    if not _enemies_at(game, unit.id, hex_):
        return [_illegal("no-target", f"nothing to attack in {number}", "2.2")]
    return []


def _reveal(table: Table, unit_id: str) -> Resolution:
    """Draw an untried gun's strength from what is left in its pool."""
    pool = table.game.counters[unit_id].pool
    if not pool or table.game.units[unit_id].face:
        return
    left = [face for face, count in sorted(table.game.pools[f"untried/{pool}"].items()) for _ in range(count)]
    number = yield from roll(Roll("draw", unit_id, pool, "strength", len(left), ("2.4",)))
    face = left[number - 1]
    values = {"face": face, "steps": STRENGTHS[face], "pool": f"untried/{pool}"}
    yield Event("revealed", unit_id, values, ("2.4",))


def _hit(table: Table, unit_id: str) -> Resolution:
    steps = table.game.units[unit_id].steps
    if steps > 1:
        yield Event("steps", unit_id, {"from": steps, "to": steps - 1}, ("2.3",))
    else:
        yield Event("removed", unit_id, {"why": "no step left"}, ("2.3",))


def _shell(table: Table, order: Order) -> Resolution:
    unit_id, number = order.data["with"], order.data["shell"]
    yield Event("marked", unit_id, {"marker": "done"})
    yield from _reveal(table, unit_id)
    value = yield from roll(Roll("shell", unit_id, number, "hit", cases=("2.3",)))
    if value >= 4:
        target = _enemies_at(table.game, unit_id, GRID.hex(number))[0]
        yield from _reveal(table, target)
        yield from _hit(table, target)


def _storm(table: Table, order: Order) -> Resolution:
    unit_id, number = order.data["with"], order.data["storm"]
    yield Event("marked", unit_id, {"marker": "done"})
    value = yield from roll(Roll("storm", unit_id, number, "result", cases=("3.5",)))
    if value < 4:
        return
    for target in _enemies_at(table.game, unit_id, GRID.hex(number)):
        yield Event("removed", target, {"why": "stormed"}, ("3.5",))
    options = (Option("yes", "move in"), Option("no", "stay"))
    about = f"{unit_id} has taken {number}. Does it move in?"
    wanted = yield from choose(Choice("advance", order.side, unit_id, about, options, 1, ("3.6",), order))
    if wanted == "yes":
        yield _moved(table.game, unit_id, [number])


def _march(table: Table, order: Order) -> Resolution:
    unit_id, path = order.data["move"], list(order.data["path"])
    for place, number in enumerate(path):
        yield _moved(table.game, unit_id, [number])
        is_stopped = yield from _snap_fires(table, unit_id, number)
        if is_stopped:
            if left := path[place + 1 :]:
                yield Event("path_cancelled", unit_id, {"left": left}, ("3.7",))
            return
    yield Event("marked", unit_id, {"marker": "done"})


def _snap_fires(table: Table, unit_id: str, number: str) -> Any:
    """Every enemy unit next to the hex, by id, may fire at who enters it; true as soon as one hits."""
    game = table.game
    hex_ = GRID.hex(number)
    for shooter in sorted(enemy for near in GRID.adjacent[hex_] for enemy in _enemies_at(game, unit_id, near)):
        options = (Option("fire", f"fire at {unit_id}"), Option("hold", "hold fire"))
        about = f"{unit_id} enters {number} next to {shooter}."
        facts = {"hex": number, "unit": unit_id}
        side = game.side_of(shooter)
        choice = Choice("snap_fire", side, f"{shooter}@{number}", about, options, 1, ("3.7",), facts=facts)
        if (yield from choose(choice)) == "fire":
            value = yield from roll(Roll("snap", shooter, unit_id, "hit", cases=("3.7",)))
            if value >= 5:
                yield Event("marked", unit_id, {"marker": "pinned"}, ("3.7",))
                yield from _hit(table, unit_id)
                return True
    return False
