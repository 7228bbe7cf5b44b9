"""Runs the examples of a ruleset and says of each how it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.formula.evaluator import evaluate
from freed6c.formula.scope import FormulaProblem
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import Example, Facts
from freed6c.runtime.play.examples import Sheet, differences, outcome, text_of
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


Verdict: TypeAlias = Literal["passed", "failed", "differs", "changed", "impossible"]
JOINT: Final = "; "
ADVICE: Final = "say what is missing under 'given'"
MEANT: Final = (
    "see whether the rule is meant so; if it is, remove the example or replace it"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How an example went: what was worked out or run, what it gave, what was expected.

    `failed` if it should have given that; `differs` if that only warns; `changed` if the example
    is of another pack, whose rules this one changes; `impossible` if it gives nothing: then
    `found` says why, and `within` are the letters that are to blame. `way_out` says what helps
    where nothing comes of it.
    """

    example: Example
    verdict: Verdict
    expected: str = ""
    found: str = ""
    way_out: str = ""
    within: tuple[int, int] | None = None

    @property
    def setting(self) -> Literal["that", "run"]:
        """Where the example says what it shows."""
        return "run" if self.example.run is not None else "that"

    @property
    def what(self) -> str:
        """What is worked out, or the id of what is run."""
        example = self.example
        return example.run.id if example.run is not None else str(example.that)


def try_examples(ruleset: Ruleset) -> Iterator[Trial]:
    """Run every example that could be read, in order."""
    for example in ruleset.of(Example):
        try:
            run = _try(ruleset, example)
        except FormulaProblem as problem:
            reason = Unworkable(problem.message, problem.help)
            place = (problem.start, problem.end)
            yield _stuck(ruleset, example, reason, place)
        except Unworkable as reason:
            yield _stuck(ruleset, example, reason)
        else:
            if run is not None:
                yield run


def gives(ruleset: Ruleset, example: Example) -> Facts | None:
    """All that comes of an example which is run; None where nothing can be worked out."""
    try:
        return outcome(example, ruleset, procedure_of(ruleset))
    except (FormulaProblem, Unworkable):
        return None


def gives_instead(ruleset: Ruleset, example: Example) -> str | None:
    """What the formula of an example gives, where that is something else than it expects."""
    try:
        run = _try(ruleset, example)
    except (FormulaProblem, Unworkable):
        return None
    return None if run is None or run.verdict == "passed" else run.found


def procedure_of(ruleset: Ruleset) -> Dice | None:
    """How checks are rolled where their ratings do not say: the first procedure that there is."""
    return next(iter(ruleset.of(Dice)), None)


def expectation(ruleset: Ruleset, example: Example) -> FormulaValue:
    """What a formula must give: a value, or the text as it is written."""
    wanted = _work_out(ruleset, example, "expect")
    return str(example.expect) if wanted is None else wanted


def _stuck(
    ruleset: Ruleset,
    example: Example,
    reason: Unworkable,
    within: tuple[int, int] | None = None,
) -> Trial:
    """An example that gives nothing. Where a house rule is the cause, that is no mistake."""
    if _is_foreign(ruleset, example):
        return Trial(
            example=example,
            verdict="changed",
            expected=text_of(example.expect),
            found=f"nothing ({reason.message})",
            way_out=MEANT,
        )
    return Trial(
        example=example,
        verdict="impossible",
        found=reason.message,
        way_out=reason.way_out or (ADVICE if example.run else ""),
        within=within,
    )


def _try(ruleset: Ruleset, example: Example) -> Trial | None:
    """None where the example is broken, which was reported."""
    if example.run is not None:
        return _run(ruleset, example)
    if (*ruleset.paths[example.id], "that") not in ruleset.checked:
        return None
    found = _work_out(ruleset, example, "that")
    same = found is not None and found == expectation(ruleset, example)
    return _judged(ruleset, example, str(example.expect), _said(found), same=same)


def _run(ruleset: Ruleset, example: Example) -> Trial:
    different = differences(example, ruleset, procedure_of(ruleset))
    if not different:
        said = text_of(example.expect)
        return _judged(ruleset, example, said, said, same=True)
    expected = JOINT.join(one.expected for one in different)
    found = JOINT.join(one.found for one in different)
    return _judged(ruleset, example, expected, found, same=not different)


def _judged(
    ruleset: Ruleset, example: Example, expected: str, found: str, *, same: bool
) -> Trial:
    verdict: Verdict = "passed" if same else _verdict(ruleset, example)
    return Trial(example=example, verdict=verdict, expected=expected, found=found)


def _verdict(ruleset: Ruleset, example: Example) -> Verdict:
    if _is_foreign(ruleset, example):
        return "changed"
    return "differs" if example.if_not == "warning" else "failed"


def _is_foreign(ruleset: Ruleset, example: Example) -> bool:
    """Whether a pack wrote the example that others build on; they may well change what it gives."""
    return ruleset.origins.writer(ruleset.paths[example.id]) not in ruleset.topmost


def _work_out(ruleset: Ruleset, example: Example, side: str) -> FormulaValue:
    """What one side of an example gives; None where its formula is broken.

    Raises FormulaProblem where it cannot be worked out.
    """
    checked = ruleset.checked.get((*ruleset.paths[example.id], side))
    if checked is None:
        return None
    here = Situation(ruleset, character=Sheet(ruleset, example.given))
    return evaluate(checked, here, ruleset.definitions)


def _said(value: FormulaValue) -> str:
    """A value as an author would write it."""
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)
