"""The modules of formulas: those with a name, and the functions of all others."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.content import Content, constant
from freed6c.emit.python.entries import Values, write_entry
from freed6c.emit.python.expressions import statement
from freed6c.emit.python.layout import (
    INDENT,
    WIDTH,
    Atom,
    Expression,
    assign,
    docstring,
    invoke,
    mapping,
    text,
)
from freed6c.emit.python.module import import_lines, source_file, where_from
from freed6c.formula.codegen import Form, argument_form, function_name, to_python
from freed6c.formula.python_fragments import (
    HERE,
    Piece,
    asked,
    call,
    entry_class,
    write_type,
)
from freed6c.model.shape import CLASSES
from freed6c.runtime import amounts, record, situation
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.formula.evaluator import Works
    from freed6c.formula.scope import Definition


# Functions as source: typed, documented, with the formula as the pack writes it.


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


RECORD: Final = f"._runtime.{record.__name__.rpartition('.')[2]}"
FROM: Final[Mapping[str, str]] = {
    "Fraction": "fractions",
    "floor": "math",
    "ceil": "math",
    "formulas": ".",
    **{
        cls.__name__: where_from(cls)
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
    **{entry_class(kind): where_from(cls) for kind, cls in CLASSES.items()},
}
"""Where functions import what they need from."""


def write_works(content: Content) -> str | None:
    """`_formulas.py`: a function for every formula at its place; None where there are none."""
    functions = [
        situated_function(content, one.name, one.works, one.text)
        for one in content.placed
        if not isinstance(one.entry, FormulaEntry)
    ]
    if not functions:
        return None
    title = (
        f"How the formulas of {content.ruleset.manifest.title} are worked out, each named"
        " by its place."
    )
    parts = [function.source for function in functions]
    return source_file(content, title, _imports(functions), parts)


def write_formulas(content: Content, entries: Sequence[Entry]) -> str:
    """`formulas.py`: a function for every formula with a name, and what the ruleset says of it."""
    values = Values(content)
    formulas = [entry for entry in entries if isinstance(entry, FormulaEntry)]
    functions = [function for one in formulas for function in _functions(content, one)]
    parts = [function.source for function in functions]
    for entry in entries:
        parts.extend(write_entry(entry, values))
    items = mapping((entry.key, Atom(constant(entry))) for entry in entries)
    parts.append(assign("FORMULAS: Final[Mapping[str, FormulaEntry]]", items))
    used = {cls.__name__: where_from(cls) for cls in {*values.used, FormulaEntry}}
    more = {"Final": "typing", "Mapping": "collections.abc"} | used
    title = f"Formulas of {content.ruleset.manifest.title}."
    return source_file(content, title, _imports(functions, more), parts)


def _functions(content: Content, formula: FormulaEntry) -> Iterator[Function]:
    """The public function of a formula, and those that work out what the ruleset says of it."""
    definition = content.ruleset.definitions.get(formula.key)
    placed = [one for one in content.placed if one.entry is formula]
    if definition is None:
        return
    yield named_function(content, formula, definition)
    for one in placed:
        if one.identity == id(formula.is_):
            yield entry_function(content, one.name, formula)
        else:
            yield situated_function(content, one.name, one.works, one.text)


def _imports(
    functions: Iterable[Function], more: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    runs = frozenset[str]().union(*(function.runs for function in functions))
    hints = frozenset[str]().union(*(function.hints for function in functions))
    needed = {**{name: FROM[name] for name in runs}, **more}
    return import_lines(needed, {name: FROM[name] for name in hints - needed.keys()})
