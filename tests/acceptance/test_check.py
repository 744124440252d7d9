"""``check``: verdicts, findings with their places, forms, exit codes."""

from __future__ import annotations

import concurrent.futures
import json
import os
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.acceptance import mail
from tests.acceptance.command import contents, run, run_process


def write(place: Path, **texts: str) -> None:
    """Files ``NAME.yaml`` with these texts."""
    for name, text in texts.items():
        (place / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_a_good_file_is_ok(fresh: Path) -> None:
    write(fresh, good=mail.GOOD)
    ran = run("check", "good.yaml", cwd=fresh)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "good.yaml:8:24: advice kharkov:6.12 36tb goes 1808-1709 for 1 Movement Point",
        "  order soviet movement 1, unit 36tb, hex 1709",
        "good.yaml: ok, 1 order",
    ]


def test_the_way_found_is_told_for_orders_that_say_only_where_to(fresh: Path) -> None:
    text = mail.HEAD + (
        "orders:\n  movement:\n    - {move: [26cd, 28cd], to: 2318}\n    - {rail: 76rd, to: 0409}\n"
        "    - {move: 38cd, path: [2014, 2013]}\n    - {move: 103rd, to: 1917}\n"
    )
    ran = run("check", "-", "--format", "json", cwd=fresh, stdin=text)
    assert ran.code == 1
    (file,) = json.loads(ran.out)["files"]
    assert [(f["kind"], f["order"], f["cases"], f["message"]) for f in file["findings"][:2]] == [
        ("advice", "soviet movement 1", ["6.12"], "26cd and 28cd go 2320-2319-2318 for 3 Movement Points"),
        (
            "advice",
            "soviet movement 2",
            ["6.44"],
            "76rd goes by rail 0113-0212-0312-0311-0410-0409 over 5 rail hexes",
        ),
    ]
    assert [f["order"] for f in file["findings"][2:]] == ["soviet movement 4"]
    assert run("check", "-", cwd=fresh, stdin=text.replace("    - {move: 103rd, to: 1917}\n", "")).code == 0


def test_faults_of_form_inside_orders_do_not_hide_those_of_the_others(fresh: Path) -> None:
    text = mail.HEAD + (
        "orders:\n  movement:\n    - {move: 36tb, to: 1709, fast: true}\n    - {overrun: 2322}\n"
        "    - {move: 175rd, path: [0515]}\n    - {jump: 38cd}\n    -\n    - {move: 38cd, path: [2014]}\n"
        "  combat:\n    - {attack: 0815, with: [36tb, 226rd]}\n"
    )
    ran = run("check", "-", "--format", "json", cwd=fresh, stdin=text)
    (file,) = json.loads(ran.out)["files"]
    found = [(f["kind"], f["order"], f["line"]) for f in file["findings"] if "9.15" not in f["cases"]]
    assert found == [
        ("unreadable", "soviet movement 1", 8),
        ("unreadable", "soviet movement 2", 9),
        ("illegal", "soviet movement 3", 10),
        ("unreadable", "soviet movement 4", 11),
        ("unreadable", "soviet movement 5", 12),
        ("illegal", "soviet combat 1", 15),
    ]
    messages = [f["message"] for f in file["findings"]]
    assert messages[1].endswith("it is written as a step of a move's path, path: [..., {overrun: 2322}]")
    assert messages[3] == "unknown order 'jump'; known here: move, rail, enter"
    assert file["findings"][5]["notes"][-1] == "its move (movement 1) is illegal"
    assert run("submit", "-", cwd=fresh, stdin=text).code == 1
    assert list((fresh / "orders").iterdir()) == []


def test_faults_of_form_bear_the_numbers_of_the_turn(fresh: Path) -> None:
    assert run("submit", "-", cwd=fresh, stdin=mail.GOOD + "    - more\n").code == 0
    assert run("resolve", cwd=fresh).code == 4
    text = mail.HEAD + "orders:\n  movement:\n    - {jump: 38cd}\n    - {move: 38cd, path: [2012]}\n"
    ran = run("check", "-", cwd=fresh, stdin=text)
    assert "  order soviet movement 2" in ran.out.splitlines()
    assert "  order soviet movement 3, unit 38cd, hex 2012" in ran.out.splitlines()


