"""The type checker: resolve names, infer the type of every node, and collect all problems.

A syntax tree becomes a typed tree. `wanted` are always the types that fit the place of a node, or
nothing for any type. They decide between entries of one name, and between a die code and a
modifier. A node with a reported problem has the type UNKNOWN, which fits everywhere, so that one
cause is reported once. A mark is a token of dice with a number, such as `B2`.
"""

from __future__ import annotations

import re
from itertools import chain, compress
from typing import TYPE_CHECKING, Final, assert_never

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.spellings import NUMERALS, dice_meant
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_or_list, either, fold
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.formula import operators, types
from freed6c.formula.builtins import BUILTINS, OF_CHARACTER, Builtin, Parameter
from freed6c.formula.operators import conversion
from freed6c.formula.scope import (
    BadFormulaError,
    DiceToken,
    ResolvedEntry,
    Signature,
    SymbolTable,
)
from freed6c.formula.syntax_tree import (
    OF_TARGET,
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Literal,
    Name,
    Node,
    QuantityLiteral,
    SignedDice,
    SourceRange,
    TokenLiteral,
    Truth,
    Unary,
)
from freed6c.formula.typed_tree import (
    BareWord,
    CheckedFormula,
    TokenCount,
    TypedNode,
    Variable,
)
from freed6c.packs.lazy import dataclass, replace
from freed6c.runtime.amounts import number_text
from freed6c.runtime.notation import read_die

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Code
    from freed6c.formula.types import Wanted

FORMULA: Final = "formula."
"""The prefix of the ids of named formulas: a call can use the id or the key after it."""
MOST_LISTED: Final = 30
"""The number of functions to list if no name is similar to an unknown function."""
LONGEST_TOKEN: Final = 3
"""A mark with more letters is probably a name with a capital letter."""


def resolve_name(node: Name, scope: SymbolTable, wanted: Wanted) -> TypedNode:
    """Resolve a name: a variable, the word for a token, or a reference to an entry.

    If several entries have the name, those of a wanted type are preferred. Raises
    BadFormulaError if no entry remains, or more than one.
    """
    if scope.names.get(node.text, types.TARGET) is not types.TARGET:
        return TypedNode(node, scope.names[node.text], meaning=Variable(node.text))
    if read := _of_target(node.text, scope):
        typed = resolve_name(replace(node, text=read), scope, wanted)
        if isinstance(typed.meaning, ResolvedEntry) and not isinstance(
            typed.type, types.EntryOf
        ):
            return replace(typed, of_target=True)
    if node.text in scope.words:
        one = TokenCount(scope.words[node.text], 1)
        return TypedNode(node, types.MODIFIER, meaning=one)
    candidates = scope.find_entries(node.text)
    match _fitting(candidates, wanted) or candidates:
        case [entry]:
            return TypedNode(node, entry.type, meaning=entry)
        case []:
            help_ = _suggest_names(node.text, scope, wanted)
            raise BadFormulaError(codes.UNKNOWN_NAME, node, name=node.text, help=help_)
        case entries:
            ids = either([entry.id for entry in entries])
            raise BadFormulaError(codes.AMBIGUOUS_NAME, node, name=node.text, ids=ids)


def _of_target(written: str, scope: SymbolTable) -> str:
    """Return what a formula reads from the target: `pace` for `target.pace`; empty otherwise."""
    has_target = scope.names.get("target") is types.TARGET
    is_prefixed = has_target and written.startswith(OF_TARGET)
    return written.removeprefix(OF_TARGET) if is_prefixed else ""


TARGET_HERE: Final = (
    f"write target. in front of a value or of {', '.join(OF_CHARACTER)}"
)
NO_TARGET: Final = (
    "only actions with a target, effect rolls, menus and effects on rolls read targets"
)


def _explain_target(written: str, scope: SymbolTable) -> Ways:
    """Return advice on an unknown name or function that begins with `target`; () for others."""
    if written != "target" and not written.startswith(OF_TARGET):
        return ()
    has_target = scope.names.get("target") is types.TARGET
    return (WayOut(TARGET_HERE if has_target else NO_TARGET),)


