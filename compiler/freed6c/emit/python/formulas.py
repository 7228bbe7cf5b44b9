"""The modules of formulas: those with a name, and the functions of all others."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.entries import write_entry
from freed6c.emit.python.functions import (
    Function,
    entry_function,
    named_function,
    situated_function,
)
from freed6c.emit.python.layout import Atom, assign, mapping
from freed6c.emit.python.module import import_lines, source_file, where_from
from freed6c.emit.python.names import constant
from freed6c.emit.python.values import Values
from freed6c.formula.python_fragments import entry_class
from freed6c.model.shape import CLASSES
from freed6c.runtime import amounts, die_code, record, situation
from freed6c.runtime.entries.formulas import FormulaEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.emit.python.content import Content
    from freed6c.runtime.record import Entry


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
            die_code.DieCode,
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
