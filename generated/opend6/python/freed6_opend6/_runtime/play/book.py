"""What play asks of a ruleset: its procedures, periods, standing rules, and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, TypeVar, cast

from ..entries.dice import Dice
from ..entries.formulas import FormulaEntry
from ..entries.frame import DieCodes, Period
from ..record import Entry, Ref
from ..situation import Situation
from .refused import Refused

if TYPE_CHECKING:
    from ..die_code import DieCode
    from ..situation import Id, Rules

E = TypeVar("E", bound=Entry)


def id_of(entry: Id | Entry) -> str:
    """The id of an entry, however it is given."""
    return entry if isinstance(entry, str) else entry.id


def meant(value: object) -> str | None:
    """The id of an entry or a reference; None for anything else."""
    if isinstance(value, Entry):
        return value.id
    return value.id if is_ref(value) else None


def is_ref(value: object) -> TypeGuard[Ref[Entry]]:
    """Whether something is a reference."""
    return isinstance(value, Ref)


def find(rules: Rules, entry: Id | Entry, kind: type[E]) -> E:
    """An entry of a kind. Raises Refused where there is none."""
    id = id_of(entry)
    try:
        found = rules.entry(id)
    except KeyError:
        found = None
    if not isinstance(found, kind):
        raise Refused(f"there is no {kind.__name__.lower()} {id} in these rules")
    return found


def every(rules: Rules, word: str, kind: type[E]) -> tuple[E, ...]:
    """All entries of a kind, in order; `word` is that of their ids, `kind` what they are."""
    del kind
    return cast("tuple[E, ...]", tuple(rules.every(word)))


def procedure_of(rules: Rules, asked: Ref[Dice] | None = None) -> Dice:
    """The procedure asked for, or the first of the ruleset. Raises Refused where it has none."""
    if asked is not None:
        return find(rules, asked, Dice)
    found = every(rules, "dice", Dice)
    if not found:
        raise Refused("these rules have no dice")
    return found[0]


def smallest_pool(rules: Rules) -> DieCode:
    """The smallest pool that can be rolled."""
    codes = every(rules, "die-codes", DieCodes)
    return codes[0].smallest if codes else rules.die_code(0)


def fixed_value(rules: Rules, code: DieCode) -> int:
    """What a code counts when nobody rolls. Raises Refused where the rules do not say."""
    for codes in every(rules, "die-codes", DieCodes):
        if codes.fixed is not None:
            formula = find(rules, codes.fixed, FormulaEntry)
            name = next(iter(formula.takes))
            found = formula.is_(Situation(rules, {name: code}))
            if isinstance(found, int):
                return found
    raise Refused("these rules give die codes no fixed value")


def shorter(rules: Rules, period: str) -> tuple[str, ...]:
    """The keys of a period and all shorter ones, the shortest first."""
    keys = tuple(one.key for one in every(rules, "period", Period))
    if period not in keys:
        raise Refused(f"there is no period {period}; there are: {', '.join(keys)}")
    return keys[: keys.index(period) + 1]
