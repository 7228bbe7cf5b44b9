"""The fields in which two records differ, down to those that hold a single value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.document.describe.benchmarks import gives_ranks
from freed6c.document.scribe import Scribe, setting_word, title_of
from freed6c.document.wording import label_of
from freed6c.model.shape import Field, item, written
from freed6c.runtime.amounts import Formula, Modifier, Pool, Quantity, Range
from freed6c.runtime.effects import Duration, Effect
from freed6c.runtime.entries.notes import Note
from freed6c.runtime.entries.tables import Band, Cell, Column, Condition, Row
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from freed6c.packs.data import KeyPath


SINGLE: Final = (Formula, Modifier, Pool, Quantity, Range, Duration, Effect)
"""Records that are said as one; all others are compared field by field."""


@dataclass(frozen=True, slots=True)
class Held:
    """A value with its key and its label, and whether it is text for people.

    What is `loose` loses by itself what is removed.
    """

    key: str
    label: str
    value: object
    prose: bool = False
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """Two values at one place. `labels` lead to it, `key` is that of its field."""

    place: KeyPath
    labels: tuple[str, ...]
    key: str
    before: object
    after: object
    prose: bool

    def under(self, held: Held) -> Difference:
        """The same difference, seen from further out."""
        place = (held.key, *self.place)
        labels = (held.label, *self.labels)
        return Difference(place, labels, self.key, self.before, self.after, self.prose)


def differences(
    before: Scribe, after: Scribe, old: Entry, new: Entry
) -> Iterator[Difference]:
    """What differs between two entries; not what is nested in them."""
    yield from _between(after, _in_entry(before, old), _in_entry(after, new))


def _between(
    scribe: Scribe, old: Mapping[str, Held], new: Mapping[str, Held]
) -> Iterator[Difference]:
    for key in dict.fromkeys((*new, *old)):
        yield from _one(scribe, old.get(key), new.get(key))


def _one(scribe: Scribe, old: Held | None, new: Held | None) -> Iterator[Difference]:
    held = new or old
    assert held is not None
    before = _still_there(scribe, old.value, held) if old else None
    after = new.value if new else None
    if after in (before, _called_now(scribe, before)):
        return
    parts = _inside(scribe, before), _inside(scribe, after)
    if parts[0] is not None and parts[1] is not None:
        for difference in _between(scribe, parts[0], parts[1]):
            yield difference.under(held)
    else:
        place, labels = (held.key,), (held.label,)
        yield Difference(place, labels, held.key, before, after, held.prose)


def _still_there(scribe: Scribe, value: object, held: Held) -> object:
    """A list without what is gone, where that follows by itself: only the removal is told."""
    if not held.loose or not isinstance(value, tuple):
        return value
    ruleset = scribe.ruleset
    return tuple(
        one
        for one in value
        if one.id in ruleset.entries
        or ((now := ruleset.instead.get(one.id)) is not None and now.renamed)
    )


def _called_now(scribe: Scribe, value: object) -> object:
    """References by the ids that entries have now: another id alone is no difference."""
    match value:
        case Ref(id=id_):
            now = scribe.ruleset.instead.get(id_)
            return Ref[Entry](now.id) if now is not None and now.renamed else value
        case tuple():
            return tuple(_called_now(scribe, one) for one in value)
        case _:
            return value


def _inside(scribe: Scribe, value: object) -> Mapping[str, Held] | None:
    """The parts of a value that are compared one by one; None where it is a single one."""
    if isinstance(value, Mapping):
        return {key: Held(key, _name(scribe, key, of), of) for key, of in value.items()}
    if isinstance(value, Record) and not isinstance(value, SINGLE):
        return {held.key: held for held in held_by(scribe, value)}
    return None


def _name(scribe: Scribe, key: str, value: object) -> str:
    """What something in a map is called: by its own name, by that of an entry, by its key."""
    entry = scribe.index.by_id.get(key)
    own = getattr(value, "name", "")
    return own or (label_of(key) if entry is None else title_of(entry))


def held_by(scribe: Scribe, record: Record) -> Iterator[Held]:
    """The fields that packs write, with their values, also where those are left to be."""
    for field in written(type(record)):
        if not _holds_entries(field):
            value = getattr(record, field.name, None)
            label = setting_word(scribe, field.key)
            loose = field.about or field.mentions
            yield Held(field.key, label, value, field.prose, loose)


def _holds_entries(field: Field) -> bool:
    """Whether other entries are nested here: they are compared by themselves."""
    held = item(field.hint)
    return isinstance(held, type) and issubclass(held, Entry)


def _in_entry(scribe: Scribe, entry: Entry) -> Mapping[str, Held]:
    found = {held.key: held for held in held_by(scribe, entry)}
    return found | {held.key: held for held in _derived(scribe, entry)}


def _derived(scribe: Scribe, entry: Entry) -> Iterator[Held]:
    """What documents show of an entry though it may be written elsewhere, or nowhere."""
    match entry:
        case Condition():
            yield Held("lasts", scribe.word("label.duration"), entry.duration)
            yield Held("rank", scribe.word("label.rank"), entry.rank)
            yield from _cells(entry.cells, entry.track.columns)
        case Band() if gives_ranks(scribe, entry.benchmark):
            yield Held("place", scribe.word("label.rank"), entry.place)
        case Row():
            yield from _cells(entry.cells, entry.parent.entry.columns)
        case Note():
            chosen = scribe.chosen.get(entry.id, "")
            yield Held("chosen", scribe.word("label.chosen"), chosen)
        case _:
            return


def _cells(cells: Mapping[str, Cell], columns: Mapping[str, Column]) -> Iterator[Held]:
    for key, cell in cells.items():
        yield Held(key, columns[key].name, cell)
