"""JSON Schemas of packs: loading them, testing data quickly, and listing violations.

Nearly all data is valid, so `tester` compiles a schema to Python functions that return True or
False. Only invalid data is handed to the library jsonschema, which says what is wrong.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache, partial, reduce
from operator import getitem
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from freed6c.packs.data import as_list, as_map
from freed6c.packs.grouping import grouped
from freed6c.packs.lazy import dataclass, replace
from freed6c.packs.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

    from freed6c.packs.data import Data, KeyPath


Schema: TypeAlias = "Mapping[str, Any]"


# Every `$ref` is replaced by its target once, since resolving it again for every value would take
# most of the time of a validation. All schemas are in one folder; nothing is ever fetched.


SUFFIX: Final = ".schema.json"
OUTPUTS: Final = frozenset(
    {
        *("diagnostics", "diff", "examples", "explanation", "odds", "roll", "ruleset"),
        "unnoticed",
    }
)
"""Schemas of the output of freed6c, not of packs."""


@cache
def schema(name: str) -> Schema:
    """Return a schema by its name (`pack`, `entries/band`), with its references resolved."""
    return _library()[name]


def written_schemas() -> dict[str, dict[str, Any]]:
    """Return new copies of the schemas as written, by name."""
    folder = schemas()
    written: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        name = path.relative_to(folder).as_posix().removesuffix(SUFFIX)
        if name not in OUTPUTS:
            written[name] = json.loads(path.read_text(encoding="utf-8"))
    return written


@cache
def _library() -> dict[str, dict[str, Any]]:
    library = written_schemas()
    for name, content in library.items():
        # At a nested $schema, jsonschema would change its validator.
        del content["$schema"]
        for holder, key in list(_map_slots(content)):
            reference = holder[key].get("$ref")
            if reference is not None:
                file, pointer = referred(name, reference)
                holder[key] = at_pointer(library[file], pointer)
    return library


def _map_slots(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each (container, key) whose value is a map, before references make cycles."""
    for key in node if isinstance(node, dict) else range(len(node)):
        if isinstance(node[key], dict):
            yield node, key
        if isinstance(node[key], dict | list):
            yield from _map_slots(node[key])


def at_pointer(content: Any, pointer: str) -> Any:
    """Return the part of a schema that a pointer leads to: `/$defs/key`."""
    return reduce(getitem, filter(None, pointer.split("/")), content)


def referred(name: str, reference: str) -> tuple[str, str]:
    """Return the name of the schema and the pointer that a reference in a schema leads to."""
    file, _, pointer = reference.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
    return path.removesuffix(SUFFIX) if file else name, pointer


# Quick tests. For each schema and each Python type of values, a list of functions is composed once
# and kept. Importing jsonschema takes 50 ms, which valid packs save.


Test: TypeAlias = "Callable[[Any], bool]"
"""A test of a value, which returns True if it passes."""
Keyword: TypeAlias = "Callable[[Any, Schema], Test | None]"
"""Makes the test of a keyword from its value and the schema; None if every value passes."""

_TYPES: Final = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def _equals_any(allowed: Sequence[Any]) -> Test:
    """Return a test for a few values. They are grouped by type, because Python's `True == 1`."""
    words = grouped((type(word), word) for word in allowed)
    return lambda value: value in words.get(type(value), ())


def _all_fit(schema: Any) -> Test:
    """Return a test of all items of a list, or all keys of a map."""
    test = tester(schema)
    return lambda value: all(map(test, value))


def _values_fit(properties: Mapping[str, Any], others: Any) -> Test:
    """Return a test of all values of a map, by the schemas of its keys, or that of `others`."""
    tests = {key: tester(part) for key, part in properties.items()}
    other = tester(others)
    return lambda value: all(tests.get(key, other)(part) for key, part in value.items())


def _matching(parts: Sequence[Any], combine: Callable[[Iterable[bool]], bool]) -> Test:
    """Return a test that a value fits all, or any, of several schemas."""
    tests = [tester(part) for part in parts]
    return lambda value: combine(test(value) for test in tests)


def _if(condition: Any, schema: Schema) -> Test:
    """Return the test of `if` and `then`. Schemas of packs have no `else`."""
    test, then = tester(condition), tester(schema.get("then", True))
    return lambda value: then(value) or not test(value)


