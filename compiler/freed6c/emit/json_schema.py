"""The schema of `ruleset.json`, made from the classes of the model as `emit/json_.py` prints them.

`schemas/ruleset.schema.json` holds what is made here. What a field may hold comes from its type
hint, descriptions from the docstring of the class: an item "- `field`: words" describes a field,
all the rest the class. An inherited field refers to the class that declares it.
"""

from __future__ import annotations

import inspect
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

from freed6c.emit.json_ import SCHEMA
from freed6c.model.shape import alternatives, fields, words
from freed6c.packs.kinds import KINDS
from freed6c.runtime.amounts import DieCode, Formula, Range
from freed6c.runtime.effects import VERBS, Effect
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Collection


Schema: TypeAlias = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}


def ruleset_schema() -> Schema:
    """The schema of the whole file."""
    classes = Definitions()
    entry = {
        "type": "object",
        "required": ["entry", "id", "origin"],
        **classes.by_word("entry", {kind.name: kind.cls for kind in KINDS}),
    }
    entries = {"type": "object", "additionalProperties": entry}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": SCHEMA,
        "title": "A compiled ruleset: ruleset.json",
        "description": "Entries stand by id in the order of the ruleset. What is nested in an "
        "entry is listed there by id. Fields that are not set are left out.",
        **_object({**DOCUMENT, "entries": entries}, optional={"changes"}),
        "$defs": dict(sorted(classes.by_name.items())),
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


# What stands around the entries.


LICENSE: Final[Schema] = {
    **_object(
        {
            **dict.fromkeys(("id", "holder", "source", "changes"), TEXT),
            "title": _text("The work that the content is taken from."),
            "year": {"type": "integer"},
            "section15": TEXTS,
            "product-identity": TEXT,
            "evidence": {"enum": ["stated", "site-wide-assumed", "unknown"]},
        },
        optional={"title", "year", "section15", "product-identity", "evidence"},
    ),
    "type": ["object", "null"],
}
PACK: Final = _object(
    {"id": TEXT, "title": TEXT, "version": TEXT, "license": LICENSE}, optional=()
)
TERMS: Final = _object(
    {"name": TEXT, "url": TEXT, "text": TEXT}, optional={"url", "text"}
)
DOCUMENT: Final[Mapping[str, Schema]] = {
    "$schema": TEXT,
    "format": _described(
        {"type": "integer", "enum": [1]}, "The version of this format."
    ),
    "ruleset": _text(
        "The id under which it is published: that of a pack, or the name of a combination of packs."
    ),
    "title": TEXT,
    "version": TEXT,
    "packs": _described(
        {"type": "array", "items": PACK},
        "The packs that it is made of, the base first.",
    ),
    "notice": _described(
        TEXTS, "The attribution that has to go with the content, a paragraph a pack."
    ),
    "section15": _described(
        TEXTS, "The copyright notices of Open Game Content; empty where there is none."
    ),
    "licenses": _described(
        {"type": "object", "additionalProperties": TERMS},
        "The licenses of the packs by their ids; with all their words where those have to go with "
        "the content.",
    ),
    "changes": {"$ref": "diff.schema.json#/definitions/changes"},
}


# Values, and the classes of the model.


BASIC: Final[Mapping[str, Schema]] = {
    "reference": _text("The id of an entry.", pattern="^[a-z][a-z0-9.-]*$"),
    "formula": _text("A formula as the pack writes it."),
    "fraction": _text("An exact number: 7/2.", pattern="^-?[0-9]+(/[0-9]+)?$"),
    "die-code": _text("A die code: 3D+2.", pattern=r"^[0-9]+D(\+[0-9]+)?$"),
}
REFERENCE: Final[Schema] = {"$ref": "#/$defs/reference"}
PLAIN: Final[Mapping[object, Schema]] = {
    str: TEXT,
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Fraction: {"$ref": "#/$defs/fraction"},
    DieCode: {"$ref": "#/$defs/die-code"},
}
BESIDE: Final[Mapping[str, Schema]] = {
    "entry": _text("The kind of the entry."),
    "origin": _text("The pack that brought the entry."),
}
"""What is printed of every entry beside the fields of its class."""
LINKED: Final[Mapping[str, str]] = {
    "parent": "The id of the entry that this one stands in.",
    "place": "Its place, counted from 1.",
    "cells": "Its cells, by the keys of the columns.",
}
"""Descriptions of fields that follow from the place of an entry, in whichever class."""


VARIANTS: Final[Mapping[type[Record], tuple[str, Mapping[str, type[Entry]]]]] = {
    kind.cls: kind.variants for kind in KINDS if kind.variants[0]
}


