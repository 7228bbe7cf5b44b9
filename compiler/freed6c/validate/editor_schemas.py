"""JSON Schemas of whole files of a pack, for editors: sections, settings and the ids there are.

They are put together from the schemas that validation uses, so that an editor accepts what
`check_file` accepts. They say more in two ways. Under `change` and its like they refuse ids that
are nowhere, and settings that the kind does not have. Where a reference stands they offer ids, and
refuse none, as an author writes new entries all the time.

An editor reads one file, and many know draft 7 alone: all that a file needs stands in it, under
`definitions`. What an entry is called stands in `description`, which editors show as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.packs.data import KeyPath, as_map, as_text, walk
from freed6c.packs.ids import KEY, LONGEST_KEY, Tree, entries_of, id_above
from freed6c.packs.kinds import BY_NAME, KINDS, TOP, EntryKind, child_kinds
from freed6c.validate.change_repair import CHANGE
from freed6c.validate.files import WHEN
from freed6c.validate.schemas import referred, written_schemas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Any]

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
COLUMNS: Final = "columns"
ONE_KEY: Final = "[^.]+"
MARKED: Final = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")
"""A link, or a word in brackets, in the name of an entry: it is called what stands last in it."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """An entry that a pack may speak of, and `above`, the name of the one that it stands in.

    `columns` are those of what stands in it, if that has cells, as rows have: keys and names.
    """

    id: str
    kind: EntryKind
    name: str
    above: str
    columns: Mapping[str, str]

    @property
    def tail(self) -> str:
        """The id without the kind."""
        return self.id.partition(".")[2]

    @property
    def description(self) -> str:
        """What it is called, and what it is: `Hurt, a condition of Damage`."""
        if self.kind.single:
            return self.kind.one
        of = f" of {self.above}" if self.above else ""
        return f"{self.name}, {self.kind.with_article}{of}"


def known_entries(trees: Iterable[Tree]) -> dict[str, KnownEntry]:
    """The entries of trees, as packs or files have them, by id; the first of an id counts."""
    known: dict[str, KnownEntry] = {}
    for tree in trees:
        for id_, kind, path in entries_of(tree):
            if not all(map(KEY.fullmatch, id_.split("."))):
                continue  # the validation reports it
            above = _name(tree, path[:-2]) if kind.parent else ""
            columns = {
                key: _name(tree, (*path, COLUMNS, key))
                for key in as_map(walk(tree, (*path, COLUMNS)))
            }
            entry = KnownEntry(id_, kind, _name(tree, path), above, columns)
            known.setdefault(id_, entry)
    return known


def _name(tree: Tree, path: KeyPath) -> str:
    name = as_map(walk(tree, path)).get("name")
    if name is None or isinstance(name, dict | list):
        return str(path[-1])
    return MARKED.sub(r"\1", as_text(name))


def editor_schemas(
    known: Mapping[str, KnownEntry], former: Mapping[str, str]
) -> Mapping[str, Schema]:
    """The schema of a manifest, `pack`, where entries may stand, too, and of other files, `rules`.

    `known` are the entries that the pack may speak of. `former` ids are still understood; they lead
    to those that stand for them.
    """
    definitions = _definitions(known.values())
    sections = _sections(definitions, known, former)
    manifest = definitions["pack"]
    rules = {
        "$schema": DRAFT,
        "title": "Rules of a pack",
        "type": "object",
        "properties": sections,
        "additionalProperties": False,
    }
    pack = {
        **rules,
        "title": manifest["title"],
        "properties": {
            **{key: _to("pack", "properties", key) for key in manifest["properties"]},
            **sections,
        },
        "required": manifest["required"],
    }
    return {
        "pack": _with_definitions(pack, definitions),
        "rules": _with_definitions(rules, definitions),
    }


# Definitions: every schema that is written, by its name without the folder, and what is made of
# them. A definition may hold more than is wanted; what nothing leads to is left out in the end.


def _to(*path: str) -> Schema:
    return {"$ref": "/".join(("#/definitions", *path))}


def _at(definitions: Definitions, schema: Schema) -> Schema:
    """The schema itself, or what it refers to."""
    while "$ref" in schema:
        part: Any = definitions
        for step in schema["$ref"].split("/")[2:]:
            part = part[step]
        schema = part
    return schema


def _with_definitions(schema: Schema, definitions: Definitions) -> Schema:
    used: set[str] = set()
    waiting = [schema]
    while waiting:
        for name in _names_in(waiting.pop()):
            if name not in used:
                used.add(name)
                waiting.append(definitions[name])
    return {**schema, "definitions": {name: definitions[name] for name in sorted(used)}}


def _names_in(node: Any) -> Iterator[str]:
    """The names of the definitions that a schema refers to."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].split("/")[2]
        for part in node.values():
            yield from _names_in(part)
    elif isinstance(node, list):
        for part in node:
            yield from _names_in(part)


