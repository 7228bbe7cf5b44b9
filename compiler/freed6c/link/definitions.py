"""The formulas of a ruleset, compiled before anything that may call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.definition import Definition
from freed6c.formula.tree import called
from freed6c.formula.types import UNKNOWN, Type
from freed6c.packs.data import Data, KeyPath, as_text
from freed6c.runtime.entries.formulas import FormulaEntry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.typed import Checked
    from freed6c.link.formulas import FormulaReader
    from freed6c.runtime.given import Value


def define_formulas(
    tree: Mapping[str, Data], reader: FormulaReader
) -> dict[str, Mapping[str, Type]]:
    """Check every named formula with its constants; returns the names that each knows."""
    names: dict[str, Mapping[str, Type]] = {}
    section = tree.get("formulas")
    for key, body in section.items() if isinstance(section, dict) else ():
        if isinstance(body, dict):
            names[key] = _define(key, body, reader)
            _report_taken(key, reader)
    _report_circles(reader)
    _forget_broken(reader)
    return names


def _forget_broken(reader: FormulaReader) -> None:
    """A formula that calls a broken one is as broken, and nothing more is said of it."""
    definitions = reader.definitions
    while True:
        known = {*BUILTINS, *definitions}
        lost = [
            key for key, one in definitions.items() if not _calls(one.body) <= known
        ]
        if not lost:
            return
        for key in lost:
            del definitions[key]
            reader.checked[("formulas", key, "is")] = None


def _calls(body: Checked) -> set[str]:
    return {name.removeprefix("formula.") for name in called(body.tree.node)}


def _report_taken(key: str, reader: FormulaReader) -> None:
    """The built-in function would always be meant."""
    if key in BUILTINS:
        reader.problems.report(
            codes.TAKEN_NAME,
            f"'{key}' is a built-in function already",
            ("formulas", key),
            key=True,
            help=("give the formula another key",),
        )


def _report_circles(reader: FormulaReader) -> None:
    """A formula that needs itself would never end. Whatever needs it is broken with it."""
    calls = {key: _calls(one.body) for key, one in reader.definitions.items()}
    for key, direct in calls.items():
        if key in _reached(key, calls):
            reader.problems.report(
                codes.CIRCLE,
                f"'{key}' is worked out from itself",
                ("formulas", key, "is"),
                help=("let it end somewhere, for example with if(…)",)
                if key in direct
                else ("take it out of one of the formulas that call each other",),
            )
            del reader.definitions[key]


def _reached(key: str, calls: Mapping[str, set[str]]) -> set[str]:
    """Every formula that one calls, and what these call."""
    found: set[str] = set()
    waiting = [*calls[key]]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(calls.get(name, ()))
    return found


def _define(
    key: str,
    body: dict[str, Data],
    reader: FormulaReader,
) -> Mapping[str, Type]:
    path: KeyPath = ("formulas", key)
    types, values = _constants(body, (*path, "constants"), reader)
    takes = reader.names.of(FormulaEntry, body)
    for name in takes.keys() & types.keys():
        reader.problems.report(
            codes.TAKEN_NAME,
            f"'{name}' is taken and a constant too",
            (*path, "constants", name),
            key=True,
            help=("give the constant another name",),
        )
    known = {**takes, **types}
    signature = reader.scopes.base.formulas[key]
    text = as_text(body.get("is", ""))
    checked = reader.check(text, (*path, "is"), known, signature.gives)
    if checked is not None and values.keys() == types.keys():
        reader.definitions[key] = Definition(tuple(takes), values, checked)
    return known


def _constants(
    body: Mapping[str, Data], path: KeyPath, reader: FormulaReader
) -> tuple[dict[str, Type], dict[str, Value]]:
    """Constants have the type and value of what is written, so a house rule may write 3.5 for 3."""
    types: dict[str, Type] = {}
    values: dict[str, Value] = {}
    written = body.get("constants")
    for name, text in written.items() if isinstance(written, dict) else ():
        place = (*path, name)
        checked = reader.check(as_text(text), place, {})
        types[name] = UNKNOWN if checked is None else checked.type
        if checked is not None:
            values[name] = reader.work_out(checked, place, {})
    return types, values
