"""JSON Schemas by name, and the violations they find: one for each cause."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from freed6c.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jsonschema import Draft7Validator
    from jsonschema.exceptions import ValidationError

    from freed6c.packs.data import Data, KeyPath


# Every `$ref` is replaced by the map it refers to, once: resolving it again for every value would
# take most of the time of a validation. All schemas lie in one folder; nothing is ever fetched.


SUFFIX: Final = ".schema.json"
OUTPUTS: Final = frozenset({"ruleset", "diagnostics"})
"""Schemas of what is made, not of what packs write."""


@cache
def schema(name: str) -> Mapping[str, Any]:
    """A schema by its name (`pack`, `entries/band`), with nothing left to look up."""
    return _library()[name]


@cache
def _library() -> dict[str, dict[str, Any]]:
    folder = schemas()
    files = {
        path.relative_to(folder).as_posix().removesuffix(SUFFIX): path
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }
    library: dict[str, dict[str, Any]] = {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name, path in files.items()
        if name not in OUTPUTS
    }
    for name, content in library.items():
        for holder, key in list(_map_slots(content)):
            reference = holder[key].get("$ref")
            if reference is not None:
                holder[key] = _resolve(library, name, reference)
    return library


def _map_slots(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) whose value is a map, in a schema that is a tree yet."""
    for key in node if isinstance(node, dict) else range(len(node)):
        if isinstance(node[key], dict):
            yield node, key
        if isinstance(node[key], dict | list):
            yield from _map_slots(node[key])


def _resolve(
    library: Mapping[str, dict[str, Any]], name: str, reference: str
) -> dict[str, Any]:
    """What a reference means, written in the schema of this name."""
    file, _, pointer = reference.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
    part: dict[str, Any] = library[path.removesuffix(SUFFIX) if file else name]
    for step in pointer.strip("/").split("/") if pointer else ():
        part = part[step]
    return part


# Nearly all data fits, and to see that it does takes no reasons. jsonschema, which gives them,
# takes a third of the start-up of a compilation, so it is asked only where data does not fit.


Keyword: TypeAlias = "Callable[[Any, Any, Mapping[str, Any]], bool]"
"""Whether a value is as a keyword wants it, whose value comes next, and then the whole schema."""

_TYPES: Final = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}
_ANY: Final[Mapping[str, Keyword]] = {
    "type": lambda value, types, _: any(
        type(value) is _TYPES[name]
        for name in ([types] if isinstance(types, str) else types)
    ),
    "enum": lambda value, allowed, _: any(
        type(value) is type(word) and value == word for word in allowed
    ),
    "const": lambda value, only, _: type(value) is type(only) and value == only,
    "allOf": lambda value, parts, _: all(fits(value, part) for part in parts),
    "anyOf": lambda value, parts, _: any(fits(value, part) for part in parts),
    "oneOf": lambda value, parts, _: sum(fits(value, part) for part in parts) == 1,
    "if": lambda value, condition, schema: (
        fits(value, schema.get("then", True)) or not fits(value, condition)
    ),
}
KEYWORDS: Final[Mapping[type, Mapping[str, Keyword]]] = {
    bool: _ANY,
    int: {
        **_ANY,
        "minimum": lambda value, least, _: value >= least,
        "maximum": lambda value, most, _: value <= most,
    },
    str: {
        **_ANY,
        "minLength": lambda value, least, _: len(value) >= least,
        "maxLength": lambda value, most, _: len(value) <= most,
        "pattern": lambda value, pattern, _: re.search(pattern, value) is not None,
    },
    list: {
        **_ANY,
        "items": lambda value, item, _: all(fits(part, item) for part in value),
        "minItems": lambda value, least, _: len(value) >= least,
        "maxItems": lambda value, most, _: len(value) <= most,
        "uniqueItems": lambda value, unique, _: (
            not unique or all(part not in value[:n] for n, part in enumerate(value))
        ),
    },
    dict: {
        **_ANY,
        "required": lambda value, keys, _: value.keys() >= set(keys),
        "minProperties": lambda value, least, _: len(value) >= least,
        "propertyNames": lambda value, name, _: all(fits(key, name) for key in value),
        "properties": lambda value, known, _: all(
            fits(part, known[key]) for key, part in value.items() if key in known
        ),
        "additionalProperties": lambda value, others, schema: all(
            fits(part, others)
            for key, part in value.items()
            if key not in schema.get("properties", ())
        ),
    },
}
"""The keywords of JSON Schema that our schemas use, by the type of the values they are about."""


