"""Referee of board wargames played by mail: orders in, checked and resolved turns out."""

__version__ = "0.1.0"
