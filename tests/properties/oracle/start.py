"""The beginning of a Movement Phase: units in enemy zones, hexes within Command Radius of HQs (6.61, 6.8, 7.17)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.properties.oracle.land import distance
from tests.properties.oracle.lines import headquarters, reaches
from tests.properties.oracle.scene import Scene, other


@dataclass
class Start:
    """A Movement Phase as it began. ``in_zone``: units of the phasing side in an enemy zone of control;
    ``commanded``: per active Soviet HQ the hexes of Soviet combat units within its Command Radius."""

    in_zone: set[str]
    commanded: dict[str, set[str]]


def begin(scene: Scene) -> Start:
    """The beginning of the phase, from a scene in which no unit has moved."""
    side = scene.phase.split("/")[0]
    zone = scene.zone(other(side))
    in_zone = {piece.id for piece in scene.pieces.values() if piece.side == side and piece.hex in zone}
    if side == "axis":
        return Start(in_zone, {})
    hexes = {piece.hex for piece in scene.pieces.values() if piece.side == side and scene.fights(piece)}
    commanded = {
        hq.id: {hex_ for hex_ in hexes if _is_within_radius(scene, hq.hex, hex_, hq.radius)}
        for hq in headquarters(scene, "soviet")
    }
    return Start(in_zone, commanded)


def _is_within_radius(scene: Scene, hq: str, hex_: str, radius: int) -> bool:
    if scene.options["command_radius"] == "distance":
        return distance(hq, hex_) <= radius
    return reaches(scene, hq, hex_, "soviet", radius)
