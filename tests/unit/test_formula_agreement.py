"""Random formulas: to text and back, calculated in several ways, and laid out on short lines."""

from __future__ import annotations

import ast
import math
import re
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from random_formulas import CALLED, FORMULAS, SCOPE, formulas, grow, places, written
from small_world import CODE, Someone, World

from freed6c.emit.python.layout import WIDTH, statement
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.checker import check
from freed6c.formula.codegen import (
    FunctionForm,
    find_situated,
    function_name,
    named_function_form,
    to_python,
)
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.parser import parse
from freed6c.formula.python_fragments import HERE, Fragment, literal
from freed6c.formula.scope import BadFormulaError, SymbolTable
from freed6c.formula.syntax_tree import FunctionCall, Node
from freed6c.formula.typed_tree import Definition
from freed6c.formula.types import BOOLEAN, INTEGER, MODIFIER, Type
from freed6c.runtime.amounts import Formula, FormulaPool, Modifier, Quantity, Range
from freed6c.runtime.entries.tables import Band, Condition
from freed6c.runtime.entries.world import Ability
from freed6c.runtime.record import Entry, FormulaError, Ref
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.syntax_tree import Node
    from freed6c.formula.typed_tree import CheckedFormula


CLASSES: Final = (
    FormulaPool,
    Modifier,
    Quantity,
    Range,
    Ref,
    Entry,
    Ability,
    Band,
    Condition,
)
SPACE: Final[Mapping[str, object]] = {
    "Fraction": Fraction,
    "floor": math.floor,
    "ceil": math.ceil,
    "DieCode": CODE,
    **{cls.__name__: cls for cls in CLASSES},
}
"""What generated modules import."""


def definition(key: str) -> Definition:
    takes, gives, text = FORMULAS[key]
    scope = SymbolTable(
        pips_per_die=3,
        names=takes,
        formulas=SCOPE.formulas,
        find_entries=SCOPE.find_entries,
    )
    return Definition(tuple(takes), {}, check(parse(text), scope, gives))


WORN: Final = ({"value.armour": 2}, {"value.armour": 3})
"""What the one who acts wears, and what the target wears."""
DEFINITIONS: Final = {key: definition(key) for key in FORMULAS}
SITUATED: Final = find_situated(DEFINITIONS)


def functions() -> dict[str, Any]:
    """The formulas with names as a generated module would have them."""
    space = dict(SPACE)
    for key, one in DEFINITIONS.items():
        form = named_function_form(one.body, SITUATED)
        takes = [HERE] * (key in SITUATED) + [form.spell(name) for name in one.params]
        body = to_python(one.body, form).text
        source = f"def {function_name(key)}({', '.join(takes)}): return {body}"
        exec(source, space)  # noqa: S102
    return space


FUNCTIONS: Final = functions()
MODULE: Final = SimpleNamespace(**FUNCTIONS)


def outcome(formula: Formula[Any], here: Situation) -> object:
    """The value of a formula, or why it has none."""
    try:
        value = formula(here)
    except FormulaError as reason:
        assume("too large" not in reason.message)
        return re.sub("^in [a-z-]+: ", "", reason.message)
    return (Ref, value.id) if isinstance(value, Ref) else (type(value), value)


def checked(formula: tuple[Node, Type]) -> CheckedFormula:
    tree, of = formula
    found = check(parse(written(tree)), SCOPE, of)
    assume(not any("cannot choose" in p.message for p in found.problems))
    assert found.problems == ()
    return found


def imported(found: str) -> set[str]:
    """The names in Python code that have to come from somewhere, `formulas` too."""
    words = re.findall(r"(?<![.\w])\w+", re.sub(r'"[^"]*"', "", found))
    return {word for word in words if word in SPACE or word == "formulas"}


def test_random_formulas_call_every_function() -> None:
    called = {function.removeprefix("target.") for function in CALLED}
    assert {*BUILTINS, *FORMULAS} == called


@given(formulas())
def test_text_and_tree_say_the_same(formula: tuple[Node, Type]) -> None:
    tree, _ = formula
    assert parse(written(tree)) == tree


