"""No pattern takes back what it has read, again and again, whatever text it is given."""

from __future__ import annotations

import ast
import re
import signal
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[2] / "compiler" / "freed6c"
READERS = {
    "compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer",
}  # fmt: skip
LONG = 1_500
"""Characters. What grows with their square takes hundredths of a second, with their cube many."""
SECONDS = 1.5
"""Processor time."""


def is_pattern(call: ast.Call) -> bool:
    """Whether a pattern comes first in a call."""
    if not call.args or isinstance(call.args[0], ast.Starred):
        return False
    match call.func:
        case ast.Attribute(value=ast.Name(id="re"), attr=name):
            return name in READERS
        case ast.Name(id="_slip" | "regex"):
            return True
    return False


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every pattern that is written in the compiler, with where it stands."""
    for path in sorted(FOLDER.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and is_pattern(n)]
        if not calls:
            continue
        parts = path.relative_to(FOLDER.parent).with_suffix("").parts
        module = import_module(".".join(parts).removesuffix(".__init__"))
        for call in calls:
            code = compile(ast.Expression(call.args[0]), str(path), "eval")
            try:
                text = eval(code, vars(module))  # noqa: S307 - our own
            except NameError:  # it is put together of what a function is given
                continue
            if isinstance(text, str):
                where = f"{path.relative_to(FOLDER)}:{call.lineno}"
                yield where, re.compile(text, re.MULTILINE)


def hard(pattern: str) -> Iterator[str]:
    """Long texts of what a pattern looks for, which it does not fit."""
    signs = sorted({sign for sign in pattern if sign in " -+,;:.#?!<>=()[]{}/*\"'|&_"})
    pumps = [" ", "a", "1", *signs, "a ", "a:", "a: a", "1,", "- ", ", "]
    for first, pump, last in product(("", "a", *signs[:6]), pumps, ("\0", "a!")):
        yield first + pump * (LONG // len(pump)) + last


def too_long(*_: object) -> None:
    raise TimeoutError


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="it has no such clock")
def test_no_pattern_takes_long() -> None:
    signal.signal(signal.SIGVTALRM, too_long)
    slow = []
    tried = 0
    for where, pattern in patterns():
        tried += 1
        for text in hard(pattern.pattern):
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            try:
                pattern.fullmatch(text)
                pattern.sub("", text)
            except TimeoutError:
                slow.append(f"{where}: {pattern.pattern!r} on {text[:30]!r}…")
                break
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    assert tried > 200
    assert not slow
