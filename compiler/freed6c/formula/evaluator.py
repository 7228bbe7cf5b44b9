"""The evaluator: compute the value of a checked formula in a situation, in MAX_STEPS or fewer.

It is a trampoline: the evaluation of a node is a generator, which yields a child and its frame
whenever it needs the value of that child, and is sent the value:

    value = yield typed.children[0], frame

`_run` keeps the waiting generators on a list, so that no formula can exhaust the stack of Python.
If the evaluation of a node raises FormulaError, the formula has a problem at that node.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from freed6c.diagnostics.codes import formulas as codes
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
from freed6c.formula.scope import BadFormulaError, ResolvedEntry
from freed6c.formula.syntax_tree import (
    Binary,
    FunctionCall,
    Name,
    Node,
    TokenLiteral,
    Unary,
)
from freed6c.formula.typed_tree import (
    BareWord,
    CheckedFormula,
    Definitions,
    Environment,
    TokenCount,
    TypedNode,
    Variable,
    is_between,
    is_difference,
    walk_typed,
)
from freed6c.formula.types import UNKNOWN, EntryOf
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.limits import Budget
from freed6c.runtime.amounts import DieCode
from freed6c.runtime.record import FormulaError
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Generator


Evaluation: TypeAlias = "Generator[tuple[TypedNode, Frame], Any, FormulaValue]"


@dataclass(frozen=True)
class Frame:
    """The context of the body of a formula: its situation, all named formulas, the steps left."""

    situation: Situation
    definitions: Definitions
    budget: Budget


def evaluate(
    checked: CheckedFormula,
    situation: Situation,
    definitions: Definitions = MappingProxyType({}),
    budget: Budget | None = None,
) -> FormulaValue:
    """Return the value of a checked formula. Raises BadFormulaError if it has no value.

    It can take MAX_STEPS. The steps that it took are subtracted from the `budget`, if any.
    """
    steps = Budget(MAX_STEPS)
    try:
        return _run(checked.tree, Frame(situation, definitions, steps), steps)
    finally:
        if budget is not None:
            budget.left -= MAX_STEPS - steps.left


def _run(tree: TypedNode, frame: Frame, budget: Budget) -> FormulaValue:
    """Run the generators until the first one returns the value of the tree, or raises."""
    stack = [(tree.node, _evaluate(tree, frame))]
    # The value to send to the last generator, or the problem to raise in it.
    value: Any = None
    problem: BadFormulaError | None = None
    while budget.left > 0:
        budget.left -= 1
        node, evaluation = stack[-1]
        try:
            step = evaluation.throw(problem) if problem else evaluation.send(value)
            child, frame = step
        except StopIteration as done:
            value, problem = done.value, None
        except FormulaError as reason:
            problem = _failed(node, reason)
        except BadFormulaError as raised:
            problem = raised
        else:
            stack.append((child.node, _evaluate(child, frame)))
            value, problem = None, None
            continue
        stack.pop()
        if not stack:
            if problem is not None:
                raise problem
            return cast("FormulaValue", value)
    raise _failed(tree.node, FormulaError(f"this takes more than {MAX_STEPS} steps"))


def _failed(node: Node, reason: FormulaError) -> BadFormulaError:
    """Return the problem at a node without a value."""
    help_ = filter(None, [reason.way_out])
    return BadFormulaError(codes.FAILED, node, message=reason.message, help=help_)


def _evaluate(typed: TypedNode, frame: Frame) -> Evaluation:
    """Evaluate a node and coerce its value."""
    match typed.node:
        case Name() | TokenLiteral():
            value = _evaluate_name(typed, frame)
        case Unary(operator):
            operand = yield typed.children[0], frame
            value = apply_unary(operator, operand)
        case Binary():
            value = yield from _evaluate_binary(typed, frame)
        case FunctionCall():
            value = yield from _evaluate_call(typed, frame)
        case _:
            value = literal(typed, frame.situation.rules.die_code)
    return bounded(convert(value, typed.coerced_to))


def _evaluate_name(typed: TypedNode, frame: Frame) -> FormulaValue:
    match typed.meaning:
        case Variable(name):
            return frame.situation.find(name)
        case TokenCount():
            return constant(typed)
        case BareWord(word):
            return word
        case ResolvedEntry(entry, EntryOf()):
            return frame.situation.ref(entry)
        case ResolvedEntry(entry):
            return cast("FormulaValue", _read_by(typed, frame).value(entry, object))
        case None:
            raise AssertionError(typed)


def _read_by(typed: TypedNode, frame: Frame) -> Situation:
    """Return the situation of the character that a node reads: the acting one, or the target."""
    return frame.situation.target if typed.of_target else frame.situation


def _evaluate_binary(typed: TypedNode, frame: Frame) -> Evaluation:
    node = typed.node
    assert isinstance(node, Binary)
    if is_between(typed):
        return (yield from _evaluate_between(typed, frame))
    left = yield typed.children[0], frame
    if node.operator == "and" and not left:
        return False
    if node.operator == "or" and left:
        return True
    right = yield typed.children[1], frame
    if node.operator in {"and", "or"}:
        return bool(right)
    if is_difference(typed):
        assert isinstance(left, DieCode)
        return left.difference(cast("DieCode", right))
    return apply_binary(node.operator, left, right)


def _evaluate_between(typed: TypedNode, frame: Frame) -> Evaluation:
    """Evaluate `x within low to high` as `low <= x and x <= high`, but x only once.

    As with `and`, `high` is evaluated only if the first comparison is true.
    """
    value_node, range_node = typed.children
    low_node, high_node = range_node.children
    low = yield low_node, frame
    value = yield value_node, frame
    if not apply_binary("<=", low, value):
        return False
    high = yield high_node, frame
    return apply_binary("<=", value, high)


def _evaluate_call(typed: TypedNode, frame: Frame) -> Evaluation:
    node = typed.node
    assert isinstance(node, FunctionCall)
    builtin = BUILTINS.get(node.function)
    if builtin is None:
        return (yield from _call_formula(typed, node, frame))
    if isinstance(builtin.run, LazyChoice):
        # `if` and `if-blank` evaluate the first argument, then only the chosen one.
        chosen: FormulaValue = yield typed.children[0], frame
        if index := builtin.run.which(chosen):
            chosen = yield typed.children[index], frame
        return chosen
    values: list[FormulaValue] = []
    for argument in typed.children:
        value: FormulaValue = yield argument, frame
        values.append(value)
    # `_run` has counted one step for the call.
    frame.budget.left -= builtin.cost - 1 + searched(frame.situation, values[0])
    return builtin.run(_read_by(typed, frame), *values)


def _call_formula(typed: TypedNode, node: FunctionCall, frame: Frame) -> Evaluation:
    """Evaluate the body of a named formula with its constants and the arguments of the call."""
    key = node.function.removeprefix(FORMULA)
    if key not in frame.definitions:
        raise FormulaError(f"formula {key} has an error")
    definition = frame.definitions[key]
    names = dict(definition.constants)
    for name, argument in zip(definition.params, typed.children, strict=True):
        names[name] = yield argument, frame
    character = _read_by(typed, frame).character
    situation = Situation(frame.situation.rules, names, character)
    body_frame = Frame(situation, frame.definitions, frame.budget)
    try:
        value: FormulaValue = yield definition.body.tree, body_frame
    except BadFormulaError as problem:
        # The problem is reported at the call; only the innermost formula is named.
        message = problem.message
        if not message.startswith("in "):
            message = f"in {node.function}: {message}"
        raise FormulaError(message, problem.help) from None
    return value


@dataclass(frozen=True)
class CompiledFormula:
    """A formula that can be called with a situation, as the functions of generated packages.

    `constants` are those of a named formula.
    """

    checked: CheckedFormula
    definitions: Definitions = field(repr=False)
    constants: Environment = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, here: Situation) -> Any:
        """Return the value in a situation. Raises FormulaError if it has none."""
        situation = here.knowing(self.constants) if self.constants else here
        budget = here.rules.budget if isinstance(here.rules, MeteredRules) else None
        if budget is not None:
            budget.spend(1)
        try:
            return evaluate(self.checked, situation, self.definitions, budget)
        except BadFormulaError as problem:
            raise FormulaError(problem.message, problem.help) from None


def is_known(checked: CheckedFormula) -> bool:
    """Return True if every node has a type, so that the formula can become a typed function."""
    return all(node.type is not UNKNOWN for node in walk_typed(checked))
