"""Runs the worked examples of a ruleset, and compares their results with the expected ones.

An example has a `formula`, runs an entry (`run`) or plays several actions (`steps`). It is
*foreign* if it belongs to a base pack: house rules can change its result on purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.formula.budget import MeteredRules
from freed6c.formula.evaluator import evaluate
from freed6c.formula.scope import BadFormulaError
from freed6c.model.entry_contents import records_at
from freed6c.model.internal_errors import noted
from freed6c.model.prose import without_links
from freed6c.packs.data import as_text
from freed6c.packs.lazy import dataclass
from freed6c.packs.limits import Budget, TooMuchWork
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.dice import RollOutcome, Step
from freed6c.runtime.entries.notes import Example, ExampleStep, Facts
from freed6c.runtime.entries.tables import Track
from freed6c.runtime.record import FormulaError
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


Verdict: TypeAlias = Literal["passed", "failed", "differs", "changed", "impossible"]
JOINT: Final = "; "
ADVICE: Final = "add the missing facts under 'given'"
MEANT: Final = (
    "if you intended the change, do nothing: documents hide the text of this example"
)
ENDLESS: Final = "effects trigger each other without end"
SHORTER: Final = "remove one of the effects that trigger each other"


@dataclass(frozen=True, kw_only=True)
class ExampleRun:
    """The run of an example: its verdict, the expected and the actual result.

    A wrong result is `failed`, or `differs` if it only warns, or `changed` if the example belongs
    to a base pack, as house rules may change its rules. An `impossible` run has no result: `found`
    is the reason, `within` the characters at fault, `way_out` a suggestion. `place` is the path in
    the example to the failed expectation or step.
    """

    example: Example
    verdict: Verdict
    expected: str = ""
    found: str = ""
    way_out: str = ""
    within: tuple[int, int] | None = None
    place: KeyPath = ("expect",)

    @property
    def setting(self) -> Literal["formula", "run", "steps"]:
        """The setting that the example tests: `formula`, `run` or `steps`."""
        return setting_of(self.example)

    @property
    def what(self) -> str:
        """The formula of the example, the id that it runs, or the step that differs."""
        example = self.example
        if example.steps:
            step = self.place[1] if len(self.place) > 1 else 0
            assert isinstance(step, int)
            return f"step {step + 1}: {step_text(example.steps[step])}"
        return example.run.id if example.run is not None else str(example.formula)


def setting_of(example: Example) -> Literal["formula", "run", "steps"]:
    """Return the setting that an example tests."""
    if example.steps:
        return "steps"
    return "run" if example.run is not None else "formula"


def step_text(step: ExampleStep) -> str:
    """Return a step in a few words: `ann: action.attack on ben`."""
    who = f"{', '.join(step.by)}: " if step.by else ""
    whom = f" on {step.on}" if step.on else ""
    things = {"": step.run, "start of ": step.start, "end of ": step.end}
    for word, thing in things.items():
        if thing is not None:
            return f"{who}{word}{thing.id}{whom}"
    return f"{who}{step.formula}"


def run_examples(
    ruleset: Ruleset, steps: Literal["all", "own", "stories", "none"] = "all"
) -> Iterator[ExampleRun]:
    """Run every example that could be read, in order.

    `steps` selects examples with steps: all, those of the topmost packs ("own") with all stories,
    only stories and own ones with `severity: warning`, or none.
    """
    for example in noted(ruleset.of(Example)):
        own = not is_foreign(ruleset, example)
        match steps if example.steps else "all":
            case "all":
                runs = True
            case "own":
                runs = own or example.is_story
            case "stories":
                # The tests of a package skip an example that differs with a warning.
                runs = example.is_story or (own and example.severity == "warning")
            case "none":
                runs = False
        if not runs:
            continue
        # Checks and packages need the same runs.
        run = ruleset.once(_run, example)
        if run is not None:
            yield run


def _exercised(_ruleset: Ruleset) -> list[object]:
    """Return the cached list of rules that examples of the topmost packs use."""
    return []


def unused(ruleset: Ruleset) -> Iterator[tuple[KeyPath, str]]:
    """Yield the rules of the topmost packs that no example uses, after all have run.

    These are effects, steps and outcomes of dice, and sources of points, each with its place and a
    description.
    """
    used = {id(rule) for rule in ruleset.once(_exercised)}
    usable: dict[KeyPath, tuple[str, list[int]]] = {}
    for path, words, rule in _usable(ruleset):
        usable.setdefault(path, (words, []))[1].append(id(rule))
    for path, (words, ids) in usable.items():
        if used.isdisjoint(ids) and ruleset.provenance.writer(path) in ruleset.topmost:
            yield path, words


def _usable(ruleset: Ruleset) -> Iterator[tuple[KeyPath, str, object]]:
    for entry, path, effect in records_at(ruleset, Effect):
        if not (isinstance(entry, Example) or "one-of" in path):
            from freed6c.runtime.play.examples import effect_text

            yield path, f"{entry.id}: {effect_text(effect)}", effect
    for track in ruleset.of(Track):
        for number in range(len(track.effects)):  # each condition has its own copy
            for condition in track.conditions:
                yield (
                    (*ruleset.paths[track.id], "effects", number),
                    "",
                    condition.effects[number],
                )
    for part in (*ruleset.of(Step), *ruleset.of(RollOutcome)):
        yield ruleset.paths[part.id], part.id, part
    for points in ruleset.of(Points):
        path = ruleset.paths[points.id]
        yield (*path, "start"), f"{points.id}.start: {points.start}", points
        for way, gain in points.earn.items():
            yield (*path, "earn", way), f"{points.id}.earn.{way}", gain


def metered(ruleset: Ruleset, budget: Budget | None = None) -> MeteredRules:
    """Return the rules for playing an example, which raise TooMuchWork if it takes too long.

    Checks charge all examples to the budget of the ruleset. Documents, which play some of them
    again, don't: their content must not depend on the rest of that budget.
    """
    return MeteredRules(ruleset, budget or Budget())


def _run(ruleset: Ruleset, example: Example) -> ExampleRun | None:
    """Return the run of an example, or None if the example is broken, which has a diagnostic."""
    try:
        return _try(ruleset, example, ruleset.budget)
    except BadFormulaError as problem:
        reason = FormulaError(problem.message, problem.help)
        return _stuck(ruleset, example, reason, (problem.start, problem.end))
    except FormulaError as reason:
        return _stuck(ruleset, example, reason)
    except RecursionError:
        return _stuck(ruleset, example, FormulaError(ENDLESS, SHORTER))


def changed_run(ruleset: Ruleset, example: Example) -> ExampleRun | None:
    """Return the run of a base example whose result later packs change; None for others.

    The text of such an example is no longer true.
    """
    if not is_foreign(ruleset, example):
        return None
    run = ruleset.once(_run, example)
    return run if run is not None and run.verdict == "changed" else None


def gives(ruleset: Ruleset, example: Example) -> Facts | None:
    """Return the facts that an example with `run` produces, or None if it cannot be run."""
    try:
        from freed6c.runtime.play.examples import outcome

        return outcome(example, metered(ruleset))
    except (BadFormulaError, FormulaError, TooMuchWork):
        return None


def gives_instead(ruleset: Ruleset, example: Example) -> str | None:
    """Return the result of an example's formula if it isn't the expected one; else None."""
    try:
        run = _try(ruleset, example)
    except (BadFormulaError, FormulaError, TooMuchWork):
        return None
    return None if run is None or run.verdict == "passed" else run.found


def expectation(ruleset: Ruleset, example: Example) -> FormulaValue:
    """Return the expected result of a formula: a value, or its text if it isn't a formula."""
    value = _evaluate(ruleset, example, "expect")
    return str(example.expect) if value is None else value


