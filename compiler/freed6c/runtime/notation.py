"""The dice notation: the only module that reads and writes it.

| term | example | meaning |
|---|---|---|
| code | `3D`, `3D+1` | a number of dice and pips |
| sided | `2d6+3` | dice of a procedure whose die is a d6, and a number to add |
| bonus | `+1D`, `-2`, `-1D+1` | dice and pips to add or subtract |
| call | `WD`, `2WD8`, `B2`, `F6` | a step of the procedure, by its token, with an optional count |
| pool | `5D+1 +1D -2 WD B2` | a code, then bonuses and calls |
| die | `d6` | a number of sides |
| faces | `6`, `5-6`, `5+` | one face, a range, or a face and all above it |

Each sign applies to the number after it: `-1D+1` is one die less and one pip more, so 5D -1D+1 is
4D+1. To subtract both, write `-1D-1`.

The roller of a site reads and writes the same notation in `people/notation.js`. The cases in
tests/notation.yaml run against both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn, TypeAlias

from .record import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST = 500
"""The limit on the length of a pool, in characters."""
MOST_SIDES = 1000
SIDES = r"([1-9][0-9]{0,2}|1000)"
"""A pattern for a number of sides, or for one face of a die."""

# Patterns stay strings: `re` compiles them at their first use, which keeps the import fast.
CODE = r"([0-9]{1,6})D(?:\+([0-9]{1,6}))?"
SIGNED_DICE = r"([+-][0-9]{1,6})D([+-][0-9]{1,6})?"
SIGNED_PIPS = r"[+-][0-9]{1,6}"
SIDED = rf"([0-9]{{1,6}})(?:D|d{SIDES})([+-][0-9]{{1,6}})?"
CALL = r"([0-9]{0,6})([A-Z][A-Za-z]*)([0-9]{0,6})"
DIE = rf"d{SIDES}"
FACES = rf"{SIDES}((\+)|-{SIDES})?"


class PoolError(RulesError, ValueError):
    """A pool that can't be read or rolled.

    `start` and `end` are offsets into its text. `step` is the id of the step that failed, if it is
    known.
    """

    step: str = ""

    def __init__(self, message: str, start: int = 0, end: int = 0) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


class Share(NamedTuple):
    """The dice and pips of a die code or a bonus. Those of a bonus can be negative."""

    dice: int = 0
    pips: int = 0


# Codes and bonuses.


def read_code(text: str) -> Share | None:
    """Return the dice and pips of `3D+1`, or None for any other text."""
    match = re.fullmatch(CODE, text)
    return None if match is None else Share(int(match[1]), int(match[2] or 0))


def read_signed_dice(text: str) -> Share | None:
    """Return the dice and pips of `-1D+1`, each with its own sign, or None for any other text."""
    match = re.fullmatch(SIGNED_DICE, text)
    return None if match is None else Share(int(match[1]), int(match[2] or 0))


def read_sided(text: str) -> tuple[int, int, str]:
    """Return the dice, the number to add and the die of `2d6+3`. `3D-1` names no die (`""`).

    Raises PoolError for any other text.
    """
    match = re.fullmatch(SIDED, text)
    if match is None:
        raise PoolError(f"not a pool: {text!r}; write 4D+1, or 2d6+3")
    return int(match[1]), int(match[3] or 0), die_in(text)


def die_in(text: str) -> str:
    """Return the die in a pool such as `2d6+3`: `d6`, or an empty text if it names none."""
    return next(iter(re.findall(r"(?<=[0-9])d[0-9]+", text)), "")


def code_text(dice: int, pips: int) -> str:
    """Return `3D+1` or `3D`; `3D-2` if pips are subtracted from the total."""
    return f"{dice}D{pips:+}" if pips else f"{dice}D"


def signed_text(dice: int, pips: int = 0) -> str:
    """Return `-1D+1` or `+2D`, which `read_signed_dice` reads."""
    return ("" if dice < 0 else "+") + code_text(dice, pips)


# Calls for steps.


Behind: TypeAlias = Literal["count", "sides", "face", "none"]
"""The meaning of the number after a token: `B2` is two dice, `WD8` has eight sides."""


class PoolToken(NamedTuple):
    """A token: its letters, the meaning of the number after them, and a word in common use.

    `sizes` are the numbers of sides that dice can have in the procedure, its own die first.
    """

    letters: str
    behind: Behind
    word: str
    sizes: Sequence[int]


class WrittenCall(NamedTuple):
    """A call in a pool, such as `2WD8`: a token's letters, its count, and the number after them.

    The number is a number of sides or a face, or 0 if there is none.
    """

    letters: str
    times: int
    number: int


def split_token(text: str) -> tuple[str, int] | None:
    """Return the letters of `WD8` and the number after them, or 0 if there is none."""
    match = re.fullmatch(CALL, text)
    if match is None or match[1]:
        return None
    return match[2], int(match[3] or 0)


def call_text(letters: str, behind: Behind, times: int, number: int) -> str:
    """Return a call as a pool writes it: `B2`, `2WD8`, `F6`, `Adv`."""
    if behind == "count":
        return f"{letters}{times}"
    return f"{times if times != 1 else ''}{letters}{number or ''}"


# Dice of a size, and their faces.


COMMON_SIZES = (4, 6, 8, 10, 12, 20, 100)
"""The numbers of sides of common dice. A procedure can add others."""


def sizes_of(die: str, named: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of sides that dice of a procedure can have.

    They come from its die and from the dice that it names.
    """
    sizes = (read_die(name) for name in (die, *named))
    return tuple(dict.fromkeys([*filter(None, sizes), *COMMON_SIZES]))


