"""Turn formulas, references to entries, and targets of checks into words.

A formula is parsed into a syntax tree, and each node becomes a phrase (`_phrase`). A phrase keeps
its precedence, so that an outer phrase knows when to put it in parentheses.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, assert_never

from freed6c.document.blocks import CodeSpan, Emphasis, Inlines, Text
from freed6c.document.sentences.numbers import decimal, quantity, rollable
from freed6c.document.wording import plain, spoken
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.parser import PRECEDENCE, Precedence
from freed6c.formula.parser import parse as parse_formula
from freed6c.formula.scope import BadFormulaError
from freed6c.formula.syntax_tree import (
    OF_TARGET,
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    QuantityLiteral,
    SignedDice,
    TokenLiteral,
    Truth,
    Unary,
)
from freed6c.model.local_names import BROUGHT_BY, FORMAT_NAMES, WITH_CHECK
from freed6c.packs.ids import kind_of
from freed6c.runtime.amounts import Formula, Modifier, Quantity
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries import actions, notes, tables
from freed6c.runtime.entries.world import Value
from freed6c.runtime.notation import code_text
from freed6c.runtime.play.state import fixed_like_checks
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.formula.builtins import Builtin
    from freed6c.formula.syntax_tree import Node
    from freed6c.model.local_names import FormatSource, NameSource
    from freed6c.runtime.effects import Effect, Resist, Who

    Names = Mapping[str, Inlines]
    References = Sequence[Ref[object] | str]


# Names in formulas: names in scope, or else entries.


def name_words(ctx: RenderContext, name: str, kinds: Collection[str] = ()) -> Inlines:
    """Return the words for a name: those in scope, a link to an entry, or else the name itself.

    If several entries match, take the first; without `kinds`, prefer a value, because a formula
    calculates with numbers and only values are numbers.
    """
    if name in ctx.local:
        return ctx.local[name]
    entry = ctx.index.find(name, kinds)
    if entry is None:
        candidates = ctx.index.candidates(name, kinds)
        values = ctx.index.candidates(name, () if kinds else ("value",))
        entry = next(iter((*values, *candidates)), None)
    return variable(name) if entry is None else (ctx.link(entry),)


def unit_of(ctx: RenderContext, name: str) -> Inlines:
    """Return the singular noun for what a name counts: the `rank` of `+1D per rank`."""
    key = f"per.{name}"
    if key in ctx.patterns and ctx.local.get(name) == ctx.say(f"name.{name}"):
        return ctx.say(key)
    return name_words(ctx, name)


def variable(name: str) -> Inlines:
    """Return a name that is not an entry, with spaces for its hyphens and dots, in italics."""
    return (Emphasis((Text(name.replace("-", " ").replace(".", " ")),)),)


class Phrase(NamedTuple):
    """The words for a node of a formula, with the precedence of the operator in them."""

    words: Inlines
    precedence: Precedence = Precedence.ATOM


SHORTFALL: Final = "-", Integer(0), Name("margin")
"""Operator and operands of `0 - margin`, the amount by which a check fails."""

OPPOSITE: Final[Mapping[str, str]] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    "<=": ">",
    ">": "<=",
    "and": "or",
    "or": "and",
}
"""The negation of each comparison; by De Morgan's laws, also of `and` and `or`."""

NOTHING: Final = (Integer(0), DiceLiteral(0, 0, ()))
"""The defaults `0` and `0D`: in `if-blank(value, 0)`, a blank value adds nothing."""

FORMULA_CACHE: Final = 2000
"""The number of parsed formulas to cache, since most are shown in several places."""

SIGNS: Final[Mapping[str, str]] = {"-": "minus", "+": "plus", "±": "either"}
"""The keys of the phrases for unary operators."""


@lru_cache(FORMULA_CACHE)
def read(text: str) -> Node | None:
    """Parse a formula. Return None for a syntax error, which other checks report."""
    try:
        return parse_formula(text)
    except BadFormulaError:
        return None


def formula(ctx: RenderContext, written: str | Node) -> Inlines:
    """Return a formula in words, or as code if it has a syntax error."""
    node = read(written) if isinstance(written, str) else written
    return (CodeSpan(str(written)),) if node is None else _phrase(ctx, node).words


