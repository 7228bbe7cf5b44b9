"""Attempts: a pool made ready for one check, with all that counts in it, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..amounts import Modifier
from ..dice.pool import Pool, PoolError, Share
from ..dice.roller import Roller
from ..dice.tokens import late_tokens, tokens_of
from ..effects import Modify, Use
from ..record import Entry, Record
from .book import find, procedure_of, smallest_pool
from .ratings import rated
from .refused import Refused
from .standing import at_work

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..dice.roller import Roll
    from ..dice.table import Choose, Done, Randomness
    from ..entries.abilities import Ability
    from ..entries.dice import Dice
    from ..given import Value
    from .being import Being, Named
    from .held import Active
    from .ratings import Rated


Target: TypeAlias = Literal["checks", "effect-rolls"]
"""What a roll is to those who change it."""


class Part(NamedTuple):
    """One thing that counts: what it is, and how much it brings."""

    what: str
    brings: str

    def __str__(self) -> str:
        return f"{self.what}: {self.brings}"


class Attempt(Record):
    """A pool of a procedure, ready to be rolled.

    `parts` show where its dice and modifiers come from; `subject` holds the ids of what is used.
    `once` are effects that are used up when it is rolled, `shift` is added to the margin.
    """

    pool: Pool
    procedure: Dice
    who: Being | None = None
    subject: frozenset[str] = frozenset()
    parts: tuple[Part, ...] = ()
    once: tuple[Active, ...] = ()
    shift: int = 0

    def roll(
        self, rng: Randomness, target: int | None = None, choose: Choose | None = None
    ) -> Result:
        """Roll; what was good for so many checks is good for one less."""
        if self.who is not None:
            use_up(self.who, self.once)
        needed = None if target is None else target - self.shift
        rolled = Roller(self.procedure).roll(self.pool, rng, needed, choose)
        return Result(attempt=self, roll=rolled, target=target)

    def plus(self, by: Modifier, what: str) -> Attempt:
        """The attempt with one thing more; what the procedure has no step for is left out."""
        if by.token and _letters(by) not in tokens_of(self.procedure):
            return self
        pool = self.pool.modified(self.procedure, by)
        return self.but(pool=pool, parts=(*self.parts, Part(what, str(by))))

    def shifted(self, by: int, what: str) -> Attempt:
        """The attempt with so much more on its margin."""
        part = Part(what, f"{by:+} on the margin")
        return self.but(shift=self.shift + by, parts=(*self.parts, part))

    def using(self, *once: Active) -> Attempt:
        """The attempt, which uses up these effects as well."""
        return self.but(once=(*self.once, *once))

    def __str__(self) -> str:
        return str(self.pool)


class Result(Record):
    """What came of an attempt. Without a target, the whole total counts, and nothing can fail."""

    attempt: Attempt
    roll: Roll
    target: int | None = None

    @property
    def total(self) -> int:
        """The total of the dice and everything on it."""
        return self.roll.total

    @property
    def margin(self) -> int:
        """By how much the target was passed; below 0 by how much it was missed."""
        if self.roll.margin is not None:
            return self.roll.margin
        return self.roll.total + self.attempt.shift

    @property
    def success(self) -> bool:
        """Whether it succeeded."""
        return self.roll.success is not False

    @property
    def rank(self) -> int:
        """The rank of the margin: its place in the procedure's benchmark; 0 for a failure."""
        if self.roll.rank is not None:
            return self.roll.rank
        ranks = self.attempt.procedure.ranks
        return ranks.entry.place(self.margin) if ranks else 0

    @property
    def events(self) -> tuple[str, ...]:
        """The keys of what happened beside the total."""
        return self.roll.events

    @property
    def steps(self) -> tuple[Done, ...]:
        """What every step of the procedure did."""
        return self.roll.steps

    def again(self, rng: Randomness, keep: str, choose: Choose | None = None) -> Result:
        """The same attempt rolled again, and one of both kept.

        `keep` is `higher`, `lower`, or `second`.
        """
        roller = Roller(self.attempt.procedure)
        needed = None if self.target is None else self.target - self.attempt.shift
        second = roller.roll(self.attempt.pool, rng, needed, choose)
        first_is_higher = self.roll.total >= second.total
        first = {"higher": first_is_higher, "lower": not first_is_higher}.get(keep)
        return self if first else self._with(second)

    def adding(self, by: Modifier, rng: Randomness) -> Result:
        """The result with more dice, or more on the total, after the roll."""
        procedure = self.attempt.procedure
        if by.token and _letters(by) not in late_tokens(procedure):
            raise PoolError(f"{by} comes too late once the dice have fallen")
        extra = Pool(bonus=Share(max(0, by.dice), by.pips + by.adds))
        if by.token:
            extra = extra.modified(procedure, by.but(dice=0, pips=0, adds=0))
        roller = Roller(procedure)
        more = roller.roll(extra, rng)
        return self._with(roller.ready(self.attempt.pool).joined(self.roll, more))

    def spending(self, spent: tuple[Active, ...]) -> Result:
        """The result, on which something was spent when it lay there."""
        return Result(
            attempt=self.attempt.using(*spent), roll=self.roll, target=self.target
        )

    def _with(self, roll: Roll) -> Result:
        return Result(attempt=self.attempt, roll=roll, target=self.target)


