"""The type checker: resolves names, infers types, and collects every problem."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, compress
from typing import TYPE_CHECKING, Final, assert_never

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.spellings import NUMERALS, dice_meant
from freed6c.diagnostics.suggest import did_you_mean, either, fold
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.formula import operators, syntax_tree, types
from freed6c.formula.builtins import BUILTINS, Builtin, Parameter
from freed6c.formula.foreign_notation import OTHER_FUNCTIONS
from freed6c.formula.operators import conversion
from freed6c.formula.scope import DiceToken, FormulaProblem, Signature, SymbolTable
from freed6c.formula.typed_tree import (
    BareWord,
    CheckedFormula,
    TokenCount,
    TypedNode,
    Variable,
)
from freed6c.runtime.amounts import number_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.formula.scope import ResolvedEntry

FORMULA: Final = "formula."
MOST_LISTED: Final = 30
"""So many functions are named where none is like the one that is called."""
ASK_A_VALUE: Final = (
    "let the condition set a value to 1, as in {modify: value.…, set-to: 1}, and write"
    " the value > 0 here"
)
LONGEST_TOKEN: Final = 3
"""A mark with more letters is rather a name with a capital."""


def resolve_name(
    node: syntax_tree.Name, scope: SymbolTable, wanted: tuple[types.Type, ...]
) -> TypedNode:
    """Resolve a name: a variable, the word for a token, or a reference to an entry.

    Among several entries those of a wanted type are meant. Raises FormulaProblem.
    """
    if node.text in scope.names:
        return TypedNode(node, scope.names[node.text], meaning=Variable(node.text))
    if node.text in scope.words:
        return TypedNode(
            node, types.MODIFIER, meaning=TokenCount(scope.words[node.text], 1)
        )
    candidates = scope.find_entries(node.text)
    match _fitting(candidates, wanted) or candidates:
        case [found]:
            return TypedNode(node, found.type, meaning=found)
        case []:
            help_ = _help_for(node.text, scope, wanted)
            raise FormulaProblem(codes.UNKNOWN_NAME, node, name=node.text, help=help_)
        case several:
            ids = either([found.id for found in several])
            raise FormulaProblem(codes.AMBIGUOUS_NAME, node, name=node.text, ids=ids)


def _fitting(
    candidates: tuple[ResolvedEntry, ...], wanted: tuple[types.Type, ...]
) -> list[ResolvedEntry]:
    """The entries of a wanted type."""
    return [
        found
        for found in candidates
        if any(types.fits(found.type, want) for want in wanted)
    ]


def _help_for(
    written: str, scope: SymbolTable, wanted: tuple[types.Type, ...]
) -> tuple[WayOut, ...]:
    """What may have been meant: of all that is near, what fits the place comes alone."""
    if written in BUILTINS or written in scope.formulas:
        return (WayOut(f"a formula is followed by parentheses: {written}(…)"),)
    for cut in re.finditer("-", written):
        left, right = written[: cut.start()], written[cut.end() :]
        if _is_known(left, scope) and _is_known(right, scope):
            apart = f"{left} - {right}"
            advice = f"put spaces around the minus: {apart}"
            return (WayOut(advice, (Replacement(apart),)),)
    if meant := _number_meant(written, wanted) or _local_names_meant(
        written, scope, wanted
    ):
        return meant
    own = (*scope.names, *scope.words)

    def fits(name: str) -> bool:
        if name in own:
            return name not in scope.names or _may_stand(scope.names[name], wanted)
        candidates = scope.find_entries(name)
        return len(_fitting(candidates, wanted) if wanted else candidates) == 1

    def known() -> Iterator[str | tuple[str, str]]:
        return chain(own, scope.entry_names())

    return scope.advice.did_you_mean(written, known, 2, fits) or _known_here(scope)


def _known_here(scope: SymbolTable) -> tuple[WayOut, ...]:
    """What a formula may name, where no name is near."""
    names = f"names here: {', '.join(scope.names)}, and entries" if scope.names else ""
    return (WayOut(f"{names or 'entries may be named'}: freed6c list PACK shows them"),)


DICE_IN_WORDS: Final = ("die", "dice")
ONLY_WORDS: Final = re.compile(r"[^\W\d][\w'-]*(?:,? [^\W\d][\w'-]*)+[.!?]?")
"""Words without a sign between them: what people say, and no formula."""


def name_meant(
    text: str, scope: SymbolTable, wanted: types.Type | None
) -> FormulaProblem | None:
    """The problem with a formula that is the name of an entry as people say it: `Very Easy`.

    A formula refers to the entry by its id. None where it is something else.
    """
    folded = fold(text)
    named = [
        written
        for name, written in scope.entry_names()
        if name != written and fold(name) == folded
    ]
    if not (named or ONLY_WORDS.fullmatch(text)) or not scope.advice.spend(1):
        return None
    whole = syntax_tree.SourceRange(start=0, end=len(text))
    help_ = _help_for(text, scope, () if wanted is None else (wanted,))
    return FormulaProblem(codes.UNKNOWN_NAME, whole, name=f"'{text}'", help=help_)


def _number_meant(text: str, wanted: tuple[types.Type, ...]) -> tuple[WayOut, ...]:
    """The digits of a number that is written as a word."""
    if text not in NUMERALS[1:] or not any(want in SIGNABLE for want in wanted):
        return ()
    digits = str(NUMERALS.index(text))
    return (WayOut(f"write {digits}", (Replacement(digits),)),)


def _local_names_meant(
    text: str, scope: SymbolTable, wanted: tuple[types.Type, ...]
) -> tuple[WayOut, ...]:
    """The names of the place that end so: `row.attack` where it says `attack`."""
    ending = [
        (name.partition(".")[2], name)
        for name, of in scope.names.items()
        if "." in name and _may_stand(of, wanted)
    ]
    same = [each for each in ending if each[0] == text]
    return scope.advice.did_you_mean(text, same)


def _may_stand(given: types.Type, wanted: tuple[types.Type, ...]) -> bool:
    """Whether a value of a type may stand where some are wanted, or any."""
    return not wanted or any(types.fits(given, want) for want in wanted)


def _is_known(written: str, scope: SymbolTable) -> bool:
    return (
        written.isdecimal()
        or written in scope.names
        or bool(scope.find_entries(written))
    )


def resolve_mark(
    node: syntax_tree.TokenLiteral, scope: SymbolTable, wanted: tuple[types.Type, ...]
) -> TypedNode:
    """Find what a mark means: so many of a token. Raises FormulaProblem."""
    token = scope.tokens.get(node.letters)
    if token is None:
        numbers = ("" if each is None else each for each in (node.before, node.behind))
        written = node.letters.join(map(str, numbers))
        if dice := dice_meant(written, scope.sides, scope.pips_per_die):
            raise FormulaProblem(codes.SIDED_DICE, node, written=written, help=dice)
        help_ = did_you_mean(node.letters, scope.tokens, 2)
        if len(node.letters) > LONGEST_TOKEN:  # a name as it is said: Rapport
            help_ = _help_for(node.letters, scope, wanted) or help_
        if node.letters in {"D", "d"}:
            code = f"{1 if node.before is None else node.before}D"
            edits = () if node.before is None else (Replacement(code),)
            help_ = (WayOut(f"write {code}", edits),)
        raise FormulaProblem(codes.UNKNOWN_TOKEN, node, token=node.letters, help=help_)
    return TypedNode(node, types.MODIFIER, meaning=_token_count(node, token))


def _token_count(node: syntax_tree.TokenLiteral, token: DiceToken) -> TokenCount:
    count = 1 if node.before is None else node.before
    if node.behind is None:
        return TokenCount(node.letters, count)
    if token.behind == "none":
        raise FormulaProblem(codes.TOKEN_WITH_NUMBER, node, token=node.letters)
    if token.behind == "sides" and token.sizes and node.behind not in token.sizes:
        raise FormulaProblem(
            codes.NO_SUCH_SIZE,
            node,
            sides=node.behind,
            sizes=", ".join(map(str, sorted(token.sizes))),
            token=node.letters,
        )
    if token.behind != "count":
        return TokenCount(f"{node.letters}{node.behind}", count)
    if node.before is not None:
        raise FormulaProblem(
            codes.TOKEN_COUNTED_TWICE,
            node,
            token=node.letters,
            before=node.before,
            behind=node.behind,
        )
    return TokenCount(node.letters, node.behind)


SIGNABLE: Final = (types.INTEGER, types.FRACTION, types.MODIFIER)
COERCED: Final = (types.POOL, types.MODIFIER)
"""Operands are coerced to these; integers and fractions mix without it."""


def check(
    tree: syntax_tree.Node, scope: SymbolTable, wanted: types.Type | None = None
) -> CheckedFormula:
    """Check a formula: infer the type of every node, and collect what is wrong.

    A result that does not fit the `wanted` type is a problem too; one that fits is
    coerced to it.
    """
    checker = _Checker(scope, [])
    wants = () if wanted is None else (wanted,)
    typed = checker.infer(tree, wants)
    if wanted is not None:
        typed = checker.expect(typed, wants, "the result", code=codes.WRONG_RESULT)
        typed = coerce(typed, wanted)
    return CheckedFormula(typed, tuple(sorted(checker.problems, key=lambda p: p.start)))


def coerce(typed: TypedNode, target: types.Type) -> TypedNode:
    """Coerce a node to a type, where that is an implicit conversion.

    What may be blank stays so.
    """
    optional = isinstance(typed.type, types.OptionalOf)
    wanted = types.without_optional(target)
    if (types.without_optional(typed.type), wanted) not in types.WIDENS:
        return typed
    return replace(typed, coerced_to=types.OptionalOf(wanted) if optional else wanted)


def _difference(typed: TypedNode) -> TypedNode:
    """Make a sum of die codes that takes some away a modifier, which may be negative.

    What is added comes before what is taken away: `a - b + c` is `(a + c) - b`.
    """
    sums: dict[bool, TypedNode] = {}
    terms = [(typed, False)]
    while terms:
        part, minus = terms.pop()
        match part.node:
            case syntax_tree.Binary("+" | "-" as operator):
                left, right = part.children
                terms += [(right, minus != (operator == "-")), (left, minus)]
            case _ if minus in sums:
                sums[minus] = _of_codes("+", sums[minus], part, types.DIE_CODE)
            case _:
                sums[minus] = part
    if True not in sums:
        return typed
    return _of_codes("-", sums[False], sums[True], types.MODIFIER)


def _of_codes(
    operator: str, left: TypedNode, right: TypedNode, gives: types.Type
) -> TypedNode:
    node = syntax_tree.Binary(
        operator, left.node, right.node, start=left.node.start, end=right.node.end
    )
    return TypedNode(node, gives, (left, right))


@dataclass(frozen=True, slots=True)
class _Checker:
    scope: SymbolTable
    problems: list[FormulaProblem]

    def report(
        self, problem: FormulaProblem, node: syntax_tree.Node, *parts: TypedNode
    ) -> TypedNode:
        """Report a problem; whatever is made of the node is not reported again."""
        self.problems.append(problem)
        return TypedNode(node, types.UNKNOWN, parts)

    def infer(
        self, node: syntax_tree.Node, wanted: tuple[types.Type, ...] = ()
    ) -> TypedNode:
        """Infer the type of a node: UNKNOWN where something in it was reported.

        `wanted` are the types that the place takes; they decide between overloads and
        between entries of one name.
        """
        try:
            match node:
                case syntax_tree.Name():
                    return resolve_name(node, self.scope, wanted)
                case syntax_tree.Unary():
                    return self.unary(node, wanted)
                case syntax_tree.Binary():
                    return self.binary(node, wanted)
                case syntax_tree.FunctionCall():
                    return self.call(node, wanted)
                case _:
                    return self.literal(node, wanted)
        except FormulaProblem as problem:
            return self.report(problem, node)

    def literal(
        self, node: syntax_tree.Literal, wanted: tuple[types.Type, ...]
    ) -> TypedNode:
        match node:
            case syntax_tree.Integer():
                return TypedNode(node, types.INTEGER)
            case syntax_tree.Decimal():
                return TypedNode(node, types.FRACTION)
            case syntax_tree.Truth():
                return TypedNode(node, types.BOOLEAN)
            case syntax_tree.TokenLiteral():
                return resolve_mark(node, self.scope, wanted)
            case syntax_tree.SignedDice():
                return TypedNode(node, types.MODIFIER)
            case syntax_tree.DiceLiteral():
                marks = tuple(self.infer(mark) for mark in node.marks)
                pool = marks or node.pips >= self.scope.pips_per_die
                return TypedNode(node, types.POOL if pool else types.DIE_CODE, marks)
            case syntax_tree.QuantityLiteral(unit=unit) if unit in self.scope.units:
                return TypedNode(node, types.QuantityOf(self.scope.units[unit]))
            case syntax_tree.QuantityLiteral(amount, unit):
                known = self.scope.units
                number = number_text(amount)
                written = [(word, f"{number} {word}") for word in known]
                near = did_you_mean(unit, written, 2)
                if unit in DICE_IN_WORDS:
                    near = (WayOut(f"write {number}D", (Replacement(f"{number}D"),)),)
                raise FormulaProblem(
                    codes.UNKNOWN_UNIT,
                    node,
                    unit=unit,
                    known=", ".join(known) or "none yet",
                    help=near,
                )
            case _:
                assert_never(node)

    def unary(
        self, node: syntax_tree.Unary, wanted: tuple[types.Type, ...]
    ) -> TypedNode:
        operand = self.infer(node.operand, wanted)
        if operand.type is types.UNKNOWN:
            return TypedNode(node, types.UNKNOWN, (operand,))
        if node.operator == "not":
            operand = self.expect(operand, (types.BOOLEAN,), "not wants")
            return TypedNode(node, types.BOOLEAN, (operand,))
        return self.sign(node, operand)

    def sign(self, node: syntax_tree.Unary, operand: TypedNode) -> TypedNode:
        """Type a sign: dice with one are a modifier, no die code."""
        signed = node.operator == "±" or operand.type is types.DIE_CODE
        if signed and types.fits(operand.type, types.MODIFIER):
            return TypedNode(node, types.MODIFIER, (coerce(operand, types.MODIFIER),))
        countable = operand.type in SIGNABLE or isinstance(
            operand.type, types.QuantityOf
        )
        if signed or not countable:
            given = types.describe(operand.type)
            sign = node.operator
            problem = FormulaProblem(codes.SIGN_TYPE, node, sign=sign, given=given)
            return self.report(problem, node, operand)
        return TypedNode(node, operand.type, (operand,))

    def binary(
        self, node: syntax_tree.Binary, wanted: tuple[types.Type, ...]
    ) -> TypedNode:
        inside = wanted if node.operator == "*" else ()
        left, right = self.infer(node.left, inside), self.infer(node.right, inside)
        overload = operators.resolve_overload(
            node.operator, left.type, right.type, wanted
        )
        if overload is None:
            problem = operators.mismatch(node, left.type, right.type)
            return self.report(problem, node, left, right)
        if overload.left in COERCED or node.operator == "to":
            left = coerce(left, overload.left)
        if overload.right in COERCED or node.operator == "to":
            right = coerce(right, overload.right)
        typed = TypedNode(node, overload.gives, (left, right))
        codes_added = typed.type is types.DIE_CODE and node.operator in {"+", "-"}
        return _difference(typed) if codes_added and types.MODIFIER in wanted else typed

    def call(
        self, node: syntax_tree.FunctionCall, wanted: tuple[types.Type, ...]
    ) -> TypedNode:
        name = node.function
        if name in BUILTINS:
            return self.builtin(node, BUILTINS[name], wanted)
        # A formula may be named by its full id.
        key = name.removeprefix(FORMULA)
        if key in self.scope.formulas:
            return self.formula(node, self.scope.formulas[key])
        for argument in node.arguments:
            self.infer(argument)
        if here := OTHER_FUNCTIONS.get(name):
            near: tuple[WayOut, ...] = (
                WayOut(f"write {here}(…)", (Replacement(here),)),
            )
        else:
            near = self.scope.advice.did_you_mean_or_list(
                name,
                chain(BUILTINS, self.scope.formulas),
                "functions here",
                MOST_LISTED,
            )
        function = syntax_tree.SourceRange(start=node.start, end=node.start + len(name))
        raise FormulaProblem(codes.UNKNOWN_FUNCTION, function, name=name, help=near)

    def formula(
        self, node: syntax_tree.FunctionCall, signature: Signature
    ) -> TypedNode:
        takes = signature.parameters
        names = ", ".join(name for name, _ in takes)
        self.expect_count(node, len(takes), len(takes), names)
        arguments = tuple(
            coerce(self.argument(given, Parameter((of,)), f"{name} should be", ()), of)
            for given, (name, of) in zip(node.arguments, takes, strict=False)
        )
        return TypedNode(node, signature.result, arguments)

    def builtin(
        self,
        node: syntax_tree.FunctionCall,
        builtin: Builtin,
        wanted: tuple[types.Type, ...],
    ) -> TypedNode:
        least = len(builtin.parameters) - builtin.optional
        most = None if builtin.repeats else len(builtin.parameters)
        fits = self.expect_count(node, least, most, "")
        arguments = tuple(
            self.argument(
                argument, builtin.param(index), f"{builtin.name} wants", wanted
            )
            for index, argument in enumerate(node.arguments)
        )
        if not fits or any(part.type is types.UNKNOWN for part in arguments):
            return TypedNode(node, types.UNKNOWN, arguments)
        gives = builtin.result(arguments, self.scope, wanted)
        shared = [builtin.param(index).shared for index in range(len(arguments))]
        if gives is None:
            given = (types.describe(part.type) for part in compress(arguments, shared))
            listed = " and ".join(dict.fromkeys(given))
            problem = FormulaProblem(
                codes.NO_COMMON_TYPE, node, function=builtin.name, types=listed
            )
            return self.report(problem, node, *arguments)
        coerced = (
            coerce(part, gives) if alike else part
            for part, alike in zip(arguments, shared, strict=True)
        )
        return TypedNode(node, gives, tuple(coerced))

    def expect_count(
        self, node: syntax_tree.FunctionCall, least: int, most: int | None, names: str
    ) -> bool:
        """Whether a call has as many arguments as it needs; report it if not."""
        count = len(node.arguments)
        if count >= least and (most is None or count <= most):
            return True
        last = least if most is None else most
        many = f"{last} argument{'' if last == 1 else 's'}"
        if most is None:
            many = f"at least {many}"
        wants = many if last == least else f"{least} or {many}"
        named = f" ({names})" if names else ""
        name, wanted = node.function, wants + named
        problem = FormulaProblem(
            codes.ARGUMENT_COUNT, node, function=name, wanted=wanted, given=count
        )
        self.problems.append(problem)
        return False

    def argument(
        self,
        node: syntax_tree.Node,
        param: Parameter,
        demand: str,
        wanted: tuple[types.Type, ...],
    ) -> TypedNode:
        if param.bare_word:
            if isinstance(node, syntax_tree.Name):
                return TypedNode(node, types.TEXT, meaning=BareWord(node.text))
            problem = FormulaProblem(
                codes.COLUMN_NAME_WANTED, node, demand=demand, wanted=param.words
            )
            return self.report(problem, node)
        wants = param.wants or wanted
        typed = self.infer(node, wants)
        if not param.wants:
            return typed
        typed = self.expect(typed, wants, demand, param.words)
        return coerce(typed, wants[0]) if wants[0] in COERCED else typed

    def expect(
        self,
        typed: TypedNode,
        wanted: tuple[types.Type, ...],
        demand: str,
        words: str = "",
        code: Code = codes.ARGUMENT_TYPE,
    ) -> TypedNode:
        """Give the node back if it fits a wanted type; else report it as UNKNOWN."""
        if any(types.fits(typed.type, want) for want in wanted):
            return typed
        problem = FormulaProblem(
            code,
            typed.node,
            demand=demand,
            wanted=words or types.describe_any(wanted),
            given=types.describe(typed.type),
            help=self.ways_out(typed, wanted),
        )
        self.problems.append(problem)
        return replace(typed, type=types.UNKNOWN)

    def ways_out(
        self, typed: TypedNode, wanted: tuple[types.Type, ...]
    ) -> tuple[WayOut, ...]:
        """What to write instead of a node of another type than is wanted."""
        meant: tuple[WayOut, ...] = ()
        if isinstance(typed.node, syntax_tree.Name):
            text = typed.node.text
            meant = _number_meant(text, wanted) or _local_names_meant(
                text, self.scope, wanted
            )
            if not meant and text in self.scope.words:  # a token hides the entry
                named = _fitting(self.scope.find_entries(text), wanted)
                meant = tuple(
                    WayOut(f"write {found.id}", (Replacement(found.id),))
                    for found in named
                )
        of = typed.type
        condition = isinstance(of, types.EntryOf) and of.kind == "condition"
        if condition and types.EntryOf("skill") in wanted:
            meant = (WayOut(ASK_A_VALUE),)
        way = conversion(typed, wanted, self.scope.pips_per_die)
        return meant or ((way,) if way else ())