def _definitions(known: Iterable[KnownEntry]) -> Definitions:
    definitions: Definitions = {}
    for name, content in written_schemas().items():
        made = _for_editors(content, name)
        made.pop("$schema")
        definitions[_plain(name)] = made
    _add_effect_snippets(definitions)
    by_kind: dict[str, list[KnownEntry]] = {kind.name: [] for kind in KINDS}
    kinds_of: dict[str, set[str]] = {}
    for entry in known:
        by_kind[entry.kind.name].append(entry)
        kinds_of.setdefault(entry.tail, set()).add(entry.kind.name)
    for kind in KINDS:
        definitions[f"{kind.name}.ids"] = {
            "defaultSnippets": [
                # A tail is clear where no entry of another kind has it.
                _offer(e.tail if len(kinds_of[e.tail]) == 1 else e.id, e.description)
                for e in by_kind[kind.name]
            ]
        }
    for kind in KINDS:
        definitions[f"{kind.name}.added"] = _added(definitions, kind)
    for kind in KINDS:
        for name, cells in (("changed-cells", True), ("changed", False)):
            changed = _changed(definitions, kind, cells=cells)
            definitions[f"{kind.name}.{name}"] = changed
        for above in by_kind[kind.parent] if kind.parent else ():
            if above.columns:
                definitions[f"{above.id}.changed"] = _cells_changed(above, kind)
        definitions[f"{kind.name}.replaced"] = {
            **definitions["replace"],
            "properties": {
                **definitions["replace"]["properties"],
                "with": _to(kind.name),
            },
        }
    # An option and what its choices change may be written together: they refuse no id.
    everything = [entry.id for entries in by_kind.values() for entry in entries]
    offered = [{"enum": everything}] if everything else []
    definitions["ids"] = {"anyOf": [*offered, {"type": "string"}]}
    for section in ("change", "replace", "remove"):
        definitions["choice"]["properties"][section]["propertyNames"] = _to("ids")
    return definitions


def _plain(name: str) -> str:
    return name.rpartition("/")[2]


def _offer(value: str, description: str = "") -> Schema:
    """A value that is offered where it may stand, and not asked for."""
    told = {"description": description} if description else {}
    return {"bodyText": value, **told}


def _for_editors(node: Any, name: str) -> Any:
    """A part of the schema of this name: references lead to definitions, ids are offered."""
    if isinstance(node, list):
        return [_for_editors(part, name) for part in node]
    if not isinstance(node, dict):
        return node
    made: Schema = {
        key: _for_editors(part, name)
        for key, part in node.items()
        if not key.startswith("x-freed6-")
    }
    if isinstance(reference := node.get("$ref"), str):
        file, pointer = referred(name, reference)
        made["$ref"] = f"#/definitions/{_plain(file)}{pointer}"
    types = node.get("type")
    pattern = isinstance(node.get("pattern"), str)
    if isinstance(types, list) and "integer" in types and not pattern:
        made["type"] = [*types, "number"]  # in packs 1.5 is text; editors know numbers
    if pattern and isinstance(node.get("description"), str):
        made["patternErrorMessage"] = node["description"]
    if isinstance(kinds := node.get("x-freed6-ref"), list):
        words = [_offer(word) for word in node.get("x-freed6-words", ())]
        made["allOf"] = [
            *([{"defaultSnippets": words}] if words else []),
            *(_to(f"{kind}.ids") for kind in kinds or BY_NAME),
        ]
    return made


def _add_effect_snippets(definitions: Definitions) -> None:
    """Offer effects by their verbs, and say which there are where one has none."""
    effect = definitions["effect"]
    verbs = effect["$defs"]
    effect["defaultSnippets"] = [
        {
            "label": f"{verb} …",
            "description": schema["description"],
            "body": _body(definitions, schema, count(1)),
        }
        for verb, schema in verbs.items()
    ]
    wanted = f"An effect says what it does by one of: {', '.join(verbs)}."
    effect["anyOf"] = [{**part, "errorMessage": wanted} for part in effect["anyOf"]]


