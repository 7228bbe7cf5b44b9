"""The prose of packs, a closed dialect of Markdown. `document/` turns it into blocks.

Paragraphs, `## headings` (in chapters), `- ` and `1. ` lists, `**bold**`, `*emphasis*`,
`` `code` ``, `[words](https://…)`, and references: `[[id]]`, `[[id|words]]`,
`[[=address]]`, `[[5 ft]]`, and `[[show: id]]` on a separate line. A backslash makes the next
sign, or dice, plain text. Everything else is text, including `<` and `&`.

Every pattern here stops at the next sign of its kind, so parsing takes time linear in the length
of the text, even for hostile input.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from freed6c.packs.ids import id_at, writable
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.operations import reword_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from freed6c.packs.data import KeyPath

INLINE: Final = regex(
    r"""
    \[\[ (?P<reference>[^\[\]]+) \]\]
    | (?<!!) \[ (?P<words>[^\[\]]+) \] \( (?P<url>https?://[^\s()<>"]+) \)
    | ` (?P<code>[^`]+) `
    | (?<![0-9]) \*\* (?=\S) (?P<strong>(?:[^*]|\*(?!\*))+) (?<=\S) \*\*
    | (?<!\w) \* (?=\S) (?P<emphasis>[^*]+) (?<=\S) \*
    | \\ (?P<escaped> [!-/:-@\[-`{-~] | [0-9]+D? | (?<=[0-9]\\) D )
    """,
    re.VERBOSE,
)
QUANTITY: Final = regex(
    r"(?P<number>-?[0-9]{1,12}(?:\.[0-9]{1,6})?)\s+(?P<unit>[a-z][a-z0-9-]*)", re.ASCII
)
FACES: Final = "dice:"
"""The prefix of rolled dice in stories: `[[dice: 4 2 6+1]]`."""

BEGINS: Final = frozenset("-#[0123456789")
"""The first characters of lines that can begin a block other than a paragraph."""

LINE: Final = regex(
    r"""
    [\ \t]* (?:
        (?P<bullet>-\ +)
        | (?P<number>[0-9]{1,3}\.\ +)
        | (?P<heading>\#\#\ +)
        | (?P<show>\[\[show:\ *(?P<shown>[^\[\]\n]+?)\ *\]\]$)
    )?
    """,
    re.VERBOSE,
)

ReferenceKind: TypeAlias = Literal["link", "value", "quantity", "show"]
BlockSort: TypeAlias = Literal["paragraph", "bullet", "number", "heading", "show"]


class Reference(NamedTuple):
    """A reference in prose: its kind, its target, and the offsets of the target in the text."""

    kind: ReferenceKind
    target: str
    start: int
    end: int


@dataclass()
class RawBlock:
    """A block before its inlines are parsed: offsets of its text, and its indentation.

    `number` is the number of a numbered item.
    """

    sort: BlockSort
    start: int
    end: int
    indent: int = 0
    number: int = 0


INSIDE: Final = 2
"""The extra indentation, in spaces, of text that belongs to an item."""
DEEPEST: Final = 8 * INSIDE
"""The largest indentation that counts."""


def raw_blocks(text: str, *, headings: bool) -> Iterator[RawBlock]:
    """Split prose into blocks. A line without a marker continues the previous block."""
    raw: RawBlock | None = None
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line.rstrip())
        opened = _begun_block(line, start, raw, headings=headings)
        if opened is None and raw is not None and end > start:
            raw.end = end
        else:
            if raw is not None:
                yield raw
            raw = opened
        start += len(line)
    if raw is not None:
        yield raw


def _begun_block(
    line: str, start: int, current: RawBlock | None, *, headings: bool
) -> RawBlock | None:
    """Return the block that a line begins, or None if it is blank or continues a block.

    Within a paragraph or an item, only `1.` begins a numbered list: other numbers end sentences.
    """
    bare = line.strip()
    if not bare:
        return None
    if bare[0] in BEGINS:
        block = _marked_block(line.rstrip(), start, current, headings=headings)
        if block is not None:
            return block
    if current is None or current.sort in {"heading", "show"}:
        start += line.index(bare)
        return RawBlock("paragraph", start, start + len(bare), _indent(line))
    return None


def _indent(line: str) -> int:
    margin = line[: len(line) - len(line.lstrip())].expandtabs(4)
    return min(len(margin), DEEPEST)


def _marked_block(
    line: str, start: int, current: RawBlock | None, *, headings: bool
) -> RawBlock | None:
    """Return the block that a marker (`- `, `1. `, `## `, `[[show: …]]`) begins, or None."""
    match = LINE.match(line)
    assert match is not None
    indent, number = _indent(line), int((match["number"] or "0").rstrip(". "))
    if match["show"] is not None:
        first, last = match.span("shown")
        return RawBlock("show", start + first, start + last, indent)
    inside = current is not None and (
        current.sort == "paragraph" or indent >= current.indent + INSIDE
    )
    marks: dict[BlockSort, bool] = {
        "heading": headings,
        "bullet": True,
        "number": number == 1 or not inside,
    }
    for sort, counts in marks.items():
        if match[sort] is not None and counts:
            # A heading is in no list.
            indent = 0 if sort == "heading" else indent
            end = start + len(line)
            return RawBlock(sort, start + match.end(), end, indent, number)
    return None


@lru_cache(maxsize=4096)
def references_in(text: str) -> tuple[Reference, ...]:
    """Return the references in a prose text, with the offsets of their targets.

    Cached, as several checks read each text, and again with each choice of an option.
    """
    return tuple(
        reference
        for raw in raw_blocks(text, headings=True)
        for reference in _references_of(raw, text)
    )


def _references_of(raw: RawBlock, text: str) -> Iterator[Reference]:
    written = text[raw.start : raw.end]
    if raw.sort == "show":
        yield Reference("show", written, raw.start, raw.end)
    else:
        yield from _references_within(written, raw.start)


def _references_within(text: str, start: int) -> Iterator[Reference]:
    for match in INLINE.finditer(text):
        if match.lastgroup == "reference":
            yield _positioned(match["reference"], start + match.start("reference"))
            continue
        for group in ("strong", "emphasis"):
            if match[group] is not None:
                yield from _references_within(match[group], start + match.start(group))


def _positioned(written: str, start: int) -> Reference:
    """Return the reference with this text between its brackets, which begins at `start`."""
    if QUANTITY.fullmatch(written):
        return Reference("quantity", one_line(written), start, start + len(written))
    kind: ReferenceKind = "value" if written.startswith("=") else "link"
    target = written[1:] if kind == "value" else written.partition("|")[0]
    bare = target.strip()
    start += len(written) - len(written.lstrip("= "))
    return Reference(kind, one_line(bare), start, start + len(bare))


SENTENCE_END: Final = regex(
    r"[.!?][\"')*]*\s+|\s*\n\s*\n\s*|\n(?=\s*(?:- |[0-9]+\. |## ))"
)
"""The end of a sentence: a full stop or similar mark, with closing quotes, brackets or asterisks; a
blank line; the end of a line before an item or a heading."""


NUMBER_OF_ITEM: Final = regex(r"\s*[0-9]+\.\s+")
"""The marker of a numbered item, whose dot doesn't end a sentence."""


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the start and end of the sentence that contains these characters."""
    begin = 0
    for match in SENTENCE_END.finditer(text):
        line = text.rfind("\n", 0, match.start()) + 1
        if NUMBER_OF_ITEM.fullmatch(text, line, match.end()):
            continue
        if match.end() <= start:
            begin = match.end()
        elif match.start() >= end:
            return begin, match.end()
    return begin, len(text)


def change_of_sentence(
    path: KeyPath,
    text: str,
    start: int,
    end: int,
    instead: Sequence[tuple[int, int, str]] = (),
) -> str:
    """Return a line of YAML that rewords the sentence around the words from `start` to `end`.

    `instead` has the start, end and replacement of words in the sentence, in order. If it is
    empty, the line has `…` for the new sentence. The reasons in a choice have no address, so the
    line is empty.
    """
    if path[0] == "options" and "changes" in path[4:]:
        return ""
    first, last = sentence_around(text, start, end)
    address = id_at(writable(path))
    sentence, copied_to = "", first
    for left, right, words in instead:
        sentence, copied_to = f"{sentence}{text[copied_to:left]}{words}", right
    whole = one_line(sentence + text[copied_to:last]) if instead else None
    return reword_line(address, one_line(text[first:last]), whole)


def one_line(written: str) -> str:
    """Return a text with line breaks and runs of spaces as single spaces."""
    return " ".join(written.split())


def without_links(text: str) -> str:
    """Return a text with its links as their words: `dim` for `[[condition.gloom.dim|dim]]`."""
    return re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", text)


def each_text(read: Callable[[str], str], value: object) -> object:
    """Return `read` of a text, or of each text in a list."""
    return tuple(map(read, value)) if isinstance(value, tuple) else read(str(value))
