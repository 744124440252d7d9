"""The fields that orders and standing orders of Platoon Commander take: what ``orders``, ``opportunity`` and
``wishes`` read."""

from __future__ import annotations

from adjudicator.engine.sequence import Fields

FIELDS = Fields(
    orders={
        "fire": ("with", "at", "when"),
        "move": ("path", "to"),
        "enter": ("path", "to"),
        "load": ("on",),
        "unload": ("into",),
        "attack": ("with",),
    },
    steps={"fire": ("with", "at"), "load": ("on", "path"), "unload": ("into",), "split": ("path",)},
    standing={"default": ("move_first", "opportunity"), "units": ("opportunity", "displace")},
)
