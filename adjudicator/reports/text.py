"""A report in a terminal: headings, bold and lists by rich where there is a terminal, else the text as it is."""

from __future__ import annotations

from typing import TextIO


def print_report(markdown: str, file: TextIO) -> None:
    """Print a Markdown report. A file or a pipe gets nothing but text: no colour, no control characters."""
    if not file.isatty():
        file.write(plain(markdown))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(file=file, width=min(Console(file=file).width, 100), highlight=False)
    console.print(Markdown(markdown, code_theme="ansi_dark"))


def plain(markdown: str) -> str:
    """The report without the signs of Markdown that only disturb in plain text: bold, code marks and fences."""
    lines = []
    is_fenced = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            is_fenced = not is_fenced
        elif is_fenced:
            lines.append(f"  {line}" if line else "")
        else:
            lines += _plain_line(line)
    return "\n".join(lines) + "\n"


def _plain_line(line: str) -> list[str]:
    text = line.replace("**", "").replace("`", "")
    level = len(text) - len(text.lstrip("#"))
    if level == 0 or not text[level:].startswith(" "):
        return ["-" * 78] if text == "---" else [text]
    title = text[level + 1 :]
    if level > 3:
        return [title]
    return [title.upper() if level < 3 else title, {1: "=", 2: "=", 3: "-"}[level] * len(title)]
