"""Long expressions are laid out on short lines, and stay what they are."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_formulas import SCOPE, grow

from freed6c.emit.python.layout import WIDTH, statement
from freed6c.formula.checker import check
from freed6c.formula.codegen import FunctionForm, to_python
from freed6c.formula.parser import Precedence
from freed6c.formula.python_fragments import (
    Fragment,
    atom,
    call,
    delayed,
    infix,
    mapping,
    method,
    sequence,
    write_text,
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


LONG = atom("a" * 50)
SHORT = atom("b")


@pytest.mark.parametrize(
    ("expression", "lines"),
    [
        (call("f", SHORT, SHORT), ["    return f(b, b)"]),
        (
            call("f", LONG, LONG, name=SHORT),
            [
                "    return f(",
                f"        {LONG.text},",
                f"        {LONG.text},",
                "        name=b,",
                "    )",
            ],
        ),
        (
            infix(LONG, "+", call("f", LONG), Precedence.SUM),
            [
                "    return (",
                f"        {LONG.text}",
                f"        + f({LONG.text})",
                "    )",
            ],
        ),
        (
            mapping([("key", sequence([LONG, SHORT])), ("other", LONG)]),
            [
                "    return {",
                f'        "key": ({LONG.text}, b),',
                f'        "other": {LONG.text},',
                "    }",
            ],
        ),
        (
            method(call("f", LONG), "of", LONG),
            [
                "    return f(",
                f"        {LONG.text},",
                "    ).of(",
                f"        {LONG.text},",
                "    )",
            ],
        ),
        (
            call("f", delayed(infix(LONG, "+", LONG, Precedence.SUM))),
            [
                "    return f(",
                "        lambda: (",
                f"            {LONG.text}",
                f"            + {LONG.text}",
                "        ),",
                "    )",
            ],
        ),
        (
            call("f", text=sequence([write_text(f"{'word ' * 18}end")])),
            [
                "    return f(",
                "        text=(",
                f'            "{"word " * 14}"',
                f'            "{"word " * 4}end",',
                "        ),",
                "    )",
            ],
        ),
        (
            call("f", text=write_text(f"{'word ' * 20}end")),
            [
                "    return f(",
                "        text=(",
                f'            "{"word " * 14}"',
                f'            "{"word " * 6}end"',
                "        ),",
                "    )",
            ],
        ),
    ],
)
def test_what_is_too_long_has_one_part_on_each_line(
    expression: Fragment, lines: list[str]
) -> None:
    assert laid_out(expression).split("\n") == lines


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
