"""What is different between two rulesets, for tools: schemas/diff.schema.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.document.wording import plain
from freed6c.model.values import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import (
        Cause,
        ChanceChange,
        Comparison,
        EntryChange,
        FieldChange,
    )
    from freed6c.model.manifest import Manifest


Json: TypeAlias = (
    "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
)


def changes(comparison: Comparison) -> dict[str, Json]:
    """All of it; entries in one list, nested ones behind those that they are part of."""
    return {
        "before": _pack(comparison.before),
        "after": _pack(comparison.after),
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


def _pack(manifest: Manifest) -> Json:
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
