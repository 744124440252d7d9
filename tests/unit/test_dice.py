"""Dice: pinned for ever, the same whatever else is thrown, and fair."""

import hashlib
import hmac as std_hmac
from collections import Counter
from types import SimpleNamespace

import pytest

from adjudicator.engine import dice
from adjudicator.engine.dice import SCHEME, Dice, commitment_of, secret_of_seed

SECRET = bytes(range(32))
CRT = "T03/axis/mechanized/overrun/23pz-126/1519/1/crt"
MORALE = "T03/axis/mechanized/overrun/23pz-126/1519/1/morale"


def framed(*parts):
    return b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)


def rolled_by_hand(secret, game, name, sides):
    """The recipe once more, in a few lines: a key of the phase, the name and the attempt, eight bytes of each try."""
    turn, side, phase, *_ = name.split("/")
    key = std_hmac.digest(secret, framed("hmac-sha256-1", game, turn, side, phase), "sha256")
    attempt = 0
    while True:
        value = int.from_bytes(std_hmac.digest(key, framed(name, str(attempt)), "sha256")[:8], "big")
        if value < 2**64 // sides * sides:
            return value % sides + 1
        attempt += 1


PINNED = [
    ("demo-a", CRT, 6, 4),
    ("demo-a", CRT, 10, 8),
    ("demo-a", CRT, 2**63 + 1, 375082148083462310),
    ("demo-a", MORALE, 6, 1),
    ("demo-a", MORALE, 10, 7),
    ("demo-a", MORALE, 2**63 + 1, 1642805929396122337),
    ("demo-b", CRT, 6, 5),
    ("demo-b", CRT, 10, 5),
    ("demo-b", CRT, 2**63 + 1, 7547176389359502815),
    ("demo-b", MORALE, 6, 2),
    ("demo-b", MORALE, 10, 4),
    ("demo-b", MORALE, 2**63 + 1, 768584759372873848),
    ("Изюм", CRT, 6, 1),
    ("Изюм", CRT, 10, 1),
    ("Изюм", CRT, 2**63 + 1, 7337427510984074209),
    ("Изюм", MORALE, 6, 3),
    ("Изюм", MORALE, 10, 9),
    ("Изюм", MORALE, 2**63 + 1, 723766622345984139),
    ("demo-a", "T12/soviet/combat/combat/175rd/0515+0516/2/crt", 6, 1),
    ("demo-a", "T12/soviet/combat/combat/175rd/0515+0516/2/crt", 13, 6),
]


@pytest.mark.parametrize(("game", "name", "sides", "expected"), PINNED)
def test_rolls_are_pinned_for_every_machine_and_version(game, name, sides, expected):
    assert Dice(SECRET, game).roll(name, sides) == rolled_by_hand(SECRET, game, name, sides) == expected


def test_the_scheme_secret_and_commitment_are_pinned():
    assert SCHEME == "hmac-sha256-1"
    secret = secret_of_seed("izyum")
    assert secret == hashlib.sha256(framed("adjudicator open game", "izyum")).digest()
    assert secret.hex() == "9b0618b17f62addc3f8075252e7e57c3038d038225a7820495c4dab5efcb477f"
    assert (
        commitment_of(secret)
        == hashlib.sha256(secret).hexdigest()
        == "cfbae34f68265d5e5f2624f5cc05da6b338712d107da85fcc84c66a22070698a"
    )


def test_a_game_is_not_moved_by_what_another_throws():
    names = [f"T01/blue/march/snap/r1/b{count}/1/hit" for count in range(40)]
    alone = [Dice(SECRET, "demo-a").roll(name, 6) for name in names]
    one, other = Dice(SECRET, "demo-a"), Dice(SECRET, "demo-b")
    mixed = [(one.roll(name, 6), other.roll(name, 6)) for name in reversed(names)][::-1]
    assert [value for value, _ in mixed] == alone
    assert [value for _, value in mixed] != alone


def test_dice_do_not_depend_on_the_order_in_which_they_are_thrown():
    thrown = Dice(SECRET, "demo")
    names = [CRT, MORALE, CRT.replace("T03", "T04")]
    assert [thrown.roll(name, 6) for name in names] == [thrown.roll(name, 6) for name in names[::-1]][::-1]


@pytest.mark.parametrize("place", range(8))
def test_every_part_of_a_name_matters(place):
    parts = CRT.split("/")
    other = "/".join([*parts[:place], parts[place] + "x", *parts[place + 1 :]])
    assert Dice(SECRET, "demo").roll(CRT, 2**63) != Dice(SECRET, "demo").roll(other, 2**63)


def test_secret_and_game_matter_and_names_do_not_run_together():
    base = Dice(SECRET, "demo").roll(CRT, 2**63)
    assert base != Dice(SECRET[::-1], "demo").roll(CRT, 2**63)
    assert base != Dice(SECRET, "dem").roll(CRT, 2**63)
    assert Dice(SECRET, "a").roll("bc/d/e/f", 2**63) != Dice(SECRET, "ab").roll("c/d/e/f", 2**63)


@pytest.mark.parametrize("sides", [3, 7, 2**63 + 1])
def test_a_value_beyond_the_last_whole_span_is_thrown_again(monkeypatch, sides):
    limit = 2**64 // sides * sides
    tries = iter([2**64 - 1, limit, limit - 1])
    asked = []

    def fake_new(key, message, digestmod):
        asked.append(message)
        number = next(tries)
        return SimpleNamespace(digest=lambda: number.to_bytes(8, "big") + bytes(24))

    monkeypatch.setattr(dice, "_key", lambda *parts: b"key")
    monkeypatch.setattr(dice, "hmac", SimpleNamespace(new=fake_new))
    assert Dice(SECRET, "demo").roll(CRT, sides) == sides
    assert asked == [framed(CRT, str(attempt)) for attempt in range(3)]


@pytest.mark.parametrize("sides", [2, 6, 7])
def test_faces_come_up_about_equally_often(sides):
    thrown = Dice(SECRET, "demo")
    count = Counter(thrown.roll(f"T01/blue/march/storm/b1/C3/{number}/result", sides) for number in range(6000))
    assert sorted(count) == list(range(1, sides + 1))
    expected = 6000 / sides
    assert sum((seen - expected) ** 2 / expected for seen in count.values()) < 25
