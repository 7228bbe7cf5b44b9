"""Formulas in words and signs, with links to what they name."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.blocks import Code, Inlines, Text
from freed6c.document.index import kind_of
from freed6c.document.sentences.dice import rollable
from freed6c.document.sentences.numbers import decimal, quantity
from freed6c.document.sentences.pieces import KINDS, name_words, variable
from freed6c.document.wording import label_of, plain
from freed6c.formula.parser import parse as parse_formula
from freed6c.formula.scope import FormulaProblem
from freed6c.formula.syntax_tree import (
    Amount,
    Binary,
    Call,
    Decimal,
    Dice,
    Integer,
    Mark,
    Name,
    Node,
    Truth,
    Unary,
)
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.scribe import Scribe


class Strength(IntEnum):
    """How tightly words hang together; what is looser inside stands in parentheses."""

    CLAUSE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    RANGE = 5
    SUM = 6
    PRODUCT = 7
    PHRASE = 8
    ATOM = 9


class Said(NamedTuple):
    """Words for a part of a formula."""

    words: Inlines
    strength: Strength = Strength.ATOM


OPERATORS: Final[Mapping[str, Strength]] = {
    "or": Strength.OR,
    "and": Strength.AND,
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "within"), Strength.COMPARISON),
    "to": Strength.RANGE,
    **dict.fromkeys("+-", Strength.SUM),
    **dict.fromkeys(("*", "/", "mod"), Strength.PRODUCT),
}
CLAUSES: Final = frozenset(
    {"abs", "ceil", "floor", "if", "if-blank", "max", "min", "has"}
)
"""Functions whose words read on after a comma, or join two things."""

BAND_PLACE: Final = "place.band"
"""The place of a band is said in one: few people ask for the band between."""

KNOWN: Final = 2000
"""So many formulas are remembered: most stand in several places, and in the next edition again."""

SIGNS: Final[Mapping[str, str]] = {"-": "minus", "+": "plus", "±": "either"}


@lru_cache(KNOWN)
def read(text: str) -> Node | None:
    """Parse a formula; None where it is broken, which was reported at its place."""
    try:
        return parse_formula(text)
    except FormulaProblem:
        return None


def formula(scribe: Scribe, written: str | Node) -> Inlines:
    """A formula in words; one that cannot be read as it is written."""
    node = read(written) if isinstance(written, str) else written
    return (Code(str(written)),) if node is None else _say(scribe, node).words


def _say(scribe: Scribe, node: Node) -> Said:
    match node:
        case Name(name):
            return Said(name_words(scribe, name))
        case Unary(operator, operand):
            return _unary(scribe, operator, operand)
        case Binary(operator, left, right):
            return _binary(scribe, operator, left, right)
        case Call(function, arguments):
            return _call(scribe, function, arguments)
        case _:
            return Said(_literal(scribe, node))


def _literal(scribe: Scribe, node: Node) -> Inlines:
    match node:
        case Integer(number):
            return (Text(str(number)),)
        case Decimal(exact):
            return (Text(decimal(exact)),)
        case Truth(value):
            return scribe.say("true" if value else "false")
        case Amount(number, unit):
            return quantity(scribe, Quantity(amount=number, unit=unit))
        case Dice():
            return rollable(scribe, notation(node))
        case Mark():
            return (Text(notation(node)),)
        case _:
            raise AssertionError(node)


def notation(node: Dice | Mark) -> str:
    """Dice as they are written: `3D+1 WD B2`."""
    if isinstance(node, Mark):
        before = "" if node.before is None else str(node.before)
        behind = "" if node.behind is None else str(node.behind)
        return f"{before}{node.letters}{behind}"
    pips = f"+{node.pips}" if node.pips else ""
    return " ".join((f"{node.dice}D{pips}", *map(notation, node.marks)))


def _group(scribe: Scribe, node: Node, least: Strength) -> Inlines:
    said = _say(scribe, node)
    if said.strength >= least:
        return said.words
    return scribe.say("group", inner=said.words)


def _unary(scribe: Scribe, operator: str, operand: Node) -> Said:
    if operator == "not":
        words = _group(scribe, operand, Strength.NOT)
        return Said(scribe.say("op.not", operand=words), Strength.NOT)
    words = _group(scribe, operand, Strength.PHRASE)
    if isinstance(operand, Dice):
        # Dice with a sign are more or fewer of them, and nothing to roll.
        words = (Text(notation(operand)),)
    return Said(scribe.say(f"op.{SIGNS[operator]}", operand=words), Strength.PRODUCT)


def _binary(scribe: Scribe, operator: str, left: Node, right: Node) -> Said:
    """Words on the right stand in parentheses where they bind no tighter."""
    if operator == "-" and left == Integer(0) and _is_margin(scribe, right):
        return Said(scribe.say("name.missing"))
    strength = OPERATORS[operator]
    tighter = Strength(strength + (operator in {"-", "/", "mod"}))
    words = scribe.say(
        f"op.{operator}",
        left=_group(scribe, left, strength),
        right=_group(scribe, right, tighter),
    )
    return Said(words, strength)


def _is_margin(scribe: Scribe, node: Node) -> bool:
    """Whether it is by how much a check went beyond its number, or fell short of it."""
    known = scribe.local.get("margin") == scribe.say("name.margin")
    return node == Name("margin") and known


def _call(scribe: Scribe, function: str, arguments: tuple[Node, ...]) -> Said:
    """A function by its own phrase, or a formula of the ruleset by its name."""
    match arguments:
        case (Call("band", inner),) if function == "place":
            function, arguments = BAND_PLACE, inner
        case _:
            pass
    pattern = f"call.{function}"
    if pattern not in scribe.patterns:
        return Said(_called(scribe, function, arguments), Strength.PHRASE)
    least = Strength.SUM if function in CLAUSES else Strength.PHRASE
    least = Strength.CLAUSE if function == "if" else least
    words = _arguments(scribe, function, arguments, least)
    if function == "lookup" and plain(words[0]) == plain(words[2]):
        pattern = "call.lookup.same"
    fields = {str(n): word for n, word in enumerate(words)}
    said = scribe.say(pattern, **fields, all=scribe.listed(words))
    clause = function in CLAUSES
    return Said(said, Strength.CLAUSE if clause else Strength.PHRASE)


def _called(scribe: Scribe, function: str, arguments: tuple[Node, ...]) -> Inlines:
    entry = scribe.index.find(function, ("formula",))
    known = isinstance(entry, FormulaEntry)
    name = (scribe.link(entry),) if known and entry else variable(function)
    if not arguments:
        return scribe.say("call.nothing", function=name)
    words = [_group(scribe, argument, Strength.SUM) for argument in arguments]
    return scribe.say("call", function=name, arguments=scribe.listed(words))


def _arguments(
    scribe: Scribe, function: str, arguments: tuple[Node, ...], least: Strength
) -> list[Inlines]:
    if function == "lookup":
        return _lookup(scribe, arguments)
    kinds = KINDS.get(function, ())
    first = arguments[:1]
    return [
        name_words(scribe, argument.text, kinds)
        if argument in first and isinstance(argument, Name)
        else _group(scribe, argument, least)
        for argument in arguments
    ]


def _lookup(scribe: Scribe, arguments: tuple[Node, ...]) -> list[Inlines]:
    """The table, what finds the row, and the column by its name."""
    table, value, column = arguments
    assert isinstance(table, Name)
    assert isinstance(column, Name)
    entry = scribe.index.find(table.text, ("table",))
    words = (Text(label_of(column.text)),)
    if isinstance(entry, Table) and kind_of(entry.id) == "table":
        named = entry.columns.get(column.text)
        words = words if named is None else (Text(named.name),)
    found = (Text(table.text),) if entry is None else (scribe.link(entry),)
    return [found, _group(scribe, value, Strength.SUM), words]
