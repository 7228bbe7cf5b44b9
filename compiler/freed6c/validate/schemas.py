"""JSON Schemas by name, and what they find wrong: one fault for each cause."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from jsonschema import Draft7Validator
from referencing import Registry, Resource

from freed6c.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jsonschema.exceptions import ValidationError

    from freed6c.packs.data import Data, Path

BASE = "https://freed6c.invalid/schemas/"
"""Identifiers, not addresses: nothing is ever fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong at a path inside the checked data.

    `rule` is the schema's keyword; `schema` the part of it that failed; `key` the setting that is
    unknown or missing, where that is the fault.
    """

    rule: str
    path: Path
    value: Data
    schema: Mapping[str, Any]
    key: str = ""
    part: Literal["key", "value"] = "value"

    @property
    def holder(self) -> Path:
        """The path of the map that the fault is in."""
        return self.path if self.rule == "required" else self.path[:-1]


def faults(schema: str, data: Data) -> list[Fault]:
    """Everything that is wrong with data of this schema, in a stable order."""
    found = [
        fault
        for error in _validator(schema).iter_errors(data)  # type: ignore[arg-type]
        for fault in _split(error)
    ]
    return sorted(_causes(found), key=lambda fault: [str(step) for step in fault.path])


def settings(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings that a schema of a map knows."""
    return tuple(schema.get("properties", ()))


@cache
def _validator(name: str) -> Draft7Validator:
    schema = {"$ref": f"{BASE}{name}.schema.json"}
    return Draft7Validator(schema, registry=_registry())


@cache
def _registry() -> Registry[Any]:
    contents = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(schemas().rglob("*.schema.json"))
    ]
    return Registry().with_resources(
        (content["$id"], Resource.from_contents(content)) for content in contents
    )


def _split(error: ValidationError) -> Iterator[Fault]:
    """jsonschema lumps keys together, and hides what failed inside alternatives."""
    path = tuple(error.absolute_path)
    schema: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    if error.validator == "additionalProperties":
        known = {*settings(schema)}
        for key in error.instance:
            if key not in known:
                yield _fault(error, (*path, key), schema, key, "key")
    elif error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        key = next(key for key in missing if f"'{key}'" in error.message)
        yield _fault(error, path, schema, key, "key")
    elif "propertyNames" in error.absolute_schema_path:
        yield _fault(error, (*path, str(error.instance)), schema, "", "key")
    else:
        yield _fault(error, path, schema)


def _fault(
    error: ValidationError,
    path: Path,
    schema: Mapping[str, Any],
    key: str = "",
    part: Literal["key", "value"] = "value",
) -> Fault:
    return Fault(
        rule=str(error.validator),
        path=path,
        value=error.instance,
        schema=schema,
        key=key,
        part=part,
    )


def _causes(found: list[Fault]) -> Iterator[Fault]:
    """A misspelt setting explains the missing one: where a key is unknown, none is missing."""
    unknown = {
        fault.path[:-1] for fault in found if fault.rule == "additionalProperties"
    }
    for fault in found:
        if fault.rule != "required" or fault.path not in unknown:
            yield fault
