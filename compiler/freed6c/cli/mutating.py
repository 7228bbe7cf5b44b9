"""Mutation tests of packs: `freed6c test --mutate`.

Each number of a pack is moved a step, one at a time. The rules are linked again with each change,
and all examples run, to find changes that no example notices. Then situations are changed, to find
steps that cannot fail.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from freed6c.check import CHECKS
from freed6c.cli.output import json_text, place_members, where
from freed6c.cli.progress import progress
from freed6c.diagnostics.diagnostic import has_errors
from freed6c.diagnostics.locate import locate
from freed6c.diagnostics.render import counted
from freed6c.link import link
from freed6c.model.addresses import name_of
from freed6c.model.example_runs import is_foreign, run_examples, step_text
from freed6c.model.mutations import Mutation, mutated, mutations
from freed6c.model.situation_changes import unfailing_steps
from freed6c.model.suggested_examples import as_yaml, candidates, expected, situation
from freed6c.packs.data import as_map, as_text, inline
from freed6c.packs.kinds import TOP
from freed6c.packs.lazy import dataclass, field, replace
from freed6c.packs.location import Location
from freed6c.packs.provenance import Origin, Provenance
from freed6c.pipeline import stage
from freed6c.runtime.entries.notes import Example
from freed6c.validate.schemas import violations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.ids import Tree
    from freed6c.packs.location import Span
    from freed6c.packs.pack import MergedRuleset


@dataclass()
class Survey:
    """The results of the mutations of a pack, as far as they were tried.

    `examples` has examples to paste, by the position in `unnoticed`, as `(key, body)`. `unfailing`
    has situations with the position of a step that cannot fail.
    """

    pack: str
    values: int
    tried: int = 0
    unnoticed: list[Mutation] = field(default_factory=list)
    examples: dict[int, tuple[str, dict[str, Data]]] = field(default_factory=dict)
    steps: int = 0
    unfailing: list[tuple[Example, int]] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """True if all mutations were tried."""
        return self.tried == self.values


def survey(merged: MergedRuleset, ruleset: Ruleset, *, references: bool) -> Survey:
    """Try every mutation of rules in the topmost packs. Ctrl+C ends it early."""
    candidates = [
        mutation
        for mutation in mutations(merged.tree, references=references)
        if merged.provenance.writer(mutation.path) in ruleset.topmost
    ]
    result = Survey(ruleset.manifest.id, len(candidates))
    with suppress(KeyboardInterrupt), progress():  # partial results are still reported
        for mutation in candidates:
            stage.set(f"{result.tried} of {result.values} values")
            if not _is_noticed(merged, mutation):
                result.unnoticed.append(mutation)
            result.tried += 1
        stage.set("looking for examples that notice them")
        result.examples = _examples(merged, ruleset, result.unnoticed)
        for example in ruleset.of(Example):
            if not (is_foreign(ruleset, example) or example.is_story):
                stage.set(f"changing the steps of {example.id}")
                result.steps += len(example.steps)
                unfailing = unfailing_steps(ruleset, example)
                result.unfailing += ((example, number) for number in unfailing)
    return result


# Trying them.


WRONG: Final = frozenset({"failed", "impossible"})
"""Verdicts of examples that notice a mutation. A warning doesn't count."""


def _is_noticed(merged: MergedRuleset, mutation: Mutation) -> bool:
    """True if a mutation leads to an error of any stage, or an example fails."""
    tree = mutated(merged.tree, mutation)
    section, *inside = map(str, mutation.path)
    kind = TOP[section]
    body = tree[section] if kind.single else as_map(tree[section])[inside[0]]
    if any(violations(f"entries/{kind.name}", body)):
        return True
    ruleset, problems = link(replace(merged, tree=tree))
    if has_errors(problems) or any(_failed(ruleset)):
        return True
    return any(has_errors(list(check(ruleset))) for check in CHECKS)


def _failed(ruleset: Ruleset) -> Iterator[str]:
    """Return the ids of examples that fail."""
    return (run.example.id for run in run_examples(ruleset) if run.verdict in WRONG)


# Examples to paste.


PROPOSED: Final = ""
"""The file name of generated examples. No file has it, so problems there are theirs."""


def _examples(
    merged: MergedRuleset, ruleset: Ruleset, unnoticed: Sequence[Mutation]
) -> dict[int, tuple[str, dict[str, Data]]]:
    """Return an example that passes now and fails with the mutation, by mutation position.

    All candidates are linked together, first to compute their results, then to see which pass. Then
    those of each mutation are linked with the mutated rules.
    """
    (writer, *_) = sorted(ruleset.topmost)
    bodies = {
        f"{_key(mutation)}-{position}-{number}": (position, body)
        for position, mutation in enumerate(unnoticed)
        for number, body in enumerate(candidates(merged.tree, mutation))
    }
    proposed = {key: body for key, (_, body) in bodies.items()}
    linked, problems = link(_with_examples(merged, merged.tree, proposed, writer))
    places = (problem.label.place for problem in problems if problem.label is not None)
    broken = {
        place.path[1]
        for place in places
        if isinstance(place, Location) and place.file == PROPOSED
    }
    with_results = {
        example.key: {**proposed[example.key], "expect": value}
        for example in linked.of(Example)
        if example.key in proposed.keys() - broken
        and (value := expected(linked, example)) is not None
    }
    linked, _ = link(_with_examples(merged, merged.tree, with_results, writer))
    passed = {
        run.example.key for run in run_examples(linked) if run.verdict == "passed"
    }
    examples = {}
    for position, mutation in enumerate(unnoticed):
        of_mutation = {
            key: body
            for key, body in with_results.items()
            if bodies[key][0] == position and key in passed
        }
        if of_mutation:
            tree = mutated(merged.tree, mutation)
            changed, _ = link(_with_examples(merged, tree, of_mutation, writer))
            keys = (id_.partition(".")[2] for id_ in _failed(changed))
            if key := next(filter(of_mutation.__contains__, keys), ""):
                examples[position] = _key(mutation), of_mutation[key]
    return examples


