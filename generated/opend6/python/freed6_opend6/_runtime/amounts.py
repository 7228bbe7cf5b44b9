"""Define the amounts in packs (quantities, ranges, modifiers, pools, die codes), and formulas.

Formulas calculate with amounts, so their arithmetic is exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import total_ordering
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NoReturn,
    Self,
    TypeAlias,
    TypeVar,
    overload,
)

from .arguments import ArgumentError, door, misfits
from .notation import (
    PoolError,
    code_text,
    normalize_typed,
    read_code,
    read_sided,
    signed_text,
)
from .record import FormulaError, Record, non_default

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .situation import Situation


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Number: TypeAlias = int | Fraction
NO_DICE = "the result would be less than 0D"
STOP_AT_NONE = "to stop at 0D, write max(a, b) - b instead of a - b"
BY_ZERO = "division by zero"


def number_text(number: Number) -> str:
    """Return `3`, `3.5` or `1/3`: a decimal if six digits are enough, else a fraction."""
    exact = Fraction(number)
    sign = "-" if exact < 0 else ""
    for digits in range(1, 7):
        if 10**digits % exact.denominator == 0:
            whole, decimals = divmod(abs(int(exact * 10**digits)), 10**digits)
            return (
                f"{sign}{whole}.{decimals:0{digits}}" if decimals else f"{sign}{whole}"
            )
    return str(exact)


@total_ordering
class Quantity(Record):
    """An amount of a unit: `5 ft`. `unit` is the key of a declared unit.

    Units are not converted into each other.
    """

    amount: int | Fraction
    unit: str

    def amount_in(self, unit: str) -> Number:
        """Return the amount in this unit. Raises FormulaError if the quantity has another unit."""
        if unit != self.unit:
            raise FormulaError(
                f"cannot convert {self.unit} to {unit}",
                f"write all amounts in {unit}, or all in {self.unit}",
            )
        return self.amount

    def equals(self, other: Quantity) -> bool:
        """Return True if both amounts are equal.

        Raises FormulaError for another unit, for which `==` is False.
        """
        return self.amount == other.amount_in(self.unit)

    def _with_amount(self, amount: Number) -> Quantity:
        whole = amount.denominator == 1
        return Quantity(amount=amount.numerator if whole else amount, unit=self.unit)

    def __add__(self, other: Quantity) -> Quantity:
        return self._with_amount(self.amount + other.amount_in(self.unit))

    def __sub__(self, other: Quantity) -> Quantity:
        return self._with_amount(self.amount - other.amount_in(self.unit))

    def __mul__(self, factor: Number) -> Quantity:
        return self._with_amount(self.amount * factor)

    __rmul__ = __mul__

    @overload
    def __truediv__(self, divisor: Quantity) -> Fraction: ...
    @overload
    def __truediv__(self, divisor: Number) -> Quantity: ...
    def __truediv__(self, divisor: Quantity | Number) -> Fraction | Quantity:
        amount = Fraction(self.amount)
        if isinstance(divisor, Quantity):
            return amount / divisor.amount_in(self.unit)
        return self._with_amount(amount / divisor)

    def __neg__(self) -> Quantity:
        return self._with_amount(-self.amount)

    def __abs__(self) -> Quantity:
        return self if self.amount >= 0 else -self

    def __lt__(self, other: Quantity) -> bool:
        return self.amount < other.amount_in(self.unit)

    def __hash__(self) -> int:
        return hash((self.amount, self.unit))

    def __str__(self) -> str:
        return f"{number_text(self.amount)} {self.unit}"


class Range(Record, Generic[T]):
    """A range from `low` to `high`, both included. An end that is None is open."""

    low: T | None = None
    high: T | None = None

    def __contains__(self, value: object) -> bool:
        candidate: Any = value
        above = self.low is None or candidate >= self.low
        return bool(above and (self.high is None or candidate <= self.high))

    @property
    def bounds(self: Range[int]) -> tuple[int, ...]:
        """The lowest number of a range, and the first number above it; open ends have none."""
        ends = (self.low, None if self.high is None else self.high + 1)
        return tuple(end for end in ends if end is not None)

    def __str__(self) -> str:
        if self.low is None:
            return f"up to {self.high}"
        whole = isinstance(self.low, int)
        if self.high is None:
            return f"{self.low}+" if whole else f"{self.low} or more"
        if self.low == self.high:
            return str(self.low)
        plain = isinstance(self.low, int) and self.low >= 0
        return f"{self.low}-{self.high}" if plain else f"{self.low} to {self.high}"


class Modifier(Record):
    """A change to a roll or a number. Negative amounts subtract.

    - `adds`: the number added to the total, or to the value.
    - `dice`: the dice added to the pool.
    - `pips`: the pips added to the pool.
    - `token`: the token of a dice step.
    - `count`: the number of times that the roll calls for this token.
    - `either_way`: True if the character who causes the effect chooses between plus and minus.
    """

    adds: int = 0
    dice: int = 0
    pips: int = 0
    token: str = ""
    count: int = 0
    either_way: bool = False

    @classmethod
    def of(cls, amount: int | DieCode) -> Modifier:
        """Return a modifier that adds a number or a die code."""
        if isinstance(amount, int):
            return _without_defaults(cls, adds=amount)
        return _without_defaults(cls, dice=amount.dice, pips=amount.pips)

    def plus_or_minus(self) -> Modifier:
        """Return the same modifier with a choice of plus or minus."""
        return _without_defaults(Modifier, **{**vars(self), "either_way": True})

    def __mul__(self, factor: int) -> Modifier:
        amounts = ("adds", "dice", "pips", "count")
        multiplied = {name: getattr(self, name) * factor for name in amounts}
        return _without_defaults(Modifier, **{**vars(self), **multiplied})

    __rmul__ = __mul__

    def __neg__(self) -> Modifier:
        return self * -1

    def __str__(self) -> str:
        sign = "±" if self.either_way else ""
        if self.token:
            return f"{sign or ('-' if self.count < 0 else '+')}{abs(self.count)}{self.token}"
        if self.dice or self.pips:
            if sign:
                return sign + code_text(abs(self.dice), self.pips)
            return signed_text(self.dice, self.pips)
        return f"{sign}{abs(self.adds)}" if sign else f"{self.adds:+}"


class FormulaPool(Record):
    """A pool that a formula computes. A procedure rolls a `dice.pool.Pool` (see `to_roll`).

    Pips never become dice here; they are part of `adds`. `tokens` are the tokens of the steps that
    the pool calls for, each with its count. `die` is `d6` for `2d6+3`, which only a procedure with
    this die can roll, and empty for `2D+3`.
    """

    dice: int
    adds: int = 0
    tokens: tuple[tuple[str, int], ...] = ()
    die: str = ""

    @classmethod
    def read(cls, text: str) -> FormulaPool:
        """Return the pool of `2d6+3`, `4D` or `4D-1`. Raises PoolError for any other text."""
        dice, adds, die = read_sided(text)
        return pool(dice, adds, die=die)

    @classmethod
    def of(cls, code: DieCode) -> FormulaPool:
        """Return the pool of a die code."""
        return pool(code.dice, code.pips)

    def __add__(self, other: FormulaPool | Modifier) -> FormulaPool:
        if isinstance(other, FormulaPool):
            if self.die and other.die and self.die != other.die:
                raise FormulaError(f"cannot add {other} to {self}: their dice differ")
            tokens = (*self.tokens, *other.tokens)
            die = self.die or other.die
            return pool(self.dice + other.dice, self.adds + other.adds, tokens, die)
        if other.either_way:
            raise FormulaError("plus or minus must be chosen before it changes a pool")
        tokens = (*self.tokens, (other.token, other.count))
        adds = self.adds + other.adds + other.pips
        return pool(self.dice + other.dice, adds, tokens, self.die)

    __radd__ = __add__

    def __sub__(self, other: Modifier) -> FormulaPool:
        return self + -other

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FormulaPool) and other._comparable() == self._comparable()
        )

    def __hash__(self) -> int:
        return hash(self._comparable())

    def _comparable(self) -> tuple[int, int, frozenset[tuple[str, int]], str]:
        """Return the fields to compare. Tokens are a set, because their order doesn't matter."""
        return self.dice, self.adds, frozenset(_merged_tokens(self.tokens)), self.die

    def __str__(self) -> str:
        """Return the dice and the number in the notation of packs: `2d6+3`, `4D`."""
        dice = f"{self.dice}{self.die or 'D'}"
        return f"{dice}{self.adds:+}" if self.adds else dice


