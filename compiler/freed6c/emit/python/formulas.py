"""The modules of formulas: those with a name, and the functions of all others."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.content import Context, constant_name
from freed6c.emit.python.entries import ExpressionBuilder, write_entry
from freed6c.emit.python.expressions import statement
from freed6c.emit.python.layout import (
    INDENT,
    WIDTH,
    Atom,
    Expression,
    assign,
    call,
    docstring,
    literal,
    mapping,
)
from freed6c.emit.python.module import import_lines, module_of, source_file
from freed6c.formula import python_fragments as fragments
from freed6c.formula.codegen import (
    FunctionForm,
    function_name,
    named_function_form,
    to_python,
)
from freed6c.model.shape import CLASSES
from freed6c.runtime import amounts, record, situation
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.formula.evaluator import CompiledFormula
    from freed6c.formula.scope import Definition


# Functions as source: typed, documented, with the formula as the pack writes it.


SITUATION = (
    fragments.HERE,
    fragments.Fragment("Situation", imports=frozenset({"Situation"})),
)
"""The argument of everything that is worked out in a situation."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function as source; the names that it needs when it runs, and those in its hints."""

    source: str
    runs: frozenset[str]
    hints: frozenset[str]


def situated_function(
    context: Context, name: str, works: CompiledFormula, text: str
) -> Function:
    """The function of a formula that stands at a place, asking the situation for its names."""
    form = FunctionForm(arguments=False, situated=context.situated, module="formulas")
    body = to_python(works.checked, form)
    gives = fragments.write_type(works.checked.type)
    return _function(name, (SITUATION,), gives, [docstring(text, 1)], body)


def named_function(
    context: Context, formula: FormulaEntry, definition: Definition
) -> Function:
    """The public function of a formula with a name, from its arguments."""
    form = named_function_form(definition.body, context.situated)
    types = context.ruleset.types
    arguments = [
        (form.spell(name), fragments.write_type(types[word]))
        for name, word in formula.takes.items()
    ]
    if formula.key in context.situated:
        arguments.insert(0, SITUATION)
    builder = ExpressionBuilder(context)
    lines = [docstring(_words(context, formula), 1)]
    for name, value in definition.constants.items():
        lines.append(assign(form.spell(name), _constant(value, builder), 1))
    body = to_python(definition.body, form)
    found = _function(
        function_name(formula.key),
        arguments,
        fragments.write_type(types[formula.gives]),
        lines,
        body,
    )
    column_types = frozenset(cls.__name__ for cls in builder.used)
    return Function(found.source, found.runs | column_types, found.hints)


def _constant(value: object, builder: ExpressionBuilder) -> Expression:
    """A constant by its value; an entry is found by its rules."""
    if isinstance(value, Ref):
        return call(f"{fragments.HERE}.ref", Atom(literal(value.id)))
    return builder.expression(value)


def entry_function(context: Context, name: str, formula: FormulaEntry) -> Function:
    """What works out a formula with a name in a situation that knows its arguments."""
    types = context.ruleset.types
    arguments = [
        fragments.write_variable(taken, types[word])
        for taken, word in formula.takes.items()
    ]
    if formula.key in context.situated:
        arguments.insert(0, fragments.Fragment(fragments.HERE))
    body = fragments.call(function_name(formula.key), *arguments)
    lines = [docstring(formula.is_.text, 1)]
    return _function(
        name, (SITUATION,), fragments.write_type(types[formula.gives]), lines, body
    )


def _function(
    name: str,
    arguments: Sequence[tuple[str, fragments.Fragment]],
    gives: fragments.Fragment,
    lines: list[str],
    body: fragments.Fragment,
) -> Function:
    source = [
        _signature(name, arguments, gives),
        *lines,
        statement("return ", body.text, 1),
    ]
    hints = gives.imports.union(*(hint.imports for _, hint in arguments))
    return Function("\n".join(source), body.imports, hints)


