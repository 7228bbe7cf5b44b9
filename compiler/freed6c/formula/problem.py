"""What can be wrong with a formula, in its author's words."""

from __future__ import annotations

from typing import Literal

Trouble = Literal["syntax", "unknown-name", "type", "result", "failed"]


class FormulaProblem(Exception):  # noqa: N818
    """Something is wrong with these characters of a formula (`end` is not included).

    `code` says what sort of trouble: it cannot be read, a name means nothing, parts do
    not fit, the answer is of another type than is wanted, or it cannot be worked out.
    """

    def __init__(
        self,
        message: str,
        start: int,
        end: int,
        help: str = "",  # noqa: A002
        *,
        code: Trouble,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.help = help
        self.code: Trouble = code

    def __repr__(self) -> str:
        return f"<{self.code} {self.start}-{self.end}: {self.message}>"