def fits(value: Data, schema: Any) -> bool:
    """Whether data is as a schema (a map, or whether it is allowed at all) wants it.

    It is never true where jsonschema would find a violation.
    """
    if isinstance(schema, bool):
        return schema
    keywords = KEYWORDS[type(value)]
    return all(
        keywords[keyword](value, wanted, schema)
        for keyword, wanted in schema.items()
        if keyword in keywords
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """What is wrong at a path inside the checked data.

    `rule` is the schema's keyword; `schema` the part of it that failed; `key` the setting that is
    unknown or missing, where that is the fault.
    """

    rule: str
    path: KeyPath
    value: Data
    schema: Mapping[str, Any]
    key: str = ""
    part: Literal["key", "value"] = "value"

    @property
    def holder(self) -> KeyPath:
        """The path of the map that the fault is in."""
        return self.path if self.rule == "required" else self.path[:-1]


def violations(name: str, data: Data) -> list[Violation]:
    """Everything that is wrong with data of the schema of this name, in a stable order."""
    if fits(data, schema(name)):
        return []
    unique = {
        (each.rule, each.path, each.key): each
        for error in _validator(name).iter_errors(data)
        for each in _violations_of(error)
    }
    return sorted(
        _without_consequences(_merge_extra_verbs(list(unique.values()))),
        key=lambda each: [str(step) for step in each.path],
    )


def known_settings(name: str) -> tuple[str, ...]:
    """The settings of a schema by its name."""
    return settings(schema(name))


def settings(known: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings that a schema of a map knows."""
    return tuple(known.get("properties", ()))


@cache
def _validator(name: str) -> Draft7Validator:
    from jsonschema import Draft7Validator

    return Draft7Validator(schema(name))


def _violations_of(error: ValidationError) -> Iterator[Violation]:
    """One violation for each key: jsonschema reports all unknown ones as one error."""
    path: KeyPath = tuple(error.absolute_path)
    schema: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    value: Any = error.instance
    places: list[tuple[KeyPath, str, Literal["key", "value"]]]
    if error.validator == "additionalProperties":
        known = settings(schema)
        places = [((*path, key), key, "key") for key in value if key not in known]
    elif error.validator == "required":
        missing = (key for key in schema["required"] if key not in value)
        places = [(path, key, "key") for key in missing]
    elif "propertyNames" in error.absolute_schema_path:
        places = [((*path, str(value)), "", "key")]
    else:
        places = [(path, "", "value")]
    rule = str(error.validator)
    for at, key, part in places:
        yield Violation(
            rule=rule, path=at, value=value, schema=schema, key=key, part=part
        )


def _merge_extra_verbs(found: list[Violation]) -> list[Violation]:
    """An effect with two verbs is one fault, however much does not fit then."""
    verbs = set(schema("effect")["x-freed6-verbs"])
    crowded = {
        each.holder: each
        for each in found
        if isinstance(each.value, dict) and len(verbs & each.value.keys()) > 1
        if each.rule == "additionalProperties" and each.key in verbs
    }
    others = [each for each in found if each.holder not in crowded]
    return [*others, *(_extra_verb(each, verbs) for each in crowded.values())]


def _extra_verb(violation: Violation, verbs: set[str]) -> Violation:
    keys = cast("dict[str, Data]", violation.value)
    second = [key for key in keys if key in verbs][1]
    path = (*violation.holder, second)
    return replace(violation, rule="verbs", path=path, key=second)


def _without_consequences(found: list[Violation]) -> Iterator[Violation]:
    """Faults that follow from no other.

    A misspelled setting explains the missing one, a wrong type explains all else that is wrong.
    """
    unknown = {each.path[:-1] for each in found if each.rule == "additionalProperties"}
    mistyped = {each.path for each in found if each.rule == "type"}
    for each in found:
        follows = each.rule == "required" and each.path in unknown
        if not follows and (each.rule == "type" or each.path not in mistyped):
            yield each
