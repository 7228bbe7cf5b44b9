"""What is raised where a formula, or a question to a ruleset, has no answer."""

from __future__ import annotations


class Unworkable(Exception):  # noqa: N818
    """Something has no value here: `message` says why, `way_out` what could be done about it."""

    def __init__(self, message: str, way_out: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.way_out = way_out
