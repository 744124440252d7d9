"""The quick answer to whether data fits a schema, for the many files that do.

A schema is turned into functions once. They know data as the reader gives it (dict, list, str, None, so that limits of
numbers never apply) and the keywords that our schemas use; a schema with any other keyword is left to the validator.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Acceptor = Callable[[Any], bool]
Builder = Callable[[Any], Acceptor]

_TYPES: dict[str, type] = {"string": str, "object": dict, "array": list, "null": type(None)}
_DEFINITION = "#/$defs/"
_WITH_REFERENCE = {"$ref", "title", "description"}
_SAYS_NOTHING_OF_TEXT = {"minimum", "maximum"}
_KNOWN = _SAYS_NOTHING_OF_TEXT | {
    *("$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default"),
    *("type", "enum", "const", "pattern", "minLength", "items", "minItems", "uniqueItems", "contains"),
    *("properties", "required", "additionalProperties", "propertyNames", "minProperties", "dependentSchemas"),
    *("anyOf", "not", "if", "then", "else"),
}


class _UnknownKeyword(Exception):  # noqa: N818
    """A keyword that only the validator knows."""


def build_acceptor(schema: Any, otherwise: Acceptor) -> Acceptor:
    """Whether data fits ``schema`` (references written out, but for those of a definition to itself); ``otherwise`` is
    used for a schema beyond this module."""
    referred: dict[str, Acceptor] = {}

    def build(part: Any) -> Acceptor:
        name = part.get("$ref") if isinstance(part, dict) else None
        if name is None:
            return _build(part, build)
        if not _WITH_REFERENCE.issuperset(part) or not name.startswith(_DEFINITION):
            raise _UnknownKeyword
        if name not in referred:
            # A definition may refer to itself: whoever meets it inside itself looks it up when it is built.
            referred[name] = otherwise
            referred[name] = build(schema["$defs"][name.removeprefix(_DEFINITION)])
        return lambda value: referred[name](value)

    try:
        return build(schema)
    except _UnknownKeyword:
        return otherwise


def _build(schema: Any, build: Builder) -> Acceptor:
    if isinstance(schema, bool):
        return lambda value: schema
    if not _KNOWN.issuperset(schema):
        raise _UnknownKeyword
    types = _types_of(schema)
    by_type = {
        str: _text_checks(schema),
        list: _list_checks(schema, build),
        dict: _group_checks(schema, build),
        type(None): [],
    }
    general = _general_checks(schema, build)
    checks = {kind: [*own, *general] for kind, own in by_type.items() if kind in types}

    def accept(value: Any) -> bool:
        mine = checks.get(type(value))
        if mine is None:
            return False
        for check in mine:  # noqa: SIM110 - all() with a generator takes twice as long
            if not check(value):
                return False
        return True

    return accept


def _types_of(schema: dict[str, Any]) -> set[type]:
    names = schema.get("type", list(_TYPES))
    return {_TYPES[name] for name in ([names] if isinstance(names, str) else names) if name in _TYPES}


def _general_checks(schema: dict[str, Any], build: Builder) -> list[Acceptor]:
    checks: list[Acceptor] = []
    if "enum" in schema:
        allowed = schema["enum"]
        checks.append(lambda value: value in allowed)
    if "const" in schema:
        only = schema["const"]
        checks.append(lambda value: bool(value == only))
    if "anyOf" in schema:
        options = [build(option) for option in schema["anyOf"]]
        checks.append(lambda value: any(option(value) for option in options))
    if "not" in schema:
        forbidden = build(schema["not"])
        checks.append(lambda value: not forbidden(value))
    if "if" in schema:
        condition, then, other = (build(schema.get(part, True)) for part in ("if", "then", "else"))
        checks.append(lambda value: then(value) if condition(value) else other(value))
    return checks


def _text_checks(schema: dict[str, Any]) -> list[Acceptor]:
    checks: list[Acceptor] = []
    if "pattern" in schema:
        search = re.compile(schema["pattern"]).search
        checks.append(lambda text: search(text) is not None)
    if "minLength" in schema:
        shortest = schema["minLength"]
        checks.append(lambda text: len(text) >= shortest)
    return checks


def _list_checks(schema: dict[str, Any], build: Builder) -> list[Acceptor]:
    checks: list[Acceptor] = []
    if "minItems" in schema:
        fewest = schema["minItems"]
        checks.append(lambda items: len(items) >= fewest)
    if schema.get("uniqueItems"):
        checks.append(lambda items: all(item not in items[:index] for index, item in enumerate(items)))
    if "contains" in schema:
        wanted = build(schema["contains"])
        checks.append(lambda items: any(map(wanted, items)))
    if "items" in schema:
        each = build(schema["items"])
        checks.append(lambda items: all(map(each, items)))
    return checks


def _group_checks(schema: dict[str, Any], build: Builder) -> list[Acceptor]:
    checks: list[Acceptor] = []
    if "required" in schema:
        required = schema["required"]
        checks.append(lambda group: all(field in group for field in required))
    if "minProperties" in schema:
        fewest = schema["minProperties"]
        checks.append(lambda group: len(group) >= fewest)
    if "propertyNames" in schema:
        name_fits = build(schema["propertyNames"])
        checks.append(lambda group: all(map(name_fits, group)))
    if "properties" in schema or "additionalProperties" in schema:
        fields = {field: build(inner) for field, inner in schema.get("properties", {}).items()}
        other = build(schema.get("additionalProperties", True))
        checks.append(lambda group: all(fields.get(field, other)(value) for field, value in group.items()))
    if "dependentSchemas" in schema:
        branches = [(field, build(branch)) for field, branch in schema["dependentSchemas"].items()]
        checks.append(lambda group: all(branch(group) for field, branch in branches if field in group))
    return checks