def test_units_off_the_map_are_told_where_they_are_and_by_which_case(fresh: Path) -> None:
    orders = "".join(f"    - {{move: {unit}, to: 0501}}\n" for unit in ("6gtb", "133tb", "15grd"))
    ran = run("check", "-", cwd=fresh, stdin=mail.HEAD + "orders:\n  movement:\n" + orders)
    for words in (
        "kharkov:16.0 6gtb is not on the map: it may enter (order enter) since Game-Turn 1",
        "kharkov:16.0 133tb is not on the map: it arrives on Game-Turn 2",
        "kharkov:6.73 15grd is not on the map: it is in the reserve box of 28a until it is committed",
    ):
        assert words in ran.out


def test_without_a_file_it_is_a_usage_error(fresh: Path) -> None:
    ran = run("check", cwd=fresh)
    assert (ran.code, ran.out) == (2, "")
    assert "FILE" in ran.err


def test_a_pattern_that_matches_nothing_is_a_usage_error(fresh: Path) -> None:
    ran = run("check", "orders/*.yml", cwd=fresh)
    assert (ran.code, ran.out) == (2, "")
    assert "no such file" in ran.err


@pytest.mark.fault("H24")
def test_good_bad_and_missing_are_all_reported(fresh: Path) -> None:
    write(fresh, good=mail.GOOD, bad=mail.BAD)
    ran = run("check", "good.yaml", "bad.yaml", "missing.yaml", cwd=fresh)
    assert ran.code == 1
    verdicts = [line for line in ran.out.splitlines() if ": ok" in line or ": refused" in line]
    assert [line.split(":")[0] for line in verdicts] == ["good.yaml", "bad.yaml", "missing.yaml"]
    assert "missing.yaml: unreadable no such file" in ran.out
    assert ran.err == ""


