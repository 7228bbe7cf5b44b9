"""Formulas are worked out, exactly and within bounds.

Every part is a generator that asks for the values of the parts inside it. The loop that
answers keeps them on a stack of its own: no formula can exhaust that of Python.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from freed6c.formula.arithmetic import (
    apply_binary,
    apply_unary,
    bounded,
    constant,
    convert,
    literal,
)
from freed6c.formula.builtins import BUILTINS, LazyChoice
from freed6c.formula.checker import FORMULA
from freed6c.formula.lexer import MAX_CALLS, MAX_STEPS
from freed6c.formula.scope import Definition, Definitions, FormulaProblem, Found, Names
from freed6c.formula.syntax_tree import Binary, Call, Mark, Name, Unary
from freed6c.formula.typed_tree import (
    BareWord,
    Checked,
    Marked,
    Typed,
    Variable,
    is_between,
    walk_typed,
)
from freed6c.formula.types import UNKNOWN, EntryOf
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator


Working: TypeAlias = "Generator[Working, Any, FormulaValue]"


@dataclass(frozen=True, slots=True)
class Here:
    """The situation, the formulas of the ruleset, and how many wait for this one."""

    situation: Situation
    definitions: Definitions
    budget: Budget
    calls: int = 0


@dataclass(slots=True)
class Budget:
    """How many steps are left."""

    left: int = MAX_STEPS


def evaluate(
    checked: Checked,
    situation: Situation,
    definitions: Definitions = MappingProxyType({}),
) -> FormulaValue:
    """Work out a formula without problems. Raises FormulaProblem where it has no value."""
    if checked.problems:
        raise checked.problems[0]
    tree = checked.tree
    budget = Budget()
    working = [_part(tree, Here(situation, definitions, budget))]
    answer: Any = None
    problem: FormulaProblem | None = None
    while budget.left > 0:
        budget.left -= 1
        last = working[-1]
        try:
            asked = last.send(answer) if problem is None else last.throw(problem)
        except StopIteration as done:
            working.pop()
            answer, problem = done.value, None
        except FormulaProblem as raised:
            working.pop()
            problem = raised
        else:
            working.append(asked)
            answer, problem = None, None
        if not working:
            return _outcome(answer, problem)
    node = tree.node
    raise _failed(node, Unworkable(f"this takes more than {MAX_STEPS} steps"))


def _outcome(answer: FormulaValue, problem: FormulaProblem | None) -> FormulaValue:
    if problem is not None:
        raise problem
    return answer


def _failed(node: Any, reason: Unworkable) -> FormulaProblem:
    return FormulaProblem(
        reason.message, node.start, node.end, reason.way_out, code="failed"
    )


@contextmanager
def _placed(node: Any) -> Iterator[None]:
    """Whatever cannot be worked out in here is a problem of this part."""
    try:
        yield
    except Unworkable as reason:
        raise _failed(node, reason) from None


def _part(typed: Typed, here: Here) -> Working:
    """Work out a part, as what it becomes."""
    match typed.node:
        case Name() | Mark():
            value = _named(typed, here)
        case Unary():
            value = yield from _unary(typed, here)
        case Binary():
            value = yield from _binary(typed, here)
        case Call():
            value = yield from _call(typed, here)
        case _:
            with _placed(typed.node):
                value = literal(typed, here.situation.rules.die_code)
    with _placed(typed.node):
        return bounded(convert(value, typed.coerced_to))


def _named(typed: Typed, here: Here) -> FormulaValue:
    match typed.meaning:
        case Variable(name):
            with _placed(typed.node):
                return here.situation.find(name)
        case Marked():
            return constant(typed)
        case BareWord(word):
            return word
        case Found(entry, EntryOf()):
            return here.situation.ref(entry)
        case Found(entry):
            with _placed(typed.node):
                return cast("FormulaValue", here.situation.value(entry, object))
        case _:
            raise AssertionError(typed)


def _unary(typed: Typed, here: Here) -> Working:
    node = typed.node
    assert isinstance(node, Unary)
    value = yield _part(typed.parts[0], here)
    return apply_unary(node.operator, value)


def _binary(typed: Typed, here: Here) -> Working:
    node = typed.node
    assert isinstance(node, Binary)
    if is_between(typed):
        return (yield from _between(typed, here))
    left = yield _part(typed.parts[0], here)
    if node.operator == "and" and not left:
        return False
    if node.operator == "or" and left:
        return True
    right = yield _part(typed.parts[1], here)
    if node.operator in {"and", "or"}:
        return bool(right)
    with _placed(node):
        return apply_binary(node.operator, left, right)


def _between(typed: Typed, here: Here) -> Working:
    """Look at the upper end only where the lower is kept to, as `and` does."""
    value, bounds = typed.parts
    low, high = bounds.parts
    limit = yield _part(low, here)
    middle = yield _part(value, here)
    with _placed(typed.node):
        if not apply_binary("<=", limit, middle):
            return False
    limit = yield _part(high, here)
    with _placed(typed.node):
        return apply_binary("<=", middle, limit)


def _call(typed: Typed, here: Here) -> Working:
    node = typed.node
    assert isinstance(node, Call)
    builtin = BUILTINS.get(node.function)
    if builtin is None:
        return (yield from _formula(typed, node, here))
    if isinstance(builtin.implementation, LazyChoice):
        first = yield _part(typed.parts[0], here)
        which = builtin.implementation.which(first)
        chosen: FormulaValue = first
        if which:
            chosen = yield _part(typed.parts[which], here)
        return chosen
    values: list[FormulaValue] = []
    for part in typed.parts:
        value: FormulaValue = yield _part(part, here)
        values.append(value)
    here.budget.left -= builtin.cost - 1
    with _placed(node):
        return builtin.implementation(here.situation, *values)


def _formula(typed: Typed, node: Call, here: Here) -> Working:
    with _placed(node):
        definition = _definition(node.function.removeprefix(FORMULA), here)
    if here.calls == MAX_CALLS:
        message = f"more than {MAX_CALLS} formulas wait for each other"
        raise _failed(node, Unworkable(message, "does it call itself without an end?"))
    names = dict(definition.constants)
    for name, part in zip(definition.takes, typed.parts, strict=True):
        names[name] = yield _part(part, here)
    place = Situation(here.situation.rules, names, here.situation.character)
    inner = Here(place, here.definitions, here.budget, here.calls + 1)
    try:
        value: FormulaValue = yield _part(definition.body.tree, inner)
    except FormulaProblem as problem:
        raise _within(node, problem) from None
    return value


def _definition(key: str, here: Here) -> Definition:
    if key not in here.definitions:
        raise Unworkable(f"the formula {key} is broken itself")
    return here.definitions[key]


def _within(node: Call, problem: FormulaProblem) -> FormulaProblem:
    """Tell a problem where the formula was called; the innermost name stays."""
    message = problem.message
    if not message.startswith("in "):
        message = f"in {node.function}: {message}"
    return FormulaProblem(
        message, node.start, node.end, problem.help, code=problem.code
    )


# A checked formula as something to call. Generated packages have a function in its
# place.


@dataclass(frozen=True, slots=True)
class Works:
    """Works a formula out. `constants` are those of a formula that has a name."""

    checked: Checked
    definitions: Definitions = field(repr=False)
    constants: Names = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, here: Situation) -> Any:
        """Give the value in a situation. Raises Unworkable where it has none."""
        place = here.knowing(self.constants) if self.constants else here
        try:
            return evaluate(self.checked, place, self.definitions)
        except FormulaProblem as problem:
            raise Unworkable(problem.message, problem.help) from None


def is_known(checked: Checked) -> bool:
    """Tell whether every part has a type; only then a formula can be a typed function."""
    return all(part.type is not UNKNOWN for part in walk_typed(checked.tree))
