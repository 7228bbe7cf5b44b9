"""Prose and change marks as plain text, for docstrings and messages."""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from textwrap import indent
from typing import TYPE_CHECKING, Final, assert_never

from freed6c.document import blocks, changes, licenses, wording
from freed6c.document.prose import prose
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.sentences.effects import ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import Comparison
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


LONGEST: Final = 60
"""Words longer than this are not repeated where nothing can be struck."""


def plain_text(ruleset: Ruleset, text: str) -> str:
    """Prose without markup: links as names, values in words, lists with their marks."""
    return plain_reader(ruleset)(text)


def plain_reader(ruleset: Ruleset) -> Callable[[str], str]:
    """A function for many texts of one ruleset: its context is made once."""
    return reader_of(new_context(ruleset, nothing))


def reader_of(ctx: RenderContext) -> Callable[[str], str]:
    """A function that shares the cache of a context. `[[show: id]]` gives nothing."""
    ctx = replace(ctx, shown=nothing)
    return lambda text: paragraphs(prose(ctx, text))


def paragraphs(content: Blocks) -> str:
    """Blocks in words; those that are no paragraphs and no lists give nothing."""
    return "\n\n".join(filter(None, map(_block, content)))


def nothing(_ctx: RenderContext, _entry: Entry) -> Blocks:
    """The rendering of `[[show: id]]` in plain text: none."""
    return ()


def marks_reader(
    ruleset: Ruleset, comparison: Comparison | None = None
) -> Callable[[Entry], str]:
    """A function that gives the change marks and the license of an entry, in paragraphs."""
    ctx = new_context(ruleset, nothing, comparison=comparison)

    def read(entry: Entry) -> str:
        marks = [_mark(ctx, mark) for mark in changes.marks(ctx, entry)]
        license_ = licenses.license_mark(ctx, entry)
        marks += (f"{wording.plain(mark.inlines)}." for mark in license_)
        return "\n\n".join(marks)

    return read


def _mark(ctx: RenderContext, mark: blocks.ChangeMark) -> str:
    """A change mark as a paragraph: packs, before and after, why."""
    told = (ended(ctx, _revision(ctx, revision)) for revision in mark.revisions)
    said = wording.plain(ctx.join_sentences((*told, mark.why)))
    return f"{mark.label}: {said}" if said else f"{mark.label}."


def _revision(ctx: RenderContext, revision: blocks.Revision) -> Inlines:
    """A revision without markup; long texts are not quoted."""
    before = changes.text_before(revision.said)
    sides = {"before": before, "after": changes.text_after(revision.said)}
    known = {key: said for key, said in sides.items() if 0 < len(said) <= LONGEST}
    key = ".".join(("change.field", *(key for key in sides if key in known)))
    return ctx.say(key, what=revision.what, **known)


def _item(mark: str, words: Inlines, below: Blocks) -> str:
    """An item, with the blocks below it indented as far as its words."""
    parted = "\n\n" if below and isinstance(below[0], blocks.Paragraph) else "\n"
    said = parted.join(filter(None, (wording.plain(words), paragraphs(below))))
    return f"{mark} {indent(said, ' ' * (len(mark) + 1)).lstrip()}"


def _block(block: Block) -> str:
    match block:
        case blocks.Paragraph(inlines) | blocks.Heading(_, _, inlines):
            return wording.plain(inlines)
        case blocks.BulletList() | blocks.NumberedList():
            return "\n".join(starmap(_item, blocks.items_of(block)))
        case blocks.DefinitionList() | blocks.NoteBlock() | blocks.Remarks():
            return ""
        case blocks.TableBlock() | blocks.Chart() | blocks.RollerBlock():
            return ""
        case blocks.EntryHeading() | blocks.FinePrint() | blocks.IndexLetter():
            return ""
        case blocks.ChangeMark() | blocks.Panels() | blocks.FormFields():
            return ""
        case blocks.Versions():
            # Prose of packs has none of these: `[[show: id]]` gives none here.
            return ""
        case _:
            assert_never(block)
