"""Define pools: dice and pips by source, and calls for steps of a procedure."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ..amounts import DieCode, Modifier
from ..entries.dice import Dice, Faces, Step
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
    from collections.abc import Mapping

    from .. import amounts


# The tokens that the steps of a procedure declare.


class StepToken(NamedTuple):
    """A token, its step, and its place among all tokens of the procedure."""

    letters: str
    place: int
    behind: Behind
    step: Step


def tokens_of(procedure: Dice) -> Mapping[str, StepToken]:
    """Return the tokens of a procedure, in the order of its steps."""
    tokens: dict[str, StepToken] = {}
    for step in procedure.steps:
        for letters in step.letters:
            tokens[letters] = StepToken(letters, len(tokens), step.behind, step)
    return tokens


def notation_of(procedure: Dice) -> Mapping[str, PoolToken]:
    """Return the tokens of a procedure for reading its pools."""
    notation: dict[str, PoolToken] = {}
    sizes = procedure_sizes(procedure)
    for letters, token in tokens_of(procedure).items():
        own_word = token.step.token_names.get(letters, "").replace("-", " ")
        word = own_word or token.step.name
        notation[letters] = PoolToken(letters, token.behind, word, sizes)
    return notation


def procedure_sizes(procedure: Dice) -> tuple[int, ...]:
    """Return the numbers of sides that dice of a procedure can have, its own die first."""
    named = (getattr(step, "explode", {}) for step in procedure.steps)
    return sizes_of(procedure.die, chain.from_iterable(named))


def late_tokens(procedure: Dice) -> frozenset[str]:
    """Return the tokens that can be added to a roll after the dice have fallen."""
    late = (s for s in procedure.steps if "after-roll" in getattr(s, "at", ()))
    return frozenset(letters for step in late for letters in step.letters)


OWN = ("ability", "skill", "specialization")
"""The sources of a character's own dice."""
BONUS = "bonus"
"""The source of all other dice: conditions, gear, other characters."""
SOURCES = (*OWN, BONUS)


class Call(NamedTuple):
    """A call for a step: its token with a count, and the number of sides or the face, or 0.

    `place` is the token's place in the procedure, so calls sort in the order of their steps.
    """

    place: int
    token: str
    behind: Behind
    number: int
    times: int

    def __str__(self) -> str:
        return call_text(self.token, self.behind, self.times, self.number)


class Pool(NamedTuple):
    """A pool that a procedure rolls. A formula computes an `amounts.FormulaPool`.

    `pips_per_die` is 0 if pips never make dice.

    In text, all of the character's own dice are one code. If the text is read again, they belong to
    the ability.
    """

    ability: Share = Share()
    skill: Share = Share()
    specialization: Share = Share()
    bonus: Share = Share()
    calls: tuple[Call, ...] = ()
    pips_per_die: int = 0

    @classmethod
    def of(cls, procedure: Dice, bonus: int = 0, **codes: DieCode) -> Pool:
        """Return a pool of the codes of `ability`, `skill` and `specialization`, and bonus pips."""
        shares = {source: Share(code.dice, code.pips) for source, code in codes.items()}
        per_die = next((code.pips_per_die for code in codes.values()), 0)
        pool = cls(bonus=Share(0, bonus), pips_per_die=per_die)
        return carry_pips(pool.sharing(shares), procedure)

    @property
    def shares(self) -> Mapping[str, Share]:
        """Dice and pips by source."""
        return dict(zip(SOURCES, self[:4], strict=True))

    @property
    def dice(self) -> int:
        """The number of dice before any step; never negative."""
        return max(0, sum(share.dice for share in self[:4]))

    @property
    def pips(self) -> int:
        """The number of pips, including those on the total."""
        return sum(share.pips for share in self[:4])

    def plus(self, dice: int = 0, pips: int = 0, source: str = BONUS) -> Pool:
        """Return the pool with dice and pips added to a source; negative numbers subtract."""
        share = self.shares[source]
        return self.sharing({source: Share(share.dice + dice, share.pips + pips)})

    def sharing(self, shares: Mapping[str, Share]) -> Pool:
        """Return the pool with the dice and pips of some sources replaced."""
        return self._replace(**cast("dict[str, Any]", shares))

    def calling(
        self, procedure: Dice, token: str, count: int = 1, number: int = 0
    ) -> Pool:
        """Return the pool with one more call; a negative count removes calls.

        Raises PoolError for an unknown token.
        """
        step_token = tokens_of(procedure).get(token)
        if step_token is None:
            raise PoolError(f"{procedure.name} has no token {token}")
        call = Call(step_token.place, token, step_token.behind, number, count)
        return self._replace(calls=merge_calls((*self.calls, call)))

    def modified(self, procedure: Dice, by: Modifier) -> Pool:
        """Return the pool with a modifier applied: dice, pips, an amount on the total, a token."""
        pool = self.plus(by.dice, by.pips + by.adds)
        token = split_token(by.token)
        if token is None:
            return pool
        return pool.calling(procedure, token[0], by.count, token[1])

    def called(self, token: str) -> int:
        """Return the number of calls for a token, with any number after it."""
        return sum(call.times for call in self.calls if call.token == token)

    def __str__(self) -> str:
        own = Share(*map(sum, zip(*self[:3], strict=True)))
        bonus = self.bonus
        if not own.pips and not bonus.dice and 0 < self.pips_per_die <= bonus.pips:
            own, bonus = Share(own.dice, bonus.pips), Share()
        return pool_text(own, bonus, [str(call) for call in self.calls])


