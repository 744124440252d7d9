"""What terrain, hills and wrecks do to fire: the Terrain Effects Chart (4.0, 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.rulesets.platoon.position import WRECK, Position

HILL = "hill"


@dataclass(frozen=True)
class Shift:
    """Columns to the right (above zero) or to the left, with what gives them and the case."""

    what: str
    columns: int
    case: str


def cover_of(position: Position, unit_id: str, hex_: int, firer_level: int | None) -> tuple[Shift, ...]:
    """The shifts that a hex affords a unit against fire from ground of that level; None leaves out what depends on it
    (4.0). All of them together, or by the option ``fire_cover`` the best alone."""
    found = tuple(_covers(position, unit_id, hex_, firer_level))
    if position.setting.options["fire_cover"] == "max" and found:
        return (min(found, key=lambda shift: shift.columns),)
    return found


def _covers(position: Position, unit_id: str, hex_: int, firer_level: int | None) -> Iterator[Shift]:
    setting = position.setting
    words = [(setting.map.terrain[hex_], "4.0")]
    if setting.ground.levels[hex_]:
        words.append((HILL, "4.0"))
    if position.game.has_mark(hex_, WRECK):
        words.append((WRECK, "4.1"))
    for word, case in words:
        columns = setting.tables.cover.get(word, {}).get(setting.class_of(unit_id), 0)
        if columns and (word not in setting.tables.only_from_below or _is_below(position, hex_, firer_level)):
            yield Shift(word, columns, case)


def _is_below(position: Position, hex_: int, firer_level: int | None) -> bool:
    return firer_level is not None and firer_level < position.setting.ground.levels[hex_]
