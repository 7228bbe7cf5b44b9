"""Which effects are in force on a being now, and how effects with a duration begin.

They come from rules, hooks, conditions, and from what happened before (`Being.effects`). Checks and
actions ask `in_force` for those of one verb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, assert_never, cast

from .. import effects as verbs
from ..amounts import Formula, Modifier
from ..dice.pool import parse
from ..dice.roller import roll
from ..effects import Duration, Effect, Label, Moment
from ..entries.actions import Ask, Rule
from ..entries.world import Hook, Period
from ..record import Entry
from ..situation import FormulaValue, Situation
from .questions import Unanswered, question
from .state import (
    Active,
    Held,
    Lasting,
    Names,
    effects_of,
    entry_id,
    every,
    find,
    find_procedure,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..dice.table import Randomness
    from ..entries.tables import Condition
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
            waits = now + _is_owned(who, lasts.period)
            return Lasting(lasts=lasts, left=1 + now, waits=waits)
        case "count":
            if lasts.count.isdecimal():
                number = int(lasts.count)
            else:
                procedure = find_procedure(who.rules)
                per_die = who.rules.die_code.pips_per_die
                pool = parse(lasts.count, procedure, per_die)
                number = roll(procedure, pool, rng).total
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
    return period not in who.passed and not _is_owned(who, period)


def _is_owned(who: Being, period: str) -> bool:
    """Whether each being has the period to itself, as a turn."""
    return find(who.rules, f"period.{period}", Period).belongs_to is not None


# Facts that rules and actions ask for.


def unanswered(asks: Mapping[str, Ask], facts: Names) -> list[str]:
    """The names of questions that have to be answered and are not."""
    return [
        ask.name for key, ask in asks.items() if key not in facts and not ask.optional
    ]


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
        by = amount_of(self.effect, self.situation)
        return by if isinstance(by, Modifier) else Modifier()

    @property
    def change(self) -> FormulaValue:
        """What a Modify adds, multiplies by or sets: as worked out when it began, else now."""
        if self.active is not None and self.active.by is not None:
            return self.active.by
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
        of = {self.chosen(word) for word in self.effect.of}
        except_ = {self.chosen(word) for word in self.effect.except_}
        return bool(not of or of & subject) and not except_ & subject


def amount_of(effect: Effect, situation: Situation) -> FormulaValue:
    """The amount of an effect, worked out in a situation; None where it has none."""
    amount = cast("object", effect.__dict__.get("by"))
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
    on: str | None = None,
    plain: bool = False,
) -> Iterator[tuple[V, EffectInForce]]:
    """The effects of one verb that are in force on a being.

    Rules that ask for facts apply only where `facts` answers them. With `on`, only effects that
    change, allow or forbid that id. The `if` of all others is not evaluated, for it may ask for
    the very value that the caller is working out, and so never end. That of a Resist waits for
    what is resisted. With `plain`, only effects with nothing to be worked out: those that began
    before, and others without an `if` or a formula.
    """
    for entry, effects, names, active in _sources(who, facts or {}, verb):
        situation = Situation(who.rules, names, who)
        for effect in effects:
            if not isinstance(effect, verb):
                continue
            applied = EffectInForce(effect, entry, situation, active)
            # The field named like the verb holds what the verb is about.
            about: object = effect.__dict__[verb.__name__.lower()]
            if on is not None and applied.chosen(about) != on:
                continue
            if plain and active is None:
                by: object = effect.__dict__.get("by")
                if effect.if_ is not None or not isinstance(by, Modifier):
                    continue
            # The `if` of an active effect was evaluated when it began.
            if active is not None or (
                is_standing(effect)
                and (not effect.to or "self" in effect.to)
                and (
                    effect.if_ is None
                    or isinstance(effect, verbs.Resist)
                    or effect.if_(situation)
                )
            ):
                yield effect, applied


def is_standing(effect: Effect) -> bool:
    """Whether it is in force as long as its entry; others become active when that begins."""
    passes = effect.times or effect.at or effect.lasts
    return effect.stands and not passes


def _sources(
    who: Being, facts: Names, verb: type[Effect]
) -> Iterator[tuple[Entry, tuple[Effect, ...], Names, Active | None]]:
    """Where effects come from, with the names that their formulas know."""
    for rule in every(who.rules, "rule", Rule):
        if rule.effects and not unanswered(rule.asks, facts):
            yield rule, rule.effects, with_blanks(rule.asks, facts), None
    for id in who.hooks:
        hook = find(who.rules, id, Hook)
        if not hook.activated_by:
            yield hook, hook.effects, facts, None
    # What suspends conditions is never suspended itself: else this would not end.
    ignored = frozenset[str]() if verb is verbs.Ignore else ignored_by(who)
    for held in who.conditions:
        condition = held.condition.entry
        if not is_pending(held) and not {condition.id, condition.parent.id} & ignored:
            yield condition, condition.effects, condition_names(condition), None
    for active in who.effects:
        if active.waits is None and not is_dormant(active, ignored):
            entry = who.rules.entry(active.origin)
            yield entry, (active.effect,), {**facts, **active.names}, active


def is_pending(timed: Held | Active) -> bool:
    """Whether its duration has not begun yet."""
    return timed.lasting is not None and timed.lasting.waits > 0


def is_dormant(active: Active, ignored: frozenset[str]) -> bool:
    """Whether it has not begun yet, or the condition or track it began with is ignored."""
    track = ".".join(("track", *active.began_with.split(".")[1:2]))
    return is_pending(active) or bool({active.began_with, track} & ignored)


def condition_names(condition: Condition) -> dict[str, FormulaValue | Entry]:
    """The names that formulas of a condition and its track can use."""
    return {"step": condition.rank, "rank": condition.rank, "this": condition}


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


# Effects in words, for happenings.


def describe(effect: Effect, label: Label) -> str:
    """Say what an effect does: `-2 on checks of Dexterity, until end of encounter`."""
    parts = [effect.in_words(label)]
    if effect.lasts is not None:
        parts.append(str(effect.lasts))
    if effect.times is not None:
        parts.append("once" if effect.times == 1 else f"{effect.times} times")
    if effect.at is not None:
        parts.append(f"at {effect.at}")
    return ", ".join(parts)


# Effects become active, or wait for their moment.


REPEATED = ("each", "own")
"""The moments that come more than once, by `Moment.which`."""


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
    execution.tell(f"{who}: {describe(effect, execution.label)}", who, effect)


def schedule(
    execution: Execution, entry: Entry, effect: Effect, at: Moment, who: Being
) -> None:
    """Let an effect of an entry wait for its moment.

    For a moment that comes more than once, `times` and `lasts` limit how often the effect happens:
    `at: end of each round, lasts: 3 rounds` is three times, first at the end of this round. Else
    they belong to the effect when it happens. The end of the period under way is not the `next`.
    """
    active = _active(execution, entry, effect)
    following = at.edge == "end" and at.which in ("next", "own-next")
    active = active.but(waits=int(following and is_under_way(who, at.period)))
    if at.which in REPEATED:
        lasting = begin_duration(who, effect.lasts, execution.rng)
        if lasting is not None and _counts_ends(effect, at):
            # The end of the period under way is the first of them.
            whole = lasting.left - is_under_way(who, at.period)
            lasting = lasting.but(left=whole)
        active = active.but(lasting=lasting, times=effect.times)
    who.effects.append(active)
    execution.tell(f"{who}: {describe(effect, execution.label)}", who, effect)


def _counts_ends(effect: Effect, at: Moment) -> bool:
    """Whether it lasts for a number of the very periods at whose ends it happens."""
    lasts = effect.lasts
    return (
        lasts is not None
        and at.edge == "end"
        and (lasts.form, lasts.period) == ("count", at.period)
    )


def _active(execution: Execution, entry: Entry, raw: Effect) -> Active:
    # Equal effects may stand in one entry: identity tells which one this is.
    effects = enumerate(effects_of(entry))
    situation = execution.situation
    return Active(
        origin=entry.id,
        place=next(place for place, effect in effects if effect is raw),
        effect=raw,
        names={
            name: situation.ref(value.id) if isinstance(value, Entry) else value
            for name, value in execution.names.items()
        },
        began_with=execution.began_with,
    )


def refuse_unchosen(execution: Execution, effect: Effect) -> None:
    """Raise Unanswered where nobody chose what an effect is about."""
    words: set[str] = set()
    for value in effect.__dict__.values():
        several = isinstance(value, tuple)
        for word in cast("tuple[object, ...]", value) if several else (value,):
            if isinstance(word, str) and word.startswith("chosen-"):
                words.add(word)
    if isinstance(effect, verbs.Use) and isinstance(effect.instead_of, str):
        words.add("instead-of")
    missing = sorted(words - execution.names.keys())
    if missing:
        questions = [question(execution.actor.rules, word) for word in missing]
        name = execution.entry.name
        raise Unanswered(questions, f"{name} needs a choice: {', '.join(missing)}")
