"""Standing rules that the questions of an action set off.

A rule that asks for facts applies wherever all of them are known, so in the check of every action
that asks for the same under the same names.
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
    """A rule that applies, and the names of the questions that it needs an answer to."""

    rule: Rule
    asks: tuple[str, ...]


def rules_set_off(ruleset: Ruleset, entry: Entry | None) -> Iterator[SetOff]:
    """The rules that an action sets off because of what it asks."""
    if not isinstance(entry, Action):
        return
    known = {*entry.asks, *entry.choose}
    for rule, needed in ruleset.once(_asking_rules) if known else ():
        if known.issuperset(needed):
            yield SetOff(rule, needed)


def _asking_rules(ruleset: Ruleset) -> Sequence[SetOff]:
    """The rules that need an answer, and which."""
    rules = (
        SetOff(rule, tuple(name for name, ask in rule.asks.items() if not ask.optional))
        for rule in ruleset.of(Rule)
        if any(map(is_standing, rule.effects))
    )
    return [rule for rule in rules if rule.asks]
