"""JSON Schemas as short lines, a line for each thing, to be kept and compared.

A line begins with a place: `skill.aliases` is a key, `[]` stands for any item of a list, `*` for
any key of a map, `effect/move` for a part that others refer to. `may be` and `may have` list what
may grow without harm to anybody; what else is said of a place stands in one line, also whether
there is such a list.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Schema: TypeAlias = dict[str, Any]

ALTERNATIVES: Final = ("oneOf", "anyOf", "allOf")
DEFINITIONS: Final = ("$defs", "definitions")
BOUNDS: Final = (
    *("pattern", "format", "minLength", "maxLength", "minimum", "maximum"),
    *("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"),
)
EITHER: Final = "$|^"
"""What stands between patterns either of which will do."""
MEMBERS: Final = {"enum": "", "x-freed6-words": "", "x-freed6-ref": "id of "}
"""Keywords that list what may stand somewhere, with what is said before each of them."""
KNOWN: Final = frozenset(
    {
        *(*ALTERNATIVES, *DEFINITIONS, *BOUNDS, *MEMBERS),
        *("$ref", "const", "type", "x-freed6-form", "x-freed6-verbs", "if", "then"),
        *("properties", "patternProperties", "additionalProperties", "propertyNames"),
        *("items", "required"),
        *("$schema", "$id", "title", "description"),
    }
)


@dataclass
class Lister:
    """Lists one schema.

    Of what people write it matters what they have to write: each map has a line of that. Of what
    programs read it matters what is always there: keys say so themselves.
    """

    name: str
    schema: Schema
    by_people: bool

    def lines(self) -> Iterator[str]:
        yield from self._at(self.name, self.schema)
        for definitions in DEFINITIONS:
            yield from self._definitions(self.schema.get(definitions, {}))

    def _definitions(self, definitions: Schema) -> Iterator[str]:
        for key, definition in definitions.items():
            if key == "settings":  # a folder of them
                yield from self._definitions(definition)
            else:
                if key == "Entry":
                    yield from (f"{self.name}/{key}.{line}" for line in self.alike)
                yield from self._at(f"{self.name}/{key}", definition)

    @cached_property
    def alike(self) -> set[str]:
        """What every entry has, of whatever kind: it is told once."""
        definitions = self.schema.get("definitions", {})
        entries = [definitions[name] for name in _names(definitions, "Entry")]
        told = [{self._key(one, key) for key in one["properties"]} for one in entries]
        return set.intersection(*told) if told else set()

    def _key(self, schema: Schema, key: str) -> str:
        needed = not self.by_people and key in schema.get("required", ())
        always = ", always" if needed else ""
        return f"{key}: {_kind(schema['properties'][key])}{always}"

    def _at(self, place: str, schema: Schema) -> Iterator[str]:
        yield f"{place}: {_kind(schema)}"
        yield from self._inside(place, schema)

    def _inside(self, place: str, schema: Schema) -> Iterator[str]:
        assert schema.keys() <= KNOWN, f"{place}: {schema.keys() - KNOWN}"
        words = [
            f"{said}{one}"
            for keyword, said in MEMBERS.items()
            for one in schema.get(keyword, ())
        ]
        words += _choice(schema)
        if words:
            yield f"{place} may be {', '.join(sorted(words))}"
        yield from self._keys(place, schema)
        for keyword, sign in (("items", "[]"), ("additionalProperties", ".*")):
            if isinstance(schema.get(keyword), dict):
                yield from self._inside(f"{place}{sign}", schema[keyword])
        for keyword in ALTERNATIVES:
            for branch in schema.get(keyword, ()):
                if "if" in branch:
                    condition = json.dumps(branch["if"], sort_keys=True)
                    yield f"{place} if {condition}: {_kind(branch['then'])}"
                yield from self._inside(place, branch.get("then", branch))

    def _keys(self, place: str, schema: Schema) -> Iterator[str]:
        keys, needed = schema.get("properties", {}), schema.get("required", ())
        told = {key: self._key(schema, key) for key in keys}
        common = {
            key
            for key, line in told.items()
            if line == f"{key}: common/{key}" or line in self.alike
        }
        if common:
            yield f"{place} may have {', '.join(sorted(common))}"
        for key in keys.keys() - common:
            yield f"{place}.{told[key]}"
            yield from self._inside(f"{place}.{key}", keys[key])
        if keys and self.by_people:
            yield f"{place} needs {' and '.join(sorted(needed)) or 'nothing'}"
        for pattern, value in schema.get("patternProperties", {}).items():
            yield from self._at(f"{place}.{pattern}", value)


def _choice(schema: Schema) -> list[str]:
    """The alternatives of what is nothing but a choice between parts with names, or patterns."""
    branches = schema.get("oneOf") or schema.get("anyOf") or []
    if branches and all(one.keys() == {"$ref"} for one in branches):
        return [_referred(one["$ref"]) for one in branches]
    patterns: list[str] = schema.get("pattern", "").split(EITHER)
    return patterns if len(patterns) > 1 else []


def _names(definitions: Schema, name: str) -> Iterator[str]:
    """The definitions that one stands for: itself, or its alternatives."""
    alternatives = definitions.get(name, {}).get("oneOf", ())
    for one in alternatives:
        yield from _names(definitions, _referred(one["$ref"])[1:])
    if name in definitions and not alternatives:
        yield name


def _kind(schema: Schema) -> str:
    """What stands there, without its keys."""
    words = []
    if "$ref" in schema:
        words.append(_referred(schema["$ref"]))
    if "const" in schema:
        words.append(json.dumps(schema["const"]))
    elif "type" in schema:
        words.append(_types(schema))
    if choice := _choice(schema):
        words.append("a choice")
    if "enum" in schema:
        words.append("a word")
    if "x-freed6-ref" in schema:
        words.append("an id" if schema["x-freed6-ref"] else "any id")
    for keyword in () if choice else ALTERNATIVES:
        branches = [_kind(one) for one in schema.get(keyword, ()) if "if" not in one]
        if branches:
            words.append(" | ".join(dict.fromkeys(branches)))
    if "x-freed6-form" in schema:
        words.append(f"as {schema['x-freed6-form']}")
    words += [
        f"{bound} {schema[bound]}"
        for bound in BOUNDS
        if bound in schema and EITHER not in str(schema[bound])
    ]
    if "propertyNames" in schema:
        words.append(f"keys are {_kind(schema['propertyNames'])}")
    if schema.get("additionalProperties") is False:
        words.append("no other keys")
    return ", ".join(words) or "anything"


def _types(schema: Schema) -> str:
    """The types that a value may have, with those of what is in a list or map."""
    inner = {"array": "items", "object": "additionalProperties"}
    types = schema["type"]
    words = []
    for one in [types] if isinstance(types, str) else types:
        of = schema.get(inner.get(one, ""))
        words.append(f"{one} of ({_kind(of)})" if isinstance(of, dict) else one)
    return " | ".join(words)


def _referred(reference: str) -> str:
    """What a reference leads to, as its lines begin; `/move` in the same file."""
    file, _, path = reference.partition("#")
    name = file.rpartition("/")[2].removesuffix(".schema.json")
    return f"{name}/{path.rpartition('/')[2]}" if path else name
