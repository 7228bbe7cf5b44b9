"""Examples are run at every build, after all overlays."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Final

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks, formulas
from freed6c.diagnostics.diagnostic import Code, Diagnostic
from freed6c.document.plain_text import plain_text
from freed6c.model.example_runs import Trial, try_examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.notes import Example


LONGEST: Final = 200


def check_examples(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """An example that gives something else, or nothing. Broken formulas were reported."""
    for trial in try_examples(ruleset):
        if trial.verdict == "impossible":
            yield _failed(ruleset, trial)
        elif trial.verdict != "passed":
            yield _differs(ruleset, trial)


CODES: dict[str, Code] = {
    "failed": checks.EXAMPLE_FAILED,
    "differs": checks.EXAMPLE_DIFFERS,
    "changed": checks.EXAMPLE_CHANGED,
}
"""How grave it is: a house rule may well give another result than the book's example."""


def _differs(ruleset: Ruleset, trial: Trial) -> Diagnostic:
    example = trial.example
    message = f"{trial.what} gives {trial.found}, not {trial.expected}"
    advice = ["correct the example, or the rule that it shows"]
    if trial.verdict == "changed":
        message = f"with {ruleset.manifest.id}, {message}"
        agree = f"nothing is wrong with that; set 'expect' of {example.id} to agree"
        advice = [trial.way_out or agree]
    elif len(ruleset.topmost) > 1:
        writer = ruleset.origins.writer(ruleset.paths[example.id])
        advice.append(
            f"or, in a pack that changes it on purpose, write after: {writer}"
        )
    return Diagnostic(
        code=CODES[trial.verdict],
        message=message,
        label=label(ruleset, example, "expect", words=f"it gives {trial.found}"),
        related=labels(label(ruleset, example, trial.setting)),
        help=tuple(advice),
        notes=_told(ruleset, example),
    )


def _told(ruleset: Ruleset, example: Example) -> tuple[str, ...]:
    """What the example is called and tells, since a formula alone says little."""
    told = [example.name, plain_text(ruleset, example.text) if example.text else ""]
    words = ": ".join(filter(None, told))
    return (
        (f"the example is {shorten(words, LONGEST, placeholder=' …')}",)
        if words
        else ()
    )


def _failed(ruleset: Ruleset, trial: Trial) -> Diagnostic:
    return Diagnostic(
        code=checks.EXAMPLE_STUCK if trial.setting == "run" else formulas.FAILED,
        message=trial.found,
        label=label(ruleset, trial.example, trial.setting, within=trial.within),
        help=(trial.way_out,) if trial.way_out else (),
    )
