"""Find the schema of a value in a file, by the keys above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.ids import split_address
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.pack import MANIFEST
from freed6c.validate.schemas import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.packs.data import KeyPath
    from freed6c.validate.schemas import Schema

    Beside = Callable[[KeyPath], Mapping[str, str]]
    """The existing keys of a map, with their values if they are texts."""

NOTHING: Final[Schema] = {}
BY_ID: Final = ("change", "replace", "remove", "select", "resolve")
"""Sections with ids of entries as keys."""
ADDRESSED: Final = ("set", "unset", "adjust", "reword", "add", "remove", "was")
"""Settings of a change with addresses inside the entry as keys."""


def schema_at(path: KeyPath, file: str, beside: Beside) -> Schema:
    """Return the schema of the value at a path; empty if it is unknown."""
    if not path:
        return _whole_file(file)
    section, *inside = path
    if section in TOP:
        kind = TOP[str(section)]
        definition = schema(f"entries/{kind.name}")
        if kind.single or inside:
            return _walk(definition, path, 1 if kind.single else 2, beside)
        return {"additionalProperties": definition}
    if section in BY_ID:
        return _schema_in_operation(str(section), path, beside) if inside else NOTHING
    if section == "when":
        return _walk(schema("when"), path, 1, beside)
    return _walk(schema("pack"), path, 0, beside)


def _whole_file(file: str) -> Schema:
    """Return a schema of all sections, and of the settings of a manifest in `pack.yaml`."""
    sections = {
        **{key: schema(f"entries/{kind.name}") for key, kind in TOP.items()},
        **{word: schema(word) for word in (*BY_ID, "when")},
    }
    described = {
        key: {"description": body.get("description") or f"{body.get('title', '')}."}
        for key, body in sections.items()
    }
    settings = schema("pack")["properties"] if file == MANIFEST else {}
    return {"properties": {**settings, **described}}


def schema_of_entry(address: str) -> Schema:
    """Return the schema of the entry that an address begins with."""
    kind = BY_NAME.get(split_address(address)[0].partition(".")[0])
    return schema(f"entries/{kind.name}") if kind else NOTHING


def _schema_in_operation(section: str, path: KeyPath, beside: Beside) -> Schema:
    id_ = str(path[1])
    if section == "replace" and path[2:3] == ("with",):
        return _walk(schema_of_entry(id_), path, 3, beside)
    addressed = section == "change" and len(path) > 2 and path[2] in ADDRESSED  # noqa: PLR2004
    if not addressed:
        return _walk(schema(section), path, 2, beside)
    inside = schema_of_entry(id_)
    for step in split_address(id_)[1].split("."):
        inside = _step(inside, step, path, beside) if step else inside
    if len(path) == 3:  # noqa: PLR2004
        return {
            **inside,
            "description": schema("change")["properties"][path[2]]["description"],
        }
    for step in str(path[3]).split("."):
        inside = _step(inside, step, path, beside)
    return _walk(inside, path, 4, beside)


def _walk(definition: Schema, path: KeyPath, depth: int, beside: Beside) -> Schema:
    for number in range(depth, len(path)):
        definition = _step(definition, path[number], path[:number], beside)
    return chosen(definition, path, beside)


def _step(definition: Schema, step: str | int, path: KeyPath, beside: Beside) -> Schema:
    definition = chosen(definition, path, beside)
    if isinstance(step, int):
        inner = definition.get("items", NOTHING)
    else:
        properties = definition.get("properties", {})
        inner = properties.get(step, definition.get("additionalProperties", NOTHING))
    return inner if isinstance(inner, dict) else NOTHING


def chosen(definition: Schema, path: KeyPath, beside: Beside) -> Schema:
    """Return the schema of an effect's verb or a step's primitive, once it is written."""
    if "x-freed6-verbs" in definition:
        verbs = definition["$defs"]
        for key in beside(path):
            if key in verbs:
                effect: Schema = verbs[key]
                return effect
        described = {
            name: {"description": body.get("description", "")}
            for name, body in verbs.items()
        }
        return {"properties": described}
    settings = definition.get("properties", {})
    does = beside(path).get("do") if "do" in settings else None
    if does in (primitives := definition.get("$defs", {})):
        primitive = primitives[does]
        return {**primitive, "properties": {**settings, **primitive["properties"]}}
    return definition


def form_of(definition: Schema) -> str:
    """Return the form of a text, such as `formula`, `duration` or `range`; empty if it is free."""
    return str(definition.get("x-freed6-form", ""))


def kinds_of(definition: Schema) -> tuple[str, ...]:
    """Return the kinds of entries that a reference, or an item of a list, may name."""
    items = definition.get("items")
    inner = kinds_of(items) if isinstance(items, dict) else ()
    return (*definition.get("x-freed6-ref", ()), *inner)