def read_die(text: str) -> int | None:
    """Return the sides of `d6`, or None for any other text."""
    match = re.fullmatch(DIE, text)
    return None if match is None else int(match[1])


def read_faces(text: str, sides: int) -> range | None:
    """Return the faces that `5-6` means on a die with this many sides, or None for any other text.

    The range can go beyond the die, as `8` does on a d6, and can be empty, as in `6-5` or `7+` on a
    d6.
    """
    match = re.fullmatch(FACES, text)
    if match is None:
        return None
    low = int(match[1])
    return range(low, (sides if match[3] else int(match[4] or low)) + 1)


# Pools.


class WrittenPool(NamedTuple):
    """A pool as it was read: bonuses are added up, calls keep the order of the text."""

    code: Share
    bonus: Share
    calls: Sequence[WrittenCall]


def read_pool(text: str, tokens: Mapping[str, PoolToken]) -> WrittenPool:
    """Read a pool in these tokens.

    Raises PoolError with the range of characters that can't be read.
    """
    if len(text) > LONGEST:
        raise PoolError(f"a pool has at most {LONGEST} characters", LONGEST, len(text))
    code: Share | None = None
    bonus = Share()
    calls: list[tuple[WrittenCall, re.Match[str]]] = []
    for term in re.finditer(r"\S+", text):
        match = re.fullmatch(CALL, term[0])
        if (share := read_code(term[0])) is not None:
            if code is not None:
                _refuse(term, f"a pool has one code; add dice as a bonus: +{term[0]}")
            code = share
        elif (share := read_signed_dice(term[0])) is not None:
            bonus = Share(bonus.dice + share.dice, bonus.pips + share.pips)
        elif re.fullmatch(SIGNED_PIPS, term[0]):
            bonus = Share(bonus.dice, bonus.pips + int(term[0]))
        elif match is not None and match[2] in tokens:
            calls.append((_read_call(match, tokens[match[2]], term), term))
        else:
            _refuse_unknown(term, tokens)
    sizes = [call.number for call, _ in calls if tokens[call.letters].behind == "sides"]
    for call, term in calls:
        token = tokens[call.letters]
        top = max(token.sizes[0], *sizes, 0)
        if token.behind == "face" and call.number > top:
            _refuse(term, f"no die here shows {call.number}: faces go from 1 to {top}")
    if code is None:
        raise PoolError("a pool begins with its dice: 5D, 3D+1", 0, len(text))
    return WrittenPool(code, bonus, [call for call, _ in calls])


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
        _refuse(term, f"use {token.letters} at least once, or omit it")
    if token.behind == "sides" and behind and number not in token.sizes:
        sizes = ", ".join(map(str, sorted(token.sizes)))
        advice = f"write {number}{token.letters} for that many dice"
        _refuse(term, f"unknown die d{number} (sides here: {sizes}): {advice}")
    return WrittenCall(token.letters, count, number)