def _stuck(
    ruleset: Ruleset,
    example: Example,
    reason: FormulaError,
    within: tuple[int, int] | None = None,
) -> ExampleRun:
    """Return a run without a result, which isn't an error if a house rule caused it."""
    if is_foreign(ruleset, example):
        from freed6c.runtime.play.examples import text_of

        return ExampleRun(
            example=example,
            verdict="changed",
            expected=text_of(example.expect),
            found=f"nothing ({reason.message})",
            way_out=MEANT,
        )
    return ExampleRun(
        example=example,
        verdict="impossible",
        found=reason.message,
        way_out=reason.way_out or (ADVICE if example.run else ""),
        within=within,
        place=("steps",) if example.steps else ("expect",),
    )


def _try(
    ruleset: Ruleset, example: Example, budget: Budget | None = None
) -> ExampleRun | None:
    """Run an example. Return None if it is broken, which has a diagnostic."""
    rules = metered(ruleset, budget)
    place: KeyPath = ("steps", 0) if example.steps else ("expect",)
    if example.steps or example.run is not None:
        from freed6c.runtime.play.example_steps import StepDifference, step_differences
        from freed6c.runtime.play.examples import differences

        differing = (step_differences if example.steps else differences)(example, rules)
        is_met = not differing
        expected = JOINT.join(difference.expected for difference in differing)
        actual = JOINT.join(difference.found for difference in differing)
        if differing and isinstance(differing[0], StepDifference):
            place = ("steps", differing[0].step)
        elif is_met and example.run is not None:
            from freed6c.runtime.play.examples import text_of

            expected = actual = text_of(example.expect)
    elif (*ruleset.paths[example.id], "formula") in ruleset.checked:
        result = _evaluate(ruleset, example, "formula", budget)
        is_met = result is not None and result == expectation(ruleset, example)
        expected = str(example.expect)
        actual = "nothing" if result is None else as_text(result)
    else:
        return None
    if not is_foreign(ruleset, example):
        ruleset.once(_exercised).extend(rules.noted)
    verdict: Verdict = "differs" if example.severity == "warning" else "failed"
    if is_met:
        verdict = "passed"
    elif is_foreign(ruleset, example):
        verdict = "changed"
    expected, actual = without_links(expected), without_links(actual)
    return ExampleRun(
        example=example, verdict=verdict, expected=expected, found=actual, place=place
    )


def is_foreign(ruleset: Ruleset, example: Example) -> bool:
    """True if the example belongs to a base pack, whose results later packs may change."""
    return ruleset.provenance.writer(ruleset.paths[example.id]) not in ruleset.topmost


def _evaluate(
    ruleset: Ruleset, example: Example, side: str, budget: Budget | None = None
) -> FormulaValue:
    """Return the value of `formula` or `expect`, or None if its formula did not compile.

    Raise BadFormulaError if it cannot be evaluated.
    """
    checked = ruleset.checked.get((*ruleset.paths[example.id], side))
    if checked is None:
        return None
    rules = metered(ruleset, budget)
    from freed6c.runtime.play.examples import ExampleCharacter

    situation = Situation(rules, character=ExampleCharacter(rules, example.given))
    return evaluate(checked, situation, ruleset.definitions, budget)
