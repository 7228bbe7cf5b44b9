"""Entries as constants of a module; nested ones are constants of a class of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freed6c.emit.python.content import (
    PackageContext,
    class_name,
    constant_name,
    kind_of,
    module_name,
)
from freed6c.emit.python.layout import docstring
from freed6c.emit.python.module import Block, constant, source_file
from freed6c.formula.python_fragments import (
    NAME,
    Brackets,
    Fragment,
    atom,
    call,
    literal,
    mapping,
    sequence,
    write_text,
    write_value,
)
from freed6c.model.internal_errors import noted
from freed6c.model.type_hints import CELLS, CLASSES, fields
from freed6c.packs.ids import python_name
from freed6c.runtime.amounts import Formula, Quantity
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.runtime.entries.tables import Column


def write_entries(context: PackageContext, name: str, entries: Sequence[Entry]) -> str:
    """The module of all entries of a kind; `name` in capitals is the map of them by key."""
    kind = kind_of(entries[0])
    blocks = [b for entry in noted(entries) for b in write_entry(context, entry)]
    if not kind.single:
        blocks.append(table_of(name, CLASSES[kind.name], entries))
    title = (
        f"{name.replace('_', ' ').capitalize()} of {context.ruleset.manifest.title}."
    )
    return source_file(context, title, blocks)


def table_of(name: str, cls: type[Entry], entries: Sequence[Entry]) -> Block:
    """The map of all entries of a module by key."""
    items = mapping((entry.key, atom(constant_name(entry))) for entry in entries)
    table = constant(f"{name.upper()}: Final[Mapping[str, {cls.__name__}]]", items)
    return table.documented(f"All {name.replace('_', ' ')} by their keys, in order.")


# Values of the typed model as expressions.


def write_model(context: PackageContext, value: object) -> Fragment:
    """Any value of the model."""
    match value:
        case tuple():
            return sequence(write_model(context, item) for item in value)
        case Mapping():
            return mapping((key, write_model(context, v)) for key, v in value.items())
        case Formula():
            given = {"text": write_text(value.text)}
            if id(value) in context.functions:
                given["works"] = atom(context.functions[id(value)])
            elif id(value) in context.constants:
                constant = context.constants[id(value)]
                given["value"] = write_model(context, constant)
            if isinstance(value, Need):
                given["sentence"] = write_text(value.sentence)
            return _record(type(value).__name__, given)
        case Record():
            return _record(type(value).__name__, _fields(context, value))
        case Ref():
            return call("Ref", write_text(value.id))
        case _:
            return write_value(value)


def _record(name: str, given: Mapping[str, Fragment]) -> Fragment:
    parts = tuple((f"{key}=", part) for key, part in given.items())
    return Fragment((Brackets(f"{name}(", parts, ")"),))


def _fields(
    context: PackageContext,
    record: Record,
    written: Mapping[str, Fragment] | None = None,
) -> dict[str, Fragment]:
    """The fields of a record that are not their defaults; some may be `written` already."""
    printed: dict[str, Fragment] = {}
    for field in fields(type(record)):
        value = getattr(record, field.name)
        if written and field.name in written:
            printed[field.name] = written[field.name]
        # `says` has placeholders: it is for documents alone.
        elif field.prose and field.name == "says":
            continue
        elif field.required or value != getattr(type(record), field.name):
            plain = write_text(context.plain(value)) if field.prose else None
            printed[field.name] = plain or write_model(context, value)
    return printed


# Typed rows: a class for each table, or track with columns, with a property for each cell.


def _cell_class(name: str, base: type[Entry], columns: Mapping[str, Column]) -> Block:
    """The class of rows with these columns."""
    lines = [f"class {name}({base.__name__}):"]
    lines.append(docstring(f"A {base.__name__.lower()} with its cells.", 1))
    names = {base.__name__, "cast"}
    for key, column in columns.items():
        type_ = _cell_type(column)
        names.update(NAME.findall(type_))
        lines += [
            "",
            "    @property",
            f"    def {_cell_name(key, base)}(self) -> {type_}:",
            docstring(f"{column.name.rstrip('.')}.", 2),
            f"        return cast({literal(type_)}, self.cells[{literal(key)}])",
        ]
    return Block("\n".join(lines), frozenset(names), defines=name)


def _cell_name(key: str, base: type[Entry]) -> str:
    """The attribute for a column: `duration_` where every entry has a `duration` already.

    The same goes for what attributes behind it are made of: `property`, and the types of cells.
    """
    name = python_name(key)
    taken = (
        name in {"property", "tuple", *(cell.__name__ for cell in CELLS.values())}
        or hasattr(base, name)
        or name in {field.name for field in fields(base)}
    )
    return f"{name}_" if taken else name


def _cell_type(column: Column) -> str:
    """The type of a column's cells, in Python."""
    entry = CLASSES.get(column.type)
    cell = CELLS.get(column.type, Quantity)
    written = f"Ref[{entry.__name__}]" if entry else cell.__name__
    if column.range:
        written = f"Range[{written}]"
    if column.list:
        written = f"tuple[{written}, ...]"
    return f"{written} | None" if column.optional else written


