"""Where the schemas, scenarios and rulings are: at the top of a source checkout, inside an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

DataKind = Literal["schemas", "scenarios", "rulings"]

_PACKAGE = Path(__file__).resolve().parent.parent
_IN_CHECKOUT: dict[str, str] = {"schemas": "schemas", "scenarios": "scenarios", "rulings": "docs/rulings"}


@cache
def _root_of(kind: DataKind) -> Path:
    installed = _PACKAGE / "_data" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / _IN_CHECKOUT[kind]


def find_data(kind: DataKind, *parts: str) -> Path:
    """The path of our file or folder, as in ``find_data("scenarios", "kharkov", "map.yaml")``; it need not exist."""
    return _root_of(kind).joinpath(*parts)