def _refuse_unknown(term: re.Match[str], tokens: Mapping[str, PoolToken]) -> NoReturn:
    """Raise PoolError for a term that no pool contains, with a suggestion."""
    text = term[0]
    listed = ", ".join(f"{token.letters} ({token.word})" for token in tokens.values())
    listed = f"tokens here: {listed or 'none'}"
    if re.fullmatch(r"[+-]?[0-9]{7,}.*", text):
        _refuse(term, f"{text} has too many digits")
    if re.fullmatch(r"[0-9]+([dD]([+-].*)?)?", text):
        _refuse(term, f"invalid die code {text}: write 5D, or 3D+1")
    if sided := re.fullmatch(r"([+-]?)([0-9]+)[dD]([0-9]+)", text):
        sign, dice, number = sided.groups()
        code = f"{sign}{dice}D"
        why = f"{text} has a number after its D, but the procedure sets the sides"
        pips = f", or {code}{sign or '+'}{number} for pips" if len(number) == 1 else ""
        _refuse(term, f"{why}: write {code}{pips}")
    by_lower = {letters.lower(): letters for letters in tokens}
    letters = text.strip("0123456789")
    if letters.lower() in by_lower:
        _refuse(term, f"write {text.replace(letters, by_lower[letters.lower()])}")
    _refuse(term, f"unknown term {text} in a pool; {listed}")


def _refuse(term: re.Match[str], message: str) -> NoReturn:
    """Raise PoolError with the characters of a term."""
    raise PoolError(message, term.start(), term.end())


def pool_text(code: Share, bonus: Share, calls: Sequence[str]) -> str:
    """Return the normal form of a pool: code, bonus dice, bonus pips, and the calls as written."""
    terms = [
        code_text(code.dice, code.pips),
        signed_text(bonus.dice) if bonus.dice else "",
        f"{bonus.pips:+}" if bonus.pips else "",
        *calls,
    ]
    return " ".join(filter(None, terms))


# Typed pools: `5d wd, adv`, `3d+1+2D`, `5D - 2`, `5d6`, `5 dice, disadv`.
#
# Packs have to use the notation of `read_pool`. These functions correct informal input; a term that
# they can't interpret stays unchanged, and `read_pool` refuses it with a suggestion.


SIGNS = str.maketrans(
    {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", ",": " ", "\ufeff": " "}
)
"""Variants of signs and separators. JavaScript counts the last one as a space, Python doesn't."""
APART = r"\s*([+-])\s+(?=[0-9])"
"""A sign with spaces around it, to be joined with its number."""

TYPED_TERM = r"[0-9]+[dD]\+[0-9]+(?=[+-]|$)|[+-]?[^\s+-]+|[+-]"
"""A code with its pips, or a term up to the next sign."""

SPELLED = r"(?<![A-Za-z0-9])([0-9]+)\s*[dD]([iI][cC]?[eE])?(?![A-Za-z0-9])"
"""Dice in words or apart from their number: `5 dice`, `5 D`."""

PIPS = r"([+-]\s*[0-9]+)\s*[pP][iI][pP][sS]?(?![A-Za-z0-9])"
"""Pips in words: `+ 2 pips`."""

TYPED_SIDED = r"([+-]?[0-9]*)[dD]([0-9]{1,4})"
TYPED_CODE = r"[+-]?[0-9]+[dD](\+[0-9]+)?"
TYPED_CALL = r"([0-9]*)([A-Za-z]+)([0-9]*)"


SHORTEST = 3
"""The number of letters that identify the word for a token."""


def normalize_typed(text: str, tokens: Mapping[str, PoolToken], sides: int = 0) -> str:
    """Return a typed pool in the notation of `read_pool`.

    `sides` are the sides of the procedure's die: if it has 6 of them, `5d6` becomes `5D`.
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
    """Return a term in the letter case of the notation, with a token in place of its word."""
    sided = re.fullmatch(TYPED_SIDED, term)
    if sided is not None and int(sided[2]) == sides:
        return f"{sided[1]}D" if sided[1][-1:].isdecimal() else f"{sided[1]}1D"
    if re.fullmatch(TYPED_CODE, term):
        return term.upper()
    call = re.fullmatch(TYPED_CALL, term)
    if call is None:
        return term
    typed = call[2].lower()
    candidates = [letters for letters in tokens if letters.lower() == typed]
    if not candidates and len(typed) >= SHORTEST:
        candidates = [
            letters
            for letters, token in tokens.items()
            if token.word.lower().startswith(typed)
        ]
    return f"{call[1]}{candidates[0]}{call[3]}" if len(candidates) == 1 else term
