"""Entries as source: constants, with what is nested in them as constants of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.python.cells import cell_class, needs
from freed6c.emit.python.layout import Atom, Group, assign, docstring, sequence
from freed6c.emit.python.names import class_name, constant, kind_of, module
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.emit.python.layout import Expression
    from freed6c.emit.python.values import Values
    from freed6c.runtime.entries.tables import Column


def write_entry(entry: Entry, values: Values) -> Iterator[str]:
    """The source of one entry: the classes that it needs, then its constant."""
    children = _children(entry)
    columns: Mapping[str, Column] = entry.__dict__.get("columns", {})
    if columns and children:
        base = type(children[0])
        values.used.update({base}, needs(columns))
        yield cell_class(_cells_name(entry, base), base, columns)
    named = [child for child in children if _is_constant(child, entry)]
    if named:
        yield _class(entry, named, values, columns)
    made = assign(
        f"{constant(entry)}: Final", _construct(entry, named, values, columns)
    )
    marks = "" if named else values.content.marks(entry)
    yield f"{made}\n{docstring(marks)}" if marks else made


def _class(
    entry: Entry, named: list[Entry], values: Values, columns: Mapping[str, Column]
) -> str:
    """A class of one entry's own, which holds the constants of what is nested in it."""
    cls = type(entry)
    values.used.add(cls)
    content = values.content
    words = content.plain(entry.text) or f"{entry.name}."
    words = "\n\n".join(filter(None, (words, content.marks(entry))))
    lines = [f"class _{class_name(entry)}({cls.__name__}):", docstring(words, 1), ""]
    lines += (
        assign(constant(child), _child(entry, child, values, columns), 1)
        for child in named
    )
    return "\n".join(lines)


def _construct(
    entry: Entry, named: list[Entry], values: Values, columns: Mapping[str, Column]
) -> Group:
    given: dict[str, Expression] = {}
    for name, children in _nested(entry).items():
        given[name] = sequence(
            Atom(f"_{class_name(entry)}.{constant(child)}")
            if child in named
            else _elsewhere(entry, child, values, columns)
            for child in children
        )
    made = values.record(entry, **given)
    return made if not named else _renamed(made, f"_{class_name(entry)}")


def _elsewhere(
    entry: Entry, child: Entry, values: Values, columns: Mapping[str, Column]
) -> Expression:
    """A nested entry that has a module of its own, or no name (a derived row)."""
    if module(kind_of(child)) != module(kind_of(entry)):
        values.modules.add(module(kind_of(child)))
        return Atom(f"{module(kind_of(child))}.{constant(child)}")
    return _child(entry, child, values, columns)


def _child(
    entry: Entry, child: Entry, values: Values, columns: Mapping[str, Column]
) -> Expression:
    made = values.record(child)
    if not columns:
        return made
    return _renamed(made, _cells_name(entry, type(child)))


def _renamed(made: Group, name: str) -> Group:
    """The same call of another class."""
    return Group(f"{name}(", made.close, made.parts)


def _cells_name(entry: Entry, base: type[Entry]) -> str:
    return f"{class_name(entry)}{base.__name__}"


def _is_constant(child: Entry, entry: Entry) -> bool:
    """Whether a nested entry is a constant of the entry: it has a key, and stands in its module."""
    same = module(kind_of(child)) == module(kind_of(entry))
    return same and child.key[0].isalpha()


def _nested(entry: Entry) -> Mapping[str, tuple[Entry, ...]]:
    return {
        name: value
        for name, value in entry.__dict__.items()
        if isinstance(value, tuple) and value and isinstance(value[0], Entry)
    }


def _children(entry: Entry) -> tuple[Entry, ...]:
    return tuple(child for children in _nested(entry).values() for child in children)