# Entries.


def write_entry(context: PackageContext, entry: Entry) -> Iterator[Block]:
    """One entry: the classes that it needs, then its constant."""
    writer = _EntryWriter(context, entry)
    if writer.columns and entry.inside:
        yield _cell_class(writer.cells_class, type(entry.inside[0]), writer.columns)
    if writer.named:
        yield writer.own_class()
    yield writer.constant()


@dataclass(frozen=True, slots=True)
class _EntryWriter:
    """Writes an entry of a module, and what is nested in it.

    Those nested entries are constants of its class that have a key, and no module of their own.
    """

    context: PackageContext
    entry: Entry

    @property
    def nested(self) -> Mapping[str, tuple[Entry, ...]]:
        return {
            name: value
            for name, value in vars(self.entry).items()
            if isinstance(value, tuple) and value and isinstance(value[0], Entry)
        }

    @property
    def named(self) -> list[Entry]:
        return [
            child
            for child in self.entry.inside
            if self._stands_here(child) and child.key[0].isalpha()
        ]

    @property
    def columns(self) -> Mapping[str, Column]:
        return getattr(self.entry, "columns", {})

    @property
    def own_name(self) -> str:
        return f"_{class_name(self.entry)}"

    @property
    def cells_class(self) -> str:
        return f"{class_name(self.entry)}{type(self.entry.inside[0]).__name__}"

    def _stands_here(self, child: Entry) -> bool:
        return module_name(kind_of(child)) == module_name(kind_of(self.entry))

    def own_class(self) -> Block:
        """A class of one entry's own, which holds the constants of what is nested in it."""
        base = type(self.entry).__name__
        constants = [
            self._documented(constant_name(child), child, self._child(child), 1)
            for child in self.named
        ]
        head = (f"class {self.own_name}({base}):", *self._typed_rows())
        names = {base, "TYPE_CHECKING"} if self._typed_rows() else {base}
        return Block(
            "\n".join((*head, *(block.source for block in constants))),
            frozenset(names).union(*(block.names for block in constants)),
        )

    def _typed_rows(self) -> tuple[str, ...]:
        """The field of what has cells, as type checkers are to see it."""
        if not self.columns:
            return ()
        typed = (
            f"        {name}: tuple[{self.cells_class}, ...] = ()"
            for name, children in self.nested.items()
            if all(map(self._stands_here, children))
        )
        return ("    if TYPE_CHECKING:", *typed, "")

    def constant(self) -> Block:
        """The constant of the entry. Its text is also what `help` shows of a class of its own."""
        named, cls = self.named, type(self.entry).__name__
        written = {
            name: sequence(self._part(child, named) for child in children)
            for name, children in self.nested.items()
        }
        made = _record(
            self.own_name if named else cls,
            _fields(self.context, self.entry, written),
        )
        name = constant_name(self.entry)
        block = self._documented(f"{name}: Final", self.entry, made)
        if not (named and self.entry.text):
            return block
        # Tools that read code as it stands take no other assignment to `__doc__` than a text.
        helping = f'setattr({self.own_name}, "__doc__", {name}.text)'
        return replace(block, source=f"{block.source}\n{helping}")

    def _documented(
        self, target: str, entry: Entry, value: Fragment, depth: int = 0
    ) -> Block:
        """A constant, and behind it what editors show of it; Python itself drops that."""
        told = self.context.rule(entry)
        return constant(target, value, depth).documented(told, depth)

    def _part(self, child: Entry, named: Sequence[Entry]) -> Fragment:
        if child in named:
            return atom(f"{self.own_name}.{constant_name(child)}")
        if self._stands_here(child):
            return self._child(child)
        return atom(f"{module_name(kind_of(child))}.{constant_name(child)}")

    def _child(self, child: Entry) -> Fragment:
        name = self.cells_class if self.columns else type(child).__name__
        return _record(name, _fields(self.context, child))