def _pattern(pattern: str) -> Test:
    r"""Return the test of a pattern. Its `$` is only the end of a text: Python's `\Z`."""
    search = re.compile(pattern.replace("$", r"\Z")).search
    return lambda value: search(value) is not None


def _different(value: Sequence[Data]) -> bool:
    """Return True if no item is repeated. Items can be lists and maps, which no set can hold."""
    return all(part not in value[:place] for place, part in enumerate(value))


_ANY: Final[Mapping[str, Keyword]] = {
    "type": lambda _types, _: None,  # `_tests` reads it
    "enum": lambda allowed, _: _equals_any(allowed),
    "allOf": lambda parts, _: _matching(parts, all),
    "anyOf": lambda parts, _: _matching(parts, any),
    "if": _if,
}
KEYWORDS: Final[Mapping[type, Mapping[str, Keyword]]] = {
    bool: _ANY,
    int: {
        **_ANY,
        "minimum": lambda least, _: lambda value: value >= least,
        "maximum": lambda most, _: lambda value: value <= most,
    },
    str: {
        **_ANY,
        "minLength": lambda least, _: lambda value: len(value) >= least,
        "maxLength": lambda most, _: lambda value: len(value) <= most,
        "pattern": lambda pattern, _: _pattern(pattern),
    },
    list: {
        **_ANY,
        "items": lambda item, _: _all_fit(item),
        "minItems": lambda least, _: lambda value: len(value) >= least,
        "maxItems": lambda most, _: lambda value: len(value) <= most,
        "uniqueItems": lambda unique, _: _different if unique else None,
    },
    dict: {
        **_ANY,
        "required": lambda keys, _: frozenset(keys).issubset,
        "minProperties": lambda least, _: lambda value: len(value) >= least,
        "propertyNames": lambda name, _: _all_fit(name),
        "properties": lambda properties, schema: _values_fit(
            properties, schema.get("additionalProperties", True)
        ),
        "additionalProperties": lambda others, schema: (
            None if "properties" in schema else _values_fit({}, others)
        ),
    },
}
"""The keywords of JSON Schema that schemas of packs use, by the type of the values tested."""

_TESTERS: Final[dict[int, Test]] = {}
"""Cached tests by the `id()` of the schema. `_library` keeps schemas alive, so ids stay unique."""


def tester(schema: Any) -> Test:
    """Return the test of a schema, which is a map, or a boolean for anything or nothing."""
    if isinstance(schema, bool):
        return lambda _: schema
    if id(schema) not in _TESTERS:
        # Schemas contain themselves, so a test is composed at its first use.
        by_type: dict[type, tuple[Test, ...]] = {}

        def passes(value: Any) -> bool:
            tests = by_type.get(type(value))
            if tests is None:
                tests = by_type[type(value)] = tuple(_tests(schema, type(value)))
            for test in tests:  # noqa: SIM110 - a generator takes twice as long
                if not test(value):
                    return False
            return True

        _TESTERS[id(schema)] = passes
    return _TESTERS[id(schema)]


def _tests(schema: Schema, kind: type) -> Iterator[Test]:
    """Yield the tests of a schema for values of a type."""
    names = map(str, as_list(schema.get("type", list(_TYPES))))
    if kind not in map(_TYPES.get, names):
        yield lambda _: False
        return
    keywords = KEYWORDS[kind]
    for keyword, argument in schema.items():
        test = keywords[keyword](argument, schema) if keyword in keywords else None
        if test is not None:
            yield test


@dataclass(frozen=True, kw_only=True)
class Violation:
    """A violation of a schema at a path inside the checked data.

    `schema` is the part of the schema that failed, `rule` its keyword (`required`, `type`), or
    `verbs` for an effect with two verbs. `key` is the unknown or missing setting, if there is one.
    `part` shows if the key or the value at the path is wrong.
    """

    rule: str
    path: KeyPath
    value: Data
    schema: Schema
    key: str = ""
    part: Literal["key", "value"] = "value"

    @property
    def holder(self) -> KeyPath:
        """The path of the map that has the violation."""
        return self.path if self.rule == "required" else self.path[:-1]


