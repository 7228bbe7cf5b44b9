"""Parse the prose of a ruleset, with its references resolved."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, wording
from freed6c.document.prose import parse_line, parse_prose
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.model.values import at
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.entries.actions import Against

if TYPE_CHECKING:
    from freed6c.document.blocks import Block, Blocks, Inline, Inlines
    from freed6c.document.render_context import RenderContext


VARIES: Final = re.compile(r"\[\[(?:=|show:)")
"""What a place is asked for: values speak of names that are known there, blocks have levels."""


@dataclass(frozen=True, slots=True)
class RulesetProseBuilder:
    """Resolves references in a ruleset. Broken ones stay as written: checks report them.

    `above` is the prefix of the anchors of headings.
    """

    ctx: RenderContext
    above: str = ""

    def text(self, words: str) -> Inlines:
        """Text, with dice made rollable."""
        return numbers.with_dice(self.ctx, words)

    def code(self, text: str) -> Inline:
        """Code, or dice where it is a pool."""
        return numbers.pool_in(self.ctx, text) or blocks.CodeSpan(text)

    def link(self, target: str, words: Inlines) -> Inline:
        """A link; the words alone where there is no such entry."""
        entry = self.ctx.ruleset.find(target)
        if entry is None:
            return blocks.Emphasis(words) if words else blocks.CodeSpan(target)
        return self.ctx.link(entry, words)

    def value(self, address: str) -> Inline:
        """The value at an address, in words."""
        value = at(self.ctx.ruleset, address)
        if value is None:
            return blocks.CodeSpan(address)
        if isinstance(value, Against):
            words = formulas.target_words(self.ctx, value) or line(self.ctx, value.text)
            return blocks.ValueText(address, words)
        try:
            return blocks.ValueText(address, amounts.say_value(self.ctx, value))
        except amounts.NoWordsError:
            # An address can lead to a record of several fields, such as a check.
            return blocks.CodeSpan(address)

    def quantity(self, number: str, unit: str) -> Inline:
        """A quantity, with the word of its unit."""
        quantity = Quantity(amount=Fraction(number), unit=unit)
        return blocks.ValueText("", amounts.say_value(self.ctx, quantity))

    def show(self, target: str) -> Blocks:
        """An entry as blocks."""
        entry = self.ctx.ruleset.find(target)
        if entry is None:
            return (blocks.Paragraph((blocks.CodeSpan(target),)),)
        return self.ctx.shown(self.ctx, entry)

    def heading(self, inlines: Inlines) -> Block:
        """A heading, with an anchor made of its words."""
        return blocks.Heading(
            2, f"{self.above}--{wording.slug(wording.plain(inlines))}", inlines
        )


def prose(ctx: RenderContext, text: str) -> Blocks:
    """Parse the prose of an entry."""
    if VARIES.search(text) is not None:
        return parse_prose(text, RulesetProseBuilder(ctx))
    parsed = ctx.texts.get(text)
    if parsed is None:
        parsed = ctx.texts[text] = parse_prose(text, RulesetProseBuilder(ctx))
    return parsed


def chapter_prose(ctx: RenderContext, text: str, anchor: str) -> Blocks:
    """Parse the prose of a chapter, which may have headings."""
    return parse_prose(text, RulesetProseBuilder(ctx, anchor), headings=True)


def line(ctx: RenderContext, text: str) -> Inlines:
    """Parse prose inside a sentence or a cell, as inlines."""
    parsed = ctx.lines.get(text)
    if parsed is None and VARIES.search(text) is not None:
        return parse_line(" ".join(text.split()), RulesetProseBuilder(ctx))
    if parsed is None:
        words = " ".join(text.split())
        parsed = ctx.lines[text] = parse_line(words, RulesetProseBuilder(ctx))
    return parsed
