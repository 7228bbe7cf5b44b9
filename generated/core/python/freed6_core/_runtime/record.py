"""Define immutable records with named fields, and references between entries.

For a type checker, records are frozen dataclasses; for Python, plain objects: a field that was not
passed is found on the class, as its default. Importing `dataclasses` would take longer than
importing all entries of a game. As in dataclasses, an unknown field or a missing one without a
default is a TypeError.
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
"""Text for readers, in paragraphs. Links in packs become plain text in generated packages."""
TypeWord: TypeAlias = Annotated[str, "type"]
"""A word for a type: `integer`, `die-code`, the dimension of a unit, a kind of entry."""
ChoiceWord: TypeAlias = Annotated[str, "choice"]
"""A word for a set of choices: the id of a table, for one of its rows, or a kind of entry."""
PointsKey: TypeAlias = Annotated[str, "points"]
"""The key of a pool of points."""
Concerns: TypeAlias = Annotated[T, "about"]
"""A reference to the subject of an entry: removing the subject also removes the entry."""
Mention: TypeAlias = Annotated[T, "mention"]
"""A reference in a list: removing the entry also removes it from the list."""
Linked: TypeAlias = Annotated[T, "linked"]
"""A field that the linker derives from the place of an entry. Packs don't write it."""

_FIELDS: dict[type[object], tuple[frozenset[str], frozenset[str]]] = {
    object: (frozenset(), frozenset())
}
"""The names of all fields of a class, and of its required fields. Filled with the first record."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """An immutable object with named fields, equal to an object of its class with equal fields."""

    def __init__(self, /, *args: object, **fields: object) -> None:
        cls = type(self)
        allowed, required = _FIELDS.get(cls) or _fields_of(cls)
        # Importing a package makes thousands of records, so loop only to report an error.
        if args or not (allowed.issuperset(fields) and required.issubset(fields)):
            raise TypeError(_refusal(cls, fields, positional=bool(args)))
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{type(self).__name__} cannot be changed: {name} = {value!r}"
        )

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name}")

    def but(self, **fields: Any) -> Self:
        """Return a copy with other values for some fields."""
        cls = type(self)
        allowed, _ = _FIELDS.get(cls) or _fields_of(cls)
        if not allowed.issuperset(fields):
            raise TypeError(_refusal(cls, fields, positional=False))
        copy = cls.__new__(cls)  # the required fields come from the original
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
    """Return the names of all fields of a class, and of those without a default."""
    if cls not in _FIELDS:
        names, required = _fields_of(cls.__mro__[1])
        own = _annotated(cls)
        # A class changes these if it declares fields, or has a default for a required field.
        if own or not required.isdisjoint(vars(cls)):
            names = names.union(own)
            required = frozenset(field for field in names if not hasattr(cls, field))
        _FIELDS[cls] = names, required
    return _FIELDS[cls]


def _annotated(cls: type[object]) -> list[str]:
    """Return the names of the fields that a class itself declares, in order."""
    hints: dict[str, object] = vars(cls).get("__annotations__", {})
    return [name for name, hint in hints.items() if "ClassVar[" not in str(hint)]


def _refusal(cls: type[Record], fields: Iterable[str], *, positional: bool) -> str:
    """Return the message for fields that don't make a record of this class."""
    from difflib import get_close_matches

    names, required = _fields_of(cls)
    ordered = [
        name
        for base in reversed(cls.__mro__)
        for name in _annotated(base)
        if name in names
    ]
    free_field: str = getattr(cls, "FACTS", "")
    if positional:
        if free_field:
            return f"write {cls.__name__}({free_field}={{…}})"
        return f"{cls.__name__} takes its fields by name: {_listed(ordered)}"
    for name in fields:
        if name not in names:
            similar = get_close_matches(name, ordered, 1, cutoff=0.5)
            advice = (
                f"did you mean {similar[0]!r}?"
                if similar
                else f"for a fact, write {cls.__name__}({free_field}={{{name!r}: …}})"
                if free_field
                else f"its fields are {_listed(ordered)}"
            )
            return f"{cls.__name__} has no field {name!r}: {advice}"
    missing = [name for name in ordered if name in required.difference(fields)]
    return f"{cls.__name__} needs {_listed(missing)}"


