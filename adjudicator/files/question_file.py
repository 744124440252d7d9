"""The file of an open question: it tells the legal answers and is itself an answers file to edit and send back."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

from adjudicator.files.yaml_writer import render_yaml


def question_file_name(question: Mapping[str, Any]) -> str:
    """The name of the file, as in ``axis-t01-soviet-combat-retreat_or_lose-1318-1.yaml``."""
    slug = re.sub(r"[^a-z0-9_]+", "-", str(question["question"]).lower()).strip("-")
    return f"{question['side']}-{slug}.yaml"


def render_question(question: Mapping[str, Any], game: str, turn: int, position: str) -> str:
    """The text of the file; the default is filled in as the answer."""
    cases = f" (cases {', '.join(question['cases'])})" if question["cases"] else ""
    lines = [
        "# yaml-language-server: $schema=answers.schema.json",
        *_comment(f"A decision for the {str(question['side']).capitalize()} Player{cases}."),
        *_comment(str(question["about"])),
        "#",
        "# Legal answers:",
    ]
    for option in question["options"]:
        default = " (the default)" if option["answer"] == question["default"] else ""
        lines += _comment(f"{_flow(option['answer'])}: {option['means']}{default}", "  - ")
    lines += ["#", "# The default is filled in below: change it if you want another, and send this file back."]
    head = {"game": game, "kind": "answers", "turn": turn, "side": question["side"], "position": position}
    name = render_yaml(question["question"]).strip()
    body = f"answers:\n  - question: {name}\n    answer: {_flow(question['default'])}\n"
    return "\n".join(lines) + "\n" + render_yaml(head) + body


def _flow(value: Any) -> str:
    """A value as it is written on one line of a YAML file."""
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return render_yaml(value).strip()


def _comment(text: str, mark: str = " ") -> list[str]:
    """Text as comment lines; ``mark`` opens the first and is matched by spaces in the others."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return textwrap.wrap(
        shown, 100, initial_indent="#" + mark, subsequent_indent="#" + " " * len(mark), break_on_hyphens=False
    )
