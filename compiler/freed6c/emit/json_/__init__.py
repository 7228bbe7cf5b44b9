"""One JSON document with the whole ruleset, for tools in any language.

Entries stand by id, in the order of the ruleset; what is nested is listed by id where it stands.
Fields are those of the typed model, written as packs write them. Prose is plain text.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from freed6c.document.plain import plain_text
from freed6c.emit.files import OutputFile
from freed6c.model.shape import fields
from freed6c.packs.kinds import BY_NAME
from freed6c.runtime.amounts import Formula
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset

Json: TypeAlias = "str | int | bool | None | list[Json] | dict[str, Json]"
SCHEMA = "https://freed6c.invalid/schemas/ruleset.schema.json"


def emit(ruleset: Ruleset) -> tuple[OutputFile, ...]:
    """The ruleset as `ruleset.json`, described by schemas/ruleset.schema.json."""
    document: dict[str, Json] = {
        "$schema": SCHEMA,
        "format": 1,
        "ruleset": ruleset.manifest.id,
        "title": ruleset.manifest.title,
        "version": ruleset.manifest.version,
        "packs": [_pack(manifest) for manifest in ruleset.manifests],
        "entries": {
            id_: _entry(ruleset, entry) for id_, entry in ruleset.entries.items()
        },
    }
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return (OutputFile.text("ruleset.json", text),)


def _pack(manifest: Manifest) -> Json:
    return {
        "id": manifest.id,
        "title": manifest.title,
        "version": manifest.version,
        "license": None if manifest.license is None else _license(manifest.license),
    }


def _license(license_: License) -> Json:
    return {
        "id": license_.id,
        "holder": license_.holder,
        "source": license_.source,
        "changes": license_.changes,
    }


def _entry(ruleset: Ruleset, entry: Entry) -> Json:
    kind = BY_NAME[entry.id.partition(".")[0]]
    return {"kind": kind.name, **_fields(ruleset, entry)}


def _fields(ruleset: Ruleset, record: Record) -> dict[str, Json]:
    """The fields that are set, in the order of the class."""
    return {
        field.key: _prose(ruleset, value) if field.prose else _value(ruleset, value)
        for field in fields(type(record))
        if (value := record.__dict__.get(field.name)) is not None and value != ()
    }


def _prose(ruleset: Ruleset, text: object) -> Json:
    return plain_text(ruleset, str(text))


def _value(ruleset: Ruleset, value: object) -> Json:
    match value:
        case str() | bool() | int() | None:
            return value
        case Entry() | Ref():
            return value.id
        case Fraction() | DieCode() | Formula():
            return str(value)
        case tuple():
            return [_value(ruleset, item) for item in value]
        case dict():
            return {key: _value(ruleset, item) for key, item in value.items()}
        case Record():
            return _fields(ruleset, value)
    message = f"no JSON for {value!r}"
    raise TypeError(message)
