"""Standing rules that the questions of an action trigger.

A rule that asks for facts applies if all of them are known, so it applies to every action that
asks for the same facts by the same names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.runtime.entries.actions import Action, Rule
from freed6c.runtime.play.effect_index import is_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


class SetOff(NamedTuple):
    """A rule that applies, with the names of the questions that it needs answers to."""

    rule: Rule
    inputs: tuple[str, ...]


def rules_set_off(ruleset: Ruleset, entry: Entry | None) -> Iterator[SetOff]:
    """Yield the rules that an action triggers by its questions."""
    if not isinstance(entry, Action):
        return
    names = {*entry.inputs, *entry.choose}
    for rule, needed in ruleset.once(_asking_rules) if names else ():
        if names.issuperset(needed):
            yield SetOff(rule, needed)


def _asking_rules(ruleset: Ruleset) -> Sequence[SetOff]:
    """Return the rules that need an answer, with the required questions."""
    rules = (
        SetOff(rule, tuple(key for key, ask in rule.inputs.items() if not ask.optional))
        for rule in ruleset.of(Rule)
        if any(map(is_standing, rule.effects))
    )
    return [rule for rule in rules if rule.inputs]
