"""Where code could be wrong by one slip, and how: `changes` makes each, one at a time.

Not made are those that no test could notice, by what they are: in annotations and aliases of types,
docstrings, `__all__`, `__slots__`, imports, `TYPE_CHECKING` blocks, asserts (they state what types
cannot), decorators (most of them keep what was found out, or make classes), overloads, and words of
messages: f-strings, and texts with a space.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPARED: Final = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
RECKONED: Final = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
PAIRS: Final = (
    ("min", "max"),
    ("any", "all"),
    ("startswith", "endswith"),
    ("partition", "rpartition"),
    ("removeprefix", "removesuffix"),
    ("find", "rfind"),
    ("lower", "upper"),
    ("floor", "ceil"),
)
CALLED: Final = {**dict(PAIRS), **{b: a for a, b in PAIRS}}
UNCALLED: Final = {"sorted": "list", "reversed": "list", "abs": "", "int": ""}
"""What is left out of a call: an order, a sign, a rounding."""
TYPES_ALONE: Final = {"TypeVar", "NewType", "ParamSpec", "assert_never"}

Part: TypeAlias = "ast.expr | ast.stmt"
Found: TypeAlias = "tuple[Part, str]"
"""A part of the code, and what stands there instead."""


@dataclass(frozen=True)
class Change:
    """One slip: at which line of which function, what was there, and what is there instead."""

    file: str
    line: int
    function: str
    was: str
    now: str
    text: str
    """The whole file with it."""
    nth: int = 0
    """How many of the same stand before it in the function."""

    @property
    def key(self) -> str:
        """Its name, which changes elsewhere leave as it is."""
        return f"{self.file} {self.function}: {self.was} -> {self.now} #{self.nth}"

    @property
    def is_python(self) -> bool:
        """Whether the file can be read with it."""
        try:
            compile(self.text, self.file, "exec")
        except SyntaxError:
            return False
        return True


def changes(file: str, source: str) -> list[Change]:
    """All that can be made of a file; a few are no Python."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    made, seen = [], Counter[str]()
    for function, node, now in _found(ast.parse(source), "", "", condition=False):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        was = data[start:end].decode()
        text = (data[:start] + now.encode() + data[end:]).decode()
        if now == was:
            continue
        one = Change(file, node.lineno, function, _short(was), _short(now), text)
        nth = seen[one.key]
        seen[one.key] += 1
        made.append(Change(**{**vars(one), "nth": nth}))
    return made


def _short(text: str) -> str:
    return " ".join(text.split())


def _found(
    node: ast.AST, scope: str, function: str, *, condition: bool
) -> Iterator[tuple[str, Part, str]]:
    """What can be changed in a part of the code, each with the function that it is in."""
    for part, now in _here(node, condition=condition):
        yield function, part, now
    if isinstance(node, ast.FunctionDef):
        function = f"{scope}{node.name}"
        scope = f"{function}.<locals>."
    elif isinstance(node, ast.ClassDef):
        scope = f"{scope}{node.name}."
    for child, asked in _children(node, condition=condition):
        yield from _found(child, scope, function, condition=asked)


def _children(node: ast.AST, *, condition: bool) -> Iterator[tuple[ast.AST, bool]]:
    """The parts that run, each with whether it is a condition."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr():
            return
        case ast.FunctionDef(decorator_list=[ast.Name(id="overload")]):
            return
        case ast.Expr(value=ast.Constant()):
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield from ((child, False) for child in node.orelse)
            return
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return
        case ast.Call(func=ast.Name(id=name)) if name in TYPES_ALONE:
            return
        case ast.Call(func=ast.Name(id="cast"), args=[_, value]):
            yield value, False
            return
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[value, _]):
            yield value, False
            return
        case ast.Subscript(value=ast.Name(id=name)) if (
            name[0].isupper() and not name.isupper()
        ):
            return  # a type with its parameters
    conditions = {"test", "guard", "ifs"} | (
        {"values"} if condition and isinstance(node, ast.BoolOp) else set()
    )
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "ctx"}:
            continue
        parts = value if isinstance(value, list) else [value]
        for part in parts:
            if isinstance(part, ast.AST):
                yield part, name in conditions


def _here(node: ast.AST, *, condition: bool) -> Iterator[Found]:
    """What can be changed of a part itself."""
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                for other in COMPARED[type(operator)]:
                    ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                    yield node, _written(ast.Compare(node.left, ops, node.comparators))
        case ast.BoolOp(op=operator):
            joined = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, _written(ast.BoolOp(joined, node.values))
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, _written(node.operand)
        case ast.BinOp(op=operator) if type(operator) in RECKONED:
            sign = RECKONED[type(operator)]()
            yield node, _written(ast.BinOp(node.left, sign, node.right))
        case ast.AugAssign(op=operator):
            if type(operator) in RECKONED:
                sign = RECKONED[type(operator)]()
                yield node, ast.unparse(ast.AugAssign(node.target, sign, node.value))
            yield node, "pass"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value):
            yield node, str(value + 1)
        case ast.Constant(value=str() as value) if value and not _is_prose(value):
            yield node, repr(f"{value}X")
        case ast.Call(func=function):
            yield from _called(node, function)
        case ast.Slice(lower=lower, upper=upper):
            if lower:
                yield node, ast.unparse(ast.Slice(None, upper, node.step))
            if upper:
                yield node, ast.unparse(ast.Slice(lower, None, node.step))
        case ast.Return(value=value) if not (
            value is None or isinstance(value, ast.Constant)
        ):
            yield node, "return None"
        case ast.Break():
            yield node, "continue"
        case ast.Continue():
            yield node, "break"
        case ast.Raise() | ast.Delete():
            yield node, "pass"
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield node, "pass"
    if (
        condition
        and isinstance(node, ast.expr)
        and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)
    ):
        yield node, f"(not {_written(node)})"


def _called(node: ast.Call, function: ast.expr) -> Iterator[Found]:
    match function:
        case ast.Name(id=name) if name in CALLED:
            yield function, CALLED[name]
        case ast.Name(id=name) if name in UNCALLED and len(node.args) == 1:
            yield function, UNCALLED[name]
        case ast.Attribute(value=value, attr=name) if name in CALLED:
            yield function, f"{_written(value)}.{CALLED[name]}"


def _written(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _is_prose(text: str) -> bool:
    return " " in text or "\n" in text
