"""The two versions agree on overrun, disengagement, reserves and regiments (6.6, 6.7, 7.0, 15.1, 15.2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from adjudicator.model.orders import Order
from adjudicator.rulesets.kharkov import command, disengagement, going, movement, odds, regiments, strongpoints
from adjudicator.rulesets.kharkov import reserves as product_reserves
from adjudicator.rulesets.kharkov.combat import Party
from adjudicator.rulesets.kharkov.position import COMMANDED, IN_ZONE, UNSUPPLIED, Position
from adjudicator.rulesets.kharkov.rules import KharkovRules
from tests.cases.kharkov.regimental import rules_of
from tests.properties.contact import Moment, make_moment
from tests.properties.oracle import lines, marches, overruns, reserves
from tests.properties.oracle import regiments as second
from tests.properties.oracle.boxes import see_boxes, see_counters
from tests.properties.oracle.land import neighbours
from tests.properties.oracle.scene import Scene, other, see
from tests.properties.oracle.start import Start, begin
from tests.properties.oracle.walk import LAST_BREAKOUT_TURN, class_of
from tests.properties.positions import describe, options_of

BLOCK = 400
LEAST_SHARE = 15
"""Of the positions in which a thing must occur, in percent."""
Thing = TypeVar("Thing")
Answers = Iterator[tuple[object, object, object]]
Difference = tuple[str, object, object, object]


class Case:
    """One moment as both versions see it; ``happens`` collects what occurs in it."""

    def __init__(self, moment: Moment, seed: int) -> None:
        self.begun, self.now = moment.begun, moment.now
        self.start: Start = begin(see(moment.begun))
        self.scene: Scene = see(moment.now)
        self.side = self.now.game.phase.split("/")[0]
        self.rules: KharkovRules = rules_of(self.now.setting)
        self.dice = random.Random(f"{seed} case")
        self.seed = seed
        self.happens: set[str] = set()

    def judge(self, data: dict[str, Any], position: Position | None = None) -> bool:
        """Whether the product takes an order for legal."""
        game = (position or self.now).game
        return not [f for f in self.rules.judge(game, self.order(data)) if f.kind == "illegal"]

    def order(self, data: dict[str, Any]) -> Order:
        return Order(self.side, self.now.game.phase.split("/")[1], 1, data)

    def stacks(self) -> list[list[str]]:
        """The units of the phasing side, hex by hex, and for some hexes a part of them."""
        found = []
        for ids in self.now.stacks[self.side].values():
            found.append(list(ids))
            if len(ids) > 1 and self.dice.random() < 0.5:
                found.append(self.dice.sample(ids, self.dice.randint(1, len(ids) - 1)))
        return found

    def note(self, what: str, occurs: object) -> None:
        if occurs:
            self.happens.add(what)


def _start(case: Case) -> Answers:
    flags = case.begun.game.flags
    noted = set(flags.get(IN_ZONE, "").split())
    begun = see(case.begun)
    germans = {begun.pieces[unit_id].hex for unit_id in case.start.in_zone if begun.pieces[unit_id].nation == "german"}
    if case.side == "axis":
        is_of_use = marches.can_disengage(case.scene, case.start, [])
        yield "in zone", germans if is_of_use else set(), noted
    else:
        units = [begun.pieces[unit_id] for unit_id in case.start.in_zone if begun.turn <= LAST_BREAKOUT_TURN]
        yield "may break out from", {piece.hex for piece in units if begun.fights(piece)}, noted
        told = [entry.split(":") for entry in flags.get(COMMANDED, "").split(";") if entry]
        yield (
            "commanded",
            {h: s for h, s in case.start.commanded.items() if s},
            {hq.strip(): set(hexes.split()) for hq, hexes in told if hexes.strip()},
        )
    if case.seed % 4 == 0:
        for piece in begun.pieces.values():
            if piece.side == case.side:
                yield f"{piece.id} unsupplied", not lines.in_supply(begun, piece.id), UNSUPPLIED in piece.markers


def _leaving(case: Case) -> Answers:
    """Out of enemy zones of control: German disengagement, Soviet breakout."""
    zone = case.scene.zone(other(case.side))
    stacks = [ids for ids in case.stacks() if case.scene.pieces[ids[0]].hex in zone]
    for ids in _sample(case.dice, stacks, 3):
        pieces = [case.scene.pieces[unit_id] for unit_id in ids]
        here = pieces[0].hex
        # Only who has disengaged can be chased, and he began in a zone.
        ways = [(False, False), (True, False)] + [(True, True)] * (set(ids) <= case.start.in_zone)
        for way in ways if case.side == "axis" and not any("moved" in piece.markers for piece in pieces) else []:
            expected = marches.can_disengage(case.scene, case.start, pieces, *way)
            yield f"{ids} disengage {way}", expected, disengagement.can_disengage(case.now, ids, *way)
        for b in neighbours(here):
            legal = marches.is_legal(case.scene, case.start, ids, [("step", b)], [])
            yield f"{ids} to {b}", legal, case.judge({"move": ids, "path": [b]})
            case.note("disengagement" if case.side == "axis" else "breakout", legal)
            if legal and case.side == "axis":
                yield from _chasers(case, ids, b)
        first = class_of(case.scene, pieces[0])
        alike = [piece.id for piece in pieces if class_of(case.scene, piece) == first]
        found = {case.now.number(h): reach.cost for h, reach in movement.find_reach(case.now, alike).items()}
        yield f"reach of {alike}", marches.find_reach(case.scene, case.start, alike), found


def _chasers(case: Case, ids: list[str], b: str) -> Answers:
    here = case.now.hex_of(ids[0])
    if set(ids) != set(case.now.units_of("axis", here)):
        return
    units = dict(case.now.game.units)
    for unit_id in ids:
        units[unit_id] = units[unit_id].at(case.now.grid.hex(b))
    left = _with_units(case.now, units)
    expected = marches.find_chasers(case.scene, case.now.number(here))
    case.note("chasers", expected)
    yield f"chasers of {ids} to {b}", expected, set(disengagement.find_chasers(left, here))


def _overruns(case: Case) -> Answers:
    position, earlier = case.now, list[set[str]]()
    stacks = case.stacks()
    case.dice.shuffle(stacks)
    reckoned = 0
    for ids in stacks:
        here = case.scene.pieces[ids[0]].hex
        around = [b for b in neighbours(here) if overruns.is_target(case.scene, case.side, b)]
        legal = []
        for b in around:
            is_legal = marches.is_legal(case.scene, case.start, ids, [("overrun", b)], earlier)
            yield f"{ids} overrun {b} after {earlier}", is_legal, case.judge(_path(ids, [("overrun", b)]), position)
            if is_legal:
                legal.append(b)
            elif case.side == "soviet" and marches.is_legal(case.scene, case.start, ids, [("overrun", b)], []):
                case.note("HQs used up", True)
        case.note("overrun", legal)
        for b in legal[:1]:
            if reckoned < 3 and _is_known(case, ids, b):
                reckoned += 1
                yield from _reckoning(case, ids, b)
        if legal and case.side == "soviet":
            way = going.going_of(position, ids)
            position = position.after(command.events_of_supervision(position, way))
            earlier.append(overruns.supervisors(case.start, here))


def _is_known(case: Case, ids: Sequence[str], target: str) -> bool:
    fighters = [case.scene.pieces[unit_id] for unit_id in ids] + case.scene.enemies(case.side, target)
    return all(p.defence or p.is_hq or p.kind == "reserve" for p in fighters)


def _reckoning(case: Case, ids: list[str], target: str) -> Answers:
    case.note("reckoning", True)
    expected = overruns.reckon(case.scene, ids, target)
    found = odds.reckon_overrun(case.now, ids, case.now.grid.hex(target))
    question = f"{ids} overrun {target}:"
    yield f"{question} sum", expected.sum, odds.total_of(found.attack)
    yield f"{question} half", expected.total, found.attack_total
    yield f"{question} defence", expected.defence, found.defence_total
    yield f"{question} columns", (expected.column, expected.final), (found.column, found.final)
    yield f"{question} die", expected.die_modifier, found.die_modifier


def _chains(case: Case) -> Answers:
    """Paths with one or two overruns and steps between."""
    for ids in _sample(case.dice, case.stacks(), 6):
        path = _chain(case, ids)
        if path:
            expected = marches.is_legal(case.scene, case.start, ids, path, [])
            case.note("chain", expected and len(path) > 1)
            yield f"{ids} along {path}", expected, case.judge(_path(ids, path))
            yield from _second_orders(case, ids, path, expected)


def _second_orders(case: Case, ids: list[str], path: list[marches.Step], expected: bool) -> Answers:
    """The same path by two orders, the second one after an overrun that has succeeded (7.25)."""
    for end in [place for place, (kind, _) in enumerate(path, 1) if kind == "overrun" and place < len(path)]:
        first = _path(ids, path[:end])
        if case.judge(first):
            after = case.now.after(case.rules.suppose(case.now.game, case.order(first), True))
            case.note("second order", expected)
            yield f"{ids} along {path[end:]} after {path[:end]}", expected, case.judge(_path(ids, path[end:]), after)


def _chain(case: Case, ids: list[str]) -> list[marches.Step]:
    """A path of a kind that may be legal: steps into hexes without enemies, overruns of such with."""
    here = origin = case.scene.pieces[ids[0]].hex
    path: list[marches.Step] = []
    gone: set[str] = set()
    for _ in range(case.dice.randint(2, 5)):
        near = [b for b in neighbours(here) if b != origin and b not in gone]
        targets = [b for b in near if overruns.is_target(case.scene, case.side, b)]
        if not near:
            break
        is_overrun = bool(targets) and case.dice.random() < 0.7
        here = case.dice.choice(targets if is_overrun else near)
        path.append(("overrun" if is_overrun else "step", here))
        gone.add(here)
    return path if any(kind == "overrun" for kind, _ in path) else []


def _supervision(case: Case) -> Answers:
    names = ["hq-6a", "hq-9a", "hq-28a", "hq-38a"]
    for _ in range(3):
        sets = [set(_sample(case.dice, names, case.dice.randint(0, 3))) for _ in range(case.dice.randint(0, 4))]
        yield f"assign {sets}", overruns.can_assign(sets), command.can_assign([sorted(hqs) for hqs in sets])


def _reserves(case: Case) -> Answers:
    boxes = see_boxes(case.now)
    grid = case.now.grid
    hexes = [piece.hex for piece in case.scene.pieces.values() if piece.kind == "reserve"]
    near = sorted({number for hex_ in hexes for number in map(grid.number, grid.within(grid.hex(hex_), 4))})
    for number in _sample(case.dice, near, 12):
        alarmed = reserves.find_alarmed(case.scene, boxes, number)
        case.note("alarm", alarmed)
        yield f"alarmed from {number}", alarmed, set(product_reserves.find_alarmed(case.now, grid.hex(number)))
    for army, units in boxes.items():
        for unit_id in units[:2]:
            places = reserves.find_places(case.scene, boxes, army, case.now.setting.is_hq(unit_id))
            case.note("places", places)
            found = [grid.number(h) for h in product_reserves.find_places(case.now, army, unit_id)]
            yield f"places of {unit_id}", places, found
    if case.side == "soviet":
        for piece in case.scene.pieces.values():
            if piece.kind == "reserve":
                found_reach = movement.find_reach(case.now, [piece.id])
                costs = {grid.number(h): reach.cost for h, reach in found_reach.items()}
                case.note("counter moves", costs)
                yield f"reach of {piece.id}", marches.find_reach(case.scene, case.start, [piece.id]), costs


def _exchanges(case: Case) -> Answers:
    if case.side != "axis":
        return
    counters = see_counters(case.now)
    free, fallen = second.free(counters), second.eliminated(counters)
    on_map = [c for c in counters.values() if c.hex and c.kind not in ("panzer", "panzergrenadier")]
    for division in _sample(case.dice, on_map, 5):
        named = _names(case.dice, free, second.line_of(case.scene, division))
        legal = second.can_break_down(case.scene, counters, division, named)
        data = {"breakdown": division.id} | ({} if named is None else {"into": named})
        yield data, legal, case.judge(data)
        if legal:
            case.note("breakdown", True)
            yield from _broken_down(case, division, data)
    for division in [c for c in counters.values() if c.box == "broken"]:
        line = second.line_of(case.scene, division)
        for number in _sample(case.dice, sorted({c.hex for c in on_map if c.is_regiment}), 4):
            here = [c.id for c in on_map if c.is_regiment and c.hex == number]
            named = here if case.dice.random() < 0.5 else _sample(case.dice, here, len(line))
            legal = second.can_reform(case.scene, counters, division, named)
            data = {"reform": division.id, "from": named}
            yield data, legal, case.judge(data)
            if legal:
                case.note("reform", True)
                yield from _reformed(case, division, named, data)
        named = _names(case.dice, fallen, line) or _sample(case.dice, fallen, len(line)) or free[:1]
        legal = second.can_trade(case.scene, counters, division, named)
        data = {"trade": division.id, "for": named}
        yield data, legal, case.judge(data)
        if legal:
            case.note("trade", True)
            after = see_counters(case.now.after(case.rules.suppose(case.now.game, case.order(data), True)))
            yield f"{data}: box", "eliminated", after[division.id].box
            yield f"{data}: free", len(free) + len(line), len(second.free(after))


def _broken_down(case: Case, division: Any, data: dict[str, Any]) -> Answers:
    before = see_counters(case.now)
    after = see_counters(case.now.after(case.rules.suppose(case.now.game, case.order(data), True)))
    new = [c for c in after.values() if c.is_regiment and c.hex == division.hex and not before[c.id].hex]
    yield f"{data}: strengths", sorted(second.line_of(case.scene, division)), sorted(c.strength for c in new)
    marked = division.markers & second.INHERITED
    yield f"{data}: state", [marked] * len(new), [c.markers for c in new]
    yield f"{data}: box", ("broken", division.strength), (after[division.id].box, after[division.id].strength)
    yield f"{data}: counters", 15, len([c for c in after.values() if c.is_regiment])


def _reformed(case: Case, division: Any, named: list[str], data: dict[str, Any]) -> Answers:
    before = see_counters(case.now)
    position = case.now.after(case.rules.suppose(case.now.game, case.order(data), True))
    yield f"{data}: twice", False, case.judge(data, position)
    after = see_counters(position.after(regiments.events_of_substitution(position)))
    found = after[division.id]
    yield f"{data}: hex", before[named[0]].hex, found.hex
    yield f"{data}: strength", division.strength, found.strength
    disrupted = any("disrupted" in before[unit_id].markers for unit_id in named)
    yield f"{data}: disrupted", disrupted, "disrupted" in found.markers
    yield f"{data}: boxes", {"regiments"}, {after[unit_id].box for unit_id in named}


def _strongpoints(case: Case) -> Answers:
    counters = see_counters(case.now)
    if case.side == "axis":
        for unit in [c for c in counters.values() if c.hex and c.is_regiment and "strongpoint" not in c.markers]:
            legal = second.can_fortify(case.scene, counters, unit.id)
            case.note("strongpoint", legal)
            yield f"strongpoint of {unit.id}", legal, case.judge({"strongpoint": unit.id})
    for side in ("soviet", "axis"):
        zone = {case.now.number(hex_) for hex_ in case.now.zone_of(side)}
        yield f"zone of {side}", case.scene.zone(side), zone
    for number in {piece.hex for piece in case.scene.pieces.values() if piece.side == "axis"}:
        found = case.now.exerts_zone("axis", case.now.grid.hex(number))
        yield f"zone from {number}", second.exerts_zone(case.scene, "axis", number), found
    units = _sample(case.dice, [c.id for c in counters.values() if c.hex], 8)
    units += [c.id for c in counters.values() if "strongpoint" in c.markers and c.id not in units]
    expected = second.concerned(case.scene, units)
    case.note("shielded", len(expected) < len(units))
    party = Party("axis", {unit_id: case.now.hex_of(unit_id) for unit_id in units}, ())
    yield f"concerned among {units}", set(expected), set(strongpoints.exposed(case.now, party).hexes)


CHECKS = {
    "start": _start,
    "leaving": _leaving,
    "overruns": _overruns,
    "chains": _chains,
    "supervision": _supervision,
    "reserves": _reserves,
    "exchanges": _exchanges,
    "strongpoints": _strongpoints,
}
OCCURRENCES = (
    "disengagement", "chasers", "overrun", "reckoning", "chain", "second order", "HQs used up", "alarm", "places",
    "counter moves", "breakdown", "reform", "trade", "strongpoint", "shielded",
)  # fmt: skip


def differences(case: Case, only: str = "") -> Iterator[Difference]:
    """What the second version and the product say differently: the name of the check, the question, expected, found."""
    for name, check in CHECKS.items():
        if only in ("", name):
            for question, expected, found in check(case):
                if expected != found:
                    yield name, question, expected, found


def _names(dice: random.Random, known: list[str], line: list[int]) -> list[str] | None:
    """Counters to name in an order: none, as many as the line has, or some number, now and then one that is in use."""
    if dice.random() < 0.4:
        return None
    count = len(line) if dice.random() < 0.8 else dice.randint(1, 3)
    named = _sample(dice, known, max(1, count))
    return named if named and dice.random() < 0.9 else [*named[1:], "rg-01"] if "rg-01" not in named else named


def _path(ids: list[str], path: list[marches.Step]) -> dict[str, Any]:
    return {"move": ids, "path": [b if kind == "step" else {"overrun": b} for kind, b in path]}


def _with_units(position: Position, units: dict[str, Any]) -> Position:
    return Position(position.setting, replace(position.game, units=units))


def _sample(dice: random.Random, things: Sequence[Thing], most: int) -> list[Thing]:
    return dice.sample(list(things), min(len(things), most))


def _check(seeds: range, options_seed: int | None = None) -> Counter[str]:
    options = None if options_seed is None else options_of(options_seed)
    happened: Counter[str] = Counter()
    for seed in seeds:
        case = Case(make_moment(seed, options), seed)
        found = list(differences(case))
        if found:
            said = "\n".join(f"{name}: {question}: expected {e}, found {f}" for name, question, e, f in found)
            pytest.fail(f"seed {seed}, options {options_seed}:\n{describe(case.now)}\n{said}")
        happened.update(case.happens)
    return happened


@pytest.mark.parametrize("block", range(4))
def test_second_version_agrees_and_much_happens(block: int) -> None:
    happened = _check(range(block * BLOCK, (block + 1) * BLOCK))
    shares = {what: 100 * happened[what] // BLOCK for what in OCCURRENCES}
    assert {what: share for what, share in shares.items() if share < LEAST_SHARE} == {}


@pytest.mark.parametrize("options", range(20))
def test_second_version_agrees_under_any_options(options: int) -> None:
    _check(range(100_000 + 20 * options, 100_000 + 20 * (options + 1)), options)
