"""Compare two records field by field, down to single values, and word the difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from freed6c.document.blocks import CodeSpan, Inlines
from freed6c.document.describe.fields import (
    SINGLE,
    FieldValue,
    field_values,
    value_words,
)
from freed6c.document.describe.tables import gives_ranks
from freed6c.document.mentions import chosen_in
from freed6c.document.prose import line
from freed6c.document.wording import label_of, plain, title_of
from freed6c.model.value_lookup import as_written
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries import notes, tables
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from freed6c.document.compare.comparison import Fate
    from freed6c.document.render_context import RenderContext
    from freed6c.packs.data import KeyPath

    Sides: TypeAlias = tuple[Inlines, Inlines]
    WordedChange: TypeAlias = tuple[Fate, Inlines, Inlines]


class FieldDifference(NamedTuple):
    """A field that differs, with its two values.

    `place` is the path of keys to it in its entry, such as `("check", "against")`, and `labels` are
    the labels on this path. `prose` is True if the values are text for people.
    """

    place: KeyPath
    labels: tuple[str, ...]
    before: object
    after: object
    prose: bool

    def under(self, field: FieldValue) -> FieldDifference:
        """Return the difference with its path starting one level higher, at `field`."""
        return self._replace(
            place=(field.key, *self.place), labels=(field.label, *self.labels)
        )


def differences(
    before: RenderContext, after: RenderContext, old: Entry, new: Entry
) -> Iterator[FieldDifference]:
    """Yield the fields in which two entries differ, without those of nested entries."""
    yield from _compare_fields(after, _all_fields(before, old), _all_fields(after, new))


def _compare_fields(
    ctx: RenderContext, old: Mapping[str, FieldValue], new: Mapping[str, FieldValue]
) -> Iterator[FieldDifference]:
    """Yield the fields that differ; records and maps are compared field by field, recursively.

    `ctx` belongs to the later ruleset.
    """
    for key in dict.fromkeys((*new, *old)):
        field = new.get(key) or old[key]
        before = _without_removed(ctx, old[key].value, field) if key in old else None
        after = field.value if key in new else None
        if after in (before, _with_current_ids(ctx, before)):
            continue
        old_fields, new_fields = _subfields(ctx, before), _subfields(ctx, after)
        if old_fields is not None and new_fields is not None:
            for difference in _compare_fields(ctx, old_fields, new_fields):
                yield difference.under(field)
        else:
            yield FieldDifference((key,), (field.label,), before, after, field.prose)


def _without_removed(ctx: RenderContext, value: object, field: FieldValue) -> object:
    """Return a loose list without removed entries, and any other value unchanged.

    If an entry is removed, references to it vanish from loose lists (see `FieldValue`). The page of
    changes lists the removal itself, so these lists do not count as changed.
    """
    if not field.loose or not isinstance(value, tuple):
        return value
    ruleset = ctx.ruleset
    return tuple(
        ref
        for ref in value
        if not isinstance(ref, Ref)
        or ref.id in ruleset.entries
        or ((redirect := ruleset.redirects.get(ref.id)) and redirect.renamed)
    )


def _with_current_ids(ctx: RenderContext, value: object) -> object:
    """Return a value with renamed references updated: a renamed entry is not a difference."""
    match value:
        case Ref(id=id_):
            redirect = ctx.ruleset.redirects.get(id_)
            return Ref[Entry](redirect.id) if redirect and redirect.renamed else value
        case tuple():
            return tuple(_with_current_ids(ctx, item) for item in value)
        case _:
            return value


def _subfields(ctx: RenderContext, value: object) -> Mapping[str, FieldValue] | None:
    """Return the fields of a record or the items of a map; None for single values and lists.

    The label of a map item is its own name, else that of the entry with this id, else its key.
    """
    if isinstance(value, Mapping):
        items = {}
        for key, item in value.items():
            entry = ctx.index.by_id.get(key)
            own_name = getattr(item, "name", "")
            name = own_name or (label_of(key) if entry is None else title_of(entry))
            items[key] = FieldValue(key, name, item)
        return items
    if isinstance(value, Record) and not isinstance(value, SINGLE):
        return {field.key: field for field in field_values(ctx, value)}
    return None


def _all_fields(ctx: RenderContext, entry: Entry) -> Mapping[str, FieldValue]:
    fields = {field.key: field for field in field_values(ctx, entry)}
    return fields | {field.key: field for field in _derived_fields(ctx, entry)}


def _derived_fields(ctx: RenderContext, entry: Entry) -> Iterator[FieldValue]:
    """Yield the fields that documents show but packs don't write in the entry itself.

    Examples: the rank of a condition comes from its position in the track; the chosen reading of a
    note can come from another pack.
    """
    match entry:
        case tables.Condition(usual_duration=duration):
            yield FieldValue("duration", ctx.word("label.duration"), duration)
            yield FieldValue("rank", ctx.word("label.rank"), entry.rank)
            yield from _cells(entry.cells, entry.track.columns)
        case tables.Band() if gives_ranks(ctx, entry.benchmark):
            yield FieldValue("place", ctx.word("label.rank"), entry.place)
        case tables.Row():
            yield from _cells(entry.cells, entry.parent.entry.columns)
        case notes.Note():
            chosen = ctx.ruleset.once(chosen_in)[entry.id]
            yield FieldValue("chosen", ctx.word("label.chosen"), chosen)
        case _:
            return


def _cells(
    cells: Mapping[str, tables.Cell], columns: Mapping[str, tables.Column]
) -> Iterator[FieldValue]:
    for key, value in cells.items():
        yield FieldValue(key, columns[key].name, value)


def added_items(difference: FieldDifference) -> Iterator[tuple[int, object]]:
    """Yield the items that only the later of two lists has, each as (position, item)."""
    after, added = difference.after, _only_in(difference.after, difference.before)
    for position, item in enumerate(after if isinstance(after, tuple) else ()):
        if item in added:
            yield position, item


# Both values of a difference in words.


MOST_ITEMS: Final = 6
"""Longer lists are not shown in full, only the items added to them and removed from them."""


def in_words(
    before: RenderContext, after: RenderContext, difference: FieldDifference
) -> Iterator[WordedChange]:
    """Yield a difference in words: its fate, the old value and the new value.

    Usually this is one "changed" triple. A long list has up to two: an "added" triple with the new
    items and no old value, and a "removed" triple with the old items and no new value.
    """
    old, new = difference.before, difference.after
    added, removed = _only_in(new, old), _only_in(old, new)
    # A long list without added or removed items was only reordered.
    if not (_is_long(old) or _is_long(new)) or not (added or removed):
        yield "changed", *_both_values(before, after, difference)
        return
    if added:
        yield "added", (), value_words(after, "", added)
    if removed:
        yield "removed", value_words(before, "", removed), ()


def _both_values(
    before: RenderContext, after: RenderContext, difference: FieldDifference
) -> Sides:
    """Return both values in words, or as YAML if their words are the same.

    Prose is shortened to the paragraphs that the other text does not have.
    """
    old, new = difference.before, difference.after
    if difference.prose:
        olds, news = (str(text or "").split("\n\n") for text in (old, new))
        return _new_texts(before, olds, news), _new_texts(after, news, olds)
    *outer_keys, key = map(str, difference.place)
    parent_key = outer_keys[-1] if outer_keys else ""
    old_words = value_words(before, key, old, parent_key)
    new_words = value_words(after, key, new, parent_key)
    if plain(old_words) == plain(new_words):
        return (CodeSpan(as_written(old)),), (CodeSpan(as_written(new)),)
    return old_words, new_words


def _new_texts(ctx: RenderContext, texts: list[str], others: list[str]) -> Inlines:
    """Join the paragraphs that are not among the others."""
    own = (text for text in texts if text.strip() and text not in others)
    return ctx.join_sentences([line(ctx, text) for text in own])


def _is_long(value: object) -> bool:
    """Return True for a long list. Effects are shown in full: they make one sentence together."""
    return (
        isinstance(value, tuple)
        and len(value) > MOST_ITEMS
        and not isinstance(value[0], Effect)
    )


def _only_in(value: object, other: object) -> tuple[object, ...]:
    """Return the items that only the first list has; a value that is not a list has no items."""
    items = value if isinstance(value, tuple) else ()
    other_items = other if isinstance(other, tuple) else ()
    return tuple(item for item in items if item not in other_items)
