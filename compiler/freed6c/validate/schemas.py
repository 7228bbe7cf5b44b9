"""JSON Schemas by name, and what they find wrong: one fault for each cause."""

from __future__ import annotations

import json
import posixpath
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from jsonschema import Draft7Validator

from freed6c.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jsonschema.exceptions import ValidationError

    from freed6c.packs.data import Data, KeyPath


# The schemas as one web of plain maps: every `$ref` is replaced by what it refers to.
#
# Looking references up again for every value would take most of the time of a
# validation. Nothing is ever fetched: the schemas' identifiers are names, and all of
# them lie in one folder.


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
        for holder, key in list(_places(content)):
            reference = holder[key].get("$ref")
            if reference is not None:
                holder[key] = _target(library, name, reference)
    return library


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) whose value is a map, in a schema that is a tree yet."""
    for key in node if isinstance(node, dict) else range(len(node)):
        if isinstance(node[key], dict):
            yield node, key
        if isinstance(node[key], dict | list):
            yield from _places(node[key])


def _target(
    library: Mapping[str, dict[str, Any]], name: str, reference: str
) -> dict[str, Any]:
    """What a reference means, written in the schema of this name."""
    file, _, pointer = reference.partition("#")
    home = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
    found: dict[str, Any] = library[home.removesuffix(SUFFIX) if file else name]
    for step in pointer.strip("/").split("/") if pointer else ():
        found = found[step]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
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


def faults(name: str, data: Data) -> list[Fault]:
    """Everything that is wrong with data of the schema of this name, in a stable order."""
    found = {
        (fault.rule, fault.path, fault.key): fault
        for error in _validator(name).iter_errors(data)
        for fault in _split(error)
    }
    return sorted(
        _causes(_two_verbs(list(found.values()))),
        key=lambda fault: [str(step) for step in fault.path],
    )


def known_settings(name: str) -> tuple[str, ...]:
    """The settings of a schema by its name."""
    return settings(schema(name))


def settings(known: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings that a schema of a map knows."""
    return tuple(known.get("properties", ()))


@cache
def _validator(name: str) -> Draft7Validator:
    return Draft7Validator(schema(name))


def _split(error: ValidationError) -> Iterator[Fault]:
    """One fault for each key: jsonschema lumps unknown ones together."""
    where: KeyPath = tuple(error.absolute_path)
    schema: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    value: Any = error.instance
    rule = str(error.validator)
    for path, key, part in _keys(error, where, schema, value):
        yield Fault(
            rule=rule, path=path, value=value, schema=schema, key=key, part=part
        )


def _keys(
    error: ValidationError, path: KeyPath, schema: Mapping[str, Any], value: Any
) -> list[tuple[KeyPath, str, Literal["key", "value"]]]:
    """The keys that are at fault: unknown, missing, or not such as a key can be."""
    if error.validator == "additionalProperties":
        known = settings(schema)
        return [((*path, key), key, "key") for key in value if key not in known]
    if error.validator == "required":
        missing = [key for key in schema["required"] if key not in value]
        return [(path, key, "key") for key in missing]
    if "propertyNames" in error.absolute_schema_path:
        return [((*path, str(value)), "", "key")]
    return [(path, "", "value")]


def _two_verbs(found: list[Fault]) -> list[Fault]:
    """An effect with two verbs is one fault, however much does not fit then."""
    verbs = set(schema("effect")["x-freed6-verbs"])
    crowded = {
        fault.holder: fault
        for fault in found
        if isinstance(fault.value, dict) and len(verbs & fault.value.keys()) > 1
        if fault.rule == "additionalProperties" and fault.key in verbs
    }
    rest = [fault for fault in found if fault.holder not in crowded]
    return [*rest, *(_second_verb(fault, verbs) for fault in crowded.values())]


def _second_verb(fault: Fault, verbs: set[str]) -> Fault:
    second = [key for key in cast("dict[str, Data]", fault.value) if key in verbs][1]
    path = (*fault.holder, second)
    return replace(fault, rule="verbs", path=path, key=second)


def _causes(found: list[Fault]) -> Iterator[Fault]:
    """Faults that follow from no other.

    A misspelt setting explains the missing one, a wrong type explains all else that is wrong.
    """
    unknown = {
        fault.path[:-1] for fault in found if fault.rule == "additionalProperties"
    }
    mistyped = {fault.path for fault in found if fault.rule == "type"}
    for fault in found:
        follows = fault.rule == "required" and fault.path in unknown
        if not follows and (fault.rule == "type" or fault.path not in mistyped):
            yield fault
