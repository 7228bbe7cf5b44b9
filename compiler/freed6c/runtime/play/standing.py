"""Which effects are at work on somebody now: from rules, hooks, conditions, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from ..amounts import Formula, Modifier
from ..effects import Effect, Ignore
from ..entries.actions import Rule
from ..entries.worlds import Hook
from ..record import Entry
from ..situation import Situation
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
) -> Iterator[tuple[V, Working]]:
    """The effects of one verb that are at work on somebody.

    Rules that ask for facts of the situation stand only where `facts` answers them.
    """
    for source in _sources(someone, facts or {}, verb):
        here = Situation(someone.rules, source.names, someone)
        for effect in source.effects:
            if not isinstance(effect, verb):
                continue
            if source.active is None and not stands(effect):
                continue
            if effect.if_ is None or effect.if_(here):
                yield effect, Working(effect, source.entry, here, source.active)


def stands(effect: Effect) -> bool:
    """Whether it holds as long as its entry does; others become active when that begins."""
    return effect.times is None and effect.at is None and effect.lasts is None


def _sources(
    someone: Being, facts: Mapping[str, Value | Entry], verb: type[Effect]
) -> Iterator[Source]:
    for rule in every(someone.rules, "rule", Rule):
        if rule.effects and facts.keys() >= rule.asks.keys():
            yield Source(rule, rule.effects, facts)
    for hook in someone.hooks:
        found = find(someone.rules, hook, Hook)
        if not found.activated_by:
            yield Source(found, found.effects, facts)
    yield from _of_conditions(someone, ignored := _ignored(someone, verb))
    for active in someone.effects:
        if not (_waits(active) or active.effect.at or active.origin in ignored):
            entry = someone.rules.entry(active.origin)
            yield Source(entry, (active.effect,), {**facts, **active.names}, active)


def _waits(one: Held | Active) -> bool:
    """Whether it has not begun yet."""
    return one.lasting is not None and one.lasting.waits > 0


def _of_conditions(someone: Being, ignored: frozenset[str]) -> Iterator[Source]:
    for held in someone.conditions:
        condition = held.condition.entry
        if not _waits(held) and not {condition.id, condition.parent.id} & ignored:
            yield of_condition(condition)


def of_condition(condition: Condition) -> Source:
    """What a condition does, and its track in every condition."""
    effects = (*condition.effects, *condition.track.effects)
    return Source(condition, effects, names_in(condition))


def names_in(condition: Condition) -> dict[str, Value | Entry]:
    """The names that formulas of a condition and its track can use."""
    return {"step": condition.rank, "rank": condition.rank, "this": condition}


def _ignored(someone: Being, verb: type[Effect]) -> frozenset[str]:
    """The conditions and tracks that are suspended; what suspends them is never suspended."""
    if verb is Ignore:
        return frozenset()
    return frozenset(
        working.chosen(effect.ignore) for effect, working in at_work(someone, Ignore)
    )
