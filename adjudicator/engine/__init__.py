"""Machinery shared by every ruleset: maps, dice, searches and the running of a turn."""
