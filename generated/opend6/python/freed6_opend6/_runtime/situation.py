"""Define the situation in which a formula is evaluated: names, a character, and the rules."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    get_origin,
)

from .amounts import DieCode, FormulaPool, Modifier, Quantity, Range
from .effects import Duration
from .entries.actions import Action
from .entries.dice import Dice
from .entries.tables import Band, Benchmark, Cell, Condition, Row, Table
from .entries.world import Ability, Level, used_together
from .finding import kind_word
from .record import Entry, FormulaError, Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .entries.actions import Check
    from .entries.world import Rated
    from .finding import NameIndex
    from .odds.answer import Odds


# Values by name, converted to the types that formulas expect.

Single: TypeAlias = (
    "int | Fraction | bool | str | DieCode | Quantity | FormulaPool | Modifier"
)
Spans: TypeAlias = "Range[int] | Range[Fraction] | Range[DieCode] | Range[Quantity]"
FormulaValue: TypeAlias = "Single | Spans | Ref[Entry] | None"
"""The values of formulas; None is a blank."""


class Given:
    """A lookup of values by name, with typed access.

    For example, `integer("rank")` or `given("reach", Range[Quantity])`. A missing name or a value
    of another type raises FormulaError.
    """

    __slots__ = ()

    def find(self, name: str) -> FormulaValue:
        """Return the value of a name; None is a blank."""
        raise NotImplementedError

    def given(self, name: str, kind: type[T]) -> T:
        """Return the value of a name as a type."""
        return typed(self.find(name), kind, name)

    def optional(self, name: str, kind: type[T]) -> T | None:
        """Return the value of a name as a type, or None if it is blank."""
        value = self.find(name)
        return None if value is None else typed(value, kind, name)

    def integer(self, name: str) -> int:
        """Return a whole number."""
        return self.given(name, int)

    def fraction(self, name: str) -> Fraction:
        """Return an exact number."""
        return self.given(name, Fraction)

    def boolean(self, name: str) -> bool:
        """Return True or False."""
        return self.given(name, bool)

    def text(self, name: str) -> str:
        """Return a text."""
        return self.given(name, str)

    def die_code(self, name: str) -> DieCode:
        """Return a die code."""
        return self.given(name, DieCode)

    def pool(self, name: str) -> FormulaPool:
        """Return a pool of dice."""
        return self.given(name, FormulaPool)

    def modifier(self, name: str) -> Modifier:
        """Return a modifier."""
        return self.given(name, Modifier)

    def quantity(self, name: str) -> Quantity:
        """Return a quantity."""
        return self.given(name, Quantity)

    def entry(self, name: str) -> Ref[Any]:
        """Return a reference to an entry. Callers know the kind."""
        return self.given(name, Ref[Any])


class Cells(Given):
    """The cells of a row, a condition or another entry with columns, by the keys of the columns."""

    __slots__ = ("owner",)

    def __init__(self, owner: Entry) -> None:
        self.owner = owner

    def find(self, name: str) -> FormulaValue:
        """Return the value in a column."""
        cells: dict[str, Any] = getattr(self.owner, "cells", {})
        if name not in cells:
            raise FormulaError(f"{self.owner.id} has no '{name}'")
        cell = cells[name]
        if isinstance(cell, tuple | Duration):
            raise FormulaError(f"formulas cannot use the value of '{name}'")
        return cast("FormulaValue", cell)


def typed(value: object, kind: type[T], name: str) -> T:
    """Return a value as a type. A whole number is also a fraction, and a die code a pool."""
    if value is None:
        raise FormulaError(f"{name} is blank here")
    if kind is Fraction and isinstance(value, int):
        value = Fraction(value)
    if kind is FormulaPool and isinstance(value, DieCode):
        value = FormulaPool.of(value)
    if not isinstance(value, get_origin(kind) or kind):  # the origin of `Range[int]`
        raise FormulaError(f"{name} cannot be {value} here")
    return cast("T", value)


S = TypeVar("S")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
E = TypeVar("E", bound=Entry)
Id: TypeAlias = "str | Ref[Entry]"
"""An id of an entry, or a reference."""

Like: TypeAlias = "E | Ref[E] | str"
"""An entry of a kind, a reference to it, or its id, name or alias."""
EntryLike: TypeAlias = "Like[Entry]"
"""An entry of any suitable kind, a reference to it, or its id, name or alias."""


def id_of(entry: Id | Entry) -> str:
    """Return an id. The argument can be an entry, a reference or the id itself."""
    return entry if isinstance(entry, str) else entry.id


ACTING = "use it where a character acts: in a value, an action or a condition"
TARGETED = "name the target; in an example, use steps with `on`"


class FormulaCharacter(Protocol):
    """A character as formulas see it. Entries go by id.

    `Actor` and `ExampleCharacter` implement it; `AsksCharacter` delegates to an implementation.
    """

    def rating(self, id: str, /) -> DieCode:
        """Return the die code of a rating."""
        ...

    def fixed(self, id: str, /) -> int:
        """Return a rating as a number, without a roll."""
        ...

    def roll(self, of: str | FormulaPool, procedure: Id | None = None, /) -> int:
        """Roll a rating, or a pool, in this procedure or its usual one; return the total."""
        ...

    def has(self, id: str, /) -> bool:
        """Return True if the character has the entry."""
        ...

    def without_ability(self, id: str, /) -> DieCode:
        """Return a rating without the contribution of its ability."""
        ...

    def value(self, id: str, /) -> FormulaValue:
        """Return a value of the character, or None if the character doesn't have it."""
        ...

    def count_of(self, id: str, /) -> int:
        """Return the number of points, or of actions taken in the current period."""
        ...