def _merged_tokens(tokens: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return each token with its total count, in the order of first mention."""
    counts: dict[str, int] = {}
    for token, count in tokens:
        counts[token] = counts.get(token, 0) + count
    return tuple((token, count) for token, count in counts.items() if count)


def pool(
    dice: int, adds: int = 0, tokens: Iterable[tuple[str, int]] = (), die: str = ""
) -> FormulaPool:
    """Return a pool with merged tokens. Raises FormulaError for a negative number of dice."""
    if dice < 0:
        raise FormulaError(NO_DICE)
    return _without_defaults(
        FormulaPool, dice=dice, adds=adds, tokens=_merged_tokens(tokens), die=die
    )


R = TypeVar("R", bound=Record)


def _without_defaults(cls: type[R], **fields: object) -> R:
    """Return a record without the fields that have their default value."""
    return cls(**non_default(cls, fields))


class Formula(Record, Generic[T_co]):
    """A formula: its text, and the function that evaluates it (`works`).

    A constant formula has a `value` instead of the function. Formulas with equal texts are equal.
    """

    text: str
    works: Callable[[Situation], T_co] | None = None
    value: T_co | None = None

    def __call__(self, here: Situation) -> T_co:
        """Return the value of the formula in a situation. Raises FormulaError if it has none."""
        if self.value is not None:
            return self.value
        if self.works is None:
            raise FormulaError(f"cannot calculate '{self.text}'")
        try:
            return self.works(here)
        except ZeroDivisionError:
            raise FormulaError(BY_ZERO) from None
        except ValueError:
            raise FormulaError(NO_DICE, STOP_AT_NONE) from None
        except RecursionError:
            raise FormulaError("formulas depend on each other in a circle") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


# Die codes: ratings in full ranks (dice) and partial ranks (pips).


@total_ordering
class DieCode:
    """A number of dice and pips, in which `pips_per_die` pips make a die.

    Each ruleset has a subclass with its own `pips_per_die`. Pips are always carried: with three
    pips to a die, 1D+3 is 2D. Codes are compared by their total number of pips.

    Raises PoolError for a negative total, and ArgumentError for arguments that are not integers.
    """

    __slots__ = ("dice", "pips")
    dice: int
    pips: int
    pips_per_die: ClassVar[int]

    def __init__(self, dice: int, pips: int = 0) -> None:
        # Codes are made often, so test for plain integers before the slower check.
        if type(dice) is not int or type(pips) is not int:
            args = {"dice": dice, "pips": pips}.items()
            if error := "; ".join(misfits(args, DieCode.__init__.__annotations__)):
                raise ArgumentError(f"{error}; to read a text, use DieCode.read('3D')")
        carried, rest = divmod(pips, self.pips_per_die)
        if dice + carried < 0:
            raise PoolError(f"a die code cannot be below 0D: {dice}D{pips:+}")
        _set_dice(self, dice + carried)
        _set_pips(self, rest)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a die code cannot be changed: {name} = {value!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a die code cannot be changed: {name}")

    def __reduce__(self) -> tuple[type[Self], tuple[int, int]]:
        return type(self), (self.dice, self.pips)

    @classmethod
    @door
    def parse(cls, text: str) -> Self:
        """Return the code of `3D+2` or of an informal `3d + 2`. Raises PoolError like `read`."""
        normal = normalize_typed(text, {})
        if read_code(normal) is None:
            raise PoolError(f"not a die code: {text!r}; write 5D, or 3D+1")
        return cls.read(normal)

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the code of `3D+2`.

        Raises PoolError for any other text, or if its pips make a die.
        """
        written = read_code(text)
        if written is None:
            raise PoolError(f"not a die code: {text!r}")
        code = cls(*written)
        if written.pips >= (per_die := cls.pips_per_die):
            raise PoolError(f"{per_die} pips make a die: write {code}, not {text}")
        return code

    @property
    def worth(self) -> int:
        """The code in pips."""
        return self.dice * self.pips_per_die + self.pips

    def next(self) -> Self:
        """Return the code that is one pip higher."""
        return type(self)(self.dice, self.pips + 1)

    def __add__(self, other: DieCode) -> Self:
        try:
            return type(self)(self.dice + other.dice, self.pips + other.pips)
        except AttributeError:
            return NotImplemented

    def __sub__(self, other: DieCode) -> Self:
        try:
            return type(self)(0, self.worth - other.worth)
        except AttributeError:
            return NotImplemented

    def difference(self, other: DieCode) -> Modifier:
        """Return the modifier that turns `other` into this code, with negative parts if needed."""
        worth = self.worth - other.worth
        change = Modifier.of(type(self)(0, abs(worth)))
        return -change if worth < 0 else change

    def __mul__(self, factor: int) -> Self:
        return type(self)(0, self.worth * factor)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DieCode):
            return NotImplemented
        return self.dice == other.dice and self.pips == other.pips

    def __lt__(self, other: DieCode) -> bool:
        try:
            return (self.dice, self.pips) < (other.dice, other.pips)
        except AttributeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash((self.dice, self.pips))

    def __str__(self) -> str:
        return code_text(self.dice, self.pips)

    def __repr__(self) -> str:
        return f"DieCode({self.dice}, {self.pips})"


# Codes are made at every step of play, so bypass the slower `__setattr__`.
_set_dice = vars(DieCode)["dice"].__set__
_set_pips = vars(DieCode)["pips"].__set__


def die_codes(pips_per_die: int) -> type[DieCode]:
    """Return the class of die codes in which this many pips make a die."""
    return type("DieCode", (DieCode,), {"__slots__": (), "pips_per_die": pips_per_die})
