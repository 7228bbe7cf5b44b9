"""Examples are run at every build, after all overlays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics import Diagnostic
from freed6c.diagnostics.codes import checks, formulas
from freed6c.formula.evaluate import evaluate
from freed6c.formula.problem import FormulaProblem
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics import Code
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.given import Value


def check_examples(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """An example that gives something else, or nothing. Broken formulas were reported."""
    for example in ruleset.of(Example):
        try:
            given = _work_out(ruleset, example, "that")
            wanted = _work_out(ruleset, example, "expect")
        except FormulaProblem as problem:
            yield _failed(ruleset, example, problem)
        else:
            readable = (*ruleset.paths[example.id], "that") in ruleset.checked
            if readable and not _same(given, wanted, example):
                yield _differs(ruleset, example, given)


def _same(given: Value, wanted: Value, example: Example) -> bool:
    """Whether both sides are equal; where a text is given, it is compared as written."""
    if isinstance(given, str):
        return given == example.expect
    return given == wanted


def _work_out(ruleset: Ruleset, example: Example, side: str) -> Value:
    """What one side of an example gives; None where its formula is broken.

    Raises FormulaProblem where it cannot be worked out.
    """
    checked = ruleset.checked.get((*ruleset.paths[example.id], side))
    if checked is None:
        return None
    return evaluate(checked, Situation(ruleset), ruleset.definitions)


def _differs(ruleset: Ruleset, example: Example, given: Value) -> Diagnostic:
    code = _code(ruleset, example)
    message = f"{example.that.text} gives {_said(given)}, not {example.expect}"
    advice = "correct the example, or the rule that it shows"
    if code is checks.EXAMPLE_CHANGED:
        message = f"with {ruleset.manifest.id}, {message}"
        advice = f"nothing is wrong with that; set 'expect' of {example.id} to agree"
    return Diagnostic(
        code=code,
        message=message,
        label=label(ruleset, example, "expect", words=f"it gives {_said(given)}"),
        related=labels(label(ruleset, example, "that")),
        help=(advice,),
    )


def _said(value: Value) -> str:
    """A value as an author would write it."""
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _code(ruleset: Ruleset, example: Example) -> Code:
    """How grave it is: a house rule may well give another result than the book's example."""
    if ruleset.origins.writer(ruleset.paths[example.id]) != ruleset.manifest.id:
        return checks.EXAMPLE_CHANGED
    if example.if_not == "warning":
        return checks.EXAMPLE_DIFFERS
    return checks.EXAMPLE_FAILED


def _failed(ruleset: Ruleset, example: Example, problem: FormulaProblem) -> Diagnostic:
    return Diagnostic(
        code=formulas.FAILED,
        message=problem.message,
        label=label(ruleset, example, "that", within=(problem.start, problem.end)),
        help=(problem.help,) if problem.help else (),
    )
