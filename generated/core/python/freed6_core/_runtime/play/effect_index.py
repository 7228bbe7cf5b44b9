"""An index of effects that can be in force, by verb and object.

The effects of rules never change, so they are indexed once per ruleset; those on an actor whenever
its lists change. Each check makes many lookups, and most effects don't concern it. The module
`effects_in_force` decides if an indexed effect is in force now.
"""

from __future__ import annotations

from operator import is_not
from typing import TYPE_CHECKING, Final, NamedTuple

from ..effects import Forbid, Inflict, Modify, OneOf, SetDuration
from ..entries.actions import Rule
from ..entries.world import Hook
from .state import ActiveCondition, ActiveEffect, entry_id, every, find

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ..effects import Effect
    from ..entries.actions import Input
    from ..entries.tables import Condition
    from ..record import Entry
    from ..situation import FormulaValue, Rules
    from .actor import Actor
    from .state import Names


class Candidate(NamedTuple):
    """An effect that can be in force.

    - `about`: the id or word of its object, which it changes, allows or forbids; None if the object
      depends on facts.
    - `names`: names for its formulas, besides facts.
    - `inputs`: questions that must have answers for it to be in force.
    - `active`: the active effect, if it is one.
    - `suspended_by`: the ids of the condition that it comes from, or began with, and of that
      condition's track. The effect is suspended while an Ignore applies to one of these.
    """

    effect: Effect
    entry: Entry
    about: str | None
    names: Names = {}
    inputs: Mapping[str, Input] = {}
    active: ActiveEffect | None = None
    suspended_by: frozenset[str] = frozenset()


# Effects of rules.


def standing_in(rules: Rules) -> tuple[Candidate, ...]:
    """Return the standing effects of all rules. A rule applies if its questions have answers."""
    return tuple(
        Candidate(effect, rule, about(effect, {}), inputs=rule.inputs)
        for rule in every(rules, "rule", Rule)
        for effect in standing(rule.effects)
    )