def merge_calls(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Return the calls in the order of their steps, with equal calls merged.

    A negative count cancels calls of the same token: first those with the same number, then others.
    """
    counts: dict[Call, int] = {}
    for call in calls:
        key = call._replace(times=0)
        counts[key] = counts.get(key, 0) + call.times
    keys = sorted(counts)
    for key in keys:
        for other in keys:
            if other.token == key.token and counts[key] < 0 < counts[other]:
                canceled = min(-counts[key], counts[other])
                counts[key] += canceled
                counts[other] -= canceled
    return tuple(
        key._replace(times=1 if key.behind == "face" else counts[key])
        for key in keys
        if counts[key] > 0
    )


def unnamed_pool(own: Share, procedure: Dice, pips_per_die: int) -> Pool:
    """Return a pool of dice and pips that don't name an ability or skill.

    Pips are a bonus if they are negative. They are also a bonus if only the pips of die codes
    become dice and there are enough for a die, because these pips are not from a die code.
    """
    would_carry = procedure.pips_carry == "codes" and 0 < pips_per_die <= own.pips
    if own.pips >= 0 and not would_carry:
        return Pool(own, pips_per_die=pips_per_die)
    return Pool(Share(own.dice), bonus=Share(0, own.pips), pips_per_die=pips_per_die)


def carry_pips(pool: Pool, procedure: Dice) -> Pool:
    """Return the pool with pips turned into dice, as `pips_carry` of the procedure says.

    - `codes`: only pips of the character's own codes become dice.
    - `always`: all pips do.

    Nothing is left to turn into dice afterward, so a second call changes nothing.
    """
    per_die = pool.pips_per_die
    if not per_die or procedure.pips_carry == "never":
        return pool
    pool = _with_own_carried(pool, per_die)
    own = sum(share.pips for share in pool[:3])
    whole = (own + pool.bonus.pips) // per_die
    if procedure.pips_carry == "codes" or not whole:
        return pool
    rest = own + pool.bonus.pips - whole * per_die
    own_rest = min(own, rest)
    pool = _with_own_pips(pool, own_rest)
    return pool._replace(bonus=Share(pool.bonus.dice + whole, rest - own_rest))


def _with_own_carried(pool: Pool, per_die: int) -> Pool:
    """Return the pool with its own pips turned into dice, which belong to the first own source."""
    whole, rest = divmod(sum(share.pips for share in pool[:3]), per_die)
    if not whole:
        return pool
    first = next(source for source in OWN if pool.shares[source] != Share())
    return _with_own_pips(pool, rest).plus(dice=whole, source=first)


def _with_own_pips(pool: Pool, pips: int) -> Pool:
    """Return the pool with this number of own pips, all in the last own source that had pips."""
    shares = pool.shares
    last = next((source for source in reversed(OWN) if shares[source].pips), OWN[0])
    own = {source: Share(shares[source].dice) for source in OWN}
    return pool.sharing({**own, last: Share(shares[last].dice, pips)})


# The conversion of a formula's pool to one that can be rolled.


def to_roll(given: amounts.FormulaPool, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """Return a formula's pool as one to roll, with the same dice, pips and calls for steps.

    Raises PoolError if the procedure doesn't have one of the tokens.
    """
    pool = unnamed_pool(Share(given.dice, given.adds), procedure, pips_per_die)
    for token, count in given.tokens:
        pool = pool.modified(procedure, Modifier(token=token, count=count))
    # A call can depend on other calls, so read the whole pool to find unsuitable numbers.
    read_pool(str(pool), notation_of(procedure))
    return carry_pips(pool, procedure)


# Sets of faces as packs write them: `6`, `5-6`, `7+`; by die, or the same for every die.


NONE: frozenset[int] = frozenset()


def sides_of(die: str) -> int:
    """Return the sides of `d6`. Raises ValueError if the text is not a die."""
    sides = read_die(die)
    if sides is None:
        raise ValueError(f"not a die of 1 to {MOST_SIDES} sides: {die!r}")
    return sides


def faces(text: str, sides: int) -> frozenset[int]:
    """Return the faces of a die with this many sides. Raises ValueError for other texts."""
    written = read_faces(text, sides)
    if written is None:
        raise ValueError(f"not faces, such as 6, 5-6 or 7+: {text!r}")
    return frozenset(written) & frozenset(range(1, sides + 1))


def faces_of(by_die: Faces, sides: int) -> frozenset[int]:
    """Return the faces for a die with this many sides; none if neither it nor `other` is a key."""
    if isinstance(by_die, str):
        return faces(by_die, sides)
    text = by_die.get(f"d{sides}", by_die.get("other"))
    return NONE if text is None else faces(str(text), sides)


def opposite(face: int, sides: int) -> int:
    """Return the opposite face; both add up to sides + 1."""
    return sides + 1 - face


def parse(text: str, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """Read a pool such as `5D+1 WD B2` in the tokens of a procedure.

    `pips_per_die` is that of the ruleset's die codes; without it, pips never make dice. Raises
    PoolError with the range of characters that can't be read.
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
    """Return a typed pool in the notation of a procedure."""
    return normalize_typed(text, notation_of(procedure), read_die(procedure.die) or 0)


MOST_POOLS: Final = 1000
"""The most typed pools that are cached."""


@lru_cache(MOST_POOLS)
def parse_typed(text: str, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """Read a typed pool such as `5d+1 wd, b2`; see `parse`."""
    normalized = normalized_pool(text, procedure)
    try:
        return parse(normalized, procedure, pips_per_die)
    except PoolError as error:
        # The error's offsets refer to the normalized text, so find the term in the typed one.
        term = normalized[error.start : error.end].casefold()
        start = text.casefold().find(term)
        end = len(text) if start < 0 else start + len(term)
        raise PoolError(str(error), max(0, start), end) from None