def _fitting(
    candidates: tuple[ResolvedEntry, ...], wanted: Wanted
) -> list[ResolvedEntry]:
    """Return the entries of a wanted type."""
    return [e for e in candidates if wanted and _fits_any(e.type, wanted)]


def _suggest_names(written: str, scope: SymbolTable, wanted: Wanted) -> Ways:
    """Return suggestions for an unknown name: similar names of a wanted type, if there are any."""
    if about_target := _explain_target(written, scope):
        return about_target
    if written in BUILTINS or written in scope.formulas:
        return (WayOut(f"add parentheses to call the formula: {written}(…)"),)
    # A subtraction without spaces is lexed as one name: `rank-1`.
    for hyphen in re.finditer("-", written):
        left, right = written[: hyphen.start()], written[hyphen.end() :]
        if _is_known(left, scope) and _is_known(right, scope):
            spaced = f"{left} - {right}"
            advice = f"add spaces around the minus: {spaced}"
            return (WayOut(advice, (Replacement(spaced),)),)
    if suggestions := _suggest_digits(written, wanted) or _suggest_full_names(
        written, scope, wanted
    ):
        return suggestions
    local_names = (*scope.names, *scope.words)

    def fits(name: str) -> bool:
        if name in local_names:
            return name not in scope.names or _fits_any(scope.names[name], wanted)
        candidates = scope.find_entries(name)
        return len(_fitting(candidates, wanted) if wanted else candidates) == 1

    all_names = scope.advice.names(lambda: chain(local_names, scope.entry_names()))
    return did_you_mean(written, all_names, 2, fits) or _list_names(scope, wanted)


MOST_COMPARED: Final = 1_000
"""The cost of listing the entries that fit, as a number of compared names."""
MOST_ENTRIES: Final = 12
"""The number of entries to list if no name is similar to an unknown name."""


def _list_names(scope: SymbolTable, wanted: Wanted) -> Ways:
    """Return advice on what to write, with the local names, or the entries that fit if few."""
    names = [name for name in scope.names if _fits_any(scope.names[name], wanted)]
    what = types.describe_any(wanted) if wanted else "the id of an entry"
    wants_entry = any(isinstance(type_, types.EntryOf) for type_ in wanted)
    if wants_entry and scope.advice.spend(MOST_COMPARED):
        references = dict.fromkeys(reference for _, reference in scope.entry_names())
        found = chain.from_iterable(map(scope.find_entries, references))
        ids = {entry.id.partition(".")[2]: 0 for entry in _fitting((*found,), wanted)}
        if 0 < len(ids) <= MOST_ENTRIES:
            return (WayOut(f"write {what}: {', '.join((*names, *ids))}"),)
    listed = f", or use one of {', '.join(scope.names)}" if scope.names else ""
    return (WayOut(f"write {what}{listed}; freed6c list PACK shows the ids"),)


DICE_IN_WORDS: Final = ("die", "dice")
ONLY_WORDS: Final = re.compile(r"[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)+[.!?]?")
"""Two or more words without an operator between them, which are no formula: `Very Easy`."""


def name_meant(
    text: str, scope: SymbolTable, wanted: types.Type | None
) -> BadFormulaError | None:
    """Return the problem of a formula that is the display name of an entry, as `Very Easy`.

    Formulas refer to an entry by its id (`difficulty.very-easy`). Return None for other texts.
    """
    folded = fold(text)
    is_display_name = any(
        name != reference and fold(name) == folded
        for name, reference in scope.entry_names()
    )
    if not (is_display_name or ONLY_WORDS.fullmatch(text)) or not scope.advice.spend(1):
        return None
    whole = SourceRange(start=0, end=len(text))
    help_ = _suggest_names(text, scope, () if wanted is None else (wanted,))
    return BadFormulaError(codes.UNKNOWN_NAME, whole, name=text, help=help_)


def _suggest_digits(text: str, wanted: Wanted) -> Ways:
    """Suggest the digits of a number that is written as a word: 3 for `three`."""
    # NUMERALS[0] is "no", which can also mean false.
    if text not in NUMERALS[1:] or not any(want in SIGNABLE for want in wanted):
        return ()
    digits = str(NUMERALS.index(text))
    return (WayOut(f"write {digits}", (Replacement(digits),)),)