def standing(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield the standing effects on the actor that has the rule, hook or condition itself."""
    for effect in effects:
        if is_standing(effect) and (not effect.to or "self" in effect.to):
            yield effect


def is_standing(effect: Effect) -> bool:
    """Return True if an effect has no duration or moment, and is in force as long as its entry.

    For example, a penalty in a condition is in force as long as an actor has the condition.
    """
    passes = effect.times or effect.at or effect.duration or changes_points(effect)
    return effect.stands and not passes


def changes_points(effect: Effect) -> bool:
    """Return True if an effect changes a number of points, which happens once."""
    return (entry_id(getattr(effect, "modify", None)) or "").startswith("points.")


def is_recurring(effect: Effect) -> bool:
    """Return True if the moment of an effect recurs, as in `end of each round`.

    `own` are moments of the actor's own periods, as in `start of own turn`.
    """
    return effect.at is not None and effect.at.which in ("each", "own")


def changes_roll(effect: Effect) -> bool:
    """Return True if an effect changes a roll on which points are spent after it was made."""
    # A Modify adds to the roll, other such effects (`rerolls`) repeat it.
    about_rolls = isinstance(effect, Modify) and effect.modify == "checks"
    own = not effect.to or "self" in effect.to
    return effect.at is None and own and (about_rolls or effect.rerolls)


def lasts_anew(effect: Effect) -> bool:
    """Return True if the `duration` of a recurring effect starts again each time it happens.

    For effects that are over at once, such as narrations and changes of points, `duration` limits
    how often they happen instead.
    """
    if isinstance(effect, OneOf):
        return any(map(lasts_anew, effect.one_of))
    persists = effect.stands and not changes_points(effect)
    return persists or isinstance(effect, Inflict | SetDuration)


def counts_checks(effect: Effect) -> bool:
    """Return True if `times` counts the checks that use an effect, not how often it happens."""
    if isinstance(effect, OneOf):
        return any(map(counts_checks, effect.one_of))
    changed = entry_id(getattr(effect, "modify", None)) or ""
    uncounted = changes_points(effect) or changed.startswith(UNCOUNTED)
    return effect.stands and not (uncounted or isinstance(effect, Forbid))


UNCOUNTED: Final = ("value.", "action-type.")
"""Prefixes of ids. Modifiers of these entries are never used up by checks."""


def recurring(
    rules: Rules, moment: tuple[str, str]
) -> Iterator[tuple[Rule | Hook, Effect]]:
    """Yield the recurring effects of rules and hooks at a moment: an edge and a period."""
    rules_first: list[Rule | Hook] = [*every(rules, "rule", Rule)]
    for entry in (*rules_first, *every(rules, "hook", Hook)):
        for effect in entry.effects if holds_always(entry) else ():
            at = effect.at
            if at and is_recurring(effect) and (at.edge, at.period) == moment:
                yield entry, effect


def holds_always(entry: Rule | Hook) -> bool:
    """Return True if a rule needs no facts, or a hook no activation."""
    return not (entry.inputs if isinstance(entry, Rule) else entry.activated_by)


def about(effect: Effect, names: Names) -> str | None:
    """Return the id or word of an effect's object; None if it was not chosen yet.

    For example, `skill.climbing` of `modify: climbing`, and `checks` of `modify: checks`.
    """
    # The object of a verb is in the field with the verb's name.
    word: object = getattr(effect, type(effect).__name__.lower(), None)
    if isinstance(word, str) and word.startswith("chosen-"):
        return entry_id(names.get(word))
    return entry_id(word) or str(word)


# Effects of an actor's hooks and conditions, and its active effects.


class EffectsOn:
    """An index of effects that can be in force on an actor, by verb.

    It is valid while it is `up_to_date`. Any code can change the lists of conditions and effects of
    the actor, so the index compares them with copies that it has made. Their elements are
    immutable, and lists of identical objects are compared fast.
    """

    def __init__(self, who: Actor) -> None:
        self.rules, self.hooks = who.rules, frozenset(who.hooks)
        self.conditions, self.effects = [*who.conditions], [*who.effects]
        self._verbs: dict[type[Effect], list[Candidate]] = {}
        for candidate in (*self.rules.once(standing_in), *_candidates_on(self)):
            self._verbs.setdefault(type(candidate.effect), []).append(candidate)

    def find(
        self, verb: type[Effect], on: Collection[str] | None = None
    ) -> Sequence[Candidate]:
        """Return the candidates of a verb; with `on`, only those about one of these ids or words.

        Candidates whose object depends on facts are included.
        """
        candidates = self._verbs.get(verb, ())
        if on is None:
            return candidates
        return [item for item in candidates if item.about is None or item.about in on]

    def up_to_date(self, who: Actor) -> bool:
        """Return True if the actor has not changed since it was indexed."""
        effects = who.effects
        return (
            who.conditions == self.conditions
            and len(effects) == len(self.effects)
            # One of several equal effects can be used up, so identity counts.
            and (not effects or not any(map(is_not, effects, self.effects)))
            and who.hooks == self.hooks
            and who.rules is self.rules
        )


def _candidates_on(who: EffectsOn) -> Iterator[Candidate]:
    """Yield the effects of an actor's hooks and conditions, and its active effects."""
    for id in who.hooks:
        hook = find(who.rules, id, Hook)
        if not hook.activated_by:
            for effect in standing(hook.effects):
                yield Candidate(effect, hook, about(effect, {}))
    for held in who.conditions:
        if not is_pending(held):
            yield from _condition_candidates(held.condition.entry)
    for active in who.effects:
        if active.waits is None and not is_pending(active):
            yield Candidate(
                active.effect,
                who.rules.entry(active.origin),
                about(active.effect, active.names),
                names=active.names,
                active=active,
                suspended_by=suspending_ids(active),
            )


def _condition_candidates(condition: Condition) -> Iterator[Candidate]:
    names = condition_names(condition)
    suspended_by = frozenset([condition.id, condition.parent.id])
    for effect in standing(condition.effects):
        yield Candidate(
            effect,
            condition,
            about(effect, names),
            names=names,
            suspended_by=suspended_by,
        )


def is_pending(timed: ActiveCondition | ActiveEffect) -> bool:
    """Return True if the duration has not begun."""
    return timed.lasting is not None and timed.lasting.waits > 0


def condition_names(condition: Condition) -> dict[str, FormulaValue | Entry]:
    """Return the names that formulas of a condition and its track can read.

    `step` and `rank` are both the rank of the condition, `this` is the condition.
    """
    return {"step": condition.rank, "rank": condition.rank, "this": condition}


def source_of(active: ActiveEffect) -> tuple[str, int, str]:
    """Return the origin and place of an effect, and the id of the condition that began it."""
    return active.origin, active.place, active.began_with


def suspending_ids(active: ActiveEffect) -> frozenset[str]:
    """Return the ids of the condition that an effect began with, and of its track."""
    # The condition `condition.damage.hurt` is on the track `track.damage`.
    track = ".".join(("track", *active.began_with.split(".")[1:2]))
    return frozenset([active.began_with, track])
