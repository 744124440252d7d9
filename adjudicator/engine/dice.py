"""Dice that nobody can steer and everybody can check: HMAC-SHA256 of a name under a key of the phase."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import lru_cache

SCHEME = "hmac-sha256-1"


def secret_of_seed(seed: str) -> bytes:
    """The secret of an open game: 32 bytes derived from its seed text."""
    return hashlib.sha256(framed("adjudicator open game", seed)).digest()


def commitment_of(secret: bytes) -> str:
    """The SHA-256 commitment to a secret, in hex, as published in ``game.yaml``."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True)
class Dice:
    """The dice of one game: ``secret`` is at least 16 bytes, ``game`` the game's name."""

    secret: bytes
    game: str

    def roll(self, name: str, sides: int) -> int:
        """The value, 1 to ``sides``, of the die called ``name`` (``T03/blue/combat/...``): always the same."""
        turn, side, phase = name.split("/", 3)[:3]
        key = _key(self.secret, self.game, turn, side, phase)
        span = 1 << 64
        limit = span - span % sides
        attempt = 0
        while True:
            digest = hmac.new(key, framed(name, str(attempt)), hashlib.sha256).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % sides + 1
            attempt += 1


@lru_cache(maxsize=64)
def _key(secret: bytes, game: str, turn: str, side: str, phase: str) -> bytes:
    return hmac.new(secret, framed(SCHEME, game, turn, side, phase), hashlib.sha256).digest()


def framed(*fields: str) -> bytes:
    """Length-prefixed fields, so that no two lists of fields give the same bytes."""
    encoded = [field.encode() for field in fields]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)
