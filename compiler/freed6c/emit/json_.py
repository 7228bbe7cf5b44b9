"""Backend for one JSON document with the whole ruleset, for tools in any language.

The document has an object for each entry, by its id, in the order of the ruleset. An entry that
has nested entries lists their ids: `{"skill.dodge": {"entry": "skill", "id": "skill.dodge", …}}`.
Fields are those of the typed model, with values as packs write them. Prose is plain text.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document.licenses import notice
from freed6c.document.render_context import new_context, nothing
from freed6c.document.sentences.rules import sentences_in
from freed6c.document.wording import plain
from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.json_formulas import tree_of
from freed6c.formula.evaluator import CompiledFormula
from freed6c.model.internal_errors import noted, working_on
from freed6c.model.licenses import full_texts, licenses_of, section15
from freed6c.model.prose import each_text
from freed6c.model.type_hints import fields
from freed6c.model.value_lookup import number
from freed6c.packs.ids import file_name
from freed6c.packs.lazy import dataclass
from freed6c.packs.resources import schemas
from freed6c.runtime.amounts import DieCode, Formula
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.notes import CharacterEntry
from freed6c.runtime.entries.tables import Row
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import (
        Cause,
        ChanceChange,
        Comparison,
        EntryChange,
        FieldChange,
    )
    from freed6c.document.documents import Documents
    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset


FORMAT = 2
"""The version of the format of `ruleset.json`, which tools compare with the one they know."""
SCHEMA_FILE = "ruleset.schema.json"

Json: TypeAlias = (
    "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
)


# Comparisons of rulesets (schemas/diff.schema.json).


def changes(comparison: Comparison) -> dict[str, Json]:
    """Return a comparison of two rulesets as JSON, as the schema describes it.

    `entries` is a flat list: nested entries follow their parents.
    """
    return {
        "before": _pack(comparison.base.manifest),
        "after": _pack(comparison.ruleset.manifest),
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
        "wording": [{"before": was, "after": now} for was, now in comparison.wording],
    }


def _pack(manifest: Manifest) -> dict[str, Json]:
    return {"id": manifest.id, "title": manifest.title, "version": manifest.version}


def _entries(changes: Iterable[EntryChange], inside: str | None) -> Iterator[Json]:
    """Yield changed entries; `inside` is the id of their parent, if they are nested."""
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
    """Return the license of a pack, without optional members that are empty."""
    if license_ is None:
        return None
    keys = (*LICENSE_KEYS, *OPTIONAL_LICENSE_KEYS)
    members = {key: getattr(license_, key.replace("-", "_")) for key in keys}
    return {k: v for k, v in members.items() if v or k in LICENSE_KEYS}


LICENSE_KEYS: Final = ("id", "holder", "source", "changes")
"""The members that are there even if they are empty."""
OPTIONAL_LICENSE_KEYS: Final = (
    *("title", "year", "section15", "product-identity", "adapted-by", "evidence"),
)


def licenses_block(manifests: Sequence[Manifest]) -> dict[str, Json]:
    """Return the name, the URL and the full text of each license, by its id.

    The URL is omitted if there is none, the text if the license doesn't require a copy of it.
    """
    texts = full_texts(manifests)
    return {
        terms.id: {
            "name": terms.name,
            **({"url": terms.url} if terms.url else {}),
            **({"text": texts[terms.id]} if terms.id in texts else {}),
        }
        for terms in licenses_of(manifests)
    }


def emit(documents: Documents) -> tuple[OutputFile, ...]:
    """Return `ruleset.json`, its schema, its TypeScript types, and the pregenerated characters.

    If packs are layered on a game, the document also lists what they change.
    """
    from freed6c.emit.json_types import declarations

    schema = (schemas() / SCHEMA_FILE).read_text(encoding="utf-8")
    document = {"$schema": f"./{SCHEMA_FILE}", **documents.once(ruleset_document)}
    indented = json.dumps(document, ensure_ascii=False, indent=2)
    characters = saved_characters(documents.ruleset).items()
    return (
        OutputFile.text("ruleset.json", f"{indented}\n"),
        OutputFile.text(SCHEMA_FILE, schema),
        OutputFile.text("ruleset.d.ts", declarations(json.loads(schema), document)),
        *(OutputFile.text(path, text()) for path, text in characters),
    )


def dense_json(documents: Documents) -> str:
    """Return `ruleset.json` on one line, without a schema: a third smaller, and faster to write."""
    return f"{compact_json(documents.once(ruleset_document))}\n"


def ruleset_document(documents: Documents) -> dict[str, Json]:
    """Return the content of `ruleset.json`, without a schema."""
    ruleset, comparison = documents.ruleset, documents.comparison
    return {
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
        "entries": dict(_members(documents)),
    }


def _members(documents: Documents) -> Iterator[tuple[str, Json]]:
    """Yield all entries by their ids.

    Rows that the compiler adds to a table are not in `ruleset.entries`, so they follow the table.
    """
    ruleset = documents.ruleset
    ctx = new_context(ruleset, nothing)
    for entry in noted(ruleset.entries.values()):
        values = Values(documents.plain, ruleset, sentences_in(ctx, entry))
        author = ruleset.provenance.author(ruleset.paths[entry.id])
        rows = (row for row in entry.inside if row.id not in ruleset.entries)
        for item in (entry, *rows):
            yield item.id, values.entry(item, author)


def saved_characters(ruleset: Ruleset) -> Mapping[str, Callable[[], str]]:
    """Return a function for the file of each pregenerated character, by its path.

    `Character.from_json` loads the files.
    """
    return {
        f"characters/{file_name(entry.key)}.json": partial(_saved, ruleset, entry)
        for entry in ruleset.of(CharacterEntry)
    }


def _saved(ruleset: Ruleset, entry: CharacterEntry) -> str:
    from freed6c.runtime.play.actor import Actor, actor_of
    from freed6c.runtime.play.saving import write_json

    with working_on(entry):
        return f"{write_json(actor_of(Actor, entry.name, entry, ruleset))}\n"


@dataclass(frozen=True)
class Values:
    """Converts values of the typed model to JSON.

    `plain` converts prose to plain text. `sentences` describe effects and the targets of checks in
    words. They are by the `id()` of the record, because two equal records can be in places where
    their formulas use different names.
    """

    plain: Callable[[str], str]
    ruleset: Ruleset
    sentences: Mapping[int, str]

    def entry(self, entry: Entry, origin: str) -> Json:
        """Return an entry with its kind, its id, the pack it comes from, and its fields.

        A row without a name gets the title that its table makes for it.
        """
        kind = entry.id.partition(".")[0]
        first: dict[str, Json] = {"entry": kind, "id": entry.id, "origin": origin}
        if not entry.name and isinstance(entry, Row):
            first["name"] = entry.title
        return first | self.fields(entry)

    def fields(self, record: Record) -> dict[str, Json]:
        """Return the fields that are set, in the order of the class, and the sentence, if any.

        The prose of `sentence` is omitted: it is a pattern with placeholders, for documents only.
        """
        set_fields = vars(record)
        sentence = self.sentences.get(id(record))
        return {
            field.key: self.value(
                each_text(self.plain, value) if field.prose else value
            )
            for field in fields(type(record))
            if (value := set_fields.get(field.name)) is not None
            and value != ()
            and not (field.prose and field.name == "sentence")
        } | ({"sentence": sentence} if sentence else {})

    def value(self, value: object) -> Json:
        """Return a value as JSON. Nested entries and references become ids."""
        match value:
            case str() | bool() | int() | None:
                return value
            case Entry() | Ref():
                return str(value.id)
            case Fraction() | DieCode():
                return str(value)
            case Need():
                return {**self.formula_of(value), "sentence": value.full_sentence}
            case Formula():
                return self.formula(value)
            case tuple():
                return [self.value(item) for item in value]
            case dict():
                return {key: self.value(item) for key, item in value.items()}
            case Record():
                return self.fields(value)
        raise TypeError(f"no JSON for {value!r}")

    def formula(self, formula: Formula[object]) -> Json:
        """Return a formula as its text and its tree, or a number if it is only a number."""
        written = self.formula_of(formula)
        match written.get("tree"):
            case {"node": "integer", "value": number}:
                return number
        return written

    def formula_of(self, formula: Formula[object]) -> dict[str, Json]:
        """Return the text of a formula, and its tree if the formula compiled."""
        if not isinstance(formula.works, CompiledFormula):
            return {"text": formula.text}
        tree = tree_of(formula.works.checked.tree, self.ruleset)
        return {"text": formula.text, "tree": self.fields(tree)}