def violations(name: str, data: Data) -> list[Violation]:
    """Return the violations of the schema of a name, in a stable order.

    Violations that only follow from others are omitted: see `_without_consequences`.
    """
    if tester(schema(name))(data):
        return []
    unique: dict[tuple[str, KeyPath, str], Violation] = {}
    for fault in faults(name, data):  # the whole comes first, then its alternatives
        unique.setdefault((fault.rule, fault.path, fault.key), fault)
    return sorted(
        _without_consequences(_merge_extra_verbs(list(unique.values()))),
        key=lambda fault: [str(step) for step in fault.path],
    )


def known_settings(name: str) -> tuple[str, ...]:
    """Return the settings of the schema of a name."""
    return settings(schema(name))


def settings(schema: Schema) -> tuple[str, ...]:
    """Return the settings of a schema of maps."""
    return tuple(schema.get("properties", ()))


def description(schema: Schema) -> tuple[str, ...]:
    """Return the description of a schema as lines of help: one or none."""
    return tuple(filter(None, [str(schema.get("description", ""))]))


def faults(name: str, data: Data) -> Iterator[Violation]:
    """Yield what jsonschema finds wrong with data, consequences included."""
    for error in _validator(name).iter_errors(data):
        yield from _faults_of(error)


@cache
def _validator(name: str) -> Validator:
    from jsonschema import Draft7Validator
    from jsonschema.validators import extend

    make: type[Validator] = extend(  # type: ignore[no-untyped-call]
        Draft7Validator, {"pattern": _search_pattern}
    )
    return make(schema(name))


def _search_pattern(
    _validator: Validator, pattern: str, value: Data, _schema: object
) -> Iterator[ValidationError]:
    """Search a text as JSON Schema does; `$` of Python also matches before a last line break."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not _pattern(pattern)(value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _faults_of(error: ValidationError) -> Iterator[Violation]:
    """Yield a violation for each setting that is unknown or missing; for other errors, one."""
    path: KeyPath = tuple(error.absolute_path)
    value: Any = error.instance
    schema: Any = error.schema or {}  # `false` is a schema that nothing fits
    rule = str(error.validator)
    fault = partial(Violation, rule=rule, value=value, schema=schema)
    if rule == "additionalProperties":
        for key in filter(lambda key: key not in schema.get("properties", ()), value):
            yield fault(path=(*path, key), key=key, part="key")
    elif rule == "required":
        for key in filter(lambda key: key not in value, schema["required"]):
            yield fault(path=path, key=key, part="key")
    elif "propertyNames" in error.absolute_schema_path:
        yield fault(path=(*path, value), part="key")
    else:
        yield fault(path=path)


def _merge_extra_verbs(faults: list[Violation]) -> list[Violation]:
    """Replace all faults of an effect with two verbs by one, whose rule is `verbs`."""
    verbs = set(schema("effect")["x-freed6-verbs"])
    crowded = {
        fault.holder: fault
        for fault in faults
        if isinstance(fault.value, dict) and len(verbs & fault.value.keys()) > 1
        if fault.rule == "additionalProperties" and fault.key in verbs
    }
    merged = [fault for fault in faults if fault.holder not in crowded]
    for holder, fault in crowded.items():
        second = [key for key in as_map(fault.value) if key in verbs][1]
        merged.append(replace(fault, rule="verbs", path=(*holder, second), key=second))
    return merged


def _without_consequences(faults: list[Violation]) -> Iterator[Violation]:
    """Yield the faults that don't follow from others.

    An effect without a verb explains its unknown settings. A misspelled setting explains a missing
    one. A wrong type explains everything else at its place.
    """
    without_verb = {fault.path for fault in faults if fault.rule == "anyOf"}
    faults = [
        fault
        for fault in faults
        if fault.rule != "additionalProperties" or fault.holder not in without_verb
    ]
    unknown = {fault.holder for fault in faults if fault.rule == "additionalProperties"}
    mistyped = {fault.path for fault in faults if fault.rule == "type"}
    for fault in faults:
        is_consequence = fault.rule == "required" and fault.path in unknown
        if not is_consequence and (fault.rule == "type" or fault.path not in mistyped):
            yield fault
