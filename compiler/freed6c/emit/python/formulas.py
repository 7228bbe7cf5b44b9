"""The module of formulas: their functions first, then what the ruleset says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from freed6c.emit.python.entries import write_entry
from freed6c.emit.python.functions import write_function
from freed6c.emit.python.layout import Atom, assign, mapping
from freed6c.emit.python.module import imports, source_file
from freed6c.emit.python.names import constant
from freed6c.emit.python.values import Values
from freed6c.runtime.entries.formulas import FormulaEntry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.python.content import Content
    from freed6c.runtime.record import Entry


def write_formulas(content: Content, entries: Sequence[Entry]) -> str:
    """`formulas.py`: a function for every formula that needs nothing but its arguments."""
    values = Values(content)
    values.used.add(FormulaEntry)
    formulas = [cast("FormulaEntry", entry) for entry in entries]
    functions = [
        found for one in formulas if (found := write_function(content, one)) is not None
    ]
    parts = [function.source for function in functions]
    for entry in entries:
        parts.extend(write_entry(entry, values))
    items = mapping((entry.key, Atom(constant(entry))) for entry in entries)
    parts.append(assign("FORMULAS: Final[Mapping[str, FormulaEntry]]", items))
    for function in functions:
        values.used.update(function.classes)
    math = sorted({name for function in functions for name in function.math})
    lines = imports(values, parts, {"math": math} if math else {})
    title = f"Formulas of {content.ruleset.manifest.title}."
    return source_file(content, title, lines, parts)