class AsksCharacter:
    """Passes the questions of formulas on to the character that `someone` returns.

    Entries can be passed as references.
    """

    __slots__ = ()

    def someone(self) -> FormulaCharacter:
        """Return the character."""
        raise NotImplementedError

    def rating(self, of: Id) -> DieCode:
        """Return the die code of a rating."""
        return self.someone().rating(id_of(of))

    def fixed(self, of: Id) -> int:
        """Return a rating as a number, without a roll."""
        return self.someone().fixed(id_of(of))

    def roll(self, of: Id | FormulaPool, procedure: Id | None = None) -> int:
        """Roll a rating, or a pool, in this procedure or its usual one; return the total."""
        rolled = of if isinstance(of, FormulaPool) else id_of(of)
        return self.someone().roll(rolled, procedure)

    def has(self, of: Id) -> bool:
        """Return True if the character has the entry."""
        return self.someone().has(id_of(of))

    def without_ability(self, of: Id) -> DieCode:
        """Return a rating without the contribution of its ability."""
        return self.someone().without_ability(id_of(of))

    def count_of(self, of: Id) -> int:
        """Return the number of points, or of actions taken in the current period."""
        return self.someone().count_of(id_of(of))


class Rules(Protocol):
    """A ruleset, as formulas and play use it."""

    @property
    def id(self) -> str:
        """The published id."""
        ...

    @property
    def version(self) -> str:
        """The published version."""
        ...

    @property
    def packs(self) -> tuple[str, ...]:
        """The ids of its packs, base first."""
        ...

    @property
    def moved(self) -> Mapping[str, str]:
        """The redirects: former ids of renamed or replaced entries, with their present ids."""
        ...

    @property
    def terms(self) -> Mapping[str, str]:
        """The pack's words for terms such as `the game master`, if they differ."""
        ...

    @property
    def die_code(self) -> type[DieCode]:
        """The class of die codes."""
        ...

    @property
    def procedure(self) -> Dice | None:
        """The default dice procedure: the first one, or None."""
        ...

    def entry(self, id: str, /) -> Entry:
        """Return the entry of an id, present or former. Raises KeyError for an unknown id."""
        ...

    def every(self, kind: str, /) -> Iterable[Entry]:
        """Return all entries of a kind in order, by the word that begins their ids."""
        ...

    def once(self, find: Callable[[Self], T], /) -> T:
        """Return the result of a function that depends only on the rules.

        The result can come from a cache, as rules don't change.
        """
        ...

    @property
    def names(self) -> NameIndex:
        """The index of entries by name. It can be limited to some of the entries."""
        ...


