"""Sentences that packs write for effects, needs and checks, and their placeholders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.formula.parser import parse
from freed6c.formula.scope import BadFormulaError
from freed6c.formula.syntax_tree import (
    Decimal,
    DiceLiteral,
    Integer,
    QuantityLiteral,
    walk,
)
from freed6c.model.entry_contents import records_at
from freed6c.model.type_hints import fields
from freed6c.packs.lazy import regex
from freed6c.runtime.amounts import Formula
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries.actions import Against, Need
from freed6c.runtime.record import Record

if TYPE_CHECKING:
    from freed6c.formula.syntax_tree import Node
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


Sayable: TypeAlias = Effect | Against | Need
"""Records with a setting `sentence`."""

PLACEHOLDER: Final = regex(r"\{([^{}]*)\}")
"""A placeholder in braces, filled in from the data."""

WORDS: Final = frozenset({"text", "sentence", "full_sentence"})
"""Fields that contain text, and so aren't placeholders."""


def said_by_packs(ruleset: Ruleset) -> Iterator[tuple[KeyPath, Sayable]]:
    """Yield every record for which a pack wrote a sentence, with its place."""
    for _, path, record in records_at(ruleset, Record):
        if isinstance(record, Need) and record.sentence:
            yield path[:-1], record
        elif isinstance(record, Effect | Against) and record.sentence:
            yield path, record


def settings(record: Sayable) -> Mapping[str, object]:
    """Return the settings that a sentence can name: fields with a value; none for a need."""
    if isinstance(record, Need):
        return {}
    values = vars(record)
    return {
        field.key: values[field.name]
        for field in fields(type(record))
        if field.key not in WORDS and values.get(field.name) not in (None, (), "")
    }


def formulas(record: Sayable) -> Iterator[Formula[object]]:
    """Yield the formulas of a record."""
    for value in [record] if isinstance(record, Need) else settings(record).values():
        yield from formulas_in(value)


def formulas_in(value: object) -> Iterator[Formula[object]]:
    """Yield the formulas in the value of a setting, except those of effects in it."""
    match value:
        case Formula():
            yield value
        case tuple():
            for item in value:
                yield from formulas_in(item)
        case Mapping():
            for item in value.values():
                yield from formulas_in(item)


def is_literal(record: Sayable, written: str) -> bool:
    """True if a number, a quantity or dice are a literal in a formula of the record."""
    return read(written) in literals(record)


def literals(record: Sayable) -> list[Node]:
    """Return the literal numbers, quantities and dice in the formulas of a record."""
    trees = [tree for formula in formulas(record) if (tree := read(formula.text))]
    return [
        node
        for tree in trees
        for node, _ in walk(tree)
        if isinstance(node, Integer | Decimal | DiceLiteral | QuantityLiteral)
    ]


def read(text: str) -> Node | None:
    """Return the AST of a formula, or None if it is broken, which has a diagnostic."""
    try:
        return parse(text)
    except BadFormulaError:
        return None
