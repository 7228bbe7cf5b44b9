"""JSON Schemas of whole files of a pack, for completion and checks in editors.

There is one schema for `pack.yaml` and one for the other files. Both are built from the schemas
that validation uses, so an editor accepts what `check_file` accepts. They add two things:

- Under `change`, `replace` and `remove` they reject unknown ids, and settings that the kind of an
  entry does not have.
- Where a reference is expected they offer ids. They reject none, because authors write a reference
  before the entry that it names.

Many editors know only draft 7 of JSON Schema and don't load other files, so each schema contains
everything that it needs, under `definitions`. The name of an entry is its `description`, which
editors show. `defaultSnippets`, `patternErrorMessage`, `errorMessage`, `doNotSuggest`,
`enumDescriptions` and `deprecationMessage` are extensions of VS Code and of the YAML language
server. A snippet is a text to insert, with tab stops: `$1`, `${1:key}`, `${1|one,two|}`.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.model.prose import without_links
from freed6c.packs.data import KeyPath, as_map, as_text, walk
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import KEY, LONGEST_KEY, Tree, entries_of, id_above, reached
from freed6c.packs.kinds import BY_NAME, KINDS, TOP, EntryKind, child_kinds
from freed6c.packs.lazy import dataclass
from freed6c.validate.change_repair import CHANGE
from freed6c.validate.files import WHEN
from freed6c.validate.schemas import at_pointer, referred, written_schemas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Any]
Known: TypeAlias = "Mapping[str, KnownEntry]"

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
COLUMNS: Final = "columns"
ONE_KEY: Final = "[^.]+"


@dataclass(frozen=True)
class KnownEntry:
    """An entry that a pack can refer to.

    `above` is the name of the entry that contains it, or "". `columns` maps keys to names of
    columns, for entries such as tables whose rows have a cell in each column.
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
        """The name, the kind and the containing entry: `Hurt, a condition of Damage`."""
        if self.kind.single:
            return self.kind.one
        holder = f" of {self.above}" if self.above else ""
        return f"{self.name}, {self.kind.with_article}{holder}"


def known_entries(trees: Iterable[Tree]) -> dict[str, KnownEntry]:
    """Return the entries of trees (the data of packs or files) by id; the first of an id counts."""
    entries: dict[str, KnownEntry] = {}
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
            entries.setdefault(id_, entry)
    return entries


def _name(tree: Tree, path: KeyPath) -> str:
    """Return the name of the entry at a path, without links; its key if it has no name."""
    name = as_map(walk(tree, path)).get("name")
    if name is None or isinstance(name, dict | list):
        return str(path[-1])
    return without_links(as_text(name))


