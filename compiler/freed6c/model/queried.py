"""A ruleset that notes what it is asked, for what is derived from it.

Fields are the doors (`derived.py`), but for the `FRAME`. A method that goes over many entries to
answer a narrow question is a door of its own: it alone is noted, not what it looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from freed6c.model.derived import ALL, Derived, Noted, fields_of
from freed6c.model.ruleset import Ruleset
from freed6c.packs.provenance import Provenance
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.finding import NameIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.packs.data import KeyPath
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.record import Entry

E = TypeVar("E", bound="Entry")
T = TypeVar("T")

FRAME: Final = (
    "manifest",
    "manifests",
    "die_code",
    "definitions",
    "redirects",
    "removals",
    "types",
    "words",
    "passed_over",
)
"""Fields that everything depends on: they are small, or seldom change."""


def frame_of(ruleset: Ruleset) -> object:
    """What everything that is derived from a ruleset depends on."""
    return [getattr(ruleset, name) for name in FRAME], ruleset.provenance.past


def queried(ruleset: Ruleset, derived: Derived) -> Ruleset:
    """The same ruleset, which notes what it is asked; references of its entries lead there, too."""
    values = {name: getattr(ruleset, name) for name in _FIELDS}
    for name in ("entries", "paths", "checked", "kinds"):
        values[name] = derived.mapping(name, values[name])
    origins = derived.mapping("origin", ruleset.provenance.records)
    past = ruleset.provenance.past
    values["provenance"] = _QueriedProvenance(origins, past, derived)
    ruleset.references.entries = values["entries"]
    made = _QueriedRuleset(**values)
    # What was found already holds here, too.
    made.__dict__.update(_once=ruleset._once, held=ruleset.held, derived=derived)  # noqa: SLF001
    derived.door("class", made.named)
    derived.door("procedure", made.first)
    derived.door("moved", made.moved_now)
    derived.door("once", made.found)
    return made


_FIELDS: Final = tuple(field.name for field in fields(Ruleset) if field.init)


class _QueriedRuleset(Ruleset):
    """Made by `queried` alone."""

    @property
    def procedure(self) -> Dice | None:
        return self.derived.ask(("procedure",), self.first)

    def first(self) -> Dice | None:
        """The answer to that."""
        return super().procedure

    @property
    def moved(self) -> Mapping[str, str]:
        return self.derived.ask(("moved",), self.moved_now)

    def moved_now(self) -> Mapping[str, str]:
        """The answer to that."""
        return super().moved

    @property
    def names(self) -> NameIndex:
        return NameIndex(
            entry for entry in self.entries.values() if not isinstance(entry, Example)
        )

    def of(self, kind: type[E]) -> tuple[E, ...]:
        find = super().of
        return self.derived.ask(("class", kind.__name__), lambda: find(kind))

    def named(self, name: str) -> tuple[Entry, ...]:
        """All entries of the class of a name."""
        return tuple(
            entry
            for entry in self._present
            if any(cls.__name__ == name for cls in type(entry).__mro__)
        )

    def once(self, find: Callable[[Any], T], /) -> T:
        """What is looked up in what is found is noted; else all of it.

        Where somebody only wants a place to keep things in, they are not kept for others, who would
        not be noted.
        """
        if str(find.__annotations__.get("return")).startswith("dict["):
            # A mapping is an answer; a dict is there to be filled.
            return find(self) if self.derived.is_asking else super().once(find)
        with self.derived.unnoted():
            found = super().once(find)
        where = find.__module__, find.__qualname__
        if isinstance(found, Mapping):
            return cast("T", Noted(self.derived, "once", found, *where))
        if is_dataclass(found) and not isinstance(found, type):
            parts = {
                name: Noted(self.derived, "once", part, *where, name)
                for name, part in fields_of(found).items()
                if isinstance(part, Mapping)
            }
            if parts:
                return cast("T", replace(found, **parts))
        self.derived.note("once", *where, ALL)
        return found

    def found(self, module: str, function: str, *steps: Any) -> object:
        """What is found by a function of ours, or a part of it, as `once` notes it."""
        if not module.startswith("freed6c."):
            raise LookupError(module)
        found: Any = super().once(getattr(import_module(module), function))
        *inside, key = steps
        for name in inside:
            found = getattr(found, name)
        return found if key is ALL else found.get(key)


class _QueriedProvenance(Provenance):
    """Who brought something is a question of its own."""

    def __init__(self, records: Any, past: Any, derived: Derived) -> None:
        super().__init__(records, past)
        object.__setattr__(self, "_asked", derived.ask)
        derived.door("author", super().author)

    def author(self, path: KeyPath) -> str:
        """Who brought what stands at a place."""
        asked: Callable[..., str] = self.__dict__["_asked"]
        return asked(("author", path), partial(super().author, path))
