"""A roll for people at a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from freed6c.cli.dice.chart import columns
from freed6c.cli.dice.roll_words import happened, outcome, steps, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.cli.dice.rolled import Rolled


def roll_text(found: Rolled) -> str:
    """The pool, what each step did, and what came of it."""
    lines = [
        str(found.pool),
        found.asked.title,
        "",
        *_rows(steps(found)),
        "",
        total(found),
        *outcome(found),
        *(
            line
            for words in happened(found)
            for line in textwrap.wrap(words, columns())
        ),
    ]
    return "\n".join(lines) + "\n"


def _rows(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    known = list(rows)
    wide = max((len(name) for name, _ in known), default=0)
    for name, work in known:
        yield from textwrap.wrap(
            work,
            columns(),
            initial_indent=f"  {name:{wide}}  ",
            subsequent_indent=" " * (wide + 4),
        )