def note(rules: Rules, used: object) -> None:
    """Record that an entry was used, if the rules keep a list of used entries.

    The rules of examples keep such a list.
    """
    used_entries = getattr(rules, "noted", None)
    if used_entries is not None:
        used_entries.append(used)


def term(rules: Rules, form: str) -> str:
    """Return a form of a term in the wording of the rules, such as `the game master`.

    If `form` begins with a capital, so does the result.
    """
    uncapitalized = form[:1].lower() + form[1:]
    wording = rules.terms.get(uncapitalized, uncapitalized)
    return wording if form == uncapitalized else wording[:1].upper() + wording[1:]


def procedure_for(rules: Rules, die: str, named: Dice | None = None) -> Dice | None:
    """Return the procedure that rolls a pool: `named`, or else the default one.

    If the pool names another die, return the first procedure with that die, or None.
    """
    usual = named or rules.procedure
    if not die or (usual and usual.die == die):
        return usual
    procedures = cast("Iterable[Dice]", rules.every("dice"))
    return next((dice for dice in procedures if dice.die == die), None)


def procedure_of(rules: Rules, ratings: Iterable[Rated]) -> Dice | None:
    """Return the procedure that rolls these ratings together, the narrowest rating first.

    The first rating with its own procedure decides, otherwise the rules. Returns None if the rules
    have no dice.
    """
    for rating in ratings:
        if rating.procedure is not None:
            return rating.procedure.entry
    return rules.procedure


def procedures_of(
    rules: Rules, check: Check, ratings: Iterable[Entry]
) -> tuple[Dice, ...]:
    """Return the procedures that can roll a check with these ratings."""
    if check.procedure is not None:
        return (check.procedure.entry,)
    procedures = (procedure_of(rules, used_together(rating)) for rating in ratings)
    return tuple(dict.fromkeys(filter(None, procedures)))


class RuleRef(Ref[T_co]):
    """A reference that finds its entry in the given rules."""

    __slots__ = ("_rules",)

    def __init__(self, id: str, rules: Rules) -> None:
        super().__init__(id)
        self._rules = rules

    @property
    def entry(self) -> T_co:
        """The entry. Its kind isn't checked: the code that makes the reference has to ensure it."""
        return cast("T_co", self._rules.entry(self.id))