def _with_examples(
    merged: MergedRuleset,
    tree: Tree,
    bodies: Mapping[str, dict[str, Data]],
    writer: str,
) -> MergedRuleset:
    """Return the packs with another tree and more examples, owned by the topmost pack."""
    section: Any = {**as_map(tree.get("examples")), **bodies}
    records = dict(merged.provenance.records)
    for key in bodies:
        place = Location(PROPOSED, ("examples", key))
        origin = Origin(pack=writer, address=place, operation="written")
        records["examples", key] = (origin,)
    return replace(
        merged,
        tree={**tree, "examples": section},
        provenance=Provenance(records, merged.provenance.past),
    )


def _key(mutation: Mutation) -> str:
    """Return a key for the example of a mutation: its address without dots."""
    return re.sub(r"[^a-z0-9]+", "-", name_of(mutation.path)).strip("-")


# Output, as text or as JSON (schemas/unnoticed.schema.json).


def as_lines(result: Survey, merged: MergedRuleset) -> str:
    """Return each unnoticed mutation, with an example or situation, and a summary, as text."""
    lines = []
    shown: dict[str, str] = {}
    for position, mutation in enumerate(result.unnoticed):
        place = where(_span(merged, mutation.path, mutation.within))
        change = f"{inline(mutation.before)} -> {inline(mutation.after)}"
        lines.append(f"{place}  {name_of(mutation.path)}: {change}")
        if position in result.examples:
            key, body = result.examples[position]
            first = shown.setdefault(inline(body), key)
            text = as_yaml(key, body) if first == key else f"also noticed by {first}"
            lines += [f"    {line}" for line in text.splitlines()]
        elif result.complete:
            lines.append(f"    a situation: {situation(merged.tree, mutation)}")
        lines.append("")
    for example, number in result.unfailing:
        place = where(_step_span(merged, example, number))
        text = step_text(example.steps[number])
        lines.append(f"{place}  {example.id}, step {number + 1} cannot fail: {text}")
    if result.unfailing:
        lines.append("")
    return "".join(f"{line}\n" for line in (*lines, _summary(result)))


def _summary(result: Survey) -> str:
    """Return the numbers of values and steps: `core: 236 values, 180 unnoticed.`."""
    tried = "" if result.complete else f", stopped after {result.tried}"
    values = counted(result.values, "value")
    steps = counted(result.steps, "step")
    steps = f"; {steps}, {len(result.unfailing)} cannot fail" if result.steps else ""
    return f"{result.pack}: {values}, {len(result.unnoticed)} unnoticed{tried}{steps}."


def as_document(result: Survey, merged: MergedRuleset) -> str:
    """Return the results as JSON."""
    return json_text(
        pack=result.pack,
        counts={
            "values": result.values,
            "tried": result.tried,
            "noticed": result.tried - len(result.unnoticed),
            "unnoticed": len(result.unnoticed),
            "steps": result.steps,
            "unfailing": len(result.unfailing),
        },
        unnoticed=list(_objects(result, merged)),
        unfailing=[
            {
                "example": example.id,
                "step": number + 1,
                "shows": step_text(example.steps[number]),
                **place_members(_step_span(merged, example, number)),
            }
            for example, number in result.unfailing
        ],
    )


def _objects(result: Survey, merged: MergedRuleset) -> Iterator[dict[str, object]]:
    for position, mutation in enumerate(result.unnoticed):
        example = result.examples.get(position)
        yield {
            "address": name_of(mutation.path),
            "sort": mutation.sort,
            **place_members(_span(merged, mutation.path, mutation.within)),
            "before": as_text(mutation.before),
            "after": as_text(mutation.after),
            "example": None if example is None else as_yaml(*example),
            "situation": (
                situation(merged.tree, mutation)
                if example is None and result.complete
                else None
            ),
        }


def _step_span(merged: MergedRuleset, example: Example, number: int) -> Span | None:
    return _span(merged, ("examples", example.key, "steps", number))


def _span(
    merged: MergedRuleset, path: KeyPath, within: tuple[int, int] | None = None
) -> Span | None:
    """Return where a value is written, or the characters `within` it; None if nowhere."""
    place = merged.provenance.location(path)
    if place is None:
        return None
    place = place.characters(*within) if within else place
    return locate(place, merged.sources.get(place.file, ""))
