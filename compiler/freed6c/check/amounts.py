"""Amounts fit what they change: rolls take dice and tokens, ratings dice, all else numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula import types
from freed6c.formula.syntax_tree import FunctionCall
from freed6c.formula.typed_tree import TokenCount
from freed6c.model.walk import records_at
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.effects import Effect, Modify, Move, Retime
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.tables import Condition
from freed6c.runtime.entries.world import ActionType, Value
from freed6c.runtime.play.state import as_fixed, fixed_value
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.typed_tree import TypedNode
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath

    Taken: TypeAlias = Literal["roll", "code", "number"]
    """What can be added: anything, dice and numbers, or numbers alone."""


TAKEN: Final[dict[object, Taken]] = {
    "checks": "roll",
    "effect-rolls": "roll",
    "margins": "number",
    "resistance": "number",
}
"""What the words for things that are modified take; all others are ratings."""

BY_DICE: Final[dict[str, Taken]] = {"rolled": "roll", "fixed": "code", "": "number"}
"""What a whole number takes, by how dice count in it."""


def check_amounts(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report dice and tokens that are added to what has no use for them."""
    for entry, path, effect in records_at(ruleset, Effect):
        if isinstance(entry, Example):
            continue  # it repeats the amounts of others
        if isinstance(entry, Condition) and effect in entry.track.effects:
            continue  # reported at the track
        named: object
        match effect:
            case Modify(by=Modifier() | Formula() as by):
                taken, named = _taken(effect), effect.modify
            case Retime(by=Modifier() | Formula() as by):
                taken, named = "number", "a number of periods"
            case Move(by=by):
                yield from _not_a_distance(ruleset, by, (*path, "by"))
                continue
            case _:
                continue
        parts = _parts(ruleset, by, (*path, "by"))
        wrong = (
            parts
            & {"roll": set(), "code": {"token"}, "number": {"dice", "token"}}[taken]
        )
        if wrong:
            name = ruleset.entry(named.id).name if isinstance(named, Ref) else named
            amount = (isinstance(by, Modifier) and by.token) or str(by).lstrip("+")
            only = "only to rolls" if "token" in wrong else "only whole numbers can"
            yield codes.WRONG_AMOUNT.at(
                ruleset.provenance.location((*path, "by")),
                problem=f"{amount} cannot be added to {name}, {only}",
                help=[_way_out(ruleset, by, taken)],
            )


def _taken(effect: Modify) -> Taken:
    what = effect.modify
    if not isinstance(what, Ref):
        return TAKEN.get(what, "code")
    match what.entry:
        case Value(type="integer") as value:
            return BY_DICE[value.dice_count]
        case ActionType() | Points():
            return "number"
        case _:
            return "code"


def _parts(ruleset: Ruleset, by: Modifier | Formula[object], path: KeyPath) -> set[str]:
    """Whether an amount has, or can have, `dice` or a `token`."""
    if isinstance(by, Modifier):
        dice = {"dice"} if by.dice or by.pips else set[str]()
        return {"token"} if by.token else dice
    checked = ruleset.checked.get(path)
    return set() if checked is None else _parts_of(checked.tree)


DICE: Final = (types.DIE_CODE, types.MODIFIER)


def _parts_of(node: TypedNode) -> set[str]:
    """The same of a formula: what its branches or terms have, or what it reads from elsewhere."""
    if isinstance(node.meaning, TokenCount):
        return {"token"}
    if types.without_optional(node.type) not in DICE:
        return set()
    inner = [part for part in node.children if part.result_type in DICE]
    read = isinstance(node.node, FunctionCall) and node.node.function != "if"
    if read or not inner:
        return {"dice"}
    return set().union(*map(_parts_of, inner))


def _way_out(ruleset: Ruleset, by: Modifier | Formula[object], taken: Taken) -> str:
    if not isinstance(by, Modifier):
        return "write a formula that gives a whole number"
    if by.token:
        kinds = "dice or a number" if taken == "code" else "a number"
        return f"change rolls with it: modify: checks; or write {kinds}"
    number = as_fixed(ruleset, by)
    if fixed_value(ruleset, ruleset.die_code(1)) is None:
        number += by.dice * ruleset.die_code.pips_per_die
    return f"write a number: by: {'±' if by.either_way else ''}{number}"


def _not_a_distance(
    ruleset: Ruleset, by: Formula[object], path: KeyPath
) -> Iterator[Diagnostic]:
    checked = ruleset.checked.get(path)
    given = types.UNKNOWN if checked is None else types.without_optional(checked.type)
    counted = (types.INTEGER, types.FRACTION, types.UNKNOWN)
    if given not in counted and not isinstance(given, types.QuantityOf):
        yield codes.WRONG_AMOUNT.at(
            ruleset.provenance.location(path),
            problem=f"{by} is {types.describe(given)}, not a distance",
            help=["write a number with its unit"],
        )