class Definitions:
    """Definitions by name: the basic ones, and every class that was referred to."""

    def __init__(self) -> None:
        self.by_name: dict[str, Schema] = dict(BASIC)

    def refer(self, cls: type[Record]) -> Schema:
        """A reference to the definition of a class, which is added."""
        name = cls.__name__
        if name not in self.by_name:
            # Each is noted before it is filled: classes refer to each other in cycles, and what
            # an effect or a step inherits is read from a definition that refers to it.
            definition: Schema = {"type": "object"}
            self.by_name[name] = definition
            definition["description"], of_fields = _docstring(cls)
            inherited = self._inherited(cls)
            own = {
                field.key: _described(
                    self._value(field.hint),
                    of_fields.get(field.key) or LINKED.get(field.key, ""),
                )
                for field in fields(cls)
                if field.name in cls.__annotations__ and field.key not in inherited
            }
            is_entry = issubclass(cls, Entry)
            properties = inherited | own if is_entry else own | inherited
            definition["properties"] = properties
            if cls is Effect:
                definition["anyOf"] = [self.refer(verb) for verb in VERBS]
            elif cls in VARIANTS:
                variants = self.by_word(*VARIANTS[cls])
                properties |= variants["properties"]
                definition["allOf"] = variants["allOf"]
            elif cls is not Entry:
                optional = {field.key for field in fields(cls) if not field.required}
                optional |= {"entry"} if is_entry else set()
                definition |= _object(properties, optional)
        return {"$ref": f"#/$defs/{name}"}

    def by_word(self, key: str, classes: Mapping[str, type[Record]]) -> Schema:
        """What an object has to be by the word that it has under a key."""
        return {
            "properties": {key: {"enum": list(classes)}},
            "allOf": [
                {"if": {"properties": {key: {"const": word}}}, "then": self.refer(cls)}
                for word, cls in classes.items()
            ],
        }

    def _inherited(self, cls: type[Record]) -> dict[str, Schema]:
        """References to the properties of the class that it extends."""
        base = cls.__bases__[0]
        if cls is Entry:
            return dict(BESIDE)
        if base is Record:
            return {}
        self.refer(base)
        place = f"#/$defs/{base.__name__}/properties"
        return {
            key: schema if "$ref" in schema else {"$ref": f"{place}/{key}"}
            for key, schema in self.by_name[base.__name__]["properties"].items()
        }

    def _value(self, hint: Any, *, blank: bool = False) -> Schema:
        """What JSON has where the model has a value of this type; null where it may be `blank`."""
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        choices: list[Schema] = [{"enum": [*words(hint)]}] if words(hint) else []
        for member in alternatives(hint):
            if get_origin(member) is not Literal:
                schema = self._member(member)
                choices += [] if schema in choices else [schema]
        if blank and NoneType in get_args(hint):
            choices.append({"type": "null"})
        return choices[0] if len(choices) == 1 else {"anyOf": choices}

    def _member(self, hint: Any) -> Schema:
        """The same of a type that is no union."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is tuple and arguments[-1] is Ellipsis:
            return {"type": "array", "items": self._value(arguments[0])}
        if origin is tuple:
            return {"type": "array", "items": [self._value(part) for part in arguments]}
        if origin is Mapping:
            values = self._value(arguments[1], blank=True)
            return {"type": "object", "additionalProperties": values}
        if origin is Range:
            end = self._value(arguments[0])
            name = "range" if arguments[0] is int else "range-of-quantities"
            self.by_name[name] = {
                "type": "object",
                "description": "From low to high, both included; open where one is missing.",
                "properties": {"low": end, "high": end},
                "additionalProperties": False,
            }
            return {"$ref": f"#/$defs/{name}"}
        if origin is Formula:
            return {"$ref": "#/$defs/formula"}
        if origin is Ref or issubclass(hint, Entry):
            return REFERENCE
        return PLAIN.get(hint) or self.refer(hint)


ITEM: Final = re.compile(r"- ((?:`[\w-]+`(?:, )?)+): (.+)")
"""What a docstring says of fields, in a list."""


def _docstring(cls: type[Record]) -> tuple[str, dict[str, str]]:
    """What the docstring of a class says of it, and of its fields; those by their keys in JSON."""
    keys = {field.name: field.key for field in fields(cls)}
    text = re.sub(
        r"`(\w+)`",
        lambda match: f"`{keys.get(match[1], match[1])}`",
        inspect.cleandoc(cls.__doc__ or ""),
    )
    about: list[str] = []
    of_fields: dict[str, str] = {}
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
