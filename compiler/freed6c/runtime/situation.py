"""Where a formula is worked out: names with their values, whom it is about, and the rules."""

from __future__ import annotations

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

from .amounts import DieCode, Modifier, Pool, Quantity, Range
from .effects import Duration
from .entries.dice import Dice
from .entries.tables import Band, Benchmark, Cell, Condition, Row, Table
from .entries.world import Ability, Level
from .record import Entry, Ref, Unworkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .entries.world import Rated
    from .finding import NameIndex
    from .odds.answer import Odds


# Values by name, asked for as what a formula takes them for.

Single: TypeAlias = "int | Fraction | bool | str | DieCode | Quantity | Pool | Modifier"
Spans: TypeAlias = "Range[int] | Range[Fraction] | Range[DieCode] | Range[Quantity]"
FormulaValue: TypeAlias = "Single | Spans | Ref[Entry] | None"
"""What a formula can give; None is a blank."""


class Given:
    """Answers to names, typed: `integer("rank")`, `given("reach", Range[Quantity])`.

    Whatever is not there, or is something else, raises Unworkable.
    """

    __slots__ = ()

    def find(self, name: str) -> FormulaValue:
        """What a name stands for; None is a blank."""
        raise NotImplementedError

    def given(self, name: str, kind: type[T]) -> T:
        """What a name stands for, as one of a kind."""
        return typed(self.find(name), kind, name)

    def optional(self, name: str, kind: type[T]) -> T | None:
        """What a name stands for, which may be blank."""
        value = self.find(name)
        return None if value is None else typed(value, kind, name)

    def integer(self, name: str) -> int:
        """A whole number."""
        return self.given(name, int)

    def fraction(self, name: str) -> Fraction:
        """A number, exactly."""
        return self.given(name, Fraction)

    def boolean(self, name: str) -> bool:
        """A yes or no."""
        return self.given(name, bool)

    def text(self, name: str) -> str:
        """A text."""
        return self.given(name, str)

    def die_code(self, name: str) -> DieCode:
        """A die code."""
        return self.given(name, DieCode)

    def pool(self, name: str) -> Pool:
        """A pool of dice."""
        return self.given(name, Pool)

    def modifier(self, name: str) -> Modifier:
        """A modifier."""
        return self.given(name, Modifier)

    def quantity(self, name: str) -> Quantity:
        """A quantity."""
        return self.given(name, Quantity)

    def entry(self, name: str) -> Ref[Any]:
        """A reference to an entry; of which kind is known to those who ask."""
        return self.given(name, Ref[Any])


class Cells(Given):
    """The cells of a row, a condition or whatever stands in columns, by the keys of those."""

    __slots__ = ("owner",)

    def __init__(self, owner: Entry) -> None:
        self.owner = owner

    def find(self, name: str) -> FormulaValue:
        """What stands in a column."""
        cells: dict[str, Any] = getattr(self.owner, "cells", {})
        if name not in cells:
            raise Unworkable(f"{self.owner.id} has no '{name}'")
        cell = cells[name]
        if isinstance(cell, tuple | Duration):
            raise Unworkable(f"a formula cannot work with what stands for '{name}'")
        return cast("FormulaValue", cell)


def typed(value: object, kind: type[T], name: str) -> T:
    """A value as one of a kind; a whole number is a fraction too."""
    if value is None:
        raise Unworkable(f"{name} is blank here")
    if kind is Fraction and isinstance(value, int):
        value = Fraction(value)
    if not isinstance(value, get_origin(kind) or kind):  # the origin of `Range[int]`
        raise Unworkable(f"{name} cannot be {value} here")
    return cast("T", value)


S = TypeVar("S")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
E = TypeVar("E", bound=Entry)
Id: TypeAlias = "str | Ref[Entry]"
"""An entry, by its id or by a reference."""

Naming: TypeAlias = "E | Ref[E] | str"
"""An entry of a kind, a reference to it, or what it is called: its id, name, an alias."""
Named: TypeAlias = "Naming[Entry]"
"""An entry of whatever kind fits, a reference to it, or what it is called."""


def id_of(entry: Id | Entry) -> str:
    """The id of an entry, which is given as such, as a reference, or by its id."""
    return entry if isinstance(entry, str) else entry.id


