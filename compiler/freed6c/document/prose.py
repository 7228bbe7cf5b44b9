"""Parse the prose of packs into blocks and inlines, with its references resolved."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING

from freed6c.document import blocks, wording
from freed6c.document.phrases.terms import called
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.model.prose import FACES, INLINE, INSIDE, QUANTITY, one_line, raw_blocks
from freed6c.model.value_lookup import ENDLESS, at, entry_at, length_shown
from freed6c.model.written_sentences import PLACEHOLDER
from freed6c.packs.lazy import dataclass
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.entries.actions import Against

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inline, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.model.prose import RawBlock


def prose(ctx: RenderContext, text: str) -> Blocks:
    """Parse the prose of an entry."""
    return ProseParser(ctx).blocks(text)


def chapter_prose(ctx: RenderContext, text: str, anchor: str) -> Blocks:
    """Parse the prose of a chapter, which can have headings; `anchor` prefixes their anchors."""
    return ProseParser(ctx, anchor).blocks(text)


def line(ctx: RenderContext, text: str) -> Inlines:
    """Parse prose for a sentence or a cell, as inlines."""
    return ProseParser(ctx).inlines(" ".join(text.split()))


def filled(inlines: Inlines, words: Sequence[Inlines]) -> Inlines:
    """Replace the placeholders `{0}`, `{1}`, … in parsed prose with the words at that position."""
    return wording.joined(part for inline in inlines for part in _filled(inline, words))


def _filled(inline: Inline, words: Sequence[Inlines]) -> Iterator[Inline]:
    match inline:
        case blocks.Text(text):
            # `split` returns texts and the numbers between them, by turns.
            for position, part in enumerate(PLACEHOLDER.split(text)):
                if position % 2:
                    yield from words[int(part)]
                elif part:
                    yield blocks.Text(part)
        case blocks.Strong() | blocks.Emphasis():
            yield inline.but(inlines=filled(inline.inlines, words))
        case _:
            yield inline


@dataclass(frozen=True)
class ProseParser:
    """Parses prose, and resolves its references in a ruleset.

    Broken references stay as written, because other checks report them. `above` is the prefix for
    the anchors of headings; if it is empty, headings are not parsed.
    """

    ctx: RenderContext
    above: str = ""

    def blocks(self, text: str) -> Blocks:
        """Parse prose into blocks."""
        return self._blocks(text, deque(raw_blocks(text, headings=bool(self.above))))

    def _blocks(self, text: str, raw: deque[RawBlock], margin: int = 0) -> Blocks:
        """Consume blocks from the front of `raw` while they are indented by at least a margin."""
        content: list[Block] = []
        while raw and raw[0].indent >= margin:
            block = raw[0]
            if block.sort in {"bullet", "number"}:
                content.append(self._list(text, raw, margin))
                continue
            written = text[raw.popleft().start : block.end]
            if block.sort == "show":
                content += self._shown(written)
                continue
            words = self.inlines(one_line(written))
            if block.sort == "heading":
                anchor = f"{self.above}--{wording.slug(wording.plain(words))}"
                content.append(blocks.Heading(2, anchor, words))
            else:
                content.append(blocks.Paragraph(words))
        return tuple(content)

    def _list(self, text: str, raw: deque[RawBlock], margin: int) -> Block:
        """Consume the items of one list, with the blocks nested in each.

        A number out of order begins another list. As in Markdown, items can also all be `1.`
        """
        first = previous = raw[0]
        items: list[Inlines] = []
        below: list[Blocks] = []
        while raw and raw[0].indent >= margin and raw[0].sort == first.sort:
            item = raw[0]
            repeats = item.number == previous.number == first.number <= 1
            if not repeats and item.number != first.number + len(items):
                break
            previous = raw.popleft()
            items.append(self.inlines(one_line(text[item.start : item.end])))
            below.append(self._blocks(text, raw, item.indent + INSIDE))
        inside = tuple(below) if any(below) else ()
        if first.sort == "bullet":
            return blocks.BulletList(tuple(items), inside)
        return blocks.NumberedList(tuple(items), inside, first.number)

    def inlines(self, text: str) -> Inlines:
        """Parse the inlines of one block. Dice between words become rollable."""
        inlines: list[Inline] = []
        position = 0
        for match in INLINE.finditer(text):
            inlines += numbers.with_dice(self.ctx, text[position : match.start()])
            inlines.append(self._marked(match))
            position = match.end()
        return wording.joined([*inlines, *numbers.with_dice(self.ctx, text[position:])])

    def _marked(self, match: re.Match[str]) -> Inline:
        """Return the inline for a match of `INLINE`, by the name of the group that matched."""
        match match.lastgroup:
            case "escaped":
                return blocks.Text(match["escaped"])
            case "reference":
                return self._reference(match["reference"])
            case "code":
                # A whole pool can be rolled.
                pool = numbers.pool_in(self.ctx, match["code"])
                return pool or blocks.CodeSpan(match["code"])
            case "url":
                return blocks.WebLink(match["url"], self.inlines(match["words"]))
            case "strong":
                return blocks.Strong(self.inlines(match["strong"]))
            case _:
                return blocks.Emphasis(self.inlines(match["emphasis"]))

    def _reference(self, written: str) -> Inline:
        """Return the inline for the text between `[[` and `]]`.

        It is a value (`=address`), dice faces, a quantity (`5 feet`), a term (`the game master`),
        or a link (`target` or `target|words`).
        """
        if written.startswith("="):
            return self._value(written[1:].strip())
        if written.startswith(FACES):
            return blocks.DiceFaces(tuple(written.removeprefix(FACES).split()))
        quantity = QUANTITY.fullmatch(written)
        if quantity is not None:
            amount = Fraction(quantity["number"])
            value = Quantity(amount=amount, unit=quantity["unit"])
            return blocks.ValueText("", amounts.say_value(self.ctx, value))
        target, _, words = written.partition("|")
        forms = self.ctx.ruleset.wording.forms
        term = called(one_line(target), forms)
        if term is not None:
            return blocks.Text(term)
        term = called(one_line(words), forms)
        label = self.inlines(words) if term is None else (blocks.Text(term),)
        entry = self.ctx.ruleset.find(target.strip())
        if entry is not None:
            return self.ctx.link(entry, label)
        # A broken link: only its words.
        return blocks.Emphasis(label) if label else blocks.CodeSpan(target.strip())

    def _value(self, address: str) -> Inline:
        """Return the value of `[[=address]]` in words; as code if it can't be said in a text."""
        value = at(self.ctx.ruleset, address)
        if value is None or length_shown(self.ctx.ruleset, address) > ENDLESS:
            return blocks.CodeSpan(address)
        if isinstance(value, Against):
            words = formulas.target_words(self.ctx, value) or line(self.ctx, value.text)
            return blocks.ValueText(address, words)
        if isinstance(value, str) and ("[[" in value or not address.endswith(".name")):
            return blocks.ValueText(address, line(self.ctx, value))
        entry = entry_at(self.ctx.ruleset, address)
        names = {} if entry is None else formulas.names_in(self.ctx, entry)
        entry_ctx = self.ctx.with_names(names)
        try:
            return blocks.ValueText(address, amounts.say_value(entry_ctx, value))
        except amounts.NoWordsError:
            # An address can lead to a record of several fields, such as a check.
            return blocks.CodeSpan(address)

    def _shown(self, target: str) -> Blocks:
        """Return the entry of `[[show: id]]` as blocks."""
        entry = self.ctx.ruleset.find(target)
        if entry is None:
            return (blocks.Paragraph((blocks.CodeSpan(target),)),)
        return self.ctx.shown(self.ctx, entry)
