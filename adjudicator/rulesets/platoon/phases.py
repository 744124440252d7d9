"""What happens by itself at the beginning and at the end of each phase, and which phases do not take place (2.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.sequence import Phase
from adjudicator.engine.steps import Choice, Option, Resolution, Table, choose
from adjudicator.model.events import Event
from adjudicator.model.game import Game
from adjudicator.rulesets.platoon.control import declare_winner
from adjudicator.rulesets.platoon.flanking import ENTRIES
from adjudicator.rulesets.platoon.initiative import determine_initiative
from adjudicator.rulesets.platoon.position import (
    FIRED,
    FIRST_MOVER,
    FLANKED,
    INITIATIVE,
    MOVED,
    SECOND_MOVER,
    Positions,
)
from adjudicator.rulesets.platoon.rally import rally

NOT_BUILT = {
    "turn/cards": ("drawing cards is not built yet", ("2.2",)),
    "turn/close_assault": ("close assault is not built yet", ("2.6",)),
    "turn/aid": ("Aid and Focus are not built yet", ("2.8",)),
}


def reason_to_skip(game: Game, phase: Phase) -> tuple[str, tuple[str, ...]] | None:
    """Why a phase does not take place now, with its cases; None when it does."""
    return NOT_BUILT.get(phase.name)


def begin(table: Table, positions: Positions, phase: Phase) -> Resolution:
    """The beginning of a phase: initiative, rallies, who moves first, housekeeping, the end of the game (2.1-2.9)."""
    match phase.name:
        case "turn/initiative":
            yield from determine_initiative(table, positions)
        case "turn/rally":
            yield from rally(table, positions)
        case "turn/order":
            yield from _choose_mover(table, positions)
        case "turn/housekeeping":
            yield from _keep_house(table.game)
        case "turn/advance":
            yield from declare_winner(positions.setting, table.game)


def end(table: Table, positions: Positions, phase: Phase) -> Resolution:
    """The end of a phase: what holds for the Fire Phase only is lifted (4.5)."""
    if phase.name == "both/fire":
        yield from _unmark(table.game, (FLANKED, *ENTRIES), ("4.5",))
        for hex_, marks in table.game.hex_marks.items():
            for word in ENTRIES:
                if word in marks:
                    yield Event("hex_unmarked", table.game.map.grid.number(hex_), {"mark": word}, ("4.5",))


def _choose_mover(table: Table, positions: Positions) -> Resolution:
    """The side with the initiative chooses who moves first (2.5)."""
    leader = table.game.flags[INITIATIVE]
    other = positions.setting.enemy_of(leader)
    options = tuple(Option(side, f"the {side.capitalize()} side moves first") for side in (leader, other))
    about = f"The {leader.capitalize()} side has the initiative and says who moves first."
    first = yield from choose(Choice("move_first", leader, "movement", about, options, 0, ("2.5",)))
    yield Event("flag", FIRST_MOVER, {"to": first}, ("2.5",))
    yield Event("flag", SECOND_MOVER, {"to": positions.setting.enemy_of(first)}, ("2.5",))


def _keep_house(game: Game) -> Iterator[Event]:
    """Fired and Moved markers are removed; who moves first is open again (2.7, 2.5)."""
    yield from _unmark(game, (FIRED, MOVED), ("2.7",))
    for name in (FIRST_MOVER, SECOND_MOVER):
        yield Event("flag", name, {"to": ""}, ("2.7",))


def _unmark(game: Game, words: Iterable[str], cases: tuple[str, ...]) -> Iterator[Event]:
    for unit in game.units.values():
        for word in words:
            if unit.has(word):
                yield Event("unmarked", unit.id, {"marker": word, "quiet": True}, cases)
