"""All words that may be written in packs, and what they mean, from the schemas and the functions.

A word may have several meanings: `move` is a verb of effects and an operation of changes; `highest`
is a function of formulas and what the `sides` of a scene's order may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from freed6c.formula.builtins import BUILTINS
from freed6c.formula.types import describe_any
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.packs.kinds import KINDS
from freed6c.validate.schemas import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Schema = Mapping[str, Any]


SECTIONS: Final = ("change", "replace", "remove", "select", "settle", "when")
"""Words at the left margin: a schema of this name for what stands below."""
PARTS: Final = ("check", "column")
"""Parts of entries with a schema of their own."""
PLACES: Final[Mapping[str, str]] = {
    "check": "in a check and what comes of it",
    "step": "in the test of a track",
    "about": "in an action that is about a condition",
    "run": "in an example that runs a track",
    "resisted": "in what an effect resists, behind 'resisted.'",
}
"""Where formulas know names that the format itself defines."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: what it means, what may stand there, and whether it must be written."""

    key: str
    means: str
    allowed: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a word means: what sort of word it is, a sentence, and its settings."""

    sort: str
    says: str
    settings: tuple[Setting, ...] = ()


def meanings(word: str) -> tuple[Meaning, ...]:
    """All that a word means; nothing where it is none of the words of packs."""
    return (*_own_meanings(word), *_in_holders(word))


@cache
def known_words() -> tuple[str, ...]:
    """All words with a meaning."""
    own = (word for _, definitions in _definitions() for word in definitions)
    kinds = (word for kind in KINDS for word in (kind.name, kind.key))
    names = (name for names in FORMAT_NAMES.values() for name in names)
    places = (
        word
        for _, definition in _holders()
        for key, inner in definition.get("properties", {}).items()
        for word in (key, *words_of(inner))
    )
    return tuple(dict.fromkeys((*own, *kinds, *BUILTINS, *names, *places)))


def _own_meanings(word: str) -> Iterator[Meaning]:
    for sort, definitions in _definitions():
        if word in definitions:
            yield _of_schema(sort, definitions[word])
    for kind in KINDS:
        if word in {kind.name, kind.key}:
            where = f"in {kind.parent}" if kind.parent else "at the left margin"
            sort = f"a kind of entry, written under {kind.key} {where}"
            yield _of_schema(sort, schema(f"entries/{kind.name}"))
    if word in BUILTINS:
        takes = ", ".join(
            param.words or (describe_any(param.wants) if param.wants else "anything")
            for param in BUILTINS[word].parameters
        )
        yield Meaning("a function of formulas", f"{BUILTINS[word].doc} Takes: {takes}.")
    for source, names in FORMAT_NAMES.items():
        if word in names:
            says = f"{names[word].words.capitalize()}."
            yield Meaning(f"a name that formulas know {PLACES[source]}", says)


def _definitions() -> Iterator[tuple[str, Mapping[str, Schema]]]:
    """Words by their sort, each with its schema."""
    yield "a verb of effects", schema("effect")["$defs"]
    yield "a section of house rules", {word: schema(word) for word in SECTIONS}
    yield "a word inside change", schema("change")["properties"]
    yield "a part of an entry", {word: schema(word) for word in PARTS}
    yield "what a step of a dice procedure can do", schema("entries/step")["$defs"]


def _of_schema(sort: str, definition: Schema) -> Meaning:
    """What a schema says of a thing, and its settings."""
    return Meaning(sort, _description(definition), _settings(definition))


def _settings(definition: Schema) -> tuple[Setting, ...]:
    needed = definition.get("required", ())
    return tuple(
        Setting(key, _description(inner), _allowed(inner), key in needed)
        for key, inner in definition.get("properties", {}).items()
    )


def _description(definition: Schema) -> str:
    return definition.get("description") or f"{definition.get('title', '')}."


def _in_holders(word: str) -> Iterator[Meaning]:
    """Yield what a word means as a setting, then as a value of one; each meaning once."""
    holders: dict[tuple[str, str, tuple[Setting, ...]], list[str]] = {}
    for holder, definition in _holders():
        for key, inner in definition.get("properties", {}).items():
            if key == word:
                means = f"{_description(inner)} {_allowed(inner)}".strip()
                settings = _settings(inner) or _settings(_each(inner))
                holders.setdefault(("a setting", means, settings), []).append(holder)
            if word in words_of(inner):
                sort, means = f"a word for '{key}'", inner.get("description", "")
                holders.setdefault((sort, means, ()), []).append(holder)
    for (sort, means, settings), names in sorted(
        holders.items(), key=lambda item: item[0][0] != "a setting"
    ):
        yield Meaning(f"{sort} of {', '.join(dict.fromkeys(names))}", means, settings)


def words_of(definition: Schema) -> tuple[str, ...]:
    """The words that a setting may have, or the items of its list."""
    items = definition.get("items")
    inner = words_of(items) if isinstance(items, dict) else ()
    named = (*definition.get("enum", ()), *definition.get("x-freed6-words", ()))
    own = (word for word in named if isinstance(word, str))
    return tuple(dict.fromkeys((*own, *inner)))


def _holders() -> Iterator[tuple[str, Schema]]:
    """All that has settings, and what to call it: `scene`, and `order of scene` in it."""
    for name in ("pack", *SECTIONS, *PARTS):
        yield from _inside("pack.yaml" if name == "pack" else name, schema(name))
    for kind in KINDS:
        yield from _inside(kind.name, schema(f"entries/{kind.name}"))
    for name in ("entries/step", "effect"):
        for word, definition in schema(name)["$defs"].items():
            yield from _inside(word, definition)


def _inside(holder: str, definition: Schema) -> Iterator[tuple[str, Schema]]:
    yield holder, definition
    for key, inner in definition.get("properties", {}).items():
        for part in (inner, _each(inner)):
            if part.get("properties") and not _is_told_elsewhere(part):
                yield from _inside(f"{key} of {holder}", part)


def _is_told_elsewhere(part: Schema) -> bool:
    """Whether this is an effect, a section or a part, which have words of their own."""
    named = (schema(name) for name in (*SECTIONS, *PARTS))
    return "x-freed6-verbs" in part or any(part is each for each in named)


def _each(definition: Schema) -> Schema:
    """What each thing in a map or list is, where the schema says so."""
    for key in ("additionalProperties", "items"):
        if isinstance(inner := definition.get(key), dict):
            found: Schema = inner
            return found
    return {}


def _allowed(definition: Schema) -> str:
    """What may stand there, where a schema names it: words that are not said yet, and ids."""
    description = definition.get("description", "")
    listed = [word for word in words_of(definition) if word not in description]
    kinds = [kind.replace("-", " ") for kind in definition.get("x-freed6-ref", ())]
    ids = f"the id of: {', '.join(kinds)}" if kinds else ""
    allowed = "; ".join(filter(None, (", ".join(listed), ids)))
    return f"({allowed})" if allowed else ""