def _body(definitions: Definitions, schema: Schema, stops: Iterator[int]) -> Any:
    """What a snippet writes for a value: all that it must have, with stops to fill in."""
    schema = _at(definitions, schema)
    others = schema.get("additionalProperties")
    if "enum" in schema:
        return f"${{{next(stops)}|{','.join(map(str, schema['enum']))}|}}"
    if required := schema.get("required"):
        parts = schema["properties"]
        return {key: _body(definitions, parts[key], stops) for key in required}
    if schema.get("type") == "object" and isinstance(others, dict):
        return {f"${{{next(stops)}:key}}": _body(definitions, others, stops)}
    if schema.get("type") == "array" and "items" in schema:
        return [_body(definitions, schema["items"], stops)]
    return f"${next(stops)}"


def _snippet(definitions: Definitions, kind: EntryKind, above: str = "") -> Schema:
    """A new entry of a kind, with all that it must have; `above` begins its address."""
    entry = definitions[kind.name]
    return {
        "label": f"new {kind.name}",
        "description": entry["title"],
        "body": {f"{above}${{1:key}}": _body(definitions, entry, count(2))},
    }


# What a pack does to entries of a kind.


def _fields(definitions: Definitions, kind: EntryKind) -> dict[str, Schema]:
    """The settings of a kind, in all its variants, each with its schema."""
    entry = definitions[kind.name]
    fields = {key: _to(kind.name, "properties", key) for key in entry["properties"]}
    for variant in entry.get("allOf", ()):
        reference = variant["then"]["$ref"]
        for key in _at(definitions, variant["then"])["properties"]:
            place = {"$ref": f"{reference}/properties/{key}"}
            known = fields.setdefault(key, place)
            same = [_at(definitions, one) for one in known.get("anyOf", [known])]
            if _at(definitions, place) not in same:
                fields[key] = {"anyOf": [*known.get("anyOf", [known]), place]}
    return fields


def _types(definitions: Definitions, schema: Schema) -> set[str]:
    """The types that a value may have, as far as addresses go: what says none may hold settings."""
    schema = _at(definitions, schema)
    if "anyOf" in schema:
        return {
            type_ for part in schema["anyOf"] for type_ in _types(definitions, part)
        }
    types = schema.get("type", "object")
    return {types} if isinstance(types, str) else set(types)


def _cells_changed(above: KnownEntry, kind: EntryKind) -> Schema:
    """What stands under the id of what stands in an entry with columns."""
    cells = {key: {"description": name} for key, name in above.columns.items()}
    return {
        "type": "object",
        "allOf": [_to(f"{kind.name}.changed-cells")],
        "properties": {"set": {"properties": cells}},
    }


def _changed(definitions: Definitions, kind: EntryKind, *, cells: bool) -> Schema:
    """What stands under the id of an entry of a kind in `change`. It may have cells, as rows do."""
    fields = _fields(definitions, kind)
    types = {key: _types(definitions, part) for key, part in fields.items()}
    lists = [key for key in fields if "array" in types[key]]
    maps = [key for key in fields if "object" in types[key]]
    inside = rf"^({'|'.join(maps)})\." if maps else "^$"
    words = definitions[CHANGE]["properties"]
    changed: Schema = {}
    for word, schema in words.items():
        each = schema.get("additionalProperties", True)
        known: dict[str, Any] = dict.fromkeys(fields, each)
        new: Schema = {}
        match word:
            case "why":
                changed[word] = _to(CHANGE, "properties", word)
                continue
            case "unset":
                items = {"anyOf": [{"enum": list(fields)}, {"pattern": inside}]}
                changed[word] = schema if cells else {**schema, "items": items}
                continue
            case "set":
                known = fields
            case "add":
                known = {key: _about(definitions, fields[key]) for key in lists}
                new = {
                    rf"^{child.key}\.{ONE_KEY}$": _to(f"{child.name}.added")
                    for child in child_kinds(kind)
                }
            case "remove":
                known = dict.fromkeys([*lists, *maps], each)
            case "move":
                known = {}
        changed[word] = {
            **schema,
            "properties": known,
            # Some editors go by the first pattern that fits.
            "patternProperties": {**new, inside: each},
            "additionalProperties": each if cells else False,
        }
    changed["add"]["defaultSnippets"] = [
        _snippet(definitions, child, f"{child.key}.") for child in child_kinds(kind)
    ]
    return {**definitions[CHANGE], "properties": changed}


