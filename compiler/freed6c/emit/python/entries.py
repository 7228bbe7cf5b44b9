"""Writes entries as constants of a module.

Nested entries that belong to the same module are constants of a class that is made for their
parent: `class _Brawling(Skill)` has the constants of the specializations of `BRAWLING`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from freed6c.model.prose import each_text
from freed6c.model.type_hints import CELLS, CLASSES, fields
from freed6c.packs.ids import python_name
from freed6c.packs.lazy import dataclass, replace
from freed6c.runtime.amounts import Formula, Quantity
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.runtime.entries.tables import Column


def write_entries(context: PackageContext, name: str, entries: Sequence[Entry]) -> str:
    """Return the module `name` with all entries of a kind, and a mapping of them by key.

    The mapping in the module `skills` is called `SKILLS`.
    """
    kind = kind_of(entries[0])
    blocks = [b for entry in noted(entries) for b in write_entry(context, entry)]
    if not kind.single:
        blocks.append(table_of(name, CLASSES[kind.name], entries))
    module = name.replace("_", " ").capitalize()
    title = f"{module} of {context.ruleset.manifest.title}."
    return source_file(context, title, blocks)


def table_of(name: str, cls: type[Entry], entries: Sequence[Entry]) -> Block:
    """Return the mapping of all entries of a module by key."""
    items = mapping((entry.key, atom(constant_name(entry))) for entry in entries)
    table = constant(f"{name.upper()}: Final[Mapping[str, {cls.__name__}]]", items)
    return table.documented(f"All {name.replace('_', ' ')} by their keys, in order.")


# Values of the typed model as expressions.


def write_model(context: PackageContext, value: object) -> Fragment:
    """Return the expression for a value of the model."""
    match value:
        case tuple():
            return sequence(write_model(context, item) for item in value)
        case Mapping():
            return mapping((key, write_model(context, v)) for key, v in value.items())
        case Formula():
            arguments = {"text": write_text(value.text)}
            if id(value) in context.functions:
                arguments["works"] = atom(context.functions[id(value)])
            elif id(value) in context.constants:
                arguments["value"] = write_model(context, context.constants[id(value)])
            if isinstance(value, Need):
                arguments["full_sentence"] = write_text(value.full_sentence)
            return _record(type(value).__name__, arguments)
        case Record():
            return _record(type(value).__name__, _fields(context, value))
        case Ref():
            return call("Ref", write_text(value.id))
        case _:
            return write_value(value)


def _record(name: str, arguments: Mapping[str, Fragment]) -> Fragment:
    """Return a call of the class `name` with keyword arguments."""
    parts = tuple((f"{key}=", value) for key, value in arguments.items())
    return Fragment((Brackets(f"{name}(", parts, ")"),))


def _fields(
    context: PackageContext,
    record: Record,
    written: Mapping[str, Fragment] | None = None,
) -> dict[str, Fragment]:
    """Return the expressions for the fields of a record, without those that have their default.

    `written` has fields whose expressions are already made.
    """
    expressions: dict[str, Fragment] = {}
    for field in fields(type(record)):
        value = getattr(record, field.name)
        if written and field.name in written:
            expressions[field.name] = written[field.name]
        # `sentence` is a pattern with placeholders, which only documents use.
        elif field.prose and field.name == "sentence":
            continue
        elif field.required or value != getattr(type(record), field.name):
            read = each_text(context.plain, value) if field.prose else value
            expressions[field.name] = write_model(context, read)
    return expressions


# Typed rows: each table, and each track with columns, has a class with a property for each column.


def _cell_class(name: str, base: type[Entry], columns: Mapping[str, Column]) -> Block:
    """Return the class of the rows that have these columns."""
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
    """Return the name of the property for a column, `duration_` if entries have a `duration`.

    A property called `property` or `DieCode` would hide that name in the properties after it in the
    class, so such a name also gets a `_`.
    """
    name = python_name(key)
    taken = (
        name in {"property", "tuple", *(cell.__name__ for cell in CELLS.values())}
        or hasattr(base, name)
        or name in {field.name for field in fields(base)}
    )
    return f"{name}_" if taken else name


def _cell_type(column: Column) -> str:
    """Return the Python type of the cells of a column."""
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
    """Yield the code of one entry: the classes that it needs, then its constant."""
    writer = _EntryWriter(context, entry)
    if writer.columns and entry.inside:
        yield _cell_class(writer.cells_class, type(entry.inside[0]), writer.columns)
    if writer.named:
        yield writer.own_class()
    yield writer.constant()


@dataclass(frozen=True)
class _EntryWriter:
    """Writes an entry and the entries nested in it.

    `nested` are its nested entries by field. `named` are those that become constants of its class:
    they are in no other module, and their key can be a name. `columns` are those of its rows, if it
    is a table or track.
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
            if self._is_in_module(child) and child.key[0].isalpha()
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

    def _is_in_module(self, child: Entry) -> bool:
        return module_name(kind_of(child)) == module_name(kind_of(self.entry))

    def own_class(self) -> Block:
        """Return the class of the entry, which has the `named` entries as constants."""
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
        """Return lines that tell type checkers the class of rows, if there are columns."""
        if not self.columns:
            return ()
        typed = (
            f"        {name}: tuple[{self.cells_class}, ...] = ()"
            for name, children in self.nested.items()
            if all(map(self._is_in_module, children))
        )
        return ("    if TYPE_CHECKING:", *typed, "")

    def constant(self) -> Block:
        """Return the constant of the entry.

        If the entry has its own class, `help` shows the text of the entry as the class docstring.
        """
        named, cls = self.named, type(self.entry).__name__
        written = {
            name: sequence(self._part(child, named) for child in children)
            for name, children in self.nested.items()
        }
        fields_ = _fields(self.context, self.entry, written)
        value = _record(self.own_name if named else cls, fields_)
        name = constant_name(self.entry)
        block = self._documented(f"{name}: Final", self.entry, value)
        if not (named and self.entry.text):
            return block
        # Static tools accept an assignment to `__doc__` only if the value is a literal.
        set_doc = f'setattr({self.own_name}, "__doc__", {name}.text)'
        return replace(block, source=f"{block.source}\n{set_doc}")

    def _documented(
        self, target: str, entry: Entry, value: Fragment, depth: int = 0
    ) -> Block:
        """Return a constant with the rule text of its entry as its docstring."""
        rule = self.context.rule(entry)
        return constant(target, value, depth).documented(rule, depth)

    def _part(self, child: Entry, named: Sequence[Entry]) -> Fragment:
        """Return the expression for a nested entry: the name of its constant, or a new object."""
        if child in named:
            return atom(f"{self.own_name}.{constant_name(child)}")
        if self._is_in_module(child):
            return self._child(child)
        return atom(f"{module_name(kind_of(child))}.{constant_name(child)}")

    def _child(self, child: Entry) -> Fragment:
        name = self.cells_class if self.columns else type(child).__name__
        return _record(name, _fields(self.context, child))
