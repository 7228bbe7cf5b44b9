"""What is raised where the rules, or what is known, do not let something happen."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818
    """Something cannot be done; nothing has happened. `reasons` are sentences for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons
