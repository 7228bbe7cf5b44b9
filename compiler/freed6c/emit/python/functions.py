"""Formulas as functions: typed, named, with the formula as the pack writes it in the docstring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.layout import assign, docstring
from freed6c.emit.python.values import Values
from freed6c.formula.to_python import to_python
from freed6c.packs.names import python_name
from freed6c.runtime.amounts import Modifier, Pool, Quantity
from freed6c.runtime.die_code import DieCode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.emit.python.content import Content
    from freed6c.runtime.entries.formulas import FormulaEntry

TYPES: Final[Mapping[str, type]] = {
    "integer": int,
    "fraction": Fraction,
    "boolean": bool,
    "text": str,
    "die-code": DieCode,
    "pool": Pool,
    "modifier": Modifier,
}


@dataclass(frozen=True, slots=True)
class Function:
    """A function as source, and what it needs imported."""

    name: str
    source: str
    classes: frozenset[type]
    math: frozenset[str]


def write_function(content: Content, formula: FormulaEntry) -> Function | None:
    """The function of a formula; None where it needs more than its arguments."""
    checked = content.ruleset.checked.get((*content.ruleset.paths[formula.id], "is"))
    body = None if checked is None else to_python(checked)
    if body is None:
        return None
    values = Values(content)
    lines = [
        _signature(formula, values),
        docstring(_words(content, formula), 1),
        *_constants(content, formula, values),
        f"    return {body.text}",
    ]
    known = {
        cls.__name__: cls for cls in (Fraction, DieCode, *TYPES.values(), Quantity)
    }
    needed = {known[name] for name in body.imports if name in known}
    return Function(
        name=python_name(formula.key),
        source="\n".join(lines),
        classes=frozenset((needed | values.used) - {int, bool, str}),
        math=frozenset(name for name in body.imports if name not in known),
    )


def _signature(formula: FormulaEntry, values: Values) -> str:
    takes = [
        f"{python_name(name)}: {_type(word, values)}"
        for name, word in formula.takes.items()
    ]
    name, gives = python_name(formula.key), _type(formula.gives, values)
    line = f"def {name}({', '.join(takes)}) -> {gives}:"
    if len(line) <= 88:  # noqa: PLR2004
        return line
    return "\n".join((f"def {name}(", *_arguments(takes), f") -> {gives}:"))


def _arguments(takes: list[str]) -> list[str]:
    one = f"    {', '.join(takes)}"
    return [one] if len(one) <= 88 else [f"    {take}," for take in takes]  # noqa: PLR2004


def _type(word: str, values: Values) -> str:
    cls = TYPES.get(word, Quantity)
    values.used.add(cls)
    return cls.__name__


def _words(content: Content, formula: FormulaEntry) -> str:
    words = content.plain(formula.text) or f"{formula.name}."
    return f"{words}\n\nFormula: {formula.is_.text}"


def _constants(content: Content, formula: FormulaEntry, values: Values) -> list[str]:
    definition = content.ruleset.environment.formula(formula.key)
    return [
        assign(python_name(name), values.expression(value), 1)
        for name, value in definition.constants.items()
    ]
