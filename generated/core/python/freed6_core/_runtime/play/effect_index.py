"""Effects that may be in force, found by their verb and by what they are about.

What stands in the rules never changes, so it is put in order once. What is on a being is put in
order again as soon as its lists hold anything else. Both are asked many times for each check, and
most of what is there has nothing to do with it. Whether what is found is in force now is decided
in `effects_in_force`.
"""

from __future__ import annotations

from operator import is_not
from typing import TYPE_CHECKING, Final, NamedTuple

from ..effects import Forbid, Inflict, Modify, OneOf, Retime
from ..entries.actions import Rule
from ..entries.world import Hook
from .state import Active, Held, entry_id, every, find

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ..effects import Effect
    from ..entries.actions import Ask
    from ..entries.tables import Condition
    from ..record import Entry
    from ..situation import FormulaValue, Rules
    from .being import Being
    from .state import Names


class Candidate(NamedTuple):
    """An effect that may be in force.

    - `about`: the id or word that it is about; None where only facts can tell what was chosen.
    - `names`: what its formulas know besides facts; `asks`: facts without which it is not in force.
    - `active`: the effect as it began, if it did.
    - `suspended_by`: the ids of the condition that it comes from, or began with, and its track.
    """

    effect: Effect
    entry: Entry
    about: str | None
    names: Names = {}
    asks: Mapping[str, Ask] = {}
    active: Active | None = None
    suspended_by: frozenset[str] = frozenset()


# The rules: what they do all the time needs nobody to whom it has happened.


def standing_in(rules: Rules) -> tuple[Candidate, ...]:
    """The effects of rules that are in force as long as what they ask for is known."""
    return tuple(
        Candidate(effect, rule, about(effect, {}), asks=rule.asks)
        for rule in every(rules, "rule", Rule)
        for effect in standing(rule.effects)
    )


