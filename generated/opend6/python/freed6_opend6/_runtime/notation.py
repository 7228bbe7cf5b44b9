"""The notation of dice, which is read and written here and nowhere else.

| called | written | says |
|---|---|---|
| code | `3D`, `3D+1` | how many dice and pips one has |
| bonus | `+1D`, `-2`, `-1D+1` | dice and pips more or fewer |
| call | `WD`, `2WD8`, `B2`, `F6` | a step of the procedure by its token, counted in front |
| pool | `5D+1 +1D -2 WD B2` | a code, then bonuses and calls |
| die | `d6` | how many sides it has |
| faces | `6`, `5-6`, `5+` | one face, several, or one and all above |

A sign belongs to the number behind it, as everywhere in arithmetic: `-1D+1` is a die less and a pip
more, so that 5D -1D+1 is 4D+1. What takes both away is written `-1D-1`.

The roller of a site reads and writes the same in `people/notation.js`; tests/notation.yaml has the
cases that both are held to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn, TypeAlias

from .record import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST = 500
"""Characters of a pool."""
MOST_SIDES = 1000
SIDES = r"([1-9][0-9]{0,2}|1000)"
"""A number of sides, or one of the faces of a die."""

# As text: all of them are compiled when they are first used, not when this is imported.
CODE = r"([0-9]{1,6})D(?:\+([0-9]{1,6}))?"
SIGNED_DICE = r"([+-][0-9]{1,6})D([+-][0-9]{1,6})?"
SIGNED_PIPS = r"[+-][0-9]{1,6}"
CALL = r"([0-9]{0,6})([A-Z][A-Za-z]*)([0-9]{0,6})"
DIE = rf"d{SIDES}"
FACES = rf"{SIDES}((\+)|-{SIDES})?"


class PoolError(RulesError, ValueError):
    """A pool that cannot be read or rolled; `start` and `end` are characters of its text.

    `step` is the id of the step that cannot be done, if it is known.
    """

    step: str = ""

    def __init__(self, message: str, start: int = 0, end: int = 0) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


class Share(NamedTuple):
    """Dice and pips, as a code has them or a bonus, where they may be below zero."""

    dice: int = 0
    pips: int = 0


# Codes and bonuses.


def read_code(text: str) -> Share | None:
    """The dice and pips of `3D+1`; None for any other text."""
    match = re.fullmatch(CODE, text)
    return None if match is None else Share(int(match[1]), int(match[2] or 0))


def read_signed_dice(text: str) -> Share | None:
    """The dice and pips of `-1D+1`, each with its own sign; None for any other text."""
    match = re.fullmatch(SIGNED_DICE, text)
    return None if match is None else Share(int(match[1]), int(match[2] or 0))


def code_text(dice: int, pips: int) -> str:
    """`3D+1`, `3D`; `3D-2` for dice that lie on the table with less on the total."""
    return f"{dice}D{pips:+}" if pips else f"{dice}D"


def signed_text(dice: int, pips: int = 0) -> str:
    """`-1D+1`, `+2D`; what `read_signed_dice` reads."""
    return ("" if dice < 0 else "+") + code_text(dice, pips)


# Calls for steps.


Behind: TypeAlias = Literal["count", "sides", "face", "none"]
"""What the number behind a token says: `B2` two dice, `WD8` of eight sides, `F6` the face."""


class PoolToken(NamedTuple):
    """The letters that call for a step: what a number behind them says, and their word.

    `sizes` are the sides that dice of its pools can have, those of the usual die first.
    """

    letters: str
    behind: Behind
    word: str
    sizes: Sequence[int]


class WrittenCall(NamedTuple):
    """A token with its count, and the sides or the face it asks for, or 0."""

    letters: str
    times: int
    number: int


def split_token(text: str) -> tuple[str, int] | None:
    """The letters of `WD8` and the number behind them, 0 if there is none."""
    match = re.fullmatch(CALL, text)
    if match is None or match[1]:
        return None
    return match[2], int(match[3] or 0)


def call_text(letters: str, behind: Behind, times: int, number: int) -> str:
    """`B2`, `2WD8`, `F6`, `Adv`."""
    if behind == "count":
        return f"{letters}{times}"
    return f"{times if times != 1 else ''}{letters}{number or ''}"


# Dice of a size, and their faces.


COMMON_SIZES = (4, 6, 8, 10, 12, 20, 100)
"""The sides of dice that people have; a procedure may name others."""


def sizes_of(die: str, named: Iterable[str]) -> tuple[int, ...]:
    """The sides that the dice of a procedure can have, from its die and the dice that it names."""
    known = (read_die(other) for other in (die, *named))
    return tuple(dict.fromkeys([*filter(None, known), *COMMON_SIZES]))


def read_die(text: str) -> int | None:
    """The sides of `d6`; None for any other text."""
    match = re.fullmatch(DIE, text)
    return None if match is None else int(match[1])


def read_faces(text: str, sides: int) -> range | None:
    """The faces that `5-6` means on a die of so many sides; None for any other text.

    The die may lack them, as a d6 lacks `8`; there may be none, as with `6-5` or `7+` of a d6.
    """
    match = re.fullmatch(FACES, text)
    if match is None:
        return None
    low = int(match[1])
    return range(low, (sides if match[3] else int(match[4] or low)) + 1)


# Pools.


class WrittenPool(NamedTuple):
    """A pool as it was read: bonuses are added up, calls are in the order of the text."""

    code: Share
    bonus: Share
    calls: Sequence[WrittenCall]


def read_pool(text: str, tokens: Mapping[str, PoolToken]) -> WrittenPool:
    """Read a pool in these tokens. Raises PoolError, with the characters that cannot be read."""
    if len(text) > LONGEST:
        raise PoolError(f"a pool has at most {LONGEST} characters", LONGEST, len(text))
    code: Share | None = None
    bonus = Share()
    calls: list[tuple[WrittenCall, re.Match[str]]] = []
    for term in re.finditer(r"\S+", text):
        call = re.fullmatch(CALL, term[0])
        if (share := read_code(term[0])) is not None:
            if code is not None:
                _refuse(term, f"a pool has one code; more dice are a bonus: +{term[0]}")
            code = share
        elif (share := read_signed_dice(term[0])) is not None:
            bonus = Share(bonus.dice + share.dice, bonus.pips + share.pips)
        elif re.fullmatch(SIGNED_PIPS, term[0]):
            bonus = Share(bonus.dice, bonus.pips + int(term[0]))
        elif call is not None and call[2] in tokens:
            calls.append((_read_call(call, tokens[call[2]], term), term))
        else:
            _refuse_unknown(term, tokens)
    sized = [read.number for read, _ in calls if tokens[read.letters].behind == "sides"]
    for read, term in calls:
        token = tokens[read.letters]
        most = max(token.sizes[0], *sized, 0)
        if token.behind == "face" and read.number > most:
            _refuse(term, f"no die here shows {read.number}: faces go from 1 to {most}")
    if code is None:
        raise PoolError("a pool begins with its dice: 5D, 3D+1", 0, len(text))
    return WrittenPool(code, bonus, [read for read, _ in calls])


def _read_call(
    call: re.Match[str], token: PoolToken, term: re.Match[str]
) -> WrittenCall:
    front, behind = call[1], call[3]
    count = int(front or 1)
    number = int(behind or 0)
    if token.behind == "count":
        if front and behind:
            _refuse(term, f"two numbers: write {token.letters}{count * number}")
        count, number = int(front or behind or 1), 0
    elif token.behind == "none" and behind:
        _refuse(term, f"{token.letters} takes no number after it")
    elif token.behind == "face" and (front or not 1 <= number <= MOST_SIDES):
        _refuse(term, f"{token.letters} needs a face after it: {token.letters}1")
    elif token.behind == "sides" and behind and not 1 <= number <= MOST_SIDES:
        _refuse(term, f"a die has 1 to {MOST_SIDES} sides")
    if count < 1:
        _refuse(term, f"{token.letters} is called for once or more, or left out")
    if token.behind == "sides" and behind and number not in token.sizes:
        known = ", ".join(map(str, sorted(token.sizes)))
        meant = f"write {number}{token.letters} for so many dice"
        _refuse(term, f"there is no d{number} here ({known}): {meant}")
    return WrittenCall(token.letters, count, number)


def _refuse_unknown(term: re.Match[str], tokens: Mapping[str, PoolToken]) -> NoReturn:
    """Raise for a term that is nothing of a pool, with what was probably meant."""
    text = term[0]
    known = ", ".join(f"{token.letters} ({token.word})" for token in tokens.values())
    known = f"the tokens here are: {known or 'none'}"
    if re.fullmatch(r"[+-]?[0-9]{7,}.*", text):
        _refuse(term, f"{text} has too many digits")
    if re.fullmatch(r"[0-9]+[dD]([+-].*)?", text):
        _refuse(term, f"{text} is no die code: write 5D, or 3D+1")
    if sided := re.fullmatch(r"([+-]?)([0-9]+)[dD]([0-9]+)", text):
        sign, dice, number = sided.groups()
        code = f"{sign}{dice}D"
        why = f"{text} has a number behind its D, and the procedure sets the sides"
        _refuse(term, f"{why}: write {code}, or {code}{sign or '+'}{number} for pips")
    meant = {letters.lower(): letters for letters in tokens}
    letters = text.strip("0123456789")
    if letters.lower() in meant:
        _refuse(term, f"write {text.replace(letters, meant[letters.lower()])}")
    _refuse(term, f"{text} cannot be read in a pool; {known}")


def _refuse(term: re.Match[str], message: str) -> NoReturn:
    raise PoolError(message, term.start(), term.end())


def pool_text(code: Share, bonus: Share, calls: Sequence[str]) -> str:
    """The normal form of a pool: its code, bonus dice, bonus pips, and calls as written."""
    terms = [
        code_text(code.dice, code.pips),
        signed_text(bonus.dice) if bonus.dice else "",
        f"{bonus.pips:+}" if bonus.pips else "",
        *calls,
    ]
    return " ".join(filter(None, terms))


# Pools as people type them: `5d wd, adv`, `3d+1+2D`, `5D - 2`, `5d6`, `5 dice, disadv`.
#
# Packs are held to the notation of `read_pool`. This corrects what people type in a hurry; anything
# unclear is left as it is, for `read_pool` to refuse with a suggestion.


SIGNS = str.maketrans(
    {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", ",": " ", "\ufeff": " "}
)
"""The last of them is a space in JavaScript alone, as some others are in Python."""
APART = r"\s*([+-])\s+(?=[0-9])"
"""A sign between spaces belongs to both sides."""

TYPED_TERM = r"[0-9]+[dD]\+[0-9]+(?=[+-]|$)|[+-]?[^\s+-]+|[+-]"
"""A code with its pips, or whatever a sign begins."""

SPELLED = r"(?<![A-Za-z0-9])([0-9]+)\s*[dD][iI][cC]?[eE](?![A-Za-z0-9])"
"""Dice in words."""

PIPS = r"([+-]\s*[0-9]+)\s*[pP][iI][pP][sS]?(?![A-Za-z0-9])"
"""Pips in words."""

TYPED_SIDED = r"([+-]?[0-9]*)[dD]([0-9]{1,4})"
TYPED_CODE = r"[+-]?[0-9]+[dD](\+[0-9]+)?"
TYPED_CALL = r"([0-9]*)([A-Za-z]+)([0-9]*)"


SHORTEST = 3
"""Letters of the word for a token that are enough to mean it."""


def normalize_typed(text: str, tokens: Mapping[str, PoolToken], sides: int = 0) -> str:
    """A pool as a person typed it, in the notation of `read_pool`.

    `sides` are those of the dice that are rolled: with 6 of them, `5d6` says no more than `5D`.
    """
    if len(text) > LONGEST:
        return text
    plain = re.sub(SPELLED, r"\1D", text.translate(SIGNS))
    for letters, token in tokens.items():
        if " " in token.word:
            plain = re.sub(re.escape(token.word), letters, plain, flags=re.IGNORECASE)
    plain = re.sub(APART, r"\1", re.sub(PIPS, r"\1", plain))
    terms = (part for term in plain.split() for part in re.findall(TYPED_TERM, term))
    return " ".join(_normalize_term(term, tokens, sides) for term in terms)


def _normalize_term(term: str, tokens: Mapping[str, PoolToken], sides: int) -> str:
    """One term with its letters in the case of the notation, a token also for its word."""
    sided = re.fullmatch(TYPED_SIDED, term)
    if sided is not None and int(sided[2]) == sides:
        return f"{sided[1]}D" if sided[1][-1:].isdecimal() else f"{sided[1]}1D"
    if re.fullmatch(TYPED_CODE, term):
        return term.upper()
    call = re.fullmatch(TYPED_CALL, term)
    if call is None:
        return term
    typed = call[2].lower()
    meant = [letters for letters in tokens if letters.lower() == typed]
    if not meant and len(typed) >= SHORTEST:
        meant = [
            letters
            for letters, token in tokens.items()
            if token.word.lower().startswith(typed)
        ]
    return f"{call[1]}{meant[0]}{call[3]}" if len(meant) == 1 else term
