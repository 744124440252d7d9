"""``play``: games at random, told as a table and as JSON, the same whatever the number of processes."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from tests.acceptance.command import run, run_process

SHORT = ("play", "kharkov/campaign", "--turns", 1, "--seed", 7)


def test_games_come_out_the_same_on_one_processor_and_on_two() -> None:
    one = run_process(*SHORT, "--games", 2, "--format", "json")
    two = run_process(*SHORT, "--games", 2, "--format", "json", "--jobs", 2)
    assert (one.code, one.err) == (0, "")
    assert one == two
    told = json.loads(one.out)
    Draft202012Validator(json.loads(run("schema", "play").out)).validate(told)
    assert [game["seed"] for game in told["games"]] == [7, 8]
    assert told["games"][0]["log"] != told["games"][1]["log"]
    assert told["summary"]["cases"]["9.14"] > 0
    assert "17.3" in told["summary"]["cases_never_exercised"]


def test_a_game_that_is_kept_is_the_game_that_was_told_and_verifies(tmp_path: Path) -> None:
    ran = run(*SHORT, "--keep", tmp_path, "--option", "retreat_metric=plus")
    assert ran.code == 0, ran.err
    game = tmp_path / "random-7"
    position = run("status", "--game", game, "--format", "json").out
    last = json.loads((game / "log.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    row = ran.out.splitlines()[1].split()
    assert row[:4] == ["7", "1", "-", "-"]
    assert row[-1] == last["hash"][:6]
    assert last["hash"][:6] in position
    verified = run("verify", "--game", game)
    assert verified.code == 0
    assert "all as they must be" in verified.out
    again = run(*SHORT, "--keep", tmp_path, "--option", "retreat_metric=plus")
    assert (again.code, again.out) == (2, "")
    assert "there is a game in" in again.err


def test_what_cannot_be_played_is_said_in_a_sentence() -> None:
    for arguments in (("nowhere/none",), ("kharkov/campaign", "--option", "nonsense=1")):
        ran = run("play", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1


def test_a_ruleset_without_points_is_told_by_its_winners() -> None:
    ran = run("play", "platoon/take-the-high-ground", "--games", 2, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    Draft202012Validator(json.loads(run("schema", "play").out)).validate(told)
    assert [(game["turns"], game["level"]) for game in told["games"]] == [(8, None)] * 2
    assert sum(told["summary"]["winners"].values()) == 2
    assert told["summary"]["cases"]["4.3"] > 0


def test_no_turns_at_all_cannot_be_played() -> None:
    ran = run("play", "kharkov/campaign", "--turns", 0)
    assert ran.code == 2
    assert "--turns" in ran.err
    assert "default: all" in " ".join(run("play", "--help").out.split())
