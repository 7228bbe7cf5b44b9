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
    Told: TypeAlias = tuple[Fate, Inlines, Inlines]


class FieldDifference(NamedTuple):
    """Two values of a field. `labels` are those of the path to it."""

    place: KeyPath
    labels: tuple[str, ...]
    before: object
    after: object
    prose: bool

    def under(self, field: FieldValue) -> FieldDifference:
        """The same difference as seen from the record around."""
        return self._replace(
            place=(field.key, *self.place), labels=(field.label, *self.labels)
        )


def differences(
    before: RenderContext, after: RenderContext, old: Entry, new: Entry
) -> Iterator[FieldDifference]:
    """The fields in which two entries differ, without nested entries."""
    yield from _compare_fields(after, _in_entry(before, old), _in_entry(after, new))


def _compare_fields(
    ctx: RenderContext, old: Mapping[str, FieldValue], new: Mapping[str, FieldValue]
) -> Iterator[FieldDifference]:
    for key in dict.fromkeys((*new, *old)):
        field = new.get(key) or old[key]
        before = _still_there(ctx, old[key].value, field) if key in old else None
        after = field.value if key in new else None
        if after in (before, _called_now(ctx, before)):
            continue
        inside = _inside(ctx, before), _inside(ctx, after)
        if inside[0] is not None and inside[1] is not None:
            for difference in _compare_fields(ctx, inside[0], inside[1]):
                yield difference.under(field)
        else:
            yield FieldDifference((key,), (field.label,), before, after, field.prose)


def _still_there(ctx: RenderContext, value: object, field: FieldValue) -> object:
    """A loose list without removed entries: their removal is told elsewhere."""
    if not field.loose or not isinstance(value, tuple):
        return value
    ruleset = ctx.ruleset
    return tuple(
        ref
        for ref in value
        if not isinstance(ref, Ref)
        or ref.id in ruleset.entries
        or ((now := ruleset.redirects.get(ref.id)) is not None and now.renamed)
    )


def _called_now(ctx: RenderContext, value: object) -> object:
    """A value with references renamed: a new id alone is no difference."""
    match value:
        case Ref(id=id_):
            now = ctx.ruleset.redirects.get(id_)
            return Ref[Entry](now.id) if now is not None and now.renamed else value
        case tuple():
            return tuple(_called_now(ctx, item) for item in value)
        case _:
            return value


def _inside(ctx: RenderContext, value: object) -> Mapping[str, FieldValue] | None:
    """The parts of a value to compare one by one; None where it is compared as a whole.

    An item of a map is called by its own name, by that of the entry it is keyed by, or by its key.
    """
    if isinstance(value, Mapping):
        parts = {}
        for key, part in value.items():
            entry = ctx.index.by_id.get(key)
            own = getattr(part, "name", "")
            name = own or (label_of(key) if entry is None else title_of(entry))
            parts[key] = FieldValue(key, name, part)
        return parts
    if isinstance(value, Record) and not isinstance(value, SINGLE):
        return {field.key: field for field in field_values(ctx, value)}
    return None


def _in_entry(ctx: RenderContext, entry: Entry) -> Mapping[str, FieldValue]:
    fields = {field.key: field for field in field_values(ctx, entry)}
    return fields | {field.key: field for field in _derived(ctx, entry)}


def _derived(ctx: RenderContext, entry: Entry) -> Iterator[FieldValue]:
    """Fields that documents show though packs write them elsewhere, or nowhere."""
    match entry:
        case tables.Condition():
            yield FieldValue("lasts", ctx.word("label.duration"), entry.duration)
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


# Both values of a difference in words.


MOST_ITEMS: Final = 6
"""Of longer lists only what came and went is said."""


def in_words(
    before: RenderContext, after: RenderContext, difference: FieldDifference
) -> Iterator[Told]:
    """Both values in words; for long lists, the items added and the items removed."""
    old, new = difference.before, difference.after
    come, gone = _only(new, old), _only(old, new)
    if not (_is_long(old) or _is_long(new)) or not (come or gone):
        yield "changed", *_sides(before, after, difference)
        return
    if come:
        yield "added", (), value_words(after, "", come)
    if gone:
        yield "removed", value_words(before, "", gone), ()


def added_items(difference: FieldDifference) -> Iterator[tuple[int, object]]:
    """The items that only the later of two lists has, with their positions in it."""
    after, added = difference.after, _only(difference.after, difference.before)
    for position, item in enumerate(after if isinstance(after, tuple) else ()):
        if item in added:
            yield position, item


def _sides(
    before: RenderContext, after: RenderContext, difference: FieldDifference
) -> Sides:
    """Both values in words, or as written where the words are the same.

    Of texts only the paragraphs that the other has not.
    """
    old, new = difference.before, difference.after
    if difference.prose:
        paragraphs = [str(text or "").split("\n\n") for text in (old, new)]
        return _lines(before, *paragraphs), _lines(after, *reversed(paragraphs))
    *around, key = map(str, difference.place)
    within = around[-1] if around else ""
    words = (
        value_words(before, key, old, within),
        value_words(after, key, new, within),
    )
    if plain(words[0]) == plain(words[1]):
        return (CodeSpan(as_written(old)),), (CodeSpan(as_written(new)),)
    return words


def _lines(ctx: RenderContext, texts: list[str], others: list[str]) -> Inlines:
    own = (text for text in texts if text.strip() and text not in others)
    return ctx.join_sentences([line(ctx, text) for text in own])


def _is_long(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > MOST_ITEMS
        and not isinstance(value[0], Effect)
    )


def _only(items: object, others: object) -> tuple[object, ...]:
    """The items that only the first list has."""
    mine = items if isinstance(items, tuple) else ()
    its = others if isinstance(others, tuple) else ()
    return tuple(item for item in mine if item not in its)