def by_cases(ctx: RenderContext, written: str, key: str = "call.if.cases") -> Inlines:
    """Return a formula in words. A call of `if` becomes two sentences, by the pattern of `key`.

    `if(open, ability-of(defense), defense)` is "the defense. If it is open, the ability behind it
    counts instead".
    """
    match read(written):
        case FunctionCall("if", (condition, special, usual)):
            # The second sentence of that pattern calls the usual value "it".
            with_pronoun = ctx
            if key == "call.if.cases" and isinstance(usual, Name):
                with_pronoun = ctx.with_names({usual.text: ctx.say("it")})
            return ctx.say(
                key,
                usual=formula(ctx, usual),
                condition=formula(ctx, condition),
                special=formula(with_pronoun, special),
            )
        case _:
            return formula(ctx, written)


class Provided(NamedTuple):
    """A condition in words: `met` must be true, `unless` must be false; either can be empty."""

    met: Inlines
    unless: Inlines


def condition(ctx: RenderContext, written: str) -> Provided:
    """Return a condition in words, with its negated names apart from the rest.

    `armed and not prone` has "armed" as `met` and "prone" as `unless`: "if armed, unless prone".
    A negated comparison stays in `met`, because it has an opposite: `not (a < b)` is "a is at
    least b". An `or` with a negated name is negated as a whole: `not armed or not prone` is
    "unless armed and prone".
    """
    node = read(written)
    if node is None:
        return Provided((CodeSpan(written),), ())
    match node:
        case Binary("or", left, right) if _negated_name(left) or _negated_name(right):
            return Provided((), _negation(ctx, node).words)
    met, negated = [], []
    for conjunct in _conjuncts(node):
        name = _negated_name(conjunct)
        if name is None:
            met.append(conjunct)
        else:
            negated.append(name_words(ctx, name.text))
    unless = ctx.listed(negated, "or")
    if len(met) == 1:
        return Provided(_phrase(ctx, met[0]).words, unless)
    words = [_parenthesized(ctx, conjunct, Precedence.AND) for conjunct in met]
    return Provided(ctx.listed(words), unless)


