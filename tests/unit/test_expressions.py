"""Long expressions are laid out as `ruff format` lays them out."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_formulas import SCOPE, grow

from freed6c.emit.python.layout import statement
from freed6c.formula.checker import check
from freed6c.formula.codegen import FunctionForm, to_python
from freed6c.formula.parser import Precedence
from freed6c.formula.python_fragments import (
    Fragment,
    atom,
    attribute,
    call,
    infix,
    literal,
    method,
    negative,
    sequence,
)
from freed6c.formula.syntax_tree import FunctionCall, Node
from freed6c.formula.types import BOOLEAN, INTEGER, Type

if TYPE_CHECKING:
    from collections.abc import Sequence


RUFF = Path(sys.executable).with_name("ruff")
SITUATED = FunctionForm(arguments=False, module="formulas", situated={"guarded"})


def formatted(expressions: Sequence[Fragment]) -> str:
    """What ruff makes of functions that return these, each written on one line."""
    source = "".join(
        f"def f(here):\n    return {one.text}\n\n\n" for one in expressions
    )
    ran = subprocess.run(
        [RUFF, "format", "--isolated", "-"],
        input=source,
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


def laid_out(expressions: Sequence[Fragment]) -> str:
    functions = (f"def f(here):\n{statement('return ', e, 1)}\n" for e in expressions)
    return "\n\n".join(functions)


OPERATORS = {
    ast.Add: ("+", Precedence.SUM),
    ast.In: ("in", Precedence.COMPARISON),
}


def fragment(node: ast.AST) -> Fragment:
    """The same expression as generated code would have it."""
    match node:
        case ast.Constant(str(text)):
            return atom(literal(text))
        case ast.Constant(number):
            return atom(str(number))
        case ast.Name(name):
            return atom(name)
        case ast.UnaryOp(ast.USub(), operand):
            return negative(fragment(operand))
        case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
            symbol, precedence = OPERATORS[type(operator)]
            return infix(fragment(left), symbol, fragment(right), precedence)
        case ast.Tuple(items):
            return sequence(map(fragment, items))
        case ast.Call(function, arguments, keywords):
            given = map(fragment, arguments)
            match function:
                case ast.Attribute(ast.Call() | ast.BinOp() as owner, name):
                    return method(fragment(owner), name, *given)
            named = {str(keyword.arg): fragment(keyword.value) for keyword in keywords}
            return call(ast.unparse(function), *given, **named)
        case ast.Attribute(owner, name):
            return attribute(fragment(owner), name)
        case _:
            raise AssertionError(ast.dump(node))


@pytest.mark.parametrize(
    "expression",
    [
        'here.ref("' + "a" * 90 + '")',
        'here.ref("' + "ä" * 70 + '") + here.ref("b")',
        "-(" + " + ".join(["aaaaaaaaaaaaaaaaaaaa"] * 5) + ")",
        'Pool(dice=5, adds=1, tokens=(("AAAAAAAAAAAAAAAAAAAA", 1), ("B", 2), ("CCCC", 3)))',
        'aaaaaaaaaaaaaaa + Pool(dice=5, tokens=(("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 1),))',
        "a" * 100,
        "a" * 79,
        "-" + "a" * 78,
        "a" * 70 + ".dice_bbbb",
        "a" * 70 + ".dice_bbbb(1)",
        "f()" + " + bbbbbbbbbbbbbbbbbb" * 5,
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(bbbbbbbbbbbbbbbbbbbbbbb) in ccccccccccccccccc",
    ],
)
def test_certain_expressions(expression: str) -> None:
    made = fragment(ast.parse(expression, mode="eval").body)
    assert made.text == expression
    assert laid_out([made]) == formatted([made])


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
    checked = [check(tree, SCOPE, of) for tree, of in formulas]
    expressions = [to_python(one, SITUATED) for one in checked if not one.problems]
    assert laid_out(expressions) == formatted(expressions).removesuffix("\n\n")
