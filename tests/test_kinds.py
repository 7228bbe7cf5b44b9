"""Schemas and the typed model say the same of every kind: neither can drift from the other."""

from __future__ import annotations

import json
import typing
from typing import Any, cast

import pytest

from freed6c.document.describe.dice import TOLD
from freed6c.document.phrases import PHRASES
from freed6c.model.type_hints import (
    CLASSES,
    KIND_OF,
    MODULES,
    Field,
    item,
    mapped,
    referred,
    words,
    written,
)
from freed6c.packs import resources
from freed6c.packs.kinds import BY_NAME, KINDS, child_kinds
from freed6c.runtime import notation
from freed6c.runtime.effects import VERBS
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.entries.dice import PRIMITIVES
from freed6c.runtime.entries.tables import Column
from freed6c.runtime.record import Entry, Record

OVERLAY: dict[type[Record], set[str]] = {
    CLASSES["choice"]: {"change", "replace", "remove"}
}
"""Settings that are done, and then are not part of the ruleset any more."""


def schema(name: str) -> dict[str, Any]:
    path = resources.schemas() / f"{name}.schema.json"
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return cast("dict[str, Any]", with_shared(loaded, loaded.get("definitions", {})))


def with_shared(node: Any, shared: dict[str, Any]) -> Any:
    """A schema with the settings that it shares with others, or several times has itself."""
    if isinstance(node, list):
        return [with_shared(item, shared) for item in node]
    if not isinstance(node, dict):
        return node
    file, _, name = node.get("$ref", "").rpartition("/")
    if file == "#/definitions":
        return shared[name]
    if file.endswith("common.schema.json#/$defs/settings"):
        return schema("common")["$defs"]["settings"][name]
    return {key: with_shared(value, shared) for key, value in node.items()}


def described() -> list[tuple[str, type[Record], dict[str, Any]]]:
    """Every class of the model with the schema that speaks of it."""
    steps = schema("entries/step")["$defs"]
    effects = schema("effect")["$defs"]
    return [
        *(
            (f"entries/{kind}", cls, schema(f"entries/{kind}"))
            for kind, cls in CLASSES.items()
            if kind != "step"
        ),
        *(
            (f"step {do}", cls, steps[do])
            for do, cls in BY_NAME["step"].variants[1].items()
        ),
        *((f"effect {verb}", cls, effects[verb]) for verb, cls in verbs().items()),
        ("check", Check, schema("check")),
        ("column", Column, schema("column")),
    ]


def verbs() -> dict[str, type[Record]]:
    return {next(iter(cls.__annotations__)).replace("_", "-"): cls for cls in VERBS}


CASES = [pytest.param(cls, found, id=name) for name, cls, found in described()]


def fields_of(cls: type[Record]) -> dict[str, Field]:
    return {field.key: field for field in written(cls)}


def test_every_kind_has_a_class_and_a_schema() -> None:
    assert set(CLASSES) == set(BY_NAME)
    files = {
        path.name.removesuffix(".schema.json")
        for path in (resources.schemas() / "entries").iterdir()
    }
    assert files == set(BY_NAME)


def test_every_verb_has_a_class_and_a_schema() -> None:
    assert list(verbs()) == schema("effect")["x-freed6-verbs"]


@pytest.mark.parametrize(("cls", "found"), CASES)
def test_settings_are_fields(cls: type[Record], found: dict[str, Any]) -> None:
    done = OVERLAY.get(cls, set())
    settings = set(found["properties"]) - done
    assert settings == set(fields_of(cls))


@pytest.mark.parametrize(("cls", "found"), CASES)
def test_what_is_required_has_no_default(
    cls: type[Record], found: dict[str, Any]
) -> None:
    required = {key for key, field in fields_of(cls).items() if field.required}
    assert set(found.get("required", ())) == required


@pytest.mark.parametrize(("cls", "found"), CASES)
def test_references_name_the_same_kinds(
    cls: type[Record], found: dict[str, Any]
) -> None:
    for key, field in fields_of(cls).items():
        wanted = {
            "" if kind is Entry else KIND_OF[kind] for kind in referred(inner(field))
        }
        said = found["properties"][key].get("x-freed6-ref")
        assert (wanted - {""} if wanted else None) == (
            None if said is None else set(said)
        ), key


@pytest.mark.parametrize(("cls", "found"), CASES)
def test_words_are_the_same(cls: type[Record], found: dict[str, Any]) -> None:
    for key, field in fields_of(cls).items():
        setting = found["properties"][key]
        items = setting.get("items", {})
        said = (
            setting.get("x-freed6-words")
            or setting.get("enum")
            or items.get("enum")
            or ()
        )
        assert sorted(said) == sorted(words(inner(field))), key


def inner(field: Field) -> object:
    """The hint of one value: of a list's items, of a map's values."""
    return item(field.hint) or field.hint


@pytest.mark.parametrize("kind", [kind for kind in KINDS if child_kinds(kind)], ids=str)
def test_nested_entries_stand_where_the_table_of_kinds_says(kind: Any) -> None:
    properties = schema(f"entries/{kind.name}")["properties"]
    for child in child_kinds(kind):
        assert properties[child.key]["additionalProperties"] == {
            "$ref": f"{child.name}.schema.json"
        }
        field = fields_of(CLASSES[kind.name])[child.key]
        assert item(field.hint) is CLASSES[child.name]
        assert mapped(field.hint) is None


def test_names_of_the_runtime_mean_one_thing() -> None:
    """Type hints are read with the names of all modules at once."""
    meant: dict[str, str] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            home = getattr(value, "__module__", "")
            if isinstance(value, type) and home.startswith("freed6c.runtime"):
                assert meant.setdefault(name, home) == home, name
            if isinstance(value, type) and home == module.__name__:
                assert name not in ALIASES, name


ALIASES = {
    name
    for module in MODULES
    for name, value in vars(module).items()
    if typing.get_origin(value) in {typing.Annotated, typing.Union, typing.Literal}
}


def test_documents_tell_of_every_step() -> None:
    by_phrases = {
        cls for do, cls in PRIMITIVES.items() if any(_tells(do, key) for key in PHRASES)
    }
    assert by_phrases | set(TOLD) == set(PRIMITIVES.values())


def _tells(do: str, key: str) -> bool:
    return key == f"step.{do}" or key.startswith(f"step.{do}.")


def test_faces_and_dice_are_written_as_they_are_read() -> None:
    shared = schema("common")["$defs"]
    assert shared["faces"]["pattern"] == f"^{notation.FACES}$"
    assert shared["face"]["pattern"] == f"^{notation.SIDES}$"
    assert schema("entries/dice")["properties"]["die"]["pattern"] == (
        f"^{notation.DIE}$"
    )
    step = schema("entries/step")
    said = [found["pattern"] for found in _patterns(step, "shows", "faces")]
    assert said
    assert set(said) == {shared["faces"]["pattern"]}


def _patterns(node: Any, *names: str) -> list[dict[str, Any]]:
    """Every setting of these names in a schema that is written as a text."""
    found = []
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if key in names and "pattern" in value:
            found.append(value)
        if isinstance(value, dict | list):
            found += _patterns(value, *names)
    return found