def editor_schemas(known: Known, former: Mapping[str, str]) -> Mapping[str, Schema]:
    """Return two schemas: `pack` for `pack.yaml`, `rules` for all other files.

    `pack.yaml` can have entries, too. `known` has the entries that the pack can refer to, by id.
    `former` maps former ids, which are still accepted, to current ids.
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
            **{key: _ref("pack", "properties", key) for key in manifest["properties"]},
            **sections,
        },
        "required": manifest["required"],
    }
    return {
        "pack": _with_definitions(pack, definitions),
        "rules": _with_definitions(rules, definitions),
    }


# Definitions. Their names are those of the schema files without the folder (`skill`, `effect`), and
# for each kind `skill.ids`, `skill.added`, `skill.changed`, `skill.changed-cells` and
# `skill.replaced`. Definitions that nothing refers to are left out of the result.


def _ref(*path: str) -> Schema:
    return {"$ref": "/".join(("#/definitions", *path))}


def _deref(definitions: Definitions, schema: Schema) -> Schema:
    """Return a schema, or the one that it refers to, with `$ref` followed to the end."""
    while "$ref" in schema:
        schema = at_pointer(definitions, schema["$ref"].removeprefix("#/definitions/"))
    return schema


def _with_definitions(schema: Schema, definitions: Definitions) -> Schema:
    """Return a schema with the definitions that it refers to, directly or through others."""
    references = {
        name: set(_referenced_names(part)) for name, part in definitions.items()
    }
    used = reached(_referenced_names(schema), references)
    return {**schema, "definitions": {name: definitions[name] for name in sorted(used)}}


def _referenced_names(node: Any) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].split("/")[2]
        for part in node.values():
            yield from _referenced_names(part)
    elif isinstance(node, list):
        for part in node:
            yield from _referenced_names(part)


def _definitions(entries: Iterable[KnownEntry]) -> Definitions:
    """Return all definitions by name; see the comment at the start of this section."""
    definitions: Definitions = {}
    for name, content in written_schemas().items():
        schema = _for_editors(content, name)
        schema.pop("$schema")
        definitions[_base_name(name)] = schema
    _add_effect_snippets(definitions)
    by_kind: dict[str, list[KnownEntry]] = {kind.name: [] for kind in KINDS}
    kinds_of: dict[str, set[str]] = {}
    for entry in entries:
        by_kind[entry.kind.name].append(entry)
        kinds_of.setdefault(entry.tail, set()).add(entry.kind.name)
    for kind in KINDS:
        definitions[f"{kind.name}.ids"] = {
            "defaultSnippets": [
                # The short form, without the kind, if no other kind has the same tail.
                _offered(e.tail if len(kinds_of[e.tail]) == 1 else e.id, e.description)
                for e in by_kind[kind.name]
            ]
        }
    for kind in KINDS:
        definitions[f"{kind.name}.added"] = _added_entry(definitions, kind)
    for kind in KINDS:
        for name, cells in (("changed-cells", True), ("changed", False)):
            schema = _changed_entry(definitions, kind, cells=cells)
            definitions[f"{kind.name}.{name}"] = schema
        for above in by_kind[kind.parent] if kind.parent else ():
            if above.columns:
                definitions[f"{above.id}.changed"] = _changed_cells(above, kind)
        definitions[f"{kind.name}.replaced"] = {
            **definitions["replace"],
            "properties": {
                **definitions["replace"]["properties"],
                "with": _ref(kind.name),
            },
        }
    # The choices of an option can change entries that are written in the same file: no id is
    # rejected there.
    ids = [entry.id for same_kind in by_kind.values() for entry in same_kind]
    offered = [{"enum": ids}] if ids else []
    definitions["ids"] = {"anyOf": [*offered, {"type": "string"}]}
    for section in ("change", "replace", "remove"):
        definitions["choice"]["properties"][section]["propertyNames"] = _ref("ids")
    return definitions


def _base_name(name: str) -> str:
    return name.rpartition("/")[2]


def _offered(value: str, description: str = "") -> Schema:
    """Return a snippet for a value: editors offer it, but accept others."""
    described = {"description": description} if description else {}
    return {"bodyText": value, **described}


def _for_editors(node: Any, name: str) -> Any:
    """Convert a node of the schema of this name for editors.

    References lead to `#/definitions/…`, ids and words that can replace them are offered, and the
    keys `x-freed6-…`, which only the compiler knows, are left out.
    """
    if isinstance(node, list):
        return [_for_editors(inner, name) for inner in node]
    if not isinstance(node, dict):
        return node
    schema: Schema = {
        key: _for_editors(inner, name)
        for key, inner in node.items()
        if not key.startswith("x-freed6-")
    }
    if isinstance(reference := node.get("$ref"), str):
        file, pointer = referred(name, reference)
        schema["$ref"] = f"#/definitions/{_base_name(file)}{pointer}"
    type_ = node.get("type")
    has_pattern = isinstance(node.get("pattern"), str)
    if isinstance(type_, list) and "integer" in type_ and not has_pattern:
        # Our YAML loader reads 1.5 as text, which the schema allows; editors read a number.
        schema["type"] = [*type_, "number"]
    if has_pattern and isinstance(node.get("description"), str):
        schema["patternErrorMessage"] = node["description"]
    if isinstance(kinds := node.get("x-freed6-ref"), list):
        words = [_offered(word) for word in node.get("x-freed6-words", ())]
        schema["allOf"] = [
            *([{"defaultSnippets": words}] if words else []),
            *(_ref(f"{kind}.ids") for kind in kinds or BY_NAME),
        ]
    return schema


def _add_effect_snippets(definitions: Definitions) -> None:
    """Offer a snippet for each verb of effects, and list the verbs if an effect has none."""
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
    message = f"An effect needs one of these verbs: {', '.join(verbs)}."
    effect["anyOf"] = [{**part, "errorMessage": message} for part in effect["anyOf"]]


def _body(definitions: Definitions, schema: Schema, stops: Iterator[int]) -> Any:
    """Return the body of a snippet for a value: its required settings, with tab stops to fill in.

    `tab_stops` counts them over the whole snippet: `{"name": "$2", "kind": "${3|one,two|}"}`.
    """
    schema = _deref(definitions, schema)
    values = schema.get("additionalProperties")
    if "enum" in schema:
        return f"${{{next(stops)}|{','.join(map(str, schema['enum']))}|}}"
    if required := schema.get("required"):
        properties = schema["properties"]
        return {key: _body(definitions, properties[key], stops) for key in required}
    if schema.get("type") == "object" and isinstance(values, dict):
        return {f"${{{next(stops)}:key}}": _body(definitions, values, stops)}
    if schema.get("type") == "array" and "items" in schema:
        return [_body(definitions, schema["items"], stops)]
    return f"${next(stops)}"


def _snippet(definitions: Definitions, kind: EntryKind, above: str = "") -> Schema:
    """Return a snippet for a new entry of a kind, with its required settings.

    `above` goes in front of its key: `skills.` for a skill that is added to an ability.
    """
    entry = definitions[kind.name]
    return {
        "label": f"new {kind.name}",
        "description": entry["title"],
        "body": {f"{above}${{1:key}}": _body(definitions, entry, count(2))},
    }


# Changes of entries of a kind, under `change`.


def _settings_of(definitions: Definitions, kind: EntryKind) -> dict[str, Schema]:
    """Return the schema of each setting of a kind, in all variants of the kind.

    Variants are in `allOf`, as `if` and `then`. A setting that differs between variants accepts
    any of its schemas.
    """
    entry = definitions[kind.name]
    settings = {key: _ref(kind.name, "properties", key) for key in entry["properties"]}
    for variant in entry.get("allOf", ()):
        reference = variant["then"]["$ref"]
        for key in _deref(definitions, variant["then"])["properties"]:
            new = {"$ref": f"{reference}/properties/{key}"}
            earlier = settings.setdefault(key, new)
            schemas = [_deref(definitions, s) for s in earlier.get("anyOf", [earlier])]
            if _deref(definitions, new) not in schemas:
                settings[key] = {"anyOf": [*earlier.get("anyOf", [earlier]), new]}
    return settings


def _types_of(definitions: Definitions, schema: Schema) -> set[str]:
    """Return the types that a value can have: `object` if the schema names none.

    An address can then lead into the value, which is what this is used for.
    """
    schema = _deref(definitions, schema)
    if "anyOf" in schema:
        return {
            type_ for part in schema["anyOf"] for type_ in _types_of(definitions, part)
        }
    types = schema.get("type", "object")
    return {types} if isinstance(types, str) else set(types)


def _changed_cells(above: KnownEntry, kind: EntryKind) -> Schema:
    """Return the schema of a change of a row: `set` offers the columns of the table above it."""
    cells = {key: {"description": name} for key, name in above.columns.items()}
    return {
        "type": "object",
        "allOf": [_ref(f"{kind.name}.changed-cells")],
        "properties": {"set": {"properties": cells}},
    }


def _changed_entry(definitions: Definitions, kind: EntryKind, *, cells: bool) -> Schema:
    """Return the schema of a change of an entry of a kind: its operations and their settings.

    If `cells` is true, the entry can be a row, with cells besides the settings of its kind, so
    unknown settings are accepted.
    """
    settings = _settings_of(definitions, kind)
    types = {key: _types_of(definitions, part) for key, part in settings.items()}
    lists = [key for key in settings if "array" in types[key]]
    maps = [key for key in settings if "object" in types[key]]
    inside = rf"^({'|'.join(maps)})\." if maps else "^$"
    operations = definitions[CHANGE]["properties"]
    changed: Schema = {}
    for operation, schema in operations.items():
        value = schema.get("additionalProperties", True)
        allowed: dict[str, Any] = dict.fromkeys(settings, value)
        patterns: Schema = {}
        match operation:
            case "why":
                changed[operation] = _ref(CHANGE, "properties", operation)
                continue
            case "unset":
                choices = [{"enum": list(settings)}, {"pattern": inside}]
                items = {"type": "string", "anyOf": choices}
                changed[operation] = schema if cells else {**schema, "items": items}
                continue
            case "set":
                allowed = settings
            case "add":
                allowed = {
                    key: _added_items(definitions, settings[key]) for key in lists
                }
                patterns = {
                    rf"^{child.key}\.{ONE_KEY}$": _ref(f"{child.name}.added")
                    for child in child_kinds(kind)
                }
            case "remove":
                allowed = dict.fromkeys([*lists, *maps], value)
            case "move":
                allowed = {}
        changed[operation] = {
            **schema,
            "properties": allowed,
            # Some editors use only the first pattern that matches, so the special ones come first.
            "patternProperties": {**patterns, inside: value},
            "additionalProperties": value if cells else False,
        }
    changed["add"]["defaultSnippets"] = [
        _snippet(definitions, child, f"{child.key}.") for child in child_kinds(kind)
    ]
    return {**definitions[CHANGE], "properties": changed}


def _added_items(definitions: Definitions, schema: Schema) -> Schema:
    """Return a schema for adding to a list, one item or several, with the list's description."""
    purpose = _deref(definitions, schema).get("description")
    types = ["array", "object", "string", "number", "boolean"]  # the first is offered
    return {"type": types, **({"description": purpose} if purpose else {})}


