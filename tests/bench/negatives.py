"""Lists the limits, costs, needs and moments of a pack that no situation tries to break.

Run: python tests/bench/negatives.py [PACK ...]

Each of them is lifted, one at a time. A situation tries to break it if one of its steps expects a
refusal, and is then allowed, or refused for another reason. Bonuses that end are no limits: nobody
is refused, so the result of a situation shows their end.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from freed6c.formula.scope import BadFormulaError
from freed6c.link import link
from freed6c.model.addresses import name_of
from freed6c.model.example_runs import metered
from freed6c.packs.data import walk
from freed6c.packs.lazy import replace
from freed6c.packs.limits import Budget
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import Example, ExampleStep
from freed6c.runtime.entries.world import Hook
from freed6c.runtime.play.example_steps import play_steps
from freed6c.runtime.record import FormulaError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data, KeyPath

SECTIONS = (
    "abilities",
    "action-types",
    "actions",
    "hooks",
    "menus",
    "points",
    "rules",
    "tracks",
)
NOTHING: Any = None
LIFTED: dict[str, Any] = {
    **dict.fromkeys(
        ("needs", "limit", "costs", "from", "count", "belongs-to"), NOTHING
    ),
    "cost": 0,
    "trained-only": False,
    "target": "anyone",
}
"""Settings that refuse something, and the values that refuse nothing."""
FREE = ("any-time", "anyone", ["self", "ally"], ["self", "ally", "opponent"])
"""Values of these settings that refuse nothing: who is an ally, the players say."""
OF_PERMISSIONS = ("at", "times", "duration")
"""Settings that refuse something if they limit what an effect allows, or points buy."""


def main() -> None:
    """Print the rules of each pack that no refusal tests, and their number."""
    for pack in sys.argv[1:] or ["rulesets/core", "rulesets/opend6"]:
        compiled = compile_packs(pack, steps="all")
        merged, ruleset = compiled.merged, compiled.ruleset
        assert merged is not None
        assert ruleset is not None, [found.message for found in compiled.diagnostics]
        before = reasons(ruleset)
        missing = []
        rules = 0
        for section in SECTIONS:
            for place, value in lifts(merged.tree.get(section, {}), (section,)):
                if merged.provenance.writer(place) in ruleset.topmost:
                    rules += 1
                    tree = lifted(merged.tree, place, value)
                    if reasons(link(replace(merged, tree=tree))[0]) == before:
                        missing.append(f"{name_of(place)}: {walk(merged.tree, place)}")
        tried = {step.run.id for step, _ in outcomes(ruleset) if step.run is not None}
        for hook in ruleset.of(Hook):
            if ruleset.provenance.writer(ruleset.paths[hook.id]) in ruleset.topmost:
                rules += 1
                if hook.id not in tried:
                    missing.append(f"{hook.id}: without the hook")
        print(*missing, sep="\n")
        print(f"{pack}: {rules} rules, {len(missing)} without a refusal\n")


def lifts(data: Data, path: KeyPath) -> Iterator[tuple[KeyPath, Data]]:
    """Yield the path of each setting that refuses something, with a value that refuses nothing.

    The path of several needs ends with the position of one.
    """
    if isinstance(data, dict):
        for key, value in data.items():
            here = (*path, key)
            if key == "needs" and isinstance(value, list):
                yield from (((*here, n), NOTHING) for n in range(len(value)))
            elif value not in FREE and (
                key in LIFTED
                or (key in OF_PERMISSIONS and {"allow", "cost"} & data.keys())
            ):
                yield here, LIFTED.get(key, NOTHING)
            else:
                yield from lifts(value, here)
    elif isinstance(data, list):
        for number, item in enumerate(data):
            if isinstance(item, dict) and "forbid" in item:
                yield (*path, number), NOTHING
            else:
                yield from lifts(item, (*path, number))


def lifted(data: Any, path: KeyPath, value: Data) -> Any:
    """Return the data with another value at a path, or without it."""
    first, *rest = path
    changed = data.copy()
    if rest:
        changed[first] = lifted(data[first], tuple(rest), value)
    elif value is NOTHING:
        del changed[first]
    else:
        changed[first] = value
    return changed


def reasons(ruleset: Ruleset) -> list[str]:
    """Return the reasons of all refusals that steps expect."""
    return [reason for _, reason in outcomes(ruleset)]


def outcomes(ruleset: Ruleset) -> Iterator[tuple[ExampleStep, str]]:
    """Yield each step that expects a refusal, with its reason; an empty text for a result."""
    for example in ruleset.of(Example):
        negative = [bool(step.expect and step.expect.refused) for step in example.steps]
        if any(negative):
            both = zip(example.steps, negative, strict=True)
            steps = [step.but(expect=None) if no else step for step, no in both]
            played = play_steps(example.but(steps=steps), metered(ruleset, Budget()))
            with suppress(FormulaError, BadFormulaError):
                for step, no, (_, found) in zip(steps, negative, played, strict=True):
                    if no:
                        yield step, "".join(difference.found for difference in found)


if __name__ == "__main__":
    main()
