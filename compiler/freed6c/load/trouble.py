"""A failure of the parser, with the lines it happened in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Code, Diagnostic, Label
from freed6c.load.lines import Line, read_line
from freed6c.load.spots import at_mark
from freed6c.load.text import line_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.address import Spot
    from freed6c.packs.events import Mark, UnreadableError

UNCHECKED: Final = "nothing else in this file was checked"
_COMMENT: Final = re.compile(r"(?:^|\s+)#.*$")
_CLOSES: Final = re.compile(r"[,\]}]")


@dataclass(frozen=True, slots=True)
class Trouble:
    """One failure. What could be read is told by looking at the lines again."""

    file: str
    lines: Sequence[str]
    failure: UnreadableError

    @property
    def problem(self) -> str:
        """What the parser said."""
        return self.failure.problem

    @property
    def context(self) -> str:
        """What it was doing."""
        return self.failure.context

    @property
    def at(self) -> Mark:
        """Where it stopped."""
        return self.failure.at

    @property
    def since(self) -> Mark:
        """Where what failed began."""
        return self.failure.context_at or self.failure.at

    @property
    def line(self) -> Line:
        """The line where it stopped."""
        return read_line(line_at(self.lines, self.at.line))

    @property
    def above(self) -> int:
        """The number of the last line before that says something, -1 if none does."""
        numbers = range(min(self.at.line, len(self.lines)) - 1, -1, -1)
        return next((n for n in numbers if _COMMENT.sub("", self.lines[n]).strip()), -1)

    def before(self, mark: Mark) -> str:
        """The line up to a mark."""
        return line_at(self.lines, mark.line)[: mark.column]

    def after(self, mark: Mark) -> str:
        """The line from a mark on."""
        return line_at(self.lines, mark.line)[mark.column :]

    def text_from(self, mark: Mark) -> str:
        """The text that begins at a mark, as far as its author probably meant it."""
        text = _COMMENT.sub("", self.after(mark)).rstrip()
        if not _inside_brackets(self.before(mark)):
            return text
        closing = _CLOSES.search(text, 1)
        return text[: closing.start()].rstrip() if closing else text

    def report(
        self,
        code: Code,
        message: str,
        mark: Mark,
        label: str = "",
        *,
        length: int = 1,
        help: tuple[str, ...] = (),  # noqa: A002 - the word of the field
        related: tuple[Label, ...] = (),
    ) -> Diagnostic:
        """The error, at a mark."""
        return Diagnostic(
            code=code,
            message=message,
            label=Label(self.spot(mark, length), label),
            related=related,
            help=help,
            notes=(UNCHECKED,),
        )

    def spot(self, mark: Mark, length: int = 1) -> Spot:
        """Some characters from a mark on."""
        return at_mark(self.file, self.lines, mark, length)


def _inside_brackets(before: str) -> bool:
    opened = before.count("{") + before.count("[")
    return opened > before.count("}") + before.count("]")