def _signature(
    name: str,
    arguments: Sequence[tuple[str, fragments.Fragment]],
    gives: fragments.Fragment,
) -> str:
    takes = [f"{argument}: {hint.text}" for argument, hint in arguments]
    line = f"def {name}({', '.join(takes)}) -> {gives.text}:"
    if len(line) <= WIDTH:
        return line
    return "\n".join((f"def {name}(", *_arguments(takes), f") -> {gives.text}:"))


def _arguments(takes: list[str]) -> list[str]:
    together = INDENT + ", ".join(takes)
    if len(together) <= WIDTH and len(takes) > 1:
        return [together]
    return [f"{INDENT}{one}," for one in takes]


def _words(context: Context, formula: FormulaEntry) -> str:
    words = context.plain(formula.text) or f"{formula.name}."
    return f"{words}\n\nFormula: {formula.is_.text}"


RECORD: Final = f"._runtime.{record.__name__.rpartition('.')[2]}"
FROM: Final[Mapping[str, str]] = {
    "Fraction": "fractions",
    "floor": "math",
    "ceil": "math",
    "formulas": ".",
    **{
        cls.__name__: module_of(cls)
        for cls in (
            amounts.Modifier,
            amounts.Pool,
            amounts.Quantity,
            amounts.Range,
            amounts.DieCode,
            situation.Situation,
        )
    },
    **dict.fromkeys(("Entry", "Ref"), RECORD),
    **{fragments.entry_class(kind): module_of(cls) for kind, cls in CLASSES.items()},
}
"""Where functions import what they need from."""


def write_formula_functions(context: Context) -> str | None:
    """`_formulas.py`: a function for every formula at its place; None where there are none."""
    functions = [
        situated_function(context, one.name, one.works, one.text)
        for one in context.placed
        if not isinstance(one.entry, FormulaEntry)
    ]
    if not functions:
        return None
    title = (
        f"How the formulas of {context.ruleset.manifest.title} are worked out, each named"
        " by its place."
    )
    parts = [function.source for function in functions]
    return source_file(context, title, _imports(functions), parts)


def write_formulas(context: Context, entries: Sequence[Entry]) -> str:
    """`formulas.py`: a function for every formula with a name, and what the ruleset says of it."""
    builder = ExpressionBuilder(context)
    formulas = [entry for entry in entries if isinstance(entry, FormulaEntry)]
    functions = [function for one in formulas for function in _functions(context, one)]
    parts = [function.source for function in functions]
    for entry in entries:
        parts.extend(write_entry(entry, builder))
    items = mapping((entry.key, Atom(constant_name(entry))) for entry in entries)
    parts.append(assign("FORMULAS: Final[Mapping[str, FormulaEntry]]", items))
    used = {cls.__name__: module_of(cls) for cls in {*builder.used, FormulaEntry}}
    more = {"Final": "typing", "Mapping": "collections.abc"} | used
    title = f"Formulas of {context.ruleset.manifest.title}."
    return source_file(context, title, _imports(functions, more), parts)


def _functions(context: Context, formula: FormulaEntry) -> Iterator[Function]:
    """The public function of a formula, and those that work out what the ruleset says of it."""
    definition = context.ruleset.definitions.get(formula.key)
    placed = [one for one in context.placed if one.entry is formula]
    if definition is None:
        return
    yield named_function(context, formula, definition)
    for one in placed:
        if one.identity == id(formula.is_):
            yield entry_function(context, one.name, formula)
        else:
            yield situated_function(context, one.name, one.works, one.text)


def _imports(
    functions: Iterable[Function], more: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    runs = frozenset[str]().union(*(function.runs for function in functions))
    hints = frozenset[str]().union(*(function.hints for function in functions))
    needed = {**{name: FROM[name] for name in runs}, **more}
    return import_lines(needed, {name: FROM[name] for name in hints - needed.keys()})
