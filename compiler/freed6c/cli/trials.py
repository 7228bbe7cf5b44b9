"""How examples went: as lines to read, or as JSON for tools (schemas/examples.schema.json)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.locate import locate
from freed6c.diagnostics.render import counted
from freed6c.model.example_runs import Trial, Verdict, try_examples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Spot


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
