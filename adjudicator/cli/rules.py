"""``rules``: the cases of a rulebook in our words, where they live, their rulings and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from adjudicator.cli.options import format_option

_IN_JSON = ("case", "title", "status", "where", "tests", "rulings")


@click.command("rules")
@click.argument("ruleset")
@click.argument("case", default="")
@format_option("text", "json")
def command(ruleset: str, case: str, form: str) -> int:
    """List the cases of RULESET, or say all about one CASE, as in: rules kharkov 9.64."""
    from adjudicator.cli.output import tell, tell_json
    from adjudicator.files.case_book import load_case_book
    from adjudicator.rulesets.registry import RULESETS

    if ruleset not in RULESETS:
        raise click.UsageError(f"there is no ruleset {ruleset!r}; there is {', '.join(RULESETS)}")
    book = load_case_book(ruleset)
    if case:
        book = tuple(entry for entry in book if entry["case"] == case)
        if not book:
            raise click.UsageError(f"{ruleset} has no case {case!r}")
    if form == "json":
        tell_json({"ruleset": ruleset, "cases": [{key: entry[key] for key in _IN_JSON} for entry in book]})
    elif case:
        _tell_case(ruleset, book[0])
    else:
        for entry in book:
            tell(f"{entry['case']:6} {entry['status']:10} {entry['title']}")
        _tell_options(ruleset)
    return 0


def _tell_case(ruleset: str, entry: Mapping[str, Any]) -> None:
    from adjudicator.cli.output import tell
    from adjudicator.files.case_book import load_ruling
    from adjudicator.reports.words import paragraph

    tell(f"{ruleset} {entry['case']}: {entry['title']}")
    for line in paragraph(entry["says"], "  "):
        tell(line)
    tell(f"  status: {entry['status']}")
    tell(f"  where: {entry['where'] or 'nowhere'}")
    for test in entry["tests"]:
        tell(f"  test: {test}")
    for ruling in entry["rulings"]:
        tell()
        tell(f"Ruling {ruling}")
        tell(load_ruling(ruleset, ruling).rstrip("\n"))


def _tell_options(ruleset: str) -> None:
    from adjudicator.cli.output import tell
    from adjudicator.files.scenario_file import load_options

    tell()
    tell("Options, for new --option NAME=VALUE; the default first:")
    for option in load_options(ruleset):
        tell(f"  {option['option']}: {', '.join(option['values'])}; {option['what']} ({', '.join(option['cases'])})")
