"""JSON Schemas by name, and the violations they find: one for each cause."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from freed6c.packs.data import as_map
from freed6c.packs.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

    from freed6c.packs.data import Data, KeyPath


# Every `$ref` is replaced by the map it refers to, once: resolving it again for every value would
# take most of the time of a validation. All schemas lie in one folder; nothing is ever fetched.


SUFFIX: Final = ".schema.json"
OUTPUTS: Final = frozenset(
    {
        *("diagnostics", "diff", "examples", "explanation", "odds", "roll", "ruleset"),
        "unnoticed",
    }
)
"""Schemas of what freed6c prints, not of what packs write."""


@cache
def schema(name: str) -> Mapping[str, Any]:
    """A schema by its name (`pack`, `entries/band`), with nothing left to look up."""
    return _library()[name]


def written_schemas() -> dict[str, dict[str, Any]]:
    """The schemas as they are written, by name, read anew: they are the caller's."""
    folder = schemas()
    files = {
        path.relative_to(folder).as_posix().removesuffix(SUFFIX): path
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }
    return {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name, path in files.items()
        if name not in OUTPUTS
    }


@cache
def _library() -> dict[str, dict[str, Any]]:
    library = written_schemas()
    for name, content in library.items():
        for holder, key in list(_map_slots(content)):
            reference = holder[key].get("$ref")
            if reference is not None:
                holder[key] = _resolve(library, name, reference)
    return library


