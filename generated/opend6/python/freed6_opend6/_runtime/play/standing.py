"""Which effects are at work on somebody now: from rules, hooks, conditions, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from ..amounts import Formula, Modifier
from ..effects import (
    Allow,
    Effect,
    Forbid,
    Ignore,
    Modify,
    Repeat,
    Resist,
    Use,
)
from ..entries.actions import Rule
from ..entries.worlds import Hook
from ..record import Entry
from ..situation import Situation
from .asking import unsaid, with_blanks
from .book import every, find, meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..entries.tracks import Condition
    from ..given import Value
    from .being import Being
    from .held import Active, Held

V = TypeVar("V", bound=Effect)


class Source(NamedTuple):
    """Where an effect comes from, with the names of its place."""

    entry: Entry
    effects: tuple[Effect, ...]
    names: Mapping[str, Value | Entry]
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
    facts: Mapping[str, Value | Entry] | None = None,
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
    someone: Being, facts: Mapping[str, Value | Entry], verb: type[Effect]
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


def names_in(condition: Condition) -> dict[str, Value | Entry]:
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
