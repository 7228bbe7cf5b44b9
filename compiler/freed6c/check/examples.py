"""Worked examples: they are run at every build, after all overlays."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Final

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks, formulas
from freed6c.diagnostics.diagnostic import Code, Diagnostic
from freed6c.document.plain_text import plain_text
from freed6c.model.example_runs import ExampleRun, run_examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.notes import Example


LONGEST: Final = 200


def check_examples(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report examples with another result, or none. Broken formulas are reported elsewhere."""
    for run in run_examples(ruleset):
        if run.verdict == "impossible":
            yield _impossible(ruleset, run)
        elif run.verdict != "passed":
            yield _differs(ruleset, run)


CODES: dict[str, Code] = {
    "failed": checks.EXAMPLE_FAILED,
    "differs": checks.EXAMPLE_DIFFERS,
    "changed": checks.EXAMPLE_CHANGED,
}
"""The code of each verdict: a house rule may well change the result of a book's example."""


def _differs(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    example = run.example
    message = f"{run.what} gives {run.found}, not {run.expected}"
    advice = ["correct the example, or the rule that it shows"]
    if run.verdict == "changed":
        message = f"with {ruleset.manifest.id}, {message}"
        agree = f"nothing is wrong with that; set 'expect' of {example.id} to agree"
        advice = [run.way_out or agree]
    elif len(ruleset.topmost) > 1:
        writer = ruleset.origins.writer(ruleset.paths[example.id])
        advice.append(
            f"or, in a pack that changes it on purpose, write after: {writer}"
        )
    return Diagnostic(
        code=CODES[run.verdict],
        message=message,
        label=label(ruleset, example, "expect", words=f"it gives {run.found}"),
        related=labels(label(ruleset, example, run.setting)),
        help=tuple(advice),
        notes=_notes(ruleset, example),
    )


def _notes(ruleset: Ruleset, example: Example) -> tuple[str, ...]:
    """A note with the name and text of the example, since a formula alone says little."""
    text = plain_text(ruleset, example.text) if example.text else ""
    words = shorten(
        ": ".join(filter(None, (example.name, text))), LONGEST, placeholder=" …"
    )
    return (f"the example is {words}",) if words else ()


def _impossible(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    return Diagnostic(
        code=checks.EXAMPLE_STUCK if run.setting == "run" else formulas.FAILED,
        message=run.found,
        label=label(ruleset, run.example, run.setting, within=run.within),
        help=(run.way_out,) if run.way_out else (),
    )
