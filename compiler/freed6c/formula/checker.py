"""Formulas are checked: names mean something, parts fit, and all problems are told."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, assert_never

from freed6c.formula import operators
from freed6c.formula.builtins import BUILTINS, Asked, Builtin, Param
from freed6c.formula.operators import way_out
from freed6c.formula.scope import (
    FormulaProblem,
    Found,
    Scope,
    Signature,
    Token,
    Trouble,
)
from freed6c.formula.syntax_tree import (
    Amount,
    Binary,
    Call,
    Decimal,
    Dice,
    Integer,
    Literal,
    Mark,
    Name,
    Node,
    Part,
    Truth,
    Unary,
)
from freed6c.formula.typed_tree import Checked, Marked, Plain, Typed, Variable
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    TEXT,
    UNKNOWN,
    WIDENS,
    OptionalOf,
    QuantityOf,
    Type,
    bare,
    describe,
    fits,
    one_of,
)
from freed6c.packs.suggest import one_line

# What names, words and marks mean in a scope; what may have been meant by others.


FORMULA: Final = "formula."


def problem(part: Part, message: str, way_out: str = "") -> FormulaProblem:
    """Make the problem of a name that means nothing."""
    return FormulaProblem(message, part.start, part.end, way_out, code="unknown-name")


def name(node: Name, scope: Scope, wanted: tuple[Type, ...]) -> Typed:
    """Find what a name means: by its place, as a word of a token, or as a reference.

    Raises FormulaProblem.
    """
    if node.text in scope.names:
        return Typed(node, scope.names[node.text], meaning=Variable(node.text))
    if node.text in scope.words:
        return Typed(node, MODIFIER, meaning=Marked(scope.words[node.text], 1))
    candidates = scope.references.find(node.text)
    fitting = [found for found in candidates if _fits_one(found, wanted)]
    match fitting or candidates:
        case [found]:
            return Typed(node, found.type, meaning=found)
        case []:
            raise problem(
                node, f"{node.text} means nothing here", _help_for(node.text, scope)
            )
        case several:
            ids = " or ".join(found.id for found in several)
            raise problem(node, f"{node.text} could be {ids}", "write the whole id")


def _fits_one(found: Found, wanted: tuple[Type, ...]) -> bool:
    return any(fits(found.type, want) for want in wanted)


def _help_for(written: str, scope: Scope) -> str:
    if written in functions(scope):
        return f"a formula is followed by parentheses: {written}(…)"
    for cut in re.finditer("-", written):
        left, right = written[: cut.start()], written[cut.end() :]
        if _known(left, scope) and _known(right, scope):
            return f"put spaces around the minus: {left} - {right}"
    known = (*scope.names, *scope.words, *scope.references.known())
    return one_line(written, (*known, *functions(scope)))


def _known(written: str, scope: Scope) -> bool:
    return (
        written.isdecimal()
        or written in scope.names
        or bool(scope.references.find(written))
    )


def functions(scope: Scope) -> tuple[str, ...]:
    """List everything that can be called."""
    return (*BUILTINS, *scope.formulas)


def function(written: str, scope: Scope) -> str:
    """Find the key of what is called: a formula may be named by its full id."""
    key = written.removeprefix(FORMULA)
    return key if key in scope.formulas else written


def mark(node: Mark, scope: Scope) -> Typed:
    """Find what a mark means: so many of a token. Raises FormulaProblem."""
    token = scope.tokens.get(node.letters)
    if token is None:
        raise problem(
            node, f"there is no token {node.letters}", _help_for_mark(node, scope)
        )
    return Typed(node, MODIFIER, meaning=_marked(node, token))


def _marked(node: Mark, token: Token) -> Marked:
    if node.behind is None:
        return Marked(node.letters, 1 if node.before is None else node.before)
    if token.behind == "none":
        raise problem(
            node,
            f"{node.letters} takes no number behind it",
            f"write {node.letters}",
        )
    if token.behind != "count":
        count = 1 if node.before is None else node.before
        return Marked(f"{node.letters}{node.behind}", count)
    if node.before is not None:
        raise problem(
            node,
            f"{node.letters} is counted twice",
            f"write {node.letters}{node.behind} or {node.before}{node.letters}",
        )
    return Marked(node.letters, node.behind)


def _help_for_mark(node: Mark, scope: Scope) -> str:
    if node.letters == "D":
        return f"write only how many dice: {node.before or 1}D"
    return one_line(node.letters, scope.tokens)


def unit(written: str, part: Part, scope: Scope) -> str:
    """Find what a unit measures. Raises FormulaProblem."""
    if written not in scope.units:
        message = f"there is no unit {written}"
        raise problem(part, message, one_line(written, scope.units))
    return scope.units[written]


SIGNED: Final = (INTEGER, FRACTION, MODIFIER)
MADE: Final = (POOL, MODIFIER)
"""What others must become before they take part; numbers of both sorts mix."""


def check(tree: Node, scope: Scope, wanted: Type | None = None) -> Checked:
    """Find the type of every part, and everything that is wrong.

    Where a type is `wanted`, a result that does not fit is a problem too, and one that
    fits becomes it.
    """
    checker = _Checker(scope, [])
    wants = () if wanted is None else (wanted,)
    typed = checker.part(tree, wants)
    if wanted is not None:
        typed = checker.expect(typed, wants, "the result should be", code="result")
        typed = turned(typed, wanted)
    return Checked(typed, tuple(sorted(checker.problems, key=lambda p: p.start)))


def turned(typed: Typed, target: Type) -> Typed:
    """Let a part become what is wanted, where that is another class of things.

    A part that may be blank becomes something that may be.
    """
    optional = isinstance(typed.type, OptionalOf)
    wanted = bare(target)
    if (bare(typed.type), wanted) not in WIDENS:
        return typed
    return replace(typed, becomes=OptionalOf(wanted) if optional else wanted)


@dataclass(frozen=True, slots=True)
class _Checker:
    scope: Scope
    problems: list[FormulaProblem]

    def report(
        self, node: Node, message: str, advice: str = "", code: Trouble = "type"
    ) -> None:
        problem = FormulaProblem(message, node.start, node.end, advice, code=code)
        self.problems.append(problem)

    def part(self, node: Node, wanted: tuple[Type, ...] = ()) -> Typed:
        """Find the type of a part: UNKNOWN where something in it was reported."""
        try:
            match node:
                case Name():
                    return name(node, self.scope, wanted)
                case Unary():
                    return self.unary(node, wanted)
                case Binary():
                    return self.binary(node, wanted)
                case Call():
                    return self.call(node, wanted)
                case _:
                    return self.literal(node)
        except FormulaProblem as problem:
            self.problems.append(problem)
            return Typed(node, UNKNOWN)

    def literal(self, node: Literal) -> Typed:
        match node:
            case Integer():
                return Typed(node, INTEGER)
            case Decimal():
                return Typed(node, FRACTION)
            case Truth():
                return Typed(node, BOOLEAN)
            case Mark():
                return mark(node, self.scope)
            case Dice():
                return self.dice(node)
            case Amount():
                return Typed(node, QuantityOf(unit(node.unit, node, self.scope)))
            case _:
                assert_never(node)

    def dice(self, node: Dice) -> Typed:
        marks = tuple(self.part(mark) for mark in node.marks)
        carried = node.pips >= self.scope.pips_per_die
        return Typed(node, POOL if marks or carried else DIE_CODE, marks)

    def unary(self, node: Unary, wanted: tuple[Type, ...]) -> Typed:
        operand = self.part(node.operand, wanted)
        if operand.type is UNKNOWN:
            return Typed(node, UNKNOWN, (operand,))
        if node.operator == "not":
            operand = self.expect(operand, (BOOLEAN,), "not wants")
            return Typed(node, BOOLEAN, (operand,))
        return self.signed(node, operand)

    def signed(self, node: Unary, operand: Typed) -> Typed:
        """Dice with a sign are no die code any more: they change one."""
        signed = node.operator == "±" or operand.type is DIE_CODE
        if signed and fits(operand.type, MODIFIER):
            return Typed(node, MODIFIER, (turned(operand, MODIFIER),))
        countable = operand.type in SIGNED or isinstance(operand.type, QuantityOf)
        if signed or not countable:
            message = f"{node.operator} cannot stand before {describe(operand.type)}"
            self.report(node, message)
            return Typed(node, UNKNOWN, (operand,))
        return Typed(node, operand.type, (operand,))

    def binary(self, node: Binary, wanted: tuple[Type, ...]) -> Typed:
        inside = wanted if node.operator == "*" else ()
        left, right = self.part(node.left, inside), self.part(node.right, inside)
        rule = operators.rule_for(node.operator, left.type, right.type, wanted)
        if rule is None:
            types = (left.type, right.type)
            message = operators.complaint(node.operator, *types)
            self.report(node, message, operators.advice(node.operator, *types))
            return Typed(node, UNKNOWN, (left, right))
        if rule.left in MADE or node.operator == "to":
            left = turned(left, rule.left)
        if rule.right in MADE or node.operator == "to":
            right = turned(right, rule.right)
        return Typed(node, rule.gives, (left, right))

    def call(self, node: Call, wanted: tuple[Type, ...]) -> Typed:
        key = function(node.function, self.scope)
        if key in BUILTINS:
            return self.builtin(node, BUILTINS[key], wanted)
        if key in self.scope.formulas:
            return self.formula(node, self.scope.formulas[key])
        for argument in node.arguments:
            self.part(argument)
        known = functions(self.scope)
        raise problem(
            Name(node.function, start=node.start, end=node.start + len(node.function)),
            f"there is no formula {node.function}",
            one_line(node.function, known),
        )

    def formula(self, node: Call, signature: Signature) -> Typed:
        takes = signature.takes
        names = ", ".join(name for name, _ in takes)
        self.expect_count(node, len(takes), len(takes), names)
        arguments = tuple(
            turned(self.argument(given, Param((of,)), f"{name} should be", ()), of)
            for given, (name, of) in zip(node.arguments, takes, strict=False)
        )
        return Typed(node, signature.gives, arguments)

    def builtin(self, node: Call, found: Builtin, wanted: tuple[Type, ...]) -> Typed:
        least = len(found.takes) - found.optional
        most = None if found.repeats else len(found.takes)
        self.expect_count(node, least, most, "")
        arguments = tuple(
            self.argument(argument, found.param(index), f"{found.name} wants", wanted)
            for index, argument in enumerate(node.arguments)
        )
        if len(arguments) < least or (most is not None and len(arguments) > most):
            return Typed(node, UNKNOWN, arguments)
        if any(argument.type is UNKNOWN for argument in arguments):
            return Typed(node, UNKNOWN, arguments)
        gives = found.gives(arguments, Asked(self.scope, wanted))
        if gives is None:
            self.report(node, self.unlike(found, arguments))
            return Typed(node, UNKNOWN, arguments)
        return Typed(node, gives, self.shared(found, arguments, gives))

    def shared(
        self, found: Builtin, arguments: tuple[Typed, ...], gives: Type
    ) -> tuple[Typed, ...]:
        """Arguments that become what the function gives do so."""
        return tuple(
            turned(argument, gives) if found.param(index).shared else argument
            for index, argument in enumerate(arguments)
        )

    def unlike(self, found: Builtin, arguments: tuple[Typed, ...]) -> str:
        shared = [a for i, a in enumerate(arguments) if found.param(i).shared]
        words = " and ".join(dict.fromkeys(describe(a.type) for a in shared))
        return f"{found.name} cannot choose between {words}"

    def expect_count(
        self, node: Call, least: int, most: int | None, names: str
    ) -> None:
        count = len(node.arguments)
        if count >= least and (most is None or count <= most):
            return
        last = least if most is None else most
        many = f"{last} argument{'' if last == 1 else 's'}"
        if most is None:
            many = f"at least {many}"
        wants = many if last == least else f"{least} or {many}"
        named = f" ({names})" if names else ""
        message = f"{node.function} wants {wants}{named} and gets {count}"
        self.report(node, message)

    def argument(
        self, node: Node, param: Param, demand: str, wanted: tuple[Type, ...]
    ) -> Typed:
        if param.plain:
            return self.plain(node, param, demand)
        wants = param.wants or wanted
        typed = self.part(node, wants)
        if not param.wants:
            return typed
        typed = self.expect(typed, wants, demand, words=param.words)
        return turned(typed, wants[0]) if wants[0] in MADE else typed

    def plain(self, node: Node, param: Param, demand: str) -> Typed:
        if isinstance(node, Name):
            return Typed(node, TEXT, meaning=Plain(node.text))
        self.report(node, f"{demand} {param.words} here")
        return Typed(node, UNKNOWN)

    def expect(
        self,
        typed: Typed,
        wanted: tuple[Type, ...],
        demand: str,
        *,
        code: Trouble = "type",
        words: str = "",
    ) -> Typed:
        """Give the part back if it fits somewhere; else it is reported and UNKNOWN."""
        if any(fits(typed.type, want) for want in wanted):
            return typed
        message = f"{demand} {words or one_of(wanted)}, not {describe(typed.type)}"
        advice = way_out(typed, wanted, self.scope.pips_per_die)
        self.report(typed.node, message, advice, code)
        return replace(typed, type=UNKNOWN)
