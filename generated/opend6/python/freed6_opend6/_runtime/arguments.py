"""Check the arguments of public functions and methods against their annotations.

`act("attack", rick, "goon")` raises "target: expected a character, not 'goon'" instead of failing
somewhere inside. A `door` is a function with such a check; `doors` checks all methods of a class.
Annotations are read as strings. If `_test_for` doesn't know a part of one, its argument isn't
checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, reduce, wraps
from types import FunctionType
from typing import Any, TypeAlias, TypeVar, cast

from .record import Entry, Ref, RulesError

T = TypeVar("T")
Test: TypeAlias = Callable[[object], bool]
Taken: TypeAlias = tuple[Test, str]
"""The test for a parameter, and a description of the values that pass it."""


class ArgumentError(RulesError, TypeError):
    """An argument of the wrong type. The message describes the expected type."""


def _are_kinds(value: object) -> bool:
    """Return True for a class, or a tuple of one or more classes."""
    items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else [value]
    return {*map(type, items)} == {type}


TAKEN: Mapping[str, Taken] = {
    "None": (lambda value: value is None, ""),
    "int": (lambda value: hasattr(value, "__index__"), "a whole number"),
    "Callable": (callable, "a function"),
    "Rules": (lambda value: hasattr(value, "every"), "the RULES of a package"),
    "Pairs": (lambda value: hasattr(value, "items"), "a dict"),
    "Randomness": (lambda it: hasattr(it, "randrange"), "dice such as random.Random()"),
    "Kinds": (_are_kinds, "a class of entries such as kinds.Rule, or a tuple of them"),
}
"""Tests that look at more than the class of a value, by the name in the annotation."""
CLASSES: Mapping[str, str] = {
    "str": "text",
    "bool": "True or False",
    "range": "a range such as range(21)",
    "Actor": "a character",
    "DieCode": "a die code such as DieCode(3, 1)",
    "Choices": "Choices(given={…})",
    "PreparedPool": "a pool from `character.pool(…)`",
    "Pool": "a Pool, such as '5D' or `prepared.pool`",
    **{name: name for name in ("Band", "ChooseOne", "Dice")},
    **{name: name for name in ("ActiveCondition", "ActiveEffect")},
}
"""Descriptions of classes, by name: importing the classes themselves would load all of play."""
ALIASES: Mapping[str, str] = {"B": "Actor", "Choose": "Callable", "Names": "Pairs"}
"""Other names in annotations, each with the name in TAKEN or CLASSES whose test it uses."""
PARTS = re.compile(r"(?:[^|\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+")
"""The alternatives of an annotation, between `|` outside of brackets: `A`, `B[C | D]`, `None`."""


@cache
def taken(hint: str) -> Taken | None:
    """Return the test and description for an annotation; None if a part of it isn't checked."""
    with suppress(KeyError):
        parts = [_test_for(part.strip()) for part in PARTS.findall(hint)]
        words = " or ".join(words for _, words in parts if words)
        return reduce(_either, (fits for fits, _ in reversed(parts))), words
    return None


def _either(first: Test, second: Test) -> Test:
    return lambda value: first(value) or second(value)


def _test_for(hint: str) -> Taken:
    """Return the test for an annotation without alternatives. Raises KeyError if it is unknown.

    For `Sequence[Like[Pick]]`, `head` is `Sequence`, and `inner` is `Like[Pick]`.
    """
    head, _, inner = hint.removesuffix("]").partition("[")
    head = ALIASES.get(head, head)
    if head == "Literal":
        literals = re.findall(r"'([^']*)'", inner)
        return lambda value: value in literals, " or ".join(map(repr, literals))
    if head in ("Like", "EntryLike"):
        words = f"an entry{inner and f' ({inner})'}, its id or its name"
        return lambda value: isinstance(value, str | Entry | Ref), words
    if head in ("Iterable", "Sequence") and (item := taken(inner)):
        return lambda value: _all_fit(value, item[0]), f"a list, each item {item[1]}"
    if head in CLASSES:
        # The name of a class is enough: importing the class would load all of play.
        return lambda value: head in _names(value.__class__), CLASSES[head]
    return TAKEN[head]


@cache
def _names(cls: type[object]) -> Collection[str]:
    """Return the names of a class and of its bases."""
    return [base.__name__ for base in cls.__mro__]


def _all_fit(values: object, fits: Test) -> bool:
    """Return True if all values fit. An iterator is not tested, because that would exhaust it."""
    if isinstance(values, Collection) and not isinstance(values, str):
        return all(map(fits, cast("Collection[object]", values)))
    return isinstance(values, Iterable) and not isinstance(values, str)


LONGEST_SHOWN = 60
"""The limit on the length of a value in a message: a value can come from an untrusted user."""


def shown(value: object) -> str:
    """Return the `repr` of a value for a message, cut off if it is long."""
    text = repr(value[: LONGEST_SHOWN + 1] if isinstance(value, str) else value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


UNCHECKED: Taken = (bool, "")
"""The test and description of values that are not checked."""


def misfits(
    arguments: Iterable[tuple[str, object]], hints: Mapping[str, str]
) -> Iterator[str]:
    """Yield a message for each argument that doesn't fit its annotation."""
    for name, value in arguments:
        fits, words = (taken(hints[name]) if name in hints else None) or UNCHECKED
        if words and not fits(value):
            yield f"{name}: expected {words}, not {shown(value)}"


def door(function: T) -> T:
    """Check the arguments of a function before it runs. Raises ArgumentError if any doesn't fit."""
    inner = cast("FunctionType", function)
    names = inner.__code__.co_varnames[: inner.__code__.co_argcount]
    # "unchecked" is not a known annotation, so the result is not tested.
    hints: dict[str, str] = {**inner.__annotations__, "return": "unchecked"}
    tests = {name: check[0] for name, hint in hints.items() if (check := taken(hint))}

    @wraps(inner)
    def checked(*args: Any, **named: Any) -> Any:
        pairs = (*zip(names, args, strict=False), *named.items())
        for name, value in pairs:
            if name in tests and not tests[name](value):
                raise ArgumentError("; ".join(misfits(pairs, hints)))
        return inner(*args, **named)

    return cast("T", checked) if tests else function


def doors(cls: type[T]) -> type[T]:
    """Check the arguments of all public methods of a class."""
    for name, member in tuple(vars(cls).items()):
        inner = getattr(member, "__func__", member)
        if isinstance(inner, FunctionType) and (name == "__init__" or name[0] != "_"):
            checked = door(inner)
            setattr(cls, name, checked if inner is member else classmethod(checked))
    return cls
