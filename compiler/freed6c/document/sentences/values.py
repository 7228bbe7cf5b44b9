"""Values in words: numbers, quantities, ranges, die codes, modifiers, references."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from freed6c.document.blocks import Inlines, Text
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.sentences.amounts import modifier
from freed6c.document.sentences.dice import rollable
from freed6c.document.sentences.durations import duration
from freed6c.document.sentences.formulas import formula
from freed6c.document.sentences.numbers import decimal, quantity, say_range
from freed6c.runtime.amounts import DieCode, Formula, Modifier, Pool, Quantity, Range
from freed6c.runtime.effects import Duration
from freed6c.runtime.record import Entry, Ref


def say_value(scribe: Scribe, value: object) -> Inlines:
    """Any value of a ruleset, as people read it."""
    match value:
        case bool():
            return scribe.say("yes" if value else "no")
        case int() | Fraction():
            return (Text(decimal(value)),)
        case tuple():
            return scribe.listed([say_value(scribe, one) for one in value])
        case Mapping():
            return scribe.listed([_pair(scribe, *pair) for pair in value.items()])
        case _:
            return _said(scribe, value)


def _said(scribe: Scribe, value: object) -> Inlines:
    match value:
        case Quantity():
            return quantity(scribe, value)
        case Range():
            return say_range(scribe, value)
        case Modifier():
            return modifier(scribe, value)
        case Duration():
            return duration(scribe, value)
        case Formula(text=text):
            return formula(scribe, text)
        case _:
            return _named(scribe, value)


def _named(scribe: Scribe, value: object) -> Inlines:
    match value:
        case Ref(id=id_):
            entry = scribe.ruleset.entries.get(id_)
            return (Text(id_),) if entry is None else (scribe.link(entry),)
        case Entry():
            return (scribe.link(value, (Text(title_of(value)),)),)
        case Pool(dice=dice, adds=adds):
            return rollable(scribe, f"{dice}D{adds:+}" if adds else f"{dice}D")
        case DieCode():
            return rollable(scribe, str(value))
        case _:
            return (Text(str(value)),)


def _pair(scribe: Scribe, key: str, value: object) -> Inlines:
    return (Text(f"{key}: "), *say_value(scribe, value))
