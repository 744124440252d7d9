"""What can be wrong with the options a game is opened with."""


class BadOption(Exception):  # noqa: N818
    """An option does not exist, or not with that value; the message says so in plain words."""
