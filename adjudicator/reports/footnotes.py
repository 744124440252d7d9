"""Dice as footnotes: a number in the text, the die's whole name at the end."""

from __future__ import annotations

from adjudicator.reports.chronicle import Entry, values_of


class Footnotes:
    """The dice of a report in the order in which they are told."""

    def __init__(self) -> None:
        self._dice: list[tuple[str, int, int]] = []
        self._waiting: list[int] = []

    def throw(self, entry: Entry) -> None:
        """Note a die; the next thing told refers to it."""
        values = values_of(entry)
        self._dice.append((str(entry["subject"]), int(values["value"]), int(values["sides"])))
        self._waiting.append(len(self._dice))

    def take(self) -> str:
        """References to the dice noted since the last taking, with a space before each: `` [3]``."""
        marks = "".join(f" [{number}]" for number in self._waiting)
        self._waiting.clear()
        return marks

    def take_values(self) -> str:
        """The same with what the dice show: ``, die 4 [3]``."""
        marks = "".join(f", die {self._dice[number - 1][1]} [{number}]" for number in self._waiting)
        self._waiting.clear()
        return marks

    def lines(self) -> list[str]:
        """One line per die: number, value, name."""
        width = len(str(len(self._dice)))
        return [
            f"[{number}]{' ' * (width - len(str(number)))} {value}{'' if sides == 6 else f' of {sides}'} {name}"
            for number, (name, value, sides) in enumerate(self._dice, 1)
        ]
