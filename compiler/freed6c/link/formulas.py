"""Reads the formulas of a ruleset: parses and checks them, and evaluates constant ones.

A named formula is an entry in `formulas`, which other formulas can call.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.spellings import THOUSANDS, comma_meant
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.checker import check, name_meant
from freed6c.formula.evaluator import CompiledFormula, evaluate, is_known
from freed6c.formula.lexer import RESERVED
from freed6c.formula.parser import parse
from freed6c.formula.scope import BadFormulaError, ResolvedEntry, SymbolTable
from freed6c.formula.syntax_tree import FunctionCall, called_functions
from freed6c.formula.typed_tree import (
    CheckedFormula,
    Definition,
    Environment,
    Variable,
    variables_in,
    walk_typed,
)
from freed6c.formula.types import (
    BOOLEAN,
    FRACTION,
    INTEGER,
    MODIFIER,
    UNKNOWN,
    EntryOf,
    QuantityOf,
    Type,
)
from freed6c.link.reading_context import ReadingContext
from freed6c.link.scopes import type_of
from freed6c.model.internal_errors import fault_at
from freed6c.model.partial_rules import DroppedEntryError
from freed6c.model.removals import still_named
from freed6c.packs.data import Data, KeyPath, as_map, as_text
from freed6c.packs.ids import reached
from freed6c.packs.lazy import dataclass, field
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Band
from freed6c.runtime.record import Ref
from freed6c.runtime.situation import FormulaValue, Rules, Situation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.link.names import LocalNames
    from freed6c.link.scopes import Scopes
    from freed6c.link.symbols import Problems
    from freed6c.packs.limits import Budget
    from freed6c.packs.location import Location


RESULT_TYPES: Final[Mapping[object, Type]] = {
    int: INTEGER,
    bool: BOOLEAN,
    Fraction: FRACTION,
    Modifier: MODIFIER,
    Ref[Band]: EntryOf("band"),
}


@dataclass(frozen=True)
class FormulaReader:
    """Checks formulas with the names of their places. A broken formula is reported once.

    `definitions` has the named formulas read so far, which evaluation calls. `checked` has each
    formula by its path; None if it is broken. The `budget` pays for evaluation.
    """

    scopes: Scopes
    names: LocalNames
    problems: Problems
    rules: Rules
    budget: Budget
    definitions: dict[str, Definition] = field(default_factory=dict)
    checked: dict[KeyPath, CheckedFormula | None] = field(default_factory=dict)

    def formula(
        self, text: str, result: object, context: ReadingContext
    ) -> Formula[Any]:
        """Return a formula whose result has a given Python type (`object` for any)."""
        checked = self.check(text, context, RESULT_TYPES.get(result))
        return self._compiled(text, checked, context.path)

    def amount(self, text: str, context: ReadingContext) -> Modifier | Formula[Any]:
        """Return the amount of an effect: a modifier if the text is constant, else a formula.

        If the effect changes a fraction or a quantity, the amount has that type instead.
        """
        changed = context.changed
        has_own_type = changed is FRACTION or isinstance(changed, QuantityOf)
        result = changed if has_own_type else MODIFIER
        if isinstance(changed, QuantityOf) and self._report_factor(text, context):
            return Formula(text=text)
        checked = self.check(text, context, result)
        if checked is None or has_own_type or not _is_constant(checked, context.values):
            return self._compiled(text, checked, context.path)
        value = self.evaluate(checked, context)
        return value if isinstance(value, Modifier) else Formula(text=text)

    def _report_factor(self, text: str, context: ReadingContext) -> bool:
        """Report a number without a unit as an amount of a quantity; return whether it is one.

        A fraction is probably a factor, so suggest `multiplied-by`.
        """
        writer = self.problems.provenance.writer(context.path)
        type_ = type_of(text, self.scopes.at(writer, context.names))
        if type_ not in (INTEGER, FRACTION):
            return False
        key = self.problems.key(context.path)
        edits = (Replacement("multiplied-by", key),) if type_ is FRACTION else ()
        fixes = [WayOut(f"write multiplied-by: {text}", edits)]
        if type_ is INTEGER:
            fixes.append(WayOut("for an amount, write the unit after the number"))
        setting = context.path[-1]
        self.problems.report(
            codes.BARE_AMOUNT, key, help=fixes, text=text, setting=setting
        )
        return True

    def _compiled(
        self, text: str, checked: CheckedFormula | None, path: KeyPath
    ) -> Formula[Any]:
        """Return a compiled formula; without a function, if it is broken or has unknown types."""
        if checked is None or not is_known(checked):
            return Formula(text=text)
        constants: Environment = {}
        match path:
            case ("formulas", str(key), "formula") if key in self.definitions:
                # The body of a named formula knows its constants and its arguments.
                constants = self.definitions[key].constants
        compiled = CompiledFormula(checked, self.definitions, constants)
        return Formula(text=text, works=compiled)

    def uses(self, text: str, context: ReadingContext) -> set[str]:
        """Return the local names that a formula uses."""
        return variables_in(self.check(text, context))

    def check(
        self, text: str, context: ReadingContext, result: Type | None = None
    ) -> CheckedFormula | None:
        """Check a formula, once for each path; return None if it is broken."""
        path = context.path
        if path not in self.checked:
            writer = self.problems.provenance.writer(path)
            is_band = path[-2:] == ("against", "difficulty")
            scope = self.scopes.at(writer, context.names, difficulty=is_band)
            self.checked[path] = self._checked(text, path, scope, result)
        return self.checked[path]

    def evaluate(
        self, checked: CheckedFormula, context: ReadingContext
    ) -> FormulaValue:
        """Return the value of a checked formula; None after reporting that it has none."""
        self.budget.spend(1, self.problems.place(context.path))
        situation = Situation(self.rules, context.values)
        try:
            return evaluate(checked, situation, self.definitions, self.budget)
        except DroppedEntryError:
            return None
        except BadFormulaError as problem:
            # A broken formula that this one calls has been reported at its own place.
            if all(n in BUILTINS or n in self.definitions for n in _calls(checked)):
                self._report(problem, context.path)
            return None
        except Exception as error:  # noqa: BLE001 - becomes an internal error
            self.problems.add(fault_at(self.problems.place(context.path), error))
            return None

    def value(self, text: str, context: ReadingContext) -> FormulaValue:
        """Return the value of a formula; None after reporting that it is broken or has none."""
        checked = self.check(text, context)
        return None if checked is None else self.evaluate(checked, context)

    def _checked(
        self, text: str, path: KeyPath, scope: SymbolTable, result: Type | None
    ) -> CheckedFormula | None:
        """Parse and check a formula. Return None after reporting it with the best explanation.

        It may be in a notation used elsewhere, a number instead of a band, or refer to a removed
        entry. Otherwise report the error itself.
        """
        try:
            checked = check(parse(text), scope, result)
        except BadFormulaError as syntax_error:
            if not self._report_slip(text, path, scope, result):
                self._report(name_meant(text, scope, result) or syntax_error, path)
            return None
        except Exception as error:  # noqa: BLE001 - becomes an internal error
            self.problems.add(fault_at(self.problems.place(path), error))
            return None
        if (checked.problems and self._report_number(text, path, scope)) or (
            (checked.problems or THOUSANDS.search(text))
            and self._report_slip(text, path, scope, result)
        ):
            return None
        for problem in checked.problems:
            removals, part = self.problems.removals, text[problem.start : problem.end]
            removed = removals.meant(part)
            if problem.code is codes.WRONG_RESULT:
                # The name has another meaning now: `advantage`, once a word for a token.
                removed = removals.by_word.get(part)
            if removed is None:
                self._report(problem, path)
            else:
                place = self._characters(problem, path)
                self.problems.add(still_named(removed, path, place))
        return None if checked.problems else checked

    def _report_slip(
        self, text: str, path: KeyPath, scope: SymbolTable, result: Type | None
    ) -> bool:
        """Report a formula that is correct in a notation used elsewhere; return whether it is."""

        def fits(text: str) -> bool:
            return type_of(text, scope, result) is not None

        from freed6c.formula.foreign_notation import readings

        fitting = (slip for slip in readings(text, scope.sides) if fits(slip.text))
        slip = next(fitting, None)
        if slip is None:
            return False
        place = self.problems.place(path)
        span = place and place.characters(slip.start, slip.end)
        fixes = [WayOut(f"write {slip.text}", (Replacement(slip.new, span),))]
        if slip.has_comma:
            comma_fixes = [*comma_meant(text, fits, alone=False)]
            if fits(spaced := re.sub("(?<=[0-9]),(?=[0-9])", ", ", text)):
                comma_fixes.append(
                    WayOut(f"if the comma separates arguments, write {spaced}")
                )
            fixes = comma_fixes or [WayOut(f"write {slip.text}")]
        self.problems.report(
            codes.OTHER_NOTATION,
            place and place.characters(slip.at, slip.at + len(slip.written)),
            help=fixes,
            written=slip.written,
            says=slip.says,
        )
        return True

    def _report(self, problem: BadFormulaError, path: KeyPath) -> None:
        self.problems.add(problem.diagnostic.put(self._characters(problem, path)))

    def _report_number(self, text: str, path: KeyPath, scope: SymbolTable) -> bool:
        """Report a number as `difficulty`, which needs a band; return whether it is one."""
        at_band = path[-2:] == ("against", "difficulty")
        if not at_band or type_of(text, scope, INTEGER) is None:
            return False
        fix = WayOut(
            f"write number: {text}", (Replacement("number", self.problems.key(path)),)
        )
        place = self.problems.place(path)
        types = {"wanted": "a band", "given": "a whole number"}
        self.problems.report(codes.WRONG_RESULT, place, help=[fix], **types)
        return True

    def _characters(self, problem: BadFormulaError, path: KeyPath) -> Location | None:
        place = self.problems.place(path)
        return place and place.characters(problem.start, problem.end)


def _is_constant(checked: CheckedFormula, values: Mapping[str, FormulaValue]) -> bool:
    """Return whether a formula has only literals, operators, and names with known values."""
    return not any(
        isinstance(part.node, FunctionCall)
        or isinstance(part.meaning, ResolvedEntry)
        or (isinstance(part.meaning, Variable) and part.meaning.name not in values)
        for part in walk_typed(checked)
    )


# Named formulas, which are compiled before the formulas that can call them.


def define_formulas(tree: Mapping[str, Data], reader: FormulaReader) -> None:
    """Check every named formula with its constants, and fill `reader.definitions`."""
    for key, body in as_map(tree.get("formulas")).items():
        if isinstance(body, dict):
            try:
                _define(key, body, reader)
            except Exception as error:  # noqa: BLE001 - the other formulas are still read
                place = reader.problems.key(("formulas", key))
                reader.problems.add(fault_at(place, error))
            if key in BUILTINS or key in RESERVED:
                # The built-in function or operator would always have precedence.
                place = reader.problems.key(("formulas", key))
                reader.problems.report(codes.TAKEN_NAME, place, formula=key)
    _report_circles(reader)
    _remove_callers_of_broken(reader)


def _remove_callers_of_broken(reader: FormulaReader) -> None:
    """Remove formulas that call broken ones, directly or indirectly, without another report."""
    calls = _all_calls(reader)
    callable_ = {*BUILTINS, *calls}
    for key in calls:
        if not reached((key,), calls) <= callable_:
            del reader.definitions[key]
            reader.checked[("formulas", key, "formula")] = None


def _all_calls(reader: FormulaReader) -> dict[str, set[str]]:
    """Return the keys of the formulas that each named formula calls."""
    return {
        key: _calls(definition.body) for key, definition in reader.definitions.items()
    }


def _calls(body: CheckedFormula) -> set[str]:
    return {name.removeprefix("formula.") for name in called_functions(body.tree.node)}


def _report_circles(reader: FormulaReader) -> None:
    """Report and remove formulas that call themselves, directly or through others."""
    calls = _all_calls(reader)
    for key, direct in calls.items():
        if key in reached(direct, calls):
            advice = "remove the call from one of these formulas"
            if key in direct:
                advice = "rewrite it: a formula can't call itself, even inside if(…)"
            place = reader.problems.place(("formulas", key, "formula"))
            reader.problems.report(codes.CIRCLE, place, formula=key, help=[advice])
            del reader.definitions[key]


def _define(key: str, body: dict[str, Data], reader: FormulaReader) -> None:
    path: KeyPath = ("formulas", key)
    types, values = _constants(body, (*path, "constants"), reader)
    params = reader.names.of(FormulaEntry, body)
    for name in params.keys() & types.keys():
        place = reader.problems.key((*path, "constants", name))
        reader.problems.report(codes.CONSTANT_TAKEN, place, constant=name)
    names = {**params, **types}
    signature = reader.scopes.base.formulas[key]
    text = as_text(body.get("formula", ""))
    checked = reader.check(
        text, ReadingContext((*path, "formula"), names), signature.result
    )
    if checked is not None and values.keys() == types.keys():
        reader.definitions[key] = Definition(tuple(params), values, checked)


def _constants(
    body: Mapping[str, Data], path: KeyPath, reader: FormulaReader
) -> tuple[dict[str, Type], dict[str, FormulaValue]]:
    """Return the types and values of constants.

    The type is that of the value, not a declared one: a later pack can replace 3 with 3.5.
    """
    types: dict[str, Type] = {}
    values: dict[str, FormulaValue] = {}
    for name, text in as_map(body.get("constants")).items():
        place = ReadingContext((*path, name))
        checked = reader.check(as_text(text), place)
        types[name] = UNKNOWN if checked is None else checked.type
        if checked is not None:
            values[name] = reader.evaluate(checked, place)
    return types, values
