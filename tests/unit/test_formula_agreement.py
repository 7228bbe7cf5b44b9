"""Random formulas: to text and back, and worked out in two ways that must agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from freed6c.formula.check import check
from freed6c.formula.environment import Definition
from freed6c.formula.evaluate import evaluate
from freed6c.formula.parse import LEVELS, NOT, SIGN, parse
from freed6c.formula.problem import FormulaProblem
from freed6c.formula.scope import Scope, Signature, Token
from freed6c.formula.to_python import to_python
from freed6c.formula.tree import (
    Amount,
    Binary,
    Call,
    Decimal,
    Dice,
    Integer,
    Mark,
    Name,
    Node,
    Truth,
    Unary,
)
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    QuantityOf,
    Type,
)
from freed6c.packs.names import python_name
from freed6c.runtime.amounts import Modifier, Pool, Quantity, Range
from freed6c.runtime.die_code import DieCode, die_codes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.environment import Value

CODE: Final = die_codes(3)
LENGTH: Final = QuantityOf("length")
NAMES: Final[Mapping[str, Type]] = {
    "rank": INTEGER,
    "per-die": INTEGER,
    "share": FRACTION,
    "ready": BOOLEAN,
    "code": DIE_CODE,
    "change": MODIFIER,
}
FORMULAS: Final = {
    "fixed-value": (
        {"code": DIE_CODE},
        INTEGER,
        "floor(3.5 * dice(code)) + pips(code)",
    ),
    "scaled": ({"share": FRACTION, "rank": INTEGER}, FRACTION, "share / rank"),
    "penalty": ({"rank": INTEGER}, MODIFIER, "min(0, 1 - rank) * 1D"),
}
SIGNATURES: Final = {
    key: Signature(tuple(takes.items()), gives)
    for key, (takes, gives, _) in FORMULAS.items()
}
SCOPE: Final = Scope(
    pips_per_die=3,
    names=NAMES,
    formulas=SIGNATURES,
    tokens={"B": Token(), "WD": Token("sides")},
    units={"ft": "length"},
)


@dataclass(frozen=True)
class Nobody:
    """A ruleset that knows nothing but the formulas above."""

    die_code: type[DieCode] = CODE
    character: None = None

    def formula(self, key: str) -> Definition:
        takes, gives, text = FORMULAS[key]
        checked = check(parse(text), Scope(pips_per_die=3, names=takes), gives)
        return Definition(tuple(takes), {}, checked)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def written(node: Node, loosest: int = 1) -> str:
    """A tree as text, with no more parentheses than it needs."""
    text, level = _written(node)
    return text if level >= loosest else f"({text})"


def _written(node: Node) -> tuple[str, int]:
    match node:
        case Binary(operator, left, right):
            level = LEVELS[operator]
            alone = level in {LEVELS["="], LEVELS["to"]}
            first = written(left, level + 1 if alone else level)
            return f"{first} {operator} {written(right, level + 1)}", level
        case Unary("not", operand):
            return f"not {written(operand, NOT)}", NOT
        case Unary(sign, operand):
            return f"{sign}{written(operand, SIGN)}", SIGN
        case Call(function, arguments):
            return f"{function}({', '.join(map(written, arguments))})", SIGN
        case _:
            return _single(node), SIGN


def _single(node: Node) -> str:  # noqa: PLR0911
    match node:
        case Integer(value):
            return str(value)
        case Decimal(value):
            return f"{float(value):.2f}"
        case Truth(value):
            return str(value).lower()
        case Dice(dice, pips, marks):
            code = f"{dice}D+{pips}" if pips else f"{dice}D"
            return " ".join([code, *map(_single, marks)])
        case Mark(letters, before, behind):
            return f"{'' if before is None else before}{letters}{behind or ''}"
        case Amount(number, unit):
            return f"{number} {unit}"
        case Name(text):
            return text
        case _:
            raise AssertionError(node)


Draw: TypeAlias = Callable[[Any], Any]
Make: TypeAlias = Callable[[Draw, int], Node]

small = st.integers(0, 30)
cents = st.integers(0, 999).map(lambda n: Fraction(n, 100))
pips = st.integers(0, 2)
mark = st.one_of(
    st.builds(Mark, st.just("B"), before=st.integers(0, 9)),
    st.builds(Mark, st.just("B"), behind=st.integers(1, 9)),
    st.builds(Mark, st.just("WD"), st.none() | st.integers(0, 4), st.integers(4, 12)),
)


def leaf(strategy: st.SearchStrategy[Any]) -> Make:
    return lambda draw, _depth: draw(strategy)


def joined(operators: str, left: Type, right: Type) -> Make:
    def make(draw: Draw, depth: int) -> Node:
        operator = draw(st.sampled_from(operators.split()))
        return Binary(operator, grow(draw, left, depth), grow(draw, right, depth))

    return make


def signed(signs: str, of: Type) -> Make:
    def make(draw: Draw, depth: int) -> Node:
        sign = draw(st.sampled_from(signs.split()))
        return Unary(sign, grow(draw, of, depth))

    return make


def called(functions: str, *takes: Type) -> Make:
    def make(draw: Draw, depth: int) -> Node:
        function = draw(st.sampled_from(functions.split()))
        return Call(function, tuple(grow(draw, of, depth) for of in takes))

    return make


def within(of: Type) -> Make:
    def make(draw: Draw, depth: int) -> Node:
        low, value, high = (grow(draw, of, depth) for _ in range(3))
        return Binary("within", value, Binary("to", low, high))

    return make


def same(of: Type) -> Make:
    return lambda draw, depth: grow(draw, of, depth)


def names(of: Type) -> Make:
    return leaf(st.sampled_from([Name(n) for n, type_ in NAMES.items() if type_ is of]))


LEAVES: Final[Mapping[Type, tuple[Make, ...]]] = {
    INTEGER: (leaf(st.builds(Integer, small)), names(INTEGER)),
    FRACTION: (leaf(st.builds(Decimal, cents)), names(FRACTION)),
    BOOLEAN: (leaf(st.builds(Truth, st.booleans())), names(BOOLEAN)),
    DIE_CODE: (leaf(st.builds(Dice, small, pips)), names(DIE_CODE)),
    POOL: (leaf(st.builds(Dice, small, small, st.lists(mark, min_size=1).map(tuple))),),
    MODIFIER: (leaf(mark), names(MODIFIER)),
    LENGTH: (leaf(st.builds(Amount, small.map(Fraction), st.just("ft"))),),
}
ORDER: Final = "< <= > >= = !="
BRANCHES: Final[Mapping[Type, tuple[Make, ...]]] = {
    INTEGER: (
        joined("+ - * mod", INTEGER, INTEGER),
        signed("- +", INTEGER),
        called("dice pips fixed-value", DIE_CODE),
        called("floor ceil", FRACTION),
        called("abs", INTEGER),
        called("min max", INTEGER, INTEGER, INTEGER),
        called("if", BOOLEAN, INTEGER, INTEGER),
    ),
    FRACTION: (
        same(INTEGER),
        joined("+ - * / mod", FRACTION, FRACTION),
        joined("/", INTEGER, INTEGER),
        joined("/", LENGTH, LENGTH),
        signed("- +", FRACTION),
        called("abs", FRACTION),
        called("min max", FRACTION, FRACTION),
        called("if", BOOLEAN, FRACTION, FRACTION),
        called("scaled", FRACTION, INTEGER),
    ),
    BOOLEAN: (
        joined("and or", BOOLEAN, BOOLEAN),
        joined(ORDER, FRACTION, FRACTION),
        joined(ORDER, DIE_CODE, DIE_CODE),
        joined(ORDER, LENGTH, LENGTH),
        joined("= !=", BOOLEAN, BOOLEAN),
        signed("not", BOOLEAN),
        within(INTEGER),
        within(FRACTION),
        within(DIE_CODE),
        called("if", BOOLEAN, BOOLEAN, BOOLEAN),
    ),
    DIE_CODE: (
        joined("+ -", DIE_CODE, DIE_CODE),
        joined("*", INTEGER, DIE_CODE),
        joined("*", DIE_CODE, INTEGER),
        called("min max", DIE_CODE, DIE_CODE),
        called("if", BOOLEAN, DIE_CODE, DIE_CODE),
    ),
    POOL: (
        same(DIE_CODE),
        joined("+", POOL, POOL),
        joined("+ -", POOL, MODIFIER),
        joined("+", DIE_CODE, INTEGER),
        called("if", BOOLEAN, POOL, POOL),
    ),
    MODIFIER: (
        same(INTEGER),
        same(DIE_CODE),
        joined("*", INTEGER, MODIFIER),
        joined("*", MODIFIER, INTEGER),
        signed("- + ±", DIE_CODE),
        signed("- + ±", MODIFIER),
        signed("±", INTEGER),
        called("penalty", INTEGER),
        called("if", BOOLEAN, MODIFIER, MODIFIER),
    ),
    LENGTH: (
        joined("*", FRACTION, LENGTH),
        joined("* /", LENGTH, FRACTION),
        joined("+ -", LENGTH, LENGTH),
        signed("-", LENGTH),
        called("min max", LENGTH, LENGTH),
        called("abs", LENGTH),
        called("if", BOOLEAN, LENGTH, LENGTH),
    ),
}


def grow(draw: Draw, of: Type, depth: int) -> Node:
    """A random tree whose result fits a type."""
    makers = (*LEAVES[of], *BRANCHES[of]) if depth else LEAVES[of]
    return draw(st.sampled_from(makers))(draw, depth - 1)


@st.composite
def formulas(draw: Draw) -> tuple[Node, Type]:
    of = draw(st.sampled_from(list(LEAVES)))
    return grow(draw, of, draw(st.integers(0, 4))), of


places = st.fixed_dictionaries(
    {
        "rank": st.integers(-20, 20),
        "per-die": st.integers(-5, 5),
        "share": cents,
        "ready": st.booleans(),
        "code": st.builds(CODE, small, small),
        "change": st.builds(Modifier, adds=small, dice=small),
    }
)


def python_of(text: str, scope: Scope, wanted: Type) -> str | None:
    found = to_python(check(parse(text), scope, wanted))
    if found is None:
        return None
    assert found.imports == {name for name in IMPORTS if f"{name}(" in found.text}
    return found.text


IMPORTS: Final[Mapping[str, object]] = {
    "Fraction": Fraction,
    "floor": math.floor,
    "ceil": math.ceil,
    "DieCode": CODE,
    "Pool": Pool,
    "Modifier": Modifier,
    "Quantity": Quantity,
    "Range": Range,
}


def functions() -> dict[str, object]:
    """The formulas above as a generated module would have them."""
    space = dict(IMPORTS)
    for key, (takes, gives, text) in FORMULAS.items():
        body = python_of(text, Scope(pips_per_die=3, names=takes), gives)
        arguments = ", ".join(map(python_name, takes))
        exec(f"def {python_name(key)}({arguments}): return {body}", space)  # noqa: S102
    return space


FUNCTIONS: Final = functions()


def outcome(work: Callable[[], object]) -> object:
    """The fields of a value, or that there is none."""
    try:
        value = work()
    except FormulaProblem as problem:
        assume("too large" not in problem.message)
        return "no value"
    except (ZeroDivisionError, ValueError):
        return "no value"
    return shown(value)


def shown(value: object) -> object:
    match value:
        case Modifier():
            numbers = (value.adds, value.dice, value.pips, value.token, value.count)
            return (*numbers, value.either_way)
        case Pool():
            return value.dice, value.adds, value.tokens
        case Quantity():
            return value.amount, value.unit
        case _:
            return type(value), value


@given(formulas())
def test_text_and_tree_say_the_same(formula: tuple[Node, Type]) -> None:
    tree, _ = formula
    assert parse(written(tree)) == tree


@settings(max_examples=400)
@given(formulas(), places)
@example((parse("floor(rank / per-die)"), INTEGER), {"rank": -7, "per-die": 2})
@example((parse("2 * code"), MODIFIER), {"code": CODE(0, 2)})
def test_evaluation_and_python_agree(
    formula: tuple[Node, Type], place: Mapping[str, Value]
) -> None:
    tree, of = formula
    text = written(tree)
    checked = check(parse(text), SCOPE, of)
    assume(not any("cannot choose" in p.message for p in checked.problems))
    assert checked.problems == ()
    worked_out = outcome(lambda: evaluate(checked, Nobody(), place))
    python = python_of(text, SCOPE, of)
    assume(python is not None)
    space = {python_name(key): value for key, value in place.items()}
    evaluated = outcome(
        lambda: eval(python or "", FUNCTIONS | space)  # noqa: S307
    )
    assert evaluated == worked_out


@given(st.text(alphabet="ab1 2D+-*/()<=,.±BWDft", max_size=30))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        problems = check(parse(text), SCOPE).problems
    except FormulaProblem as problem:
        problems = (problem,)
    assert all(0 <= p.start <= p.end <= len(text) for p in problems)
