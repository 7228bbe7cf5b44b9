"""Pools: dice and pips by where they come from, and calls for steps of a procedure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .tokens import Behind, tokens_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Modifier
    from ..die_code import DieCode
    from ..entries.dice import Dice

OWN = ("ability", "skill", "specialization")
"""Where the dice come from that one has oneself."""
BONUS = "bonus"
"""Where all others come from: conditions, gear, other people."""
SOURCES = (*OWN, BONUS)
MARK = re.compile(r"([A-Z][A-Za-z]*)([0-9]*)", re.ASCII)


class PoolError(ValueError):
    """A pool that cannot be read or rolled; `start` and `end` are characters of its text."""

    def __init__(self, message: str, start: int = 0, end: int = 0) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


class Share(NamedTuple):
    """The dice and pips from one source; those of a bonus may be below zero."""

    dice: int = 0
    pips: int = 0


class Call(NamedTuple):
    """A call for a step: its token with a count, and the sides or the face it asks for, or 0.

    `place` is that of the token in the procedure, so calls sort as their steps do.
    """

    place: int
    token: str
    behind: Behind
    number: int
    times: int

    def __str__(self) -> str:
        if self.behind == "count":
            return f"{self.token}{self.times}"
        front = self.times if self.times != 1 else ""
        return f"{front}{self.token}{self.number or ''}"


class Pool(NamedTuple):
    """What is going to be rolled. `pips_per_die` is 0 where pips never make dice.

    Printed, one's own dice are one code; parsing the text gives them to the ability.
    """

    ability: Share = Share()
    skill: Share = Share()
    specialization: Share = Share()
    bonus: Share = Share()
    calls: tuple[Call, ...] = ()
    pips_per_die: int = 0

    @classmethod
    def of(cls, procedure: Dice, bonus: int = 0, **codes: DieCode) -> Pool:
        """A pool of the codes of `ability`, `skill` and `specialization`, and pips on top."""
        given = {source: Share(code.dice, code.pips) for source, code in codes.items()}
        per_die = next((code.pips_per_die for code in codes.values()), 0)
        pool = cls(bonus=Share(0, bonus), pips_per_die=per_die)
        return carried(pool.sharing(given), procedure)

    @property
    def shares(self) -> Mapping[str, Share]:
        """Dice and pips by source."""
        return dict(zip(SOURCES, self[:4], strict=True))

    @property
    def dice(self) -> int:
        """All dice, before any step; never below zero."""
        return max(0, sum(share.dice for share in self[:4]))

    @property
    def pips(self) -> int:
        """All pips, those on the total included."""
        return sum(share.pips for share in self[:4])

    def plus(self, dice: int = 0, pips: int = 0, source: str = BONUS) -> Pool:
        """The pool with more or fewer dice and pips from a source."""
        share = self.shares[source]
        return self.sharing({source: Share(share.dice + dice, share.pips + pips)})

    def sharing(self, shares: Mapping[str, Share]) -> Pool:
        """The pool with other shares from some sources."""
        merged = {**self.shares, **shares}
        return self._replace(
            ability=merged["ability"],
            skill=merged["skill"],
            specialization=merged["specialization"],
            bonus=merged[BONUS],
        )

    def calling(
        self, procedure: Dice, token: str, count: int = 1, number: int = 0
    ) -> Pool:
        """The pool with one more call, or one less where the count is negative.

        Raises PoolError where the procedure knows no such token.
        """
        known = tokens_of(procedure).get(token)
        if known is None:
            raise PoolError(f"no step of {procedure.name} has the token {token}")
        call = Call(known.place, token, known.behind, number, count)
        return self._replace(calls=gathered((*self.calls, call)))

    def modified(self, procedure: Dice, by: Modifier) -> Pool:
        """The pool with what an effect adds: dice, pips, an amount on the total, a token."""
        pool = self.plus(by.dice, by.pips + by.adds)
        match = MARK.fullmatch(by.token)
        if match is None:
            return pool
        return pool.calling(procedure, match[1], by.count, int(match[2] or 0))

    def called(self, token: str) -> int:
        """How often a token is called for, whatever its number."""
        return sum(call.times for call in self.calls if call.token == token)

    def __str__(self) -> str:
        own_dice = sum(share.dice for share in self[:3])
        own_pips = sum(share.pips for share in self[:3])
        (dice, pips) = self.bonus
        if own_pips == 0 and not dice and 0 < self.pips_per_die <= pips:
            own_pips, pips = pips, 0
        return " ".join(
            [
                f"{own_dice}D{f'{own_pips:+}' if own_pips else ''}",
                *([f"{dice:+}D"] if dice else []),
                *([f"{pips:+}"] if pips else []),
                *map(str, self.calls),
            ]
        )


def gathered(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Equal calls as one, in the order of their steps; what is called off meets what is called.

    A call off first takes from calls with its own number, then from the others of its token.
    """
    counts: dict[Call, int] = {}
    for call in calls:
        key = call._replace(times=0)
        counts[key] = counts.get(key, 0) + call.times
    for key in sorted(counts):
        for other in sorted(counts):
            if other.token == key.token and counts[key] < 0 < counts[other]:
                taken = min(-counts[key], counts[other])
                counts[key] += taken
                counts[other] -= taken
    return tuple(
        key._replace(times=1 if key.behind == "face" else counts[key])
        for key in sorted(counts)
        if counts[key] > 0
    )


def laid_out(own: Share, procedure: Dice, pips_per_die: int) -> Pool:
    """Dice and pips of one's own that no ability or skill is named for.

    Where only codes are carried and no code has so many pips, they are a bonus.
    """
    beyond = procedure.pips_carry == "codes" and 0 < pips_per_die <= own.pips
    if own.pips >= 0 and not beyond:
        return Pool(own, pips_per_die=pips_per_die)
    bonus = Share(0, own.pips)
    return Pool(Share(own.dice), bonus=bonus, pips_per_die=pips_per_die)


def carried(pool: Pool, procedure: Dice) -> Pool:
    """Pips that make a die become one, as far as the procedure says; twice is as once.

    Under `codes` only those of one's own codes, under `always` all of them.
    """
    per_die = pool.pips_per_die
    if not per_die or procedure.pips_carry == "never":
        return pool
    pool = _own_carried(pool, per_die)
    own = sum(share.pips for share in pool[:3])
    whole = (own + pool.bonus.pips) // per_die
    if procedure.pips_carry == "codes" or not whole:
        return pool
    left = own + pool.bonus.pips - whole * per_die
    kept = min(own, left)
    pool = _with_own_pips(pool, kept)
    return pool._replace(bonus=Share(pool.bonus.dice + whole, left - kept))


def _own_carried(pool: Pool, per_die: int) -> Pool:
    """One's own codes added up: whole dice made of pips come to the first of them."""
    whole, rest = divmod(sum(share.pips for share in pool[:3]), per_die)
    if not whole:
        return pool
    first = next(source for source in OWN if pool.shares[source] != Share())
    return _with_own_pips(pool, rest).plus(dice=whole, source=first)


def _with_own_pips(pool: Pool, pips: int) -> Pool:
    """The pool with so many pips of one's own, all with the last source that had some."""
    shares = pool.shares
    last = max((i for i, source in enumerate(OWN) if shares[source].pips), default=0)
    own = {
        source: Share(shares[source].dice, pips if place == last else 0)
        for place, source in enumerate(OWN)
    }
    return pool.sharing(own)
