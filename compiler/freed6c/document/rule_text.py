"""Render entries as plain text, which editors show for the name of an entry."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, wording
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.parts import definitions
from freed6c.document.describe.tables import cell_words
from freed6c.document.plain_text import marks_text, paragraphs, reader_of
from freed6c.document.render_context import RenderContext, new_context, nothing
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
"""Kinds that describe rules but are not rules, so only their text is shown."""


def rule_text_reader(
    ruleset: Ruleset, comparison: Comparison | None = None
) -> Callable[[Entry], str]:
    """Return a function that renders an entry as plain text: text, facts, changes by packs.

    For an entry without any of these, it returns the name.
    """
    ctx = new_context(ruleset, nothing).without_remarks()
    plain, marked = reader_of(ctx), new_context(ruleset, nothing, comparison)

    def read(entry: Entry) -> str:
        text = plain(entry.text)
        if isinstance(entry, Chapter):  # it fills pages
            text = text.partition("\n\n")[0]
        facts = () if isinstance(entry, ABOUT_RULES) else _facts(ctx, entry)
        text = "\n\n".join(filter(None, (text, *facts, marks_text(marked, entry))))
        # Some facts repeat paragraphs of the text: keep each paragraph once.
        return "\n\n".join(dict.fromkeys(text.split("\n\n"))) or f"{title_of(entry)}."

    return read


def _facts(ctx: RenderContext, entry: Entry) -> Iterator[str]:
    """Yield the facts that documents show below the text of an entry, without nested entries.

    One is `Lasts: until the end of their next turn`.
    """
    cells = _cells(ctx, entry) if isinstance(entry, Row) else ()
    for block in (*cells, *takewhile(_is_own, body(ctx, entry, 1))):
        if not isinstance(block, blocks.DefinitionList):
            text = paragraphs((block,))
            # Skip a line such as "In this order:", because the block after it is left out.
            yield "" if text.endswith(":") else text
            continue
        for label, content in ((item.term, item.blocks) for item in block.items):
            # The page with the odds exists only in a document.
            if _is_word(label) and label != ctx.label("chances"):
                text = paragraphs(content)
                separator = "\n" if text.startswith("- ") else " "
                yield f"{wording.plain(label)}:{separator}{text}"


def _cells(ctx: RenderContext, row: Row) -> Blocks:
    """Return the cells of a row as definitions, by the names of their columns."""
    return definitions(
        blocks.DefinitionItem(
            (blocks.Text(keyed[1].name),),
            (blocks.Paragraph(cell_words(ctx, keyed, row.cells)),),
        )
        for keyed in row.parent.entry.columns.items()
    )


def _is_own(block: Block) -> bool:
    """Return False for the heading of a nested entry, with which its own blocks begin."""
    return not (isinstance(block, blocks.EntryHeading) and block.id)


def _is_word(label: Inlines) -> bool:
    """Return True if a label is a plain word, not the name of an entry with a link or anchor."""
    return not isinstance(label[0], blocks.Link | blocks.InlineAnchor)
