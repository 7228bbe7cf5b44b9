"""Turn needs and the targets of checks into words.

A need is a requirement that an action checks before it can be taken; the target of a check
(`against`) is the number or rating that it has to reach. A pack can write a sentence for either;
otherwise it is made from the data.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from freed6c.document.prose import line
from freed6c.document.render_context import new_context, nothing
from freed6c.document.sentences import formulas
from freed6c.document.sentences.effects import (
    ended,
    exactly,
    is_no_op,
    said_by_pack,
    sentence,
    uncapitalized,
)
from freed6c.document.wording import capitalized, plain, unended
from freed6c.model.entry_contents import records_of
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries.actions import Action, Against, EffectRoll, Need, Points
from freed6c.runtime.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


def need_words(ctx: RenderContext, need: Need) -> Inlines:
    """Return a requirement in words, without a full stop, beginning with a small letter."""
    if need.sentence:
        return uncapitalized(ctx, unended(said_by_pack(ctx, need)))
    return formulas.formula(ctx, need.text)


def say_needs(ruleset: Ruleset) -> None:
    """Set `full_sentence` of all needs of a new ruleset: players read it if an action is refused.

    If making a sentence fails, the need has none. The error is reported when its entry is rendered.
    """
    entries: tuple[Action | Points, ...] = (*ruleset.of(Action), *ruleset.of(Points))
    for entry in entries:
        for need in entry.needs:
            with suppress(Exception):
                ctx = new_context(ruleset, nothing)
                words = need_words(ctx.with_names(formulas.names_in(ctx, entry)), need)
                # Records are frozen, so bypass their __setattr__.
                vars(need)["full_sentence"] = plain(words)


def against_words(ctx: RenderContext, against: Against | None) -> Inlines:
    """Return the target of a check in words, followed by the text of the pack."""
    if against is None:
        return ()
    words = said_by_pack(ctx, against) or formulas.target_words(ctx, against)
    text = line(ctx, against.text)
    if words and text:
        return ctx.join_sentences((ended(ctx, words), text))
    return words or text


def sentences_in(ctx: RenderContext, entry: Entry) -> Mapping[int, str]:
    """Return the plain sentence of each effect and check target in an entry.

    The keys are `id(record)` of the `Effect` or `Against`.
    """
    records = [
        record
        for record in records_of(ctx.ruleset, entry, Record)
        if isinstance(record, Against)
        or (isinstance(record, Effect) and not is_no_op(record))
    ]
    if not records:
        return {}
    entry_ctx = ctx.with_names(formulas.names_in(ctx, entry))
    yours = isinstance(entry, Action | EffectRoll | Points)
    entry_ctx = entry_ctx.where_effects_begin(begins=False, yours=yours)
    return {
        id(record): plain(
            capitalized(ended(ctx, against_words(entry_ctx, record)))
            if isinstance(record, Against)
            else sentence(entry_ctx, record)
        )
        for record in records
    }


def exact_lines(ctx: RenderContext, entry: Entry) -> tuple[Inlines, ...]:
    """Return the sentence made from the data for each sentence that packs wrote in an entry.

    Empty if packs wrote none. The names of the entry are added to `ctx` here.
    """
    records = [
        record
        for record in records_of(ctx.ruleset, entry, Record)
        if isinstance(record, Need | Against | Effect) and record.sentence
    ]
    if not records:
        return ()
    ctx = ctx.with_names(formulas.names_in(ctx, entry))
    ctx = ctx.where_effects_begin(begins=False, yours=True)
    # Needs come first, then targets of checks, then effects (False sorts before True).
    records.sort(key=lambda r: (isinstance(r, Effect), isinstance(r, Against)))
    return tuple(exactly(ctx, record) for record in records)
