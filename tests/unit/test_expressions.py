"""Long expressions are laid out on short lines, and stay what they are."""

from __future__ import annotations

import ast
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_formulas import SCOPE, grow

from freed6c.emit.python.layout import WIDTH, statement
from freed6c.formula.checker import check
from freed6c.formula.codegen import FunctionForm, to_python
from freed6c.formula.python_fragments import (
    Fragment,
)
from freed6c.formula.syntax_tree import FunctionCall, Node
from freed6c.formula.types import BOOLEAN, INTEGER, Type

SITUATED = FunctionForm(arguments=False, module="formulas", situated={"guarded"})


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
            lines = laid_out(to_python(checked, SITUATED)).split("\n")
            # Only what has no place to break is longer.
            assert all(len(line) <= WIDTH or " " not in line.strip() for line in lines)