def _suggest_full_names(text: str, scope: SymbolTable, wanted: Wanted) -> Ways:
    """Suggest the local names that end in the text: `row.attack` for `attack`."""
    endings = [
        (name.partition(".")[2], name)
        for name, type_ in scope.names.items()
        if "." in name and _fits_any(type_, wanted)
    ]
    matches = [(ending, name) for ending, name in endings if ending == text]
    return did_you_mean(text, scope.advice.names(matches))


def _fits_any(given: types.Type, wanted: Wanted) -> bool:
    """Return True if a type fits one of the wanted types, or if any type is allowed."""
    return not wanted or any(types.fits(given, want) for want in wanted)


def _is_known(written: str, scope: SymbolTable) -> bool:
    """Return True if the text is a number, a local name or the name of an entry."""
    return (
        written.isdecimal()
        or written in scope.names
        or bool(scope.find_entries(written))
    )


def resolve_mark(node: TokenLiteral, scope: SymbolTable, wanted: Wanted) -> TypedNode:
    """Resolve a mark to a token and its count: `B2` to two of `B`.

    Raises BadFormulaError for unknown letters. For `2d6`, as in other games, it suggests `2D`.
    """
    token = scope.tokens.get(node.letters)
    if token is None:
        before, behind = ("" if n is None else n for n in (node.before, node.behind))
        written = f"{before}{node.letters}{behind}"
        if dice := dice_meant(written, scope.sides, scope.pips_per_die):
            raise BadFormulaError(codes.SIDED_DICE, node, written=written, help=dice)
        help_ = did_you_mean(node.letters, scope.tokens, 2)
        if len(node.letters) > LONGEST_TOKEN:  # a display name: Rapport
            help_ = _suggest_names(node.letters, scope, wanted) or help_
        if node.letters in {"D", "d"}:
            code = f"{1 if node.before is None else node.before}D"
            # Without a number of dice, 1D is only a guess, which is not applied automatically.
            edits = () if node.before is None else (Replacement(code),)
            help_ = (WayOut(f"write {code}", edits),)
        raise BadFormulaError(codes.UNKNOWN_TOKEN, node, token=node.letters, help=help_)
    return TypedNode(node, types.MODIFIER, meaning=_token_count(node, token))


def _token_count(node: TokenLiteral, token: DiceToken) -> TokenCount:
    """Return the token and count of a mark: `B2` is 2 of B, `3WD8` is 3 of WD8.

    Raises BadFormulaError for a number that the token doesn't allow.
    """
    count = 1 if node.before is None else node.before
    if node.behind is None:
        return TokenCount(node.letters, count)
    if token.behind == "none":
        raise BadFormulaError(codes.TOKEN_WITH_NUMBER, node, token=node.letters)
    if token.behind == "sides" and token.sizes and node.behind not in token.sizes:
        raise BadFormulaError(
            codes.NO_SUCH_SIZE,
            node,
            sides=node.behind,
            sizes=", ".join(map(str, sorted(token.sizes))),
            token=node.letters,
        )
    if token.behind != "count":
        return TokenCount(f"{node.letters}{node.behind}", count)
    if node.before is not None:
        raise BadFormulaError(
            codes.TOKEN_COUNTED_TWICE,
            node,
            token=node.letters,
            before=node.before,
            behind=node.behind,
        )
    return TokenCount(node.letters, node.behind)


SIGNABLE: Final = (types.INTEGER, types.FRACTION, types.MODIFIER)
"""The types, besides quantities, that can have a sign and keep their type."""
COERCED: Final = (types.POOL, types.MODIFIER)
"""The types to which operands are coerced. Integers and fractions mix without coercion."""


