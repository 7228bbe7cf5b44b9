"""The evaluator: gives the value of a checked formula in a situation, within bounds.

The evaluation of a node is a generator that yields its children, each with its frame, and is
sent their values (a trampoline). `evaluate` keeps the waiting ones on a list, so that no
formula can exhaust the stack of Python:

    value = yield typed.children[0], frame

What is Unworkable in the evaluation of a node becomes a problem at that node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula import syntax_tree, typed_tree
from freed6c.formula.arithmetic import (
    apply_binary,
    apply_unary,
    bounded,
    constant,
    convert,
    literal,
)
from freed6c.formula.budget import MeteredRules
from freed6c.formula.builtins import BUILTINS, LazyChoice, searched
from freed6c.formula.checker import FORMULA
from freed6c.formula.lexer import MAX_STEPS
from freed6c.formula.scope import FormulaProblem, ResolvedEntry
from freed6c.formula.types import UNKNOWN, EntryOf
from freed6c.packs.limits import Budget
from freed6c.runtime.amounts import DieCode
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Generator

    from freed6c.formula.typed_tree import Definitions, Environment


Evaluation: TypeAlias = (
    "Generator[tuple[typed_tree.TypedNode, Frame], Any, FormulaValue]"
)


@dataclass(frozen=True, slots=True)
class Frame:
    """The context of one call."""

    situation: Situation
    definitions: Definitions
    budget: Budget


def evaluate(
    checked: typed_tree.CheckedFormula,
    situation: Situation,
    definitions: Definitions = MappingProxyType({}),
    budget: Budget | None = None,
) -> FormulaValue:
    """Evaluate a formula without problems. Raises FormulaProblem where it has no value.

    The steps that it takes are taken from the `budget`.
    """
    steps = Budget(MAX_STEPS)
    try:
        return _run(checked.tree, Frame(situation, definitions, steps), steps)
    finally:
        if budget is not None:
            budget.left -= MAX_STEPS - steps.left


def _run(tree: typed_tree.TypedNode, frame: Frame, budget: Budget) -> FormulaValue:
    stack = [(tree.node, _evaluate(tree, frame))]
    answer: Any = None
    problem: FormulaProblem | None = None
    while budget.left > 0:
        budget.left -= 1
        node, evaluation = stack[-1]
        try:
            part, frame = (
                evaluation.throw(problem) if problem else evaluation.send(answer)
            )
        except StopIteration as done:
            answer, problem = done.value, None
        except Unworkable as reason:
            problem = _failed(node, reason)
        except FormulaProblem as raised:
            problem = raised
        else:
            stack.append((part.node, _evaluate(part, frame)))
            answer, problem = None, None
            continue
        stack.pop()
        if not stack:
            if problem is not None:
                raise problem
            return cast("FormulaValue", answer)
    raise _failed(tree.node, Unworkable(f"this takes more than {MAX_STEPS} steps"))


def _failed(node: syntax_tree.Node, reason: Unworkable) -> FormulaProblem:
    help_ = filter(None, [reason.way_out])
    return FormulaProblem(codes.FAILED, node, message=reason.message, help=help_)


def _evaluate(typed: typed_tree.TypedNode, frame: Frame) -> Evaluation:
    """Evaluate a node and coerce its value."""
    match typed.node:
        case syntax_tree.Name() | syntax_tree.TokenLiteral():
            value = _evaluate_name(typed, frame)
        case syntax_tree.Unary(operator):
            operand = yield typed.children[0], frame
            value = apply_unary(operator, operand)
        case syntax_tree.Binary():
            value = yield from _evaluate_binary(typed, frame)
        case syntax_tree.FunctionCall():
            value = yield from _evaluate_call(typed, frame)
        case _:
            value = literal(typed, frame.situation.rules.die_code)
    return bounded(convert(value, typed.coerced_to))


def _evaluate_name(typed: typed_tree.TypedNode, frame: Frame) -> FormulaValue:
    match typed.meaning:
        case typed_tree.Variable(name):
            return frame.situation.find(name)
        case typed_tree.TokenCount():
            return constant(typed)
        case typed_tree.BareWord(word):
            return word
        case ResolvedEntry(entry, EntryOf()):
            return frame.situation.ref(entry)
        case ResolvedEntry(entry):
            return cast("FormulaValue", frame.situation.value(entry, object))
        case None:
            raise AssertionError(typed)


def _evaluate_binary(typed: typed_tree.TypedNode, frame: Frame) -> Evaluation:
    node = typed.node
    assert isinstance(node, syntax_tree.Binary)
    if typed_tree.is_between(typed):
        return (yield from _evaluate_between(typed, frame))
    left = yield typed.children[0], frame
    if node.operator == "and" and not left:
        return False
    if node.operator == "or" and left:
        return True
    right = yield typed.children[1], frame
    if node.operator in {"and", "or"}:
        return bool(right)
    if typed_tree.is_difference(typed):
        assert isinstance(left, DieCode)
        return left.difference(cast("DieCode", right))
    return apply_binary(node.operator, left, right)


def _evaluate_between(typed: typed_tree.TypedNode, frame: Frame) -> Evaluation:
    """Evaluate `x within low to high` as `low <= x and x <= high`, with x once.

    `high` is evaluated only where the first comparison holds, as with `and`.
    """
    value, bounds = typed.children
    low, high = bounds.children
    lower = yield low, frame
    middle = yield value, frame
    if not apply_binary("<=", lower, middle):
        return False
    upper = yield high, frame
    return apply_binary("<=", middle, upper)


def _evaluate_call(typed: typed_tree.TypedNode, frame: Frame) -> Evaluation:
    node = typed.node
    assert isinstance(node, syntax_tree.FunctionCall)
    builtin = BUILTINS.get(node.function)
    if builtin is None:
        return (yield from _call_formula(typed, node, frame))
    if isinstance(builtin.implementation, LazyChoice):
        chosen: FormulaValue = yield typed.children[0], frame
        if index := builtin.implementation.which(chosen):
            chosen = yield typed.children[index], frame
        return chosen
    values: list[FormulaValue] = []
    for part in typed.children:
        value: FormulaValue = yield part, frame
        values.append(value)
    steps = builtin.cost - 1 + searched(frame.situation, values[0])
    frame.budget.left -= steps
    return builtin.implementation(frame.situation, *values)


def _call_formula(
    typed: typed_tree.TypedNode, node: syntax_tree.FunctionCall, frame: Frame
) -> Evaluation:
    key = node.function.removeprefix(FORMULA)
    if key not in frame.definitions:
        raise Unworkable(f"the formula {key} is broken itself")
    definition = frame.definitions[key]
    names = dict(definition.constants)
    for name, part in zip(definition.takes, typed.children, strict=True):
        names[name] = yield part, frame
    situation = Situation(frame.situation.rules, names, frame.situation.character)
    inner = Frame(situation, frame.definitions, frame.budget)
    try:
        value: FormulaValue = yield definition.body.tree, inner
    except FormulaProblem as problem:
        # The caller shows its call; the name of the innermost formula stands in front.
        message = problem.message
        if not message.startswith("in "):
            message = f"in {node.function}: {message}"
        raise Unworkable(message, problem.help) from None
    return value


@dataclass(frozen=True, slots=True)
class CompiledFormula:
    """A formula to call with a situation; generated packages have a function instead.

    `constants` are those of a named formula.
    """

    checked: typed_tree.CheckedFormula
    definitions: Definitions = field(repr=False)
    constants: Environment = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, here: Situation) -> Any:
        """Give the value in a situation. Raises Unworkable where it has none."""
        place = here.knowing(self.constants) if self.constants else here
        budget = here.rules.budget if isinstance(here.rules, MeteredRules) else None
        if budget is not None:
            budget.spend(1)
        try:
            return evaluate(self.checked, place, self.definitions, budget)
        except FormulaProblem as problem:
            raise Unworkable(problem.message, problem.help) from None


def is_known(checked: typed_tree.CheckedFormula) -> bool:
    """Tell whether every node has a type; only then a formula can be a typed function."""
    return all(part.type is not UNKNOWN for part in typed_tree.walk_typed(checked.tree))
