"""Effects in force on an actor, and the start of effects with a duration.

Effects come from rules, hooks, conditions and active effects (`Actor.effects`). Checks and actions
call `in_force` for the effects of one verb.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple, TypeVar, assert_never, cast

from .. import effects as verbs
from ..amounts import Formula, Modifier
from ..dice.pool import parse
from ..dice.roller import RollPlan
from ..effects import Duration, Effect, Moment
from ..entries.actions import Input, Pick
from ..entries.world import Period
from ..record import Entry, FormulaError
from ..situation import FormulaCharacter, FormulaValue, Situation, note
from .effect_index import (
    Candidate,
    EffectsOn,
    counts_checks,
    is_pending,
    is_recurring,
    lasts_anew,
    suspending_ids,
)
from .questions import UnansweredError, question
from .state import (
    OF_TARGET,
    ActiveEffect,
    Lasting,
    Names,
    PlaySituation,
    effects_of,
    entry_id,
    find,
    find_procedure,
)
from .words import describe

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator, Mapping

    from ..dice.table import Randomness
    from .actor import Actor
    from .execution import Execution


# Durations begin in the periods that are under way for an actor.


def begin_duration(
    who: Actor, duration: Duration | None, rng: Randomness
) -> Lasting | None:
    """Start a duration now, and roll its number if that is a die code.

    `Lasting.left` is the number of times that the period still has to end. Only whole periods
    count, so one that is already under way is added: `2 turns` that begin during the actor's turn
    last until the third time that a turn ends (`left` is 3), otherwise until the second. `next
    turn` also waits for the actor's next turn to start, because an actor's turns don't follow each
    other directly.
    """
    if duration is None:
        return None
    now = int(is_under_way(who, duration.period))  # 1 for the extra period, or 0
    match duration.form:
        case "this":
            return Lasting(duration=duration, left=1)
        case "next":
            waits = now + is_owned(who, duration.period)
            return Lasting(duration=duration, left=1 + now, waits=waits, extra=now)
        case "count":
            if duration.count.isdecimal():
                number = int(duration.count)
            else:
                procedure = find_procedure(who.rules)
                pool = parse(duration.count, procedure, who.rules.die_code.pips_per_die)
                number = RollPlan(procedure, pool).roll(rng).total
            return Lasting(duration=duration, left=max(1, number) + now, extra=now)
        case "end":
            extra = now if duration.following else 0
            return Lasting(duration=duration, left=1 + extra, extra=extra)
        case "own-action" | "event" | "always":
            return Lasting(duration=duration)
        case _:
            assert_never(duration.form)


def is_under_way(who: Actor, period: str) -> bool:
    """Return True if a period has begun and not ended yet.

    Shared periods follow each other without a gap, so one is always under way, except for effects
    at its end: those at the end of a round happen between two rounds.
    """
    if not period:
        return False
    if period in who.under_way:
        return True
    return period not in who.passed and not is_owned(who, period)


def is_owned(who: Actor, period: str) -> bool:
    """Return True if the period belongs to single actors, as a turn does."""
    return find(who.rules, f"period.{period}", Period).belongs_to is not None


# Facts for the questions of rules and actions.


def with_blanks(
    inputs: Mapping[str, Input], facts: Names
) -> dict[str, FormulaValue | Entry]:
    """Return the facts, with False or None for optional questions without an answer."""
    blanks: dict[str, FormulaValue | Entry] = {
        key: False if ask.type == "boolean" else None
        for key, ask in inputs.items()
        if ask.optional
    }
    return {**blanks, **facts}


V = TypeVar("V", bound=Effect)


class EffectInForce(NamedTuple):
    """An effect in force, with the entry that it comes from and the situation of its formulas."""

    effect: Effect
    entry: Entry
    situation: Situation
    active: ActiveEffect | None = None

    @property
    def by(self) -> Modifier:
        """The modifier, fixed when the effect began or evaluated now; +0 if it has none."""
        if self.active is not None and isinstance(self.active.by, Modifier):
            return self.active.by
        plain: object = getattr(self.effect, "by", None)
        if isinstance(plain, Modifier):
            return plain
        by = self.change
        return by if isinstance(by, Modifier) else Modifier()

    @property
    def change(self) -> FormulaValue:
        """The addition, factor or new value of a Modify, fixed when it began or evaluated now."""
        if self.active is not None and self.active.by is not None:
            return self.active.by
        with evaluating(self.effect, self.entry):
            return amount_of(self.effect, self.situation)

    @property
    def once(self) -> tuple[ActiveEffect, ...]:
        """The active effect if it lasts for a number of checks, to pass to `consume`."""
        active = self.active
        return () if active is None or active.times is None else (active,)

    def chosen(self, word: object) -> str:
        """Return the id of an object of the effect; the word itself if it does not mean an entry.

        A word such as `chosen-skill` is looked up among the names of the effect.
        """
        id = entry_id(word) or entry_id(self.situation.names.get(str(word)))
        return id or str(word)

    def covers(self, subject: frozenset[str]) -> bool:
        """Return True if `of` and `except_` let the effect count for a subject.

        `subject` are the ids that a roll is about, and words such as `resistance`.
        """
        of, except_ = self.effect.of, self.effect.except_
        included = not of or any(self._matches(word, subject) for word in of)
        return included and not any(self._matches(word, subject) for word in except_)

    def _matches(self, word: object, subject: frozenset[str]) -> bool:
        """Return True if a word refers to one of these ids.

        A roll of a skill is also about the ability of the skill, so an effect on an ability also
        counts in rolls of its skills. The exception is an ability that was chosen as a skill, which
        some rules allow. The effect then counts only in rolls of the ability itself.
        """
        id = self.chosen(word)
        if id not in subject:
            return False
        as_skill = word == "chosen-skill" and id.startswith("ability.")
        skills = ("skill.", "specialization.")
        return not (as_skill and any(other.startswith(skills) for other in subject))


WORKING: ContextVar[tuple[tuple[Effect, Entry], ...]] = ContextVar(
    "WORKING", default=()
)
"""The stack of effects whose formulas are being evaluated, with their entries.