def _conjuncts(node: Node) -> Iterator[Node]:
    """Yield `a`, `b` and `c` of `a and b and c`; any other node is its only conjunct."""
    match node:
        case Binary("and", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield node


def _negated_name(node: Node) -> Name | None:
    """Return the `armed` of `not armed`; None for any other node, such as `not (a < b)`."""
    match node:
        case Unary("not", Name() as name):
            return name
        case _:
            return None


def _phrase(ctx: RenderContext, node: Node) -> Phrase:
    match node:
        case Name(name) if name.startswith(OF_TARGET) and name not in ctx.local:
            words = name_words(ctx, name.removeprefix(OF_TARGET), ("value",))
            return Phrase(_about_target(ctx, "of-target", words=words))
        case Name(name):
            return Phrase(name_words(ctx, name))
        case Unary(operator, operand):
            return _unary(ctx, operator, operand)
        case Binary(operator, left, right):
            return _binary(ctx, operator, left, right)
        case FunctionCall(function, arguments):
            return _call(ctx, function, arguments)
        case Integer(number):
            return Phrase((Text(str(number)),))
        case Decimal(exact):
            return Phrase((Text(decimal(ctx, exact)),))
        case Truth(value):
            return Phrase(ctx.say("true" if value else "false"))
        case QuantityLiteral(number, unit):
            return Phrase(quantity(ctx, Quantity(amount=number, unit=unit)))
        case DiceLiteral():
            return Phrase(rollable(ctx, notation(node)))
        case SignedDice(dice, pips):
            words = (*_signed(ctx, dice, "D"), *_signed(ctx, pips))
            return Phrase(words, Precedence.PRODUCT)
        case TokenLiteral():
            return Phrase((Text(notation(node)),))
        case _:
            assert_never(node)


def notation(node: DiceLiteral | TokenLiteral) -> str:
    """Return dice as formulas write them: `3D+1 WD B2`."""
    if isinstance(node, TokenLiteral):
        written = (node.before, node.letters, node.behind)
        return "".join(str(part) for part in written if part is not None)
    code = f"{node.dice}{node.die}" if node.die else code_text(node.dice, node.pips)
    return " ".join((code, *map(notation, node.marks)))


def _parenthesized(ctx: RenderContext, node: Node, least: Precedence) -> Inlines:
    """Return a node in words, in parentheses if its precedence is below `least`."""
    phrase = _phrase(ctx, node)
    if phrase.precedence >= least:
        return phrase.words
    return ctx.say("group", inner=phrase.words)


def _unary(ctx: RenderContext, operator: str, operand: Node) -> Phrase:
    if operator == "not":
        return _negation(ctx, operand)
    words = _parenthesized(ctx, operand, Precedence.SIGN)
    if isinstance(operand, DiceLiteral):
        # Signed dice, `-1D`, are a modifier of a roll, so they get no roll button.
        words = (Text(notation(operand)),)
    return Phrase(ctx.say(f"op.{SIGNS[operator]}", operand=words), Precedence.PRODUCT)


def _negation(ctx: RenderContext, node: Node) -> Phrase:
    """Return the negation of a node, moved as far inward as it goes.

    `not (a and b)` becomes `not a or not b` and `not (a < b)` becomes `a >= b`; only the rest is
    "it is not true that …".
    """
    match node:
        case Binary("and" | "or" as joint, left, right):
            negations = (Unary("not", side) for side in (left, right))
            return _binary(ctx, OPPOSITE[joint], *negations)
        case Binary(operator, left, right) if operator in OPPOSITE:
            return _binary(ctx, OPPOSITE[operator], left, right)
        case Unary("not", operand):
            return _phrase(ctx, operand)
        case FunctionCall("has" | "target.has" as function, (rating,)):
            return Phrase(_has(ctx, function, rating, ".not"), Precedence.NOT)
        case _:
            words = _parenthesized(ctx, node, Precedence.NOT)
            return Phrase(ctx.say("op.not", operand=words), Precedence.NOT)


def _signed(ctx: RenderContext, number: int, unit: str = "") -> Inlines:
    """Return `-1D` or `+1`, with a minus sign instead of a hyphen."""
    sign = SIGNS["-" if number < 0 else "+"]
    return ctx.say(f"op.{sign}", operand=f"{abs(number)}{unit}")


def _binary(ctx: RenderContext, operator: str, left: Node, right: Node) -> Phrase:
    """Return a binary operation in words.

    A right operand of equal precedence gets parentheses after `-`, `/` and `mod`, as `a - (b - c)`
    is not `a - b - c`.
    """
    if (operator, left, right) == SHORTFALL and _is_format_name(ctx, SHORTFALL[2]):
        return Phrase(ctx.say("name.missing"))
    precedence = PRECEDENCE[operator]
    idiom = _idiom(ctx, operator, left, right)
    if idiom:
        return Phrase(idiom, precedence)
    associative = operator not in {"-", "/", "mod"}
    least = precedence if associative else Precedence(precedence + 1)
    words = ctx.say(
        f"op.{operator}",
        left=_parenthesized(ctx, left, precedence),
        right=_parenthesized(ctx, right, least),
    )
    return Phrase(words, precedence)


def _idiom(ctx: RenderContext, operator: str, left: Node, right: Node) -> Inlines:
    """Return the idiom for a binary operation that has one; empty for any other operation.

    `Strength / 2` is "half of Strength", `total >= number` is "the total reaches the number",
    `step = count(track) - 1` is "it is Dead", `points(fate) > 2` is "you have more than 2 fate".
    """
    match operator, left, right:
        case "/", Name(), Integer(2):
            return ctx.say("op.half", whole=_parenthesized(ctx, left, Precedence.SIGN))
        case ("<=", Name("number") as number, value) | (
            ">=",
            value,
            Name("number") as number,
        ) if _is_format_name(ctx, number):
            words = _parenthesized(ctx, value, Precedence.SUM)
            return ctx.say("op.reaches", value=words)
        case "=", Name("step"), _ if _is_format_name(ctx, left):
            at_step = _condition_at(ctx, right)
            return ctx.say("op.at-step", condition=at_step) if at_step else ()
        case ("<" | ">=", FunctionCall("dice", (code,)), Integer(n)):
            # Fewer than 2 dice are less than 2D, however many pips come with them.
            words = _parenthesized(ctx, code, Precedence.SUM)
            return ctx.say(f"op.{operator}", left=words, right=f"{n}D")
        case (_, FunctionCall(counts, (Name(), *_) as counted), _) if (
            f"counted.{counts}" in ctx.patterns and f"many.{operator}" in ctx.patterns
        ):
            thing = _counted(ctx, BUILTINS[counts.removeprefix(OF_TARGET)], counted)
            if (operator, right) == ("=", Integer(0)):
                return _about_target(ctx, f"counted.{counts}.none", thing=thing)
            words = _parenthesized(ctx, right, Precedence.SUM)
            many = ctx.say(f"many.{operator}", number=words)
            return _about_target(ctx, f"counted.{counts}", thing=thing, many=many)
        case _:
            return ()


def _counted(
    ctx: RenderContext, builtin: Builtin, arguments: tuple[Node, ...]
) -> Inlines:
    """Return the thing that is counted, with the entry that was chosen: "Ride with the Gray"."""
    thing, *chosen = _arguments(ctx, builtin, arguments, Precedence.SIGN)
    return ctx.say("counted.with", thing=thing, chosen=chosen[0]) if chosen else thing


def _condition_at(ctx: RenderContext, node: Node) -> Inlines:
    """Return a link to the condition at the step `count(track) - 1`; empty for other nodes.

    Steps count from 0, so `count(track) - 1` is the last condition of the track, and
    `count(track) - 2` the one before.
    """
    match node:
        case Binary("-", FunctionCall("count", (Name(name),)), Integer(back)):
            track = ctx.index.find(name, ("track",))
            if isinstance(track, tables.Track) and 0 < back <= len(track.conditions):
                return (ctx.link(track.conditions[-back]),)
    return ()


def _is_format_name(ctx: RenderContext, node: Name) -> bool:
    """Return True if a name has the meaning that the format defines, not one of a pack."""
    return ctx.local.get(node.text) == ctx.say(f"name.{node.text}")


def _call(ctx: RenderContext, function: str, arguments: tuple[Node, ...]) -> Phrase:
    """Return a function call in words: the phrase of a builtin, or the name of a formula entry.

    Nested calls that people say in one phrase come first, such as `dice(rating(…))`, "your dice
    in …".
    """
    read, pattern = function.removeprefix(OF_TARGET), f"call.{function}"
    if read == "has":
        return Phrase(_has(ctx, function, arguments[0]), Precedence.COMPARISON)
    if read != function and pattern not in ctx.patterns:
        words = _call(ctx, read, arguments).words
        return Phrase(_about_target(ctx, "of-target", words=words), Precedence.SIGN)
    builtin = BUILTINS.get(read)
    if builtin is None:
        return Phrase(_formula_call(ctx, function, arguments), Precedence.SIGN)
    match function, arguments:
        case "dice", (FunctionCall("rating", rated),):
            pattern, builtin, arguments = "call.dice.rating", BUILTINS["rating"], rated
        case "roll", (_, _):
            pattern = "call.roll.procedure"
        case "place", (FunctionCall("band", inner),):
            # A band has a place, its rank: skip the band, which few readers care about.
            pattern, builtin, arguments = "call.place.band", BUILTINS["band"], inner
        case "nth", (whole, FunctionCall("place", (ranked,))) if (
            isinstance(ranked, FunctionCall) and ranked.function == "band"
        ):
            pattern, arguments = "call.nth.band", (whole, *ranked.arguments)
        case "nth" | "count" | "place", (Name(name), *_):
            # These depend on the kind: a table has rows, a track has conditions.
            thing = ctx.index.find(name, builtin.kinds)
            of_kind = f"{function}.of-{kind_of(thing.id)}" if thing else ""
            pattern = of_kind if of_kind in ctx.patterns else pattern
        case "top", (
            FunctionCall("lookup", (Name(table), _, Name(column))) as cell,
        ) if _counts_as_top(ctx, table, column):
            return _phrase(ctx, cell)
        case "if-blank", (value, instead) if instead in NOTHING or (
            isinstance(instead, QuantityLiteral) and instead.number == 0
        ):
            words = _parenthesized(ctx, value, Precedence.SUM)
            return Phrase(ctx.say("call.if-blank.none", value=words), Precedence.SIGN)
    least = Precedence.SUM if builtin.clause else Precedence.SIGN
    least = Precedence.CONDITIONAL if function == "if" else least
    arguments_words = _arguments(ctx, builtin, arguments, least)
    if read == "taken":
        arguments_words = [_counted(ctx, builtin, arguments)]
    if function == "lookup":
        table_words, _, column_words = arguments_words
        linked_row = _linked_row(ctx, arguments)
        if linked_row:
            pattern, arguments_words[1] = "call.lookup.through", linked_row
        elif plain(table_words).casefold() == plain(column_words).casefold():
            pattern = "call.lookup.same"
    fields = {str(n): words for n, words in enumerate(arguments_words)}
    words = _about_target(ctx, pattern, **fields, all=ctx.listed(arguments_words))
    return Phrase(words, Precedence.CONDITIONAL if builtin.clause else Precedence.SIGN)


def _has(ctx: RenderContext, function: str, entry: Node, negated: str = "") -> Inlines:
    """Return a call of `has` or `target.has`: "you have Magic", "the target is not Stunned"."""
    kinds = BUILTINS["has"].kinds
    named = ctx.index.find(entry.text, kinds) if isinstance(entry, Name) else None
    pattern = f"call.{function}.{kind_of(named.id) if named else ''}"
    pattern = pattern if pattern in ctx.patterns else f"call.{function}"
    pattern += negated
    words = _arguments(ctx, BUILTINS["has"], (entry,), Precedence.SIGN)
    return _about_target(ctx, pattern, **{"0": words[0]})


def _about_target(ctx: RenderContext, pattern: str, **fields: Inlines) -> Inlines:
    """Fill a pattern that can name the target, or the opponent that an effect happens to."""
    target = ctx.local.get("target") or ctx.say("name.target")
    return ctx.say(pattern, **fields, target=target)


def _formula_call(
    ctx: RenderContext, function: str, arguments: tuple[Node, ...]
) -> Inlines:
    """Return a call of a formula entry in words: "damage of Strength and 2".

    With two or more arguments, or a call, also name the parameters: "damage (might: 2D, bonus: 1)".
    """
    entry = ctx.index.find(function, ("formula",))
    known = entry if isinstance(entry, notes.FormulaEntry) else None
    name = variable(function) if known is None else (ctx.link(known),)
    parameters = () if known is None else tuple(known.params)
    if not arguments:
        return ctx.say("call.nothing", function=name)
    nodes = [_without_place(argument) for argument in arguments]
    words = [_parenthesized(ctx, node, Precedence.SUM) for node in nodes]
    nested = isinstance(nodes[0], FunctionCall)
    if len(arguments) == len(parameters) > 1 - nested:
        pairs = zip(parameters, words, strict=True)
        named = [ctx.say("call.argument", name=spoken(p), value=w) for p, w in pairs]
        arguments_words = ctx.chain("list.comma", named)
        return ctx.say("call.named", function=name, arguments=arguments_words)
    return ctx.say("call", function=name, arguments=ctx.listed(words))


def _without_place(node: Node) -> Node:
    """Return the name `wounded` for `place(wounded)`, which reads better: "for Wounded"."""
    match node:
        case FunctionCall("place", (Name() as name,)):
            return name
        case _:
            return node


def _counts_as_top(ctx: RenderContext, table: str, column: str) -> bool:
    """Return True if a column has bands of a benchmark that counts each band as its highest number.

    Then `top(lookup(…))` needs no words for `top`.
    """
    entry = ctx.index.find(table, ("table",))
    columns = entry.columns if isinstance(entry, tables.Table) else {}
    referenced = columns[column].of if column in columns else ()
    benchmark = ctx.index.find(referenced[0], ("benchmark",)) if referenced else None
    return isinstance(benchmark, tables.Benchmark) and benchmark.counts_as == "top"


def _arguments(
    ctx: RenderContext, builtin: Builtin, arguments: tuple[Node, ...], least: Precedence
) -> list[Inlines]:
    """Return each argument of a builtin in words; a name in the first is an entry of its kinds."""
    if builtin.name == "lookup":
        return _lookup(ctx, arguments)
    # Compared by equality, so that the same name again gets the same words.
    first = arguments[:1]
    return [
        name_words(ctx, argument.text, builtin.kinds)
        if argument in first and isinstance(argument, Name)
        else _parenthesized(ctx, argument, least)
        for argument in arguments
    ]


def _lookup(ctx: RenderContext, arguments: tuple[Node, ...]) -> list[Inlines]:
    """Return the arguments of `lookup` in words: table, value, and the name of the column."""
    table, value, column = arguments
    assert isinstance(table, Name)
    assert isinstance(column, Name)
    entry = ctx.index.find(table.text, ("table",))
    words = (Text(spoken(column.text)),)
    if isinstance(entry, tables.Table) and kind_of(entry.id) == "table":
        record = entry.columns.get(column.text)
        words = words if record is None else (Text(called(ctx, record)),)
    link = (Text(table.text),) if entry is None else (ctx.link(entry),)
    return [link, _parenthesized(ctx, _without_place(value), Precedence.SUM), words]


def called(ctx: RenderContext, column: tables.Column) -> str:
    """Return the noun for a cell of a column; a heading of several words is quoted."""
    if column.called:
        return column.called
    if " " in column.name:
        return plain(ctx.say("name.head", column=column.name))
    return ctx.lowered(column.name)


# Names that an entry brings into scope.


def names_in(ctx: RenderContext, entry: Entry) -> Names:
    """Return the words for each name that formulas in an entry can use."""
    names = format_names(ctx, "check") if isinstance(entry, WITH_CHECK) else {}
    for source in BROUGHT_BY.get(type(entry), ()):
        names = {**names, **_names_from(ctx, source, entry)}
    return names


def names_resisted(ctx: RenderContext, effect: Resist) -> Names:
    """Return the words for each name that an effect can use about the action it resists.

    The names of the action have the prefix `resisted.`.
    """
    names = format_names(ctx, "resisted")
    action = None if isinstance(effect.resist, str) else effect.resist.entry
    if not isinstance(action, actions.Action):
        return names
    action_names = {**names_in(ctx, action), **cells_by_table(ctx, action)}
    prefixed = {f"resisted.{name}": words for name, words in action_names.items()}
    return {**names, **prefixed}


def _names_from(ctx: RenderContext, source: NameSource, entry: Any) -> Names:
    """Return the words for the names that one field of an entry, or the format, defines."""
    match source:
        case "check" | "step" | "run" | "resisted" | "target":
            return format_names(ctx, source)
        case "about" if entry.about and entry.about.choose == "worst":
            about = format_names(ctx, source)
            return {name: ctx.say(f"name.{name}.worst") for name in about}
        case "about":
            return format_names(ctx, source) if entry.about else {}
        case "params":
            return {name: variable(name) for name in (*entry.params, *entry.constants)}
        case "inputs":
            return {
                key: (Text(ctx.lowered(ask.name)),) for key, ask in entry.inputs.items()
            }
        case "choose":
            return _choices(ctx, entry)
        case "each":
            return dict.fromkeys(entry.each, ())
        case "columns":
            columns = entry.columns.items()
            return {key: (Text(ctx.lowered(column.name)),) for key, column in columns}
        case "own-columns":
            return {
                f"this.{key}": ctx.say("name.own-cell", column=ctx.lowered(column.name))
                for key, column in entry.columns.items()
            }
        case _:
            assert_never(source)


def format_names(ctx: RenderContext, source: FormatSource) -> Names:
    """Return the words for each name that the format itself defines."""
    return {name: ctx.say(f"name.{name}") for name in FORMAT_NAMES[source]}


def _choices(ctx: RenderContext, action: actions.Action) -> Names:
    """Return the words for the choices of an action.

    `choose: {weapon: table.weapons, way: skill}` defines `weapon` and `weapon.<column>`, because
    it chooses a row of a table, and `way`, an entry of the kind `skill`.
    """
    names: dict[str, Inlines] = {}
    for name, chosen_from in action.choose.items():
        table = ctx.index.find(chosen_from, ("table",))
        if isinstance(table, tables.Table):
            names |= _cells(ctx, action, name, table)
        else:
            names[name] = _chosen(ctx, name, chosen_from, action.choose)
    return names


def _chosen(
    ctx: RenderContext, name: str, kind: str, choose: Mapping[str, str]
) -> Inlines:
    """Return "the chosen skill", or the name of the choice if several are of that kind."""
    if list(choose.values()).count(kind) > 1:
        return ctx.say("name.chosen-kind", kind=variable(name))
    return ctx.say("name.chosen-one", kind=type_words(ctx, kind))


def _cells(
    ctx: RenderContext,
    action: actions.Action,
    name: str,
    table: tables.Table,
    *,
    naming_table: bool = False,
) -> Names:
    """Return the words for a chosen row and its cells; `name` is the name of the choice.

    If the check is rolled with a cell of the row, such as its attack, the other cells are "the
    defense beside your attack". A cell that refers to a row of another table defines a second key
    for that row (`_linked_row_key`), whose words are "your attack" too. With `naming_table`, the
    sentence is about another character's row, and each cell says its table: "the defense beside
    that attack in Weapons".
    """
    rolled_column = table.columns.get(_rolled_column(action, name))
    rolled = "" if rolled_column is None else called(ctx, rolled_column)
    fields: dict[str, Inlines | str] = {"table": (ctx.link(table),), "rolled": rolled}
    suffix = ".of" if naming_table else ""
    names: dict[str, Inlines] = {name: ctx.say("name.row")}
    for key, column in table.columns.items():
        own_role = ".rolled" if column is rolled_column else ".beside"
        cell, role = f"{name}.{key}", own_role if rolled else ""
        pattern = f"name.cell{role}{suffix}"
        names[cell] = ctx.say(pattern, column=called(ctx, column), **fields)
        if rolled and column.type == "row":
            pattern = "name.cell.that" if naming_table else "name.cell.rolled"
            row_words = ctx.say(pattern, column=rolled, **fields)
            names |= {_linked_row_key(cell, other): row_words for other in column.of}
    return names


def _linked_row_key(cell: str, table: str) -> str:
    """Return the key of the words for the row that a cell refers to: `weapon.skill in skills`."""
    return f"{cell} in {table.removeprefix('table.')}"


def _linked_row(ctx: RenderContext, arguments: tuple[Node, ...]) -> Inlines:
    """Return the words for the row in `lookup(skills, weapon.skill, …)`; empty if unknown."""
    match arguments:
        case (Name(table), Name(cell), _):
            return ctx.local.get(_linked_row_key(cell, table), ())
        case _:
            return ()


def _rolled_column(action: actions.Action, name: str) -> str:
    """Return the column of a chosen row that the check is rolled with, or an empty string.

    It is `attack` for a check with `weapon.attack`, where `weapon` is the name of the choice.
    """
    ratings = action.check.with_ if action.check else ()
    cells = (rating.text for rating in ratings if isinstance(rating, Formula))
    columns = (cell.partition(".")[2] for cell in cells if cell.startswith(f"{name}."))
    return next(columns, "")


def cells_by_table(ctx: RenderContext, action: actions.Action) -> Names:
    """Return the words for the cells of chosen rows, each with the name of its table."""
    names: dict[str, Inlines] = {}
    for name, chosen_from in action.choose.items():
        table = ctx.index.find(chosen_from, ("table",))
        if isinstance(table, tables.Table):
            names |= _cells(ctx, action, name, table, naming_table=True)
    return names


def type_words(ctx: RenderContext, written: str) -> Inlines:
    """Return the word for a type of values, a kind of entries, or a measure of units."""
    for key in (f"type.{written}", f"kind.{kind_of(written)}"):
        if key in ctx.patterns:
            return (Text(ctx.lowered(ctx.word(key))),)
    return (Text(written.replace("-", " ")),)


# The checks that an effect changes, and the characters that it affects.


def which_checks(ctx: RenderContext, effect: Effect) -> Inlines:
    """Return `all checks`, `one Strength check` or `checks with the chosen skill`."""
    fields: dict[str, Inlines | int] = {"times": effect.times or 0}
    key = "checks"
    if effect.of:
        key = f"checks.{_checks_key(effect.of)}"
        fields["of"] = refs_words(ctx, effect.of, "or" if effect.times == 1 else "and")
    words = ctx.say(f"{key}{_times_suffix(effect.times)}", **fields)
    if key != "checks.for" and _changes_fixed_values(ctx, effect):
        pattern = f"{key}.fixed" if key == "checks.with" else "checks.fixed"
        words = ctx.say(pattern, which=words, **fields)
    return all_but(ctx, words, effect.except_)


def _changes_fixed_values(ctx: RenderContext, effect: Effect) -> bool:
    """Return True if an effect on checks also changes fixed values, which are used unrolled."""
    if not isinstance(effect, Modify) or effect.times or "resistance" in effect.except_:
        return False
    token = effect.by.token if isinstance(effect.by, Modifier) else ""
    return not token and fixed_like_checks(ctx.ruleset)


def all_but(ctx: RenderContext, words: Inlines, excluded: References) -> Inlines:
    """Return the words with the exceptions after them: `all checks except Stealth checks`."""
    if not excluded:
        return words
    return ctx.say("except", which=words, **{"except": exceptions(ctx, excluded)})


def _checks_key(targets: References) -> str:
    """Return the key of the phrase: checks `with` the chosen skill, `for` an action, or `named`.

    Rolls to resist are checks `for` resistance. `named` is for checks that are called after their
    rating: "Strength checks".
    """
    if "resistance" in targets:
        return "for"
    if any(not isinstance(target, Ref) for target in targets):
        return "with"
    kinds = {kind_of(target.id) for target in targets if isinstance(target, Ref)}
    return "for" if "action" in kinds else "named"


def _times_suffix(times: int | None) -> str:
    if times is None:
        return ""
    return ".one" if times == 1 else ".many"


def exceptions(ctx: RenderContext, excluded: References) -> Inlines:
    """List exceptions of an effect: values by name, others as checks ("Stealth checks")."""
    parts = [
        ref_words(ctx, target)
        if isinstance(target, str) or kind_of(target.id) == "value"
        else ctx.say(
            "checks.for" if kind_of(target.id) == "action" else "checks.named",
            of=ref_words(ctx, target),
        )
        for target in excluded
    ]
    return ctx.listed(parts)


def refs_words(ctx: RenderContext, targets: References, joint: str = "and") -> Inlines:
    """List references: `Strength, Agility and the chosen skill`."""
    return ctx.listed([ref_words(ctx, target) for target in targets], joint)


def ref_words(ctx: RenderContext, target: object) -> Inlines:
    """Return a link to an entry, or the words for a keyword such as `chosen`."""
    if isinstance(target, Ref):
        return (ctx.link(target.entry),)
    return ctx.say(str(target))


def whom(
    ctx: RenderContext, who: Sequence[str], self_words: str = "who.self"
) -> Inlines:
    """Return the affected characters as an object: `the target`, `yourself or an ally`."""
    keys = [self_words if person == "self" else f"who.{person}" for person in who]
    return ctx.listed([ctx.say(key) for key in keys], "or")


def subject(ctx: RenderContext, who: Sequence[Who]) -> Inlines:
    """Return the acting characters as a subject: `the target`, `you or an ally`."""
    return whom(ctx, who, "subject.self")


# The ratings that a check is rolled with, and the number it has to reach.


def target_words(ctx: RenderContext, against: actions.Against) -> Inlines:
    """Return the number or rating that a check has to reach, without the prose of the pack."""
    return _number(ctx, against) or _opponent(ctx, against)


def ratings_words(ctx: RenderContext, ratings: Sequence[actions.Rolled]) -> Inlines:
    """List alternative ratings for a check or a fixed value: `Strength or Agility`."""
    return ctx.listed([_rating(ctx, rating) for rating in ratings], "or")


def _rating(ctx: RenderContext, rating: actions.Rolled) -> Inlines:
    if isinstance(rating, Formula):
        return by_cases(ctx, rating.text)
    return ctx.say("check.chosen") if rating == "chosen" else ref_words(ctx, rating)


def _number(ctx: RenderContext, against: actions.Against) -> Inlines:
    if against.number is not None:
        return formula(ctx, against.number.text)
    if against.difficulty is None:
        return ()
    if isinstance(against.difficulty, str):
        return ctx.say("against.chosen")
    words = formula(ctx, against.difficulty.text)
    return ctx.say("against.difficulty", difficulty=words)


def _opponent(ctx: RenderContext, against: actions.Against) -> Inlines:
    for field in ("fixed", "roll", "resistance"):
        ratings: tuple[actions.Rolled, ...] = getattr(against, field)
        if ratings:
            words = ratings_words(ctx, ratings)
            are_numbers = field == "fixed" and all(map(_is_number, ratings))
            key = "against.number" if are_numbers else f"against.{field}"
            return ctx.say(key, ratings=words)
    return ()


def _is_number(rating: actions.Rolled) -> bool:
    """Return True if a rating is a number rather than a die code, so it needs no fixed value."""
    value = rating.entry if isinstance(rating, Ref) else None
    return isinstance(value, Value) and value.type == "integer"
