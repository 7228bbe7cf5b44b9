"""Random formulas that are right: as trees, as text, and places in which they have values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st
from small_world import CODE

from freed6c.formula.parser import NOT, PRECEDENCE, SIGN
from freed6c.formula.scope import (
    DiceToken,
    ResolvedEntry,
    Signature,
    SymbolTable,
    TableSignature,
)
from freed6c.formula.syntax_tree import (
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    Node,
    QuantityLiteral,
    SignedDice,
    TokenLiteral,
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
    TARGET,
    EntryOf,
    OptionalOf,
    QuantityOf,
    RangeOf,
    Type,
)
from freed6c.runtime.amounts import Modifier, Quantity, Range
from freed6c.runtime.notation import signed_text
from freed6c.runtime.record import Ref

LENGTH: Final = QuantityOf("length")
LIMIT: Final = OptionalOf(INTEGER)
HURT: Final = EntryOf("condition", "condition.harm.hurt", "track.harm")
BAND: Final = OptionalOf(EntryOf("band", within="benchmark.ladder"))
ABILITY: Final = EntryOf("ability")
CONDITION: Final = OptionalOf(EntryOf("condition", within="track.harm"))
ENTRIES: Final[Mapping[str, Type]] = {
    "ladder": EntryOf("benchmark", "benchmark.ladder"),
    "harm": EntryOf("track", "track.harm"),
    "hurt": HURT,
    "might": EntryOf("ability", "ability.might"),
    "reach": EntryOf("table", "table.reach"),
    "bare": EntryOf("dice", "dice.bare"),
    "mana": EntryOf("points", "points.mana"),
    "leap": EntryOf("action", "action.leap"),
}
NAMES: Final[Mapping[str, Type]] = {
    "rank": INTEGER,
    "per-die": INTEGER,
    "share": FRACTION,
    "ready": BOOLEAN,
    "code": DIE_CODE,
    "change": MODIFIER,
    "distance": LENGTH,
    "state": EntryOf("condition", within="track.harm"),
    "row.limit": LIMIT,
    "spread": RangeOf(INTEGER),
}
FORMULAS: Final = {
    "fixed-value": ({"code": DIE_CODE}, INTEGER, "floor(3.5 * dice(code)) + pips(code)"),
    "scaled": ({"share": FRACTION, "rank": INTEGER}, FRACTION, "share / rank"),
    "penalty": ({"rank": INTEGER}, MODIFIER, "min(0, 1 - rank) * 1D"),
    "guarded": ({"min": INTEGER}, INTEGER, "max(min, min(min, fixed(might)))"),
    "guarded-twice": ({"here": INTEGER}, INTEGER, "2 * guarded(here)"),
}  # fmt: skip
SIGNATURES: Final = {
    key: Signature(tuple(takes.items()), gives)
    for key, (takes, gives, _) in FORMULAS.items()
}


class Entries:
    """The entries of the small world, and the armour that someone has."""

    def find(self, written: str) -> tuple[ResolvedEntry, ...]:
        if written == "armour":
            return (ResolvedEntry("value.armour", INTEGER),)
        of = ENTRIES.get(written)
        return (ResolvedEntry(of.id or "", of),) if isinstance(of, EntryOf) else ()

    def known(self) -> tuple[str, ...]:
        return tuple(ENTRIES)


SCOPE: Final = SymbolTable(
    pips_per_die=3,
    names={**NAMES, "target": TARGET},
    formulas=SIGNATURES,
    tokens={"B": DiceToken(), "WD": DiceToken("sides")},
    units={"ft": "length"},
    find_entries=Entries().find,
    tables={"table.reach": TableSignature((INTEGER,), {"far": LENGTH, "limit": LIMIT})},
)


def written(node: Node, loosest: int = 1) -> str:
    """A tree as text, with no more parentheses than it needs."""
    text, level = _written(node)
    return text if level >= loosest else f"({text})"


def _written(node: Node) -> tuple[str, int]:
    match node:
        case Binary(operator, left, right):
            level = PRECEDENCE[operator]
            alone = level in {PRECEDENCE["="], PRECEDENCE["to"]}
            first = written(left, level + 1 if alone else level)
            return f"{first} {operator} {written(right, level + 1)}", level
        case Unary("not", operand):
            return f"not {written(operand, NOT)}", NOT
        case Unary(sign, operand):
            return f"{sign}{written(operand, SIGN)}", SIGN
        case FunctionCall(function, arguments):
            return f"{function}({', '.join(map(written, arguments))})", SIGN
        case DiceLiteral(
            pips=1 | 2
        ):  # behind a sign, its pips would have one of their own
            return _single(node), PRECEDENCE["+"]
        case _:
            return _single(node), SIGN


def _single(node: Node) -> str:
    match node:
        case Integer(value):
            return str(value)
        case Decimal(value):
            return f"{float(value):.2f}"
        case Truth(value):
            return str(value).lower()
        case DiceLiteral(dice, pips, marks):
            code = f"{dice}D+{pips}" if pips else f"{dice}D"
            return " ".join([code, *map(_single, marks)])
        case SignedDice(dice, pips):
            return signed_text(dice, pips)
        case TokenLiteral(letters, before, behind):
            return f"{'' if before is None else before}{letters}{behind or ''}"
        case QuantityLiteral(number, unit):
            return f"{number} {unit}"
        case Name(text):
            return text
        case _:
            raise AssertionError(node)


CALLED: Final[set[str]] = set()
"""Every function that random formulas may call."""

Draw: TypeAlias = Callable[[Any], Any]
Make: TypeAlias = Callable[[Draw, int], Node]

small = st.integers(0, 30)
cents = st.integers(0, 999).map(lambda n: Fraction(n, 100))
pips = st.integers(0, 2)
mark = st.one_of(
    st.builds(TokenLiteral, st.just("B"), before=st.integers(0, 9)),
    st.builds(TokenLiteral, st.just("B"), behind=st.integers(1, 9)),
    st.builds(
        TokenLiteral, st.just("WD"), st.none() | st.integers(0, 4), st.integers(4, 12)
    ),
)

signed_dice = st.sampled_from(
    [SignedDice(-2, 1), SignedDice(-1, -1), SignedDice(3, -2), SignedDice(0, -1)]
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
    CALLED.update(functions.split())

    def make(draw: Draw, depth: int) -> Node:
        function = draw(st.sampled_from(functions.split()))
        return FunctionCall(function, tuple(grow(draw, of, depth) for of in takes))

    return make


def within(of: Type) -> Make:
    def make(draw: Draw, depth: int) -> Node:
        low, value, high = (grow(draw, of, depth) for _ in range(3))
        return Binary("within", value, Binary("to", low, high))

    return make


def asked(function: str, *names: str) -> Make:
    """A call with names of entries for arguments."""
    CALLED.add(function)
    return leaf(st.just(FunctionCall(function, tuple(map(Name, names)))))


def asked_with(function: str, entry: str, of: Type, *names: str) -> Make:
    """A call with an entry, something of a type, and perhaps a column."""
    CALLED.add(function)

    def make(draw: Draw, depth: int) -> Node:
        more = tuple(map(Name, names))
        return FunctionCall(function, (Name(entry), grow(draw, of, depth), *more))

    return make


few = st.integers(1, 4)
thrown = st.one_of(
    st.builds(DiceLiteral, st.integers(0, 5), pips),
    st.builds(
        DiceLiteral,
        few,
        st.integers(0, 5),
        st.lists(
            st.builds(TokenLiteral, st.just("B"), behind=st.integers(1, 3))
            | st.builds(TokenLiteral, st.just("WD"), st.none() | few),
            max_size=2,
        ).map(tuple),
    ),
)


def odds(function: str, *takes: Type) -> Make:
    """A question about few dice, in the first procedure or in one that is named."""
    CALLED.add(function)

    def make(draw: Draw, depth: int) -> Node:
        pool = draw(thrown)
        if draw(st.booleans()):
            pool = Binary("+", pool, Integer(draw(few)))
        more = tuple(grow(draw, of, depth) for of in takes)
        named = (Name("bare"),) if draw(st.booleans()) else ()
        return FunctionCall(function, (pool, *more, *named))

    return make


def within_names(name: str, of: Type) -> Make:
    return lambda draw, depth: Binary("within", grow(draw, of, depth), Name(name))


def same(of: Type) -> Make:
    return lambda draw, depth: grow(draw, of, depth)


def names(of: Type) -> Make:
    return leaf(st.sampled_from([Name(n) for n, type_ in NAMES.items() if type_ is of]))


LEAVES: Final[Mapping[Type, tuple[Make, ...]]] = {
    ABILITY: (asked("ability-of", "might"), leaf(st.just(Name("might")))),
    INTEGER: (leaf(st.builds(Integer, small)), names(INTEGER)),
    FRACTION: (leaf(st.builds(Decimal, cents)), names(FRACTION)),
    BOOLEAN: (leaf(st.builds(Truth, st.booleans())), names(BOOLEAN)),
    DIE_CODE: (leaf(st.builds(DiceLiteral, small, pips)), names(DIE_CODE)),
    POOL: (leaf(st.builds(DiceLiteral, small, small, st.lists(mark, min_size=1).map(tuple))),),
    MODIFIER: (leaf(mark), leaf(signed_dice), names(MODIFIER)),
    LENGTH: (leaf(st.builds(QuantityLiteral, small.map(Fraction), st.just("ft"))), names(LENGTH)),
    LIMIT: (names(LIMIT), asked("lookup", "reach", "rank", "limit")),
    BAND: (asked("band", "ladder", "rank"),),
    CONDITION: (asked("nth", "harm", "rank"), leaf(st.just(Name("state")))),
}  # fmt: skip
ORDER: Final = "< <= > >= = !="
BRANCHES: Final[Mapping[Type, tuple[Make, ...]]] = {
    ABILITY: (called("if", BOOLEAN, ABILITY, ABILITY),),
    INTEGER: (
        joined("+ - * mod", INTEGER, INTEGER),
        signed("- +", INTEGER),
        called("dice pips fixed-value", DIE_CODE),
        called("floor ceil", FRACTION),
        called("abs", INTEGER),
        called("min max", INTEGER, INTEGER, INTEGER),
        called("if", BOOLEAN, INTEGER, INTEGER),
        called("guarded guarded-twice", INTEGER),
        called("top bottom place", BAND),
        called("place", CONDITION),
        called("if-blank", LIMIT, INTEGER),
        asked("fixed", "might"),
        asked("roll", "might"),
        called("fixed", ABILITY),
        asked("count", "harm"),
        asked("points", "mana"),
        asked("taken", "leap"),
        called("target.guarded", INTEGER),
        called("target.fixed", ABILITY),
        asked("target.points", "mana"),
        leaf(st.just(Name("target.armour"))),
        leaf(st.just(Name("armour"))),
        odds("lowest"),
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
        called("if-blank", LIMIT, FRACTION),
        odds("chance", INTEGER),
        odds("mean"),
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
        within(LENGTH),
        within_names("spread", INTEGER),
        joined("= !=", CONDITION, CONDITION),
        asked("has", "might"),
        asked("has-check", "leap"),
    ),
    DIE_CODE: (
        joined("+ -", DIE_CODE, DIE_CODE),
        joined("*", INTEGER, DIE_CODE),
        joined("*", DIE_CODE, INTEGER),
        called("min max", DIE_CODE, DIE_CODE),
        called("if", BOOLEAN, DIE_CODE, DIE_CODE),
        asked("rating", "might"),
        asked("without-ability", "might"),
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
        called("if-blank", LIMIT, MODIFIER),
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
        asked_with("lookup", "reach", INTEGER, "far"),
    ),
    LIMIT: (
        asked_with("lookup", "reach", INTEGER, "limit"),
        called("if", BOOLEAN, LIMIT, INTEGER),
        called("if-blank", LIMIT, LIMIT),
        odds("highest"),
    ),
    BAND: (
        asked_with("band", "ladder", INTEGER),
        asked_with("nth", "ladder", INTEGER),
        called("if", BOOLEAN, BAND, BAND),
    ),
    CONDITION: (
        asked_with("nth", "harm", INTEGER),
        leaf(st.just(Name("hurt"))),
        called("if", BOOLEAN, CONDITION, CONDITION),
    ),
}


def grow(draw: Draw, of: Type, depth: int) -> Node:
    """A random tree whose result fits a type."""
    makers = (*LEAVES[of], *BRANCHES[of]) if depth else LEAVES[of]
    node: Node = draw(st.sampled_from(makers))(draw, depth - 1)
    return node


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
        "distance": st.builds(Quantity, amount=cents, unit=st.just("ft")),
        "state": st.sampled_from(["stung", "hurt", "out"]).map(
            lambda key: Ref(f"condition.harm.{key}")
        ),
        "row.limit": st.none() | small,
        "spread": st.builds(Range, low=st.none() | small, high=st.none() | small),
    }
)