@settings(max_examples=100)
@given(formulas(), places)
@example((parse("floor(rank / per-die)"), INTEGER), {"rank": -7, "per-die": 2})
@example((parse("2 * code"), MODIFIER), {"code": CODE(0, 2)})
def test_evaluation_and_situated_python_agree(
    formula: tuple[Node, Type], place: Mapping[str, FormulaValue]
) -> None:
    found = checked(formula)
    here = Situation(World(), place, *map(Someone, WORN))
    form = FunctionForm(arguments=False, situated=SITUATED, module="formulas")
    python = to_python(found, form)
    assert python.names & {*SPACE, "formulas"} == imported(python.text)
    code = compile(python.text, "formula", "eval")

    def works(here: Situation) -> Any:
        space = {**SPACE, "formulas": MODULE, HERE: here}
        return eval(code, space)  # noqa: S307

    text = python.text
    evaluated = outcome(
        Formula(text=text, works=CompiledFormula(found, DEFINITIONS)), here
    )
    assert outcome(Formula(text=text, works=works), here) == evaluated


@settings(max_examples=60)
@given(formulas(), places)
def test_evaluation_and_functions_of_arguments_agree(
    formula: tuple[Node, Type], place: Mapping[str, FormulaValue]
) -> None:
    found = checked(formula)
    assume("row.limit" not in written(formula[0]))
    assume(
        not find_situated({"this": Definition((), {}, found)} | DEFINITIONS) - SITUATED
    )
    form = named_function_form(found, SITUATED)
    code = compile(to_python(found, form).text, "formula", "eval")
    arguments = {form.spell(name): value for name, value in place.items()}

    def works(_here: Situation) -> Any:
        return eval(code, FUNCTIONS | arguments)  # noqa: S307

    here = Situation(World(), place)
    evaluated = outcome(
        Formula(text="", works=CompiledFormula(found, DEFINITIONS)), here
    )
    assert outcome(Formula(text="", works=works), here) == evaluated


def test_what_calls_a_situated_formula_is_situated() -> None:
    assert {"guarded", "guarded-twice"} == SITUATED


@given(st.text(alphabet="ab1 2D+-*/()<=,.±BWDft", max_size=30))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        problems = check(parse(text), SCOPE).problems
    except BadFormulaError as problem:
        problems = (problem,)
    assert all(0 <= p.start <= p.end <= len(text) for p in problems)


IN_PLACE = FunctionForm(arguments=False, module="formulas", situated={"guarded"})


def laid_out(expression: Fragment) -> str:
    """The statement that returns an expression, which stays the same expression."""
    text = statement("return ", expression, 1)
    written = ast.parse(f"def f(here):\n{text}\n")
    wanted = ast.parse(f"def f(here):\n    return {expression.text}\n")
    assert ast.dump(written) == ast.dump(wanted)
    return text


@st.composite
def long_formulas(draw: Any) -> tuple[Node, Type]:
    """The greatest of several numbers, or a question that is as long."""
    of = draw(st.sampled_from([INTEGER, BOOLEAN]))
    parts = [grow(draw, INTEGER, draw(st.integers(0, 4))) for _ in range(3)]
    return (
        FunctionCall("max", tuple(parts)) if of is INTEGER else grow(draw, of, 5)
    ), of


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(long_formulas(), min_size=5, max_size=20))
def test_random_expressions(formulas: list[tuple[Node, Type]]) -> None:
    for tree, of in formulas:
        checked = check(tree, SCOPE, of)
        if not checked.problems:
            lines = laid_out(to_python(checked, IN_PLACE)).split("\n")
            # Only what has no place to break is longer.
            assert all(len(line) <= WIDTH or " " not in line.strip() for line in lines)


@pytest.mark.parametrize(
    "text",
    ["plain", 'says "so"', 'it\'s "so"', "back\\slash", "two\nlines", "a\u200bb\x07"],
)
def test_a_text_stays_what_it_is(text: str) -> None:
    written = literal(text)
    assert ast.literal_eval(written) == text
    assert written.isprintable()
