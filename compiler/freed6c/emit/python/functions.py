"""Functions as source: typed, documented, with the formula as the pack writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.emit.python.expressions import statement
from freed6c.emit.python.layout import (
    INDENT,
    WIDTH,
    Atom,
    Expression,
    assign,
    docstring,
    invoke,
    text,
)
from freed6c.emit.python.values import Values
from freed6c.formula.codegen import Form, argument_form, function_name, to_python
from freed6c.formula.python_fragments import HERE, Piece, asked, call, write_type
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.python.content import Content
    from freed6c.formula.evaluator import Works
    from freed6c.formula.scope import Definition
    from freed6c.runtime.entries.formulas import FormulaEntry


SITUATION = (HERE, Piece("Situation", imports=frozenset({"Situation"})))
"""The argument of everything that is worked out in a situation."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function as source; the names that it needs when it runs, and those in its hints."""

    source: str
    runs: frozenset[str]
    hints: frozenset[str]


def situated_function(content: Content, name: str, works: Works, text: str) -> Function:
    """The function of a formula that stands at a place, asking the situation for its names."""
    form = Form(arguments=False, situated=content.situated, module="formulas")
    body = to_python(works.checked, form)
    gives = write_type(works.checked.type)
    return _function(name, (SITUATION,), gives, [docstring(text, 1)], body)


def named_function(
    content: Content, formula: FormulaEntry, definition: Definition
) -> Function:
    """The public function of a formula with a name, from its arguments."""
    form = argument_form(definition.body, content.situated)
    types = content.ruleset.types
    arguments = [
        (form.spell(name), write_type(types[word]))
        for name, word in formula.takes.items()
    ]
    if formula.key in content.situated:
        arguments.insert(0, SITUATION)
    values = Values(content)
    lines = [docstring(_words(content, formula), 1)]
    for name, value in definition.constants.items():
        lines.append(assign(form.spell(name), _constant(value, values), 1))
    body = to_python(definition.body, form)
    found = _function(
        function_name(formula.key),
        arguments,
        write_type(types[formula.gives]),
        lines,
        body,
    )
    needs = frozenset(cls.__name__ for cls in values.used)
    return Function(found.source, found.runs | needs, found.hints)


def _constant(value: object, values: Values) -> Expression:
    """A constant by its value; an entry is found by its rules."""
    if isinstance(value, Ref):
        return invoke(f"{HERE}.ref", Atom(text(value.id)))
    return values.expression(value)


def entry_function(content: Content, name: str, formula: FormulaEntry) -> Function:
    """What works out a formula with a name in a situation that knows its arguments."""
    types = content.ruleset.types
    arguments = [asked(taken, types[word]) for taken, word in formula.takes.items()]
    if formula.key in content.situated:
        arguments.insert(0, Piece(HERE))
    body = call(function_name(formula.key), *arguments)
    lines = [docstring(formula.is_.text, 1)]
    return _function(name, (SITUATION,), write_type(types[formula.gives]), lines, body)


def _function(
    name: str,
    arguments: Sequence[tuple[str, Piece]],
    gives: Piece,
    lines: list[str],
    body: Piece,
) -> Function:
    source = [
        _signature(name, arguments, gives),
        *lines,
        statement("return ", body.text, 1),
    ]
    hints = gives.imports.union(*(hint.imports for _, hint in arguments))
    return Function("\n".join(source), body.imports, hints)


def _signature(name: str, arguments: Sequence[tuple[str, Piece]], gives: Piece) -> str:
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


def _words(content: Content, formula: FormulaEntry) -> str:
    words = content.plain(formula.text) or f"{formula.name}."
    return f"{words}\n\nFormula: {formula.is_.text}"
