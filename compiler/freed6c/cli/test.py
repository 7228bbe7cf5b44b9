"""freed6c test: run the worked examples of a pack and of all that it extends."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from freed6c.cli.options import with_layers
from freed6c.cli.report import PACK_ERRORS, show, stop
from freed6c.diagnostics.locate import locate
from freed6c.diagnostics.render import counted
from freed6c.model.example_runs import Trial, Verdict, try_examples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Spot
    from freed6c.pipeline import Compiled


@click.command("test")
@click.argument("pack")
@with_layers
@click.option("-v", "--verbose", is_flag=True, help="Show the examples that pass, too.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="text to read, json for tools.",
)
def command(pack: str, layers: tuple[str, ...], *, verbose: bool, format_: str) -> None:
    """Run the examples of PACK and of the packs that it extends.

    An example of another pack may give something else because of a house rule. That is told, and
    is no failure.
    """
    from freed6c.pipeline import compile_packs

    compiled = compile_packs(pack, layers)
    ruleset = _sound(compiled)
    trials = placed(ruleset, compiled.sources)
    if format_ == "json":
        click.echo(as_json(ruleset, trials), nl=False)
    else:
        click.echo(as_text(ruleset, trials, verbose=verbose), nl=False)
    if any(one.trial.verdict in {"failed", "impossible"} for one in trials):
        sys.exit(PACK_ERRORS)


def _sound(compiled: Compiled) -> Ruleset:
    """The ruleset, if nothing is wrong with it but what its examples give."""
    from freed6c.check.examples import check_examples
    from freed6c.diagnostics.diagnostic import has_errors
    from freed6c.pipeline import Compiled

    said = tuple(check_examples(compiled.linked)) if compiled.linked else ()
    rest = tuple(one for one in compiled.diagnostics if one not in said)
    if compiled.linked is None or has_errors(rest):
        others = Compiled(ruleset=None, diagnostics=rest, sources=compiled.sources)
        show(others, "text", err=True)
        stop(others)
    return compiled.linked


# How examples went: as lines to read, or as JSON for tools
# (schemas/examples.schema.json).


SCHEMA_VERSION: Final = 1
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
    "warning": "{count} warned",
    "changed": "{count} changed by {pack}",
}


@dataclass(frozen=True, slots=True)
class PlacedTrial:
    """How an example went, and where it stands."""

    trial: Trial
    spot: Spot | None

    @property
    def where(self) -> str:
        """`rules.yaml:12`."""
        return f"{self.spot.file}:{self.spot.line}" if self.spot else ""


def placed(ruleset: Ruleset, sources: Mapping[str, str]) -> list[PlacedTrial]:
    """All examples, run, in the order of the ruleset."""
    return [
        PlacedTrial(trial, _spot(ruleset, trial, sources))
        for trial in try_examples(ruleset)
    ]


def _spot(ruleset: Ruleset, trial: Trial, sources: Mapping[str, str]) -> Spot | None:
    path = (*ruleset.paths[trial.example.id], "expect")
    address = ruleset.origins.address(path)
    if address is None:
        return None
    return locate(address, sources.get(address.file, ""))


def as_text(
    ruleset: Ruleset, trials: Sequence[PlacedTrial], *, verbose: bool = False
) -> str:
    """A line for each example that does not give what it expects, and a summary."""
    shown = [one for one in trials if verbose or one.trial.verdict != "passed"]
    lines = [_line(one) for one in shown]
    if shown:
        lines.append("")
    lines.append(_summary(ruleset, [one.trial for one in trials]))
    return "".join(f"{line}\n" for line in lines)


def _line(one: PlacedTrial) -> str:
    trial = one.trial
    said = f"{WORDS[trial.verdict]:7}  {one.where}  {trial.example.id}"
    if trial.verdict == "passed":
        return said
    if trial.verdict == "impossible":
        advice = f" ({trial.way_out})" if trial.way_out else ""
        return f"{said}: {trial.what}: {trial.found}{advice}"
    return f"{said}: {trial.what} gives {trial.found}, not {trial.expected}"


def _summary(ruleset: Ruleset, trials: Sequence[Trial]) -> str:
    """Count them: `52 examples: 50 passed, 2 changed by my-rules.`."""
    counts = Counter(WORDS[trial.verdict] for trial in trials)
    parts = [
        pattern.format(count=counts[word], pack=ruleset.manifest.id)
        for word, pattern in SUMMARY.items()
        if counts[word] or word == "passed"
    ]
    return f"{counted(len(trials), 'example')}: {', '.join(parts)}."


def as_json(ruleset: Ruleset, trials: Sequence[PlacedTrial]) -> str:
    """Every example, whatever it gave."""
    counts = Counter(one.trial.verdict for one in trials)
    verdicts: tuple[Verdict, ...] = tuple(WORDS)
    document = {
        "schema_version": SCHEMA_VERSION,
        "pack": ruleset.manifest.id,
        "counts": {verdict: counts[verdict] for verdict in verdicts},
        "examples": [_object(one) for one in trials],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _object(one: PlacedTrial) -> dict[str, object]:
    trial, spot = one.trial, one.spot
    stuck = trial.verdict == "impossible"
    return {
        "id": trial.example.id,
        "name": trial.example.name or None,
        "verdict": trial.verdict,
        "file": spot.file if spot else None,
        "line": spot.line if spot else None,
        "column": spot.column if spot else None,
        "shows": trial.what,
        "expected": None if stuck else trial.expected,
        "found": None if stuck else trial.found,
        "reason": trial.found if stuck else None,
        "help": trial.way_out or None,
    }