def _letters(by: Modifier) -> str:
    return by.token.rstrip("0123456789")


def use_up(who: Being, once: tuple[Active, ...]) -> None:
    """Effects that are good for so many checks are good for one less."""
    for active in once:
        for place, one in enumerate(who.effects):
            if one is active:
                left = (active.times or 1) - 1
                who.effects[place : place + 1] = [one.but(times=left)] if left else []
                break


def attempt(
    someone: Being,
    entry: Named,
    *,
    ability: Ability | None = None,
    facts: Mapping[str, Value | Entry] | None = None,
    about: frozenset[str] = frozenset(),
    target: Target = "checks",
) -> Attempt:
    """The pool of somebody for something, with all that is at work on them.

    Raises Refused where they cannot try it. `about` are ids that belong to the check as well, such
    as that of an action; `facts` answer what standing rules ask. What changes checks leaves effect
    rolls alone, and the other way round: `target` says which of them this is.
    """
    asked = find(someone.rules, entry, Entry)
    meant, once = _instead(someone, asked)
    used = rated(someone, meant, ability, facts)
    procedure = procedure_of(someone.rules, used.procedure)
    ready = Attempt(
        pool=_pool(procedure, used),
        procedure=procedure,
        who=someone,
        subject=used.ids | about,
        parts=_parts(used),
        once=(*once, *changing(someone, used.ids)),
    )
    return rollable(modified(ready, someone, target, facts), someone)


def rollable(ready: Attempt, someone: Being) -> Attempt:
    """The attempt, if it has so many dice as one needs. Raises Refused where it has fewer."""
    least = smallest_pool(someone.rules)
    if ready.pool.dice < least.dice:
        raise Refused(f"{someone} has too few dice left for this: it takes {least}")
    return ready


def _instead(someone: Being, asked: Entry) -> tuple[Entry, tuple[Active, ...]]:
    """What is used in the place of something, and what is used up by that."""
    for effect, working in at_work(someone, Use):
        other = effect.instead_of
        replaced = working.chosen("instead-of" if isinstance(other, str) else other)
        if replaced == asked.id:
            entry = find(someone.rules, working.chosen(effect.use), Entry)
            return entry, working.once
    return asked, ()


def changing(someone: Being, ids: frozenset[str]) -> tuple[Active, ...]:
    """What changes the codes or values that are used, and is used up by that."""
    return tuple(
        active
        for effect, working in at_work(someone, Modify)
        if working.chosen(effect.modify) in ids
        for active in working.once
    )


def _pool(procedure: Dice, used: Rated) -> Pool:
    return Pool.of(procedure, 0, **used.codes)


def _parts(used: Rated) -> tuple[Part, ...]:
    named = {
        "ability": used.ability,
        "skill": used.skill,
        "specialization": used.specialization,
    }
    return tuple(
        Part(named[source].name, str(code))  # type: ignore[union-attr]
        for source, code in used.codes.items()
        if code.worth or source == "ability"
    )


def modified(
    ready: Attempt,
    someone: Being,
    target: Target,
    facts: Mapping[str, Value | Entry] | None = None,
) -> Attempt:
    """An attempt with every effect on such checks, or effect rolls, and on their margins."""
    for effect, working in at_work(someone, Modify, facts):
        if not working.covers(ready.subject):
            continue
        before = ready
        if effect.modify == target:
            ready = ready.plus(working.by, working.entry.name)
        elif effect.modify == "margins" and target == "checks":
            ready = ready.shifted(working.by.adds, working.entry.name)
        if ready is not before:
            ready = ready.using(*working.once)
    return ready
