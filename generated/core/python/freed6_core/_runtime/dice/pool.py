"""Pools: dice and pips by where they come from, and calls for steps of a procedure."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..amounts import DieCode, Modifier
from ..entries.dice import AddDice, Dice, Faces, Step
from ..notation import (
    MOST_SIDES,
    Behind,
    PoolError,
    PoolToken,
    Share,
    call_text,
    normalize_typed,
    pool_text,
    read_die,
    read_faces,
    read_pool,
    sizes_of,
    split_token,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .. import amounts


# The tokens that the steps of a procedure declare, and what a number behind each means.


class StepToken(NamedTuple):
    """A token, its step, and its place among all tokens of the procedure."""

    letters: str
    place: int
    behind: Behind
    step: Step


def tokens_of(procedure: Dice) -> Mapping[str, StepToken]:
    """Every token of a procedure, in the order of its steps."""
    tokens: dict[str, StepToken] = {}
    for step in procedure.steps:
        for letters in letters_of(step):
            tokens[letters] = StepToken(letters, len(tokens), step.behind, step)
    return tokens


def notation_of(procedure: Dice) -> Mapping[str, PoolToken]:
    """The tokens of a procedure, as its pools are read and typed."""
    notation: dict[str, PoolToken] = {}
    sizes = procedure_sizes(procedure)
    for letters, token in tokens_of(procedure).items():
        word = token.step.says.get(letters, "").replace("-", " ") or token.step.name
        notation[letters] = PoolToken(letters, token.behind, word, sizes)
    return notation


def procedure_sizes(procedure: Dice) -> tuple[int, ...]:
    """The sides that dice of a procedure can have, those of its die first."""
    named = (getattr(step, "explode", {}) for step in procedure.steps)
    return sizes_of(procedure.die, chain.from_iterable(named))


def late_tokens(procedure: Dice) -> frozenset[str]:
    """The tokens that may still be called for when the dice have fallen."""
    late = (one for one in procedure.steps if isinstance(one, AddDice))
    return frozenset(one.token for one in late if "after-roll" in one.at)


def letters_of(step: Step) -> Iterator[str]:
    """The tokens of one step."""
    written: str | Mapping[str, str] = getattr(step, "token", "")
    if isinstance(written, str):
        yield from (written,) if written else ()
    else:
        yield from written


OWN = ("ability", "skill", "specialization")
"""Where the dice come from that one has oneself."""
BONUS = "bonus"
"""Where all others come from: conditions, gear, other people."""
SOURCES = (*OWN, BONUS)


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
        return call_text(self.token, self.behind, self.times, self.number)


class Pool(NamedTuple):
    """What a procedure rolls; what a formula computes is an `amounts.Pool`.

    `pips_per_die` is 0 where pips never make dice.

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
        return carry_pips(pool.sharing(given), procedure)

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
        return self._replace(**cast("dict[str, Any]", shares))

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
        return self._replace(calls=merge_calls((*self.calls, call)))

    def modified(self, procedure: Dice, by: Modifier) -> Pool:
        """The pool with what an effect adds: dice, pips, an amount on the total, a token."""
        pool = self.plus(by.dice, by.pips + by.adds)
        token = split_token(by.token)
        if token is None:
            return pool
        return pool.calling(procedure, token[0], by.count, token[1])

    def called(self, token: str) -> int:
        """How often a token is called for, whatever its number."""
        return sum(call.times for call in self.calls if call.token == token)

    def __str__(self) -> str:
        own = Share(*map(sum, zip(*self[:3], strict=True)))
        bonus = self.bonus
        if not own.pips and not bonus.dice and 0 < self.pips_per_die <= bonus.pips:
            own, bonus = Share(own.dice, bonus.pips), Share()
        return pool_text(own, bonus, [str(call) for call in self.calls])