def _listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence, each name once."""
    *most, last = dict.fromkeys(names)
    return f"{', '.join(most)} and {last}" if most else last


def _hash(value: object) -> int:
    """Return a hash that is equal for equal values of fields, in any order of mappings."""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return hash(frozenset((key, _hash(item)) for key, item in pairs))
    if isinstance(value, tuple):
        return hash(tuple(map(_hash, cast("tuple[object, ...]", value))))
    try:
        return hash(value)
    except TypeError:
        # A mutable value, such as a character in an event, can later equal any other value.
        return 0


def key_of(name: str) -> str:
    """Return a field's name in packs: `if_` is `if`, `pips_per_die` is `pips-per-die`."""
    return name.rstrip("_").replace("_", "-")


def non_default(cls: type[Record], fields: Mapping[str, object]) -> dict[str, object]:
    """Return the fields whose values differ from the defaults in a class of records."""
    return {
        name: value
        for name, value in fields.items()
        if not hasattr(cls, name) or value != getattr(cls, name)
    }


class Entry(Record):
    """Anything in a pack that has an id.

    - `id`: the stable name that references use: `condition.damage.hurt`.
    - `name`: the name for readers. It can change freely.
    - `text`: the rule in words.
    - `aliases`: other names for the entry.
    - `keywords`: search words that lead to the entry without being names of it.
    - `source`: the place in the sources that the rule comes from.
    - `attested`: a place in the sources that uses the name, if no list there defines it.
    """

    find: ClassVar[Callable[[str], Entry] | None] = None
    """Returns the entry of an id, in the ruleset of a generated package.

    Copying or unpickling an entry of that ruleset returns the entry itself.
    """
    ruleset: ClassVar[Any] = None
    """The rules of the generated package; None in the compiler, which handles many rulesets."""

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
        """The text to print for the entry: its name, else its key."""
        return self.name or self.key

    @property
    def nicknames(self) -> tuple[str, ...]:
        """Shorter names: `stay alert` for `Gain an Advantage: stay alert`."""
        whole, colon, part = self.name.partition(": ")
        return (part, f"{whole} {part}") if colon else ()

    def uses(self, rated: Entry, find: Callable[[str], Entry | None]) -> bool:
        """Return True if the entry uses a rating, or one nested in that rating."""
        del rated, find
        return False

    @property
    def inside(self) -> tuple[Entry, ...]:
        """The entries nested directly in this one, in order: the conditions of a track."""
        return tuple(
            child
            for value in self.__dict__.values()
            if isinstance(value, tuple) and value and isinstance(value[0], Entry)
            for child in cast("tuple[Entry, ...]", value)
        )

    def tree(self) -> Iterator[Entry]:
        """Yield the entry and everything nested in it, outermost first."""
        yield self
        for child in self.inside:
            yield from child.tree()

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> str | tuple[Any, ...]:
        """Return the state for `copy` and `pickle`: only the id if the ruleset has the entry."""
        find = Entry.find
        try:
            is_in_ruleset = find is not None and find(self.id) is self
        except KeyError:
            is_in_ruleset = False
        return (find, (self.id,)) if is_in_ruleset else super().__reduce_ex__(protocol)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # Most unequal entries differ in their ids, which are faster to compare than all fields.
        same_id = isinstance(other, Entry) and other.id == self.id
        return same_id and super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def __str__(self) -> str:
        return self.title


def of_kind(entries: Iterable[Entry], kind: str) -> Iterator[Entry]:
    """Return the entries of a kind, by the word that begins their ids."""
    return (entry for entry in entries if entry.id.partition(".")[0] == kind)


class Ref(Generic[T_co]):
    """A reference to an entry by its id, resolved lazily: entries refer to each other in cycles."""

    __slots__ = ("id",)

    def __init__(self, id: str) -> None:
        self.id = id

    @property
    def entry(self) -> T_co:
        """The entry itself. Each ruleset defines the lookup."""
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


class FormulaError(RulesError):
    """A formula or rule that has no value in this situation.

    `message` has the reason, `way_out` a suggestion.
    """

    def __init__(self, message: str, way_out: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.way_out = way_out