class Situation(Given, AsksCharacter):
    """The context in which a formula is evaluated.

    `names` has the values of the names that a formula can use at its place, such as `rank`, `step`
    or `row`. A name with a dot, such as `row.category`, can be one of them; otherwise, `category`
    is looked up in the entry `row`. Entries can be passed in place of references. `character` is
    the character that the formula is about, and `targeted` is the target, if there are any.

    A missing value raises FormulaError.
    """

    __slots__ = ("character", "names", "rules", "targeted")

    def __init__(
        self,
        rules: Rules,
        names: Mapping[str, FormulaValue | Entry] = MappingProxyType({}),
        character: FormulaCharacter | None = None,
        targeted: FormulaCharacter | None = None,
    ) -> None:
        self.rules = rules
        self.names = names
        self.character = character
        self.targeted = targeted

    def knowing(self, names: Mapping[str, FormulaValue | Entry]) -> Situation:
        """Return the same situation with more names, or with other values for them."""
        here = copy(self)
        here.names = {**self.names, **names}
        return here

    @property
    def target(self) -> Situation:
        """The same situation for the target. Raises FormulaError without a target."""
        if self.targeted is None:
            raise FormulaError("this needs a target, but there is none here", TARGETED)
        here = copy(self)
        here.character, here.targeted = self.targeted, None
        return here

    def find(self, name: str) -> FormulaValue:
        """Return the value of a name."""
        if name in self.names:
            value = self.names[name]
            return self.ref(value.id) if isinstance(value, Entry | Ref) else value
        owner, _, part = name.rpartition(".")
        if owner not in self.names:
            raise FormulaError(f"{name} has no value here")
        entry = self._read(self.entry(owner), Entry)
        if isinstance(entry, Condition) and part == "rank":
            return entry.rank
        return Cells(entry).find(part)

    def ref(self, id: str) -> Ref[Any]:
        """Return a reference to an entry of the rules."""
        return RuleRef(id, self.rules)

    def _read(self, entry: Id, kind: type[E]) -> E:
        id = id_of(entry)
        try:
            candidate = self.rules.entry(id)
        except KeyError:
            candidate = None
        if not isinstance(candidate, kind):
            raise FormulaError(f"unknown {kind_word(kind)} {id}")
        return candidate

    def someone(self) -> FormulaCharacter:
        """Return the character. Raises FormulaError if there is none."""
        if self.character is None:
            raise FormulaError("this needs a character, but there is none here", ACTING)
        return self.character

    def points(self, of: Id) -> int:
        """Return the number of points of the character; 0 if they can't have any."""
        return self.count_of(of)

    def taken(self, of: Id, chosen: Id | None = None) -> int:
        """Return the number of actions that the character has taken in the current period.

        `of` is an action, or a type for all of its actions. An action in progress doesn't count.
        With `chosen`, only actions count for which this entry was chosen.
        """
        return self.count_of(
            id_of(of) if chosen is None else f"{id_of(of)}/{id_of(chosen)}"
        )

    def ability_of(self, of: Id) -> Ref[Ability]:
        """Return the ability of a skill or specialization; for an ability, the ability itself."""
        entry = self._read(of, Entry)
        while not isinstance(entry, Ability):
            parent: Ref[Entry] = vars(entry)["parent"]
            entry = self._read(parent, Entry)
        return self.ref(entry.id)

    def has_check(self, of: Id) -> bool:
        """Return True if an action has a check."""
        return self._read(of, Action).check is not None

    def value(self, id: str, kind: type[T]) -> T:
        """Return a value of the character as a type."""
        name = id.partition(".")[2]
        if self.character is None:
            raise FormulaError(f"{name} needs a character", ACTING)
        value = self.character.value(id)
        if value is None:
            raise FormulaError(f"{self.character} has no {name}")
        return typed(value, kind, name)

    def band(self, benchmark: Id, number: int) -> Ref[Band] | None:
        """Return the band of a benchmark that contains a number, or None."""
        band = self._read(benchmark, Benchmark).band(number)
        return None if band is None else self.ref(band.id)

    def top(self, band: Id | None) -> int:
        """Return the highest number of a band."""
        high = self._band(band).range.high
        if high is None:
            raise FormulaError("this band is open at the top: it has no highest number")
        return high

    def bottom(self, band: Id | None) -> int:
        """Return the lowest number of a band."""
        low = self._band(band).range.low
        if low is None:
            raise FormulaError(
                "this band is open at the bottom: it has no lowest number"
            )
        return low

    def _band(self, band: Id | None) -> Band:
        if band is None:
            raise FormulaError("the band is blank here")
        return self._read(band, Band)

    def place(self, entry: Id | None) -> int:
        """Return the position of an entry among its siblings; 0 for a blank."""
        return 0 if entry is None else self._place(self._read(entry, Entry))

    def _place(self, entry: Entry) -> int:
        """Return the rank of a condition; for other entries, the position counted from 1."""
        if isinstance(entry, Condition):
            return entry.rank
        if isinstance(entry, Band | Level):
            return entry.place
        parent: Ref[Entry] = vars(entry)["parent"]
        return 1 + self._read(parent, Entry).inside.index(entry)

    def nth(self, whole: Id, number: int) -> Ref[Any] | None:
        """Return the part of an entry at this position, or None."""
        parts = self._read(whole, Entry).inside
        matches = (part for part in parts if self._place(part) == number)
        return next((self.ref(part.id) for part in matches), None)

    def count(self, whole: Id) -> int:
        """Return the number of entries nested directly in an entry."""
        return len(self._read(whole, Entry).inside)

    def row(self, table: Id, value: FormulaValue) -> Cells:
        """Return the cells of the row that matches a value."""
        entry = self._read(table, Table)
        lookup_keys = [key for key, column in entry.columns.items() if column.lookup]
        for row in entry.rows:
            if _matches_row(row, lookup_keys, value):
                return Cells(row)
        target = self._read(value, Entry) if isinstance(value, Ref) else value
        target_name = getattr(target, "name", target)
        raise FormulaError(f"{entry.name} has no row for {target_name}")

    def lookup(self, table: Id, value: FormulaValue, column: str, kind: type[T]) -> T:
        """Return a cell of the row that matches a value, as a type."""
        return self.row(table, value).given(column, kind)

    def lookup_optional(
        self, table: Id, value: FormulaValue, column: str, kind: type[T]
    ) -> T | None:
        """Return a cell of the row that matches a value, as a type, or None if it is blank."""
        return self.row(table, value).optional(column, kind)

    def chance(
        self, pool: FormulaPool, number: int, procedure: Id | None = None
    ) -> Fraction:
        """Return the exact probability of success against a number."""
        return self._odds(pool, procedure, lambda odds: odds.success(number))

    def mean(self, pool: FormulaPool, procedure: Id | None = None) -> Fraction:
        """Return the exact mean total of a pool."""
        return self._odds(pool, procedure, lambda odds: odds.mean)

    def lowest(self, pool: FormulaPool, procedure: Id | None = None) -> int:
        """Return the lowest possible total of a pool."""
        return self._odds(pool, procedure, lambda odds: odds.support.low)

    def highest(self, pool: FormulaPool, procedure: Id | None = None) -> int | None:
        """Return the highest possible total of a pool, or None if it has no upper limit."""
        return self._odds(pool, procedure, lambda odds: odds.support.high)

    def _odds(
        self, pool: FormulaPool, procedure: Id | None, question: Callable[[Odds], T]
    ) -> T:
        """Answer a question about the odds of a pool, in this procedure or the default one."""
        # Loading the odds engine takes long, so load it only when a formula needs it.
        from .odds.answer import answer

        named = None if procedure is None else self._read(procedure, Dice)
        dice = procedure_for(self.rules, pool.die, named)
        if dice is None:
            raise FormulaError("these rules have no dice procedure")
        return answer(pool, dice, self.rules.die_code.pips_per_die, question)

    @staticmethod
    def if_blank(value: T | None, otherwise: T) -> T:
        """Return a value, or `otherwise` if it is blank."""
        return otherwise if value is None else value

    @staticmethod
    def turned(value: S | None, into: Callable[[S], T]) -> T | None:
        """Return a converted value, or None if it is blank."""
        return None if value is None else into(value)

    @staticmethod
    def or_else(value: T | None, otherwise: Callable[[], T]) -> T:
        """Return a value, or the result of `otherwise` if it is blank."""
        return otherwise() if value is None else value


def _matches_row(row: Row, lookup_keys: Sequence[str], value: FormulaValue) -> bool:
    """Return True if a row matches a value by key, name, represented entry or `lookup` column."""
    if any(_matches_cell(row.cells.get(key), value) for key in lookup_keys):
        return True
    if isinstance(value, Ref):
        represented: Any = row.represents
        return value.id in {row.id, "" if represented is None else represented.id}
    return not lookup_keys and str(value) in {row.key, row.id, row.name}


def _matches_cell(cell: Cell, value: FormulaValue) -> bool:
    """Return True if a cell equals a value, or is a range that contains it."""
    if cell == value or not isinstance(cell, Range):
        return cell == value
    limit = cell.high if cell.low is None else cell.low
    return type(limit) is type(value) and value in cell
