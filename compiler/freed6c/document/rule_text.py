"""What an entry says, in paragraphs without markup: editors show it beside the entry's name."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, wording
from freed6c.document.describe import body
from freed6c.document.describe.parts import definitions
from freed6c.document.describe.tables import cell_words
from freed6c.document.plain_text import (
    marks_reader,
    nothing,
    paragraphs,
    reader_of,
)
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.wording import title_of
from freed6c.runtime.entries.notes import Chapter, Example, Note, PanelEntry
from freed6c.runtime.entries.tables import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import Comparison
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


ABOUT_RULES: Final = (Chapter, Example, Note, PanelEntry)
"""Kinds that tell of rules, but are none: of them there is only the text."""


def rule_text_reader(
    ruleset: Ruleset, comparison: Comparison | None = None
) -> Callable[[Entry], str]:
    """A function that tells what an entry is: its text, its facts, what packs changed in it.

    An entry without any of these has its name.
    """
    ctx = new_context(ruleset, nothing).without_remarks()
    plain, marks = reader_of(ctx), marks_reader(ruleset, comparison)

    def read(entry: Entry) -> str:
        text = plain(entry.text)
        if isinstance(entry, Chapter):  # it fills pages
            text = text.partition("\n\n")[0]
        facts = () if isinstance(entry, ABOUT_RULES) else _facts(ctx, entry)
        told = "\n\n".join(filter(None, (text, *facts, marks(entry))))
        # Some descriptions begin with the text.
        return "\n\n".join(dict.fromkeys(told.split("\n\n"))) or f"{title_of(entry)}."

    return read


def _facts(ctx: RenderContext, entry: Entry) -> Iterator[str]:
    """`Lasts: until the end of their next turn`: what documents say below the text.

    Not what they say there of entries in it, which stand below their own names.
    """
    cells = _cells(ctx, entry) if isinstance(entry, Row) else ()
    for block in (*cells, *takewhile(_is_own, body(ctx, entry, 1))):
        if not isinstance(block, blocks.DefinitionList):
            said = paragraphs((block,))
            yield "" if said.endswith(":") else said  # what it announces is not told
            continue
        for label, content in ((item.term, item.blocks) for item in block.items):
            # Where chances are listed is of use to those alone who read the document.
            if _is_word(label) and label != ctx.label("chances"):
                said = paragraphs(content)
                lines = "\n" if said.startswith("- ") else " "
                yield f"{wording.plain(label)}:{lines}{said}"


def _cells(ctx: RenderContext, row: Row) -> Blocks:
    return definitions(
        blocks.DefinitionItem(
            (blocks.Text(keyed[1].name),),
            (blocks.Paragraph(cell_words(ctx, keyed, row.cells)),),
        )
        for keyed in row.parent.entry.columns.items()
    )


def _is_own(block: Block) -> bool:
    """Whether a block is about the entry itself; those of entries in it have headings of theirs."""
    return not (isinstance(block, blocks.EntryHeading) and block.id)


def _is_word(label: Inlines) -> bool:
    """Whether a label is no link, and no place that links lead to: not the name of an entry."""
    return not isinstance(label[0], blocks.Link | blocks.InlineAnchor)