ACTING = "use it where a character acts: in a value, an action or a condition"


class Character(Protocol):
    """Someone with ratings; entries go by id.

    These are the questions that formulas ask. `Being` and `ExampleCharacter` answer them,
    `AsksCharacter` passes them on.
    """

    def rating(self, id: str, /) -> DieCode:
        """Tell how good they are at something."""
        ...

    def fixed(self, id: str, /) -> int:
        """Give the rating as a number, when nobody rolls."""
        ...

    def roll(self, id: str, /) -> int:
        """Roll, and give the total."""
        ...

    def has(self, id: str, /) -> bool:
        """Tell whether they have this at all."""
        ...

    def without_ability(self, id: str, /) -> DieCode:
        """Give the rating without what the ability gives to it."""
        ...

    def value(self, id: str, /) -> FormulaValue:
        """Give a number of theirs, or whatever it is; None if they have none."""
        ...

    def count_of(self, id: str, /) -> int:
        """Tell how many points they have, or how many actions they have taken in its period."""
        ...


class AsksCharacter:
    """Answers the questions to a character as `someone` does; entries may be references."""

    __slots__ = ()

    def someone(self) -> Character:
        """Who is asked."""
        raise NotImplementedError

    def rating(self, of: Id) -> DieCode:
        """How good the character is at something."""
        return self.someone().rating(id_of(of))

    def fixed(self, of: Id) -> int:
        """The rating as a number, when nobody rolls."""
        return self.someone().fixed(id_of(of))

    def roll(self, of: Id) -> int:
        """The total when the character rolls."""
        return self.someone().roll(id_of(of))

    def has(self, of: Id) -> bool:
        """Whether the character has this at all."""
        return self.someone().has(id_of(of))

    def without_ability(self, of: Id) -> DieCode:
        """The rating without what the ability gives to it."""
        return self.someone().without_ability(id_of(of))

    def count_of(self, of: Id) -> int:
        """How many points the character has, or has taken actions in its period."""
        return self.someone().count_of(id_of(of))


class Rules(Protocol):
    """A ruleset, as far as formulas and play ask it."""

    @property
    def id(self) -> str:
        """The id under which it is published."""
        ...

    @property
    def version(self) -> str:
        """The version under which it is published."""
        ...

    @property
    def packs(self) -> tuple[str, ...]:
        """The ids of the packs that make it up, base first."""
        ...

    @property
    def moved(self) -> Mapping[str, str]:
        """Former ids, of what was renamed or replaced, and the ids that stand for them now."""
        ...

    @property
    def terms(self) -> Mapping[str, str]:
        """What packs say for forms of terms (`the game master`), where they say something else."""
        ...

    @property
    def die_code(self) -> type[DieCode]:
        """The die codes of the ruleset."""
        ...

    @property
    def procedure(self) -> Dice | None:
        """The dice procedure that counts where none is named: the first, if there is one."""
        ...

    def entry(self, id: str, /) -> Entry:
        """The entry of an id, also of a former one. Raises KeyError where there is none."""
        ...

    def every(self, kind: str, /) -> Iterable[Entry]:
        """All entries of a kind, by the word that begins their ids, in order."""
        ...

    def once(self, find: Callable[[Self], T], /) -> T:
        """What a function finds in the rules alone; it need not search again, as they stay."""
        ...

    @property
    def names(self) -> NameIndex:
        """The entries by what people call them; not all need be there."""
        ...


def note(rules: Rules, used: object) -> None:
    """Note that something in the rules has come to bear, if they keep a list, as of examples."""
    noted = getattr(rules, "noted", None)
    if noted is not None:
        noted.append(used)


def term(rules: Rules, form: str) -> str:
    """A form of a term in the words of the rules: `the game master`, or what they say for it.

    One that begins a sentence begins with a capital.
    """
    plain = form[:1].lower() + form[1:]
    said = rules.terms.get(plain, plain)
    return said if form == plain else said[:1].upper() + said[1:]


def procedure_of(rules: Rules, ratings: Iterable[Rated]) -> Dice | None:
    """The procedure by which ratings are rolled together, the narrowest first.

    The first of them that has its own decides, else the rules do; None where they have no dice.
    """
    for rating in ratings:
        if rating.procedure is not None:
            return rating.procedure.entry
    return rules.procedure


