"""Prints `ruleset.d.ts`: the types of `ruleset.json` in TypeScript, made from its schema.

The file is for one ruleset: the type `SkillId` is the union of the ids of its skills, and so on.
The interface `Entries` has the type of the entry for each id. If another text is used as a key, the
type is `Entry`.
"""

from __future__ import annotations

import json
import re
import textwrap
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.packs.kinds import EntryKind

Schema: TypeAlias = "Mapping[str, Any]"
Ids: TypeAlias = "Mapping[str, Sequence[str]]"
"""The ids of a ruleset, by the name of their definition in the schema, such as `SkillId`."""

PLAIN: Final[Mapping[str, str]] = {"integer": "number"}
"""Types with another name in TypeScript."""
WIDTH: Final = 100
NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
"""A key that needs no quotes."""


def declarations(schema: Schema, document: Schema) -> str:
    """Return the text of the file, from the schema and the content of `ruleset.json`."""
    definitions: dict[str, Schema] = {**schema["definitions"]}
    ids = {
        name: [*filter(re.compile(definition["pattern"]).search, document["entries"])]
        for name, definition in definitions.items()
        if name.endswith("Id") and name != "EntryId"
    }
    measures = dict.fromkeys(
        entry["measures"]
        for entry in document["entries"].values()
        if entry["entry"] == "unit"
    )
    definitions["TypeWord"] = _with_measures(definitions["TypeWord"], measures)
    entries = {"entries": {"$ref": "#/definitions/Entries"}}
    whole = {**schema, "properties": schema["properties"] | entries}
    parts = (
        _comment(f"The types of ruleset.json of {document['title']}.", ""),
        _declaration(schema["title"], whole),
        *_ids(definitions, ids),
        _entries(),
        *(
            _declaration(name, definition)
            for name, definition in definitions.items()
            if not name.endswith("Id")
        ),
    )
    return "\n\n".join(parts) + "\n"


def _with_measures(word: Schema, measures: Collection[str]) -> Schema:
    """Return the schema for names of types, with exact names of quantities.

    A unit measures a dimension such as `length`, which is also the name of a type. The schema
    allows any text for these; in this ruleset, only `measures` are possible.
    """
    choices = [choice for choice in word["anyOf"] if choice != {"type": "string"}]
    if measures:
        choices.append({"enum": list(measures)})
    return {**word, "anyOf": choices}


def _ids(definitions: Mapping[str, Schema], ids: Ids) -> Iterator[str]:
    """Yield a type for the ids of each kind, then `EntryId`, the union of all."""
    for name, ids_of_kind in ids.items():
        union = _union([_text(id_) for id_ in ids_of_kind] or ["never"])
        yield f"{_about(definitions[name], '')}export type {name} ={union};"
    union = _union(list(ids))
    yield f"{_about(definitions['EntryId'], '')}export type EntryId ={union};"


def id_name(kind: EntryKind) -> str:
    """Return the name of the type for ids of a kind, such as `SkillId`."""
    return "".join(word.capitalize() for word in kind.name.split("-")) + "Id"


def _entries() -> str:
    """Return the interface `Entries`, which has the type of each entry by its id."""
    records = [f"Record<{id_name(kind)}, {kind.cls.__name__}>" for kind in KINDS]
    return "\n".join(
        [
            _comment("The entries by their ids.", ""),
            "export interface Entries",
            "  extends " + ",\n    ".join(records) + " {",
            "  [id: string]: Entry;",
            "}",
        ]
    )


def _declaration(name: str, definition: Schema) -> str:
    """Return a definition as an interface, or as a type if it isn't an object."""
    head = f"{_about(definition, '')}export "
    if "properties" in definition:
        return f"{head}interface {name} {_members(definition, '')}"
    return f"{head}type {name} ={_union(_choices(definition, ''))};"


def _members(schema: Schema, indent: str) -> str:
    """Return the members of an object in braces, one on each line."""
    inner = f"{indent}  "
    required = schema.get("required", ())
    lines = [
        f"{_about(member, inner)}{inner}{_key(key)}{'' if key in required else '?'}: "
        f"{_type(member, inner)};"
        for key, member in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, f"{indent}}}"])


def _type(schema: Schema, indent: str) -> str:
    """Return a type on one line."""
    return " | ".join(_choices(schema, indent))


def _choices(schema: Schema, indent: str) -> list[str]:
    """Return the members of the union type of a schema. Most schemas have only one."""
    match schema:
        case {"$ref": reference}:
            return [reference.rpartition("/")[2]]
        case {"allOf": [only]}:
            return _choices(only, indent)
        case {"anyOf": choices} | {"oneOf": choices}:
            members = [text for choice in choices for text in _choices(choice, indent)]
            return list(dict.fromkeys(members))
        case {"const": value}:
            return [_text(value)]
        case {"enum": values}:
            return [_text(value) for value in values]
        case {"properties": _}:
            return [_members(schema, indent)]
        case {"type": "object", "additionalProperties": values}:
            return [f"{{ [key: string]: {_type(values, indent)} }}"]
        case {"type": "array", "items": [*parts]}:
            return [f"[{', '.join(_type(part, indent) for part in parts)}]"]
        case {"type": "array", "items": item}:
            types = _choices(item, indent)
            return [f"{types[0]}[]" if len(types) == 1 else f"({' | '.join(types)})[]"]
        case {"type": [*names]}:
            return [PLAIN.get(name, name) for name in names]
        case {"type": name}:
            return [PLAIN.get(name, name)]
    raise ValueError(f"no type for {schema!r}")


def _union(members: Sequence[str]) -> str:
    """Return the members of a union type for the right side of an equals sign.

    Several members are on separate lines, so that a diff of two versions shows only those that
    changed.
    """
    if len(members) == 1:
        return f" {members[0]}"
    return "".join(f"\n  | {member}" for member in members)


def _key(key: str) -> str:
    return key if NAME.fullmatch(key) else _text(key)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _about(schema: Schema, indent: str) -> str:
    """Return the comment with the description of a schema, empty if it has none."""
    description = schema.get("description")
    return f"{_comment(description, indent)}\n" if description else ""


def _comment(text: str, indent: str) -> str:
    """Return a documentation comment. The sign in `*/` is replaced, so that it can't end early."""
    safe = text.replace("*/", "*\u2215")
    if "\n" not in safe and len(safe) <= WIDTH:
        return f"{indent}/** {safe} */"
    lines = (textwrap.wrap(line, WIDTH) or [""] for line in safe.split("\n"))
    body = (f"{indent} * {part}".rstrip() for part in chain.from_iterable(lines))
    return "\n".join((f"{indent}/**", *body, f"{indent} */"))
