"""Platoon Commander as the engine sees it: phases, judgement, resolution, advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engine.sequence import Fields, Phase
from adjudicator.engine.steps import Advice, Choice, Resolution, Table
from adjudicator.model.events import Event, Json
from adjudicator.model.findings import Finding
from adjudicator.model.game import Game
from adjudicator.model.orders import Order
from adjudicator.model.scenario import Scenario
from adjudicator.rulesets.options import choose_options
from adjudicator.rulesets.platoon import control, figures, fire, movement, phases, wishes
from adjudicator.rulesets.platoon.actions import Move
from adjudicator.rulesets.platoon.fields import FIELDS
from adjudicator.rulesets.platoon.opening import build_setting, open_game
from adjudicator.rulesets.platoon.orders import Fire, Parsed, parse_order, turn_of
from adjudicator.rulesets.platoon.position import Position, Positions
from adjudicator.rulesets.platoon.sequence import phases_of
from adjudicator.rulesets.platoon.setting import Setting
from adjudicator.rulesets.platoon.standing import judge_standing
from adjudicator.rulesets.platoon.words import words_of

VERSION = "1"
CASE_OF_VERB: Mapping[str, str] = {"fire": "4.0", "move": "5.0", "enter": "5.0", "load": "5.1.1", "unload": "5.1.2"}
"""The case that says when an order of a verb may be given."""


class PlatoonRules:
    """The rules of one game of Platoon Commander: see ``engine.sequence.Rules``."""

    name = "platoon"
    version = VERSION
    fields: Fields = FIELDS
    opening: tuple[Phase, ...] = ()

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.sides = setting.sides
        self.turns = setting.last_turn
        self.phases: tuple[Phase, ...] = phases_of(setting.sides, setting.options)
        self.words = words_of(setting)
        self.positions = Positions(setting)

    def position(self, game: Game) -> Position:
        """The position of a game state, as the rules see it."""
        return self.positions.of(game)

    def reason_to_skip(self, game: Game, phase: Phase) -> tuple[str, tuple[str, ...]] | None:
        """Why a phase does not take place now (2.0)."""
        return phases.reason_to_skip(game, phase)

    def begin(self, table: Table, phase: Phase) -> Resolution:
        """What happens by itself at the start of a phase (2.1, 2.3, 2.5, 2.7)."""
        return phases.begin(table, self.positions, phase)

    def end(self, table: Table, phase: Phase) -> Resolution:
        """What happens by itself at the end of a phase (4.5)."""
        return phases.end(table, self.positions, phase)

    def judge(self, game: Game, order: Order) -> list[Finding]:
        """What is wrong with an order in this position."""
        misplaced = self._misplaced(game, order)
        if misplaced:
            return misplaced
        position = self.position(game)
        parsed, findings = parse_order(position, order)
        if isinstance(parsed, Fire):
            return fire.judge_fire(position, parsed)
        if isinstance(parsed, Move):
            return movement.judge_move(position, parsed)
        return findings

    def find_wait(self, game: Game, order: Order) -> Finding | None:
        """What a fire still waits for by its ``when`` (2.4)."""
        position = self.position(game)
        parsed, _ = parse_order(position, order)
        return fire.find_wait(position, parsed) if isinstance(parsed, Fire) else None

    def find_unmet(
        self, game: Game, fight: Sequence[Event], order: Order | None, standing: Mapping[str, Json]
    ) -> list[Event]:
        """Nothing: a fire is void as a whole, or made."""
        return []

    def judge_words(self, game: Game, order: Order) -> list[Finding]:
        """What is wrong with an order in any position: unknown units, hexes, verbs; a way that is never open."""
        position = self.position(game)
        parsed, findings = parse_order(position, order)
        if isinstance(parsed, Move) and not findings:
            return movement.judge_ever(position, parsed)
        return [finding for finding in findings if not _may_come(game, finding)]

    def judge_standing(self, game: Game, side: str, standing: Mapping[str, Json]) -> list[Finding]:
        """What is wrong with standing orders whatever happens, and advice on what can never be of use in them."""
        return judge_standing(self.position(game), side, standing)

    def remark(self, game: Game, order: Order) -> list[Finding]:
        """Advice on a legal order: fire that can have no effect, the way found for a move (4.0, 5.0)."""
        position = self.position(game)
        parsed, _ = parse_order(position, order)
        if isinstance(parsed, Move):
            return movement.remark_move(position, parsed)
        return fire.remark_fire(position, parsed) if isinstance(parsed, Fire) else []

    def judge_all(self, game: Game, phase: Phase, orders: Sequence[Order]) -> list[Finding]:
        """What is wrong once a whole section is carried out."""
        return []

    def carry_out(self, table: Table, order: Order) -> Resolution:
        """A legal order, resolved."""
        parsed, _ = parse_order(self.position(table.game), order)
        yield from control.watch(self.setting, table, self._resolve(table, parsed))

    def _resolve(self, table: Table, parsed: Parsed | None) -> Resolution:
        if isinstance(parsed, Fire):
            yield from fire.carry_out_fire(table, self.positions, parsed)
        elif isinstance(parsed, Move):
            yield from movement.carry_out_move(table, self.positions, parsed)

    def suppose(self, game: Game, order: Order, succeeds: bool) -> Iterator[Event]:
        """The events of an order for a check."""
        position = self.position(game)
        parsed, _ = parse_order(position, order)
        if isinstance(parsed, Fire):
            yield from fire.suppose_fire(position, parsed, succeeds)
        elif isinstance(parsed, Move):
            yield from movement.suppose_move(position, parsed, succeeds)

    def advise(self, game: Game, choice: Choice, standing: Mapping[str, Json]) -> Advice | None:
        """What orders or standing orders answer to a choice."""
        return wishes.advise(self.position(game), choice, standing)

    def describe_unit(self, game: Game, unit_id: str) -> Mapping[str, Json]:
        """Of a unit on the map its figures, what it may spend on movement now, and what it carries."""
        return figures.describe(self.position(game), unit_id)

    def garrison_of(self, game: Game, hex_: int) -> int:
        """None: there are no garrisons."""
        return 0

    def zones_of(self, game: Game) -> Mapping[str, frozenset[int]]:
        """Per side the hexes in its Zone of Control (5.3)."""
        return self.position(game).zones

    def _misplaced(self, game: Game, order: Order) -> list[Finding]:
        phase = next((phase for phase in self.phases if phase.name == game.phase), None)
        known = [verb for verb in CASE_OF_VERB if verb in order.data]
        if phase is None or not known or known[0] in phase.kinds:
            return []
        message = f"no {known[0]} in the {phase.title}"
        return [Finding("illegal", "wrong-phase", message, cases=(CASE_OF_VERB[known[0]],), at=(known[0],))]


def _may_come(game: Game, finding: Finding) -> bool:
    """Whether no more is wrong than that a unit is not on the map yet, but may come on before the order's phase."""
    return finding.code == "unit-off-map" and 0 < turn_of(game.units[finding.unit].box) <= game.turn


def load_rules(scenario: Scenario, options: Mapping[str, str]) -> PlatoonRules:
    """The rules of a game of this scenario with these options. Raises BadOption."""
    return PlatoonRules(build_setting(scenario, choose_options("platoon", scenario.options, options)))


def new_game(rules: PlatoonRules, scenario: Scenario, game_id: str) -> Game:
    """The opening position of a game."""
    return open_game(game_id, scenario, rules.setting)
