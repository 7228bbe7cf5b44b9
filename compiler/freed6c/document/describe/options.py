"""Options: the choices, what each of them changes, and the one in use."""

from __future__ import annotations

import typing
from itertools import groupby
from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    Blocks,
    BulletList,
    Code,
    Definition,
    Definitions,
    Inlines,
    Text,
)
from freed6c.document.describe.parts import facts, named, paragraph
from freed6c.document.describe.remarks import told
from freed6c.document.references import line
from freed6c.document.scribe import Scribe, setting_word
from freed6c.document.wording import capitalised
from freed6c.model.shape import (
    CLASSES,
    KIND_OF,
    Field,
    alternatives,
    fields,
    item,
    referred,
)
from freed6c.runtime.amounts import Formula

if TYPE_CHECKING:
    from collections.abc import Collection

    from freed6c.runtime.entries.notes import Change, Choice, Option


def option(scribe: Scribe, entry: Option, _level: int) -> Blocks:
    """Which choice is in use, and all that there are."""
    in_use = facts(scribe, ("in-use", (scribe.link(entry.default.entry),)))
    items = tuple(
        Definition(named(scribe, one), (*told(scribe, one), *_changes(scribe, one)))
        for one in entry.choices
    )
    return (*in_use, Definitions(items)) if items else in_use


def _changes(scribe: Scribe, choice: Choice) -> Blocks:
    """What would be otherwise, or is, where this is chosen: under each reason what it is for."""
    return tuple(
        block
        for why, group in groupby(choice.changes, lambda one: one.why)
        for block in (
            *paragraph(scribe, capitalised(line(scribe, why))),
            BulletList(tuple(_change(scribe, one) for one in group)),
        )
    )


def _change(scribe: Scribe, change: Change) -> Inlines:
    instead = ".instead" if change.word == "remove" and change.value else ""
    return scribe.say(
        f"choice.{change.word}{instead}",
        place=_place(scribe, change),
        value=_value(scribe, change),
    )


def _place(scribe: Scribe, change: Change) -> Inlines:
    """The entry, and the way to the setting in it."""
    words = _named(scribe, change.entry) or (Code(change.entry),)
    for step in change.setting.split(".") if change.setting else ():
        label: Inlines = (Text(setting_word(scribe, step)),)
        words = scribe.say("change.part", whole=words, part=label)
    return words


def _value(scribe: Scribe, change: Change) -> Inlines:
    key = change.setting.rpartition(".")[2]
    field = _field(change.entry, key)
    if isinstance(change.value, tuple):
        parts = [_single(scribe, key, one, field) for one in change.value]
        return scribe.listed(parts)
    if field is not None and field.prose:
        return line(scribe, change.value)
    return _single(scribe, key, change.value, field)


def _single(scribe: Scribe, key: str, value: str, field: Field | None) -> Inlines:
    """In words where it is a fixed word or an entry; else as packs write it."""
    pattern = scribe.patterns.get(f"{key}.{value}", "{")
    if "{" not in pattern:
        return (Text(pattern),)
    if value.startswith(("[", "{")) or _is_formula(field):
        return (Code(value),)
    kinds = _kinds(field)
    found = _named(scribe, value, kinds) if kinds or "." in value else ()
    return found or (Text(value),)


def _named(scribe: Scribe, written: str, kinds: Collection[str] = ()) -> Inlines:
    """A link to what is meant; where that is gone, the name that it had."""
    entry = scribe.index.find(written, kinds)
    gone = scribe.ruleset.removals.named(written, kinds)
    if entry is None and gone is not None and isinstance(gone.body, dict):
        return (Text(str(gone.body.get("name", written))),)
    entry = entry or scribe.ruleset.find(written)
    return () if entry is None else (scribe.link(entry),)


def _field(id_: str, key: str) -> Field | None:
    """What the kind of an entry keeps under a key."""
    cls = CLASSES.get(id_.partition(".")[0])
    known = () if cls is None else fields(cls)
    return next((field for field in known if field.key == key), None)


def _is_formula(field: Field | None) -> bool:
    members = () if field is None else alternatives(field.hint)
    return any(typing.get_origin(one) is Formula for one in members)


def _kinds(field: Field | None) -> Collection[str]:
    """The kinds of entries that it refers to."""
    members = () if field is None else alternatives(field.hint)
    found = [cls for one in members for cls in referred(item(one) or one)]
    return frozenset(KIND_OF[cls] for cls in found if cls in KIND_OF)
