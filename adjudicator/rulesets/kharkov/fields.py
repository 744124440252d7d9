"""The fields that orders and standing orders of Kharkov take: what ``order_reader`` and ``wishes`` read."""

from __future__ import annotations

from adjudicator.engine.sequence import Fields

_OVERRUN_WISHES = ("prefer", "lose", "retreat")
_FIGHT = ("prefer", "lose", "air", "advance", "chase")

FIELDS = Fields(
    orders={
        "move": ("path", "to", "if_chased"),
        "rail": ("path", "to"),
        "enter": ("path", "to", "by"),
        "breakdown": ("into",),
        "reform": ("from",),
        "trade": ("for",),
        "strongpoint": (),
        "commit": (),
        "attack": ("with", "air", "advance", *_OVERRUN_WISHES),
        "airdrop": (),
    },
    steps={"overrun": _OVERRUN_WISHES},
    standing={
        "default": (*_FIGHT, "activate", "release"),
        "hexes": (*_FIGHT, "retreat"),
        "units": ("prefer", "retreat", "advance", "chase", "displace", "release", "place"),
    },
)
