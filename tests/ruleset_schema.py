"""The schema of `ruleset.json`, made from the classes of the model as `emit/json_.py` prints them.

`test_json.py` holds the committed `schemas/ruleset.schema.json` to it, and writes that with
`--update-goldens`. What a field may hold comes from its type hint, descriptions from the docstring
of the class: an item "- `field`: words" describes a field, all the rest the class.

Generators of types read it, so it is one file, each definition has a name and all of its fields,
and what is one of several things (an entry, an effect) is a `oneOf` of definitions.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    get_args,
    get_origin,
)

from freed6c.emit.json_ import FORMAT
from freed6c.emit.json_formulas import FUNCTIONS, FormulaTree, Function
from freed6c.emit.json_types import id_name
from freed6c.formula.types import TYPE_WORDS
from freed6c.model.type_hints import alternatives, fields, words
from freed6c.packs.kinds import KINDS, EntryKind
from freed6c.packs.resources import schemas
from freed6c.runtime.amounts import DieCode, Formula, Range
from freed6c.runtime.effects import VERBS, Effect
from freed6c.runtime.entries.actions import Against, Need
from freed6c.runtime.record import ChoiceWord, Entry, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


Schema: TypeAlias = dict[str, Any]

SCHEMA: Final = "https://freed6c.invalid/schemas/ruleset.schema.json"
TEXT: Final[Schema] = {"type": "string"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}


def ruleset_schema() -> Schema:
    """The schema of the whole file."""
    definitions = Definitions()
    definitions.refer(Entry)
    definitions.refer(FormulaTree)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": SCHEMA,
        "title": "Ruleset",
        "description": "A compiled ruleset: ruleset.json. Entries are by id, in the order of the "
        "ruleset. Entries that contain others list their ids. Fields that are not set are omitted.",
        **_object(DOCUMENT, optional={"$schema", "changes"}),
        "definitions": dict(sorted(definitions.by_name.items())),
    }


def _object(properties: Mapping[str, Schema], optional: Collection[str]) -> Schema:
    """An object with these properties and no others; all but the optional ones are there."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _described(schema: Schema, description: str) -> Schema:
    """A schema with a description. Beside a reference nothing counts, so it is wrapped."""
    if not description:
        return schema
    return ({"allOf": [schema]} if "$ref" in schema else schema) | {
        "description": description
    }


def _text(description: str, **more: str) -> Schema:
    return {**TEXT, **more, "description": description}


def id_pattern(kind: EntryKind) -> str:
    """The pattern of ids of a kind."""
    return f"^{kind.name}$" if kind.single else rf"^{kind.name}\.[a-z0-9.-]+$"


# What stands around the entries.