def _map_slots(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) whose value is a map, in a schema that is a tree yet."""
    for key in node if isinstance(node, dict) else range(len(node)):
        if isinstance(node[key], dict):
            yield node, key
        if isinstance(node[key], dict | list):
            yield from _map_slots(node[key])


def _resolve(
    library: Mapping[str, dict[str, Any]], name: str, reference: str
) -> dict[str, Any]:
    """What a reference means, written in the schema of this name."""
    file, pointer = referred(name, reference)
    part: dict[str, Any] = library[file]
    for step in pointer.strip("/").split("/") if pointer else ():
        part = part[step]
    return part


def referred(name: str, reference: str) -> tuple[str, str]:
    """The name of the schema that a reference in the schema of a name leads to, and where in it."""
    file, _, pointer = reference.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
    return path.removesuffix(SUFFIX) if file else name, pointer


# Nearly all data fits, and seeing that it does needs no reasons. So what a schema asks of values of
# each type is worked out once, and most values pass one test. Only data that does not fit is handed
# to jsonschema, which takes 50 ms to import.


Test: TypeAlias = "Callable[[Any], bool]"
"""Whether a value passes."""
Keyword: TypeAlias = "Callable[[Any, Mapping[str, Any]], Test | None]"
"""The test that a keyword is, by its value and the whole schema; None where every value passes."""

_TYPES: Final = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def _one_of(allowed: Sequence[Any]) -> Test:
    """A test for a few values; true is not 1 here."""
    words: dict[type, list[Any]] = {}
    for word in allowed:
        words.setdefault(type(word), []).append(word)
    return lambda value: value in words.get(type(value), ())


def _each(schema: Any) -> Test:
    """A test of all items of a list, or of all keys of a map."""
    test = tester(schema)
    return lambda value: all(map(test, value))


def _settings(known: Mapping[str, Any], others: Any) -> Test:
    """A test of all values of a map: those of known keys, and all others."""
    tests, other = {key: tester(part) for key, part in known.items()}, tester(others)
    return lambda value: all(tests.get(key, other)(part) for key, part in value.items())


def _matching(parts: Sequence[Any], counts: Callable[[Iterable[bool]], bool]) -> Test:
    """A test by how many of several schemas a value fits."""
    tests = [tester(part) for part in parts]
    return lambda value: counts(test(value) for test in tests)


def _if(condition: Any, schema: Mapping[str, Any]) -> Test:
    test, then = tester(condition), tester(schema.get("then", True))
    return lambda value: then(value) or not test(value)


def _pattern(pattern: str) -> Test:
    """Return the test of a pattern, whose `$` is only the end of a text, as in JSON Schema."""
    search = re.compile(pattern.replace("$", r"\Z")).search
    return lambda value: search(value) is not None


def _different(value: Sequence[Data]) -> bool:
    return all(part not in value[:place] for place, part in enumerate(value))


_ANY: Final[Mapping[str, Keyword]] = {
    "type": lambda _types, _: None,  # it says which values are tested at all
    "enum": lambda allowed, _: _one_of(allowed),
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
        "items": lambda item, _: _each(item),
        "minItems": lambda least, _: lambda value: len(value) >= least,
        "maxItems": lambda most, _: lambda value: len(value) <= most,
        "uniqueItems": lambda unique, _: _different if unique else None,
    },
    dict: {
        **_ANY,
        "required": lambda keys, _: frozenset(keys).issubset,
        "minProperties": lambda least, _: lambda value: len(value) >= least,
        "propertyNames": lambda name, _: _each(name),
        "properties": lambda known, schema: _settings(
            known, schema.get("additionalProperties", True)
        ),
        "additionalProperties": lambda others, schema: (
            None if "properties" in schema else _settings({}, others)
        ),
    },
}
"""The keywords of JSON Schema in schemas of packs, by the type of the values they are about."""

_TESTERS: Final[dict[int, Test]] = {}
"""By the identity of schemas, which stay (`_library`)."""


def tester(schema: Any) -> Test:
    """The test of a schema: a map, or whether anything is allowed at all."""
    if isinstance(schema, bool):
        return lambda _: schema
    if id(schema) not in _TESTERS:
        # Schemas lead to themselves, so that a test is put together when it is first wanted.
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


def _is_type(kind: type, wanted: str | Sequence[str]) -> bool:
    """Whether a type is one of those that a schema names."""
    return kind in map(_TYPES.get, [wanted] if isinstance(wanted, str) else wanted)


def _tests(schema: Mapping[str, Any], kind: type) -> Iterator[Test]:
    """What values of a type have to pass."""
    if not _is_type(kind, schema.get("type", list(_TYPES))):
        yield lambda _: False
        return
    keywords = KEYWORDS[kind]
    for keyword, wanted in schema.items():
        test = keywords[keyword](wanted, schema) if keyword in keywords else None
        if test is not None:
            yield test


MANY: Final = 4_000
"""To load jsonschema-rs and have it read the schemas takes as long as to test so many bodies."""
_tested: Final = count()


def fits(name: str, data: Data) -> bool:
    """Return whether data is as the schema of a name wants it.

    Of many bodies, jsonschema-rs tests those that are left, if it is installed.
    """
    by_rust = fits_by_rust() if next(_tested) >= MANY else None
    return by_rust(name, data) if by_rust else tester(schema(name))(data)


@cache
def fits_by_rust() -> Callable[[str, Data], bool] | None:
    """Return the test of jsonschema-rs, which is five times as fast; None if it is not installed.

    It decides nothing alone: what it refuses has to have a fault.
    """
    try:
        from jsonschema_rs import Draft7Validator, Registry
    except ImportError:
        return None
    # A base for references that are relative to a file; it is no address of anything.
    base = "freed6c:///"
    written = written_schemas()
    registry = Registry(
        [(f"{base}{name}{SUFFIX}", each) for name, each in written.items()]
    )

    @cache
    def validator(name: str) -> Draft7Validator:
        reference = {"$ref": f"{base}{name}{SUFFIX}"}
        return Draft7Validator(reference, registry=registry, validate_formats=False)

    return lambda name, data: validator(name).is_valid(data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """What is wrong at a path inside the checked data.

    `rule` is the schema's keyword; `schema` the part of it that failed; `key` the setting that is
    unknown or missing, where that is the fault. `moved` is where all settings belong that the map
    does not know, if they belong to one of its own.
    """

    rule: str
    path: KeyPath
    value: Data
    schema: Mapping[str, Any]
    key: str = ""
    part: Literal["key", "value"] = "value"
    moved: str = ""

    @property
    def holder(self) -> KeyPath:
        """The path of the map that the fault is in."""
        return self.path if self.rule == "required" else self.path[:-1]


def violations(name: str, data: Data) -> list[Violation]:
    """Everything that is wrong with data of the schema of this name, in a stable order."""
    if fits(name, data):
        return []
    unique: dict[tuple[str, KeyPath, str], Violation] = {}
    for each in faults(
        name, data
    ):  # the first is of the whole, later ones of what it may be
        unique.setdefault((each.rule, each.path, each.key), each)
    return sorted(
        _without_consequences(_merge_extra_verbs(list(unique.values()))),
        key=lambda each: [str(step) for step in each.path],
    )


def known_settings(name: str) -> tuple[str, ...]:
    """The settings of a schema by its name."""
    return settings(schema(name))


def settings(known: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings that a schema of a map knows."""
    return tuple(known.get("properties", ()))


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


def _merge_extra_verbs(found: list[Violation]) -> list[Violation]:
    """An effect with two verbs is one fault, however much does not fit then."""
    verbs = set(schema("effect")["x-freed6-verbs"])
    crowded = {
        each.holder: each
        for each in found
        if isinstance(each.value, dict) and len(verbs & each.value.keys()) > 1
        if each.rule == "additionalProperties" and each.key in verbs
    }
    merged = [each for each in found if each.holder not in crowded]
    for holder, each in crowded.items():
        second = [key for key in as_map(each.value) if key in verbs][1]
        merged.append(replace(each, rule="verbs", path=(*holder, second), key=second))
    return merged


def _without_consequences(found: list[Violation]) -> Iterator[Violation]:
    """Faults that follow from no other.

    A misspelled setting explains the missing one, a wrong type explains all else that is wrong.
    """
    without_verb = {each.path for each in found if each.rule == "anyOf"}
    found = [
        each
        for each in found
        if each.rule != "additionalProperties" or each.holder not in without_verb
    ]
    unknown = {each.path[:-1] for each in found if each.rule == "additionalProperties"}
    mistyped = {each.path for each in found if each.rule == "type"}
    for each in found:
        follows = each.rule == "required" and each.path in unknown
        if not follows and (each.rule == "type" or each.path not in mistyped):
            yield each
