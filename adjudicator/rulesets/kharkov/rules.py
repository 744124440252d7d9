"""Kharkov as the engine sees it: phases, judgement, resolution, advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engine.check import Foresight
from adjudicator.engine.sequence import Fields, Phase, Words
from adjudicator.engine.steps import Advice, Choice, Resolution, Table
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import Order
from adjudicator.model.scenario import Scenario
from adjudicator.rulesets.kharkov import (
    air,
    attack,
    commitment,
    deployment,
    disengagement,
    going,
    movement,
    phases,
    prospects,
    rail,
    regiments,
    reinforcements,
    stacking,
    strongpoints,
    supply,
    unmet,
    untried,
    ways,
    wishes,
)
from adjudicator.rulesets.kharkov.fields import FIELDS
from adjudicator.rulesets.kharkov.march import carry_out_march
from adjudicator.rulesets.kharkov.opening import build_setting, choose_options, open_game
from adjudicator.rulesets.kharkov.order_reader import parse_order
from adjudicator.rulesets.kharkov.orders import (
    UNPLACED,
    Airdrop,
    Attack,
    Commit,
    Deploy,
    Enter,
    Exchange,
    Fortify,
    Move,
    Parsed,
    Rail,
    turn_of,
)
from adjudicator.rulesets.kharkov.position import SOUTH_ACTIVE, Position, Positions
from adjudicator.rulesets.kharkov.ride import carry_out_ride
from adjudicator.rulesets.kharkov.sequence import PHASES
from adjudicator.rulesets.kharkov.setting import SIDES, SOVIET, Setting
from adjudicator.rulesets.kharkov.standing import judge_standing
from adjudicator.rulesets.kharkov.words import WORDS

VERSION = "1"
CASE_OF_VERB: Mapping[str, str] = {
    "move": "6.0",
    "rail": "6.45",
    "enter": "16.0",
    "attack": "9.11",
    "commit": "6.73",
    "airdrop": "13.2",
    "breakdown": "15.1",
    "reform": "15.12",
    "trade": "15.15",
    "strongpoint": "15.21",
}
"""The case that says when an order of a verb may be given."""


class KharkovRules:
    """The rules of one game of Kharkov: see ``engine.sequence.Rules``."""

    name = "kharkov"
    version = VERSION
    sides = SIDES
    phases: tuple[Phase, ...] = PHASES
    words: Words = WORDS
    fields: Fields = FIELDS

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.turns = setting.last_turn
        self.opening: tuple[Phase, ...] = deployment.OPENING if setting.options["setup"] == "players" else ()
        self.positions = Positions(setting)

    def position(self, game: Game) -> Position:
        """The position of a game state, as the rules see it."""
        return self.positions.of(game)

    def reason_to_skip(self, game: Game, phase: Phase) -> tuple[str, tuple[str, ...]] | None:
        """Why a phase does not take place now (4.2, 6.58)."""
        return phases.reason_to_skip(self.setting, game, phase)

    def begin(self, table: Table, phase: Phase) -> Resolution:
        """Activation, supply and air points at the start of a phase (4.2, 10.3, 11.41, 13.0)."""
        return phases.begin(table, self.positions, phase)

    def end(self, table: Table, phase: Phase) -> Resolution:
        """Overstacks, disruption removal and the lifting of markers at the end of a phase (4.2, 8.1)."""
        return phases.end(table, self.positions, phase)

    def judge(self, game: Game, order: Order) -> list[Finding]:
        """What is wrong with an order in this position."""
        position = self.position(game)
        misplaced = _misplaced(game, order)
        if misplaced:
            return misplaced
        parsed, findings = parse_order(position, order)
        if isinstance(parsed, Move):
            return movement.judge_move(position, parsed)
        if isinstance(parsed, Rail):
            return rail.judge_rail(position, parsed)
        if isinstance(parsed, Enter):
            return reinforcements.judge_enter(position, parsed)
        if isinstance(parsed, Airdrop):
            return air.judge_airdrop(position, parsed)
        if isinstance(parsed, Attack):
            return attack.judge_attack(position, parsed)
        if isinstance(parsed, Exchange):
            return regiments.judge_exchange(position, parsed)
        if isinstance(parsed, Fortify):
            return strongpoints.judge_fortify(position, parsed)
        if isinstance(parsed, Commit):
            return commitment.judge_commit(position, parsed)
        if isinstance(parsed, Deploy):
            return deployment.judge_deploy(position, parsed)
        return findings

    def find_wait(self, game: Game, order: Order) -> Finding | None:
        """Nothing: no order of Kharkov waits."""
        return None

    def judge_words(self, game: Game, order: Order) -> list[Finding]:
        """What is wrong with an order in any position: unknown units, hexes, verbs; a deployment as a whole, as if the
        enemy were not there."""
        parsed, findings = parse_order(self.position(game), order)
        if isinstance(parsed, Deploy):
            return deployment.judge_deploy(self.position(game), parsed)
        return [finding for finding in findings if not _may_come(self.setting, game, finding)]

    def judge_standing(self, game: Game, side: str, standing: Mapping[str, Json]) -> list[Finding]:
        """What is wrong with standing orders whatever happens, and advice on what can never be of use in them."""
        return judge_standing(self.position(game), side, standing)

    def remark(self, game: Game, order: Order) -> list[Finding]:
        """The way found for a legal move that says only where to (6.12, 6.44); a chase that cannot come (6.6); overruns
        that bode ill (7.0); that the southern sector is activated, however the dice fall (6.5)."""
        position = self.position(game)
        parsed, _ = parse_order(position, order)
        found = ways.remark_way(position, parsed) if isinstance(parsed, (Move, Rail, Enter)) else []
        if isinstance(parsed, Move):
            found += [*disengagement.remark_chase(position, parsed), *prospects.remark_overruns(position, parsed)]
        if order.side == SOVIET and not game.flags.get(SOUTH_ACTIVE):
            best, worst = (self.suppose(game, order, succeeds) for succeeds in (True, False))
            found += prospects.remark_activation([event for event in best if best is worst or event in worst])
        return found

    def judge_all(self, game: Game, phase: Phase, orders: Sequence[Order]) -> list[Finding]:
        """What is to be said once a whole section is carried out: stacking at the end of a Movement Phase (8.1), and
        a front that the Soviet Player has left open in the south (6.54)."""
        if phase.section not in ("movement", "mechanized"):
            return []
        position = self.position(game)
        found = stacking.judge_stacks(position, phase.side, orders)
        return found + (prospects.remark_front(position, orders) if phase.side == SOVIET else [])

    def carry_out(self, table: Table, order: Order) -> Resolution:
        """A legal order, resolved."""
        parsed, _ = parse_order(self.position(table.game), order)
        yield from strongpoints.watch(table, self._resolve(table, parsed))

    def _resolve(self, table: Table, parsed: Parsed | None) -> Resolution:
        position = self.position(table.game)
        match parsed:
            case Attack():
                yield from attack.carry_out_attack(table, self.positions, parsed)
            case Move():
                yield from carry_out_march(table, self.positions, parsed)
            case Rail():
                yield from carry_out_ride(table, self.positions, parsed)
            case Enter():
                yield from reinforcements.carry_out_enter(table, self.positions, parsed)
            case _:
                yield from _events_of(position, parsed)

    def suppose(self, game: Game, order: Order, succeeds: bool) -> Sequence[Event]:
        """The events of an order for a check, worked out once for a position."""
        position = self.position(game)
        return position.once(("supposed", order, succeeds), lambda: self._supposed(position, order, succeeds))

    def _supposed(self, position: Position, order: Order, succeeds: bool) -> Sequence[Event]:
        parsed, _ = parse_order(position, order)
        if not succeeds:
            hoped = self.suppose(position.game, order, True)
            if _is_certain(parsed, hoped):
                return hoped
        return tuple(strongpoints.watch_supposed(position.game, self._suppose(position, parsed, succeeds)))

    def _suppose(self, position: Position, parsed: Parsed | None, succeeds: bool) -> Iterator[Event]:
        ahead = Foresight(position.game)
        match parsed:
            case Attack():
                yield from attack.suppose_attack(position, parsed, succeeds)
            case Move():
                yield from ahead.run(carry_out_march(ahead, self.positions, parsed, succeeds=succeeds))
            case Rail():
                yield from ahead.run(carry_out_ride(ahead, self.positions, parsed, is_supposed=True))
            case Enter():
                yield from ahead.run(reinforcements.carry_out_enter(ahead, self.positions, parsed, succeeds))
            case _:
                yield from _events_of(position, parsed)

    def advise(self, game: Game, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
        """What orders or standing orders answer to a choice."""
        return wishes.advise(self.position(game), choice, standing)

    def find_unmet(
        self, game: Game, fight: Sequence[Event], order: Order | None, standing: Mapping[str, Json]
    ) -> list[Event]:
        """Wishes for retreats and advances that came to nothing (9.6, 9.7)."""
        return list(unmet.find_unmet(game, self.positions, fight, order, standing))

    def describe_unit(self, game: Game, unit_id: str) -> Mapping[str, Json]:
        """Values, allowance in half points and supply of a unit on the map, for ``show unit`` and maps."""
        position = self.position(game)
        values = "U"
        if not untried.is_untried(position, unit_id):
            values = "-".join(map(str, untried.values_of(position, unit_id)))
        found = supply.supply_of(position, unit_id)
        line = [position.number(hex_) for hex_ in found.line]
        told = {"in_supply": found.in_supply, "why": found.why, "line": line, "hq": found.hq}
        told["cases"] = list(found.cases)
        shown = "" if self.setting.counters[unit_id].kind in ("hq", "reserve") else values
        return {"values": shown, "move": going.allowance_of(position, unit_id), "supply": told}

    def zones_of(self, game: Game) -> Mapping[str, frozenset[int]]:
        """Per side the hexes in its Zone of Control (8.0)."""
        return self.position(game).zones

    def garrison_of(self, game: Game, hex_: int) -> int:
        """Strength of the garrison that still holds a hex, else 0 (15.31)."""
        return self.position(game).garrison_in(hex_)


def _events_of(position: Position, parsed: Parsed | None) -> list[Event]:
    """The events of a legal order that needs no die and no decision."""
    match parsed:
        case Airdrop():
            return air.events_of_airdrop(position, parsed)
        case Exchange():
            return regiments.events_of_exchange(position, parsed)
        case Fortify():
            return strongpoints.events_of_fortify(position, parsed)
        case Commit():
            return commitment.events_of_commit(position, parsed)
        case Deploy():
            return deployment.events_of_deploy(position, parsed)
    return []


def _is_certain(parsed: Parsed | None, hoped: Sequence[Event]) -> bool:
    """Whether an order from which these events are hoped leaves nothing to dice or to the enemy: no attack, no overrun,
    no disengagement (6.6)."""
    if isinstance(parsed, (Move, Enter)):
        return not parsed.overruns and not any("6.6" in event.cases for event in hoped)
    return not isinstance(parsed, Attack)


def _may_come(setting: Setting, game: Game, finding: Finding) -> bool:
    """Whether no more is wrong than that a unit is not on the map yet: it may be deployed, enter, or its division be
    broken down before the phase of the order (5.0, 15.11, 16.0)."""
    if finding.code != "unit-off-map":
        return False
    box = game.units[finding.unit].box
    return setting.is_regiment(finding.unit) or box == UNPLACED or 0 < turn_of(box) <= game.turn


def _misplaced(game: Game, order: Order) -> list[Finding]:
    phase = next((phase for phase in PHASES if phase.name == game.phase), None)
    if phase is None:
        return []
    known = [kind for kind in CASE_OF_VERB if kind in order.data]
    if not known or known[0] in phase.kinds:
        return []
    message = f"no {known[0]} in the {phase.title}"
    return [Finding("illegal", "wrong-phase", message, cases=(CASE_OF_VERB[known[0]],), at=(known[0],))]


def load_rules(scenario: Scenario, options: Mapping[str, str]) -> KharkovRules:
    """The rules of a game of this scenario with these options. Raises BadOption."""
    return KharkovRules(build_setting(scenario, choose_options(scenario.options, options)))


def new_game(rules: KharkovRules, scenario: Scenario, game_id: str) -> Game:
    """The opening position of a game."""
    return open_game(game_id, scenario, rules.setting)
