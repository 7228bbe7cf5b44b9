"""One JSON document with the whole ruleset, for tools in any language.

Entries stand by id, in the order of the ruleset; what is nested is listed by id where it stands.
Fields are those of the typed model, written as packs write them. Prose is plain text.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from freed6c.document.attribution import notice
from freed6c.emit.files import OutputFile
from freed6c.emit.json_.changes import Json, changes
from freed6c.emit.json_.licenses import license_block, licenses_block
from freed6c.model.licenses import section15
from freed6c.model.shape import fields
from freed6c.runtime.amounts import Formula
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.document import Documents
    from freed6c.model.manifest import Manifest


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
