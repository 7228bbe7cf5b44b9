"""Which effects are in force on a being now, and how effects with a duration begin.

They come from rules, hooks, conditions, and from what happened before (`Being.effects`). Checks and
actions ask `in_force` for those of one verb.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple, TypeVar, assert_never, cast

from .. import effects as verbs
from ..amounts import Formula, Modifier
from ..dice.pool import parse
from ..dice.roller import RollPlan
from ..effects import Duration, Effect, Moment
from ..entries.actions import Ask
from ..entries.world import Period
from ..record import Entry, Unworkable
from ..situation import FormulaValue, Situation, note
from .effect_index import (
    Candidate,
    EffectsOn,
    began_with,
    counts_checks,
    is_pending,
    is_recurring,
    lasts_anew,
)
from .questions import Unanswered, question
from .state import (
    Active,
    Lasting,
    Names,
    effects_of,
    entry_id,
    find,
    find_procedure,
)
from .words import describe

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator, Mapping

    from ..dice.table import Randomness
    from .being import Being
    from .execution import Execution


# Durations begin in the periods that are under way for a being.


def begin_duration(
    who: Being, lasts: Duration | None, rng: Randomness
) -> Lasting | None:
    """Start to count a duration now; its number is rolled where it is a die code.

    Only whole periods count, so a period under way comes on top: `2 turns` that begin in one's turn
    end with the third end of a turn (`left` is 3), else with the second. A period of one's own does
    not begin as soon as the one before ends, so the `next` of them waits for its start as well.
    """
    if lasts is None:
        return None
    now = int(is_under_way(who, lasts.period))
    match lasts.form:
        case "this":
            return Lasting(lasts=lasts, left=1)
        case "next":
            waits = now + is_owned(who, lasts.period)
            return Lasting(lasts=lasts, left=1 + now, waits=waits)
        case "count":
            if lasts.count.isdecimal():
                number = int(lasts.count)
            else:
                procedure = find_procedure(who.rules)
                per_die = who.rules.die_code.pips_per_die
                pool = parse(lasts.count, procedure, per_die)
                number = RollPlan(procedure, pool).roll(rng).total
            return Lasting(lasts=lasts, left=max(1, number) + now)
        case "end":
            return Lasting(lasts=lasts, left=1 + (now if lasts.following else 0))
        case "own-action" | "event" | "always":
            return Lasting(lasts=lasts)
        case _:
            assert_never(lasts.form)


def is_under_way(who: Being, period: str) -> bool:
    """Whether a period has begun; one that nobody owns always has, but for when it has just ended.

    What happens at the end of a round happens between two rounds.
    """
    if not period:
        return False
    if period in who.under_way:
        return True
    return period not in who.passed and not is_owned(who, period)


def is_owned(who: Being, period: str) -> bool:
    """Whether each being has the period to itself, as a turn."""
    return find(who.rules, f"period.{period}", Period).belongs_to is not None


# Facts that rules and actions ask for.


def with_blanks(
    asks: Mapping[str, Ask], facts: Names
) -> dict[str, FormulaValue | Entry]:
    """The facts, and for optional questions without an answer False (yes or no) or a blank."""
    blanks: dict[str, FormulaValue | Entry] = {
        key: False if ask.type == "boolean" else None
        for key, ask in asks.items()
        if ask.optional
    }
    return {**blanks, **facts}


V = TypeVar("V", bound=Effect)


class EffectInForce(NamedTuple):
    """An effect in force: the entry that it comes from, the situation of its formulas."""

    effect: Effect
    entry: Entry
    situation: Situation
    active: Active | None = None

    @property
    def by(self) -> Modifier:
        """Its amount: as worked out when it began, else now; nothing if it has no modifier."""
        if self.active is not None and isinstance(self.active.by, Modifier):
            return self.active.by
        plain: object = getattr(self.effect, "by", None)
        if isinstance(plain, Modifier):
            return plain
        by = self.change
        return by if isinstance(by, Modifier) else Modifier()

    @property
    def change(self) -> FormulaValue:
        """What a Modify adds, multiplies by or sets: as worked out when it began, else now."""
        if self.active is not None and self.active.by is not None:
            return self.active.by
        with working_out(self.effect, self.entry):
            return amount_of(self.effect, self.situation)

    @property
    def once(self) -> tuple[Active, ...]:
        """The effect, if it lasts for a number of checks, to be passed to `consume`."""
        if self.active is None or self.active.times is None:
            return ()
        return (self.active,)

    def chosen(self, word: object) -> str:
        """The id that an object of the effect stands for: its own, or what was chosen for it."""
        id = entry_id(word) or entry_id(self.situation.names.get(str(word)))
        return id or str(word)

    def covers(self, subject: frozenset[str]) -> bool:
        """Whether `of` and `except_` let it count for ids, or words such as `resistance`."""
        of, except_ = self.effect.of, self.effect.except_
        if not of and not except_:
            return True
        meant = not of or any(self._means(word, subject) for word in of)
        return meant and not any(self._means(word, subject) for word in except_)

    def _means(self, word: object, subject: frozenset[str]) -> bool:
        """Whether a word means what has these ids.

        An ability stands for all skills below it. Where it was chosen as a skill (as some rules
        have it, a skill is an ability), it stands for itself: for what is rolled with it alone.
        """
        id = self.chosen(word)
        if id not in subject:
            return False
        as_skill = word == "chosen-skill" and id.startswith("ability.")
        below = ("skill.", "specialization.")
        return not (as_skill and any(other.startswith(below) for other in subject))


WORKING: ContextVar[tuple[tuple[Effect, Entry], ...]] = ContextVar(
    "WORKING", default=()
)
"""Effects whose formulas wait for each other, with their entries."""


@contextmanager
def working_out(effect: Effect, entry: Entry) -> Generator[None, None, None]:
    """The context of a formula of an effect. Raises Unworkable if it needs its own result.

    It may come a second time, with other facts, but no third.
    """
    working = WORKING.get()
    before = [place for place, (other, _) in enumerate(working) if other is effect]
    if len(before) > 1:
        names = " and ".join(dict.fromkeys(by.title for _, by in working[before[-1] :]))
        message = f"the formulas of {names} need their own results"
        raise Unworkable(message, "let one of them look at something else")
    token = WORKING.set((*working, (effect, entry)))
    try:
        yield
    finally:
        WORKING.reset(token)


def amount_of(effect: Effect, situation: Situation) -> FormulaValue:
    """The amount of an effect, worked out in a situation; None where it has none."""
    amount: object = getattr(effect, "by", None)
    if isinstance(effect, verbs.Modify):
        amount = effect.change
    if isinstance(amount, Formula):
        amount = cast("Formula[object]", amount)(situation)
    return cast("FormulaValue", amount)


def in_force(
    who: Being,
    verb: type[V],
    facts: Names | None = None,
    *,
    on: str | Collection[str] | None = None,
    plain: bool = False,
) -> Iterator[tuple[V, EffectInForce]]:
    """The effects of one verb that are in force on a being.

    Rules that ask for facts apply only where `facts` answers them. With `on`, only effects that
    change, allow or forbid that id or word, or one of those. The `if` of all others is not
    evaluated, for it may ask for the very value that the caller is working out, and so never end.
    That of a Resist waits for what is resisted. With `plain`, only effects with nothing to be
    worked out: those that began before, and others without an `if` or a formula.
    """
    wanted = (on,) if isinstance(on, str) else on
    candidates = effects_on(who).find(verb, wanted)
    if not candidates:  # as mostly
        return iter(())
    # What suspends conditions is never suspended itself: else this would not end.
    if verb is not verbs.Ignore and (ignored := ignored_by(who)):
        candidates = [
            candidate
            for candidate in candidates
            if candidate.suspended_by.isdisjoint(ignored)
        ]
    return _in_force(who, verb, candidates, facts or {}, wanted, plain=plain)


def _in_force(
    who: Being,
    verb: type[V],
    candidates: Iterable[Candidate],
    facts: Names,
    wanted: Collection[str] | None,
    *,
    plain: bool,
) -> Iterator[tuple[V, EffectInForce]]:
    """Those of the candidates that are in force where this is known."""
    for candidate in candidates:
        effect, active = candidate.effect, candidate.active
        assert isinstance(effect, verb)
        asks = candidate.asks.items()
        if any(facts.get(key) is None and not ask.optional for key, ask in asks):
            continue
        situation = Situation(who.rules, _known(candidate, facts), who)
        applied = EffectInForce(effect, candidate.entry, situation, active)
        if wanted is not None and candidate.about is None:
            word: object = getattr(effect, verb.__name__.lower())
            if applied.chosen(word) not in wanted:
                continue
        # What an active effect asks for was worked out when it began.
        if active is None:
            by: object = getattr(effect, "by", None)
            if plain and (effect.if_ is not None or not isinstance(by, Modifier)):
                continue
            condition = None if isinstance(effect, verbs.Resist) else effect.if_
            if condition is not None:
                with working_out(effect, candidate.entry):
                    holds = condition(applied.situation)
                if not holds:
                    continue
        note(who.rules, effect)
        yield effect, applied


def _known(candidate: Candidate, facts: Names) -> Names:
    """The names that the formulas of an effect know."""
    if candidate.active is not None:
        return {**facts, **candidate.names}
    if candidate.names:  # a condition's own
        return candidate.names
    return with_blanks(candidate.asks, facts) if candidate.asks else facts


def effects_on(who: Being) -> EffectsOn:
    """The effects that may be in force on a being, put in order anew if anything has changed."""
    known = who.effects_on
    if known is None or not known.up_to_date(who):
        known = who.effects_on = EffectsOn(who)
    return known


def is_dormant(active: Active, ignored: frozenset[str]) -> bool:
    """Whether it has not begun yet, or the condition or track it began with is ignored."""
    return is_pending(active) or not began_with(active).isdisjoint(ignored)


def ignored_by(who: Being) -> frozenset[str]:
    """The ids of conditions and tracks that are suspended."""
    return frozenset(
        applied.chosen(effect.ignore) for effect, applied in in_force(who, verbs.Ignore)
    )


def replace_effect(who: Being, active: Active, *by: Active) -> None:
    """Put others, or nothing, in the place of an effect; do nothing where it has ended."""
    for place, other in enumerate(who.effects):
        if other is active:
            who.effects[place : place + 1] = by
            return


# Effects become active, or wait for their moment.


def activate(
    execution: Execution, entry: Entry, raw: Effect, effect: Effect, who: Being
) -> None:
    """Put an effect of an entry in force on a being.

    `raw` is the effect as it stands in the entry, `effect` the same with its amounts worked out.
    Raises Unanswered where nobody chose what it is about.
    """
    refuse_unchosen(execution, effect)
    event = effect.lasts.event if effect.lasts is not None else ""
    active = _active(execution, entry, raw).but(
        by=amount_of(effect, execution.situation),
        lasting=begin_duration(who, effect.lasts, execution.rng),
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
    execution: Execution, entry: Entry, effect: Effect, at: Moment, who: Being
) -> None:
    """Let an effect of an entry wait for its moment.

    For a moment that comes more than once, `lasts` limits how often the effect happens if the
    effect is over at once: `at: end of each round, lasts: 3 rounds` is three times, first at the
    end of this round. So does `times` if no checks use the effect up. Else they belong to the
    effect when it happens (`lasts_anew`, `counts_checks`).
    The end of the period under way is not the `next`.
    """
    active = _active(execution, entry, effect)
    following = at.edge == "end" and at.which in ("next", "own-next")
    active = active.but(waits=int(following and is_under_way(who, at.period)))
    if is_recurring(effect):
        limit = None if lasts_anew(effect) else effect.lasts
        lasting = begin_duration(who, limit, execution.rng)
        if lasting is not None and _counts_ends(effect, at):
            # The end of the period under way is the first of them.
            whole = lasting.left - is_under_way(who, at.period)
            lasting = lasting.but(left=whole)
        times = None if counts_checks(effect) else effect.times
        active = active.but(lasting=lasting, times=times)
    who.effects.append(active)
    tell_effect(execution, entry, effect, who)


def tell_effect(execution: Execution, entry: Entry, effect: Effect, who: Being) -> None:
    """Note that an effect of an entry has begun on a being, or waits for its moment."""
    does = describe(effect, execution.label, who.rules.entry, entry.name)
    has = "has " if isinstance(effect, verbs.Modify) else ""
    execution.tell(f"{who} {has}{does}", who, effect)


def _counts_ends(effect: Effect, at: Moment) -> bool:
    """Whether it lasts for a number of the very periods at whose ends it happens."""
    lasts = effect.lasts
    return (
        lasts is not None
        and at.edge == "end"
        and (lasts.form, lasts.period) == ("count", at.period)
    )


def _active(execution: Execution, entry: Entry, raw: Effect) -> Active:
    situation = execution.situation
    return Active(
        origin=entry.id,
        place=next(at for at, own in enumerate(effects_of(entry)) if own is raw),
        effect=raw,
        names={
            name: situation.ref(value.id) if isinstance(value, Entry) else value
            for name, value in execution.names.items()
        },
        began_with=execution.began_with,
    )


def refuse_unchosen(execution: Execution, effect: Effect) -> None:
    """Raise Unanswered where nobody chose what an effect is about."""
    if missing := unchosen(effect, execution.names):
        questions = [question(execution.actor.rules, word) for word in missing]
        name = execution.entry.name
        choices = ", ".join(map(str, questions))
        raise Unanswered(questions, f"{name} needs a choice: {choices}")


def unchosen(effect: Effect, names: Names) -> list[str]:
    """The words of an effect for what is chosen, such as `chosen-skill`, that no name answers."""
    words: set[str] = set()
    for value in vars(effect).values():
        several = isinstance(value, tuple)
        for word in cast("tuple[object, ...]", value) if several else (value,):
            if isinstance(word, str) and word.startswith("chosen-"):
                words.add(word)
    if isinstance(effect, verbs.Use) and isinstance(effect.instead_of, str):
        words.add("instead-of")
    return sorted(words - names.keys())