def test_without_a_game_it_could_not_run(tmp_path: Path) -> None:
    write(tmp_path, good=mail.GOOD)
    ran = run("check", "good.yaml", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "there is no game in ." in ran.err


def test_standard_input_is_a_dash(fresh: Path) -> None:
    ran = run("check", "-", cwd=fresh, stdin=mail.BAD)
    assert ran.code == 1
    assert ran.out.startswith("<stdin>:8:27: illegal kharkov:")


def test_the_variable_names_the_game(fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, good=mail.GOOD)
    assert run("check", "good.yaml", cwd=tmp_path, env={"ADJUDICATOR_GAME": str(fresh)}).code == 0


@pytest.mark.fault("H09")
def test_one_run_lists_every_mistake_of_both_sides(two: Path) -> None:
    write(two, red=mail.RED, grey=mail.GREY)
    before = {path: path.stat().st_mtime_ns for path in two.rglob("*")}
    ran = run("check", "red.yaml", "grey.yaml", "--games", ".", cwd=two)
    assert ran.code == 1
    for line in (
        "red.yaml:8:14: illegal kharkov:6.13 44id is a unit of the Axis Player",
        "red.yaml:9:14: illegal kharkov:3.2 there is no unit '999rd'",
        "red.yaml:10:27: illegal kharkov:3.1 there is no hex 9999 on the map",
        "red.yaml:11:33: illegal kharkov:6.0 the path has a gap: 1805 is not adjacent to 1807",
        "red.yaml:12:46: illegal kharkov:6.11,6.12,6.26,11.41 199rd cannot reach 0910: not enough Movement Points",
        "  needs 5, has 3: 1210 clear 1 + 1110 clear 1 + 1010 clear 1 + 0910 Veliky Burluk 1+1",
        "red.yaml:13:28: illegal kharkov:6.22 175rd may not enter 0515: it holds 294id",
        "red.yaml:14:14: illegal kharkov:8.1 103rd may not end its move in 1917",
        "red.yaml:15:27: illegal kharkov:6.43 47rd may not enter 1812 by rail: it is in an enemy zone of control",
        "red.yaml:17:29: illegal kharkov:9.15,10.21 51rd may not attack from 2703",
        "red.yaml:20:29: illegal kharkov:9.14 226rd may not attack from 0715: it attacked this phase",
        "  order soviet combat 4, unit 226rd, hex 0715",
        "grey.yaml:8:14: illegal kharkov:6.13 175rd is a unit of the Soviet Player",
        "grey.yaml:9:27: illegal kharkov:6.24,8.23,6.64 44id may not leave 1813: it is in an enemy zone of control",
        "grey.yaml:10:14: illegal kharkov:6.51 2rum may not move: it is in 2821, south of the Sector Line",
        "grey.yaml:12:37: illegal kharkov:6.0 the path has a gap: 1116 is not adjacent to 1114",
    ):
        assert line in ran.out
    assert {path: path.stat().st_mtime_ns for path in two.rglob("*")} == before


def test_the_json_carries_the_same(two: Path) -> None:
    write(two, red=mail.RED, grey=mail.GREY)
    text = run("check", "red.yaml", "grey.yaml", "--games", ".", cwd=two)
    ran = run("check", "red.yaml", "grey.yaml", "--games", ".", "--format", "json", cwd=two)
    assert ran.code == 1
    data = json.loads(ran.out)
    schema = json.loads(run("schema", "check").out)
    Draft202012Validator(schema).validate(data)
    assert [file["verdict"] for file in data["files"]] == ["refused", "refused"]
    findings = [finding for file in data["files"] for finding in file["findings"]]
    assert data["summary"] == {
        "files": 2, "ok": 0, "conditional": 0, "refused": 2, "findings": len(findings),
    }  # fmt: skip
    for finding in findings:
        place = f"{finding['path']}:{finding['line']}:{finding['column']}: {finding['kind']}"
        assert f"{place} kharkov:{','.join(finding['cases'])} {finding['message']}" in text.out
        assert all(note in text.out for note in finding["notes"])
        assert finding["order"]


def test_jsonl_is_one_file_a_line(two: Path) -> None:
    write(two, red=mail.RED, grey=mail.GREY)
    ran = run("check", "red.yaml", "grey.yaml", "--games", ".", "--format", "jsonl", cwd=two)
    assert [json.loads(line)["path"] for line in ran.out.splitlines()] == ["red.yaml", "grey.yaml"]


def test_github_marks_the_line(two: Path) -> None:
    write(two, red=mail.RED)
    ran = run("check", "red.yaml", "--games", ".", "--format", "github", cwd=two)
    assert "::error file=red.yaml,line=8,col=14,title=illegal kharkov%3A6.13::44id is a unit of the" in ran.out
    assert all(line.startswith("::error file=red.yaml,line=") for line in ran.out.splitlines())


def test_jobs_give_the_same_text(two: Path) -> None:
    names = []
    for number in range(20):
        write(two, **{f"file{number}": mail.RED if number % 2 else mail.GREY})
        names.append(f"file{number}.yaml")
    alone = run("check", *names, "--games", ".", cwd=two)
    assert run_process("check", *names, "--games", ".", "--jobs", 2, cwd=two) == alone
    assert alone.code == 1


def test_jobs_that_cannot_begin_are_done_here(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(jobs: int) -> None:
        raise OSError(f"no {jobs} processes")

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", refuse)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    write(two, red=mail.RED)
    names = ["red.yaml"] * 20
    assert run("check", *names, "--games", ".", "--jobs", 2, cwd=two) == run("check", *names, "--games", ".", cwd=two)


def test_games_must_hold_the_game_once(two: Path) -> None:
    write(two, good=mail.GOOD, red=mail.RED)
    unknown = run("check", "good.yaml", "--games", ".", cwd=two)
    assert "good.yaml:1:7: unreadable there is no game 'demo' in ." in unknown.out
    shutil.copytree(two / "red", two / "again")
    ran = run("check", "red.yaml", "--games", ".", cwd=two)
    assert "red.yaml:1:7: ambiguous there is more than one game 'red': again and red" in ran.out
    assert ran.code == 1


def test_a_state_file_gives_the_same_verdicts_as_the_folder(two: Path, tmp_path: Path) -> None:
    write(two, red=mail.RED, grey=mail.GREY)
    for name in ("red", "grey"):
        home = tmp_path / f"{name}.state"
        shutil.copy(two / name / "state.yaml", home)
        at_home = run("check", f"{name}.yaml", "--state", home, cwd=two)
        assert at_home == run("check", f"{name}.yaml", "--game", name, cwd=two)


def test_a_state_file_that_is_none_could_not_run(fresh: Path) -> None:
    write(fresh, good=mail.GOOD)
    for name in ("game.yaml", "good.yaml", "nothing.yaml"):
        ran = run("check", "good.yaml", "--state", name, cwd=fresh)
        assert (ran.code, ran.out) == (2, "")
    assert run("check", "good.yaml", "--state", "state.yaml", "--games", ".", cwd=fresh).code == 2


def test_the_dnieper_is_crossed_nowhere_but_on_the_road(two: Path) -> None:
    game = two / "grey"
    lines = (game / "state.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    moved = [line.replace('"0214"', '"3238"') if line.strip().startswith("79id:") else line for line in lines]
    (two / "moved.yaml").write_text("".join(moved), encoding="utf-8")
    write(two, grey=mail.GREY[: mail.GREY.index("    -")] + "    - {move: 79id, path: [3339]}\n")
    ran = run("check", "grey.yaml", "--state", "moved.yaml", cwd=two)
    assert ran.code == 1
    assert "grey.yaml:8:27: illegal kharkov:6.3" in ran.out
    assert "  the Dnieper is crossed at a road only" in ran.out


def test_what_comes_later_is_said_so_and_its_words_are_checked_now(fresh: Path) -> None:
    text = mail.AXIS.replace("combat: []", "combat:\n    - {attack: 9999, with: [44id, 175rd, 998id]}")
    ran = run("check", "-", cwd=fresh, stdin=text)
    assert ran.code == 1
    assert "  movement: checked again when its phase opens" in ran.out.splitlines()
    for words in ("there is no hex 9999", "175rd is a unit of the Soviet Player", "there is no unit '998id'"):
        assert words in ran.out
    assert "  order axis combat 1, unit 175rd" in ran.out.splitlines()


def test_a_conditional_order_is_legal_but_said_so(two: Path) -> None:
    orders = (
        "  movement:\n    - {move: 23pz-201, to: 0913}\n"
        "  combat:\n    - {attack: [0912, 0813], with: [71id]}\n"
        "  mechanized:\n    - {move: 23pz-201, path: [0912]}\n"
    )
    text = mail.GREY[: mail.GREY.index("  movement")] + orders
    ran = run("check", "-", "--game", two / "grey", stdin=text)
    assert ran.code == 0
    told = "<stdin>:12:31: conditional kharkov:6.24,8.23,6.64 legal only if axis combat 1 succeeds: otherwise 23pz-201"
    assert f"\n{told}" in ran.out
    assert ran.out.endswith("<stdin>: conditional, 3 orders\n")
    receipt = run("submit", "-", "--game", two / "grey", stdin=text)
    assert receipt.code == 0
    assert "   1 move 23pz-201, path 0912: 0913-0912, 3 Movement Points (conditional)" in receipt.out.splitlines()


@pytest.mark.parametrize("order", ["more", "{move: 36tb, to: 1709}"])
def test_more_is_the_last_entry(fresh: Path, order: str) -> None:
    text = mail.HEAD + f"orders:\n  movement:\n    - more\n    - {order}\n    - more\n"
    ran = run("check", "-", cwd=fresh, stdin=text)
    assert ran.code == 1
    assert "<stdin>:8:7: illegal 'more' may only be the last entry of a section" in ran.out


def test_a_section_that_the_side_does_not_have(fresh: Path) -> None:
    ran = run("check", "-", cwd=fresh, stdin=mail.HEAD + "orders:\n  movment: []\n")
    assert "<stdin>:7:3: illegal the Soviet Player has no section 'movment'; did you mean 'movement'?" in ran.out
    assert ran.code == 1


def test_standing_orders_name_own_units_and_hexes_of_the_map(fresh: Path) -> None:
    text = (
        "game: demo\nkind: standing\nside: axis\nstanding:\n"
        "  default: {lose: [44id, 175rd]}\n  hexes: {9999: {prefer: lose}}\n"
        "  units: {45id: {retreat: [[0101, 9998]]}}\n"
    )
    ran = run("check", "-", cwd=fresh, stdin=text)
    assert [line for line in ran.out.splitlines() if "illegal" in line] == [
        "<stdin>:5:26: illegal 175rd is a unit of the Soviet Player",
        "<stdin>:6:11: illegal there is no hex '9999' on the map",
        "<stdin>:7:11: illegal there is no unit '45id'; did you mean 94id?",
        "<stdin>:7:35: illegal there is no hex '9998' on the map",
    ]


def test_check_writes_nothing(played: Path) -> None:
    before = contents(played)
    run("check", "-", "--game", played, stdin=mail.SOVIET)
    assert contents(played) == before