class RuleRef(Ref[T_co]):
    """A reference that finds its entry in the rules that it was made for."""

    __slots__ = ("_rules",)

    def __init__(self, id: str, rules: Rules) -> None:
        super().__init__(id)
        self._rules = rules

    @property
    def entry(self) -> T_co:
        """The entry itself; who made the reference has seen to it that it is of the kind."""
        return cast("T_co", self._rules.entry(self.id))


class Situation(Given, AsksCharacter):
    """Where a formula is worked out.

    `names` are those of its place with their values: `rank`, `step`, `row`. A part of one, such as
    `row.category`, is found in it, or stands there by itself. Entries may stand for references.
    `character` is whom the formula is about, if anyone.

    What has no answer raises Unworkable.
    """

    __slots__ = ("character", "names", "rules")

    def __init__(
        self,
        rules: Rules,
        names: Mapping[str, FormulaValue | Entry] = MappingProxyType({}),
        character: Character | None = None,
    ) -> None:
        self.rules = rules
        self.names = names
        self.character = character

    def knowing(self, names: Mapping[str, FormulaValue | Entry]) -> Situation:
        """The same situation with more names, or other values for them."""
        return Situation(self.rules, {**self.names, **names}, self.character)

    def find(self, name: str) -> FormulaValue:
        """What a name of the place stands for."""
        if name in self.names:
            value = self.names[name]
            return self.ref(value.id) if isinstance(value, Entry | Ref) else value
        owner, _, part = name.rpartition(".")
        if owner not in self.names:
            raise Unworkable(f"nothing says what {name} is here")
        entry = self._read(self.entry(owner), Entry)
        if isinstance(entry, Condition) and part == "rank":
            return entry.rank
        return Cells(entry).find(part)

    def ref(self, id: str) -> Ref[Any]:
        """A reference to an entry of the rules."""
        return RuleRef(id, self.rules)

    def _read(self, entry: Id, kind: type[E]) -> E:
        id = id_of(entry)
        try:
            known = self.rules.entry(id)
        except KeyError:
            known = None
        if not isinstance(known, kind):
            raise Unworkable(f"{id} cannot be read")
        return known

    def someone(self) -> Character:
        """The character. Raises Unworkable where there is none."""
        if self.character is None:
            raise Unworkable("this needs a character, and there is none here", ACTING)
        return self.character

    def points(self, of: Id) -> int:
        """How many points the character has; 0 of those that they cannot have."""
        return self.count_of(of)

    def taken(self, of: Id) -> int:
        """How often the character has taken an action in its period, or those of a type.

        An action under way counts once it is done.
        """
        return self.count_of(of)

    def ability_of(self, of: Id) -> Ref[Ability]:
        """The ability that a skill or specialization adds to; an ability is its own."""
        entry = self._read(of, Entry)
        while not isinstance(entry, Ability):
            parent: Ref[Entry] = vars(entry)["parent"]
            entry = self._read(parent, Entry)
        return self.ref(entry.id)

    def value(self, id: str, kind: type[T]) -> T:
        """A value of the character, as one of a kind."""
        name = id.partition(".")[2]
        if self.character is None:
            raise Unworkable(f"nobody is here whose {name} this could be", ACTING)
        value = self.character.value(id)
        if value is None:
            raise Unworkable(f"{self.character} has no {name}")
        return typed(value, kind, name)

    def band(self, benchmark: Id, number: int) -> Ref[Band] | None:
        """The band of a benchmark that holds a number; None where none does."""
        band = self._read(benchmark, Benchmark).band(number)
        return None if band is None else self.ref(band.id)

    def top(self, band: Id | None) -> int:
        """The highest number of a band."""
        high = self._band(band).range.high
        if high is None:
            raise Unworkable("this band is open at the top: it has no highest number")
        return high

    def bottom(self, band: Id | None) -> int:
        """The lowest number of a band."""
        low = self._band(band).range.low
        if low is None:
            raise Unworkable("this band is open at the bottom: it has no lowest number")
        return low

    def _band(self, band: Id | None) -> Band:
        if band is None:
            raise Unworkable("there is no band here")
        return self._read(band, Band)

    def place(self, entry: Id | None) -> int:
        """The number that an entry has by its place in its like; 0 for a blank."""
        return 0 if entry is None else self._place(self._read(entry, Entry))

    def _place(self, entry: Entry) -> int:
        """A condition's is its rank; what has no other number is counted from 1."""
        if isinstance(entry, Condition):
            return entry.rank
        if isinstance(entry, Band | Level):
            return entry.place
        parent: Ref[Entry] = vars(entry)["parent"]
        return 1 + self._read(parent, Entry).inside.index(entry)

    def nth(self, whole: Id, number: int) -> Ref[Any] | None:
        """What has this number by its place in an entry; None where nothing has."""
        parts = self._read(whole, Entry).inside
        placed = (part for part in parts if self._place(part) == number)
        return next((self.ref(part.id) for part in placed), None)

    def count(self, whole: Id) -> int:
        """How many things stand in an entry."""
        return len(self._read(whole, Entry).inside)

    def row(self, table: Id, value: FormulaValue) -> Cells:
        """The cells of the row that belongs to a value."""
        entry = self._read(table, Table)
        looked = [key for key, column in entry.columns.items() if column.lookup]
        for row in entry.rows:
            if _belongs(row, looked, value):
                return Cells(row)
        wanted = self._read(value, Entry) if isinstance(value, Ref) else value
        named = getattr(wanted, "name", wanted)
        raise Unworkable(f"{entry.name} has no row for {named}")

    def lookup(self, table: Id, value: FormulaValue, column: str, kind: type[T]) -> T:
        """A cell of that row, as one of a kind."""
        return self.row(table, value).given(column, kind)

    def lookup_optional(
        self, table: Id, value: FormulaValue, column: str, kind: type[T]
    ) -> T | None:
        """A cell of that row, which may be blank."""
        return self.row(table, value).optional(column, kind)

    def chance(self, pool: Pool, number: int, procedure: Id | None = None) -> Fraction:
        """The exact chance to succeed against a number."""
        return self._odds(pool, procedure, lambda odds: odds.success(number))

    def mean(self, pool: Pool, procedure: Id | None = None) -> Fraction:
        """The mean total of a pool, exactly."""
        return self._odds(pool, procedure, lambda odds: odds.mean())

    def lowest(self, pool: Pool, procedure: Id | None = None) -> int:
        """The lowest total that a pool can give."""
        return self._odds(pool, procedure, lambda odds: odds.support.low)

    def highest(self, pool: Pool, procedure: Id | None = None) -> int | None:
        """The highest total that a pool can give; None where there is no highest."""
        return self._odds(pool, procedure, lambda odds: odds.support.high)

    def _odds(
        self, pool: Pool, procedure: Id | None, question: Callable[[Odds], T]
    ) -> T:
        """Ask the odds of a pool in a procedure, or else in that of the rules."""
        # The engine of odds is loaded only when a formula asks for them.
        from .odds.answer import answer

        dice = self.rules.procedure
        if procedure is not None:
            dice = self._read(procedure, Dice)
        if dice is None:
            raise Unworkable("no dice procedure is known here")
        return answer(pool, dice, self.rules.die_code.pips_per_die, question)

    @staticmethod
    def if_blank(value: T | None, otherwise: T) -> T:
        """A value, or something else where it is blank."""
        return otherwise if value is None else value

    @staticmethod
    def turned(value: S | None, into: Callable[[S], T]) -> T | None:
        """A value as something else, or still blank."""
        return None if value is None else into(value)

    @staticmethod
    def or_else(value: T | None, otherwise: Callable[[], T]) -> T:
        """A value, or what is worked out only where it is blank."""
        return otherwise() if value is None else value


def _belongs(row: Row, looked: Sequence[str], value: FormulaValue) -> bool:
    """Whether a value means this row: by its key or name, what it stands for, a `lookup` column."""
    if any(_is_found_by(row.cells.get(key), value) for key in looked):
        return True
    if isinstance(value, Ref):
        meant: Any = row.stands_for
        return value.id in {row.id, "" if meant is None else meant.id}
    return not looked and str(value) in {row.key, row.id, row.name}


def _is_found_by(cell: Cell, value: FormulaValue) -> bool:
    """Whether a cell is a value, or a range that holds it."""
    if cell == value or not isinstance(cell, Range):
        return cell == value
    end = cell.high if cell.low is None else cell.low
    return type(end) is type(value) and value in cell
