"""The players of the golden campaign: ten Game-Turns played by lot, and written down as files that people would send.

``python -m tests.campaign`` writes ``examples/kharkov-campaign-orders`` anew; only needed when a rule has changed so
that an order in it is refused. ``python -m tests.golden`` then plays the files.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.picks import Picks
from adjudicator.engine.referee import Entry, Referee
from adjudicator.engine.self_play import write_section
from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.yaml_writer import render_yaml
from adjudicator.model.events import Json
from adjudicator.model.game import Game
from adjudicator.model.orders import MORE
from adjudicator.rulesets.kharkov.player import KharkovPlayer
from adjudicator.rulesets.kharkov.position import Position
from adjudicator.rulesets.kharkov.rules import KharkovRules, load_rules, new_game
from adjudicator.rulesets.kharkov.setting import enemy_of

SCENARIO = "kharkov/campaign"
GAME = "kharkov-campaign"
SEED = "Balakleya"
PICKS = "19"
WAITS = 6
"""How often in a hundred a side keeps a phase open after an order that may fail."""


class Players:
    """Both players: orders phase by phase, standing orders each Game-Turn, an answer to each question."""

    def __init__(self, rules: KharkovRules, picks: str) -> None:
        self.rules = rules
        self.player = KharkovPlayer(rules)
        self.pick = Picks(picks)
        self.referee: Referee
        self.given: Counter[tuple[int, str]] = Counter()
        self.written: dict[str, tuple[int, Mapping[str, Json]]] = {}

    def orders(self, turn: int, side: str, section: str, part: int) -> list[Json] | str | None:
        """A section, legal or conditional, seldom left open."""
        game = self.referee.game
        pick = self.pick.named(f"T{turn:02}", game.phase, side)
        first = self.given[turn, game.phase] + 1
        orders = write_section(self.rules, self.player, game, side, pick, part, first, wait=WAITS)
        self.given[turn, game.phase] += sum(order != MORE for order in orders)
        return orders

    def is_blind(self, turn: int, side: str, section: str) -> bool:
        """Every section is written when its phase is open."""
        return False

    def ahead(self, turn: int, side: str, section: str) -> Mapping[str, list[Json]]:
        """None is written with another."""
        return {}

    def standing(self, side: str) -> Mapping[str, Json] | None:
        """Standing orders anew each Game-Turn."""
        game = self.referee.game
        if not game.turn:
            return None
        if side not in self.written or self.written[side][0] != game.turn:
            self.written[side] = game.turn, self._standing(game, side)
        return self.written[side][1]

    def answer(self, question: str, side: str) -> Json | None:
        """One of the answers."""
        return self.pick.named("answer", question).one_of(self.referee.entries[-1]["options"])["answer"]

    def _standing(self, game: Game, side: str) -> Mapping[str, Json]:
        """A default, and for each hex of the front how to hold it and where to fall back."""
        pick, position = self.pick.named(f"T{game.turn:02}", "standing", side), self.rules.position(game)
        default: dict[str, Json] = {"prefer": pick.one_of(("retreat", "lose")), "chase": pick.one_of(("yes", "no"))}
        default |= {"advance": pick.one_of(("yes", "no")), "air": {"at_least": "3-1"}}
        enemies = position.combat_hexes[enemy_of(side)]
        near = {n for hex_ in enemies for n in position.grid.within(hex_, 2)}
        front = [hex_ for hex_ in position.stacks[side] if hex_ in near]
        hexes = {self._number(hex_): self._hold(position, side, hex_, pick) for hex_ in front}
        return {"default": default, "hexes": {number: wishes for number, wishes in sorted(hexes.items()) if wishes}}

    def _hold(self, position: Position, side: str, hex_: int, pick: Picks) -> dict[str, Json]:
        beside = position.grid.adjacent[hex_]
        zone = position.zone_of(enemy_of(side))
        open_hexes = [n for n in beside if n not in position.stacks[enemy_of(side)]]
        back = sorted(open_hexes, key=lambda n: (n in zone, position.number(n)))
        wishes: dict[str, Json] = {}
        if back:
            wishes["retreat"] = [[self._number(n)] for n in back]
        if pick.chance(30):
            wishes["prefer"] = pick.one_of(("retreat", "lose"))
        units = position.combat_units_of(side, hex_)
        if len(units) > 1 and pick.chance(60):
            wishes["lose"] = list(units)
        return wishes

    def _number(self, hex_: int) -> str:
        return self.rules.setting.map.grid.number(hex_)


def play(picks: str = PICKS) -> list[Entry]:
    """The entries of the whole campaign."""
    rules = load_rules(load_scenario(SCENARIO), {})
    players = Players(rules, picks)
    start = new_game(rules, load_scenario(SCENARIO), GAME)
    players.referee = Referee(rules, start, players, Dice(secret_of_seed(SEED), GAME).roll)
    stop = players.referee.run()
    if stop.kind != "over":
        raise RuntimeError(f"the campaign stops: {stop}")
    return players.referee.entries


def files_of(entries: list[Entry]) -> Iterator[tuple[str, str]]:
    """The files that the players send, each with its name, in the order in which they are sent."""
    turn = 1
    count = 0
    for entry in entries:
        if entry.get("kind") == "phase_begun":
            turn = int(entry["values"]["turn"])
        kind = {"orders": "orders", "standing": "standing", "answer": "answers"}.get(str(entry["type"]))
        if kind is None:
            continue
        count += 1
        side = str(entry["side"])
        head: dict[str, Any] = {"game": GAME, "kind": kind, "turn": turn, "side": side, "position": "ffffff"}
        if kind == "orders":
            what = str(entry["section"]) + ("" if entry["part"] == 1 else f"-{entry['part']}")
            head["orders"] = {entry["section"]: entry["orders"]}
        elif kind == "standing":
            what, head["standing"] = "standing", entry["standing"]
        else:
            what, head["answers"] = "answer", [{"question": entry["question"], "answer": entry["answer"]}]
        yield f"{count:03}-turn-{turn:02}-{side}-{what}.yaml", render_yaml(head)


def main() -> None:
    """Write the files anew; an argument is another seed for the players."""
    entries = play(*sys.argv[1:2])
    folder = Path(__file__).resolve().parent.parent / "examples" / f"{GAME}-orders"
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    for name, text in files_of(entries):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
