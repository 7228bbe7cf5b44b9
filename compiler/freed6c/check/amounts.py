"""Checks that amounts fit their targets: rolls take dice and tokens, ratings take dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula import types
from freed6c.formula.syntax_tree import FunctionCall
from freed6c.formula.typed_tree import TokenCount
from freed6c.model.entry_contents import records_at
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Effect, Modify, Move, SetDuration
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.world import ActionType, Value
from freed6c.runtime.play.state import as_fixed, fixed_value
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.typed_tree import TypedNode
    from freed6c.model.ruleset import Ruleset


def check_amounts(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report dice and tokens that are added to something that takes only numbers, or only dice."""
    for entry, path, effect in records_at(ruleset, Effect):
        checked = ruleset.checked.get((*path, "by"))
        if checked is None or isinstance(entry, Example):  # examples repeat effects
            continue
        unfit = _parts(checked.tree) & _unsupported_parts(effect)
        if not unfit:
            continue
        by = getattr(effect, "by", None)
        amount = (isinstance(by, Modifier) and by.token) or str(by).lstrip("+")
        changed = getattr(effect, "modify", "a number")
        name = changed.entry.name if isinstance(changed, Ref) else changed
        only = "only to rolls" if "token" in unfit else "only numbers can"
        yield codes.WRONG_AMOUNT.at(
            ruleset.provenance.location((*path, "by")),
            problem=f"{amount} cannot be added to {name}, {only}",
            help=[_way_out(ruleset, by)],
        )


ALL: Final = frozenset({"dice", "token"})
"""All parts of an amount that are not numbers: `2D`, and a token such as `B`."""


def _unsupported_parts(effect: Effect) -> frozenset[str]:
    """Return the parts that the target of an effect does not take: dice, a token."""
    target = getattr(effect, "modify", None)
    if target in ("checks", "effect-rolls") or not isinstance(
        effect, Modify | Move | SetDuration
    ):
        return frozenset()
    match target.entry if isinstance(target, Ref) else target:
        case Value(type="integer", dice_count="rolled"):
            return frozenset()
        case Value(type="integer", dice_count=""):
            return ALL
        case None | "margins" | "resistance" | ActionType() | Points():
            return ALL
        case _:
            return frozenset({"token"})


DICE: Final = (types.DIE_CODE, types.MODIFIER)


def _parts(node: TypedNode) -> frozenset[str]:
    """Return the parts, dice or a token, that a formula has or may produce."""
    if isinstance(node.meaning, TokenCount):
        return frozenset({"token"})
    if types.without_optional(node.type) not in DICE:
        return frozenset()
    inner = [part for part in node.children if part.result_type in DICE]
    called = isinstance(node.node, FunctionCall) and node.node.function != "if"
    if called or not inner:
        return frozenset({"dice"})
    return frozenset().union(*map(_parts, inner))


def _way_out(ruleset: Ruleset, by: object) -> str:
    if not isinstance(by, Modifier):
        return "write a formula that returns a number"
    if by.token:
        return "to change rolls, write modify: checks"
    number = as_fixed(ruleset, by)
    if fixed_value(ruleset, ruleset.die_code(1)) is None:
        number += by.dice * ruleset.die_code.pips_per_die
    return f"write a number: by: {'±' if by.either_way else ''}{number}"