def check(
    tree: Node, scope: SymbolTable, wanted: types.Type | None = None
) -> CheckedFormula:
    """Check a formula: infer the type of every node, and collect all problems.

    A result that doesn't fit the `wanted` type is also a problem; one that fits is coerced to it.
    """
    checker = _Checker(scope, [])
    wants = () if wanted is None else (wanted,)
    typed = checker.infer(tree, wants)
    if wanted is not None:
        typed = checker.expect(typed, wants, "the result", code=codes.WRONG_RESULT)
        typed = coerce(typed, wanted)
    return CheckedFormula(typed, tuple(sorted(checker.problems, key=lambda p: p.start)))


def coerce(typed: TypedNode, target: types.Type) -> TypedNode:
    """Return the node coerced to a type, or unchanged if there is no implicit conversion.

    An optional node stays optional: its value can still be blank.
    """
    optional = isinstance(typed.type, types.OptionalOf)
    wanted = types.without_optional(target)
    if (types.without_optional(typed.type), wanted) not in types.WIDENS:
        return typed
    return replace(typed, coerced_to=types.OptionalOf(wanted) if optional else wanted)


def _difference(typed: TypedNode) -> TypedNode:
    """Return a sum of die codes, if it subtracts any, as a modifier, which can be negative.

    Additions come before subtractions: `a - b + c - d` becomes `(a + c) - (b + d)`.
    """
    # The sums of added terms (False) and of subtracted terms (True), from left to right.
    sums: dict[bool, TypedNode] = {}
    terms = [(typed, False)]
    while terms:
        term, subtracted = terms.pop()
        match term.node:
            case Binary("+" | "-" as operator):
                left, right = term.children
                flips = operator == "-"
                terms += [(right, subtracted != flips), (left, subtracted)]
            case _ if subtracted in sums:
                sums[subtracted] = _combine("+", sums[subtracted], term, types.DIE_CODE)
            case _:
                sums[subtracted] = term
    if True not in sums:
        return typed
    return _combine("-", sums[False], sums[True], types.MODIFIER)


def _combine(
    operator: str, left: TypedNode, right: TypedNode, result: types.Type
) -> TypedNode:
    node = Binary(
        operator, left.node, right.node, start=left.node.start, end=right.node.end
    )
    return TypedNode(node, result, (left, right))