def _about(definitions: Definitions, schema: Schema) -> Schema:
    """What a list is for, whatever is added to it: several items, or one."""
    about = _at(definitions, schema).get("description")
    types = ["array", "object", "string", "number", "boolean"]  # the first is offered
    return {"type": types, **({"description": about} if about else {})}


def _added(definitions: Definitions, kind: EntryKind) -> Schema:
    """A new entry in another one, which may say before or after which it stands."""
    moved = (CHANGE, "properties", "move", "additionalProperties")
    sides = _at(definitions, _to(*moved))["properties"]
    places = {side: _to(*moved, "properties", side) for side in sides}

    def placed(schema: Schema, reference: str) -> Schema:
        properties = {
            key: {"$ref": f"{reference}/properties/{key}"}
            for key in schema["properties"]
        }
        return {**schema, "properties": {**places, **properties}}

    entry = placed(definitions[kind.name], _to(kind.name)["$ref"])
    if "allOf" in entry:
        entry["allOf"] = [
            {
                **variant,
                "then": placed(
                    _at(definitions, variant["then"]), variant["then"]["$ref"]
                ),
            }
            for variant in entry["allOf"]
        ]
    return {
        key: part for key, part in entry.items() if key not in {"$defs", "definitions"}
    }


# Sections.


def _sections(
    definitions: Definitions,
    known: Mapping[str, KnownEntry],
    former: Mapping[str, str],
) -> dict[str, Schema]:
    """What may stand at the left margin of a file."""
    ids = "|".join(id_.replace(".", r"\.") for id_ in (*known, *former))
    definitions["addresses"] = {
        "pattern": rf"^({ids})(\.|$)",
        "patternErrorMessage": "There is no entry of this id.",
        "doNotSuggest": True,
    }
    choices: dict[str, list[KnownEntry]] = {}
    for entry in known.values():
        if entry.kind.name == "choice":
            choices.setdefault(id_above(entry.id), []).append(entry)

    def operation(section: str, suffix: str) -> Schema:
        def meant(entry: KnownEntry) -> Schema:
            above = known.get(id_above(entry.id))
            if section == CHANGE and above is not None and above.columns:
                return _to(f"{above.id}.{suffix}")
            return _to(f"{entry.kind.name}.{suffix}" if suffix else section)

        current = {
            id_: {**meant(entry), "description": entry.description}
            for id_, entry in known.items()
        }
        older = {
            id_: {
                "allOf": [meant(known[now])],
                "deprecationMessage": f"It is called {now} now.",
            }
            for id_, now in former.items()
            if now in known
        }
        return {
            "type": "object",
            "description": definitions[section]["title"],
            "properties": {**current, **older},
            "propertyNames": _to("addresses"),
            "additionalProperties": _to(section),  # what stands in an entry
        }

    selected = {
        id_: {
            **definitions["select"],
            "description": known[id_].description if id_ in known else "",
            "enum": [choice.tail.rpartition(".")[2] for choice in those],
            "enumDescriptions": [choice.name for choice in those],
        }
        for id_, those in choices.items()
    }
    when = definitions[WHEN]
    waited = {
        id_: {
            **when["additionalProperties"],
            "description": as_text(schema["description"]),
            "allOf": [{"defaultSnippets": [_offer(key) for key in schema["enum"]]}],
        }
        for id_, schema in selected.items()
    }
    pack = {**when["additionalProperties"], "description": when["description"]}
    return {
        **{key: _entries(definitions, kind) for key, kind in TOP.items()},
        CHANGE: operation(CHANGE, "changed"),
        "replace": operation("replace", "replaced"),
        "remove": operation("remove", ""),
        "settle": {
            "type": "object",
            "description": definitions["settle"]["title"],
            "propertyNames": _to("ids"),
            "additionalProperties": _to("settle"),
        },
        "select": {
            "type": "object",
            "description": definitions["select"]["title"],
            "properties": selected,
            "additionalProperties": False,
        },
        WHEN: {**when, "properties": {"pack": pack, **waited}},
    }


def _entries(definitions: Definitions, kind: EntryKind) -> Schema:
    """The section of a kind."""
    if kind.single:
        return {**_to(kind.name), "description": definitions[kind.name]["title"]}
    return {
        "type": "object",
        "description": definitions[kind.name]["title"],
        "propertyNames": {
            "pattern": f"^{KEY.pattern}$",
            "maxLength": LONGEST_KEY,
            "patternErrorMessage": definitions["common"]["$defs"]["key"]["description"],
            "doNotSuggest": True,
        },
        "additionalProperties": _to(kind.name),
        "defaultSnippets": [_snippet(definitions, kind)],
    }
