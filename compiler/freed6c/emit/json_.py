"""One JSON document with the whole ruleset, for tools in any language.

Entries stand by id, in the order of the ruleset; what is nested is listed by id where it stands.
Fields are those of the typed model, written as packs write them. Prose is plain text.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from freed6c.document.licenses import notice
from freed6c.document.wording import plain
from freed6c.emit.files import OutputFile
from freed6c.model.licenses import full_texts, licenses_of, section15
from freed6c.model.shape import fields
from freed6c.model.values import number
from freed6c.runtime.amounts import DieCode, Formula
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.document import Documents
    from freed6c.document.compare.comparison import (
        Cause,
        ChanceChange,
        Comparison,
        EntryChange,
        FieldChange,
    )
    from freed6c.model.manifest import License, Manifest


# What is different between two rulesets, for tools: schemas/diff.schema.json.


Json: TypeAlias = (
    "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
)


def changes(comparison: Comparison) -> dict[str, Json]:
    """All of it; entries in one list, nested ones behind those that they are part of."""
    return {
        "before": _pack_changes(comparison.before),
        "after": _pack_changes(comparison.after),
        "entries": list(_entries(comparison.entries, None)),
        "odds": [_chance(one) for one in comparison.chances],
        "examples": [
            {
                "id": one.id,
                "shows": plain(one.asked),
                "before": one.before,
                "after": one.after,
            }
            for one in comparison.results
        ],
    }


def _pack_changes(manifest: Manifest) -> Json:
    return {
        "id": manifest.id,
        "title": manifest.title,
        "version": manifest.version,
    }


def _entries(changes: Iterable[EntryChange], inside: str | None) -> Iterator[Json]:
    for one in changes:
        yield {
            "id": one.id,
            "kind": one.kind,
            "name": one.name,
            "inside": inside,
            "fate": one.fate,
            "instead": None if one.instead is None else one.instead.target,
            "fields": [_field(field) for field in one.fields],
            "moved_behind": None if one.moved is None else one.moved.behind,
            "by": _causes(one.causes),
        }
        yield from _entries(one.inside, one.id)


def _field(field: FieldChange) -> Json:
    return {
        "field": ".".join(map(str, field.place)),
        "label": field.label,
        "fate": field.fate,
        "before": plain(field.before) or None,
        "after": plain(field.after) or None,
        "by": _causes(field.causes),
    }


def _causes(causes: Sequence[Cause]) -> Json:
    return [
        {"pack": one.pack, "operation": one.operation, "why": plain(one.why) or None}
        for one in causes
    ]


def _chance(one: ChanceChange) -> Json:
    return {
        "procedure": one.procedure,
        "pool": one.pool,
        "band": one.band.id,
        "name": one.band.name,
        "number_before": one.band.before,
        "number_after": one.band.after,
        "before": number(one.before),
        "after": number(one.after),
        "error": number(one.error),
    }


# Licences as JSON: what each pack says of its own, and what those that are named are.


def license_block(license_: License) -> dict[str, Json]:
    """What a pack says of its licence; what it does not say is left out."""
    said: dict[str, Json] = {
        "title": license_.title,
        "year": license_.year,
        "section15": list(license_.section15),
        "product-identity": license_.product_identity,
        "evidence": license_.evidence,
    }
    return {
        "id": license_.id,
        "holder": license_.holder,
        "source": license_.source,
        "changes": license_.changes,
        **{key: value for key, value in said.items() if value},
    }


def licenses_block(manifests: Sequence[Manifest]) -> dict[str, Json]:
    """By their ids, the names of the licences; their words where they have to go along."""
    texts = full_texts(manifests)
    return {
        terms.id: {
            "name": terms.name,
            **({"url": terms.url} if terms.url else {}),
            **({"text": texts[terms.id]} if terms.id in texts else {}),
        }
        for terms in licenses_of(manifests)
    }


class Layout(TypedDict, total=False):
    """How JSON is laid out."""

    separators: tuple[str, str]
    indent: int


SCHEMA = "https://freed6c.invalid/schemas/ruleset.schema.json"


def emit(documents: Documents, *, dense: bool = False) -> tuple[OutputFile, ...]:
    """The ruleset as `ruleset.json`, described by schemas/ruleset.schema.json.

    It also tells what packs change of a game they are layered on. What is `dense` is for tools
    alone: a third smaller, and written much faster.
    """
    ruleset, comparison = documents.ruleset, documents.comparison
    values = Values(documents.plain)
    document: dict[str, Json] = {
        "$schema": SCHEMA,
        "format": 1,
        "ruleset": ruleset.manifest.id,
        "title": ruleset.manifest.title,
        "version": ruleset.manifest.version,
        "packs": [_pack(manifest) for manifest in ruleset.manifests],
        "notice": list(notice(ruleset)),
        "section15": list(section15(ruleset.manifests)),
        "licenses": licenses_block(ruleset.manifests),
        **({} if comparison is None else {"changes": changes(comparison)}),
        "entries": {
            id_: values.entry(one, ruleset.origins.author(ruleset.paths[id_]))
            for id_, one in ruleset.entries.items()
        },
    }
    layout: Layout = {"separators": (",", ":")} if dense else {"indent": 2}
    text = json.dumps(document, ensure_ascii=False, **layout) + "\n"
    return (OutputFile.text("ruleset.json", text),)


def _pack(manifest: Manifest) -> Json:
    return {
        "id": manifest.id,
        "title": manifest.title,
        "version": manifest.version,
        "license": None
        if manifest.license is None
        else license_block(manifest.license),
    }


@dataclass(frozen=True, slots=True)
class Values:
    """Turns values of the model into what JSON can hold; `plain` reads prose."""

    plain: Callable[[str], str]

    def entry(self, entry: Entry, origin: str) -> Json:
        """An entry, of which kind it is, and the pack that brought it."""
        kind = entry.id.partition(".")[0]
        first: dict[str, Json] = {"entry": kind, "id": entry.id, "origin": origin}
        return first | self.fields(entry)

    def fields(self, record: Record) -> dict[str, Json]:
        """The fields that are set, in the order of the class."""
        own = record.__dict__
        return {
            field.key: self.plain(str(value)) if field.prose else self.value(value)
            for field in fields(type(record))
            if (value := own.get(field.name)) is not None and value != ()
        }

    def value(self, value: object) -> Json:
        """A value: what is nested and what is referred to is an id."""
        match value:
            case str() | bool() | int() | None:
                return value
            case Entry() | Ref():
                return str(value.id)
            case Fraction() | DieCode() | Formula():
                return str(value)
            case tuple():
                return [self.value(item) for item in value]
            case dict():
                return {key: self.value(item) for key, item in value.items()}
            case Record():
                return self.fields(value)
        message = f"no JSON for {value!r}"
        raise TypeError(message)
