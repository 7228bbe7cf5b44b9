"""What references in prose become: links, values in words, blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.prose import parse_line, parse_prose
from freed6c.document.sentences.amounts import say_value
from freed6c.document.sentences.formulas import target_words
from freed6c.document.sentences.numbers import pool_in, with_dice
from freed6c.document.wording import plain
from freed6c.model.values import at
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.entries.actions import Against

if TYPE_CHECKING:
    from freed6c.document.blocks import Block, Blocks, Inline, Inlines
    from freed6c.document.render_context import Scribe


VARIES: Final = re.compile(r"\[\[(?:=|show:)")
"""What a place is asked for: values speak of names that are known there, blocks have levels."""


@dataclass(frozen=True, slots=True)
class RulesetProseBuilder:
    """References of a ruleset. What does not exist is left as written: checks report it.

    `above` begins the anchors of headings.
    """

    ctx: Scribe
    above: str = ""

    def text(self, words: str) -> Inlines:
        """The words, and the dice among them."""
        return with_dice(self.ctx, words)

    def code(self, text: str) -> Inline:
        """The characters, which may be a pool of dice."""
        return pool_in(self.ctx, text) or blocks.Code(text)

    def link(self, target: str, words: Inlines) -> Inline:
        """A link, or its words alone where there is no such entry."""
        entry = self.ctx.ruleset.find(target)
        if entry is None:
            return blocks.Emphasis(words) if words else blocks.Code(target)
        return self.ctx.link(entry, words)

    def value(self, address: str) -> Inline:
        """The value in words."""
        value = at(self.ctx.ruleset, address)
        if value is None:
            return blocks.Code(address)
        if isinstance(value, Against):
            words = target_words(self.ctx, value) or line(self.ctx, value.text)
            return blocks.Value(address, words)
        return blocks.Value(address, say_value(self.ctx, value))

    def quantity(self, number: str, unit: str) -> Inline:
        """The quantity, in words of its unit."""
        quantity = Quantity(amount=Fraction(number), unit=unit)
        return blocks.Value("", say_value(self.ctx, quantity))

    def show(self, target: str) -> Blocks:
        """The entry as a block."""
        entry = self.ctx.ruleset.find(target)
        if entry is None:
            return (blocks.Paragraph((blocks.Code(target),)),)
        return self.ctx.shown(self.ctx, entry)

    def heading(self, inlines: Inlines) -> Block:
        """A heading, with an anchor made of its words."""
        return blocks.Heading(2, f"{self.above}--{slug(plain(inlines))}", inlines)


def prose(ctx: Scribe, text: str) -> Blocks:
    """Read the prose of an entry."""
    if VARIES.search(text) is not None:
        return parse_prose(text, RulesetProseBuilder(ctx))
    parsed = ctx.texts.get(text)
    if parsed is None:
        parsed = ctx.texts[text] = parse_prose(text, RulesetProseBuilder(ctx))
    return parsed


def chapter_prose(ctx: Scribe, text: str, anchor: str) -> Blocks:
    """Read the prose of a chapter, which may have headings."""
    return parse_prose(text, RulesetProseBuilder(ctx, anchor), headings=True)


def line(ctx: Scribe, text: str) -> Inlines:
    """Read prose that stands inside of a sentence or a cell."""
    parsed = ctx.lines.get(text)
    if parsed is None and VARIES.search(text) is not None:
        return parse_line(" ".join(text.split()), RulesetProseBuilder(ctx))
    if parsed is None:
        words = " ".join(text.split())
        parsed = ctx.lines[text] = parse_line(words, RulesetProseBuilder(ctx))
    return parsed


def slug(text: str) -> str:
    """Words as they may stand in an anchor: letters and digits of any script, hyphens."""
    kept = "".join(c if c.isalnum() else " " for c in text.casefold())
    return "-".join(kept.split())
