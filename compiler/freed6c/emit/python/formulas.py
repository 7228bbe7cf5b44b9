"""Writes formulas as functions: `formulas.py` for named formulas, `_formulas.py` for all others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.content import FORMULAS_MODULE
from freed6c.emit.python.entries import table_of, write_entry
from freed6c.emit.python.layout import INDENT, WIDTH, assign, docstring, statement
from freed6c.emit.python.module import Block, source_file
from freed6c.formula import python_fragments as fragments
from freed6c.formula.codegen import (
    FunctionForm,
    function_name,
    named_function_form,
    to_python,
)
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.emit.python.content import FormulaFunction, PackageContext
    from freed6c.formula.python_fragments import Fragment
    from freed6c.formula.typed_tree import Definition


# Functions have types, and a docstring with the formula as the pack writes it.


SITUATION: Final = (fragments.HERE, fragments.atom("Situation"))
"""The argument of functions that need a situation: the facts that a formula can refer to."""
REFERENCES: Final = {"Ref": "._runtime.record"}
"""The module of `Ref`. Functions need the class of the runtime, which situations also use."""


def situated_function(context: PackageContext, formula: FormulaFunction) -> Block:
    """Return the function of an unnamed formula, which gets all values from the situation."""
    form = FunctionForm(arguments=False, situated=context.situated, module="formulas")
    checked = formula.works.checked
    gives = fragments.write_type(checked.type)
    lines = [docstring(formula.text, 1)]
    return _function(formula.name, (SITUATION,), gives, lines, to_python(checked, form))


def named_function(
    context: PackageContext, formula: FormulaEntry, definition: Definition
) -> Block:
    """Return the public function of a named formula, which has the parameters of the formula."""
    form = named_function_form(definition.body, context.situated)
    types = context.ruleset.types
    arguments = [
        (form.spell(name), fragments.write_type(types[word]))
        for name, word in formula.params.items()
    ]
    if formula.key in context.situated:
        arguments.insert(0, SITUATION)
    words = context.plain(formula.text) or f"{formula.name}."
    lines = [docstring(f"{words}\n\nFormula: {formula.formula.text}", 1)]
    used = frozenset[str]()
    for name, value in definition.constants.items():
        constant = (
            fragments.call(f"{fragments.HERE}.ref", fragments.write_text(value.id))
            if isinstance(value, Ref)
            else fragments.write_value(value)
        )
        lines.append(assign(form.spell(name), constant, 1))
        used |= constant.names
    gives = fragments.write_type(types[formula.returns])
    body = to_python(definition.body, form)
    block = _function(function_name(formula.key), arguments, gives, lines, body)
    return replace(block, names=block.names | used)


def entry_function(
    context: PackageContext, formula: FormulaEntry, placed: FormulaFunction
) -> Block:
    """Return a function that calls that of a named formula with values from the situation."""
    types = context.ruleset.types
    arguments = [
        fragments.write_variable(taken, types[word])
        for taken, word in formula.params.items()
    ]
    if formula.key in context.situated:
        arguments.insert(0, fragments.atom(fragments.HERE))
    function = function_name(formula.key)
    body = fragments.call(function, *arguments)
    lines = [docstring(f"`{function}` in a situation.", 1)]
    gives = fragments.write_type(types[formula.returns])
    return _function(placed.name, (SITUATION,), gives, lines, body)


def _function(
    name: str,
    arguments: Sequence[tuple[str, Fragment]],
    gives: Fragment,
    lines: list[str],
    body: Fragment,
) -> Block:
    params = [f"{argument}: {hint.text}" for argument, hint in arguments]
    signature = f"def {name}({', '.join(params)}) -> {gives.text}:"
    if len(signature) > WIDTH:
        parameters = [f"{INDENT}{param}," for param in params]
        signature = "\n".join((f"def {name}(", *parameters, f") -> {gives.text}:"))
    return Block(
        "\n".join((signature, *lines, statement("return ", body, 1))),
        body.names.difference(argument for argument, _ in arguments),
        gives.names.union(*(hint.names for _, hint in arguments)),
        name,
    )


def write_formula_functions(context: PackageContext) -> Mapping[str, str]:
    """Return `_formulas.py` with a function for every unnamed formula, if there are any."""
    functions = [
        situated_function(context, formula)
        for formula in context.placed
        if not isinstance(formula.entry, FormulaEntry)
    ]
    if not functions:
        return {}
    title = (
        f"How the formulas of {context.ruleset.manifest.title} are worked out, each named"
        " by its place."
    )
    return {FORMULAS_MODULE: source_file(context, title, functions, REFERENCES)}


def write_formulas(context: PackageContext, entries: Sequence[Entry]) -> str:
    """Return `formulas.py`, with the functions and the entries of named formulas."""
    formulas = [entry for entry in entries if isinstance(entry, FormulaEntry)]
    blocks = [
        *(block for formula in formulas for block in _functions(context, formula)),
        *(block for entry in entries for block in write_entry(context, entry)),
        table_of("formulas", FormulaEntry, entries),
    ]
    title = f"Formulas of {context.ruleset.manifest.title}."
    return source_file(context, title, blocks, REFERENCES)


def _functions(context: PackageContext, formula: FormulaEntry) -> Iterator[Block]:
    """Yield the public function of a named formula, and those of other formulas in its entry."""
    definition = context.ruleset.definitions.get(formula.key)
    if definition is None:
        return
    yield named_function(context, formula, definition)
    for placed in context.placed:
        if placed.identity == id(formula.formula):
            yield entry_function(context, formula, placed)
        elif placed.entry is formula:
            yield situated_function(context, placed)
