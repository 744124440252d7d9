"""The JSON Schemas of the files, by name: the same ones that an editor loads."""

from __future__ import annotations

import json
import re
from collections.abc import Container
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.files.data import find_data
from adjudicator.files.schema_accept import Acceptor, build_acceptor

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

    from adjudicator.engine.sequence import Fields

_SUFFIX = ".schema.json"
_DEFINITION = "#/$defs/"


@cache
def list_schemas() -> tuple[str, ...]:
    """The names of all schemas, sorted, such as ``orders``."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in find_data("schemas").glob("*" + _SUFFIX)))


@cache
def load_schema(name: str, fields: Fields | None = None) -> dict[str, Any]:
    """The schema ``name`` as JSON data, not to be changed, with all fields or only those that a ruleset takes; raises
    `KeyError` when there is none of that name."""
    if name not in list_schemas():
        raise KeyError(name)
    schema: dict[str, Any] = json.loads(find_data("schemas", name + _SUFFIX).read_text(encoding="utf-8"))
    return schema if fields is None else _fitted(name, schema, fields)


@cache
def validator_of(name: str, fields: Fields | None = None) -> Validator:
    """A validator for the schema ``name``, built once, which finds every error; slow to import and to run."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_without_references(name, fields))


@cache
def acceptor_of(name: str, fields: Fields | None = None) -> Acceptor:
    """Whether data as the reader gives it fits the schema ``name``: the validator's verdict many times faster."""
    return build_acceptor(_without_references(name, fields), lambda data: validator_of(name, fields).is_valid(data))


def _fitted(name: str, schema: dict[str, Any], fields: Fields) -> dict[str, Any]:
    """A schema without the verbs, steps and fields that a ruleset does not take."""
    if name == "orders":
        for kind, taken in (("order", fields.orders), ("step", fields.steps)):
            whole = schema["$defs"][kind]
            for word in whole["properties"].keys() - taken.keys():
                del schema["$defs"][whole["dependentSchemas"][word]["$ref"].removeprefix(_DEFINITION)]
            for part in ("properties", "dependentSchemas"):
                whole[part] = _only(whole[part], taken)
            whole["description"] = _of_words(whole["description"], taken)
            whole["anyOf"] = [{"required": [word]} for word in whole["properties"]]
            for word, branch in whole["dependentSchemas"].items():
                one = schema["$defs"][branch["$ref"].removeprefix(_DEFINITION)]
                one["properties"] = _only(one["properties"], (word, *taken[word]))
    elif name == "standing":
        scopes = schema["properties"]["standing"]
        scopes["properties"] = _only(scopes["properties"], fields.standing)
        for scope, taken_there in fields.standing.items():
            described = scopes["properties"][scope]
            one = described if scope == "default" else described["additionalProperties"]
            one["properties"] = _only(one["properties"], taken_there)
    return schema


def _of_words(description: str, words: Container[str]) -> str:
    """A description that ends in a list such as ``{overrun: HEX}, {fire: HEX} or {load: UNIT}``, of these words."""
    head, *_ = re.split(r"(?=\{\w+: [A-Z]+\})", description)
    forms = [form for form in re.findall(r"\{\w+: [A-Z]+\}", description) if form[1 : form.index(":")] in words]
    return f"{head}{' or '.join(filter(None, [', '.join(forms[:-1]), forms[-1]]))}." if forms else description


def _only(properties: dict[str, Any], names: Container[str]) -> dict[str, Any]:
    return {name: described for name, described in properties.items() if name in names}


def _without_references(name: str, fields: Fields | None) -> dict[str, Any]:
    """The schema ``name`` with its local references written out."""
    schema = load_schema(name, fields)
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
    name = str(schema.get("$ref", "")).removeprefix(_DEFINITION)
    if name in definitions and name not in within:
        own = {key: value for key, value in schema.items() if key != "$ref"}
        return _write_out(own | definitions[name], definitions, (*within, name))
    return {key: value if key == "$defs" else _write_out(value, definitions, within) for key, value in schema.items()}
