"""Pools as text: `5D+1 WD B2 Adv F6`, `4D 2WD8 P1`, `3D+1 +1D -2`.

First one's own code, then bonuses with a sign, then tokens. A number in front of a token counts it;
what a number behind it says, its step decides. The normal form is what `str` makes of a pool.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from .faces import MOST_SIDES
from .pool import Call, PoolError, Share, carried, gathered, laid_out
from .tokens import Token, tokens_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..entries.dice import Dice
    from .pool import Pool

TERM = re.compile(r"\S+")
CODE = re.compile(r"([0-9]{1,6})D(?:\+([0-9]{1,6}))?", re.ASCII)
BONUS = re.compile(r"([+-][0-9]{1,6})(?:(D)([+-][0-9]{1,6})?)?", re.ASCII)
CALL = re.compile(r"([0-9]{0,6})([A-Z][A-Za-z]*)([0-9]{0,6})", re.ASCII)
LONGEST = 500


def parse(text: str, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """Read a pool in the tokens of a procedure.

    `pips_per_die` is that of the ruleset's die codes; without it, pips never make dice. Raises
    PoolError, with the characters that cannot be read.
    """
    if len(text) > LONGEST:
        raise PoolError(f"a pool has at most {LONGEST} characters", LONGEST, len(text))
    reader = _Reader(tokens_of(procedure))
    for term in TERM.finditer(text):
        reader.read(term)
    if reader.own is None:
        raise PoolError("a pool begins with its dice: 5D, 3D+1", 0, len(text))
    return carried(reader.pool(reader.own, procedure, pips_per_die), procedure)


class _Reader:
    """Takes one term after the other."""

    def __init__(self, tokens: Mapping[str, Token]) -> None:
        self.tokens = tokens
        self.own: Share | None = None
        self.bonus = Share()
        self.calls: list[Call] = []

    def pool(self, own: Share, procedure: Dice, pips_per_die: int) -> Pool:
        """The pool of what was read."""
        bare = laid_out(own, procedure, pips_per_die)
        pool = bare.plus(self.bonus.dice, self.bonus.pips)
        return pool._replace(calls=gathered(tuple(self.calls)))

    def read(self, term: re.Match[str]) -> None:
        """Read a code, a bonus or a call."""
        if code := CODE.fullmatch(term[0]):
            self._code(code, term)
        elif bonus := BONUS.fullmatch(term[0]):
            self._bonus(bonus)
        elif (call := CALL.fullmatch(term[0])) and call[2] in self.tokens:
            self.calls.append(_call(call, self.tokens[call[2]], term))
        else:
            self._unknown(term)

    def _code(self, code: re.Match[str], term: re.Match[str]) -> None:
        if self.own is not None:
            _refuse(term, f"a pool has one code; more dice are a bonus: +{term[0]}")
        self.own = Share(int(code[1]), int(code[2] or 0))

    def _bonus(self, bonus: re.Match[str]) -> None:
        amount = int(bonus[1])
        more = (amount, int(bonus[3] or 0)) if bonus[2] else (0, amount)
        self.bonus = Share(self.bonus.dice + more[0], self.bonus.pips + more[1])

    def _unknown(self, term: re.Match[str]) -> NoReturn:
        text = term[0]
        if re.fullmatch(r"[+-]?[0-9]{7,}.*", text):
            _refuse(term, f"{text} has too many digits")
        if re.fullmatch(r"[0-9]+[dD]([+-].*)?", text):
            _refuse(term, f"{text} is no die code: write 5D, or 3D+1")
        usual = re.fullmatch(r"([1-9][0-9]*)d[0-9]+", text)
        if usual:
            said = "the procedure says which die is rolled"
            _refuse(term, f"{text} is written {usual[1]}D: {said}; {self._tokens()}")
        meant = {token.lower(): token for token in self.tokens}
        letters = text.strip("0123456789")
        if letters.lower() in meant:
            _refuse(term, f"write {text.replace(letters, meant[letters.lower()])}")
        _refuse(term, f"{text} cannot be read in a pool; {self._tokens()}")

    def _tokens(self) -> str:
        """Every token with its word."""
        known = [f"{one.letters} ({_word(one)})" for one in self.tokens.values()]
        return f"the tokens here are: {', '.join(known) or 'none'}"


def _word(token: Token) -> str:
    said = token.step.says.get(token.letters, "")
    return said.replace("-", " ") or token.step.name


def _call(call: re.Match[str], token: Token, term: re.Match[str]) -> Call:
    front, behind = call[1], call[3]
    count = int(front or 1)
    number = int(behind or 0)
    if token.behind == "count":
        if front and behind:
            _refuse(term, f"two numbers: write {token.letters}{count * number}")
        count, number = int(front or behind or 1), 0
    elif token.behind == "none" and behind:
        _refuse(term, f"no number stands behind {token.letters}")
    elif token.behind == "face" and (front or not 1 <= number <= MOST_SIDES):
        _refuse(term, f"{token.letters} needs a face behind it: {token.letters}1")
    elif token.behind == "sides" and behind and not 1 <= number <= MOST_SIDES:
        _refuse(term, f"a die has 1 to {MOST_SIDES} sides")
    if count < 1:
        _refuse(term, f"{token.letters} is called for once or more, or left out")
    return Call(token.place, token.letters, token.behind, number, count)


def _refuse(term: re.Match[str], message: str) -> NoReturn:
    raise PoolError(message, term.start(), term.end())
