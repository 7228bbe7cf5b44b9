"""The tokens that the steps of a procedure declare, and what a number behind each means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..entries.dice import AddDice, MapFaces, MultiplyDice, RollAgain, SubstituteDice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..entries.dice import Dice, Step

Behind: TypeAlias = Literal["count", "sides", "face", "none"]
"""What the number behind a token says: `B2` two dice, `WD8` of eight sides, `F6` the face."""


class Token(NamedTuple):
    """A token, its step, and its place among all tokens of the procedure."""

    letters: str
    place: int
    behind: Behind
    step: Step


def tokens_of(procedure: Dice) -> Mapping[str, Token]:
    """Every token of a procedure, in the order of its steps."""
    found: dict[str, Token] = {}
    for step in procedure.steps:
        for letters in letters_of(step):
            found[letters] = Token(letters, len(found), behind(step), step)
    return found


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


def behind(step: Step) -> Behind:
    """What a number behind the tokens of a step says."""
    if isinstance(step, SubstituteDice):
        return "sides"
    if isinstance(step, MapFaces):
        return "face"
    if isinstance(step, RollAgain | MultiplyDice):
        return "none"
    return "count"