def _added_entry(definitions: Definitions, kind: EntryKind) -> Schema:
    """Return the schema of an entry that is added to another one.

    Besides its settings it can have `before` or `after`, as in `move`.
    """
    move = (CHANGE, "properties", "move", "additionalProperties")
    sides = _deref(definitions, _ref(*move))["properties"]
    places = {side: _ref(*move, "properties", side) for side in sides}

    def with_places(schema: Schema, reference: str) -> Schema:
        properties = {
            key: {"$ref": f"{reference}/properties/{key}"}
            for key in schema["properties"]
        }
        return {**schema, "properties": {**places, **properties}}

    entry = with_places(definitions[kind.name], _ref(kind.name)["$ref"])
    if "allOf" in entry:
        entry["allOf"] = [
            {
                **variant,
                "then": with_places(
                    _deref(definitions, variant["then"]), variant["then"]["$ref"]
                ),
            }
            for variant in entry["allOf"]
        ]
    return {
        key: part for key, part in entry.items() if key not in {"$defs", "definitions"}
    }


# Sections.


def _sections(
    definitions: Definitions, known: Known, former: Mapping[str, str]
) -> dict[str, Schema]:
    """Return the schema of each section of a file, by its name."""
    ids = "|".join(id_.replace(".", r"\.") for id_ in (*known, *former))
    definitions["addresses"] = {
        "pattern": rf"^({ids})(\.|$)",
        "patternErrorMessage": "Unknown id of an entry.",
        "doNotSuggest": True,
    }
    choices = (entry for entry in known.values() if entry.kind.name == "choice")
    choices_by_option = grouped((id_above(choice.id), choice) for choice in choices)

    def operation(section: str, suffix: str) -> Schema:
        def target(entry: KnownEntry) -> Schema:
            above = known.get(id_above(entry.id))
            if section == CHANGE and above is not None and above.columns:
                return _ref(f"{above.id}.{suffix}")
            return _ref(f"{entry.kind.name}.{suffix}" if suffix else section)

        current = {
            id_: {**target(entry), "description": entry.description}
            for id_, entry in known.items()
        }
        older = {
            id_: {
                "allOf": [target(known[now])],
                "deprecationMessage": f"It is called {now} now.",
            }
            for id_, now in former.items()
            if now in known
        }
        return {
            **_titled_map(definitions, section),
            "properties": {**current, **older},
            "propertyNames": _ref("addresses"),
            "additionalProperties": _ref(section),  # an address inside an entry
        }

    selected = {
        id_: {
            **definitions["select"],
            "description": known[id_].description if id_ in known else "",
            "enum": [choice.tail.rpartition(".")[2] for choice in choices],
            "enumDescriptions": [choice.name for choice in choices],
        }
        for id_, choices in choices_by_option.items()
    }
    when = definitions[WHEN]
    waiting = {
        id_: {
            **when["additionalProperties"],
            "description": as_text(schema["description"]),
            "allOf": [{"defaultSnippets": [_offered(key) for key in schema["enum"]]}],
        }
        for id_, schema in selected.items()
    }
    pack = {**when["additionalProperties"], "description": when["description"]}
    resolve = {"propertyNames": _ref("ids"), "additionalProperties": _ref("resolve")}
    select = {"properties": selected, "additionalProperties": False}
    return {
        **{key: _kind_section(definitions, kind) for key, kind in TOP.items()},
        CHANGE: operation(CHANGE, "changed"),
        "replace": operation("replace", "replaced"),
        "remove": operation("remove", ""),
        "resolve": {**_titled_map(definitions, "resolve"), **resolve},
        "select": {**_titled_map(definitions, "select"), **select},
        WHEN: {**when, "properties": {"pack": pack, **waiting}},
    }


def _titled_map(definitions: Definitions, name: str) -> Schema:
    return {"type": "object", "description": definitions[name]["title"]}


def _kind_section(definitions: Definitions, kind: EntryKind) -> Schema:
    """Return the schema of the section that defines entries of a kind."""
    if kind.single:
        return {**_ref(kind.name), "description": definitions[kind.name]["title"]}
    return {
        **_titled_map(definitions, kind.name),
        "propertyNames": {
            "pattern": f"^{KEY.pattern}$",
            "maxLength": LONGEST_KEY,
            "patternErrorMessage": definitions["common"]["$defs"]["key"]["description"],
            "doNotSuggest": True,
        },
        "additionalProperties": _ref(kind.name),
        "defaultSnippets": [_snippet(definitions, kind)],
    }