def _refer(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


AROUND: Final[Mapping[str, Schema]] = {
    "License": _object(
        {
            **dict.fromkeys(("id", "holder", "source", "changes"), TEXT),
            "title": _text("The work that the content is taken from."),
            "year": {"type": "integer"},
            "section15": TEXTS,
            "product-identity": TEXT,
            "adapted-by": TEXT,
            "evidence": {"enum": ["stated", "site-wide-assumed", "unknown"]},
        },
        optional={
            "title",
            "year",
            "section15",
            "product-identity",
            "adapted-by",
            "evidence",
        },
    ),
    "Pack": _object(
        {
            "id": TEXT,
            "title": TEXT,
            "version": TEXT,
            "license": {"anyOf": [_refer("License"), {"type": "null"}]},
        },
        optional=(),
    ),
    "Terms": _object(
        {"name": TEXT, "url": TEXT, "text": TEXT}, optional={"url", "text"}
    ),
}
DOCUMENT: Final[Mapping[str, Schema]] = {
    "$schema": _text("The address of the schema."),
    "format": _described(
        {"type": "integer", "const": FORMAT}, "The version of this format."
    ),
    "ruleset": _text(
        "The id of the published ruleset: that of a pack, or the name of a combination of packs."
    ),
    "title": TEXT,
    "version": TEXT,
    "packs": _described(
        {"type": "array", "items": _refer("Pack")},
        "The packs that make up the ruleset, the base first.",
    ),
    "notice": _described(
        TEXTS, "The attribution that the content requires: one paragraph for each pack."
    ),
    "section15": _described(
        TEXTS, "The copyright notices of Open Game Content; empty if there is none."
    ),
    "licenses": _described(
        {"type": "object", "additionalProperties": _refer("Terms")},
        "The licenses of the packs, by id. They include the full text if the content requires it.",
    ),
    "renamed": _described(
        {"type": "object", "additionalProperties": _refer("EntryId")},
        "Former ids, with the present id of each: for renamed entries, and for removed ones that "
        "have a replacement.",
    ),
    "changes": _described(
        _refer("Changes"),
        "The differences from the game that the packs are layered on.",
    ),
    "entries": {
        "type": "object",
        # Who validates goes by the ids, which is fast; who makes types looks at the values.
        "propertyNames": _refer("EntryId"),
        "patternProperties": {
            id_pattern(kind): _refer(kind.cls.__name__) for kind in KINDS
        },
        "additionalProperties": _refer("Entry"),
    },
}

COMPARISON: Final = {
    "changes": "Changes",
    "pack": "ComparedPack",
    "entry": "EntryChange",
    "field": "FieldChange",
    "cause": "Cause",
    "chance": "ChanceChange",
    "number": "ExactNumber",
    "example": "ExampleChange",
    "word": "WordChange",
}
"""What definitions of `diff.schema.json` are called here, where `Entry` is something else."""


def _comparison() -> dict[str, Schema]:
    """The definitions of that schema: generators read one file only."""
    text = (schemas() / "diff.schema.json").read_text(encoding="utf-8")
    renamed = re.sub(
        r'(?<="#/definitions/)[a-z]+', lambda match: COMPARISON[match[0]], text
    )
    definitions: dict[str, Schema] = json.loads(renamed)["definitions"]
    # There it also says what stands around the changes that the command prints.
    definitions["changes"]["additionalProperties"] = False
    return {COMPARISON[name]: schema for name, schema in definitions.items()}


# Values, and the classes of the model.


BASIC: Final[Mapping[str, Schema]] = {
    "EntryId": _text("The id of an entry.", pattern="|".join(map(id_pattern, KINDS))),
    "Formula": _described(
        _object(
            {"text": _text("The notation in the pack."), "tree": _refer("FormulaTree")},
            (),
        ),
        "A formula. A formula that is only a whole number is written as that number instead.",
    ),
    "Need": _described(
        _object(
            {
                "text": _text("The formula, in the notation of the pack."),
                "tree": _refer("FormulaTree"),
                "sentence": _text(
                    "The requirement as a sentence, without a full stop."
                ),
            },
            (),
        ),
        "A requirement.",
    ),
    "Fraction": _text("An exact number: 7/2.", pattern="^-?[0-9]+(/[0-9]+)?$"),
    "KindWord": {
        **TEXT,
        "enum": [kind.name for kind in KINDS],
        "description": "A kind of entry.",
    },
    "TypeWord": {
        "description": "The type of a value; any other word is a dimension of the ruleset's units.",
        "anyOf": [{**TEXT, "enum": [*TYPE_WORDS]}, _refer("KindWord"), TEXT],
    },
    "ChoiceWord": {
        "description": "A table, to choose one of its rows, or a kind of entry to choose from.",
        "anyOf": [_refer("TableId"), _refer("KindWord")],
    },
    "DieCode": _text("A die code: 3D+2.", pattern=r"^[0-9]+D(\+[0-9]+)?$"),
    "BuiltinFunction": {
        **TEXT,
        "enum": list(FUNCTIONS),
        "description": "A built-in function.\n\n"
        + "\n".join(f"- `{of.signature}`: {of.doc}" for of in FUNCTIONS.values()),
    },
}
INTEGER: Final[Schema] = {"type": "integer"}
PLAIN: Final[Mapping[object, Schema]] = {
    str: TEXT,
    int: INTEGER,
    bool: {"type": "boolean"},
    Fraction: _refer("Fraction"),
    DieCode: _refer("DieCode"),
    TypeWord: _refer("TypeWord"),
    ChoiceWord: _refer("ChoiceWord"),
    Function: _refer("BuiltinFunction"),
}
LINKED: Final[Mapping[str, str]] = {
    "parent": "The entry that contains this one.",
    "place": "The place of the entry, counted from 1.",
    "cells": "The cells, by the keys of the columns.",
}
"""Descriptions of fields that follow from the place of an entry, in whichever class."""


UNIONS: Final[Mapping[type[Record], tuple[type[Record], ...]]] = {
    Entry: tuple(kind.cls for kind in KINDS),
    Effect: VERBS,
    FormulaTree: tuple(FormulaTree.__subclasses__()),
    **{
        kind.cls: tuple(kind.variants[1].values()) for kind in KINDS if kind.variants[0]
    },
}
"""Classes of which a value is always one of several that extend them."""

WORDS: Final[Mapping[type[Record], Mapping[str, str]]] = {
    cls: {"entry": kind.name, **({} if cls is kind.cls else {kind.variants[0]: word})}
    for kind in KINDS
    for word, cls in (("", kind.cls), *kind.variants[1].items())
}
"""By which words, under which keys, entries of a class are told from all others."""


class Definitions:
    """Definitions by name: the basic ones, and every class that was referred to."""

    def __init__(self) -> None:
        self.by_name: dict[str, Schema] = {
            name: {"title": name, **schema}
            for name, schema in {**AROUND, **BASIC, **_comparison()}.items()
        }

    def refer(self, cls: type[Record]) -> Schema:
        """A reference to the definition of a class, which is added."""
        name = cls.__name__
        if name not in self.by_name:
            # It is noted before it is filled, as classes refer to each other in cycles.
            definition: Schema = {"title": name}
            self.by_name[name] = definition
            about, of_fields = _docstring(cls)
            if about:
                definition["description"] = about
            if cls in UNIONS:
                definition["oneOf"] = [self.refer(member) for member in UNIONS[cls]]
            else:
                definition |= self._record(cls, of_fields)
        return _refer(name)

    def _record(self, cls: type[Record], of_fields: Mapping[str, str]) -> Schema:
        """An object with the fields of a class, its own and those that it inherits."""
        properties: dict[str, Schema] = {}
        if issubclass(cls, Entry):
            properties["entry"] = {}
            properties["id"] = _described(self._id(cls), of_fields["id"])
            properties["origin"] = _text("The pack that added the entry.")
        for field in fields(cls):
            about = of_fields.get(field.key) or LINKED.get(field.key, "")
            schema = _described(self._value(field.hint), about)
            properties.setdefault(field.key, schema)
        for key, word in WORDS.get(cls, {}).items():
            properties[key] = {**TEXT, "const": word}
        optional = {field.key for field in fields(cls) if not field.required}
        if issubclass(cls, Effect | Against):
            # The sentence of the pack, or the one made from the fields, is told in its place.
            properties.pop("sentence")
            properties["sentence"] = _text("The sentence for readers.")
            optional.add("sentence")
        return _object(properties, optional)

    def _id(self, cls: type[Entry]) -> Schema:
        """The id of an entry of a class, whose kinds it begins with."""
        kinds = [
            kind
            for kind in KINDS
            if issubclass(kind.cls, cls) or issubclass(cls, kind.cls)
        ]
        if len(kinds) == len(KINDS):
            return _refer("EntryId")
        for kind in kinds:
            self.by_name[id_name(kind)] = {
                "title": id_name(kind),
                **_text(
                    f"The id of an entry of the kind `{kind.name}`.",
                    pattern=id_pattern(kind),
                ),
            }
        return _any_of([_refer(id_name(kind)) for kind in kinds])

    def _value(self, hint: Any, *, blank: bool = False) -> Schema:
        """What JSON has where the model has a value of this type; null where it may be `blank`."""
        if get_origin(hint) is Annotated and hint not in PLAIN:
            hint = get_args(hint)[0]
        if hint in PLAIN:
            return PLAIN[hint]
        fixed = words(hint)
        choices: list[Schema] = [{**TEXT, "enum": [*fixed]}] if fixed else []
        choices += [
            self._member(member)
            for member in alternatives(hint)
            if get_origin(member) is not Literal
        ]
        if blank and NoneType in get_args(hint):
            choices.append({"type": "null"})
        return _any_of(choices)

    def _member(self, hint: Any) -> Schema:
        """The same of a type that is no union."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is tuple and arguments[-1] is Ellipsis:
            return {"type": "array", "items": self._value(arguments[0])}
        if origin is tuple:
            parts = [self._value(part) for part in arguments]
            size = len(parts)
            return {"type": "array", "items": parts, "minItems": size, "maxItems": size}
        if origin is Mapping:
            values = self._value(arguments[1], blank=True)
            return {"type": "object", "additionalProperties": values}
        if origin is Range:
            end = self._value(arguments[0])
            name = "Range" if arguments[0] is int else "RangeOfQuantities"
            self.by_name[name] = {
                "title": name,
                "type": "object",
                "description": "From low to high, both included; open if one is missing.",
                "properties": {"low": end, "high": end},
                "additionalProperties": False,
            }
            return _refer(name)
        if origin is Formula:
            whole = arguments[0] in {int, Fraction, object}
            return _any_of([*([INTEGER] if whole else []), _refer("Formula")])
        if origin is Ref:
            return self._id(arguments[0])
        if hint in PLAIN:
            return PLAIN[hint]
        if hint is Need:
            return _refer("Need")
        return self._id(hint) if issubclass(hint, Entry) else self.refer(hint)


def _any_of(choices: Sequence[Schema]) -> Schema:
    """A value that is one of these; what is itself such a choice is taken apart."""
    flat: list[Schema] = []
    for choice in choices:
        for schema in choice.get("anyOf", [choice]):
            flat += [] if schema in flat else [schema]
    return flat[0] if len(flat) == 1 else {"anyOf": flat}


ITEM: Final = re.compile(r"- ((?:`[\w-]+`(?:, )?)+): (.+)")
"""What a docstring says of fields, in a list."""


def _docstring(cls: type[Record]) -> tuple[str, dict[str, str]]:
    """What the docstring of a class says of it, and it and those that it extends of its fields.

    Fields go by their keys in JSON.
    """
    if cls is Record:
        return "", {}
    keys = {field.name: field.key for field in fields(cls)}
    text = re.sub(
        r"`(\w+)`",
        lambda match: f"`{keys.get(match[1], match[1])}`",
        inspect.cleandoc(cls.__doc__ or ""),
    )
    about: list[str] = []
    of_fields = dict(_docstring(cls.__bases__[0])[1])
    for block in text.split("\n\n"):
        lines = [" ".join(line.split()) for line in re.split(r"\n(?=- )", block)]
        described = {
            key: f"{match[2][0].upper()}{match[2][1:]}"
            for line in lines
            if (match := ITEM.fullmatch(line))
            for key in re.findall(r"`([\w-]+)`", match[1])
        }
        # A list may also be of the words that a field allows.
        if described and described.keys() <= set(keys.values()):
            of_fields |= described
        else:
            about += lines
    return " ".join(about), of_fields