It detects formulas that need their own result, such as two values that each read the other.
"""


@contextmanager
def evaluating(effect: Effect, entry: Entry) -> Generator[None, None, None]:
    """Return the context for evaluating a formula. Raises FormulaError if it needs its own result.

    The same effect can be on the stack twice, with other facts, but not three times.
    """
    stack = WORKING.get()
    places = [place for place, (other, _) in enumerate(stack) if other is effect]
    if len(places) > 1:
        cycle = stack[places[-1] :]
        names = " and ".join(dict.fromkeys(source.title for _, source in cycle))
        message = f"the formulas of {names} depend on their own results"
        raise FormulaError(message, "make one of them depend on something else")
    token = WORKING.set((*stack, (effect, entry)))
    try:
        yield
    finally:
        WORKING.reset(token)


def amount_of(effect: Effect, situation: Situation) -> FormulaValue:
    """Return the amount of an effect, evaluated in a situation; None if it has none."""
    amount: object = getattr(effect, "by", None)
    if isinstance(effect, verbs.Modify):
        amount = effect.change
    if isinstance(amount, Formula):
        amount = cast("Formula[object]", amount)(situation)
    return cast("FormulaValue", amount)


def in_force(
    who: Actor,
    verb: type[V],
    facts: Names | None = None,
    *,
    on: str | Collection[str] | None = None,
    plain: bool = False,
) -> Iterator[tuple[V, EffectInForce]]:
    """Yield the effects of one verb that are in force on an actor, such as all of Modify.

    - `facts`: answers to the questions of standing rules. A rule without answers does not apply.
    - `on`: ids or words. Only effects that change, allow or forbid one of these are yielded. The
      `if` of other effects is not even evaluated, because it could read the value that the caller
      is calculating.
    - `plain`: leave out effects with formulas, except those whose amount was fixed as they began.

    The `if` of a Resist is not evaluated, because it depends on the roll or action to be resisted.
    """
    objects = (on,) if isinstance(on, str) else on
    candidates = effects_on(who).find(verb, objects)
    if not candidates:  # the most frequent case
        return iter(())
    # An Ignore is never ignored itself, because that would not end.
    if verb is not verbs.Ignore and (ignored := ignored_by(who)):
        candidates = [
            candidate
            for candidate in candidates
            if candidate.suspended_by.isdisjoint(ignored)
        ]
    return _in_force(who, verb, candidates, facts or {}, objects, plain=plain)


def _in_force(
    who: Actor,
    verb: type[V],
    candidates: Iterable[Candidate],
    facts: Names,
    objects: Collection[str] | None,
    *,
    plain: bool,
) -> Iterator[tuple[V, EffectInForce]]:
    """Yield the candidates that are in force with these facts."""
    for candidate in candidates:
        effect, active = candidate.effect, candidate.active
        assert isinstance(effect, verb)
        inputs = candidate.inputs.items()
        if any(facts.get(key) is None and not ask.optional for key, ask in inputs):
            continue
        target = cast("FormulaCharacter | None", facts.get(OF_TARGET))
        if target is None and active is None and _reads_target(effect):
            continue
        situation = PlaySituation(who.rules, _names_for(candidate, facts), who, target)
        applied = EffectInForce(effect, candidate.entry, situation, active)
        if objects is not None and candidate.about is None:
            # The object of a verb is in the field with the verb's name.
            word: object = getattr(effect, verb.__name__.lower())
            if applied.chosen(word) not in objects:
                continue
        # The formulas of an active effect were evaluated when it began.
        if active is None:
            by: object = getattr(effect, "by", None)
            if plain and (effect.if_ is not None or not isinstance(by, Modifier)):
                continue
            condition = None if isinstance(effect, verbs.Resist) else effect.if_
            if condition is not None:
                with evaluating(effect, candidate.entry):
                    holds = condition(applied.situation)
                if not holds:
                    continue
        note(who.rules, effect)
        yield effect, applied


def _reads_target(effect: Effect) -> bool:
    """Return True if a formula of an effect reads the target, so that it needs one."""
    return any(
        isinstance(value, Formula) and re.search(r"(?<![\w.-])target\.", value.text)
        for value in vars(effect).values()
    )


def _names_for(candidate: Candidate, facts: Names) -> Names:
    """Return the names that formulas of an effect can read."""
    if candidate.active is not None:
        return {**facts, **candidate.names}
    if candidate.names:  # those of a condition
        return candidate.names
    return with_blanks(candidate.inputs, facts) if candidate.inputs else facts


def effects_on(who: Actor) -> EffectsOn:
    """Return the index of effects on an actor, rebuilt if the actor has changed."""
    index = who.effects_on
    if index is None or not index.up_to_date(who):
        index = who.effects_on = EffectsOn(who)
    return index


def is_dormant(active: ActiveEffect, ignored: frozenset[str]) -> bool:
    """Return True if an effect has not begun, or its condition or track is ignored."""
    return is_pending(active) or not suspending_ids(active).isdisjoint(ignored)


def ignored_by(who: Actor) -> frozenset[str]:
    """Return the ids of the conditions and tracks that are suspended."""
    return frozenset(
        applied.chosen(effect.ignore) for effect, applied in in_force(who, verbs.Ignore)
    )


def replace_effect(who: Actor, active: ActiveEffect, *by: ActiveEffect) -> None:
    """Replace an effect by others, or by nothing. Do nothing if it has ended."""
    for place, other in enumerate(who.effects):
        if other is active:
            who.effects[place : place + 1] = by
            return


# Effects become active, or wait for their moment.


def activate(
    execution: Execution, entry: Entry, raw: Effect, effect: Effect, who: Actor
) -> None:
    """Put an effect of an entry in force on an actor.

    `raw` is the effect as it is in the entry, `effect` the same with plain amounts. Raises
    UnansweredError if the object of the effect was not chosen.
    """
    refuse_unchosen(execution, effect)
    event = effect.duration.event if effect.duration is not None else ""
    active = _make_active(execution, entry, raw).but(
        by=amount_of(effect, execution.situation),
        lasting=begin_duration(who, effect.duration, execution.rng),
        times=effect.times or (1 if event == "used" else None),
    )
    if event == "replaced":
        who.effects = [
            other
            for other in who.effects
            if (other.origin, other.place) != (active.origin, active.place)
        ]
    who.effects.append(active)
    tell_effect(execution, entry, effect, who)


def schedule(
    execution: Execution, entry: Entry, effect: Effect, at: Moment, who: Actor
) -> None:
    """Let an effect of an entry wait for its moment.

    If its moment recurs and it is over at once each time, `duration` limits how often it happens:
    `at: end of each round, duration: 3 rounds` happens three times, first at the end of this round.
    `times` limits it in the same way, unless `times` counts checks. Otherwise `duration` and
    `times` apply to what begins each time it happens (`lasts_anew`, `counts_checks`).

    An effect `at: end of next round` skips the end of the round under way (`ActiveEffect.waits` is
    1).
    """
    active = _make_active(execution, entry, effect)
    following = at.edge == "end" and at.which in ("next", "own-next")
    active = active.but(waits=int(following and is_under_way(who, at.period)))
    if is_recurring(effect):
        limit = None if lasts_anew(effect) else effect.duration
        lasting = begin_duration(who, limit, execution.rng)
        if lasting is not None and _counts_ends(effect, at):
            # The end of the period under way counts as the first.
            lasting = lasting.but(left=lasting.left - is_under_way(who, at.period))
        times = None if counts_checks(effect) else effect.times
        active = active.but(lasting=lasting, times=times)
    who.effects.append(active)
    tell_effect(execution, entry, effect, who)


def tell_effect(execution: Execution, entry: Entry, effect: Effect, who: Actor) -> None:
    """Add the line to the log that an effect has begun on an actor, or waits for its moment."""
    description = describe(effect, execution.label, who.rules.entry, entry.name)
    has = "has " if isinstance(effect, verbs.Modify) else ""
    execution.tell(f"{who} {has}{description}", who, effect)


def _counts_ends(effect: Effect, at: Moment) -> bool:
    """Return True if an effect happens at the end of a period and lasts for some such periods."""
    duration = effect.duration
    return (
        duration is not None
        and at.edge == "end"
        and (duration.form, duration.period) == ("count", at.period)
    )


def _make_active(execution: Execution, entry: Entry, raw: Effect) -> ActiveEffect:
    """Return an effect as an active one, with the names that its formulas can read later."""
    situation = execution.situation
    return ActiveEffect(
        origin=entry.id,
        place=next(at for at, own in enumerate(effects_of(entry)) if own is raw),
        effect=raw,
        names={
            name: situation.ref(value.id) if isinstance(value, Entry) else value
            for name, value in execution.names.items()
        },
        began_with=execution.began_with,
        cost=cast("int", execution.names["cost"]) if isinstance(entry, Pick) else 0,
    )


def refuse_unchosen(execution: Execution, effect: Effect) -> None:
    """Raise UnansweredError if the object of an effect was not chosen."""
    if missing := missing_choices(effect, execution.names):
        questions = [question(execution.actor.rules, word) for word in missing]
        name = execution.entry.name
        choices = ", ".join(map(str, questions))
        raise UnansweredError(questions, f"{name} needs a choice: {choices}")


def missing_choices(effect: Effect, names: Names) -> list[str]:
    """Return the words for choices in an effect, such as `chosen-skill`, that `names` lack.

    A Use also needs the choice `instead-of` unless it names the entry that it replaces.
    """
    words: set[str] = set()
    for value in vars(effect).values():
        is_tuple = isinstance(value, tuple)
        for word in cast("tuple[object, ...]", value) if is_tuple else (value,):
            if isinstance(word, str) and word.startswith("chosen-"):
                words.add(word)
    if isinstance(effect, verbs.Use) and isinstance(effect.instead_of, str):
        words.add("instead-of")
    return sorted(words - names.keys())
