"""What a package is written from: the ruleset, its prose in plain words, its formulas by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from freed6c.document.plain_text import marks_reader, plain_reader
from freed6c.formula.codegen import find_situated
from freed6c.formula.evaluator import Works
from freed6c.model.walk import formulas_of
from freed6c.packs.ids import python_name
from freed6c.packs.kinds import BY_NAME, Kind
from freed6c.runtime.entries.notes import FormulaEntry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import Comparison
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.record import Entry


WORKS: Final = "_formulas"
"""The module of the functions that work formulas out at their places."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A formula that works: the entry it is of, the name of its function, and the formula."""

    entry: Entry
    name: str
    text: str
    works: Works
    identity: int
    """Formulas are equal if they are written alike; this tells one from another."""

    @property
    def function(self) -> str:
        """The function as modules of entries see it; named formulas have theirs beside them."""
        return (
            self.name
            if isinstance(self.entry, FormulaEntry)
            else f"{WORKS}.{self.name}"
        )


@dataclass(frozen=True, slots=True)
class Content:
    """A ruleset and a reader that turns its prose into plain text.

    `marks` tells what packs did to an entry, if anything. `placed` are its formulas; `functions`
    tell the function of each by its identity; `situated`
    are the keys of those with a name that need a situation.
    """

    ruleset: Ruleset
    plain: Callable[[str], str]
    marks: Callable[[Entry], str]
    placed: Sequence[Placed]
    functions: Mapping[int, str]
    situated: frozenset[str]

    @classmethod
    def of(cls, ruleset: Ruleset, comparison: Comparison | None = None) -> Self:
        """Read a ruleset, and what its packs changed."""
        placed = tuple(_placed(ruleset))
        return cls(
            ruleset=ruleset,
            plain=plain_reader(ruleset),
            marks=marks_reader(ruleset, comparison),
            placed=placed,
            functions={one.identity: one.function for one in placed},
            situated=find_situated(ruleset.definitions),
        )


def _placed(ruleset: Ruleset) -> Iterator[Placed]:
    taken: set[str] = set()
    for entry in ruleset.entries.values():
        for path, formula in formulas_of(entry):
            if isinstance(formula.works, Works):
                name = _free(_name(entry, path), taken)
                yield Placed(entry, name, formula.text, formula.works, id(formula))


def _name(entry: Entry, path: KeyPath) -> str:
    """`action_force_crowd_check_success_1_by`: positions in lists count from 1."""
    steps = [str(step + 1) if isinstance(step, int) else step for step in path]
    if isinstance(entry, FormulaEntry):
        # Their functions stand among the public ones.
        return "_" + "_".join((entry.key, *steps)).replace("-", "_")
    return "_".join((*entry.id.split("."), *steps)).replace("-", "_")


def _free(name: str, taken: set[str]) -> str:
    """A name that nothing has yet: keys with hyphens may look like others with dots."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    taken.add(free)
    return free


# What things are called in a generated package.


def constant(entry: Entry) -> str:
    """`MARTIAL_WEAPONS`. Keys begin with a letter, so this is a name."""
    return entry.key.replace("-", "_").upper()


def class_name(entry: Entry) -> str:
    """`MartialWeapons`, for the class of an entry that has constants of its own."""
    return "".join(part.capitalize() for part in entry.key.split("-"))


def module(kind: Kind) -> str:
    """The module that holds the entries of a kind, nested ones with what they are nested in."""
    if kind.parent is None or not kind.qualified:
        return python_name(kind.key)
    return module(BY_NAME[kind.parent])


def kind_of(entry: Entry) -> Kind:
    """The kind of an entry, by its id."""
    return BY_NAME[entry.id.partition(".")[0]]
