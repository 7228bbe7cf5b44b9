"""Immutable records with named fields, and references between entries.

Records are frozen dataclasses to a type checker and plain objects to Python: a field that was not
given is found on the class, as its default. `dataclasses` itself would cost more at import than all
entries of a game together. As in dataclasses, a field that a class does not have, or one that is
missing and has no default, is a TypeError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    NoReturn,
    Self,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Prose: TypeAlias = Annotated[str, "prose"]
"""Words for people, in paragraphs. Packs may link in it; generated packages hold it plain."""
TypeWord: TypeAlias = Annotated[str, "type"]
"""A word for a type: `integer`, `die-code`, what a unit measures, a kind of entry."""
ChoiceWord: TypeAlias = Annotated[str, "choice"]
"""What one picks from: a table by its id, for a row of it, or a kind of entry."""
PointsKey: TypeAlias = Annotated[str, "points"]
"""The key of a pool of points."""
Concerns: TypeAlias = Annotated[T, "about"]
"""What an entry is about: it is nothing without it, and goes when that is removed."""
Mention: TypeAlias = Annotated[T, "mention"]
"""What an entry only lists: what is removed is no longer in the list."""
Linked: TypeAlias = Annotated[T, "linked"]
"""What follows from the place of an entry. Packs do not write it."""

_FIELDS: dict[type[object], tuple[frozenset[str], frozenset[str]]] = {
    object: (frozenset(), frozenset())
}
"""The names of all fields of a class, and of those that it needs, once a record of it was made."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """An immutable object with named fields; equal to one of its class with equal fields."""

    def __init__(self, /, *args: object, **fields: object) -> None:
        cls = type(self)
        known, needed = _FIELDS.get(cls) or _fields_of(cls)
        # Thousands of records are made at import: no loop in Python until something is wrong.
        if args or not (known.issuperset(fields) and needed.issubset(fields)):
            raise TypeError(_refusal(cls, fields, positional=bool(args)))
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{type(self).__name__} cannot be changed: {name} = {value!r}"
        )

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name}")

    def but(self, **fields: Any) -> Self:
        """A copy with other values for some fields."""
        cls = type(self)
        known, _ = _FIELDS.get(cls) or _fields_of(cls)
        if not known.issuperset(fields):
            raise TypeError(_refusal(cls, fields, positional=False))
        copy = cls.__new__(cls)  # what it needs, it has from this one
        copy.__dict__.update(self.__dict__, **fields)
        return copy

    def __eq__(self, other: object) -> bool:
        cls = type(self)
        return type(other) is cls and non_default(cls, vars(other)) == non_default(
            cls, vars(self)
        )

    def __hash__(self) -> int:
        return hash((type(self), _hash(non_default(type(self), vars(self)))))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"


def _fields_of(cls: type[object]) -> tuple[frozenset[str], frozenset[str]]:
    """The names of all fields of a class, and of those that have no default in it."""
    if cls not in _FIELDS:
        known, needed = _fields_of(cls.__mro__[1])
        own = _annotated(cls)
        if own or not needed.isdisjoint(vars(cls)):
            known = known.union(own)
            needed = frozenset(name for name in known if not hasattr(cls, name))
        _FIELDS[cls] = known, needed
    return _FIELDS[cls]


def _annotated(cls: type[object]) -> list[str]:
    """The names of the fields that a class declares itself, in order."""
    hints: dict[str, object] = vars(cls).get("__annotations__", {})
    return [name for name, hint in hints.items() if "ClassVar[" not in str(hint)]


def _refusal(cls: type[Record], given: Iterable[str], *, positional: bool) -> str:
    """Why no record is made of these fields."""
    from difflib import get_close_matches

    known, needed = _fields_of(cls)
    ordered = [
        name
        for base in reversed(cls.__mro__)
        for name in _annotated(base)
        if name in known
    ]
    facts: str = getattr(cls, "FACTS", "")
    if positional:
        if facts:
            return f"write {cls.__name__}({facts}={{…}})"
        return f"{cls.__name__} takes its fields by name: {_listed(ordered)}"
    for name in given:
        if name not in known:
            near = get_close_matches(name, ordered, 1, cutoff=0.5)
            advice = (
                f"did you mean {near[0]!r}?"
                if near
                else f"a fact? write {cls.__name__}({facts}={{{name!r}: …}})"
                if facts
                else f"its fields are {_listed(ordered)}"
            )
            return f"{cls.__name__} has no field {name!r}: {advice}"
    missing = [name for name in ordered if name in needed.difference(given)]
    return f"{cls.__name__} needs {_listed(missing)}"


def _listed(names: Iterable[str]) -> str:
    """Names as a sentence lists them; a name that a class declares again is listed once."""
    *most, last = dict.fromkeys(names)
    return f"{', '.join(most)} and {last}" if most else last


def _hash(value: object) -> int:
    """A hash that is equal for equal values of fields, which may hold maps in any order."""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return hash(frozenset((key, _hash(held)) for key, held in pairs))
    if isinstance(value, tuple):
        return hash(tuple(map(_hash, cast("tuple[object, ...]", value))))
    try:
        return hash(value)
    except TypeError:
        # What can change, as a character in an event of play, may be equal to anything later.
        return 0


def key_of(name: str) -> str:
    """How packs write a field: `if_` is `if`, `pips_per_die` is `pips-per-die`."""
    return name.rstrip("_").replace("_", "-")


def non_default(cls: type[Record], fields: Mapping[str, object]) -> dict[str, object]:
    """The fields whose values differ from their defaults in a class of records."""
    return {
        name: value
        for name, value in fields.items()
        if not hasattr(cls, name) or value != getattr(cls, name)
    }


class Entry(Record):
    """Anything that a pack names.

    - `id`: what references have, which is stable: `condition.damage.hurt`.
    - `name`: what people read, which may be changed freely.
    - `text`: the rule in words.
    - `aliases`: other names that it goes by.
    - `keywords`: words that people look for it by, though it is not called so.
    - `source`: where the rule was found.
    - `attested`: where the name is used, if no list defines it.
    """

    find: ClassVar[Callable[[str], Entry] | None] = None
    """Finds the entry of an id, as that of a generated package does in its ruleset.

    A copied or unpickled entry that it finds is that entry itself.
    """
    ruleset: ClassVar[Any] = None
    """The rules of the generated package; None in the compiler, which has many at once."""

    id: str
    name: str
    text: Prose = ""
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    source: str = ""
    attested: str = ""

    @property
    def key(self) -> str:
        """The last part of the id: `hurt` of `condition.damage.hurt`."""
        return self.id.rpartition(".")[2]

    @property
    def title(self) -> str:
        """What people read in its place, and what is printed: its name, else its key."""
        return self.name or self.key

    @property
    def nicknames(self) -> tuple[str, ...]:
        """What it is called for short: `stay alert` for `Gain an Advantage: stay alert`."""
        whole, colon, part = self.name.partition(": ")
        return (part, f"{whole} {part}") if colon else ()

    def uses(self, rated: Entry, find: Callable[[str], Entry | None]) -> bool:
        """Whether it is done with a rating, or with one that stands in that."""
        del rated, find
        return False

    @property
    def inside(self) -> tuple[Entry, ...]:
        """What is nested directly in the entry, in order: the conditions of a track."""
        return tuple(
            child
            for value in self.__dict__.values()
            if isinstance(value, tuple) and value and isinstance(value[0], Entry)
            for child in cast("tuple[Entry, ...]", value)
        )

    def tree(self) -> Iterator[Entry]:
        """The entry and everything nested in it, outermost first."""
        yield self
        for child in self.inside:
            yield from child.tree()

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> str | tuple[Any, ...]:
        """What `copy` and `pickle` keep: the id if the ruleset has the entry, else all fields."""
        find = Entry.find
        try:
            known = find is not None and find(self.id) is self
        except KeyError:
            known = False
        return (find, (self.id,)) if known else super().__reduce_ex__(protocol)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # Comparing fields takes long, and most entries that are compared differ in their ids.
        same = isinstance(other, Entry) and other.id == self.id
        return same and super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def __str__(self) -> str:
        return self.title


def of_kind(entries: Iterable[Entry], kind: str) -> Iterator[Entry]:
    """The entries of a kind, by the word that begins their ids."""
    return (entry for entry in entries if entry.id.partition(".")[0] == kind)


class Ref(Generic[T_co]):
    """A reference to an entry by its id, resolved lazily: entries refer to each other in cycles."""

    __slots__ = ("id",)

    def __init__(self, id: str) -> None:
        self.id = id

    @property
    def entry(self) -> T_co:
        """The entry itself. Each ruleset says how it is found."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ref) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Ref({self.id!r})"

    def __str__(self) -> str:
        return self.id


# Exceptions.


class RulesError(Exception):
    """The base of all exceptions of a package."""


class DataError(RulesError, ValueError):
    """Saved data that cannot be read or written."""


class Unworkable(RulesError):  # noqa: N818
    """Something has no value here: `message` says why, `way_out` what could be done about it."""

    def __init__(self, message: str, way_out: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.way_out = way_out
