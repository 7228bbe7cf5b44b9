"""Immutable records with named fields, and references between entries.

Records are frozen dataclasses to a type checker and plain objects to Python: a field that was not
given is found on the class, as its default. `dataclasses` itself would cost more at import than all
entries of a game together.
"""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    NoReturn,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Prose: TypeAlias = Annotated[str, "prose"]
"""Words for people, in paragraphs. Packs may link in it; generated packages hold it plain."""
TypeWord: TypeAlias = Annotated[str, "type"]
"""A word for a type: `integer`, `die-code`, what a unit measures, a kind of entry."""
ChoiceWord: TypeAlias = Annotated[str, "choice"]
"""What one picks from: a table by its id, for a row of it, or a kind of entry."""
Concerns: TypeAlias = Annotated[T, "about"]
"""What an entry is about: it is nothing without it, and goes when that is removed."""
Mention: TypeAlias = Annotated[T, "mention"]
"""What an entry only lists: what is removed is no longer in the list."""
Linked: TypeAlias = Annotated[T, "linked"]
"""What follows from the place of an entry. Packs do not write it."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """An immutable object with named fields; equal to one of its class with equal fields."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        message = f"{type(self).__name__} cannot be changed: {name} = {value!r}"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> NoReturn:
        message = f"{type(self).__name__} cannot be changed: {name}"
        raise AttributeError(message)

    def but(self, **fields: Any) -> Self:
        """A copy with other values for some fields."""
        return type(self)(**{**self.__dict__, **fields})

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _non_default(other) == _non_default(self)

    def __hash__(self) -> int:
        return hash((type(self), frozenset(map(str, _non_default(self).items()))))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"


def _non_default(record: Record) -> dict[str, object]:
    """The fields whose values differ from their defaults, so that a given default is as none."""
    defaults = type(record)
    return {
        name: value
        for name, value in record.__dict__.items()
        if not hasattr(defaults, name) or value != getattr(defaults, name)
    }


class Entry(Record):
    """Anything that a pack names.

    - `id`: what references have, which is stable: `condition.damage.hurt`.
    - `name`: what people read, which may be changed freely.
    - `text`: the rule in words.
    - `aliases`: other names that it goes by.
    - `source`: where the rule was found.
    - `attested`: where the name is used, if no list defines it.
    """

    id: str
    name: str
    text: Prose = ""
    aliases: tuple[str, ...] = ()
    source: str = ""
    attested: str = ""

    @property
    def key(self) -> str:
        """The last part of the id: `hurt` of `condition.damage.hurt`."""
        return self.id.rpartition(".")[2]

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

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{self.id}>"


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


# The exception of formulas and questions to a ruleset.


class Unworkable(Exception):  # noqa: N818
    """Something has no value here: `message` says why, `way_out` what could be done about it."""

    def __init__(self, message: str, way_out: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.way_out = way_out
