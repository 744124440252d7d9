"""Findings, logs and turn reports put into words."""
