"""Two people's mail on disk: blind files with standing orders, and careful play with stops and questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.files.scenario_file import load_scenario
from adjudicator.files.yaml_writer import render_yaml

from .command import run

SEED = "Pechenegi"
OWED = 4
UNITS = load_scenario("kharkov/campaign").counters
WISHES = {"prefer": "lose", "advance": "no", "air": "0"}
"""What both would answer to every question that their standing orders settle beforehand, but who loses a step."""

SOVIET_1 = {
    "movement": [
        {"move": "hq-28a", "to": "0714"},
        {"move": "293rd", "path": ["0413", "0414"]},
        {"move": "124rd", "path": ["0814"]},
        {"move": "36tb", "to": "1709"},
    ],
    "combat": [
        {"attack": "0815", "with": ["13grd", "226rd", "124rd"], "air": "1"},
        {"attack": "0515", "with": ["175rd", "227rd", "84tb", "169rd", "244rd", "293rd"]},
        {"attack": "1816", "with": ["41rd", "13tb", "266rd", "411rd", "37tb"]},
    ],
}
AXIS_1 = {
    "movement": [
        {"move": ["23pz-201", "23pz-126", "23pz-128"], "path": ["1213", "1212", "1211", {"overrun": "1111"}]},
    ],
    "combat": [{"attack": "0912", "with": ["71id"]}],
    "mechanized": [],
}
SOVIET_2 = {
    "reserves": [{"commit": {"14grd": "2501"}}],
    "movement": [{"move": "hq-6a", "to": "2118"}],
    "combat": [],
}
AXIS_2 = {
    "movement": [{"move": "305id", "path": ["1717"], "if_chased": "stop"}],
    "combat": [],
    "mechanized": [],
}
TURNS: list[tuple[int, str, dict[str, list[Any]]]] = [
    (1, "soviet", SOVIET_1),
    (1, "axis", AXIS_1),
    (2, "soviet", SOVIET_2),
    (2, "axis", AXIS_2),
]


class Player:
    """Sends files to one game and has it resolved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = 0
        assert run("new", "kharkov/campaign", folder, "--seed", SEED).code == 0

    def send(self, kind: str, side: str, turn: int, **body: Any) -> None:
        head = {"game": self.folder.name, "kind": kind, "turn": turn, "side": side, "position": "any"}
        ran = run("submit", "-", "--game", self.folder, stdin=render_yaml({**head, **body}))
        assert ran.code == 0, ran.both
        self.files += 1

    def go_on(self) -> None:
        ran = run("resolve", "--game", self.folder)
        assert ran.code == OWED, ran.both

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]

    @property
    def question(self) -> dict[str, Any] | None:
        last = self.entries[-1]
        return last if last["type"] == "question" else None

    def dice(self) -> dict[str, int]:
        return {entry["subject"]: entry["values"]["value"] for entry in self.entries if entry.get("kind") == "rolled"}

    def units(self) -> dict[str, Any]:
        ran = run("show", "units", "--format", "json", "--game", self.folder)
        assert ran.code == 0
        found: dict[str, Any] = json.loads(ran.out)
        return found


def standing_of(side: str) -> dict[str, Any]:
    return {"default": {**WISHES, "chase": "yes", "lose": [c.id for c in UNITS.values() if c.side == side]}}


def answer_of(question: dict[str, Any]) -> Any:
    """What standing orders of these wishes would have answered."""
    answers = [option["answer"] for option in question["options"]]
    match question["kind"]:
        case "retreat_or_lose":
            return "lose" if "lose" in answers else answers[0]
        case "lose_step":
            return next(unit_id for unit_id in UNITS if unit_id in answers)
        case "chase":
            return "yes"
        case "advance":
            return []
        case "air":
            return "no"
    raise AssertionError(question)


def play_blind(folder: Path) -> Player:
    player = Player(folder)
    for side in ("soviet", "axis"):
        player.send("standing", side, 1, standing=standing_of(side))
    for turn, side, orders in TURNS:
        player.send("orders", side, turn, orders=orders)
        player.go_on()
        assert player.question is None
    return player


def play_carefully(folder: Path) -> Player:
    """The same orders, each section when its phase is open, each attack when the one before it has been seen."""
    player = Player(folder)
    for turn, side, orders in TURNS:
        for section, entries in orders.items():
            parts = [[entry, "more"] for entry in entries[:-1]] + [entries[-1:]] if section == "combat" else [entries]
            for part in parts:
                player.send("orders", side, turn, orders={section: part})
                player.go_on()
                while (question := player.question) is not None:
                    told = [{"question": question["question"], "answer": answer_of(question)}]
                    player.send("answers", question["side"], turn, answers=told)
                    player.go_on()
    return player


def test_blind_files_and_careful_play_give_the_same_dice_for_the_same_fights(tmp_path: Path) -> None:
    blind, careful = play_blind(tmp_path / "a" / "mail"), play_carefully(tmp_path / "b" / "mail")
    # One file of orders for a side and turn, and one of standing orders for each side.
    assert blind.files == len(TURNS) + 2
    assert careful.files > 2 * len(TURNS)
    assert [entry["type"] for entry in blind.entries].count("question") == 0
    assert [entry["type"] for entry in careful.entries].count("question") > 5
    kinds = {name.split("/")[3] for name in blind.dice()}
    assert kinds == {"combat", "overrun", "untried"}
    how = {entry["values"]["how"] for entry in blind.entries if entry.get("kind") == "moved"}
    assert {"move", "overrun", "chase"} <= how
    assert careful.dice() == blind.dice()
    assert careful.units() == blind.units()
    for player in (blind, careful):
        verified = run("verify", "--game", player.folder)
        assert verified.code == 0, verified.both
