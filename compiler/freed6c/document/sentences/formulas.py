"""Formulas in words, and what else effects and checks refer to."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, assert_never

from freed6c.document.blocks import CodeSpan, Emphasis, Inlines, Text
from freed6c.document.sentences.numbers import decimal, quantity, rollable
from freed6c.document.wording import plain, spoken
from freed6c.formula import syntax_tree
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.parser import PRECEDENCE, Precedence
from freed6c.formula.parser import parse as parse_formula
from freed6c.formula.scope import FormulaProblem
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


# Names in formulas: those in scope, else entries.


def name_words(ctx: RenderContext, name: str, kinds: Collection[str] = ()) -> Inlines:
    """The words for a name: in scope, an entry, or the name itself.

    Where no kind is asked for, a number is: of entries called alike, only a value is one.
    """
    if name in ctx.local:
        return ctx.local[name]
    entry = ctx.index.find(name, kinds)
    if entry is None:
        several = ctx.index.candidates(name, kinds)
        values = ctx.index.candidates(name, () if kinds else ("value",))
        entry = next(iter((*values, *several)), None)
    return variable(name) if entry is None else (ctx.link(entry),)


def unit_of(ctx: RenderContext, name: str) -> Inlines:
    """The word for one of what a name counts: `per rank`."""
    known = ctx.local.get(name)
    key = f"per.{name}"
    if key in ctx.patterns and known == ctx.say(f"name.{name}"):
        return ctx.say(key)
    return name_words(ctx, name)


def variable(name: str) -> Inlines:
    """A name that is no entry, emphasized."""
    return (Emphasis((Text(name.replace("-", " ").replace(".", " ")),)),)


class Phrase(NamedTuple):
    """The words for a node, with their precedence."""

    words: Inlines
    precedence: Precedence = Precedence.ATOM


SHORTFALL: Final = "-", syntax_tree.Integer(0), syntax_tree.Name("margin")
"""By how much a check fails."""

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
"""What holds where a comparison does not; of several, what joins their denials."""

NOTHING: Final = (syntax_tree.Integer(0), syntax_tree.DiceLiteral(0, 0, ()))
"""What stands in for a blank that adds nothing."""

FORMULA_CACHE: Final = 2000
"""Parsed formulas that are kept: most stand in several places."""

SIGNS: Final[Mapping[str, str]] = {"-": "minus", "+": "plus", "±": "either"}


@lru_cache(FORMULA_CACHE)
def read(text: str) -> Node | None:
    """Parse a formula; None where it is broken, which checks report."""
    try:
        return parse_formula(text)
    except FormulaProblem:
        return None


def formula(ctx: RenderContext, written: str | Node) -> Inlines:
    """A formula in words; as code where it is broken."""
    node = read(written) if isinstance(written, str) else written
    return (CodeSpan(str(written)),) if node is None else _phrase(ctx, node).words


def by_cases(ctx: RenderContext, written: str) -> Inlines:
    """A formula in words; a choice between two things is two sentences, the usual one first.

    `if(open, ability-of(defense), defense)` is "the defense. If it is open, the ability behind it
    counts instead".
    """
    match read(written):
        case syntax_tree.FunctionCall("if", (condition, special, usual)):
            again = ctx
            if isinstance(usual, syntax_tree.Name):
                again = ctx.with_names({usual.text: ctx.say("it")})
            return ctx.say(
                "call.if.cases",
                usual=formula(ctx, usual),
                condition=formula(ctx, condition),
                special=formula(again, special),
            )
        case _:
            return formula(ctx, written)


class Provided(NamedTuple):
    """When something happens: `met` has to hold, `unless` must not; either may be empty."""

    met: Inlines
    unless: Inlines


def condition(ctx: RenderContext, written: str) -> Provided:
    """A condition in words: what is denied in it, and is no comparison, stands apart."""
    node = read(written)
    if node is None:
        return Provided((CodeSpan(written),), ())
    match node:
        case syntax_tree.Binary("or", left, right) if _question_denied(
            left
        ) or _question_denied(right):
            return Provided((), _denied(ctx, node).words)
        case _:
            pass
    met, denied = [], []
    for part in _conjuncts(node):
        question = _question_denied(part)
        if question is None:
            met.append(part)
        else:
            denied.append(name_words(ctx, question.text))
    if len(met) == 1:
        return Provided(_phrase(ctx, met[0]).words, ctx.listed(denied, "or"))
    words = [_parenthesized(ctx, part, Precedence.AND) for part in met]
    return Provided(ctx.listed(words), ctx.listed(denied, "or"))


def _conjuncts(node: Node) -> Iterator[Node]:
    match node:
        case syntax_tree.Binary("and", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield node


def _question_denied(node: Node) -> syntax_tree.Name | None:
    """What `not` denies, if that is a question and no comparison, which has an opposite."""
    match node:
        case syntax_tree.Unary("not", syntax_tree.Name() as question):
            return question
        case _:
            return None


def _phrase(ctx: RenderContext, node: Node) -> Phrase:
    match node:
        case syntax_tree.Name(name):
            return Phrase(name_words(ctx, name))
        case syntax_tree.Unary(operator, operand):
            return _unary(ctx, operator, operand)
        case syntax_tree.Binary(operator, left, right):
            return _binary(ctx, operator, left, right)
        case syntax_tree.FunctionCall(function, arguments):
            return _call(ctx, function, arguments)
        case syntax_tree.Integer(number):
            return Phrase((Text(str(number)),))
        case syntax_tree.Decimal(exact):
            return Phrase((Text(decimal(ctx, exact)),))
        case syntax_tree.Truth(value):
            return Phrase(ctx.say("true" if value else "false"))
        case syntax_tree.QuantityLiteral(number, unit):
            return Phrase(quantity(ctx, Quantity(amount=number, unit=unit)))
        case syntax_tree.DiceLiteral():
            return Phrase(rollable(ctx, notation(node)))
        case syntax_tree.SignedDice(dice, pips):
            words = (*_signed(ctx, dice, "D"), *_signed(ctx, pips))
            return Phrase(words, Precedence.PRODUCT)
        case syntax_tree.TokenLiteral():
            return Phrase((Text(notation(node)),))
        case _:
            assert_never(node)


def notation(node: syntax_tree.DiceLiteral | syntax_tree.TokenLiteral) -> str:
    """Dice as they are written: `3D+1 WD B2`."""
    if isinstance(node, syntax_tree.TokenLiteral):
        written = (node.before, node.letters, node.behind)
        return "".join(str(part) for part in written if part is not None)
    return " ".join((code_text(node.dice, node.pips), *map(notation, node.marks)))


def _parenthesized(ctx: RenderContext, node: Node, least: Precedence) -> Inlines:
    said = _phrase(ctx, node)
    if said.precedence >= least:
        return said.words
    return ctx.say("group", inner=said.words)


def _unary(ctx: RenderContext, operator: str, operand: Node) -> Phrase:
    if operator == "not":
        return _denied(ctx, operand)
    words = _parenthesized(ctx, operand, Precedence.SIGN)
    if isinstance(operand, syntax_tree.DiceLiteral):
        # Dice with a sign are more or fewer of them, and nothing to roll.
        words = (Text(notation(operand)),)
    return Phrase(ctx.say(f"op.{SIGNS[operator]}", operand=words), Precedence.PRODUCT)


def _denied(ctx: RenderContext, node: Node) -> Phrase:
    """What does not hold: the opposite of a comparison, the denials of several things."""
    match node:
        case syntax_tree.Binary("and" | "or" as joint, left, right):
            denials = (syntax_tree.Unary("not", side) for side in (left, right))
            return _binary(ctx, OPPOSITE[joint], *denials)
        case syntax_tree.Binary(operator, left, right) if operator in OPPOSITE:
            return _binary(ctx, OPPOSITE[operator], left, right)
        case syntax_tree.Unary("not", operand):
            return _phrase(ctx, operand)
        case syntax_tree.FunctionCall("has", (rating,)):
            words = _parenthesized(ctx, rating, Precedence.SIGN)
            return Phrase(ctx.say("call.has.not", rating=words), Precedence.NOT)
        case _:
            words = _parenthesized(ctx, node, Precedence.NOT)
            return Phrase(ctx.say("op.not", operand=words), Precedence.NOT)


def _signed(ctx: RenderContext, number: int, unit: str = "") -> Inlines:
    """`-1D`, `+1`, with a true minus."""
    sign = SIGNS["-" if number < 0 else "+"]
    return ctx.say(f"op.{sign}", operand=f"{abs(number)}{unit}")


def _binary(ctx: RenderContext, operator: str, left: Node, right: Node) -> Phrase:
    """A right operand of equal precedence gets parentheses after `-`, `/` and `mod`."""
    if (operator, left, right) == SHORTFALL and _is_known(ctx, SHORTFALL[2]):
        return Phrase(ctx.say("name.missing"))
    precedence = PRECEDENCE[operator]
    compared = _compared(ctx, operator, left, right)
    if compared:
        return Phrase(compared, precedence)
    tighter = Precedence(precedence + (operator in {"-", "/", "mod"}))
    words = ctx.say(
        f"op.{operator}",
        left=_parenthesized(ctx, left, precedence),
        right=_parenthesized(ctx, right, tighter),
    )
    return Phrase(words, precedence)


def _compared(ctx: RenderContext, operator: str, left: Node, right: Node) -> Inlines:
    """A comparison or division that people say in words of its own; empty for any other."""
    match operator, left, right:
        case "/", syntax_tree.Name(), syntax_tree.Integer(2):
            whole = _parenthesized(ctx, left, Precedence.SIGN)
            return ctx.say("op.half", whole=whole)
        case ("<=", syntax_tree.Name("number") as number, value) | (
            ">=",
            value,
            syntax_tree.Name("number") as number,
        ) if _is_known(ctx, number):
            words = _parenthesized(ctx, value, Precedence.SUM)
            return ctx.say("op.reaches", value=words)
        case "=", syntax_tree.Name("step"), _ if _is_known(ctx, left):
            at_step = _condition_at(ctx, right)
            return ctx.say("op.at-step", condition=at_step) if at_step else ()
        case (
            "<" | ">=",
            syntax_tree.FunctionCall("dice", (code,)),
            syntax_tree.Integer(n),
        ):
            # Fewer than 2 dice are less than 2D, however many pips come with them.
            words = _parenthesized(ctx, code, Precedence.SUM)
            return ctx.say(f"op.{operator}", left=words, right=f"{n}D")
        case (
            _,
            syntax_tree.FunctionCall(
                "points" | "taken" as counts, (syntax_tree.Name(name),)
            ),
            _,
        ) if f"many.{operator}" in ctx.patterns:
            thing = name_words(ctx, name, BUILTINS[counts].kinds)
            if (operator, right) == ("=", syntax_tree.Integer(0)):
                return ctx.say(f"counted.{counts}.none", thing=thing)
            words = _parenthesized(ctx, right, Precedence.SUM)
            many = ctx.say(f"many.{operator}", number=words)
            return ctx.say(f"counted.{counts}", thing=thing, many=many)
        case _:
            return ()


def _condition_at(ctx: RenderContext, node: Node) -> Inlines:
    """The condition of a track that `count(track) - 1` means: its last, as steps begin at 0."""
    match node:
        case syntax_tree.Binary(
            "-",
            syntax_tree.FunctionCall("count", (syntax_tree.Name(name),)),
            syntax_tree.Integer(back),
        ):
            track = ctx.index.find(name, ("track",))
            if isinstance(track, tables.Track) and 0 < back <= len(track.conditions):
                return (ctx.link(track.conditions[-back]),)
        case _:
            pass
    return ()


def _is_known(ctx: RenderContext, node: syntax_tree.Name) -> bool:
    """Whether a name of the format means here what the format says."""
    return ctx.local.get(node.text) == ctx.say(f"name.{node.text}")


def _call(ctx: RenderContext, function: str, arguments: tuple[Node, ...]) -> Phrase:
    """A function by its phrase, or a formula entry by its name."""
    builtin = BUILTINS.get(function)
    if builtin is None:
        return Phrase(_formula_call(ctx, function, arguments), Precedence.SIGN)
    pattern = f"call.{function}"
    match function, arguments:
        case "dice", (syntax_tree.FunctionCall("rating", rated),):
            pattern, builtin, arguments = "call.dice.rating", BUILTINS["rating"], rated
        case "place", (syntax_tree.FunctionCall("band", inner),):
            # Few people ask for the band between.
            pattern, builtin, arguments = "call.place.band", BUILTINS["band"], inner
        case "nth", (whole, syntax_tree.FunctionCall("place", (ranked,))) if (
            isinstance(ranked, syntax_tree.FunctionCall) and ranked.function == "band"
        ):
            pattern, arguments = "call.nth.band", (whole, *ranked.arguments)
        case "nth" | "count" | "place", (syntax_tree.Name(name), *_):
            # The parts of a whole have words of their own: the rows of a table.
            thing = ctx.index.find(name, builtin.kinds)
            of_kind = f"{function}.of-{kind_of(thing.id)}" if thing else ""
            pattern = of_kind if of_kind in ctx.patterns else pattern
        case "top", (
            syntax_tree.FunctionCall(
                "lookup", (syntax_tree.Name(table), _, syntax_tree.Name(column))
            ) as cell,
        ) if _counts_as_top(ctx, table, column):
            return _phrase(ctx, cell)
        case "if-blank", (value, instead) if instead in NOTHING or (
            isinstance(instead, syntax_tree.QuantityLiteral) and instead.number == 0
        ):
            known = _parenthesized(ctx, value, Precedence.SUM)
            return Phrase(ctx.say("call.if-blank.none", value=known), Precedence.SIGN)
        case _:
            pass
    least = Precedence.SUM if builtin.clause else Precedence.SIGN
    least = Precedence.CONDITIONAL if function == "if" else least
    words = _arguments(ctx, builtin, arguments, least)
    if function == "lookup":
        through = _leads_to_row(ctx, arguments)
        if through:
            pattern, words[1] = "call.lookup.through", through
        elif plain(words[0]).casefold() == plain(words[2]).casefold():
            pattern = "call.lookup.same"
    fields = {str(n): word for n, word in enumerate(words)}
    said = ctx.say(pattern, **fields, all=ctx.listed(words))
    if function == "has":  # a whole clause, as a comparison is
        return Phrase(said, Precedence.COMPARISON)
    return Phrase(said, Precedence.CONDITIONAL if builtin.clause else Precedence.SIGN)


def _formula_call(
    ctx: RenderContext, function: str, arguments: tuple[Node, ...]
) -> Inlines:
    entry = ctx.index.find(function, ("formula",))
    known = isinstance(entry, notes.FormulaEntry)
    name = (ctx.link(entry),) if known and entry else variable(function)
    if not arguments:
        return ctx.say("call.nothing", function=name)
    words = [
        _parenthesized(ctx, _placed(argument), Precedence.SUM) for argument in arguments
    ]
    taken = entry.takes if isinstance(entry, notes.FormulaEntry) else {}
    known = all(_is_given(ctx, _placed(argument)) for argument in arguments)
    if len(arguments) == len(taken) > 1 and known:
        named = zip(taken, words, strict=True)
        said = [ctx.say("call.argument", name=spoken(n), value=w) for n, w in named]
        arguments_words = ctx.chain("list.comma", said)
        return ctx.say("call.named", function=name, arguments=arguments_words)
    return ctx.say("call", function=name, arguments=ctx.listed(words))


def _is_given(ctx: RenderContext, node: Node) -> bool:
    """Whether an argument is written out: a number, dice, an entry, yes or no."""
    match node:
        case syntax_tree.Name(name):
            return name not in ctx.local
        case syntax_tree.Unary(_, operand):
            return _is_given(ctx, operand)
        case syntax_tree.Binary() | syntax_tree.FunctionCall():
            return False
        case _:
            return True


def _placed(node: Node) -> Node:
    """What `place` asks the place of, where that is said by itself: "for Wounded"."""
    match node:
        case syntax_tree.FunctionCall("place", (syntax_tree.Name() as thing,)):
            return thing
        case _:
            return node


def _counts_as_top(ctx: RenderContext, table: str, column: str) -> bool:
    """Return True if a cell is a band whose number is its highest anyway."""
    entry = ctx.index.find(table, ("table",))
    columns = entry.columns if isinstance(entry, tables.Table) else {}
    of = columns[column].of if column in columns else ()
    benchmark = ctx.index.find(of[0], ("benchmark",)) if of else None
    return isinstance(benchmark, tables.Benchmark) and benchmark.stands_for == "top"


def _arguments(
    ctx: RenderContext,
    builtin: Builtin,
    arguments: tuple[Node, ...],
    least: Precedence,
) -> list[Inlines]:
    if builtin.name == "lookup":
        return _lookup(ctx, arguments)
    first = arguments[:1]
    return [
        name_words(ctx, argument.text, builtin.kinds)
        if argument in first and isinstance(argument, syntax_tree.Name)
        else _parenthesized(ctx, argument, least)
        for argument in arguments
    ]


def _lookup(ctx: RenderContext, arguments: tuple[Node, ...]) -> list[Inlines]:
    """The arguments of `lookup`: table, value, and the name of the column."""
    table, value, column = arguments
    assert isinstance(table, syntax_tree.Name)
    assert isinstance(column, syntax_tree.Name)
    entry = ctx.index.find(table.text, ("table",))
    words = (Text(spoken(column.text)),)
    if isinstance(entry, tables.Table) and kind_of(entry.id) == "table":
        named = entry.columns.get(column.text)
        words = words if named is None else (Text(called(ctx, named)),)
    link = (Text(table.text),) if entry is None else (ctx.link(entry),)
    return [link, _parenthesized(ctx, _placed(value), Precedence.SUM), words]


def called(ctx: RenderContext, column: tables.Column) -> str:
    """What a sentence calls what stands in a column: a head of several words is quoted."""
    if column.called:
        return column.called
    if " " in column.name:
        return plain(ctx.say("name.head", column=column.name))
    return ctx.lowered(column.name)


# Names that an entry brings into scope.


def names_in(ctx: RenderContext, entry: Entry) -> Names:
    """The names that formulas in an entry may use, with words."""
    names = format_names(ctx, "check") if isinstance(entry, WITH_CHECK) else {}
    for source in BROUGHT_BY.get(type(entry), ()):
        names = {**names, **_names_from(ctx, source, entry)}
    return names


def names_resisted(ctx: RenderContext, effect: Resist) -> Names:
    """The names that an effect knows of what it resists, with words."""
    names = format_names(ctx, "resisted")
    resisted = None if isinstance(effect.resist, str) else effect.resist.entry
    if not isinstance(resisted, actions.Action):
        return names
    known = {**names_in(ctx, resisted), **cells_by_table(ctx, resisted)}
    return {**names, **{f"resisted.{name}": words for name, words in known.items()}}


def _names_from(ctx: RenderContext, source: NameSource, entry: Any) -> Names:
    match source:
        case "check" | "step" | "run" | "resisted":
            return format_names(ctx, source)
        case "about" if entry.about and entry.about.choose == "worst":
            about = format_names(ctx, source)
            return {name: ctx.say(f"name.{name}.worst") for name in about}
        case "about":
            return format_names(ctx, source) if entry.about else {}
        case "takes":
            names = (*entry.takes, *entry.constants)
            return {name: variable(name) for name in names}
        case "asks":
            return {
                key: (Text(ctx.lowered(ask.name)),) for key, ask in entry.asks.items()
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
    """Return the names that the format itself brings into scope, with words."""
    return {name: ctx.say(f"name.{name}") for name in FORMAT_NAMES[source]}


def _choices(ctx: RenderContext, action: actions.Action) -> Names:
    """Choices: a row with its cells, or an entry of a kind."""
    names: dict[str, Inlines] = {}
    for name, what in action.choose.items():
        table = ctx.index.find(what, ("table",))
        if isinstance(table, tables.Table):
            names |= _cells(ctx, action, name, table)
        else:
            names[name] = _chosen(ctx, name, what, action.choose)
    return names


def _chosen(
    ctx: RenderContext, name: str, what: str, choose: Mapping[str, str]
) -> Inlines:
    """Named by its kind where only one of that kind is chosen."""
    if list(choose.values()).count(what) > 1:
        return ctx.say("name.chosen-kind", kind=variable(name))
    return ctx.say("name.chosen-one", kind=type_words(ctx, what))


def _cells(
    ctx: RenderContext,
    action: actions.Action,
    name: str,
    table: tables.Table,
    *,
    naming_table: bool = False,
) -> Names:
    """Words for the cells of a chosen row, by what the check is rolled with.

    With an attack from the row, its other cells are "the defense beside your attack", and what they
    lead to in another table is "of your attack". Those of a table that is named are told without
    knowing whose row it is.
    """
    key = _rolled_column(action, name)
    rolled = called(ctx, table.columns[key]) if key in table.columns else ""
    fields: dict[str, Inlines | str] = {"table": (ctx.link(table),), "rolled": rolled}
    of = ".of" if naming_table else ""
    names: dict[str, Inlines] = {name: ctx.say("name.row")}
    for own, column in table.columns.items():
        how = "" if not rolled else ".rolled" if own == key else ".beside"
        cell = f"{name}.{own}"
        names[cell] = ctx.say(
            f"name.cell{how}{of}", column=called(ctx, column), **fields
        )
        if rolled and column.type == "row":
            whose = "name.cell.that" if naming_table else "name.cell.rolled"
            yours = ctx.say(whose, column=rolled, **fields)
            names |= {_leads(cell, other): yours for other in column.of}
    return names


def _leads(cell: str, table: str) -> str:
    """The key of the words for the row that a cell leads to in another table."""
    return f"{cell} in {table.removeprefix('table.')}"


def _leads_to_row(ctx: RenderContext, lookup: tuple[Node, ...]) -> Inlines:
    """Whose row a cell leads to in the table that is looked up; empty if that is not known."""
    match lookup:
        case (syntax_tree.Name(table), syntax_tree.Name(cell), _):
            return ctx.local.get(_leads(cell, table), ())
        case _:
            return ()


def _rolled_column(action: actions.Action, name: str) -> str:
    """The column of a chosen row that the check of an action is rolled with; empty if none is."""
    made_with = action.check.with_ if action.check else ()
    cells = (rating.text for rating in made_with if isinstance(rating, Formula))
    columns = (cell.partition(".")[2] for cell in cells if cell.startswith(f"{name}."))
    return next(columns, "")


def cells_by_table(ctx: RenderContext, action: actions.Action) -> Names:
    """Words for cells of chosen rows that name their tables."""
    names: dict[str, Inlines] = {}
    for name, what in action.choose.items():
        table = ctx.index.find(what, ("table",))
        if isinstance(table, tables.Table):
            names |= _cells(ctx, action, name, table, naming_table=True)
    return names


def type_words(ctx: RenderContext, written: str) -> Inlines:
    """The word for a type: of a value, a kind of entry, or a measure of units."""
    for key in (f"type.{written}", f"kind.{kind_of(written)}"):
        if key in ctx.patterns:
            return (Text(ctx.lowered(ctx.word(key))),)
    return (Text(written.replace("-", " ")),)


# Which checks an effect changes, and whom it affects.


def which_checks(ctx: RenderContext, effect: Effect) -> Inlines:
    """`all checks`, `one Strength check`, `checks with the chosen skill`."""
    fields: dict[str, Inlines | int] = {"times": effect.times or 0}
    key = "checks"
    if effect.of:
        key = f"checks.{_manner(effect.of)}"
        joint = "or" if effect.times == 1 else "and"
        fields["of"] = refs_words(ctx, effect.of, joint)
    words = ctx.say(f"{key}{_times_suffix(effect.times)}", **fields)
    if key != "checks.for" and _changes_fixed_values(ctx, effect):
        words = ctx.say("checks.fixed", which=words)
    return all_but(ctx, words, effect.except_)


def _changes_fixed_values(ctx: RenderContext, effect: Effect) -> bool:
    """True if a change of checks counts where nobody rolls, too."""
    if not isinstance(effect, Modify) or effect.times or "resistance" in effect.except_:
        return False
    token = effect.by.token if isinstance(effect.by, Modifier) else ""
    return not token and fixed_like_checks(ctx.ruleset)


def all_but(
    ctx: RenderContext, words: Inlines, of: Sequence[Ref[object] | str]
) -> Inlines:
    """Words for what an effect changes, with its exceptions, if it has any."""
    if not of:
        return words
    return ctx.say("except", which=words, **{"except": exceptions(ctx, of)})


def _manner(of: Sequence[Ref[object] | str]) -> str:
    """The key of the pattern, by what the checks are named after."""
    if any(not isinstance(target, Ref) for target in of):
        return "with"
    kinds = {kind_of(target.id) for target in of if isinstance(target, Ref)}
    return "for" if "action" in kinds else "named"


def _times_suffix(times: int | None) -> str:
    if times is None:
        return ""
    return ".one" if times == 1 else ".many"


def exceptions(ctx: RenderContext, of: Sequence[Ref[object] | str]) -> Inlines:
    """Entries left out; ratings stand for their checks."""
    parts = [
        ctx.say(f"except.{target}")
        if isinstance(target, str)
        else ref_words(ctx, target)
        if kind_of(target.id) == "value"
        else ctx.say(
            "checks.for" if kind_of(target.id) == "action" else "checks.named",
            of=ref_words(ctx, target),
        )
        for target in of
    ]
    return ctx.listed(parts)


def refs_words(
    ctx: RenderContext, of: Sequence[Ref[object] | str], joint: str = "and"
) -> Inlines:
    """Enumerate references."""
    return ctx.listed([ref_words(ctx, target) for target in of], joint)


def ref_words(ctx: RenderContext, target: object) -> Inlines:
    """A link to an entry, or the words for a fixed word such as `chosen`."""
    if isinstance(target, Ref):
        return (ctx.link(target.entry),)
    return ctx.say(str(target))


def whom(
    ctx: RenderContext, who: Sequence[Who], self_words: str = "who.self"
) -> Inlines:
    """Whom it happens to: `the target`, `yourself or an ally`."""
    keys = [self_words if person == "self" else f"who.{person}" for person in who]
    return ctx.listed([ctx.say(key) for key in keys], "or")


def subject(ctx: RenderContext, who: Sequence[Who]) -> Inlines:
    """Who does it: `the target`, `you or an ally`."""
    return whom(ctx, who, "subject.self")


# What a check is rolled with, and what it has to reach.


def target_words(ctx: RenderContext, against: actions.Against) -> Inlines:
    """What a check has to reach, without the prose of the pack."""
    return _number(ctx, against) or _opponent(ctx, against)


def ratings_words(ctx: RenderContext, ratings: Sequence[actions.Rolled]) -> Inlines:
    """What is rolled, or counts without a roll."""
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
    for way in ("fixed", "roll", "resistance"):
        ratings: tuple[actions.Rolled, ...] = getattr(against, way)
        if ratings:
            words = ratings_words(ctx, ratings)
            number = way == "fixed" and all(map(_is_number, ratings))
            return ctx.say(
                "against.number" if number else f"against.{way}", ratings=words
            )
    return ()


def _is_number(rating: actions.Rolled) -> bool:
    """Whether a rating is a number already, which has no fixed value."""
    value = rating.entry if isinstance(rating, Ref) else None
    return isinstance(value, Value) and value.type == "integer"
