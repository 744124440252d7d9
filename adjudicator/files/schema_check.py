"""Does a document have the form its schema describes? If not: every fault, in file order, in words for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudicator.files.schemas import acceptor_of, list_schemas, load_schema, validator_of
from adjudicator.files.text import quote
from adjudicator.files.yaml_reader import Document
from adjudicator.model.findings import Finding, Step
from adjudicator.model.near import find_near
from adjudicator.model.orders import MORE

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

    from adjudicator.engine.sequence import Fields

PLAYER_KINDS = ("orders", "standing", "answers", "deployment")


@dataclass(frozen=True)
class Vocabulary:
    """What may be written in a game: the ``fields`` of its ruleset (None: those of all), and of the ``verbs`` those
    that are suggested in a section, by its name (any in one that is not named)."""

    fields: Fields | None = None
    verbs: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def words_at(self, steps: Sequence[Step]) -> tuple[str, ...]:
        """The words of which an order, or a step of a path that is more than a hex, has one; none at other places."""
        if len(steps) == ORDER_DEPTH and steps[0] == "orders":
            return self._words("order")
        return self._words("step") if len(steps) > ORDER_DEPTH and steps[-2] == "path" else ()

    def steps(self) -> tuple[str, ...]:
        """The words of steps."""
        return self._words("step")

    def _words(self, kind: str) -> tuple[str, ...]:
        return tuple(load_schema("orders", self.fields)["$defs"][kind]["dependentSchemas"])


ORDER_DEPTH = 3
"""Steps from the top of a file to one of its orders."""
CLOSE = 0.7
"""How much alike a word must be to one that is known, so that it may be a slip."""
ANY = Vocabulary()


def check_kind(document: Document, kinds: Iterable[str] = PLAYER_KINDS, vocabulary: Vocabulary = ANY) -> list[Finding]:
    """Check a document against the schema that its own ``kind`` names, which must be one of ``kinds``."""
    kind = document.data.get("kind")
    known = [name for name in kinds if name in list_schemas()]
    if kind in known:
        return check_schema(document, kind, vocabulary)
    if "kind" not in document.data:
        return [_at(document, (), "schema-missing-field", f"missing field 'kind': one of {', '.join(known)}")]
    words = f"'kind' must be one of {', '.join(known)}, not {_shown(kind)}{_did_you_mean(kind, known)}"
    return [_at(document, ("kind",), "schema-not-one-of", words)]


def check_schema(document: Document, name: str, vocabulary: Vocabulary = ANY) -> list[Finding]:
    """All faults of a document by the schema ``name``, sorted by line and column; none means it has the right form."""
    if acceptor_of(name, vocabulary.fields)(document.data):
        return []
    errors = validator_of(name, vocabulary.fields).iter_errors(document.data)
    findings = {finding: None for error in errors for finding in _explain(error, document, vocabulary)}
    return sorted(findings, key=lambda finding: (finding.line, finding.column, finding.message))


def _explain(error: ValidationError, document: Document, vocabulary: Vocabulary) -> list[Finding]:
    """The findings that one error of the validator stands for."""
    steps = tuple(error.absolute_path)
    explain = _EXPLAINERS.get(str(error.validator), _explain_value)
    schema: Any = error.schema
    instance: Any = error.instance
    known = vocabulary.words_at(steps)
    said = [word for word in instance if word in known] if isinstance(instance, dict) else []
    is_order = len(steps) == ORDER_DEPTH
    if error.validator == "anyOf" and "dependentSchemas" in schema:
        allowed = vocabulary.verbs.get(str(steps[1]), known) if is_order else known
        known = tuple(word for word in known if word in allowed)
        found = _explain_no_word(instance, known, vocabulary.steps() if is_order else ())
    elif error.validator == "additionalProperties" and len(said) > 1:
        unit = "one entry, one order" if is_order else "one step does one thing"
        found = [((said[1],), "schema-two-orders", f"{unit}: this says {' and '.join(map(quote, said))}")]
    else:
        found = explain(error, _name(steps))
    return [_at(document, (*steps, *more), code, words, key=bool(more)) for more, code, words in found]


Explained = list[tuple[tuple[Step, ...], str, str]]


def _explain_unknown_fields(error: ValidationError, name: str) -> Explained:
    schema: Any = error.schema
    instance: Any = error.instance
    known = list(schema.get("properties", {}))
    unknown = [key for key in instance if key not in known]
    return [
        ((key,), "schema-unknown-field", f"unknown field {quote(key)}{_did_you_mean(key, known) or _known(known)}")
        for key in unknown
    ]


def _explain_missing(error: ValidationError, name: str) -> Explained:
    required: Any = error.validator_value
    instance: Any = error.instance
    missing = [field for field in required if field not in instance]
    return [((), "schema-missing-field", f"missing field '{field}'{_where(name)}") for field in missing]


def _explain_none_of(error: ValidationError, name: str) -> Explained:
    """Neither of two fields that could stand in for each other was found."""
    options: Any = error.validator_value
    fields = [field for option in options for field in option.get("required", ())]
    if not fields:
        return _explain_value(error, name)
    return [((), "schema-missing-field", f"missing field {' or '.join(map(quote, fields))}{_where(name)}")]


def _explain_no_word(instance: Mapping[str, Any], known: Sequence[str], steps: Sequence[str]) -> Explained:
    """An order without one of the verbs ``known``, or a step without its word; ``steps`` are the words which only a
    step may have."""
    kind = "order" if steps else "step"
    if not instance:
        return [((), "schema-unknown-order", f"{'an' if steps else 'a'} {kind} is empty{_known(known)}")]
    if step := next((key for key in instance if key in steps), None):
        path = f"path: [..., {{{step}: {instance[step]}}}]" if isinstance(instance[step], str) else "its path"
        words = f"{quote(step)} is not an order of its own: it is written as a step of a move's path, {path}"
        return [((step,), "schema-unknown-order", words)]
    near = [key for key in instance if find_near(key, known, CLOSE)]
    word = (near or list(instance))[0]
    words = f"unknown {kind} {quote(word)}{_did_you_mean(word, known) or _known(known)}"
    return [((word,), "schema-unknown-order", words)]


def _explain_both(error: ValidationError, name: str) -> Explained:
    forbidden: Any = error.validator_value
    fields = forbidden.get("required", [])
    return [((fields[-1],), "schema-not-both", f"give {' or '.join(map(quote, fields))}, not both")]


def _explain_choice(error: ValidationError, name: str) -> Explained:
    value = error.validator_value
    allowed: Any = value if error.validator == "enum" else [value]
    choices = list(dict.fromkeys(choice if isinstance(choice, str) else str(choice).lower() for choice in allowed))
    expected = f"one of {', '.join(choices)}" if len(choices) > 1 else quote(choices[0])
    words = f"{name} must be {expected}, not {_shown(error.instance)}{_did_you_mean(error.instance, choices)}"
    return [((), "schema-not-one-of", words)]


def _explain_value(error: ValidationError, name: str) -> Explained:
    schema: Any = error.schema
    instance: Any = error.instance
    expected = str(schema.get("description", "something else")).rstrip(".")
    expected = expected[:1].lower() + expected[1:]
    if isinstance(instance, str) and "propertyNames" in error.absolute_schema_path:
        return [((instance,), "schema-value", f"{quote(instance)} is not {expected}")]
    if instance is None:
        words = f"{name} has no value; expected {expected}"
        if schema.get("type") == "array":
            words += "; write [] for nothing, or leave the line out"
    elif error.validator == "minItems" or instance in ("", [], {}):
        words = f"{name} is empty; expected {expected}"
    elif error.validator == "uniqueItems":
        twice = [item for index, item in enumerate(instance) if item in instance[:index]]
        words = f"{name} names {_shown(twice[0])} more than once"
    else:
        words = f"{name} cannot be {_shown(instance)}; expected {expected}"
        if schema.get("type") == "array" and isinstance(instance, str):
            words += f"; write [{instance}]" if instance == MORE else ""
    return [((), "schema-value", words)]


_EXPLAINERS: dict[str, Callable[[ValidationError, str], Explained]] = {
    "additionalProperties": _explain_unknown_fields,
    "required": _explain_missing,
    "anyOf": _explain_none_of,
    "not": _explain_both,
    "enum": _explain_choice,
    "const": _explain_choice,
}


def _at(document: Document, steps: tuple[Step, ...], code: str, words: str, *, key: bool = False) -> Finding:
    """A finding at a place of the document; inside the orders it also names the order and its first unit."""
    line, column = document.position(steps, key=key)
    order = unit = ""
    data = document.data
    if len(steps) >= ORDER_DEPTH and steps[0] == "orders" and isinstance(steps[2], int):
        order = f"{data.get('side', '')} {steps[1]} {steps[2] + 1}".strip()
        unit = _find_first_unit(data["orders"][steps[1]][steps[2]])
    return Finding(
        "unreadable", code, words, path=document.path, line=line, column=column, order=order, unit=unit, at=steps
    )


def _find_first_unit(entry: Any) -> str:
    """The unit that an order entry is mostly about: whom its verb names, or who attacks."""
    verb = next((verb for verb in ANY.words_at(("orders", "", 0)) if isinstance(entry, dict) and verb in entry), None)
    if verb is None:
        return ""
    value = entry.get("with") if verb in ("attack", "fire") else entry[verb]
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, str) else ""


def _name(steps: tuple[Step, ...]) -> str:
    """How to call the thing at a path: its field, and its number within a list."""
    fields = [step for step in steps if isinstance(step, str)]
    if not fields:
        return "the file"
    numbers = [str(step + 1) for step in steps[len(steps) - steps[::-1].index(fields[-1]) :] if isinstance(step, int)]
    return f"entry {'.'.join(numbers)} of {quote(fields[-1])}" if numbers else quote(fields[-1])


def _where(name: str) -> str:
    return "" if name == "the file" or name.startswith("entry") else f" in {name}"


def _known(known: Sequence[str]) -> str:
    return f"; known here: {', '.join(known) or 'no orders yet'}"


def _did_you_mean(word: Any, known: Sequence[str]) -> str:
    near = find_near(word, known, CLOSE) if isinstance(word, str) else ""
    return f", did you mean '{near}'?" if near else ""


def _shown(value: Any) -> str:
    """A value in a message: text in quotes, groups by their kind."""
    if value is None:
        return "empty"
    if isinstance(value, str):
        return quote(value)
    return "a list" if isinstance(value, list) else "a group of fields" if isinstance(value, dict) else str(value)
