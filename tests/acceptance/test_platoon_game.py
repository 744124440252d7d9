"""A turn of Platoon Commander by mail: sealed fire, a decision in the middle, movement in the order decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engine.referee import Entry
from adjudicator.files.log import parse_entry
from tests.acceptance.command import run

HEAD = "game: heights\nkind: {kind}\nside: {side}\n"
NOTHING = "orders:\n  fire: []\n  movement: []\n"
STANDING = "standing:\n  default: {move_first: other}\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "heights"
    assert run("new", "platoon/take-the-high-ground", folder, "--seed", "x").code == 0
    assert run("resolve", "--game", folder).code == 4
    return folder


def send(game: Path, kind: str, side: str, body: str) -> None:
    turn = "turn: 1\nposition: any\n" if kind == "orders" else ""
    path = game.parent / f"{side}-{kind}.yaml"
    path.write_text(HEAD.format(kind=kind, side=side) + turn + body, encoding="utf-8")
    ran = run("submit", path, "--game", game)
    assert ran.code == 0, ran.both


def entries(game: Path) -> list[Entry]:
    found = [parse_entry(line) for line in (game / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    return [entry for entry in found if entry is not None]


def test_both_sides_owe_their_fire_before_either_is_read(game: Path) -> None:
    send(game, "orders", "german", NOTHING)
    ran = run("resolve", "--game", game)
    assert (ran.code, ran.out.splitlines()[0]) == (
        4,
        "The Soviet Player owes orders for the Fire Phase of Game-Turn 1.",
    )
    assert not [entry for entry in entries(game) if entry["type"] == "orders"]


def test_the_side_with_the_initiative_decides_who_moves_first(game: Path) -> None:
    for side in ("german", "soviet"):
        send(game, "orders", side, NOTHING)
    ran = run("resolve", "--game", game)
    assert (ran.code, "The German Player owes an answer" in ran.out) == (4, True)
    (question,) = (game / "questions").glob("*.yaml")
    text = question.read_text(encoding="utf-8")
    question.write_text(text.replace("answer: german", "answer: soviet"), encoding="utf-8")
    assert run("submit", question, "--game", game).code == 0
    run("resolve", "--game", game)
    sides = [entry["side"] for entry in entries(game) if entry.get("section") == "movement"]
    assert sides == ["soviet", "german"]
    assert run("verify", "--game", game).code == 0


def test_standing_orders_decide_it_too(game: Path) -> None:
    send(game, "standing", "german", STANDING)
    for side in ("german", "soviet"):
        send(game, "orders", side, NOTHING)
    ran = run("resolve", "--game", game)
    assert (ran.code, "owes orders for the Fire Phase of Game-Turn 2." in ran.out) == (4, True)
    report = run("report", "--game", game, "--turn", "1", "--format", "md").out
    assert "## Phases of the Game-Turn\n\n### Initiative\n" in report
    assert "The German Player decides by standing orders: the Soviet side moves first" in report.replace("\n  ", " ")
    assert run("verify", "--game", game).code == 0


def test_standing_orders_sent_after_the_question_decide_it(game: Path) -> None:
    for side in ("german", "soviet"):
        send(game, "orders", side, NOTHING)
    assert "The German Player owes an answer" in run("resolve", "--game", game).out
    send(game, "standing", "german", STANDING)
    assert "nothing is owed: resolve can go on" in run("status", "--game", game).out
    ran = run("resolve", "--game", game)
    assert (ran.code, "owes orders for the Fire Phase of Game-Turn 2." in ran.out) == (4, True), ran.both
    assert list((game / "questions").iterdir()) == []
    sides = [entry["side"] for entry in entries(game) if entry.get("section") == "movement"]
    assert sides == ["soviet", "german"]
    chosen = [entry["values"]["by"] for entry in entries(game) if entry.get("kind") == "chosen"]
    assert chosen == ["standing"]
    assert run("verify", "--game", game).code == 0


def test_standing_orders_on_other_things_leave_the_question_open(game: Path) -> None:
    for side in ("german", "soviet"):
        send(game, "orders", side, NOTHING)
    run("resolve", "--game", game)
    before = (game / "log.jsonl").read_bytes()
    send(game, "standing", "german", "standing:\n  default: {opportunity: yes}\n")
    send(game, "standing", "soviet", STANDING)
    assert "owed by german: a decision" in run("status", "--game", game).out
    assert "The German Player owes an answer" in run("resolve", "--game", game).out
    assert (game / "log.jsonl").read_bytes() == before
    assert len(list((game / "questions").iterdir())) == 1


def test_what_is_wrong_with_a_fire_is_told_with_its_line(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "orders.yaml"
    body = (
        "orders:\n  fire:\n    - {fire: F9, with: su-rifle-3}\n    - {fire: F9, with: su-rifle-3, when: {luck: yes}}\n"
    )
    path.write_text(HEAD.format(kind="orders", side="soviet") + "turn: 1\nposition: any\n" + body, encoding="utf-8")
    ran = run("check", path, "--game", game)
    assert ran.code == 1
    told = [line.partition("orders.yaml:")[2] for line in ran.out.splitlines() if "orders.yaml:" in line]
    assert told[0] == "8:14: illegal platoon:4.0 there is no enemy unit to fire at in F9"
    assert "unknown field 'luck'" in told[1]


@pytest.mark.parametrize(
    ("what", "code", "told"),
    [
        (("unit", "su-rifle-1"), 0, "strength 2-4-5, two steps"),
        (("hex", "F5"), 0, "marks: dug_in, held_by_soviet"),
        (("units",), 0, "Soviet: six units on the map"),
        (("zoc",), 0, "Soviet (20 hexes)"),
        (("supply",), 2, "there is no supply in platoon"),
    ],
)
def test_what_can_be_shown(game: Path, what: tuple[str, ...], code: int, told: str) -> None:
    ran = run("show", *what, "--game", game)
    assert (ran.code, told in ran.both) == (code, True), ran.both


def test_units_come_on_move_and_are_fired_at_by_standing_orders(game: Path) -> None:
    moves = (
        "    - {enter: [de-pz4-1, de-inf-1], path: [E12, E11, {split: de-inf-1}, E10, E9, E8, E7]}\n"
        "    - {enter: de-sdkfz251-1, to: A9}\n"
    )
    send(game, "standing", "german", "standing:\n  default: {move_first: self}\n")
    send(game, "standing", "soviet", "standing:\n  default: {opportunity: {at: afv, range: 9}}\n")
    send(game, "orders", "german", "orders:\n  fire: []\n  movement:\n" + moves)
    send(game, "orders", "soviet", NOTHING)
    ran = run("resolve", "--game", game)
    assert (ran.code, "owes orders for the Fire Phase of Game-Turn 2." in ran.out) == (4, True), ran.both
    kinds = [entry.get("kind") for entry in entries(game)]
    assert kinds.count("moved") == 4
    assert "attack_declared" in kinds
    report = run("report", "--game", game, "--turn", "1", "--format", "md").out
    assert "decides by standing orders" in report
    assert "- de-pz4-1 is hit and stops in E7 (4.3)." in report
    assert run("verify", "--game", game).code == 0


def test_an_order_file_brings_a_transport_on_with_its_passenger(game: Path) -> None:
    moves = "    - {enter: de-sdkfz251-1, path: [{load: de-inf-2}, I12, I11, I10]}\n"
    send(game, "standing", "german", "standing:\n  default: {move_first: self}\n")
    send(game, "orders", "german", "orders:\n  fire: []\n  movement:\n" + moves)
    send(game, "orders", "soviet", NOTHING)
    assert run("resolve", "--game", game).code == 4
    shown = run("show", "unit", "de-inf-2", "--game", game).out
    assert "de-sdkfz251-1" in shown
    report = run("report", "--game", game, "--turn", "1", "--format", "md").out
    aboard = "goes aboard German SdKfz 251 1 (de-sdkfz251-1)"
    assert report.replace("\n  ", " ").index(aboard) < report.index("- **de-sdkfz251-1** I12 to I10, 3 points")
    assert run("verify", "--game", game).code == 0
    state = (game / "state.yaml").read_text(encoding="utf-8")
    assert "aboard/de-sdkfz251-1" in state
    assert run("show", "map", "--state", game / "state.yaml").code == 0


@pytest.mark.parametrize("path", ["[F12, F11, F10, F9]", "[F12, F10]", "[F11]"])
def test_a_way_that_is_never_open_is_refused_though_its_phase_comes_later(game: Path, path: str) -> None:
    text = HEAD.format(kind="orders", side="german") + "turn: 1\nposition: any\n"
    text += f"orders:\n  fire: []\n  movement:\n    - {{enter: de-inf-1, path: {path}}}\n"
    sent = game.parent / "german.yaml"
    sent.write_text(text, encoding="utf-8")
    for verb in ("check", "submit"):
        ran = run(verb, sent, "--game", game)
        assert ran.code == 1, ran.both
        assert f"{sent}:9:" in ran.both
        assert "illegal platoon:" in ran.both
    (game / "orders").mkdir(exist_ok=True)
    (game / "orders" / "t01-german-orders-001.yaml").write_text(text, encoding="utf-8")
    send(game, "orders", "soviet", NOTHING)
    ran = run("resolve", "--game", game)
    assert ran.code == 1, ran.both
    assert not [entry for entry in entries(game) if entry["type"] == "orders"]


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (
            "flags: {initiative: german}",
            "flags: {}",
            "the flag 'initiative' is missing: it names a side since turn/initiative",
        ),
        ("{initiative: german}", "{initiative: axis}", "initiative: there is no side 'axis'; there are soviet, german"),
        (
            "{initiative: german}",
            "{initiative: german, first_mover: german, second_mover: german}",
            "german is named already",
        ),
        (
            "su-rifle-2: {hex: E5",
            "su-rifle-2: {hex: D5",
            "su-rifle-3 cannot be in D5: no more than 2 units may be there",
        ),
        ("de-inf-1: {box: turn/1", "de-inf-1: {box: aboard/de-pz4-1", "there is no box 'aboard/de-pz4-1'"),
        (
            "de-inf-1: {box: turn/1",
            "de-inf-1: {box: aboard/de-sdkfz251-1",
            "de-inf-2 cannot be aboard/de-sdkfz251-1: de-inf-1 is",
        ),
    ],
)
def test_a_state_that_cannot_be_is_refused_in_a_sentence(game: Path, before: str, after: str, sentence: str) -> None:
    text = (game / "state.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    text = text.replace(before, after)
    text = text.replace("su-rifle-3: {hex: F5", "su-rifle-3: {hex: D5") if "D5" in after else text
    text = text.replace("de-inf-2: {box: turn/1", "de-inf-2: {box: aboard/de-sdkfz251-1") if "sdkfz" in after else text
    (game / "home.yaml").write_text(text, encoding="utf-8")
    ran = run("show", "units", "--state", "home.yaml", cwd=game)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
