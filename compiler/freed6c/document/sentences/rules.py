"""Needs, and what a check has to reach, in words: as the pack says it, else made from the data."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from freed6c.document.plain_text import nothing
from freed6c.document.prose import line
from freed6c.document.render_context import new_context
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
    """What has to hold, without a full stop, beginning with a small letter."""
    if need.says:
        return uncapitalized(ctx, unended(said_by_pack(ctx, need)))
    return formulas.formula(ctx, need.text)


def say_needs(ruleset: Ruleset) -> None:
    """Give each need of a new ruleset its sentence: whoever is refused something reads it.

    One that cannot be told has none; whoever shows the entry reports why.
    """
    entries: tuple[Action | Points, ...] = (*ruleset.of(Action), *ruleset.of(Points))
    needing = [entry for entry in entries if entry.needs]
    ctx: RenderContext | None = None
    for entry in needing:
        with suppress(Exception):
            ctx = ctx or new_context(ruleset, nothing)
            inside = ctx.with_names(formulas.names_in(ctx, entry))
            for need in entry.needs:
                vars(need)["sentence"] = plain(need_words(inside, need))


def against_words(ctx: RenderContext, against: Against | None) -> Inlines:
    """What a check has to reach, with the text of the pack behind it."""
    if against is None:
        return ()
    words = said_by_pack(ctx, against) or formulas.target_words(ctx, against)
    text = line(ctx, against.text)
    return (
        ctx.join_sentences((ended(ctx, words), text))
        if words and text
        else words or text
    )


def sentences_in(ctx: RenderContext, entry: Entry) -> Mapping[int, str]:
    """The sentences of the effects of an entry, and of what its checks have to reach.

    They are by the `id` of the record.
    """
    told = [
        record
        for record in records_of(ctx.ruleset, entry, Record)
        if isinstance(record, Against)
        or (isinstance(record, Effect) and not is_no_op(record))
    ]
    if not told:
        return {}
    inside = ctx.with_names(formulas.names_in(ctx, entry))
    yours = isinstance(entry, Action | EffectRoll | Points)
    inside = inside.where_effects_begin(begins=False, yours=yours)
    return {
        id(record): plain(
            capitalized(ended(ctx, against_words(inside, record)))
            if isinstance(record, Against)
            else sentence(inside, record)
        )
        for record in told
    }


def exact_lines(ctx: RenderContext, entry: Entry) -> tuple[Inlines, ...]:
    """What lies behind the sentences that packs wrote in an entry; empty if they wrote none.

    `ctx` need not know the names of the entry.
    """
    said = [
        record
        for record in records_of(ctx.ruleset, entry, Record)
        if isinstance(record, Need | Against | Effect) and record.says
    ]
    if not said:
        return ()
    ctx = ctx.with_names(formulas.names_in(ctx, entry))
    ctx = ctx.where_effects_begin(begins=False, yours=True)
    # First what it needs, then what it has to reach, then what it does.
    said.sort(key=lambda r: (isinstance(r, Effect), isinstance(r, Against)))
    return tuple(exactly(ctx, record) for record in said)
