"""freed6c test: run the worked examples of a pack and of its bases."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import click

from freed6c.check.notes import report_examples
from freed6c.cli import completing
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import format_option, with_layers
from freed6c.cli.output import json_text, place_members, where
from freed6c.cli.progress import progress
from freed6c.cli.report import INTERRUPTED, OUR_FAULT, PACK_ERRORS, exit_code, fail
from freed6c.diagnostics.diagnostic import has_errors
from freed6c.diagnostics.locate import locate
from freed6c.diagnostics.render import counted
from freed6c.model.example_runs import ExampleRun, Verdict, run_examples, unused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Span
    from freed6c.packs.pack import MergedRuleset

    Unused: TypeAlias = tuple[str, Span | None]


@click.command("test")
@click.argument("pack", shell_complete=completing.packs)
@with_layers
@click.option("-v", "--verbose", is_flag=True, help="Also show examples that pass.")
@click.option(
    "--mutate",
    is_flag=True,
    help="Change each number of PACK slightly, and situations; list missed changes.",
)
@click.option(
    "--references",
    is_flag=True,
    help="With --mutate, also replace each reference with another of its kind.",
)
@format_option()
def command(
    pack: str,
    layers: tuple[str, ...],
    *,
    verbose: bool,
    mutate: bool,
    references: bool,
    format_: str,
) -> None:
    """Run the worked examples of a pack.

    Runs the examples of PACK and of the packs that it extends. If a house rule changes the result
    of another pack's example, the example is listed as changed, not as failed.

    \b
    Examples:
      freed6c test my-house-rules
      freed6c test core --verbose
    """  # noqa: D301 - click reads the escape itself
    if references and not mutate:
        raise click.UsageError("--references needs --mutate")
    with progress():
        compiled = compiled_packs(pack, layers, steps="all")
    ruleset, sources = _ruleset_of(compiled), compiled.sources
    runs = located_runs(ruleset, sources)
    failed = any(located.run.verdict in {"failed", "impossible"} for located in runs)
    if mutate and not failed and compiled.merged is not None:
        _mutate(compiled.merged, ruleset, references=references, format_=format_)
        return
    idle = [(words, _span(ruleset, path, sources)) for path, words in unused(ruleset)]
    if format_ == "json":
        click.echo(as_json(ruleset, runs, idle), nl=False)
    else:
        click.echo(as_text(ruleset, runs, verbose=verbose), nl=False)
        _show_unused(ruleset, idle, len(idle) if verbose else SHOWN)
    if failed:
        sys.exit(PACK_ERRORS)


def _mutate(
    merged: MergedRuleset, ruleset: Ruleset, *, references: bool, format_: str
) -> None:
    from freed6c.cli import mutating

    result = mutating.survey(merged, ruleset, references=references)
    write = mutating.as_document if format_ == "json" else mutating.as_lines
    click.echo(write(result, merged), nl=False)
    if not result.complete:
        sys.exit(INTERRUPTED)


def _ruleset_of(compiled: Compiled) -> Ruleset:
    """Return the ruleset if its only errors are failed examples; else end the command."""
    if exit_code(compiled) == OUR_FAULT:
        fail(compiled)
    if compiled.linked is not None:
        # A cached ruleset runs the examples again, for which it needs a whole budget.
        compiled.linked.budget.left = compiled.linked.budget.most
    failed = (
        tuple(report_examples(compiled.linked, plays=True)) if compiled.linked else ()
    )
    others = tuple(problem for problem in compiled.diagnostics if problem not in failed)
    if compiled.linked is None or has_errors(others):
        fail(replace(compiled, ruleset=None, diagnostics=others))
    return compiled.linked


# Output, as text or as JSON (schemas/examples.schema.json).


WORDS: Final[Mapping[Verdict, str]] = {
    "passed": "passed",
    "failed": "FAILED",
    "impossible": "FAILED",
    "differs": "warning",
    "changed": "changed",
}
SUMMARY: Final[Mapping[str, str]] = {
    "passed": "{count} passed",
    "FAILED": "{count} failed",
    "warning": "{count} with warnings",
    "changed": "{count} changed by {pack}",
}


class LocatedRun(NamedTuple):
    """The run of an example, with the span of the example."""

    run: ExampleRun
    span: Span | None


def located_runs(ruleset: Ruleset, sources: Mapping[str, str]) -> list[LocatedRun]:
    """Run all examples, in the order of the ruleset."""
    paths = ruleset.paths
    return [
        LocatedRun(run, _span(ruleset, (*paths[run.example.id], *run.place), sources))
        for run in run_examples(ruleset)
    ]


def _span(ruleset: Ruleset, path: KeyPath, sources: Mapping[str, str]) -> Span | None:
    place = ruleset.provenance.location(path)
    return None if place is None else locate(place, sources.get(place.file, ""))


SHOWN: Final = 10
"""The number of unused rules that are shown without `--verbose`."""


def _show_unused(ruleset: Ruleset, idle: Sequence[Unused], most: int) -> None:
    if idle:
        click.echo(f"\nNo example of {ruleset.manifest.id} uses:")
    for words, span in idle[:most]:
        click.echo(f"  {where(span)}  {words}")
    if len(idle) > most:
        click.echo(f"  and {len(idle) - most} more: freed6c test --verbose")


def as_text(ruleset: Ruleset, runs: Sequence[LocatedRun], *, verbose: bool) -> str:
    """Return a line for each example with an unexpected result, and a summary."""
    shown = [item for item in runs if verbose or item.run.verdict != "passed"]
    summary = _summary(ruleset, [item.run for item in runs])
    lines = [*map(_line, shown), *([""] if shown else []), summary]
    return "".join(f"{line}\n" for line in lines)


def _line(located: LocatedRun) -> str:
    run = located.run
    verdict = f"{WORDS[run.verdict]:7}  {where(located.span)}  {run.example.id}"
    if run.verdict == "passed":
        return verdict
    if run.verdict == "impossible":
        advice = f" ({run.way_out})" if run.way_out else ""
        return f"{verdict}: {run.what}: {run.found}{advice}"
    return f"{verdict}: {run.what} produces {run.found}, not {run.expected}"


def _summary(ruleset: Ruleset, runs: Sequence[ExampleRun]) -> str:
    """Return the numbers of examples: `52 examples: 50 passed, 2 changed by my-rules.`."""
    counts = Counter(WORDS[run.verdict] for run in runs)
    parts = [
        pattern.format(count=counts[word], pack=ruleset.manifest.id)
        for word, pattern in SUMMARY.items()
        if counts[word] or word == "passed"
    ]
    return f"{counted(len(runs), 'example')}: {', '.join(parts)}."


def as_json(
    ruleset: Ruleset, runs: Sequence[LocatedRun], idle: Sequence[Unused]
) -> str:
    """Return every example with its result, and unused rules, as JSON."""
    counts = Counter(located.run.verdict for located in runs)
    return json_text(
        pack=ruleset.manifest.id,
        counts={verdict: counts[verdict] for verdict in WORDS},
        examples=[_object(located) for located in runs],
        unused=[{"what": words, **place_members(span)} for words, span in idle],
    )


def _object(located: LocatedRun) -> dict[str, object]:
    run = located.run
    stuck = run.verdict == "impossible"
    return {
        "id": run.example.id,
        "name": run.example.name or None,
        "verdict": run.verdict,
        **place_members(located.span),
        "shows": run.what,
        "expected": None if stuck else run.expected,
        "found": None if stuck else run.found,
        "reason": run.found if stuck else None,
        "help": run.way_out or None,
    }
