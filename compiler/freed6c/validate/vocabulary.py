"""The vocabulary of packs: the meanings of each word that an author can write.

Words are names of sections, kinds, settings, listed values, verbs of effects and functions of
formulas. Meanings come from the JSON schemas of `validate/schemas.py`, from the kinds, and from the
functions and names of formulas. A word can have several: `move` is a verb of effects and an
operation of changes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from freed6c.formula.builtins import BUILTINS
from freed6c.formula.types import describe_any
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.packs.kinds import BY_NAME, KINDS
from freed6c.packs.lazy import dataclass
from freed6c.validate.schemas import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.validate.schemas import Schema


SECTIONS: Final = ("change", "replace", "remove", "select", "resolve", "when")
"""Sections of a file, apart from kinds of entries. Each has a schema of the same name."""
PARTS: Final = ("check", "column")
"""Settings of entries that have a separate schema, of the same name."""
PLACES: Final[Mapping[str, str]] = {
    "check": "in a check and its results",
    "step": "in the test of a track",
    "about": "in an action that is about a condition",
    "target": "with a target, in an effect roll, a menu or a lasting effect: 'target.points(…)'",
    "run": "in an example that runs a track",
    "resisted": "in the resisted action, after 'resisted.'",
}
"""The place of formulas in which each group of `FORMAT_NAMES` can be used, for the texts below."""


@dataclass(frozen=True)
class Setting:
    """A setting of a schema.

    `allowed` lists its words and the kinds of its ids, in parentheses. `needed` is True if the
    setting is required.
    """

    key: str
    means: str
    allowed: str
    needed: bool


@dataclass(frozen=True)
class Meaning:
    """One meaning of a word: its sort (`a verb of effects`), its description and its settings."""

    sort: str
    says: str
    settings: tuple[Setting, ...] = ()


def meanings(word: str) -> tuple[Meaning, ...]:
    """Return every meaning of a word. The result is empty if it is not a word of packs."""
    return (*_own_meanings(word), *_nested_meanings(word))


@cache
def known_words() -> tuple[str, ...]:
    """Return all words that have a meaning, each once."""
    top_level = (word for _, definitions in _top_level_words() for word in definitions)
    kinds = (word for kind in KINDS for word in (kind.name, kind.key))
    names = (name for names in FORMAT_NAMES.values() for name in names)
    nested = (
        word
        for _, definition in schemas_with_settings()
        for key, inner in definition.get("properties", {}).items()
        for word in (key, *words_of(inner))
    )
    return tuple(dict.fromkeys((*top_level, *kinds, *BUILTINS, *names, *nested)))


def _own_meanings(word: str) -> Iterator[Meaning]:
    """Yield the meanings of a word that do not depend on a setting around it."""
    for sort, definitions in _top_level_words():
        if word in definitions:
            yield meaning_of(sort, definitions[word])
    for kind in KINDS:
        if word in {kind.name, kind.key}:
            place = f"in {kind.parent}" if kind.parent else "at the left margin"
            sort = f"a kind of entry, under {kind.key} {place}"
            yield meaning_of(sort, schema(f"entries/{kind.name}"))
    if word in BUILTINS:
        params = ", ".join(
            param.words or (describe_any(param.wants) if param.wants else "anything")
            for param in BUILTINS[word].parameters
        )
        yield Meaning(
            "a function of formulas", f"{BUILTINS[word].doc} Arguments: {params}."
        )
    for source, names in FORMAT_NAMES.items():
        if word in names:
            says = f"{names[word].words.capitalize()}."
            yield Meaning(f"a name that formulas can use {PLACES[source]}", says)


def _top_level_words() -> Iterator[tuple[str, Mapping[str, Schema]]]:
    """Yield each sort of word with the schemas of its words. Kinds are handled by the callers."""
    yield "a verb of effects", schema("effect")["$defs"]
    yield "a section of house rules", {word: schema(word) for word in SECTIONS}
    yield "an operation of change", schema("change")["properties"]
    yield "a part of an entry", {word: schema(word) for word in PARTS}
    yield "an operation of a dice step", schema("entries/step")["$defs"]


def meaning_of(sort: str, definition: Schema) -> Meaning:
    """Return the meaning of a word that a schema defines; `sort` is what kind of word it is."""
    return Meaning(sort, _description(definition), _settings(definition))


def _settings(definition: Schema) -> tuple[Setting, ...]:
    needed = definition.get("required", ())
    return tuple(
        Setting(key, _description(inner), _allowed_values(inner), key in needed)
        for key, inner in definition.get("properties", {}).items()
    )


def _description(definition: Schema) -> str:
    return definition.get("description") or f"{definition.get('title', '')}."


def _nested_meanings(word: str) -> Iterator[Meaning]:
    """Yield the meanings of a word as a setting, then as a value of a setting.

    Settings of several schemas that have the same meaning are one: `a setting of skill, ability`.
    """
    # Sort, description and settings of a meaning: the names of the schemas that have it.
    uses: dict[tuple[str, str, tuple[Setting, ...]], list[str]] = {}
    for holder, definition in schemas_with_settings():
        for key, inner in definition.get("properties", {}).items():
            if key == word:
                means = f"{_description(inner)} {_allowed_values(inner)}".strip()
                settings = _settings(inner) or _settings(_item_schema(inner))
                uses.setdefault(("a setting of", means, settings), []).append(holder)
            if word in words_of(inner):
                sort, means = f"a value of '{key}' in", inner.get("description", "")
                uses.setdefault((sort, means, ()), []).append(holder)
    settings_first = sorted(uses.items(), key=lambda use: use[0][0] != "a setting of")
    for (sort, means, settings), holders in settings_first:
        yield Meaning(f"{sort} {', '.join(dict.fromkeys(holders))}", means, settings)


def words_of(definition: Schema) -> tuple[str, ...]:
    """Return the words that are allowed as a value, or as an item of a list or map."""
    items = _item_schema(definition)
    item_words = words_of(items) if items else ()
    listed = (*definition.get("enum", ()), *definition.get("x-freed6-words", ()))
    words = (word for word in listed if isinstance(word, str))
    return tuple(dict.fromkeys((*words, *item_words)))


def schemas_with_settings() -> Iterator[tuple[str, Schema]]:
    """Yield every schema that has settings, with a name: `scene`, then `order of scene` in it."""
    for name in ("pack", *SECTIONS, *PARTS):
        yield from _with_nested("pack.yaml" if name == "pack" else name, schema(name))
    for kind in KINDS:
        yield from _with_nested(kind.name, schema(f"entries/{kind.name}"))
    for name in ("entries/step", "effect"):
        for word, definition in schema(name)["$defs"].items():
            yield from _with_nested(word, definition)


def _with_nested(holder: str, definition: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield a schema, and the schemas of its settings that have settings themselves."""
    yield holder, definition
    for key, inner in definition.get("properties", {}).items():
        for nested in (inner, _item_schema(inner)):
            if nested.get("properties") and not _has_own_meaning(nested):
                yield from _with_nested(f"{key} of {holder}", nested)


def _has_own_meaning(inner: Schema) -> bool:
    """True if a schema is that of effects, of a section or of a part, which are listed apart."""
    separate = (schema(name) for name in (*SECTIONS, *PARTS))
    return "x-freed6-verbs" in inner or any(inner is other for other in separate)


def _item_schema(definition: Schema) -> Schema:
    """Return the schema of the values of a map or the items of a list; {} if it has none."""
    for key in ("additionalProperties", "items"):
        if isinstance(item := definition.get(key), dict):
            item_schema: Schema = item
            return item_schema
    return {}


def _allowed_values(definition: Schema) -> str:
    """Return the allowed words and kinds of ids in parentheses: `(self, other; the id of a skill)`.

    Words that the description already mentions as code are omitted. Return "" if nothing is left.
    """
    description = definition.get("description", "")
    listed = [word for word in words_of(definition) if f"`{word}`" not in description]
    kinds = [BY_NAME[kind].with_article for kind in definition.get("x-freed6-ref", ())]
    ids = f"the id of {', '.join(kinds)}" if kinds else ""
    allowed = "; ".join(filter(None, (", ".join(listed), ids)))
    return f"({allowed})" if allowed else ""