@dataclass(frozen=True)
class _Checker:
    scope: SymbolTable
    problems: list[BadFormulaError]

    def report(
        self, problem: BadFormulaError, node: Node, *children: TypedNode
    ) -> TypedNode:
        """Report a problem, and return the node with the type UNKNOWN."""
        self.problems.append(problem)
        return TypedNode(node, types.UNKNOWN, children)

    def infer(self, node: Node, wanted: Wanted = ()) -> TypedNode:
        """Return a node with its type, UNKNOWN if the type depends on a reported problem."""
        try:
            match node:
                case Name():
                    return resolve_name(node, self.scope, wanted)
                case Unary():
                    return self.unary(node, wanted)
                case Binary():
                    return self.binary(node, wanted)
                case FunctionCall():
                    return self.call(node, wanted)
                case _:
                    return self.literal(node, wanted)
        except BadFormulaError as problem:
            return self.report(problem, node)

    def literal(self, node: Literal, wanted: Wanted) -> TypedNode:
        match node:
            case Integer():
                return TypedNode(node, types.INTEGER)
            case Decimal():
                return TypedNode(node, types.FRACTION)
            case Truth():
                return TypedNode(node, types.BOOLEAN)
            case TokenLiteral():
                return resolve_mark(node, self.scope, wanted)
            case SignedDice():
                return TypedNode(node, types.MODIFIER)
            case DiceLiteral(dice, die=die) if die and (
                not self.scope.sides[1:] or read_die(die) not in self.scope.sides
            ):
                dice_ = f"{dice}{die}"
                help_ = dice_meant(dice_, self.scope.sides, self.scope.pips_per_die)
                raise BadFormulaError(codes.SIDED_DICE, node, written=dice_, help=help_)
            case DiceLiteral():
                marks = tuple(self.infer(mark) for mark in node.marks)
                pool = marks or node.die or node.pips >= self.scope.pips_per_die
                return TypedNode(node, types.POOL if pool else types.DIE_CODE, marks)
            case QuantityLiteral(unit=unit) if unit in self.scope.units:
                return TypedNode(node, types.QuantityOf(self.scope.units[unit]))
            case QuantityLiteral(amount, unit):
                number = number_text(amount)
                amounts = [(word, f"{number} {word}") for word in self.scope.units]
                help_ = did_you_mean(unit, amounts, 2)
                if not help_ and types.INTEGER in wanted:
                    help_ = (WayOut(f"write {number}, without a unit"),)
                if unit in DICE_IN_WORDS:
                    help_ = (WayOut(f"write {number}D", (Replacement(f"{number}D"),)),)
                raise BadFormulaError(
                    codes.UNKNOWN_UNIT,
                    node,
                    unit=unit,
                    known=", ".join(self.scope.units) or "none yet",
                    help=help_,
                )
            case _:
                assert_never(node)

    def unary(self, node: Unary, wanted: Wanted) -> TypedNode:
        operand = self.infer(node.operand, wanted)
        if operand.type is types.UNKNOWN:
            return TypedNode(node, types.UNKNOWN, (operand,))
        if node.operator == "not":
            operand = self.expect(operand, (types.BOOLEAN,), "not needs")
            return TypedNode(node, types.BOOLEAN, (operand,))
        return self.sign(node, operand)

    def sign(self, node: Unary, operand: TypedNode) -> TypedNode:
        """Return a sign and its operand with their type: `-1D` and `±1` are modifiers."""
        makes_modifier = node.operator == "±" or operand.type is types.DIE_CODE
        if makes_modifier and types.fits(operand.type, types.MODIFIER):
            return TypedNode(node, types.MODIFIER, (coerce(operand, types.MODIFIER),))
        quantity = isinstance(operand.type, types.QuantityOf)
        if makes_modifier or not (quantity or operand.type in SIGNABLE):
            given = types.describe(operand.type)
            sign = node.operator
            problem = BadFormulaError(codes.SIGN_TYPE, node, sign=sign, given=given)
            return self.report(problem, node, operand)
        return TypedNode(node, operand.type, (operand,))

    def binary(self, node: Binary, wanted: Wanted) -> TypedNode:
        # A product wants its own types of its factors: `2 * -1D` can be a modifier.
        operands = wanted if node.operator == "*" else ()
        left, right = self.infer(node.left, operands), self.infer(node.right, operands)
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

    def call(self, node: FunctionCall, wanted: Wanted) -> TypedNode:
        name = node.function
        if name in BUILTINS:
            return self.builtin(node, BUILTINS[name], wanted)
        # A formula may be named by its full id.
        key = name.removeprefix(FORMULA)
        if key in self.scope.formulas:
            return self.formula(node, self.scope.formulas[key])
        read = _of_target(name, self.scope)
        if read in OF_CHARACTER or read.removeprefix(FORMULA) in self.scope.formulas:
            typed = self.call(replace(node, function=read), wanted)
            return replace(typed, of_target=True)
        for argument in node.arguments:  # to report their problems
            self.infer(argument)
        from freed6c.formula.foreign_notation import OTHER_FUNCTIONS

        if own_name := OTHER_FUNCTIONS.get(name):
            help_: Ways = (WayOut(f"write {own_name}(…)", (Replacement(own_name),)),)
        elif not (help_ := _explain_target(name, self.scope)):
            names = self.scope.advice.names(chain(BUILTINS, self.scope.formulas))
            help_ = did_you_mean_or_list(name, names, "functions here", MOST_LISTED)
        function = SourceRange(start=node.start, end=node.start + len(name))
        raise BadFormulaError(codes.UNKNOWN_FUNCTION, function, name=name, help=help_)

    def formula(self, node: FunctionCall, signature: Signature) -> TypedNode:
        """Return a call of a named formula with its type; report arguments that don't fit."""
        params = signature.parameters
        names = ", ".join(name for name, _ in params)
        self.expect_count(node, len(params), len(params), names)
        arguments = tuple(
            coerce(
                self.argument(arg, Parameter((type_,)), f"{name} should be", ()), type_
            )
            for arg, (name, type_) in zip(node.arguments, params, strict=False)
        )
        return TypedNode(node, signature.result, arguments)

    def builtin(
        self, node: FunctionCall, builtin: Builtin, wanted: Wanted
    ) -> TypedNode:
        """Return a call of a built-in function with its type; report arguments that don't fit."""
        least = len(builtin.parameters) - builtin.optional
        most = None if builtin.repeats else len(builtin.parameters)
        fits = self.expect_count(node, least, most, "")
        arguments = tuple(
            self.argument(
                argument, builtin.param(index), f"{builtin.name} needs", wanted
            )
            for index, argument in enumerate(node.arguments)
        )
        if not fits or any(argument.type is types.UNKNOWN for argument in arguments):
            return TypedNode(node, types.UNKNOWN, arguments)
        result = builtin.result(arguments, self.scope, wanted)
        # `shared` arguments have a common type, that of the result: `max(1, 2.5)`.
        shared = [builtin.param(index).shared for index in range(len(arguments))]
        if result is None:
            given = (types.describe(arg.type) for arg in compress(arguments, shared))
            listed = " and ".join(dict.fromkeys(given))
            problem = BadFormulaError(
                codes.NO_COMMON_TYPE, node, function=builtin.name, types=listed
            )
            return self.report(problem, node, *arguments)
        coerced = (
            coerce(argument, result) if is_shared else argument
            for argument, is_shared in zip(arguments, shared, strict=True)
        )
        return TypedNode(node, result, tuple(coerced))

    def expect_count(
        self, node: FunctionCall, least: int, most: int | None, names: str
    ) -> bool:
        """Return True if a call has a valid number of arguments; report it if not.

        `most` is None if there is no limit. `names` are those of the parameters, for the message.
        """
        count = len(node.arguments)
        if count >= least and (most is None or count <= most):
            return True
        last = least if most is None else most
        wanted = f"{last} argument{'' if last == 1 else 's'}"
        if most is None:
            wanted = f"at least {wanted}"
        elif most != least:
            wanted = f"{least} or {wanted}"
        if names:
            wanted = f"{wanted} ({names})"
        name = node.function
        problem = BadFormulaError(
            codes.ARGUMENT_COUNT, node, function=name, wanted=wanted, given=count
        )
        self.problems.append(problem)
        return False

    def argument(
        self, node: Node, param: Parameter, demand: str, wanted: Wanted
    ) -> TypedNode:
        """Return an argument with its type; report one that doesn't fit the parameter.

        `demand` begins the message: `floor needs`. `wanted` are the types that fit the call.
        """
        if param.bare_word:
            if isinstance(node, Name):
                return TypedNode(node, types.TEXT, meaning=BareWord(node.text))
            problem = BadFormulaError(
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
        wanted: Wanted,
        demand: str,
        words: str = "",
        code: Code = codes.ARGUMENT_TYPE,
    ) -> TypedNode:
        """Return the node if it fits a wanted type; else report it and return it as UNKNOWN."""
        if any(types.fits(typed.type, want) for want in wanted):
            return typed
        problem = BadFormulaError(
            code,
            typed.node,
            demand=demand,
            wanted=words or types.describe_any(wanted),
            given=types.describe(typed.type),
            help=self.ways_out(typed, wanted),
        )
        self.problems.append(problem)
        return replace(typed, type=types.UNKNOWN)

    def ways_out(self, typed: TypedNode, wanted: Wanted) -> Ways:
        """Return suggestions of what to write instead of a node of a type that isn't wanted."""
        suggestions: Ways = ()
        if isinstance(typed.node, Name):
            text = typed.node.text
            suggestions = _suggest_digits(text, wanted) or _suggest_full_names(
                text, self.scope, wanted
            )
            if not suggestions and text in self.scope.words:
                # The word for a token hides an entry of the same name.
                suggestions = tuple(
                    WayOut(f"write {entry.id}", (Replacement(entry.id),))
                    for entry in _fitting(self.scope.find_entries(text), wanted)
                )
        converted = conversion(typed, wanted, self.scope.pips_per_die)
        return suggestions or ((converted,) if converted else ())
