"""Signs of Markdown that texts of packs do not know: they would stand there as written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.document.prose import INLINE
from freed6c.model.walk import prose_of
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


class Sign(NamedTuple):
    """What people write elsewhere, and what is written here."""

    pattern: re.Pattern[str]
    what: str
    way_out: str


BEGUN: Final = re.compile(r"\n *(?:[#*+>`~_|]|--)")
LEFT: Final = re.compile(r"[\[`]|\*\*")
"""Without these there is nothing to look for, at the beginning of lines or anywhere."""

HEADING: Final = Sign(
    re.compile(r"^##(?= )", re.MULTILINE),
    "a heading",
    "only the texts of chapters have headings: begin a paragraph with **words** instead",
)
AT_LINES: Final = (
    Sign(
        re.compile(r"^(?:#|#{3,6})(?= \S)", re.MULTILINE),
        "a heading",
        "headings are written '## Words', in the texts of chapters",
    ),
    Sign(
        re.compile(r"^ *[*+](?= \S)", re.MULTILINE),
        "an item of a list",
        "items are written '- words', numbered ones '1. words'",
    ),
    Sign(
        re.compile(r"^ *>(?= ?\S)", re.MULTILINE),
        "a quotation",
        "write it as *words*",
    ),
    Sign(
        re.compile(r"^ *(?:```|~~~)", re.MULTILINE),
        "a block of code",
        "write `words` on one line",
    ),
    Sign(
        re.compile(r"^ *(?:-{3,}|\*{3,}|_{3,})$", re.MULTILINE),
        "a line across the page",
        "begin a new paragraph, or in a chapter a heading: '## Words'",
    ),
    Sign(
        re.compile(r"^ *\|.*\| *$", re.MULTILINE),
        "a table",
        "write it under 'tables' and show it: [[show: table.my-table]]",
    ),
)
INSIDE: Final = (
    Sign(
        re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)"),
        "a picture",
        "texts have no pictures: link to it with [words](https://…)",
    ),
    Sign(
        re.compile(r"\[[^\[\]]+\]\([^()\s]*\)"),
        "a link",
        "links out begin with https://; rules are linked by their id: [[term.glow|words]]",
    ),
    Sign(
        re.compile(r"\[\["),
        "a link that does not end",
        "close it: [[term.glow]]",
    ),
    Sign(
        re.compile(r"\*\*(?=\w)|(?<=\w)\*\*"),
        "bold words without an end",
        "write **words**, within one paragraph",
    ),
    Sign(
        re.compile("`"),
        "code that does not end",
        "write `words`, within one paragraph",
    ),
)
"""Looked for where nothing that texts know was found."""


def check_markup(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """The first such sign of each text."""
    for entry, path, text in prose_of(ruleset):
        found = _first(text, headings=isinstance(entry, Chapter))
        address = None if found is None else ruleset.origins.address(path)
        if found is not None and address is not None:
            sign, start, end = found
            yield Diagnostic(
                code=checks.UNKNOWN_MARKUP,
                message=f"this looks like {sign.what}, and would stand there as you wrote it",
                label=Label(address.characters(start, end)),
                help=(sign.way_out,),
            )


def _first(text: str, *, headings: bool) -> tuple[Sign, int, int] | None:
    """The first sign, the longest where several begin there. Most texts have none at all."""
    bare = INLINE.sub(lambda match: " " * len(match[0]), text)
    signs = [(sign, bare) for sign in INSIDE] if LEFT.search(bare) else []
    if BEGUN.search(f"\n{text}"):
        signs += [
            (sign, text) for sign in (*AT_LINES, *(() if headings else (HEADING,)))
        ]
    found = [
        (match.start(), -match.end(), sign)
        for sign, where in signs
        if (match := sign.pattern.search(where)) is not None
    ]
    if not found:
        return None
    start, end, sign = min(found, key=lambda one: one[:2])
    return sign, start, -end
