"""Effects that do nothing: an amount of nothing, a token without consequences, an empty `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.places import at_path, label
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.formula.evaluator import evaluate
from freed6c.formula.scope import FormulaProblem, Found
from freed6c.formula.syntax_tree import Call, Truth
from freed6c.formula.typed_tree import Checked, Variable, walk_typed
from freed6c.model.difficulties import MOST_DICE, largest
from freed6c.model.walk import records_of
from freed6c.runtime.amounts import DieCode, Modifier, Quantity
from freed6c.runtime.dice.pool import MARK, Pool, PoolError, Token, tokens_of
from freed6c.runtime.effects import Retime
from freed6c.runtime.entries.actions import Rule
from freed6c.runtime.entries.dice import Dice, SubstituteDice
from freed6c.runtime.entries.tables import Condition
from freed6c.runtime.entries.world import Hook
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, odds
from freed6c.runtime.play.effects_in_force import stands
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


FEW: Final = 2
"""So many dice are tried with other tokens."""

TAIL: Final = 60
"""So many totals of dice without a highest one are compared."""


def check_idle(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """What an effect says and could as well leave away."""
    idle: dict[str, bool] = {}
    for path, checked in ruleset.checked.items():
        message = ""
        if path[-1] == "if" and isinstance(checked.tree.node, Truth):
            always = checked.tree.node.value
            message = f"this is {'always' if always else 'never'} so"
        elif path[-1] == "by":
            message = _amount(ruleset, checked, idle)
        if message:
            yield Diagnostic(
                code=checks.IDLE_EFFECT,
                message=message,
                label=at_path(ruleset, path),
                help=("take it away, or let it change something",),
            )
    yield from _retimes(ruleset)


def _retimes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    for entry in ruleset.entries.values():
        for retime in records_of(entry, Retime):
            if retime.from_ is not None and retime.from_ == retime.lasts:
                yield Diagnostic(
                    code=checks.IDLE_EFFECT,
                    message=f"{entry.name} changes a duration to what it is already",
                    label=label(ruleset, entry),
                    help=("take the effect away, or name another duration",),
                )


def _amount(ruleset: Ruleset, checked: Checked, idle: dict[str, bool]) -> str:
    """What is wrong with the amount of an effect, if it is written out."""
    value = _constant(ruleset, checked)
    if value is not None and _is_nothing(value):
        return "this amount is nothing"
    if isinstance(value, Modifier) and value.token:
        if value.token not in idle:
            idle[value.token] = _is_idle(ruleset, value)
        if idle[value.token]:
            return f"{value.token} changes nothing about any roll"
    return ""


def _constant(ruleset: Ruleset, checked: Checked) -> FormulaValue:
    """The value of a formula that asks for nothing; None for every other."""
    for part in walk_typed(checked.tree):
        if isinstance(part.node, Call) or isinstance(part.meaning, Variable | Found):
            return None
    try:
        return evaluate(checked, Situation(ruleset))
    except FormulaProblem:
        return None


def _is_nothing(value: FormulaValue) -> bool:
    match value:
        case Modifier():
            return not (value.adds or value.dice or value.pips or value.count)
        case DieCode():
            return value.worth == 0
        case Quantity():
            return value.amount == 0
        case bool() | str():
            return False
        case _:
            return value == 0


def _is_idle(ruleset: Ruleset, given: Modifier) -> bool:
    """Whether no procedure that has the token gives other odds with it than without it."""
    match = MARK.fullmatch(given.token)
    if match is None:
        return False
    letters, number = match[1], int(match[2] or 0)
    known = [one for one in ruleset.of(Dice) if letters in tokens_of(one)]
    return bool(known) and all(
        _alike(ruleset, procedure, letters, number) for procedure in known
    )


def _alike(ruleset: Ruleset, procedure: Dice, letters: str, number: int) -> bool:
    step = tokens_of(procedure)[letters].step
    if isinstance(step, SubstituteDice) and step.events:
        return False
    for pool in _pools(ruleset, procedure, number):
        try:
            called = pool.calling(procedure, letters, 1, number)
            if not _same(odds(procedure, pool), odds(procedure, called)):
                return False
        except (PoolError, NoExactMethod):
            return False
    return True


def _pools(ruleset: Ruleset, procedure: Dice, number: int) -> Iterator[Pool]:
    """Dice of one source, and of every: steps may mean any of them. Then some with other tokens.

    Other dice may show the face that has the number, or be waited for.
    """
    one = ruleset.die_code(1)
    for dice in range(1, min(MOST_DICE, largest(ruleset)) + 1):
        pool = Pool.of(procedure, ability=ruleset.die_code(dice))
        yield pool
        mixed = Pool.of(
            procedure, 1, ability=ruleset.die_code(dice), skill=one, specialization=one
        )
        yield mixed.plus(dice=1)
        if dice <= FEW:
            yield from (
                pool.calling(procedure, token.letters, 1, behind)
                for token in tokens_of(procedure).values()
                for behind in _behind(token, number)
            )


def _behind(token: Token, number: int) -> set[int]:
    """Numbers to write behind a token: sides enough for a face, or a face that any die has."""
    if token.behind == "sides":
        return {0, number}
    return {1} if token.behind == "face" else {0}


def _same(one: Odds, other: Odds) -> bool:
    if one.support != other.support:
        return False
    low, high = one.support
    totals = range(low, (low + TAIL if high is None else high) + 1)
    return all(one.at_least(total) == other.at_least(total) for total in totals)


# Effects that stand by themselves and are for others, of whom there are none.


def check_unreached(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """A rule, a condition or a hook that nobody sets off works on whoever has it, alone."""
    for entry in ruleset.entries.values():
        if not isinstance(entry, Rule | Condition | Hook):
            continue
        if isinstance(entry, Hook) and entry.activated_by:
            continue
        for number, effect in enumerate(entry.effects):
            if stands(effect) and effect.to and "self" not in effect.to:
                yield Diagnostic(
                    code=checks.IDLE_EFFECT,
                    message=f"{entry.name} works on whoever has it; this is for others only",
                    label=label(ruleset, entry, "effects", number, "to"),
                    help=("take `to` away, or let an action do it to them",),
                )
