"""The JSON Schemas of the files, by name: the same ones that an editor loads."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.files.data import find_data
from adjudicator.files.schema_accept import Acceptor, build_acceptor

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_SUFFIX = ".schema.json"


@cache
def list_schemas() -> tuple[str, ...]:
    """The names of all schemas, sorted, such as ``orders``."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in find_data("schemas").glob("*" + _SUFFIX)))


@cache
def load_schema(name: str) -> dict[str, Any]:
    """The schema ``name`` as JSON data, not to be changed; raises `KeyError` when there is none of that name."""
    if name not in list_schemas():
        raise KeyError(name)
    schema: dict[str, Any] = json.loads(find_data("schemas", name + _SUFFIX).read_text(encoding="utf-8"))
    return schema


@cache
def validator_of(name: str) -> Validator:
    """A validator for the schema ``name``, built once, which finds every error; slow to import and to run."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_without_references(name))


@cache
def acceptor_of(name: str) -> Acceptor:
    """Whether data as the reader gives it fits the schema ``name``: the validator's verdict many times faster."""
    return build_acceptor(_without_references(name), lambda data: validator_of(name).is_valid(data))


def _without_references(name: str) -> dict[str, Any]:
    """The schema ``name`` with its local references written out."""
    schema = load_schema(name)
    written_out: dict[str, Any] = _write_out(schema, schema.get("$defs", {}), ())
    return written_out


def _write_out(schema: Any, definitions: dict[str, Any], within: tuple[str, ...]) -> Any:
    """``schema`` with each ``#/$defs/`` reference replaced by what it names, unless it is inside that already.

    What is named describes itself best, so its description wins over the one beside the reference.
    """
    if isinstance(schema, list):
        return [_write_out(item, definitions, within) for item in schema]
    if not isinstance(schema, dict):
        return schema
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    if name in definitions and name not in within:
        own = {key: value for key, value in schema.items() if key != "$ref"}
        return _write_out(own | definitions[name], definitions, (*within, name))
    return {key: value if key == "$defs" else _write_out(value, definitions, within) for key, value in schema.items()}
