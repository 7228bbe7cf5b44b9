"""Backend for one JSON document with the whole ruleset, for tools in any language.

Entries are by id, in the order of the ruleset; their parents list nested ones by id. Fields are
those of the typed model, with values as packs write them. Prose is plain text.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document.licenses import notice
from freed6c.document.plain_text import nothing
from freed6c.document.render_context import new_context
from freed6c.document.sentences.rules import sentences_in
from freed6c.document.wording import plain
from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.json_formulas import tree_of
from freed6c.formula.evaluator import CompiledFormula
from freed6c.model.internal_errors import noted
from freed6c.model.licenses import full_texts, licenses_of, section15
from freed6c.model.type_hints import fields
from freed6c.model.value_lookup import number
from freed6c.packs.ids import file_name
from freed6c.packs.resources import schemas
from freed6c.runtime.amounts import DieCode, Formula
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.notes import CharacterEntry
from freed6c.runtime.entries.tables import Row
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
    from freed6c.document.render_context import RenderContext
    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset


# Comparisons of rulesets (schemas/diff.schema.json).


FORMAT = 2
SCHEMA_FILE = "ruleset.schema.json"

Json: TypeAlias = (
    "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
)


def changes(comparison: Comparison) -> dict[str, Json]:
    """A comparison as JSON; entries are one list, nested ones after their parents."""
    return {
        "before": _pack(comparison.before),
        "after": _pack(comparison.after),
        "entries": list(_entries(comparison.entries, None)),
        "odds": [_chance(change) for change in comparison.chances],
        "examples": [
            {
                "id": result.id,
                "shows": plain(result.asked),
                "before": result.before,
                "after": result.after,
            }
            for result in comparison.results
        ],
        "words": [{"before": was, "after": now} for was, now in comparison.words],
    }


def _pack(manifest: Manifest) -> dict[str, Json]:
    return {"id": manifest.id, "title": manifest.title, "version": manifest.version}


def _entries(changes: Iterable[EntryChange], inside: str | None) -> Iterator[Json]:
    for change in changes:
        yield {
            "id": change.id,
            "kind": change.kind,
            "name": change.name,
            "inside": inside,
            "fate": change.fate,
            "instead": None if change.instead is None else change.instead.target,
            "fields": [_field(field) for field in change.fields],
            "moved_behind": change.moved,
            "by": _causes(change.causes),
        }
        yield from _entries(change.inside, change.id)


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
        {"pack": c.pack, "operation": c.operation, "why": plain(c.why) or None}
        for c in causes
    ]


def _chance(change: ChanceChange) -> Json:
    return {
        "procedure": change.procedure,
        "pool": change.pool,
        "band": change.band.id,
        "name": change.band.name,
        "number_before": change.band.before,
        "number_after": change.band.after,
        "before": number(change.before),
        "after": number(change.after),
        "error": number(change.error),
    }


# Licenses.


def license_block(license_: License | None) -> Json:
    """The license of a pack, without optional fields that are empty."""
    if license_ is None:
        return None
    members = {key: getattr(license_, key.replace("-", "_")) for key in LICENSE_KEYS}
    return {k: v for k, v in members.items() if v or k in LICENSE_KEYS[:NEEDED]}


LICENSE_KEYS: Final = (
    *("id", "holder", "source", "changes"),
    *("title", "year", "section15", "product-identity", "adapted-by", "evidence"),
)
NEEDED: Final = 4
"""The first members are there even if they are empty."""


def licenses_block(manifests: Sequence[Manifest]) -> dict[str, Json]:
    """Name and address of each license by id; its full text if that has to be included."""
    texts = full_texts(manifests)
    return {
        terms.id: {
            "name": terms.name,
            **({"url": terms.url} if terms.url else {}),
            **({"text": texts[terms.id]} if terms.id in texts else {}),
        }
        for terms in licenses_of(manifests)
    }


def emit(documents: Documents, *, dense: bool = False) -> tuple[OutputFile, ...]:
    """The ruleset as `ruleset.json`; its schema, TypeScript types, ready characters beside it.

    It also tells what packs change of a game they are layered on. What is `dense` is that file
    alone, for tools: a third smaller, and written much faster.
    """
    text = documents.once(_dense)
    if dense:
        return (OutputFile.text("ruleset.json", f"{text}\n"),)
    from freed6c.emit.json_types import declarations

    schema = (schemas() / SCHEMA_FILE).read_text(encoding="utf-8")
    document = {"$schema": f"./{SCHEMA_FILE}", **json.loads(text)}
    easy_to_read = json.dumps(document, ensure_ascii=False, indent=2)
    return (
        OutputFile.text("ruleset.json", f"{easy_to_read}\n"),
        OutputFile.text(SCHEMA_FILE, schema),
        OutputFile.text("ruleset.d.ts", declarations(json.loads(schema), document)),
        *saved_characters(documents.ruleset),
    )


def _dense(documents: Documents) -> str:
    """The ruleset on one line: sites have it, and what is easier to read is made of it."""
    ruleset, comparison = documents.ruleset, documents.comparison
    document: dict[str, Json] = {
        "format": FORMAT,
        "ruleset": ruleset.manifest.id,
        "title": ruleset.manifest.title,
        "version": ruleset.manifest.version,
        "packs": [
            {**_pack(manifest), "license": license_block(manifest.license)}
            for manifest in ruleset.manifests
        ],
        "notice": list(notice(ruleset)),
        "section15": list(section15(ruleset.manifests)),
        "licenses": licenses_block(ruleset.manifests),
        "renamed": dict(ruleset.moved),
        **({} if comparison is None else {"changes": changes(comparison)}),
        "entries": {},
    }
    ctx = new_context(ruleset, nothing)
    entries = ",".join(
        _entry(documents, ctx, entry) for entry in noted(ruleset.entries.values())
    )
    return f"{compact_json(document).removesuffix('}}')}{entries}}}}}"


def _entry(documents: Documents, ctx: RenderContext, entry: Entry) -> str:
    """An entry behind its id, and rows that follow from a table, which are no entries."""
    ruleset = ctx.ruleset
    values = Values(documents.plain, ruleset, sentences_in(ctx, entry))
    author = ruleset.provenance.author(ruleset.paths[entry.id])
    rows = (row for row in entry.inside if row.id not in ruleset.entries)
    parts = {part.id: values.entry(part, author) for part in (entry, *rows)}
    return compact_json(parts)[1:-1]


def saved_characters(ruleset: Ruleset) -> Iterator[OutputFile]:
    """Ready characters as packages save them, and load them with `Character.from_json`."""
    from freed6c.runtime.play.being import Being, being_of
    from freed6c.runtime.play.saving import write_json

    for entry in noted(ruleset.of(CharacterEntry)):
        saved = write_json(being_of(Being, entry.name, entry, ruleset))
        yield OutputFile.text(f"characters/{file_name(entry.key)}.json", f"{saved}\n")


@dataclass(frozen=True, slots=True)
class Values:
    """Turns values of the model into what JSON can hold.

    `plain` reads prose; `sentences` are those of effects and of what checks have to reach, by the
    identity of the records: two that are equal may know other names.
    """

    plain: Callable[[str], str]
    ruleset: Ruleset
    sentences: Mapping[int, str]

    def entry(self, entry: Entry, origin: str) -> Json:
        """An entry, of which kind it is, and the pack that brought it.

        A row without a name has the one that its table gives it.
        """
        kind = entry.id.partition(".")[0]
        first: dict[str, Json] = {"entry": kind, "id": entry.id, "origin": origin}
        if not entry.name and isinstance(entry, Row):
            first["name"] = entry.title
        return first | self.fields(entry)

    def fields(self, record: Record) -> dict[str, Json]:
        """The fields that are set, in the order of the class."""
        given = vars(record)
        said = self.sentences.get(id(record))
        return {
            field.key: self.plain(str(value)) if field.prose else self.value(value)
            for field in fields(type(record))
            if (value := given.get(field.name)) is not None
            and value != ()
            and not (field.prose and field.name == "says")
        } | ({"sentence": said} if said else {})

    def value(self, value: object) -> Json:
        """A value: what is nested and what is referred to is an id."""
        match value:
            case str() | bool() | int() | None:
                return value
            case Entry() | Ref():
                return str(value.id)
            case Fraction() | DieCode():
                return str(value)
            case Need():
                return {**self.formula_of(value), "sentence": value.sentence}
            case Formula():
                return self.formula(value)
            case tuple():
                return [self.value(item) for item in value]
            case dict():
                return {key: self.value(item) for key, item in value.items()}
            case Record():
                return self.fields(value)
        message = f"no JSON for {value!r}"
        raise TypeError(message)

    def formula(self, formula: Formula[object]) -> Json:
        """A formula as its text and its tree; a number where it is one."""
        written = self.formula_of(formula)
        match written.get("tree"):
            case {"node": "integer", "value": number}:
                return number
        return written

    def formula_of(self, formula: Formula[object]) -> dict[str, Json]:
        """The text and the tree of a formula."""
        if not isinstance(formula.works, CompiledFormula):
            return {"text": formula.text}
        tree = tree_of(formula.works.checked.tree, self.ruleset)
        return {"text": formula.text, "tree": self.fields(tree)}