def standing(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Those of the effects of an entry that are in force on whoever has it, as long as they do."""
    for effect in effects:
        if is_standing(effect) and (not effect.to or "self" in effect.to):
            yield effect


def is_standing(effect: Effect) -> bool:
    """Whether it is in force as long as its entry; others become active when that begins."""
    passes = effect.times or effect.at or effect.lasts or changes_points(effect)
    return effect.stands and not passes


def changes_points(effect: Effect) -> bool:
    """True if it adds to points or takes from them, which happens once."""
    word = getattr(effect, "modify", None)
    return (entry_id(word) or "").startswith("points.")


def is_recurring(effect: Effect) -> bool:
    """True if it happens at a moment that comes more than once, such as the end of each round."""
    return effect.at is not None and effect.at.which in ("each", "own")


def changes_roll(effect: Effect) -> bool:
    """True if it changes a roll that has fallen, when points are spent on that."""
    about_rolls = isinstance(effect, Modify) and effect.modify == "checks"
    own = not effect.to or "self" in effect.to
    return effect.at is None and own and (about_rolls or effect.rerolls)


def lasts_anew(effect: Effect) -> bool:
    """True if `lasts` counts from each time it happens; else it limits how often that is.

    Changes of points, narrations and others that are over at once last no time themselves.
    """
    if isinstance(effect, OneOf):
        return any(map(lasts_anew, effect.one_of))
    keeps = effect.stands and not changes_points(effect)
    return keeps or isinstance(effect, Inflict | Retime)


def counts_checks(effect: Effect) -> bool:
    """True if `times` says in how many checks it counts; else how often it happens."""
    if isinstance(effect, OneOf):
        return any(map(counts_checks, effect.one_of))
    changed = entry_id(getattr(effect, "modify", None)) or ""
    uncounted = changes_points(effect) or changed.startswith(UNCOUNTED)
    return effect.stands and not (uncounted or isinstance(effect, Forbid))


UNCOUNTED: Final = ("value.", "action-type.")
"""What changes without checks that count for it."""


def recurring(
    rules: Rules, moment: tuple[str, str]
) -> Iterator[tuple[Rule | Hook, Effect]]:
    """What rules and hooks do whenever a moment, the edge of a period, comes."""
    rules_first: list[Rule | Hook] = [*every(rules, "rule", Rule)]
    for entry in (*rules_first, *every(rules, "hook", Hook)):
        for effect in entry.effects if holds_always(entry) else ():
            at = effect.at
            if at and is_recurring(effect) and (at.edge, at.period) == moment:
                yield entry, effect


def holds_always(entry: Rule | Hook) -> bool:
    """True if a rule holds whatever is known, or a hook as long as somebody has it."""
    return not (entry.asks if isinstance(entry, Rule) else entry.activated_by)


def about(effect: Effect, names: Names) -> str | None:
    """The id or word that an effect is about; None where `names` do not know what was chosen."""
    # The field named like the verb holds what the verb is about.
    word: object = getattr(effect, type(effect).__name__.lower(), None)
    if isinstance(word, str) and word.startswith("chosen-"):
        return entry_id(names.get(word))
    return entry_id(word) or str(word)


# A being: its hooks, its conditions, and what has begun.


class EffectsOn:
    """The effects that may be in force on a being by verb, as long as it is `up_to_date`.

    Conditions and effects are lists that anybody may change or replace. What they hold does not
    change itself, so they are compared with what they held. Mostly these are the very same things,
    and lists of those are compared without a call for any of them.
    """

    def __init__(self, who: Being) -> None:
        self.rules, self.hooks = who.rules, frozenset(who.hooks)
        self.conditions, self.effects = [*who.conditions], [*who.effects]
        self._verbs: dict[type[Effect], list[Candidate]] = {}
        for candidate in (*self.rules.once(standing_in), *_on(self)):
            self._verbs.setdefault(type(candidate.effect), []).append(candidate)

    def find(
        self, verb: type[Effect], on: Collection[str] | None = None
    ) -> Sequence[Candidate]:
        """Return the candidates of a verb; with `on`, those that may be about one of these."""
        candidates = self._verbs.get(verb, ())
        if on is None:
            return candidates
        return [one for one in candidates if one.about is None or one.about in on]

    def up_to_date(self, who: Being) -> bool:
        """Whether the being has just what it had."""
        effects = who.effects
        return (
            who.conditions == self.conditions
            and len(effects) == len(self.effects)
            # Of equal effects one may be used up: they are told apart.
            and (not effects or not any(map(is_not, effects, self.effects)))
            and who.hooks == self.hooks
            and who.rules is self.rules
        )


def _on(who: EffectsOn) -> Iterator[Candidate]:
    for id in who.hooks:
        hook = find(who.rules, id, Hook)
        if not hook.activated_by:
            for effect in standing(hook.effects):
                yield Candidate(effect, hook, about(effect, {}))
    for held in who.conditions:
        if not is_pending(held):
            yield from _of_condition(held.condition.entry)
    for active in who.effects:
        if active.waits is None and not is_pending(active):
            yield Candidate(
                active.effect,
                who.rules.entry(active.origin),
                about(active.effect, active.names),
                names=active.names,
                active=active,
                suspended_by=began_with(active),
            )


def _of_condition(condition: Condition) -> Iterator[Candidate]:
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


def is_pending(timed: Held | Active) -> bool:
    """Whether its duration has not begun yet."""
    return timed.lasting is not None and timed.lasting.waits > 0


def condition_names(condition: Condition) -> dict[str, FormulaValue | Entry]:
    """The names that formulas of a condition and its track can use."""
    return {"step": condition.rank, "rank": condition.rank, "this": condition}


def comes_from(active: Active) -> tuple[str, int, str]:
    """The place of an effect in the rules, and the id of the condition that brought it."""
    return active.origin, active.place, active.began_with


def began_with(active: Active) -> frozenset[str]:
    """The ids of the condition that an effect began with, and of its track."""
    track = ".".join(("track", *active.began_with.split(".")[1:2]))
    return frozenset([active.began_with, track])
