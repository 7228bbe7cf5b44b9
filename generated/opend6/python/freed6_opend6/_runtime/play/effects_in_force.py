"""Which effects are at work on somebody now: from rules, hooks, conditions, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from ..amounts import Formula, Modifier
from ..dice.pool import parse
from ..dice.roller import roll
from ..effects import (
    Allow,
    Duration,
    Effect,
    Forbid,
    Ignore,
    Modify,
    Moment,
    Repeat,
    Resist,
    Use,
)
from ..entries.actions import Ask, Rule
from ..entries.world import Hook, Period
from ..record import Entry
from ..situation import FormulaValue, Situation
from .state import (
    Active,
    Held,
    Lasting,
    Refused,
    begun,
    effects_of,
    every,
    find,
    meant,
    procedure_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..dice.table import Randomness
    from ..entries.tables import Condition
    from .being import Being
    from .execution import Deed


# Durations begin for somebody, in the periods that are under way for them.


def lasting(who: Being, lasts: Duration | None, rng: Randomness) -> Lasting | None:
    """A duration that begins now for somebody."""
    if lasts is None:
        return None
    return begun(
        lasts,
        under_way=is_under_way(who, lasts.period),
        owned=bool(lasts.period) and is_owned(who, lasts.period),
        roll=lambda count: _count(who, count, rng),
    )


def is_under_way(who: Being, period: str) -> bool:
    """Whether a period has begun: those that belong to somebody only when they were begun."""
    if not period:
        return False
    return period in who.under_way or not is_owned(who, period)


def is_owned(who: Being, period: str) -> bool:
    """Whether a period belongs to somebody, as a turn does."""
    return find(who.rules, f"period.{period}", Period).belongs_to is not None


def _count(who: Being, count: str, rng: Randomness) -> int:
    """A number, or a die code that is rolled for it."""
    if count.isdecimal():
        return int(count)
    procedure = procedure_of(who.rules)
    pool = parse(count, procedure, who.rules.die_code.pips_per_die)
    return roll(procedure, pool, rng).total


# Facts of the situation that rules and actions ask for: what was said, what was not.


def unsaid(
    asks: Mapping[str, Ask], facts: Mapping[str, FormulaValue | Entry]
) -> list[str]:
    """The names of what still has to be said."""
    return [
        ask.name for key, ask in asks.items() if key not in facts and not ask.optional
    ]


def with_blanks(
    asks: Mapping[str, Ask], facts: Mapping[str, FormulaValue | Entry]
) -> dict[str, FormulaValue | Entry]:
    """The facts, and for what may be left unsaid a blank, or no where the answer is yes or no."""
    left_out: dict[str, FormulaValue | Entry] = {
        key: False if ask.type == "boolean" else None
        for key, ask in asks.items()
        if ask.optional
    }
    return {**left_out, **facts}


V = TypeVar("V", bound=Effect)


class Source(NamedTuple):
    """Where an effect comes from, with the names of its place."""

    entry: Entry
    effects: tuple[Effect, ...]
    names: Mapping[str, FormulaValue | Entry]
    active: Active | None = None


class Working(NamedTuple):
    """An effect at work: where it comes from, the situation of its formulas."""

    effect: Effect
    entry: Entry
    here: Situation
    active: Active | None = None

    @property
    def by(self) -> Modifier:
        """How much it changes, where it is a modifier."""
        if self.active is not None and self.active.by is not None:
            return self.active.by
        found: object = self.effect.__dict__.get("by")
        if isinstance(found, Formula):
            found = cast("Formula[object]", found)(self.here)
        return found if isinstance(found, Modifier) else Modifier()

    @property
    def once(self) -> tuple[Active, ...]:
        """What is good for one check less when it counts in one."""
        counted = self.active is not None and self.active.times is not None
        return (self.active,) if counted and self.active is not None else ()

    def chosen(self, word: object) -> str:
        """The id that an object of the effect stands for: its own, or what was chosen for it."""
        return meant(word) or meant(self.here.names.get(str(word))) or str(word)

    def covers(self, subject: frozenset[str]) -> bool:
        """Whether it counts for something: by ids, words such as `resistance` among them."""
        of = {self.chosen(one) for one in self.effect.of}
        except_ = {self.chosen(one) for one in self.effect.except_}
        return bool(not of or of & subject) and not except_ & subject


def at_work(
    someone: Being,
    verb: type[V],
    facts: Mapping[str, FormulaValue | Entry] | None = None,
    *,
    on: str | None = None,
) -> Iterator[tuple[V, Working]]:
    """The effects of one verb that are at work on somebody.

    Rules that ask for facts of the situation stand only where `facts` answers them. `on` is the id
    of what they must change, allow or forbid: of all others nobody asks whether they hold, for that
    may depend on the very thing that is looked for.
    """
    for source in _sources(someone, facts or {}, verb):
        here = Situation(someone.rules, source.names, someone)
        for effect in source.effects:
            if not isinstance(effect, verb):
                continue
            working = Working(effect, source.entry, here, source.active)
            if on is not None and working.chosen(_object_of(effect, verb)) != on:
                continue
            begun = source.active is not None
            if begun or (stands(effect) and _is_own(effect) and _holds(effect, here)):
                yield effect, working


def _object_of(effect: Effect, verb: type[Effect]) -> object:
    """What the verb is about, which stands in the field that is named like it."""
    return effect.__dict__[verb.__name__.lower()]


STANDING = (Modify, Ignore, Allow, Forbid, Repeat, Use, Resist)
"""What can be at work; everything else happens and is over."""


def stands(effect: Effect) -> bool:
    """Whether it holds as long as its entry does; others become active when that begins."""
    passes = effect.times or effect.at or effect.lasts
    return isinstance(effect, STANDING) and not passes


def _is_own(effect: Effect) -> bool:
    """Whether it is at work on the holder; of what is for others, nobody is there to have it."""
    return not effect.to or "self" in effect.to


def _holds(effect: Effect, here: Situation) -> bool:
    """Whether its `if` holds now; what has begun was asked when it did."""
    return effect.if_ is None or effect.if_(here)


def _sources(
    someone: Being, facts: Mapping[str, FormulaValue | Entry], verb: type[Effect]
) -> Iterator[Source]:
    for rule in every(someone.rules, "rule", Rule):
        if rule.effects and not unsaid(rule.asks, facts):
            yield Source(rule, rule.effects, with_blanks(rule.asks, facts))
    for hook in someone.hooks:
        found = find(someone.rules, hook, Hook)
        if not found.activated_by:
            yield Source(found, found.effects, facts)
    ignored = frozenset[str]() if verb is Ignore else ignored_by(someone)
    yield from _of_conditions(someone, ignored)
    for active in someone.effects:
        if (
            active.waits is None
            and not _waits(active)
            and not is_ignored(active, ignored)
        ):
            entry = someone.rules.entry(active.origin)
            yield Source(entry, (active.effect,), {**facts, **active.names}, active)


def _waits(one: Held | Active) -> bool:
    """Whether it has not begun yet."""
    return one.lasting is not None and one.lasting.waits > 0


def _of_conditions(someone: Being, ignored: frozenset[str]) -> Iterator[Source]:
    for held in someone.conditions:
        condition = held.condition.entry
        if not _waits(held) and not {condition.id, condition.parent.id} & ignored:
            yield Source(condition, condition.effects, names_in(condition))


def names_in(condition: Condition) -> dict[str, FormulaValue | Entry]:
    """The names that formulas of a condition and its track can use."""
    return {"step": condition.rank, "rank": condition.rank, "this": condition}


def ignored_by(someone: Being) -> frozenset[str]:
    """The conditions and tracks that are suspended; what suspends them is never suspended."""
    return frozenset(
        working.chosen(effect.ignore) for effect, working in at_work(someone, Ignore)
    )


def is_ignored(active: Active, ignored: frozenset[str]) -> bool:
    """Whether the condition that an effect began with is suspended."""
    track = ".".join(("track", *active.began_with.split(".")[1:2]))
    return bool({active.began_with, track} & ignored)


# Effects in a few plain words, for whoever reads along.


def in_words(effect: Effect, label: Callable[[object], str]) -> str:
    """What an effect does: `-2 on checks of Dexterity, until end of encounter`."""
    parts = [_deed(effect, label)]
    if effect.lasts is not None:
        parts.append(str(effect.lasts))
    if effect.times is not None:
        parts.append("once" if effect.times == 1 else f"{effect.times} times")
    if effect.at is not None:
        parts.append(f"at {effect.at}")
    return ", ".join(parts)


def _deed(effect: Effect, label: Callable[[object], str]) -> str:
    of = f" of {', '.join(map(label, effect.of))}" if effect.of else ""
    match effect:
        case Modify():
            words = f"{effect.by} on {label(effect.modify)}{of}"
        case Allow():
            words = f"may use {label(effect.allow)}"
        case Forbid():
            words = f"cannot use {label(effect.forbid)}"
        case Use():
            chosen = isinstance(effect.instead_of, str)
            other = label("instead-of" if chosen else effect.instead_of)
            words = f"uses {label(effect.use)} instead of {other}"
        case Resist():
            words = f"resists {label(effect.resist)} otherwise"
        case Ignore():
            words = f"{label(effect.ignore)} does not count"
        case Repeat():
            words = f"rolls again and keeps the {effect.keep}{of}"
        case _:
            words = type(effect).__name__.lower()
    return words


# Effects that are at work for a while begin, or wait for their moment.


REPEATED = ("each", "own")
"""Moments that come again and again."""


def begin(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    """Something of an entry begins that is at work for a while.

    `raw` is the effect as the entry has it, `effect` what it comes to. Raises Refused where nobody
    chose what it is about.
    """
    _refuse_unchosen(deed, effect)
    by = effect.__dict__.get("by")
    event = effect.lasts.event if effect.lasts is not None else ""
    active = _active(deed, entry, raw).but(
        by=by if isinstance(by, Modifier) else None,
        lasting=lasting(who, effect.lasts, deed.rng),
        times=effect.times or (1 if event == "used" else None),
    )
    if event == "replaced":
        who.effects = [one for one in who.effects if not _is_same(one, active)]
    who.effects.append(active)
    deed.tell(f"{who}: {in_words(effect, deed.label)}", who, effect)


def wait(deed: Deed, entry: Entry, effect: Effect, at: Moment, who: Being) -> None:
    """An effect of an entry waits for its moment.

    Where the moment comes again and again, `times` and `lasts` say how often and how long it does;
    else they are for what happens then. The next end of a period comes after that of the one under
    way.
    """
    active = _active(deed, entry, effect)
    following = at.edge == "end" and at.which in ("next", "own-next")
    active = active.but(waits=int(following and is_under_way(who, at.period)))
    if at.which in REPEATED:
        until = lasting(who, effect.lasts, deed.rng)
        active = active.but(lasting=until, times=effect.times)
    who.effects.append(active)
    deed.tell(f"{who}: {in_words(effect, deed.label)}", who, effect)


def _active(deed: Deed, entry: Entry, raw: Effect) -> Active:
    place = next(n for n, one in enumerate(effects_of(entry)) if one is raw)
    return Active(
        origin=entry.id,
        place=place,
        effect=raw,
        names=_values(deed),
        began_with=deed.began_with,
    )


def _is_same(one: Active, other: Active) -> bool:
    return (one.origin, one.place) == (other.origin, other.place)


def _values(deed: Deed) -> dict[str, FormulaValue]:
    """The names of the deed; entries among them become references."""
    return {
        name: deed.here.ref(value.id) if isinstance(value, Entry) else value
        for name, value in deed.names.items()
    }


def _refuse_unchosen(deed: Deed, effect: Effect) -> None:
    words = {word for word in _words(effect) if word.startswith("chosen-")}
    if isinstance(effect, Use) and isinstance(effect.instead_of, str):
        words.add("instead-of")
    missing = sorted(word for word in words if word not in deed.names)
    if missing:
        raise Refused(f"{deed.entry.name} needs a choice: {', '.join(missing)}")


def _words(effect: Effect) -> Iterator[str]:
    for value in effect.__dict__.values():
        parts = (
            cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        )
        yield from (part for part in parts if isinstance(part, str))