def merge_calls(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Merge equal calls, in the order of their steps; negative counts cancel positive ones.

    A negative count cancels calls with its own number first, then others of its token.
    """
    counts: dict[Call, int] = {}
    for call in calls:
        key = call._replace(times=0)
        counts[key] = counts.get(key, 0) + call.times
    keys = sorted(counts)
    for key in keys:
        for other in keys:
            if other.token == key.token and counts[key] < 0 < counts[other]:
                taken = min(-counts[key], counts[other])
                counts[key] += taken
                counts[other] -= taken
    return tuple(
        key._replace(times=1 if key.behind == "face" else counts[key])
        for key in keys
        if counts[key] > 0
    )


def unnamed_pool(own: Share, procedure: Dice, pips_per_die: int) -> Pool:
    """A pool of dice and pips whose ability or skill is not named.

    Pips are a bonus where they are negative, or where only codes carry pips and these would.
    """
    beyond = procedure.pips_carry == "codes" and 0 < pips_per_die <= own.pips
    if own.pips >= 0 and not beyond:
        return Pool(own, pips_per_die=pips_per_die)
    bonus = Share(0, own.pips)
    return Pool(Share(own.dice), bonus=bonus, pips_per_die=pips_per_die)


def carry_pips(pool: Pool, procedure: Dice) -> Pool:
    """The pool with pips turned into dice as `pips_carry` says; idempotent.

    `codes`: only the pips of one's own codes. `always`: all of them.
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
    """Carry the pips of one's own codes: the dice they make go to the first source there is."""
    whole, rest = divmod(sum(share.pips for share in pool[:3]), per_die)
    if not whole:
        return pool
    first = next(source for source in OWN if pool.shares[source] != Share())
    return _with_own_pips(pool, rest).plus(dice=whole, source=first)


def _with_own_pips(pool: Pool, pips: int) -> Pool:
    """The pool with `pips` as its own pips, all at the last own source that had some."""
    shares = pool.shares
    last = next((source for source in reversed(OWN) if shares[source].pips), OWN[0])
    own = {source: Share(shares[source].dice) for source in OWN}
    return pool.sharing({**own, last: Share(shares[last].dice, pips)})


# From the pool of a formula to one that can be rolled.


def to_roll(given: amounts.Pool, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """The dice as one's own, with the same calls for steps: the pool that `parse` would read.

    Raises PoolError where the procedure has no such token.
    """
    pool = unnamed_pool(Share(given.dice, given.adds), procedure, pips_per_die)
    for token, count in given.tokens:
        pool = pool.modified(procedure, Modifier(token=token, count=count))
    # What a call looks for is known when all of them are: reading them again finds it.
    read_pool(str(pool), notation_of(procedure))
    return carry_pips(pool, procedure)


# Sets of faces as packs write them: `6`, `5-6`, `7+`; by die, or the same for every die.


NONE: frozenset[int] = frozenset()


def sides_of(die: str) -> int:
    """The sides of `d6`. Raises ValueError for anything that is not a die."""
    sides = read_die(die)
    if sides is None:
        raise ValueError(f"not a die of 1 to {MOST_SIDES} sides: {die!r}")
    return sides


def faces(text: str, sides: int) -> frozenset[int]:
    """The faces of a die of so many sides that a text means. Raises ValueError."""
    written = read_faces(text, sides)
    if written is None:
        raise ValueError(f"not faces, such as 6, 5-6 or 7+: {text!r}")
    return frozenset(written) & frozenset(range(1, sides + 1))


def faces_of(said: Faces, sides: int) -> frozenset[int]:
    """The faces for a die of so many sides: those of its key, else those of `other`, else none."""
    if isinstance(said, str):
        return faces(said, sides)
    text = said.get(f"d{sides}", said.get("other"))
    return NONE if text is None else faces(str(text), sides)


def opposite(face: int, sides: int) -> int:
    """The opposite face: both add up to sides + 1."""
    return sides + 1 - face


def parse(text: str, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """Read a pool, `5D+1 WD B2`, in the tokens of a procedure.

    `pips_per_die` is that of the ruleset's die codes; without it, pips never make dice. Raises
    PoolError, with the characters that cannot be read.
    """
    tokens = tokens_of(procedure)
    written = read_pool(text, notation_of(procedure))
    pool = unnamed_pool(written.code, procedure, pips_per_die)
    pool = pool.plus(written.bonus.dice, written.bonus.pips)
    calls = tuple(
        Call(tokens[letters].place, letters, tokens[letters].behind, number, times)
        for letters, times, number in written.calls
    )
    return carry_pips(pool._replace(calls=merge_calls(calls)), procedure)


def normalized_pool(text: str, procedure: Dice) -> str:
    """A pool as people type it, in the notation of a procedure."""
    sides = read_die(procedure.die) or 0
    return normalize_typed(text, notation_of(procedure), sides)


def parse_typed(text: str, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """Read a pool as people type it, `5d+1 wd, b2`; see `parse`."""
    normalized = normalized_pool(text, procedure)
    try:
        return parse(normalized, procedure, pips_per_die)
    except PoolError as error:
        # Its characters are those of the normalized text: find them in what was typed.
        term = normalized[error.start : error.end].casefold()
        start = text.casefold().find(term)
        end = len(text) if start < 0 else start + len(term)
        raise PoolError(str(error), max(0, start), end) from None
