"""What a generated package offers to whoever imports it, as short lines, to be kept and compared.

It is read off the package itself: the names that modules offer, with the types that the code writes
beside them. Every class is told once, where it is offered first, with what it has from classes that
nobody can import; what it has from others is told there.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

OFFERING: Final = ("play", "rolls", "kinds", "")
"""The modules that say in `__all__` what they offer; the last is the package itself."""
TESTS: Final = "test_examples"
"""A module to run, not to import."""
OF_PYTHON: Final = frozenset(
    {
        *("__init__", "__repr__", "__eq__", "__hash__", "__reduce__", "__reduce_ex__"),
        *("__setattr__", "__delattr__", "__getattr__", "__init_subclass__"),
    }
)
"""What a class defines so that Python can do with it as with any other; how it is made is told."""


class Package:
    """A package that can be imported under its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def lines(self) -> Iterator[str]:
        for module in OFFERING:
            for name in self._module(module).__all__:
                yield from self._offered(module, name)
        for found in pkgutil.iter_modules(self._module("").__path__):
            if found.name == TESTS:
                yield f"{TESTS}: a module to run"
            elif not found.name.startswith("_") and found.name not in OFFERING:
                yield from self._of_kind(self._module(found.name), found.name)

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.name}.{name}" if name else self.name)

    @cached_property
    def homes(self) -> Mapping[int, str]:
        """The place where each thing is offered first, by its identity."""
        found: dict[int, str] = {}
        for module in OFFERING:
            offering = self._module(module)
            for name in offering.__all__:
                found.setdefault(id(getattr(offering, name)), _place(module, name))
        return found

    # What is the same in every package.

    def _offered(self, module: str, name: str) -> Iterator[str]:
        place, value = _place(module, name), getattr(self._module(module), name)
        home = self.homes[id(value)]
        if home != place:
            yield f"{place} is {home}"
        elif inspect.isclass(value):
            yield from self._class(place, value)
        elif inspect.isfunction(value):
            (*_, node) = _top(_file(value))[name]
            yield f"{place}{_signature(node)}"
        else:
            yield f"{place}: {self._written(name)}"

    def _class(self, place: str, cls: type) -> Iterator[str]:
        public = [base for base in cls.__mro__[1:] if id(base) in self.homes]
        words = [self.homes[id(base)] for base in public[:1]]
        if issubclass(cls, Exception):
            words.append("Exception")
        yield f"{place}: class of {', '.join(words) or 'its own'}"
        told = {base for one in public for base in one.__mro__}
        for base in cls.__mro__:
            if base not in told and base.__module__.startswith(self.name):
                (node,) = _top(_file(base))[base.__name__]
                yield from _members(place, node.body)

    def _written(self, name: str) -> str:
        """The type of a constant, or what a type with a name stands for."""
        for file in sorted(Path(self._module("").__path__[0]).rglob("*.py")):
            for node in _top(file).get(name, ()):
                if isinstance(node, ast.AnnAssign) and node.value is not None:
                    hint = ast.unparse(node.annotation)
                    named = hint == "TypeAlias"
                    return ast.unparse(node.value).strip("'") if named else hint
        raise AssertionError(name)

    # Modules of kinds, with entries.

    def _of_kind(self, module: ModuleType, inside: str) -> Iterator[str]:
        entry = self._module("").Entry
        for name, nodes in _top(_file(module)).items():
            place, value = f"{inside}.{name}", getattr(module, name)
            if name.startswith("_"):
                continue
            if isinstance(value, entry):
                yield from self._entry(place, value)
                continue
            match nodes[-1]:
                case ast.FunctionDef() as node:
                    yield f"{place}{_signature(node)}"
                case ast.ClassDef() as node:
                    yield f"{place}: class of {self._kind(value)}"
                    yield from _members(place, node.body)
                case ast.AnnAssign() as node:
                    yield f"{place}: {ast.unparse(node.annotation)}"

    def _entry(self, place: str, entry: Any) -> Iterator[str]:
        """An entry, and those that stand in it as constants of its class."""
        yield f"{place}: {self._kind(type(entry))}"
        for name, inner in vars(type(entry)).items():
            if id(type(entry)) not in self.homes and name.isupper():
                yield from self._entry(f"{place}.{name}", inner)

    def _kind(self, cls: type) -> str:
        return next(
            self.homes[id(base)] for base in cls.__mro__ if id(base) in self.homes
        )


def _place(module: str, name: str) -> str:
    return f"{module}.{name}" if module else name


# What the code says.


def _file(of: Any) -> Path:
    return Path(inspect.getfile(inspect.unwrap(of)))


@cache
def _top(file: Path) -> Mapping[str, list[Any]]:
    """What stands in a file by its name, as it is written."""
    found: dict[str, list[Any]] = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.setdefault(name, []).append(node)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.setdefault(name, []).append(node)
    return found


def _members(place: str, body: list[ast.stmt]) -> Iterator[str]:
    """What a class has of its own; a field with a value need not be given."""
    for node in body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                given = f" = {ast.unparse(node.value)}" if node.value else ""
                yield f"{place}.{name}: {ast.unparse(node.annotation)}{given}"
            case ast.FunctionDef(name="__init__"):
                yield from _attributes(place, node)
                yield f"{place}{_signature(node, bound=True)}"
            case ast.FunctionDef(name=name) if _is_offered(name):
                yield f"{place}.{name}{_method(node)}"
            case ast.If():  # only for type checkers
                yield from _members(place, node.body)


def _attributes(place: str, made: ast.FunctionDef) -> Iterator[str]:
    """What an object gets when it is made; often what it is made of."""
    taken = [*made.args.posonlyargs, *made.args.args, *made.args.kwonlyargs]
    hints = {one.arg: ast.unparse(one.annotation) for one in taken if one.annotation}
    for node in ast.walk(made):
        match node:
            case ast.AnnAssign(target=ast.Attribute(ast.Name("self"), name)):
                hint = ast.unparse(node.annotation)
            case ast.Assign(targets=[ast.Attribute(ast.Name("self"), name)]):
                hint = hints.get(ast.unparse(node.value), "worked out")
            case _:
                continue
        if not name.startswith("_"):
            yield f"{place}.{name}: {hint}"


def _is_offered(name: str) -> bool:
    return name not in OF_PYTHON and (not name.startswith("_") or name.endswith("__"))


def _method(node: Function) -> str:
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if decorators & {"property", "cached_property"}:
        return f": {_gives(node)}"
    of_class = decorators & {"classmethod", "staticmethod"}
    words = _signature(node, bound="staticmethod" not in decorators)
    return f"{words}{', of the class' if of_class else ''}"


def _signature(node: Function, *, bound: bool = False) -> str:
    """Names, types and defaults of what a function takes, and what it gives."""
    taken = ast.unparse(node.args)
    if bound:
        taken = re.sub(r"^(self|cls)(, /)?(, |$)", "", taken)
    gives = _gives(node)
    return f"({taken}){'' if gives == 'None' else f' -> {gives}'}"


def _gives(node: Function) -> str:
    return ast.unparse(node.returns) if node.returns else "None"
