"""A game from ``new`` to the next Game-Turn: submit, status, resolve, questions, answers."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path

import pytest

from tests.acceptance import mail
from tests.acceptance.command import contents, run
from tests.acceptance.conftest import Copy, begin


def test_new_wants_dice(tmp_path: Path) -> None:
    for more in ((), ("--seed", "x", "--sealed")):
        ran = run("new", "kharkov/campaign", tmp_path / "g", *more)
        assert ran.code == 2
        assert "--seed" in ran.err
        assert "--sealed" in ran.err
    assert not (tmp_path / "g").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("kharkov/nowhere", "g", "--seed", "x"), "there is no scenario 'kharkov/nowhere'"),
        (("kharkov/campaign", "g", "--seed", ""), "not empty"),
        (("kharkov/campaign", "g", "--seed", "x\x1b"), "invisible"),
        (("kharkov/campaign", "g", "--seed", "x", "--option", "cavalry"), "NAME=VALUE"),
        (("kharkov/campaign", "g", "--seed", "x", "--option", "cavalry=horse"), "cavalry takes"),
        (("kharkov/campaign", "g", "--seed", "x", "--option", "horse=cavalry"), "there is no option 'horse'"),
        (("kharkov/campaign", "g", "--seed", "x", "--illegal", "shoot"), "shoot"),
        (("kharkov/campaign", "g", "--seed", "x", "--id", "a\nb"), "invisible"),
    ],
)
def test_new_refuses_what_it_does_not_know(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    ran = run("new", *arguments, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err
    assert not (tmp_path / "g" / "log.jsonl").exists()


def test_new_takes_the_name_of_the_folder_and_no_second_game(tmp_path: Path) -> None:
    arguments = ("new", "kharkov/campaign", "izyum", "--seed", "x", "--option", "cavalry=infantry")
    assert run(*arguments, cwd=tmp_path).code == 0
    header = json.loads((tmp_path / "izyum" / "log.jsonl").read_text(encoding="utf-8"))
    assert (header["game"], header["options"]) == ("izyum", {"cavalry": "infantry"})
    ran = run("new", "kharkov/campaign", "izyum", "--seed", "x", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "there is a game in izyum already" in ran.err
    assert run("new", "kharkov/campaign", "other", "--seed", "x", "--id", "by-mail", cwd=tmp_path).code == 0
    assert '"game":"by-mail"' in (tmp_path / "other" / "log.jsonl").read_text(encoding="utf-8")


def test_a_sealed_game_keeps_its_secret_until_it_is_revealed(tmp_path: Path) -> None:
    game = tmp_path / "g"
    assert run("new", "kharkov/campaign", game, "--sealed").code == 0
    secret = (game / "secret.key").read_text(encoding="ascii").strip()
    assert (game / "secret.key").stat().st_mode & 0o77 == 0
    shown = [path for path in game.rglob("*") if path.is_file() and path.name != "secret.key"]
    assert all(secret not in path.read_text(encoding="utf-8") for path in shown)
    ran = run("reveal", "--game", game)
    assert (ran.code, ran.out) == (0, secret + "\n")
    (game / "secret.key").unlink()
    assert "wait for reveal" not in run("verify", "--game", game).out
    (game / "game.yaml").write_text((game / "game.yaml").read_text().replace(secret, "00" * 32))
    ran = run("resolve", "--game", game)
    assert (ran.code, ran.out) == (2, "")
    assert "not the one the game committed to" in ran.err


def test_a_sealed_game_without_its_secret_cannot_go_on(tmp_path: Path) -> None:
    game = tmp_path / "g"
    assert run("new", "kharkov/campaign", game, "--sealed").code == 0
    (game / "secret.key").unlink()
    assert run("resolve", "--game", game).code == 2
    assert run("reveal", "--game", game).code == 2
    ran = run("verify", "--game", game)
    assert ran.code == 0
    assert "wait for reveal" in ran.out


def test_a_receipt_names_every_order_as_understood(fresh: Path) -> None:
    ran = run("submit", "-", cwd=fresh, stdin=mail.SOVIET)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "filed as orders/t01-soviet-orders-001.yaml"
    assert "   1 move 36tb, to 1709: 1808-1709, 1 Movement Point" in lines
    assert "   3 move 38cd, path 2014 2013: 2015-2014-2013, 2 Movement Points" in lines
    assert (fresh / "orders" / "t01-soviet-orders-001.yaml").read_text(encoding="utf-8") == mail.SOVIET
    again = run("submit", "-", cwd=fresh, stdin=mail.GOOD)
    assert "filed as orders/t01-soviet-orders-002.yaml, in place of orders/t01-soviet-orders-001.yaml" in again.out
    assert "combat (Soviet Combat Phase): no orders yet" in again.out


def test_a_receipt_tells_wishes_as_written_and_what_is_left_out(fresh: Path) -> None:
    text = mail.HEAD + (
        "orders:\n  combat:\n    - {attack: 0815, with: [13grd, 226rd], retreat: {226rd: [[0714], [0614, 0514]]},"
        " prefer: lose, air: 1, advance: {}, lose: []}\n"
    )
    ran = run("submit", "-", cwd=fresh, stdin=text)
    assert ran.code == 0, ran.both
    told = "retreat 226rd: 0714 or 0614 0514, prefer lose, air 1, nobody advances, no order of losses"
    assert f"   1 attack 0815, with 13grd 226rd, {told}" in ran.out.splitlines()


def test_a_later_file_replaces_what_is_not_carried_out_and_status_lists_both(fresh: Path) -> None:
    both = mail.GOOD + "  combat: []\n"
    assert run("submit", "-", cwd=fresh, stdin=both).code == 0
    assert run("resolve", "--until", "soviet/combat", cwd=fresh).code == 0
    further = mail.HEAD + "orders:\n  combat:\n    - {attack: 0815, with: [13grd, 226rd]}\n"
    ran = run("submit", "-", cwd=fresh, stdin=further)
    name = "orders/t01-soviet-orders-00"
    assert ran.out.splitlines()[0] == (
        f"filed as {name}2.yaml; {name}1.yaml: its section movement is carried out, the rest is replaced"
    )
    files = f"{name}1.yaml (movement: 1 carried out); {name}2.yaml (combat: 1)"
    assert f"soviet: {files}; no standing orders" in run("status", cwd=fresh).out.splitlines()
    received = json.loads(run("status", "--format", "json", cwd=fresh).out)["sides"]["soviet"]
    assert (received["orders"], received["carried_out"]) == (f"{name}2.yaml", [])
    assert [(e["orders"], e["carried_out"]) for e in received["earlier"]] == [(f"{name}1.yaml", ["movement"])]


def test_the_story_counts_the_whole_phase_in_every_run(fresh: Path) -> None:
    attacks = "{attack: 0515, with: [175rd, 227rd, 84tb]}", "{attack: 0815, with: [13grd, 226rd]}"
    assert run("resolve", "--pass", "soviet", "--until", "soviet/combat", cwd=fresh).code == 0
    text = mail.HEAD + "orders:\n  combat:\n" + "".join(f"    - {attack}\n" for attack in attacks)
    assert run("submit", "-", cwd=fresh, stdin=text).code == 0
    assert "Soviet Combat Phase, so far: one attack" in run("resolve", cwd=fresh).out
    told = []
    while questions := list((fresh / "questions").iterdir()):
        assert run("submit", questions[0], cwd=fresh).code == 0
        told.append(run("resolve", cwd=fresh).out.splitlines()[0])
    assert len(told) > 1
    assert "Soviet Combat Phase: two attacks" in told[-1]
    assert {"so far" in line for line in told[:-1]} == {True}
    assert "so far" not in run("resolve", cwd=fresh).out


def test_an_illegal_file_is_not_filed(fresh: Path) -> None:
    ran = run("submit", "-", cwd=fresh, stdin=mail.BAD)
    assert ran.code == 1
    assert ran.err == "nothing was filed\n"
    assert list((fresh / "orders").iterdir()) == []
    assert run("submit", "nowhere.yaml", cwd=fresh).code == 2


def test_no_orders_is_not_an_empty_list(fresh: Path) -> None:
    assert "soviet: no orders received" in run("status", cwd=fresh).out
    nothing = mail.HEAD + "orders: {movement: []}\n"
    assert run("submit", "-", cwd=fresh, stdin=nothing).code == 0
    ran = run("status", cwd=fresh)
    assert ran.code == 0
    assert "soviet: orders/t01-soviet-orders-001.yaml (movement: nothing)" in ran.out
    assert "axis: no orders received" in ran.out
    ran = run("resolve", cwd=fresh)
    assert ran.code == 4
    assert "soviet: orders/t01-soviet-orders-001.yaml has no section 'combat'" in ran.out


def test_status_says_who_owes_what(fresh: Path) -> None:
    ran = run("status", "--format", "json", cwd=fresh)
    assert ran.code == 4
    status = json.loads(ran.out)
    assert (status["turn"], status["phase"], status["date"]) == (1, "soviet/movement", "12 May 1942")
    (owed,) = status["owed"]
    assert (owed["side"], owed["what"], owed["section"]) == ("soviet", "orders", "movement")
    assert len(status["position"]) == 6
    assert run("status", cwd=fresh / "orders").code == 2


def test_resolve_goes_on_to_the_next_turn_and_says_what_happened(played: Path) -> None:
    status = json.loads(run("status", "--game", played, "--format", "json").out)
    assert (status["turn"], status["phase"]) == (2, "soviet/reserves")
    names = sorted(path.name for path in (played / "reports").iterdir())
    assert names == [f"t0{turn}{side}.md" for turn in (1, 2) for side in ("-axis", "-soviet", "")]
    report = (played / "reports" / "t01.md").read_text(encoding="utf-8")
    assert "Ternovaya" in report
    ran = run("verify", "--game", played)
    assert ran.code == 0
    assert "all as they must be" in ran.out


def test_a_report_of_a_turn_that_is_over_stays_as_it_is(played: Path) -> None:
    before = contents(played, "t01.md", "t01-soviet.md", "t01-axis.md")
    turn_two = "game: demo\nkind: orders\nturn: 2\nside: soviet\nposition: any\norders: {movement: [], combat: []}\n"
    assert run("submit", "-", "--game", played, stdin=turn_two).code == 0
    assert run("resolve", "--game", played).code == 4
    assert contents(played, "t01.md", "t01-soviet.md", "t01-axis.md") == before


@pytest.mark.fault("H10")
def test_old_orders_are_not_in_force_in_the_next_turn(played: Path) -> None:
    assert "soviet: no orders received" in run("resolve", "--game", played).out
    ran = run("submit", "-", "--game", played, stdin=mail.SOVIET)
    assert ran.code == 1
    assert "orders are for turn 1, the game is at turn 2" in ran.out


def test_nothing_new_changes_nothing(played: Path) -> None:
    before = contents(played)
    assert run("resolve", "--game", played).code == 4
    assert contents(played) == before


def test_a_question_is_an_answers_file_and_the_answer_goes_on(asked: Path) -> None:
    ran = run("status", "--game", asked)
    assert ran.code == 4
    assert "owed by axis: a decision, T01/soviet/combat/retreat_or_lose/0515/1" in ran.out
    (question,) = (asked / "questions").iterdir()
    text = question.read_text(encoding="utf-8")
    assert "#  - retreat: " in text
    assert "(the default)" in text
    wrong = text.replace("answer: retreat", "answer: surrender")
    ran = run("submit", "-", "--game", asked, stdin=wrong)
    assert ran.code == 1
    assert "'surrender' is not a legal answer; legal are: retreat, lose" in ran.out
    twice = text + "\n".join(text.splitlines()[-2:]) + "\n"
    ran = run("submit", "-", "--game", asked, stdin=twice)
    assert ran.code == 1
    assert "ambiguous the question" in ran.out
    assert run("submit", "-", "--game", asked, stdin=text.replace("side: axis", "side: soviet")).code == 1
    assert run("submit", question, "--game", asked).code == 0
    ran = run("resolve", "--game", asked)
    assert ran.code == 4
    assert not question.exists()
    assert "retreat_path/294id" in ran.out
    assert run("verify", "--game", asked).code == 0


def test_while_a_question_is_open_the_orders_of_the_phase_are_frozen(asked: Path) -> None:
    ran = run("submit", "-", "--game", asked, stdin=mail.SOVIET.replace("13grd, 226rd", "226rd, 13grd"))
    assert ran.code == 1
    assert "<stdin>:11:3: illegal the section combat is frozen" in ran.out
    assert run("check", "-", "--game", asked, stdin=mail.SOVIET).code == 0


def test_an_illegal_order_of_a_phase_that_opens_stops_there(fresh: Path) -> None:
    assert run("submit", "-", cwd=fresh, stdin=mail.SOVIET).code == 0
    bad = mail.AXIS.replace("[23pz-201, 23pz-126, 23pz-128], to: 1014", "79id, to: 0515")
    assert run("submit", "-", cwd=fresh, stdin=bad).code == 0
    assert run("resolve", "--until", "axis/movement", "--pass", "soviet", cwd=fresh).code in (0, 4)
    for _ in range(9):
        questions = list((fresh / "questions").iterdir())
        if not questions:
            break
        assert run("submit", questions[0], cwd=fresh).code == 0
        ran = run("resolve", cwd=fresh)
    else:
        pytest.fail("the questions do not end")
    assert ran.code == 1
    assert "orders/t01-axis-orders-001.yaml:8:24: illegal kharkov:6.22 79id may not enter 0515" in ran.out
    assert run("resolve", cwd=fresh).code == 1
    ran = run("resolve", "--skip-illegal", cwd=fresh)
    assert ran.code == 4
    assert "Refused: `axis movement 1`" in (fresh / "reports" / "t01.md").read_text(encoding="utf-8")
    assert run("verify", cwd=fresh).code == 0


@pytest.mark.parametrize(
    ("section", "order", "words"),
    [
        ("mechanized", "{move: 44id, to: 1714}", "11:14: illegal kharkov:4.2"),
        ("combat", "{attack: 2018, with: [3pz-6]}", "10:29: illegal kharkov:9.11"),
    ],
)
def test_an_order_for_a_later_phase_that_can_never_be_legal_stops_the_first(
    fresh: Path, section: str, order: str, words: str
) -> None:
    bad = mail.AXIS.replace(f"  {section}: []\n", f"  {section}:\n    - {order}\n")
    assert run("submit", "-", cwd=fresh, stdin=bad).code == 0
    ran = run("resolve", "--pass", "soviet", cwd=fresh)
    assert ran.code == 1
    assert f"orders-001.yaml:{words}" in ran.out
    assert "owed by axis: corrected orders for movement" in run("status", cwd=fresh).out


def test_in_a_game_of_forfeits_illegal_orders_are_filed_and_dropped(tmp_path: Path) -> None:
    game = begin(tmp_path, "--illegal", "forfeit")
    ran = run("submit", "-", "--game", game, stdin=mail.BAD)
    assert ran.code == 1
    assert "filed as orders/t01-soviet-orders-001.yaml" in ran.out
    assert "will be dropped" in ran.err
    assert run("status", "--game", game).code == 0
    assert run("submit", "-", "--game", game, stdin=mail.BAD.replace("turn: 1", "turn: 2")).code == 1
    assert len(list((game / "orders").iterdir())) == 1
    assert run("resolve", "--game", game).code == 4
    assert "Refused: `soviet movement 1`" in (game / "reports" / "t01.md").read_text(encoding="utf-8")
    assert run("verify", "--game", game).code == 0


def test_pass_is_shown_by_the_log(fresh: Path) -> None:
    ran = run("resolve", "--pass", "soviet", "--until", "soviet/combat", cwd=fresh)
    assert ran.code == 0
    assert '"type":"pass"' in (fresh / "log.jsonl").read_text(encoding="utf-8")
    for arguments in (("--pass", "german"), ("--until", "dinner")):
        ran = run("resolve", *arguments, cwd=fresh)
        assert (ran.code, ran.out) == (2, "")
        assert arguments[1] in ran.err


def test_more_leaves_the_phase_open_for_another_file(fresh: Path) -> None:
    text = mail.GOOD + "    - more\n"
    assert "more: the phase stays open" in run("submit", "-", cwd=fresh, stdin=text).out
    ran = run("resolve", cwd=fresh)
    assert ran.code == 4
    assert "is carried out and ends in 'more'" in ran.out
    further = mail.HEAD + "orders:\n  movement:\n    - {move: 38cd, path: [2014]}\n  combat: []\n"
    assert run("submit", "-", cwd=fresh, stdin=further).code == 0
    assert run("resolve", cwd=fresh).code == 4
    assert "Axis" in run("status", cwd=fresh).out.splitlines()[1]
    assert run("verify", cwd=fresh).code == 0


def test_a_phase_that_is_over_takes_no_orders(fresh: Path) -> None:
    assert run("resolve", "--pass", "soviet", cwd=fresh).code == 4
    ran = run("check", "-", cwd=fresh, stdin=mail.SOVIET)
    assert ran.code == 1
    assert ran.out.count("illegal the section") == 2


def test_one_command_writes_at_a_time(played: Path) -> None:
    with (played / ".lock").open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for arguments in (("resolve",), ("submit", "-"), ("reveal",)):
            ran = run(*arguments, "--game", played, stdin=mail.GOOD)
            assert (ran.code, ran.out) == (2, "")
            assert "another command is writing" in ran.err
        assert run("status", "--game", played).code == 4


def test_files_broken_by_hand_are_named_and_left_out(filed: Copy) -> None:
    game = filed()
    (game / "orders" / "t01-axis-orders-001.yaml").write_text("orders: [", encoding="utf-8")
    (game / "orders" / "t01-soviet-orders-002.yaml").write_text(mail.AXIS, encoding="utf-8")
    (game / "orders" / "notes.yaml").write_text(":", encoding="utf-8")
    ran = run("status", "--game", game)
    assert "orders/t01-axis-orders-001.yaml is left out: " in ran.err
    assert "orders/t01-soviet-orders-002.yaml is left out: its head does not fit its name" in ran.err
    assert "notes" not in ran.err
    assert "soviet: orders/t01-soviet-orders-001.yaml" in ran.out
    again = run("submit", "-", "--game", game, stdin=mail.GOOD)
    assert "filed as orders/t01-soviet-orders-003.yaml" in again.out


def test_a_folder_that_is_behind_its_log_is_rebuilt(played: Path) -> None:
    before = contents(played)
    (played / "state.yaml").write_text("game: demo\n", encoding="utf-8")
    (played / "reports" / "t01.md").unlink()
    assert "does not show the position" in run("status", "--game", played).err
    ran = run("resolve", "--game", played)
    assert "have been rebuilt" in ran.err
    assert contents(played) == before


def test_bare_files_give_the_same_turn_as_the_folder(fresh: Path, filed: Copy, tmp_path: Path) -> None:
    for name, text in {"s": mail.SOVIET, "a": mail.AXIS, "st": mail.STANDING}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    bare = ("--seed", "spring", "--out", "after.yaml", "--report", "report.md")
    ran = run(
        "resolve", "--state", fresh / "state.yaml", *bare,
        "--orders", "s.yaml", "--orders", "a.yaml", "--standing", "st.yaml", cwd=tmp_path,
    )  # fmt: skip
    assert ran.code == 4, ran.both
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Kharkov")
    assert "answer by --answers" in ran.err
    answers = ran.out[ran.out.index("# yaml-language-server") :]
    (tmp_path / "q.yaml").write_text(answers, encoding="utf-8")
    again = run(
        "resolve", "--state", fresh / "state.yaml", *bare,
        "--orders", "a.yaml", "--orders", "s.yaml", "--standing", "st.yaml", "--answers", "q.yaml", cwd=tmp_path,
    )  # fmt: skip
    assert again.code == 4
    assert again.out != ran.out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("answer: ", "answer: flee #"), "'flee' is not a legal answer"),
        (("side: ", "side: {other} #"), "is for the"),
        (("question: ", "question: T01/nothing #"), "there is no open question 'T01/nothing'"),
    ],
)
def test_bare_answers_are_judged(fresh: Path, filed: Copy, tmp_path: Path, change: tuple[str, str], words: str) -> None:
    for name, text in {"s": mail.SOVIET, "a": mail.AXIS, "st": mail.STANDING}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    files = ("--orders", "s.yaml", "--orders", "a.yaml", "--standing", "st.yaml")
    bare = ("resolve", "--state", fresh / "state.yaml", "--seed", "spring", "--out", "after.yaml", *files)
    asked = run(*bare, cwd=tmp_path).out
    answers = asked[asked.index("# yaml-language-server") :]
    other = "soviet" if "\nside: axis" in answers else "axis"
    old, new = change
    place = answers.rindex(old)
    spoiled = answers[:place] + new.format(other=other) + answers[place + len(old) :]
    (tmp_path / "q.yaml").write_text(spoiled, encoding="utf-8")
    ran = run(*bare, "--answers", "q.yaml", cwd=tmp_path)
    assert ran.code == 1, ran.both
    assert words in ran.both


@pytest.mark.parametrize(
    "arguments",
    [
        ("--state", "state.yaml"),
        ("--state", "state.yaml", "--seed", "x"),
        ("--orders", "x.yaml"),
        ("--state", "state.yaml", "--game", ".", "--seed", "x", "--out", "y"),
        ("--state", "nothing.yaml", "--seed", "x", "--out", "y"),
        ("--state", "state.yaml", "--seed", "x", "--out", "y", "--orders", "nothing.yaml"),
    ],
)
def test_bare_files_must_be_complete(fresh: Path, arguments: tuple[str, ...]) -> None:
    before = contents(fresh)
    ran = run("resolve", *arguments, cwd=fresh)
    assert (ran.code, ran.out) == (2, "")
    assert contents(fresh) == before


def test_bare_files_inside_a_phase_are_refused(asked: Path, tmp_path: Path) -> None:
    ran = run("resolve", "--state", asked / "state.yaml", "--seed", "x", "--out", tmp_path / "o.yaml")
    assert ran.code == 2
    assert "inside soviet/combat" in ran.err
